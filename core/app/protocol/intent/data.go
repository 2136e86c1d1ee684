package intent

// SetDimension removes all points and sets the number of features.
type SetDimension struct {
	Value int `json:"value" says:"The number of features to draw" range:"from 1 to 3"` // number of features
}

// Blank removes all points and sets the shape of the signals or images to draw.
type Blank struct {
	Input []int `json:"input,omitempty" says:"The input" range:"from 1 to 1048576"` // length, or height and width; 2 to 256 numbers in all
}

// MaxSize bounds every size of a sample and of a convolution.
var MaxSize = int(fieldOf[Blank]("input").High)

// SetClasses converts the labels to classes, or to numbers.
type SetClasses struct {
	// number of classes; 2 for the sign of a single output, 0 for numbers
	Value int `json:"value" says:"The number of classes" range:"from 0 to 6"`
}

// SetHold sets the share of points held out for testing.
type SetHold struct {
	Value float64 `json:"value" says:"The hold" range:"from 0 to 50"` // share in per cent
	Final bool    `json:"final" missing:"kept"`                       // false while a slider is being dragged
}

// SetNoise sets the label noise, replacing any applied before.
type SetNoise struct {
	Value float64 `json:"value" says:"The noise" range:"from 0 to 50"` // noise level in per cent
	Final bool    `json:"final" missing:"kept"`                        // false while a slider is being dragged
}

// SetSeed sets the seed and redraws the points of a preset, the label noise and the held-out points.
type SetSeed struct {
	Value int `json:"value" says:"The seed" range:"from 0 to 2147483647"` // random seed
}

// SetRow replaces the numbers of a table row.
type SetRow struct {
	Index  int       `json:"index" target:"yes"`                               // row, from 0
	Values []float64 `json:"values" says:"The row" range:"from -1e30 to 1e30"` // the features, then the labels
	Final  bool      `json:"final" missing:"kept"`                             // false while the values are being dragged
}

// MaxEntry bounds the numbers of a table, so that their squares do not overflow and the pictures can place them.
var MaxEntry = fieldOf[SetRow]("values").High

// AddRows appends rows to the table.
type AddRows struct {
	Add [][]float64 `json:"add" says:"The rows" range:"from -1e30 to 1e30"` // the rows, each with the features first
}

// EditRows removes rows of the table, flips the signs of their labels, gives them a label, or holds them out. If all of them are held
// out already, it returns them to the training points.
type EditRows struct {
	Name    string  `json:"name" words:"remove|flip|set|hold"`                           // what is done
	Indices []int   `json:"indices"`                                                     // rows, from 0
	Value   float64 `json:"value,omitempty" says:"The label" range:"from -1e30 to 1e30"` // the label that set gives
}

// Select changes the selection.
type Select struct {
	// all or no points; set selects the given ones, the others add, toggle or remove them
	Name    string `json:"name" words:"all|none|set|add|toggle|remove"`
	Indices []int  `json:"indices,omitempty"` // points, from 0
}

// EditSelected removes the selected points, flips their labels, gives them the label of new points or a given one, duplicates them
// and selects the copies, or holds them out. If all of them are held out already, it returns them to the training points.
type EditSelected struct {
	Name  string  `json:"name" words:"remove|flip|relabel|set|duplicate|hold"`         // what is done
	Index int     `json:"index" missing:"kept" range:"from -1 on"`                     // the point meant if none is selected, or -1
	Value float64 `json:"value,omitempty" says:"The label" range:"from -1e30 to 1e30"` // the label that set gives
}

// Nudge moves the selected points by a fraction of the window.
type Nudge struct {
	At []float64 `json:"at" says:"The move"` // offset in per cent of half the picture's width and height
}

// Paste adds points and selects them. Copies that would hide the points they were copied from are moved aside.
type Paste struct {
	Add [][]float64 `json:"add" says:"The rows" range:"from -1e30 to 1e30"` // rows, each with the features first
}

// Import imports a file, given as text or as bytes: a problem or sums document, a table, or arrays. A table with up to three numeric feature columns and one label column is loaded immediately; any other waits until its columns
// are chosen.
type Import struct {
	Name string `json:"name,omitempty" says:"The name"` // name of the file
	Text string `json:"text,omitempty" says:"The text"` // its content, up to 20 MB
	Data []byte `json:"data,omitempty" says:"The file"` // its content, instead of a text
}

// ChooseColumns chooses the columns of the pending table and loads it.
type ChooseColumns struct {
	Features    []int `json:"features"`              // feature columns, from 0
	Target      int   `json:"target"`                // label column, from 0
	Standardise bool  `json:"standardise,omitempty"` // scales each feature to mean 0 and standard deviation 1
}

// SetColumnHeader sets whether the first line of the pending table contains the column names.
type SetColumnHeader struct {
	Header bool `json:"header"` // whether it does
}

// CancelColumns discards the pending table.
type CancelColumns struct{}
