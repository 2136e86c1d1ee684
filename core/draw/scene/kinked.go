package scene

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
)

// Pictures of a network with a piecewise-linear activation: each neuron has a kink, the line (or with one feature the point) x with (x, 1)'u = 0,
// on one side of which it is active. All functions are evaluated here from the neurons, on grids of places.

// placeDistance is the distance, in css pixels, of the places at which f and g are evaluated for a map.
const placeDistance = 4.0

// kinkedShade holds the images of the maps of f and g, which are made anew when what they show changes.
type kinkedShade struct {
	field protocol.Field
	shade shade
}

// showsKinked reports whether the network has a piecewise-linear activation.
func showsKinked(snap *protocol.Snapshot) bool { return snap.Kinked.Set }

// suits reports whether the picture is one of the snapshot's network.
func (p *picture) suits(snap *protocol.Snapshot) bool {
	return !showsKinked(snap) || !p.polynomial && snap.Dimension <= protocol.KinkedFeatures
}

// shownRamps returns the neurons whose sum the data show: all, or the one in focus, or those of the race's selected run.
func shownRamps(snap *protocol.Snapshot) []protocol.Neuron {
	switch k := snap.Focus; {
	case focused(snap, k):
		return snap.Neurons[k : k+1]
	case showsRun(snap):
		return snap.Race.Neurons
	}
	return snap.Neurons
}

// sumOf returns the sum of some neurons at x.
func sumOf(snap *protocol.Snapshot, neurons []protocol.Neuron, x protocol.Vec) (f float64) {
	for i := range neurons {
		f += neurons[i].Alpha * snap.Kinked.Sigma(protocol.Inner(neurons[i].U, x, snap.Dimension))
	}
	return f
}

func (s *Scene) sumAt(neurons []protocol.Neuron, x protocol.Vec) float64 {
	return sumOf(s.snap, neurons, x)
}

// places gives the shade a field of places over a rectangle, whose values are zero.
func (k *kinkedShade) places(r Rect, plane Transform, scale float64) *protocol.Field {
	f, step := &k.field, placeDistance*scale
	columns, rows := int(math.Ceil(r.W/step))+1, int(math.Ceil(r.H/step))+1
	if columns != f.Columns || rows != f.Rows {
		*f = protocol.Field{Columns: columns, Rows: rows, Outputs: 1}
		f.Make()
	}
	f.Left, f.Low = plane.Point(r.X, r.Y+r.H)
	f.Step = step / plane.KX
	for _, row := range f.Values {
		clear(row)
	}
	return f
}

// addRamps adds neurons to a field over the plane of two features.
func (s *Scene) addRamps(f *protocol.Field, neurons []protocol.Neuron) {
	for i := range neurons {
		n := &neurons[i]
		across := n.U[0] * f.Step
		for j := range f.Rows {
			row, at := f.Row(0, j), n.U[0]*f.Left+n.U[1]*(f.Low+f.Step*float64(j))+n.U[2]
			for k := range row {
				row[k] += float32(n.Alpha * s.snap.Kinked.Sigma(at+across*float64(k)))
			}
		}
	}
}

// image colours the field and adds it to the tile. The places are those of places, for the same rectangle.
func (s *Scene) image(k *kinkedShade, r Rect, corner float64, color func(value float64) Color) {
	f, c := &k.field, &k.shade
	c.pixels = c.pixels[:0]
	for j := f.Rows - 1; j >= 0; j-- {
		for _, v := range f.Row(0, j) {
			c.pixels = appendPixel(c.pixels, color(float64(v)))
		}
	}
	step := placeDistance * s.scale
	high := float64(f.Rows) - 0.5
	layer := &s.frame.Tiles[s.tile].add(KindRaster).Raster
	*layer = Raster{
		Pixels: c.pixels, Width: f.Columns, Height: f.Rows, Corner: corner * s.scale,
		Patches: append(layer.Patches[:0], Patch{r, 0.5, high - r.H/step, 0.5 + r.W/step, high}),
	}
}

