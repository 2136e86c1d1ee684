package relu

import (
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/numeric/exact"
)

// doubled is a number in twice the working precision.
type doubled struct{ high, low float64 }

func (a doubled) plus(b doubled) doubled {
	high, low := exact.Sum(a.high, b.high)
	high, low = exact.Sum(high, low+a.low+b.low)
	return doubled{high, low}
}

func (a doubled) minus(b doubled) doubled { return a.plus(doubled{-b.high, -b.low}) }

func (a doubled) times(b doubled) doubled {
	high, low := exact.Product(a.high, b.high)
	high, low = exact.Sum(high, low+a.high*b.low+a.low*b.high)
	return doubled{high, low}
}

// brute evaluates g in every face from its definition. It goes over all vertices, where D hyperplanes z_k'u = 0 meet, and from each in all
// directions in which these have signs, 1, -1 or 0; every face has a vertex.
type brute struct {
	dim   int
	kappa float64
	z     [][]float64 // with the axes, whose v is zero, so that the planes have vertices
	size  []float64
	v     []float64
	best  float64

	chosen []int     // the points of a vertex
	u      []doubled // the vertex, not normalised
	unit   []float64 // of length one
	beside []int     // the other points that are zero there
	base   []float64 // the gradient of the points that are not zero
	signs  []float64 // of the chosen points in a direction from the vertex
}

// zero and doubtful are how near a sign is to zero, relative to the sizes of the factors, to be zero in twice the working precision, and to
// be looked at in that.
const zero, doubtful = 1e-29, 1e-14

// peak returns the largest |g| on the sphere for the dual vector of one output, and what rounding may add to it, in O(n^(D+1)) operations.
func peak(p *certify.Problem, dual []float64) float64 {
	b := &brute{}
	largest, sum := b.run(p, dual), 0.0
	for k, v := range b.v {
		sum += math.Abs(v) * b.size[k]
	}
	return largest + float64(len(b.z)+20)*0x1p-53*sum
}

// run returns the largest |g|, up to rounding.
func (b *brute) run(p *certify.Problem, dual []float64) float64 {
	b.dim, b.kappa = p.D+1, p.Piecewise.Slope
	for i, v := range dual {
		b.append(append(append([]float64(nil), p.X[i*p.D:(i+1)*p.D]...), 1), v)
	}
	for k := range b.dim {
		axis := make([]float64, b.dim)
		axis[k] = 1
		b.append(axis, 0)
	}
	b.u, b.unit, b.base, b.signs = make([]doubled, b.dim), make([]float64, b.dim), make([]float64, b.dim), make([]float64, b.dim-1)
	b.choose(0)
	return b.best
}

func (b *brute) append(z []float64, v float64) {
	size := 0.0
	for _, t := range z {
		size = math.Hypot(size, t)
	}
	b.z, b.v, b.size = append(b.z, z), append(b.v, v), append(b.size, size)
}

// choose goes over the vertices.
func (b *brute) choose(from int) {
	if len(b.chosen) == b.dim-1 {
		b.vertex()
		return
	}
	for k := from; k < len(b.z); k++ {
		b.chosen = append(b.chosen, k)
		b.choose(k + 1)
		b.chosen = b.chosen[:len(b.chosen)-1]
	}
}

// vertex goes over the faces at both antipodes of one vertex.
func (b *brute) vertex() {
	length, product := 0.0, 1.0
	for k := range b.u {
		b.u[k] = b.minor(k)
		length = math.Hypot(length, b.u[k].high)
	}
	for _, k := range b.chosen {
		product *= b.size[k]
	}
	if length <= zero*product {
		return
	}
	for k, t := range b.u {
		b.unit[k] = t.high / length
	}
	for _, side := range [2]float64{1, -1} {
		clear(b.base)
		b.beside = b.beside[:0]
		for k := range b.z {
			sign := side * b.sign(k, zero*product)
			switch {
			case sign != 0:
				b.add(b.base, k, sign)
			case !slices.Contains(b.chosen, k):
				b.beside = append(b.beside, k)
			}
		}
		b.directions(0, side)
	}
}

// minor returns number k of the vector orthogonal to the chosen points: a determinant of their other numbers.
func (b *brute) minor(k int) doubled {
	columns := make([]int, 0, maxDim)
	for c := 1; c < b.dim; c++ {
		columns = append(columns, (k+c)%b.dim)
	}
	d := b.determinant(0, columns)
	if b.dim%2 == 0 && k%2 == 1 {
		return doubled{-d.high, -d.low}
	}
	return d
}

