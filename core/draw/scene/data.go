package scene

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// DataTransform returns how the data tile r shows the window w of d = 1 or 2 features. For d = 2 the window is the largest square in the
// middle of the tile; for d = 1 it fills the tile, with labels upwards.
func DataTransform(r canvas.Rect, w protocol.Window, d int) canvas.Transform {
	if d == 1 {
		return r.Plane(w.Center[0], w.Level, positive(w.Half), positive(w.Rise))
	}
	return r.Square(w.Center[0], w.Center[1], positive(w.Half))
}

// dataPlane returns how the data tile r shows the data of a snapshot: the window, and points of two features that were drawn beside it in a
// picture of another shape.
func dataPlane(r canvas.Rect, snap *protocol.Snapshot) canvas.Transform {
	plane := DataTransform(r, snap.Window, snap.Dimension)
	if snap.Dimension != 2 {
		return plane
	}
	reach, margin := 1.0, drawnMargin(r)
	for i := range snap.Points {
		at := plane.At(snap.Points[i].X[0], snap.Points[i].X[1])
		reach = max(reach, math.Abs(at.X-plane.PX)/(r.W/2-margin), math.Abs(at.Y-plane.PY)/(r.H/2-margin))
	}
	plane.KX, plane.KY = plane.KX/reach, plane.KY/reach
	return plane
}

// drawnMargin returns how far from the edge of a picture points are drawn: there is room for all of a mark.
func drawnMargin(r canvas.Rect) float64 { return 0.02 * min(r.W, r.H) }

// positive returns v if it is positive and finite, and 1 otherwise.
func positive(v float64) float64 {
	if v > 0 && v < math.Inf(1) {
		return v
	}
	return 1
}

// dataPicture draws the data with the network.
type dataPicture struct {
	*painting
	image protocol.Field // what the map of two features shows
	top   float64        // the upper edge of the room below the legend
	out   int            // how many neurons have their kink outside of the picture
}

// dataInputs takes the network of the race's selected run, too.
func dataInputs(dst, snap, program *protocol.Snapshot) {
	programInputs(dst, program)
	dst.Race = protocol.Race{Shown: snap.Race.Shown, Function: snap.Race.Function, Neurons: snap.Race.Neurons}
}

func (s *dataPicture) build() {
	s.out = 0
	d, keys := dataSpaceOf(s.snap, s.view), [2]canvas.Pixel{}
	held := slices.ContainsFunc(s.snap.Points, func(q protocol.Point) bool { return q.Held })
	s.top = s.Rect.Y
	if held { // its words come before other labels take their place; its marks come last, on top of everything
		legend := s.Legend()
		for k, word := range [2]string{"trained on", "held out"} {
			keys[k] = legend.Key(s.Label(word))
		}
		s.top += legend.Height()
	}
	radius, stride := s.pointRadius(len(s.snap.Points)), max(1, len(s.snap.Points)/maxAvoided)
	for i := 0; i < len(s.snap.Points); i += stride {
		s.Labels.Avoid(radius, d.at(&s.snap.Points[i]))
	}
	switch s.snap.Dimension {
	case 1:
		s.buildPlot(&d)
	case 2:
		s.buildMap(&d)
	default:
		s.buildRoom(&d)
	}
	s.Ink(false)
	for k, at := range keys {
		if held {
			s.point(at, &protocol.Point{Label: 1, Held: k == 1}, 0.9*markRadius, 1)
		}
	}
	s.drawBand()
	s.noteData()
	if s.snap.Dimension < 3 {
		for k, at := range [2]canvas.Pixel{canvas.XY(s.Rect.X+s.Rect.W, s.Rect.Y+s.Rect.H-12*s.Text), canvas.XY(s.Rect.X, s.top+16*s.Text)} {
			if k < len(s.snap.Axes) {
				s.Label(s.snap.Axes[k]).Near(at)
			}
		}
	}
}

