package certify

import (
	"math"

	"conelab/core/network/neural"
)

// BetaMax returns the beta from which on the network without neurons is optimal; below it the optimal network has neurons. The
// Beta of p plays no part.
//
// The empty network is optimal exactly if a dual vector v in minus the subdifferential of the loss at zero is feasible (the paper's
// section 3): if |g(u)| = |sum_i v_i sigma(x_ik'u)| <= beta on the sphere for every block k and output. So this is the peak of |g|,
// which is one eigenvalue problem and one secular equation for each block. It is the smallest such number for all losses but one: l1 has
// a kink at the labels that are zero, where v_i may be anything in [-1, 1] and is taken to be 0; there a smaller beta may do.
//
// It is NaN for a problem without valid data. The patches of pools are summed up for p: see Problem.Lift.
func BetaMax(p *Problem) float64 {
	if p.validateData() != nil {
		return math.NaN()
	}
	p.Lift()
	samples := p.operator()
	prover, n := neural.NewProver(samples), samples.Len()
	outputs, parts := p.coupled()
	empty := neural.Certificate{Dual: make([]float64, outputs*n)}
	peak := 0.0
	for at := range parts {
		emptyDual(empty.Dual, p.Y[at*outputs*n:(at+1)*outputs*n], n, p.Loss)
		prover.PeakTo(&empty)
		peak = math.Max(peak, empty.Peak)
	}
	return peak
}
