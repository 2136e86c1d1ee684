package corrective

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/gemm"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// woodbury is the exact inverse of the model for few samples: with T = blockdiag(2 S_g + damping), S_g the slack of a group, J the derivative
// of the outputs and D = R R' the curvature of the loss,
//
//	(T + J'DJ)^-1 = T^-1 - T^-1 J'R (I + R'J T^-1 J'R)^-1 R'J T^-1.
//
// With alpha_ij = 2 a h_ij + b t_j and gamma_ij = b h_ij + 2 c t_j, row i of J is alpha_ij x_i + gamma_ij e for neuron j (e is the place of t), so that
// with T = L L', U = X L^-T and w = L^-1 e
//
//	J T^-1 J' = sum_g (A A') o (U U') + (A C') o (U w 1') + (C A') o (1 (U w)') + w'w C C',
//
// where o multiplies entry by entry, A = (alpha) and C = (gamma) over the rows of the group: products of n by n, as in an interior-point
// method. Several patches of a sample add up, for both factors.
type woodbury struct {
	s       *pass
	factors [][]float64 // L^-T of each group
	half    []float64
	kernel  []float64 // of each output, n by n, and then the system of order n C
	system  []float64
	root    []float64
	u, uw   []float64
	last    float64
	a, c    []float64
	square  [2][]float64
	work    []float64
	rhs     []float64
	turned  []float64
	workers []gemm.Multiplier
}

// sampleLimit is the largest order of the system in the samples.
const sampleLimit = 3000

// factorize factorises the T of all groups for the given damping; slack writes 2 S_g in full. Should the last pivot of a balanced T not be
// positive, its sign is turned by what bump is set to, and should another one not be, the damping is made larger; it is returned.
func (w *woodbury) factorize(y *factors, damping float64, bump []float64, slack func(dst []float64, g int)) float64 {
	p := w.s.q.p
	w.workers = make([]gemm.Multiplier, parallel.Threads())
	for len(w.factors) < y.groups() {
		w.factors = append(w.factors, make([]float64, p*p))
	}
	for g := 0; g < y.groups(); g++ {
		if y.start[g] == y.start[g+1] {
			continue
		}
		l := w.factors[g]
		slack(l, g)
		for i := range p {
			l[i*p+i] += damping
		}
		if !w.factor(l, g, bump, damping) {
			if parallel.Interrupted() {
				return damping
			}
			damping *= 2
			g = -1 // all anew
		}
	}
	// The inverse transposes, in their place: products with them are what takes the time.
	w.square[0] = resize(w.square[0], p*p)
	for g := range y.groups() {
		if y.start[g] == y.start[g+1] {
			continue
		}
		one := w.square[0]
		clear(one)
		for i := range p {
			one[i*p+i] = 1
		}
		gemm.SolveLower(w.factors[g], p, p, one, p, p, w.workers)
		copy(w.factors[g], one)
	}
	return damping
}

// factor factorises T of a group.
func (w *woodbury) factor(l []float64, g int, bump []float64, damping float64) bool {
	p := w.s.q.p
	if !w.s.q.balanced {
		return gemm.Cholesky(l, p, p, w.workers)
	}
	if !gemm.Cholesky(l, p, p-1, w.workers) {
		return false
	}
	last := l[(p-1)*p : p*p]
	gemm.SolveLower(l, p, p-1, last, p, 1, w.workers)
	pivot := last[p-1]
	for _, v := range last[:p-1] {
		pivot -= v * v
	}
	bump[g] = 0
	if pivot <= 0 {
		turned := math.Max(-turnedShare*pivot, damping)
		bump[g], pivot = turned-pivot, turned
	}
	last[p-1] = math.Sqrt(pivot)
	return pivot > 0
}

// build makes the system for a state, after factorize.
func (w *woodbury) build(at *state, t *fit) {
	y, n := at.y, w.s.q.n
	w.kernel = resize(w.kernel, t.outputs*n*n)
	clear(w.kernel)
	for g := range y.groups() {
		if y.start[g] < y.start[g+1] {
			w.addKernel(w.kernel[y.output(g)*n*n:][:n*n], at, g)
		}
	}
	w.assemble(t)
}