// noteData names the part of f, or the run, that is shown instead of the network.
func (s *dataPicture) noteData() {
	snap := s.snap
	switch e, k := snap.Entry, snap.Focus; {
	case e.Matrix >= 0:
		s.Label("the part of f that ").Add([2]string{"Z", "Z′"}[e.Matrix])
		s.Labels.Index(min(e.Row, snap.Dimension)).Index(min(e.Column, snap.Dimension)).Add(" makes")
	case focused(snap, k):
		s.Label("u").Index(s.number(k)).Add(" alone")
		if len(snap.Parts) == 0 {
			s.Labels.Add(": ").Signed(snap.Neurons[k].Alpha, 3).Add(" σ(x′").Add("u").Index(s.number(k)).Add(")")
		}
	case showsRun(snap) && !showsClasses(snap):
		s.Label([...]string{"thin: run ", "shading: run ", "surface: run "}[snap.Dimension-1]).Number(float64(snap.Race.Shown+1), 3)
		s.Labels.Add([...]string{", thick: the optimum", ", line: the optimum", ""}[snap.Dimension-1])
	case snap.Piecewise.Set && snap.Dimension > protocol.PiecewiseFeatures:
		s.Label("the points alone, without f")
	case s.out > 0:
		s.Label("").Number(float64(s.out), 3).Add(" of ").Number(float64(len(snap.Neurons)), 3).Add(" bends outside of the picture")
	default:
		return
	}
	s.Labels.Note(canvas.XY(s.Rect.X+44*s.Text, s.top+16*s.Text), 'l') // beside the numbers of the axis
}

// buildMap draws data with two features: the heat map of f and the line f = 0, grid, points and the neurons' directions, or their kinks
// with the points on them.
func (s *dataPicture) buildMap(d *dataSpace) {
	field, output, line := &s.image, 0, 0 // none for the largest output
	piecewise, deep, c := s.snap.Piecewise.Set, hasLayers(s.snap), canvas.ChartOf(s.Rect, d.plane)
	switch {
	case deep && !piecewise:
		field = &s.snap.Layers.Field
		output, _ = outputShown(s.snap)
		line = output
	case showsClasses(s.snap) && !piecewise:
		output, line = none, none
		s.evaluate(field, &c, len(s.snap.Classes), func(k int, x, y float64) float64 { return s.output(k, protocol.Vec{x, y}) })
		s.nameRegions(d.plane)
	default:
		line = s.evaluateShown(&c)
	}
	s.field(field, output, &c, canvas.Corner, s.now.size)
	s.Ink(false)
	s.Grid(&c)
	if piecewise {
		s.kinks(d)
		s.ringKinkPoints(d)
	}
	s.border(field, line, &c, 2.2)
	s.points(d, s.now.size)
	if !piecewise && !deep && output != none && len(s.snap.Parts) == 0 {
		s.directions(d.plane)
	}
	if u, ok := s.probed(); ok {
		if _, seen := s.kink(d, u, 2, s.Theme.Ink, true); seen && dragsLine(s.snap) {
			s.Handle(lineHandle(d.plane, u, &s.snap.Window))
		}
	}
	s.drawCandidate(d.plane)
	s.dataResiduals(d.plane)
	if hover := s.view.Hover; s.Rect.Contains(hover.X, hover.Y) {
		s.Ring(hover, s.snap.Brush*d.plane.KX/s.Scale, 1.5, s.Theme.Ink.Alpha(0.6))
	}
}

// evaluateShown evaluates, as output 0 over the plane, what the heat map shows. If that is not the network, output 1 is the network, whose
// zeros are the line. It returns the output that is the network.
func (s *dataPicture) evaluateShown(c *canvas.Chart) (network int) {
	shown, all := s.shown(), s.network()
	if showsTerm(s.snap) {
		network, shown.C = 1, shown.C+s.snap.Level // colours are relative to the level
	} else if showsRun(s.snap) {
		network = 1
	}
	functions := [2]*function{&shown, &all}
	s.evaluate(&s.image, c, network+1, func(k int, x, y float64) float64 {
		return functions[k].value(s.snap, protocol.Vec{x, y})
	})
	return network
}

