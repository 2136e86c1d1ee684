package frankwolfe

import (
	"math"
	"slices"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/gemm"
	"conelab/core/numeric/parallel"
)

// newton finds the steps on the manifold of the trace conditions.
type newton struct {
	s         *pass
	oracle    *oracle
	gradient  []float64   // in Y, without its part normal to the manifold
	lambda    []float64   // the multiplier of each group
	damping   float64     // what is added to T
	inverse   [][]float64 // L^-T of each group, with T = L L'
	image     []float64   // T^-1 N of each group, for the normal N of its trace condition
	length    []float64   // < N, T^-1 N >
	direction []float64   // of the step
	change    []float64   // of the slopes, by the solution of the last system
	system    system
	rows      rowSystem
	work      []float64
	workers   []gemm.Multiplier
}

func newNewton(s *pass, o *oracle, groups int) *newton {
	w := &newton{s: s, oracle: o, lambda: make([]float64, groups), length: make([]float64, groups), damping: s.beta}
	w.inverse = make([][]float64, groups)
	return w
}

// differentiate sets the gradient of a state, without its part normal to the manifold. The factors meet the trace conditions.
func (w *newton) differentiate(at *state) {
	w.s.loss.differentiate(at.f)
	w.gradient = dense.Resize(w.gradient, len(at.y.rows))
	w.s.gradient(w.gradient, w.s.loss.slope, at)
	w.tangent(w.gradient, at.y)
}

// multiply sets the multipliers for minus a dual vector: those that make the slacks times Y smallest.
func (w *newton) multiply(slope []float64, at *state) {
	q, y := w.s.q, at.y
	if !q.hasTrace {
		return
	}
	w.work = dense.Resize(w.work, len(y.rows))
	w.s.gradient(w.work, slope, at)
	for g := range w.lambda {
		w.lambda[g] = 0
		if rows := y.group(g); len(rows) > 0 {
			w.lambda[g] = normalProduct(q, y.part(w.work, g), rows) / (2 * dense.Dot(rows, rows))
		}
	}
}

// normalProduct returns < a, G b > for rows a and b, addNormal adds scale G b to a.
func normalProduct(q *points, a, b []float64) float64 {
	sum := dense.Dot(a, b)
	for i := q.last(); i < len(a); i += q.p {
		sum -= 2 * a[i] * b[i]
	}
	return sum
}

func addNormal(q *points, a []float64, scale float64, b []float64) {
	dense.Axpy(scale, b, a)
	for i := q.last(); i < len(a); i += q.p {
		a[i] -= 2 * scale * b[i]
	}
}

// tangent removes the normal part of d.
func (w *newton) tangent(d []float64, y *factors) {
	q := w.s.q
	if !q.hasTrace {
		return
	}
	for g := range w.lambda {
		if rows, part := y.group(g), y.part(d, g); len(rows) > 0 {
			addNormal(q, part, -normalProduct(q, part, rows)/dense.Dot(rows, rows), rows)
		}
	}
}

// prepare factorises T for a state, at which the oracle has been evaluated, and what the system in the rows needs beside it. Where one is
// not positive definite, the damping is made larger.
func (w *newton) prepare(at *state) {
	q, y := w.s.q, at.y
	w.workers = make([]gemm.Multiplier, parallel.Threads())
	w.rows.used = w.rows.worthwhile(w.s, y)
	w.rows.t = append(w.rows.t, make([][]float64, y.groups()-len(w.rows.t))...)
	for !w.factorizeAll(y) || w.rows.used && !w.rows.prepare(w.s, at) {
		if q.canceled() {
			return
		}
		w.damping *= 2
	}
	if w.rows.used {
		return
	}
	for g := range y.groups() {
		if y.start[g] < y.start[g+1] {
			w.invertFactor(w.inverse[g])
		}
	}
	if !q.hasTrace {
		return
	}
	normal := make([]float64, len(y.rows))
	w.image = dense.Resize(w.image, len(y.rows))
	for g := range w.lambda {
		addNormal(q, y.part(normal, g), 1, y.group(g))
	}
	w.solveT(w.image, normal, y)
	for g := range w.lambda {
		w.length[g] = dense.Dot(y.part(normal, g), y.part(w.image, g))
	}
}

// factorizeAll factorises T of all groups with rows, and reports whether all are positive definite.
func (w *newton) factorizeAll(y *factors) bool {
	for g := range y.groups() {
		if y.start[g] == y.start[g+1] {
			continue
		}
		w.inverse[g] = dense.Resize(w.inverse[g], y.q.p*y.q.p)
		if !w.factorize(w.inverse[g], g) {
			return false
		}
	}
	return true
}

// factorize writes the factor of T = 2 S + damping of a group to dst, and reports whether T is positive definite.
func (w *newton) factorize(dst []float64, g int) bool {
	p := w.s.q.p
	w.oracle.slack(dst, g, w.lambda[g], w.s.beta)
	dense.Scale(2, dst)
	const enough = 2.2 // times the lowest eigenvalue: twice to make T singular
	w.damping = math.Max(w.damping, -enough*w.oracle.lowest(g, w.lambda[g], w.s.beta))
	for i := range p {
		dst[i*p+i] += w.damping
	}
	if w.rows.used {
		w.rows.t[g] = append(w.rows.t[g][:0], dst...)
	}
	return dense.Cholesky(w.s.q.samples.Context(), dst, p)
}

// invertFactor overwrites L with L^-T, since products with it are what takes the time.
func (w *newton) invertFactor(l []float64) {
	p := w.s.q.p
	rows := make([]float64, p*p)
	parallel.For(w.s.q.samples.Context(), p, func(i int) {
		rows[i*p+i] = 1
		dense.SolveLower(l, p, rows[i*p:(i+1)*p])
	})
	copy(l, rows)
}

