package sdp

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// maxLeastSquares is the largest memory of the QR factorisation, in numbers.
const maxLeastSquares = 4e7

// canUseLeastSquares reports whether the run can use least squares.
func (s *Solver) canUseLeastSquares() bool {
	numbers := LeastSquaresMemory(s.n, s.outputs, s.blocks, s.p)
	return numbers > 0 && numbers <= s.leastSquaresLimit
}

// LeastSquaresMemory returns how many numbers least squares take, by the arguments of Cost, or 0 where they are too large for the solver:
// the QR factorisation has a column for each sample and output, or for each entry of the matrices if these are fewer; and there are the
// congruent matrices of a block.
func LeastSquaresMemory(n, outputs, blocks, p int) float64 {
	cones := float64(2 * blocks * outputs)
	columns, rows := float64(n*outputs)+cones, cones*float64(p*(p+1)/2)
	if rows < columns {
		columns, rows = rows, columns
	}
	if numbers := columns*((columns+1)/2+rows) + float64(n*p*(p+1)/2); numbers <= maxLeastSquares {
		return numbers
	}
	return 0
}

// system returns the system that solves for directions.
func (s *Solver) system() system {
	switch {
	case !s.usesLeastSquares:
		return s.newton
	case s.leastSquares == nil && len(s.cones)*s.q < len(s.step):
		s.leastSquares = newEntriesLeastSquares(s)
	case s.leastSquares == nil:
		s.leastSquares = newSamplesLeastSquares(s)
	}
	return s.leastSquares
}

// samplesLeastSquares is the Newton system in the samples of all outputs, by a QR factorisation.
type samplesLeastSquares struct {
	qr            dense.QR
	top, bottom   []float64 // the two parts of a right-hand side
	matrix, other []float64 // of order p
}

func newSamplesLeastSquares(s *Solver) *samplesLeastSquares {
	vector := func(n int) []float64 { return make([]float64, n) }
	return &samplesLeastSquares{
		top: vector(len(s.step)), bottom: vector(len(s.cones) * s.q), matrix: vector(s.p * s.p), other: vector(s.p * s.p),
	}
}

