package relu

import "math"

// star has the directions in which one can leave a face: the fan that the kinks of its points E make in the span of their z. The slope of s
// g, h(d) = s (G'd + Σ_E v_k σ(z_k'd)), is linear on each sector of the fan, so it is positive somewhere exactly if it is on one of its
// rays.
type star struct {
	*arrangement
	on    []int32 // E
	space subspace
	rays  []vector // of length one
}

// reset finds the rays of E, which must not be empty.
func (s *star) reset(r *arrangement, on []int32) {
	s.arrangement, s.on = r, on
	s.space.reset(r.dim)
	s.space.excludeAll(r.z, on)
	s.rays = s.rays[:0]
	switch s.space.normals {
	case 1:
		s.add(s.space.normal[0])
	case 2:
		for _, k := range on {
			s.add(s.turn(&r.z[k]))
		}
	default:
		for at, k := range on {
			for _, j := range on[:at] {
				s.add(s.across(&r.z[k], &r.z[j]))
			}
		}
	}
}

// add adds a ray and its opposite, unless d is zero up to rounding.
func (s *star) add(d vector) {
	if length := d.normalise(); !(length > sameKink) {
		return
	}
	s.rays = append(s.rays, d, vector{-d[0], -d[1], -d[2], -d[3]})
}

// turn turns d by a right angle in the plane of the fan.
func (s *star) turn(d *vector) (turned vector) {
	turned.add(-d.dot(&s.space.normal[1]), &s.space.normal[0])
	turned.add(d.dot(&s.space.normal[0]), &s.space.normal[1])
	return turned
}

// across returns the cross product of x and y in the three dimensions of the fan.
func (s *star) across(x, y *vector) (d vector) {
	var a, b [3]float64
	for c := range a {
		a[c], b[c] = x.dot(&s.space.normal[c]), y.dot(&s.space.normal[c])
	}
	for c := range a {
		e, f := (c+1)%3, (c+2)%3
		d.add(a[e]*b[f]-a[f]*b[e], &s.space.normal[c])
	}
	return d
}

// slope returns h(d), given G.
func (s *star) slope(v []float64, kappa float64, g *vector, sign float64, d *vector) float64 {
	h := g.dot(d)
	for _, k := range s.on {
		t := s.z[k].dot(d)
		if t < 0 {
			t *= kappa
		}
		h += v[k] * t
	}
	return sign * h
}

// ascent returns the largest slope on a ray, and the ray.
func (s *star) ascent(v []float64, kappa float64, g *vector, sign float64) (slope float64, ray int) {
	slope = math.Inf(-1)
	for r := range s.rays {
		if h := s.slope(v, kappa, g, sign, &s.rays[r]); h > slope {
			slope, ray = h, r
		}
	}
	return slope, ray
}

// steepest returns the direction of the largest slope in the two sectors beside a ray of a plane fan, or the ray.
func (s *star) steepest(v []float64, kappa float64, g *vector, sign float64, ray int) vector {
	d := s.rays[ray]
	if s.space.normals != 2 {
		return d
	}
	best, out := s.slope(v, kappa, g, sign, &d), d
	turned := s.turn(&d)
	for _, side := range [2]float64{1, -1} {
		q := *g
		for _, k := range s.on {
			t := d.dot(&s.z[k])
			if math.Abs(t) <= sameKink*s.size[k] {
				t = side * turned.dot(&s.z[k])
			}
			factor := 1.0
			if t < 0 {
				factor = kappa
			}
			q.add(factor*v[k], &s.z[k])
		}
		inPlane := vector{}
		inPlane.add(sign*q.dot(&s.space.normal[0]), &s.space.normal[0])
		inPlane.add(sign*q.dot(&s.space.normal[1]), &s.space.normal[1])
		if inPlane.normalise() == 0 {
			continue
		}
		if h := s.slope(v, kappa, g, sign, &inPlane); h > best {
			best, out = h, inPlane
		}
	}
	return out
}
