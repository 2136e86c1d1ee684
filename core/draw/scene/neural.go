package scene

import (
	"math"

	"conelab/core/app/protocol"
)

const (
	// figureRadius is the radius, in world units, of the ball shown by the tile of Figure 2, left.
	figureRadius = 1.5
	// curveRadius is that of the tiles with the trigonometric curve.
	curveRadius = 1.55
)

// figureForm is x z - y^2 in the layout of Surface.Form: the paper's Figure 2, left.
var figureForm = [10]float32{0, -1, 0, 0, 0.5, 0}

// TileNeural is the tile of the picture.
const TileNeural = protocol.PictureNeural

func init() {
	register(TileNeural, picture{build: (*Scene).buildNeural, moves: whileRunShown, toward: towardNeural})
}

func (s *Scene) buildNeural(r Rect, snap *protocol.Snapshot, v *View) {
	if snap.Plane {
		s.buildNothing(TileNeural, r, v)
		return
	}
	switch snap.Dimension {
	case 1:
		s.buildFigure(r, snap, v)
	case 2:
		s.buildRays(r, snap, v)
	default:
		s.buildSphere(r, snap, v)
	}
}

// buildNothing says that there is no picture; the page explains why.
func (s *Scene) buildNothing(tile int, r Rect, v *View) {
	s.background(tile, r, v)
	s.labels.start("no picture").note(pixel{x: r.X + r.W/2, y: r.Y + r.H/2}, 'c', classTick)
}

// buildFigure draws the neural cone of one feature, the paper's Figure 2, left: the points (u^2 alpha, u alpha, alpha), |u| <= 1, with the
// neurons on its edges u = +-1.
func (s *Scene) buildFigure(r Rect, snap *protocol.Snapshot, v *View) {
	t := &v.Theme
	s.background(TileNeural, r, v)
	proj := v.Cameras[TileNeural].projection(r, figureRadius)
	surface := s.surface(TileNeural, r, &proj, v, 1.7)
	surface.Form, surface.Box, surface.Wedge, surface.Pattern, surface.Rim = figureForm, [3]float32{0.951, 1e6, 0.95}, true, PatternLevels, true
	p := s.ink(TileNeural, v, true)
	for axis, name := range [3]string{"u²α", "uα", "α"} {
		a, b := vec{}, vec{}
		a[axis], b[axis] = -1.05, 1.05
		p.segment(proj.project(a), proj.project(b), 1, t.Ink.alpha(0.16))
		b[axis] = 1.16
		s.labels.start(name).tick(proj.project(b), 'c')
	}
	for _, u := range [2]float64{-1, 1} {
		p.segment(proj.project(vec{-0.95, -0.95 * u, -0.95}), proj.project(vec{0.95, 0.95 * u, 0.95}), 2, t.Ink.alpha(0.5))
	}
	largest := heaviest(snap)
	for i := range snap.Neurons {
		n := &snap.Neurons[i]
		alpha := 0.88 * n.Alpha / largest * s.now.presence[i]
		s.neuronArrow(p, r, &proj, snap, v, i, vec{n.U[0] * n.U[0] * alpha, n.U[0] * alpha, alpha})
	}
	for i := range snap.Race.Neurons {
		n := &snap.Race.Neurons[i]
		alpha := max(-0.95, min(0.88*n.Alpha/largest, 0.95))
		drawRunNeuron(p, &proj, vec{n.U[0] * n.U[0] * alpha, n.U[0] * alpha, alpha}, t)
	}
}

// neuronArrow draws the arrow of neuron i in the neural cone.
func (s *Scene) neuronArrow(p pen, r Rect, proj *projection, snap *protocol.Snapshot, v *View, i int, to vec) {
	if to.length() < 0.02 {
		return
	}
	width := 3.0
	if focused(snap, i) {
		width = 4.4
	}
	n, strength := &snap.Neurons[i], emphasis(snap, i)
	tip, origin := proj.project(to), proj.project(vec{})
	p.arrow(origin, tip, width, 1, v.Theme.signed(n.Alpha).alpha(strength))
	s.addTarget(TileNeural, tip, i)
	s.labels.start("").neuron(i).beyond(tip, origin, r, neuronClass(n.Alpha, strength < 1))
}

