package relu

import "math"

// maxDim is the largest length of a direction.
const maxDim = MaxFeatures + 1

// vector is a direction or a gradient. Elements from dim on are zero.
type vector [maxDim]float64

func (x *vector) dot(y *vector) float64 { return x[0]*y[0] + x[1]*y[1] + x[2]*y[2] + x[3]*y[3] }

func (x *vector) add(c float64, y *vector) {
	x[0] += c * y[0]
	x[1] += c * y[1]
	x[2] += c * y[2]
	x[3] += c * y[3]
}

func (x *vector) length() float64 { return math.Sqrt(x.dot(x)) }

func (x *vector) scale(c float64) {
	for k := range x {
		x[k] *= c
	}
}

// normalize scales x to length one and returns the length it had.
func (x *vector) normalize() float64 {
	length := x.length()
	x.scale(1 / length)
	return length
}

// underflow is a length below which the digits of a direction are lost.
const underflow = 0x1p-1000

// rotation is a rotation of the plane.
type rotation struct{ cos, sin float64 }

func (r rotation) apply(x, y *float64) { *x, *y = r.cos**x-r.sin**y, r.sin**x+r.cos**y }

// clearing returns the rotation that takes (x, y) to (length, 0), and the length.
func clearing(x, y float64) (r rotation, length float64) {
	length = math.Hypot(x, y)
	if length <= underflow {
		return rotation{1, 0}, length
	}
	return rotation{x / length, -y / length}, length
}

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
