package sdp

import (
	"conelab/core/dense"
	"conelab/core/lift"
)

// newton solves for the direction. With dS_k = B_k (dv, drho) in scaled coordinates (less what is taken off an infeasible start, which
// moves the target), packed by svec, dZ_k = target_k - dS_k and dv = R w, the conditions of the matrices and of the fit are those of the least-squares problem
//
//	minimise   sum_k |B_k (R w, drho) - target_k|^2 + |w + eta|^2 - 2 g'drho
//
// with g_k = < G, Z_k >, zero up to rounding. It can be solved for (w, drho), as many unknowns as samples and outputs (sampleForm), or,
// equivalently, for z = (dZ_1, dZ_2, ...), as many as matrix entries (entryForm):
//
//	minimise   |z - target|^2 + |(B R)'z - eta|^2   subject to   B_rho'z = -g,   w = (B R)'z - eta.
//
// Whichever is smaller is used. Both have two ways: the normal equations by Cholesky, cheap, whose condition is the square of B's, so
// that near the optimum, where W has eigenvalues of any size, the identity drowns in the rounding of the rest; and careful, QR of the
// stacked matrix, several times the work and good to the last iteration.
type newton interface {
	// factor prepares solve for the solver's current scaling and weights.
	factor(s *Solver, careful bool) bool
	// solve writes w and drho into s.step, and the scaled dZ_k if it has them more accurately than target - dS; it says so.
	solve(s *Solver, careful bool) (matrices bool)
}

// scaledBalance writes F'GF into dst; scratch has order p too.
func scaledBalance(c *cone, dst, scratch []float64) {
	clear(scratch)
	addBalance(scratch, c.p, 1)
	c.congruence(dst, c.ft, scratch)
}

// packTargets writes svec of the cones' right sides into dst.
func packTargets(s *Solver, dst []float64) {
	for k, c := range s.cones {
		lift.PackTo(dst[k*s.q:(k+1)*s.q], c.right, s.p)
	}
}

// unpackDirections sets the cones' scaled dZ.
func unpackDirections(s *Solver, z []float64) {
	for k, c := range s.cones {
		lift.UnpackTo(c.dzs, z[k*s.q:(k+1)*s.q], s.p)
	}
}

// sampleForm has the unknowns (w, drho).
type sampleForm struct {
	// system is the lower triangle of the normal equations, then its Cholesky factor; gram is one output's part of it.
	system, gram  []float64
	matrix, other []float64 // of order p
	// qr is made when it is first needed; top and bottom are a right side of the stacked matrix.
	qr          *dense.StackedQR
	top, bottom []float64
}

func newSampleForm(s *Solver) *sampleForm {
	order := s.rows + s.multipliers
	f := &sampleForm{system: make([]float64, order*order), matrix: make([]float64, s.p*s.p), other: make([]float64, s.p*s.p)}
	if s.outputs > 1 {
		f.gram = make([]float64, s.n*s.n)
	}
	return f
}

func (f *sampleForm) factor(s *Solver, careful bool) bool {
	if careful {
		f.stack(s)
		return true
	}
	order := s.rows + s.multipliers
	clear(f.system)
	if s.outputs == 1 {
		f.single(s, order)
	} else {
		f.coupled(s, order)
	}
	for i := range s.rows {
		f.system[i*order+i]++
	}
	f.border(s, order)
	return dense.Cholesky(f.system, order)
}

// single adds R (sum_k < A_ik, W A_jk W >) R for one output.
func (f *sampleForm) single(s *Solver, order int) {
	for _, c := range s.cones {
		s.op.AddGram(f.system, order, c.f, c.block)
	}
	for i, r := range s.fit.root {
		row := f.system[i*order : i*order+i+1]
		for j := range row {
			row[j] *= r * s.fit.root[j]
		}
	}
}

