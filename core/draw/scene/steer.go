package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
)

// steering is a pointer that controls a picture of the argument: its direction, its position on the section, or the neuron that it perturbs.
type steering struct {
	pointer int // its ID, or none
	neuron  int // the neuron that it perturbs, or none
	// x and y are where the neuron was grabbed, in css pixels; turn and scale are its perturbation at that time.
	x, y, turn, scale float64
	next              string // the intent to send, "" for none
}

// spoilHeight is the height, in css pixels, of a drag upwards that doubles a neuron's weight.
const spoilHeight = 120.0

// nearNeuron is the angle, in radians, within which the handle of the price snaps to the direction of a neuron.
const nearNeuron = 0.035

// overArgument lets the pointer control the picture of the argument. It reports whether it used the event.
func (in *Input) overArgument(p *PointerEvent, on *Stage) bool {
	over := on.Snapshot.Argument.Act.Argues() && on.View.Layout.TileAt(p.X, p.Y) == TileCertificate
	s := &in.steering
	if over && on.Snapshot.Argument.Act == protocol.Tangents && p.Kind != Leave {
		in.setPoint(on.tangentUnder(p))
	}
	switch {
	case s.pointer == none && (!over || in.drawing != none || in.turning != none || in.banding != none || in.fingersDown > 0):
		return false
	case s.pointer == none && p.Kind == Down:
		s.pointer, s.neuron = p.ID, none
		in.grab(p, on)
		in.steer(p, on)
	case p.ID == s.pointer && p.Kind == Move:
		in.steer(p, on)
	case p.ID == s.pointer:
		in.flushSteering()
		s.pointer = none
	case s.pointer == none && p.Kind == Move && !p.Touch:
		in.setFocus(on.neuron(TileCertificate, p))
	case s.pointer == none && p.Kind == Leave:
		in.setFocus(none)
	}
	in.cursor = "grab"
	switch {
	case on.Snapshot.Argument.Act == protocol.Tangents:
		in.cursor = "default"
	case s.pointer != none:
		in.cursor = "grabbing"
	}
	return true
}

// grab takes hold of the neuron under the pointer where neurons can be perturbed.
func (in *Input) grab(p *PointerEvent, on *Stage) {
	a, s := &on.Snapshot.Argument, &in.steering
	if a.Act != protocol.Bounds {
		return
	}
	k := on.neuron(TileCertificate, p)
	for i := range a.Marks {
		if a.Marks[i].Neuron == k {
			css := on.View.Layout.Scale
			s.neuron, s.x, s.y, s.turn, s.scale = k, p.X/css, p.Y/css, a.Marks[i].Turn, a.Marks[i].Scale
		}
	}
}

// steer computes the intent for the pointer's position; it is sent with the next frame.
func (in *Input) steer(p *PointerEvent, on *Stage) {
	a, s, r, scale := &on.Snapshot.Argument, &in.steering, on.View.Layout.Tiles[TileCertificate], on.View.Layout.Scale
	full := a.Full
	switch a.Act {
	case protocol.Price:
		d := dialOf(r)
		angle := math.Atan2(d.center.y-p.Y, p.X-d.center.x)
		start := a.Angle - 2*math.Pi*a.Full
		for _, m := range a.Marks { // snap to a neuron's direction
			if math.Abs(math.Remainder(m.Angle-angle, 2*math.Pi)) < nearNeuron {
				angle = m.Angle
			}
		}
		if full = math.Mod(angle-start, 2*math.Pi) / (2 * math.Pi); full < 0 {
			full++
		}
	case protocol.Curve:
		degrees, _ := gainPlane(r, scale, 1).Point(p.X, p.Y)
		full = degrees/360 + 0.5
	case protocol.Bowl:
		if len(a.Section) < 3 {
			return
		}
		plane, _, _ := bowlPlane(r, scale, a)
		place, _ := plane.Point(p.X, p.Y)
		full = 1 - place
	case protocol.Tangents:
		return
	case protocol.Bounds:
		if s.neuron == none {
			return
		}
		curve, _ := boundsParts(r)
		turn := s.turn + (p.X-s.x*scale)/gainPlane(curve, scale, 1).KX
		factor := s.scale - (p.Y/scale-s.y)/spoilHeight
		s.next = intent.JSON(intent.Spoil{
			Neuron: s.neuron, Turn: math.Remainder(turn, 360), Scale: max(0, min(factor, intent.HeaviestSpoil)), Final: false,
		})
		return
	}
	s.next = intent.JSON(intent.Seek{Position: protocol.ArgumentUnits * max(0, min(full, 1))})
}

// flushSteering sends the newest intent of the pointer.
func (in *Input) flushSteering() {
	if s := &in.steering; s.next != "" {
		in.send(s.next)
		s.next = ""
	}
}
