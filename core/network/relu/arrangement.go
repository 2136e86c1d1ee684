package relu

import (
	"math"
	"slices"

	"conelab/core/numeric/dense"
)

// maxDim is the largest length of a direction.
const maxDim = MaxFeatures + 1

// vector is a direction or gradient; numbers from dim on are zero.
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

// normalise brings the length to one and returns what it was.
func (x *vector) normalise() float64 {
	length := x.length()
	x.scale(1 / length)
	return length
}

const (
	// onKink is how near a direction is to a kink z'u = 0, relative to |z|, to lie on it; sameKink, ten times that, how near a point z is
	// to the space of others, relative to |z|, to give no kink of its own.
	onKink, sameKink = 1e-13, 1e-12
)

// arrangement is that of the great circles z_k'u = 0 of m different points, for vectors of length dim: where the others cross each of them.
//
// For dim = 3 there is a circle for each point, for dim = 4 one for each pair (the intersection of two great spheres), for
// dim = 2 the whole sphere is one. Circle c is cos φ a + sin φ b. Half a turn is enough, since crossings are antipodal.
type arrangement struct {
	dim     int
	z       []vector
	size    []float64 // |z_k|
	moved   []bool    // since the update before
	circles []circle
	entries []crossing // m for each circle
	crowded bool       // some circles cross at an angle below crowding, or there are three features
}

// crowding is the sine of an angle at which circles cross in a place that is known to 1e-11.
const crowding = 1e-4

type circle struct {
	a, b vector
	pair [2]int32 // its points, of which dim - 2 count
	// ordered has a crossing for each point that is not zero on the whole circle, in their order, on the other points.
	ordered, on []crossing
}

// crossing is where a point's kink crosses a circle: at (cos φ, sin φ) with 0 <= φ < π. before is the sign of z'u before it, 1 or -1, or 0
// if z'u is zero on all of the circle, up to rounding.
type crossing struct {
	key, cos, sin float64
	length        float64 // of the projection of z on the plane of the circle
	at            int32
	before        int8
}

// update takes the points. If there are as many as before, crossings of those that have not moved stay, and sorting starts from their order.
func (r *arrangement) update(z []vector, dim int) {
	m := len(z)
	fresh := dim != r.dim || m != len(r.z)
	if fresh {
		r.list(m, dim)
	}
	r.size, r.moved = dense.Resize(r.size, m), r.moved[:0]
	for k := range z {
		r.size[k] = z[k].length()
		r.moved = append(r.moved, fresh || z[k] != r.z[k])
	}
	r.z = append(r.z[:0], z...)
	r.crowded = dim != 3
	for c := range r.circles {
		r.cross(&r.circles[c])
	}
}

// list makes the circles of m points.
func (r *arrangement) list(m, dim int) {
	r.dim, r.circles = dim, r.circles[:0]
	switch dim {
	case 2:
		r.circles = append(r.circles, circle{})
	case 3:
		for i := range m {
			r.circles = append(r.circles, circle{pair: [2]int32{int32(i)}})
		}
	default:
		for i := range m {
			for j := range max(i, 2-m) { // of one point with itself
				r.circles = append(r.circles, circle{pair: [2]int32{int32(i), int32(j)}})
			}
		}
	}
	if total := m * len(r.circles); cap(r.entries) < total {
		r.entries = make([]crossing, total)
	}
	for c := range r.circles {
		r.circles[c].ordered = r.entries[c*m : (c+1)*m : (c+1)*m]
		for k := range m {
			r.circles[c].ordered[k].at = int32(k)
		}
	}
}

// points returns those whose kinks the circle is made of.
func (r *arrangement) points(c *circle) []int32 { return c.pair[:r.dim-2] }

