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
	arcParts  = 32
	// ellipseParts is the number of segments of the pair's ellipse.
	ellipseParts = 96
)

// coneForm is c_1^2 + c_2^2 - t^2 in the layout of Surface.Form.
var coneForm = [10]float32{1, 1, -1}

// TileLorentz is the tile of the picture.
const TileLorentz = protocol.PictureLorentz

func init() {
	register(TileLorentz, picture{build: (*Scene).buildLorentz, toward: towardLorentz})
}

func (s *Scene) buildLorentz(r Rect, snap *protocol.Snapshot, v *View) {
	s.arrows = s.arrows[:0]
	arrows, pair, turns := filmArrows(s.arrows, snap)
	s.arrows = arrows
	size := longest(snap)
	if !(size > 0 && size < math.Inf(1)) {
		s.arrows, turns, size = s.arrows[:0], false, 1
	}
	d := snap.Dimension
	if snap.Plane {
		d = 3
	}
	switch d {
	case 1:
		s.buildWedge(r, snap, v, &pair, turns, size)
	case 2:
		s.buildCone(r, snap, v, &pair, turns, size)
	default:
		s.buildProfile(r, snap, v, &pair, turns, size)
	}
}

// buildCone draws the Lorentz cone of two features, both nappes, with the vectors of the animation. The world is (c_1, c_2, t) divided by the
// longest vector.
func (s *Scene) buildCone(r Rect, snap *protocol.Snapshot, v *View, pair *sweep, turns bool, size float64) {
	t := &v.Theme
	s.background(TileLorentz, r, v)
	proj := v.Cameras[TileLorentz].projection(r, coneRadius)
	surface := s.surface(TileLorentz, r, &proj, v, coneHeight*math.Sqrt2)
	surface.Form, surface.Pattern, surface.Rim, surface.Box[2] = coneForm, PatternCone, true, coneHeight
	p := s.ink(TileLorentz, v, true)
	axis(p, &proj, t)
	s.highlightAxes(p, r, &proj, snap, t)
	project := func(q protocol.Lifted) pixel { return proj.project(flatten(q, size)) }
	if turns {
		s.ellipse(p, project, t, pair)
	}
	s.sortArrows(project)
	for _, i := range s.order {
		s.arrow(p, project, snap, v, &s.arrows[i], size)
	}
	s.nameArrows(project, snap, size, r, false)
	s.nameEllipse(r, project, pair)
}

// highlightAxes draws, while a matrix entry is in focus, the two axes of that entry.
func (s *Scene) highlightAxes(p pen, r Rect, proj *projection, snap *protocol.Snapshot, t *Theme) {
	if snap.Entry.Matrix < 0 {
		return
	}
	for _, k := range [2]int{snap.Entry.Row, snap.Entry.Column} {
		var end vec
		end[min(k, 2)] = coneHeight
		p.arrow(proj.project(end.scale(-1)), proj.project(end), 2, 1, t.Accent)
		if k == 3 {
			s.labels.start("t")
		} else {
			s.labels.start("c").index(k)
		}
		s.labels.beyond(proj.project(end), proj.project(vec{}), r, classNote)
	}
}

// flatten returns a vector of two features in world coordinates.
func flatten(q protocol.Lifted, size float64) vec { return vec{q[0] / size, q[1] / size, q[3] / size} }

// axis draws the t axis.
func axis(p pen, proj *projection, t *Theme) {
	p.segment(proj.project(vec{0, 0, -coneHeight}), proj.project(vec{0, 0, coneHeight}), 1, t.Ink.alpha(0.16))
}

