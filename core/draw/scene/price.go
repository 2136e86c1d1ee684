package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// buildPrice draws the direction of a neuron, which a pointer drags, on the curve of what neurons would gain; what it would gain
// and what it costs as two bars; and the cost of the network as a function of the neuron's weight or, where the picture of the data is not
// on the stage, the neuron among the points.
func (s *certificate) buildPrice() {
	a := &s.snap.Argument
	curve, rest := s.Rect.Cut(0.55)
	if s.Rect.W > 2*s.Rect.H { // as on a phone on its side
		curve, rest = s.Rect.Split(0.55)
	}
	s.Labels.Within(curve)
	c, degrees := &s.plot, math.Remainder(a.Angle, 2*math.Pi)*180/math.Pi
	if s.drawGains(curve, &a.Circle) {
		for k := 1; k < len(circle); k++ {
			if a, b := s.onCurve(k-1), s.onCurve(k); a != canvas.Hidden && b != canvas.Hidden {
				s.Labels.Avoid(1.5, a, b)
			}
		}
		s.Labels.Avoid(9, c.At(degrees, 0))
		s.gainSpots()
	} else {
		degrees = math.Copysign(90, math.Cos(a.Angle))
	}
	if !mapsLines(s.snap) {
		s.probe(c.At(degrees, 0), c.At(degrees, a.Gain), a.Gain)
	}
	s.Labels.Within(s.Rect)
	bars, graph := rest.Split(0.46)
	if graph.W < narrowestGraph*s.Scale {
		s.buildBars(rest)
		return
	}
	s.buildBars(bars)
	if s.view.Layout.Tiles[protocol.PictureData].Empty() && s.snap.Dimension == 2 && !s.snap.Plane && !hasLayers(s.snap) {
		s.buildAmongPoints(graph)
		return
	}
	s.buildAdded(graph)
}

// narrowestGraph is the width, in css pixels, that the numbers below the graph of the costs need.
const narrowestGraph = 120

// probe draws the direction under inspection as a handle, and the gain in that direction.
func (s *certificate) probe(handle, gain canvas.Pixel, g float64) {
	t := s.Theme
	s.Segment(handle, gain, 1.5, t.Ink.Alpha(0.55))
	s.Handle(handle)
	s.Disc(gain, 6, t.Panel)
	s.Disc(gain, 4.5, t.Signed(g))
	s.addTarget(handle, none)
	if s.snap.Argument.NeuronAtAngle() < 0 {
		s.Label(newNeuron)
		s.Labels.Best(handle, gain, 9, canvas.ClassNote, nil) // what is beside the curve has its room
	}
}

// buildBars draws the gain and the price of a neuron as bars from a common base.
func (s *certificate) buildBars(r canvas.Rect) {
	a, t := &s.snap.Argument, s.Theme
	width, base := min(46*s.Scale, 0.22*r.W), r.Y+r.H-30*s.Scale
	full, middle := base-r.Y-(34+s.Labels.Height())*s.Scale, r.X+r.W/2
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
		s.Bar(bar.x, base, base-bar.height, width, bar.color)
		s.Label(bar.name).Note(canvas.XY(bar.x, base+4*s.Scale), 't', canvas.ClassNote)
		top := base - bar.height
		if line := base - full; bar.height < full && top-line < (s.Labels.Height()+6)*s.Scale { // its number would lie on the line of the price
			top = line
		}
		s.Label("").Number(bar.value, 3).Note(canvas.XY(bar.x, top-4*s.Scale), 'b', canvas.ClassNote)
	}
	s.Label("per unit of weight").Note(canvas.XY(middle, r.Y+4*s.Scale), 't', canvas.ClassNote)
	below := base + (4+s.Labels.Height())*s.Scale
	hasRoom := below+s.Labels.Height()*s.Scale <= s.Rect.Y+s.Rect.H
	s.Label("(weight < 0)")
	if a.Gain < 0 && hasRoom && s.Labels.Width()*s.Scale < 2.3*width {
		s.Labels.Note(canvas.XY(middle-width*1.15, below), 't', canvas.ClassNote)
	}
	s.Segment(canvas.XY(middle-2.15*width, base), canvas.XY(middle+2.15*width, base), 1, t.Ink.Alpha(0.4))
	s.Dashed(canvas.XY(middle-1.85*width, base-full), canvas.XY(middle+1.85*width, base-full), 1.5, t.Bound)
}