// factor factorises [I, 0; B R, B_rho].
func (f *samplesLeastSquares) factor(s *Solver) bool {
	f.qr.Resize(len(f.bottom), len(f.top))
	for j := range f.top {
		clear(f.qr.Column(j))
		f.qr.SetDiagonal(j, 0)
	}
	for k, c := range s.cones {
		for i, congruent := 0, s.op.Congruences(c.f, c.block); i < len(congruent)/s.q; i++ {
			f.addCongruent(s, k, i, congruent[i*s.q:(i+1)*s.q])
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

// addCongruent adds the congruent matrix of sample i for cone k: dv of output o is the sum over m of R[o][m] w_m.
func (f *samplesLeastSquares) addCongruent(s *Solver, k, i int, congruent []float64) {
	c := s.cones[k]
	for m := range s.outputs {
		r := s.loss.root[(i*s.outputs+c.output)*s.outputs+m]
		dense.Axpy(-c.sign*r, congruent, f.qr.Column(m*s.n + i)[k*s.q:(k+1)*s.q])
	}
}

// solve solves with the right-hand side b = [-eta, 0; target]. B may have a norm of 1e10, and two products with it must be accurate, which
// no single vector of doubles achieves. B x, the change of the slacks, is accurate for the solution x = R^-1 Q'b. B'dZ, the change of ŷ, is
// accurate if the scaled dZ are taken from the residual b - J x = Q [-R^-T g; the lower part of Q'b].
func (f *samplesLeastSquares) solve(s *Solver) bool {
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

// entriesLeastSquares is the Newton system in the entries of the matrices, by a QR factorisation. Where there are trace conditions, a
// reflection turns G of each cone into a multiple of the first unit vector: so they fix the first entry, and the others are free.
type entriesLeastSquares struct {
	qr            dense.QR  // of [I; (B R)'], with a column for each free entry
	fixed         []float64 // the columns of (B R)' for the fixed entries, one for each cone
	mirrors       []float64 // the vectors of the reflections, scaled to have a product of 2, one for each cone
	lengths       []float64 // the first entries after the reflections
	top, bottom   []float64 // the two parts of a right-hand side
	x, z, turned  []float64 // the free entries, all, and those of a cone
	matrix, other []float64 // of order p
}

func newEntriesLeastSquares(s *Solver) *entriesLeastSquares {
	vector := func(n int) []float64 { return make([]float64, n) }
	entries := len(s.cones) * s.q
	return &entriesLeastSquares{
		fixed: vector(s.multipliers * s.rows), mirrors: vector(s.multipliers * s.q), lengths: vector(s.multipliers),
		top: vector(entries - s.multipliers), bottom: vector(s.rows), x: vector(entries - s.multipliers), z: vector(entries),
		turned: vector(s.q), matrix: vector(s.p * s.p), other: vector(s.p * s.p),
	}
}

func (f *entriesLeastSquares) factor(s *Solver) bool {
	f.qr.Resize(s.rows, len(f.top))
	for j := range f.top {
		clear(f.qr.Column(j))
		f.qr.SetDiagonal(j, 1)
	}
	clear(f.fixed)
	for k := range s.multipliers {
		scaledG(s.cones[k], f.other, f.matrix)
		mirror := f.mirrors[k*s.q : (k+1)*s.q]
		lift.PackTo(mirror, f.other, s.p)
		f.lengths[k] = -math.Copysign(dense.Length(mirror), mirror[0])
		mirror[0] -= f.lengths[k]
		dense.Scale(math.Sqrt2/dense.Length(mirror), mirror)
	}
	for k, c := range s.cones {
		for i, congruent := 0, s.op.Congruences(c.f, c.block); i < len(congruent)/s.q; i++ {
			f.turn(s, k, congruent[i*s.q:(i+1)*s.q])
			for m := range s.outputs {
				r := -c.sign * s.loss.root[(i*s.outputs+c.output)*s.outputs+m]
				for e, v := range f.turned {
					f.column(s, k, e)[m*s.n+i] += r * v
				}
			}
		}
	}
	f.qr.Factorize(s.ctx)
	return true
}

// column returns the column of an entry of a cone.
func (f *entriesLeastSquares) column(s *Solver, k, entry int) []float64 {
	if s.multipliers == 0 {
		return f.qr.Column(k*s.q + entry)
	}
	if entry == 0 {
		return f.fixed[k*s.rows : (k+1)*s.rows]
	}
	return f.qr.Column(k*(s.q-1) + entry - 1)
}

// turn sets turned to the reflection of the entries of a cone, which is its own inverse.
func (f *entriesLeastSquares) turn(s *Solver, k int, entries []float64) {
	copy(f.turned, entries)
	if s.multipliers > 0 {
		mirror := f.mirrors[k*s.q : (k+1)*s.q]
		dense.Axpy(-dense.Dot(mirror, entries), mirror, f.turned)
	}
}

// solve solves with the right-hand side [target; eta], and takes w from the residual (see samplesLeastSquares).
func (f *entriesLeastSquares) solve(s *Solver) bool {
	packTargets(s, f.z)
	copy(f.bottom, s.loss.eta)
	fixed, free := s.multipliers/len(s.cones), len(f.top)/len(s.cones)
	drho := s.step[s.rows:]
	for k, c := range s.cones {
		f.turn(s, k, f.z[k*s.q:(k+1)*s.q])
		copy(f.top[k*free:], f.turned[fixed:])
		if fixed > 0 {
			first := -c.traceResidual() / f.lengths[k]
			dense.Axpy(-first, f.column(s, k, 0), f.bottom)
			f.z[k*s.q], drho[k] = first, f.turned[0]-first
		}
	}
	f.qr.RotateTo(f.top, f.bottom)
	copy(f.x, f.top)
	f.qr.SolveR(f.x)
	clear(f.top)
	f.qr.RotateFrom(f.top, f.bottom)
	w := s.step[:s.rows]
	for i, v := range f.bottom {
		w[i] = -v
	}
	for k := range s.cones {
		z := f.z[k*s.q : (k+1)*s.q]
		copy(z[fixed:], f.x[k*free:(k+1)*free])
		f.turn(s, k, z)
		copy(z, f.turned)
		if fixed > 0 {
			drho[k] = (drho[k] - dense.Dot(f.column(s, k, 0), w)) / f.lengths[k]
		}
	}
	unpackDirections(s, f.z)
	return true
}
