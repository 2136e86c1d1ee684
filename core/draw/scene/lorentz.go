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
	register(TileLorentz, picture{build: (*Scene).buildLorentz})
}

// vectors says how the arrows of the animation are drawn, in units of the longest vector, and which pair turns, if one does.
type vectors struct {
	features int // 1, 2, or 3 for all problems with more
	plane    Plane
	proj     projection
	size     float64
	pair     pair
	turns    bool
}

// at returns where a vector ends: at (c, t), in the world at (c_1, c_2, t), or at (|c|, t).
func (w *vectors) at(p protocol.Lifted) pixel {
	switch w.features {
	case 1:
		return w.plane.at(p[0]/w.size, p[3]/w.size)
	case 2:
		return w.proj.project(flatten(p, w.size))
	}
	return w.plane.at(math.Sqrt(p[0]*p[0]+p[1]*p[1]+p[2]*p[2])/w.size, p[3]/w.size)
}

// buildLorentz draws the vectors of the animation at the Lorentz cone: of one feature, the double wedge |c| <= |t| of the plane; of two, both
// nappes, in the world (c_1, c_2, t); of more, the wedge of the half plane (|c|, t).
func (s *Scene) buildLorentz() {
	w := vectors{features: s.snap.Dimension}
	s.arrows, w.pair, w.turns = filmArrows(s.arrows[:0], s.snap)
	if w.size = longest(s.snap); !(w.size > 0 && w.size < math.Inf(1)) {
		s.arrows, w.turns, w.size = s.arrows[:0], false, 1
	}
	if s.snap.Plane {
		w.features = 3
	}
	s.background(s.theme.Panel)
	switch w.features {
	case 1:
		w.plane = s.r.square(0, 0, 1.12)
		s.wedge(w.plane, -1, "c")
	case 2:
		s.look(coneRadius)
		w.proj = s.proj
		surface := s.surface(s.r, coneHeight*math.Sqrt2)
		surface.Form, surface.Pattern, surface.Rim, surface.Box[2] = coneForm, PatternCone, true, coneHeight
		s.ink(true)
		s.line(vec{0, 0, -coneHeight}, vec{0, 0, coneHeight}, 1, s.theme.Ink.alpha(0.16))
	default:
		k := min(s.r.W/1.3, s.r.H/2.3)
		w.plane = Plane{0.5, 0, s.r.X + s.r.W/2, s.r.Y + s.r.H/2, k, k}
		s.wedge(w.plane, 0, "|c|")
	}
	s.drawVectors(&w)
}

// wedge draws the two axes, the horizontal one with its name, and fills |c| <= |t| for c >= left, up to |t| = 1.
func (s *Scene) wedge(plane Plane, left float64, name string) {
	t, apex := s.theme, plane.at(0, 0)
	for _, up := range [2]float64{1, -1} {
		a, b := plane.at(left, up), plane.at(1, up)
		s.quad([4]pixel{apex, a, b, apex}, t.face().alpha(0.20))
		s.segment(apex, b, 1.6, t.Ink.alpha(0.45))
		if left < 0 {
			s.segment(apex, a, 1.6, t.Ink.alpha(0.45))
		}
	}
	s.segment(plane.at(left, 0), plane.at(1, 0), 1, t.Ink.alpha(0.16))
	s.segment(plane.at(0, -1), plane.at(0, 1), 1, t.Ink.alpha(0.16))
	s.labels.start(name).note(plane.at(1.03, -0.05), 't', classTick)
	s.labels.start("t").note(plane.at(0.05, 1.06), 'l', classTick)
}

// flatten returns a vector of two features in world coordinates.
func flatten(q protocol.Lifted, size float64) vec { return vec{q[0] / size, q[1] / size, q[3] / size} }

// drawVectors draws and names the arrows, and the ellipse of the pair that turns.
func (s *Scene) drawVectors(w *vectors) {
	if w.turns {
		s.ellipse(w)
	}
	s.sortByDepth(len(s.arrows), func(i int) float64 { return w.at(s.arrows[i].p).depth })
	for _, i := range s.order {
		s.vector(w, &s.arrows[i])
	}
	s.nameVectors(w)
}

// ellipse draws the set of all positions to which the pair can turn, which stays fixed while the pair turns. It is filled, and stronger along
// the arcs that the tips have covered.
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

// nameVectors labels the arrows as far as there is room: first the arrow in focus, then the pair that turns, then longer arrows before shorter
// ones.
func (s *Scene) nameVectors(w *vectors) {
	s.named, s.tips = s.named[:0], s.tips[:0]
	for i := range s.arrows {
		a := &s.arrows[i]
		if _, ok := visible(a.p, w.size); ok && a.opacity >= 0.5 {
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
	return classNote
}
