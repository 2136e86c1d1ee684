package neural

import "conelab/core/numeric/loss"

// ScaledBound returns the lower bound that a dual vector in the domain of the conjugate proves when it is scaled to be feasible, given the
// peak of its |g| over the sphere, and the scale. It is the last part of Prover.BoundTo, for those who have the peak.
func ScaledBound(dual, y []float64, n int, peak, beta float64, kind loss.Loss) (lower, scale float64) {
	c := Certificate{Dual: dual, Peak: peak, Scale: 1}
	if peak > beta {
		c.Scale = beta / peak
	}
	c.conclude(y, n, kind)
	return c.Lower, c.Scale
}
