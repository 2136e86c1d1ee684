// Package neural converts between matrices and networks, and proves networks optimal.
//
//   - Decompose writes a psd matrix Z with < G, Z > = 0, G = diag(1,...,1,-1), as a sum of as many rank-one matrices y y' with y'Gy = 0 as
//     its rank: the paper's neural decomposition (section 4.1). A vector y = (c, t) on the cone |c| = |t| is the neuron u = c/t with weight
//     t^2.
//   - A network is a list of such neurons: f(x) = sum_j alpha_j sigma(x'u_j), |u_j| = 1.
//   - Prover turns any dual vector, whatever produced it, into a valid lower bound of the training cost.
//
// Step 2 of the decomposition is printed with p_1'p_j in the paper; p_1'Gp_j is meant, and used here.
package neural

import (
	"fmt"
	"math"
	"slices"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/exact"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Neuron is one hidden unit alpha sigma(x'u), |u| = 1, that reads block Block of a sample and adds to output Output. In a
// convolutional network it is a filter u whose only nonzero second-layer weight is at patch (or window) Block; where the paper's
// section 8 says "the j-th", the block is meant.
type Neuron struct {
	U      []float64 `json:"u"`
	Alpha  float64   `json:"alpha"`
	Block  int       `json:"block" missing:"kept"`
	Output int       `json:"output" missing:"kept"`
}

// Misfit says, in a sentence without its full stop, which neuron does not fit a network of the given shape and number of outputs, and why;
// at is its index. If all fit, it returns -1 and "".
func Misfit(neurons []Neuron, shape lift.Shape, outputs int) (at int, sentence string) {
	for i, n := range neurons {
		what, is, want := "", 0, 0
		switch {
		case len(n.U) != shape.Dimension:
			what, is, want = "neuron %d has a direction u of %d numbers, where the problem asks for %d", len(n.U), shape.Dimension
		case n.Block < 0 || n.Block >= shape.Blocks:
			what, is, want = "neuron %d reads block %d, where the problem has %d", n.Block, shape.Blocks
		case n.Output < 0 || n.Output >= outputs:
			what, is, want = "neuron %d adds to output %d, where the problem has %d", n.Output, outputs
		default:
			continue
		}
		return i, fmt.Sprintf(what, i+1, is, want)
	}
	return -1, ""
}

// Cost returns the training cost of the network by a forward pass: the loss plus beta sum |alpha|. y holds the labels, output by
// output; fit, of y's length, is overwritten with ŷ. For any neurons with |u| = 1 it is a valid upper bound of the optimum. If
// the samples are canceled, the cost is +Inf.
//
// If rounding in the outputs is visible in the cost, the pass is repeated in twice the precision: if a network fits large labels exactly,
// its loss consists only of rounding error, which may exceed the rest of its cost.
func Cost(fit []float64, neurons []Neuron, s *lift.Operator, y []float64, beta float64, lossFn loss.Loss) float64 {
	PredictTo(fit, neurons, s)
	if s.Canceled() { // the outputs are incomplete
		return math.Inf(1)
	}
	var weight exact.Double
	for _, neuron := range neurons {
		weight.Add(math.Abs(neuron.Alpha))
	}
	penalty := beta * weight.Value()
	cost := Loss(fit, y, s.Len(), lossFn) + penalty
	if len(neurons) == 0 || !(passRounding(fit, s, y, 0x1p-52*weight.Value(), lossFn) > visibleLimit*cost) {
		return cost
	}
	low := PredictPrecisely(fit, neurons, s)
	if s.Canceled() {
		return math.Inf(1)
	}
	return preciseLoss(fit, low, y, s.Len(), lossFn) + penalty
}

// unitSlack is the largest distance from one for |u|^2 of a direction of length one: twice what rounding of its numbers causes.
const unitSlack = 0x1p-51

// Excess returns |u|^2 - 1 in twice the precision of a double.
func (n *Neuron) Excess() float64 {
	square := exact.Of(-1)
	for _, u := range n.U {
		square.AddProduct(u, u)
	}
	return square.Value()
}

// IsUnit reports whether the direction has length one, as nearly as doubles have it.
func (n *Neuron) IsUnit() bool { return math.Abs(n.Excess()) <= unitSlack }

// Normalized returns the neurons with directions of length one (see IsUnit), except for those of length zero. Of those that have it already
// no bit changes.
func Normalized(neurons []Neuron) []Neuron {
	out := slices.Clone(neurons)
	for i := range out {
		n := &out[i]
		length := dense.Length(n.U)
		if n.IsUnit() || length == 0 {
			continue
		}
		n.U = slices.Clone(n.U)
		for k := range n.U {
			n.U[k] /= length
		}
		excess := n.Excess() // of the division's rounding
		dense.Axpy(-excess/2, n.U, n.U)
	}
	return out
}

// passRounding estimates the effect of rounding in a forward pass on the loss. weight is the network's weight times the rounding error of a
// number.
func passRounding(fit []float64, s *lift.Operator, y []float64, weight float64, lossFn loss.Loss) float64 {
	n, blocks, norms := s.Len(), s.Blocks(), s.Norms()
	total := sumOver(n, func(total *exact.Double, from, to int) {
		for i := from; i < to; i++ {
			largest := 0.0
			for _, norm := range norms[i*blocks : (i+1)*blocks] {
				largest = math.Max(largest, norm)
			}
			slope := 0.0
			for at := i; at < len(fit); at += n {
				if lossFn == loss.Softmax {
					slope++
					continue
				}
				own := math.Abs(lossFn.Slope(fit[at], y[at]))
				if own == 0 && lossFn.NearKink(fit[at], y[at], kinkRoundings*weight*largest) {
					own = 1
				}
				slope += own
			}
			total.High += slope * largest
		}
	})
	return weight * total.High
}

// kinkRoundings, times the rounding error of an output, is the distance from a kink within which the exact output may lie on its
// other side.
const kinkRoundings = 8

// visibleLimit is the fraction of the cost above which the effect of rounding in the outputs counts as visible.
const visibleLimit = 1e-11

// Loss returns the loss of the outputs fit for the labels y, both output by output for n samples.
func Loss(fit, y []float64, n int, lossFn loss.Loss) float64 {
	var total exact.Double
	switch lossFn {
	case loss.Squared:
		total = sumOver(len(fit), func(total *exact.Double, from, to int) {
			for i := from; i < to; i++ {
				total.AddProduct(fit[i]-y[i], fit[i]-y[i])
			}
		})
	case loss.Softmax:
		total = sumOver(n, func(total *exact.Double, from, to int) {
			c := len(y) / n
			fi, yi := make([]float64, c), make([]float64, c)
			for i := from; i < to; i++ {
				loss.RowTo(fi, fit, i, n)
				loss.RowTo(yi, y, i, n)
				total.Add(loss.SoftmaxValue(fi, yi))
			}
		})
	default:
		total = sumOver(len(fit), func(total *exact.Double, from, to int) {
			for i := from; i < to; i++ {
				total.Add(lossFn.Value(fit[i], y[i]))
			}
		})
	}
	return total.Value()
}

// DualTo writes minus the slope of the loss at the outputs fit for the labels y, all output by output for n samples, into dual: the dual
// vector of a network.
func DualTo(dual, fit, y []float64, n int, lossFn loss.Loss) {
	if lossFn.Separable() {
		for i, f := range fit {
			dual[i] = 0 - lossFn.Slope(f, y[i]) // not -0
		}
		return
	}
	const few = 8 // outputs take no memory
	p := append(make([]float64, 0, few), make([]float64, len(y)/n)...)
	for i := range n {
		loss.RowTo(p, fit, i, n)
		loss.SoftmaxTo(p, p)
		for o, v := range p {
			dual[o*n+i] = y[o*n+i] - v
		}
	}
}

// Assemble adds sum |alpha| [u;1][u;1]' over the neurons of the given sign, block and output to z, of order d + 1. For matrices
// without a trace condition it adds sum |alpha| u u', of order d.
func Assemble(z []float64, neurons []Neuron, sign float64, block, output int, hasTrace bool) {
	for _, neuron := range neurons {
		weight := neuron.Alpha * sign
		if weight <= 0 || neuron.Block != block || neuron.Output != output {
			continue
		}
		neuron.addTo(z, weight, hasTrace)
	}
}

// addTo adds weight [u;1][u;1]' to z, or weight u u' if it has no trace condition.
func (n *Neuron) addTo(z []float64, weight float64, hasTrace bool) {
	d, p := len(n.U), len(n.U)
	if hasTrace {
		p++
	}
	for i := range p {
		ui := 1.0
		if i < d {
			ui = n.U[i]
		}
		dense.Axpy(weight*ui, n.U, z[i*p:i*p+d])
		if hasTrace {
			z[i*p+d] += weight * ui
		}
	}
}
