package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/draw/canvas"
)

// buildArgument draws one of the five pictures of the argument in the tile of the certificate.
func (s *certificate) buildArgument() {
	switch s.snap.Argument.Topic {
	case protocol.Price:
		s.buildPrice()
	case protocol.Curve:
		s.buildGains()
	case protocol.Bowl:
		s.buildBowl()
	case protocol.Tangents:
		s.buildTangents()
	case protocol.Bounds:
		s.buildBounds()
	}
}

// priceParts divides the picture of a neuron's price into the curve of the gains and the rest, which is below it or, in a low picture,
// beside it.
func priceParts(r canvas.Rect) (curve, rest canvas.Rect) {
	if r.W > 2*r.H { // as on a phone on its side
		curve, rest = r, r
		curve.W *= 0.55
		rest.X, rest.W = r.X+curve.W, r.W-curve.W
		return curve, rest
	}
	return r.Cut(0.55)
}

// buildPrice draws the direction of a neuron, which a pointer drags, on the curve of what neurons would gain; what it would gain
// and what it costs as two bars; and the cost of the network as a function of the neuron's weight.
func (s *certificate) buildPrice() {
	a := &s.snap.Argument
	curve, rest := priceParts(s.Rect)
	s.Labels.Within(curve)
	c, degrees := &s.plot, math.Remainder(a.Angle, 2*math.Pi)*180/math.Pi
	if s.drawGains(curve, &a.Circle) {
		s.Labels.Avoid(1.5, s.Path...)
		s.Labels.Avoid(9, c.At(degrees, 0))
		s.gainSpots()
	} else {
		degrees = math.Copysign(90, math.Cos(a.Angle))
	}
	if !mapsLines(s.snap) {
		s.probe(c.At(degrees, 0), c.At(degrees, a.Gain), a.Gain)
	}
	s.Labels.Within(s.Rect)
	bars, graph := rest, rest
	bars.W *= 0.46
	graph.X, graph.W = bars.X+bars.W, rest.W-bars.W
	if graph.W < leastGraph*s.Scale {
		s.buildBars(rest)
		return
	}
	s.buildBars(bars)
	s.buildAdded(graph)
}

// leastGraph is the least width, in css pixels, in which the numbers below the graph of the costs have room.
const leastGraph = 120

// probe draws the direction under inspection as a handle, and the gain in that direction.
func (s *certificate) probe(handle, gain canvas.Pixel, g float64) {
	t := s.Theme
	s.Segment(handle, gain, 1.5, t.Ink.Alpha(0.55))
	s.Handle(handle)
	s.Disc(gain, 6, t.Panel)
	s.Disc(gain, 4.5, t.Signed(g))
	s.addTarget(handle, none)
	if s.snap.Argument.Looked() < 0 {
		s.Label(newNeuron)
		s.Labels.Best(handle, gain, 9, canvas.ClassNote, nil) // what is beside the curve has its room
	}
}

// buildBars draws the gain and the price of a neuron as bars from a common foot.
func (s *certificate) buildBars(r canvas.Rect) {
	a, t := &s.snap.Argument, s.Theme
	width, foot := min(46*s.Scale, 0.22*r.W), r.Y+r.H-30*s.Scale
	full, middle := foot-r.Y-34*s.Scale, r.X+r.W/2
	if !(full > 10*s.Scale) {
		return
	}
	gain := min(1.1, math.Abs(a.Gain)/positive(s.snap.Beta))
	for _, bar := range [...]struct {
		x, height, value float64
		color            canvas.Color
		name             string
	}{
		{middle - width*1.15, gain * full, math.Abs(a.Gain), t.Signed(a.Gain).Alpha(0.8), "gains"},
		{middle + width*1.15, full, s.snap.Beta, t.Bound.Alpha(0.55), "costs β"},
	} {
		s.Rectangle(canvas.Rect{X: bar.x - width/2, Y: foot - bar.height, W: width, H: bar.height}, bar.color)
		s.Label(bar.name).Note(canvas.XY(bar.x, foot+4*s.Scale), 't', canvas.ClassNote)
		top := foot - bar.height
		if line := foot - full; bar.height < full && top-line < (s.Labels.Height()+6)*s.Scale { // its number would lie on the line of the price
			top = line
		}
		s.Label("").Number(bar.value, 3).Note(canvas.XY(bar.x, top-4*s.Scale), 'b', canvas.ClassNote)
	}
	below := foot + (4+s.Labels.Height())*s.Scale
	hasRoom := below+s.Labels.Height()*s.Scale <= s.Rect.Y+s.Rect.H
	if s.Label("(weight < 0)"); a.Gain < 0 && hasRoom && s.Labels.Width()*s.Scale < 2.3*width {
		s.Labels.Note(canvas.XY(middle-width*1.15, below), 't', canvas.ClassNote)
	}
	s.Segment(canvas.XY(middle-2.15*width, foot), canvas.XY(middle+2.15*width, foot), 1, t.Ink.Alpha(0.4))
	s.Dashed(canvas.XY(middle-1.85*width, foot-full), canvas.XY(middle+1.85*width, foot-full), 1.5, t.Bound)
}

