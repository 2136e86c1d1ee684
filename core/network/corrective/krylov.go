package corrective

import (
	"math"

	"conelab/core/numeric/dense"
)

// krylovNumbers is how many numbers the directions of a solve may take.
const krylovNumbers = 1e7

// krylov has the directions of a solve by conjugate residuals, whose products with the system are orthonormal. They are kept: where eigenvalues
// are far apart, as those of the kernels of the slacks are from the rest, rounding would soon make new directions repeat old ones.
type krylov struct {
	count int
	past  []krylovDirection
}

// krylovDirection is a direction with its product, and r'x for the x that it makes.
type krylovDirection struct {
	z, product []float64
	gain       float64
}

// krylovLength returns how many directions of n entries are kept.
func krylovLength(n int) int { return max(4, int(krylovNumbers/(2*float64(n)))) }

// next returns a place for a direction of n entries. After the last one it begins anew.
func (k *krylov) next(n int) *krylovDirection {
	if k.count == krylovLength(n) {
		k.count = 0
	}
	if k.count == len(k.past) {
		k.past = append(k.past, krylovDirection{z: make([]float64, n), product: make([]float64, n)})
	}
	k.count++
	return &k.past[k.count-1]
}

// orthogonalize makes the product of the last direction orthogonal to those of the others, twice, for rounding, and its length one.
func (k *krylov) orthogonalize() {
	d := &k.past[k.count-1]
	for range 2 {
		for i := range k.count - 1 {
			p := &k.past[i]
			share := -dense.Dot(d.product, p.product)
			dense.Axpy(share, p.z, d.z)
			dense.Axpy(share, p.product, d.product)
			d.gain += share * p.gain
		}
	}
	scale := 1 / math.Sqrt(dense.Dot(d.product, d.product))
	dense.Scale(scale, d.z)
	dense.Scale(scale, d.product)
	d.gain *= scale
}