// buildKinkedMap draws data with two features: f as shading, the line f = 0, the kinks with their active sides, and the points, those on which a
// kink hangs with a ring.
func (s *Scene) buildKinkedMap(d *dataSpace) {
	t, k := s.theme, &s.kinkedData
	f := k.places(s.r, d.plane, s.scale)
	s.addRamps(f, shownRamps(s.snap))
	s.image(k, s.r, Corner, func(v float64) Color { return warm(t, (v-s.snap.Level)/s.now.size, 0.5) })
	s.ink(false)
	s.grid(&chart{d.plane, s.r})
	s.kinks(d)
	c := &k.shade
	c.pieces = c.pieces[:0]
	if !focused(s.snap, s.snap.Focus) {
		c.contour(f, func(i, j int) float64 { return float64(f.At(0, i, j)) - s.snap.Level })
	}
	for _, p := range c.pieces {
		s.segment(d.plane.at(p[0], p[1]), d.plane.at(p[2], p[3]), 2.2, t.Paper.mix(t.Ink, 0.92))
	}
	s.hanging(d)
	s.dataResiduals(d.plane)
	s.points(d, s.now.size)
	if u, is := s.probed(); is {
		s.kink(d, u, 2, t.Ink, true)
	}
	if v := s.view; v.Hovers && s.r.contains(v.Hover.x, v.Hover.y) {
		s.ring(v.Hover, s.snap.Brush*d.plane.KX/s.scale, 1.5, t.Ink.alpha(0.6))
	}
}

// kinks draws the kink of each neuron, wider for a larger weight.
func (s *Scene) kinks(d *dataSpace) {
	largest := heaviest(s.snap)
	for i := range s.snap.Neurons {
		n := &s.snap.Neurons[i]
		share := math.Sqrt(math.Abs(n.Alpha) / largest)
		width, strength := 0.6+2*share, (0.3+0.6*share)*s.emphasis(i)
		if focused(s.snap, i) {
			width, strength = width+1.5, 1
		}
		color := s.theme.signed(n.Alpha).mix(s.theme.Ink, 0.45).alpha(strength)
		at, seen := s.kink(d, n.U, width, color, false)
		if !seen {
			continue
		}
		if s.addTarget(at, i); focused(s.snap, i) || len(s.snap.Neurons) <= fewNamed {
			s.labels.beyond(at, at.moved(-n.U[0], n.U[1]), 12, s.nameNeuron(i))
		}
	}
}

// fewNamed is the number of neurons up to which all have their names in the picture of the data.
const fewNamed = 6

// kink draws the line (x, 1)'u = 0 with an arrow head on its active side, and returns where its mark is and whether it is seen.
func (s *Scene) kink(d *dataSpace, u protocol.Vec, width float64, color Color, isProbe bool) (mark pixel, seen bool) {
	a, b, seen := crossing(s.r, d.plane, u)
	if !seen {
		return a, false
	}
	if isProbe {
		s.segment(a, b, width+2.5, s.theme.Paper.alpha(0.8))
		s.dashed(a, b, width, color)
	} else {
		s.segment(a, b, width, color)
	}
	normal := math.Hypot(u[0], u[1])
	dx, dy := u[0]/normal*s.scale, -u[1]/normal*s.scale
	mark = a.lerp(b, 0.5)
	if s.snap.Kinked.Slope < 0 { // both sides are alike
		return mark, true
	}
	// The mark stands near an end of the line, away from the points in the middle.
	inset := min(26*s.scale/math.Hypot(b.x-a.x, b.y-a.y), 0.5)
	mark = a.lerp(b, 1-inset)
	reach := 7 + 2*width
	s.head(mark, mark.moved(dx*reach, dy*reach), 0.8*reach, 0.36*reach, color)
	return mark, true
}

// crossing returns where the line (x, 1)'u = 0 enters and leaves a rectangle.
func crossing(r Rect, plane Transform, u protocol.Vec) (a, b pixel, seen bool) {
	// In pixels the line is px x + py y = c.
	px, py := u[0]/plane.KX, -u[1]/plane.KY
	c := -(u[2] + u[0]*plane.X + u[1]*plane.Y) + px*plane.PX + py*plane.PY
	a = hidden
	end := func(x, y float64) { // through a corner there are three or four
		switch at := xy(x, y); {
		case !(x >= r.X && x <= r.X+r.W && y >= r.Y && y <= r.Y+r.H):
		case a == hidden:
			a = at
		case !seen || math.Hypot(at.x-a.x, at.y-a.y) > math.Hypot(b.x-a.x, b.y-a.y):
			b, seen = at, true
		}
	}
	for _, side := range [2]float64{r.X, r.X + r.W} {
		end(side, (c-px*side)/py)
	}
	for _, side := range [2]float64{r.Y, r.Y + r.H} {
		end((c-py*side)/px, side)
	}
	return a, b, seen && a != b
}

