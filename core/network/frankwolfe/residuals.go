package frankwolfe

import (
	"math"

	"conelab/core/numeric/dense"
)

// system has the directions of a solve by conjugate residuals, whose products with the system are orthonormal. They are kept: where
// eigenvalues are far apart, as those of the kernels of the slacks are from the rest, rounding would soon make new directions repeat old
// ones.
type system struct {
	count int
	past  []direction
}

// direction is a direction in the samples with its product, and r'x for the x that it makes.
type direction struct {
	z, product []float64
	gain       float64
}

// directionNumbers is how many numbers the directions of a solve may take.
const directionNumbers = 1e7

// mostDirections returns how many directions of n entries are kept.
func mostDirections(n int) int { return max(4, int(directionNumbers/(2*float64(n)))) }

// next returns a place for a direction of n entries. After the last one it begins anew.
func (k *system) next(n int) *direction {
	if k.count == mostDirections(n) {
		k.count = 0
	}
	if k.count == len(k.past) {
		k.past = append(k.past, direction{z: make([]float64, n), product: make([]float64, n)})
	}
	k.count++
	return &k.past[k.count-1]
}

// orthogonalize makes the product of the last direction orthogonal to those of the others, twice, for rounding, and its length one.
func (k *system) orthogonalize() {
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

// solve minimises the model x'(T + B'B) x/2 - r'x with B = R'J, D = R R', by conjugate residuals (GCR: Eisenstat, Elman and Schultz 1983)
// in the samples. Its minimum is x = T^+ (r - B'z), T^+ being the inverse of T on the tangent space, where
//
//	(I + B T^+ B') z = B T^+ r.
//
// Here z = B x is the change of the outputs, in the metric of the loss. For any z the x that belongs to it is tangent and makes the slacks
// what the slopes R z ask for, and the model at x is above its minimum by no more than |B x - z|^2/2, which the method makes as small as
// it can: the difference from the dual of the model at z. It ends where that is less than accuracy^2 of the decrease of the model, which
// is returned, or less than enough, or after limit products. r must be tangent, and guess is about the change of the slopes that x makes.
func (w *newton) solve(x, r, guess []float64, at *state, accuracy, enough float64, limit int) (decrease float64) {
	fit, k := w.s.fit, &w.system
	n := len(guess)
	z, rho := make([]float64, n), make([]float64, n)
	const flat = 1e-12 // a curvature that no slope can be told from
	for i, v := range guess {
		if fit.curvature[i] > flat {
			z[i] = v / math.Sqrt(fit.curvature[i])
		}
	}
	w.takeOff(x, r, z, at)
	w.outputs(rho, x, at)
	dense.Axpy(-1, z, rho)
	gain := dense.Dot(r, x)
	k.count = 0
	for count := range limit + 1 {
		above := dense.Dot(rho, rho) / 2
		decrease = gain/2 - dense.Dot(z, rho)/2 - above
		if above <= accuracy*accuracy*decrease || above <= enough || count == limit || w.s.q.canceled() {
			break
		}
		d := k.next(n)
		copy(d.z, rho)
		w.takeOff(x, nil, d.z, at) // - T^+ B'd
		w.outputs(d.product, x, at)
		for i, v := range d.z {
			d.product[i] = v - d.product[i]
		}
		d.gain = dense.Dot(r, x)
		k.orthogonalize()
		alpha := dense.Dot(rho, d.product)
		dense.Axpy(alpha, d.z, z)
		dense.Axpy(-alpha, d.product, rho)
		gain += alpha * d.gain
	}
	w.takeOff(x, r, z, at)
	fit.root(z)
	w.change = append(w.change[:0], z...)
	return decrease
}

// outputs writes B x into dst.
func (w *newton) outputs(dst, x []float64, at *state) {
	w.s.derivative(dst, x, at)
	w.s.fit.transposedRoot(dst)
}

// takeOff writes T^+ (r - B'z) into dst; without r it is zero.
func (w *newton) takeOff(dst, r, z []float64, at *state) {
	slopes := append([]float64(nil), z...)
	w.s.fit.root(slopes)
	w.s.adjoint(dst, slopes, at)
	for i, v := range dst {
		dst[i] = -v
		if r != nil {
			dst[i] += r[i]
		}
	}
	w.invert(dst, dst, at.y)
}
