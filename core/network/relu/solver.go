package relu

import (
	"slices"

	"conelab/core/network/certify"
)

// Of returns the problem with a piecewise activation, of package certify, as one of this package.
func Of(p *certify.Problem) Problem {
	return Problem{
		X: p.X, Y: p.Y, D: p.D, Outputs: p.Outputs, Activation: *p.Piecewise, Loss: p.Loss, Beta: p.Beta, Tolerance: p.Tolerance, Context: p.Context,
	}
}

// Solver is a Job for those that also train other networks: with the methods, problems and results of package certify. The zero value is
// ready for Start.
type Solver struct {
	job     Job
	problem certify.Problem
	result  *certify.Result
}

// Start begins to solve p, whose Piecewise must not be nil.
func (s *Solver) Start(p certify.Problem) {
	s.problem, s.result = p, nil
	s.job.Start(Of(&p))
}

// Restart begins to solve the problem last started for another beta, from its neurons.
func (s *Solver) Restart(beta float64) {
	s.problem.Beta, s.result = beta, nil
	s.job.Follow(Of(&s.problem))
}

// Follow begins to solve p from the neurons of the problem solved before, as Job does.
func (s *Solver) Follow(p certify.Problem) {
	s.problem, s.result = p, nil
	s.job.Follow(Of(&p))
}

// Faces returns for each neuron of the result the samples on its kink, in slices of their own.
func (s *Solver) Faces() [][]int { return s.job.Result().Clone().Faces }

// Done, Step and Stop are those of Job.
func (s *Solver) Done() bool { return s.job.Done() }
func (s *Solver) Step()      { s.job.Step() }
func (s *Solver) Stop()      { s.job.Stop() }

// Sketch returns what is proved so far, as Job does.
func (s *Solver) Sketch() (gap float64, iterations int) { return s.job.Sketch() }

// Progress returns about which share of the outputs is behind, from 0 to 1.
func (s *Solver) Progress() float64 {
	if s.job.done {
		return 1
	}
	return float64(s.job.current) / float64(s.job.count)
}

// Result returns the result, without matrices, or nil before the job is done. Its slices are its own.
func (s *Solver) Result() *certify.Result {
	if s.result == nil && s.job.Done() {
		s.result = s.job.Result().certified(s.problem.Samples())
	}
	return s.result
}

// certified returns the result as one of package certify, with slices of its own.
func (r *Result) certified(samples int) *certify.Result {
	c := r.Clone()
	return &certify.Result{
		Status: c.Status, Message: c.Message, Objective: c.Objective, Lower: c.Lower, Gap: c.Gap, Neurons: c.Neurons, Fit: c.Fit,
		Certificate: certify.Proof{Dual: c.Dual, Peak: c.Peak}, Iterations: c.Iterations, Samples: samples, Blocks: 1,
	}
}

// Trainer trains networks of one kind: certify.Job those with polynomial activations, Solver those with piecewise ones.
type Trainer interface {
	Start(p certify.Problem)
	Restart(beta float64)
	Step()
	Done() bool
	Stop()
	Progress() float64
	Sketch() (gap float64, iterations int)
	Result() *certify.Result
}

// TrainerOf returns a trainer for the kind of p.
func TrainerOf(p *certify.Problem) Trainer {
	if p.Piecewise != nil {
		return &Solver{}
	}
	return &certify.Job{}
}

// LargestBeta is BetaMax for problems of both kinds.
func LargestBeta(p *certify.Problem) float64 {
	if p.Piecewise == nil {
		return certify.BetaMax(p)
	}
	q := Of(p)
	return BetaMax(&q)
}

// WithConstant returns the rows of x, d numbers each, with a one behind each: what the neurons of these networks read.
func WithConstant(x []float64, d int) []float64 {
	out := make([]float64, 0, len(x)/d*(d+1))
	for row := range slices.Chunk(x, d) {
		out = append(append(out, row...), 1)
	}
	return out
}
