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

// Pointer is one event of a mouse, a pen or a finger, at a place in pixels; Now is in milliseconds. Buttons has bit 2 for the right button.
type Pointer struct {
	Kind, ID int
	X, Y     float64
	Touch    bool
	Buttons  int
	Shift    bool
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
	// secondary is the bit of the right button.
	secondary = 2
)

// Hand follows the pointers. In the data tile a gesture becomes press, drag and release intents, in space too where it begins on the floor
// or on a point; with the tool that selects it chooses points; in a picture with depth one pointer orbits, the right button or two fingers move, two fingers zoom and a double click goes
// home; a neuron that can be turned follows the pointer that takes it; pointing at a neuron or a point lights it up.
type Hand struct {
	send func(intent string)

	drawing int    // the pointer that draws in the data tile, or none
	at      string // where it is, as the inside of an intent
	lift    lift   // how a point moves in space
	pending bool   // its place was not sent yet

	banding int      // the pointer that draws a rectangle around points, or none
	turning int      // the pointer that turns a neuron, or none
	neuron  int      // the neuron
	toward  wire.Vec // its direction

	// What is kept of pointers from event to event is in css pixels, which are the same when the picture changes its sharpness.
	fingers      [2]finger // the pointers that hold a picture with depth
	held         int       // how many
	tile         int       // which picture
	strayed      float64   // how far they went since the first came
	lastX, lastY float64   // where and when the first came, with which buttons
	lastDown     float64
	lastButtons  int

	focus  int // the neuron that this hand has put in focus, or none
	point  int // the point, or none
	cursor string
}

// Stage is what a hand touches: the view, whose cameras it turns, and the snapshot and the scene whose newest frame is seen.
type Stage struct {
	Scene    *Scene
	Snapshot *wire.Snapshot
	View     *View
}

// finger is a pointer that holds a picture with depth.
type finger struct {
	id   int
	x, y float64
}

// NewHand returns a hand that sends its intents, as JSON text, to send.
func NewHand(send func(intent string)) *Hand {
	return &Hand{send: send, drawing: none, banding: none, turning: none, focus: none, point: none, lastDown: math.Inf(-1)}
}

// Cursor returns the shape of the pointer, a name known to style sheets.
func (h *Hand) Cursor() string { return h.cursor }

// HasDepth reports whether a tile is a picture with depth, for data with d features, 0 for a plane (wire.Snapshot.Depth).
func HasDepth(tile, d int) bool {
	switch tile {
	case TileNeural:
		return d > 0
	case TileSpectrahedron:
		return d > 1
	case TileLorentz:
		return d == 2
	case TileData, TileCertificate, TileNeurons:
		return d == 3
	}
	return false
}

// Point takes one event. It returns whether the hand holds on to the gesture.
func (h *Hand) Point(p Pointer, on *Stage) (taken bool) {
	if p.X-p.X != 0 || p.Y-p.Y != 0 {
		return false
	}
	if h.race(&p, on) || h.walk(&p, on) || on.Snapshot.Dimension == 0 {
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
		h.setPoint(none)
	}
	on.View.Hovers = p.Kind == Down || p.Kind == Move
	on.View.Hover = spot{x: p.X, y: p.Y}
	h.cursor = h.shape(&p, on)
	return taken
}

// Flush sends the newest drag or turn, if it was not sent yet. It is called once for each animation frame.
func (h *Hand) Flush() {
	if !h.pending {
		return
	}
	h.pending = false
	if h.turning != none {
		h.send(turnIntent(h.neuron, h.toward))
		return
	}
	h.send(pointIntent("drag", h.at))
}

func (h *Hand) down(p *Pointer, on *Stage) bool {
	tile := on.View.Layout.TileAt(p.X, p.Y)
	if tile < 0 {
		return false
	}
	if h.drawing != none || h.turning != none || h.banding != none {
		return false
	}
	if h.held == 0 && p.Buttons&secondary == 0 {
		if tile == TileData && on.Snapshot.Tool == wire.ToolSelect {
			return h.choose(p, on)
		}
		if tile == TileData && on.pointUnder(tile, p) >= 0 && h.press(p, on) {
			return true
		}
		if h.take(tile, p, on) || tile == TileData && h.press(p, on) {
			return true
		}
	}
	if HasDepth(tile, on.Snapshot.Depth()) {
		return h.hold(tile, p, on.View)
	}
	if tile != TileData {
		h.setFocus(on.neuron(tile, p))
	}
	return false
}

