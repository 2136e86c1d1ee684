package path

import (
	"math"

	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/network/neural"
	"conelab/core/numeric/loss"
)

// Set is n labelled points: X is n by d, row-major, and Y has the labels output by output, as in certify.Problem.
type Set struct{ X, Y []float64 }

// Score scores the outputs fit on n points against the labels y, both output by output, which are read as given.
func Score(fit, y []float64, n int, of loss.Loss, labels loss.Labels) *loss.Score {
	s := &loss.Score{Points: n, Loss: neural.Loss(fit, y, n, of) / float64(n)}
	if !(s.Loss <= math.MaxFloat64) {
		s.Loss = math.MaxFloat64
	}
	if labels == loss.Numbers {
		rest, whole := errorsOf(fit, y, n)
		s.SetErrors(rest, whole, float64(len(y)))
		return s
	}
	right := 0
	for i := range n {
		if labels.Right(fit, y, i, n) {
			right++
		}
	}
	accuracy := float64(right) / float64(n)
	s.Accuracy = &accuracy
	return s
}

// errorsOf returns the sums of the squared errors of fit, and of the squared distances of the labels from the mean of their output.
func errorsOf(fit, y []float64, n int) (rest, whole float64) {
	for first := 0; first < len(y); first += n {
		mean := 0.0
		for i, v := range y[first : first+n] { // exact for constant labels
			mean += (v - mean) / float64(i+1)
		}
		for i := first; i < first+n; i++ {
			rest += (fit[i] - y[i]) * (fit[i] - y[i])
			whole += (y[i] - mean) * (y[i] - mean)
		}
	}
	return rest, whole
}

// tester scores networks on one set.
type tester struct {
	n       int
	points  kind.PointEvaluator
	y, fit  []float64
	loss    loss.Loss
	classes loss.Labels
}

// newTester returns a tester for the set, with the architecture, the activation and the loss of p and labels read as classes, or nil for an
// empty set.
func newTester(p *certify.Problem, s *Set, classes loss.Labels) *tester {
	if s == nil || len(s.Y) == 0 {
		return nil
	}
	n, q := len(s.Y)/max(1, p.Outputs), *p
	q.X, q.Y, q.Sums = s.X, s.Y, nil
	if loss.LabelsOf(s.Y, n) == loss.Numbers {
		classes = loss.Numbers
	}
	return &tester{n: n, points: kind.Of(p).Evaluator(&q), y: s.Y, fit: make([]float64, len(s.Y)), loss: p.Loss, classes: classes}
}

// Score runs the network on the set.
func (t *tester) Score(neurons []neural.Neuron) *loss.Score {
	t.points.PredictTo(t.fit, neurons)
	return Score(t.fit, t.y, t.n, t.loss, t.classes)
}

// Train scores a network on what p trains on: see Test.
func Train(p *certify.Problem, neurons []neural.Neuron, classes loss.Labels) *loss.Score {
	if p.Sums != nil {
		return p.Sums.Score(neurons)
	}
	return Test(p, &Set{X: p.X, Y: p.Y}, neurons, classes)
}

// Test scores a network on a set, with the architecture, the activation and the loss of p, and with labels read as classes. It returns nil
// for an empty set.
func Test(p *certify.Problem, s *Set, neurons []neural.Neuron, classes loss.Labels) *loss.Score {
	t := newTester(p, s, classes)
	if t == nil {
		return nil
	}
	return t.Score(neurons)
}
