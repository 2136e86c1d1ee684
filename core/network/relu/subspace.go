package relu

import "math"

const (
	// onKink is how near a direction is to a kink z'u = 0, relative to |z|, to lie on it; sameKink, ten times that, how near a point z is
	// to the space of others, relative to |z|, to give no kink of its own.
	onKink, sameKink = 1e-13, 1e-12
)

// subspace is the space orthogonal to some points: the span of a face.
type subspace struct {
	rank  int            // of it
	whole int            // of the space of which it is part
	basis [maxDim]vector // orthonormal: rank vectors that span it, and then those that span the points
	// anchor is the first point. Of others only the difference to it counts, which is exact if they are near: their kinks cross in a
	// direction that z itself would give with few digits.
	anchor vector
}

// reset makes it the whole space of the given dimension.
func (s *subspace) reset(dim int) {
	*s = subspace{rank: dim, whole: dim}
	for k := range dim {
		s.basis[k][k] = 1
	}
}

// excludeAll makes the space orthogonal to the given points, those first that make the largest difference.
func (s *subspace) excludeAll(z []vector, on []int32) {
	for s.rank > 1 {
		best, most := -1, 0.0
		for _, k := range on {
			if d := s.distance(&z[k]); d > sameKink*z[k].length() && d > most {
				best, most = int(k), d
			}
		}
		if best < 0 {
			return
		}
		s.exclude(&z[best])
	}
}

// exclude makes the space, which is more than a line, orthogonal to z as well. It returns the rotations of its basis, in the planes of
// vectors c and c + 1.
func (s *subspace) exclude(z *vector) (turns [maxDim - 1]rotation) {
	d := s.difference(z)
	length := s.basis[0].dot(&d)
	for c := range s.rank - 1 {
		turns[c], length = clearing(s.basis[c+1].dot(&d), -length)
		for k := range s.basis[c] {
			turns[c].apply(&s.basis[c][k], &s.basis[c+1][k])
		}
	}
	if s.rank == s.whole {
		s.anchor = *z
	}
	s.rank--
	return turns
}

// difference returns what of z counts.
func (s *subspace) difference(z *vector) vector {
	d := *z
	if s.rank < s.whole {
		d.add(-1, &s.anchor)
	}
	return d
}

// distance returns the length of the projection of z.
func (s *subspace) distance(z *vector) float64 {
	sum, d := 0.0, s.difference(z)
	for c := range s.rank {
		t := s.basis[c].dot(&d)
		sum += t * t
	}
	return math.Sqrt(sum)
}

// project makes x the point of the space next to it.
func (s *subspace) project(x *vector) {
	var y vector
	for c := range s.rank {
		y.add(s.basis[c].dot(x), &s.basis[c])
	}
	*x = y
}
