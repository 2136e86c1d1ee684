package scene

import (
	"math"

	"conelab/core/app/protocol"
)

const (
	// contourStep is the difference of f between two contours, in units of the mean label size.
	contourStep = 0.5
	// coefficientLimit keeps the coefficients of a wild function within the range of the graphics card.
	coefficientLimit = 1e12
	// tickWidth and tickHeight are the approximate distances between two ticks, in css pixels.
	tickWidth, tickHeight = 132.0, 120.0
	// markRadius is the radius of a point in css pixels, for few points; many are drawn smaller.
	markRadius = 5.0
)

// DataPlane returns how the data tile r shows the window w of d = 1 or 2 features. For d = 2 the window is the largest square in the middle
// of the tile; for d = 1 it fills the tile, with labels upwards.
func DataPlane(r Rect, w protocol.Window, d int) Plane {
	half := positive(w.Half)
	if d == 1 {
		return r.plane(w.Center[0], w.Level, half, positive(w.Rise))
	}
	k := min(r.W, r.H) / 2 / half
	return Plane{w.Center[0], w.Center[1], r.X + r.W/2, r.Y + r.H/2, k, k}
}

// positive returns v if it is positive, else 1.
func positive(v float64) float64 {
	if v > 0 && v < math.Inf(1) {
		return v
	}
	return 1
}

// labelSize returns the mean absolute label, the unit of colours: 1 for classification.
func labelSize(points []protocol.Point) float64 {
	sum := 0.0
	for i := range points {
		sum += math.Abs(points[i].Label)
	}
	return positive(sum / float64(len(points)))
}

// TileData is the tile of the data.
const TileData = protocol.PictureData

func init() {
	register(TileData, picture{build: (*Scene).buildData, moves: whileRunShown, toward: towardData})
}

func (s *Scene) buildData(r Rect, snap *protocol.Snapshot, v *View) {
	held := hasHeldOut(snap)
	if held {
		s.legendWords(r, snap, v)
	}
	switch snap.Dimension {
	case 1:
		if isDeep(snap) {
			s.buildLayersPlot(r, snap, v)
		} else {
			s.buildPlot(r, snap, v)
		}
	case 2:
		s.buildMap(r, snap, v)
	default:
		s.buildRoom(r, snap, v)
	}
	if held {
		s.legendMarks(r, snap, v)
	}
	s.drawBand(v)
	if e := snap.Entry; e.Matrix >= 0 {
		at := pixel{x: r.X + 10*v.Layout.Scale, y: r.Y + 16*v.Layout.Scale}
		s.labels.start("the part of f that ").entry(e, snap.Dimension).add(" makes").note(at, 'l', classNote)
	} else if k := snap.Focus; focused(snap, k) {
		at := pixel{x: r.X + 10*v.Layout.Scale, y: r.Y + 16*v.Layout.Scale}
		s.labels.start("").neuron(k).add(" alone")
		if !snap.Plane {
			s.labels.add(": ").signed(snap.Neurons[k].Alpha, 3).add(" σ(x′").neuron(k).add(")")
		}
		s.labels.note(at, 'l', classNote)
	} else if showsRun(snap) && !showsClasses(snap) {
		at := pixel{x: r.X + 10*v.Layout.Scale, y: r.Y + 16*v.Layout.Scale}
		s.labels.start([...]string{"thin: run ", "shading: run ", "surface: run "}[snap.Dimension-1]).number(float64(snap.Race.Shown+1), 3)
		s.labels.add([...]string{", thick: the optimum", ", line: the optimum", ""}[snap.Dimension-1]).note(at, 'l', classNote)
	}
}

// buildMap draws data with two features: the heat map of f, its contours and the conic f = 0, grid, points and the neurons' directions.
func (s *Scene) buildMap(r Rect, snap *protocol.Snapshot, v *View) {
	plane := DataPlane(r, snap.Window, 2)
	if isDeep(snap) {
		s.field(r, plane, snap, v)
	} else if showsClasses(snap) {
		s.regions(r, plane, snap, v)
	} else {
		conic := s.now.function
		conic.C -= snap.Level
		s.heat(TileData, r, plane, snap, v, s.shown(snap), conic, 1)
	}
	p := s.ink(TileData, v, false)
	s.grid(p, r, plane, &v.Theme)
	if isDeep(snap) {
		s.border(p, plane, &v.Theme)
	} else if !showsClasses(snap) && !snap.Plane {
		s.directions(p, r, plane, snap, &v.Theme)
		s.runNeurons(p, r, plane, snap, &v.Theme)
		s.dataProbe(p, r, plane, snap, &v.Theme)
	}
	points(p, plane, snap, v, s.now.size)
	if v.Hovers && snap.Brush > 0 && r.contains(v.Hover.x, v.Hover.y) {
		p.ring(v.Hover, snap.Brush*plane.KX/v.Layout.Scale, 1.5, v.Theme.Ink.alpha(0.6))
	}
}

