// Package solve finds and holds what is computed for a session: the certified optimum, networks of several layers, and the jobs that run when nothing
// else is to be done.
//
// Training trains the present state, and is the only part that knows whether one layer or several are being trained. It holds the newest network, which
// stays visible until that of the present state is found.
//
// Solution is the optimum of one layer with what is known about it: its proof, its scores on the training points and on the points held out, and the
// other optimal networks to which it can be rotated. Neurons have numbers and keep them from one optimum to the next. Pictures and tables list neurons by
// number; documents list them in the order in which the decomposition finds them.
//
// Several layers are trained one on the other. Each Layer is a state and a solution of its own, certified given the layers below, so that all that shows
// a network of one layer shows a chosen layer as well. A run that has begun goes on while a pointer moves a point further, and begins anew when it has
// ended: the pictures follow even if a run takes longer than a frame, and show a network of a moment ago, marked stale.
//
// Jobs holds the optimum along a variable (Sweep: a few values of beta for the path, many of beta or a coefficient for the study, refined where the
// number of neurons changes) and gradient descent compared with the optimum (Race). The caller grants jobs slices of time. They end when the problem
// changes, except for a sweep along the only variable that has changed.
package solve

import (
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/path"
	"conelab/core/network/stack"
)

// Solution is the newest optimum of one layer. The zero value has none.
type Solution struct {
	current bool // found belongs to the present state
	found   *certify.Result
	scorer  *workspace.Scorer // of the state that found belongs to
	inputs  []string          // that state's names of the entries of a direction; nil if they have none
	classes []string          // that state's names of the classes
	seconds float64
	// original is the network as it was found, if the user has turned it, and nil otherwise.
	original *certify.Result
	// numbers are those of the neurons of found, in its order, which keep them from one result to the next.
	numbers  []int
	identity stack.Identity
	// measured is the result to which the following fields belong.
	measured    *certify.Result
	measures    certify.Measures
	train, test *protocol.PageScore
}

// Current reports whether the present state has been solved, or has nothing to solve.
func (s *Solution) Current() bool { return s.current }

// Result returns the newest result, or nil. It must not be modified.
func (s *Solution) Result() *certify.Result { return s.found }

// Problem returns the problem of the newest result.
func (s *Solution) Problem() certify.Problem { return s.scorer.Problem }

// Classes returns how the labels of that problem encode classes.
func (s *Solution) Classes() path.Classes { return s.scorer.Classes }

// Seconds returns the time in seconds that the newest result took.
func (s *Solution) Seconds() float64 { return s.seconds }

// network returns the newest network, which is of the given state.
func (s *Solution) network(t *workspace.State) *stack.Network {
	p := t.TrainingProblem()
	return &stack.Network{D: p.D, Outputs: p.Outputs, Architecture: p.Architecture, Sigma: p.Sigma, Stages: []stack.Stage{{Neurons: s.found.Neurons}}}
}

// put makes a result of a state that was solved elsewhere the newest one. numbers are those of its neurons, and current says whether that state is
// the present one.
func (s *Solution) put(t *workspace.State, r *certify.Result, numbers []int, seconds float64, current bool) {
	s.accept(r, t)
	if s.numbers = numbers; len(numbers) > 0 {
		s.identity.Remember(s.network(t), [][]int{numbers}, t.Visible())
	}
	s.seconds, s.current = seconds, current
}

// accept makes the result of a state the newest one; both are nil if there are no points.
func (s *Solution) accept(r *certify.Result, t *workspace.State) {
	s.current = true
	s.found, s.original = r, nil
	if s.scorer, s.inputs, s.classes = nil, nil, nil; t != nil {
		s.scorer, s.inputs, s.classes = t.Scorer(), inputsOf(t), t.ClassNames()
	}
}

// inputsOf returns the names of what the entries of a direction weigh, which are features unless the network is convolutional.
func inputsOf(t *workspace.State) []string {
	names := t.ColumnNames()
	if names == nil || t.Architecture().Kind == document.KindConvolutional {
		return nil
	}
	return names[:t.Features()]
}

