package scene

import (
	"math"

	"conelab/core/wire"
)

// Heat says how to fill the data tile: in the frame z = (pixel - Center) / Half, y up, the shown function is
// Shown[0] z1^2 + Shown[1] z1 z2 + Shown[2] z2^2 + Shown[3] z1 + Shown[4] z2 + Shown[5], in units of the labels' size; Conic is the
// function whose zeros are the strong line.
type Heat struct {
	Rect           Rect
	Corner         float64 // radius of the tile's corners in pixels
	CenterX        float64
	CenterY        float64
	Half           float64
	Shown, Conic   [6]float32
	Step           float64 // between two contours
	ConicWidth     float64 // in pixels; 0 leaves the conic out
	ContourWidth   float64 // in pixels
	Paper, Ink     Color
	Positive       Color
	Negative       Color
	ContourOpacity float64
}

const (
	// contourStep is the difference of f between two contours, in units of the labels' size.
	contourStep = 0.5
	// coefficientLimit keeps the numbers of a wild function within those of the graphics card.
	coefficientLimit = 1e12
	// markRadius is the radius of a point in css pixels, for few points; many are drawn smaller.
	markRadius = 5.0
)

// DataPlane returns how the data tile r shows the window w: the window is the largest square in the middle of the tile.
func DataPlane(r Rect, w wire.Window) Plane {
	half := w.Half
	if !(half > 0) {
		half = 1
	}
	k := min(r.W, r.H) / 2 / half
	return Plane{w.X, w.Y, r.X + r.W/2, r.Y + r.H/2, k, k}
}

// labelSize returns the mean size of the labels, the unit of colours: 1 for classification.
func labelSize(points []wire.Point) float64 {
	sum := 0.0
	for i := range points {
		sum += math.Abs(points[i].Label)
	}
	if size := sum / float64(len(points)); size > 0 && size < math.Inf(1) {
		return size
	}
	return 1
}

func (s *Scene) buildData(snap *wire.Snapshot, v *View) {
	r := v.Layout.Tiles[TileData]
	s.frame.Heat = Heat{}
	if r.Empty() {
		return
	}
	plane := DataPlane(r, snap.Window)
	size := labelSize(snap.Points)
	s.frame.Heat = heat(snap, v, plane, size)
	p := s.pen(TileData, v)
	s.grid(p, r, plane, &v.Theme)
	s.directions(p, r, plane, snap, &v.Theme)
	points(p, plane, snap, &v.Theme, size)
	if k := snap.Focus; focused(snap, k) {
		s.labels.say("u").index(k).and(" alone").put(spot{x: r.X + 10*p.scale, y: r.Y + 16*p.scale}, 'l', classNote)
	}
}

// heat shows the network, or while a neuron is in focus what this neuron adds to it: a ridge whose contours are the lines x'u = const.
func heat(snap *wire.Snapshot, v *View, plane Plane, size float64) Heat {
	shown := snap.Function
	if k := snap.Focus; focused(snap, k) {
		shown = ridge(&snap.Neurons[k], snap.Activation)
	}
	r, t := v.Layout.Tiles[TileData], &v.Theme
	h := Heat{
		Rect: r, Corner: corner * v.Layout.Scale, CenterX: plane.PX, CenterY: plane.PY, Half: min(r.W, r.H) / 2,
		Step: contourStep, ContourWidth: v.Layout.Scale, ContourOpacity: 0.17,
		Paper: t.Paper, Ink: t.Ink, Positive: t.Positive, Negative: t.Negative,
	}
	half := h.Half / plane.KX
	h.Shown = local(shown, plane.X, plane.Y, half, size)
	h.Conic = local(snap.Function, plane.X, plane.Y, half, size)
	for _, c := range h.Conic {
		if math.Abs(float64(c)) > 1e-6 {
			h.ConicWidth = 2.2 * v.Layout.Scale
		}
	}
	return h
}

// ridge returns alpha sigma(x'u) as a function of x.
func ridge(n *wire.Neuron, activation [3]float64) wire.Quadratic {
	a, b, c := n.Alpha*activation[0], n.Alpha*activation[1], n.Alpha*activation[2]
	u, v := n.U[0], n.U[1]
	return wire.Quadratic{XX: a * u * u, XY: 2 * a * u * v, YY: a * v * v, X: b * u, Y: b * v, C: c}
}

// local returns the coefficients of q(x, y) / size in z = ((x, y) - (cx, cy)) / half, in the order XX XY YY X Y C.
func local(q wire.Quadratic, cx, cy, half, size float64) [6]float32 {
	c := [6]float64{
		q.XX * half * half, q.XY * half * half, q.YY * half * half,
		(2*q.XX*cx + q.XY*cy + q.X) * half, (2*q.YY*cy + q.XY*cx + q.Y) * half, q.At(cx, cy),
	}
	var out [6]float32
	for i := range c {
		if c[i] /= size; c[i] == c[i] {
			out[i] = float32(max(-coefficientLimit, min(c[i], coefficientLimit)))
		}
	}
	return out
}

