package scene

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
)

const (
	// tickWidth and tickHeight are the approximate distances between two ticks, in css pixels.
	tickWidth, tickHeight = 132.0, 120.0
)

// DataTransform returns how the data tile r shows the window w of d = 1 or 2 features. For d = 2 the window is the largest square in the
// middle of the tile; for d = 1 it fills the tile, with labels upwards.
func DataTransform(r Rect, w protocol.Window, d int) Transform {
	if d == 1 {
		return r.plane(w.Center[0], w.Level, positive(w.Half), positive(w.Rise))
	}
	return r.square(w.Center[0], w.Center[1], positive(w.Half))
}

// positive returns v if it is positive, else 1.
func positive(v float64) float64 {
	if v > 0 && v < math.Inf(1) {
		return v
	}
	return 1
}

// dataPicture draws the data with the network.
type dataPicture struct {
	*canvas
	image protocol.Field // what the map of two features shows
	top   float64        // the upper edge, or that of the room below the legend
}

func (s *dataPicture) build() {
	held, d, keys := slices.ContainsFunc(s.snap.Points, func(q protocol.Point) bool { return q.Held }), dataSpaceOf(s.snap, s.view), [2]pixel{}
	if s.top = s.r.Y; held { // first its words, before other labels take that space, and last, on everything else, its marks
		s.top += s.legend(func(key func(word string, count int) (mark pixel)) {
			keys[0], keys[1] = key("trained on", 0), key("held out", 0)
		})
	}
	radius, stride := s.pointRadius(len(s.snap.Points)), max(1, len(s.snap.Points)/sampled)
	for i := 0; i < len(s.snap.Points); i += stride {
		s.labels.avoid(radius, d.at(&s.snap.Points[i]))
	}
	switch s.snap.Dimension {
	case 1:
		s.buildPlot(&d)
	case 2:
		s.buildMap(&d)
	default:
		s.buildRoom(&d)
	}
	s.ink(false)
	for k, at := range keys {
		if held {
			s.point(at, &protocol.Point{Label: 1, Held: k == 1}, 0.9*markRadius, 1)
		}
	}
	s.drawBand()
	s.noteData()
	if s.snap.Dimension < 3 {
		for k, at := range [2]pixel{xy(s.r.X+s.r.W, s.r.Y+s.r.H-12*s.scale), xy(s.r.X, s.r.Y+16*s.scale)} {
			if k < len(s.snap.Axes) {
				s.labels.start(s.snap.Axes[k]).near(at, classNote)
			}
		}
	}
}

// noteData names the part of f, or the run, that is shown, or what the argument draws among the data.
func (s *dataPicture) noteData() {
	snap := s.snap
	_, _, hasArrow := probeAmongData(s.r, Transform{}, snap)
	switch e, k := snap.Entry, snap.Focus; {
	case e.Matrix >= 0:
		s.labels.start("the part of f that ").entry(e, snap.Dimension).add(" makes")
	case focused(snap, k):
		s.labels.start("").neuron(k).add(" alone")
		if len(snap.Parts) == 0 {
			s.labels.add(": ").signed(snap.Neurons[k].Alpha, 3).add(" σ(x′").neuron(k).add(")")
		}
	case showsRun(snap) && !showsClasses(snap):
		s.labels.start([...]string{"thin: run ", "shading: run ", "surface: run "}[snap.Dimension-1]).number(float64(snap.Race.Shown+1), 3)
		s.labels.add([...]string{", thick: the optimum", ", line: the optimum", ""}[snap.Dimension-1])
	case s.r.H < 250*s.scale: // it would lie on the points
		return
	case dragsLine(snap) && len(snap.Piecewise.Faces) >= len(snap.Neurons): // and the network is that of the points
		gain := snap.Piecewise.Gain(snap.Piecewise.Probe, snap.Dimension)
		s.labels.start("the dashed neuron gains ").number(math.Abs(gain), 3).add(", costs ").number(snap.Beta, 3)
	case hasArrow:
		s.labels.start("dashed: where the new neuron is constant")
	case s.showsResiduals():
		s.labels.start("bar on a point: its v, up where f is to be larger")
	default:
		return
	}
	const beside = 44 // the numbers of the axis on the left
	s.labels.note(xy(s.r.X+beside*s.scale, s.top+16*s.scale), 'l', classNote)
}

// showsRun reports whether the network of a run is drawn.
func showsRun(snap *protocol.Snapshot) bool { return len(snap.Race.Neurons) > 0 }

// buildMap draws data with two features: the heat map of f and the line f = 0, grid, points and the neurons' directions, or their kinks
// with the points on them.
func (s *dataPicture) buildMap(d *dataSpace) {
	field, output, line := &s.image, 0, 0 // none for the largest output
	piecewise, deep := isPiecewise(s.snap), hasLayers(s.snap)
	switch {
	case deep && !piecewise:
		field, output = &s.snap.Layers.Field, fieldOutput(s.snap)
		line = output
	case showsClasses(s.snap) && !piecewise:
		output, line = none, none
		s.evaluateClasses(d.plane)
		s.nameRegions(d.plane)
	default:
		line = s.evaluateShown(d.plane)
	}
	s.field(field, output, s.r, d.plane, Corner, s.now.size)
	s.ink(false)
	s.grid(&chart{d.plane, s.r})
	if piecewise {
		s.kinks(d)
		s.ringKinkPoints(d)
	}
	s.border(field, line, s.r, d.plane, 2.2)
	s.points(d, s.now.size)
	if !piecewise && !deep && output != none && len(s.snap.Parts) == 0 {
		s.directions(d.plane)
	}
	if u, is := s.probed(); is {
		s.kink(d, u, 2, s.theme.Ink, true)
		if dragsLine(s.snap) {
			s.handle(lineHandle(d.plane, u, &s.snap.Window))
		}
	}
	s.dataProbe(d.plane)
	s.dataResiduals(d.plane)
	if v := s.view; v.Hovers && s.r.contains(v.Hover.x, v.Hover.y) {
		s.ring(v.Hover, s.snap.Brush*d.plane.KX/s.scale, 1.5, s.theme.Ink.alpha(0.6))
	}
}

