package frankwolfe

import (
	"math"
	"slices"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/gemm"
	"conelab/core/numeric/parallel"
)

// newton finds the Newton steps on the manifold of the trace conditions.
type newton struct {
	pass      *pass
	oracle    *oracle
	gradient  []float64   // in Y, without its part normal to the manifold
	lambda    []float64   // the multiplier of each group
	damping   float64     // added to the diagonal of T
	inverse   [][]float64 // L^-T of each group, with T = L L'
	image     []float64   // T^-1 N of each group, for the normal N of its trace condition
	length    []float64   // < N, T^-1 N >
	direction []float64   // the step
	change    []float64   // of the slopes, by the solution of the last system
	system    system
	rows      rowSystem
	work      []float64
	workers   []gemm.Multiplier
}

func newNewton(s *pass, o *oracle, groups int) *newton {
	w := &newton{pass: s, oracle: o, lambda: make([]float64, groups), length: make([]float64, groups), damping: s.beta}
	w.inverse, w.rows.least = make([][]float64, groups), manyOutputs
	w.system.numbers = 2 * typicalProducts * float64(len(s.loss.y))
	return w
}

// differentiate sets the gradient of a state, without its part normal to the manifold. The factors meet the trace conditions.
func (n *newton) differentiate(at *state) {
	n.pass.loss.differentiate(at.f)
	n.gradient = dense.Resize(n.gradient, len(at.y.rows))
	n.pass.gradient(n.gradient, n.pass.loss.slope, at)
	n.tangent(n.gradient, at.y)
}

// setMultipliers sets the multipliers for minus a dual vector: those for which the slacks times Y are smallest.
func (n *newton) setMultipliers(slope []float64, at *state) {
	q, y := n.pass.points, at.y
	if !q.hasTrace {
		return
	}
	n.work = dense.Resize(n.work, len(y.rows))
	n.pass.gradient(n.work, slope, at)
	for g := range n.lambda {
		n.lambda[g] = 0
		if rows := y.group(g); len(rows) > 0 {
			n.lambda[g] = normalProduct(q, y.part(n.work, g), rows) / (2 * dense.Dot(rows, rows))
		}
	}
}

// normalProduct returns < a, G b > for rows a and b.
func normalProduct(q *points, a, b []float64) float64 {
	sum := dense.Dot(a, b)
	for i := q.last(); i < len(a); i += q.order {
		sum -= 2 * a[i] * b[i]
	}
	return sum
}

// addNormal adds scale G b to a.
func addNormal(q *points, a []float64, scale float64, b []float64) {
	dense.Axpy(scale, b, a)
	for i := q.last(); i < len(a); i += q.order {
		a[i] -= 2 * scale * b[i]
	}
}

// tangent removes the normal part of d.
func (n *newton) tangent(d []float64, y *factors) {
	q := n.pass.points
	if !q.hasTrace {
		return
	}
	for g := range n.lambda {
		if rows, part := y.group(g), y.part(d, g); len(rows) > 0 {
			addNormal(q, part, -normalProduct(q, part, rows)/dense.Dot(rows, rows), rows)
		}
	}
}

// prepare factorises T for a state, after the oracle was evaluated there, and the blocks of the system in the rows. It raises the damping
// until all are positive definite.
func (n *newton) prepare(at *state) {
	q, y := n.pass.points, at.y
	n.workers = make([]gemm.Multiplier, parallel.Threads())
	n.rows.used = n.rows.worthwhile(n.pass, y)
	n.rows.t = append(n.rows.t, make([][]float64, y.groups()-len(n.rows.t))...)
	for !n.factorizeAll(y) || n.rows.used && !n.rows.prepare(n.pass, at) {
		if q.canceled() {
			return
		}
		n.damping *= 2
	}
	if n.rows.used {
		return
	}
	for g := range y.groups() {
		if y.start[g] < y.start[g+1] {
			n.invertFactor(n.inverse[g])
		}
	}
	if !q.hasTrace {
		return
	}
	normal := make([]float64, len(y.rows))
	n.image = dense.Resize(n.image, len(y.rows))
	for g := range n.lambda {
		addNormal(q, y.part(normal, g), 1, y.group(g))
	}
	n.solveT(n.image, normal, y)
	for g := range n.lambda {
		n.length[g] = dense.Dot(y.part(normal, g), y.part(n.image, g))
	}
}

