package intent

// Tool selects the tool of the pointer.
type Tool struct {
	Name string `json:"name" words:"draw|move|label|erase|select"` // name of the tool
}

// Tools are the names of the pointer tools, in the order of the page.
var Tools = words[Tool]("name")

// Label sets the label of new points.
type Label struct {
	// 1 or -1; with one output per class, the number of the class, from 1
	Value int `json:"value" says:"The label to draw with" range:"from -1 to 6"`
}

// Brush sets the radius of the tools.
type Brush struct {
	// radius in per cent of the window; 0 acts on one point at a time
	Value float64 `json:"value" says:"The brush" range:"from 0 to 30"`
}

// WidestBrush is the largest radius of the brush, in per cent of the window.
var WidestBrush = most[Brush]("value")

// Press starts a gesture of the current tool on the data.
type Press struct {
	// position in data coordinates: the features; with a single feature, the feature and the label
	At     []float64 `json:"at" says:"The place"`
	Radius float64   `json:"radius" says:"The radius of the pointer" range:"above 0"` // pointer radius in data coordinates
	// point under the pointer, -1 for none; if omitted, the nearest point within the radius
	Index *int `json:"index,omitempty" range:"from -1 on"`
	More  bool `json:"more,omitempty"` // with the tool select: add to the selection
	// with the tools draw and label: use the other of two classes, or the next of several
	Other bool `json:"other,omitempty"`
}

// Drag continues the gesture.
type Drag struct {
	At     []float64 `json:"at" says:"The place"`                                     // position in data coordinates, as in press
	Radius float64   `json:"radius" says:"The radius of the pointer" range:"above 0"` // pointer radius in data coordinates
	Index  *int      `json:"index,omitempty" range:"from -1 on"`                      // point under the pointer, as in press
	// positions between the previous drag and this one, in order, flattened to one list
	Path []float64 `json:"path,omitempty" says:"The path"`
}

// Release ends the gesture.
type Release struct{}

// Cancel ends the current gesture, or edit of a table row, and reverts its effect.
type Cancel struct{}