// buildAdded draws the cost of the network with one more neuron as a function of that neuron's weight; at the optimum it is least at zero.
func (s *certificate) buildAdded(r canvas.Rect) {
	a, t := &s.snap.Argument, s.Theme
	inner := r.Inset(30*s.Scale, 26*s.Scale, 30*s.Scale, 30*s.Scale)
	if inner.Empty() || len(a.Added) < 3 || !(inner.H > 12*s.Scale) {
		return
	}
	top := a.Best
	for _, cost := range a.Added {
		top = max(top, cost)
	}
	if !(top > a.Best) {
		return
	}
	// A smooth loss stays within four times the price. One with a kink may rise steeply, and leaves the picture: its other side is in view.
	if limit := a.Best + 4*s.snap.Beta*a.Reach; limit > a.Best {
		top = min(top, limit)
	}
	c := canvas.ChartIn(inner, 0, float64(len(a.Added)-1), a.Best, a.Best+1.1*(top-a.Best))
	s.YLine(&c, a.Best, 1, t.Ink.Alpha(0.4))
	foot := s.XLine(&c, c.X, 1, t.Ink.Alpha(0.12))
	const fine = 8 // points between two costs, so that the curve ends close to the edge
	s.Through(fine*(len(a.Added)-1)+1, 2, t.Ink, func(i int) canvas.Pixel {
		k := min(i/fine, len(a.Added)-2)
		cost := a.Added[k] + (float64(i)/fine-float64(k))*(a.Added[k+1]-a.Added[k])
		if cost > top*(1+1e-12) {
			return canvas.Hidden
		}
		return c.At(float64(i)/fine, cost)
	})
	s.Disc(foot, 5, t.Panel)
	s.Disc(foot, 4, t.Accent)
	title := "cost, by its weight"
	if a.Looked() >= 0 {
		title = "cost, by the change of its weight"
		if s.Label(title); s.Labels.Width() > r.W/s.Scale {
			title = "cost, by its change"
		}
	}
	s.Label(title).Note(canvas.XY(foot.X, r.Y+4*s.Scale), 't', canvas.ClassNote)
	for k, share := range [3]float64{-1, 0, 1} {
		at := canvas.XY(inner.X+inner.W*float64(k)/2, foot.Y+5*s.Scale)
		s.Label("").Number(share*a.Reach, 2).Note(at, 't', canvas.ClassTick)
	}
}

// dataProbe draws the direction under inspection among the data, with the lines on which a neuron of that direction is constant.
func (s *dataPicture) dataProbe(plane canvas.Transform) {
	center, tip, is := probeAmongData(s.Rect, plane, s.snap)
	if !is {
		return
	}
	dx, dy := tip.X-center.X, tip.Y-center.Y
	for _, step := range [...]float64{-1, -0.5, 0.5, 1} {
		foot := center.Offset(step*dx, step*dy)
		s.Dashed(foot.Offset(-dy, dx), foot.Offset(dy, -dx), 1.2, s.Theme.Ink.Alpha(0.35))
	}
	s.Segment(center, tip, 3.5, s.Theme.Ink)
	s.Head(center, tip, 13, 7, s.Theme.Ink)
	if s.snap.Argument.Looked() >= 0 { // it is a neuron already, which has its own name
		return
	}
	s.Label(newNeuron).Beyond(tip, center, 0, canvas.ClassNote)
}

// newNeuron is the name of the direction under inspection, at each of its two handles.
const newNeuron = "a new neuron?"

// probeAmongData returns the arrow of the direction under inspection among the data, if the picture of the argument has one.
func probeAmongData(r canvas.Rect, plane canvas.Transform, snap *protocol.Snapshot) (center, tip canvas.Pixel, is bool) {
	a := &snap.Argument
	if a.Topic != protocol.Price && (a.Topic != protocol.Curve || a.Progress >= 1) ||
		snap.Dimension != 2 || snap.Plane || hasLayers(snap) || showsClasses(snap) || isPiecewise(snap) {
		return center, tip, false
	}
	sin, cos := math.Sincos(a.Angle)
	length := 0.34 * min(r.W, r.H)
	center = plane.At(0, 0)
	return center, center.Offset(length*cos, -length*sin), true
}

// firmHold is the share of the arrow, from its tail, that is too close to the origin to be turned by.
const firmHold = 0.25