// press begins to draw, unless the press means the camera.
func (h *Hand) press(p *Pointer, on *Stage) bool {
	if on.Snapshot.Plane {
		return false // nothing can be drawn there
	}
	at, ok := h.locate(p, on, true)
	if !ok {
		return false
	}
	h.drawing, h.at = p.ID, at
	h.setFocus(none)
	h.send(pointIntent("press", h.at))
	return true
}

// locate returns where the drawing pointer is, as the inside of an intent; it reports false where a press there is not for the data.
func (h *Hand) locate(p *Pointer, on *Stage, press bool) (at string, ok bool) {
	snap := on.Snapshot
	if snap.Dimension == 3 {
		return h.locateInRoom(p, on, press)
	}
	plane := on.plane()
	x, y := plane.Point(p.X, p.Y)
	index := none
	if snap.Dimension == 1 {
		index = plotPoint(snap.Points, plane, p.X, p.Y, on.radius(p))
	} else {
		index = PointAt(snap.Points, x, y, on.radius(p)/plane.KX)
	}
	return placeText(wire.Vec{x, y}, 2, on.radius(p)/plane.KX, index), true
}

// take begins to turn the neuron under the pointer, if its network is one of many.
func (h *Hand) take(tile int, p *Pointer, on *Stage) bool {
	k := on.neuron(tile, p)
	if !on.canTurn(k) {
		return false
	}
	if _, ok := on.toward(tile, k, p); !ok {
		return false
	}
	h.turning, h.neuron, h.tile = p.ID, k, tile
	h.setFocus(none)
	return true
}

// hold begins or joins a gesture in a picture with depth.
func (h *Hand) hold(tile int, p *Pointer, v *View) bool {
	if h.held == len(h.fingers) || h.held > 0 && tile != h.tile {
		return false
	}
	x, y := p.X/v.Layout.Scale, p.Y/v.Layout.Scale
	if h.held == 0 {
		near := math.Hypot(x-h.lastX, y-h.lastY) <= doubleReach && h.strayed < tapReach
		if near && p.Now-h.lastDown < doubleTime && tile == h.tile && p.Buttons == h.lastButtons {
			v.Cameras[tile].Look("home")
		}
		h.tile = tile
		h.lastX, h.lastY, h.lastDown, h.lastButtons, h.strayed = x, y, p.Now, p.Buttons, 0
	} else {
		h.strayed = math.Inf(1)
	}
	h.fingers[h.held] = finger{p.ID, x, y}
	h.held++
	return true
}

func (h *Hand) move(p *Pointer, on *Stage) bool {
	switch {
	case p.ID == h.banding:
		h.band(p, on)
		return true
	case p.ID == h.drawing:
		h.at, _ = h.locate(p, on, false)
		h.pending = true
		return true
	case p.ID == h.turning:
		if u, ok := on.toward(h.tile, h.neuron, p); ok {
			h.toward, h.pending = u, true
		}
		return true
	}
	if i := h.fingerOf(p.ID); i >= 0 {
		h.carry(i, p, on.View)
		return true
	}
	if h.drawing == none && h.turning == none && h.banding == none && h.held == 0 && !p.Touch {
		tile := on.View.Layout.TileAt(p.X, p.Y)
		h.setFocus(on.neuron(tile, p))
		h.setPoint(on.pointUnder(tile, p))
	}
	return false
}

// carry turns the picture by the motion of one finger, or moves it with the right button; two fingers move it by half of the motion of
// each, and their distance zooms.
func (h *Hand) carry(i int, p *Pointer, v *View) {
	f, c := &h.fingers[i], &v.Cameras[h.tile]
	x, y := p.X/v.Layout.Scale, p.Y/v.Layout.Scale
	dx, dy := x-f.x, y-f.y
	before := h.spread()
	f.x, f.y = x, y
	h.strayed += math.Hypot(dx, dy)
	half := min(v.Layout.Tiles[h.tile].W, v.Layout.Tiles[h.tile].H) / v.Layout.Scale / 2
	switch {
	case h.held == 2:
		if before > 1 {
			c.Magnify(h.spread() / before)
		}
		c.Pan(dx/2/half, dy/2/half)
	case p.Buttons&secondary != 0:
		c.Pan(dx/half, dy/half)
	default:
		c.Orbit(dx, dy)
	}
}

