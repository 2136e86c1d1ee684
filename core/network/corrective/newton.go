package corrective

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/gemm"
	"conelab/core/numeric/parallel"
)

// newton makes the steps on the manifold of the trace conditions.
type newton struct {
	s         *pass
	oracle    *oracle
	exact     *woodbury
	part      *landmarks // where there are too many samples for a system
	most      float64    // landmarks that are wanted
	grown     bool
	gradient  []float64 // in Y, then without its part normal to the manifold
	slope     []float64 // minus the dual vector of the slacks, in the curvature
	lambda    []float64 // of each group
	damping   float64
	direction []float64
	residual  []float64
	z, d, hd  []float64
	normals   [][]float64
	inverse   [][]float64
	gram, mu  []float64
	workers   []gemm.Multiplier
	direct    bool
	flipped   [][][]float64 // of each group: eigenvectors, and what is added to the slack along them
	raise     [][]float64
	bump      []float64 // what is added to its last entry
	change    []float64 // of the slopes, by the solution of the last system
	products  int       // with the Hessian, so far
	krylov    krylov
}

// newNewton takes systems in the samples of up to the given order.
func newNewton(s *pass, o *oracle, groups, limit int) *newton {
	w := &newton{s: s, oracle: o, lambda: make([]float64, groups), damping: s.beta}
	w.exact, w.most = &woodbury{s: s}, landmarkLeast
	q := s.q
	w.direct = direct(q.n, q.blocks, q.patches, q.p, s.fit.outputs, limit)
	return w
}

// differentiate sets the gradient of a state, without its part normal to the manifold. The factors meet the trace conditions.
func (w *newton) differentiate(at *state) {
	w.s.fit.differentiate(at.f)
	w.gradient = resize(w.gradient, len(at.y.rows))
	w.s.gradient(w.gradient, w.s.fit.slope, at)
	w.tangent(w.gradient, at.y)
}

