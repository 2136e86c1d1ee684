package descent

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
)

// surface evaluates the loss and its first two derivatives at the weights w of a run of the Tractable form, for polynomial activations and losses
// with second derivatives. It leaves out the regulariser, which is linear except at its kinks: see Rest.
//
// Let v_jk(i) be the value of unit j in block k of sample i. The outputs are f_o = sum alpha_jko v_jk, and along a move (du, da) of the weights
//
//	df_o  = sum da_jko v_jk + alpha_jko v_jk'du_j,   dr = loss''(f) df,   r = loss'(f)
//	dg_a  = sum_i dr_o v_jk + r_o v_jk'du_j
//	dg_u  = sum_i (dr_o alpha_jko + r_o da_jko) v_jk' + r_o alpha_jko v_jk'' du_j
//
// are the changes of the outputs and of the gradients. On the sphere, the second derivative along a tangent is that along the geodesic: P (dg_u -
// (u'g_u) du).
type surface struct {
	data *Data
	w    *weights
	// r holds loss'(f) and curvature loss''(f), output by output. For softmax, which couples the outputs, curvature holds the probabilities.
	r, curvature []float64
	// gradient is the gradient of the loss, not projected onto the spheres; radial holds u'g_u.
	gradient weights
	radial   []float64
	// For one sample: the products of its rows with u and with du, and the values of the units and their changes along the move.
	s, ds         []float64 // m by K by P
	value, change []float64 // m by K
	df, dr        []float64 // C
}

// newSurface computes the derivatives at the run's weights.
func newSurface(r *Run) *surface {
	d, m := r.data, r.weights.Width
	q := &surface{
		data: d, w: &r.weights, r: make([]float64, d.n*d.outputs), curvature: make([]float64, d.n*d.outputs),
		gradient: *newWeights(d, m), radial: make([]float64, m), s: make([]float64, m*d.blocks*d.patches), ds: make([]float64, m*d.blocks*d.patches),
		value: make([]float64, m*d.blocks), change: make([]float64, m*d.blocks), df: make([]float64, d.outputs), dr: make([]float64, d.outputs),
	}
	r.whole.predict(q.w, r.fit)
	q.setDerivatives(r.fit)
	r.whole.gradient(&q.gradient, q.w, nil, 1)
	for j := range m {
		q.radial[j] = dense.Dot(q.unit(q.w.U, j), q.unit(q.gradient.U, j))
	}
	return q
}

// unit returns the part of u that belongs to unit j.
func (q *surface) unit(u []float64, j int) []float64 { return u[j*q.data.dim : (j+1)*q.data.dim] }

// setDerivatives computes the derivatives of the loss at the outputs.
func (q *surface) setDerivatives(fit []float64) {
	d := q.data
	if d.loss != loss.Softmax {
		for i, f := range fit {
			q.r[i], q.curvature[i] = d.loss.Slope(f, d.y[i]), d.loss.Curvature(f, d.y[i])
		}
		return
	}
	for i := range d.n {
		for o := range d.outputs {
			q.df[o] = fit[o*d.n+i]
		}
		loss.SoftmaxTo(q.dr, q.df)
		for o, p := range q.dr {
			q.curvature[o*d.n+i], q.r[o*d.n+i] = p, p-d.y[o*d.n+i]
		}
	}
}

// derivatives returns the first and second derivatives of a unit's value in s, the product of its direction with row l of a block. With moments, all rows
// but the last belong to the square, and the last is the mean.
func (q *surface) derivatives(s float64, l int) (slope, curvature float64) {
	f, patches := q.data.curve.polynomial, q.data.patches
	switch {
	case !q.data.moments:
		return (2*f.A*s + f.B) / float64(patches), 2 * f.A / float64(patches)
	case l == patches-1:
		return f.B, 0
	}
	return 2 * f.A * s, 2 * f.A
}

// valueOf returns a unit's value from the products with the rows of a block.
func (q *surface) valueOf(s []float64) float64 {
	f, last := q.data.curve.polynomial, len(s)-1
	if q.data.moments {
		return f.A*dense.Dot(s[:last], s[:last]) + f.B*s[last] + f.C
	}
	sum := 0.0
	for _, v := range s {
		sum += f.At(v)
	}
	return sum / float64(len(s))
}

