// Package solve finds and holds what is computed for a session: the certified optimum, networks of several layers, and the jobs
// that run when there is nothing else to do.
//
// Training trains the present state, and is the only part that knows whether one layer or several are being trained. It holds the
// newest network, which stays visible until that of the present state is found. While a pointer moves a point, a run of several layers, or
// of a piecewise-linear activation, is finished before the next one begins, so that the pictures show a recent network, marked stale, even
// if a run takes longer than a frame.
//
// Layer is a state of one layer with its optimum and what is known about it: its proof, its scores on the training points and on
// the points held out, and the other optimal networks to which it can be rotated. It is the present state or one of several
// layers, which are trained one on the other, each certified given those below: whatever shows a network of one layer can show a chosen
// layer of several. Neurons have numbers and keep them from one optimum to the next. Pictures and tables list
// neurons by number; documents list them in the order in which the decomposition finds them.
//
// Jobs holds the optimum along a variable (Sweep: a few values of beta for the path, or many of beta or a
// coefficient, refined where the number of neurons changes) and gradient descent compared with the optimum (Race). The caller grants jobs
// slices of time. They end when the problem changes, except for a sweep along the only variable that has changed.
package solve

import (
	"math"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/network/neural"
	"conelab/core/network/stack"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Layer is a state of a single layer with its newest solution: the present state, or one of several layers as a problem of its
// own. The zero value has no solution.
type Layer struct {
	// State is the state that the solution is shown for. While the present state is being trained, the newest solution belongs to an earlier
	// one.
	State      *workspace.State
	Current    bool              // the present state has been solved, or has nothing to solve: Found belongs to State
	Found      *certify.Result   // the newest result, or nil; it is not modified
	scorer     *workspace.Scorer // of the state that Found belongs to
	Inputs     []string          // that state's names of what neurons read; nil if it has none
	ClassNames []string          // that state's names of the classes
	Seconds    float64           // that Found took
	// original is the network as it was found, if the user has rotated it, and nil otherwise.
	original *certify.Result
	// numbers holds the number of each neuron of Found. A neuron keeps its number from one result to the next.
	numbers  []int
	identity stack.Identity
	// train and test are the scores of the network that ends with the layer; nil until they are needed.
	train, test *loss.Score
	Encoding    loss.Labels      // of classes, of the labels of the data
	frame       *workspace.Frame // the one shown last, or nil
}

// Certified reports whether the newest result is proved optimal for its own problem. Whatever is said of an optimum depends on it.
func (l *Layer) Certified() bool {
	return l.Found != nil && l.Found.Status == certify.Optimal && l.Found.Gap > -l.State.Tolerance()
}

// Problem returns the problem of the newest result.
func (l *Layer) Problem() certify.Problem { return l.scorer.Problem }

// Piecewise returns the problem of the newest result if its activation is piecewise linear, and otherwise nil.
func (l *Layer) Piecewise() *certify.Problem {
	if l.scorer == nil || l.scorer.Problem.HasMatrices() {
		return nil
	}
	return &l.scorer.Problem
}

// Gains returns g(u) of each of some neurons, for the dual vector of the newest result.
func (l *Layer) Gains(neurons []neural.Neuron) (gains []float64) {
	p, dual := &l.scorer.Problem, l.Found.Certificate.Dual
	points, outputs := kind.Of(p).Evaluator(p), make([]float64, len(dual))
	for _, n := range neurons {
		n.Alpha = 1
		points.PredictTo(outputs, []neural.Neuron{n})
		gains = append(gains, dense.Dot(dual, outputs))
	}
	return gains
}

// Faces returns for each neuron of a result with a piecewise-linear activation, sorted by number, the training points on its kink.
func (l *Layer) Faces() (faces [][]int) {
	for _, i := range l.indices(intent.None) {
		faces = append(faces, l.Found.Faces[i])
	}
	return faces
}

// network returns the newest network, which belongs to the state.
func (l *Layer) network() *stack.Network {
	p, sigma := l.scorer.Problem, l.State.Sigma
	if !p.HasMatrices() {
		sigma = lift.Polynomial{B: 1} // so that u and -u are different neurons
	}
	return &stack.Network{D: p.D + kind.Of(&p).BiasInputs, Outputs: p.Outputs, Architecture: p.Architecture, Sigma: sigma,
		Layers: []stack.HiddenLayer{{Neurons: l.Found.Neurons}}}
}

// accept makes the result of the state the newest one; nil if there are no points. numbers holds the numbers of its neurons if it was found
// with other layers; current is set if it belongs to the present state.
func (l *Layer) accept(r *certify.Result, numbers []int, seconds float64, current bool) {
	l.Seconds, l.Current = seconds, current
	l.scorer, l.Inputs, l.ClassNames = nil, nil, nil
	if r == nil {
		l.replace(nil, nil)
		return
	}
	if r.Status == certify.Failed {
		r = withoutNetwork(l.State, r)
	}
	l.replace(r, nil)
	l.scorer, l.Inputs, l.ClassNames = l.State.Scorer(), inputsOf(l.State), l.State.ClassNames()
	l.Encoding, l.numbers = l.scorer.Classes, numbers
	if numbers != nil {
		l.identity.Remember(l.network(), [][]int{numbers})
	} else {
		l.numbers = l.identity.Number(l.network())[0]
	}
}

// withoutNetwork returns what remains of a failed result, the network without neurons, with the lower bound if there is one.
func withoutNetwork(t *workspace.State, r *certify.Result) *certify.Result {
	p, empty := t.TrainingProblem(), *r
	empty.Neurons, empty.Fit = nil, make([]float64, len(p.Y))
	empty.Objective = math.Min(neural.Loss(empty.Fit, p.Y, p.Samples(), p.Loss), math.MaxFloat64)
	if math.IsInf(r.Lower, 0) || math.IsNaN(r.Lower) || len(r.Certificate.Dual) == 0 {
		empty.Lower, empty.Certificate = 0, certify.Certificate{Dual: make([]float64, len(p.Y))}
	}
	empty.Gap = certify.RelativeGap(empty.Objective, empty.Lower)
	return &empty
}

// replace makes a network the newest result. original is the one from which the user has rotated it, or nil.
func (l *Layer) replace(r, original *certify.Result) {
	l.Found, l.original = r, original
	l.train, l.test = nil, nil
}

// inputsOf returns the names of what the neurons of a state read, nil if it has none. Beside a bias, features without a name are called x₁, x₂
// and so on.
func inputsOf(t *workspace.State) (names []string) {
	if all := t.ColumnNames(); all != nil && t.Architecture.Kind != lift.Convolutional {
		names = all[:t.D]
	}
	features := t.D
	switch {
	case t.Piecewise(): // the bias is not a feature
	case names == nil && t.Columns != nil && t.Columns.Bias:
		features--
	default:
		return names
	}
	for i := len(names); i < features; i++ {
		names = append(names, "x"+messages.Subscript(i+1))
	}
	return append(names, "bias")
}

// Frame returns where pictures show the layer: see workspace.State.Frame.
func (l *Layer) Frame(axes [2]int) *workspace.Frame {
	l.frame = l.State.Frame(axes, l.frame)
	return l.frame
}

// Matches reports whether the newest result has the shape that the pictures of the state need. It may not while a new solution is
// being computed.
func (l *Layer) Matches() bool {
	t := l.State
	if l.Found == nil || !t.Dense() || l.scorer != nil && l.scorer.Problem.Architecture.Kind != lift.Dense {
		return false // a quadratic network of d features has matrices as large as a dense one of d - 1
	}
	q, order := l.Found.Certificate.Quadratics, t.D+1
	return len(q) == t.Outputs && len(q[0]) == order*order
}

// Neurons returns the neurons of an output, sorted by number; with None, or if there are no pictures, all. A neuron keeps its number, from
// 1, from one solution to the next, in which it has the same or a nearby direction.
func (l *Layer) Neurons(output int) (neurons []neural.Neuron, numbers []int) {
	for _, i := range l.indices(output) {
		neurons, numbers = append(neurons, l.Found.Neurons[i]), append(numbers, l.numbers[i])
	}
	return neurons, numbers
}

// Order returns, for each neuron of Neurons, in the order in which the decompositions find them, its index in the order by number.
func (l *Layer) Order(output int) []int {
	indices := l.indices(output)
	order := slices.Sorted(slices.Values(indices))
	ranks := make([]int, len(indices))
	for rank, i := range indices {
		k, _ := slices.BinarySearch(order, i)
		ranks[k] = rank
	}
	return ranks
}

// indices returns the indices in the result of the neurons of Neurons. While a state with another number of outputs is being solved, the
// selected output is not one of the result, and the neurons are all.
func (l *Layer) indices(output int) (indices []int) {
	t := l.State
	if l.Found == nil {
		return nil
	}
	all := output == intent.None || t.Outputs == 1 || !t.Dense() || len(l.Found.Certificate.Quadratics) != t.Outputs
	for i := range l.Found.Neurons {
		if all || l.Found.Neurons[i].Output == output {
			indices = append(indices, i)
		}
	}
	slices.SortStableFunc(indices, func(i, j int) int { return l.numbers[i] - l.numbers[j] })
	return indices
}

// Decompositions returns the decompositions of Z and Z' of an output, or none if the result does not fit the state.
func (l *Layer) Decompositions(output int) []*neural.Decomposition {
	if !l.Matches() {
		return nil
	}
	return l.Found.Decompositions[2*output : 2*output+2]
}
