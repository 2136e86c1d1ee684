package certify

import (
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
	trace          *trace // of the run that gave it
}

// gap returns the relative gap that is proved.
func (q *proof) gap() float64 { return RelativeGap(q.objective, q.certificate.Lower) }

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
func (a *subproblem) nothing() proof {
	p := &a.problem
	q := proof{trace: a.trace}
	a.build(&q, nil, nil)
	if a.known {
		a.prover.GivenTo(&q.certificate, a.empty.Dual, a.empty.Quadratics, a.empty.Peak, p.Y, p.Beta, p.Loss)
	} else {
		a.prover.NothingTo(&q.certificate, p.Y, p.Loss)
	}
	return q
}

// build decomposes the matrices, which may be those of the span, to the given ranks and evaluates the network. Without matrices
// the network is empty.
func (a *subproblem) build(q *proof, z [][]float64, ranks []int) {
	p := &a.problem
	order := a.samples.Order()
	if a.span != nil && z != nil && len(z[0]) < order*order {
		small := z
		z = make([][]float64, len(small))
		for k := range small {
			z[k] = a.span.expand(small[k])
		}
	}
	q.neurons, q.decompositions = decompose(a.samples, z, ranks)
	for len(q.decompositions) < 2*a.samples.Blocks()*p.Outputs {
		q.decompositions = append(q.decompositions, &neural.Decomposition{})
	}
	cost := neural.Cost
	if a.stopped {
		cost = neural.PlainCost
	}
	q.fit = make([]float64, len(p.Y))
	q.objective = cost(q.fit, q.neurons, a.samples, p.Y, p.Beta, p.Loss)
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
