package path

import (
	"math"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Set is n labelled points: X is n by d, row-major, and Y has the labels output by output, as in certify.Problem.
type Set struct{ X, Y []float64 }

// Score says how well a network does on a set. Error is the loss per point. Accuracy is the share of points (of labels, where each
// output has two classes of its own) that get their class, where labels are classes; a tie counts as wrong.
type Score struct{ Error, Accuracy float64 }

// Classes says how outputs are read as classes.
type Classes int

const (
	// NoClasses: the labels are numbers.
	NoClasses Classes = iota
	// Signs: each label is 1 or -1, and the sign of its output decides.
	Signs
	// Largest: one label of each point is 1, all others are 0, or all others are -1; the largest output decides.
	Largest
)

// ClassesOf tells from the labels y of n points, output by output.
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

// oneEach reports whether each of the n points has a label 1.
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

// accuracy returns the share of outputs fit that say the class of the labels y.
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

// isLargest reports whether the output of point i at its label 1 is above all others.
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
	samples *lift.Samples
	y, fit  []float64
	kind    loss.Loss
	classes Classes
}

// newTester returns a tester for the set with the architecture, the activation and the loss of p, or nil for an empty set.
func newTester(p *certify.Problem, s *Set) *tester {
	if s == nil || len(s.Y) == 0 {
		return nil
	}
	n := len(s.Y) / max(1, p.Outputs)
	return &tester{p.Architecture.New(p.Sigma, s.X, n, p.D), s.Y, make([]float64, len(s.Y)), p.Loss, ClassesOf(s.Y, n)}
}

// score runs the network on the set.
func (t *tester) score(neurons []neural.Neuron, classes Classes) Score {
	neural.PredictTo(t.fit, neurons, t.samples)
	return scoreOf(t.fit, t.y, t.samples.Len(), t.kind, classes)
}

// Test scores a network with the architecture, the activation and the loss of p on a set of at least one point, whose labels are read as
// classes, and returns the network's outputs, output by output, too.
func Test(p *certify.Problem, s *Set, neurons []neural.Neuron, classes Classes) (score Score, fit []float64) {
	t := newTester(p, s)
	return t.score(neurons, classes), t.fit
}

func scoreOf(fit, y []float64, n int, kind loss.Loss, classes Classes) Score {
	return Score{neural.Loss(fit, y, n, kind) / float64(n), classes.accuracy(fit, y, n)}
}

// Score scores the outputs fit on n points with the labels y, both output by output.
func (c Classes) Score(fit, y []float64, n int, kind loss.Loss) Score {
	return scoreOf(fit, y, n, kind, c)
}

// Evaluate scores the network on the set, with the architecture, the activation and the loss of p; zero for an empty set.
func Evaluate(p *certify.Problem, neurons []neural.Neuron, s *Set, classes Classes) Score {
	t := newTester(p, s)
	if t == nil {
		return Score{}
	}
	return t.score(neurons, classes)
}
