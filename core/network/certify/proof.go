package certify

import (
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/sdp"
)

// proof is the network of a part with its certificate.
type proof struct {
	neurons        []neural.Neuron
	decompositions []*neural.Decomposition
	certificate    neural.Certificate
	objective      float64
	fit            []float64 // ŷ
	iterations     int
	stopped        bool
	trace          *trace // of the run that gave it
}

// merge takes the network and the bound of the other proof where they are better: any dual vector bounds the cost of every network.
func (q *proof) merge(other *proof) {
	certificate := q.certificate
	if !(other.certificate.Lower < certificate.Lower) {
		certificate = other.certificate
	}
	if !(other.objective > q.objective) {
		*q = *other
	}
	q.certificate = certificate
}

// nothing returns the network without neurons with the bound of its own dual vector, or of the vector zero where that is not known.
func (a *subproblem) nothing(j *Job) proof {
	p := &j.problem
	q := proof{trace: a.trace}
	a.build(j, &q, nil, nil)
	if a.known {
		j.prover.GivenTo(&q.certificate, a.empty.Dual, a.empty.Quadratics, a.empty.Peak, a.y, p.Beta, p.Loss)
	} else {
		j.prover.NothingTo(&q.certificate, a.y, p.Loss)
	}
	return q
}

// build decomposes the matrices, which may be those of the span, to the given ranks and evaluates the network. Without matrices the network is empty.
func (a *subproblem) build(j *Job, q *proof, z [][]float64, ranks []int) {
	p := &j.problem
	order := j.samples.Order()
	outputs, _ := p.coupled()
	if j.span != nil && z != nil && len(z[0]) < order*order {
		small := z
		z = make([][]float64, len(small))
		for k := range small {
			z[k] = j.span.expand(small[k])
		}
	}
	q.neurons, q.decompositions = decompose(j.samples, z, ranks)
	for len(q.decompositions) < 2*j.samples.Blocks()*outputs {
		q.decompositions = append(q.decompositions, &neural.Decomposition{})
	}
	cost := neural.Cost
	if a.stopped {
		cost = neural.PlainCost
	}
	q.fit = make([]float64, len(a.y))
	q.objective = cost(q.fit, q.neurons, j.samples, a.y, p.Beta, p.Loss)
}

// cone returns what matrix k stands for: the sign of its neurons, their block and their output.
func cone(k, blocks int) (sign float64, block, output int) {
	return float64(1 - 2*(k%2)), k / 2 % blocks, k / 2 / blocks
}

// decompose returns the neurons of matrices, decomposed to the given ranks.
func decompose(samples *lift.Operator, z [][]float64, ranks []int) (neurons []neural.Neuron, decompositions []*neural.Decomposition) {
	for k := range z {
		sign, block, output := cone(k, samples.Blocks())
		var dec *neural.Decomposition
		if samples.Balanced() {
			dec = neural.Decompose(z[k], samples.Order(), ranks[k])
		} else {
			// Z - Z' is what the network computes, and its positive and negative parts are the cheapest Z and Z': together they have
			// no more than d eigenvalues, and no larger traces.
			dec = neural.DecomposePart(z[k&^1], z[k|1], samples.Order(), ranks[k], k%2 == 0)
		}
		for _, neuron := range dec.Neurons(sign, samples.Balanced()) {
			neuron.Block, neuron.Output = block, output
			neurons = append(neurons, neuron)
		}
		decompositions = append(decompositions, dec)
	}
	return neurons, decompositions
}

// matricesOf returns the matrices of the neurons of so many outputs, and how many neurons each has, or its order if that is less.
func matricesOf(samples *lift.Operator, neurons []neural.Neuron, outputs int) (z [][]float64, ranks []int) {
	order, blocks := samples.Order(), samples.Blocks()
	for k := range 2 * blocks * outputs {
		sign, block, output := cone(k, blocks)
		m, count := make([]float64, order*order), 0
		neural.Assemble(m, neurons, sign, block, output, samples.Balanced())
		for _, neuron := range neurons {
			if neuron.Block == block && neuron.Output == output && neuron.Alpha*sign > 0 {
				count++
			}
		}
		z, ranks = append(z, m), append(ranks, min(count, order))
	}
	return z, ranks
}

