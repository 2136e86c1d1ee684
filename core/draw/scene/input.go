package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
)

// The kinds of pointer event.
const (
	Down = iota
	Move
	Up
	Cancel // the browser took over the gesture: undo its effect
	Leave  // a hovering pointer has left
)

// PointerEvent is one event of a mouse, a pen or a finger at a position in pixels. Now is in milliseconds. Bit 2 of Buttons is the right
// button.
type PointerEvent struct {
	Kind, ID int
	X, Y     float64
	Touch    bool
	Buttons  int
	Shift    bool
	Now      float64
}

const (
	// The distances, in css pixels, within which a mouse or a finger picks something.
	mouseRadius, touchRadius = 14.0, 24.0
	// doubleTime and doubleReach are the limits, in ms and css pixels, within which two presses count as a double click.
	doubleTime, doubleReach = 350.0, 24.0
	// tapReach is how far, in css pixels, a finger may move in a tap.
	tapReach = 8.0
	none     = -1
	// longestPath is the most numbers that are kept of the way of a stroke between two frames.
	longestPath = 1024
	// secondary is the bit of the right button in Buttons.
	secondary = 2
)

// Input turns pointer events into intents and camera moves. In the data tile a gesture becomes press, drag and release intents; in space only
// if it begins on the floor or on a point. With the select tool it selects points. The right button and a second finger draw the other class;
// in space they only do so by a press. In a picture with depth, one pointer orbits, the right button or two fingers pan, two fingers zoom,
// and a double click returns to the home view. A neuron that can be turned follows the pointer that grabs it. Pointing at a neuron or a point
// highlights it.
type Input struct {
	send func(intent string)

	drawing int          // the pointer that draws in the data tile, or none
	began   dataPosition // where it was pressed; downX and downY are the same in css pixels
	downX   float64
	downY   float64
	finger  bool         // it is a finger that has not left that position
	at      dataPosition // where it is now
	lift    lift         // how a point moves in space
	pending bool         // its newest position has not been sent yet
	path    []float64    // the positions before that one, which have not been sent either

	banding int          // the pointer that draws a rectangle around points, or none
	turning int          // the pointer that turns a neuron, or none
	neuron  int          // the neuron
	toward  protocol.Vec // its direction

	steering steering
	columns  columns

	// Positions kept from event to event are in css pixels, which stay the same when the picture's resolution changes.
	fingers      [2]finger // the pointers that move the camera of a picture with depth
	fingersDown  int       // how many of them
	tile         int       // the picture's tile
	travelled    float64   // how far they have moved since the first was pressed
	lastX, lastY float64   // where and when the first was pressed, and with which buttons
	lastDown     float64
	lastButtons  int

	focus  int // the neuron last put in focus, or none
	point  int // the point last put in focus, or none
	cursor string
}

// NewInput returns an Input that passes its intents, as JSON text, to send.
func NewInput(send func(intent string)) *Input {
	return &Input{send: send, drawing: none, banding: none, turning: none, focus: none, point: none, lastDown: math.Inf(-1), steering: steering{pointer: none}}
}

// Cursor returns the CSS name of the pointer's shape.
func (in *Input) Cursor() string { return in.cursor }

// Handle takes one event. It reports whether the event belongs to a captured gesture.
func (in *Input) Handle(p PointerEvent, on *Stage) (taken bool) {
	if p.X-p.X != 0 || p.Y-p.Y != 0 {
		return false
	}
	base := on.View.Layout.TileAt(p.X, p.Y)
	if base != TileNetwork {
		on.View.Unit = noUnit
	}
	over := *on
	if on = &over; on.Snapshot.Dimension > 0 {
		on.Snapshot = on.Snapshot.Program(in.tileOf(base))
	}
	if taken, captured := in.takes(&p, on); taken || on.Snapshot.Dimension == 0 {
		return captured
	}
	if in.overArgument(&p, on) {
		return in.steering.pointer != none || p.Kind == Up
	}
	switch p.Kind {
	case Down:
		taken = in.down(&p, on)
	case Move:
		taken = in.move(&p, on)
	case Up, Cancel:
		in.up(&p, on)
	case Leave:
		in.setFocus(none)
		in.setPoint(none)
	}
	on.View.Hovers = p.Kind == Down || p.Kind == Move
	on.View.Hover = pixel{x: p.X, y: p.Y}
	in.cursor = in.cursorFor(&p, on)
	return taken
}

