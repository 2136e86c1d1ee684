package scene

import (
	"math"

	"conelab/core/app/protocol"
)

const (
	// coneHeight bounds the cone, |t| <= coneHeight in the world; the longest arrow on the cone reaches t = sqrt(1/2).
	coneHeight = 0.80
	// coneRadius is the radius, in world units, of the ball shown by the cone's tile.
	coneRadius = 1.14
	// shortest is the least length, in world units, at which an arrow is drawn: shorter ones are stretched to be visible.
	shortest = 0.07
	// vanishing is the length, relative to the longest vector, below which an arrow is rounding noise and is left out.
	vanishing = 1e-9
	// arcParts and ellipseParts are the numbers of segments of an arc and of the pair's ellipse.
	arcParts, ellipseParts = 32, 96
)

// coneForm is c_1^2 + c_2^2 - t^2 in the layout of Surface.Form.
var coneForm = [10]float32{1, 1, -1}

// TileLorentz is the tile of the picture.
const TileLorentz = protocol.PictureLorentz

func init() {
	register(TileLorentz, picture{build: (*Scene).buildLorentz, toward: towardLorentz})
}

// vectors says how the arrows of the animation are drawn, in units of the longest vector, and which pair turns, if one does.
type vectors struct {
	shown  int // the picture: ofOne, ofTwo or ofThree features, or in the plane of e1 and e2
	plane  Plane
	proj   projection
	e1, e2 protocol.Lifted
	size   float64
	pair   pair
	turns  bool
}

const (
	ofOne   = 1 + iota // (c, t)
	ofTwo              // (c_1, c_2, t) in the world
	ofThree            // (|c|, t)
	inPlane
)

// at returns where a vector ends.
func (w *vectors) at(p protocol.Lifted) pixel {
	switch w.shown {
	case ofOne:
		return w.plane.at(p[0]/w.size, p[3]/w.size)
	case ofTwo:
		return w.proj.project(flatten(p, w.size))
	case ofThree:
		return w.plane.at(math.Sqrt(p[0]*p[0]+p[1]*p[1]+p[2]*p[2])/w.size, p[3]/w.size)
	}
	return w.plane.at(inner(p, w.e1)/w.size, inner(p, w.e2)/w.size)
}

// buildLorentz draws the vectors of the animation at the Lorentz cone: of one feature, the double wedge |c| <= |t| of the plane; of two, both
// nappes, in the world (c_1, c_2, t).
func (s *Scene) buildLorentz() {
	w := vectors{shown: s.snap.Dimension}
	s.arrows, w.pair, w.turns = filmArrows(s.arrows[:0], s.snap)
	if w.size = longest(s.snap); !(w.size > 0 && w.size < math.Inf(1)) {
		s.arrows, w.turns, w.size = s.arrows[:0], false, 1
	}
	s.background(s.theme.Panel)
	if s.snap.Plane || w.shown == ofThree {
		s.buildProfile(&w)
		return
	}
	if w.shown == ofOne {
		w.plane = s.r.square(0, 0, 1.12)
		s.wedge(w.plane, -1)
		s.labels.start("c").note(w.plane.at(1.04, -0.05), 't', classTick)
		s.labels.start("t").note(w.plane.at(0.05, 1.06), 'l', classTick)
	} else {
		s.look(coneRadius)
		w.proj = s.proj
		surface := s.surface(s.r, coneHeight*math.Sqrt2)
		surface.Form, surface.Pattern, surface.Rim, surface.Box[2] = coneForm, PatternCone, true, coneHeight
		s.ink(true)
		s.line(vec{0, 0, -coneHeight}, vec{0, 0, coneHeight}, 1, s.theme.Ink.alpha(0.16))
		s.highlightAxes()
	}
	s.drawVectors(&w, false)
}