// candidate is the best network and the best bound so far of a part that is being concluded.
type candidate struct {
	a     *subproblem
	j     *Job
	proof proof
	base  proof // what proofs begin with
	// running says that iterates are to come.
	running bool
}

// missed reports whether the relative gap is above the limit.
func (c *candidate) missed(limit float64) bool {
	return !(RelativeGap(c.proof.objective, c.proof.certificate.Lower) <= limit)
}

// network takes the network of the matrices, cut to the ranks, if it costs less.
func (c *candidate) network(z [][]float64, ranks []int) {
	other := c.base
	other.certificate = c.proof.certificate
	if c.a.build(c.j, &other, z, ranks); c.prefers(&other) && !c.j.canceled() {
		c.proof = other
	}
}

// prefers reports whether the network of the other proof costs less; what is far below the tolerance decides only between networks of as
// many neurons.
func (c *candidate) prefers(other *proof) bool {
	limit := c.proof.objective
	switch slack := equalCost * c.j.problem.Tolerance * math.Abs(limit); {
	case len(other.neurons) < len(c.proof.neurons):
		limit += slack
	case len(other.neurons) > len(c.proof.neurons):
		limit -= slack
	}
	return other.objective < limit
}

// equalCost is the part of the tolerance by which two networks may differ that are said to cost the same.
const equalCost = 0.1

// bound takes the dual vector if it proves more. Sums of twice the working precision are taken only where the tolerance is missed without them;
// and, while iterates are to come, only where they may be what is missing.
func (c *candidate) bound(dual []float64) {
	p, prover := &c.j.problem, c.j.prover
	var other neural.Certificate
	slack := prover.PlainBoundTo(&other, dual, c.a.y, p.Beta, p.Loss)
	c.take(&other)
	if slack > 0 && !c.a.stopped && c.missed(p.Tolerance) && !(c.running && c.missed(p.Tolerance+2*slack)) {
		prover.BoundTo(&other, dual, c.a.y, p.Beta, p.Loss)
		c.take(&other)
	}
}

// take keeps the certificate if it is the first or proves more; the caller must not use it afterwards. What was interrupted proves nothing.
func (c *candidate) take(other *neural.Certificate) {
	if c.j.canceled() {
		return
	}
	if c.proof.certificate.Quadratics == nil || other.Lower > c.proof.certificate.Lower {
		c.proof.certificate, *other = *other, neural.Certificate{}
	}
}

// slope tries the dual vector that belongs to the network: minus the gradient of the loss.
func (c *candidate) slope() {
	if len(c.proof.neurons) == 0 {
		return
	}
	m := newPolish(c.j.samples, c.a.y, c.j.problem.Beta, c.j.problem.Loss, c.proof.neurons, c.proof.certificate.Dual)
	copy(m.fit, c.proof.fit)
	if !m.kinked() {
		m.setDual()
		c.bound(m.dual)
	}
}

// polish takes the network to the nearest optimum, and tries it and its dual vector.
func (c *candidate) polish() {
	outputs, _ := c.j.problem.coupled()
	if neurons := len(c.proof.neurons); !c.j.polishable(neurons, outputs) && !(c.j.problem.Loss.Kinked() && c.j.kinkable(neurons, outputs)) {
		return
	}
	m := newPolish(c.j.samples, c.a.y, c.j.problem.Beta, c.j.problem.Loss, c.proof.neurons, c.proof.certificate.Dual)
	if !m.run() {
		return
	}
	if !m.kinked() {
		m.setDual()
	}
	neurons := m.network()
	c.network(c.matrices(neurons))
	c.bound(m.dual)
	if c.missed(c.j.problem.Tolerance) {
		c.neurons(neurons) // without what rounding in their matrices' decomposition does to the outputs
	}
	if m.kinked() && !c.running && c.missed(c.j.problem.Tolerance) && !c.missed(settleFrom) {
		if neurons = m.network(); m.settleNetwork(neurons) {
			c.neurons(neurons)
		}
		if c.missed(c.j.problem.Tolerance) && m.settleDual(c.j.prover) {
			c.bound(m.dual)
		}
	}
}

