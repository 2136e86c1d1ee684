package sdp

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// samplesSystem is the Newton system in the samples, with the unknowns (w, drho), by normal equations. For one output it has the
// matrix I + R G R with the Gram matrix G of the operator, bordered by the trace conditions.
//
// For a loss that couples C outputs (softmax) no matrix of order n C is needed. The weight of a sample is H = diag(p) - p p' /
// sum p (see lossBlock), and the Gram matrix has a block G_o of order n for each output. Write x = a - G dv - B drho with a from
// the targets, s_i = sum_o p_io x_io / sum_o p_io, and b = -R eta. The equations dv = H x + b are then
//
//	(I + P_o G_o) dv_o + P_o B_o drho_o = P_o (a_o - s) + b_o,   sum_o dv_o = 0,   P_o = diag(p_1o, ..., p_no),
//
// These are C systems of order n, each bordered by the trace conditions of its own output, and coupled only through the n numbers
// s. In the variables q_o = P_o^-1/2 dv_o they are symmetric, K_o = I + P_o^1/2 G_o P_o^1/2, and the matrix of the equations for
// s is T = sum_o P_o^1/2 K_o^-1 P_o^1/2. This takes about 2 C n^3/3 multiplications instead of (n C)^3/6. With one output P^1/2
// is R, q is w, and there is no s.
type samplesSystem struct {
	n, order int         // order is n plus the number of multipliers of an output
	systems  [][]float64 // the Cholesky factors of K_o
	inverse  []float64   // P^1/2 L^-T, n by order
	coupling []float64   // T, then its factor
	root     []float64   // P_o^1/2, output by output
	part     []float64   // rows of L times inverse'
	right    []float64   // right-hand side of one output
	q        []float64   // q_o with drho_o, output by output
	shared   []float64   // s
	shift    []float64   // R eta
	matrix   []float64   // of order p
	other    []float64
}

// coupledRows is the number of rows of an inverse that are computed at a time.
const coupledRows = 36

func newSamplesSystem(s *Solver) *samplesSystem {
	n, order := s.n, s.n+s.multipliers/s.outputs
	f := &samplesSystem{
		n: n, order: order, root: s.loss.root, right: make([]float64, order), q: make([]float64, s.outputs*order), shift: make([]float64, s.rows),
		matrix: make([]float64, s.p*s.p), other: make([]float64, s.p*s.p),
	}
	if s.outputs > 1 {
		f.inverse, f.coupling, f.root = make([]float64, n*order), make([]float64, n*n), make([]float64, s.rows)
		f.part, f.shared = make([]float64, coupledRows*order), make([]float64, n)
	}
	for range s.outputs {
		f.systems = append(f.systems, make([]float64, order*order))
	}
	return f
}

func (f *samplesSystem) factor(s *Solver) bool {
	clear(f.coupling)
	for i, weight := range s.loss.weights {
		f.root[i] = math.Sqrt(weight)
	}
	for o := range f.systems {
		f.fill(s, o)
		if !dense.Cholesky(s.ctx, f.systems[o], f.order) {
			return false
		}
		if s.outputs > 1 {
			f.addCoupling(o)
		}
	}
	return s.outputs == 1 || dense.Cholesky(s.ctx, f.coupling, f.n)
}

// outputRoot returns P_o^1/2.
func (f *samplesSystem) outputRoot(o int) []float64 { return f.root[o*f.n : (o+1)*f.n] }

// fill computes K_o with its border.
func (f *samplesSystem) fill(s *Solver, o int) {
	k, root, at := f.systems[o], f.outputRoot(o), f.n
	clear(k)
	s.addGrams(k, f.order, o)
	for _, c := range s.cones {
		if c.output != o || s.multipliers == 0 {
			continue
		}
		row := k[at*f.order : (at+1)*f.order]
		scaledG(c, f.other, f.matrix)
		row[at] = dense.Dot(f.other, f.other)
		c.congruence(f.matrix, c.f, f.other)
		s.op.AddApply(row[:f.n], f.matrix, c.block)
		for i := range f.n {
			row[i] *= -c.sign * root[i]
		}
		at++
	}
	for i, r := range root {
		row := k[i*f.order : i*f.order+i+1]
		for j := range row {
			row[j] *= r * root[j]
		}
		row[i]++
	}
}

