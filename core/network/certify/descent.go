package certify

import (
	"math"

	"conelab/core/numeric/sdp"
)

// descent takes a run with a smooth loss down to its beta in stages. Where beta is far below the largest beta worth a neuron, Newton's
// quadratic model of the loss is good only near the optimum, and a start from the middle may need hundreds of iterations or not arrive; the
// optimum of a beta a few times larger is near enough.
type descent struct {
	factor       float64 // the ratio of the betas of two stages
	stages, left int
	from         sdp.Point
}

const (
	// descentFrom is the ratio of the largest beta worth a neuron to beta above which the first run goes in stages. Later runs always do.
	descentFrom = 1e3
	// firstStage is about that ratio at the first stage.
	firstStage = 4
	// quickFactor is the ratio of the betas of two stages of the first run. On the paper's shapes, factors of 2, 4 and 32 cost from no
	// more to a third more iterations. One of these, softmax with quadratic activation at n = 500, arrives only with slowFactor.
	quickFactor, slowFactor = 8, 2
)

// none plans a run without stages.
func (d *descent) none() { d.factor, d.stages, d.left = 1, 0, 0 }

// plan says in how many stages the run goes whose beta is the largest beta worth a neuron over ratio.
func (d *descent) plan(ratio float64, effort sdp.Effort) {
	d.factor = slowFactor
	if effort == sdp.NormalEquations {
		d.factor = quickFactor
	}
	d.stages = max(0, int(math.Ceil(math.Log(ratio/firstStage)/math.Log(d.factor))))
	d.left = d.stages
}

// scale returns what to multiply beta with at the current stage.
func (d *descent) scale() float64 { return math.Pow(d.factor, float64(d.left)) }

// next goes on from the solver's iterate with the next smaller beta.
func (d *descent) next(s *sdp.Solver, problem *sdp.Problem, beta float64, effort sdp.Effort) {
	s.MarkTo(&d.from)
	d.left--
	problem.Beta = beta * d.scale()
	s.Reset(problem, effort)
	s.ResumeFrom(&d.from)
}
