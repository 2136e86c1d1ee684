package relu

import (
	"cmp"
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

// normalise brings the length to one and returns what it was.
func (x *vector) normalise() float64 {
	length := x.length()
	for k := range x {
		x[k] /= length
	}
	return length
}

const (
	// onKink is how near a direction is to a kink z'u = 0, relative to |z|, to lie on it; sameKink, ten times that, how near a point z is
	// to the space of others, relative to |z|, to give no kink of its own.
	onKink, sameKink = 1e-13, 1e-12
	// sameCrossing is the angle up to which crossings are one vertex. It counts only for what is a local maximum: the value is found at
	// each.
	sameCrossing = 1e-12
)

// arrangement is that of the great circles z_k'u = 0 of m different points, for vectors of length dim: where the others cross each of them.
//
// For dim = 3 there is a circle for each point, for dim = 4 one for each pair (the intersection of two great spheres), for dim = 2 the
// whole sphere is one. Circle c is cos φ a + sin φ b. Half a turn is enough, since crossings are antipodal.
type arrangement struct {
	dim     int
	z       []vector
	size    []float64 // |z_k|
	circles []circle
	entries []crossing // m for each circle, of which those in use come first
	on      []int32    // the points that are zero on a whole circle, circle by circle
}

type circle struct {
	a, b     vector
	first    int // of its entries
	crossed  int // how many are in use
	from, to int // its points in on
	pair     [2]int
}

// crossing is where a point's kink crosses a circle: at (cos φ, sin φ) with 0 <= φ < π. before is the sign of z'u before it, 1 or -1.
type crossing struct {
	key, cos, sin float64
	at            int32
	before        int8
	joins         bool // the crossing before it, in one vertex
}

// reset takes the points and sorts all crossings: m log m operations for each circle.
func (r *arrangement) reset(z []vector, dim int) {
	m := len(z)
	r.dim, r.z = dim, append(r.z[:0], z...)
	r.size = dense.Resize(r.size, m)
	for k := range z {
		r.size[k] = z[k].length()
	}
	r.circles, r.on = r.circles[:0], r.on[:0]
	switch {
	case dim == 2 || m == 0:
		r.append()
	case dim == 3:
		for i := range m {
			r.append(i)
		}
	case m == 1:
		r.append(0)
	default:
		for i := range m {
			for j := range i {
				r.append(j, i)
			}
		}
	}
	if total := m * len(r.circles); cap(r.entries) < total {
		r.entries = make([]crossing, total)
	} else {
		r.entries = r.entries[:total]
	}
	for c := range r.circles {
		r.fill(c)
	}
}

// append adds the circle on which the given points are zero.
func (r *arrangement) append(points ...int) {
	c := circle{first: len(r.circles) * len(r.z), pair: [2]int{-1, -1}}
	copy(c.pair[:], points)
	r.circles = append(r.circles, c)
}

// fill finds the frame and the crossings of circle number at.
func (r *arrangement) fill(at int) {
	c := &r.circles[at]
	var space subspace
	space.reset(r.dim)
	for _, k := range c.pair {
		if k >= 0 {
			space.exclude(&r.z[k])
		}
	}
	// A turn of the frame by one radian keeps data on a grid from crossing at angle zero, where half a turn ends.
	cos, sin := math.Cos(1), math.Sin(1)
	a, b := space.basis[0], space.basis[1]
	for k := range a {
		c.a[k], c.b[k] = cos*a[k]+sin*b[k], cos*b[k]-sin*a[k]
	}
	entries := r.entries[c.first : c.first+len(r.z)]
	c.crossed, c.from = 0, len(r.on)
	for k := range r.z {
		if e, ok := r.cross(c, k); ok {
			entries[c.crossed] = e
			c.crossed++
		} else {
			r.on = append(r.on, int32(k))
		}
	}
	c.to = len(r.on)
	slices.SortFunc(entries[:c.crossed], func(x, y crossing) int { return cmp.Compare(x.key, y.key) })
	join(entries[:c.crossed])
}

// cross returns where point k crosses the circle, and false if it does not: it is zero on all of it, up to rounding.
func (r *arrangement) cross(c *circle, k int) (crossing, bool) {
	p, q := c.a.dot(&r.z[k]), c.b.dot(&r.z[k])
	length := math.Hypot(p, q)
	if k == c.pair[0] || k == c.pair[1] || length <= onKink*r.size[k] {
		return crossing{}, false
	}
	e := crossing{cos: -q / length, sin: p / length, at: int32(k), before: 1}
	if e.sin < 0 || e.sin == 0 && e.cos < 0 {
		e.cos, e.sin, e.before = -e.cos, -e.sin, -1
	}
	e.key = 1 - e.cos/(math.Abs(e.cos)+e.sin)
	return e, true
}

// join marks the crossings that coincide with the one before.
func join(entries []crossing) {
	for i := range entries {
		entries[i].joins = i > 0 && math.Abs(entries[i-1].cos*entries[i].sin-entries[i-1].sin*entries[i].cos) <= sameCrossing
	}
}

// move moves one point. On the circles of others, for dim = 3, its crossing alone is sorted anew, in m operations; a point that leaves or
// comes onto such a circle as a whole, or another dim, needs a reset.
func (r *arrangement) move(k int, z *vector) {
	r.z[k], r.size[k] = *z, z.length()
	if r.dim != 3 {
		r.reset(r.z, r.dim)
		return
	}
	for at := range r.circles {
		c := &r.circles[at]
		if at == k {
			continue
		}
		e, ok := r.cross(c, k)
		entries := r.entries[c.first : c.first+c.crossed]
		old := slices.IndexFunc(entries, func(e crossing) bool { return int(e.at) == k })
		if !ok || old < 0 {
			r.reset(r.z, r.dim)
			return
		}
		for ; old > 0 && entries[old-1].key > e.key; old-- {
			entries[old] = entries[old-1]
		}
		for ; old < len(entries)-1 && entries[old+1].key < e.key; old++ {
			entries[old] = entries[old+1]
		}
		entries[old] = e
		join(entries)
	}
	own := &r.circles[k]
	if own.to-own.from > 1 {
		r.reset(r.z, r.dim)
		return
	}
	from, end := own.from, len(r.on)
	r.fill(k)
	if own.to-own.from > 1 {
		r.reset(r.z, r.dim)
		return
	}
	r.on, own.from, own.to = r.on[:end], from, from+1
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