// buildAdded draws the cost of the network with one more neuron as a function of that neuron's weight; at the optimum it is least at zero.
func (s *certificate) buildAdded(r canvas.Rect) {
	a, t := &s.snap.Argument, s.Theme
	inner := r.Inset(30*s.Scale, 26*s.Scale, 30*s.Scale, 30*s.Scale)
	if inner.Empty() || len(a.Added) < 3 || !(inner.H > 12*s.Scale) {
		return
	}
	left, right := a.Added[0]-a.Best, a.Added[len(a.Added)-1]-a.Best
	top := a.Best + max(left, right)
	// Where one side rises far more steeply than the other, as a loss with a kink may, it leaves the picture, in which both are to be seen.
	if lower := min(left, right); lower > 0 {
		top = min(top, a.Best+4*lower)
	}
	if !(top > a.Best) {
		return
	}
	c := canvas.ChartIn(inner, 0, float64(len(a.Added)-1), a.Best, a.Best+1.1*(top-a.Best))
	s.YLine(&c, a.Best, 1, t.Axis())
	base := s.XLine(&c, c.X, 1, t.GridLine())
	const fine = 8 // points between two costs, so that the curve ends close to the edge
	s.Through(fine*(len(a.Added)-1)+1, 2, t.Ink, func(i int) canvas.Pixel {
		k := min(i/fine, len(a.Added)-2)
		cost := a.Added[k] + (float64(i)/fine-float64(k))*(a.Added[k+1]-a.Added[k])
		if cost > top*(1+1e-12) {
			return canvas.Hidden
		}
		return c.At(float64(i)/fine, cost)
	})
	s.Disc(base, 5, t.Panel)
	s.Disc(base, 4, t.Accent)
	title := "cost, by its weight"
	if a.NeuronAtAngle() >= 0 {
		title = "cost, by the change of its weight"
		s.Label(title)
		if s.Labels.Width() > r.W/s.Scale {
			title = "cost, by its change"
		}
	}
	s.Label(title).Note(canvas.XY(base.X, r.Y+4*s.Scale), 't', canvas.ClassNote)
	for k, share := range [3]float64{-1, 0, 1} {
		at := canvas.XY(inner.X+inner.W*float64(k)/2, base.Y+5*s.Scale)
		s.Label("").Number(share*a.Reach, 2).Note(at, 't', canvas.ClassTick)
	}
}

// buildAmongPoints draws the direction under inspection among the points, small: as an arrow, or as the line where the neuron bends.
func (s *certificate) buildAmongPoints(r canvas.Rect) {
	t, small := s.Theme, r.Inset(14*s.Scale, 26*s.Scale, 14*s.Scale, 8*s.Scale)
	side := min(small.W, small.H)
	small = canvas.Rect{X: small.X + (small.W-side)/2, Y: small.Y, W: side, H: side}
	if small.Empty() {
		return
	}
	s.Label("among the points").Note(canvas.XY(r.X+r.W/2, r.Y+4*s.Scale), 't', canvas.ClassNote)
	plane := dataPlane(small, s.snap)
	s.Rectangle(small, t.Paper)
	for i := range s.snap.Points {
		q := &s.snap.Points[i]
		if at := plane.At(q.X[0], q.X[1]); small.Contains(at.X, at.Y) {
			s.point(at, q, 2.2, s.now.size)
		}
	}
	if u, ok := s.probed(); ok && isPiecewise(s.snap) {
		if a, b, seen := crossing(small, plane, u); seen {
			s.Dashed(a, b, 2, t.Ink)
		}
		return
	}
	sin, cos := math.Sincos(s.snap.Argument.Angle)
	center := plane.At(0, 0)
	tip := center.Offset(0.34*side*cos, -0.34*side*sin)
	s.Segment(center, tip, 2.5, t.Ink)
	s.Head(center, tip, 10, 5.5, t.Ink)
}

// dataProbe draws the direction under inspection among the data, with the lines on which a neuron of that direction is constant.
func (s *dataPicture) dataProbe(plane canvas.Transform) {
	center, tip, ok := probeAmongData(s.Rect, plane, s.snap)
	if !ok {
		return
	}
	dx, dy := tip.X-center.X, tip.Y-center.Y
	for _, step := range [...]float64{-1, -0.5, 0.5, 1} {
		base := center.Offset(step*dx, step*dy)
		s.Dashed(base.Offset(-dy, dx), base.Offset(dy, -dx), 1.2, s.Theme.Ink.Alpha(0.35))
	}
	s.Segment(center, tip, 3.5, s.Theme.Ink)
	s.Head(center, tip, 13, 7, s.Theme.Ink)
	if s.snap.Argument.NeuronAtAngle() >= 0 { // it is a neuron already, which has its own name
		return
	}
	s.Label(newNeuron).Beyond(tip, center, 0, canvas.ClassNote)
}

// newNeuron is the name of the direction under inspection, at each of its two handles.
const newNeuron = "a new neuron?"

// probeAmongData returns the arrow of the direction under inspection among the data, if the picture of the argument has one.
func probeAmongData(r canvas.Rect, plane canvas.Transform, snap *protocol.Snapshot) (center, tip canvas.Pixel, ok bool) {
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
