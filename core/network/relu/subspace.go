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
	basis [maxDim]vector // orthonormal: rank vectors that span it, then those that span the points
}

// reset makes s the whole space of the given dimension.
func (s *subspace) reset(dim int) {
	*s = subspace{rank: dim}
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

// exclude makes the space orthogonal to z as well; its rank must be at least two. The direction that it loses follows in the basis.
func (s *subspace) exclude(z *vector) {
	var r rotation
	length := s.basis[0].dot(z)
	for c := range s.rank - 1 {
		r, length = clearing(s.basis[c+1].dot(z), -length)
		for k := range s.basis[c] {
			r.apply(&s.basis[c][k], &s.basis[c+1][k])
		}
	}
	s.rank--
}

// distance returns the length of the projection of z onto the space.
func (s *subspace) distance(z *vector) float64 {
	sum := 0.0
	for c := range s.rank {
		t := s.basis[c].dot(z)
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
