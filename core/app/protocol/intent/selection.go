package intent

// Select changes the selection.
type Select struct {
	// all or no points; set selects the given ones, the others add, toggle or remove them
	Name    string `json:"name" words:"all|none|set|add|toggle|remove"`
	Indices []int  `json:"indices,omitempty"` // points, from 0
}

// Selected removes the selected points, flips their labels, gives them the label of new points, or duplicates them and selects the copies.
type Selected struct {
	Name string `json:"name" words:"remove|flip|relabel|duplicate"` // what is done
}

// LabelSelected sets the label of the selected points.
type LabelSelected struct {
	Value float64 `json:"value" says:"The label" range:"from -1e30 to 1e30"` // the label
}

// MoveSelected moves the selected points, as far as all of them stay within the window.
type MoveSelected struct {
	// offset in data coordinates: of each feature; with a single feature, of the feature and the label
	At []float64 `json:"at" says:"The move"`
}

// NudgeSelected moves the selected points by a fraction of the window.
type NudgeSelected struct {
	At []float64 `json:"at" says:"The move"` // offset in per cent of half the picture's width and height
}

// Paste adds points and selects them. Copies that would hide the points they were copied from are moved aside.
type Paste struct {
	Add [][]float64 `json:"add" says:"The rows" range:"from -1e30 to 1e30"` // rows, each with the features first
}
