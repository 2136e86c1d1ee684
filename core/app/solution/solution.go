// Package solution finds the certified optimum of a workspace's present state, and holds it with what is known about it: what proves it, how
// well it does on the points trained on and on those held out, and the other optimal networks that it can be turned to.
//
// The optimum of the state before stays what is shown until that of the present one is found.
package solution

import (
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/path"
)

// Solution is the newest optimum, and the work on the next. The zero value has none, and work to do.
type Solution struct {
	job     certify.Job
	current bool // found is of the present state
	running bool
	spent   float64 // seconds of the running job

	found   *certify.Result
	scorer  *workspace.Scorer // of the state that found belongs to
	seconds float64
	solves  int
	// original is the network as it was found while found is one that the user has turned it to, else nil; turned is that one as it is stored,
	// nil before anybody asked for it.
	original *certify.Result
	turned   [][]float64
	// measured is the result that what follows is of.
	measured    *certify.Result
	measures    certify.Measures
	train, test *protocol.PageScore
}

// Outdate says that the present state is another one.
func (s *Solution) Outdate() { s.current, s.running = false, false }

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

// Seconds returns how long the newest result took to find.
func (s *Solution) Seconds() float64 { return s.seconds }

// Solves returns how many results there have been.
func (s *Solution) Solves() int { return s.solves }

// Work goes on to solve the present state until expired reports true, which is asked between interior-point iterations, and reports whether
// the state has been solved. The clock returns seconds since any moment.
func (s *Solution) Work(t *workspace.State, clock func() float64, expired func() bool) (done bool) {
	begin := clock()
	if !s.running {
		s.running, s.spent = true, 0
		s.job.Start(t.Training())
	}
	for !s.job.Done() && !expired() {
		s.job.Step()
	}
	s.spent += clock() - begin
	if !s.job.Done() {
		return false
	}
	s.accept(s.job.Result(), t.Scorer())
	s.seconds = s.spent
	s.solves++
	return true
}

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
	s.current, s.running = true, false
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

// Neurons returns the neurons that are shown of a state: those of an output, or all where there are no pictures.
func (s *Solution) Neurons(t *workspace.State, output int) []neural.Neuron {
	if s.found == nil {
		return nil
	}
	if t.Outputs() == 1 || !t.Visible() {
		return s.found.Neurons
	}
	return s.Of(output)
}

// Of returns the neurons of an output.
func (s *Solution) Of(output int) (own []neural.Neuron) {
	for _, i := range s.places(output) {
		own = append(own, s.found.Neurons[i])
	}
	return own
}

// places returns the indices of an output's neurons among all.
func (s *Solution) places(output int) (places []int) {
	for i := range s.found.Neurons {
		if s.found.Neurons[i].Output == output {
			places = append(places, i)
		}
	}
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
