package intent

// None is the index that stands for no neuron, point, run or matrix.
const None = -1

// Lens selects the part of the solution that the pictures show. Omitted fields keep their value.
type Lens struct {
	Output  *int  `no:"output"` // output, from 0
	Compare *bool // whether the data are coloured by the largest of all outputs
	Layer   *int  `no:"layer"` // with several layers, the layer whose convex program is shown, from 0
	// with more than three features, the two that span the plane shown, from 0; empty for the principal axes
	Features []int `no:"feature" default:""`
}

// Extent sets the visible part of the picture of the data, for which networks of several layers are evaluated. The unit is half the window, the
// largest square centred in the picture.
type Extent struct {
	Wide float64 `says:"The width" range:"from 1 to 100"`  // half the size in this direction
	High float64 `says:"The height" range:"from 1 to 100"` // half the size in this direction
}

// Focus highlights a neuron.
type Focus struct {
	Neuron int `no:"neuron" range:"from -1 on" default:"-1"` // neuron shown, or -1 for none
}

// Point highlights a point.
type Point struct {
	Index int `no:"point" range:"from -1 on" default:"-1"` // point, from 0, or -1 for none
}

// Entry highlights an entry of Z or Z'.
type Entry struct {
	Matrix int `no:"matrix" range:"from -1 to 1" default:"-1"` // 0 for Z, 1 for Z', -1 for none
	Row    int `no:"row" default:"0"`                          // row of the entry, from 0
	Column int `no:"column" default:"0"`                       // column of the entry, from 0
}

// Turn switches to another optimal network: the one in which a neuron's direction is closest to the given one.
type Turn struct {
	Neuron int       `no:"neuron"`          // neuron shown, from 0
	U      []float64 `says:"The direction"` // direction, with at least one number per feature
}
