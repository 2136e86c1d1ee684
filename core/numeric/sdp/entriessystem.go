package sdp

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/gemm"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/parallel"
)

// entriesSystem is the Newton system in the entries of the matrices, by normal equations. With a_i the vector of all svec(A_ik)
// of sample i, of length K q, and H_i its weight, the Gram matrix (B R)(B R)' follows from the moments
//
//	M_oo' = sum_i (H_i)_oo' a_i a_i'
//
// by multiplying their rows and columns by the scalings F of the cones. The moments have a quarter of the entries or less, and (B
// R) itself, of m rows of n C numbers, is never formed.
type entriesSystem struct {
	m, width int // m = 2 K C q unknowns z, width = K q
	// border has a row L^-1 B_rho for each multiplier; schur is its Gram matrix, factorised.
	border, schur []float64
	z, congruent  []float64
	matrix, other []float64 // of order p
	system        []float64 // I + (B R)(B R)', then its Cholesky factor
	sums          [][]float64
	parts         [][]float64 // of each part of the samples
	workers       []momentWorker
	scaled        []float64 // a block of the moments, with its columns scaled
}

// momentWorker is the workspace of one goroutine.
type momentWorker struct {
	product       gemm.Multiplier
	rows, weights []float64
	a, b, column  []float64
}

const (
	// momentParts is the largest number of parts of the samples, momentRows how many samples are lifted at a time.
	momentParts, momentRows = 8, 256
	// momentStrip is how many rows of a block are scaled at a time.
	momentStrip = 8
	// sharedMoves is the number of multiplications of a block's scaling from which threads share it.
	sharedMoves = 1 << 20
)

func newEntriesSystem(s *Solver) *entriesSystem {
	m := len(s.cones) * s.q
	return &entriesSystem{
		m: m, width: s.blocks * s.q, border: make([]float64, s.multipliers*m), schur: make([]float64, s.multipliers*s.multipliers),
		z:         make([]float64, m),
		congruent: make([]float64, s.q), matrix: make([]float64, s.p*s.p), other: make([]float64, s.p*s.p),
	}
}

func (f *entriesSystem) factor(s *Solver) bool {
	f.system = dense.Resize(f.system, f.m*f.m)
	f.sum(s)
	for a := range s.cones {
		for b := range a + 1 {
			f.scale(s, a, b)
		}
	}
	for i := range f.m {
		f.system[i*f.m+i]++
	}
	return !parallel.Canceled(s.ctx) && dense.Cholesky(s.ctx, f.system, f.m) && f.factorBorder(s)
}

// factorBorder prepares the elimination of drho.
func (f *entriesSystem) factorBorder(s *Solver) bool {
	clear(f.border)
	for k := range s.multipliers {
		row := f.border[k*f.m : (k+1)*f.m]
		scaledG(s.cones[k], f.other, f.matrix)
		lift.PackTo(row[k*s.q:(k+1)*s.q], f.other, s.p)
		dense.SolveLower(f.system, f.m, row)
	}
	clear(f.schur)
	dense.AddGram(s.ctx, f.schur, s.multipliers, f.border, s.multipliers, f.m)
	return dense.Cholesky(s.ctx, f.schur, s.multipliers)
}

// sum sets the lower triangles of the moments of all pairs of outputs o >= o', the pair (o, o') at o (o + 1)/2 + o'.
func (f *entriesSystem) sum(s *Solver) {
	size, pairs := f.width*f.width, s.outputs*(s.outputs+1)/2
	if need := parallel.Threads(); need > len(f.workers) {
		f.workers = make([]momentWorker, need)
	}
	if f.parts == nil {
		f.parts = make([][]float64, max(1, min(momentParts, s.n/momentRows)))
		for part := range f.parts {
			f.parts[part] = make([]float64, pairs*size)
		}
	}
	if len(f.parts) == 1 { // which allocates nothing
		f.sumPart(s, 0, 0)
	} else {
		parallel.Run(s.ctx, len(f.parts), func(worker, part int) { f.sumPart(s, worker, part) })
	}
	total := f.parts[0]
	for _, sums := range f.parts[1:] {
		dense.Axpy(1, sums, total)
	}
	f.sums = f.sums[:0]
	for at := 0; at < len(total); at += size {
		f.sums = append(f.sums, total[at:at+size])
	}
}

// sumPart sums the moments of a part of the samples.
func (f *entriesSystem) sumPart(s *Solver, worker, part int) {
	w, sums, size := &f.workers[worker], f.parts[part], f.width*f.width
	strip := max(1, min(momentRows, s.n/momentParts))
	w.rows, w.weights = dense.Resize(w.rows, strip*f.width), dense.Resize(w.weights, strip)
	clear(sums)
	end := (part + 1) * s.n / len(f.parts)
	for from := part * s.n / len(f.parts); from < end; from += strip {
		to := min(from+strip, end)
		for k := range s.blocks {
			s.op.LiftTo(w.rows[k*s.q:], f.width, from, to, k)
		}
		at := 0
		for o := range s.outputs {
			for other := range o + 1 {
				s.loss.weightsTo(w.weights[:to-from], from, o, other)
				w.product.AddLowerTo(sums[at:], f.width, gemm.Columns(w.rows, f.width), gemm.Rows(w.rows, f.width), w.weights[:to-from], f.width,
					to-from)
				at += size
			}
		}
	}
}

