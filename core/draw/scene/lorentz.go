package scene

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
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

// lorentzCone draws the animation of the decomposition.
type lorentzCone struct {
	*painting
	features int              // 1, 2, or 3 for all problems with more
	plane    canvas.Transform // unless there are two features
	size     float64          // of the longest vector, the unit of length
	arrows   []arrow
	tips     []canvas.Pixel // of the arrows that have labels
}

// end returns where a vector ends: at (c, t), in the world at (c_1, c_2, t), or at (|c|, t).
func (s *lorentzCone) end(p protocol.Lifted) canvas.Pixel {
	p = scaled(p, 1/s.size)
	switch s.features {
	case 1:
		return s.plane.At(p[0], p[3])
	case 2:
		return s.At(vec{p[0], p[1], p[3]})
	}
	return s.plane.At(math.Sqrt(p[0]*p[0]+p[1]*p[1]+p[2]*p[2]), p[3])
}

// build draws the vectors of the animation at the Lorentz cone: for one feature, the double wedge |c| <= |t| of the plane;
// for two, both nappes, in the world (c_1, c_2, t); for more, the wedge of the half plane (|c|, t).
func (s *lorentzCone) build() {
	arrows, pair, turns := animationArrows(s.arrows[:0], s.snap)
	s.features, s.arrows, s.size = s.snap.Dimension, arrows, longest(s.snap)
	if !(s.size > 0 && s.size < math.Inf(1)) {
		s.arrows, turns, s.size = arrows[:0], false, 1
	}
	if s.snap.Plane {
		s.features = 3
	}
	s.Background(s.Theme.Panel)
	switch s.features {
	case 1:
		s.plane = s.Rect.Square(0, 0, 1.12)
		s.wedge(-1, "c")
	case 2:
		s.setCamera(coneRadius)
		surface := s.Surface(coneHeight * math.Sqrt2)
		surface.Form, surface.Pattern, surface.Rim, surface.Box[2] = coneForm, canvas.PatternCone, true, coneHeight
		s.Ink(true)
		s.Line(vec{0, 0, -coneHeight}, vec{0, 0, coneHeight}, 1, s.Theme.SpaceAxis())
	default:
		k := min(s.Rect.W/1.3, s.Rect.H/2.3)
		s.plane = canvas.Transform{X: 0.5, Y: 0, PX: s.Rect.X + s.Rect.W/2, PY: s.Rect.Y + s.Rect.H/2, KX: k, KY: k}
		s.wedge(0, "|c|")
	}
	if turns {
		s.ellipse(&pair)
	}
	for _, i := range s.SortDown(len(s.arrows), func(i int) float64 { return s.end(s.arrows[i].p).Depth }) {
		s.vector(&s.arrows[i])
	}
	s.nameVectors()
}

// wedge draws the two axes, the horizontal one with its name, and fills |c| <= |t| for c >= left, up to |t| = 1.
func (s *lorentzCone) wedge(left float64, name string) {
	t, plane, apex := s.Theme, &s.plane, s.plane.At(0, 0)
	for _, up := range [2]float64{1, -1} {
		a, b := plane.At(left, up), plane.At(1, up)
		s.Fill(t.Face().Alpha(0.20), apex, a, b)
		s.Segment(apex, b, 1.6, t.Ink.Alpha(0.45))
		if left < 0 {
			s.Segment(apex, a, 1.6, t.Ink.Alpha(0.45))
		}
	}
	s.Segment(plane.At(left, 0), plane.At(1, 0), 1, t.SpaceAxis())
	s.Segment(plane.At(0, -1), plane.At(0, 1), 1, t.SpaceAxis())
	s.Label(name).As(canvas.ClassTick).Note(plane.At(1.03, -0.05), 't')
	s.Label("t").As(canvas.ClassTick).Note(plane.At(0.05, 1.06), 'l')
}

// ellipse draws the set of all positions to which the pair can turn, which stays fixed while the pair turns. It is filled, and
// stronger along the arcs that the tips have covered.
func (s *lorentzCone) ellipse(p *pair) {
	color, origin := s.Theme.Accent.Alpha(p.shown), s.end(protocol.Lifted{})
	s.Path = append(s.Path[:0], s.end(p.first))
	for i := range ellipseParts {
		s.Path = append(s.Path, s.end(p.r(2*math.Pi*float64(i+1)/ellipseParts)))
		s.Fill(color.Alpha(0.10), origin, s.Path[i], s.Path[i+1])
	}
	s.Curve(s.Path, 1.8, color.Alpha(0.75))
	for _, tip := range [2]func(theta float64) protocol.Lifted{p.r, p.s} {
		s.Through(arcParts+1, 3.4, color.Alpha(0.8), func(i int) canvas.Pixel { return s.end(tip(p.theta * float64(i) / arcParts)) })
	}
}