// addKernel adds J T^-1 J' of a group to the lower triangle of dst.
func (w *woodbury) addKernel(dst []float64, at *state, g int) {
	q, y := w.s.q, at.y
	p, n, rows := q.p, q.n, q.n*q.patches
	m := y.start[g+1] - y.start[g]
	w.project(at, g)
	// Strips of whole samples are the parts, the longest first.
	strip := max(1, 64/q.patches) * q.patches
	for s := range w.square {
		w.square[s] = resize(w.square[s], parallel.Threads()*strip*rows)
	}
	parts := (rows + strip - 1) / strip
	parallel.Run(parts, func(worker, part int) {
		part = parts - 1 - part
		from, to := part*strip, min(rows, (part+1)*strip)
		product := &w.workers[worker]
		one, two := w.square[0][worker*strip*rows:][:strip*rows], w.square[1][worker*strip*rows:][:strip*rows]
		times := func(dst, x, y []float64, k int) {
			clear(dst[:(to-from)*to])
			product.AddTo(dst, to, gemm.Rows(x[from*k:], k), gemm.Columns(y, k), nil, to-from, to, k)
		}
		out := func(add func(i, j int, v float64) float64) {
			for i := from; i < to; i++ {
				own := i / q.patches
				row := dst[own*n : own*n+own+1]
				if q.patches == 1 {
					for j := range row {
						row[j] += add(i, j, one[(i-from)*to+j])
					}
					continue
				}
				for j := range (own + 1) * q.patches { // all pairs of patches of the two samples
					row[j/q.patches] += add(i, j, one[(i-from)*to+j])
				}
			}
		}
		times(one, w.a, w.a, m)
		times(two, w.u, w.u, p)
		out(func(i, j int, v float64) float64 { return v * two[(i-from)*to+j] })
		if q.balanced {
			last := w.last
			times(one, w.a, w.c, m)
			times(two, w.c, w.a, m)
			out(func(i, j int, v float64) float64 { return v*w.uw[i] + two[(i-from)*to+j]*w.uw[j] })
			times(one, w.c, w.c, m)
			out(func(_, _ int, v float64) float64 { return v * last * last })
		}
	})
}

// project sets A, C, U and U w of a group.
func (w *woodbury) project(at *state, g int) {
	q, y := w.s.q, at.y
	p, rows, k := q.p, q.n*q.patches, y.blockOf(g)
	l := w.factors[g]
	w.u = resize(w.u, rows*p)
	clear(w.u)
	const strip = 128
	parallel.Run((rows+strip-1)/strip, func(worker, part int) {
		from, to := part*strip, min(rows, (part+1)*strip)
		if q.d > 0 {
			w.workers[worker].AddTo(w.u[from*p:], p, gemm.Rows(q.x[k][from*q.d:], q.d), gemm.Rows(l, p), nil, to-from, p, q.d)
		}
	})
	m := y.start[g+1] - y.start[g]
	base, above := y.block(k)
	a, b, c := w.s.coefficients(g)
	w.a, w.c, w.uw = resize(w.a, rows*m), resize(w.c, rows*m), resize(w.uw, rows)
	w.last = 0 // of w, which has no other entry
	if q.balanced {
		w.last = l[p*p-1]
	}
	for i := range rows {
		h := at.h[k][i*(above-base)+y.start[g]-base:][:m]
		for j, v := range h {
			w.a[i*m+j] = 2 * a * v
			if q.balanced {
				time := y.row(y.start[g] + j)[p-1]
				w.a[i*m+j] += b * time
				w.c[i*m+j] = b*v + 2*c*time
			}
		}
		w.uw[i] = w.u[i*p+p-1] * w.last
	}
}