// determinant expands that of the chosen rows from the given one on, in the given columns, along its first row.
func (b *brute) determinant(row int, columns []int) (sum doubled) {
	if len(columns) == 1 {
		return doubled{high: b.z[b.chosen[row]][columns[0]]}
	}
	for at, c := range columns {
		rest := append(append(make([]int, 0, maxDim), columns[:at]...), columns[at+1:]...)
		term := doubled{high: b.z[b.chosen[row]][c]}.times(b.determinant(row+1, rest))
		if at%2 == 1 {
			sum = sum.minus(term)
		} else {
			sum = sum.plus(term)
		}
	}
	return sum
}

// sign returns that of z_k'u, in twice the working precision where it is in doubt.
func (b *brute) sign(k int, least float64) float64 {
	if slices.Contains(b.chosen, k) {
		return 0
	}
	t := inner(b.z[k], b.unit)
	if math.Abs(t) > doubtful*b.size[k] {
		return math.Copysign(1, t)
	}
	sum := doubled{}
	for c, x := range b.z[k] {
		sum = sum.plus(doubled{high: x}.times(b.u[c]))
	}
	if math.Abs(sum.high) <= least*b.size[k] {
		return 0
	}
	return math.Copysign(1, sum.high)
}

func inner(x, y []float64) (sum float64) {
	for k, t := range x {
		sum += t * y[k]
	}
	return sum
}

// add adds what a point with a sign adds to the gradient.
func (b *brute) add(g []float64, k int, sign float64) {
	factor := b.v[k]
	if sign < 0 {
		factor *= b.kappa
	}
	for c, x := range b.z[k] {
		g[c] += factor * x
	}
}

// directions goes over the signs of the chosen points from index at on.
func (b *brute) directions(at int, side float64) {
	if at == len(b.signs) {
		b.face(side)
		return
	}
	for _, sign := range [3]float64{1, -1, 0} {
		b.signs[at] = sign
		b.directions(at+1, side)
	}
}

// face evaluates g where it would have its maximum if the face in the direction of the signs were all of the sphere.
func (b *brute) face(side float64) {
	g := append([]float64(nil), b.base...)
	var kinks [][]float64 // orthonormal: those on which the face is
	for at, k := range b.chosen {
		if b.signs[at] != 0 {
			b.add(g, k, b.signs[at])
		}
	}
	for at, k := range b.chosen {
		if b.signs[at] == 0 {
			kinks = append(kinks, orthogonal(b.z[k], kinks))
		}
	}
	if len(b.beside) > 0 {
		d := b.direction()
		for _, k := range b.beside {
			if t := inner(b.z[k], d); math.Abs(t) > doubtful*b.size[k]*math.Sqrt(inner(d, d)) {
				b.add(g, k, t)
			}
		}
	}
	if vertex := len(kinks) == b.dim-1; vertex {
		copy(g, b.unit)
	} else {
		for range 2 {
			remove(g, kinks)
		}
	}
	length := math.Sqrt(inner(g, g))
	if len(kinks) < b.dim-1 && length <= b.best || length == 0 {
		return
	}
	for _, sign := range [2]float64{1 / length, -1 / length} {
		sum := 0.0
		for k, z := range b.z {
			t := sign * inner(z, g)
			if t < 0 {
				t *= b.kappa
			}
			sum += b.v[k] * t
		}
		b.best = math.Max(b.best, math.Abs(sum))
	}
}

// direction returns one in which the chosen points have the signs.
func (b *brute) direction() []float64 {
	d := make([]float64, b.dim)
	for at, k := range b.chosen {
		others := [][]float64{append([]float64(nil), b.unit...)}
		for other, j := range b.chosen {
			if other != at {
				others = append(others, orthogonal(b.z[j], others))
			}
		}
		ray := append([]float64(nil), b.z[k]...)
		for range 2 {
			remove(ray, others)
		}
		scale := inner(ray, b.z[k])
		for c := range d {
			d[c] += b.signs[at] * ray[c] / scale
		}
	}
	return d
}

// orthogonal returns the part of z orthogonal to orthonormal vectors, of length one.
func orthogonal(z []float64, others [][]float64) []float64 {
	out := append([]float64(nil), z...)
	for range 2 {
		remove(out, others)
	}
	if length := math.Sqrt(inner(out, out)); length > 0 {
		for c := range out {
			out[c] /= length
		}
	}
	return out
}

func remove(g []float64, others [][]float64) {
	for _, o := range others {
		t := inner(g, o)
		for c := range g {
			g[c] -= t * o[c]
		}
	}
}