// hanging draws a ring around each point through which a kink goes: of the neuron in focus, or of all.
func (s *Scene) hanging(d *dataSpace) {
	radius := s.pointRadius(len(s.snap.Points))
	for i := range s.snap.Kinked.Faces {
		strength := 0.6 * s.emphasis(i)
		if focused(s.snap, i) {
			strength = 1
		}
		for _, k := range s.snap.Kinked.Faces[i].Points {
			if k < len(s.snap.Points) {
				s.ring(d.at(&s.snap.Points[k]), radius+4, 1.5, s.theme.Ink.alpha(strength))
			}
		}
	}
}

// probed returns the direction whose line is shown.
func (s *Scene) probed() (u protocol.Vec, is bool) { return s.snap.Kinked.Probe, s.snap.Kinked.Probing }

// noteProbe says what a neuron in the direction shown would gain and what it costs, but not among other points.
func (s *Scene) noteProbe() {
	u, is := s.probed()
	if old := len(s.snap.Kinked.Faces) < len(s.snap.Neurons); !is || old {
		return
	}
	s.labels.start("a neuron here gains ").number(math.Abs(s.snap.Kinked.Gain(u, s.snap.Dimension)), 3).add(", costs ").number(s.snap.Beta, 3)
	s.labels.note(xy(s.r.X+10*s.scale, s.r.Y+16*s.scale), 'l', classOver)
}

// buildKinkedPlot draws data with one feature: the errors, the curve f with its knots, and the points.
func (s *Scene) buildKinkedPlot(d *dataSpace) {
	c := chart{d.plane, s.r}
	t := s.theme
	s.background(t.Paper)
	s.grid(&c)
	for i := range s.snap.Points {
		if q := &s.snap.Points[i]; !q.Held {
			s.segment(d.at(q), c.held(q.X[0], s.sumAt(s.snap.Neurons, q.X)), 1, t.Ink.alpha(0.16))
		}
	}
	for i := range s.snap.Neurons {
		n := &s.snap.Neurons[i]
		strength, width := 0.3*s.emphasis(i), 1.2
		if focused(s.snap, i) {
			strength, width = 1, 3
		}
		s.polyline(&c, s.snap.Neurons[i:i+1], width, t.signed(n.Alpha).alpha(strength))
	}
	if showsRun(s.snap) {
		s.polyline(&c, s.snap.Race.Neurons, 1.8, t.Accent)
	}
	s.polyline(&c, s.snap.Neurons, 2.6, t.Ink)
	s.labels.avoid(2, s.path...)
	for i := range s.snap.Neurons {
		n := &s.snap.Neurons[i]
		x := protocol.Vec{knot(n.U)}
		at := c.held(x[0], s.sumAt(s.snap.Neurons, x))
		if !s.r.contains(at.x, at.y) {
			continue
		}
		radius := 2.6 + 2*math.Sqrt(math.Abs(n.Alpha)/heaviest(s.snap))
		s.disc(at, radius+1.4, t.Paper)
		s.disc(at, radius, t.Panel.mix(t.signed(n.Alpha).mix(t.Ink, 0.3), s.emphasis(i)))
		if s.addTarget(at, i); focused(s.snap, i) || len(s.snap.Neurons) <= fewNamed {
			s.labels.beyond(at, at.moved(0, 1), radius, s.nameNeuron(i))
		}
	}
	if u, is := s.probed(); is && u[0] != 0 {
		s.xLine(&c, knot(u), 2, t.Ink.alpha(0.7))
	}
	s.hanging(d)
	s.points(d, 1e-300)
}

// knot returns the place of a neuron's kink on the axis of one feature; it is infinite for a constant.
func knot(u protocol.Vec) float64 { return -u[1] / u[0] }

// polyline draws the sum of some neurons of one feature, which is straight between their knots.
func (s *Scene) polyline(c *chart, neurons []protocol.Neuron, width float64, color Color) {
	left, _ := c.Point(c.area.X, 0)
	right, _ := c.Point(c.right(), 0)
	s.depths = append(s.depths[:0], left, right)
	for i := range neurons {
		if x := knot(neurons[i].U); x > left && x < right {
			s.depths = append(s.depths, x)
		}
	}
	slices.Sort(s.depths)
	s.clipped(c, len(s.depths), width, color, func(k int) pixel {
		return c.at(s.depths[k], s.sumAt(neurons, protocol.Vec{s.depths[k]}))
	})
}
