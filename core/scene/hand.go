package scene

import (
	"math"

	"conelab/core/wire"
)

// The kinds of pointer event.
const (
	Down = iota
	Move
	Up
	Cancel // the browser took the gesture over: undo what it did
	Leave  // a pointer that only hovered is gone
)

// Pointer is one event of a mouse, a pen or a finger, at a place in pixels; Now is in milliseconds.
type Pointer struct {
	Kind, ID int
	X, Y     float64
	Touch    bool
	Now      float64
}

const (
	// The radius of what a pointer touches, in css pixels.
	mouseRadius, touchRadius = 14.0, 24.0
	// doubleTime and doubleReach bound, in ms and css pixels, two presses that count as one double click.
	doubleTime, doubleReach = 350.0, 24.0
	// tapReach is how far, in css pixels, a finger may stray in a tap.
	tapReach = 8.0
	none     = -1
)

// Hand follows the pointers. In the data tile a gesture becomes press, drag and release intents; in the cone tile one pointer orbits,
// two zoom and a double click goes home; in the cone and certificate tiles pointing at a neuron focuses it.
type Hand struct {
	send func(intent string)

	drawing      int     // the pointer that draws in the data tile, or none
	x, y, radius float64 // where it is, in data coordinates
	pending      bool    // its place was not sent yet

	fingers      [2]finger // the pointers that hold the cone tile
	held         int       // how many
	strayed      float64   // how far they went since the first came, in css pixels
	lastX, lastY float64   // where and when the first came
	lastDown     float64

	focus  int // the neuron that this hand has put in focus, or none
	cursor string
}

// Stage is what a hand touches: the view, whose camera it turns, and the snapshot and the scene whose newest frame is seen.
type Stage struct {
	Scene    *Scene
	Snapshot *wire.Snapshot
	View     *View
}

// finger is a pointer that holds the cone tile.
type finger struct {
	id   int
	x, y float64
}

// NewHand returns a hand that sends its intents, as JSON text, to send.
func NewHand(send func(intent string)) *Hand {
	return &Hand{send: send, drawing: none, focus: none, lastDown: math.Inf(-1)}
}

// Cursor returns the shape of the pointer, a name known to style sheets.
func (h *Hand) Cursor() string { return h.cursor }

// Point takes one event. It returns whether the hand holds on to the gesture.
func (h *Hand) Point(p Pointer, on *Stage) (taken bool) {
	if on.Snapshot.Dimension != 2 || p.X-p.X != 0 || p.Y-p.Y != 0 {
		return false
	}
	switch p.Kind {
	case Down:
		taken = h.down(&p, on)
	case Move:
		taken = h.move(&p, on)
	case Up, Cancel:
		h.up(&p, on)
	case Leave:
		h.setFocus(none)
	}
	h.cursor = h.shape(&p, on)
	return taken
}

// Flush sends the newest drag, if it was not sent yet. It is called once for each animation frame.
func (h *Hand) Flush() {
	if h.pending {
		h.pending = false
		h.send(pointIntent("drag", h.x, h.y, h.radius))
	}
}

func (h *Hand) down(p *Pointer, on *Stage) bool {
	switch on.View.Layout.TileAt(p.X, p.Y) {
	case TileData:
		if h.drawing != none || h.held > 0 {
			return false
		}
		h.drawing = p.ID
		h.setFocus(none)
		h.locate(p, on)
		h.send(pointIntent("press", h.x, h.y, h.radius))
		return true
	case TileCone:
		return h.hold(p, on.View)
	case TileCertificate:
		h.setFocus(on.neuron(TileCertificate, p))
	}
	return false
}

// locate takes over where the drawing pointer is.
func (h *Hand) locate(p *Pointer, on *Stage) {
	plane := on.plane()
	h.x, h.y = plane.Point(p.X, p.Y)
	h.radius = on.radius(p) / plane.KX
}

