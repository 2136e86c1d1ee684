package solve

import (
	"math"

	"conelab/core/document"
	"conelab/core/lift"
	"conelab/core/neural"
)

// checkLimit is how far, relatively, a claimed number may be from the recomputed one: more than rounding, less than matters.
const checkLimit = 1e-9

// LengthLimit is how far the length of a direction may be from one in a solution that claims to be exact.
const LengthLimit = checkLimit

// Check recomputes, from the raw problem and the solution alone, everything that the solution claims. Where parts of the solution do not
// have the problem's sizes, nothing else can be measured, and the numbers of the check stay zero.
func Check(p *document.Problem, s *document.Solution) *document.Check {
	c := &document.Check{Format: document.CheckFormat, Pass: true}
	checkSizes(c, p, s)
	if c.Pass {
		problem := FromDocument(p)
		neurons := network(s)
		checkNumbers(c, problem, neurons, s)
		checkMatrices(c, &problem, neurons, s.Z)
	}
	return c
}

// find adds what was measured to the check.
func find(c *document.Check, what string, measured, limit float64) {
	f := document.Finding{What: what, Measured: clamp(measured), Limit: limit, Pass: measured <= limit}
	c.Findings = append(c.Findings, f)
	c.Pass = c.Pass && f.Pass
}

// checkSizes counts the parts of the solution that do not belong to a network for the problem.
func checkSizes(c *document.Check, d *document.Problem, s *document.Solution) {
	p := FromDocument(d)
	shape, order := p.Architecture.Shape(p.D), p.order()
	directions, places, rows, matrices := 0, 0, difference(len(s.Dual), p.Samples()), difference(len(s.Z), shape.Blocks*p.Outputs)
	for _, neuron := range s.Network.Neurons {
		directions += misfit(len(neuron.U) != shape.Dimension)
		places += misfit(neuron.Block < 0 || neuron.Block >= shape.Blocks || neuron.Output < 0 || neuron.Output >= p.Outputs)
	}
	for _, v := range s.Dual {
		rows += misfit(len(v) != p.Outputs)
	}
	for at, z := range s.Z {
		place := z.Output*shape.Blocks + z.Block
		matrices += misfit(z.Block < 0 || z.Block >= shape.Blocks || place != at || !isSquare(z.Plus, order) || !isSquare(z.Minus, order))
	}
	find(c, "neurons whose direction u has not one number per feature that they read", float64(directions), 0)
	find(c, "neurons of a block or output that the problem does not have", float64(places), 0)
	find(c, "rows of dual that are missing, too many, or not one number per output", float64(rows), 0)
	find(c, "entries of z that are missing, too many, not of the right order, or not output by output, block by block", float64(matrices), 0)
}

// checkNumbers compares the claimed objective, bound and gap with the forward pass of the network and the bound of the dual vector.
func checkNumbers(c *document.Check, p Problem, neurons []neural.Neuron, s *document.Solution) {
	samples := p.operator()
	n := samples.Len()
	dual := make([]float64, len(p.Y))
	for i, row := range s.Dual {
		for o, v := range row {
			dual[o*n+i] = v
		}
	}
	lower, peak := bound(&p, samples, dual)
	objective := neural.Cost(make([]float64, len(p.Y)), neurons, samples, p.Y, p.Beta, p.Loss)
	gap := RelativeGap(objective, lower)
	c.Objective, c.LowerBound, c.Gap, c.DualPeak = clamp(objective), clamp(lower), clamp(gap), clamp(peak/p.Beta)
	scale := math.Max(math.Abs(objective), tiny)
	tolerance := p.Tolerance
	if tolerance == 0 {
		tolerance = DefaultTolerance
	}
	find(c, "distance of the lengths of the directions u from one", lengths(neurons), checkLimit)
	find(c, "claimed objective against the cost of the network, relative", math.Abs(s.Objective-objective)/scale, checkLimit)
	find(c, "claimed lower bound above what dual proves, relative to the objective", math.Max(0, (s.LowerBound-lower)/scale), checkLimit)
	find(c, "claimed gap against the gap of the claimed objective and lower bound", math.Abs(s.Gap-RelativeGap(s.Objective, s.LowerBound)), checkLimit)
	find(c, "gap between the cost of the network and what dual proves, relative", gap, tolerance)
	find(c, "cost of the network below what dual proves, relative, which no network can be", math.Max(0, -gap), checkLimit)
}

// bound returns what the dual vector, output by output, proves, and the largest |g| on the sphere for the vector as it is.
func bound(p *Problem, samples *lift.Samples, dual []float64) (lower, peak float64) {
	n := samples.Len()
	outputs, parts := p.coupled()
	var certificate neural.Certificate
	for at := range parts {
		from, to := at*n, (at+outputs)*n
		neural.NewProver(samples).BoundTo(&certificate, dual[from:to], p.Y[from:to], p.Beta, p.Loss)
		lower += certificate.Lower
		peak = math.Max(peak, certificate.Peak)
	}
	return lower, peak
}

// checkMatrices compares z with the neurons, and measures how far it is from being psd and balanced.
func checkMatrices(c *document.Check, p *Problem, neurons []neural.Neuron, blocks []document.Block) {
	var sums, eigenvalue, trace float64
	order := p.order()
	for _, z := range blocks {
		for k, rows := range [][][]float64{z.Plus, z.Minus} {
			matrix := flatten(rows)
			sum := flatten(assemble(p, neurons, float64(1-2*k), z.Block, z.Output))
			size := math.Max(largest(sum), tiny)
			for i, v := range matrix {
				sums = math.Max(sums, math.Abs(v-sum[i])/size)
			}
			matrix, _ = normalize(matrix)
			symmetrize(matrix, order)
			dec := neural.DecomposeTo(matrix, order, 0, p.balanced())
			eigenvalue, trace = math.Max(eigenvalue, -dec.MinEigenvalue), math.Max(trace, dec.TraceViolation)
		}
	}
	find(c, "z against the sum over the neurons, relative to its largest entry", sums, checkLimit)
	find(c, "least eigenvalue of z below zero, relative to its largest entry", eigenvalue, checkLimit)
	find(c, "trace of z's leading block against its last entry, relative to its largest entry", trace, checkLimit)
}

// network returns the neurons of a solution.
func network(s *document.Solution) []neural.Neuron {
	var neurons []neural.Neuron
	for _, n := range s.Network.Neurons {
		neurons = append(neurons, neural.Neuron{U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	}
	return neurons
}

// lengths returns max | |u| - 1 |.
func lengths(neurons []neural.Neuron) float64 {
	worst := 0.0
	for _, n := range neurons {
		length := 0.0
		for _, v := range n.U {
			length = math.Hypot(length, v)
		}
		worst = math.Max(worst, math.Abs(length-1))
	}
	return worst
}

// isSquare reports whether the rows make a square matrix of the given order.
func isSquare(rows [][]float64, order int) bool {
	for _, row := range rows {
		if len(row) != order {
			return false
		}
	}
	return len(rows) == order
}

func misfit(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func difference(a, b int) int { return max(a-b, b-a) }