// addCoupling adds the term of output o to T. With X = L^-1 [P^1/2; 0] the term is X'X. The rows of inverse are the columns of X.
func (f *samplesSystem) addCoupling(o int) {
	l, root, n, order := f.systems[o], f.outputRoot(o), f.n, f.order
	clear(f.inverse)
	for from := 0; from < order; from += coupledRows {
		count := min(coupledRows, order-from)
		width := min(n, from)
		dense.ProductNT(f.part, width, l[from*order:], order, f.inverse, order, count, width, from)
		for i := range count {
			row := l[(from+i)*order+from : (from+i)*order+from+i+1]
			for j := range min(n, from+i+1) {
				column := f.inverse[j*order+from : j*order+from+i+1]
				v := -dense.Dot(row[:i], column[:i])
				if j < width {
					v -= f.part[i*width+j]
				}
				if j == from+i {
					v += root[j]
				}
				column[i] = v / row[i]
			}
		}
	}
	for from := 0; from < n; from += coupledRows {
		count := min(coupledRows, n-from)
		dense.AddProductNT(f.coupling[from*n:], n, f.inverse[from*order+from:], order, f.inverse[from:], order, count, from+count, order-from)
	}
}

func (f *samplesSystem) solve(s *Solver) bool {
	n, x := f.n, s.step
	a := x[:s.rows]
	clear(a)
	for k, c := range s.cones {
		c.congruence(f.other, c.f, c.right)
		if c.balanced {
			x[s.rows+k] = c.traceResidual() + lift.TraceForm(f.other, s.p)
		}
		for i := range f.other {
			f.other[i] *= -c.sign
		}
		s.op.AddApply(a[c.output*n:(c.output+1)*n], f.other, c.block)
	}
	f.eliminate(s, x)
	return false
}

// eliminate overwrites x = (a, right-hand side of drho) with (w, drho).
func (f *samplesSystem) eliminate(s *Solver, x []float64) {
	eta := s.loss.eta
	if s.outputs == 1 {
		for i, r := range f.root {
			x[i] = r*x[i] - eta[i]
		}
		dense.CholeskySolve(f.systems[0], f.order, x)
		return
	}
	n, a, drho, shift := f.n, x[:s.rows], x[s.rows:], f.shift // R eta
	bordered := f.order - n                                   // the multipliers of an output are next to each other, like its cones
	copy(shift, eta)
	s.loss.mix(shift)
	clear(f.shared)
	for o := range f.systems {
		q, root := f.q[o*f.order:(o+1)*f.order], f.outputRoot(o)
		for i, r := range root {
			q[i] = r*a[o*n+i] - shift[o*n+i]/r
		}
		copy(q[n:], drho[o*bordered:(o+1)*bordered])
		dense.CholeskySolve(f.systems[o], f.order, q)
		for i, r := range root {
			f.shared[i] += r * q[i]
		}
	}
	dense.CholeskySolve(f.coupling, n, f.shared)
	for o := range f.systems {
		q, root := f.q[o*f.order:(o+1)*f.order], f.outputRoot(o)
		clear(f.right)
		for i, r := range root {
			f.right[i] = r * f.shared[i]
		}
		dense.CholeskySolve(f.systems[o], f.order, f.right)
		dense.Axpy(-1, f.right, q)
		copy(drho[o*bordered:], q[n:])
		for i, r := range root {
			a[o*n+i] = (q[i] + shift[o*n+i]/r) / r // x - s
		}
	}
	s.loss.mix(a)
	dense.Axpy(-1, eta, a)
}
