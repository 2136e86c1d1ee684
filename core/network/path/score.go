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

// Score is the quality of a network on a set. Error is the loss per point. Accuracy, where labels are classes, is the fraction of
// points whose class is predicted correctly (of labels, where each output has two classes of its own); a tie counts as wrong.
type Score struct{ Error, Accuracy float64 }

// Classes says how outputs are read as classes.
type Classes int

const (
	// NoClasses: the labels are numbers.
	NoClasses Classes = iota
	// Signs: each label is 1 or -1, and the sign of the output decides.
	Signs
	// Largest: one label of each point is 1, and all others are 0 or all others are -1; the largest output decides.
	Largest
)

// ClassesOf infers the encoding of classes from the labels y of n points, output by output.
func ClassesOf(y []float64, n int) Classes {
	outputs := len(y) / n
	ones, zeros, minus := 0, 0, 0
	for _, v := range y {
		switch v {
		case 1:
			ones++
		case 0:
			zeros++
		case -1:
			minus++
		default:
			return NoClasses
		}
	}
	switch {
	case outputs > 1 && (zeros == 0 || minus == 0) && ones == n && oneEach(y, n):
		return Largest
	case zeros == 0:
		return Signs
	}
	return NoClasses
}

// oneEach reports whether each of the n points has at least one label 1.
func oneEach(y []float64, n int) bool {
	for i := range n {
		found := false
		for at := i; at < len(y); at += n {
			found = found || y[at] == 1
		}
		if !found {
			return false
		}
	}
	return true
}

// accuracy returns the fraction of the outputs fit that predict the class of the labels y.
func (c Classes) accuracy(fit, y []float64, n int) float64 {
	right := 0
	switch c {
	case NoClasses:
		return 0
	case Signs:
		for i, label := range y {
			if fit[i]*label > 0 {
				right++
			}
		}
		return float64(right) / float64(len(y))
	}
	for i := range n {
		if isLargest(fit, y, i, n) {
			right++
		}
	}
	return float64(right) / float64(n)
}

// isLargest reports whether point i has its largest output, without a tie, where its label is 1.
func isLargest(fit, y []float64, i, n int) bool {
	own, other := math.Inf(-1), math.Inf(-1)
	for at := i; at < len(y); at += n {
		if y[at] == 1 {
			own = fit[at]
		} else {
			other = math.Max(other, fit[at])
		}
	}
	return own > other
}

// tester scores networks on one set.
type tester struct {
	n       int
	points  kind.Points
	y, fit  []float64
	loss    loss.Loss
	classes Classes
}

// newTester returns a tester for the set with the architecture, the activation and the loss of p, or nil for an empty set.
func newTester(p *certify.Problem, s *Set) *tester {
	if s == nil || len(s.Y) == 0 {
		return nil
	}
	n, q := len(s.Y)/max(1, p.Outputs), *p
	q.X, q.Y, q.Operator = s.X, s.Y, nil
	return &tester{n: n, points: kind.Of(p).Points(&q), y: s.Y, fit: make([]float64, len(s.Y)), loss: p.Loss, classes: ClassesOf(s.Y, n)}
}

// score runs the network on the set.
func (t *tester) score(neurons []neural.Neuron, classes Classes) Score {
	t.points.PredictTo(t.fit, neurons)
	return classes.Score(t.fit, t.y, t.n, t.loss)
}

// Test scores a network on a set of at least one point, with the architecture, the activation and the loss of p, and with labels
// read as classes. It also returns the network's outputs, output by output.
func Test(p *certify.Problem, s *Set, neurons []neural.Neuron, classes Classes) (score Score, fit []float64) {
	t := newTester(p, s)
	return t.score(neurons, classes), t.fit
}

// Score scores the outputs fit on n points against the labels y, both output by output.
func (c Classes) Score(fit, y []float64, n int, kind loss.Loss) Score {
	return Score{neural.Loss(fit, y, n, kind) / float64(n), c.accuracy(fit, y, n)}
}
