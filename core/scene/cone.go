package scene

import (
	"math"

	"conelab/core/wire"
)

const (
	// coneHeight is where the cone ends, |t| <= coneHeight in the world; the longest arrow on it reaches t = sqrt(1/2).
	coneHeight = 0.80
	// shortest is the length in the world to which shorter arrows are stretched, so that they can be seen.
	shortest = 0.07
	// vanishing is the length, relative to the longest vector, below which an arrow is left out: it is rounding noise.
	vanishing = 1e-9
	arcParts  = 32
)

// Surface says how to draw the Lorentz cone. The ray of the pixel (x, y) is Eye + s (Forward + Right (x - CenterX)/Focal +
// Up (CenterY - y)/Focal), where s is the depth.
type Surface struct {
	Rect                    Rect
	Corner                  float64 // radius of the tile's corners in pixels
	Eye, Right, Up, Forward [3]float32
	CenterX, CenterY, Focal float64
	Height                  float64 // the cone is |t| <= Height
	Pixel                   float64 // the width of a line of one css pixel, in pixels
	Panel, Face, Line       Color
}

func (s *Scene) buildCone(snap *wire.Snapshot, v *View) {
	r := v.Layout.Tiles[TileCone]
	s.frame.Surface = Surface{}
	if r.Empty() {
		return
	}
	l := v.Camera.lens(r)
	t := &v.Theme
	s.frame.Surface = Surface{
		Rect: r, Corner: corner * v.Layout.Scale, Eye: single(l.eye), Right: single(l.right), Up: single(l.up), Forward: single(l.forward),
		CenterX: l.cx, CenterY: l.cy, Focal: l.focal, Height: coneHeight, Pixel: v.Layout.Scale,
		Panel: t.Panel, Face: t.Muted.mix(t.Accent, 0.30), Line: t.Ink,
	}
	p := s.pen(TileCone, v)
	axis(p, &l, t)
	arrows, pair, turns := pose(s.arrows[:0], snap)
	s.arrows = arrows
	if size := longest(snap); size > 0 && size < math.Inf(1) {
		if turns {
			s.arcs(p, &l, t, &pair, size)
		}
		s.sortArrows(&l, size)
		for _, i := range s.order {
			s.arrow(p, &l, snap, v, &arrows[i], size)
		}
	}
}

func single(v vec) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }

// axis draws the t axis.
func axis(p pen, l *lens, t *Theme) {
	p.segment(l.spot(vec{0, 0, -coneHeight}), l.spot(vec{0, 0, coneHeight}), 1, t.Ink.alpha(0.16))
}

// arcs draws the way that the tips of y and w take, and stronger what they have passed.
func (s *Scene) arcs(p pen, l *lens, t *Theme, pair *sweep, size float64) {
	for _, tip := range [2]func(float64) vec{pair.y, pair.w} {
		for _, part := range [2]struct{ to, opacity float64 }{{pair.angle, 0.30}, {pair.theta, 0.60}} {
			s.path = s.path[:0]
			for i := range arcParts + 1 {
				s.path = append(s.path, l.spot(tip(part.to*float64(i)/arcParts).scale(1/size)))
			}
			p.curve(s.path, 1.6, t.Accent.alpha(part.opacity))
		}
	}
}

// sortArrows puts the arrows in order, those with the farthest tip first.
func (s *Scene) sortArrows(l *lens, size float64) {
	s.order = s.order[:0]
	for i := range s.arrows {
		q := l.spot(s.arrows[i].p.scale(1 / size)).q
		j := len(s.order)
		s.order = append(s.order, i)
		for ; j > 0 && l.spot(s.arrows[s.order[j-1]].p.scale(1/size)).q > q; j-- {
			s.order[j] = s.order[j-1]
		}
		s.order[j] = i
	}
}

// visible returns the vector in the world, stretched if it is very short.
func visible(p vec, size float64) (v vec, ok bool) {
	n := p.length() / size
	if !(n > vanishing) {
		return v, false
	}
	return p.scale(max(1, shortest/n) / size), true
}

// arrow draws one arrow, its opposite end, and its name.
func (s *Scene) arrow(p pen, l *lens, snap *wire.Snapshot, v *View, a *arrow, size float64) {
	direction, ok := visible(a.p, size)
	if !ok {
		return
	}
	t := &v.Theme
	strength := a.opacity * attention(snap, a.neuron)
	color := t.Ink.mix(t.Accent, a.marked).mix(t.signed(a.sign), a.tint)
	width := 2 + 0.6*a.marked + 1.2*a.solid
	if focused(snap, a.neuron) {
		width += 1.3
	}
	origin := l.spot(vec{})
	if a.mirror > 0 {
		p.shaft(origin, l.spot(direction.scale(-1)), width, 0, color.alpha(0.55*strength*a.mirror))
	}
	tip := l.spot(direction)
	p.shaft(origin, tip, width, a.solid, color.alpha(strength))
	if a.tint > 0 && a.neuron >= 0 {
		s.targets[TileCone] = append(s.targets[TileCone], target{tip.x, tip.y, a.neuron})
	}
	s.name(l, a, direction, snap, v.Layout.Tiles[TileCone])
}

// shaft draws the line and the head of an arrow: dashed, and a solid line of the given opacity over it.
func (p pen) shaft(from, tip spot, width, solid float64, c Color) {
	n := math.Hypot(tip.x-from.x, tip.y-from.y) / p.scale
	if n < 1 {
		p.disc(tip, width/2+1, c)
		return
	}
	length := min(8+1.7*width, 0.7*n)
	neck := tip.towards(from, 0.85*length/n)
	if solid < 1 {
		p.dashed(from, neck, width, c.alpha(1-solid))
	}
	if solid > 0 {
		p.segment(from, neck, width, c.alpha(solid))
	}
	p.head(from, tip, length, 0.42*length, c)
}

// name puts the label of an arrow beyond its tip.
func (s *Scene) name(l *lens, a *arrow, direction vec, snap *wire.Snapshot, r Rect) {
	if a.opacity < 0.5 {
		return
	}
	class := classNote
	s.labels.say("")
	switch a.name {
	case eigen:
		s.labels.and("√λ").index(a.index).and(" q").index(a.index)
	case member:
		s.labels.and("p").index(a.index)
	case outside, inside:
		s.labels.and("p").index(a.index)
		if a.name == outside {
			s.labels.and(" outside")
		} else {
			s.labels.and(" inside")
		}
	case turning:
		s.labels.and("y")
	case rest:
		s.labels.and("w")
	case neuronal:
		s.labels.and("u").index(a.index)
		class = neuronClass(a.sign, attention(snap, a.index) < 1)
	}
	s.labels.beyond(l.spot(direction), l.spot(vec{}), r, class)
}
