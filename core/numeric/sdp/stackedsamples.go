package sdp

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// stackedSamples is the Newton system in the samples of all outputs, by a QR factorisation.
type stackedSamples struct {
	qr            *dense.StackedQR // in the solver's memory
	top, bottom   []float64        // a right-hand side of the stacked matrix
	matrix, other []float64        // of order p
}

func newStackedSamples(s *Solver) *stackedSamples {
	vector := func(n int) []float64 { return make([]float64, n) }
	return &stackedSamples{top: vector(len(s.step)), bottom: vector(len(s.cones) * s.q), matrix: vector(s.p * s.p), other: vector(s.p * s.p)}
}

// factor factorises [I, 0; B R, B_rho].
func (f *stackedSamples) factor(s *Solver) bool {
	f.qr = s.memory.stack(len(f.bottom), len(f.top))
	for j := range f.top {
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
	f.qr.Factorize(s.ctx)
	return true
}

// movedTogether is an operator that moves all of a block's matrices faster than one after the other: see lift.Rows.
type movedTogether interface {
	Moved(f []float64, k int) []float64
}

// place adds the moved matrix of sample i for cone k: dv of output o is the sum over m of R[o][m] w_m.
func (f *stackedSamples) place(s *Solver, k, i int, moved []float64) {
	c := s.cones[k]
	for m := range s.outputs {
		r := s.loss.root[(i*s.outputs+c.output)*s.outputs+m]
		dense.Axpy(-c.sign*r, moved, f.qr.Column(m*s.n + i)[k*s.q:(k+1)*s.q])
	}
}

// solve solves with the right-hand side b = [-eta, 0; target]. Two products with B, whose norm may be 1e10, must both be accurate, and
// no single vector of doubles serves for both. B x, the change of the slacks, is accurate for the solution x = R^-1 Q'b. B'dZ, the change of
// ŷ, is accurate if the scaled dZ are taken from the residual b - J x = Q [-R^-T g; the lower part of Q'b].
func (f *stackedSamples) solve(s *Solver) bool {
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
	return true
}

func (f *stackedSamples) refine(*Solver, bool) bool { return true }
