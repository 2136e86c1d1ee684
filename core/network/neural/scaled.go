package neural

import "conelab/core/numeric/loss"

// ScaledBound returns the lower bound that a dual vector in the domain of the conjugate proves after it is scaled to be feasible, and the scale. peak
// is the largest |g| of the vector over the sphere. This is the last part of Prover.BoundTo, for callers that know the peak.
func ScaledBound(dual, y []float64, n int, peak, beta float64, kind loss.Loss) (lower, scale float64) {
	c := Certificate{Dual: dual, Peak: peak, Scale: 1}
	if peak > beta {
		c.Scale = beta / peak
	}
	c.conclude(y, n, kind)
	return c.Lower, c.Scale
}
