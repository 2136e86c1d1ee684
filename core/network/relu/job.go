package relu

import (
	"context"
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/parallel"
)

// Job solves one problem at a time and keeps its workspace: a problem of a size that it has solved before allocates its result only. The zero
// value is ready for Start. Each output is a problem of its own; they are solved one after the other.
type Job struct {
	problem certify.Problem
	places  places
	outputs []*output
	count   int // of parts in use
	current int
	result  *certify.Result // nil while the job is at work
}

// places has the different points of the samples and their arrangement.
type places struct {
	arrangement
	points []vector
	at     []int // the point of each sample
}

// take finds the points, and reports whether they are as many as before, of the same samples.
func (s *places) take(p *certify.Problem) (same bool) {
	n := p.Samples()
	same = s.dim == p.D+1 && len(s.at) == n
	if cap(s.at) < n {
		s.at, s.points = make([]int, n), make([]vector, 0, n)
	}
	s.at, s.points = s.at[:n], s.points[:0]
	for i := range n {
		z := vector{}
		for k, x := range p.X[i*p.D : (i+1)*p.D] {
			z[k] = x + 0 // not -0
		}
		z[p.D] = 1
		at := 0
		for at < len(s.points) && s.points[at] != z {
			at++
		}
		if at == len(s.points) {
			s.points = append(s.points, z)
		}
		same = same && s.at[i] == at
		s.at[i] = at
	}
	same = same && len(s.points) == len(s.z)
	s.update(s.points, p.D+1)
	return same
}

// Start begins to solve p from the empty network. A problem that cannot be solved is done at once, and has failed.
func (j *Job) Start(p certify.Problem) { j.start(p, false) }

// Restart begins to solve the problem last started for another beta, from its neurons.
func (j *Job) Restart(beta float64) {
	p := j.problem
	p.Beta = beta
	j.Follow(p)
}

// Follow begins to solve p from the neurons of the problem solved before, whose kinks follow the samples on which they hang: a sample was
// moved, a label or beta changed. What is proved is p alone. Where features, outputs, loss or activation differ it is Start.
func (j *Job) Follow(p certify.Problem) { j.start(p, true) }

func (j *Job) start(p certify.Problem, follow bool) {
	p, err := complete(p)
	if err != nil {
		j.Refuse("The problem cannot be solved: " + err.Error() + ".")
		return
	}
	before := &j.problem
	follow = follow && j.count == p.Outputs && before.D == p.D && before.Loss == p.Loss && *before.Piecewise == *p.Piecewise
	j.problem, j.result, j.current, j.count = p, nil, 0, p.Outputs
	same := j.places.take(&p)
	n := p.Samples()
	for o := range j.count {
		if o == len(j.outputs) {
			j.outputs = append(j.outputs, &output{})
		}
		part := j.outputs[o]
		part.start(&p, &j.places.arrangement, p.Y[o*n:(o+1)*n], j.places.at)
		if follow {
			part.follow(same)
		} else {
			part.empty()
		}
	}
}

// Refuse ends the job, in place of solving a problem, with a failed result without a network, which has the sentence.
func (j *Job) Refuse(sentence string) { j.count, j.result = 0, certify.Refused(sentence) }

// Step takes the network to the optimum on the directions known so far, and calls the oracle, which bounds the gap and finds new
// directions. Within a parallel.Task it may be suspended between Newton steps.
func (j *Job) Step() {
	if j.Done() {
		return
	}
	part := j.outputs[j.current]
	part.step(j.problem.Context)
	if !part.done {
		return
	}
	if j.current++; j.current == j.count {
		j.finish("")
	}
}

// Done reports whether the job has its result.
func (j *Job) Done() bool { return j.result != nil }

// Result returns the result, without matrices, or nil before the job is done. Its slices are its own.
func (j *Job) Result() *certify.Result { return j.result }