// directions draws the directions of the neurons found as arrows from the origin, longer for larger |alpha|, and those of the
// race's selected run.
func (s *dataPicture) directions(plane canvas.Transform) {
	origin, snap, t := plane.At(0, 0), s.snap, s.Theme
	if center, tip, ok := candidateArrow(s.Rect, plane, snap); ok {
		s.Labels.Avoid(3, center, tip)
	}
	shortest := 0.10
	if snap.Argument.Heaviest > 0 { // neurons lose all of their weight
		shortest = 0
	}
	tipOf := func(u protocol.Vec, found, alpha float64) canvas.Pixel {
		if alpha == 0 { // at the end of a mixture of two networks
			return origin
		}
		length := found * min(s.Rect.W, s.Rect.H) * (shortest + (0.24-shortest)*math.Sqrt(min(1, math.Abs(alpha))))
		return origin.Offset(u[0]*length, -u[1]*length)
	}
	if s.Rect.Contains(origin.X, origin.Y) {
		s.neuronArrows(origin, 1.75, 0.45, tipOf)
	}
	for _, n := range snap.Race.Neurons { // thin, without a label, with an open end
		tip := tipOf(n.U, 1, n.Alpha/heaviest(snap))
		s.Segment(origin, tip, 1.2, t.Ink.Alpha(0.55))
		s.Disc(tip, 3.6, t.Paper)
		s.Ring(tip, 2.8, 1.5, t.Ink)
	}
}

// towardData returns the direction from the origin to a pointer.
func towardData(hit *HitTest, p *PointerEvent) (u protocol.Vec, ok bool) {
	x, y := hit.space().plane.Point(p.X, p.Y)
	size := math.Hypot(x, y)
	return protocol.Vec{x / size, y / size}, hit.Snapshot.Dimension == 2 && size > 0
}

// curveParts is the number of segments of a curve over an interval.
const curveParts = 160

// buildPlot draws data with one feature: the points (x, y), the errors, and the fitted functions: of several layers, of several
// classes, or of each neuron and their sum.
func (s *dataPicture) buildPlot(d *dataSpace) {
	c := canvas.ChartOf(s.Rect, d.plane)
	s.Background(s.Theme.Paper)
	s.Grid(&c)
	for i := range s.snap.Points {
		if q := &s.snap.Points[i]; !q.Held { // only errors that count
			s.Segment(d.at(q), c.Clamped(q.X[0], s.output(s.outputOf(q), q.X)), 1, s.Theme.Ink.Alpha(0.16))
		}
	}
	if (hasLayers(s.snap) || showsClasses(s.snap)) && !s.snap.Piecewise.Set {
		s.outputGraphs(&c)
	} else {
		s.neuronGraphs(&c)
		s.ringKinkPoints(d)
	}
	s.points(d, 1e-300) // a tiny size gives every label its full colour
}

// neuronGraphs draws what each neuron adds, and their sum.
func (s *dataPicture) neuronGraphs(c *canvas.Chart) {
	piecewise := s.snap.Piecewise.Set
	for i, n := range s.snap.Neurons {
		strength, width := 0.55*s.emphasis(i)*s.now.presence[i], 1.5
		if piecewise { // there are more neurons
			strength, width = 0.3*s.emphasis(i), 1.2
		}
		if focused(s.snap, i) {
			strength, width = 1, 3
		}
		alone := termOf(s.snap, i)
		s.functionGraph(c, &alone, width, s.Theme.Signed(n.Alpha).Alpha(strength))
		if !piecewise {
			s.Labels.Avoid(2, s.Path...)
		}
	}
	if showsRun(s.snap) {
		s.functionGraph(c, &function{s.snap.Race.Function, s.snap.Race.Neurons}, 1.8, s.Theme.Accent)
	}
	all := s.network()
	s.functionGraph(c, &all, 2.6, s.Theme.Ink)
	s.Labels.Avoid(2, s.Path...)
	if piecewise {
		s.markKinks(c)
		return
	}
	for i := range s.snap.Neurons {
		if s.now.presence[i] > 0.5 {
			s.nameGraph(c, i)
		}
	}
}

