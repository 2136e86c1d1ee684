package intent

// None is the index that stands for no neuron, point, run or matrix.
const None = -1

// Lens selects the part of the solution that the pictures show. Omitted fields keep their value.
type Lens struct {
	Output  *int  `json:"output,omitempty"`  // output, from 0
	Compare *bool `json:"compare,omitempty"` // whether the data are coloured by the largest of all outputs
	Layer   *int  `json:"layer,omitempty"`   // with several layers, the layer whose convex program is shown, from 0
	// with more than three features, the two that span the plane shown, from 0; empty for the principal axes
	Features []int `json:"features,omitzero"`
}

// Extent sets the visible part of the picture of the data, for which networks of several layers are evaluated. The unit is half the window, the
// largest square centred in the picture.
type Extent struct {
	Wide float64 `json:"wide" says:"The width" range:"from 1 to 100"`  // half the size in this direction
	High float64 `json:"high" says:"The height" range:"from 1 to 100"` // half the size in this direction
}

// Focus highlights a neuron.
type Focus struct {
	Neuron int `json:"neuron" missing:"kept" range:"from -1 on"` // neuron shown, or -1 for none
}

// Point highlights a point.
type Point struct {
	Index int `json:"index" missing:"kept" range:"from -1 on"` // point, from 0, or -1 for none
}

// Entry highlights an entry of Z or Z'.
type Entry struct {
	Matrix int `json:"matrix" missing:"kept" range:"from -1 to 1"` // 0 for Z, 1 for Z', -1 for none
	Row    int `json:"row,omitempty"`                              // row of the entry, from 0
	Column int `json:"column,omitempty"`                           // column of the entry, from 0
}

// Turn switches to another optimal network: the one in which a neuron's direction is closest to the given one.
type Turn struct {
	Neuron int       `json:"neuron"`                 // neuron shown, from 0
	U      []float64 `json:"u" says:"The direction"` // direction, with at least one number per feature
}