// Progress returns about which share of the way is behind, from 0 to 1: the logarithm of the gap tells.
func (j *Job) Progress() float64 {
	if j.Done() {
		return 1
	}
	share, part := float64(j.current), j.outputs[j.current]
	if part.gap < 1 {
		share += math.Log(math.Max(part.gap, part.tolerance)) / math.Log(part.tolerance)
	}
	return share / float64(j.count)
}

// Sketch returns the relative gap certified so far for the current output, +Inf before anything is, and the number of calls of the oracle.
func (j *Job) Sketch() (gap float64, iterations int) {
	if j.Done() {
		return j.result.Gap, j.result.Iterations
	}
	part := j.outputs[j.current]
	return part.gap, part.calls
}

// Stop ends the job with the best network that it has, and its proof: outputs that have not been begun keep the network without neurons, or
// where the job follows another, the network of that.
func (j *Job) Stop() {
	if j.Done() {
		return
	}
	for _, part := range j.outputs[j.current:j.count] {
		part.evaluate()
		part.certify(context.Background())
	}
	j.finish(certify.Stopped)
}

// Run starts p and steps to the end, or until its context is canceled: then the result is the best so far, with its proof.
func (j *Job) Run(p certify.Problem) *certify.Result {
	for j.Start(p); !j.Done() && !parallel.Canceled(j.problem.Context); {
		j.Step()
	}
	j.Stop()
	return j.result
}

// finish puts the parts together.
func (j *Job) finish(status certify.Status) {
	n, dim, neurons := j.problem.Samples(), j.problem.D+1, 0
	for _, part := range j.outputs[:j.count] {
		neurons += len(part.neurons)
	}
	r := &certify.Result{
		Status: status, Neurons: make([]neural.Neuron, 0, neurons), Faces: make([][]int, 0, neurons), Fit: make([]float64, 0, n*j.count),
		Certificate: certify.Proof{Dual: make([]float64, 0, n*j.count)}, Samples: n, Blocks: 1,
	}
	directions := make([]float64, 0, neurons*dim)
	for o, part := range j.outputs[:j.count] {
		for i := range part.neurons {
			neuron := &part.neurons[i]
			u := neuron.w
			alpha := u.normalise()
			directions = append(directions, u[:dim]...)
			r.Neurons = append(r.Neurons, neural.Neuron{U: slices.Clip(directions[len(directions)-dim:]), Alpha: neuron.sign * alpha, Output: o})
			r.Faces = append(r.Faces, j.places.face(neuron))
		}
		for i := range n {
			r.Fit = append(r.Fit, part.next[j.places.at[i]])
		}
		r.Certificate.Dual = append(r.Certificate.Dual, part.proof...)
		r.Certificate.Peak = math.Max(r.Certificate.Peak, part.peak)
		r.Objective += part.objective
		r.Lower += part.lower
		r.Iterations += part.calls
	}
	r.Gap = certify.RelativeGap(r.Objective, r.Lower)
	r.Judge(tolerance(&j.problem), j.problem.Empty(), "")
	j.result = r
}

// face returns the samples on whose kinks a neuron is.
func (s *places) face(neuron *neuron) (on []int) {
	for i, at := range s.at {
		if neuron.sides[at] == 0 {
			on = append(on, i)
		}
	}
	return on
}

// LargestBeta returns the beta from which on the network without neurons is optimal: the largest |g| for the dual vector of that network. It
// is NaN for a problem without valid data. The Beta of p plays no part.
func LargestBeta(p *certify.Problem) (peak float64) {
	q := *p
	q.Beta, q.Tolerance, q.Context = 1, 0, nil
	var j Job
	if j.Start(q); j.Done() {
		return math.NaN()
	}
	for _, part := range j.outputs {
		part.mu = 0
		part.evaluate()
		part.run(context.Background(), part.outputLoss.v, 0)
		peak = math.Max(peak, part.best.value)
	}
	return peak
}