// buildProfile draws the Lorentz cone of three features in flat pictures. Every vector is at (|c|, t), where the cone is the wedge |c| = |t|.
// While the animation is under way, the plane spanned by the pair that turns stands beside it; there the cone is two lines and the turn is an
// arc.
func (s *Scene) buildProfile(w *vectors) {
	left, right := s.r, Rect{}
	if s.snap.Film.Act == protocol.Decomposition && s.snap.Film.Position < s.snap.Film.Length() {
		if left, right = s.r.split(0.46); s.r.W < s.r.H {
			left, right = s.r.cut(0.5)
		}
	}
	k := min(left.W/1.3, left.H/2.3)
	w.shown, w.plane = ofThree, Plane{0.5, 0, left.X + left.W/2, left.Y + left.H/2, k, k}
	s.wedge(w.plane, 0)
	s.labels.start("|c|").note(w.plane.at(1.02, -0.04), 't', classTick)
	s.labels.start("t").note(w.plane.at(0.04, 1.06), 'l', classTick)
	s.labels.within(left)
	s.drawVectors(w, false)
	if !right.Empty() {
		s.labels.within(right)
		s.slicePair(right, w)
		s.labels.within(s.r)
	}
}

// wedge draws the two axes and fills |c| <= |t| for c >= left, up to |t| = 1.
func (s *Scene) wedge(plane Plane, left float64) {
	t, apex := s.theme, plane.at(0, 0)
	for _, up := range [2]float64{1, -1} {
		a, b := plane.at(left, up), plane.at(1, up)
		s.fill(apex, a, b, apex, t.face().alpha(0.20))
		s.segment(apex, b, 1.6, t.Ink.alpha(0.45))
		if left < 0 {
			s.segment(apex, a, 1.6, t.Ink.alpha(0.45))
		}
	}
	s.segment(plane.at(left, 0), plane.at(1, 0), 1, t.Ink.alpha(0.16))
	s.segment(plane.at(0, -1), plane.at(0, 1), 1, t.Ink.alpha(0.16))
}

// slicePair draws the plane of the turning pair in an orthonormal basis whose first vector is along p_1. There the cone is the zero set of
// the form p'Gp, a quadratic in the two coordinates.
func (s *Scene) slicePair(r Rect, w *vectors) {
	plane := r.square(0, 0, 1.15)
	s.ring(plane.at(0, 0), plane.KX/s.scale, 1, s.theme.Ink.alpha(0.10))
	if !w.turns {
		s.labels.start("the plane of the pair that turns").place(r.center(), classTick)
		return
	}
	e1, rest := scaled(w.pair.first, 1/w.pair.first.Norm()), w.pair.partner
	along := inner(rest, e1)
	for i, c := range e1 {
		rest[i] -= along * c
	}
	n := rest.Norm()
	if !(n > 1e-9*w.size) {
		return
	}
	e2 := scaled(rest, 1/n)
	w.shown, w.plane, w.e1, w.e2 = inPlane, plane, e1, e2
	s.coneLines(plane, form(e1, e1), form(e1, e2), form(e2, e2))
	s.drawVectors(w, true)
}

// form returns a'Gb.
func form(a, b protocol.Lifted) float64 { return inner(a, b) - 2*a[3]*b[3] }

// zeros returns the angles, modulo half a turn, at which a cos^2 + 2 b cos sin + c sin^2 is zero. That is mean + amplitude cos(2 angle -
// phase): least at middle, zero at middle +- half, and ok if it changes its sign.
func zeros(a, b, c float64) (middle, half float64, ok bool) {
	mean, amplitude := (a+c)/2, math.Hypot((a-c)/2, b)
	return math.Atan2(-b, (c-a)/2) / 2, math.Acos(max(-1, min(mean/amplitude, 1))) / 2, amplitude > math.Abs(mean)
}

