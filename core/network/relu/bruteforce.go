package relu

import (
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/exact"
)

// BruteForce is Points with bounds by brute force, which share no code with the oracle.
type BruteForce struct{ *PointEvaluator }

// NewBruteForce returns the evaluator of a problem, which must not change afterwards.
func NewBruteForce(p *certify.Problem) *BruteForce { return &BruteForce{NewPointEvaluator(p)} }

// Bound bounds a dual vector in O(n^(D+1)) operations for each output.
func (b *BruteForce) Bound(dual []float64) (largest, lower float64, _ [][]float64) {
	p, n := &b.problem, b.problem.Samples()
	for from := 0; from < len(dual); from += n {
		bound := peak(p, dual[from:from+n])
		largest = math.Max(largest, bound)
		for i, v := range dual[from : from+n] {
			lower += p.Loss.Dual(math.Min(1, p.Beta/bound)*v, p.Y[from+i])
		}
	}
	return largest, lower, nil
}

// enumeration evaluates g in every face from its definition. It lists all vertices, where D hyperplanes z_k'u = 0 meet, and at each vertex
// the faces around it by the signs, 1, -1 or 0, of these hyperplanes' points. Every face has a vertex.
type enumeration struct {
	dim   int
	kappa float64
	z     [][]float64 // with the axes, whose v is zero, so that there are vertices
	size  []float64
	v     []float64
	best  float64

	columns  []int       // 0 to dim - 1
	chosen   []int       // the points of the current vertex, which is their determinants with the axes
	unit     []float64   // the vertex, of length one
	signs    []float64   // of z_k'u for all points at the vertex
	beside   []int       // the points that are zero at the vertex without being chosen
	rays     [][]float64 // if there are such, for each chosen point the direction in which it is 1 and the other chosen ones are zero
	base     []float64   // the gradient of the points that are not zero at the vertex
	patterns int         // the number of patterns of signs of the chosen points
}

// A sign is computed in twice the working precision if the number is below signTolerance, relative to its factors, and taken to be zero if
// it is then below zeroTolerance.
const zeroTolerance, signTolerance = 1e-29, 1e-14

// peak returns an upper bound of |g| on the sphere for the dual vector of one output: the largest value and what rounding may add to it, in
// O(n^(D+1)) operations.
func peak(p *certify.Problem, dual []float64) float64 {
	e := &enumeration{}
	largest, sum := e.run(p, dual), 0.0
	for k, v := range e.v {
		sum += math.Abs(v) * e.size[k]
	}
	return largest + float64(len(e.z)+20)*0x1p-53*sum
}

// run returns the largest |g|, up to rounding.
func (e *enumeration) run(p *certify.Problem, dual []float64) float64 {
	e.dim, e.kappa = p.D+1, kappa(p)
	// The entries of equal points may cancel: their sum, in twice the working precision, has less rounding than they have.
	numbers, sums := map[[MaxFeatures]float64]int{}, []exact.Double{}
	for i, v := range dual {
		x, key := p.X[i*p.D:(i+1)*p.D], [MaxFeatures]float64{}
		copy(key[:], x)
		k, known := numbers[key]
		if !known {
			k = len(sums)
			numbers[key], sums = k, append(sums, exact.Double{})
			e.append(append(slices.Clone(x), 1), 0)
		}
		sums[k].Add(v)
	}
	for k, sum := range sums {
		e.v[k] = sum.Value()
	}
	for k := range e.dim {
		axis := make([]float64, e.dim)
		axis[k] = 1
		e.append(axis, 0)
		e.columns = append(e.columns, k)
	}
	e.unit, e.base, e.rays = make([]float64, e.dim), make([]float64, e.dim), make([][]float64, p.D)
	e.signs, e.patterns = make([]float64, len(e.z)), [...]int{1, 3, 9, 27}[p.D]
	e.choose(0)
	return e.best
}

func (e *enumeration) append(z []float64, v float64) {
	e.z, e.v, e.size = append(e.z, z), append(e.v, v), append(e.size, dense.Length(z))
}

// choose extends chosen by points from number from on, and evaluates every vertex.
func (e *enumeration) choose(from int) {
	if len(e.chosen) == e.dim-1 {
		e.vertex()
		return
	}
	for k := from; k < len(e.z); k++ {
		e.chosen = append(e.chosen, k)
		e.choose(k + 1)
		e.chosen = e.chosen[:len(e.chosen)-1]
	}
}