// neurons takes the network as it is, if it costs less.
func (c *candidate) neurons(neurons []neural.Neuron) {
	p, samples := &c.j.problem, c.j.samples
	other := c.base
	other.certificate, other.fit = c.proof.certificate, make([]float64, len(c.a.y))
	other.objective = neural.Cost(other.fit, neurons, samples, c.a.y, p.Beta, p.Loss)
	other.neurons = neurons
	if !c.prefers(&other) || c.j.canceled() {
		return
	}
	other.neurons = nil
	z, _ := c.matrices(neurons)
	for k := range z {
		sign, block, output := cone(k, samples.Blocks())
		var vectors [][]float64
		for _, n := range neurons {
			if n.Block == block && n.Output == output && n.Alpha*sign > 0 {
				root := math.Sqrt(math.Abs(n.Alpha))
				y := make([]float64, samples.Order())
				for i, u := range n.U {
					y[i] = root * u
				}
				if samples.Balanced() {
					y[len(n.U)] = root
				}
				vectors = append(vectors, y)
				other.neurons = append(other.neurons, n)
			}
		}
		other.decompositions = append(other.decompositions, neural.Given(z[k], samples.Order(), vectors, samples.Balanced()))
	}
	c.proof = other
}

// matrices returns those of the neurons, and how many each has.
func (c *candidate) matrices(neurons []neural.Neuron) (z [][]float64, ranks []int) {
	outputs, _ := c.j.problem.coupled()
	return matricesOf(c.j.samples, neurons, outputs)
}

// start builds the network of the matrices, cut to the ranks, and takes the bound of the dual vector. What else a proof begins with is in base.
func (c *candidate) start(z [][]float64, ranks []int, dual []float64) {
	c.proof = c.base
	c.a.build(c.j, &c.proof, z, ranks)
	c.proof.certificate.Lower = math.Inf(-1)
	c.bound(dual)
}

// early is what is known of ending a run before its iterates are as good as the network has to be: Newton's method on the neurons goes to
// the optimum at once from where the ranks are known.
type early struct {
	from  float64 // the gap at the last attempt
	ranks []int   // of the last iteration
	same  int     // how many iterations in a row have had them
	done  bool
	proof proof
}

const (
	// earlyFrom is the relative gap from which the network is polished and certified; earlyKinks that for a loss with kinks, whose polish
	// does not lower the cost of the regularisation.
	earlyFrom, earlyKinks = 1e-2, 1e-5
	// earlyUncertainty is what the uncertainty of the ranks may be then, unless they have been the same in steadyRanks iterations: networks of
	// unclear ranks have more neurons than need be.
	earlyUncertainty, steadyRanks = 0.25, 3
	// earlyRatio is how much smaller the gap must be before the next attempt.
	earlyRatio = 0.1
	// plainFrom is the relative gap from which the network is certified even if polishing it takes longer than going on.
	plainFrom = 1e-4
	// earlyIterations is how many iterations polishing may take the time of, lateIterations where the iterates have met the tolerance.
	earlyIterations, lateIterations = 2.0, 8.0
)

