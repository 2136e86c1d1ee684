package sdp

import (
	"math"

	"conelab/core/dense"
	"conelab/core/lift"
)

// newton solves for x = (dv, drho, drho'). Let B_k be the map of x to dS_k in scaled coordinates, F'dS F, packed by svec. With
// dZ_k = target_k - B_k x the conditions A(dZ - dZ') + dv/2 = -e and < G, dZ_k > = -< G, Z_k > are those of the least-squares problem
//
//	minimise   sum_k |B_k x - target_k|^2 + |dv + 2e|^2/2 - 2 g'x,
//
// g having < G, Z_k >, which is zero up to rounding, at the places of drho, drho'. Two ways lead to x:
//
//   - the normal equations, by Cholesky: cheap, the operator forms B'B without B. Their condition is the square of B's, and near the
//     optimum, where W has eigenvalues of any size, the I/2 drowns in the rounding of the rest.
//   - QR of the stacked [B_1; B_2; I/sqrt 2], careful: three to five times the work, and good to the last iteration.
type newton struct {
	n, p    int
	careful bool
	// system has order n + 2: the lower triangle of the normal equations, then its Cholesky factor.
	system        []float64
	matrix, other []float64 // scratch of order p
	// qr is made when it is first needed; tall is a vector of its rows.
	qr   *dense.QR
	tall []float64
}

func newNewton(n, p int) newton {
	matrix := func() []float64 { return make([]float64, p*p) }
	return newton{n: n, p: p, system: make([]float64, (n+2)*(n+2)), matrix: matrix(), other: matrix()}
}

// factor prepares solve for the solver's current scaling.
func (w *newton) factor(s *Solver) bool {
	if w.careful {
		w.factorStack(s)
		return true
	}
	return w.factorNormal(s)
}

// solve writes x into s.step and the direction that follows from it into the cones.
func (w *newton) solve(s *Solver) {
	if w.careful {
		w.solveStack(s)
	} else {
		w.solveNormal(s)
	}
	s.op.AdjointTo(w.matrix, s.step[:w.n])
	for k, c := range s.cones {
		c.directSlack(w.matrix, s.step[w.n+k])
		if !w.careful {
			c.complement()
		}
		c.unscale(c.dz, c.dzs)
	}
}

// factorNormal forms B'B + diag(I/2, 0): in dv the Gram matrix < A_i, W A_j W > of both cones; in drho the border -+A(WGW), with
// < G, WGW > = |F'GF|^2 on its diagonal.
func (w *newton) factorNormal(s *Solver) bool {
	n, order := w.n, w.n+2
	clear(w.system)
	for k, c := range s.cones {
		s.op.AddGram(w.system, order, c.f)
		w.scaledBalance(c)
		row := w.system[(n+k)*order:]
		row[n+k] = dense.Dot(w.other, w.other)
		c.unscale(w.matrix, w.other)
		s.op.ApplyTo(row[:n], w.matrix)
		for i := range n {
			row[i] *= -c.sign
		}
	}
	for i := range n {
		w.system[i*order+i] += 0.5
	}
	return dense.Cholesky(w.system, order)
}

// scaledBalance writes F'GF into w.other.
func (w *newton) scaledBalance(c *cone) {
	clear(w.matrix)
	addBalance(w.matrix, w.p, 1)
	c.congruence(w.other, c.f, w.matrix)
}

// solveNormal solves with the right side -e - A(T - T'), < G, Z_k + T_k >, where T = F target F'.
func (w *newton) solveNormal(s *Solver) {
	n, x := w.n, s.step
	clear(w.matrix)
	for k, c := range s.cones {
		c.unscale(w.other, c.target)
		x[n+k] = c.balance() + balance(w.other, w.p)
		dense.Axpy(c.sign, w.other, w.matrix)
	}
	s.op.ApplyTo(x[:n], w.matrix)
	for i := range n {
		x[i] = -s.residual[i] - x[i]
	}
	dense.CholeskySolve(w.system, n+2, x)
}

// factorStack factorises [B_1; B_2; I/sqrt 2].
func (w *newton) factorStack(s *Solver) {
	n, q := w.n, w.p*(w.p+1)/2
	if w.qr == nil {
		w.qr, w.tall = dense.NewQR(2*q+n, n+2), make([]float64, 2*q+n)
	}
	for i := range n {
		column := w.qr.Column(i)
		clear(column)
		for k, c := range s.cones {
			part := column[k*q : (k+1)*q]
			s.op.MoveTo(part, i, c.f)
			for j := range part {
				part[j] *= -c.sign
			}
		}
		column[2*q+i] = math.Sqrt(0.5)
	}
	for k, c := range s.cones {
		column := w.qr.Column(n + k)
		clear(column)
		w.scaledBalance(c)
		lift.PackTo(column[k*q:(k+1)*q], w.other, w.p)
	}
	w.qr.Factorize()
}

// solveStack solves the least-squares problem with the right side b = [target_1; target_2; -sqrt 2 e], and writes both x and the scaled
// dZ_k = target_k - B_k x. The latter is taken from the residual b - J x = Q [-R^-T g; what Q'b has below], not from x: |B| may be 1e10,
// and then a product B x, accurate to |B| |x|, would put rounding errors of size |B|^2 |x| into A(dZ). For the same reason dv is what the
// last rows of the residual say.
func (w *newton) solveStack(s *Solver) {
	n, q, x := w.n, w.p*(w.p+1)/2, s.step
	for k, c := range s.cones {
		lift.PackTo(w.tall[k*q:(k+1)*q], c.target, w.p)
		x[n+k] = c.balance()
	}
	for i, e := range s.residual {
		w.tall[2*q+i] = -math.Sqrt2 * e
		x[i] = 0
	}
	w.qr.RotateTo(w.tall)
	w.qr.SolveRT(x)
	for i, t := range w.tall[:n+2] {
		w.tall[i], x[i] = -x[i], x[i]+t
	}
	w.qr.SolveR(x)
	w.qr.RotateFrom(w.tall)
	for k, c := range s.cones {
		lift.UnpackTo(c.dzs, w.tall[k*q:(k+1)*q], w.p)
	}
	for i, e := range s.residual {
		x[i] = -math.Sqrt2*w.tall[2*q+i] - 2*e
	}
}