// vertex evaluates the faces around the chosen points' vertex and around its antipode.
func (e *enumeration) vertex() {
	product := 1.0
	for c := range e.unit {
		e.unit[c] = e.determinant(append([]int{len(e.z) - e.dim + c}, e.chosen...), e.columns).High // with an axis
	}
	for _, k := range e.chosen {
		product *= e.size[k]
	}
	length := dense.Length(e.unit)
	if length <= zeroTolerance*product {
		return
	}
	dense.Scale(1/length, e.unit)
	e.beside = e.beside[:0]
	for k := range e.z {
		e.signs[k] = e.sign(k, zeroTolerance*product)
		if e.signs[k] == 0 && !slices.Contains(e.chosen, k) {
			e.beside = append(e.beside, k)
		}
	}
	if len(e.beside) > 0 {
		for at := range e.chosen {
			e.rays[at] = e.ray(at)
		}
	}
	for _, side := range [2]float64{1, -1} {
		clear(e.base)
		for k, sign := range e.signs {
			if sign != 0 {
				e.add(e.base, k, side*sign)
			}
		}
		for pattern := range e.patterns {
			e.face(pattern)
		}
	}
}

// ray returns the direction orthogonal to the vertex in which z'd is 1 for one of the chosen points and 0 for the others.
func (e *enumeration) ray(at int) []float64 {
	others := [][]float64{slices.Clone(e.unit)}
	for other, k := range e.chosen {
		if other != at {
			others = append(others, orthogonal(e.z[k], others))
		}
	}
	z := e.z[e.chosen[at]]
	ray := orthogonal(z, others)
	dense.Scale(1/dense.Dot(ray, z), ray)
	return ray
}

// determinant returns that of some rows of z, in the given columns, by expansion along its first row.
func (e *enumeration) determinant(rows, columns []int) (sum exact.Double) {
	if len(rows) == 0 {
		return exact.Of(1)
	}
	for at, c := range columns {
		if z := e.z[rows[0]][c]; z != 0 {
			rest := append(append(make([]int, 0, maxDim), columns[:at]...), columns[at+1:]...)
			sum = sum.Plus(exact.Of(z * float64(1-at%2*2)).Times(e.determinant(rows[1:], rest)))
		}
	}
	return sum
}

// sign returns the sign of z_k'u at the vertex, by twice the working precision if need be; below least it is 0.
func (e *enumeration) sign(k int, least float64) float64 {
	if slices.Contains(e.chosen, k) {
		return 0
	}
	t := dense.Dot(e.z[k], e.unit)
	if math.Abs(t) > signTolerance*e.size[k] {
		return math.Copysign(1, t)
	}
	precise := e.determinant(append([]int{k}, e.chosen...), e.columns).High
	if math.Abs(precise) <= least*e.size[k] {
		return 0
	}
	return math.Copysign(1, precise)
}

// add adds to g the gradient of a point with the given sign.
func (e *enumeration) add(g []float64, k int, sign float64) {
	factor := e.v[k]
	if sign < 0 {
		factor *= e.kappa
	}
	dense.Axpy(factor, e.z[k], g)
}

// face evaluates g at the direction where it would have its maximum if its gradient were that of one face everywhere. The pattern gives the
// signs of the chosen points on that face as digits of base 3.
func (e *enumeration) face(pattern int) {
	g, d := slices.Clone(e.base), make([]float64, e.dim)
	var kinks [][]float64 // an orthonormal basis of the chosen points on whose kinks the face lies
	for at, k := range e.chosen {
		if sign := float64(1 - pattern%3); sign == 0 {
			kinks = append(kinks, orthogonal(e.z[k], kinks))
		} else {
			e.add(g, k, sign)
			if len(e.beside) > 0 {
				dense.Axpy(sign, e.rays[at], d)
			}
		}
		pattern /= 3
	}
	for _, k := range e.beside {
		if t := dense.Dot(e.z[k], d); math.Abs(t) > signTolerance*e.size[k]*dense.Length(d) {
			e.add(g, k, t)
		}
	}
	vertex := len(kinks) == e.dim-1
	if vertex {
		copy(g, e.unit)
	} else {
		for range 2 {
			remove(g, kinks)
		}
	}
	length := dense.Length(g)
	if !vertex && length <= e.best || length == 0 {
		return
	}
	here, opposite := 0.0, 0.0
	for k, z := range e.z {
		t := e.v[k] * dense.Dot(z, g)
		if t*e.v[k] > 0 {
			here, opposite = here+t, opposite-e.kappa*t
		} else {
			here, opposite = here+e.kappa*t, opposite-t
		}
	}
	e.best = math.Max(e.best, math.Max(math.Abs(here), math.Abs(opposite))/length)
}

// orthogonal returns the part of z orthogonal to others, which are orthonormal, scaled to length one.
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

// remove subtracts from g its projection onto others, which are orthonormal.
func remove(g []float64, others [][]float64) {
	for _, o := range others {
		t := dense.Dot(g, o)
		for c := range g {
			g[c] -= t * o[c]
		}
	}
}
