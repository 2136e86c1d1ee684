package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// buildArgument draws one of the five pictures of the argument in the tile of the certificate.
func (s *Scene) buildArgument() {
	switch s.snap.Argument.Act {
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

// dial is the circle of directions with g around it: outwards where g is positive, inwards where it is negative. The radius zero is g = 0; g
// = beta is one band farther out.
type dial struct {
	center     pixel
	zero, band float64
}

// The radius of a dial's zero circle and the width of its band, as fractions of half the side of its square.
const dialZero, dialBand = 0.63, 0.22

func (d *dial) at(angle, share float64) pixel {
	sin, cos := math.Sincos(angle)
	radius := d.zero + d.band*share
	return d.center.moved(radius*cos, -radius*sin)
}

// splitOf divides a picture into a square for the dial and the rest, beside or below it, whichever makes the dial larger.
func splitOf(r Rect) (square, rest Rect) {
	if beside, below := min(r.H, 0.64*r.W), min(r.W, 0.62*r.H); beside > below {
		return Rect{r.X, r.Y + (r.H-beside)/2, beside, beside}, Rect{r.X + beside, r.Y, r.W - beside, r.H}
	}
	side := min(r.W, 0.62*r.H)
	return Rect{r.X + (r.W-side)/2, r.Y, side, side}, Rect{r.X, r.Y + side, r.W, r.H - side}
}

// dialOf returns the dial of the picture of a neuron's price.
func dialOf(r Rect) dial {
	square, _ := splitOf(r)
	half := square.W / 2
	return dial{square.center(), dialZero * half, dialBand * half}
}

// buildPrice draws a neuron that is dragged around the circle of directions, what it would gain and what it costs as two bars, and the cost
// of the network as a function of the neuron's weight.
func (s *Scene) buildPrice() {
	a, d := &s.snap.Argument, dialOf(s.r)
	square, rest := splitOf(s.r)
	if a.Only {
		c, degrees := gainChart(square, s.scale, reachOf(s.snap, 1)), math.Copysign(90, math.Cos(a.Angle))
		s.stems(&c, &a.Circle)
		s.probe(c.at(0, 0), c.at(degrees, 0), c.at(degrees, a.Gain), a.Gain)
	} else {
		s.dialData(&d)
		s.dialCurve(&d)
		tip, rim := d.at(a.Angle, a.Gain/positive(s.snap.Beta)), d.at(a.Angle, 1.42)
		s.labels.avoid(2, d.center, rim)
		s.labels.avoid(9, rim)
		// The curve touches a bound from the zero circle's side, so the other side of the neuron is free.
		s.spots(func(angle, g float64) (at, from pixel) { return d.at(angle, g), d.at(angle, 0) })
		s.probe(d.center, rim, tip, a.Gain)
		s.addTarget(rim, none)
	}
	bars, graph := rest.cut(0.52)
	if rest.W > 1.6*rest.H {
		bars, graph = rest.split(0.46)
	}
	s.buildBars(bars)
	s.buildAdded(graph)
}

// probe draws the direction under inspection as a handle from a to b, and the gain in that direction.
func (s *Scene) probe(a, b, gain pixel, g float64) {
	t := s.theme
	s.segment(a, b, 1.5, t.Ink.alpha(0.55))
	s.disc(a, 2.5, t.Ink)
	s.disc(b, 8.5, t.Ink)
	s.disc(b, 6.5, t.Panel)
	s.disc(b, 3.5, t.Ink)
	s.disc(gain, 6, t.Panel)
	s.disc(gain, 4.5, t.signed(g))
}

// dialData draws small points in the middle of the dial; directions of the dial are directions of the data.
func (s *Scene) dialData(d *dial) {
	inner, w := d.zero-1.15*d.band, &s.snap.Window
	if s.snap.Dimension != 2 || s.snap.Plane || !(inner > 0) || !(w.Half > 0) {
		return
	}
	scale, radius := inner/1.42/w.Half, max(1.2, 3.2-float64(len(s.snap.Points))/150)
	for i := range s.snap.Points {
		q := &s.snap.Points[i]
		x, y := (q.X[0]-w.Center[0])*scale, (q.X[1]-w.Center[1])*scale
		if q.Held || x*x+y*y > inner*inner {
			continue
		}
		if at := d.center.moved(x, -y); q.Label < s.snap.Level {
			s.diamond(at, radius*1.2, s.theme.signed(-1).alpha(0.5))
		} else {
			s.disc(at, radius, s.theme.signed(1).alpha(0.5))
		}
	}
}

// dialCurve draws the gain of every direction around the dial, with circles at zero and at both bounds.
func (s *Scene) dialCurve(d *dial) {
	t, beta, g := s.theme, positive(s.snap.Beta), &s.snap.Argument.Circle
	share := func(k int) float64 { return g.At(s.circle[k].vec()) / beta }
	angle := func(k int) float64 { return s.circle[k].degrees * math.Pi / 180 }
	for k := 1; k < len(s.circle); k++ {
		a, b := share(k-1), share(k)
		s.quad([4]pixel{d.at(angle(k-1), a), d.at(angle(k), b), d.at(angle(k), 0), d.at(angle(k-1), 0)}, t.signed(a+b).alpha(0.16))
	}
	s.ring(d.center, d.zero/s.scale, 1, t.Ink.alpha(0.3))
	for _, sign := range [2]float64{1, -1} {
		s.ring(d.center, (d.zero+sign*d.band)/s.scale, 1.75, t.Bound)
	}
	s.through(len(s.circle), 2, t.Ink, func(k int) pixel { return d.at(angle(k), share(k)) })
	s.labels.avoid(1.5, s.path...)
	s.labels.start("+β").tick(d.at(-math.Pi/2, 1.34), 'c')
	s.labels.start("−β").tick(d.at(-math.Pi/2, -1.36), 'c')
}

// spots marks the neurons of the argument; where returns the position of a gain, g times beta, at an angle, and the foot of that gain. Names
// are beyond the spots, seen from the foot.
func (s *Scene) spots(where func(angle, g float64) (at, from pixel)) {
	for _, m := range s.snap.Argument.Marks {
		if m.Neuron >= len(s.snap.Neurons) {
			continue
		}
		sin, cos := math.Sincos(m.Angle)
		at, from := where(m.Angle, s.snap.Argument.Circle.At(protocol.Vec{cos, sin})/positive(s.snap.Beta))
		s.namedNeuron(at, from, m.Neuron, 5, 1)
	}
}

// buildBars draws the gain and the price of a neuron as bars from a common foot.
func (s *Scene) buildBars(r Rect) {
	a, t := &s.snap.Argument, s.theme
	width, foot := min(46*s.scale, 0.22*r.W), r.Y+r.H-30*s.scale
	full, middle := foot-r.Y-34*s.scale, r.X+r.W/2
	if !(full > 10*s.scale) {
		return
	}
	gain := min(1.1, math.Abs(a.Gain)/positive(s.snap.Beta))
	for _, bar := range [...]struct {
		x, height, value float64
		color            Color
		name             string
	}{
		{middle - width*1.15, gain * full, math.Abs(a.Gain), t.signed(a.Gain).alpha(0.8), "gains"},
		{middle + width*1.15, full, s.snap.Beta, t.Bound.alpha(0.55), "costs β"},
	} {
		s.rectangle(Rect{bar.x - width/2, foot - bar.height, width, bar.height}, bar.color)
		s.labels.start(bar.name).note(xy(bar.x, foot+4*s.scale), 't', classNote)
		s.labels.start("").number(bar.value, 3).note(xy(bar.x, foot-bar.height-4*s.scale), 'b', classNote)
	}
	s.segment(xy(middle-2.15*width, foot), xy(middle+2.15*width, foot), 1, t.Ink.alpha(0.4))
	s.dashed(xy(middle-1.85*width, foot-full), xy(middle+1.85*width, foot-full), 1.5, t.Bound)
}

// buildAdded draws the cost of the network with one more neuron as a function of that neuron's weight; at the optimum it is least at zero.
func (s *Scene) buildAdded(r Rect) {
	a, t := &s.snap.Argument, s.theme
	inner := r.inset(30*s.scale, 26*s.scale, 30*s.scale, 30*s.scale)
	if inner.Empty() || len(a.Added) < 3 || !(inner.H > 12*s.scale) {
		return
	}
	top := a.Best
	for _, cost := range a.Added {
		top = max(top, cost)
	}
	if !(top > a.Best) {
		return
	}
	c := chartIn(inner, 0, float64(len(a.Added)-1), a.Best, a.Best+1.1*(top-a.Best))
	s.yLine(&c, a.Best, 1, t.Ink.alpha(0.4))
	foot := s.xLine(&c, c.X, 1, t.Ink.alpha(0.12))
	s.through(len(a.Added), 2, t.Ink, func(k int) pixel { return c.at(float64(k), a.Added[k]) })
	s.disc(foot, 5, t.Panel)
	s.disc(foot, 4, t.Accent)
	title := "cost, by its weight"
	if a.Looked() >= 0 {
		title = "cost, by the change of its weight"
		if s.labels.start(title); s.labels.width() > r.W/s.scale {
			title = "cost, by its change"
		}
	}
	s.labels.start(title).note(xy(foot.x, r.Y+4*s.scale), 't', classNote)
	for k, share := range [3]float64{-1, 0, 1} {
		at := xy(inner.X+inner.W*float64(k)/2, foot.y+5*s.scale)
		s.labels.start("").number(share*a.Reach, 2).note(at, 't', classTick)
	}
}

// dataProbe draws the direction under inspection among the data, with the lines on which a neuron of that direction is constant.
func (s *Scene) dataProbe(plane Plane) {
	center, tip, is := probeAmongData(s.r, plane, s.snap)
	if !is {
		return
	}
	dx, dy := tip.x-center.x, tip.y-center.y
	for _, step := range [...]float64{-1, -0.5, 0.5, 1} {
		foot := center.moved(step*dx, step*dy)
		s.dashed(foot.moved(-dy, dx), foot.moved(dy, -dx), 1.2, s.theme.Ink.alpha(0.35))
	}
	s.segment(center, tip, 3.5, s.theme.Ink)
	s.head(center, tip, 13, 7, s.theme.Ink)
	if s.snap.Argument.Looked() >= 0 { // it is a neuron already, which has its own name
		return
	}
	s.labels.start("a new neuron?").beyond(tip, center, 0, classNote)
}

// probeAmongData returns the arrow of the direction under inspection among the data, if the picture of the argument has one.
func probeAmongData(r Rect, plane Plane, snap *protocol.Snapshot) (center, tip pixel, is bool) {
	a := &snap.Argument
	if a.Act != protocol.Price && (a.Act != protocol.Curve || a.Full >= 1) || snap.Plane {
		return center, tip, false
	}
	sin, cos := math.Sincos(a.Angle)
	length := 0.34 * min(r.W, r.H)
	center = plane.at(0, 0)
	return center, center.moved(length*cos, -length*sin), true
}
