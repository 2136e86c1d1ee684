package certify

import "conelab/core/numeric/sdp"

// warmFrom is the relative gap below which an iterate is kept for the next beta. An optimum would be on the boundary, where an
// interior-point method cannot start. On paths of 50 betas, of the values from 1 to 1e-3 a hundredth was best or near it: it saved a fifth
// to two fifths of the iterations.
const warmFrom = 1e-2

// mark keeps the current part's first iterate below warmFrom.
func (j *Job) mark(gap float64) {
	for len(j.warm) < j.parts {
		j.warm = append(j.warm, sdp.Point{})
	}
	if gap < warmFrom && !j.marked {
		j.marked = true
		j.solver.MarkTo(&j.warm[j.current])
	}
}

// resume starts the current part's run, if it is its first, from what was kept for the beta before.
func (j *Job) resume() {
	j.marked = false
	if j.warmed() {
		j.solver.ResumeFrom(&j.warm[j.current])
	}
}

// warmed reports whether the current part's run starts from what was kept.
func (j *Job) warmed() bool {
	return !j.subproblem.careful && j.current < len(j.warm) && j.warm[j.current].Kept()
}

// discardWarm discards the warm starts.
func (j *Job) discardWarm() {
	for k := range j.warm {
		j.warm[k].Clear()
	}
}
