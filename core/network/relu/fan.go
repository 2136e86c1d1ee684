package relu

import "math"

// fan holds the directions that lead away from a face: the rays along which the kinks of its points E meet in the span of their z. The
// slope of s g, h(d) = s (G'd + Σ_E v_k σ(z_k'd)), is linear between neighbouring rays, so if it is positive anywhere it is positive on one
// of the rays.
type fan struct {
	*arrangement
	on   []int32  // E
	rays []vector // of length one, each followed by its opposite
	flat int      // the dimension of the span
	// spaces has, by their ranks, the subspaces of the span from the whole to a ray.
	spaces [maxDim]subspace
}

// reset sets the rays of E, which must not be empty.
func (s *fan) reset(r *arrangement, on []int32) {
	s.arrangement, s.on, s.rays = r, on, s.rays[:0]
	face := &s.spaces[0]
	face.reset(r.dim)
	face.excludeAll(r.z, on)
	s.flat = r.dim - face.rank
	span := &s.spaces[s.flat]
	span.rank = s.flat
	copy(span.basis[:], face.basis[face.rank:r.dim])
	s.find(s.flat, on)
}

// find adds the rays in the subspace of a rank: the lines in it that are orthogonal to rank - 1 of the points, in both directions.
func (s *fan) find(rank int, on []int32) {
	space := &s.spaces[rank]
	if rank == 1 {
		d := space.basis[0]
		s.rays = append(s.rays, d, vector{-d[0], -d[1], -d[2], -d[3]})
		return
	}
	for at, k := range on {
		if space.distance(&s.z[k]) > sameKink*s.size[k] {
			smaller := &s.spaces[rank-1]
			*smaller = *space
			smaller.exclude(&s.z[k])
			s.find(rank-1, on[at+1:])
		}
	}
}

// ascent returns the ray with the largest slope of sign g, and that slope, given G.
func (s *fan) ascent(v []float64, kappa float64, g *vector, sign float64) (slope float64, ray vector) {
	slope = math.Inf(-1)
	for r := range s.rays {
		d := &s.rays[r]
		h := g.dot(d)
		for _, k := range s.on {
			t := s.z[k].dot(d)
			if t < 0 {
				t *= kappa
			}
			h += v[k] * t
		}
		if sign*h > slope {
			slope, ray = sign*h, *d
		}
	}
	return slope, ray
}
