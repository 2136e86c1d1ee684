package solve

import (
	"math"

	"conelab/core/dense"
	"conelab/core/neural"
	"conelab/core/sdp"
)

// part is the run for the outputs that the loss couples: one output of a separable loss, all of a coupled one.
type part struct {
	problem      sdp.Problem
	y            []float64 // the labels of the part
	target, rest []float64 // what the solver fits, and y_perp of the reduced form
	constant     float64   // |y_perp|^2
	best         iterate
	doubt        float64
	ranks        []int
	sinceBest    int
	began        bool
	stopped      bool
	proof        proof
}

// iterate is a copy of the best point so far.
type iterate struct {
	gap  float64 // the solver's own relative gap
	dual []float64
	z    [][]float64
}

// proof is the network of a part with its certificate.
type proof struct {
	neurons        []neural.Neuron
	decompositions []*neural.Decomposition
	certificate    neural.Certificate
	objective      float64
	iterations     int
	stopped        bool
}

// start begins the job's current part, and reports true if it is done already: beta may be too large for any neuron to be worth its
// price, and then the dual vector of the empty network proves it.
func (a *part) start(j *Job) (done bool) {
	p := &j.problem
	n := j.samples.Len()
	outputs, _ := p.coupled()
	a.y = p.Y[j.current*n : (j.current+outputs)*n]
	a.rest = resize(a.rest, len(a.y))
	a.best.gap, a.sinceBest, a.doubt, a.ranks, a.stopped, a.began, a.proof = math.Inf(1), 0, math.Inf(1), nil, false, false, proof{}
	emptyDual(a.rest, a.y, n, p.Loss)
	j.prover.BoundTo(&a.proof.certificate, a.rest, a.y, p.Beta, p.Loss)
	if a.proof.certificate.Peak <= p.Beta {
		a.build(j, &a.proof, nil)
		return true
	}
	a.began = true
	a.problem = sdp.Problem{Op: j.samples, Outputs: outputs, Y: a.y, Beta: p.Beta, Loss: p.Loss}
	a.constant = 0
	if j.rows != nil {
		a.target = resize(a.target, j.rows.Len())
		j.rows.ReduceTo(a.target, a.rest, a.y)
		a.constant = dense.Dot(a.rest, a.rest)
		a.problem.Op, a.problem.Y = j.rows, a.target
	}
	if !j.solver.Fits(&a.problem) {
		j.solver = sdp.New(&a.problem)
	}
	j.solver.Reset(&a.problem)
	return false
}

// step makes one iteration and reports whether it was the last.
func (a *part) step(j *Job) (last bool) {
	return j.solver.Step() == sdp.Stalled || a.record(j)
}

// record keeps the iterate if it is the best so far, and reports whether it is time to end.
func (a *part) record(j *Job) bool {
	absolute, primal := j.solver.Gap()
	gap := absolute / math.Max(primal+a.constant, tiny)
	a.sinceBest++
	if gap < a.best.gap {
		a.sinceBest = 0
		a.best.gap = gap
		a.keep(j)
	}
	if now := j.solver.Indication(); gap < doubtMatters && now.Doubt <= math.Max(a.doubt, clearDoubt/2) {
		a.doubt = now.Doubt
		a.ranks = append(a.ranks[:0], now.Ranks...)
	}
	goal := j.problem.Tolerance * innerMargin
	return a.best.gap <= goal && a.doubt <= clearDoubt || a.best.gap <= goal*innerMargin ||
		a.sinceBest >= patience || j.solver.Iterations() >= maxIterations
}

// keep copies the solver's point.
func (a *part) keep(j *Job) {
	a.best.dual = append(a.best.dual[:0], j.solver.Dual()...)
	for len(a.best.z) < j.solver.Cones() {
		a.best.z = append(a.best.z, nil)
	}
	a.best.z = a.best.z[:j.solver.Cones()]
	for k := range a.best.z {
		a.best.z[k] = append(a.best.z[k][:0], j.solver.Primal(k)...)
	}
}

// conclude turns the best iterate into a network with its proof. The ranks are those indicated; should the network of these ranks miss
// the tolerance, the one without truncation is tried too.
func (a *part) conclude(j *Job) {
	p := &j.problem
	if !a.began {
		return
	}
	if math.IsInf(a.best.gap, 1) {
		a.keep(j)
	}
	proved := proof{iterations: j.solver.Iterations(), stopped: a.stopped}
	dual := a.best.dual
	if j.rows != nil {
		dual = make([]float64, len(a.y))
		j.rows.ExpandTo(dual, a.best.dual)
		dense.Axpy(2, a.rest, dual)
	}
	j.prover.BoundTo(&proved.certificate, dual, a.y, p.Beta, p.Loss)
	full := make([]int, len(a.best.z))
	for k := range full {
		full[k] = j.samples.Order()
	}
	ranks := a.ranks
	if ranks == nil {
		ranks = full
	}
	other := proved
	a.build(j, &proved, ranks)
	if !(RelativeGap(proved.objective, proved.certificate.Lower) <= p.Tolerance) {
		if a.build(j, &other, full); other.objective < proved.objective {
			proved = other
		}
	}
	// A neuron saved is a neuron saved: the empty network may be all that the data are worth, to the last digits.
	if empty := a.proof.certificate; empty.Lower > proved.certificate.Lower {
		proved.certificate = empty
	}
	a.proof = proved
}

// build decomposes the best iterate to the given ranks and evaluates the network. Without ranks the network is empty.
func (a *part) build(j *Job, q *proof, ranks []int) {
	p := &j.problem
	blocks, order := j.samples.Blocks(), j.samples.Order()
	outputs, _ := p.coupled()
	q.neurons, q.decompositions = nil, nil
	for k := range 2 * blocks * outputs {
		dec := &neural.Decomposition{}
		if ranks != nil {
			dec = neural.DecomposeTo(a.best.z[k], order, ranks[k], j.samples.Balanced())
		}
		for _, neuron := range dec.Neurons(float64(1-2*(k%2)), j.samples.Balanced()) {
			neuron.Block, neuron.Output = k/2%blocks, k/2/blocks
			q.neurons = append(q.neurons, neuron)
		}
		q.decompositions = append(q.decompositions, dec)
	}
	fit := make([]float64, len(a.y))
	q.objective = neural.Cost(fit, q.neurons, j.samples, a.y, p.Beta, p.Loss)
}
