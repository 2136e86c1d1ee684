package intent

// Bounds on pointer input.
const (
	// WidestBrush is the largest radius of the brush, in per cent of the window.
	WidestBrush = 30
	// MostClasses is the largest number of classes that the pictures can distinguish.
	MostClasses = 6
)

// Tools are the names of the pointer tools, in the order of the page.
var Tools = []string{"draw", "move", "label", "erase", "select"}

// Tool selects the tool of the pointer.
type Tool struct {
	Name string // name of the tool
}

func (i *Tool) form(f *Form) {
	f.do("tool")
	f.choice(field("name", "tool"), &i.Name, Tools)
}

// Label sets the label of new points.
type Label struct {
	Value int // 1 or -1; with one output per class, the number of the class, from 1
}

func (i *Label) form(f *Form) {
	f.do("label")
	f.whole(field("value", "The label to draw with"), &i.Value, between(-1, MostClasses))
}

// Brush sets the radius of the tools.
type Brush struct {
	Value float64 // radius in per cent of the window; 0 acts on one point at a time
}

func (i *Brush) form(f *Form) {
	f.do("brush")
	f.number(field("value", "The brush"), &i.Value, between(0, WidestBrush).in(" per cent of the window"))
}

// Press starts a gesture of the current tool on the data.
type Press struct {
	At     []float64     // position in data coordinates: the features; with a single feature, the feature and the label
	Radius float64       // pointer radius in data coordinates
	Index  Optional[int] // point under the pointer, -1 for none; if omitted, the nearest point within the radius
	More   bool          // with the tool select: add to the selection
	Other  bool          // with the tools draw and label: use the other of two classes, or the next of several
}

func (i *Press) form(f *Form) {
	f.do("press")
	f.numbers(field("at", "The place"), &i.At, Range{})
	f.number(field("radius", "The radius of the pointer"), &i.Radius, above(0))
	f.maybeWhole(index("index", "point"), &i.Index, from(None))
	f.flag("more", &i.More, false)
	f.flag("other", &i.Other, false)
}

// Drag continues the gesture.
type Drag struct {
	At     []float64     // position in data coordinates, as in press
	Radius float64       // pointer radius in data coordinates
	Index  Optional[int] // point under the pointer, as in press
	Path   []float64     // positions between the previous drag and this one, in order, flattened to one list
}

func (i *Drag) form(f *Form) {
	f.do("drag")
	f.numbers(field("at", "The place"), &i.At, Range{})
	f.number(field("radius", "The radius of the pointer"), &i.Radius, above(0))
	f.maybeWhole(index("index", "point"), &i.Index, from(None))
	f.numbers(field("path", "The path").optional(), &i.Path, Range{})
}

// Release ends the gesture.
type Release struct{}

func (i *Release) form(f *Form) { f.do("release") }

// Cancel ends the current gesture, or edit of a table row, and reverts its effect.
type Cancel struct{}

func (i *Cancel) form(f *Form) { f.do("cancel") }
