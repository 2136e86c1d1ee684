package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/draw/canvas"
)

// The kinds of pointer event.
const (
	Down = iota
	Move
	Up
	Cancel // the browser took over the gesture: undo its effect
	Leave  // a hovering pointer has left
)

// PointerEvent is one event of a mouse, a pen or a finger at a position in pixels. Path holds the positions since the event before it, x
// and y of each, where the browser reports several moves as one. Now is in milliseconds. The bits of Buttons are those of a browser's
// PointerEvent. More is set if a key is held that adds to the selection, or lifts a point.
type PointerEvent struct {
	Kind, ID int
	X, Y     float64
	Path     []float64
	Touch    bool
	Buttons  int
	More     bool
	Now      float64
}

// right reports whether the right button is down.
func (p *PointerEvent) right() bool { return p.Buttons&secondary != 0 }

const (
	// tapDistance is how far, in css pixels, a finger may move in a tap.
	tapDistance = 8.0
	none        = -1
	// secondary is the bit of the right button in Buttons.
	secondary = 2
)

// gesture is what the pointers are doing, one thing at a time.
type gesture int

const (
	idle      gesture = iota
	drawing           // with a tool in the data tile
	selecting         // points in the data tile, by a rectangle around them
	rotating          // a neuron
	orbiting          // the camera of a picture with depth moves, by up to two pointers
	steering          // what the certificate shows: see grab
)

// Input turns pointer events into intents and camera moves. In the data tile a gesture becomes press, drag and release intents;
// in space only if it begins on the floor or on a point. With the select tool it selects points. The right button and a second
// finger draw the other class. In a picture with depth, one pointer orbits, the right button
// or two fingers pan, two fingers zoom, and a double click returns to the home view. A neuron that can be rotated follows the
// pointer that grabs it, and so does the arrow of a neuron under inspection. Pointing at a neuron or a point highlights it.
type Input struct {
	send    func(intent.Intent)
	gesture gesture
	pointer int          // that makes the gesture, if only one does
	tile    int          // where it began
	down    canvas.Pixel // where it began, in css pixels

	stroke stroke
	orbit  orbit
	neuron int // the neuron that is rotated or perturbed, or none
	// scale is the factor of that neuron's weight when it was grabbed, turn its angle minus the pointer's, in degrees.
	turn, scale float64

	focus, point int // the neuron and the point last put in focus, or none
	points       int // how many points there were then; the session forgets the point when their number changes
	probing      int // the tile in which a pointer has chosen the line that is shown, or none
	cursor       string
}

// NewInput returns an Input that passes its intents to send.
func NewInput(send func(intent.Intent)) *Input {
	return &Input{send: send, neuron: none, focus: none, point: none, probing: none, orbit: orbit{time: math.Inf(-1)}}
}

// Cursor returns the CSS name of the pointer's shape.
func (in *Input) Cursor() string { return in.cursor }

// Handle takes one event. It reports whether the event belongs to a captured gesture.
func (in *Input) Handle(p PointerEvent, hit *HitTest) (taken bool) {
	if p.X-p.X != 0 || p.Y-p.Y != 0 {
		return false
	}
	tile := hit.tileAt(&p)
	if tile != protocol.PictureNetwork || p.Kind == Leave {
		hit.View.HoveredNeuron = noNeuron
	}
	if in.gesture != idle {
		tile = in.tile
	}
	if in.probing != none && (tile != in.probing || p.Kind == Leave) {
		in.probe(none, nil)
	}
	hit = hit.programOf(tile)
	switch {
	case in.gesture == idle && p.Kind != Leave && tile >= 0 && pictures[tile].over != nil: // one that leaves may be over another already
		in.cursor, taken = pictures[tile].over(in, &p, hit)
		return taken
	case hit.Snapshot.Dimension == 0 && p.Kind != Up && p.Kind != Cancel:
		return false
	case hit.Snapshot.Dimension == 0: // what the gesture would have touched is gone
		p.Kind = Cancel
	}
	switch p.Kind {
	case Down:
		taken = in.press(&p, hit)
	case Move:
		taken = in.move(&p, hit)
	case Up, Cancel:
		in.up(&p, hit)
	case Leave:
		in.setFocus(none)
		in.setPoint(none, hit)
	}
	hit.View.Hover = canvas.Hidden
	if hit.Snapshot.Brush > 0 && (p.Kind == Down || p.Kind == Move) {
		hit.View.Hover = canvas.XY(p.X, p.Y)
	}
	in.cursor = in.gestureCursor(&p, hit)
	return taken
}