// nameGraph writes a neuron's name beside its graph, well inside the tile, and on the side where the neuron is active if there is room.
func (s *dataPicture) nameGraph(c *canvas.Chart, i int) {
	n := &s.snap.Neurons[i]
	alone, margin := termOf(s.snap, i), 26*s.Scale
	var at canvas.Pixel
	for _, share := range [...]float64{0.85, 0.7, 0.55, 0.4, -0.4, -0.6, -0.8} {
		x := c.X + n.U[0]*share*s.Rect.W/2/c.KX
		at = c.Clamped(x, alone.At(protocol.Vec{x}))
		if at.Y > s.Rect.Y+margin && at.Y < c.Bottom()-margin {
			break
		}
	}
	s.nameNeuron(i).Above(at, 0)
}

// maxAvoided is about the largest number of points that names avoid: of more, only some are.
const maxAvoided = 150

// nameRegions writes the name of its class into each region, beside the point of the class where its output leads most.
func (s *dataPicture) nameRegions(plane canvas.Transform) {
	f := &s.image
	largest := func(at canvas.Pixel) int { // at the place nearest to a pixel
		x, y := plane.Point(at.X, at.Y)
		i, j := math.Round((x-f.Left)/f.Step), math.Round((y-f.Low)/f.Step)
		return largestAt(f, int(max(0, min(i, float64(f.Columns-1)))), int(max(0, min(j, float64(f.Rows-1)))))
	}
	for k := range s.snap.Classes {
		best, most := canvas.Pixel{}, math.Inf(-1)
		for i := range s.snap.Points {
			q, lead := &s.snap.Points[i], math.Inf(1)
			for other := range s.snap.Classes {
				if other != k {
					lead = min(lead, s.output(k, q.X)-s.output(other, q.X))
				}
			}
			if q.Class == k+1 && lead > most {
				best, most = plane.At(q.X[0], q.X[1]), lead
			}
		}
		s.nameClass(k).Best(best, best.Offset(0, 1), 5, func(at canvas.Pixel) bool { return largest(at) == k })
	}
}

// nameClass begins the label of a class: with its word, or without one with its number.
func (s *painting) nameClass(k int) *canvas.Labels {
	if k < len(s.snap.Names) {
		return s.Label(s.snap.Names[k])
	}
	return s.Label("class ").Number(float64(k+1), 1)
}

// outputGraphs draws the outputs of several layers, or of the classes, for one feature, each as a curve.
func (s *painting) outputGraphs(c *canvas.Chart) {
	t, r := s.Theme, s.Rect
	graph := func(k int, width float64, color canvas.Color) func(x float64) float64 {
		f := func(x float64) float64 { return s.output(k, protocol.Vec{x}) }
		s.Graph(c, curveParts, width+1.6, t.Paper.Alpha(0.8), f)
		s.Graph(c, curveParts, width, color, f)
		return f
	}
	only, count := outputShown(s.snap)
	if only != none {
		graph(only, 3.2, t.Ink)
		return
	}
	for k := range count {
		width, color := 2.0, t.Classes[k].Mix(t.Ink, 0.15)
		if k == s.snap.Output {
			width = 3.2
		}
		f := graph(k, width, color)
		// Each curve has the mark of its class at a different x.
		x, _ := c.Point(r.X+r.W*(float64(k)+0.7)/(float64(count)+0.4), r.Y)
		if at := c.Clamped(x, f(x)); r.Contains(at.X, at.Y) {
			s.Shape(at, k+1, markRadius+3, t.Paper)
			s.Shape(at, k+1, markRadius+0.6, color)
			s.Label("f").Index(k).Near(at.Offset(0, -15*s.Text))
		}
	}
}
