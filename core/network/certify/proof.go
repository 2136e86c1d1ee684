package certify

import (
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
)

// proof is the network of a subproblem with its certificate.
type proof struct {
	neurons        []neural.Neuron
	decompositions []*neural.Decomposition
	certificate    neural.Certificate
	objective      float64
	fit            []float64 // ŷ
	iterations     int
	stopped        bool
}

// gap returns the relative gap that is proved.
func (q *proof) gap() float64 { return RelativeGap(q.objective, q.certificate.Lower) }

// equalCost is the part of the tolerance by which two networks may differ that are said to cost the same.
const equalCost = 0.1

// improve takes the network and the bound of the other proof where they are better. What is far below the tolerance decides only
// between networks of as many neurons.
func (q *proof) improve(other *proof, tolerance float64) {
	limit := q.objective
	slack := equalCost * tolerance * math.Abs(limit)
	switch {
	case len(other.neurons) < len(q.neurons):
		limit += slack
	case len(other.neurons) > len(q.neurons):
		limit -= slack
	}
	best := q.certificate
	q.certificate = other.certificate
	if other.objective < limit {
		*q = *other
	}
	if !(other.certificate.Lower > best.Lower) && best.Quadratics != nil {
		q.certificate = best
	}
}

// evaluator tells what the networks and the dual vectors of a subproblem are worth.
type evaluator struct {
	*operators
	problem Problem // with the labels of these outputs only
	newton  *newton // its workspace
	plain   bool    // sums in working precision will do, because someone is waiting
}

// network returns the network of the matrices, which may be those of the span, decomposed to the given ranks, without a bound.
// Without matrices it is empty.
func (e *evaluator) network(z [][]float64, ranks []int) proof {
	order := e.samples.Order()
	if e.span != nil && z != nil && len(z[0]) < order*order {
		small := z
		z = make([][]float64, len(small))
		for k := range small {
			z[k] = e.span.expand(small[k])
		}
	}
	neurons, decompositions := decompose(e.samples, z, ranks)
	for len(decompositions) < 2*e.samples.Blocks()*e.problem.Outputs {
		decompositions = append(decompositions, &neural.Decomposition{})
	}
	return e.evaluate(neurons, decompositions)
}

// evaluate returns a network without a bound.
func (e *evaluator) evaluate(neurons []neural.Neuron, decompositions []*neural.Decomposition) proof {
	p := &e.problem
	q := proof{neurons: neurons, decompositions: decompositions, fit: make([]float64, len(p.Y))}
	cost := neural.Cost
	if e.plain {
		cost = neural.PlainCost
	}
	q.objective = cost(q.fit, neurons, e.samples, p.Y, p.Beta, p.Loss)
	q.certificate.Lower = math.Inf(-1)
	return q
}

// undecomposed returns the network of the neurons as they are, without what rounding in their matrices' decomposition does to the outputs.
func (e *evaluator) undecomposed(neurons []neural.Neuron) proof {
	samples := e.samples
	z, _ := e.matrices(neurons)
	var sorted []neural.Neuron
	var decompositions []*neural.Decomposition
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
				if samples.HasTrace() {
					y[len(n.U)] = root
				}
				vectors = append(vectors, y)
				sorted = append(sorted, n)
			}
		}
		decompositions = append(decompositions, neural.WithVectors(z[k], samples.Order(), vectors, samples.HasTrace()))
	}
	return e.evaluate(sorted, decompositions)
}

// bound gives the proof the bound of the dual vector if that is higher than its own, and returns the largest |g| of the vector. Sums of
// twice the working precision are taken only where they may be what the tolerance is missed by.
func (e *evaluator) bound(q *proof, dual []float64) (peak float64) {
	p := &e.problem
	var c neural.Certificate
	slack := e.prover.PlainBoundTo(&c, dual, p.Y, p.Beta, p.Loss)
	peak = c.Peak
	q.take(&c)
	if gap := q.gap(); slack > 0 && !e.plain && gap > p.Tolerance && gap <= p.Tolerance+2*slack {
		e.prover.BoundTo(&c, dual, p.Y, p.Beta, p.Loss)
		peak = c.Peak
		q.take(&c)
	}
	return peak
}

// take keeps the certificate if it is the first or proves more; the caller must not use it afterwards.
func (q *proof) take(c *neural.Certificate) {
	if q.certificate.Quadratics == nil || c.Lower > q.certificate.Lower {
		q.certificate, *c = *c, neural.Certificate{}
	}
}

// matrices returns those of the neurons, and how many each has.
func (e *evaluator) matrices(neurons []neural.Neuron) (z [][]float64, ranks []int) {
	return matricesOf(e.samples, neurons, e.problem.Outputs)
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
		if samples.HasTrace() {
			dec = neural.Decompose(z[k], samples.Order(), ranks[k])
		} else {
			// Z - Z' is what the network computes, and its positive and negative parts are the cheapest Z and Z': together they have
			// no more than d eigenvalues, and no larger traces.
			dec = neural.DecomposePart(z[k&^1], z[k|1], samples.Order(), ranks[k], k%2 == 0)
		}
		for _, neuron := range dec.Neurons(sign, samples.HasTrace()) {
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
		neural.Assemble(m, neurons, sign, block, output, samples.HasTrace())
		for _, neuron := range neurons {
			if neuron.Block == block && neuron.Output == output && neuron.Alpha*sign > 0 {
				count++
			}
		}
		z, ranks = append(z, m), append(ranks, min(count, order))
	}
	return z, ranks
}
