package scene

import "conelab/core/app/protocol"

// curveParts is the number of segments of a curve over an interval.
const curveParts = 160

// buildPlot draws data with one feature: the points (x, y), the errors, and the fitted functions: of several layers, of several classes, or of
// each neuron and their sum.
func (s *Scene) buildPlot(d *dataSpace) {
	c := chart{d.plane, s.r}
	s.background(s.theme.Paper)
	s.grid(&c)
	deep := isDeep(s.snap)
	for i := range s.snap.Points {
		q := &s.snap.Points[i]
		if q.Held { // only errors that count
			continue
		}
		var fitted float64
		if deep {
			fitted = s.fieldValue(s.fieldOutputOf(q), q.X[0])
		} else if k := q.Class - 1; showsClasses(s.snap) && k >= 0 && k < len(s.snap.Classes) {
			fitted = s.output(k).At(protocol.Vec{q.X[0]})
		} else {
			fitted = s.now.function.At(protocol.Vec{q.X[0]})
		}
		s.segment(d.at(q), c.held(q.X[0], fitted), 1, s.theme.Ink.alpha(0.16))
	}
	switch {
	case deep || showsClasses(s.snap):
		s.outputGraphs(&c)
	default:
		s.neuronGraphs(&c)
	}
	s.points(d, 1e-300) // a tiny size gives every label its full colour
}

// quadratic draws a quadratic of the first feature.
func (s *Scene) quadratic(c *chart, f *protocol.Quadratic, width float64, color Color) {
	s.graph(c, curveParts, width, color, func(x float64) float64 { return f.At(protocol.Vec{x}) })
}

// neuronGraphs draws what each neuron adds, and their sum.
func (s *Scene) neuronGraphs(c *chart) {
	for i := range s.snap.Neurons {
		n := &s.snap.Neurons[i]
		strength, width := 0.55*s.emphasis(i)*s.now.presence[i], 1.5
		if focused(s.snap, i) {
			strength, width = 1, 3
		}
		alone := ridge(n, s.snap.Activation)
		s.quadratic(c, &alone, width, s.theme.signed(n.Alpha).alpha(strength))
		s.labels.avoid(2, s.path...)
	}
	if showsRun(s.snap) {
		s.quadratic(c, &s.snap.Race.Function, 1.8, s.theme.Accent)
	}
	s.quadratic(c, &s.now.function, 2.6, s.theme.Ink)
	s.labels.avoid(2, s.path...)
	for i := range s.snap.Neurons {
		if s.now.presence[i] > 0.5 {
			s.nameGraph(c, i)
		}
	}
}

// nameGraph writes a neuron's name beside its graph, well inside the tile, towards the side where its own one grows if there is room.
func (s *Scene) nameGraph(c *chart, i int) {
	n := &s.snap.Neurons[i]
	alone, margin, class := ridge(n, s.snap.Activation), 26*s.scale, s.nameNeuron(i)
	var at pixel
	for _, share := range [...]float64{0.85, 0.7, 0.55, 0.4, -0.4, -0.6, -0.8} {
		x := c.X + n.U[0]*share*s.r.W/2/c.KX
		if at = c.held(x, alone.At(protocol.Vec{x})); at.y > s.r.Y+margin && at.y < c.bottom()-margin {
			break
		}
	}
	s.labels.beyond(at, at.moved(0, 1), 0, class)
}
