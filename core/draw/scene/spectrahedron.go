package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/mesh"
)

// TileSpectrahedron is the tile of the spectrahedron.
const TileSpectrahedron = protocol.PictureSpectrahedron

func init() {
	register(TileSpectrahedron, picture{build: (*Scene).buildSpectrahedron, toward: towardSpectrahedron})
}

func (s *Scene) buildSpectrahedron(r Rect, snap *protocol.Snapshot, v *View) {
	if snap.Plane {
		s.buildNothing(TileSpectrahedron, r, v)
		return
	}
	if snap.Dimension == 1 {
		s.buildSquare(r, snap, v)
		return
	}
	s.buildBody(r, snap, v)
}

// buildBody draws the positive spectrahedron of two or three features as far as it has been built up: the shadow of its face Z_pp = 1, which
// is the convex hull of all neurons, or its slice in the paper's Figure 2, right. Inside it are Z and Z', each divided by its last entry, as
// means of their neurons, and the solver's path.
func (s *Scene) buildBody(r Rect, snap *protocol.Snapshot, v *View) {
	t := &v.Theme
	p := s.background(TileSpectrahedron, r, v)
	proj := v.Cameras[TileSpectrahedron].projection(r, curveRadius)
	b, rows := &s.body, s.bodyFrame(snap, v)
	planes := s.planes(snap, v)
	b.turned, b.upright = v.Turn[TileSpectrahedron] != 0, len(planes) > 0
	b.update(snap.Dimension, v.Slice, &rows, toleranceOf(snap, v))
	b.face(&proj)
	solid := 1.0
	if !v.Slice {
		solid = solidity(v.Stage)
	}
	s.drawPlanes(p, r, &proj, v, planes, false)
	b.faces(p, &proj, t, false, solid)
	s.bodyAxes(p, r, &proj, t)
	s.skeleton(p, &proj, snap, v)
	if snap.Dimension == 2 && !v.Slice {
		s.boundary(p, &proj, t, 0.85-0.63*solid, false)
	}
	s.matrices(p, r, &proj, snap, v)
	s.coordinate(p, r, &proj, snap, t)
	b.faces(p, &proj, t, true, solid)
	b.silhouette(p, &proj, t, solid)
	if snap.Dimension == 2 && !v.Slice && solid > 0 {
		s.boundary(p, &proj, t, 0.85*solid, true)
	}
	s.drawPlanes(p, r, &proj, v, planes, true)
	if note := s.stageNote(snap, v); note != "" {
		s.labels.start(note).place(pixel{x: r.X + r.W/2, y: r.Y + r.H - 12*p.scale}, r, classTick)
	}
	for i := range snap.Neurons {
		s.vertex(p, r, &proj, snap, v, i)
	}
}

// matrices draws Z and Z' and the solver's path to them, once enough of the body has been built up to contain them.
func (s *Scene) matrices(p pen, r Rect, proj *projection, snap *protocol.Snapshot, v *View) {
	for k, sign := range [2]float64{1, -1} {
		if v.Stage >= StageHull || v.Slice {
			s.trail(p, proj, snap, &v.Theme, k)
		}
		if v.Stage >= StageChords || v.Slice {
			s.mean(p, r, proj, snap, v, sign)
		}
	}
}

// bodyAxes draws the three axes of the picture and names them.
func (s *Scene) bodyAxes(p pen, r Rect, proj *projection, t *Theme) {
	for axis, name := range s.body.axes() {
		a, b := vec{}, vec{}
		a[axis], b[axis] = -1.2, 1.2
		p.segment(proj.project(a), proj.project(b), 1, t.Ink.alpha(0.14))
		if b[axis] = 1.3; name != "" {
			s.labels.start(name).tick(proj.project(b), 'c')
		}
	}
}

