package sdp

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// dualSystem has the unknowns (w, drho): of one output, or of all outputs if it is used for least squares only.
type dualSystem struct {
	// system is the lower triangle of the normal equations, then its Cholesky factor. It and qr are in the solver's memory.
	system        []float64
	matrix, other []float64 // of order p
	// top and bottom, made when they are first needed, hold a right-hand side of the stacked matrix.
	qr          *dense.StackedQR
	top, bottom []float64
}

// newSamplesSystem returns the Newton system in the samples; a loss that couples outputs has its own.
func newSamplesSystem(s *Solver) system {
	if s.outputs > 1 {
		return newCoupledSystem(s)
	}
	return newDualSystem(s)
}

func newDualSystem(s *Solver) *dualSystem {
	return &dualSystem{matrix: make([]float64, s.p*s.p), other: make([]float64, s.p*s.p)}
}

func (f *dualSystem) factor(s *Solver, stacked bool) bool {
	if stacked {
		f.stack(s)
		return true
	}
	order := s.rows + s.multipliers
	s.memory.system = sized(s.memory.system, order*order)
	f.system = s.memory.system
	clear(f.system)
	f.single(s, order)
	for i := range s.rows {
		f.system[i*order+i]++
	}
	f.border(s, order)
	return dense.Cholesky(f.system, order)
}

// single adds R (sum_k < A_ik, W_k A_jk W_k >) R for one output.
func (f *dualSystem) single(s *Solver, order int) {
	s.addGrams(f.system, order, 0)
	for i, r := range s.loss.root {
		row := f.system[i*order : i*order+i+1]
		for j := range row {
			row[j] *= r * s.loss.root[j]
		}
	}
}

// border adds the rows of drho: -sign R A(WGW), and < G, WGW > = |F'GF|^2 on the diagonal.
func (f *dualSystem) border(s *Solver, order int) {
	if s.multipliers == 0 {
		return
	}
	for k, c := range s.cones {
		at := s.rows + k
		row := f.system[at*order : (at+1)*order]
		scaledG(c, f.other, f.matrix)
		row[at] = dense.Dot(f.other, f.other)
		c.unscale(f.matrix, f.other)
		part := row[c.output*s.n : (c.output+1)*s.n]
		s.op.AddApply(part, f.matrix, c.block)
		for i := range part {
			part[i] *= -c.sign
		}
		s.loss.mix(row[:s.rows])
	}
}

func (f *dualSystem) solve(s *Solver, stacked bool) bool {
	if stacked {
		f.solveStack(s)
		return true
	}
	x := s.step
	w := x[:s.rows]
	clear(w)
	for k, c := range s.cones {
		c.unscale(f.other, c.right)
		if c.balanced {
			x[s.rows+k] = c.traceResidual() + traceForm(f.other, s.p)
		}
		for i := range f.other {
			f.other[i] *= -c.sign
		}
		s.op.AddApply(w[c.output*s.n:(c.output+1)*s.n], f.other, c.block)
	}
	s.loss.mix(w)
	dense.Axpy(-1, s.loss.eta, w)
	dense.CholeskySolve(f.system, s.rows+s.multipliers, x)
	return false
}

func (f *dualSystem) correct(s *Solver, x, residual, traces []float64) bool {
	for i, r := range residual {
		x[i] = -r
	}
	copy(x[s.rows:], traces)
	dense.CholeskySolve(f.system, s.rows+s.multipliers, x)
	return true
}

// stack factorises [I, 0; B R, B_rho].
func (f *dualSystem) stack(s *Solver) {
	width, unknowns := len(s.cones)*s.q, s.rows+s.multipliers
	if f.qr = s.memory.stack(width, unknowns); f.top == nil {
		f.top, f.bottom = make([]float64, unknowns), make([]float64, width)
	}
	for j := range unknowns {
		clear(f.qr.Column(j))
		f.qr.SetDiagonal(j, 0)
	}
	for k, c := range s.cones {
		if op, ok := s.op.(movedTogether); ok {
			for i, moved := 0, op.Moved(c.f, c.block); i < len(moved)/s.q; i++ {
				f.place(s, k, i, moved[i*s.q:(i+1)*s.q])
			}
			continue
		}
		for i := range s.n {
			part := f.bottom[:s.q]
			s.op.MoveTo(part, i, c.f, c.block)
			f.place(s, k, i, part)
		}
	}
	for i := range s.rows {
		f.qr.SetDiagonal(i, 1)
	}
	for k := range s.multipliers {
		scaledG(s.cones[k], f.other, f.matrix)
		lift.PackTo(f.qr.Column(s.rows + k)[k*s.q:(k+1)*s.q], f.other, s.p)
	}
	f.qr.Factorize()
}

// movedTogether is an operator that moves all of a block's matrices faster than one after the other: see lift.Rows.
type movedTogether interface {
	Moved(f []float64, k int) []float64
}

// place adds the moved matrix of sample i for cone k: dv of output o is the sum over m of R[o][m] w_m.
func (f *dualSystem) place(s *Solver, k, i int, moved []float64) {
	c := s.cones[k]
	for m := range s.outputs {
		r := s.loss.root[(i*s.outputs+c.output)*s.outputs+m]
		dense.Axpy(-c.sign*r, moved, f.qr.Column(m*s.n + i)[k*s.q:(k+1)*s.q])
	}
}

// solveStack solves with the right-hand side b = [-eta, 0; target]. Two products with B, whose norm may be 1e10, must both be accurate, and
// no single vector of doubles serves for both. B x, the change of the slacks, is accurate for the solution x = R^-1 Q'b. B'dZ, the change of
// ŷ, is accurate if the scaled dZ are taken from the residual b - J x = Q [-R^-T g; the lower part of Q'b].
func (f *dualSystem) solveStack(s *Solver) {
	x := s.step
	packTargets(s, f.bottom)
	clear(f.top)
	for i, e := range s.loss.eta {
		f.top[i] = -e
		x[i] = 0
	}
	for k := range s.multipliers {
		x[s.rows+k] = s.cones[k].traceResidual()
	}
	f.qr.RotateTo(f.top, f.bottom)
	f.qr.SolveRT(x)
	for i, t := range f.top {
		f.top[i], x[i] = -x[i], x[i]+t
	}
	f.qr.SolveR(x)
	f.qr.RotateFrom(f.top, f.bottom)
	unpackDirections(s, f.bottom)
}
