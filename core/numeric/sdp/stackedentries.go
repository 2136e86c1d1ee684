package sdp

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// stackedEntries is the Newton system in the entries of the matrices, by a QR factorisation of [I; (B R)'].
type stackedEntries struct {
	entries
	qr          *dense.StackedQR // in the solver's memory
	top, bottom []float64        // a right-hand side of the stacked matrix
}

func newStackedEntries(s *Solver) *stackedEntries {
	f := &stackedEntries{entries: newEntries(s)}
	f.top, f.bottom = make([]float64, f.m), make([]float64, s.rows)
	return f
}

// sharedMoves is the number of multiplications from which threads share the moved matrices, moveStrip how many samples are moved at a time.
const sharedMoves, moveStrip = 1 << 20, 32

// mover is an operator that several threads may ask at a time.
type mover interface {
	MoveWith(dst []float64, i int, f []float64, k int, h []float64)
}

func (f *stackedEntries) factor(s *Solver) bool {
	f.qr = s.memory.stack(s.rows, f.m)
	for j := range f.m {
		f.qr.SetDiagonal(j, 1)
	}
	f.weigh(s)
	f.qr.Factorize(s.ctx)
	return f.factorBorder(s, f.qr.SolveRT)
}

// weigh sets the columns of the stacked matrix: the entry for entry j of cone k and for (output o, sample i) is -sign svec(F'A_iF)_j R_i[output of k][o].
func (f *stackedEntries) weigh(s *Solver) {
	op, shared := s.op.(mover)
	if !shared || float64(s.n)*float64(s.q*s.p) < sharedMoves {
		for k, c := range s.cones {
			for i := range s.n {
				s.op.MoveTo(f.moved, i, c.f, c.block)
				f.place(s, k, i, 1, f.moved)
			}
		}
		return
	}
	strips := (s.n + moveStrip - 1) / moveStrip
	buffers := make([][]float64, parallel.Threads())
	parallel.Run(s.ctx, len(s.cones)*strips, func(worker, part int) {
		if buffers[worker] == nil {
			buffers[worker] = make([]float64, moveStrip*s.q+s.p)
		}
		moved, h := buffers[worker][:moveStrip*s.q], buffers[worker][moveStrip*s.q:]
		k, from := part/strips, part%strips*moveStrip
		c, count := s.cones[k], min(moveStrip, s.n-from)
		for i := range count {
			op.MoveWith(moved[i*s.q:(i+1)*s.q], from+i, c.f, c.block, h)
		}
		f.place(s, k, from, count, moved)
	})
}

// place weighs the moved matrices of some samples for cone k.
func (f *stackedEntries) place(s *Solver, k, from, count int, moved []float64) {
	c := s.cones[k]
	for o := range s.outputs {
		for j := range s.q {
			row := f.qr.Column(k*s.q + j)[o*s.n+from:][:count]
			for i := range row {
				row[i] = -c.sign * s.loss.root[((from+i)*s.outputs+c.output)*s.outputs+o] * moved[i*s.q+j]
			}
		}
	}
}

// solve computes z = N^-1 (target + B R eta - B_rho drho) with B_rho'z = -g, and w = (B R)'z - eta.
func (f *stackedEntries) solve(s *Solver) bool {
	w, rho := s.step[:s.rows], s.step[s.rows:]
	packTargets(s, f.top)
	copy(f.bottom, s.loss.eta)
	f.qr.RotateTo(f.top, f.bottom)
	copy(f.z, f.top)
	for k := range rho {
		rho[k] = s.cones[k].traceResidual()
	}
	f.eliminateBorder(rho)
	f.residual(w)
	f.qr.SolveR(f.z)
	unpackDirections(s, f.z)
	return true
}

// residual writes w as the negative of the last rows of b - J z = Q (Q'b - [R z; 0]), which is free of cancellation.
func (f *stackedEntries) residual(w []float64) {
	for j, v := range f.z {
		f.top[j] -= v
	}
	f.qr.RotateFrom(f.top, f.bottom)
	for i := range w {
		w[i] = -f.bottom[i]
	}
}

func (f *stackedEntries) refine(*Solver, bool) bool { return true }