// Inputs returns the names of the features that the entries of a direction of the newest result refer to; nil if they have none. While another state
// is being solved, its features may have other names.
func (s *Solution) Inputs() []string { return s.inputs }

// ClassNames returns the names that the classes had when the newest result was found; nil if they had none.
func (s *Solution) ClassNames() []string { return s.classes }

// Fits reports whether the newest result has the shape that the pictures of a state need. It may not while a new solution is being computed.
func (s *Solution) Fits(t *workspace.State) bool {
	if s.found == nil || !t.Visible() {
		return false
	}
	q, order := s.found.Certificate.Quadratics, t.Features()+1
	return len(q) == t.Outputs() && len(q[0]) == order*order
}

// Neurons returns the neurons of a state that are shown, by number: those of an output, or all if there are no pictures.
func (s *Solution) Neurons(t *workspace.State, output int) []neural.Neuron {
	neurons, _ := s.list(s.shown(t, output))
	return neurons
}

// Numbers returns the numbers, from 1, of the neurons that are shown. A neuron keeps its number from one solution to the next, in which it has the
// same or a nearby direction.
func (s *Solution) Numbers(t *workspace.State, output int) []int {
	_, numbers := s.list(s.shown(t, output))
	return numbers
}

// All returns the neurons of all outputs, sorted by number, and their numbers.
func (s *Solution) All() (neurons []neural.Neuron, numbers []int) {
	return s.list(s.places(intent.None))
}

// Of returns the neurons of an output, sorted by number.
func (s *Solution) Of(output int) []neural.Neuron {
	neurons, _ := s.list(s.places(output))
	return neurons
}

// Ranks returns, for each neuron that is shown, in the order in which the decompositions find them, its index in the order by number.
func (s *Solution) Ranks(t *workspace.State, output int) []int {
	places := s.shown(t, output)
	order := slices.Sorted(slices.Values(places))
	ranks := make([]int, len(places))
	for rank, i := range places {
		k, _ := slices.BinarySearch(order, i)
		ranks[k] = rank
	}
	return ranks
}

// list returns the neurons with these indices in the result, and their numbers.
func (s *Solution) list(places []int) (neurons []neural.Neuron, numbers []int) {
	for _, i := range places {
		neurons, numbers = append(neurons, s.found.Neurons[i]), append(numbers, s.numbers[i])
	}
	return neurons, numbers
}

// shown returns the indices in the result of the neurons that are shown, sorted by number. While a state with another number of outputs is being
// solved, the selected output is not one of the result, and all its neurons are shown.
func (s *Solution) shown(t *workspace.State, output int) []int {
	if t.Outputs() == 1 || !t.Visible() || s.found == nil || len(s.found.Certificate.Quadratics) != t.Outputs() {
		output = intent.None
	}
	return s.places(output)
}

// places returns the indices in the result of the neurons of an output, or with None of all, sorted by number.
func (s *Solution) places(output int) (places []int) {
	if s.found == nil {
		return nil
	}
	for i := range s.found.Neurons {
		if output == intent.None || s.found.Neurons[i].Output == output {
			places = append(places, i)
		}
	}
	slices.SortStableFunc(places, func(i, j int) int { return s.numbers[i] - s.numbers[j] })
	return places
}

// Decompositions returns the decompositions of Z and Z' of an output, or none if the result does not fit the state.
func (s *Solution) Decompositions(t *workspace.State, output int) []*neural.Decomposition {
	if !s.Fits(t) {
		return nil
	}
	return s.found.Decompositions[2*output : 2*output+2]
}

// Constant returns the sign of g, 1 or -1, if it is beta or -beta in every direction, and otherwise 0. g is constant if Z or Z' of the output has
// full rank, because the slack matrix is then zero.
func (s *Solution) Constant(t *workspace.State, output int) int {
	for k, dec := range s.Decompositions(t, output) {
		if len(dec.Vectors) > t.Features() {
			return 1 - 2*k
		}
	}
	return 0
}