// multiply sets the multipliers for minus a dual vector: those that make the slacks times Y smallest.
func (w *newton) multiply(slope []float64, at *state) {
	q, y := w.s.q, at.y
	w.slope = append(w.slope[:0], slope...)
	if !q.balanced {
		return
	}
	w.z = resize(w.z, len(y.rows))
	w.s.gradient(w.z, slope, at)
	for g := range w.lambda {
		rows := y.group(g)
		w.lambda[g] = 0
		if len(rows) > 0 {
			w.lambda[g] = normalProduct(q, w.z[y.start[g]*q.p:y.start[g+1]*q.p], rows) / (2 * dense.Dot(rows, rows))
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

// apply writes the product of the damped Hessian of the Lagrangian with d into dst.
func (w *newton) apply(dst, d []float64, at *state) {
	w.products++
	w.s.hessian(dst, d, w.slope, at)
	q, y := w.s.q, at.y
	if q.balanced {
		for g, v := range w.lambda {
			from, to := y.start[g]*q.p, y.start[g+1]*q.p
			addNormal(q, dst[from:to], -2*v, d[from:to])
		}
	}
	w.addTurned(dst, d, y)
	dense.Axpy(w.damping, d, dst)
}

// tangent takes the normal part off d.
func (w *newton) tangent(d []float64, y *factors) {
	q := w.s.q
	if !q.balanced {
		return
	}
	for g := range w.lambda {
		rows, part := y.group(g), d[y.start[g]*q.p:y.start[g+1]*q.p]
		if len(rows) > 0 {
			addNormal(q, part, -normalProduct(q, part, rows)/dense.Dot(rows, rows), rows)
		}
	}
}

// prepare makes the preconditioner for a state, at which the oracle has been asked.
func (w *newton) prepare(at *state) {
	q, y := w.s.q, at.y
	w.turn(y)
	w.damping = w.exact.factorize(y, w.damping, w.bump, func(dst []float64, g int) {
		w.oracle.slack(dst, g, w.lambda[g], w.s.beta)
		for i := range dst {
			dst[i] *= 2
		}
		for k, v := range w.flipped[g] {
			for i, vi := range v {
				dense.Axpy(w.raise[g][k]*vi, v, dst[i*q.p:i*q.p+len(v)])
			}
		}
	})
	if w.direct {
		w.exact.build(at, w.s.fit)
	} else {
		if w.part == nil {
			w.part = newLandmarks(w.s, evenly(q.n, w.s.landmarkCount(w.most)))
		} else if w.grown {
			w.part = w.part.more(w.s.landmarkCount(w.most))
		}
		w.grown = false
		w.part.build(w.exact, at)
		w.part.assemble(w.s.fit)
	}
	w.constrain(at)
}

// turnedShare is the size of a negative eigenvalue of the slack once it is turned. A Newton step makes a row along it larger by 1 + 1/turnedShare.
const turnedShare = 0.2

// turn finds the directions in which the slacks are negative: in the model these eigenvalues have the other sign, so that it is convex without
// damping in all other directions (as in saddle-free Newton methods: Dauphin and others 2014).
func (w *newton) turn(y *factors) {
	groups := y.groups()
	w.flipped, w.raise, w.bump = make([][][]float64, groups), make([][]float64, groups), make([]float64, groups)
	for g := range groups {
		if y.start[g] == y.start[g+1] {
			continue
		}
		vectors, values, next := w.oracle.flips(g, w.lambda[g], w.s.beta)
		w.flipped[g] = vectors
		for _, v := range values {
			w.raise[g] = append(w.raise[g], -2*(1+turnedShare)*v)
		}
		w.damping = math.Max(w.damping, -2.2*next)
	}
}

// addTurned adds the product with what turn and the factorisation have added to the slacks.
func (w *newton) addTurned(dst, d []float64, y *factors) {
	q := w.s.q
	for g := range w.flipped {
		for j := y.start[g]; j < y.start[g+1]; j++ {
			from, out := d[j*q.p:(j+1)*q.p], dst[j*q.p:(j+1)*q.p]
			for k, v := range w.flipped[g] {
				dense.Axpy(w.raise[g][k]*dense.Dot(v, from[:len(v)]), v, out[:len(v)])
			}
			if q.balanced {
				out[q.last()] += w.bump[g] * from[q.last()]
			}
		}
	}
}

// constrain prepares the projection of preconditioned vectors on the tangent space.
func (w *newton) constrain(at *state) {
	q, y := w.s.q, at.y
	w.normals, w.inverse = w.normals[:0], w.inverse[:0]
	if !q.balanced {
		return
	}
	// P^-1 N for the normals N of the groups, and the inverse of their products with them.
	size := len(y.rows)
	for g := range w.lambda {
		if y.start[g] == y.start[g+1] {
			continue
		}
		normal, image := make([]float64, size), make([]float64, size)
		addNormal(q, normal[y.start[g]*q.p:y.start[g+1]*q.p], 1, y.group(g))
		w.invert(image, normal, at)
		w.normals, w.inverse = append(w.normals, normal), append(w.inverse, image)
	}
	w.gram = resize(w.gram, len(w.normals)*len(w.normals))
	for i, a := range w.normals {
		for j, b := range w.inverse {
			w.gram[i*len(w.normals)+j] = dense.Dot(a, b)
		}
	}
	w.workers = make([]gemm.Multiplier, parallel.Threads())
	gemm.Cholesky(w.gram, len(w.normals), len(w.normals), w.workers)
	w.mu = resize(w.mu, len(w.normals))
}

// invert writes the inverse of the damped Hessian times r into dst, or that of T where the system is not factorised.
func (w *newton) invert(dst, r []float64, at *state) {
	if w.direct {
		w.exact.apply(dst, r, at)
	} else {
		w.exact.solveT(dst, r, at.y)
	}
}

// invertTangent writes invert of r - sum mu N, with the mu that make it tangent, into dst.
func (w *newton) invertTangent(dst, r []float64, at *state) {
	w.invert(dst, r, at)
	for i, a := range w.normals {
		w.mu[i] = dense.Dot(a, dst)
	}
	if len(w.normals) > 0 {
		gemm.SolveCholesky(w.gram, len(w.mu), len(w.mu), w.mu)
	}
	for i, b := range w.inverse {
		dense.Axpy(-w.mu[i], b, dst)
	}
	w.tangent(dst, at.y)
}

// solve sets x to the solution of H x = rhs, H the damped Hessian on the tangent space, to the given relative accuracy of the residual, or after
// limit products, and returns rhs'x/2, for a Newton step the decrease that the model predicts. rhs must be tangent, and may be residual. guess is
// about the change of the slopes that the solution makes, J'D x; enough is an error of the model that is as good as none. If the system is factorised,
// the method goes on to the relative accuracy fine as long as a product divides the square of the residual by 1/quick or more.
func (w *newton) solve(x, rhs, guess []float64, at *state, accuracy, fine, enough float64, limit int) (decrease float64) {
	if !w.direct {
		return w.solveInSamples(x, rhs, guess, at, accuracy, enough, limit)
	}
	size := len(at.y.rows)
	for _, v := range []*[]float64{&w.residual, &w.z, &w.d, &w.hd} {
		*v = resize(*v, size)
	}
	clear(x)
	copy(w.residual, rhs)
	w.invertTangent(w.z, w.residual, at)
	copy(w.d, w.z)
	product, before := dense.Dot(w.residual, w.z), math.Inf(1)
	first := product
	for range limit {
		if !(product > fine*fine*first) || !(product > accuracy*accuracy*first) && product > quick*before {
			break
		}
		w.apply(w.hd, w.d, at)
		w.tangent(w.hd, at.y)
		curvature := dense.Dot(w.d, w.hd)
		if curvature <= 0 {
			w.damping = math.Max(4*w.damping, -2*curvature/dense.Dot(w.d, w.d))
			break
		}
		alpha := product / curvature
		dense.Axpy(alpha, w.d, x)
		dense.Axpy(-alpha, w.hd, w.residual)
		decrease += alpha * product / 2
		w.invertTangent(w.z, w.residual, at)
		next := dense.Dot(w.residual, w.z)
		beta := next / product
		product, before = next, product
		for i, v := range w.z {
			w.d[i] = v + beta*w.d[i]
		}
	}
	return decrease
}

// quick is the ratio of the squares of the residuals after and before a product up to which another one is made beyond the accuracy asked for.
const quick = 1e-2

// step sets direction to the Newton step. An error in the step changes the cost of the network by its square, but the bound of the dual vector in
// proportion: therefore the step is as accurate as the square of the accuracy, if that takes few products.
func (w *newton) step(at *state, accuracy, enough float64, limit int) (decrease float64) {
	w.direction, w.residual = resize(w.direction, len(at.y.rows)), resize(w.residual, len(at.y.rows))
	for i, v := range w.gradient {
		w.residual[i] = -v
	}
	guess := append([]float64(nil), w.slope...)
	dense.Axpy(-1, w.s.fit.slope, guess)
	return w.solve(w.direction, w.residual, guess, at, accuracy, accuracy*accuracy, enough, limit)
}
