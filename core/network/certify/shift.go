package certify

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
)

// shiftGain is by how much a run with shifted labels is to make the gap smaller for another one to be worth it.
const shiftGain = 0.5

// runShifted starts another run with the raised beta, after one with it, and reports whether it did. Where the network for the labels y + s is optimal
// for the raised beta with the dual vector v = 2 (y + s - f), the vector 2 (y - f) is v - 2s; and that is v times beta over the raised one, and so
// feasible for beta, if s is (1 - beta / raised) v/2. The s of the vector before comes near to that: it is the proximal point method for the dual,
// each step of which is a problem whose beta doubles resolve beside the data.
func (a *part) runShifted(j *Job, before *proof) bool {
	p := &j.problem
	gap, was := RelativeGap(a.proof.objective, a.proof.certificate.Lower), RelativeGap(before.objective, before.certificate.Lower)
	if p.Loss != loss.Squared || a.shifted != nil && !(gap < shiftGain*was) {
		return false
	}
	raised := a.problem.Beta
	a.shifted = append(a.shifted[:0], a.y...)
	dense.Axpy((1-p.Beta/raised)/2, expand(j.rows, a.rest, a.best.dual), a.shifted)
	if a.problem.Y = a.shifted; j.rows != nil {
		j.rows.ReduceTo(a.target, a.rest, a.shifted)
		a.constant = dense.Dot(a.rest, a.rest)
		a.problem.Y = a.target
	}
	a.run(j, raised)
	return true
}
