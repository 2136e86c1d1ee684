package solve

import (
	"math"

	"conelab/core/document"
	"conelab/core/lift"
	"conelab/core/neural"
)

// checkLimit is how far, relatively, a claimed number may be from the recomputed one: more than rounding, less than matters.
const checkLimit = 1e-9

// Check recomputes, from the raw problem and the solution alone, everything that the solution claims. Where parts of the solution do not
// have the problem's sizes, nothing else can be measured, and the numbers of the check stay zero.
func Check(p *document.Problem, s *document.Solution) *document.Check {
	c := &document.Check{Format: document.CheckFormat, Pass: true}
	checkSizes(c, p, s)
	if c.Pass {
		problem := FromDocument(p)
		neurons := network(s)
		checkNumbers(c, problem, neurons, s)
		checkMatrices(c, problem.D+1, neurons, s.Z[0])
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
func checkSizes(c *document.Check, p *document.Problem, s *document.Solution) {
	n, d := len(p.Data.X), len(p.Data.X[0])
	directions, places, rows, matrices := 0, 0, difference(len(s.Dual), n), difference(len(s.Z), 1)
	for _, neuron := range s.Network.Neurons {
		directions += misfit(len(neuron.U) != d)
		places += misfit(neuron.Block != 0 || neuron.Output != 0)
	}
	for _, v := range s.Dual {
		rows += misfit(len(v) != 1)
	}
	for _, z := range s.Z {
		matrices += misfit(z.Block != 0 || z.Output != 0 || !isSquare(z.Plus, d+1) || !isSquare(z.Minus, d+1))
	}
	find(c, "neurons whose direction u has not one number per feature of the data", float64(directions), 0)
	find(c, "neurons of a block or output that the problem does not have", float64(places), 0)
	find(c, "rows of dual that are missing, too many, or not one number", float64(rows), 0)
	find(c, "entries of z that are missing, too many, or not of the order features + 1", float64(matrices), 0)
}

// checkNumbers compares the claimed objective, bound and gap with the forward pass of the network and the bound of the dual vector.
func checkNumbers(c *document.Check, p Problem, neurons []neural.Neuron, s *document.Solution) {
	samples := lift.NewSamples(p.Sigma, p.X, len(p.Y), p.D)
	var certificate neural.Certificate
	neural.NewProver(samples).BoundTo(&certificate, flatten(s.Dual), p.Y, p.Beta)
	objective := neural.Cost(make([]float64, len(p.Y)), neurons, samples, p.Y, p.Beta)
	gap := RelativeGap(objective, certificate.Lower)
	c.Objective, c.LowerBound, c.Gap = clamp(objective), clamp(certificate.Lower), clamp(gap)
	scale := math.Max(math.Abs(objective), tiny)
	tolerance := p.Tolerance
	if tolerance == 0 {
		tolerance = DefaultTolerance
	}
	find(c, "distance of the lengths of the directions u from one", lengths(neurons), checkLimit)
	find(c, "claimed objective against the cost of the network, relative", math.Abs(s.Objective-objective)/scale, checkLimit)
	find(c, "claimed lower bound above what dual proves, relative to the objective", math.Max(0, (s.LowerBound-certificate.Lower)/scale), checkLimit)
	find(c, "claimed gap against the gap of the claimed objective and lower bound", math.Abs(s.Gap-RelativeGap(s.Objective, s.LowerBound)), checkLimit)
	find(c, "gap between the cost of the network and what dual proves, relative", gap, tolerance)
	find(c, "cost of the network below what dual proves, relative, which no network can be", math.Max(0, -gap), checkLimit)
}

// checkMatrices compares z with the neurons, and measures how far it is from being psd and balanced.
func checkMatrices(c *document.Check, order int, neurons []neural.Neuron, z document.Block) {
	var sums, eigenvalue, trace float64
	for k, rows := range [][][]float64{z.Plus, z.Minus} {
		matrix := flatten(rows)
		sum := assemble(neurons, order, float64(1-2*k))
		size := math.Max(largest(sum), tiny)
		for i, v := range matrix {
			sums = math.Max(sums, math.Abs(v-sum[i])/size)
		}
		matrix, _ = normalize(matrix)
		symmetrize(matrix, order)
		dec := neural.Decompose(matrix, order, 0)
		eigenvalue, trace = math.Max(eigenvalue, -dec.MinEigenvalue), math.Max(trace, dec.TraceViolation)
	}
	find(c, "z against the sum over the neurons, relative to its largest entry", sums, checkLimit)
	find(c, "least eigenvalue of z below zero, relative to its largest entry", eigenvalue, checkLimit)
	find(c, "trace of z's leading block against its last entry, relative to its largest entry", trace, checkLimit)
}

// network returns the neurons of a solution.
func network(s *document.Solution) []neural.Neuron {
	var neurons []neural.Neuron
	for _, n := range s.Network.Neurons {
		neurons = append(neurons, neural.Neuron{U: n.U, Alpha: n.Alpha})
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
