package protocol

// Document is a document that the page can request by name.
type Document struct {
	// Name is the requested name. Words in capitals stand for arguments that follow it.
	Name string
	// Of is a value of the document's Go type; nil for text, for a file, and for documents of package document.
	Of any
}

// Documents returns all documents except those of package export.
func Documents() []Document {
	return []Document{
		{"problem", nil},
		{"points", Points{}}, // including those held out
		{"solution", nil},
		{"report", nil},    // of the proof, as plain text
		{"work", nil},      // with its history, for the intents resume and open
		{"shared", nil},    // the present state without its history, for the intents open and scene
		{"claim", nil},     // the text that was checked
		{"selection", nil}, // the selected points, as text to paste into a table
		{"samples", Samples{}},
		{"samples INDEX", Samples{}}, // with the response of each neuron to one sample
		{"drawing WIDTH HEIGHT", Drawing{}},
		{"qr TEXT", QR{}},
		{"activation LOW HIGH", ActivationCurves{}}, // on the range of the fit, or else on the given one
	}
}

// QR is a QR code.
type QR struct {
	// Rows holds one string per row of modules, 1 for dark and 0 for light, without the quiet zone of four modules around them.
	Rows []string `json:"rows"`
	// Version is the version of the QR standard, 1 to 40.
	Version int `json:"version"`
}

// Points holds all points as shown in the table.
type Points struct {
	// X holds one row of features per point, Y one row of labels.
	X [][]float64 `json:"x"`
	Y [][]float64 `json:"y"`
	// Names holds the names of the features, then of the labels, if they have any.
	Names []string `json:"names,omitempty"`
	// Held lists the indices of the held-out points.
	Held []int `json:"held"`
	// New is the label of a new point.
	New []float64 `json:"new"`
}

// Samples holds samples that are signals or images, at most the first ones if there are many, with the network's predictions.
type Samples struct {
	// Samples is the total number n of samples.
	Samples int `json:"samples"`
	// X holds one row of entries per sample shown, Y one row of labels.
	X [][]float64 `json:"x"`
	Y [][]float64 `json:"y"`
	// Class holds the labelled class of each sample shown, from 1, or 0 if the labels are not classes.
	Class []int `json:"class"`
	// F holds the outputs of the network for them, by a forward pass; missing while there is no network for data of this shape.
	F [][]float64 `json:"f,omitempty"`
	// Named holds the predicted class of each sample shown, from 1; missing without F.
	Named []int `json:"named,omitempty"`
	// Right tells for each sample whether the prediction is right; missing if the labels are not classes. Hits is their number among all n.
	Right []bool `json:"right,omitempty"`
	Hits  int    `json:"hits"`
	// Low and High are the smallest and the largest entry of all samples.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Shape is the height, width and channels of a sample, Filter the height and width of a neuron's receptive field.
	Shape  [3]int `json:"shape"`
	Filter [2]int `json:"filter"`
	// Corners holds the first row and column of each patch, which may lie in the padding. Pool is the number of patches per block.
	Corners [][2]int `json:"corners"`
	Pool    int      `json:"pool"`
	// Neurons are the neurons of the network that F is computed with.
	Neurons []PageNeuron `json:"neurons,omitempty"`
	// Picked describes the requested sample.
	Picked *Picked `json:"picked,omitempty"`
}

// Picked holds the response of each neuron to one sample.
type Picked struct {
	Index int `json:"index"`
	// Product holds, for each neuron and each patch of its block, the inner product with the filter, and Value the activation of it.
	Product [][]float64 `json:"product"`
	Value   [][]float64 `json:"value"`
	// Adds is the contribution of each neuron to the output: alpha times the mean of its values.
	Adds []float64 `json:"adds"`
}