// roots returns the roots R of the curvature of all samples, a block for each where the loss couples outputs, in the memory of dst.
func roots(dst []float64, t *fit) []float64 {
	n, c := t.n, t.outputs
	dst = resize(dst, n*c*c)
	if c == 1 {
		for i, v := range t.curvature {
			dst[i] = math.Sqrt(v)
		}
		return dst
	}
	p := make([]float64, c)
	for i := range n {
		for o := range p {
			p[o] = t.curvature[o*n+i]
		}
		loss.SoftmaxRootTo(dst[i*c*c:(i+1)*c*c], p)
	}
	return dst
}

// assemble factorises I + R'KR. Softmax couples the outputs of a sample: its system is ordered sample by sample, and R has a block for each.
func (w *woodbury) assemble(t *fit) {
	n, outputs := t.n, t.outputs
	size := n * outputs
	w.rhs, w.turned = resize(w.rhs, size), resize(w.turned, size)
	w.root = roots(w.root, t)
	if outputs == 1 {
		w.system = resize(w.system, n*n)
		for i := range n {
			row := w.system[i*n : i*n+i+1]
			for j, v := range w.kernel[i*n : i*n+i+1] {
				row[j] = v * w.root[i] * w.root[j]
			}
			row[i]++
		}
	} else {
		w.coupled(t)
	}
	dense.Cholesky(w.system, size)
}

// coupled sets the system of several outputs.
func (w *woodbury) coupled(t *fit) {
	n, c := t.n, t.outputs
	w.system = resize(w.system, n*c*n*c)
	parallel.Run(n, func(_, i int) {
		left := w.root[i*c*c : (i+1)*c*c]
		for j := range i + 1 {
			right := w.root[j*c*c : (j+1)*c*c]
			for o := range c {
				row := w.system[(i*c+o)*n*c+j*c:][:c]
				clear(row)
				for l := range c {
					v := left[o*c+l] * w.kernel[l*n*n+i*n+j]
					for k, r := range right[l*c : (l+1)*c] {
						row[k] += v * r
					}
				}
				if i == j {
					row[o]++
				}
			}
		}
	})
}

// solveSystem overwrites rhs with the solution of the system.
func (w *woodbury) solveSystem(n int) {
	size := len(w.rhs)
	outputs := size / n
	for i := range n {
		for o := range outputs {
			w.turned[i*outputs+o] = w.rhs[o*n+i]
		}
	}
	dense.CholeskySolve(w.system, size, w.turned)
	for i := range n {
		for o := range outputs {
			w.rhs[o*n+i] = w.turned[i*outputs+o]
		}
	}
}

// apply writes (T + J'DJ)^-1 r into dst.
func (w *woodbury) apply(dst, r []float64, at *state) {
	w.solveT(dst, r, at.y)
	n := w.s.q.n
	w.s.derivative(w.rhs, dst, at)
	byBlocks(w.rhs, w.root, w.s.fit.outputs)
	w.solveSystem(n)
	byBlocks(w.rhs, w.root, w.s.fit.outputs)
	w.work = resize(w.work, len(r))
	w.s.adjoint(w.work, w.rhs, at)
	w.solveT(w.work, w.work, at.y)
	for i, v := range w.work {
		dst[i] -= v
	}
}

// solveT writes T^-1 r into dst, which may be r.
func (w *woodbury) solveT(dst, r []float64, y *factors) {
	p := w.s.q.p
	w.half = resize(w.half, len(r))
	clear(w.half)
	for g := range y.groups() {
		from, count := y.start[g]*p, y.start[g+1]-y.start[g]
		if count == 0 {
			continue
		}
		l := w.factors[g]
		const strip = 128
		columns := (p + strip - 1) / strip
		parallel.Run(columns, func(worker, part int) {
			at, to := part*strip, min(p, (part+1)*strip)
			w.workers[worker].AddTo(w.half[from+at:], p, gemm.Rows(r[from:], p), gemm.Rows(l[at:], p), nil, count, to-at, p)
		})
		clear(dst[from : from+count*p])
		parallel.Run(columns, func(worker, part int) {
			at, to := part*strip, min(p, (part+1)*strip)
			w.workers[worker].AddTo(dst[from+at:], p, gemm.Rows(w.half[from:], p), gemm.Columns(l[at*p:], p), nil, count, to-at, p)
		})
	}
}