// grid draws the axes and lines at round numbers, and labels them along the left and the lower edge.
func (s *Scene) grid(p pen, r Rect, plane Plane, t *Theme) {
	x0, y0 := plane.Point(r.X, r.Y+r.H)
	x1, y1 := plane.Point(r.X+r.W, r.Y)
	step := roundStep(min(x1-x0, y1-y0) / 3.9)
	if !(step > 0) || (x1-x0)/step > 40 || (y1-y0)/step > 40 {
		return
	}
	inset := 26 * p.scale // labels of one edge keep clear of the corner and of the other edge
	for i := math.Ceil(x0 / step); i*step <= x1; i++ {
		at := plane.spot(i*step, y0)
		p.segment(spot{x: at.x, y: r.Y}, spot{x: at.x, y: r.Y + r.H}, 1, gridColor(t, i))
		if at.x > r.X+inset && at.x < r.X+r.W-inset {
			s.labels.say("").number(i*step, 4).put(spot{x: at.x, y: r.Y + r.H - 5*p.scale}, 'b', classTick)
		}
	}
	for i := math.Ceil(y0 / step); i*step <= y1; i++ {
		at := plane.spot(x0, i*step)
		p.segment(spot{x: r.X, y: at.y}, spot{x: r.X + r.W, y: at.y}, 1, gridColor(t, i))
		if at.y > r.Y+inset && at.y < r.Y+r.H-inset {
			s.labels.say("").number(i*step, 4).put(spot{x: r.X + 7*p.scale, y: at.y}, 'l', classTick)
		}
	}
}

// gridColor returns the colour of the i-th line: the axis is stronger.
func gridColor(t *Theme, i float64) Color {
	if i == 0 {
		return t.Ink.alpha(0.30)
	}
	return t.Ink.alpha(0.07)
}

// directions draws the neurons' directions from the origin, the longer the larger |alpha|.
func (s *Scene) directions(p pen, r Rect, plane Plane, snap *wire.Snapshot, t *Theme) {
	origin := plane.spot(0, 0)
	if !r.Contains(origin.x, origin.y) {
		return
	}
	largest := 0.0
	for i := range snap.Neurons {
		largest = max(largest, math.Abs(snap.Neurons[i].Alpha))
	}
	for i := range snap.Neurons {
		n := &snap.Neurons[i]
		reach := min(r.W, r.H) * (0.10 + 0.14*math.Sqrt(math.Abs(n.Alpha)/largest))
		tip := spot{x: origin.x + n.U[0]*reach, y: origin.y - n.U[1]*reach}
		strength := attention(snap, i)
		width := 1.75
		if focused(snap, i) {
			width = 3
		}
		color := t.signed(n.Alpha).mix(t.Ink, 0.45).alpha(strength)
		p.segment(origin, tip.towards(origin, 9*p.scale/reach), width+2, t.Paper.alpha(0.7*strength))
		p.segment(origin, tip.towards(origin, 9*p.scale/reach), width, color)
		p.head(origin, tip, 12, 5+width/2, color)
		s.labels.say("u").index(i).beyond(tip, origin, r, neuronClass(n.Alpha, strength < 1))
	}
}

// points draws the data: a disc for a positive label, a diamond for a negative one, paler where the label is small.
func points(p pen, plane Plane, snap *wire.Snapshot, t *Theme, size float64) {
	radius := markRadius
	if n := float64(len(snap.Points)); n > 120 {
		radius = max(2.2, markRadius*math.Pow(120/n, 0.25))
	}
	for i := range snap.Points {
		if i != snap.Grabbed {
			point(p, plane, &snap.Points[i], t, radius, size)
		}
	}
	if i := snap.Grabbed; i >= 0 && i < len(snap.Points) {
		q := &snap.Points[i]
		p.ring(plane.spot(q.X, q.Y), 2.6*markRadius, 2, t.Ink.alpha(0.75))
		point(p, plane, q, t, 1.5*markRadius, size)
	}
}

func point(p pen, plane Plane, q *wire.Point, t *Theme, radius, size float64) {
	strength := 0.25 + 0.75*math.Min(1, math.Abs(q.Label)/size)
	color := t.Paper.mix(t.signed(q.Label), strength)
	at := plane.spot(q.X, q.Y)
	if q.Label < 0 {
		p.diamond(at, radius*1.3+2.1, t.Paper)
		p.diamond(at, radius*1.3+0.4, t.Ink.mix(t.Negative, 0.35))
		p.diamond(at, radius*1.3-1.1, color)
		return
	}
	p.disc(at, radius+1.6, t.Paper)
	p.disc(at, radius+0.4, t.Ink.mix(t.Positive, 0.35))
	p.disc(at, radius-0.7, color)
}
