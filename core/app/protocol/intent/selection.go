package intent

// SelectAll selects all points.
type SelectAll struct{}

func (i *SelectAll) form(f *Form) { f.do("select"); f.fixed("name", "all") }

// SelectNone selects no point.
type SelectNone struct{}

func (i *SelectNone) form(f *Form) { f.do("select"); f.fixed("name", "none") }

// Selections are the ways in which points that are named change the selection: they become it, are added to it, change sides, or are taken
// out of it.
var Selections = []string{"set", "add", "toggle", "remove"}

// Select changes which points are selected.
type Select struct {
	Name    string // what becomes of them: they are the selection, are added, change sides, or are taken out
	Indices []int  // points
}

func (i *Select) form(f *Form) {
	f.do("select")
	f.choice(field("name", "").key(), &i.Name, Selections)
	f.wholes(index("indices", "point").optional(), &i.Indices, places)
}

// RemoveSelected removes the selected points.
type RemoveSelected struct{}

func (i *RemoveSelected) form(f *Form) { f.do("selected"); f.fixed("name", "remove") }

// FlipSelected changes the sign of the labels of the selected points.
type FlipSelected struct{}

func (i *FlipSelected) form(f *Form) { f.do("selected"); f.fixed("name", "flip") }

// RelabelSelected gives the selected points the label of new points.
type RelabelSelected struct{}

func (i *RelabelSelected) form(f *Form) { f.do("selected"); f.fixed("name", "relabel") }

// LabelSelected gives the selected points a label.
type LabelSelected struct {
	Value float64 // their label
}

func (i *LabelSelected) form(f *Form) {
	f.do("selected")
	f.fixed("name", "label")
	f.number(field("value", "The label"), &i.Value, labels)
}

// DuplicateSelected adds copies of the selected points, which are then selected.
type DuplicateSelected struct{}

func (i *DuplicateSelected) form(f *Form) { f.do("selected"); f.fixed("name", "duplicate") }

// MoveSelected moves the selected points, as far as all stay in the window.
type MoveSelected struct {
	At []float64 // by how much, in data coordinates: in each feature, for one feature in the feature and the label
}

func (i *MoveSelected) form(f *Form) {
	f.do("selected")
	f.fixed("name", "move")
	f.numbers(field("at", "The move"), &i.At, Range{})
}

// NudgeSelected moves the selected points by a part of the window.
type NudgeSelected struct {
	At []float64 // by how much, in per cent of half the picture's width or height
}

func (i *NudgeSelected) form(f *Form) {
	f.do("selected")
	f.fixed("name", "nudge")
	f.numbers(field("at", "The move"), &i.At, Range{})
}

// Paste adds rows as points, which are then selected; those that would hide the points that they are copies of are moved aside.
type Paste struct {
	Add [][]float64 // rows, the features first
}

func (i *Paste) form(f *Form) {
	f.do("selected")
	f.fixed("name", "paste")
	f.rows(field("add", "The rows"), &i.Add, entries)
}
