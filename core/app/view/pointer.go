package view

import (
	"math"
	"math/rand/v2"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
)

// sprayed is the number of points that a brush draws at each position; positions are one radius apart.
const sprayed = 3

// Pointer is the current tool and the open gesture on the data of a workspace.
type Pointer struct {
	work  *workspace.Workspace
	Tool  protocol.Tool
	Brush float64 // radius in per cent of the window
	gesture
}

// gesture is the state between press and release.
type gesture struct {
	open    bool
	began   uint32  // revision of the data at the press
	grabbed int     // index of the dragged point, or -1
	other   bool    // the gesture draws the other class
	sign    float64 // the label that this gesture gives to the points that it touches; 0 before the first one, and if it gives none
	last    protocol.Vec
	// For the selection tool: where the dragged point was, whether the gesture selected it, and whether a tap adds to the selection.
	start       protocol.Vec
	fresh, more bool
}

// NewPointer returns a pointer that draws single points.
func NewPointer(work *workspace.Workspace) *Pointer {
	return &Pointer{work: work, gesture: gesture{grabbed: -1}}
}

// Page describes the pointer for the page.
func (p *Pointer) Page() protocol.PagePointer {
	return protocol.PagePointer{Tool: intent.Tools[p.Tool], Brush: p.Brush, Grabbed: p.grabbed}
}

// Radius returns the radius of the brush in data units; 0 if single points are drawn. A brush exists only with two features.
func (p *Pointer) Radius() float64 {
	if p.work.Now().D != 2 {
		return 0
	}
	return p.Brush / 100 * 2 * p.work.Now().Window.Half
}

// End ends the gesture and its step of the history.
func (p *Pointer) End() {
	if p.work.PointerStepOpen() {
		p.work.Close()
	}
	p.gesture = gesture{grabbed: -1}
}

// EndUnlessDrawing ends the gesture, after a change of the data, if anything else has made that change.
func (p *Pointer) EndUnlessDrawing() {
	if !p.work.PointerStepOpen() {
		p.End()
	}
}

// Choose ends the gesture and sets the tool, one of intent.Tools.
func (p *Pointer) Choose(tool string) {
	p.work.Close()
	p.End()
	p.Tool = protocol.Tool(slices.Index(intent.Tools, tool))
}

// Press starts a gesture. An error, here and in Drag, is one sentence for the user and means that nothing has changed.
func (p *Pointer) Press(in *intent.Press) (err error) {
	err = p.refusal(in.At, nil)
	if err != nil {
		return err
	}
	p.work.Close()
	at := p.work.Now().Clamp(in.At)
	p.gesture = gesture{open: true, began: p.work.Revision, grabbed: -1, last: at, other: in.Other}
	under := p.pointAt(at, in.Radius, in.Index)
	switch {
	case p.Tool == protocol.ToolDraw && p.Radius() > 0:
		err = p.spray(at)
	case p.Tool == protocol.ToolDraw && under >= 0 && p.other && !p.work.Now().HeightIsLabel():
		p.sign, _ = p.work.LabelToDraw(true)
		p.paint(under)
	case p.Tool == protocol.ToolDraw && under < 0:
		err = p.add(at)
		if p.work.Now().D == workspace.DrawnFeatures { // the drag that follows lifts it from the floor
			p.grabbed = p.work.Now().Samples() - 1
		}
	case p.Tool == protocol.ToolDraw, p.Tool == protocol.ToolMove:
		p.grabbed = under
	case p.Tool == protocol.ToolLabel:
		p.relabel(at, under)
	case p.Tool == protocol.ToolErase:
		p.erase(at, under, in.Radius)
	case p.Tool == protocol.ToolSelect && under >= 0:
		p.grab(under, in.More)
	}
	if err != nil {
		p.End()
	}
	return err
}

// Drag continues the gesture, unless that was cancelled.
func (p *Pointer) Drag(in *intent.Drag) error {
	if err := p.refusal(in.At, in.Path); err != nil || !p.open {
		return err
	}
	at := p.work.Now().Clamp(in.At)
	switch {
	case p.grabbed >= 0 && p.Tool == protocol.ToolSelect:
		for k := range at {
			at[k] -= p.start[k]
		}
		p.work.MoveSelected(at)
		return nil
	case p.grabbed >= 0:
		p.work.Move(p.grabbed, at)
		return nil
	}
	before, path := p.work.Revision, in.Path
	if p.work.Now().D == workspace.DrawnFeatures {
		path = nil // in space, only the view knows which point is under the pointer
	}
	var err error
	for between := range slices.Chunk(path, len(in.At)) { // what the pointer touches on the way is found by the radius
		err = p.drag(p.work.Now().Clamp(between), in.Radius, nil)
		if err != nil {
			break
		}
	}
	if err == nil {
		err = p.drag(at, in.Radius, in.Index)
	}
	if p.work.Revision == before {
		return err
	}
	return nil // what was drawn on the way stays; a move that draws nothing is refused
}

// Release ends the gesture.
func (p *Pointer) Release() {
	p.tap()
	p.End()
}

// Cancel ends the gesture and takes back what it has changed.
func (p *Pointer) Cancel() {
	p.work.Cancel()
	p.End()
}

