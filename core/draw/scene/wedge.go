package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// buildWedge draws the Lorentz cone of one feature, the double wedge |c| <= |t| of the plane, with the vectors (c, t) of the animation.
func (s *Scene) buildWedge(r Rect, snap *protocol.Snapshot, v *View, pair *sweep, turns bool, size float64) {
	p := s.background(TileLorentz, r, v)
	plane := square(r, 1.12)
	s.wedge(p, plane, &v.Theme, -1)
	project := func(q protocol.Lifted) pixel { return plane.at(q[0]/size, q[3]/size) }
	s.labels.start("c").note(plane.at(1.04, -0.05), 't', classTick)
	s.labels.start("t").note(plane.at(0.05, 1.06), 'l', classTick)
	if turns {
		s.ellipse(p, project, &v.Theme, pair)
	}
	for i := range s.arrows {
		s.arrow(p, project, snap, v, &s.arrows[i], size)
	}
	s.nameArrows(project, snap, size, r, false)
	s.nameEllipse(r, project, pair)
}

// square returns the map that shows |x|, |y| <= reach in the largest square in the middle of r.
func square(r Rect, reach float64) Plane {
	k := min(r.W, r.H) / 2 / reach
	return Plane{0, 0, r.X + r.W/2, r.Y + r.H/2, k, k}
}

// wedge draws the two axes and fills |c| <= |t| for c >= left, up to |t| = 1.
func (s *Scene) wedge(p pen, plane Plane, t *Theme, left float64) {
	face := t.Muted.mix(t.Accent, 0.30)
	for _, up := range [2]float64{1, -1} {
		apex, a, b := plane.at(0, 0), plane.at(left, up), plane.at(1, up)
		p.fill(apex, a, b, apex, face.alpha(0.20))
		p.segment(apex, b, 1.6, t.Ink.alpha(0.45))
		if left < 0 {
			p.segment(apex, a, 1.6, t.Ink.alpha(0.45))
		}
	}
	p.segment(plane.at(left, 0), plane.at(1, 0), 1, t.Ink.alpha(0.16))
	p.segment(plane.at(0, -1), plane.at(0, 1), 1, t.Ink.alpha(0.16))
}

// buildProfile draws the Lorentz cone of three features in flat pictures. Every vector is at (|c|, t), where the cone is the wedge |c| = |t|.
// While the animation is under way, the plane spanned by the pair that turns stands beside it; there the cone is two lines and the turn is an
// arc.
func (s *Scene) buildProfile(r Rect, snap *protocol.Snapshot, v *View, pair *sweep, turns bool, size float64) {
	p, t := s.background(TileLorentz, r, v), &v.Theme
	left, right := r, r
	apart := snap.Film.Act == protocol.Decomposition && snap.Film.Position < snap.Film.Length()
	switch {
	case !apart:
		right.W = 0
	case r.W >= r.H:
		left.W = r.W * 0.46
		right.X, right.W = r.X+left.W, r.W-left.W
	default:
		left.H = r.H / 2
		right.Y, right.H = r.Y+left.H, r.H-left.H
	}
	k := min(left.W/1.3, left.H/2.3)
	plane := Plane{0.5, 0, left.X + left.W/2, left.Y + left.H/2, k, k}
	s.wedge(p, plane, t, 0)
	s.labels.start("|c|").note(plane.at(1.02, -0.04), 't', classTick)
	s.labels.start("t").note(plane.at(0.04, 1.06), 'l', classTick)
	project := func(q protocol.Lifted) pixel {
		return plane.at(math.Sqrt(q[0]*q[0]+q[1]*q[1]+q[2]*q[2])/size, q[3]/size)
	}
	if turns {
		s.ellipse(p, project, t, pair)
	}
	for i := range s.arrows {
		s.arrow(p, project, snap, v, &s.arrows[i], size)
	}
	s.nameArrows(project, snap, size, left, false)
	s.nameEllipse(left, project, pair)
	if apart {
		s.slicePair(p, right, snap, v, pair, turns, size)
	}
}

// slicePair draws the plane of the turning pair in an orthonormal basis whose first vector is along p_1. There the cone is the zero set of
// the form p'Gp, a quadratic in the two coordinates.
func (s *Scene) slicePair(p pen, r Rect, snap *protocol.Snapshot, v *View, pair *sweep, turns bool, size float64) {
	t := &v.Theme
	plane := square(r, 1.15)
	p.ring(plane.at(0, 0), plane.KX/p.scale, 1, t.Ink.alpha(0.10))
	if !turns {
		s.labels.start("the plane of the pair that turns").place(pixel{x: r.X + r.W/2, y: r.Y + r.H/2}, r, classTick)
		return
	}
	e1 := scaled(pair.first, 1/pair.first.Norm())
	rest := pair.partner
	for i, c := range e1 {
		rest[i] -= inner(pair.partner, e1) * c
	}
	n := rest.Norm()
	if !(n > 1e-9*size) {
		return
	}
	e2 := scaled(rest, 1/n)
	form := func(a, b protocol.Lifted) float64 { return inner(a, b) - 2*a[3]*b[3] }
	s.coneLines(p, plane, t, form(e1, e1), form(e1, e2), form(e2, e2))
	project := func(q protocol.Lifted) pixel { return plane.at(inner(q, e1)/size, inner(q, e2)/size) }
	s.ellipse(p, project, t, pair)
	for i := range s.arrows {
		if a := &s.arrows[i]; a.pair {
			s.arrow(p, project, snap, v, a, size)
		}
	}
	s.nameArrows(project, snap, size, r, true)
	s.nameEllipse(r, project, pair)
}

// coneLines draws the two lines on which a x^2 + 2 b x y + c y^2 = 0, and fills the part between them where it is negative.
func (s *Scene) coneLines(p pen, plane Plane, t *Theme, a, b, c float64) {
	// On the unit circle the form is (a+c)/2 + (a-c)/2 cos 2t + b sin 2t: least at the angle middle, zero at middle +- half.
	mean, amplitude := (a+c)/2, math.Hypot((a-c)/2, b)
	if !(amplitude > math.Abs(mean)) {
		return
	}
	middle := math.Atan2(-b, (c-a)/2) / 2
	half := math.Acos(mean/amplitude) / 2
	face := t.Muted.mix(t.Accent, 0.30)
	apex := plane.at(0, 0)
	for _, side := range [2]float64{0, math.Pi} {
		const parts = 16
		for i := range parts {
			from, to := middle+side+half*(2*float64(i)/parts-1), middle+side+half*(2*float64(i+1)/parts-1)
			p.fill(apex, plane.at(math.Cos(from), math.Sin(from)), plane.at(math.Cos(to), math.Sin(to)), apex, face.alpha(0.20))
		}
		for _, end := range [2]float64{-half, half} {
			angle := middle + side + end
			p.segment(apex, plane.at(math.Cos(angle), math.Sin(angle)), 1.6, t.Ink.alpha(0.45))
		}
	}
}