// hold begins or joins a gesture in the cone tile.
func (h *Hand) hold(p *Pointer, v *View) bool {
	if h.held == len(h.fingers) || h.drawing != none {
		return false
	}
	if h.held == 0 {
		near := math.Hypot(p.X-h.lastX, p.Y-h.lastY) <= doubleReach*v.Layout.Scale
		if near && p.Now-h.lastDown < doubleTime {
			v.Camera = HomeCamera()
		}
		h.lastX, h.lastY, h.lastDown, h.strayed = p.X, p.Y, p.Now, 0
	} else {
		h.strayed = math.Inf(1)
	}
	h.fingers[h.held] = finger{p.ID, p.X, p.Y}
	h.held++
	return true
}

func (h *Hand) move(p *Pointer, on *Stage) bool {
	if p.ID == h.drawing {
		h.locate(p, on)
		h.pending = true
		return true
	}
	if i := h.fingerOf(p.ID); i >= 0 {
		h.orbit(i, p, on.View)
		return true
	}
	if h.drawing == none && h.held == 0 && !p.Touch {
		h.setFocus(on.neuron(on.View.Layout.TileAt(p.X, p.Y), p))
	}
	return false
}

// orbit turns the cone by the motion of one finger; of two, each turns it by half of its motion and their distance zooms.
func (h *Hand) orbit(i int, p *Pointer, v *View) {
	f := &h.fingers[i]
	dx, dy := (p.X-f.x)/v.Layout.Scale, (p.Y-f.y)/v.Layout.Scale
	before := h.spread()
	f.x, f.y = p.X, p.Y
	h.strayed += math.Hypot(dx, dy)
	if h.held == 2 {
		dx, dy = dx/2, dy/2
		if before > 1 {
			v.Camera.Magnify(h.spread() / before)
		}
	}
	v.Camera.Orbit(dx, dy)
}

// spread returns the distance of the two fingers in pixels.
func (h *Hand) spread() float64 {
	return math.Hypot(h.fingers[0].x-h.fingers[1].x, h.fingers[0].y-h.fingers[1].y)
}

func (h *Hand) up(p *Pointer, on *Stage) {
	if p.ID == h.drawing {
		h.drawing = none
		if p.Kind == Cancel {
			h.pending = false
			h.send(cancelIntent)
			return
		}
		h.Flush()
		h.send(releaseIntent)
		return
	}
	i := h.fingerOf(p.ID)
	if i < 0 {
		return
	}
	h.held--
	h.fingers[i] = h.fingers[h.held]
	if p.Kind == Up && h.held == 0 && h.strayed < tapReach {
		h.setFocus(on.neuron(TileCone, p))
	}
}

// setFocus asks for the focus on a neuron, only if it is not what this hand asked for last.
func (h *Hand) setFocus(neuron int) {
	if neuron != h.focus {
		h.focus = neuron
		h.send(focusIntent(neuron))
	}
}

func (h *Hand) fingerOf(id int) int {
	for i := range h.fingers[:h.held] {
		if h.fingers[i].id == id {
			return i
		}
	}
	return none
}

// shape returns the cursor for what is under the pointer.
func (h *Hand) shape(p *Pointer, on *Stage) string {
	switch tile := on.View.Layout.TileAt(p.X, p.Y); {
	case h.held > 0 || h.drawing != none && on.Snapshot.Grabbed >= 0:
		return "grabbing"
	case h.drawing != none:
		return "crosshair"
	case tile == TileData:
		plane := on.plane()
		x, y := plane.Point(p.X, p.Y)
		if PointAt(on.Snapshot.Points, x, y, on.radius(p)/plane.KX) >= 0 {
			return "grab"
		}
		return "crosshair"
	case on.neuron(tile, p) >= 0:
		return "pointer"
	case tile == TileCone:
		return "grab"
	}
	return "default"
}

func (on *Stage) plane() Plane {
	return DataPlane(on.View.Layout.Tiles[TileData], on.Snapshot.Window)
}

// radius returns how far around its place a pointer reaches, in pixels.
func (on *Stage) radius(p *Pointer) float64 {
	if p.Touch {
		return touchRadius * on.View.Layout.Scale
	}
	return mouseRadius * on.View.Layout.Scale
}

// neuron returns the neuron under the pointer in a tile, or -1.
func (on *Stage) neuron(tile int, p *Pointer) int {
	return on.Scene.NeuronAt(tile, p.X, p.Y, on.radius(p))
}
