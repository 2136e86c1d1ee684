package geometry

import (
	"math"

	"conelab/core/dense"
	"conelab/core/lift"
)

// factorise sets the inverses of the slacks.
func (n *interior) factorise() bool {
	p := n.p
	for _, s := range n.side {
		copy(s.factor, s.slack)
		if !dense.Cholesky(s.factor, p) {
			return false
		}
		clear(s.inverse)
		for i := range p {
			s.inverse[i*p+i] = 1
			dense.CholeskySolve(s.factor, p, s.inverse[i*p:(i+1)*p])
		}
	}
	return true
}

// build sets the kernels K: X -> sym(Z X P^-1) and factorises the system of (dS, drho, dlambda): with K, K' of the two sides and T, T'
// what dZ, dZ' would be at rest, dZ = T - K dP, dP = drho E + dlambda G - dS, the linear equations become
//
//	(K + K' + delta) dS - (K - K')(drho E + dlambda G) = R - T + T'        [+ ds A]
//	-< F, (K - K') dS > + < F, (K + K')(drho E + dlambda G) > = < F, T + T' > - r_F,   F = E, G.
func (n *interior) build() {
	q := n.q
	order := q + 2
	for _, s := range n.side {
		s.fill(n.p)
	}
	a, b := n.side[0].kernel, n.side[1].kernel
	bottom := [2][]float64{n.e, n.g}
	for i := range q {
		row := n.system[i*order : (i+1)*order]
		for j := range i + 1 {
			row[j] = a[i*q+j] + b[i*q+j]
			// |S|^2 without its part along G, |G|^2 = p.
			row[j] -= n.delta() * n.g[i] * n.g[j] / float64(n.p)
		}
		row[i] += n.delta()
	}
	for k, f := range bottom {
		row := n.system[(q+k)*order : (q+k+1)*order]
		for i := range q {
			row[i] = dense.Dot(b[i*q:(i+1)*q], f) - dense.Dot(a[i*q:(i+1)*q], f)
		}
		for l := range k + 1 {
			sum := 0.0
			for i := range q {
				sum += bottom[l][i] * (dense.Dot(a[i*q:(i+1)*q], f) + dense.Dot(b[i*q:(i+1)*q], f))
			}
			row[q+l] = sum
		}
	}
	// A ridge at rounding level keeps the factorisation alive when the kernels are nearly singular.
	for i := range order {
		n.system[i*order+i] *= 1 + 1e-15
	}
}

// fill sets the kernel: for the orthonormal symmetric basis E_ij of svec, with c_ij = 1 off and 1/sqrt 2 on the diagonal,
//
//	< E_ij, sym(A E_kl B) > = c_ij c_kl (A_ik B_jl + A_jl B_ik + A_il B_jk + A_jk B_il) / 2.
func (s *side) fill(p int) {
	a, b := s.multiplier, s.inverse
	q := p * (p + 1) / 2
	row := 0
	for i := range p {
		for j := range i + 1 {
			col := 0
			for k := range p {
				for l := range k + 1 {
					v := (a[i*p+k]*b[j*p+l] + a[j*p+l]*b[i*p+k] + a[i*p+l]*b[j*p+k] + a[j*p+k]*b[i*p+l]) / 2
					if i == j {
						v *= math.Sqrt2 / 2
					}
					if k == l {
						v *= math.Sqrt2 / 2
					}
					s.kernel[row*q+col] = v
					col++
				}
			}
			row++
		}
	}
}

// targets sets T = tau P^-1 - Z, less the second-order term sym(dZ dP P^-1) of the last direction.
func (n *interior) targets(tau float64, corrector bool) {
	p := n.p
	x, y := make([]float64, p*p), make([]float64, p*p)
	for _, s := range n.side {
		for i := range x {
			x[i] = tau*s.inverse[i] - s.multiplier[i]
		}
		if corrector {
			dense.MulNN(y, s.dMult, s.dSlack, p, p, p)
			second := make([]float64, p*p)
			dense.MulNN(second, y, s.inverse, p, p, p)
			for i := range p {
				for j := range p {
					x[i*p+j] -= (second[i*p+j] + second[j*p+i]) / 2
				}
			}
		}
		lift.PackTo(s.target, x, p)
	}
	if !corrector { // the same matrix serves both solves
		n.factor()
	}
}

// factor replaces the system by its Cholesky factor; a failed one shows in the direction.
func (n *interior) factor() {
	if !dense.Cholesky(n.system, n.q+2) {
		n.system[0] = math.NaN()
	}
}

// direction solves for the step of everything. It reports false when the system could not be factorised.
func (n *interior) direction() bool {
	q := n.q
	right := make([]float64, q+2)
	n.residual(right)
	for i := range q {
		right[i] += n.side[1].target[i] - n.side[0].target[i]
	}
	for k, f := range [2][]float64{n.e, n.g} {
		right[q+k] += dense.Dot(f, n.side[0].target) + dense.Dot(f, n.side[1].target)
	}
	dense.CholeskySolve(n.system, q+2, right)
	ds := 0.0
	if n.way != nil {
		toward := make([]float64, q+2)
		lift.PackTo(toward, n.way, n.p)
		a := append([]float64(nil), toward[:q]...)
		dense.CholeskySolve(n.system, q+2, toward)
		ds = (1 - dense.Dot(n.s, n.way) - dense.Dot(a, right[:q])) / dense.Dot(a, toward[:q])
		dense.Axpy(ds, toward, right)
	}
	n.spread(right, ds)
	return !math.IsNaN(right[0]) && !math.IsNaN(ds)
}

// residual writes R = C + s A - delta S - (Z - Z'), and -(t - < E, Z + Z' >), < G, Z + Z' >.
func (n *interior) residual(right []float64) {
	p := n.p
	x := minus(n.c, minus(n.side[0].multiplier, n.side[1].multiplier))
	if n.way != nil {
		dense.Axpy(n.step, n.way, x)
	} else {
		dense.Axpy(-1, balanced(n.s, p), x)
	}
	lift.PackTo(right, x, p)
	total := ray(n.side[0].multiplier, 1, n.side[1].multiplier)
	right[n.q] = total[p*p-1] - n.t
	right[n.q+1] = traceForm(total, p)
}

// spread turns the solution of the system into the directions of the slacks and multipliers, and keeps that of S, rho, lambda and s in
// next.
func (n *interior) spread(x []float64, ds float64) {
	p, q := n.p, n.q
	packed, work := make([]float64, q), make([]float64, q)
	for _, s := range n.side {
		for i := range q {
			packed[i] = x[q]*n.e[i] + x[q+1]*n.g[i] + s.sign*x[i]
		}
		lift.UnpackTo(s.dSlack, packed, p)
		for i := range q {
			work[i] = s.target[i] - dense.Dot(s.kernel[i*q:(i+1)*q], packed)
		}
		lift.UnpackTo(s.dMult, work, p)
	}
	n.next = append(append(n.next[:0], x...), ds)
}

// move takes a step along the last direction.
func (n *interior) move(length float64) {
	p, q := n.p, n.q
	ds := make([]float64, p*p)
	lift.UnpackTo(ds, n.next[:q], p)
	dense.Axpy(length, ds, n.s)
	n.rho += length * n.next[q]
	n.lower += length * n.next[q+1]
	n.step += length * n.next[q+2]
	n.refresh()
	for _, s := range n.side {
		dense.Axpy(length, s.dMult, s.multiplier)
	}
}
