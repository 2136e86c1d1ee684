// Package solve finds and holds what is computed for a session: the certified optimum, networks of several layers, and the jobs that run when nothing
// else is to be done.
//
// Solution is the optimum of a state with what is known about it: its proof, its scores on the training points and on the points held out, and the
// other optimal networks to which it can be rotated. The optimum of the previous state stays visible until that of the present state is found. Neurons
// have numbers and keep them from one optimum to the next. Pictures and tables list neurons by number; documents list them in the order in which the
// decomposition finds them.
//
// Layers trains a network of several layers, one on the other. Each layer is a state and a solution of its own, certified given the layers below, so
// that all that shows a network of one layer shows a chosen layer as well. A run that has begun goes on while a pointer moves a point further, and
// begins anew when it has ended: the pictures follow even if a run takes longer than a frame, and show a network of a moment ago, marked stale.
//
// Jobs holds the optimum along a variable (Sweep: a few values of beta for the path, many of beta or a coefficient for the study, refined where the
// number of neurons changes) and gradient descent compared with the optimum (Race). The caller grants jobs slices of time. They end when the problem
// changes, except for a sweep along the only variable that has changed.
package solve

import (
	"context"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/path"
	"conelab/core/network/stack"
	"conelab/core/numeric/parallel"
)

// Solution is the newest optimum and the work on the next one. The zero value has no optimum, and work to do.
type Solution struct {
	job      *certify.Job
	task     *parallel.Task // runs the job; nil while there is nothing to do
	begun    bool           // the job has started
	current  bool           // found belongs to the present state
	spent    float64        // seconds of the task
	forecast Forecast
	limited  bool

	found   *certify.Result
	scorer  *workspace.Scorer // of the state that found belongs to
	inputs  []string          // that state's names of the entries of a direction; nil if they have none
	classes []string          // that state's names of the classes
	seconds float64
	solves  int
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

// Limit makes problems that exceed what a page can solve fail with a message.
func (s *Solution) Limit() { s.limited = true }

// Outdate tells the solution that the present state has changed.
func (s *Solution) Outdate() {
	s.drop()
	s.current = false
}

// drop ends the task, if there is one, and discards its unfinished job.
func (s *Solution) drop() {
	if s.task != nil {
		s.task.Drop()
		s.task, s.job = nil, nil
	}
}

// Current reports whether the present state has been solved, or has nothing to solve.
func (s *Solution) Current() bool { return s.current }

// Busy reports whether the present state is still to be solved.
func (s *Solution) Busy(t *workspace.State) bool { return !s.current && t.Samples() > 0 }

// Result returns the newest result, or nil. It must not be modified.
func (s *Solution) Result() *certify.Result { return s.found }

// Problem returns the problem of the newest result.
func (s *Solution) Problem() certify.Problem { return s.scorer.Problem }

// Classes returns how the labels of that problem encode classes.
func (s *Solution) Classes() path.Classes { return s.scorer.Classes }

// Spent returns the seconds of work on the present state; 0 once it is solved.
func (s *Solution) Spent() float64 {
	if s.task == nil {
		return 0
	}
	return s.spent
}

// Solves returns the number of solutions since the start.
func (s *Solution) Solves() int { return s.solves }

// Count counts a solution of a recent state that was found elsewhere.
func (s *Solution) Count() { s.solves++ }

// Seconds returns the time in seconds that the newest result took.
func (s *Solution) Seconds() float64 { return s.seconds }

// Work continues solving the present state until expired reports true (see parallel.Task). It reports whether the state has been solved. The clock
// returns seconds from an arbitrary origin.
func (s *Solution) Work(t *workspace.State, clock func() float64, expired func() bool) (done bool) {
	begin := clock()
	if s.task == nil {
		s.start(t.Training())
	}
	done = s.task.Work(expired)
	s.spent += clock() - begin
	if done {
		s.take(t)
	}
	return done
}

// start starts solving a problem. If that would exceed the limits, it sets a failed result that says so.
func (s *Solution) start(p certify.Problem) {
	if s.job == nil {
		s.job = &certify.Job{}
	}
	s.begun, s.spent, s.forecast = false, 0, forecast(&p)
	job := s.job
	s.task = parallel.NewTask(func(ctx context.Context) {
		if s.limited && s.forecast.tooMuch() {
			job.Refuse(messages.TooMuch(p.Samples(), p.D, s.forecast.Seconds, s.forecast.Bytes))
			return
		}
		p.Context = ctx
		job.Follow(p)
		for s.begun = true; !job.Done() && parallel.Yield(ctx); {
			job.Step()
		}
	})
}

// take makes the job's result the newest one.
func (s *Solution) take(t *workspace.State) {
	s.task = nil
	s.accept(s.job.Result(), t)
	s.numbers = s.identity.Number(s.network(t), t.Visible())[0]
	s.seconds = s.spent
	s.solves++
}

// network returns the newest network, which is of the given state.
func (s *Solution) network(t *workspace.State) *stack.Network {
	p := t.Training()
	return &stack.Network{D: p.D, Outputs: p.Outputs, Architecture: p.Architecture, Sigma: p.Sigma, Stages: []stack.Stage{{Neurons: s.found.Neurons}}}
}

// Stop ends the work on the present state with the best network so far and its proof. It returns false if no work is in progress.
func (s *Solution) Stop(t *workspace.State) bool {
	if s.task == nil {
		return false
	}
	s.task.Drop()
	if !s.begun { // a job that is canceled during its start can be stopped too
		s.job = &certify.Job{}
		p, cancel := t.Training(), context.CancelFunc(nil)
		p.Context, cancel = context.WithCancel(context.Background())
		cancel()
		s.job.Start(p)
	}
	s.job.Stop()
	s.take(t)
	s.job = nil
	return true
}

// Put makes a result of a state that was solved elsewhere the newest one. numbers are those of its neurons, and current says whether that state is
// the present one.
func (s *Solution) Put(t *workspace.State, r *certify.Result, numbers []int, seconds float64, current bool) {
	s.accept(r, t)
	if s.numbers = numbers; len(numbers) > 0 {
		s.identity.Remember(s.network(t), [][]int{numbers}, t.Visible())
	}
	s.seconds, s.current = seconds, current
	s.solves++
}

// Forget makes the next solution number its neurons from scratch, because its data are others.
func (s *Solution) Forget() { s.identity = stack.Identity{} }

// Settle accepts the empty result for a state without points. It reports whether that was necessary.
func (s *Solution) Settle() bool {
	if s.current {
		return false
	}
	s.accept(nil, nil)
	return true
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

// Document returns the solution document of the present state, or nil while there is none.
func (s *Solution) Document(t *workspace.State) *document.Solution {
	if !s.current || s.found == nil {
		return nil
	}
	return convert.Solution(t.Problem(), s.found, s.seconds)
}

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