// endEarly certifies the network of the solver's iterate, polished where that is cheap, if it is promising, and reports whether it is certified to the
// tolerance.
func (a *subproblem) endEarly(j *Job, gap float64) bool {
	if a.trace != nil {
		return false
	}
	now, tolerance := j.solver.RankEstimate(), j.problem.Tolerance
	clear := a.early.clear(now)
	if settled := tolerance * innerMargin; (gap <= settled || gap <= tolerance && clear) && a.try(j, now.Ranks, func(*candidate) {}) {
		return true
	}
	kinks, from := j.problem.Loss.Kinked(), earlyFrom
	if kinks {
		from = earlyKinks
	}
	if !(gap <= from && gap <= earlyRatio*a.early.from) || !clear {
		return false
	}
	iterations := earlyIterations
	if gap <= tolerance { // the network misses what the iterates have
		iterations = lateIterations
	}
	cheap := a.cheap(j, now, iterations)
	if !cheap && (gap > plainFrom || j.iterationWork() < j.proofWork()) {
		return false
	}
	a.early.from = gap
	return a.try(j, now.Ranks, func(c *candidate) {
		if cheap || kinks {
			c.polish()
		} else {
			c.slope()
		}
	})
}

// clear takes the estimate of an iteration, and reports whether the ranks are clear.
func (e *early) clear(now sdp.RankEstimate) bool {
	if !slices.Equal(e.ranks, now.Ranks) {
		e.ranks, e.same = append(e.ranks[:0], now.Ranks...), 0
	}
	e.same++
	return now.Uncertainty <= earlyUncertainty || e.same >= steadyRanks
}

// try builds the network of the solver's iterate, cut to the ranks, and reports whether it is certified to the tolerance after it was improved.
func (a *subproblem) try(j *Job, ranks []int, improve func(*candidate)) bool {
	c := candidate{a: a, j: j, running: true, base: proof{iterations: j.solver.Iterations()}}
	if c.start(primals(j.solver), ranks, expand(j.rows, a.rest, j.solver.Dual())); j.canceled() {
		return false
	}
	if improve(&c); c.missed(j.problem.Tolerance) || j.canceled() {
		return false
	}
	a.early.done, a.early.proof = true, c.proof
	return true
}

// primals returns the solver's matrices, which are not to be kept or changed.
func primals(s *sdp.Solver) [][]float64 {
	z := make([][]float64, s.Cones())
	for k := range z {
		z[k] = s.Primal(k)
	}
	return z
}

// cheap reports whether polishing networks of the ranks takes no longer than so many iterations.
func (a *subproblem) cheap(j *Job, now sdp.RankEstimate, iterations float64) bool {
	neurons := 0
	for _, r := range now.Ranks {
		neurons += r
	}
	outputs, _ := j.problem.coupled()
	if !j.polishable(neurons, outputs) {
		return false
	}
	const steps = 4
	work := steps * j.polishWork(neurons, outputs)
	return work <= iterations*j.iterationWork()
}

// eigenWork times the cube of the order is about what the eigenvalues of a matrix take.
const eigenWork = 10

// iterationWork returns about the multiplications of an iteration.
func (j *Job) iterationWork() float64 {
	n, outputs := j.samples.Len(), j.subproblem.problem.Outputs
	if j.rows != nil {
		n = j.rows.Len()
	}
	order := j.subproblem.problem.Op.Order()
	inSamples, inEntries := sdp.Cost(n, outputs, j.samples.Blocks(), order)
	return math.Min(inSamples, inEntries) + 3*eigenWork*j.cubes(order)
}

// proofWork returns about those of a network and its proof.
func (j *Job) proofWork() float64 {
	order, rows := float64(j.samples.Order()), float64(j.samples.Len()*j.subproblem.problem.Outputs*j.samples.Blocks())
	return 2*rows*order*order + 2*eigenWork*j.cubes(j.samples.Order())
}

// cubes returns the sum of the cubes of the orders of all matrices.
func (j *Job) cubes(order int) float64 {
	return float64(2*j.samples.Blocks()*j.subproblem.problem.Outputs) * math.Pow(float64(order), 3)
}
