package intent

// None is the index that stands for no neuron, point, run or matrix.
const None = -1

// SetOutputView selects the part of the solution that the pictures show. Omitted fields keep their value.
type SetOutputView struct {
	Output  *int  `json:"output,omitempty"`  // output, from 0
	Compare *bool `json:"compare,omitempty"` // whether the data are coloured by the largest of all outputs
	Layer   *int  `json:"layer,omitempty"`   // with several layers, the layer whose convex program is shown, from 0
	// with more than three features, the two that span the plane shown, from 0; empty for the principal axes
	Features []int `json:"features,omitzero"`
}

// SetExtent sets the visible part of the picture of the data, for which networks of several layers are evaluated. The unit is half
// the window, the largest square centred in the picture.
type SetExtent struct {
	Wide float64 `json:"wide" says:"The width" range:"from 1 to 100"`  // half the size in this direction
	High float64 `json:"high" says:"The height" range:"from 1 to 100"` // half the size in this direction
}

// Focus highlights a neuron.
type Focus struct {
	Neuron int `json:"neuron" missing:"kept" range:"from -1 on"` // neuron shown, or -1 for none
}

// Probe shows the line of a neuron with a piecewise-linear activation over the data, with what it would gain and what it costs.
type Probe struct {
	U []float64 `json:"u,omitzero" says:"The direction"` // direction, the bias last; empty for none
}

// HighlightPoint highlights a point.
type HighlightPoint struct {
	Index int `json:"index" missing:"kept" range:"from -1 on"` // point, from 0, or -1 for none
}

// SetEntry highlights an entry of Z or Z'.
type SetEntry struct {
	Matrix int `json:"matrix" missing:"kept" range:"from -1 to 1"` // 0 for Z, 1 for Z', -1 for none
	Row    int `json:"row,omitempty"`                              // row of the entry, from 0
	Column int `json:"column,omitempty"`                           // column of the entry, from 0
}

// Rotate switches to another optimal network: the one in which a neuron's direction is closest to the given one.
type Rotate struct {
	Neuron int       `json:"neuron" target:"yes"`    // neuron shown, from 0
	U      []float64 `json:"u" says:"The direction"` // direction, with at least one number per feature
}

// SetAnimation selects an animation. If none is playing, it starts at its end, where the solution is.
type SetAnimation struct {
	// the decomposition of the matrices, the solver's path, or a picture of the argument
	Name string `json:"name" words:"decomposition|solver|price|curve|bowl|tangents|bounds"`
	// a picture of the argument is a chapter of one animation, and the chapters that follow are played as well
	Whole bool `json:"whole,omitempty"`
}

// Animations are the names of the animations, in the order of protocol.Topic.
var Animations = fieldOf[SetAnimation]("name").Words

// Play plays the animation from its current position, or from the start if it is at its end.
type Play struct{}

// Pause pauses the animation.
type Pause struct{}

// Step moves to the next or the previous whole unit of the animation.
type Step struct {
	By      float64 `json:"by" missing:"kept" says:"The step"` // backward if negative, otherwise forward
	Animate bool    `json:"animate,omitempty"`                 // plays up to there; forward only
}

// Seek pauses the animation and moves it to a position.
type Seek struct {
	Position float64 `json:"position,omitempty" says:"The position"` // position in units of the animation, clamped to its ends
}

// Tick advances the animation.
type Tick struct {
	Seconds float64 `json:"seconds,omitempty" says:"The time"` // seconds since the last tick, at most 1
}

// SetSpeed sets the playback speed.
type SetSpeed struct {
	Value float64 `json:"value" says:"The speed" range:"from 0.25 to 4"` // speed relative to normal
}

// Slowest and Fastest are the bounds on the playback speed.
var Slowest, Fastest = fieldOf[SetSpeed]("value").Low, fieldOf[SetSpeed]("value").High

// Perturb perturbs a neuron of the network that the optimality argument examines, by turning its direction within the circle
// shown and scaling its weight. The solution itself does not change. The animations bowl and bounds start at the perturbed network.
type Perturb struct {
	Neuron int     `json:"neuron" missing:"kept" range:"from -1 on" target:"yes"`     // neuron shown, or -1 to undo all perturbations
	Turn   float64 `json:"turn,omitempty" says:"The turn" range:"from -180 to 180"`   // angle in degrees
	Scale  float64 `json:"scale" missing:"kept" says:"The scale" range:"from 0 to 4"` // factor of the weight
	Final  bool    `json:"final" missing:"kept"`                                      // false while a pointer is dragging
}

// HeaviestPerturbation is the largest factor of a weight.
var HeaviestPerturbation = fieldOf[Perturb]("scale").High

// SetBaseline selects the network at which the animation bowl starts.
type SetBaseline struct {
	// the network without neurons, a random one, or the perturbed one
	Name string `json:"name" words:"empty|random|perturbed"`
	Seed int    `json:"seed" missing:"kept" says:"The seed" range:"from 0 to 2147483647"` // seed of the random network
}

// SetTool selects the tool of the pointer.
type SetTool struct {
	Name string `json:"name" words:"draw|move|label|erase|select"` // name of the tool
}

// Tools are the names of the pointer tools, in the order of the page.
var Tools = fieldOf[SetTool]("name").Words

// SetLabel sets the label of new points.
type SetLabel struct {
	// 1 or -1; with one output per class, the number of the class, from 1
	Value int `json:"value" says:"The label to draw with" range:"from -1 to 6"`
}

// SetBrush sets the radius of the tools.
type SetBrush struct {
	// radius in per cent of the window; 0 acts on one point at a time
	Value float64 `json:"value" says:"The brush" range:"from 0 to 30"`
}

// WidestBrush is the largest radius of the brush, in per cent of the window.
var WidestBrush = fieldOf[SetBrush]("value").High

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