// candidateUnder reports whether a pointer over the data holds the direction under inspection: its line by the handle, or its arrow by the
// tip or, where no point is, near the shaft.
func (on *HitTest) candidateUnder(tile int, p *PointerEvent) bool {
	snap := on.Snapshot
	if tile != protocol.PictureData || snap.Dimension != 2 || p.right() || snap.Tool != protocol.ToolDraw && snap.Tool != protocol.ToolMove {
		return false
	}
	plane, reach := on.space().plane, mouseRadius*on.View.Layout.Scale
	if p.Touch {
		reach = touchRadius * on.View.Layout.Scale
	}
	if dragsLine(snap) {
		return nearest(1, p.X, p.Y, reach, func(int) canvas.Pixel { return lineHandle(plane, snap.Piecewise.Probe, &snap.Window) }) >= 0
	}
	center, tip, is := probeAmongData(on.View.Layout.Tiles[protocol.PictureData], plane, snap)
	dx, dy := tip.X-center.X, tip.Y-center.Y
	along := max(firmHold, min(((p.X-center.X)*dx+(p.Y-center.Y)*dy)/(dx*dx+dy*dy), 1))
	foot := center.Offset(along*dx, along*dy)
	switch {
	case !is:
		return false
	case math.Hypot(p.X-tip.X, p.Y-tip.Y) < reach:
		return true
	}
	return math.Hypot(p.X-foot.X, p.Y-foot.Y) < reach && on.pointUnder(tile, p) < 0
}

// perturbHeight is the height, in css pixels, of a drag upwards that doubles a neuron's weight.
const perturbHeight = 120.0

// nearNeuron is the angle, in radians, within which the handle of the price snaps to the direction of a neuron.
const nearNeuron = 0.035

// hold is what a pointer takes hold of in the pictures of the certificate and of the argument.
type hold int

const (
	nothing   hold = iota
	argument       // the direction, the position or the neuron that a picture of the argument shows
	anyLine        // a line of the map, or a direction of one feature, which is inspected
	candidate      // the arrow or the line of the new neuron among the data
)

// hold returns what a pointer over a tile would take hold of.
func (on *HitTest) hold(tile int, p *PointerEvent) hold {
	switch {
	case tile == protocol.PictureCertificate && probesLines(on.Snapshot):
		return anyLine
	case tile == protocol.PictureCertificate && on.Snapshot.Argument.Topic.Argues():
		return argument
	case on.candidateUnder(tile, p):
		return candidate
	}
	return nothing
}

// grab takes hold of the neuron under the pointer where neurons can be perturbed.
func (in *Input) grab(p *PointerEvent, on *HitTest) {
	in.neuron = none
	if on.Snapshot.Argument.Topic != protocol.Bounds {
		return
	}
	k := on.neuron(protocol.PictureCertificate, p)
	x, _, _ := on.inCertificate(p)
	for _, m := range on.Snapshot.Argument.Marks {
		if m.Neuron == k {
			in.neuron, in.turn, in.scale = k, m.Turn-x, m.Scale
		}
	}
}

// steer computes the intent for the pointer's position; it is sent with the next frame.
func (in *Input) steer(p *PointerEvent, on *HitTest) {
	a := &on.Snapshot.Argument
	if in.gesture == steering && in.tile == protocol.PictureData {
		if x, y := on.space().plane.Point(p.X, p.Y); dragsLine(on.Snapshot) {
			u := on.lineBy(x, y)
			in.probe(protocol.PictureData, u[:])
		} else if a.Topic.Argues() {
			in.turnTo(math.Atan2(y, x), a)
		}
		return
	}
	if probesLines(on.Snapshot) {
		u, _ := towardCertificate(on, none, p)
		if k := on.neuron(protocol.PictureCertificate, p); k >= 0 && k < len(on.Snapshot.Neurons) { // exactly the neuron's direction
			u = on.Snapshot.Neurons[k].U
		}
		in.probe(protocol.PictureCertificate, u[:])
		return
	}
	x, _, drawn := on.inCertificate(p)
	switch angle := x * math.Pi / 180; {
	case a.Topic == protocol.Tangents:
		in.setPoint(on.pointUnder(protocol.PictureCertificate, p))
	case !drawn:
	case a.Topic == protocol.Price && a.Line: // of u = 1, on the right, or of u = -1
		in.turnTo(math.Acos(math.Copysign(1, angle)), a)
	case a.Topic == protocol.Price, a.Topic == protocol.Curve:
		in.turnTo(angle, a)
	case a.Topic == protocol.Bowl:
		in.seek(1 - x)
	case a.Topic == protocol.Bounds && in.neuron != none:
		scale := max(0, min(in.scale-(on.css(p).Y-in.down.Y)/perturbHeight, intent.HeaviestPerturbation))
		in.send(intent.Perturb{Neuron: in.neuron, Turn: math.Remainder(in.turn+x, 360), Scale: scale})
	}
}

// turnTo moves the animation to where it considers an angle; near that of a neuron the price snaps to it.
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
	full := math.Mod(angle-start, 2*math.Pi) / (2 * math.Pi)
	if full < 0 {
		full++
	}
	in.seek(full)
}

// seek moves the animation of the argument to a share of its length.
func (in *Input) seek(full float64) {
	in.send(intent.Seek{Position: protocol.ArgumentUnits * max(0, min(full, 1))})
}