// coupled does the same where R mixes the outputs of a sample: entry (o, i), (u, j) is sum_m R_i[o][m] G_m[i][j] R_j[m][u].
func (f *sampleForm) coupled(s *Solver, order int) {
	n, c := s.n, s.outputs
	for m := range c {
		clear(f.gram)
		for _, k := range s.cones {
			if k.output == m {
				s.op.AddGram(f.gram, n, k.f, k.block)
			}
		}
		for o := range c {
			for i := range n {
				ri := s.fit.root[(i*c+o)*c+m]
				for u := range o + 1 {
					row := f.system[(o*n+i)*order+u*n:]
					for j := range n {
						if u == o && j > i {
							break
						}
						g := f.gram[max(i, j)*n+min(i, j)]
						row[j] += ri * g * s.fit.root[(j*c+m)*c+u]
					}
				}
			}
		}
	}
}

// border adds the rows of drho: -sign R A(WGW), and < G, WGW > = |F'GF|^2 on the diagonal.
func (f *sampleForm) border(s *Solver, order int) {
	if s.multipliers == 0 {
		return
	}
	for k, c := range s.cones {
		at := s.rows + k
		row := f.system[at*order : (at+1)*order]
		scaledBalance(c, f.other, f.matrix)
		row[at] = dense.Dot(f.other, f.other)
		c.unscale(f.matrix, f.other)
		part := row[c.output*s.n : (c.output+1)*s.n]
		s.op.AddApply(part, f.matrix, c.block)
		for i := range part {
			part[i] *= -c.sign
		}
		s.fit.mix(row[:s.rows])
	}
}

func (f *sampleForm) solve(s *Solver, careful bool) bool {
	if careful {
		f.solveStack(s)
		return true
	}
	x := s.step
	w := x[:s.rows]
	clear(w)
	for k, c := range s.cones {
		c.unscale(f.other, c.right)
		if c.balanced {
			x[s.rows+k] = c.balance() + balance(f.other, s.p)
		}
		for i := range f.other {
			f.other[i] *= -c.sign
		}
		s.op.AddApply(w[c.output*s.n:(c.output+1)*s.n], f.other, c.block)
	}
	s.fit.mix(w)
	dense.Axpy(-1, s.fit.eta, w)
	dense.CholeskySolve(f.system, s.rows+s.multipliers, x)
	return false
}

// stack factorises [I, 0; B R, B_rho].
func (f *sampleForm) stack(s *Solver) {
	width, unknowns := len(s.cones)*s.q, s.rows+s.multipliers
	if f.qr == nil {
		f.qr, f.top, f.bottom = dense.NewStackedQR(width, unknowns), make([]float64, unknowns), make([]float64, width)
	}
	for j := range unknowns {
		clear(f.qr.Column(j))
		f.qr.SetDiagonal(j, 0)
	}
	for i := range s.n {
		for k, c := range s.cones {
			part := f.bottom[:s.q]
			s.op.MoveTo(part, i, c.f, c.block)
			// dv of output o is the sum over m of R[o][m] w_m.
			for m := range s.outputs {
				r := s.fit.root[(i*s.outputs+c.output)*s.outputs+m]
				dense.Axpy(-c.sign*r, part, f.qr.Column(m*s.n + i)[k*s.q:(k+1)*s.q])
			}
		}
	}
	for i := range s.rows {
		f.qr.SetDiagonal(i, 1)
	}
	for k := range s.multipliers {
		scaledBalance(s.cones[k], f.other, f.matrix)
		lift.PackTo(f.qr.Column(s.rows + k)[k*s.q:(k+1)*s.q], f.other, s.p)
	}
	f.qr.Factorize()
}

// solveStack solves with the right side b = [-eta, 0; target]. Two products with B, which may be as large as 1e10, must come out right,
// and no one vector of doubles serves both: B x, which moves the slacks, does for the solution x = R^-1 Q'b, and B'dZ, which moves ŷ, for
// the residual b - J x = Q [-R^-T g; what Q'b has below], from which the scaled dZ are taken.
func (f *sampleForm) solveStack(s *Solver) {
	x := s.step
	packTargets(s, f.bottom)
	clear(f.top)
	for i, e := range s.fit.eta {
		f.top[i] = -e
		x[i] = 0
	}
	for k := range s.multipliers {
		x[s.rows+k] = s.cones[k].balance()
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
