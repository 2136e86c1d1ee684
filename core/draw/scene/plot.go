package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// curveParts is the number of segments of a curve over an interval.
const curveParts = 160

// buildPlot draws data with one feature: the points (x, y), the fitted parabola, what each neuron adds, and the errors.
func (s *Scene) buildPlot(r Rect, snap *protocol.Snapshot, v *View) {
	t := &v.Theme
	plane := DataPlane(r, snap.Window, 1)
	p := s.ink(TileData, v, false)
	p.panel(r, Corner, t.Paper)
	s.grid(p, r, plane, t)
	f := &s.now.function
	for i := range snap.Points {
		q := &snap.Points[i]
		if q.Held { // only errors that count
			continue
		}
		g := f
		if showsClasses(snap) && q.Class > 0 && q.Class <= len(snap.Classes) {
			g = s.output(snap, q.Class-1)
		}
		p.segment(plane.at(q.X[0], q.Label), s.graphPoint(r, plane, g, q.X[0]), 1, t.Ink.alpha(0.16))
	}
	if showsClasses(snap) {
		s.buildGraphs(r, plane, p, snap, t)
	} else {
		s.buildGraph(r, plane, p, snap, t)
	}
	plotPoints(p, plane, snap, v)
}

// plotPoints draws points of one feature at their labels.
func plotPoints(p pen, plane Plane, snap *protocol.Snapshot, v *View) {
	t := &v.Theme
	radius := pointRadius(len(snap.Points))
	for i := range snap.Points {
		q := &snap.Points[i]
		selection(p, plane.at(q.X[0], q.Label), q, v, radius)
	}
	for i := range snap.Points {
		q := &snap.Points[i]
		at, grown := plane.at(q.X[0], q.Label), radius
		if i == snap.Grabbed || i == snap.Pointed {
			p.ring(at, 2.6*markRadius, 2, t.Ink.alpha(0.75))
			grown = 1.5 * markRadius
		}
		dot(p, at, q, t, grown, 1e-300) // a tiny size gives every label its full colour
	}
}

// buildGraph draws what each neuron adds, and their sum.
func (s *Scene) buildGraph(r Rect, plane Plane, p pen, snap *protocol.Snapshot, t *Theme) {
	for i := range snap.Neurons {
		n := &snap.Neurons[i]
		strength, width := 0.55*emphasis(snap, i)*s.now.presence[i], 1.5
		if focused(snap, i) {
			strength, width = 1, 3
		}
		alone := ridge(n, snap.Activation)
		s.graph(p, r, plane, &alone, width, t.signed(n.Alpha).alpha(strength))
		s.avoidGraph()
	}
	if showsRun(snap) {
		s.graph(p, r, plane, &snap.Race.Function, 1.8, t.Accent)
	}
	s.graph(p, r, plane, &s.now.function, 2.6, t.Ink)
	s.avoidGraph()
	for i := range snap.Neurons {
		if s.now.presence[i] > 0.5 {
			s.nameGraph(p, r, plane, snap, i)
		}
	}
}

// avoidGraph keeps names off the graph that was drawn last.
func (s *Scene) avoidGraph() {
	for k := 1; k < len(s.path); k++ {
		s.labels.avoid(s.path[k-1], s.path[k], 2)
	}
}

// nameGraph writes a neuron's name above or below its graph, well inside the tile, where it is on no graph: towards the side where its own one grows
// if there is room.
func (s *Scene) nameGraph(p pen, r Rect, plane Plane, snap *protocol.Snapshot, i int) {
	n := &snap.Neurons[i]
	alone, class, margin := ridge(n, snap.Activation), neuronClass(n.Alpha, emphasis(snap, i) < 1), 26*p.scale
	s.labels.start("").neuron(i)
	var at pixel
	for _, share := range [...]float64{0.85, 0.7, 0.55, 0.4, -0.4, -0.6, -0.8} {
		if at = s.graphPoint(r, plane, &alone, plane.X+n.U[0]*share*r.W/2/plane.KX); at.y <= r.Y+margin || at.y >= r.Y+r.H-margin {
			continue
		}
		for _, from := range [...]float64{1, -1} {
			if s.labels.fits(at, pixel{x: at.x, y: at.y + from}, 0, r, class) {
				return
			}
		}
	}
	s.labels.place(pixel{x: at.x, y: at.y - 12*p.scale}, r, class)
}

// graph draws a function of the first feature.
func (s *Scene) graph(p pen, r Rect, plane Plane, f *protocol.Quadratic, width float64, c Color) {
	s.path = s.path[:0]
	for i := range curveParts + 1 {
		x, _ := plane.Point(r.X+r.W*float64(i)/curveParts, r.Y)
		s.path = append(s.path, s.graphPoint(r, plane, f, x))
	}
	p.curve(s.path, width, c)
}

// graphPoint returns the pixel of (x, f(x)), clamped to one tile height outside the tile.
func (s *Scene) graphPoint(r Rect, plane Plane, f *protocol.Quadratic, x float64) pixel {
	at := plane.at(x, f.At(protocol.Vec{x}))
	if at.y != at.y {
		at.y = r.Y
	}
	at.y = max(r.Y-r.H, min(at.y, r.Y+2*r.H))
	return at
}

// plotPoint returns the index of the point drawn nearest to the pixel (x, y) in a data tile with one feature, within radius pixels, or -1.
func plotPoint(points []protocol.Point, plane Plane, x, y, radius float64) int {
	nearest := -1
	for i := range points {
		px, py := plane.Pixel(points[i].X[0], points[i].Label)
		if d := math.Hypot(px-x, py-y); d <= radius {
			nearest, radius = i, d
		}
	}
	return nearest
}