// spread returns the distance of the two fingers in css pixels.
func (h *Hand) spread() float64 {
	return math.Hypot(h.fingers[0].x-h.fingers[1].x, h.fingers[0].y-h.fingers[1].y)
}

func (h *Hand) up(p *Pointer, on *Stage) {
	switch p.ID {
	case h.banding:
		h.band(p, on)
		return
	case h.drawing:
		h.drawing = none
		if p.Kind == Cancel {
			h.pending = false
			h.send(cancelIntent)
			return
		}
		h.flushDrag()
		h.send(releaseIntent)
		h.lift.tapped = !h.lift.moved
		return
	case h.turning:
		h.Flush()
		h.turning = none
		return
	}
	i := h.fingerOf(p.ID)
	if i < 0 {
		return
	}
	h.held--
	h.fingers[i] = h.fingers[h.held]
	if p.Kind == Up && h.held == 0 && h.strayed < tapReach {
		h.setFocus(on.neuron(h.tile, p))
	}
}

// flushDrag sends the last place of the pointer that drew.
func (h *Hand) flushDrag() {
	if h.pending {
		h.pending = false
		h.send(pointIntent("drag", h.at))
	}
}

// setFocus and setPoint ask for the focus on a neuron or a point, only if it is not what this hand asked for last.
func (h *Hand) setFocus(neuron int) {
	if neuron != h.focus {
		h.focus = neuron
		h.send(focusIntent(neuron))
	}
}

func (h *Hand) setPoint(index int) {
	if index != h.point {
		h.point = index
		h.send(indexIntent(index))
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
	tile, d := on.View.Layout.TileAt(p.X, p.Y), on.Snapshot.Depth()
	switch {
	case on.Snapshot.Plane && tile == TileData:
		return "default"
	case h.held > 0 || h.turning != none || h.drawing != none && on.Snapshot.Grabbed >= 0:
		return "grabbing"
	case h.drawing != none, h.banding != none:
		return "crosshair"
	case tile == TileData && on.pointUnder(tile, p) >= 0:
		return "grab"
	case tile == TileData && on.neuron(tile, p) < 0 &&
		(d < 3 || on.Snapshot.Tool == wire.ToolSelect || on.Snapshot.Tool == wire.ToolDraw && on.onFloor(p)):
		return "crosshair"
	case on.canTurn(on.neuron(tile, p)):
		return "grab"
	case on.neuron(tile, p) >= 0:
		return "pointer"
	case HasDepth(tile, d):
		return "grab"
	}
	return "default"
}

func (on *Stage) plane() Plane {
	return DataPlane(on.View.Layout.Tiles[TileData], on.Snapshot.Window, on.Snapshot.Dimension)
}

// radius returns how far around its place a pointer reaches, in pixels.
func (on *Stage) radius(p *Pointer) float64 {
	if p.Touch {
		return touchRadius * on.View.Layout.Scale
	}
	return mouseRadius * on.View.Layout.Scale
}

// canTurn reports whether there is a neuron k and its network is one of many.
func (on *Stage) canTurn(k int) bool {
	if k < 0 || k >= len(on.Snapshot.Neurons) {
		return false
	}
	if on.Snapshot.Neurons[k].Alpha < 0 {
		return on.Snapshot.CanTurn[1]
	}
	return on.Snapshot.CanTurn[0]
}

// neuron returns the neuron under the pointer in a tile, or -1. Among the data neurons are found only by the tool that moves.
func (on *Stage) neuron(tile int, p *Pointer) int {
	radius := on.radius(p)
	if tile == TileData && on.Snapshot.Tool != wire.ToolMove {
		return none
	}
	if tile == TileNeurons { // a picture of its own
		radius *= 4
	}
	return on.Scene.NeuronAt(tile, p.X, p.Y, radius)
}

// pointUnder returns the data point under the pointer in the data tile, or -1.
func (on *Stage) pointUnder(tile int, p *Pointer) int {
	if tile != TileData {
		return none
	}
	switch on.Snapshot.Dimension {
	case 1:
		return plotPoint(on.Snapshot.Points, on.plane(), p.X, p.Y, on.radius(p))
	case 2:
		plane := on.plane()
		x, y := plane.Point(p.X, p.Y)
		return PointAt(on.Snapshot.Points, x, y, on.radius(p)/plane.KX)
	}
	l, room := on.room()
	return roomPoint(on.Snapshot.Points, &l, room, p.X, p.Y, on.radius(p))
}
