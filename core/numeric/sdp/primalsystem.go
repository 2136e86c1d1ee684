package sdp

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/parallel"
)

// primalSystem has the unknowns z, the entries of all dZ, m = 2 K C q of them.
type primalSystem struct {
	m int
	// weighted is (B R) as m rows of n C numbers; system is I + (B R)(B R)', then its Cholesky factor. They and qr are in the solver's memory.
	weighted, system []float64
	// border has a row for each multiplier: L^-1 B_rho (or R^-T B_rho of the QR factorisation); schur is its Gram matrix, factorised.
	border, schur []float64
	z, moved      []float64
	matrix, other []float64 // of order p
	// top and bottom, made when they are first needed, hold a right-hand side of the stacked matrix.
	qr          *dense.StackedQR
	top, bottom []float64
}

func newPrimalSystem(s *Solver) *primalSystem {
	m := len(s.cones) * s.q
	matrix := func() []float64 { return make([]float64, s.p*s.p) }
	return &primalSystem{
		m: m, border: make([]float64, s.multipliers*m),
		schur: make([]float64, s.multipliers*s.multipliers), z: make([]float64, m), moved: make([]float64, s.q), matrix: matrix(), other: matrix(),
	}
}

func (f *primalSystem) factor(s *Solver, stacked bool) bool {
	f.weigh(s)
	if stacked {
		f.stack(s)
	} else {
		f.makeSystem(s)
		clear(f.system)
		dense.AddGram(f.system, f.m, f.weighted, f.m, s.rows)
		if !f.factorSystem() {
			return false
		}
	}
	return f.factorBorder(s, stacked)
}

// makeSystem takes memory for the system, whose entries are not set.
func (f *primalSystem) makeSystem(s *Solver) {
	s.memory.system = sized(s.memory.system, f.m*f.m)
	f.system = s.memory.system
}

// factorSystem factorises I plus the Gram matrix in system.
func (f *primalSystem) factorSystem() bool {
	for i := range f.m {
		f.system[i*f.m+i]++
	}
	return dense.Cholesky(f.system, f.m)
}

// sharedMoves is the number of multiplications from which threads share the moved matrices, moveStrip how many samples are moved at a time.
const sharedMoves, moveStrip = 1 << 20, 32

// mover is an operator that several threads may ask at a time.
type mover interface {
	MoveWith(dst []float64, i int, f []float64, k int, h []float64)
}

// weigh computes weighted: the entry for entry j of cone k and for (output o, sample i) is -sign svec(F'A_iF)_j R_i[output of k][o].
func (f *primalSystem) weigh(s *Solver) {
	s.memory.weighted = sized(s.memory.weighted, f.m*s.rows)
	f.weighted = s.memory.weighted
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
	parallel.Run(len(s.cones)*strips, func(worker, part int) {
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
func (f *primalSystem) place(s *Solver, k, from, count int, moved []float64) {
	c, rows := s.cones[k], f.weighted[k*s.q*s.rows:(k+1)*s.q*s.rows]
	for o := range s.outputs {
		for j := range s.q {
			row := rows[j*s.rows+o*s.n+from:][:count]
			for i := range row {
				row[i] = -c.sign * s.loss.root[((from+i)*s.outputs+c.output)*s.outputs+o] * moved[i*s.q+j]
			}
		}
	}
}

// stack factorises [I; (B R)'].
func (f *primalSystem) stack(s *Solver) {
	if f.qr = s.memory.stack(s.rows, f.m); f.top == nil {
		f.top, f.bottom = make([]float64, f.m), make([]float64, s.rows)
	}
	for j := range f.m {
		f.qr.SetDiagonal(j, 1)
		copy(f.qr.Column(j), f.weighted[j*s.rows:(j+1)*s.rows])
	}
	f.qr.Factorize()
}

// factorBorder prepares the elimination of drho.
func (f *primalSystem) factorBorder(s *Solver, stacked bool) bool {
	count := s.multipliers
	for k := range count {
		row := f.border[k*f.m : (k+1)*f.m]
		clear(row)
		scaledG(s.cones[k], f.other, f.matrix)
		lift.PackTo(row[k*s.q:(k+1)*s.q], f.other, s.p)
		if stacked {
			f.qr.SolveRT(row)
		} else {
			dense.SolveLower(f.system, f.m, row)
		}
	}
	clear(f.schur)
	dense.AddGram(f.schur, count, f.border, count, f.m)
	return dense.Cholesky(f.schur, count)
}

// solve computes z = N^-1 (target + B R eta - B_rho drho) with B_rho'z = -g, and w = (B R)'z - eta.
func (f *primalSystem) solve(s *Solver, stacked bool) bool {
	w, rho := s.step[:s.rows], s.step[s.rows:]
	packTargets(s, f.z)
	if stacked {
		copy(f.top, f.z)
		copy(f.bottom, s.loss.eta)
		f.qr.RotateTo(f.top, f.bottom)
		copy(f.z, f.top)
	} else {
		for j := range f.z {
			f.z[j] += dense.Dot(f.weighted[j*s.rows:(j+1)*s.rows], s.loss.eta)
		}
		dense.SolveLower(f.system, f.m, f.z)
	}
	for k := range rho {
		rho[k] = dense.Dot(f.border[k*f.m:(k+1)*f.m], f.z) + s.cones[k].traceResidual()
	}
	dense.CholeskySolve(f.schur, s.multipliers, rho)
	for k, r := range rho {
		dense.Axpy(-r, f.border[k*f.m:(k+1)*f.m], f.z)
	}
	if stacked {
		f.residual(s, w)
		f.qr.SolveR(f.z)
	} else {
		dense.SolveLowerT(f.system, f.m, f.z)
		for i, e := range s.loss.eta {
			w[i] = -e
		}
		for j, v := range f.z {
			dense.Axpy(v, f.weighted[j*s.rows:(j+1)*s.rows], w)
		}
	}
	unpackDirections(s, f.z)
	return true
}

// residual writes w as the negative of the last rows of b - J z = Q (Q'b - [R z; 0]), which is free of cancellation.
func (f *primalSystem) residual(s *Solver, w []float64) {
	for j, v := range f.z {
		f.top[j] -= v
	}
	f.qr.RotateFrom(f.top, f.bottom)
	for i := range w {
		w[i] = -f.bottom[i]
	}
}

// correct reports false: w already follows from z without error.
func (f *primalSystem) correct(*Solver, []float64, []float64, []float64) bool { return false }
