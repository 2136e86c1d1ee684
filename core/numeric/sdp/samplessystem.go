package sdp

import (
	"conelab/core/numeric/dense"
)

// samplesSystem is the Newton system in the samples of one output, with the unknowns (w, drho), by normal equations.
type samplesSystem struct {
	system        []float64 // its lower triangle, then its Cholesky factor; in the solver's memory
	matrix, other []float64 // of order p
}

// newSamplesSystem returns the Newton system in the samples; a loss that couples outputs has its own.
func newSamplesSystem(s *Solver) system {
	if s.outputs > 1 {
		return newCoupledSystem(s)
	}
	return &samplesSystem{matrix: make([]float64, s.p*s.p), other: make([]float64, s.p*s.p)}
}

func (f *samplesSystem) factor(s *Solver) bool {
	order := s.rows + s.multipliers
	s.memory.system = sized(s.memory.system, order*order)
	f.system = s.memory.system
	clear(f.system)
	f.single(s, order)
	for i := range s.rows {
		f.system[i*order+i]++
	}
	f.border(s, order)
	return dense.Cholesky(s.ctx, f.system, order)
}

// single adds R (sum_k < A_ik, W_k A_jk W_k >) R for one output.
func (f *samplesSystem) single(s *Solver, order int) {
	s.addGrams(f.system, order, 0)
	for i, r := range s.loss.root {
		row := f.system[i*order : i*order+i+1]
		for j := range row {
			row[j] *= r * s.loss.root[j]
		}
	}
}

// border adds the rows of drho: -sign R A(WGW), and < G, WGW > = |F'GF|^2 on the diagonal.
func (f *samplesSystem) border(s *Solver, order int) {
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

func (f *samplesSystem) solve(s *Solver) bool {
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

func (f *samplesSystem) refine(s *Solver, corrected bool) bool {
	return s.refineLoss(corrected, f.correct)
}

// correct writes into x the correction of (w, drho) for the residuals of w + eta + R A(dZ - dZ') = 0 and of the trace conditions.
func (f *samplesSystem) correct(s *Solver, x, residual, traces []float64) {
	for i, r := range residual {
		x[i] = -r
	}
	copy(x[s.rows:], traces)
	dense.CholeskySolve(f.system, s.rows+s.multipliers, x)
}