// tileOf returns the tile that an event concerns: the tile in which the current gesture began, or else the tile under the pointer.
func (in *Input) tileOf(over int) int {
	switch {
	case in.columns.held:
		return TileNetwork
	case in.drawing != none, in.banding != none:
		return TileData
	case in.turning != none, in.fingersDown > 0:
		return in.tile
	}
	return over
}

// Flush sends the newest drag or turn, unless it has been sent already. It is called once for each animation frame.
func (in *Input) Flush() {
	in.flushSteering()
	if !in.pending {
		return
	}
	in.pending = false
	if in.turning != none {
		in.send(intent.JSON(intent.Turn{Neuron: in.neuron, U: in.toward[:]}))
		return
	}
	in.sendDrag()
}

func (in *Input) down(p *PointerEvent, on *Stage) bool {
	tile := on.View.Layout.TileAt(p.X, p.Y)
	if tile < 0 {
		return false
	}
	if in.drawing != none && tile == TileData && p.Touch && in.finger && p.ID != in.drawing && on.drawsOther() {
		return in.secondFinger()
	}
	if in.drawing != none || in.turning != none || in.banding != none {
		return false
	}
	if tile == TileData && p.Buttons&secondary != 0 && on.drawsOther() && !HasDepth(tile, on.Snapshot.Depth()) {
		return in.press(p, on, true)
	}
	if in.fingersDown == 0 && p.Buttons&secondary == 0 {
		if tile == TileData && on.Snapshot.Tool == protocol.ToolSelect {
			return in.startSelection(p, on)
		}
		if tile == TileData && on.pointUnder(tile, p) >= 0 && in.press(p, on, false) {
			return true
		}
		if in.startTurn(tile, p, on) || tile == TileData && in.press(p, on, false) {
			return true
		}
	}
	if HasDepth(tile, on.Snapshot.Depth()) {
		return in.startCamera(tile, p, on.View)
	}
	if tile != TileData {
		in.setFocus(on.neuron(tile, p))
	}
	return false
}

// drawsOther reports whether the tool draws classes, so that there is another class to draw.
func (on *Stage) drawsOther() bool {
	return on.Snapshot.Tool == protocol.ToolDraw || on.Snapshot.Tool == protocol.ToolLabel
}

// secondFinger restarts the gesture of the first finger as one of the other class.
func (in *Input) secondFinger() bool {
	in.finger = false
	in.forgetDrag()
	in.send(intent.JSON(intent.Cancel{}))
	in.send(in.began.press(false, true))
	return true
}

// press begins to draw, or with other to draw the other class, unless the press is meant for the camera.
func (in *Input) press(p *PointerEvent, on *Stage, other bool) bool {
	if on.Snapshot.Plane {
		return false // nothing can be drawn in a plane through more features
	}
	at, ok := in.locate(p, on, true)
	if !ok {
		return false
	}
	in.drawing, in.at, in.began, in.finger = p.ID, at, at, p.Touch
	in.downX, in.downY = p.X/on.View.Layout.Scale, p.Y/on.View.Layout.Scale
	in.setFocus(none)
	in.send(in.at.press(false, other))
	return true
}

// locate returns the data position of the drawing pointer. It reports false if a press there is not meant for the data.
func (in *Input) locate(p *PointerEvent, on *Stage, press bool) (at dataPosition, ok bool) {
	snap := on.Snapshot
	if snap.Dimension == 3 {
		return in.locateInRoom(p, on, press)
	}
	plane := on.plane()
	x, y := plane.Point(p.X, p.Y)
	index := none
	if snap.Dimension == 1 {
		index = plotPoint(snap.Points, plane, p.X, p.Y, on.radius(p))
	} else {
		index = pointAt(snap.Points, x, y, on.radius(p)/plane.KX)
	}
	return dataPosition{protocol.Vec{x, y}, 2, on.radius(p) / plane.KX, index}, true
}

// startTurn begins to turn the neuron under the pointer, if the optimal network is not unique.
func (in *Input) startTurn(tile int, p *PointerEvent, on *Stage) bool {
	k := on.neuron(tile, p)
	if !on.canTurn(k) {
		return false
	}
	if _, ok := on.toward(tile, k, p); !ok {
		return false
	}
	in.turning, in.neuron, in.tile = p.ID, k, tile
	if tile != TileData { // in the data tile its arrow shows the direction, and focus its function
		k = none
	}
	in.setFocus(k)
	return true
}