// ellipse draws the set of all positions to which the pair can turn, which stays fixed while the pair turns. It is filled, has rings where it
// meets the cone, and is stronger along the arcs that the tips have covered.
func (s *Scene) ellipse(p pen, project func(protocol.Lifted) pixel, t *Theme, pair *sweep) {
	origin := project(protocol.Lifted{})
	s.path = s.path[:0]
	for i := range ellipseParts + 1 {
		s.path = append(s.path, project(pair.r(2*math.Pi*float64(i)/ellipseParts)))
	}
	fill := t.Accent.alpha(0.10 * pair.shown)
	for i := range ellipseParts {
		p.facet([3]pixel{origin, s.path[i], s.path[i+1]}, [3]Color{fill, fill, fill})
	}
	p.curve(s.path, 1.8, t.Accent.alpha(0.75*pair.shown))
	for side := range 2 {
		s.path = s.path[:0]
		for i := range arcParts + 1 {
			theta := pair.theta * float64(i) / arcParts
			tip := pair.r(theta)
			if side == 1 {
				tip = pair.s(theta)
			}
			s.path = append(s.path, project(tip))
		}
		p.curve(s.path, 3.4, t.Accent.alpha(0.8*pair.shown))
	}
	for _, theta := range pair.meets() {
		for _, half := range [2]float64{0, math.Pi} {
			p.ring(project(pair.r(theta+half)), 5, 1.6, t.Ink.alpha(0.75*pair.shown))
		}
	}
}

// nameEllipse labels the ellipse with the pair's matrix, between the arcs of the tips and as far as possible from the rings. It runs after
// the arrows have their labels.
func (s *Scene) nameEllipse(r Rect, project func(protocol.Lifted) pixel, pair *sweep) {
	if pair.shown < 0.5 {
		return
	}
	at, far := pixel{}, -1.0
	for quarter := range 4 {
		beside := project(pair.r(pair.angle/2 + math.Pi*(5/4.0+float64(quarter)/2)))
		near := math.Inf(1)
		for _, theta := range pair.meets() {
			for _, half := range [2]float64{0, math.Pi} {
				ring := project(pair.r(theta + half))
				near = min(near, math.Hypot(ring.x-beside.x, ring.y-beside.y))
			}
		}
		if near > far+1 {
			at, far = beside, near
		}
	}
	s.labels.start("p").index(pair.names[0]).add("p").index(pair.names[0]).add("′ + p").index(pair.names[1]).add("p").index(pair.names[1]).add("′")
	s.labels.beyond(at, project(protocol.Lifted{}), r, classTick)
}

// meets returns the angles, modulo half a turn, at which the pair's ellipse meets the cone: r'Gr is mean + amplitude cos(2 theta - phase).
func (p *sweep) meets() (angles [2]float64) {
	form := func(a, b protocol.Lifted) float64 { return inner(a, b) - 2*a[3]*b[3] }
	a, b, c := form(p.first, p.first), form(p.first, p.partner), form(p.partner, p.partner)
	mean, amplitude, phase := (a+c)/2, math.Hypot((a-c)/2, b), math.Atan2(b, (a-c)/2)
	if !(amplitude > 0) {
		return [2]float64{p.angle, p.angle}
	}
	half := math.Acos(max(-1, min(-mean/amplitude, 1)))
	return [2]float64{(phase + half) / 2, (phase - half) / 2}
}

// sortArrows sorts the arrows, those with the farthest tip first.
func (s *Scene) sortArrows(project func(protocol.Lifted) pixel) {
	s.order, s.depths = s.order[:0], s.depths[:0]
	for i := range s.arrows {
		s.order = append(s.order, i)
		s.depths = append(s.depths, project(s.arrows[i].p).depth)
	}
	sortByDepth(s.order, s.depths)
}

// visible returns the vector, stretched if it is very short; ok is false if it is too short to be drawn.
func visible(p protocol.Lifted, size float64) (v protocol.Lifted, ok bool) {
	n := p.Norm() / size
	if !(n > vanishing) {
		return v, false
	}
	return scaled(p, max(1, shortest/n)), true
}