// coneLines draws the two lines on which a x^2 + 2 b x y + c y^2 = 0, and fills the part between them where it is negative.
func (s *Scene) coneLines(plane Plane, a, b, c float64) {
	middle, half, ok := zeros(a, b, c)
	if !ok {
		return
	}
	apex, t := plane.at(0, 0), s.theme
	end := func(angle float64) pixel { return plane.at(math.Cos(angle), math.Sin(angle)) }
	for _, side := range [2]float64{middle, middle + math.Pi} {
		const parts = 16
		for i := range parts {
			from, to := side+half*(2*float64(i)/parts-1), side+half*(2*float64(i+1)/parts-1)
			s.fill(apex, end(from), end(to), apex, t.face().alpha(0.20))
		}
		s.segment(apex, end(side-half), 1.6, t.Ink.alpha(0.45))
		s.segment(apex, end(side+half), 1.6, t.Ink.alpha(0.45))
	}
}

// highlightAxes draws, while a matrix entry is in focus, the two axes of that entry.
func (s *Scene) highlightAxes() {
	if s.snap.Entry.Matrix < 0 {
		return
	}
	for _, k := range [2]int{s.snap.Entry.Row, s.snap.Entry.Column} {
		var end vec
		end[min(k, 2)] = coneHeight
		s.arrow(s.at(end.scale(-1)), s.at(end), 2, 1, s.theme.Accent)
		if k == 3 {
			s.labels.start("t")
		} else {
			s.labels.start("c").index(k)
		}
		s.labels.beyond(s.at(end), s.at(vec{}), classNote)
	}
}

// flatten returns a vector of two features in world coordinates.
func flatten(q protocol.Lifted, size float64) vec { return vec{q[0] / size, q[1] / size, q[3] / size} }

// drawVectors draws and names the arrows, or only the pair that turns, and the ellipse of that pair.
func (s *Scene) drawVectors(w *vectors, onlyPair bool) {
	if w.turns {
		s.ellipse(w)
	}
	s.sortByDepth(len(s.arrows), func(i int) float64 { return w.at(s.arrows[i].p).depth })
	for _, i := range s.order {
		if !onlyPair || s.arrows[i].pair {
			s.vector(w, &s.arrows[i])
		}
	}
	s.nameVectors(w, onlyPair)
	s.nameEllipse(w)
}

// ellipse draws the set of all positions to which the pair can turn, which stays fixed while the pair turns. It is filled, has rings where it
// meets the cone, and is stronger along the arcs that the tips have covered.
func (s *Scene) ellipse(w *vectors) {
	t, p, origin := s.theme, &w.pair, w.at(protocol.Lifted{})
	fill := t.Accent.alpha(0.10 * p.shown)
	s.path = s.path[:0]
	for i := range ellipseParts + 1 {
		s.path = append(s.path, w.at(p.r(2*math.Pi*float64(i)/ellipseParts)))
	}
	for i := range ellipseParts {
		s.facet([3]pixel{origin, s.path[i], s.path[i+1]}, [3]Color{fill, fill, fill})
	}
	s.curve(s.path, 1.8, t.Accent.alpha(0.75*p.shown))
	for _, tip := range [2]func(theta float64) protocol.Lifted{p.r, p.s} {
		s.through(arcParts+1, 3.4, t.Accent.alpha(0.8*p.shown), func(i int) pixel { return w.at(tip(p.theta * float64(i) / arcParts)) })
	}
	for _, theta := range p.meets() {
		s.ring(w.at(p.r(theta)), 5, 1.6, t.Ink.alpha(0.75*p.shown))
	}
}

// nameEllipse labels the ellipse with the pair's matrix, between the arcs of the tips and as far as possible from the rings. It runs after
// the arrows have their labels.
func (s *Scene) nameEllipse(w *vectors) {
	p := &w.pair
	if p.shown < 0.5 {
		return
	}
	at, far := pixel{}, -1.0
	for quarter := range 4 {
		beside := w.at(p.r(p.angle/2 + math.Pi*(5/4.0+float64(quarter)/2)))
		near := math.Inf(1)
		for _, theta := range p.meets() {
			ring := w.at(p.r(theta))
			near = min(near, math.Hypot(ring.x-beside.x, ring.y-beside.y))
		}
		if near > far+1 {
			at, far = beside, near
		}
	}
	s.labels.start("p").index(p.names[0]).add("p").index(p.names[0]).add("′ + p").index(p.names[1]).add("p").index(p.names[1]).add("′")
	s.labels.beyond(at, w.at(protocol.Lifted{}), classTick)
}

