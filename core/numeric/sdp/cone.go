package sdp

import (
	"context"
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// cone is one of the matrix variables Z or Z' with its slack and the workspace of its scaling. All matrices have order p.
type cone struct {
	ctx context.Context
	p   int
	// sign is +1 for a Z, which enters ŷ with a plus sign, and -1 for a Z'; block and output say which Z it is.
	sign          float64
	block, output int
	// hasTrace says that there is a trace condition, with multiplier rho, and that E = e_p e_p'; otherwise E = I.
	hasTrace bool
	z, s     []float64
	rho      float64
	// infeasibility is the dual infeasibility: S has the extra term infeasibility I if the starting point is outside the dual
	// feasible set. A step of length alpha multiplies it by 1 - alpha.
	infeasibility float64

	f, ft  []float64 // the scaling F, W = F F', and its transpose
	lambda []float64 // the scaled point: F^-1 Z F^-T = F'SF = diag(lambda)
	// The direction: dz in the original coordinates, dzs and dss in scaled ones.
	dz, dzs, dss []float64
	// target is the right-hand side of dzs + dss = target; right is target + infeasibility F'F, the right-hand side of dzs + B x.
	target, right []float64

	a, b, values []float64 // scratch
	eigen        *dense.Eigen
}

func newCone(p, block, output int, sign float64, hasTrace bool) *cone {
	matrix := func() []float64 { return make([]float64, p*p) }
	return &cone{
		p: p, sign: sign, block: block, output: output, hasTrace: hasTrace, z: matrix(), s: matrix(), f: matrix(), ft: matrix(),
		lambda: make([]float64, p), dz: matrix(), dzs: matrix(), dss: matrix(),
		target: matrix(), right: matrix(), a: matrix(), b: matrix(), values: make([]float64, p), eigen: dense.NewEigen(p),
	}
}

// start sets Z = tau diag(1,...,1,d), with S = rho diag(1,...,1,beta/rho-1), or, without a trace condition, Z = tau I with S = beta I.
func (c *cone) start(ctx context.Context, tau, rho, infeasibility float64) {
	c.ctx, c.infeasibility = ctx, infeasibility
	clear(c.z)
	for i := range c.p {
		c.z[i*c.p+i] = tau
	}
	c.rho = 0
	if c.hasTrace {
		c.z[c.p*c.p-1] = tau * float64(c.p-1)
		c.rho = rho
	}
}

// setSlack writes S = beta E - sign A*v + rho G + infeasibility I, given A*v.
func (c *cone) setSlack(adjoint []float64, beta float64) {
	for i, v := range adjoint {
		c.s[i] = -c.sign * v
	}
	for i := range c.p {
		c.s[i*c.p+i] += c.infeasibility
	}
	if c.hasTrace {
		addG(c.s, c.p, c.rho)
		c.s[c.p*c.p-1] += beta
		return
	}
	for i := range c.p {
		c.s[i*c.p+i] += beta
	}
}

// scale computes the Nesterov-Todd scaling from Z = L L' and L'SL = U diag(w) U': F = L U diag(w)^-1/4 and lambda = w^1/2. On the central
// path w is constant, so this is well conditioned however close Z and S are to the boundary. It reports false if rounding has pushed Z or S
// across the boundary, or if it is canceled.
func (c *cone) scale() bool {
	p, l := c.p, c.dzs
	copy(l, c.z)
	if !dense.Cholesky(c.ctx, l, p) {
		return false
	}
	for i := range p {
		clear(l[i*p+i+1 : (i+1)*p])
	}
	dense.Transpose(c.ft, l, p)
	c.congruence(c.b, c.ft, c.s)
	if !c.eigen.Decompose(c.ctx, c.b, c.values) || !(c.values[0] > 0) {
		return false
	}
	dense.MulNT(c.f, l, c.b, p, p, p)
	for j, w := range c.values {
		c.lambda[j] = math.Sqrt(w)
		root := 1 / math.Sqrt(c.lambda[j])
		for i := range p {
			c.f[i*p+j] *= root
		}
	}
	dense.Transpose(c.ft, c.f, p)
	return true
}

// congruence writes B A B' into dst for the symmetric a; the result is symmetric to the last bit. dst must not be c.a.
func (c *cone) congruence(dst, b, a []float64) {
	dense.MulNT(c.a, b, a, c.p, c.p, c.p)
	dense.SymmetricNT(dst, c.a, b, c.p, c.p)
}

// setPredictor sets the predictor's target, -lambda.
func (c *cone) setPredictor() {
	clear(c.target)
	for i, l := range c.lambda {
		c.target[i*c.p+i] = -l
	}
	c.shift()
}

// setCorrector sets the corrector's target, lambda \ (level I - lambda^2 - dZ o dS), from the predictor's direction.
func (c *cone) setCorrector(level float64) {
	p := c.p
	dense.MulNN(c.a, c.dzs, c.dss, p, p, p)
	for i, li := range c.lambda {
		for j := range i + 1 {
			v := -(c.a[i*p+j] + c.a[j*p+i]) / 2
			if i == j {
				v += level - li*li
			}
			v *= 2 / (li + c.lambda[j])
			c.target[i*p+j], c.target[j*p+i] = v, v
		}
	}
	c.shift()
}

// shift computes right from target.
func (c *cone) shift() {
	copy(c.right, c.target)
	if c.infeasibility > 0 {
		dense.MulNT(c.a, c.ft, c.ft, c.p, c.p, c.p)
		dense.Axpy(c.infeasibility, c.a, c.right)
	}
}

// directSlack writes the scaled dS = -sign dA + drho G - infeasibility I, given dA = A*dv.
func (c *cone) directSlack(adjoint []float64, drho float64) {
	for i, v := range adjoint {
		c.b[i] = -c.sign * v
	}
	for i := range c.p {
		c.b[i*c.p+i] -= c.infeasibility
	}
	if c.hasTrace {
		addG(c.b, c.p, drho)
	}
	c.congruence(c.dss, c.ft, c.b)
}

// complement writes the scaled dZ = target - dS.
func (c *cone) complement() {
	for i, v := range c.target {
		c.dzs[i] = v - c.dss[i]
	}
}

// maxStep returns the largest step length for which both Z and S stay psd: 1 / max(0, -least eigenvalue of lambda^-1/2 dX lambda^-1/2).
func (c *cone) maxStep() float64 {
	return 1 / max(1e-30, -c.leastRelative(c.dss), -c.leastRelative(c.dzs))
}

// maxAffineStep is maxStep for the affine direction, where dS = -lambda - dZ has the eigenvalues of dZ mirrored at -1/2. It leaves the
// eigenvalues for dZ in values.
func (c *cone) maxAffineStep() float64 {
	least := c.leastRelative(c.dzs)
	return 1 / max(1e-30, -least, 1+c.values[c.p-1])
}

// leastRelative returns the least eigenvalue of lambda^-1/2 dX lambda^-1/2.
func (c *cone) leastRelative(dx []float64) float64 {
	for i, li := range c.lambda {
		for j, lj := range c.lambda {
			c.b[i*c.p+j] = dx[i*c.p+j] / math.Sqrt(li*lj)
		}
	}
	if !c.eigen.Values(c.ctx, c.b, c.values) {
		return math.Inf(-1)
	}
	return c.values[0]
}

// product returns < Z, S >.
func (c *cone) product() float64 { return dense.Dot(c.z, c.s) }

// traceResidual returns < G, Z >, or 0 without a trace condition.
func (c *cone) traceResidual() float64 {
	if !c.hasTrace {
		return 0
	}
	return lift.TraceForm(c.z, c.p)
}

// Weight returns < E, Z >, the sum of the |alpha| of its neurons: Z_pp with a trace condition and tr Z without.
func Weight(z []float64, p int, hasTrace bool) float64 {
	if hasTrace {
		return z[p*p-1]
	}
	sum := 0.0
	for i := range p {
		sum += z[i*p+i]
	}
	return sum
}

// productAfter returns < Z, S > after a step of length alpha, computed in scaled coordinates.
func (c *cone) productAfter(alpha float64) float64 {
	sum := 0.0
	for i, l := range c.lambda {
		row := i * c.p
		for j := range c.lambda {
			z, s := alpha*c.dzs[row+j], alpha*c.dss[row+j]
			if i == j {
				z, s = z+l, s+l
			}
			sum += z * s
		}
	}
	return sum
}

// addG adds t G to a.
func addG(a []float64, p int, t float64) {
	for i := range p - 1 {
		a[i*p+i] += t
	}
	a[p*p-1] -= t
}

// RankEstimate is an iteration's estimate of the ranks of the optimal matrices.
//
// The rank is decided by strict complementarity, not by a threshold on eigenvalues. Along the affine direction, Z + dZ is the
// optimum to first order. In the coordinates in which Z is the identity and S a multiple of it, the eigenvalues of Z + dZ tend to
// one on the range of the optimal Z and to zero on the range of the optimal S, whatever the scales of either; a threshold of one
// half separates them. (These are the indicators of El-Bakry, Tapia and Zhang, SIAM Review 36 (1994), for matrices.)
type RankEstimate struct {
	// Ranks holds one rank for each matrix.
	Ranks []int
	// Uncertainty is the largest distance of one of these eigenvalues to the nearer of zero and one. It tends to zero with the gap, until
	// rounding in the Newton system increases it again.
	Uncertainty float64
}

// reset clears the estimate.
func (e *RankEstimate) reset(cones int) {
	if cap(e.Ranks) < cones {
		e.Ranks = make([]int, cones)
	}
	e.Ranks, e.Uncertainty = e.Ranks[:cones], 0
	clear(e.Ranks)
}

// add takes the eigenvalues of lambda^-1/2 dZ lambda^-1/2 of matrix j, which are those of Z + dZ minus one.
func (e *RankEstimate) add(j int, values []float64) {
	for _, v := range values {
		e.Uncertainty = math.Max(e.Uncertainty, math.Min(math.Abs(v), math.Abs(v+1)))
		if v > -0.5 {
			e.Ranks[j]++
		}
	}
}