// buildRays draws the neural cone of two features: all alpha k(t) with k(t) = (cos t, sin t, cos 2t, sin 2t), in a projection of its four
// dimensions. It draws the curves k and -k as far as a direction has swept, rays through the origin, and the neurons alpha k, scaled so that
// the largest |alpha| is 1.
func (s *Scene) buildRays(r Rect, snap *protocol.Snapshot, v *View) {
	t := &v.Theme
	p := s.background(TileNeural, r, v)
	proj := v.Cameras[TileNeural].projection(r, curveRadius)
	frame := turnedFrame(v.Turn[TileNeural])
	s.coneAxes(p, &proj, v.Turn[TileNeural] != 0, t)
	used := s.signs(snap)
	swept := int(math.Round(v.Sweep / (2 * math.Pi) * samples))
	s.rays(p, &proj, &frame, t, used, swept)
	for k, sign := range [2]float64{1, -1} {
		for part, strength := range [2]float64{0.8, 0.15} { // what has been swept, and what has not
			from, to := part*swept, swept+part*(samples-swept)
			s.path = s.path[:0]
			for i := from; i <= to && from < to; i++ {
				d := s.sample(i)
				s.path = append(s.path, proj.project(frame.curve(d.cos, d.sin).scale(sign)))
			}
			p.curve(s.path, 2.2, t.signed(sign).alpha(strength*used[k]))
		}
	}
	if swept < samples {
		s.sweeping(p, r, &proj, &frame, s.sample(swept), v)
	}
	largest := heaviest(snap)
	s.order, s.depths = s.order[:0], s.depths[:0]
	for i := range snap.Neurons {
		s.order = append(s.order, i)
		s.depths = append(s.depths, proj.depth(s.ray(&frame, snap, i, largest)))
	}
	sortByDepth(s.order, s.depths)
	for _, i := range s.order {
		s.neuronArrow(p, r, &proj, snap, v, i, s.ray(&frame, snap, i, largest))
	}
	for i := range snap.Race.Neurons {
		n := &snap.Race.Neurons[i]
		drawRunNeuron(p, &proj, frame.curve(n.U[0], n.U[1]).scale(max(-1, min(n.Alpha/largest, 1))), t)
	}
}

// signs returns how strongly the halves alpha > 0 and alpha < 0 of the cone are drawn: a half without neurons is fainter.
func (s *Scene) signs(snap *protocol.Snapshot) [2]float64 {
	used := [2]float64{0.3, 0.3}
	for i := range snap.Neurons {
		if snap.Neurons[i].Alpha < 0 {
			used[1] = 1
		} else {
			used[0] = 1
		}
	}
	return used
}

// ray returns the position of neuron i in the neural cone of two features.
func (s *Scene) ray(frame *frame4, snap *protocol.Snapshot, i int, largest float64) vec {
	n := &snap.Neurons[i]
	return frame.curve(n.U[0], n.U[1]).scale(n.Alpha / largest * s.now.presence[i])
}

// sample returns direction i, counted from the first axis.
func (s *Scene) sample(i int) *direction { return &s.circle[(i+samples/2)%samples] }

// coneAxes draws the axes of the picture and names them.
func (s *Scene) coneAxes(p pen, proj *projection, turned bool, t *Theme) {
	names := [3]string{"α cos t", "α sin t", "α cos 2t"}
	if turned {
		names[1] = "α sin t and α sin 2t"
	}
	for axis, name := range names {
		a, b := vec{}, vec{}
		a[axis], b[axis] = -1.2, 1.2
		p.segment(proj.project(a), proj.project(b), 1, t.Ink.alpha(0.16))
		b[axis] = 1.32
		s.labels.start(name).tick(proj.project(b), 'c')
	}
}

// rays draws rays of the cone, alpha k for alpha from -1 to 1, as far as the direction has swept.
func (s *Scene) rays(p pen, proj *projection, frame *frame4, t *Theme, used [2]float64, swept int) {
	const every = samples / 36
	origin := proj.project(vec{})
	for i := 0; i <= swept && i < samples; i += every {
		d := s.sample(i)
		k := frame.curve(d.cos, d.sin)
		p.segment(origin, proj.project(k), 1, t.Positive.alpha(0.34*used[0]))
		p.segment(origin, proj.project(k.scale(-1)), 1, t.Negative.alpha(0.34*used[1]))
	}
}

