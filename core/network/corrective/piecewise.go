package corrective

import "slices"

// piecewise sets direction to the minimum of the model for a loss whose slope is piecewise linear: the loss itself at outputs that change
// linearly, and half of d'T d, T being the slacks. It is a convex function; Newton's method on it, with a line search, takes the pieces on
// which the samples are, until they stay. linear is J d at the end. It returns the decrease that the model predicts.
func (w *newton) piecewise(at *state, linear []float64, accuracy float64, limit int) (decrease float64) {
	const most, enough = 12, 1e-3
	fit, size := w.s.fit, len(at.y.rows)
	n := len(linear)
	f, slope, curvature, next := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	price, d, td, image := make([]float64, size), make([]float64, size), make([]float64, size), make([]float64, size)
	w.s.addPrice(price, at.y.rows)
	w.direction, w.residual = resize(w.direction, size), resize(w.residual, size)
	clear(linear)
	start := fit.value(at.f)
	value := start
	for round := range most {
		for i, v := range linear {
			slope[i] = fit.slope[i] - fit.curvature[i]*v
		}
		if w.direct && round > 0 {
			w.exact.assemble(fit)
			w.constrain(at)
		}
		w.s.adjoint(w.residual, slope, at)
		for i, v := range price {
			w.residual[i] = -w.residual[i] - v
		}
		w.tangent(w.residual, at.y)
		w.solve(w.direction, w.residual, at, accuracy, limit)
		w.s.derivative(next, w.direction, at)
		// T times the direction: the Hessian without the curvature of the loss.
		copy(curvature, fit.curvature)
		clear(fit.curvature)
		w.apply(image, w.direction, at)
		copy(fit.curvature, curvature)
		// The derivative along the line to the new point, at tau: linear + quadratic tau + that of the loss.
		linearPart, quadraticPart := 0.0, 0.0
		for i := range d {
			v := w.direction[i] - d[i]
			linearPart += v * (price[i] + td[i])
			quadraticPart += v * (image[i] - td[i])
		}
		for i, v := range linear {
			next[i] -= v
		}
		slopeAt := func(tau float64) float64 {
			total := linearPart + quadraticPart*tau
			for i, v := range next {
				total += v * fit.slopeAt(i, at.f[i]+linear[i]+tau*v)
			}
			return total
		}
		if !(slopeAt(0) < 0) {
			break
		}
		tau := 1.0
		if low := 0.0; slopeAt(1) > 0 {
			for high := 1.0; high-low > 1e-3*high && high > 1e-12; {
				if tau = (low + high) / 2; slopeAt(tau) > 0 {
					high = tau
				} else {
					low = tau
				}
			}
			tau = low
		}
		for i, v := range next {
			next[i] = linear[i] + v
			f[i] = at.f[i] + linear[i] + tau*v
		}
		here := fit.value(f)
		for i := range d {
			v := d[i] + tau*(w.direction[i]-d[i])
			here += v * (price[i] + (td[i]+tau*(image[i]-td[i]))/2)
		}
		value = here
		before := decrease
		decrease = start - value
		for i := range d {
			d[i] += tau * (w.direction[i] - d[i])
			td[i] += tau * (image[i] - td[i])
		}
		for i, v := range next {
			linear[i] += tau * (v - linear[i])
		}
		fit.differentiate(f)
		if tau == 1 && slices.Equal(curvature, fit.curvature) || decrease-before < enough*decrease {
			break
		}
	}
	copy(w.direction, d)
	for i, v := range linear {
		f[i] = at.f[i] + v
	}
	fit.differentiate(f)
	if w.direct { // for corrections of second order
		w.exact.assemble(fit)
		w.constrain(at)
	}
	return decrease
}
