package protocol

// QR is a QR code.
type QR struct {
	// Rows holds one string per row of modules, 1 for dark and 0 for light, without the quiet zone of four modules around them.
	Rows []string `json:"rows"`
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
	// NewLabel is the label of a new point.
	NewLabel []float64 `json:"newLabel"`
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
	// Outputs holds the outputs of the network for them, by a forward pass; missing while there is no network for data of this shape.
	Outputs [][]float64 `json:"outputs,omitempty"`
	// Predicted holds the predicted class of each sample shown, from 1; missing without Outputs.
	Predicted []int `json:"predicted,omitempty"`
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
	// Neurons are the neurons of the network that Outputs is computed with.
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
	// Contributions is the contribution of each neuron to the output: alpha times the mean of its values.
	Contributions []float64 `json:"contributions"`
}

// Drawing is the picture of the data for browsers without WebGL, and for all until the pictures have loaded. Positions are in CSS pixels
// from the upper left corner, for a given width and height.
type Drawing struct {
	// Picture is the text of an SVG picture, Labels the labels on top of it, as those of all pictures.
	Picture string `json:"picture"`
	Labels  string `json:"labels"`
	// Origin is the pixel of the data coordinates (0, 0). Scale is the number of pixels per unit of each coordinate; the second
	// is negative, because coordinates grow upwards. Converting between pixels and coordinates takes one multiplication and one
	// addition. With three features they mean nothing.
	Origin [2]float64 `json:"origin"`
	Scale  [2]float64 `json:"scale"`
	// Points is the number of points drawn, the first ones, and More the number omitted.
	Points int `json:"points"`
	More   int `json:"more,omitempty"`
}

// ActivationCurves holds the curves of the activation and of the function that it was fitted to.
type ActivationCurves struct {
	// Low and High are the ends of the range: the range of the fit, or the requested one.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Bottom and Top are the smallest and the largest number among the values of the curves and 0.
	Bottom float64 `json:"bottom"`
	Top    float64 `json:"top"`
	// Sigma holds values of the activation at equally spaced places from Low to High, inclusive. Goal holds those of the fitted
	// function, Name its name.
	Sigma []float64 `json:"sigma"`
	Goal  []float64 `json:"goal,omitempty"`
	Name  string    `json:"name,omitempty"`
}

// PageImport is a table that has been read but not loaded yet.
type PageImport struct {
	Name    string       `json:"name"`
	Rows    int          `json:"rows"`
	Columns []PageColumn `json:"columns"`
	// Features and Target are the proposed columns, from 0. Header is set if the first line was read as column names.
	Features []int `json:"features"`
	Target   int   `json:"target"`
	Header   bool  `json:"header"`
	// Standardise is set if a proposed feature is far from the origin, or wide: it is proposed, too.
	Standardise bool `json:"standardise,omitempty"`
	// Text is set if the table comes from text, so that it may have a header.
	Text bool `json:"text"`
	// Notes lists the decisions made where the file is ambiguous, as sentences.
	Notes []string `json:"notes,omitempty"`
}

// PageColumn is a column of such a table.
type PageColumn struct {
	Name string `json:"name"`
	// Kind is number, text, or what all its words mean: date, time or percentage. Distinct is the number of distinct entries, at most a
	// thousand, without those that are missing or not finite numbers; Missing are the rows of these, from 0.
	Kind     string `json:"kind"`
	Distinct int    `json:"distinct"`
	Missing  []int  `json:"missing,omitempty"`
	// Index is set if the column numbers or names the rows.
	Index bool `json:"index,omitempty"`
}
