package relu

import (
	"context"
	"math"
	"strconv"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// Job solves one problem at a time and keeps its workspace: a problem of a size that it has solved before allocates nothing. The zero value
// is ready for Start. Each output is a problem of its own; they are solved one after the other.
type Job struct {
	problem Problem
	places  places
	parts   []*part
	count   int // of parts in use
	current int
	result  Result
	done    bool
	numbers []float64 // directions of the result
	indices []int     // faces of the result
}

// places has the different points of the samples and their arrangement.
type places struct {
	arrangement
	points []vector
	at     []int // the point of each sample
}

// take finds the points, and reports whether they are as many as before, of the same samples. Then only those that have moved are sorted
// anew.
func (s *places) take(p *Problem) (same bool) {
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
	if same = same && len(s.points) == len(s.z); !same {
		s.reset(s.points, p.D+1)
		return false
	}
	s.shift()
	return true
}

// fewMoved is the number of points up to which they are moved one by one.
const fewMoved = 3

// shift moves the points that are elsewhere now.
func (s *places) shift() {
	moved := 0
	for k := range s.points {
		if s.points[k] != s.z[k] {
			moved++
		}
	}
	if moved > fewMoved {
		s.reset(s.points, s.dim)
		return
	}
	for k := range s.points {
		if s.points[k] != s.z[k] {
			s.move(k, &s.points[k])
		}
	}
}

// Start begins to solve p from the empty network. A problem that cannot be solved (see Validate) is done at once, and has failed.
func (j *Job) Start(p Problem) { j.start(p, false) }

// Follow begins to solve p from the neurons of the problem solved before, whose kinks follow the samples on which they hang: a sample was
// moved, a label or beta changed. What is proved is p alone. Where features, outputs, loss or activation differ it is Start.
func (j *Job) Follow(p Problem) { j.start(p, true) }

func (j *Job) start(p Problem, follow bool) {
	if err := p.Validate(); err != nil {
		j.refuse("The problem cannot be solved: " + err.Error() + ".")
		return
	}
	before := j.problem
	follow = follow && j.count > 0 && before.D == p.D && before.outputs() == p.outputs() && before.Loss == p.Loss && before.Activation == p.Activation
	j.problem, j.done, j.current, j.count = p, false, 0, p.outputs()
	same := j.places.take(&p)
	n := p.Samples()
	for o := range j.count {
		if o == len(j.parts) {
			j.parts = append(j.parts, &part{})
		}
		part := j.parts[o]
		part.start(&p, &j.places.arrangement, p.Y[o*n:(o+1)*n], j.places.at)
		if follow {
			part.follow(same)
		} else {
			part.empty()
		}
	}
}

// refuse ends the job with a failed result, which has the sentence.
func (j *Job) refuse(sentence string) {
	j.count, j.done = 0, true
	j.result = Result{Status: certify.Failed, Message: sentence, Objective: math.Inf(1), Lower: math.Inf(-1), Gap: math.Inf(1)}
}

// Step takes the network to the optimum on the directions known so far, and calls the oracle, which bounds the gap and finds new
// directions. Within a parallel.Task it may be suspended between Newton steps.
func (j *Job) Step() {
	if j.done {
		return
	}
	part := j.parts[j.current]
	part.step(j.problem.context())
	if !part.done {
		return
	}
	if j.current++; j.current == j.count {
		j.finish("")
	}
}

// Done reports whether the job has its result.
func (j *Job) Done() bool { return j.done }

// Result returns the result, or nil before the job is done. The next Start or Follow overwrites it.
func (j *Job) Result() *Result {
	if !j.done {
		return nil
	}
	return &j.result
}

// Sketch returns the relative gap certified so far for the current output, +Inf before anything is, and the number of calls of the oracle.
func (j *Job) Sketch() (gap float64, iterations int) {
	if j.done {
		return j.result.Gap, j.result.Iterations
	}
	part := j.parts[j.current]
	return part.gap, part.calls
}

// Stop ends the job with the best network that it has, and its proof: outputs that have not been begun keep the network without neurons, or
// where the job follows another, the network of that.
func (j *Job) Stop() {
	if j.done {
		return
	}
	for _, part := range j.parts[j.current:j.count] {
		part.evaluate()
		part.certify(context.Background())
	}
	j.finish(certify.Stopped)
}

// Run starts p and steps to the end, or until its context is canceled: then the result is the best so far, with its proof.
func (j *Job) Run(p Problem) *Result {
	j.Start(p)
	return j.run()
}

// RunFrom follows p and steps to the end, as Run does.
func (j *Job) RunFrom(p Problem) *Result {
	j.Follow(p)
	return j.run()
}

func (j *Job) run() *Result {
	for !j.done && !parallel.Canceled(j.problem.context()) {
		j.Step()
	}
	j.Stop()
	return &j.result
}

// finish puts the parts together.
func (j *Job) finish(status certify.Status) {
	j.done = true
	r, n, dim := &j.result, j.problem.Samples(), j.problem.D+1
	*r = Result{Status: status, Neurons: r.Neurons[:0], Faces: r.Faces[:0], Fit: r.Fit[:0], Dual: r.Dual[:0]}
	neurons := 0
	for _, part := range j.parts[:j.count] {
		neurons += len(part.neurons)
	}
	j.numbers, j.indices = dense.Resize(j.numbers, neurons*dim)[:0], j.indices[:0]
	for o, part := range j.parts[:j.count] {
		for i := range part.neurons {
			neuron := &part.neurons[i]
			u := neuron.w
			alpha := u.normalise()
			from := len(j.numbers)
			j.numbers = append(j.numbers, u[:dim]...)
			r.Neurons = append(r.Neurons, neural.Neuron{U: j.numbers[from:len(j.numbers):len(j.numbers)], Alpha: neuron.sign * alpha, Output: o})
			j.face(neuron)
		}
		for i := range n {
			r.Fit = append(r.Fit, part.next[j.places.at[i]])
		}
		r.Dual = append(r.Dual, part.proof...)
		r.Objective += part.objective
		r.Lower += part.lower
		r.Peak = math.Max(r.Peak, part.peak)
		r.Iterations += part.calls
		r.Steps += part.steps
	}
	r.Gap = certify.RelativeGap(r.Objective, r.Lower)
	r.judge(&j.problem)
}

// face adds the samples on whose kinks a neuron is to the result.
func (j *Job) face(neuron *neuron) {
	from := len(j.indices)
	for i, at := range j.places.at {
		if neuron.sides[at] == 0 {
			j.indices = append(j.indices, i)
		}
	}
	// Where the list has grown elsewhere, faces before keep their old memory.
	j.result.Faces = append(j.result.Faces, j.indices[from:len(j.indices):len(j.indices)])
}

// BetaMax returns the beta from which on the network without neurons is optimal: the largest |g| for the dual vector of that network. It is
// NaN for a problem without valid data. The Beta of p plays no part.
func BetaMax(p *Problem) float64 {
	if p.validateData() != nil {
		return math.NaN()
	}
	q := *p
	q.Beta = 1
	var j Job
	j.Start(q)
	peak := 0.0
	for _, part := range j.parts[:j.count] {
		part.evaluate()
		for i, k := range part.at {
			// Not the smoothed slope of the hinge loss.
			part.dual[i] = -q.Loss.Slope(0, part.y[i])
			part.fitting.v[k] = 0
		}
		for i, k := range part.at {
			part.fitting.v[k] += part.dual[i]
		}
		part.run(context.Background(), part.fitting.v, 0)
		peak = math.Max(peak, part.best.value)
	}
	return peak
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 2, 64) }
