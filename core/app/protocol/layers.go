package protocol

// Layers is the state of a network of several layers as the pictures show it. Without columns there is a single layer.
type Layers struct {
	// Chosen is the layer whose convex program the other pictures show, from 0.
	Chosen int
	// Features is the number of features of the data. Maps have Side columns and Rows rows of cells, row by row from the bottom,
	// and cover the window of the data. With a single feature there is one row, which is drawn as a graph.
	Features, Side, Rows int
	// Compares is set if the data show which output is the largest.
	Compares bool
	// Inputs holds the maps of the first features, Columns the layers from the bottom. If the first layer is a convolution,
	// Sample is the width and height of a sample and the only input is the sample number Pictured, with 128 for zero. Otherwise
	// Sample is zero.
	Inputs   [][]byte
	Sample   [2]int
	Pictured int
	Columns  []LayerColumn
	// Field holds the output of the whole network over the picture of the data. With three features, it and the maps are taken on
	// the plane through the centre of the window on which the third feature is constant, and Points holds the outputs at the
	// points, output by output.
	Field  Field
	Points []float32
}

// LayerColumn is one layer.
type LayerColumn struct {
	// Certified is set if the layer's program is solved to the tolerance, given the layers below.
	Certified bool
	Gap       float64
	// Right of Total labels are predicted correctly by the layers up to this one. For numeric labels Right is -1, and R2 is the
	// share of their variation that is explained.
	Right, Total int
	R2           float64
	Units        []LayerNeuron
	// Sources lists the features of the layer, in the order of the units' weights. It is empty for a convolution, which reads patches.
	Sources []NeuronRef
	// Filter is the width and height of a convolution's filters, which are then the maps of its units, with 128 for zero.
	// Otherwise it is zero.
	Filter [2]int
}

// NeuronRef is neuron Index of layer Layer or, if Layer is -1, feature Index of the data. It is a source of the weights above it.
type NeuronRef struct{ Layer, Index int }

// LayerNeuron is a neuron with its weights and the map of its values, with 128 for their mean over the points, or its filter.
type LayerNeuron struct {
	Number  int
	Output  int
	Alpha   float64
	Weights []float32
	Map     []byte
}

// Field holds values at the places (Left + Step i, Low + Step j), i < Columns, j < Rows, of each output. Serial differs between fields.
// Values has the rows of the first output, then those of the next: a fine field takes some MB, and memory may have no room for it in one
// piece.
type Field struct {
	Serial        uint32
	Left, Low     float64
	Step          float64
	Columns, Rows int
	Outputs       int
	Values        [][]float32
}

// Places returns the number of places.
func (f *Field) Places() int { return f.Columns * f.Rows }

// Row returns row j of an output, At its value at place (i, j).
func (f *Field) Row(output, j int) []float32 { return f.Values[output*f.Rows+j] }
func (f *Field) At(output, i, j int) float32 { return f.Values[output*f.Rows+j][i] }

// Make gives the field rows for its outputs, all zero.
func (f *Field) Make() {
	f.Values = make([][]float32, f.Outputs*f.Rows)
	for i := range f.Values {
		f.Values[i] = make([]float32, f.Columns)
	}
}

// Program returns the snapshot that a picture draws. With several layers, all pictures except those of the data and of the
// network show the program of the chosen layer; with a bias, all except those of the data and of the neurons.
func (s *Snapshot) Program(picture int) *Snapshot {
	ofData := picture == PictureData || picture == PictureNetwork || picture == PictureNeurons && len(s.Layers.Columns) == 0
	if ofData || len(s.ChosenLayer) == 0 {
		return s
	}
	return &s.ChosenLayer[0]
}

// Reaches reports whether the field covers a picture of the given width and height, in halves of a window. It is true if there is no field.
func (s *Snapshot) Reaches(wide, high float64) bool {
	f := &s.Layers.Field
	if len(s.Layers.Columns) == 0 || f.Rows == 0 {
		return true
	}
	const slack = 1e-6
	half := f.Step * float64(f.Columns-1) / 2
	tall := f.Step * float64(f.Rows-1) / 2
	return half >= (wide-slack)*s.Window.Half && (f.Rows == 1 || tall >= (high-slack)*s.Window.Half)
}

// PageLayers describes the layers of a network, each trained on top of those below it.
type PageLayers struct {
	// Count is the number of layers set. Most is the largest that the page offers, 1 if only one layer is possible.
	Count int `json:"count"`
	Most  int `json:"most"`
	// Skip is input, all or none.
	Skip string `json:"skip"`
}