// boundary draws the curve of all neurons, or only its visible part.
func (s *Scene) boundary(p pen, proj *projection, t *Theme, strength float64, seen bool) {
	points := s.body.points
	s.path = s.path[:0]
	flush := func() {
		if len(s.path) > 1 {
			p.curve(s.path, 2, t.Ink.alpha(strength))
		}
		s.path = s.path[:0]
	}
	for i := range len(points) + 1 {
		k := i % len(points)
		if seen && !s.body.seen[k] {
			flush()
			continue
		}
		s.path = append(s.path, proj.project(vec(points[k])))
	}
	flush()
}

// locate returns the position of a matrix, divided by its last entry, in the picture; it reports false if that entry is not positive.
func (b *body) locate(m *protocol.Symmetric) (at vec, ok bool) {
	t := m.At(3, 3)
	if !(t > 0) {
		return at, false
	}
	if b.slice {
		return vec{2 * m.At(0, 1) / t, math.Sqrt2 * m.At(0, 3) / t, math.Sqrt2 * m.At(1, 3) / t}.scale(elliptopeScale), true
	}
	var p mesh.Vec
	if b.dimension == 2 {
		p, ok = b.plane().Matrix([]float64{
			m.At(0, 0), m.At(0, 1), m.At(0, 3),
			m.At(0, 1), m.At(1, 1), m.At(1, 3),
			m.At(0, 3), m.At(1, 3), t,
		})
		return vec(p), ok
	}
	p, ok = b.space().Matrix([]float64{
		m.At(0, 0), m.At(0, 1), m.At(0, 2), m.At(0, 3),
		m.At(0, 1), m.At(1, 1), m.At(1, 2), m.At(1, 3),
		m.At(0, 2), m.At(1, 2), m.At(2, 2), m.At(2, 3),
		m.At(0, 3), m.At(1, 3), m.At(2, 3), t,
	})
	return vec(p), ok
}

// neuron returns the position of the neuron with direction u.
func (b *body) neuron(u protocol.Vec) vec {
	var m protocol.Symmetric
	m.AddOuter(1, protocol.Lifted{u[0], u[1], u[2], 1})
	at, _ := b.locate(&m)
	return at
}

// matrixOf returns Z (sign 1) or Z' (sign -1) of the network.
func matrixOf(snap *protocol.Snapshot, sign float64) (m protocol.Symmetric) {
	for i := range snap.Neurons {
		if n := &snap.Neurons[i]; n.Alpha*sign > 0 {
			m.AddOuter(1, n.Lifted())
		}
	}
	return m
}

// trail draws the solver's path of Z (k = 0) or Z' (k = 1) up to the animation's position.
func (s *Scene) trail(p pen, proj *projection, snap *protocol.Snapshot, t *Theme, k int) {
	if len(snap.Path) < 2 || s.body.slice { // the path does not stay in a slice
		return
	}
	pick := func(it *protocol.Iterate) *protocol.Symmetric {
		if k == 0 {
			return &it.Plus
		}
		return &it.Minus
	}
	if pick(&snap.Path[len(snap.Path)-1]).At(3, 3) <= 1e-6*totalWeight(snap) {
		return // this matrix tends to zero
	}
	until := float64(len(snap.Path) - 1)
	if s.now.onPath {
		until = min(until, snap.Film.Position)
	}
	color := t.signed(float64(1 - 2*k))
	s.path = s.path[:0]
	for i := range snap.Path {
		at, ok := s.body.locate(pick(&snap.Path[i]))
		if float64(i) > until || !ok {
			break
		}
		s.path = append(s.path, proj.project(at))
	}
	if s.now.onPath {
		if at, ok := s.body.locate(pick(&s.now.iterate)); ok {
			s.path = append(s.path, proj.project(at))
		}
	}
	p.curve(s.path, 1.6, color.alpha(0.75))
	for _, at := range s.path {
		p.disc(at, 2.1, color)
	}
}

// totalWeight returns sum |alpha|.
func totalWeight(snap *protocol.Snapshot) float64 {
	sum := 0.0
	for i := range snap.Neurons {
		sum += math.Abs(snap.Neurons[i].Alpha)
	}
	return sum
}

