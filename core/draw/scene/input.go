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
	// The distances, in css pixels, within which a mouse or a finger picks something.
	mouseRadius, touchRadius = 14.0, 24.0
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
	steering          // what the certificate shows: see hold
)

// Input turns pointer events into intents and camera moves. In the data tile a gesture becomes press, drag and release intents;
// in space only if it begins on the floor or on a point. With the select tool it selects points. The right button and a second
// finger draw the other class; in space they only do so by a press. In a picture with depth, one pointer orbits, the right button
// or two fingers pan, two fingers zoom, and a double click returns to the home view. A neuron that can be rotated follows the
// pointer that grabs it, and so does the arrow of a neuron under inspection. Pointing at a neuron or a point highlights it.
type Input struct {
	send    func(intent.Intent)
	gesture gesture
	pointer int          // that makes the gesture, if only one does
	tile    int          // where it began
	down    canvas.Pixel // where it began, in css pixels

	draw   draw
	orbit  orbit
	neuron int // the neuron that is rotated or perturbed, or none
	// scale is the factor of that neuron's weight when it was grabbed, turn its angle minus the pointer's, in degrees.
	turn, scale float64

	focus, point int // the neuron and the point last put in focus, or none
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
func (in *Input) Handle(p PointerEvent, on *HitTest) (taken bool) {
	if p.X-p.X != 0 || p.Y-p.Y != 0 {
		return false
	}
	tile := on.tileAt(&p)
	if tile != protocol.PictureNetwork {
		on.View.HoveredNeuron = noNeuron
	}
	if in.gesture != idle {
		tile = in.tile
	}
	if in.probing != none && (tile != in.probing || p.Kind == Leave) {
		in.probe(none, nil)
	}
	on = on.programOf(tile)
	switch {
	case in.gesture == idle && tile >= 0 && pictures[tile].over != nil:
		return pictures[tile].over(in, &p, on)
	case on.Snapshot.Dimension == 0:
		return false
	}
	return in.overProgram(&p, on)
}

// overProgram lets a pointer act on points, neurons and cameras.
func (in *Input) overProgram(p *PointerEvent, on *HitTest) (taken bool) {
	switch p.Kind {
	case Down:
		taken = in.press(p, on)
	case Move:
		taken = in.move(p, on)
	case Up, Cancel:
		in.up(p, on)
	case Leave:
		in.setFocus(none)
		in.setPoint(none)
	}
	on.View.Hovers = on.Snapshot.Brush > 0 && (p.Kind == Down || p.Kind == Move)
	if on.View.Hovers {
		on.View.Hover = canvas.XY(p.X, p.Y)
	}
	in.cursor = in.shape(p, on)
	return taken
}

// begin begins a gesture of one pointer.
func (in *Input) begin(g gesture, tile int, p *PointerEvent, on *HitTest) {
	in.gesture, in.tile, in.pointer, in.down = g, tile, p.ID, on.css(p)
}

// press begins the gesture for what is under a pointer that has been pressed, or joins the gesture of another finger.
func (in *Input) press(p *PointerEvent, on *HitTest) bool {
	tile := on.tileAt(p)
	depth, isData := HasDepth(tile, on.Snapshot.Depth()), tile == protocol.PictureData
	switch in.gesture {
	case idle:
	case drawing:
		return isData && in.secondFinger(p, on)
	case orbiting:
		return depth && in.startCamera(tile, p, on)
	default:
		return false
	}
	switch grip := on.grip(tile, p); {
	case grip == argument, grip == candidate, grip == anyLine && !p.right():
		in.begin(steering, tile, p, on)
		in.grab(p, on)
		in.steer(p, on)
		return true
	case grip == anyLine, tile < 0:
		return false
	case depth && (p.right() || grip == camera):
		return in.startCamera(tile, p, on)
	case p.right() && isData:
		return on.drawsOther() && in.startDrawing(p, on, false, true)
	case grip == rotatable && !p.right():
		in.begin(rotating, tile, p, on)
		in.neuron = on.neuron(tile, p)
		if isData { // only the data tile shows the function of the neuron in focus
			in.setFocus(in.neuron)
		} else {
			in.setFocus(none)
		}
		return true
	case isData && on.Snapshot.Tool == protocol.ToolSelect:
		return in.startSelection(p, on)
	case grip == point, grip == place:
		return in.startDrawing(p, on, false, false)
	case !isData:
		in.setFocus(on.neuron(tile, p))
	}
	return false
}

func (in *Input) move(p *PointerEvent, on *HitTest) bool {
	switch {
	case in.gesture == orbiting:
		return in.moveCamera(p, on)
	case in.gesture == idle && !p.Touch:
		tile := on.tileAt(p)
		if on.grip(tile, p) == anyLine {
			in.steer(p, on)
			return false
		}
		in.setFocus(on.hovered(tile, p))
		in.setPoint(on.pointUnder(tile, p))
		return false
	case in.gesture == idle || p.ID != in.pointer:
		return false
	case in.gesture == selecting:
		in.band(p, on)
	case in.gesture == drawing:
		in.drag(p, on)
	case in.gesture == steering:
		in.steer(p, on)
	case in.gesture == rotating:
		if u, ok := pictures[in.tile].toward(on, p); ok {
			in.send(intent.Rotate{Neuron: in.neuron, U: u[:]})
		}
	}
	return true
}

func (in *Input) up(p *PointerEvent, on *HitTest) {
	switch {
	case in.gesture == orbiting:
		in.endCamera(p, on)
		return
	case in.gesture == idle || p.ID != in.pointer:
		return
	case in.gesture == selecting:
		in.band(p, on)
	case in.gesture == drawing:
		in.endDrawing(p.Kind == Cancel)
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

func (in *Input) setPoint(index int) {
	if index != in.point {
		in.point = index
		in.send(intent.HighlightPoint{Index: index})
	}
}

// shape returns the cursor of the gesture, or of what is under a pointer that makes none.
func (in *Input) shape(p *PointerEvent, on *HitTest) string {
	switch topic := on.Snapshot.Argument.Topic; {
	case in.gesture == idle, in.gesture == steering && topic == protocol.Tangents:
		return on.cursor(p)
	case in.gesture == steering && topic.Argues(), in.gesture == orbiting, in.gesture == rotating,
		in.gesture == drawing && on.Snapshot.Grabbed >= 0:
		return "grabbing"
	}
	return "crosshair"
}

// cursor returns the cursor for what is under a pointer that makes no gesture.
func (on *HitTest) cursor(p *PointerEvent) string {
	tile := on.tileAt(p)
	grip := on.grip(tile, p)
	switch {
	case grip == argument && on.Snapshot.Argument.Topic == protocol.Tangents:
		return "default"
	case grip >= place && on.neuron(tile, p) >= 0:
		return "pointer"
	}
	return [...]string{anyLine: "crosshair", argument: "grab", candidate: "grab", point: "grab", rotatable: "grab", place: "crosshair",
		camera: "grab", nothing: "default"}[grip]
}

// grip is what a pointer takes hold of.
type grip int

const (
	anyLine   grip = iota // a line of the map, or a direction of one feature, which is inspected
	argument              // the direction, the position or the neuron that a picture of the argument shows
	candidate             // the arrow or the line of the new neuron among the data
	point                 // a data point
	rotatable             // a neuron that can be rotated, as the optimal network is not unique
	place                 // a place where the tool acts
	camera                // of a picture with depth
	nothing
)

// grip returns what a pointer over a tile would take hold of.
func (on *HitTest) grip(tile int, p *PointerEvent) grip {
	snap := on.Snapshot
	d, tool, isData, isCertificate := snap.Depth(), snap.Tool, tile == protocol.PictureData, tile == protocol.PictureCertificate
	switch {
	case isCertificate && probesLines(snap):
		return anyLine
	case isCertificate && snap.Argument.Topic.Argues():
		return argument
	case on.candidateUnder(tile, p):
		return candidate
	case isData && snap.Plane && tool != protocol.ToolSelect: // nothing can be drawn in a plane through more features
		return nothing
	case isData && on.pointUnder(tile, p) >= 0:
		return point
	case on.canRotate(tile, p):
		return rotatable
	case isData && (d < 3 || tool == protocol.ToolSelect || tool == protocol.ToolDraw && on.onFloor(p)):
		return place
	case HasDepth(tile, d):
		return camera
	}
	return nothing
}

// HitTest is what pointers act on: the view with its cameras, and the snapshot and scene of the newest frame.
type HitTest struct {
	Scene    *Scene
	Snapshot *protocol.Snapshot
	View     *View
}

// programOf returns the same with the snapshot of the program that a tile shows.
func (on *HitTest) programOf(tile int) *HitTest {
	program := *on
	if on.Snapshot.Dimension > 0 {
		program.Snapshot = on.Snapshot.Program(tile)
	}
	return &program
}

func (on *HitTest) space() dataSpace { return dataSpaceOf(on.Snapshot, on.View) }

// tileAt returns the tile under a pointer, or none.
func (on *HitTest) tileAt(p *PointerEvent) int { return on.View.Layout.TileAt(p.X, p.Y) }

// css returns a pointer's position in css pixels, which stays the same when the picture's resolution changes.
func (on *HitTest) css(p *PointerEvent) canvas.Pixel {
	return canvas.XY(p.X/on.View.Layout.Scale, p.Y/on.View.Layout.Scale)
}

// drawn returns a pointer's position in pixels of the newest frame, whose resolution may differ from that of the present layout.
func (on *HitTest) drawn(p *PointerEvent) canvas.Pixel {
	at, scale := on.css(p), on.Scene.canvas.Scale
	return canvas.XY(at.X*scale, at.Y*scale)
}

// radius returns how far from its position a pointer reaches, in pixels.
func (on *HitTest) radius(p *PointerEvent) float64 {
	// A finger that draws among many points means a new point, unless it is on an existing one.
	if p.Touch && on.Snapshot.Tool != protocol.ToolDraw {
		return touchRadius * on.View.Layout.Scale
	}
	return mouseRadius * on.View.Layout.Scale
}

// canRotate reports whether there is a neuron under the pointer that can be rotated in a tile, because the tile shows directions and the
// optimal network is not unique.
func (on *HitTest) canRotate(tile int, p *PointerEvent) bool {
	k := on.neuron(tile, p)
	if k < 0 || k >= len(on.Snapshot.Neurons) || pictures[tile].toward == nil {
		return false
	}
	sign := 0
	if on.Snapshot.Neurons[k].Alpha < 0 {
		sign = 1
	}
	_, ok := pictures[tile].toward(on, p)
	return ok && on.Snapshot.CanRotate[sign]
}

// neuron returns the neuron under the pointer in a tile, or none. In the data tile only the move tool finds neurons.
func (on *HitTest) neuron(tile int, p *PointerEvent) int {
	radius := on.radius(p)
	if tile == protocol.PictureData && on.Snapshot.Tool != protocol.ToolMove ||
		tile == protocol.PictureCertificate && on.Snapshot.Argument.Topic == protocol.Tangents { // there the targets are points
		return none
	}
	if tile == protocol.PictureNeurons { // anywhere in a cell
		radius = max(radius, on.Scene.neurons.size*on.View.Layout.Scale)
	}
	return on.targetAt(tile, p, radius)
}

// hovered returns the neuron that a pointer over a tile highlights. In the data tile it also finds one with a drawing tool, close
// to the tip of its arrow.
func (on *HitTest) hovered(tile int, p *PointerEvent) int {
	if tile == protocol.PictureData && on.Snapshot.Tool == protocol.ToolDraw {
		return on.targetAt(tile, p, mouseRadius*on.View.Layout.Scale/2)
	}
	return on.neuron(tile, p)
}

// pointUnder returns the data point under the pointer in the data tile or in the picture of the tangents, or none.
func (on *HitTest) pointUnder(tile int, p *PointerEvent) int {
	if tile == protocol.PictureCertificate && on.Snapshot.Argument.Topic == protocol.Tangents {
		return on.targetAt(tile, p, on.radius(p))
	}
	if tile != protocol.PictureData {
		return none
	}
	d, points := on.space(), on.Snapshot.Points
	return nearest(len(points), p.X, p.Y, on.radius(p), func(i int) canvas.Pixel { return d.at(&points[i]) })
}

// onSphere returns the point of the unit sphere under a pixel, or else the nearest point of the sphere's outline.
func onSphere(proj canvas.Projection, x, y float64) protocol.Vec {
	from, along := proj.Ray(x, y)
	a, b, c := along.Dot(along), from.Dot(along), from.Dot(from)-1
	s := -b / a
	if disc := b*b - a*c; disc > 0 {
		s = (-b - math.Sqrt(disc)) / a
	}
	q := from.Plus(along.Scale(s))
	return protocol.Vec(q.Scale(1 / q.Norm()))
}