func (in *Input) move(p *PointerEvent, on *Stage) bool {
	switch {
	case p.ID == in.banding:
		in.band(p, on)
		return true
	case p.ID == in.drawing:
		in.draw(p, on)
		in.finger = in.finger && math.Hypot(p.X/on.View.Layout.Scale-in.downX, p.Y/on.View.Layout.Scale-in.downY) < tapReach
		return true
	case p.ID == in.turning:
		if u, ok := on.toward(in.tile, in.neuron, p); ok {
			in.toward, in.pending = u, true
		}
		return true
	}
	if i := in.fingerOf(p.ID); i >= 0 {
		in.moveCamera(i, p, on.View)
		return true
	}
	if in.drawing == none && in.turning == none && in.banding == none && in.fingersDown == 0 && !p.Touch {
		tile := on.View.Layout.TileAt(p.X, p.Y)
		in.setFocus(on.hovered(tile, p))
		in.setPoint(on.pointUnder(tile, p))
	}
	return false
}

func (in *Input) up(p *PointerEvent, on *Stage) {
	switch p.ID {
	case in.banding:
		in.band(p, on)
		return
	case in.drawing:
		in.drawing = none
		if p.Kind == Cancel {
			in.forgetDrag()
			in.send(intent.JSON(intent.Cancel{}))
			return
		}
		in.flushDrag()
		in.send(intent.JSON(intent.Release{}))
		in.lift.tapped = !in.lift.moved
		return
	case in.turning:
		in.Flush()
		in.turning = none
		if p.Touch {
			in.setFocus(none)
		}
		return
	}
	i := in.fingerOf(p.ID)
	if i < 0 {
		return
	}
	in.fingersDown--
	in.fingers[i] = in.fingers[in.fingersDown]
	if p.Kind != Up || in.fingersDown > 0 || in.travelled >= tapReach {
		return
	}
	if in.lastButtons&secondary != 0 && in.tile == TileData && on.drawsOther() && in.press(p, on, true) { // in space the right button pans, its click draws
		in.drawing = none
		in.send(intent.JSON(intent.Release{}))
		return
	}
	in.setFocus(on.neuron(in.tile, p))
}

// draw notes the position of the drawing pointer, and the way there, so that a stroke does not cut corners where frames are slow.
func (in *Input) draw(p *PointerEvent, on *Stage) {
	if in.pending && len(in.path) < longestPath && on.Snapshot.Dimension < 3 {
		in.path = append(in.path, in.at.at[:in.at.n]...)
	}
	in.at, _ = in.locate(p, on, false)
	in.pending = true
}

// flushDrag sends the last position of the drawing pointer.
func (in *Input) flushDrag() {
	if in.pending {
		in.sendDrag()
	}
}

func (in *Input) sendDrag() {
	path := in.path
	if len(path) == 0 {
		path = nil // left out
	}
	in.send(in.at.drag(path))
	in.forgetDrag()
}

func (in *Input) forgetDrag() { in.pending, in.path = false, in.path[:0] }

// setFocus and setPoint ask the session for the focus on a neuron or a point, unless that request was the last one sent.
func (in *Input) setFocus(neuron int) {
	if neuron != in.focus {
		in.focus = neuron
		in.send(intent.JSON(intent.Focus{Neuron: neuron}))
	}
}

func (in *Input) setPoint(index int) {
	if index != in.point {
		in.point = index
		in.send(intent.JSON(intent.Point{Index: index}))
	}
}

// cursorFor returns the cursor for what is under the pointer.
func (in *Input) cursorFor(p *PointerEvent, on *Stage) string {
	tile, d := on.View.Layout.TileAt(p.X, p.Y), on.Snapshot.Depth()
	switch {
	case on.Snapshot.Plane && tile == TileData:
		return "default"
	case in.fingersDown > 0 || in.turning != none || in.drawing != none && on.Snapshot.Grabbed >= 0:
		return "grabbing"
	case in.drawing != none, in.banding != none:
		return "crosshair"
	case tile == TileData && on.pointUnder(tile, p) >= 0:
		return "grab"
	case tile == TileData && on.neuron(tile, p) < 0 &&
		(d < 3 || on.Snapshot.Tool == protocol.ToolSelect || on.Snapshot.Tool == protocol.ToolDraw && on.onFloor(p)):
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
