package intent

// Lens selects the part of the solution that the pictures show. Omitted fields keep their value.
type Lens struct {
	Output   Optional[int]  // output, from 0
	Compare  Optional[bool] // whether the data are coloured by the largest of all outputs
	Layer    Optional[int]  // with several layers, the layer whose convex program is shown, from 0
	Features []int          // with more than three features, the two that span the plane shown, from 0; empty for the principal axes
}

func (i *Lens) form(f *Form) {
	f.do("lens")
	f.maybeWhole(index("output", "output"), &i.Output, from(0))
	f.maybeFlag("compare", &i.Compare)
	f.maybeWhole(index("layer", "layer"), &i.Layer, from(0))
	f.wholes(index("features", "feature").optional(), &i.Features, places)
}

// Extent sets the visible part of the picture of the data, for which networks of several layers are evaluated. The unit is half the window, the
// largest square centred in the picture.
type Extent struct {
	Wide, High float64 // half the size in this direction, at least 1
}

func (i *Extent) form(f *Form) {
	f.do("extent")
	f.number(field("wide", "The width"), &i.Wide, between(1, 100))
	f.number(field("high", "The height"), &i.High, between(1, 100))
}

// Focus highlights a neuron.
type Focus struct {
	Neuron int // neuron shown, or -1 for none
}

func (i *Focus) form(f *Form) {
	f.do("focus")
	f.wholeOr(None, index("neuron", "neuron").optional(), &i.Neuron, from(None))
}

// Point highlights a point.
type Point struct {
	Index int // point, from 0, or -1 for none
}

func (i *Point) form(f *Form) {
	f.do("point")
	f.wholeOr(None, index("index", "point").optional(), &i.Index, from(None))
}

// Entry highlights an entry of Z or Z'.
type Entry struct {
	Matrix int // 0 for Z, 1 for Z', -1 for none
	Row    int // row of the entry, from 0
	Column int // column of the entry, from 0
}

func (i *Entry) form(f *Form) {
	f.do("entry")
	f.wholeOr(None, index("matrix", "matrix").optional(), &i.Matrix, between(None, 1))
	f.wholeOr(0, index("row", "row").optional(), &i.Row, places)
	f.wholeOr(0, index("column", "column").optional(), &i.Column, places)
}

// Turn switches to another optimal network: the one in which a neuron's direction is closest to the given one.
type Turn struct {
	Neuron int       // neuron shown, from 0
	U      []float64 // direction, with at least one number per feature
}

func (i *Turn) form(f *Form) {
	f.do("turn")
	f.whole(index("neuron", "neuron"), &i.Neuron, places)
	f.numbers(field("u", "The direction"), &i.U, Range{})
}