// begin begins a gesture of one pointer.
func (in *Input) begin(g gesture, tile int, p *PointerEvent, hit *HitTest) {
	in.gesture, in.tile, in.pointer, in.down = g, tile, p.ID, hit.css(p)
}

// press begins the gesture for what is under a pointer that has been pressed, or joins the gesture of another finger.
func (in *Input) press(p *PointerEvent, hit *HitTest) bool {
	tile := hit.tileAt(p)
	depth, isData := HasDepth(tile, hit.Snapshot.Depth()), tile == protocol.PictureData
	switch in.gesture {
	case idle:
	case drawing:
		return isData && in.secondFinger(p, hit)
	case orbiting:
		return depth && in.startCamera(tile, p, hit)
	default:
		return false
	}
	switch grip := hit.grip(tile, p); {
	case grip == gripArgument, grip == gripCandidate, grip == gripLine && !p.right():
		in.begin(steering, tile, p, hit)
		in.grab(p, hit)
		in.steer(p, hit)
		return true
	case grip == gripLine, tile < 0:
		return false
	case depth && (p.right() || grip == gripCamera):
		return in.startCamera(tile, p, hit)
	case p.right() && isData:
		return hit.drawsOther() && in.startDrawing(p, hit, false, true)
	case grip == gripNeuron && !p.right():
		in.begin(rotating, tile, p, hit)
		in.neuron = hit.neuron(tile, p)
		if isData { // only the data tile shows the function of the neuron in focus
			in.setFocus(in.neuron)
		} else {
			in.setFocus(none)
		}
		return true
	case isData && hit.Snapshot.Tool == protocol.ToolSelect:
		return in.startSelection(p, hit)
	case grip == gripPoint, grip == gripPlace:
		return in.startDrawing(p, hit, false, false)
	case !isData:
		in.setFocus(hit.neuron(tile, p))
	}
	return false
}

func (in *Input) move(p *PointerEvent, hit *HitTest) bool {
	switch {
	case in.gesture == orbiting:
		return in.moveCamera(p, hit)
	case in.gesture == idle && !p.Touch:
		tile := hit.tileAt(p)
		if hit.grip(tile, p) == gripLine {
			in.steer(p, hit)
			return false
		}
		in.setFocus(hit.hovered(tile, p))
		in.setPoint(hit.pointUnder(tile, p), hit)
		return false
	case in.gesture == idle || p.ID != in.pointer:
		return false
	case in.gesture == selecting:
		in.band(p, hit)
	case in.gesture == drawing:
		in.drag(p, hit)
	case in.gesture == steering:
		in.steer(p, hit)
	case in.gesture == rotating:
		if u, ok := pictures[in.tile].toward(hit, p); ok {
			in.send(intent.Rotate{Neuron: in.neuron, U: u[:]})
		}
	}
	return true
}

func (in *Input) up(p *PointerEvent, hit *HitTest) {
	switch {
	case in.gesture == orbiting:
		in.endCamera(p, hit)
		return
	case in.gesture == idle || p.ID != in.pointer:
		return
	case in.gesture == selecting:
		in.band(p, hit)
	case in.gesture == drawing && p.Kind == Cancel:
		in.send(intent.Cancel{})
	case in.gesture == drawing:
		in.send(intent.Release{})
	case in.gesture == rotating && p.Touch:
		in.setFocus(none)
	}
	in.gesture = idle
}

// setFocus and setPoint ask the session for the focus on a neuron or a point, unless that request was the last one sent.
func (in *Input) setFocus(neuron int) {
	if neuron != in.focus {
		in.focus = neuron
		in.send(intent.Focus{Neuron: neuron})
	}
}

func (in *Input) setPoint(index int, hit *HitTest) {
	if points := len(hit.Snapshot.Points); index != in.point || index != none && points != in.points {
		in.point, in.points = index, points
		in.send(intent.HighlightPoint{Index: index})
	}
}

// gestureCursor returns the cursor of the gesture, or of what is under a pointer that makes none.
func (in *Input) gestureCursor(p *PointerEvent, hit *HitTest) string {
	switch topic := hit.Snapshot.Argument.Topic; {
	case in.gesture == idle, in.gesture == steering && topic == protocol.Tangents:
		return hit.cursor(p)
	case in.gesture == steering && topic.Argues(), in.gesture == orbiting, in.gesture == rotating,
		in.gesture == drawing && hit.Snapshot.Grabbed >= 0:
		return "grabbing"
	}
	return "crosshair"
}