// evaluateShown evaluates, over the plane, what the heat map shows and, unless that is the network, the network, whose zero is the line. It
// returns the output that is the network.
func (s *dataPicture) evaluateShown(plane Transform) (network int) {
	f, shown, all := &s.image, s.shown(), s.network()
	if showsTerm(s.snap) {
		network, shown.C = 1, shown.C+s.snap.Level // colours are relative to the level
	} else if showsRun(s.snap) {
		network = 1
	}
	s.gridOver(f, s.r, plane, network+1)
	if s.addFunction(f, 0, &shown); network > 0 {
		s.addFunction(f, network, &all)
	}
	return network
}

// directions draws the directions of the neurons found as arrows from the origin, longer for larger |alpha|, and those of the
// race's selected run.
func (s *dataPicture) directions(plane Transform) {
	origin, snap, t := plane.at(0, 0), s.snap, s.theme
	if center, tip, is := probeAmongData(s.r, plane, snap); is {
		s.labels.avoid(3, center, tip)
	}
	tipOf := func(u protocol.Vec, found, alpha float64) pixel {
		if alpha == 0 { // at the end of a mixture of two networks
			return origin
		}
		reach := found * min(s.r.W, s.r.H) * (0.10 + 0.14*math.Sqrt(min(1, math.Abs(alpha))))
		return origin.moved(u[0]*reach, -u[1]*reach)
	}
	if s.r.contains(origin.x, origin.y) {
		s.neuronArrows(origin, 1.75, 0.45, tipOf)
	}
	for i := range snap.Race.Neurons { // thin, without a label, with an open end
		n := &snap.Race.Neurons[i]
		tip := tipOf(n.U, 1, n.Alpha/heaviest(snap))
		s.segment(origin, tip, 1.2, t.Ink.alpha(0.55))
		s.disc(tip, 3.6, t.Paper)
		s.ring(tip, 2.8, 1.5, t.Ink)
	}
}

// towardData returns the direction from the origin to a pointer.
func towardData(on *HitTest, _ int, p *PointerEvent) (u protocol.Vec, ok bool) {
	if on.Snapshot.Dimension != 2 {
		return u, false
	}
	d := on.space()
	x, y := d.plane.Point(p.X, p.Y)
	if size := math.Hypot(x, y); size > 0 {
		return protocol.Vec{x / size, y / size}, true
	}
	return u, false
}

// curveParts is the number of segments of a curve over an interval.
const curveParts = 160

// buildPlot draws data with one feature: the points (x, y), the errors, and the fitted functions: of several layers, of several
// classes, or of each neuron and their sum.
func (s *dataPicture) buildPlot(d *dataSpace) {
	c := chart{d.plane, s.r}
	s.background(s.theme.Paper)
	s.grid(&c)
	for i := range s.snap.Points {
		if q := &s.snap.Points[i]; !q.Held { // only errors that count
			s.segment(d.at(q), c.held(q.X[0], s.output(s.outputOf(q), q.X)), 1, s.theme.Ink.alpha(0.16))
		}
	}
	if (hasLayers(s.snap) || showsClasses(s.snap)) && !isPiecewise(s.snap) {
		s.outputGraphs(&c)
	} else {
		s.neuronGraphs(&c)
		s.ringKinkPoints(d)
	}
	s.points(d, 1e-300) // a tiny size gives every label its full colour
}

// neuronGraphs draws what each neuron adds, and their sum.
func (s *dataPicture) neuronGraphs(c *chart) {
	piecewise := isPiecewise(s.snap)
	for i := range s.snap.Neurons {
		n := &s.snap.Neurons[i]
		strength, width := 0.55*s.emphasis(i)*s.now.presence[i], 1.5
		if piecewise { // there are more neurons
			strength, width = 0.3*s.emphasis(i), 1.2
		}
		if focused(s.snap, i) {
			strength, width = 1, 3
		}
		alone := termOf(s.snap, i)
		s.functionGraph(c, &alone, width, s.theme.signed(n.Alpha).alpha(strength))
		if !piecewise {
			s.labels.avoid(2, s.path...)
		}
	}
	if showsRun(s.snap) {
		s.functionGraph(c, &function{s.snap.Race.Function, s.snap.Race.Neurons}, 1.8, s.theme.Accent)
	}
	all := s.network()
	s.functionGraph(c, &all, 2.6, s.theme.Ink)
	s.labels.avoid(2, s.path...)
	if piecewise {
		s.knots(c)
		return
	}
	for i := range s.snap.Neurons {
		if s.now.presence[i] > 0.5 {
			s.nameGraph(c, i)
		}
	}
}

// nameGraph writes a neuron's name beside its graph, well inside the tile, towards the side where its own one grows if there is room.
func (s *dataPicture) nameGraph(c *chart, i int) {
	n := &s.snap.Neurons[i]
	alone, margin, class := termOf(s.snap, i), 26*s.scale, s.nameNeuron(i)
	var at pixel
	for _, share := range [...]float64{0.85, 0.7, 0.55, 0.4, -0.4, -0.6, -0.8} {
		x := c.X + n.U[0]*share*s.r.W/2/c.KX
		if at = c.held(x, alone.At(protocol.Vec{x})); at.y > s.r.Y+margin && at.y < c.bottom()-margin {
			break
		}
	}
	s.labels.beyond(at, at.moved(0, 1), 0, class)
}
