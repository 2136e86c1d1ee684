package solve

import (
	"math"

	"conelab/core/sdp"
)

// descent takes a run with a smooth loss down to its beta in stages. Where beta is far below the price of the first neuron, Newton's
// quadratic model of the loss is good only near the optimum, and a start from the middle may need hundreds of iterations or not arrive; the
// optimum of a beta a few times larger is near enough.
type descent struct {
	stages, left int
	from         sdp.Point
}

const (
	// descentFrom is the ratio of the price of the first neuron to beta above which the first run goes in stages. Later runs always do.
	descentFrom = 1e3
	// firstStage is about that ratio at the first stage, stageFactor the ratio of the betas of two stages. Factors of 2, 4 and 32 cost
	// from no more to a third more iterations on the paper's shapes.
	firstStage, stageFactor = 4, 8
)

// plan says in how many stages the run goes whose beta is peak / ratio.
func (d *descent) plan(ratio float64) {
	d.stages = max(0, int(math.Ceil(math.Log(ratio/firstStage)/math.Log(stageFactor))))
	d.left = d.stages
}

// scale returns what to multiply beta with at the current stage.
func (d *descent) scale() float64 { return math.Pow(stageFactor, float64(d.left)) }

// next goes on from the solver's iterate with the next smaller beta.
func (d *descent) next(s *sdp.Solver, problem *sdp.Problem, beta float64, effort sdp.Effort) {
	s.MarkTo(&d.from)
	d.left--
	problem.Beta = beta * d.scale()
	s.Reset(problem, effort)
	s.ResumeFrom(&d.from)
}