// visible returns the vector, stretched if it is very short; ok is false if it is too short to be drawn.
func (s *lorentzCone) visible(p protocol.Lifted) (v protocol.Lifted, ok bool) {
	n := p.Norm() / s.size
	return scaled(p, max(1, shortest/n)), n > vanishing
}

// vector draws one arrow and its opposite end.
func (s *lorentzCone) vector(a *arrow) {
	direction, ok := s.visible(a.p)
	if !ok {
		return
	}
	t, strength, width := s.Theme, a.opacity*s.emphasis(a.neuron), 2+0.6*a.marked+1.2*a.solid
	color := t.Ink.Mix(t.Accent, a.marked).Mix(t.Signed(a.sign), a.tint)
	if focused(s.snap, a.neuron) {
		width += 1.3
	}
	origin, tip := s.end(protocol.Lifted{}), s.end(direction)
	if a.mirror > 0 {
		s.Arrow(origin, s.end(scaled(direction, -1)), width, 0, color.Alpha(0.55*strength*a.mirror))
	}
	s.Arrow(origin, tip, width, a.solid, color.Alpha(strength))
	if a.tint > 0 && a.neuron >= 0 {
		s.addTarget(tip, a.neuron)
	}
}

// nameVectors labels the arrows that have room: first the arrow in focus, then the pair that turns, then longer arrows
// before shorter ones.
func (s *lorentzCone) nameVectors() {
	s.arrows = slices.DeleteFunc(s.arrows, func(a arrow) bool {
		_, ok := s.visible(a.p)
		return !ok || a.opacity < 0.5
	})
	order := s.SortDown(len(s.arrows), func(i int) float64 {
		a := &s.arrows[i]
		rank := a.p.Norm() / s.size
		if a.pair {
			rank += 2
		}
		if focused(s.snap, a.neuron) {
			rank += 4
		}
		return rank
	})
	s.tips = s.tips[:0]
	for _, i := range order {
		direction, _ := s.visible(s.arrows[i].p)
		s.tips = append(s.tips, s.end(direction))
	}
	for k, i := range order {
		if a := &s.arrows[i]; a.neuron >= 0 {
			s.nameNeuron(a.neuron)
		} else {
			s.Label(a.name)
			if a.index >= 0 {
				s.Labels.Index(a.index)
			}
		}
		s.Labels.Named(s.tips, k, s.end(protocol.Lifted{}))
	}
}

// The fractions of a step at which its parts end: the pair is marked, the pair turns, r is highlighted.
const (
	markEnd = 0.25
	turnEnd = protocol.Turned
	// fadeBegin is where the pair's ellipse begins to fade to make room for the next one.
	fadeBegin = 0.94
)

// arrow is one vector of the animation. Its numbers are fractions in [0, 1].
type arrow struct {
	p       protocol.Lifted // before division by the longest vector
	opacity float64         // of the whole arrow
	mirror  float64         // of the opposite end -p, relative to the arrow: the sign of a vector is free until it becomes a neuron
	solid   float64         // 0 a dashed line, 1 a solid one
	tint    float64         // from the colour of text to the colour of the neuron's sign
	marked  float64         // how strongly it is highlighted as one of the pair
	name    string          // before the index
	index   int             // in the name, from 0, or none
	neuron  int             // the neuron that it is and by which it is called, or none
	sign    float64         // of that neuron, or of the one that it becomes
	pair    bool            // one of the two vectors that turn
}

// pair is the two vectors that turn in a step: r(theta) = cos(theta) first + sin(theta) partner and s(theta) = cos(theta) partner -
// sin(theta) first, for theta from 0 to angle, now at theta. The pair's common sign is chosen so that r ends at the step's R. All r(theta),
// and all s(theta), lie on one ellipse: turning moves the pair along the ellipse, and leaves the ellipse and r r' + s s' as they are.
type pair struct {
	first, partner protocol.Lifted
	angle, theta   float64
	shown          float64 // opacity of the ellipse
}

func (p *pair) r(theta float64) protocol.Lifted { return turn(p.first, p.partner, theta) }
func (p *pair) s(theta float64) protocol.Lifted { return turn(p.partner, scaled(p.first, -1), theta) }

// turn returns cos(t) a + sin(t) b.
func turn(a, b protocol.Lifted, t float64) protocol.Lifted {
	sin, cos := math.Sincos(t)
	for i := range a {
		a[i] = cos*a[i] + sin*b[i]
	}
	return a
}

func scaled(a protocol.Lifted, s float64) protocol.Lifted {
	for i := range a {
		a[i] *= s
	}
	return a
}

func inner(a, b protocol.Lifted) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3] }

// longest returns the length of the longest vector of the animation and of the neurons.
func longest(snap *protocol.Snapshot) float64 {
	l := 0.0
	for i := range snap.Neurons {
		l = max(l, snap.Neurons[i].Lifted().Norm())
	}
	for r := range snap.Animation.Sequences {
		for _, step := range snap.Animation.Sequences[r].Steps {
			l = max(l, step.R.Norm())
			for _, p := range step.Before {
				l = max(l, p.Norm())
			}
		}
	}
	return l
}

