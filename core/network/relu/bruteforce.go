package relu

import (
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/exact"
)

// brute evaluates g in every face from its definition. It goes over all vertices, where D hyperplanes z_k'u = 0 meet, and from each in all
// directions in which these have signs, 1, -1 or 0; every face has a vertex.
type brute struct {
	dim   int
	kappa float64
	z     [][]float64 // with the axes, whose v is zero, so that the planes have vertices
	size  []float64
	v     []float64
	best  float64

	columns  []int       // all
	chosen   []int       // the points of a vertex u, which is the determinants of these with the axes
	unit     []float64   // u of length one
	signs    []float64   // of all points there
	beside   []int       // the points that are zero there beside the chosen ones
	rays     [][]float64 // where there are such, for each chosen point the direction in which it is 1 and the others zero
	base     []float64   // the gradient of the points that are not zero
	patterns int         // how many patterns of signs the chosen points may have
}

// zero and doubtful are how near a sign is to zero, relative to the sizes of the factors, to be zero in twice the working precision, and to
// be computed in that.
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
	b.dim, b.kappa = p.D+1, kappa(p)
	for i, v := range dual {
		b.append(append(slices.Clone(p.X[i*p.D:(i+1)*p.D]), 1), v)
	}
	for k := range b.dim {
		axis := make([]float64, b.dim)
		axis[k] = 1
		b.append(axis, 0)
		b.columns = append(b.columns, k)
	}
	b.unit, b.base, b.rays = make([]float64, b.dim), make([]float64, b.dim), make([][]float64, p.D)
	b.signs, b.patterns = make([]float64, len(b.z)), [...]int{1, 3, 9, 27}[p.D]
	b.choose(0)
	return b.best
}

func (b *brute) append(z []float64, v float64) {
	b.z, b.v, b.size = append(b.z, z), append(b.v, v), append(b.size, dense.Length(z))
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
	product := 1.0
	for c := range b.unit {
		b.unit[c] = b.determinant(append([]int{len(b.z) - b.dim + c}, b.chosen...), b.columns).High // with an axis
	}
	for _, k := range b.chosen {
		product *= b.size[k]
	}
	length := dense.Length(b.unit)
	if length <= zero*product {
		return
	}
	dense.Scale(1/length, b.unit)
	b.beside = b.beside[:0]
	for k := range b.z {
		b.signs[k] = b.sign(k, zero*product)
		if b.signs[k] == 0 && !slices.Contains(b.chosen, k) {
			b.beside = append(b.beside, k)
		}
	}
	if len(b.beside) > 0 {
		for at := range b.chosen {
			b.rays[at] = b.ray(at)
		}
	}
	for _, side := range [2]float64{1, -1} {
		clear(b.base)
		for k, sign := range b.signs {
			if sign != 0 {
				b.add(b.base, k, side*sign)
			}
		}
		for pattern := range b.patterns {
			b.face(pattern)
		}
	}
}

// ray returns the direction from the vertex in which one of the chosen points is 1 and the others zero.
func (b *brute) ray(at int) []float64 {
	others := [][]float64{slices.Clone(b.unit)}
	for other, k := range b.chosen {
		if other != at {
			others = append(others, orthogonal(b.z[k], others))
		}
	}
	z := b.z[b.chosen[at]]
	ray := orthogonal(z, others)
	dense.Scale(1/dense.Dot(ray, z), ray)
	return ray
}

// determinant expands that of some rows of z, in the given columns, along its first row.
func (b *brute) determinant(rows, columns []int) (sum exact.Double) {
	if len(rows) == 0 {
		return exact.Of(1)
	}
	for at, c := range columns {
		if z := b.z[rows[0]][c]; z != 0 {
			rest := append(append(make([]int, 0, maxDim), columns[:at]...), columns[at+1:]...)
			sum = sum.Plus(exact.Of(z * float64(1-at%2*2)).Times(b.determinant(rows[1:], rest)))
		}
	}
	return sum
}

// sign returns that of z_k'u, in twice the working precision where it is in doubt.
func (b *brute) sign(k int, least float64) float64 {
	if slices.Contains(b.chosen, k) {
		return 0
	}
	t := dense.Dot(b.z[k], b.unit)
	if math.Abs(t) > doubtful*b.size[k] {
		return math.Copysign(1, t)
	}
	precise := b.determinant(append([]int{k}, b.chosen...), b.columns).High
	if math.Abs(precise) <= least*b.size[k] {
		return 0
	}
	return math.Copysign(1, precise)
}

// add adds what a point with a sign adds to the gradient.
func (b *brute) add(g []float64, k int, sign float64) {
	factor := b.v[k]
	if sign < 0 {
		factor *= b.kappa
	}
	dense.Axpy(factor, b.z[k], g)
}

// face evaluates g where it would have its maximum if the face in the direction of a pattern of signs, digits of base 3, were all of the
// sphere.
func (b *brute) face(pattern int) {
	g, d := slices.Clone(b.base), make([]float64, b.dim)
	var kinks [][]float64 // orthonormal: those on which the face is
	for at, k := range b.chosen {
		if sign := float64(1 - pattern%3); sign == 0 {
			kinks = append(kinks, orthogonal(b.z[k], kinks))
		} else {
			b.add(g, k, sign)
			if len(b.beside) > 0 {
				dense.Axpy(sign, b.rays[at], d)
			}
		}
		pattern /= 3
	}
	for _, k := range b.beside {
		if t := dense.Dot(b.z[k], d); math.Abs(t) > doubtful*b.size[k]*dense.Length(d) {
			b.add(g, k, t)
		}
	}
	vertex := len(kinks) == b.dim-1
	if vertex {
		copy(g, b.unit)
	} else {
		for range 2 {
			remove(g, kinks)
		}
	}
	length := dense.Length(g)
	if !vertex && length <= b.best || length == 0 {
		return
	}
	here, opposite := 0.0, 0.0
	for k, z := range b.z {
		t := b.v[k] * dense.Dot(z, g)
		if t*b.v[k] > 0 {
			here, opposite = here+t, opposite-b.kappa*t
		} else {
			here, opposite = here+b.kappa*t, opposite-t
		}
	}
	b.best = math.Max(b.best, math.Max(math.Abs(here), math.Abs(opposite))/length)
}

// orthogonal returns the part of z orthogonal to orthonormal vectors, of length one.
func orthogonal(z []float64, others [][]float64) []float64 {
	out := slices.Clone(z)
	for range 2 {
		remove(out, others)
	}
	if length := dense.Length(out); length > 0 {
		dense.Scale(1/length, out)
	}
	return out
}

func remove(g []float64, others [][]float64) {
	for _, o := range others {
		t := dense.Dot(g, o)
		for c := range g {
			g[c] -= t * o[c]
		}
	}
}