// shown returns the function that the heat map shows: the network, or that of the race's selected run, minus the level; while a neuron is in
// focus, that neuron's term, a ridge whose contours are lines x'u = const; while a matrix entry is in focus, the term of f with that entry.
func (s *Scene) shown(snap *protocol.Snapshot) protocol.Quadratic {
	if e := snap.Entry; e.Matrix >= 0 {
		sign := float64(1 - 2*e.Matrix)
		m := matrixOf(snap, sign)
		term := m.Only(e.Row, e.Column)
		for i := range term {
			term[i] *= sign
		}
		return term.Function(snap.Activation)
	}
	if k := snap.Focus; focused(snap, k) {
		return part(snap, k)
	}
	f := s.now.function
	if showsRun(snap) {
		f = snap.Race.Function
	}
	f.C -= snap.Level
	return f
}

// heat adds the layer of the function shown, with the line on which the function conic is zero.
func (s *Scene) heat(tile int, r Rect, plane Plane, snap *protocol.Snapshot, v *View, shown, conic protocol.Quadratic, line float64) {
	t := &v.Theme
	h := &s.frame.Tiles[tile].add(KindHeat).Heat
	*h = Heat{
		Rect: r, Corner: Corner * v.Layout.Scale, CenterX: plane.PX, CenterY: plane.PY, Half: min(r.W, r.H) / 2,
		Step: contourStep, ContourWidth: v.Layout.Scale * v.Weight, ContourOpacity: 0.17,
		Paper: t.Paper, Ink: t.Ink, Positive: t.Positive, Negative: t.Negative,
	}
	half := h.Half / plane.KX
	h.Shown = local(&shown, plane.X, plane.Y, half, s.now.size)
	h.Conic = local(&conic, plane.X, plane.Y, half, s.now.size)
	for _, c := range h.Conic {
		if math.Abs(float64(c)) > 1e-6 {
			h.ConicWidth = line * 2.2 * v.Layout.Scale * v.Weight
		}
	}
}

// part returns the function that neuron k computes.
func part(snap *protocol.Snapshot, k int) protocol.Quadratic {
	if snap.Plane {
		return snap.Parts[k]
	}
	return ridge(&snap.Neurons[k], snap.Activation)
}

// ridge returns alpha sigma(x'u) as a function of x.
func ridge(n *protocol.Neuron, activation [3]float64) protocol.Quadratic {
	var m protocol.Symmetric
	m.AddOuter(math.Copysign(1, n.Alpha), n.Lifted())
	return m.Function(activation)
}

// local returns the coefficients of q(x, y) / size in z = ((x, y) - (cx, cy)) / half, in the order XX XY YY X Y C.
func local(q *protocol.Quadratic, cx, cy, half, size float64) [6]float32 {
	c := [6]float64{
		q.XX * half * half, q.XY * half * half, q.YY * half * half,
		(2*q.XX*cx + q.XY*cy + q.X) * half, (2*q.YY*cy + q.XY*cx + q.Y) * half, q.At(protocol.Vec{cx, cy}),
	}
	var out [6]float32
	for i := range c {
		out[i] = bounded(c[i] / size)
	}
	return out
}

// bounded returns v for the graphics card: clamped to the limit, and zero if it is not a number.
func bounded(v float64) float32 {
	if v != v {
		return 0
	}
	return float32(max(-coefficientLimit, min(v, coefficientLimit)))
}

// grid draws the axes and lines at round numbers, with labels along the left and the lower edge.
func (s *Scene) grid(p pen, r Rect, plane Plane, t *Theme) {
	x0, y0 := plane.Point(r.X, r.Y+r.H)
	x1, y1 := plane.Point(r.X+r.W, r.Y)
	stepX, stepY := roundStep(tickWidth*p.scale/plane.KX), roundStep(tickHeight*p.scale/plane.KY)
	if plane.KX == plane.KY {
		stepX = max(stepX, stepY)
		stepY = stepX
	}
	const most = 40
	if !(stepX > 0 && stepY > 0) || (x1-x0)/stepX > most || (y1-y0)/stepY > most {
		return
	}
	inset := 26 * p.scale // the labels of an edge keep clear of the corner and of the other edge
	// Far from zero i+1 may equal i in double precision: the count ends the loops.
	for i, n := math.Ceil(x0/stepX), 0; i*stepX <= x1 && n <= most; i, n = i+1, n+1 {
		at := plane.at(i*stepX, y0)
		p.segment(pixel{x: at.x, y: r.Y}, pixel{x: at.x, y: r.Y + r.H}, 1, gridColor(t, i))
		if at.x > r.X+inset && at.x < r.X+r.W-inset {
			s.labels.start("").number(i*stepX, 4).tick(pixel{x: at.x, y: r.Y + r.H - 5*p.scale}, 'b')
		}
	}
	for i, n := math.Ceil(y0/stepY), 0; i*stepY <= y1 && n <= most; i, n = i+1, n+1 {
		at := plane.at(x0, i*stepY)
		p.segment(pixel{x: r.X, y: at.y}, pixel{x: r.X + r.W, y: at.y}, 1, gridColor(t, i))
		if at.y > r.Y+inset && at.y < r.Y+r.H-inset {
			s.labels.start("").number(i*stepY, 4).tick(pixel{x: r.X + 7*p.scale, y: at.y}, 'l')
		}
	}
}