// row returns row l of block k of sample i.
func (q *surface) row(i, k, l int) []float64 {
	d := q.data
	at := ((k*d.n+i)*d.patches + l) * d.dim
	return d.rows[at : at+d.dim]
}

// product writes the Hessian of the loss times the move into h. The move must be tangent to the spheres, and so is the result. It takes a little more
// than 6 m n K P d multiplications.
func (q *surface) product(h, move *weights) {
	clear(h.U)
	clear(h.Alpha)
	for i := range q.data.n {
		q.alongMove(i, move)
		q.back(i, h, move)
	}
	for j := range q.w.Width {
		u, hu := q.unit(q.w.U, j), q.unit(h.U, j)
		dense.Axpy(-q.radial[j], q.unit(move.U, j), hu)
		dense.Axpy(-dense.Dot(u, hu), u, hu)
	}
}

// alongMove computes the values of sample i, and the changes along the move of these values, of its outputs, and of the derivatives of its loss.
func (q *surface) alongMove(i int, move *weights) {
	d, patches := q.data, q.data.patches
	clear(q.df)
	for j := range q.w.Width {
		u, du := q.unit(q.w.U, j), q.unit(move.U, j)
		for k := range d.blocks {
			jk := j*d.blocks + k
			s, ds, change := q.s[jk*patches:(jk+1)*patches], q.ds[jk*patches:(jk+1)*patches], 0.0
			for l := range patches {
				x := q.row(i, k, l)
				s[l], ds[l] = dense.Dot(x, u), dense.Dot(x, du)
				slope, _ := q.derivatives(s[l], l)
				change += slope * ds[l]
			}
			q.value[jk], q.change[jk] = q.valueOf(s), change
			for o := range d.outputs {
				at := jk*d.outputs + o
				q.df[o] += move.Alpha[at]*q.value[jk] + q.w.Alpha[at]*change
			}
		}
	}
	mean := 0.0 // of df under the probabilities, for softmax
	for o, df := range q.df {
		q.dr[o] = q.curvature[o*d.n+i] * df
		mean += q.dr[o]
	}
	if d.loss == loss.Softmax {
		for o := range q.dr {
			q.dr[o] -= q.curvature[o*d.n+i] * mean
		}
	}
}

// back adds the contribution of sample i to the changes of the gradients.
func (q *surface) back(i int, h, move *weights) {
	d, patches := q.data, q.data.patches
	for j := range q.w.Width {
		hu := q.unit(h.U, j)
		for k := range d.blocks {
			jk := j*d.blocks + k
			straight, bent := 0.0, 0.0
			for o := range d.outputs {
				at, r := jk*d.outputs+o, q.r[o*d.n+i]
				h.Alpha[at] += q.dr[o]*q.value[jk] + r*q.change[jk]
				straight += q.dr[o]*q.w.Alpha[at] + r*move.Alpha[at]
				bent += r * q.w.Alpha[at]
			}
			for l := range patches {
				slope, curvature := q.derivatives(q.s[jk*patches+l], l)
				dense.Axpy(straight*slope+bent*curvature*q.ds[jk*patches+l], q.row(i, k, l), hu)
			}
		}
	}
}

// sizes returns, for every alpha, the sum of squares of the values that it multiplies, and the second derivative of the loss in it.
func (q *surface) sizes() (squares, curvatures []float64) {
	d := q.data
	squares, curvatures = make([]float64, len(q.w.Alpha)), make([]float64, len(q.w.Alpha))
	still := newWeights(d, q.w.Width)
	for i := range d.n {
		q.alongMove(i, still)
		for at := range squares {
			v, o := q.value[at/d.outputs], at%d.outputs
			c := q.curvature[o*d.n+i]
			if d.loss == loss.Softmax {
				c *= 1 - c
			}
			squares[at] += v * v
			curvatures[at] += c * v * v
		}
	}
	return squares, curvatures
}

// Curved reports whether the cost has the second derivatives that Rest needs: a polynomial activation and a loss without kinks.
func (d *Data) Curved() bool {
	return d.curve.other == nil && d.loss != loss.L1 && d.loss != loss.Hinge
}
