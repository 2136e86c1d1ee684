package sdp

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/gemm"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/parallel"
)

// momentSystem is primalSystem for many samples. With a_i the vector of all svec(A_ik) of sample i, of length K q, and H_i its weight, the Gram matrix
// (B R)(B R)' follows from the moments
//
//	M_oo' = sum_i (H_i)_oo' a_i a_i'
//
// by multiplying their rows and columns by the scalings F of the cones. The moments have a quarter of the entries or less, and (B R) itself, of m rows
// of n C numbers, is never formed.
//
// The scaling magnifies rounding errors in the moments if the a_i are nearly dependent. Directions are therefore refined: the system is solved again
// for the residual of the conditions dZ + dS = target. If that does not help, the run continues without the moments, whose memory is then released,
// since (B R) takes as much.
type momentSystem struct {
	*primalSystem
	on      bool // for the run, or until its directions are not accurate enough
	width   int  // K q
	sums    [][]float64
	parts   [][]float64 // of each part of the samples
	workers []momentWorker
	turned  []float64 // a block of the moments, with its columns scaled
	before  []float64 // the direction before a correction of refine
}

// momentWorker is the workspace of one goroutine.
type momentWorker struct {
	product       gemm.Multiplier
	rows, weights []float64
	a, b, column  []float64
}

// lifter is an operator that gives its matrices as rows.
type lifter interface {
	LiftTo(dst []float64, stride, from, to, block int)
}

const (
	// momentParts is into how many parts the samples are cut, momentRows how many of them are lifted at a time.
	momentParts, momentRows = 8, 256
	// momentStrip is how many rows of a block are scaled at a time.
	momentStrip = 8
)

// newEntriesSystem returns the Newton system in the entries of the matrices.
func newEntriesSystem(s *Solver) system {
	if momentsPay(s.n, s.outputs, s.blocks, s.p) {
		return newMomentSystem(s)
	}
	return newPrimalSystem(s)
}

func newMomentSystem(s *Solver) *momentSystem {
	return &momentSystem{primalSystem: newPrimalSystem(s), on: true, width: s.blocks * s.q}
}

// moments returns the Newton system if it is in use and takes moments, otherwise nil.
func (s *Solver) moments() *momentSystem {
	if f, ok := s.newton.(*momentSystem); ok && f.on {
		return f
	}
	return nil
}

func (f *momentSystem) factor(s *Solver, stacked bool) bool {
	op, lifts := s.op.(lifter)
	f.on = f.on && lifts
	if stacked || !f.on {
		f.parts, f.sums, f.workers = nil, nil, nil
		return f.primalSystem.factor(s, stacked)
	}
	f.weighted, s.memory.weighted = nil, nil
	f.makeSystem(s)
	f.sum(s, op)
	for a := range s.cones {
		for b := range a + 1 {
			f.scale(s, a, b)
		}
	}
	return !parallel.Interrupted() && f.factorSystem() && f.factorBorder(s, false)
}

// sum sets the lower triangles of the moments of all pairs of outputs o >= o', the pair (o, o') at o (o + 1)/2 + o'.
func (f *momentSystem) sum(s *Solver, op lifter) {
	size, pairs := f.width*f.width, s.outputs*(s.outputs+1)/2
	if need := parallel.Threads(); need > len(f.workers) {
		f.workers = make([]momentWorker, need)
	}
	if f.parts == nil {
		f.parts = make([][]float64, momentParts)
		for part := range f.parts {
			f.parts[part] = make([]float64, pairs*size)
		}
	}
	parallel.Run(momentParts, func(worker, part int) {
		w, sums := &f.workers[worker], f.parts[part]
		if w.rows == nil {
			w.rows, w.weights = make([]float64, momentRows*f.width), make([]float64, momentRows)
		}
		clear(sums)
		end := (part + 1) * s.n / momentParts
		for from := part * s.n / momentParts; from < end; from += momentRows {
			to := min(from+momentRows, end)
			for k := range s.blocks {
				op.LiftTo(w.rows[k*s.q:], f.width, from, to, k)
			}
			at := 0
			for o := range s.outputs {
				for other := range o + 1 {
					s.loss.weightsTo(w.weights[:to-from], from, o, other)
					w.product.AddLowerTo(sums[at:], f.width, gemm.Columns(w.rows, f.width), gemm.Rows(w.rows, f.width), w.weights[:to-from], f.width, to-from)
					at += size
				}
			}
		}
	})
	total := f.parts[0]
	for _, sums := range f.parts[1:] {
		dense.Axpy(1, sums, total)
	}
	f.sums = f.sums[:0]
	for at := 0; at < len(total); at += size {
		f.sums = append(f.sums, total[at:at+size])
	}
}

// scale sets the block of cones a >= b of the Gram matrix: entry (i, j) of the moments' block, an operator of matrices, between the scalings.
func (f *momentSystem) scale(s *Solver, a, b int) {
	left, right, q := s.cones[a], s.cones[b], s.q
	sum := f.sums[left.output*(left.output+1)/2+right.output]
	f.turned = resize(f.turned, q*q)
	strips := (q + momentStrip - 1) / momentStrip
	parallel.Run(strips, func(worker, part int) { // the columns, for cone b
		w := f.workers[worker].sized(s.p)
		for i := part * momentStrip; i < min(q, (part+1)*momentStrip); i++ {
			for j := range w.column {
				at, to := left.block*q+i, right.block*q+j
				w.column[j] = sum[max(at, to)*f.width+min(at, to)]
			}
			w.congruence(right.ft, s.p)
			copy(f.turned[i*q:], w.column)
		}
	})
	sign := left.sign * right.sign
	parallel.Run(strips, func(worker, part int) { // the rows, for cone a
		w := f.workers[worker].sized(s.p)
		for j := part * momentStrip; j < min(q, (part+1)*momentStrip); j++ {
			for i := range w.column {
				w.column[i] = f.turned[i*q+j]
			}
			w.congruence(left.ft, s.p)
			for i, v := range w.column {
				f.system[(a*q+i)*f.m+b*q+j] = sign * v
			}
		}
	})
}

