package solve

import (
	"context"
	"math"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

const (
	// pathCount is the number of values of a path, sweepCount that of a sweep.
	pathCount, sweepCount = 12, 81
	// betaLow and betaHigh are the decimal logarithms of the ends of the axis of beta, which is that of the page's slider: below a
	// thousandth the network fits the examples as closely as it can.
	// coefficientEnd is the largest absolute value of a coefficient of the activation.
	betaLow, betaHigh, coefficientEnd = -3.0, 2.0, 2.0
)

// variableNames holds the names of the variables in intents.
var variableNames = [...]string{protocol.Beta: "beta", protocol.CoefficientA: "a", protocol.CoefficientB: "b", protocol.CoefficientC: "c"}

// Sweep finds the optimum of a state along one variable (the paper's section 9, on the regularisation and on the coefficients).
// Positions on the axis of the variable run from 0 to 1.
type Sweep struct {
	variable protocol.Variable
	scorer   *workspace.Scorer
	state    workspace.State // with the newest value
	problem  certify.Problem // of that state
	kind     *kind.Kind      // of its network
	job      kind.Trainer    // solves it
	count    int             // of values
	ended    bool            // no value is left to compute
	points   []point         // the certified optima, the largest value first
	leftOut  int             // values whose optimum was not certified
	task     *parallel.Task
}

// point is the optimum for one value of the variable.
type point struct {
	protocol.SweepPoint
	cost        float64
	train, test *loss.Score
}

// newSweep starts a sweep of a state at count values.
func newSweep(t *workspace.State, of protocol.Variable, count int) *Sweep {
	s := &Sweep{variable: of, scorer: t.Scorer(), count: count, state: *t}
	s.problem = s.scorer.Problem
	s.kind = kind.Of(&s.problem)
	s.job, s.task = s.kind.NewTrainer(), parallel.NewTask(s.run)
	return s
}

// least returns the value at which the sweep begins.
func (s *Sweep) least() float64 {
	if s.variable == protocol.Beta {
		return max(s.value(0), s.kind.SmallestBeta)
	}
	return s.value(0)
}

// value returns the value at a position on the axis; place is its inverse.
func (s *Sweep) value(place float64) float64 {
	if s.variable == protocol.Beta {
		return math.Pow(10, betaLow+(betaHigh-betaLow)*place)
	}
	return coefficientEnd * (2*place - 1)
}

func (s *Sweep) place(value float64) float64 {
	if s.variable == protocol.Beta {
		return (math.Log10(value) - betaLow) / (betaHigh - betaLow)
	}
	return (value/coefficientEnd + 1) / 2
}

// run finds the optima, from the largest value down.
func (s *Sweep) run(ctx context.Context) {
	s.problem.Context = ctx
	for k := s.count - 1; k >= 0; k-- {
		if value := s.value(float64(k) / float64(s.count-1)); value >= s.least() && !s.solve(value) {
			return
		}
	}
	s.ended = true
}

// solve finds the optimum for a value, and reports whether it could. Solves along beta share what depends only on the points, and each
// starts from the one before.
func (s *Sweep) solve(value float64) bool {
	*s.state.Variable(s.variable) = value
	s.problem.Beta = s.state.Beta
	if s.variable != protocol.Beta {
		s.problem.Sigma = s.state.Sigma
	}
	if s.variable == protocol.Beta && len(s.points) > 0 {
		s.job.Restart(s.problem.Beta)
	} else {
		s.job.Solve(s.problem)
	}
	if s.problem.Canceled() {
		return false
	}
	s.take(value, s.job.Result())
	return true
}

// take adds the optimum for the newest value, unless it is not certified.
func (s *Sweep) take(value float64, r *certify.Result) {
	if r.Status != certify.Optimal { // it would say little of the optimum
		s.leftOut++
		return
	}
	next := point{cost: protocol.Finite(r.Objective)}
	next.train, next.test = s.scorer.Scores(&s.problem, r.Neurons)
	next.SweepPoint = protocol.SweepPoint{Value: value, Neurons: len(r.Neurons), Train: number(next.train), Test: number(next.test)}
	s.points = append(s.points, next)
}

// pagePath returns the points of a path, the largest beta first; nil before the first one is known.
func (s *Sweep) pagePath() (out []protocol.PagePath) {
	if s.ended {
		out = []protocol.PagePath{}
	}
	for k := range s.points {
		p := &s.points[k]
		out = append(out, protocol.PagePath{Beta: p.Value, Place: s.place(p.Value), Neurons: p.Neurons, Cost: p.cost, Train: p.train,
			Test: p.test})
	}
	return out
}

// missing says why there is nothing to see, or returns "".
func (s *Sweep) missing() string {
	switch {
	case len(s.points) > 0:
		return ""
	case s.ended:
		return "At none of its values was a network certified."
	}
	return "It is being computed."
}

// classes reports whether the scores are accuracies; otherwise they are losses per point.
func (s *Sweep) classes() bool { return s.scorer.Classes != loss.Numbers }

// number returns a score as one number: the accuracy if labels are classes, otherwise the loss per point.
func number(score *loss.Score) float64 {
	switch {
	case score == nil:
		return 0
	case score.Accuracy != nil:
		return *score.Accuracy
	}
	return score.Loss
}

// SweepPicture returns the picture of the sweep of a state.
func (j *Jobs) SweepPicture(t *workspace.State) (dst protocol.Sweep) {
	s := j.sweep
	if s == nil {
		return dst
	}
	dst = protocol.Sweep{Variable: s.variable, Now: *t.Variable(s.variable), Low: s.least(), High: s.value(1), Classes: s.classes(),
		Tested: len(s.scorer.Test.Y) > 0}
	for _, p := range slices.Backward(s.points) {
		dst.Points = append(dst.Points, p.SweepPoint)
	}
	return dst
}

// SweepCaption describes the sweep: by its ends, and by the value that is best on the points held out, if there are any.
func (j *Jobs) SweepCaption() string {
	s := j.sweep
	if s == nil {
		return "not worked out yet."
	}
	if none := s.missing(); none != "" {
		return none
	}
	high, low := &s.points[0], &s.points[len(s.points)-1]
	text := messages.Fill("{neuron} at {=} = {}, {} at {}.", low.Neurons, variableNames[s.variable], low.Value, high.Neurons, high.Value)
	if s.leftOut > 0 {
		text += messages.Fill(" Left out, since no network was certified there: {value}.", s.leftOut)
	}
	if len(s.scorer.Test.Y) == 0 {
		return text
	}
	best := low
	for k := range s.points {
		if p := &s.points[k]; s.classes() && p.Test > best.Test || !s.classes() && p.Test < best.Test {
			best = p
		}
	}
	return messages.Fill("{=} On the points held out it does best at {}.", text, best.Value)
}
