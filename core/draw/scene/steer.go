package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/draw/canvas"
)

// candidateUnder reports whether a pointer over the data holds the direction under inspection. A neuron that is tried follows a press
// anywhere, which so never draws beside its arrow or its line; in the curve the arrow is held by the tip.
func (hit *HitTest) candidateUnder(tile int, p *PointerEvent) bool {
	snap := hit.Snapshot
	if tile != protocol.PictureData || snap.Dimension != 2 || snap.Tool != protocol.ToolDraw && snap.Tool != protocol.ToolMove {
		return false
	}
	radius := protocol.MouseReach * hit.View.Layout.Scale
	if p.Touch {
		radius = protocol.TouchReach * hit.View.Layout.Scale
	}
	_, tip, ok := candidateArrow(hit.View.Layout.Tiles[protocol.PictureData], hit.space().plane, snap)
	return dragsLine(snap) || ok && (snap.Argument.Topic == protocol.Price || math.Hypot(p.X-tip.X, p.Y-tip.Y) <= radius)
}

// perturbHeight is the height, in css pixels, of a drag upwards that doubles a neuron's weight.
const perturbHeight = 120.0

// nearNeuron is the angle, in radians, within which the handle of the price snaps to the direction of a neuron.
const nearNeuron = 0.035

// grab takes hold of the neuron under the pointer where neurons can be perturbed.
func (in *Input) grab(p *PointerEvent, hit *HitTest) {
	in.neuron = none
	if hit.Snapshot.Argument.Topic != protocol.Bounds {
		return
	}
	k := hit.neuron(protocol.PictureCertificate, p)
	x, _, _ := hit.inCertificate(p)
	for _, m := range hit.Snapshot.Argument.Marks {
		if m.Neuron == k {
			in.neuron, in.turn, in.scale = k, m.Turn-x, m.Scale
		}
	}
}

// steer sends the intent for the pointer's position.
func (in *Input) steer(p *PointerEvent, hit *HitTest) {
	a := &hit.Snapshot.Argument
	if in.gesture == steering && in.tile == protocol.PictureData {
		x, y := hit.space().plane.Point(p.X, p.Y)
		if dragsLine(hit.Snapshot) {
			u := hit.lineBy(x, y)
			in.probe(protocol.PictureData, u[:])
		} else if a.Topic.Argues() {
			in.turnTo(math.Atan2(y, x), a)
		}
		return
	}
	if probesLines(hit.Snapshot) {
		u, _ := towardCertificate(hit, p)
		if k := hit.neuron(protocol.PictureCertificate, p); k >= 0 && k < len(hit.Snapshot.Neurons) { // exactly the neuron's direction
			u = hit.Snapshot.Neurons[k].U
		}
		in.probe(protocol.PictureCertificate, u[:])
		return
	}
	x, _, drawn := hit.inCertificate(p)
	angle := x * math.Pi / 180
	switch {
	case a.Topic == protocol.Tangents:
		in.setPoint(hit.pointUnder(protocol.PictureCertificate, p), hit)
	case !drawn:
	case a.Topic == protocol.Price && a.Line: // u = 1 is on the right, u = -1 on the left
		in.turnTo(math.Acos(math.Copysign(1, angle)), a)
	case a.Topic == protocol.Price, a.Topic == protocol.Curve:
		in.turnTo(angle, a)
	case a.Topic == protocol.Bowl:
		in.seek(1 - x)
	case a.Topic == protocol.Bounds && in.neuron != none:
		scale := max(0, min(in.scale-(hit.css(p).Y-in.down.Y)/perturbHeight, intent.HeaviestPerturbation))
		in.send(intent.Perturb{Neuron: in.neuron, Turn: math.Remainder(in.turn+x, 360), Scale: scale})
	}
}

// turnTo moves the animation to the position for an angle. The price snaps to the angle of a neuron that is close.
func (in *Input) turnTo(angle float64, a *protocol.Argument) {
	if a.Topic != protocol.Price {
		in.seek(angle/(2*math.Pi) + 0.5)
		return
	}
	start := a.Angle - 2*math.Pi*a.Progress
	for _, m := range a.Marks {
		if math.Abs(math.Remainder(m.Angle-angle, 2*math.Pi)) < nearNeuron {
			angle = m.Angle
		}
	}
	in.seek(fraction((angle - start) / (2 * math.Pi)))
}

// seek moves the animation of the argument to a share of its length.
func (in *Input) seek(full float64) {
	in.send(intent.Seek{Position: protocol.ArgumentUnits * max(0, min(full, 1))})
}

// probe shows the line of a direction until the pointer leaves a tile. Without a direction it removes the line.
func (in *Input) probe(tile int, u []float64) {
	in.probing = tile
	in.send(intent.Probe{U: u})
}

// lineHandle returns where a line among the data is dragged: at its point nearest to the middle of the window, whose polar coordinates are
// those of the map.
func lineHandle(plane canvas.Transform, u protocol.Vec, w *protocol.Window) canvas.Pixel {
	offset := -(u[2] + u[0]*w.Center[0] + u[1]*w.Center[1]) / (u[0]*u[0] + u[1]*u[1])
	return plane.At(w.Center[0]+offset*u[0], w.Center[1]+offset*u[1])
}

// lineBy returns the direction whose line has its handle at a place of the data, or that of a neuron whose handle is close. The active side
// stays where it was.
func (hit *HitTest) lineBy(x, y float64) protocol.Vec {
	snap, w, plane := hit.Snapshot, &hit.Snapshot.Window, hit.space().plane
	at, radius := plane.At(x, y), protocol.MouseReach/2*hit.View.Layout.Scale
	handle := func(k int) canvas.Pixel { return lineHandle(plane, snap.Neurons[k].U, w) }
	if k := nearest(len(snap.Neurons), at.X, at.Y, radius, handle); k >= 0 {
		return snap.Neurons[k].U
	}
	u, before := protocol.Vec{x - w.Center[0], y - w.Center[1]}, &snap.Piecewise.Probe
	u[2] = -u[0]*x - u[1]*y
	switch {
	case u == protocol.Vec{}: // in the middle itself all directions are alike
		return *before
	case u[0]*before[0]+u[1]*before[1] < 0:
		return protocol.Vec{-u[0], -u[1], -u[2]}
	}
	return u
}