// sized returns the worker with workspace for order p.
func (w *momentWorker) sized(p int) *momentWorker {
	w.a, w.b, w.column = resize(w.a, p*p), resize(w.b, p*p), resize(w.column, p*(p+1)/2)
	return w
}

// congruence overwrites column, the svec of X, with that of B X B'.
func (w *momentWorker) congruence(b []float64, p int) {
	lift.UnpackTo(w.b, w.column, p)
	dense.MulNT(w.a, b, w.b, p, p, p)
	dense.SymmetricNT(w.b, w.a, b, p, p)
	lift.PackTo(w.column, w.b, p)
}

func (f *momentSystem) solve(s *Solver, stacked bool) bool {
	if stacked || !f.on {
		return f.primalSystem.solve(s, stacked)
	}
	packTargets(s, f.z)
	copy(s.check, s.loss.eta)
	s.loss.mix(s.check)
	for k, c := range s.cones {
		if k%2 == 0 { // the same for a Z and its Z'
			s.op.AdjointTo(s.matrix, s.output(s.check, c.output), c.block)
		}
		c.congruence(f.other, c.ft, s.matrix)
		lift.PackTo(f.moved, f.other, s.p)
		dense.Axpy(-c.sign, f.moved, f.z[k*s.q:(k+1)*s.q])
	}
	for k := range s.traces {
		s.traces[k] = s.cones[k].traceResidual()
	}
	f.eliminate(s)
	copy(s.step[s.rows:], s.traces)
	unpackDirections(s, f.z)
	f.outputs(s)
	return true
}

// eliminate overwrites z, a right-hand side, with its solution, and traces, the residuals of the trace conditions, with drho.
func (f *momentSystem) eliminate(s *Solver) {
	dense.SolveLower(f.system, f.m, f.z)
	for k := range s.traces {
		s.traces[k] += dense.Dot(f.border[k*f.m:(k+1)*f.m], f.z)
	}
	dense.CholeskySolve(f.schur, s.multipliers, s.traces)
	for k, r := range s.traces {
		dense.Axpy(-r, f.border[k*f.m:(k+1)*f.m], f.z)
	}
	dense.SolveLowerT(f.system, f.m, f.z)
}

// outputs sets w = (B R)'z - eta from the cones' scaled dZ.
func (f *momentSystem) outputs(s *Solver) {
	w := s.step[:s.rows]
	clear(w)
	for k := 0; k < len(s.cones); k += 2 {
		plus, minus := s.cones[k], s.cones[k+1]
		plus.unscale(f.matrix, plus.dzs)
		minus.unscale(f.other, minus.dzs)
		for i, v := range f.other {
			f.matrix[i] = v - f.matrix[i]
		}
		s.op.AddApply(s.output(w, plus.output), f.matrix, plus.block)
	}
	s.loss.mix(w)
	dense.Axpy(-1, s.loss.eta, w)
}

// refine solves again for the residual of dZ + dS = target as long as that makes it smaller, and reports whether the direction can be used.
func (f *momentSystem) refine(s *Solver) bool {
	residual := f.targetResidual(s)
	for k := 0; k < maxRefinements && residual > refineFrom; k++ {
		f.before = s.saveDirection(f.before[:0])
		f.correctFor(s)
		s.expand(true)
		now := f.targetResidual(s)
		if !(now < residual) {
			s.restoreDirection(f.before)
			break
		}
		slow := now > refineGain*residual
		if residual = now; slow {
			break
		}
	}
	return residual <= defectLimit
}

// targetResidual sets z to target - dZ - dS, and returns its size relative to these.
func (f *momentSystem) targetResidual(s *Solver) float64 {
	var size, miss float64
	for k, c := range s.cones {
		for i, t := range c.target {
			f.other[i] = t - c.dzs[i] - c.dss[i]
			size += t*t + c.dzs[i]*c.dzs[i] + c.dss[i]*c.dss[i]
			miss += f.other[i] * f.other[i]
		}
		lift.PackTo(f.z[k*s.q:(k+1)*s.q], f.other, s.p)
	}
	return math.Sqrt(miss / math.Max(size, 1e-300))
}

// correctFor adds to the direction the solution for what is in z.
func (f *momentSystem) correctFor(s *Solver) {
	for k := range s.traces {
		s.traces[k] = s.cones[k].traceResidual() + traceForm(s.cones[k].dz, s.p)
	}
	f.eliminate(s)
	dense.Axpy(1, s.traces, s.step[s.rows:])
	for k, c := range s.cones {
		lift.UnpackTo(f.other, f.z[k*s.q:(k+1)*s.q], s.p)
		dense.Axpy(1, f.other, c.dzs)
	}
	f.outputs(s)
}

func resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}