// gridColor returns the colour of grid line i; the axis, line 0, is stronger.
func gridColor(t *Theme, i float64) Color {
	if i == 0 {
		return t.Ink.alpha(0.30)
	}
	return t.Ink.alpha(0.07)
}

// directions draws the directions of the neurons found as arrows from the origin, longer for larger |alpha|.
func (s *Scene) directions(p pen, r Rect, plane Plane, snap *protocol.Snapshot, t *Theme) {
	origin := plane.at(0, 0)
	if !r.contains(origin.x, origin.y) {
		return
	}
	if center, tip, is := probeAmongData(r, plane, snap); is {
		s.labels.avoid(center, tip, 3)
	}
	largest := heaviest(snap)
	for i := range snap.Neurons {
		n := &snap.Neurons[i]
		if n.Alpha == 0 { // at the end of a mixture of two networks
			continue
		}
		reach := min(r.W, r.H) * (0.10 + 0.14*math.Sqrt(math.Abs(n.Alpha)/largest)) * s.now.presence[i]
		if !(reach > 12*p.scale) {
			continue
		}
		tip := pixel{x: origin.x + n.U[0]*reach, y: origin.y - n.U[1]*reach}
		strength := emphasis(snap, i)
		width := 1.75
		if focused(snap, i) {
			width = 3
		}
		color := t.signed(n.Alpha).mix(t.Ink, 0.45).alpha(strength)
		neck := tip.lerp(origin, 9*p.scale/reach)
		p.segment(origin, neck, width+2, t.Paper.alpha(0.7*strength))
		p.segment(origin, neck, width, color)
		p.head(origin, tip, 12, 5+width/2, color)
		s.addTarget(TileData, tip, i)
		s.labels.start("").neuron(i).around(tip, origin, 0, r, neuronClass(n.Alpha, strength < 1))
	}
}

// pointRadius returns the radius of a point's mark if there are n points.
func pointRadius(n int) float64 {
	if n > 120 {
		return max(2.2, markRadius*math.Pow(120/float64(n), 0.25))
	}
	return markRadius
}

// points draws the data: a disc for a positive label, a diamond for a negative one, paler for a small label.
func points(p pen, plane Plane, snap *protocol.Snapshot, v *View, size float64) {
	t := &v.Theme
	radius := pointRadius(len(snap.Points))
	for i := range snap.Points { // all rings first, so that no point is covered by its neighbour's ring
		q := &snap.Points[i]
		selection(p, plane.at(q.X[0], q.X[1]), q, v, radius)
	}
	for i := range snap.Points {
		if i != snap.Grabbed && i != snap.Pointed {
			q := &snap.Points[i]
			dot(p, plane.at(q.X[0], q.X[1]), q, t, radius, size)
		}
	}
	for _, i := range [2]int{snap.Pointed, snap.Grabbed} {
		if i >= 0 && i < len(snap.Points) {
			q := &snap.Points[i]
			at := plane.at(q.X[0], q.X[1])
			p.ring(at, 2.6*markRadius, 2, t.Ink.alpha(0.75))
			dot(p, at, q, t, 1.5*markRadius, size)
		}
	}
}

func point(p pen, at pixel, label float64, t *Theme, radius, size float64) {
	strength := 0.25 + 0.75*math.Min(1, math.Abs(label)/size)
	color := t.Paper.mix(t.signed(label), strength)
	if label < 0 {
		p.diamond(at, radius*1.3+2.1, t.Paper)
		p.diamond(at, radius*1.3+0.4, t.Ink.mix(t.Negative, 0.35))
		p.diamond(at, radius*1.3-1.1, color)
		return
	}
	p.disc(at, radius+1.6, t.Paper)
	p.disc(at, radius+0.4, t.Ink.mix(t.Positive, 0.35))
	p.disc(at, radius-0.7, color)
}

// towardData returns the direction from the origin to a pointer.
func towardData(on *Stage, _ int, p *PointerEvent) (u protocol.Vec, ok bool) {
	if on.Snapshot.Dimension != 2 {
		return u, false
	}
	x, y := on.plane().Point(p.X, p.Y)
	if size := math.Hypot(x, y); size > 0 {
		return protocol.Vec{x / size, y / size}, true
	}
	return u, false
}
