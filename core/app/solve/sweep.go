package solve

import (
	"cmp"
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
	// pathCount is the number of values of a path, sweepCount that of a sweep before refinement, and refinements the largest
	// number of values added where the number of neurons changes.
	pathCount, sweepCount, refinements = 12, 33, 48
	// betaLow and betaHigh are the decimal logarithms of the ends of the axis of beta, which is that of the page's slider: with fewer
	// than a thousandth the network fits the examples as closely as it can.
	// coefficientEnd is the largest absolute value of a coefficient of the activation.
	betaLow, betaHigh, coefficientEnd = -3.0, 2.0, 2.0
	// finest is the distance of two values, as a fraction of the axis, below which no value is added between them.
	finest = 1.0 / 400
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
	queue    []float64       // positions to be computed at first
	ended    bool            // no position is left to compute
	refine   int             // number of positions that may still be added
	points   []point         // sorted by value
	task     *parallel.Task
}

// point is the optimum for one value of the variable.
type point struct {
	protocol.SweepPoint
	cost        float64
	failedAfter bool // nothing is added between this point and the next, where training failed
	train, test *loss.Score
}

// newSweep starts a sweep of a state at count values, to which up to refine may be added.
func newSweep(t *workspace.State, of protocol.Variable, count, refine int) *Sweep {
	s := &Sweep{variable: of, scorer: t.Scorer(), refine: refine, state: *t}
	s.problem = s.scorer.Problem
	s.kind = kind.Of(&s.problem)
	s.job, s.task = s.kind.NewTrainer(), parallel.NewTask(s.run)
	for k := count - 1; k >= 0; k-- {
		if place := float64(k) / float64(count-1); s.value(place) >= s.least() {
			s.queue = append(s.queue, place)
		}
	}
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

// run finds the optimum at the positions of the queue, and then between those where the number of neurons changes.
func (s *Sweep) run(ctx context.Context) {
	s.problem.Context = ctx
	for _, place := range s.queue {
		if !s.solve(place) {
			return
		}
	}
	for k := s.change(); k >= 0 && s.refine > 0; k = s.change() {
		s.refine--
		if !s.solve((s.place(s.points[k].Value) + s.place(s.points[k+1].Value)) / 2) {
			return
		}
	}
	s.ended = true
}

// solve finds the optimum for the value at a position, and reports whether it could. Solves along beta share what
// depends only on the points, and each starts from the one before.
func (s *Sweep) solve(place float64) bool {
	*s.state.Variable(s.variable) = s.value(place)
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
	s.take(s.job.Result())
	return true
}

// take inserts the optimum for the newest value among the others.
func (s *Sweep) take(r *certify.Result) {
	value := *s.state.Variable(s.variable)
	at, _ := slices.BinarySearchFunc(s.points, value, func(q point, v float64) int { return cmp.Compare(q.Value, v) })
	if r.Status == certify.Failed || s.kind.CertifiesProgress && r.Status != certify.Optimal { // it would say little of the optimum
		if at > 0 {
			s.points[at-1].failedAfter = true
		}
		return
	}
	next := point{cost: protocol.Finite(r.Objective)}
	next.train, next.test = s.scorer.Scores(&s.problem, r.Neurons)
	next.SweepPoint = protocol.SweepPoint{Value: value, Neurons: len(r.Neurons), Train: number(next.train), Test: number(next.test)}
	s.points = slices.Insert(s.points, at, next)
}

// change returns the position of the widest interval between two neighbouring values that are not close and between which the
// number of neurons changes, or -1.
func (s *Sweep) change() int {
	widest, at := finest, -1
	for k := range len(s.points) - 1 {
		p, q := &s.points[k], &s.points[k+1]
		if width := s.place(q.Value) - s.place(p.Value); !p.failedAfter && p.Neurons != q.Neurons && width > widest {
			widest, at = width, k
		}
	}
	return at
}

// pagePath returns the points of a path, the largest beta first.
func (s *Sweep) pagePath() []protocol.PagePath {
	var out []protocol.PagePath
	for k := len(s.points) - 1; k >= 0; k-- {
		p := &s.points[k]
		out = append(out, protocol.PagePath{Beta: p.Value, Place: s.place(p.Value), Neurons: p.Neurons, Cost: p.cost, Train: p.train,
			Test: p.test})
	}
	return out
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

// SweepTo writes the picture of the sweep of a state.
func (j *Jobs) SweepTo(dst *protocol.Sweep, t *workspace.State) {
	points := dst.Points[:0]
	*dst = protocol.Sweep{Points: points}
	if j.sweep == nil {
		return
	}
	s := j.sweep
	dst.Variable, dst.Now, dst.Low, dst.High = s.variable, *t.Variable(s.variable), s.least(), s.value(1)
	dst.Classes, dst.Tested = s.classes(), len(s.scorer.Test.Y) > 0
	for k := range s.points {
		dst.Points = append(dst.Points, s.points[k].SweepPoint)
	}
}

// SweepCaption describes the sweep: by its ends, and by the value that is best on the points held out, if there are any.
func (j *Jobs) SweepCaption() string {
	s := j.sweep
	if s == nil || len(s.points) == 0 {
		return "not worked out yet."
	}
	low, high := &s.points[0], &s.points[len(s.points)-1]
	text := messages.Fill("{neuron} at {=} = {}, {} at {}.", low.Neurons, variableNames[s.variable], low.Value, high.Neurons, high.Value)
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
