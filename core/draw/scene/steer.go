package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
)

// nearNeuron is the angle, in radians, within which the handle of the price snaps to the direction of a neuron.
const nearNeuron = 0.035

// overArgument lets a pointer control the picture of the argument: its direction, or its position on the section. It reports whether the event belongs to a gesture.
func (in *Input) overArgument(p *PointerEvent, on *Display) bool {
	tangents := on.Snapshot.Argument.Act == protocol.Tangents
	if tangents && p.Kind != Leave {
		in.setPoint(on.tangentUnder(p))
	}
	switch {
	case in.gesture == idle && p.Kind == Down:
		in.begin(arguing, TileCertificate, p, on)
		in.steer(p, on)
	case in.gesture == idle && p.Kind == Move && !p.Touch:
		in.setFocus(on.neuron(TileCertificate, p))
	case in.gesture == idle && p.Kind == Leave:
		in.setFocus(none)
	case in.gesture == idle || p.ID != in.pointer:
	case p.Kind == Move:
		in.steer(p, on)
	default:
		in.Flush()
		in.gesture = idle
	}
	switch in.cursor = "grab"; {
	case tangents, on.Snapshot.Argument.Act == protocol.Bounds:
		in.cursor = "default"
	case in.gesture == arguing:
		in.cursor = "grabbing"
	}
	return in.gesture == arguing || p.Kind == Up
}

// steer computes the intent for the pointer's position; it is sent with the next frame.
func (in *Input) steer(p *PointerEvent, on *Display) {
	a, r, scale := &on.Snapshot.Argument, on.View.Layout.Tiles[TileCertificate], on.View.Layout.Scale
	full := a.Full
	switch a.Act {
	case protocol.Price:
		curve, _ := priceParts(r)
		degrees, _ := gainChart(curve, scale, 1).Point(p.X, p.Y)
		angle := degrees * math.Pi / 180
		if a.Only { // of u = 1, on the right, or of u = -1
			if angle = 0; degrees < 0 {
				angle = math.Pi
			}
		}
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
		degrees, _ := gainChart(r, scale, 1).Point(p.X, p.Y)
		full = degrees/360 + 0.5
	case protocol.Bowl:
		if len(a.Section) < 3 {
			return
		}
		bowl, _, _ := bowlChart(r, scale, a)
		place, _ := bowl.Point(p.X, p.Y)
		full = 1 - place
	default:
		return
	}
	in.next = intent.JSON(intent.Seek{Position: protocol.ArgumentUnits * max(0, min(full, 1))})
}