// factorizeAll factorises T of all groups with rows, and reports whether all are positive definite.
func (n *newton) factorizeAll(y *factors) bool {
	for g := range y.groups() {
		if y.start[g] == y.start[g+1] {
			continue
		}
		n.inverse[g] = dense.Resize(n.inverse[g], y.points.order*y.points.order)
		if !n.factorize(n.inverse[g], g) {
			return false
		}
	}
	return true
}

// factorize writes the factor of T = 2 S + damping of a group to dst, and reports whether T is positive definite.
func (n *newton) factorize(dst []float64, g int) bool {
	p := n.pass.points.order
	n.oracle.slack(dst, g, n.lambda[g], n.pass.beta)
	dense.Scale(2, dst)
	const enough = 2.2 // times the lowest eigenvalue: twice to make T singular
	n.damping = math.Max(n.damping, -enough*n.oracle.lowest(g, n.lambda[g], n.pass.beta))
	for i := range p {
		dst[i*p+i] += n.damping
	}
	if n.rows.used {
		n.rows.t[g] = append(n.rows.t[g][:0], dst...)
	}
	return dense.Cholesky(n.pass.points.operator.Context(), dst, p)
}

// invertFactor overwrites L with L^-T: products with an inverse are faster than triangular solves.
func (n *newton) invertFactor(l []float64) {
	p := n.pass.points.order
	rows := make([]float64, p*p)
	parallel.For(n.pass.points.operator.Context(), p, func(i int) {
		rows[i*p+i] = 1
		dense.SolveLower(l, p, rows[i*p:(i+1)*p])
	})
	copy(l, rows)
}

// solveT writes T^-1 r into dst, which may be r.
func (n *newton) solveT(dst, r []float64, y *factors) {
	p := n.pass.points.order
	n.work = dense.Resize(n.work, len(r))
	const strip = 128
	strips := (p + strip - 1) / strip
	multiply := func(dst, r []float64, count int, columns func(at int) gemm.View) {
		clear(dst)
		parallel.Run(n.pass.points.operator.Context(), strips, func(worker, part int) {
			at, to := part*strip, min(p, (part+1)*strip)
			n.workers[worker].AddTo(dst[at:], p, gemm.Rows(r, p), columns(at), nil, count, to-at, p)
		})
	}
	for g := range y.groups() {
		if count := y.start[g+1] - y.start[g]; count > 0 {
			l := n.inverse[g]
			half := y.part(n.work, g)
			multiply(half, y.part(r, g), count, func(at int) gemm.View { return gemm.Rows(l[at:], p) })
			multiply(y.part(dst, g), half, count, func(at int) gemm.View { return gemm.Columns(l[at*p:], p) })
		}
	}
}

// invert writes T^+ r into dst: the inverse of T on the tangent space.
func (n *newton) invert(dst, r []float64, y *factors) {
	n.solveT(dst, r, y)
	if !n.pass.points.hasTrace {
		return
	}
	for g, length := range n.length {
		if part := y.part(dst, g); len(part) > 0 {
			dense.Axpy(-normalProduct(n.pass.points, part, y.group(g))/length, y.part(n.image, g), part)
		}
	}
	n.tangent(dst, y)
}

// step sets direction to the Newton step, for the given minus dual vector of the slacks, and returns the decrease that the model predicts.
func (n *newton) step(at *state, slope []float64, to accuracy) (decrease float64) {
	rhs, guess := make([]float64, len(n.gradient)), slices.Clone(slope)
	dense.Axpy(-1, n.gradient, rhs)
	dense.Axpy(-1, n.pass.loss.slope, guess)
	n.direction = dense.Resize(n.direction, len(rhs))
	return n.solve(n.direction, rhs, guess, at, to)
}

// system has the directions of a solve by conjugate residuals; their products with the system are orthonormal. They are kept since rounding
// soon makes new directions repeat old ones if the eigenvalues spread widely, as they do here: those of the slacks' kernels are far from
// the others.
type system struct {
	numbers float64 // that the directions may take
	count   int
	past    []direction
}

// direction is a direction z in the samples, its product with the system, and gain = r'x for the x that it stands for.
type direction struct {
	z, product []float64
	gain       float64
}

// maxDirections returns the largest number of directions of n entries.
func (k *system) maxDirections(n int) int { return max(4, int(k.numbers/(2*float64(n)))) }