// mean draws Z or Z' with lines to its neurons, whose opacity is the neuron's share.
func (s *Scene) mean(p pen, r Rect, proj *projection, snap *protocol.Snapshot, v *View, sign float64) {
	t := &v.Theme
	m := matrixOf(snap, sign)
	if s.now.onPath {
		m = s.now.iterate.Plus
		if sign < 0 {
			m = s.now.iterate.Minus
		}
	}
	weight := m.At(3, 3)
	at, ok := s.body.locate(&m)
	if !ok || weight <= 1e-9*totalWeight(snap) {
		return
	}
	if s.body.slice && (snap.Dimension == 3 || math.Abs(m.At(0, 0)-m.At(1, 1)) > 1e-3*weight) {
		return // not in the slice
	}
	center := proj.project(at)
	for i := range snap.Neurons {
		n := &snap.Neurons[i]
		if n.Alpha*sign <= 0 || s.body.slice {
			continue
		}
		share := math.Abs(n.Alpha) / weight
		to := proj.project(s.body.neuron(n.U))
		p.segment(center, center.lerp(to, s.now.presence[i]), 1.2+2.2*min(1, share), t.signed(sign).alpha(0.75*emphasis(snap, i)))
	}
	p.mark(center, sign, 5, t.signed(sign).mix(t.Ink, 0.25), t.Panel)
	name := "Z"
	if sign < 0 {
		name = "Z′"
	}
	s.labels.start(name).place(pixel{x: center.x, y: center.y - 15*p.scale}, r, neuronClass(sign, false))
}

// coordinate draws, while a matrix entry is in focus, the axis through the point of its matrix along which that entry moves it.
func (s *Scene) coordinate(p pen, r Rect, proj *projection, snap *protocol.Snapshot, t *Theme) {
	e := snap.Entry
	if e.Matrix < 0 || s.body.slice && snap.Dimension == 3 {
		return
	}
	sign := float64(1 - 2*e.Matrix)
	m := matrixOf(snap, sign)
	at, ok := s.body.locate(&m)
	moved := m
	i, j := max(e.Row, e.Column), min(e.Row, e.Column)
	moved[i*(i+1)/2+j] += 0.01 * m.At(3, 3)
	to, _ := s.body.locate(&moved)
	offset := to.minus(at)
	if !ok || offset.length() < 1e-9 {
		return
	}
	offset = offset.scale(0.6 / offset.length())
	p.arrow(proj.project(at.minus(offset)), proj.project(at.plus(offset)), 2, 1, t.Accent)
	s.labels.start("").entry(e, snap.Dimension).beyond(proj.project(at.plus(offset)), proj.project(at), r, classNote)
}

// vertex draws neuron i on the boundary.
func (s *Scene) vertex(p pen, r Rect, proj *projection, snap *protocol.Snapshot, v *View, i int) {
	n, t := &snap.Neurons[i], &v.Theme
	radius := 5.5 * s.now.presence[i]
	if radius < 1 || s.body.slice && (snap.Dimension == 3 || math.Abs(n.U[0]*n.U[0]-n.U[1]*n.U[1]) > 1e-3) {
		return
	}
	if focused(snap, i) {
		radius = 8
	}
	at := proj.project(s.body.neuron(n.U))
	strength := emphasis(snap, i)
	p.mark(at, n.Alpha, radius, t.Panel.mix(t.signed(n.Alpha), strength), t.Panel)
	s.addTarget(TileSpectrahedron, at, i)
	s.labels.start("").neuron(i).beyond(at, proj.project(vec{}), r, neuronClass(n.Alpha, strength < 1))
}

// towardSpectrahedron returns the direction whose neuron, a boundary point of the body, is drawn nearest to the pointer.
func towardSpectrahedron(on *Stage, k int, p *PointerEvent) (u protocol.Vec, ok bool) {
	if on.Snapshot.Dimension != 2 || on.View.Slice {
		return u, false
	}
	proj := on.View.Cameras[TileSpectrahedron].projection(on.View.Layout.Tiles[TileSpectrahedron], curveRadius)
	return on.nearestAngle(k, p, func(u protocol.Vec) pixel { return proj.project(on.Scene.body.neuron(u)) }), true
}