// refusal returns the reason why the pointer cannot draw at a place, or along a path to it.
func (p *Pointer) refusal(at, path []float64) error {
	switch t := p.work.Now(); {
	case t.Sums() != nil:
		return t.NoPoints()
	case !t.Drawable():
		return messages.Refuse("Points can be drawn for a dense network with up to three features; this problem has another shape.")
	case t.Outputs > 1 && t.ClassCount() == 0 && (p.Tool == protocol.ToolDraw || p.Tool == protocol.ToolLabel):
		return messages.Refuse("Each label here is a row of {} numbers, which the pointer cannot give; points can be moved and erased, and "+
			"the table has their labels.", t.Outputs)
	case len(at) != t.Axes():
		return messages.Refuse("A pointer intent needs a place of {} numbers and a radius above 0.", t.Axes())
	case len(path)%t.Axes() != 0:
		return messages.Refuse("The path of a drag needs {} numbers for each place.", t.Axes())
	}
	return nil
}

// pointAt returns the index of the point that a pointer touches at a place, or -1: the given one, or else the nearest within the radius.
func (p *Pointer) pointAt(at protocol.Vec, radius float64, index *int) int {
	switch {
	case index == nil:
		return p.work.Nearest(at, radius)
	case *index < 0 || *index >= p.work.Now().Samples():
		return -1
	}
	return *index
}

// drag continues a gesture that drags no point at a place.
func (p *Pointer) drag(at protocol.Vec, radius float64, index *int) error {
	switch {
	case p.Tool == protocol.ToolDraw && p.sign != 0: // begun on a point
		p.paint(p.pointAt(at, radius, index))
	case p.Tool == protocol.ToolDraw && p.Radius() > 0:
		return p.stroke(at, p.Radius(), p.spray)
	case p.Tool == protocol.ToolDraw:
		return p.stroke(at, 2*radius, p.add)
	case p.Tool == protocol.ToolLabel:
		p.relabel(at, p.pointAt(at, radius, index))
	case p.Tool == protocol.ToolErase:
		p.erase(at, p.pointAt(at, radius, index), radius)
	}
	return nil
}

// stroke calls draw at places between the last place and at, the given distance apart.
func (p *Pointer) stroke(at protocol.Vec, apart float64, draw func(protocol.Vec) error) error {
	for {
		distance := p.work.Now().Distance(at, p.last)
		if distance < apart {
			return nil
		}
		next := p.last
		for k := range next {
			next[k] += apart / distance * (at[k] - next[k])
		}
		if err := draw(next); err != nil {
			return err
		}
	}
}

// add draws a point.
func (p *Pointer) add(at protocol.Vec) error {
	if p.work.Now().Samples() >= workspace.MaxDrawn {
		return messages.Refuse("There are {} points already; erase some to draw more.", workspace.MaxDrawn)
	}
	p.work.Add(at, p.other)
	p.last = at
	return nil
}

// spray adds random points under the brush, as many as there is room for; it is an error if there is none. The same gesture on the same
// points always draws the same points.
func (p *Pointer) spray(at protocol.Vec) error {
	rng, radius := rand.New(rand.NewPCG(uint64(p.work.Now().Samples()), 1)), p.Radius()
	for k := range sprayed {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		r := radius * math.Sqrt(rng.Float64())
		if err := p.add(p.work.Now().Clamp([]float64{at[0] + r*cos, at[1] + r*sin})); err != nil {
			if k == 0 {
				return err
			}
			break
		}
	}
	p.last = at
	return nil
}

// relabel labels the points under the brush, or point i. All points of a gesture get the same sign, the opposite of the first
// one's. If each class has an output, they get the class of new points, or the next one.
func (p *Pointer) relabel(at protocol.Vec, i int) {
	radius := p.Radius()
	if radius == 0 {
		p.paint(i)
		return
	}
	p.paint(p.work.Nearest(at, radius)) // decides the sign
	var under []int
	for j := range p.work.Now().Samples() {
		if p.work.Now().Distance(p.work.PlaceOf(j), at) <= radius {
			under = append(under, j)
		}
	}
	p.work.Paint(under, p.sign, p.other)
}

// paint gives point i, unless it is -1, the sign of the gesture or the class of new points.
func (p *Pointer) paint(i int) {
	if i < 0 {
		return
	}
	if p.sign == 0 {
		p.sign = 1
		if p.work.Now().Label(i, 0) > 0 {
			p.sign = -1
		}
	}
	p.work.Paint([]int{i}, p.sign, p.other)
}

// erase removes the points under the brush or within the radius. In three dimensions it removes point i, which is visible under
// the pointer.
func (p *Pointer) erase(at protocol.Vec, i int, radius float64) {
	gone := func(j int) bool { return j == i }
	if p.work.Now().D < workspace.DrawnFeatures {
		radius = math.Max(radius, p.Radius())
		i = p.work.Nearest(at, radius)
		gone = func(j int) bool { return p.work.Now().Distance(p.work.PlaceOf(j), at) <= radius }
	}
	if i >= 0 {
		p.work.Erase(gone)
	}
}

// grab starts a gesture of the selection tool on point i. A point that is not selected is first selected, alone or in addition to
// the others.
func (p *Pointer) grab(i int, more bool) {
	p.grabbed, p.more = i, more
	p.fresh, p.start = !p.work.IsSelected(i), p.work.PlaceOf(i)
	if p.fresh {
		how := "set"
		if more {
			how = "add"
		}
		_ = p.work.Select(how, []int{i})
	}
}

// tap ends a gesture of the selection tool. A tap on one of several selected points selects only that point, or deselects it if taps add.
func (p *Pointer) tap() {
	if p.Tool != protocol.ToolSelect || !p.open || p.grabbed < 0 || p.work.Revision != p.began || p.fresh {
		return
	}
	how := "set"
	if p.more {
		how = "remove"
	}
	_ = p.work.Select(how, []int{p.grabbed})
}