// next returns the next direction, of n entries. After the last one it starts over.
func (k *system) next(n int) *direction {
	if k.count == k.maxDirections(n) {
		k.count = 0
	}
	if k.count == len(k.past) {
		k.past = append(k.past, direction{})
	}
	d := &k.past[k.count]
	d.z, d.product = dense.Resize(d.z, n), dense.Resize(d.product, n)
	k.count++
	return d
}

// orthogonalize makes the product of the last direction orthogonal to a part of the others, their z or their product, and its inner product
// with its own part one. It does so twice because of rounding.
func (k *system) orthogonalize(part func(*direction) []float64) {
	d := &k.past[k.count-1]
	for range 2 {
		for i := range k.count - 1 {
			p := &k.past[i]
			share := -dense.Dot(d.product, part(p))
			dense.Axpy(share, p.z, d.z)
			dense.Axpy(share, p.product, d.product)
			d.gain += share * p.gain
		}
	}
	scale := 1 / math.Sqrt(dense.Dot(d.product, part(d)))
	dense.Scale(scale, d.z)
	dense.Scale(scale, d.product)
	d.gain *= scale
}

// accuracy is how well to solve a system: until the model is above its minimum by at most relative^2 of its decrease, or by at most
// absolute, and, in the rows, the residual of each group is at most residual times the length of its rows; or until products are used up.
type accuracy struct {
	relative, absolute, residual float64
	products                     int
}

// near reports whether the model is close enough to its minimum.
func (a accuracy) near(above, decrease float64) bool {
	return above <= a.relative*a.relative*decrease || above <= a.absolute
}

// solve minimises the model x'(T + B'B) x/2 - r'x with B = R'J, D = R R', by conjugate residuals (GCR: Eisenstat, Elman and Schultz 1983)
// in the samples. Its minimum is x = T^+ (r - B'z), T^+ being the inverse of T on the tangent space, where
//
//	(I + B T^+ B') z = B T^+ r.
//
// Here z = B x is the change of the outputs, in the metric of the loss. For any z the corresponding x is tangent, its slacks are those of
// the slopes R z, and the model at x is above its minimum by at most |B x - z|^2/2, its difference from the dual of the model at z, which
// the method minimises. solve returns the decrease of the model. r must be tangent, and guess approximates the change of the slopes by x.
func (n *newton) solve(x, r, guess []float64, at *state, to accuracy) (decrease float64) {
	if n.rows.used {
		return n.solveRows(x, r, at, to)
	}
	term, k := n.pass.loss, &n.system
	z, rho := make([]float64, len(guess)), make([]float64, len(guess))
	const flat = 1e-12 // a curvature too small to divide by
	for i, v := range guess {
		if term.curvature[i] > flat {
			z[i] = v / math.Sqrt(term.curvature[i])
		}
	}
	n.recover(x, r, z, at)
	n.outputs(rho, x, at)
	dense.Axpy(-1, z, rho)
	gain := dense.Dot(r, x)
	k.count = 0
	for count := range to.products + 1 {
		above := dense.Dot(rho, rho) / 2
		decrease = gain/2 - dense.Dot(z, rho)/2 - above
		if to.near(above, decrease) || count == to.products || !n.pass.points.operator.Yield() {
			break
		}
		d := k.next(len(guess))
		copy(d.z, rho)
		n.recover(x, nil, d.z, at) // - T^+ B'd
		n.outputs(d.product, x, at)
		for i, v := range d.z {
			d.product[i] = v - d.product[i]
		}
		d.gain = dense.Dot(r, x)
		k.orthogonalize(func(d *direction) []float64 { return d.product })
		alpha := dense.Dot(rho, d.product)
		dense.Axpy(alpha, d.z, z)
		dense.Axpy(-alpha, d.product, rho)
		gain += alpha * d.gain
	}
	n.recover(x, r, z, at)
	term.root(z)
	n.change = append(n.change[:0], z...)
	return decrease
}

// outputs writes B x into dst.
func (n *newton) outputs(dst, x []float64, at *state) {
	n.pass.derivative(dst, x, at)
	n.pass.loss.transposedRoot(dst)
}

// recover writes T^+ (r - B'z) into dst; a nil r stands for zero.
func (n *newton) recover(dst, r, z []float64, at *state) {
	slopes := append([]float64(nil), z...)
	n.pass.loss.root(slopes)
	n.pass.adjoint(dst, slopes, at)
	for i, v := range dst {
		dst[i] = -v
		if r != nil {
			dst[i] += r[i]
		}
	}
	n.invert(dst, dst, at.y)
}
