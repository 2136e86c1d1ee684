package protocol

// Layers is what the pictures show of a network of several layers; without columns there is one layer only.
type Layers struct {
	// Chosen is the layer whose program the other pictures show, counted from 0.
	Chosen int
	// Features is the number of features of the data. Maps have Side columns and Rows rows of cells, row by row from below, over the window of the
	// data; for one feature there is one row, which is drawn as a graph.
	Features, Side, Rows int
	// Compares says that the data show which output is the largest.
	Compares bool
	// Residual says that the network is the sum of all layers, and not the last one.
	Residual bool
	// Inputs are the maps of the first features, Columns the layers, lowest first. Where the first layer is a convolution, Sample is how many columns
	// and rows a sample has, and the only input is such a one: Pictured, with 128 for zero. Elsewhere Sample is zero.
	Inputs   [][]byte
	Sample   [2]int
	Pictured int
	Columns  []Column
	// Field is what the whole network says of the picture of the data. Of three features it is that of the plane through the middle of the window in
	// which the third does not change, as are the maps, and Points has the outputs at the points, output by output.
	Field  Field
	Points []float32
}

// Column is one layer.
type Column struct {
	// Certified says that its program is solved to the tolerance, given the layers below.
	Certified bool
	Gap       float64
	// Right of Total labels are right with the layers up to this one; Right is -1 where labels are numbers, of which R2 says how much of their
	// variation is explained.
	Right, Total int
	R2           float64
	Units        []Unit
	// Sources are the features of the layer, in the order of the units' weights; a convolution, which reads patches, has none.
	Sources []Source
	// Filter is how many columns and rows the filters of a convolution have, which are its units' maps then, with 128 for zero; elsewhere it is zero.
	Filter [2]int
}

// Source is unit Index of layer Layer, or of layer -1 feature Index of the data.
type Source struct{ Layer, Index int }

// Unit is a neuron: the map of its values, with 128 for their mean at the points, or its filter, and its weights.
type Unit struct {
	Number  int
	Output  int
	Alpha   float64
	Weights []float32
	Map     []byte
}

// Field has values at the places (Left + Step i, Low + Step j), i < Columns, j < Rows, row by row, output by output. Serial is another one for
// another field.
type Field struct {
	Serial        uint32
	Left, Low     float64
	Step          float64
	Columns, Rows int
	Outputs       int
	Values        []float32
}

// Places returns the number of places.
func (f *Field) Places() int { return f.Columns * f.Rows }

// At returns the values of an output.
func (f *Field) At(output int) []float32 { return f.Values[output*f.Places() : (output+1)*f.Places()] }

// Program returns what a picture shows: of several layers all pictures but those of the data and of the network show the chosen layer's program.
func (s *Snapshot) Program(picture int) *Snapshot {
	if len(s.Layer) == 0 || picture == PictureData || picture == PictureNetwork {
		return s
	}
	return &s.Layer[0]
}

// Reaches reports whether the field is of a picture that is so wide and high, in halves of a window; without several layers there is nothing to be of.
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
