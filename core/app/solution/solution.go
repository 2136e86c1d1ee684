// Package solution finds the certified optimum of a workspace's present state, and holds it with what is known about it: what proves it, how
// well it does on the points trained on and on those held out, and the other optimal networks that it can be turned to.
//
// Neurons have numbers, and keep them from one optimum to the next. Pictures and tables are in the order of the numbers, documents in that in which
// the decomposition finds the neurons.
//
// The optimum of the state before stays what is shown until that of the present one is found.
package solution

import (
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/say"
	"conelab/core/app/workspace"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/path"
	"conelab/core/numeric/parallel"
)

// Solution is the newest optimum, and the work on the next. The zero value has none, and work to do.
type Solution struct {
	job      *certify.Job
	task     *parallel.Task // that does the job, nil while there is nothing to do
	begun    bool           // the job has started
	current  bool           // found is of the present state
	spent    float64        // seconds of the task
	forecast Forecast
	limited  bool

	found   *certify.Result
	scorer  *workspace.Scorer // of the state that found belongs to
	seconds float64
	solves  int
	// original is the network as it was found while found is one that the user has turned it to, else nil; turned is that one as it is stored,
	// nil before anybody asked for it.
	original *certify.Result
	turned   [][]float64
	// identity has the numbers of the neurons of found, in its order.
	identity identity
	// measured is the result that what follows is of.
	measured    *certify.Result
	measures    certify.Measures
	train, test *protocol.PageScore
}

// Limit has problems refused that take more than a page can.
func (s *Solution) Limit() { s.limited = true }

// Outdate says that the present state is another one.
func (s *Solution) Outdate() {
	s.drop()
	s.current = false
}

// drop ends the task, if there is one, and with it its job, which is left half done.
func (s *Solution) drop() {
	if s.task != nil {
		s.task.Drop()
		s.task, s.job = nil, nil
	}
}

// Current reports whether the present state has been solved, or has nothing to solve.
func (s *Solution) Current() bool { return s.current }

// Busy reports whether there is something to solve in the present state.
func (s *Solution) Busy(t *workspace.State) bool { return !s.current && t.Samples() > 0 }

// Result returns the newest result, or nil. It must not be modified.
func (s *Solution) Result() *certify.Result { return s.found }

// Problem returns the problem that the newest result is of.
func (s *Solution) Problem() certify.Problem { return s.scorer.Problem() }

// Classes returns how the labels of that problem name classes.
func (s *Solution) Classes() path.Classes { return s.scorer.Classes() }

// Spent returns the seconds of work on the present state, 0 once it is solved.
func (s *Solution) Spent() float64 {
	if s.task == nil {
		return 0
	}
	return s.spent
}

// Solves counts the solutions since the start.
func (s *Solution) Solves() int { return s.solves }

// Count counts a solution that was found elsewhere, of a state of a moment ago.
func (s *Solution) Count() { s.solves++ }

// Seconds returns how long the newest result took to find.
func (s *Solution) Seconds() float64 { return s.seconds }

// Work goes on to solve the present state until expired reports true (see parallel.Task), and reports whether the state has been solved. The clock
// returns seconds since any moment.
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

// start begins to solve a problem, unless that takes more than it may: then there is a failed result, which says so.
func (s *Solution) start(p certify.Problem) {
	if s.job == nil {
		s.job = &certify.Job{}
	}
	s.begun, s.spent, s.forecast = false, 0, forecast(&p)
	job := s.job
	s.task = parallel.NewTask(func(over func() bool) {
		if s.limited && s.forecast.tooMuch() {
			job.Refuse(say.TooMuch(p.Samples(), p.D, s.forecast.Seconds, s.forecast.Bytes))
			return
		}
		job.Follow(p)
		for s.begun = true; !job.Done() && !over(); {
			job.Step()
		}
	})
}

// take makes the job's result the newest.
func (s *Solution) take(t *workspace.State) {
	s.task = nil
	s.accept(s.job.Result(), t.Scorer())
	s.identity.number(kindOf(t), s.found.Neurons)
	s.seconds = s.spent
	s.solves++
}

// Stop ends the work on the present state with the best network so far and its proof. It reports false where nothing has begun.
func (s *Solution) Stop(t *workspace.State) bool {
	if s.task == nil {
		return false
	}
	s.task.Drop()
	if !s.begun { // a start that is interrupted can be stopped, too
		s.job = &certify.Job{}
		parallel.Interrupt()
		s.job.Start(t.Training())
	}
	s.job.Stop()
	s.take(t)
	s.job = nil
	return true
}