// meets returns the angles at which the pair's ellipse meets the cone.
func (p *pair) meets() [4]float64 {
	middle, half, _ := zeros(form(p.first, p.first), form(p.first, p.partner), form(p.partner, p.partner))
	if half != half { // everywhere
		middle, half = p.angle, 0
	}
	return [4]float64{middle + half, middle - half, middle + half + math.Pi, middle - half + math.Pi}
}

// visible returns the vector, stretched if it is very short; ok is false if it is too short to be drawn.
func visible(p protocol.Lifted, size float64) (v protocol.Lifted, ok bool) {
	n := p.Norm() / size
	if !(n > vanishing) {
		return v, false
	}
	return scaled(p, max(1, shortest/n)), true
}

// vector draws one arrow and its opposite end.
func (s *Scene) vector(w *vectors, a *arrow) {
	direction, ok := visible(a.p, w.size)
	if !ok {
		return
	}
	t, strength, width := s.theme, a.opacity*s.emphasis(a.neuron), 2+0.6*a.marked+1.2*a.solid
	color := t.Ink.mix(t.Accent, a.marked).mix(t.signed(a.sign), a.tint)
	if focused(s.snap, a.neuron) {
		width += 1.3
	}
	origin, tip := w.at(protocol.Lifted{}), w.at(direction)
	if a.mirror > 0 {
		s.arrow(origin, w.at(scaled(direction, -1)), width, 0, color.alpha(0.55*strength*a.mirror))
	}
	s.arrow(origin, tip, width, a.solid, color.alpha(strength))
	if a.tint > 0 && a.neuron >= 0 {
		s.addTarget(tip, a.neuron)
	}
}

// nameVectors labels the arrows, or only the pair that turns, as far as there is room: first the arrow in focus, then the pair, then longer
// arrows before shorter ones.
func (s *Scene) nameVectors(w *vectors, onlyPair bool) {
	s.named, s.tips = s.named[:0], s.tips[:0]
	for i := range s.arrows {
		a := &s.arrows[i]
		if _, ok := visible(a.p, w.size); ok && a.opacity >= 0.5 && (a.pair || !onlyPair) {
			s.named = append(s.named, i)
		}
	}
	s.sortByDepth(len(s.named), func(k int) float64 {
		a := &s.arrows[s.named[k]]
		rank := a.p.Norm() / w.size
		if a.pair {
			rank += 2
		}
		if focused(s.snap, a.neuron) {
			rank += 4
		}
		return rank
	})
	for _, k := range s.order {
		direction, _ := visible(s.arrows[s.named[k]].p, w.size)
		s.tips = append(s.tips, w.at(direction))
	}
	for k, i := range s.order {
		class := s.nameVector(&s.arrows[s.named[i]])
		s.labels.named(s.tips, k, w.at(protocol.Lifted{}), class)
	}
}

// nameVector starts the label of an arrow and returns its class.
func (s *Scene) nameVector(a *arrow) (class string) {
	if a.neuron >= 0 {
		return s.nameNeuron(a.neuron)
	}
	if s.labels.start(a.name); a.index >= 0 {
		s.labels.index(a.index)
	}
	if s.labels.add(a.after); a.after == " q" {
		s.labels.index(a.index)
	}
	return classNote
}

// towardLorentz returns the direction whose vector is drawn nearest to the pointer.
func towardLorentz(on *Display, k int, p *PointerEvent) (u protocol.Vec, ok bool) {
	if on.Snapshot.Dimension != 2 {
		return u, false
	}
	proj := on.View.Cameras[TileLorentz].projection(on.View.Layout.Tiles[TileLorentz], coneRadius)
	size, alpha := longest(on.Snapshot), on.Snapshot.Neurons[k].Alpha
	return on.nearestAngle(k, p, func(u protocol.Vec) pixel {
		return proj.project(flatten((&protocol.Neuron{U: u, Alpha: alpha}).Lifted(), size))
	}), true
}
