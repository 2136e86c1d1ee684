package protocol

// Document is a document that the page asks for by name.
type Document struct {
	// Name is what is asked for; words in capitals stand for numbers that follow it.
	Name string
	// Does says in one sentence what it has.
	Does string
	// Of is a value of its type in Go, nil for text, for a file, or for a document of package document.
	Of any
}

// Documents returns all documents but those of package export.
func Documents() []Document {
	return []Document{
		{"problem", "The problem that is trained on, as a problem document.", nil},
		{"points", "All points, those held out among them.", Points{}},
		{"solution", "The solution, as a solution document.", nil},
		{"report", "The proof in words and numbers, as text.", nil},
		{"work", "The work with its history, for the intent resume.", nil},
		{"shared", "The present state without the history, for the intent open.", nil},
		{"claim", "The text under check.", nil},
		{"selection", "The selected points, as text for a table.", nil},
		{"samples", "Signals or images, and what the network makes of them.", Samples{}},
		{"samples INDEX", "The same, and what each neuron makes of one sample.", Samples{}},
		{"drawing WIDTH HEIGHT", "The plain drawing of the data in a rectangle of css pixels.", Drawing{}},
		{"qr TEXT", "The QR code of a text, of the least size.", QR{}},
		{"activation LOW HIGH", "The curves of the activation and of what it was fitted to, on that range unless there is a fit.", ActivationCurves{}},
	}
}

// QR is a QR code.
type QR struct {
	// Rows has a text for each row of modules, with 1 for a dark and 0 for a light one; the quiet zone of four around them is not among them.
	Rows []string `json:"rows"`
	// Version is that of the standard, from 1 to 40.
	Version int `json:"version"`
}

// Points has all points as the table shows them.
type Points struct {
	// X has a row of features for each point, Y a row of labels.
	X [][]float64 `json:"x"`
	Y [][]float64 `json:"y"`
	// Names are those of the features and of the labels where they have some, as columns of a table do.
	Names []string `json:"names,omitempty"`
	// Held are the indices of the points that are held out.
	Held []int `json:"held"`
	// New are the labels of a new point.
	New []float64 `json:"new"`
}

// Samples has samples that are signals or images, the first of them if they are many, and what the network says of each.
type Samples struct {
	// Samples is the number n of all samples.
	Samples int `json:"samples"`
	// X has a row of entries for each sample shown, Y a row of labels.
	X [][]float64 `json:"x"`
	Y [][]float64 `json:"y"`
	// Class is the class of each sample shown by its labels, counted from 1, or 0 where the labels are not classes.
	Class []int `json:"class"`
	// F has the network's outputs for them, by a forward pass; it is missing while there is no network for data of this shape.
	F [][]float64 `json:"f,omitempty"`
	// Named is the class that the network names for each sample shown, counted from 1, as Class; it is missing without F.
	Named []int `json:"named,omitempty"`
	// Right says for each whether the network names its class; it is missing where the labels are not classes. Hits counts all n.
	Right []bool `json:"right,omitempty"`
	Hits  int    `json:"hits"`
	// Low and High are the least and the largest entry of all samples.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Shape is the height, width and channels of a sample, Filter the height and width of what a neuron sees.
	Shape  [3]int `json:"shape"`
	Filter [2]int `json:"filter"`
	// Corners are the row and the column where each patch begins, which may lie in the padding; Pool is how many patches a block has.
	Corners [][2]int `json:"corners"`
	Pool    int      `json:"pool"`
	// Neurons are those of F.
	Neurons []PageNeuron `json:"neurons,omitempty"`
	// Picked is the sample that was asked for.
	Picked *Picked `json:"picked,omitempty"`
}

// Picked has what each neuron makes of one sample.
type Picked struct {
	Index int `json:"index"`
	// Product has for each neuron and each patch of its block the product with the filter, Value the activation of it.
	Product [][]float64 `json:"product"`
	Value   [][]float64 `json:"value"`
	// Adds is what each neuron adds to the output: alpha times the mean of its values.
	Adds []float64 `json:"adds"`
}