// Put makes a result the newest, of a state that was solved elsewhere; numbers are those of its neurons, and current says that the state is the
// present one.
func (s *Solution) Put(t *workspace.State, r *certify.Result, numbers []int, seconds float64, current bool) {
	s.accept(r, t.Scorer())
	s.identity = identity{kindOf(t), r.Neurons, numbers}
	s.seconds, s.current = seconds, current
	s.solves++
}

// Forget lets the neurons of the next solution be numbered anew: it is of other data.
func (s *Solution) Forget() { s.identity.kind = kind{} }

// Settle gives a state without points its empty answer, and reports whether that was due.
func (s *Solution) Settle() bool {
	if s.current {
		return false
	}
	s.accept(nil, nil)
	return true
}

// accept makes a result the newest.
func (s *Solution) accept(r *certify.Result, scorer *workspace.Scorer) {
	s.current = true
	s.found, s.scorer, s.original, s.turned = r, scorer, nil, nil
}

// Document returns the solution document of the present state, or nil while there is none.
func (s *Solution) Document(t *workspace.State) *document.Solution {
	if !s.current || s.found == nil {
		return nil
	}
	return convert.Solution(t.Problem(), s.found, s.seconds)
}

// Fits reports whether the newest result is of the shape of a state, as its pictures ask for: while a new one is on its way it may not be.
func (s *Solution) Fits(t *workspace.State) bool {
	if s.found == nil || !t.Visible() {
		return false
	}
	q, order := s.found.Certificate.Quadratics, t.Features()+1
	return len(q) == t.Outputs() && len(q[0]) == order*order
}

// Neurons returns the neurons that are shown of a state, those of an output, or all where there are no pictures, in the order of their numbers.
func (s *Solution) Neurons(t *workspace.State, output int) []neural.Neuron {
	return s.at(s.shown(t, output))
}

// Numbers returns the numbers, from 1, of the neurons that are shown: a neuron keeps its number from one solution to the next, in which it is
// where it was or nearby.
func (s *Solution) Numbers(t *workspace.State, output int) []int {
	return s.numbersAt(s.shown(t, output))
}

// All returns the neurons of all outputs in the order of their numbers, with these.
func (s *Solution) All() (neurons []neural.Neuron, numbers []int) {
	places := s.placesOf(anyNeuron)
	return s.at(places), s.numbersAt(places)
}

// Ranks returns for the neurons that are shown, in the order in which the decompositions find them, their places in the order of their numbers.
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

// Of returns the neurons of an output in the order of their numbers.
func (s *Solution) Of(output int) []neural.Neuron { return s.at(s.places(output)) }

// at returns the neurons with these indices among all.
func (s *Solution) at(places []int) (neurons []neural.Neuron) {
	for _, i := range places {
		neurons = append(neurons, s.found.Neurons[i])
	}
	return neurons
}

// numbersAt returns the numbers of the neurons with these indices.
func (s *Solution) numbersAt(places []int) (numbers []int) {
	for _, i := range places {
		numbers = append(numbers, s.identity.numbers[i])
	}
	return numbers
}

func anyNeuron(*neural.Neuron) bool { return true }

// shown returns the indices among all of the neurons that are shown.
func (s *Solution) shown(t *workspace.State, output int) []int {
	if t.Outputs() == 1 || !t.Visible() {
		return s.placesOf(anyNeuron)
	}
	return s.places(output)
}

// places returns the indices of an output's neurons among all.
func (s *Solution) places(output int) []int {
	return s.placesOf(func(n *neural.Neuron) bool { return n.Output == output })
}

// placesOf returns the indices of some neurons in the order of their numbers.
func (s *Solution) placesOf(wanted func(*neural.Neuron) bool) (places []int) {
	if s.found == nil {
		return nil
	}
	for i := range s.found.Neurons {
		if wanted(&s.found.Neurons[i]) {
			places = append(places, i)
		}
	}
	slices.SortStableFunc(places, func(i, j int) int { return s.identity.numbers[i] - s.identity.numbers[j] })
	return places
}

// Decompositions returns those of Z and Z' of an output, or none while the result does not fit the state.
func (s *Solution) Decompositions(t *workspace.State, output int) []*neural.Decomposition {
	if !s.Fits(t) {
		return nil
	}
	return s.found.Decompositions[2*output : 2*output+2]
}

// FullRank reports whether Z or Z' of an output has full rank: then its slack is zero, and g has the same value everywhere.
func (s *Solution) FullRank(t *workspace.State, output int) bool {
	return slices.ContainsFunc(s.Decompositions(t, output), func(dec *neural.Decomposition) bool { return len(dec.Vectors) > t.Features() })
}