// cross finds the frame of a circle if that has moved, and the crossings that have.
func (r *arrangement) cross(c *circle) {
	turned := r.moved[c.pair[0]] || r.moved[c.pair[1]]
	if turned {
		var space subspace
		space.reset(r.dim)
		for _, k := range r.points(c) {
			space.exclude(&r.z[k])
		}
		// A turn of the frame by one radian keeps data on a grid from crossing at angle zero, where half a turn ends.
		frame := rotation{math.Cos(1), math.Sin(1)}
		c.a, c.b = space.basis[0], space.basis[1]
		for k := range c.a {
			frame.apply(&c.b[k], &c.a[k])
		}
	}
	entries, crossed := c.ordered[:len(r.z)], 0
	for i := range entries {
		e := &entries[i]
		if turned || r.moved[e.at] {
			r.locate(c, e)
		}
		if e.before != 0 {
			r.crowded = r.crowded || e.length < crowding*r.size[e.at]
			entries[crossed], entries[i] = entries[i], entries[crossed]
			crossed++
		}
	}
	c.ordered, c.on = entries[:crossed], entries[crossed:]
	order(c.ordered)
}

// locate finds where a point crosses the circle.
func (r *arrangement) locate(c *circle, e *crossing) {
	p, q := c.a.dot(&r.z[e.at]), c.b.dot(&r.z[e.at])
	e.length = math.Hypot(p, q)
	if e.before = 0; slices.Contains(r.points(c), e.at) || e.length <= onKink*r.size[e.at] {
		return
	}
	e.cos, e.sin, e.before = -q/e.length, p/e.length, 1
	if e.sin < 0 || e.sin == 0 && e.cos < 0 {
		e.cos, e.sin, e.before = -e.cos, -e.sin, -1
	}
	e.key = 1 - e.cos/(math.Abs(e.cos)+e.sin)
}

// order sorts crossings by Shell's method: it is quick where they are nearly in order, and has no function to call for each comparison,
// which costs WebAssembly much.
func order(entries []crossing) {
	for _, gap := range [...]int{301, 132, 57, 23, 10, 4, 1} {
		for i := gap; i < len(entries); i++ {
			e, at := entries[i], i
			for ; at >= gap && entries[at-gap].key > e.key; at -= gap {
				entries[at] = entries[at-gap]
			}
			entries[at] = e
		}
	}
}

// subspace is the space orthogonal to some points: the span of a face.
type subspace struct {
	dim, rank int // rank numbers of basis span it
	normals   int
	normal    [maxDim]vector // an orthonormal basis of the points
	basis     [maxDim]vector // an orthonormal basis of the space
	// anchor is the first point. Of others only the difference to it counts, which is exact if they are near: their kinks cross in a
	// direction that z itself would give with few digits.
	anchor vector
}

// reset makes it the whole space of the given dimension.
func (s *subspace) reset(dim int) {
	*s = subspace{dim: dim, rank: dim}
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

// align turns the basis so that z is orthogonal to all but its last vector, and returns the rotations in the planes of vectors c and c + 1,
// and the length of z in the space.
func (s *subspace) align(z *vector) (turns [maxDim - 1]rotation, length float64) {
	d := s.difference(z)
	length = s.basis[0].dot(&d)
	for c := range s.rank - 1 {
		next := s.basis[c+1].dot(&d)
		r := math.Hypot(length, next)
		turns[c] = rotation{1, 0}
		if r > underflow {
			turns[c] = rotation{next / r, length / r}
		}
		for k := range s.dim {
			turns[c].apply(&s.basis[c][k], &s.basis[c+1][k])
		}
		length = r
	}
	return turns, math.Abs(length)
}

// exclude makes the space, which is more than a line, orthogonal to z as well.
func (s *subspace) exclude(z *vector) {
	s.align(z)
	s.drop()
	if s.normals == 1 {
		s.anchor = *z
	}
}

// difference returns what of z counts.
func (s *subspace) difference(z *vector) vector {
	d := *z
	if s.normals > 0 {
		d.add(-1, &s.anchor)
	}
	return d
}

// drop leaves the last vector of the basis out.
func (s *subspace) drop() {
	s.rank--
	s.normal[s.normals] = s.basis[s.rank]
	s.normals++
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

// underflow is a length below which the digits of a direction are lost.
const underflow = 0x1p-1000

// rotation turns pairs of numbers.
type rotation struct{ cos, sin float64 }

func (r rotation) apply(x, y *float64) { *x, *y = r.cos**x-r.sin**y, r.sin**x+r.cos**y }
