package certify

import (
	"math"

	"conelab/core/numeric/dense"
)

// lattice is the set of all sums of whole multiples of some vectors. What the last bits of numbers do to equations are such vectors: rounding each
// number by itself leaves an error of the size of the vectors, while among the multiples up to some size there are sums that come as near to a
// target as one likes, if there are more numbers than equations. Lenstra, Lenstra and Lovász's reduction finds them, and Babai's nearest plane
// the one for a target (Combinatorica 6 (1986)).
//
// Row k of vectors has the sum itself in its first part and behind it its multiples of the given vectors times a small weight.
type lattice struct {
	size, width    int
	vectors, ortho []float64 // b_k, and what is orthogonal of it to those before
	mu             []float64 // b_k in the basis of these
	squares        []float64
	given          []float64
	weight         float64 // a power of two, so that multiples are exact
	work           float64
}

const (
	// lovasz is how much shorter the next vector may be.
	lovasz = 0.75
	// latticeWork bounds the multiplications of a reduction.
	latticeWork = 1e9
)

// latticeWeights are the weights of a multiple that are tried, in units of the vectors' median length: the smaller, the nearer to the target, and the
// larger the multiples.
var latticeWeights = []float64{1e-10, 1e-7, 1e-5}

// newLattice returns the lattice of count vectors of the given width, with the multiples scaled by weight.
func newLattice(vectors []float64, count, width int, weight float64) *lattice {
	l := &lattice{size: count, width: width + count}
	l.vectors, l.ortho = make([]float64, count*l.width), make([]float64, count*l.width)
	l.mu, l.squares = make([]float64, count*count), make([]float64, count)
	_, exponent := math.Frexp(weight)
	l.given, l.weight = vectors, math.Ldexp(1, exponent)
	for k := range count {
		row := l.vector(k)
		copy(row, vectors[k*width:(k+1)*width])
		row[width+k] = l.weight
	}
	return l
}

func (l *lattice) vector(k int) []float64     { return l.vectors[k*l.width : (k+1)*l.width] }
func (l *lattice) orthogonal(k int) []float64 { return l.ortho[k*l.width : (k+1)*l.width] }

// orthogonalise sets the orthogonal part of vector k, twice for the sake of rounding.
func (l *lattice) orthogonalise(k int) {
	o, mu := l.orthogonal(k), l.mu[k*l.size:]
	copy(o, l.vector(k))
	clear(mu[:k])
	for range 2 {
		for j := range k {
			if l.squares[j] == 0 {
				continue
			}
			part := dense.Dot(o, l.orthogonal(j)) / l.squares[j]
			dense.Axpy(-part, l.orthogonal(j), o)
			mu[j] += part
		}
	}
	l.squares[k] = dense.Dot(o, o)
}

// longTimes is the multiple from which rounding asks for another round of shorten.
const longTimes = 1 << 10

// shorten takes multiples of those before off vector k, and returns the largest.
func (l *lattice) shorten(k int) (most float64) {
	l.work += 5 * float64(k*l.width)
	l.orthogonalise(k)
	mu := l.mu[k*l.size:]
	for j := k - 1; j >= 0; j-- {
		times := math.Round(mu[j])
		if times == 0 {
			continue
		}
		most = math.Max(most, math.Abs(times))
		dense.Axpy(-times, l.vector(j), l.vector(k))
		dense.Axpy(-times, l.mu[j*l.size:j*l.size+j], mu[:j])
		mu[j] -= times
	}
	if most > 0 {
		l.refresh(k)
	}
	if l.work > latticeWork {
		return 0
	}
	return most
}

// refresh sums vector k anew from its multiples, which are exact.
func (l *lattice) refresh(k int) {
	count := len(l.given) / l.size
	sum, multiples := l.vector(k)[:count], l.vector(k)[count:]
	clear(sum)
	for j, m := range multiples {
		if m != 0 {
			dense.Axpy(m/l.weight, l.given[j*count:(j+1)*count], sum)
		}
	}
}

// reduce makes the vectors short and nearly orthogonal.
func (l *lattice) reduce() {
	l.work = 0
	l.orthogonalise(0)
	for k := 1; k < l.size && l.work < latticeWork; {
		for l.shorten(k) > longTimes {
		}
		mu := l.mu[k*l.size:]
		if l.squares[k] >= (lovasz-mu[k-1]*mu[k-1])*l.squares[k-1] {
			k++
			continue
		}
		a, b := l.vector(k-1), l.vector(k)
		for i, v := range a {
			a[i], b[i] = b[i], v
		}
		k = max(1, k-1)
		if k == 1 {
			l.orthogonalise(0)
		} else {
			l.orthogonalise(k - 1)
		}
	}
	l.orthogonaliseAll()
}

// orthogonaliseAll sets the orthogonal parts of all vectors, which is what nearest needs.
func (l *lattice) orthogonaliseAll() {
	for k := range l.size {
		l.orthogonalise(k)
	}
}

// arrange does so after bringing the vectors into an order in which the orthogonal parts are short: the next is always the one that has least beside
// those before it.
func (l *lattice) arrange() {
	rest := append([]float64(nil), l.vectors...)
	row := func(k int) []float64 { return rest[k*l.width : (k+1)*l.width] }
	for k := range l.size {
		least, size := k, math.Inf(1)
		for j := k; j < l.size; j++ {
			if square := dense.Dot(row(j), row(j)); square < size {
				least, size = j, square
			}
		}
		swap(row(k), row(least))
		swap(l.vector(k), l.vector(least))
		if size == 0 {
			continue
		}
		for j := k + 1; j < l.size; j++ {
			dense.Axpy(-dense.Dot(row(j), row(k))/size, row(k), row(j))
		}
	}
	l.orthogonaliseAll()
}

func swap(a, b []float64) {
	for i, v := range a {
		a[i], b[i] = b[i], v
	}
}

// nearest returns the multiples of the given vectors whose sum is near the target. After arrange it rounds one number after the other, the last
// vector's first, and those before make up for what that leaves.
func (l *lattice) nearest(target []float64) []float64 {
	rest := append(append([]float64(nil), target...), make([]float64, l.size)...)
	for k := l.size - 1; k >= 0; k-- {
		if l.squares[k] > 0 {
			times := math.Round(dense.Dot(rest, l.orthogonal(k)) / l.squares[k])
			dense.Axpy(-times, l.vector(k), rest)
		}
	}
	multiples := rest[len(target):]
	for i := range multiples {
		multiples[i] = -math.Round(multiples[i] / l.weight)
	}
	return multiples
}