// arrow draws one arrow and its opposite end.
func (s *Scene) arrow(p pen, project func(protocol.Lifted) pixel, snap *protocol.Snapshot, v *View, a *arrow, size float64) {
	direction, ok := visible(a.p, size)
	if !ok {
		return
	}
	t := &v.Theme
	strength := a.opacity * emphasis(snap, a.neuron)
	color := t.Ink.mix(t.Accent, a.marked).mix(t.signed(a.sign), a.tint)
	width := 2 + 0.6*a.marked + 1.2*a.solid
	if focused(snap, a.neuron) {
		width += 1.3
	}
	origin := project(protocol.Lifted{})
	if a.mirror > 0 {
		p.arrow(origin, project(scaled(direction, -1)), width, 0, color.alpha(0.55*strength*a.mirror))
	}
	tip := project(direction)
	p.arrow(origin, tip, width, a.solid, color.alpha(strength))
	if a.tint > 0 && a.neuron >= 0 {
		s.addTarget(TileLorentz, tip, a.neuron)
	}
}

// arrow draws the line and the head of an arrow: a dashed line, with a solid line of the given opacity over it.
func (p pen) arrow(from, tip pixel, width, solid float64, c Color) {
	n := math.Hypot(tip.x-from.x, tip.y-from.y) / p.scale
	if n < 1 {
		p.disc(tip, width/2+1, c)
		return
	}
	length := min(8+1.7*width, 0.7*n)
	neck := tip.lerp(from, 0.85*length/n)
	if solid < 1 {
		p.dashed(from, neck, width, c.alpha(1-solid))
	}
	if solid > 0 {
		p.segment(from, neck, width, c.alpha(solid))
	}
	p.head(from, tip, length, 0.42*length, c)
}

// nameArrows labels the arrows, or only the pair that turns, as far as there is room: first the arrow in focus, then the pair, then longer
// arrows before shorter ones.
func (s *Scene) nameArrows(project func(protocol.Lifted) pixel, snap *protocol.Snapshot, size float64, r Rect, onlyPair bool) {
	s.order, s.depths, s.tips = s.order[:0], s.depths[:0], s.tips[:0]
	for i := range s.arrows {
		a := &s.arrows[i]
		if _, ok := visible(a.p, size); !ok || a.opacity < 0.5 || onlyPair && !a.pair {
			continue
		}
		rank := a.p.Norm() / size
		if a.pair {
			rank += 2
		}
		if focused(snap, a.neuron) {
			rank += 4
		}
		s.order, s.depths = append(s.order, len(s.depths)), append(s.depths, rank)
		s.named = append(s.named[:len(s.order)-1], i)
	}
	sortByDepth(s.order, s.depths)
	for _, k := range s.order {
		direction, _ := visible(s.arrows[s.named[k]].p, size)
		s.tips = append(s.tips, project(direction))
	}
	origin := project(protocol.Lifted{})
	for k, i := range s.order {
		class := s.nameOf(&s.arrows[s.named[i]], snap)
		s.labels.named(s.tips, k, origin, r, class)
	}
}

// nameOf starts the label of an arrow and returns its class.
func (s *Scene) nameOf(a *arrow, snap *protocol.Snapshot) (class string) {
	class = classNote
	s.labels.start("")
	switch a.name {
	case eigen:
		s.labels.add("√λ").index(a.index).add(" q").index(a.index)
	case member:
		s.labels.add("p").index(a.index)
	case outside, inside:
		s.labels.add("p").index(a.index)
		if a.name == outside {
			s.labels.add(" outside")
		} else {
			s.labels.add(" inside")
		}
	case turning:
		s.labels.add("r")
	case rest:
		s.labels.add("s")
	case neuronal:
		s.labels.neuron(a.index)
		class = neuronClass(a.sign, emphasis(snap, a.index) < 1)
	}
	return class
}

// towardLorentz returns the direction whose vector is drawn nearest to the pointer.
func towardLorentz(on *Stage, k int, p *PointerEvent) (u protocol.Vec, ok bool) {
	if on.Snapshot.Dimension != 2 {
		return u, false
	}
	proj := on.View.Cameras[TileLorentz].projection(on.View.Layout.Tiles[TileLorentz], coneRadius)
	size, alpha := longest(on.Snapshot), on.Snapshot.Neurons[k].Alpha
	return on.nearestAngle(k, p, func(u protocol.Vec) pixel {
		return proj.project(flatten((&protocol.Neuron{U: u, Alpha: alpha}).Lifted(), size))
	}), true
}
