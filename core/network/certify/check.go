package certify

import (
	"math"
	"slices"
	"strconv"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// ClaimLimit is the largest relative distance of a claimed number from the recomputed one, and that of the length of a direction from one:
// more than rounding, less than matters.
const ClaimLimit = 1e-9

// misfitFinding names the first finding of a check: neurons that do not fit the problem.
const misfitFinding = "neurons that do not belong to a network for the problem"

// Claim is a network with the numbers claimed for it.
type Claim struct {
	Objective, Lower, Gap float64
	Neurons               []neural.Neuron
	// Dual has n rows of one number per output.
	Dual     [][]float64
	Matrices []Matrices
}

// Claim returns the claim of a result of p.
func (p *Problem) Claim(r *Result) *Claim {
	c := &Claim{Objective: r.Objective, Lower: r.Lower, Gap: r.Gap, Neurons: r.Neurons}
	if p.HasMatrices() {
		c.Matrices = p.Assemble(r.Neurons)
	}
	n := p.Samples()
	for i := range n {
		row := []float64{}
		for at := i; at < len(r.Certificate.Dual); at += n {
			row = append(row, r.Certificate.Dual[at])
		}
		c.Dual = append(c.Dual, row)
	}
	return c
}

// nearZero is the share of the cost of the network without neurons below which a cost counts as near zero. Rounding moves the outputs by
// about 1e-16 relative to the labels, and so an absolute loss by 1e-16 of that cost: at this share, by 1e-10 of the gap's scale.
const nearZero = 1e-6

// NearZero reports whether a cost is so near zero that its absolute gap is judged: see Verdict.
func (p *Problem) NearZero(cost float64) bool { return math.Abs(cost) < nearZero*p.EmptyCost() }

// Certified reports whether the gap between the cost of a network and a lower bound is within a tolerance: relative to that cost, or
// where it is near zero to a millionth of empty, the cost of the network without neurons.
func Certified(objective, lower, empty, tolerance float64) bool {
	return objective-lower <= tolerance*scale(objective, empty)
}

// scale returns what differences of costs are relative to.
func scale(objective, empty float64) float64 {
	return math.Max(math.Max(math.Abs(objective), nearZero*empty), tiny)
}

// EmptyCost returns the cost of the network without neurons.
func (p *Problem) EmptyCost() float64 {
	return neural.Loss(make([]float64, len(p.Y)), p.Y, len(p.Y)/p.outputs(), p.Loss)
}

// Check recomputes everything that is claimed from the raw problem and the claim alone, by an evaluator of p. If parts of the claim do not
// have the problem's sizes, nothing else is measured, and the numbers of the verdict stay zero.
func Check(p Problem, claim *Claim, by Evaluator) *Verdict {
	p.Outputs = p.outputs()
	v := &Verdict{Pass: true, Tolerance: p.tolerance()}
	v.checkSizes(&p, claim)
	if v.Pass {
		fit := make([]float64, len(p.Y))
		found := costs{objective: by.Cost(fit, claim.Neurons), empty: by.Cost(fit, nil), unknown: by.Unknown()}
		var peak float64
		peak, found.lower, _ = by.Bound(claim.dualByOutputs())
		v.DualPeak = Clamp(peak / p.Beta)
		v.checkNumbers(claim, &found)
		if !p.Loss.Separable() {
			v.Add("sums over the outputs of the rows of dual, which are zero for the softmax loss", sums(claim.Dual), ClaimLimit)
		}
		v.checkMatrices(&p, claim)
	}
	return v
}

// costs holds the recomputed cost of a network, its lower bound, the cost without neurons, and Evaluator.Unknown.
type costs struct{ objective, lower, empty, unknown float64 }

// dualByOutputs returns the dual vector output by output. Its rows must have the same lengths.
func (c *Claim) dualByOutputs() []float64 {
	n := len(c.Dual)
	if n == 0 {
		return nil
	}
	dual := make([]float64, n*len(c.Dual[0]))
	for i, row := range c.Dual {
		for o, value := range row {
			dual[o*n+i] = value
		}
	}
	return dual
}

// checkSizes compares the sizes of the claim's parts with those of the problem.
func (v *Verdict) checkSizes(p *Problem, c *Claim) {
	shape, order := p.shape(), p.order()
	_, misfit := neural.Misfit(c.Neurons, shape, p.Outputs)
	rows, matrices := difference(len(c.Dual), p.Samples()), len(c.Matrices)
	if p.HasMatrices() {
		matrices = difference(len(c.Matrices), shape.Blocks*p.Outputs)
	}
	for _, row := range c.Dual {
		rows += countIf(len(row) != p.Outputs)
	}
	for at, z := range c.Matrices {
		place := z.Output*shape.Blocks + z.Block
		matrices += countIf(z.Block < 0 || z.Block >= shape.Blocks || place != at || !isSquare(z.Plus, order) || !isSquare(z.Minus, order))
	}
	v.AddDifference(misfitFinding, misfit)
	v.Add("rows of dual that are missing, too many, or not one number per output", float64(rows), 0)
	v.Add("entries of z that are missing, too many, not of the right order, or not output by output, block by block", float64(matrices), 0)
}

// checkNumbers compares the claimed objective, bound and gap with what was recomputed, and measures the lengths of the directions.
func (v *Verdict) checkNumbers(c *Claim, found *costs) {
	by := scale(found.objective, found.empty)
	limit := math.Max(ClaimLimit, Clamp(2*found.unknown/by)) // the data of the claim and those at hand are known alike
	v.Add("distance of the lengths of the directions u from one", lengths(c.Neurons), ClaimLimit)
	v.Add("claimed objective against the cost of the network, relative", math.Abs(c.Objective-found.objective)/by, limit)
	v.Add("claimed lower bound above what dual proves, relative to the objective", math.Max(0, (c.Lower-found.lower)/by), limit)
	v.Add("claimed gap against the gap of the claimed objective and lower bound", math.Abs(c.Gap-RelativeGap(c.Objective, c.Lower)),
		ClaimLimit)
	v.checkGap(found)
}

// checkGap takes over the cost and the bound, and measures the gap between them.
func (v *Verdict) checkGap(found *costs) {
	v.Measured = true
	gap, by := found.objective-found.lower, scale(found.objective, found.empty)
	v.Objective, v.Lower, v.Gap = Clamp(found.objective), Clamp(found.lower), Clamp(RelativeGap(found.objective, found.lower))
	if math.Abs(found.objective) < nearZero*found.empty {
		absolute := Clamp(gap)
		v.AbsoluteGap = &absolute
		v.Add("absolute gap between the cost of the network, which is near zero, and the lower bound proved, relative to a millionth of the "+
			"cost without neurons", gap/by, v.Tolerance)
	} else {
		v.Add("gap between the cost of the network and the lower bound proved, relative", RelativeGap(found.objective, found.lower), v.Tolerance)
	}
	v.Add("cost below the proved lower bound, relative (impossible for a valid bound)", math.Max(0, -gap/by), ClaimLimit)
}

// sums returns the largest sum, in absolute value, of a row.
func sums(rows [][]float64) (worst float64) {
	for _, row := range rows {
		sum := 0.0
		for _, v := range row {
			sum += v
		}
		worst = math.Max(worst, math.Abs(sum))
	}
	return worst
}

// checkMatrices compares z with the neurons, and measures by how much it misses being psd and the trace condition.
func (v *Verdict) checkMatrices(p *Problem, c *Claim) {
	if !p.HasMatrices() {
		return
	}
	var sums, eigenvalue, trace float64
	order := p.order()
	for _, z := range c.Matrices {
		for k, rows := range [][][]float64{z.Plus, z.Minus} {
			matrix := slices.Concat(rows...)
			sum := slices.Concat(assemble(p, c.Neurons, float64(1-2*k), z.Block, z.Output)...)
			size := math.Max(dense.Largest(sum), tiny)
			for i, entry := range matrix {
				sums = math.Max(sums, math.Abs(entry-sum[i])/size)
			}
			symmetrize(matrix, order)
			dec := neural.Decompose(matrix, order, 0, p.hasTrace())
			eigenvalue, trace = math.Max(eigenvalue, -dec.MinEigenvalue), math.Max(trace, dec.TraceViolation)
		}
	}
	v.Add("z against the sum over the neurons, relative to its largest entry", sums, ClaimLimit)
	if f := &v.Findings[len(v.Findings)-1]; !f.Pass { // no size says more: it is relative to what may be zero
		f.Detail = "the matrices z are not the sums over the neurons"
	}
	v.Add("least eigenvalue of z below zero, relative to its largest entry", eigenvalue, ClaimLimit)
	v.Add("trace of z's leading block against its last entry, relative to its largest entry", trace, ClaimLimit)
}

// lengths returns max | |u| - 1 |.
func lengths(neurons []neural.Neuron) float64 {
	worst := 0.0
	for _, n := range neurons {
		worst = math.Max(worst, math.Abs(dense.Length(n.U)-1))
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

func countIf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func difference(a, b int) int { return max(a-b, b-a) }

// Evaluator computes costs and bounds for one problem.
type Evaluator interface {
	// Cost returns the cost of a network whose directions have length one, and writes its outputs into fit.
	Cost(fit []float64, neurons []neural.Neuron) float64
	// Unknown returns how far the cost and the bound may be off because the data are known up to an error: 0 for points.
	Unknown() float64
	// Bound returns the largest |g| on the sphere for a dual vector in the domain of the conjugate loss, which it may change; the lower bound
	// that the vector proves once it is scaled to |g| <= beta; and, if networks come from matrices, g before scaling as in neural.Certificate.
	Bound(dual []float64) (peak, lower float64, quadratics [][]float64)
}

// A PointEvaluator evaluates networks at the points of a problem with a polynomial activation.
type PointEvaluator struct {
	problem  Problem
	operator *lift.Operator
	prover   *neural.Prover // nil until there is something to prove
	raw      neural.Certificate
	proof    neural.Certificate
}

// NewPointEvaluator returns the evaluator of p, whose data must not change afterwards. The context of p is not used.
func NewPointEvaluator(p *Problem) *PointEvaluator {
	l := &PointEvaluator{problem: *p}
	l.problem.Outputs, l.problem.Context = p.outputs(), nil
	l.operator = l.problem.Operator()
	return l
}

// PredictTo writes the outputs of a network into fit, output by output.
func (l *PointEvaluator) PredictTo(fit []float64, neurons []neural.Neuron) {
	neural.PredictTo(fit, neurons, l.operator)
}

func (l *PointEvaluator) Cost(fit []float64, neurons []neural.Neuron) float64 {
	return neural.Cost(fit, neurons, l.operator, l.problem.Y, l.problem.Beta, l.problem.Loss)
}

// Unknown returns 0.
func (l *PointEvaluator) Unknown() float64 { return 0 }

func (l *PointEvaluator) Bound(dual []float64) (peak, lower float64, quadratics [][]float64) {
	if l.prover == nil {
		l.prover = neural.NewProver(l.operator)
	}
	p := &l.problem
	outputs, _ := p.coupled() // each part of the vector has its own scale
	l.raw.Dual = dual
	l.prover.PeakTo(&l.raw)
	part := outputs * l.operator.Len()
	for from := 0; from < len(dual); from += part {
		l.prover.BoundTo(&l.proof, dual[from:from+part], p.Y[from:from+part], p.Beta, p.Loss)
		lower += l.proof.Lower
	}
	return l.raw.Peak, lower, l.raw.Quadratics
}

// givenLengthLimit is the largest distance from one for the length of a direction in a network without a proof, which may have been written
// with few digits.
const givenLengthLimit = 1e-3

// Comparison is a network of any origin, measured against the certified optimum of its problem.
type Comparison struct {
	// Verdict has the network's cost by a forward pass and the certified bound. Its DualPeak belongs to the network's own dual vector,
	// minus the slope of the loss: above 1, another neuron would lower the cost. If a neuron does not fit the problem, nothing is measured.
	Verdict
	// Neuron is the index of a neuron that does not fit the problem, or else of the one whose direction is farthest from unit length, or -1.
	// Length is that distance.
	Neuron int
	Length float64
	// Neurons has the network with directions of length one.
	Neurons []neural.Neuron
	// Point and Output are the sample and the output where the network differs most from the optimal one, by Difference; Point is -1 without
	// samples.
	Point, Output int
	Difference    float64
}

// Compare measures a network for p against its solution r, which is not modified, by an evaluator of p. For a piecewise-linear activation
// a direction u of any length stands for one of length one with the weight alpha |u|, which is the same function.
func Compare(p Problem, network []neural.Neuron, r *Result, by Evaluator) *Comparison {
	p.Outputs = p.outputs()
	t := &Comparison{Verdict: Verdict{Pass: true, Tolerance: p.tolerance()}, Neuron: -1, Point: -1}
	if at, misfit := neural.Misfit(network, p.shape(), p.Outputs); misfit != "" {
		t.Neuron = at
		t.AddDifference(misfitFinding, misfit)
		return t
	}
	if !p.HasMatrices() {
		network = rescaled(network)
	}
	for i, n := range network {
		away := math.Abs(dense.Length(n.U) - 1)
		if away > t.Length || math.IsNaN(away) {
			t.Length, t.Neuron = away, i
		}
		if !(away <= givenLengthLimit) {
			t.AddDifference("neurons whose direction has another length than one",
				"neuron "+strconv.Itoa(i+1)+" has a direction u of length "+short(dense.Length(n.U))+", where 1 is expected")
			return t
		}
	}
	t.Neurons = neural.Normalized(network)
	fit := make([]float64, len(p.Y))
	found := costs{objective: by.Cost(fit, t.Neurons), lower: r.Lower, empty: p.EmptyCost()}
	if !dense.Finite(found.objective) {
		t.AddDifference("cost of the network", "the cost of the network is too large for double precision")
		return t
	}
	t.checkGap(&found)
	t.Add("distance of the lengths of the directions u from one", t.Length, givenLengthLimit)
	for i, f := range fit {
		if d := math.Abs(f - r.Fit[i]); t.Point < 0 || d > t.Difference {
			t.Point, t.Output, t.Difference = i%p.Samples(), i/p.Samples(), d
		}
	}
	dual := make([]float64, len(fit))
	neural.DualTo(dual, fit, p.Y, p.Samples(), p.Loss)
	peak, _, _ := by.Bound(dual)
	t.DualPeak = Clamp(peak / p.Beta)
	return t
}

// rescaled returns the neurons with directions of length one, and the lengths in the weights.
func rescaled(network []neural.Neuron) []neural.Neuron {
	out := neural.Normalized(network)
	for i, n := range network {
		out[i].Alpha *= dense.Length(n.U)
	}
	return out
}
