package view

import (
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
)

// The names of the tools, as in intent.Tools.
const (
	draw   = "draw"
	move   = "move"
	label  = "label"
	erase  = "erase"
	choose = "select"
)

// tools maps the names to the tools of the pictures.
var tools = map[string]protocol.Tool{
	draw: protocol.ToolDraw, move: protocol.ToolMove, label: protocol.ToolLabel, erase: protocol.ToolErase, choose: protocol.ToolSelect,
}

// Pointer is the current tool and the open gesture.
type Pointer struct {
	tool  string
	brush float64 // radius in per cent of the window
	gesture
}

// gesture is the state between press and release.
type gesture struct {
	open    bool
	changed bool // the data have changed since the press
	grabbed int  // index of the dragged point, or -1
	// other: the gesture is of the other class. painting: it began on a point, so it labels the points that it touches.
	other, painting bool
	sign            float64 // the label that the label tool sets during this gesture; 0 before the first point
	last            workspace.Place
	// For the selection tool: where the dragged point was, whether the gesture selected it, and whether a tap adds to the selection.
	start       workspace.Place
	fresh, more bool
}

// New returns a pointer that draws single points.
func NewPointer() *Pointer { return &Pointer{tool: draw, gesture: gesture{grabbed: -1}} }

// Tool returns the name of the tool.
func (p *Pointer) Tool() string { return p.tool }

// Picture returns the tool in the form that the pictures use.
func (p *Pointer) Picture() protocol.Tool { return tools[p.tool] }

// Brush returns the radius of the brush in per cent of the window; 0 if single points are drawn.
func (p *Pointer) Brush() float64 { return p.brush }

// Radius returns the radius of the brush in data units; 0 if single points are drawn. A brush exists only with two features.
func (p *Pointer) Radius(t *workspace.State) float64 {
	if t.Features() != 2 {
		return 0
	}
	return p.brush / 100 * 2 * t.Window().Half
}

// Open reports whether a gesture is in progress.
func (p *Pointer) Open() bool { return p.open }

// Grabbed returns the index of the dragged point, or -1.
func (p *Pointer) Grabbed() int { return p.grabbed }

// Release ends the gesture.
func (p *Pointer) Release() { p.gesture = gesture{grabbed: -1} }

// SetTool sets the tool. It returns false for an unknown name.
func (p *Pointer) SetTool(name string) bool {
	if slices.Contains(intent.Tools, name) {
		p.tool = name
		return true
	}
	return false
}

// SetBrush sets the radius of the brush in per cent of the window. It returns false if the radius is out of range.
func (p *Pointer) SetBrush(radius float64) bool {
	if radius >= 0 && radius <= intent.WidestBrush {
		p.brush = radius
		return true
	}
	return false
}

// Apply carries out an intent of the pointer on a workspace. An error is one sentence for the user and means that nothing has changed.
func (p *Pointer) Apply(w *workspace.Workspace, in intent.Intent) (workspace.Effect, error) {
	switch in := in.(type) {
	case *intent.Tool:
		w.Close()
		p.Release()
		p.SetTool(in.Name)
		return workspace.Ended, nil
	case *intent.Brush:
		p.SetBrush(in.Value)
		return 0, nil
	case *intent.Release:
		p.tap(w)
		return workspace.Ended, nil
	case *intent.Cancel:
		w.Cancel()
		p.Release()
		return workspace.Ended, nil
	case *intent.Press:
		at, err := p.place(w, in.At)
		if err != nil {
			return 0, err
		}
		w.Close()
		p.gesture = gesture{open: true, grabbed: -1, last: at, other: in.Other}
		return p.answer(w, func() error { return p.press(w, at, touch{in.Radius, in.Index}, in.More) })
	case *intent.Drag:
		at, err := p.place(w, in.At)
		if err != nil || !p.open { // not open: the rest of a cancelled gesture
			return 0, err
		}
		path, err := p.path(w, in.Path)
		if err != nil {
			return 0, err
		}
		return p.answer(w, func() error { return p.drag(w, path, at, touch{in.Radius, in.Index}) })
	}
	return 0, nil
}

// answer carries out a part of a gesture. If it returns an error, what was done before the error stays.
func (p *Pointer) answer(w *workspace.Workspace, do func() error) (workspace.Effect, error) {
	before := w.Revision()
	err := do()
	if w.Revision() != before {
		p.changed = true
	}
	return 0, err
}

// place returns the place of a pointer, or the reason why it cannot draw.
func (p *Pointer) place(w *workspace.Workspace, numbers []float64) (at workspace.Place, err error) {
	t := w.Now()
	switch {
	case !t.Drawable():
		return at, messages.CannotDraw()
	case t.Outputs() > 1 && t.ClassCount() == 0 && (p.tool == draw || p.tool == label):
		return at, messages.CannotDrawRows(t.Outputs())
	case len(numbers) != t.Axes():
		return at, messages.PlaceNumbers(t.Axes())
	}
	return t.Clamp(numbers), nil
}

// path returns the places on the way of a drag. Tools that only take a point to where the pointer is now do not need them, nor does a picture in
// space, where only the view knows which point is under the pointer.
func (p *Pointer) path(w *workspace.Workspace, numbers []float64) ([]workspace.Place, error) {
	axes := w.Now().Axes()
	if len(numbers)%axes != 0 {
		return nil, messages.PathNumbers(axes)
	}
	if p.grabbed >= 0 || w.Now().Features() == workspace.DrawnFeatures {
		return nil, nil
	}
	places := make([]workspace.Place, 0, len(numbers)/axes)
	for at := range slices.Chunk(numbers, axes) {
		places = append(places, w.Now().Clamp(at))
	}
	return places, nil
}

// touch describes what a pointer touches.
type touch struct {
	radius float64
	index  *int
}

// point returns the index of the point that is touched at a place, or -1.
func (h touch) point(w *workspace.Workspace, at workspace.Place) int {
	switch {
	case h.index == nil:
		return w.Nearest(at, h.radius)
	case *h.index < 0 || *h.index >= w.Now().Samples():
		return -1
	}
	return *h.index
}
