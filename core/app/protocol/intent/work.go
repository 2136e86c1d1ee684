package intent

import (
	"encoding/json"
)

// LoadProblem loads a problem document, or a sums document.
type LoadProblem struct {
	Problem json.RawMessage `json:"problem"` // the document
}

// LoadPreset loads a preset, in its standard form or with the current sampling.
type LoadPreset struct {
	Name string `json:"name" says:"The preset"` // name of the preset
	// keeps the current share of held-out points, label noise and seed
	Keep bool `json:"keep,omitempty"`
	// number of layers, 0 for one; several layers also set beta to a value that suits them
	Layers int `json:"layers,omitempty" says:"The number of layers" range:"from 0 to 12"`
	// activation; without it a piecewise-linear one stays where it suits the points
	Activation string `json:"activation,omitempty" words:"|polynomial|relu|leaky|absolute"`
}

// Clear removes all points.
type Clear struct{}

// Undo undoes the last step of the history.
type Undo struct{}

// Redo redoes the step that was undone last.
type Redo struct{}

// Stop stops solving and keeps the best network found so far, with the bound proved for it. It has no effect once the problem is solved.
type Stop struct{}

// Resume restores saved work, including its history, replacing everything. With Back the present state is the one before the last change.
type Resume struct {
	Work     json.RawMessage `json:"work"` // work document
	Back     bool            `json:"back,omitempty"`
	Revision int             `json:"revision,omitempty" range:"from 0 to 2147483647"` // with which the work was saved
}

// ShowScene shows a shared state temporarily. The work and its history are set aside until leave, open or resume, and remain what is
// saved; the scene adds no step to them.
type ShowScene struct {
	Shared json.RawMessage `json:"shared"` // document of the shared state
}

// Leave ends a scene and restores the work that was set aside.
type Leave struct{}

// Open loads a shared state, saved work, or both, on top of the history, so that undo leads back to the present state. With both,
// undo leads from the shared state to the saved work, which is skipped if it is unusable. Scenes are only checked: if one of them cannot
// be opened, nothing is.
type Open struct {
	Shared json.RawMessage `json:"shared,omitempty"` // document of the shared state
	Work   json.RawMessage `json:"work,omitempty"`   // work document
	Scenes json.RawMessage `json:"scenes,omitempty"` // list of documents of shared states
}

// Check checks a matrix, a problem with its solution, or a network for the current problem, given as a text or, a matrix, as the bytes of a
// .npy file.
type Check struct {
	Text string `json:"text,omitempty" says:"The text"` // the text, up to 4 MB
	Data []byte `json:"data,omitempty" says:"The file"` // the file, up to 4 MB
}

// ClearCheck discards the object under check.
type ClearCheck struct{}
