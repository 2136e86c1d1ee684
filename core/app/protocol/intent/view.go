package intent

// Lens chooses which part of the solution the pictures show. What is left out stays as it is.
type Lens struct {
	Output   Optional[int]  // output, counted from 0
	Compare  Optional[bool] // colours the data by the largest of all outputs
	Layer    Optional[int]  // of several layers the one whose program is shown, counted from 0
	Features []int          // of data of more than three features the two of the plane, counted from 0; empty for the principal axes
}

func (i *Lens) form(f *Form) {
	f.do("lens")
	f.maybeWhole(index("output", "output"), &i.Output, from(0))
	f.maybeFlag("compare", &i.Compare)
	f.maybeWhole(index("layer", "layer"), &i.Layer, from(0))
	f.wholes(index("features", "feature").optional(), &i.Features, places)
}

// Extent says how much of the data their picture shows, which is what several layers are evaluated for: half its width and height, in halves of the
// window, which is the largest square in its middle.
type Extent struct {
	Wide, High float64 // at least 1
}

func (i *Extent) form(f *Form) {
	f.do("extent")
	f.number(field("wide", "The width"), &i.Wide, between(1, 100))
	f.number(field("high", "The height"), &i.High, between(1, 100))
}

// Focus lights up a neuron.
type Focus struct {
	Neuron int // among those shown, -1 for none
}

func (i *Focus) form(f *Form) {
	f.do("focus")
	f.wholeOr(None, index("neuron", "neuron").optional(), &i.Neuron, from(None))
}

// Point lights up a point.
type Point struct {
	Index int // point, -1 for none
}

func (i *Point) form(f *Form) {
	f.do("point")
	f.wholeOr(None, index("index", "point").optional(), &i.Index, from(None))
}

// Entry lights up an entry of Z or Z'.
type Entry struct {
	Matrix int // 0 for Z, 1 for Z', -1 for none
	Row    int // of the entry, from 0
	Column int // of the entry, from 0
}

func (i *Entry) form(f *Form) {
	f.do("entry")
	f.wholeOr(None, index("matrix", "matrix").optional(), &i.Matrix, between(None, 1))
	f.wholeOr(0, index("row", "row").optional(), &i.Row, places)
	f.wholeOr(0, index("column", "column").optional(), &i.Column, places)
}

// Turn goes over to another optimal network, one whose neuron has a direction, or comes as near to it as can be.
type Turn struct {
	Neuron int       // among those shown
	U      []float64 // direction, one number for each feature at least
}

func (i *Turn) form(f *Form) {
	f.do("turn")
	f.whole(index("neuron", "neuron"), &i.Neuron, places)
	f.numbers(field("u", "The direction"), &i.U, Range{})
}
