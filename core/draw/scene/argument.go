package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// buildArgument draws one of the five pictures of the argument in the tile of the certificate.
func (s *Scene) buildArgument(r Rect, snap *protocol.Snapshot, v *View) {
	p := s.background(TileCertificate, r, v)
	switch snap.Argument.Act {
	case protocol.Price:
		s.buildPrice(p, r, snap, v)
	case protocol.Curve:
		s.buildGains(p, r, snap, v)
	case protocol.Bowl:
		s.buildBowl(p, r, snap, v)
	case protocol.Tangents:
		s.buildTangents(p, r, snap, v)
	case protocol.Bounds:
		s.buildBounds(p, r, snap, v)
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
	return pixel{x: d.center.x + radius*cos, y: d.center.y - radius*sin}
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
	return dial{pixel{x: square.X + half, y: square.Y + half}, dialZero * half, dialBand * half}
}

// buildPrice draws a neuron that is dragged around the circle of directions, what it would gain and what it costs as two bars, and the cost
// of the network as a function of the neuron's weight.
func (s *Scene) buildPrice(p pen, r Rect, snap *protocol.Snapshot, v *View) {
	a, t := &snap.Argument, &v.Theme
	d := dialOf(r)
	s.dialData(p, &d, snap, t)
	if a.Only {
		s.dialEnds(p, &d, r, snap, t)
	} else {
		s.dialCurve(p, &d, snap, t)
	}
	share := a.Gain / positive(snap.Beta)
	tip, rim := d.at(a.Angle, share), d.at(a.Angle, 1.42)
	s.labels.avoid(d.center, rim, 2)
	s.labels.avoid(rim, rim, 9)
	s.spots(p, r, snap, t, func(spot *protocol.Spot, g float64) (at, from pixel) {
		// The curve touches a bound from the zero circle's side, so the other side of the neuron is free.
		return d.at(spot.Angle, g), d.at(spot.Angle, 0)
	})
	s.probe(p, d.center, rim, tip, a.Gain, t)
	s.addTarget(TileCertificate, rim, none)
	_, rest := splitOf(r)
	s.buildScales(p, rest, snap, v)
}

// probe draws the direction under inspection as a handle from a to b, and the gain in that direction.
func (s *Scene) probe(p pen, a, b, gain pixel, g float64, t *Theme) {
	p.segment(a, b, 1.5, t.Ink.alpha(0.55))
	p.disc(a, 2.5, t.Ink)
	p.disc(b, 8.5, t.Ink)
	p.disc(b, 6.5, t.Panel)
	p.disc(b, 3.5, t.Ink)
	p.disc(gain, 6, t.Panel)
	p.disc(gain, 4.5, t.signed(g))
}

// dialData draws small points in the middle of the dial; directions of the dial are directions of the data.
func (s *Scene) dialData(p pen, d *dial, snap *protocol.Snapshot, t *Theme) {
	inner := d.zero - 1.15*d.band
	if snap.Dimension != 2 || snap.Plane || !(inner > 0) || !(snap.Window.Half > 0) {
		return
	}
	scale := inner / 1.42 / snap.Window.Half
	radius := max(1.2, 3.2-float64(len(snap.Points))/150)
	for i := range snap.Points {
		q := &snap.Points[i]
		x, y := (q.X[0]-snap.Window.Center[0])*scale, (q.X[1]-snap.Window.Center[1])*scale
		if q.Held || x*x+y*y > inner*inner {
			continue
		}
		at := pixel{x: d.center.x + x, y: d.center.y - y}
		if q.Label < snap.Level {
			p.diamond(at, radius*1.2, t.signed(-1).alpha(0.5))
		} else {
			p.disc(at, radius, t.signed(1).alpha(0.5))
		}
	}
}

// dialCurve draws the gain of every direction around the dial, with circles at zero and at both bounds.
func (s *Scene) dialCurve(p pen, d *dial, snap *protocol.Snapshot, t *Theme) {
	beta, g := positive(snap.Beta), &snap.Argument.Circle
	share := func(k int) float64 { return g.At(protocol.Vec{s.circle[k].cos, s.circle[k].sin}) / beta }
	angle := func(k int) float64 { return s.circle[k].degrees * math.Pi / 180 }
	for k := 1; k < len(s.circle); k++ {
		a, b := share(k-1), share(k)
		p.fill(d.at(angle(k-1), a), d.at(angle(k), b), d.at(angle(k), 0), d.at(angle(k-1), 0), t.signed(a+b).alpha(0.16))
	}
	p.ring(d.center, d.zero/p.scale, 1, t.Ink.alpha(0.3))
	for _, sign := range [2]float64{1, -1} {
		p.ring(d.center, (d.zero+sign*d.band)/p.scale, 1.75, t.Bound)
	}
	s.path = s.path[:0]
	for k := range s.circle {
		s.path = append(s.path, d.at(angle(k), share(k)))
	}
	p.curve(s.path, 2, t.Ink)
	for k := 1; k < len(s.path); k++ {
		s.labels.avoid(s.path[k-1], s.path[k], 1.5)
	}
	s.labels.start("+β").tick(d.at(-math.Pi/2, 1.34), 'c')
	s.labels.start("−β").tick(d.at(-math.Pi/2, -1.36), 'c')
}

// dialEnds draws the gains of the two directions of one feature.
func (s *Scene) dialEnds(p pen, d *dial, r Rect, snap *protocol.Snapshot, t *Theme) {
	beta, g := positive(snap.Beta), &snap.Argument.Circle
	p.segment(d.at(math.Pi, 1.42), d.at(0, 1.42), 1, t.Ink.alpha(0.3))
	tick := 16 * p.scale
	for k, angle := range [2]float64{0, math.Pi} {
		for share, color := range map[float64]Color{-1: t.Bound, 0: t.Ink.alpha(0.4), 1: t.Bound} {
			at := d.at(angle, share)
			p.segment(pixel{x: at.x, y: at.y - tick}, pixel{x: at.x, y: at.y + tick}, 1.75, color)
		}
		value := g.At(protocol.Vec{math.Cos(angle)})
		p.segment(d.at(angle, 0), d.at(angle, value/beta), 4, t.signed(value).alpha(0.7))
		foot := d.at(angle, 0)
		s.labels.start([2]string{"u = 1", "u = −1"}[k]).note(pixel{x: foot.x, y: foot.y + 26*p.scale}, 't', classNote)
	}
}

// spots marks the neurons of the argument; where returns the position of a spot whose gain is g times beta, and the foot of that gain. Names are
// beyond the spots, seen from the foot.
func (s *Scene) spots(p pen, r Rect, snap *protocol.Snapshot, t *Theme, where func(spot *protocol.Spot, g float64) (at, from pixel)) {
	for i := range snap.Argument.Marks {
		spot := &snap.Argument.Marks[i]
		if spot.Neuron >= len(snap.Neurons) {
			continue
		}
		sin, cos := math.Sincos(spot.Angle)
		n := &snap.Neurons[spot.Neuron]
		at, from := where(spot, snap.Argument.Circle.At(protocol.Vec{cos, sin})/positive(snap.Beta))
		strength, radius := emphasis(snap, spot.Neuron), 5.0
		if focused(snap, spot.Neuron) {
			radius = 7.5
		}
		p.mark(at, n.Alpha, radius, t.Panel.mix(t.signed(n.Alpha), strength), t.Panel)
		s.addTarget(TileCertificate, at, spot.Neuron)
		s.labels.start("").neuron(spot.Neuron).around(at, from, radius, r, neuronClass(n.Alpha, strength < 1))
	}
}

// buildScales draws a neuron's gain beside its price, and the cost as a function of its weight, next to each other or one above the other.
func (s *Scene) buildScales(p pen, r Rect, snap *protocol.Snapshot, v *View) {
	bars, graph := Rect{r.X, r.Y, r.W, 0.52 * r.H}, Rect{r.X, r.Y + 0.52*r.H, r.W, 0.48 * r.H}
	if r.W > 1.6*r.H {
		bars, graph = Rect{r.X, r.Y, 0.46 * r.W, r.H}, Rect{r.X + 0.46*r.W, r.Y, 0.54 * r.W, r.H}
	}
	s.buildBars(p, bars, snap, &v.Theme)
	s.buildAdded(p, graph, snap, &v.Theme)
}

// buildBars draws the gain and the price as bars from a common foot.
func (s *Scene) buildBars(p pen, r Rect, snap *protocol.Snapshot, t *Theme) {
	a := &snap.Argument
	width, foot := min(46*p.scale, 0.22*r.W), r.Y+r.H-30*p.scale
	full := foot - r.Y - 34*p.scale
	if !(full > 10*p.scale) {
		return
	}
	left, right := r.X+r.W/2-width*1.15, r.X+r.W/2+width*1.15
	gain := min(1.1, math.Abs(a.Gain)/positive(snap.Beta))
	bar := func(x, height float64, c Color) {
		p.fill(pixel{x: x - width/2, y: foot}, pixel{x: x + width/2, y: foot}, pixel{x: x + width/2, y: foot - height*full}, pixel{x: x - width/2, y: foot - height*full}, c)
	}
	bar(left, gain, t.signed(a.Gain).alpha(0.8))
	bar(right, 1, t.Bound.alpha(0.55))
	p.segment(pixel{x: left - width, y: foot}, pixel{x: right + width, y: foot}, 1, t.Ink.alpha(0.4))
	p.dashed(pixel{x: left - width*0.7, y: foot - full}, pixel{x: right + width*0.7, y: foot - full}, 1.5, t.Bound)
	s.labels.start("gains").note(pixel{x: left, y: foot + 4*p.scale}, 't', classNote)
	s.labels.start("costs β").note(pixel{x: right, y: foot + 4*p.scale}, 't', classNote)
	s.labels.start("").number(math.Abs(a.Gain), 3).note(pixel{x: left, y: foot - gain*full - 4*p.scale}, 'b', classNote)
	s.labels.start("").number(snap.Beta, 3).note(pixel{x: right, y: foot - full - 4*p.scale}, 'b', classNote)
}

// buildAdded draws the cost of the network with one more neuron as a function of that neuron's weight; at the optimum it is least at zero.
func (s *Scene) buildAdded(p pen, r Rect, snap *protocol.Snapshot, t *Theme) {
	a := &snap.Argument
	inner := Rect{r.X + 30*p.scale, r.Y + 26*p.scale, r.W - 60*p.scale, r.H - 56*p.scale}
	if inner.Empty() || len(a.Added) < 3 || !(inner.H > 12*p.scale) {
		return
	}
	top := a.Best
	for _, c := range a.Added {
		top = max(top, c)
	}
	if !(top > a.Best) {
		return
	}
	high := a.Best + 1.1*(top-a.Best)
	at := func(k int) pixel {
		return pixel{x: inner.X + inner.W*float64(k)/float64(len(a.Added)-1), y: inner.Y + inner.H*(1-(a.Added[k]-a.Best)/(high-a.Best))}
	}
	base := inner.Y + inner.H
	p.segment(pixel{x: inner.X, y: base}, pixel{x: inner.X + inner.W, y: base}, 1, t.Ink.alpha(0.4))
	middle := inner.X + inner.W/2
	p.segment(pixel{x: middle, y: base}, pixel{x: middle, y: inner.Y}, 1, t.Ink.alpha(0.12))
	s.path = s.path[:0]
	for k := range a.Added {
		s.path = append(s.path, at(k))
	}
	p.curve(s.path, 2, t.Ink)
	p.disc(pixel{x: middle, y: base}, 5, t.Panel)
	p.disc(pixel{x: middle, y: base}, 4, t.Accent)
	title := "cost, by its weight"
	if a.Looked() >= 0 {
		title = "cost, by the change of its weight"
		if s.labels.start(title); s.labels.width() > r.W/p.scale {
			title = "cost, by its change"
		}
	}
	s.labels.start(title).note(pixel{x: middle, y: r.Y + 4*p.scale}, 't', classNote)
	s.labels.start("0").note(pixel{x: middle, y: base + 5*p.scale}, 't', classTick)
	s.labels.start("").number(-a.Reach, 2).note(pixel{x: inner.X, y: base + 5*p.scale}, 't', classTick)
	s.labels.start("").number(a.Reach, 2).note(pixel{x: inner.X + inner.W, y: base + 5*p.scale}, 't', classTick)
}

// dataProbe draws the direction under inspection among the data, with the lines on which a neuron of that direction is constant.
func (s *Scene) dataProbe(p pen, r Rect, plane Plane, snap *protocol.Snapshot, t *Theme) {
	a := &snap.Argument
	center, tip, is := probeAmongData(r, plane, snap)
	if !is {
		return
	}
	sin, cos := math.Sincos(a.Angle)
	length := math.Hypot(tip.x-center.x, tip.y-center.y)
	across := pixel{x: -sin, y: -cos}
	for _, step := range [...]float64{-2, -1, 1, 2} {
		foot := pixel{x: center.x + step*length/2*cos, y: center.y - step*length/2*sin}
		p.dashed(pixel{x: foot.x - across.x*length, y: foot.y - across.y*length}, pixel{x: foot.x + across.x*length, y: foot.y + across.y*length}, 1.2, t.Ink.alpha(0.35))
	}
	p.segment(center, tip, 3.5, t.Ink)
	p.head(center, tip, 13, 7, t.Ink)
	if a.Looked() < 0 { // else it is a neuron already, which has its own name
		radius := (pointRadius(len(snap.Points)) + 1) * s.now.size
		s.labels.start("a new neuron?").beside(tip, center, r, classNote, func(a area) (count int) {
			for i := range snap.Points {
				at := plane.at(snap.Points[i].X[0], snap.Points[i].X[1])
				if x, y := at.x/p.scale, at.y/p.scale; x > a.x0-radius && x < a.x1+radius && y > a.y0-radius && y < a.y1+radius {
					count++
				}
			}
			return count
		})
	}
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
	return center, pixel{x: center.x + length*cos, y: center.y - length*sin}, true
}