// solveT writes T^-1 r into dst, which may be r.
func (w *newton) solveT(dst, r []float64, y *factors) {
	p := w.s.q.p
	w.work = dense.Resize(w.work, len(r))
	const strip = 128
	strips := (p + strip - 1) / strip
	multiply := func(dst, r []float64, count int, columns func(at int) gemm.View) {
		clear(dst)
		parallel.Run(w.s.q.samples.Context(), strips, func(worker, part int) {
			at, to := part*strip, min(p, (part+1)*strip)
			w.workers[worker].AddTo(dst[at:], p, gemm.Rows(r, p), columns(at), nil, count, to-at, p)
		})
	}
	for g := range y.groups() {
		if count := y.start[g+1] - y.start[g]; count > 0 {
			l := w.inverse[g]
			half := y.part(w.work, g)
			multiply(half, y.part(r, g), count, func(at int) gemm.View { return gemm.Rows(l[at:], p) })
			multiply(y.part(dst, g), half, count, func(at int) gemm.View { return gemm.Columns(l[at*p:], p) })
		}
	}
}

// invert writes T^+ r into dst: the inverse of T on the tangent space.
func (w *newton) invert(dst, r []float64, y *factors) {
	w.solveT(dst, r, y)
	if !w.s.q.hasTrace {
		return
	}
	for g, length := range w.length {
		if part := y.part(dst, g); len(part) > 0 {
			dense.Axpy(-normalProduct(w.s.q, part, y.group(g))/length, y.part(w.image, g), part)
		}
	}
	w.tangent(dst, y)
}

// step sets direction to the Newton step, for the given minus dual vector of the slacks, and returns the decrease that the model predicts.
func (w *newton) step(at *state, slope []float64, aim aim) (decrease float64) {
	rhs, guess := make([]float64, len(w.gradient)), slices.Clone(slope)
	dense.Axpy(-1, w.gradient, rhs)
	dense.Axpy(-1, w.s.loss.slope, guess)
	w.direction = dense.Resize(w.direction, len(rhs))
	return w.solve(w.direction, rhs, guess, at, aim)
}

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
		k.past = append(k.past, direction{})
	}
	d := &k.past[k.count]
	d.z, d.product = dense.Resize(d.z, n), dense.Resize(d.product, n)
	k.count++
	return d
}

// orthogonalize makes the product of the last direction orthogonal to that part of the others, their products or themselves, twice, for
// rounding, and its product with its own part one.
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

// aim is how well a system is to be solved: until the model is above its minimum by less than accuracy^2 of its decrease, or less than
// enough, and, in the rows, what is left of the right-hand side of each group is at most residual times its rows; or that many products.
type aim struct {
	accuracy, enough, residual float64
	products                   int
}

// near reports whether the model is as near to its minimum as asked for.
func (a aim) near(above, decrease float64) bool {
	return above <= a.accuracy*a.accuracy*decrease || above <= a.enough
}

// solve minimises the model x'(T + B'B) x/2 - r'x with B = R'J, D = R R', by conjugate residuals (GCR: Eisenstat, Elman and Schultz 1983)
// in the samples. Its minimum is x = T^+ (r - B'z), T^+ being the inverse of T on the tangent space, where
//
//	(I + B T^+ B') z = B T^+ r.
//
// Here z = B x is the change of the outputs, in the metric of the loss. For any z the x that belongs to it is tangent and makes the slacks
// those of the slopes R z, and the model at x is above its minimum by no more than |B x - z|^2/2, which the method makes as small as
// it can: the difference from the dual of the model at z. It ends where aim says so, and returns the decrease of the model. r must be
// tangent, and guess is about the change of the slopes that x makes.
func (w *newton) solve(x, r, guess []float64, at *state, aim aim) (decrease float64) {
	if w.rows.used {
		return w.solveRows(x, r, at, aim)
	}
	term, k := w.s.loss, &w.system
	n := len(guess)
	z, rho := make([]float64, n), make([]float64, n)
	const flat = 1e-12 // a curvature that no slope can be told from
	for i, v := range guess {
		if term.curvature[i] > flat {
			z[i] = v / math.Sqrt(term.curvature[i])
		}
	}
	w.recover(x, r, z, at)
	w.outputs(rho, x, at)
	dense.Axpy(-1, z, rho)
	gain := dense.Dot(r, x)
	k.count = 0
	for count := range aim.products + 1 {
		above := dense.Dot(rho, rho) / 2
		decrease = gain/2 - dense.Dot(z, rho)/2 - above
		if aim.near(above, decrease) || count == aim.products || !w.s.q.samples.Yield() {
			break
		}
		d := k.next(n)
		copy(d.z, rho)
		w.recover(x, nil, d.z, at) // - T^+ B'd
		w.outputs(d.product, x, at)
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
	w.recover(x, r, z, at)
	term.root(z)
	w.change = append(w.change[:0], z...)
	return decrease
}

// outputs writes B x into dst.
func (w *newton) outputs(dst, x []float64, at *state) {
	w.s.derivative(dst, x, at)
	w.s.loss.transposedRoot(dst)
}

// recover writes T^+ (r - B'z) into dst; without r it is zero.
func (w *newton) recover(dst, r, z []float64, at *state) {
	slopes := append([]float64(nil), z...)
	w.s.loss.root(slopes)
	w.s.adjoint(dst, slopes, at)
	for i, v := range dst {
		dst[i] = -v
		if r != nil {
			dst[i] += r[i]
		}
	}
	w.invert(dst, dst, at.y)
}
