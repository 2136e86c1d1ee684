package intent

// The bounds of what a pointer does.
const (
	// WidestBrush is the largest radius of the brush, in per cent of the window.
	WidestBrush = 30
	// MostClasses is the largest number of classes that the pictures tell apart.
	MostClasses = 6
)

// Tools are the names of what a pointer does to the data, in the order of the page.
var Tools = []string{"draw", "move", "label", "erase", "select"}

// Tool chooses what a pointer does to the data.
type Tool struct {
	Name string // of the tool
}

func (i *Tool) form(f *Form) {
	f.do("tool")
	f.choice(field("name", "tool"), &i.Name, Tools)
}

// Label chooses the label of new points.
type Label struct {
	Value int // 1 or -1, or the number of a class, from 1, where each class has an output
}

func (i *Label) form(f *Form) {
	f.do("label")
	f.whole(field("value", "The label to draw with"), &i.Value, between(-1, MostClasses))
}

// Brush chooses how wide the tools draw and touch.
type Brush struct {
	Value float64 // radius in per cent of the window, 0 for one point at a time
}

func (i *Brush) form(f *Form) {
	f.do("brush")
	f.number(field("value", "The brush"), &i.Value, between(0, WidestBrush).in(" per cent of the window"))
}

// Press begins a gesture of the chosen tool on the data.
type Press struct {
	At     []float64     // place in data coordinates: the features, for one feature the feature and the label
	Radius float64       // of what the pointer touches, in data coordinates
	Index  Optional[int] // point under the pointer, -1 for none; left out, the nearest point within the radius counts
	More   bool          // with the tool that selects: beside the points that are chosen already
	Other  bool          // with the tools that draw and label: the other class of two, or the next one
}

func (i *Press) form(f *Form) {
	f.do("press")
	f.numbers(field("at", "The place"), &i.At, Range{})
	f.number(field("radius", "The radius of the pointer"), &i.Radius, above(0))
	f.maybeWhole(index("index", "point"), &i.Index, from(None))
	f.flag("more", &i.More, false)
	f.flag("other", &i.Other, false)
}

// Drag goes on with the gesture.
type Drag struct {
	At     []float64     // place in data coordinates, as of a press
	Radius float64       // of what the pointer touches, in data coordinates
	Index  Optional[int] // point under the pointer, as of a press
	Path   []float64     // the places on the way from the drag before, one after the other, each with as many numbers as the place
}

func (i *Drag) form(f *Form) {
	f.do("drag")
	f.numbers(field("at", "The place"), &i.At, Range{})
	f.number(field("radius", "The radius of the pointer"), &i.Radius, above(0))
	f.maybeWhole(index("index", "point"), &i.Index, from(None))
	f.numbers(field("path", "The way there").optional(), &i.Path, Range{})
}

// Release ends the gesture.
type Release struct{}

func (i *Release) form(f *Form) { f.do("release") }

// Cancel ends the gesture, or that on a row of the table, and takes back what it did.
type Cancel struct{}

func (i *Cancel) form(f *Form) { f.do("cancel") }
