package kind

import (
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/loss"
)

// Tester scores networks on one set.
type Tester struct {
	n       int
	points  PointEvaluator
	y, fit  []float64
	loss    loss.Loss
	classes loss.Labels
}

// NewTester returns a tester for the set, with the architecture, the activation and the loss of p and labels read as classes, or nil for an
// empty set.
func NewTester(p *certify.Problem, s *certify.Set, classes loss.Labels) *Tester {
	if s == nil || len(s.Y) == 0 {
		return nil
	}
	n, q := len(s.Y)/max(1, p.Outputs), *p
	q.X, q.Y, q.Sums = s.X, s.Y, nil
	if loss.LabelsOf(s.Y, n) == loss.Numbers {
		classes = loss.Numbers
	}
	return &Tester{n: n, points: Of(p).Evaluator(&q), y: s.Y, fit: make([]float64, len(s.Y)), loss: p.Loss, classes: classes}
}

// Score runs the network on the set.
func (t *Tester) Score(neurons []neural.Neuron) *loss.Score {
	t.points.PredictTo(t.fit, neurons)
	return neural.Score(t.fit, t.y, t.n, t.loss, t.classes)
}

// Train scores a network on what p trains on: see Test.
func Train(p *certify.Problem, neurons []neural.Neuron, classes loss.Labels) *loss.Score {
	if p.Sums != nil {
		return p.Sums.Score(neurons)
	}
	return Test(p, &certify.Set{X: p.X, Y: p.Y}, neurons, classes)
}

// Test scores a network on a set, with the architecture, the activation and the loss of p, and with labels read as classes. It returns nil
// for an empty set.
func Test(p *certify.Problem, s *certify.Set, neurons []neural.Neuron, classes loss.Labels) *loss.Score {
	t := NewTester(p, s, classes)
	if t == nil {
		return nil
	}
	return t.Score(neurons)
}
