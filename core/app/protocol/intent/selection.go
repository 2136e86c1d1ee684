package intent

// SelectAll selects all points.
type SelectAll struct{}

func (i *SelectAll) form(f *Form) { f.do("select"); f.fixed("name", "all") }

// SelectNone clears the selection.
type SelectNone struct{}

func (i *SelectNone) form(f *Form) { f.do("select"); f.fixed("name", "none") }

// Selections are the ways to change the selection: replace it by the given points, add them, toggle each of them, or remove them.
var Selections = []string{"set", "add", "toggle", "remove"}

// Select changes the selection.
type Select struct {
	Name    string // set replaces the selection by the given points; the others add, toggle or remove them
	Indices []int  // points, from 0
}

func (i *Select) form(f *Form) {
	f.do("select")
	f.choice(field("name", "").key(), &i.Name, Selections)
	f.wholes(index("indices", "point").optional(), &i.Indices, places)
}

// RemoveSelected removes the selected points.
type RemoveSelected struct{}

func (i *RemoveSelected) form(f *Form) { f.do("selected"); f.fixed("name", "remove") }

// FlipSelected negates the labels of the selected points.
type FlipSelected struct{}

func (i *FlipSelected) form(f *Form) { f.do("selected"); f.fixed("name", "flip") }

// RelabelSelected gives the selected points the current label of new points.
type RelabelSelected struct{}

func (i *RelabelSelected) form(f *Form) { f.do("selected"); f.fixed("name", "relabel") }

// LabelSelected sets the label of the selected points.
type LabelSelected struct {
	Value float64 // the label
}

func (i *LabelSelected) form(f *Form) {
	f.do("selected")
	f.fixed("name", "label")
	f.number(field("value", "The label"), &i.Value, labels)
}

// DuplicateSelected duplicates the selected points and selects the copies.
type DuplicateSelected struct{}

func (i *DuplicateSelected) form(f *Form) { f.do("selected"); f.fixed("name", "duplicate") }

// MoveSelected moves the selected points, as far as all of them stay within the window.
type MoveSelected struct {
	At []float64 // offset in data coordinates: of each feature; with a single feature, of the feature and the label
}

func (i *MoveSelected) form(f *Form) {
	f.do("selected")
	f.fixed("name", "move")
	f.numbers(field("at", "The move"), &i.At, Range{})
}

// NudgeSelected moves the selected points by a fraction of the window.
type NudgeSelected struct {
	At []float64 // offset in per cent of half the picture's width and height
}

func (i *NudgeSelected) form(f *Form) {
	f.do("selected")
	f.fixed("name", "nudge")
	f.numbers(field("at", "The move"), &i.At, Range{})
}

// Paste adds points and selects them. Copies that would hide the points they were copied from are moved aside.
type Paste struct {
	Add [][]float64 // rows, each with the features first
}

func (i *Paste) form(f *Form) {
	f.do("selected")
	f.fixed("name", "paste")
	f.rows(field("add", "The rows"), &i.Add, entries)
}