// animationArrows appends the arrows of the animation at its position to dst, and returns the pair that is turning, if there is one.
func animationArrows(dst []arrow, snap *protocol.Snapshot) (arrows []arrow, turning pair, turns bool) {
	sequence, step, passed := snap.Animation.At()
	if sequence < 0 || snap.Animation.Topic != protocol.Decomposition || snap.Animation.Position >= snap.Animation.Length() {
		for i := range snap.Neurons {
			dst = found(dst, snap, i)
		}
		return dst, turning, false
	}
	for r := range snap.Animation.Sequences[:sequence+1] {
		for i := range snap.Animation.Sequences[r].Steps {
			if r < sequence || i < step {
				dst = found(dst, snap, snap.Animation.Sequences[r].Steps[i].Neuron)
			}
		}
	}
	current := &snap.Animation.Sequences[sequence]
	if step < 0 {
		if len(current.Steps) > 0 {
			dst = appearing(dst, &current.Steps[0], passed)
		}
		return dst, turning, false
	}
	return rotation(dst, snap, &current.Steps[step], passed)
}

// rotation appends the arrows of a step of the decomposition, of which a share has passed, and returns the pair that is turning, if there is
// one.
func rotation(dst []arrow, snap *protocol.Snapshot, now *protocol.Step, passed float64) (arrows []arrow, turning pair, turns bool) {
	if now.First < 0 || now.First >= len(now.Before) || now.Partner >= len(now.Before) {
		return dst, turning, false
	}
	for i, p := range now.Before {
		if i != now.First && i != now.Partner {
			dst = append(dst, arrow{p: p, opacity: 0.75, mirror: 0.5, name: "p", index: i, neuron: none})
		}
	}
	// The first vector is marked; with a partner it then turns; and it becomes a neuron, which is highlighted.
	from := markEnd
	if now.Partner >= 0 {
		from = turnEnd
	}
	marked, lit := canvas.Smoothstep(canvas.Fraction(passed, 0, markEnd)), canvas.Smoothstep(canvas.Fraction(passed, from, 1))
	first := arrow{p: now.R, opacity: 1, mirror: 1 - lit, solid: lit, tint: lit, marked: marked * (1 - lit),
		name: "p", index: now.First, neuron: none, sign: 1}
	known := now.Neuron >= 0 && now.Neuron < len(snap.Neurons)
	if known {
		first.sign = snap.Neurons[now.Neuron].Alpha
	}
	if now.Partner >= 0 {
		turning, turns = pairOf(now, passed), true
		first.p = turning.r(turning.theta)
		second := arrow{p: turning.s(turning.theta), opacity: 0.75 + 0.25*marked*(1-lit), mirror: 1 - 0.5*lit, marked: marked * (1 - lit),
			name: "p", index: now.Partner, neuron: none, pair: true}
		first.pair = true
		if passed > markEnd {
			first.name, first.index, second.name, second.index = "r", none, "s", none
		}
		dst = append(dst, second)
	}
	if lit > 0.5 && known {
		first.neuron = now.Neuron
	}
	return append(dst, first), turning, turns
}

// found appends the arrow of neuron k, which has been found.
func found(dst []arrow, snap *protocol.Snapshot, k int) []arrow {
	if k < 0 || k >= len(snap.Neurons) {
		return dst
	}
	n := &snap.Neurons[k]
	return append(dst, arrow{p: n.Lifted(), opacity: 1, solid: 1, tint: 1, neuron: k, sign: n.Alpha})
}

// appearing appends the eigenvectors, which grow from the origin one shortly after the other. Their upper ends have labels.
func appearing(dst []arrow, step *protocol.Step, passed float64) []arrow {
	n := float64(len(step.Before))
	for i, p := range step.Before {
		v := p
		if v[3] < 0 {
			v = scaled(v, -1)
		}
		start := 0.35 * float64(i) / n
		grown := canvas.Smoothstep(canvas.Fraction(passed, start, start+0.6))
		dst = append(dst, arrow{p: scaled(v, grown), opacity: min(1, 3*grown), mirror: 1, name: "p", index: i, neuron: none})
	}
	return dst
}

// pairOf returns the pair of a step with a partner.
func pairOf(step *protocol.Step, passed float64) pair {
	p := pair{first: step.Before[step.First], partner: step.Before[step.Partner], angle: step.Angle}
	p.shown = canvas.Smoothstep(canvas.Fraction(passed, 0, markEnd)) * (1 - canvas.Smoothstep(canvas.Fraction(passed, fadeBegin, 1)))
	if inner(p.r(step.Angle), step.R) < 0 {
		p.first, p.partner = scaled(p.first, -1), scaled(p.partner, -1)
	}
	p.theta = step.Angle * canvas.Smoothstep(canvas.Fraction(passed, markEnd, turnEnd))
	return p
}
