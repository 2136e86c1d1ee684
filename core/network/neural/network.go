package neural

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// Neuron is one hidden unit alpha sigma(x'u), |u| = 1, that reads block Block of a sample and adds to output Output. In a convolutional
// network it is a filter u whose only nonzero second-layer weight is at patch (or window) Block; the paper's section 8 says "the j-th"
// where the block is meant.
type Neuron struct {
	U             []float64
	Alpha         float64
	Block, Output int
}

// Neurons returns the hidden units of vectors on the cone, y = (c, t) as u = c/|c|, alpha = sign t^2, leaving out those of no weight.
func Neurons(vectors [][]float64, sign float64) []Neuron {
	var neurons []Neuron
	for _, y := range vectors {
		d := len(y) - 1
		norm := math.Sqrt(dense.Dot(y[:d], y[:d]))
		if !(norm > 0) || y[d] == 0 {
			continue
		}
		u := make([]float64, d)
		for k := range u {
			u[k] = y[k] / norm
		}
		neurons = append(neurons, Neuron{U: u, Alpha: sign * y[d] * y[d]})
	}
	return neurons
}

// Cost returns the training cost of the network by a forward pass: the loss plus beta sum |alpha|. y has the labels, output by output;
// fit, of y's length, is overwritten with ŷ. It is a true upper bound of the optimum for any neurons with |u| = 1.
//
// Where rounding in the outputs shows in the cost, the pass is made with twice the precision: a network that fits large labels exactly has a
// loss of nothing but rounding, which may be more than the rest of its cost. Interrupted (see package parallel), the cost is +Inf.
func Cost(fit []float64, neurons []Neuron, s *lift.Samples, y []float64, beta float64, kind loss.Loss) float64 {
	cost, price, rounding := plainCost(fit, neurons, s, y, beta, kind)
	if !(rounding > shownLimit*cost) || parallel.Interrupted() {
		return cost
	}
	low := PredictPrecisely(fit, neurons, s)
	return preciseLoss(fit, low, y, s.Len(), kind) + price
}

// PlainCost is Cost with sums of the working precision: where rounding shows in the cost, as much as it may do is added.
func PlainCost(fit []float64, neurons []Neuron, s *lift.Samples, y []float64, beta float64, kind loss.Loss) float64 {
	cost, _, rounding := plainCost(fit, neurons, s, y, beta, kind)
	if rounding > shownLimit*cost {
		cost += rounding
	}
	return cost
}

// plainCost returns the cost by sums of the working precision, the part of it that is for the weights, and what rounding may do to it.
func plainCost(fit []float64, neurons []Neuron, s *lift.Samples, y []float64, beta float64, kind loss.Loss) (cost, price, rounding float64) {
	PredictTo(fit, neurons, s)
	if parallel.Interrupted() { // the outputs are half done
		return math.Inf(1), 0, 0
	}
	var weight sum
	for _, neuron := range neurons {
		weight.add(math.Abs(neuron.Alpha))
	}
	price = beta * weight.value()
	cost = Loss(fit, y, s.Len(), kind) + price
	if len(neurons) > 0 {
		rounding = passRounding(fit, s, y, weight.value(), kind)
	}
	return cost, price, rounding
}

// passRounding returns about what rounding in a forward pass may do to the loss of a network of that weight.
func passRounding(fit []float64, s *lift.Samples, y []float64, weight float64, kind loss.Loss) float64 {
	total, n, blocks, norms := 0.0, s.Len(), s.Blocks(), s.Norms()
	for i := range n {
		largest := 0.0
		for _, norm := range norms[i*blocks : (i+1)*blocks] {
			largest = math.Max(largest, norm)
		}
		slope := 0.0
		for at := i; at < len(fit); at += n {
			if kind == loss.Softmax {
				slope++
				continue
			}
			own := math.Abs(kind.Slope(fit[at], y[at]))
			if own == 0 && nearKink(kind, fit[at], y[at], kinkRoundings*0x1p-52*weight*largest) {
				own = 1
			}
			slope += own
		}
		total += slope * largest
	}
	return 0x1p-52 * weight * total
}

// kinkRoundings times the rounding of an output is how far behind a kink it may be to lie before it in truth.
const kinkRoundings = 8

// nearKink reports whether an output whose loss has the slope 0 may have another slope, if it is off by no more than the rounding.
func nearKink(kind loss.Loss, f, y, rounding float64) bool {
	return kind == loss.L1 && f == y || kind == loss.Hinge && y*f-1 <= rounding
}

// shownLimit is the part of the cost from which rounding in the outputs is said to show in it.
const shownLimit = 1e-11

// Loss returns the loss of the outputs fit for the labels y, both output by output for n samples.
func Loss(fit, y []float64, n int, kind loss.Loss) float64 {
	var total sum
	switch kind {
	case loss.Squared:
		for i, f := range fit {
			total.addProduct(f-y[i], f-y[i])
		}
	case loss.Softmax:
		c := len(y) / n
		fi, yi := make([]float64, c), make([]float64, c)
		for i := range n {
			gather(fi, fit, i, n)
			gather(yi, y, i, n)
			total.add(loss.SoftmaxValue(fi, yi))
		}
	default:
		for i, f := range fit {
			total.add(kind.Value(f, y[i]))
		}
	}
	return total.value()
}

// gather copies the outputs of sample i out of x.
func gather(dst, x []float64, i, n int) {
	for o := range dst {
		dst[o] = x[o*n+i]
	}
}

// Assemble adds sum |alpha| [u;1][u;1]' over the neurons of the given sign, block and output to z, of order d + 1; or sum |alpha| u u',
// of order d, where matrices are not balanced.
func Assemble(z []float64, neurons []Neuron, sign float64, block, output int, balanced bool) {
	for _, neuron := range neurons {
		weight := neuron.Alpha * sign
		if weight <= 0 || neuron.Block != block || neuron.Output != output {
			continue
		}
		d := len(neuron.U)
		p := d
		if balanced {
			p++
		}
		for i := range p {
			ui := 1.0
			if i < d {
				ui = neuron.U[i]
			}
			dense.Axpy(weight*ui, neuron.U, z[i*p:i*p+d])
			if balanced {
				z[i*p+d] += weight * ui
			}
		}
	}
}