// sweeping draws the direction that sweeps: its ray, and in a corner its direction among the data.
func (s *Scene) sweeping(p pen, r Rect, proj *projection, frame *frame4, d *direction, v *View) {
	t := &v.Theme
	k := frame.curve(d.cos, d.sin)
	tip := proj.project(k)
	p.segment(proj.project(k.scale(-1)), tip, 3, t.Accent)
	p.disc(tip, 4.5, t.Accent)
	s.labels.start("α = 1").beyond(tip, proj.project(vec{}), r, classNote)
	s.labels.start("one direction u, every weight α: a line").place(pixel{x: r.X + r.W/2, y: r.Y + r.H - 12*p.scale}, r, classTick)
	const radius = 24
	center := pixel{x: r.X + (radius+16)*p.scale, y: r.Y + r.H - (radius+16)*p.scale}
	p.ring(center, radius, 1, t.Ink.alpha(0.4))
	p.arrow(center, pixel{x: center.x + radius*p.scale*d.cos, y: center.y - radius*p.scale*d.sin}, 2, 1, t.Accent)
	s.labels.start("u").place(pixel{x: center.x + (radius+12)*p.scale*d.cos, y: center.y - (radius+12)*p.scale*d.sin}, r, classNote)
}

// frame4 is a projection of four dimensions to the world, with orthonormal rows.
type frame4 [3][4]float64

// turnedFrame shows the first three coordinates at angle 0; a turn by the angle brings the fourth in place of the second.
func turnedFrame(angle float64) frame4 {
	sin, cos := math.Sincos(angle)
	return frame4{{1, 0, 0, 0}, {0, cos, 0, sin}, {0, 0, 1, 0}}
}

// apply returns the projected point.
func (f *frame4) apply(x [4]float64) (y vec) {
	for i := range y {
		y[i] = f[i][0]*x[0] + f[i][1]*x[1] + f[i][2]*x[2] + f[i][3]*x[3]
	}
	return y
}

// curve returns the position of k(t), given cos t and sin t.
func (f *frame4) curve(cos, sin float64) vec {
	return f.apply([4]float64{cos, sin, cos*cos - sin*sin, 2 * sin * cos})
}

// buildSphere draws the directions of three features: the unit sphere, which is the section t = 1 of the cone, and the neurons on it.
func (s *Scene) buildSphere(r Rect, snap *protocol.Snapshot, v *View) {
	s.background(TileNeural, r, v)
	proj := v.Cameras[TileNeural].projection(r, globeRadius)
	globe := s.surface(TileNeural, r, &proj, v, 1)
	globe.Form, globe.Pattern, globe.Opacity, globe.Edge = globeForm, PatternGlobe, 0.14, 0.55
	p := s.ink(TileNeural, v, true)
	s.poles(p, r, &proj, &v.Theme)
	largest := heaviest(snap)
	for i := range snap.Neurons {
		n := &snap.Neurons[i]
		if s.now.presence[i] > 0.05 {
			width := 1.5 + 2.5*math.Sqrt(math.Abs(n.Alpha)/largest)
			p.segment(proj.project(vec{}), proj.project(vec(n.U).scale(s.now.presence[i])), width, v.Theme.signed(n.Alpha).alpha(0.8*emphasis(snap, i)))
		}
		s.pin(p, TileNeural, r, &proj, snap, v, i, 1)
	}
	for i := range snap.Race.Neurons {
		drawRunNeuron(p, &proj, vec(snap.Race.Neurons[i].U), &v.Theme)
	}
}

// towardNeural returns the direction whose neuron is drawn nearest to the pointer.
func towardNeural(on *Stage, k int, p *PointerEvent) (u protocol.Vec, ok bool) {
	r, camera := on.View.Layout.Tiles[TileNeural], on.View.Cameras[TileNeural]
	switch on.Snapshot.Dimension {
	case 2:
		proj, frame := camera.projection(r, curveRadius), turnedFrame(on.View.Turn[TileNeural])
		share := on.Snapshot.Neurons[k].Alpha / heaviest(on.Snapshot)
		return on.nearestAngle(k, p, func(u protocol.Vec) pixel { return proj.project(frame.curve(u[0], u[1]).scale(share)) }), true
	case 3:
		return onSphere(camera.projection(r, globeRadius), p.X, p.Y), true
	}
	return u, false
}
