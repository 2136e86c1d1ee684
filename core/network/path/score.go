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

// Right reports whether the outputs fit predict the classes of point i of n, given the labels y. A tie is wrong.
func (c Classes) Right(fit, y []float64, i, n int) bool {
	own, other := math.Inf(1), math.Inf(-1)
	if c == Signs {
		other = 0
	}
	for at := i; at < len(y); at += n {
		switch {
		case c == Signs:
			own = math.Min(own, fit[at]*y[at])
		case y[at] == 1:
			own = fit[at]
		default:
			other = math.Max(other, fit[at])
		}
	}
	return c != NoClasses && own > other
}

// Score scores the outputs fit on n points against the labels y, both output by output.
func (c Classes) Score(fit, y []float64, n int, of loss.Loss) *loss.Score {
	s := &loss.Score{Points: n, Loss: neural.Loss(fit, y, n, of) / float64(n)}
	if !(s.Loss <= math.MaxFloat64) {
		s.Loss = math.MaxFloat64
	}
	if c == NoClasses {
		rest, whole := errorsOf(fit, y, n)
		s.SetErrors(rest, whole, float64(len(y)))
		return s
	}
	right := 0
	for i := range n {
		if c.Right(fit, y, i, n) {
			right++
		}
	}
	accuracy := float64(right) / float64(n)
	s.Accuracy = &accuracy
	return s
}

// errorsOf returns the sum of the squares of the errors of fit, and that of the labels around the mean of their output.
func errorsOf(fit, y []float64, n int) (rest, whole float64) {
	for first := 0; first < len(y); first += n {
		mean := 0.0
		for i, v := range y[first : first+n] { // exactly that of constant labels
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
	points  kind.Points
	y, fit  []float64
	loss    loss.Loss
	classes Classes
}

// newTester returns a tester for the set with the architecture, the activation and the loss of p, whose labels are read as classes; nil for
// an empty set.
func newTester(p *certify.Problem, s *Set, classes Classes) *tester {
	if s == nil || len(s.Y) == 0 {
		return nil
	}
	n, q := len(s.Y)/max(1, p.Outputs), *p
	if q.X, q.Y, q.Operator = s.X, s.Y, nil; ClassesOf(s.Y, n) == NoClasses {
		classes = NoClasses
	}
	return &tester{n: n, points: kind.Of(p).Points(&q), y: s.Y, fit: make([]float64, len(s.Y)), loss: p.Loss, classes: classes}
}

// Score runs the network on the set.
func (t *tester) Score(neurons []neural.Neuron) *loss.Score {
	t.points.PredictTo(t.fit, neurons)
	return t.classes.Score(t.fit, t.y, t.n, t.loss)
}

// Test scores a network on a set, with the architecture, the activation and the loss of p, and with labels read as classes. It returns nil
// for an empty set.
func Test(p *certify.Problem, s *Set, neurons []neural.Neuron, classes Classes) *loss.Score {
	t := newTester(p, s, classes)
	if t == nil {
		return nil
	}
	return t.Score(neurons)
}