// scale sets the block of cones a >= b of the Gram matrix: the moments' block, as an operator on matrices, between the scalings of the
// cones.
func (f *entriesSystem) scale(s *Solver, a, b int) {
	f.scaled = dense.Resize(f.scaled, s.q*s.q)
	strips := (s.q + momentStrip - 1) / momentStrip
	if s.q*s.q*s.p < sharedMoves { // which allocates nothing
		for part := range strips {
			f.scaleColumns(s, a, b, 0, part)
		}
		for part := range strips {
			f.scaleRows(s, a, b, 0, part)
		}
		return
	}
	parallel.Run(s.ctx, strips, func(worker, part int) { f.scaleColumns(s, a, b, worker, part) })
	parallel.Run(s.ctx, strips, func(worker, part int) { f.scaleRows(s, a, b, worker, part) })
}

// scaleColumns scales the columns of a strip, for cone b.
func (f *entriesSystem) scaleColumns(s *Solver, a, b, worker, part int) {
	left, right, w := s.cones[a], s.cones[b], f.workers[worker].resized(s.p)
	sum := f.sums[left.output*(left.output+1)/2+right.output]
	for i := part * momentStrip; i < min(s.q, (part+1)*momentStrip); i++ {
		for j := range w.column {
			at, to := left.block*s.q+i, right.block*s.q+j
			w.column[j] = sum[max(at, to)*f.width+min(at, to)]
		}
		w.congruence(right.ft, s.p)
		copy(f.scaled[i*s.q:], w.column)
	}
}

// scaleRows scales the rows of a strip, for cone a.
func (f *entriesSystem) scaleRows(s *Solver, a, b, worker, part int) {
	w, sign := f.workers[worker].resized(s.p), s.cones[a].sign*s.cones[b].sign
	for j := part * momentStrip; j < min(s.q, (part+1)*momentStrip); j++ {
		for i := range w.column {
			w.column[i] = f.scaled[i*s.q+j]
		}
		w.congruence(s.cones[a].ft, s.p)
		for i, v := range w.column {
			f.system[(a*s.q+i)*f.m+b*s.q+j] = sign * v
		}
	}
}

// resized returns the worker with workspace for order p.
func (w *momentWorker) resized(p int) *momentWorker {
	w.a, w.b, w.column = dense.Resize(w.a, p*p), dense.Resize(w.b, p*p), dense.Resize(w.column, p*(p+1)/2)
	return w
}

// congruence overwrites column, the svec of X, with that of B X B'.
func (w *momentWorker) congruence(b []float64, p int) {
	lift.UnpackTo(w.b, w.column, p)
	dense.MulNT(w.a, b, w.b, p, p, p)
	dense.SymmetricNT(w.b, w.a, b, p, p)
	lift.PackTo(w.column, w.b, p)
}

func (f *entriesSystem) solve(s *Solver) bool {
	packTargets(s, f.z)
	scaled := s.loss.dv // R eta, in memory that is free until direct
	copy(scaled, s.loss.eta)
	s.loss.applyRoot(scaled)
	for k, c := range s.cones {
		if k%2 == 0 { // the same for a Z and its Z'
			s.op.AdjointTo(s.matrix, s.output(scaled, c.output), c.block)
		}
		c.congruence(f.other, c.ft, s.matrix)
		lift.PackTo(f.congruent, f.other, s.p)
		dense.Axpy(-c.sign, f.congruent, f.z[k*s.q:(k+1)*s.q])
	}
	drho := s.step[s.rows:]
	for k := range drho {
		drho[k] = s.cones[k].traceResidual()
	}
	f.eliminate(drho)
	unpackDirections(s, f.z)
	f.outputs(s)
	return true
}

// eliminate overwrites z, a right-hand side, with its solution, and traces, the residuals of the trace conditions, with drho.
func (f *entriesSystem) eliminate(traces []float64) {
	dense.SolveLower(f.system, f.m, f.z)
	for k := range traces {
		traces[k] += dense.Dot(f.border[k*f.m:(k+1)*f.m], f.z)
	}
	dense.CholeskySolve(f.schur, len(traces), traces)
	for k, r := range traces {
		dense.Axpy(-r, f.border[k*f.m:(k+1)*f.m], f.z)
	}
	dense.SolveLowerT(f.system, f.m, f.z)
}

// outputs sets w = (B R)'z - eta from the cones' scaled dZ.
func (f *entriesSystem) outputs(s *Solver) {
	w := s.step[:s.rows]
	clear(w)
	for k := 0; k < len(s.cones); k += 2 {
		plus, minus := s.cones[k], s.cones[k+1]
		plus.congruence(f.matrix, plus.f, plus.dzs)
		minus.congruence(f.other, minus.f, minus.dzs)
		for i, v := range f.other {
			f.matrix[i] = v - f.matrix[i]
		}
		s.op.AddApply(s.output(w, plus.output), f.matrix, plus.block)
	}
	s.loss.applyRootTransposed(w)
	dense.Axpy(-1, s.loss.eta, w)
}
