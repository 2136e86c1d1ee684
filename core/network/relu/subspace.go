package relu

import "math"

const (
	// A direction u lies on the kink z'u = 0 if |z'u| is at most onKink |z|. In a subspace z has no kink, since z'u is zero there up to
	// rounding, if the projection of z onto the subspace is at most sameKink |z|, ten times that.
	onKink, sameKink = 1e-13, 1e-12
)

// subspace is the linear space orthogonal to some points: the span of a face.
type subspace struct {
	rank  int            // its dimension
	whole int            // the dimension of the space that contains it
	basis [maxDim]vector // orthonormal: rank vectors that span it, then those that span the points
	// anchor is the first point. Other points enter by their difference from it, which is exact for nearby points; computed from z itself
	// the crossing of their kinks would lose digits.
	anchor vector
}

// reset makes s the whole space of the given dimension.
func (s *subspace) reset(dim int) {
	*s = subspace{rank: dim, whole: dim}
	for k := range dim {
		s.basis[k][k] = 1
	}
}

// excludeAll makes the space orthogonal to the given points, in each step to the one with the longest projection onto what is left.
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

// exclude makes the space orthogonal to z as well; its rank must be at least two. It returns the rotations of the basis: number c is in the
// plane of vectors c and c + 1.
func (s *subspace) exclude(z *vector) (rotations [maxDim - 1]rotation) {
	d := s.difference(z)
	length := s.basis[0].dot(&d)
	for c := range s.rank - 1 {
		rotations[c], length = clearing(s.basis[c+1].dot(&d), -length)
		for k := range s.basis[c] {
			rotations[c].apply(&s.basis[c][k], &s.basis[c+1][k])
		}
	}
	if s.rank == s.whole {
		s.anchor = *z
	}
	s.rank--
	return rotations
}

// difference returns z, or its difference from the anchor if there is one.
func (s *subspace) difference(z *vector) vector {
	d := *z
	if s.rank < s.whole {
		d.add(-1, &s.anchor)
	}
	return d
}

// distance returns the length of the projection of z onto the space.
func (s *subspace) distance(z *vector) float64 {
	sum, d := 0.0, s.difference(z)
	for c := range s.rank {
		t := s.basis[c].dot(&d)
		sum += t * t
	}
	return math.Sqrt(sum)
}

// project replaces x by its projection onto the space.
func (s *subspace) project(x *vector) {
	var y vector
	for c := range s.rank {
		y.add(s.basis[c].dot(x), &s.basis[c])
	}
	*x = y
}
