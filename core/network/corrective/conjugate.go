package corrective

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// solveInSamples is solve by conjugate residuals (GCR: Eisenstat, Elman and Schultz 1983) in the samples. With T^+ the inverse of T on the tangent
// space and B = R'J, the minimum of the model x'(T + B'B) x/2 - r'x is x = T^+ (r - B'z) where
//
//	(I + B T^+ B') z = B T^+ r.
//
// Here z = B x is the change of the outputs, in the metric of the loss. For any z the x that belongs to it is tangent and makes the slacks what the
// slopes R z ask for, and the model at x is above its minimum by no more than |B x - z|^2/2, which the method makes as small as it can: the
// difference from the dual of the model at z.
func (w *newton) solveInSamples(x, rhs, guess []float64, at *state, accuracy, enough float64, limit int) (decrease float64) {
	t := w.s.fit
	n := len(guess)
	z, rho := make([]float64, n), make([]float64, n)
	const flat = 1e-12 // a curvature that no slope can be told from
	for i, v := range guess {
		if t.curvature[i] > flat {
			z[i] = v / t.curvature[i]
		}
	}
	byBlocks(z, w.part.root, t.outputs)
	r := append([]float64(nil), rhs...)
	w.takeOff(x, r, z, at)
	w.outputs(rho, x, at)
	dense.Axpy(-1, z, rho)
	gain := dense.Dot(r, x) // r'x
	k := &w.krylov
	k.count = 0
	for count := range limit + 1 {
		left := dense.Dot(rho, rho) / 2
		decrease = gain/2 - dense.Dot(z, rho)/2 - left
		if left <= accuracy*accuracy*decrease || left <= enough || count == limit || parallel.Interrupted() {
			w.adapt(count)
			break
		}
		d := k.next(n)
		copy(d.z, rho)
		w.part.precondition(d.z)
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
		w.products++
	}
	w.takeOff(x, r, z, at)
	byBlocks(z, w.part.root, t.outputs)
	w.change = append(w.change[:0], z...)
	return decrease
}

// outputs writes B x into dst.
func (w *newton) outputs(dst, x []float64, at *state) {
	w.s.derivative(dst, x, at)
	byBlocks(dst, w.part.root, w.s.fit.outputs)
}

// takeOff writes T^+ (r - B'z) into dst; without r it is zero.
func (w *newton) takeOff(dst, r, z []float64, at *state) {
	slopes := append([]float64(nil), z...)
	byBlocks(slopes, w.part.root, w.s.fit.outputs)
	w.residual = resize(w.residual, len(dst))
	w.s.adjoint(w.residual, slopes, at)
	for i, v := range w.residual {
		w.residual[i] = -v
		if r != nil {
			w.residual[i] += r[i]
		}
	}
	w.invertTangent(dst, w.residual, at)
}

// manyProducts is how many products with the Hessian are worth more landmarks.
const manyProducts = 40

// adapt asks for more landmarks after many products.
func (w *newton) adapt(products int) {
	if products > manyProducts && w.most < landmarkMost {
		w.most, w.grown = 2*w.most, true
	}
}
