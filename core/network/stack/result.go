package stack

import (
	"math"
	"strconv"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/path"
)

// Result is a stack, each layer with the proof that it is optimal given those below it. Nothing is proved of the stack as a whole: other
// lower layers might allow a better upper one.
type Result struct {
	// Status is that of the worst layer, Message one sentence when it is not Optimal. A stack that failed has the layers below the one that did.
	Status  certify.Status
	Message string
	Layers  []Layer
	// Network is the function, nil where the problem was refused.
	Network *Network
}

// Layer is the certified optimum of the convex program on (h, target), h being what the layers below make of x.
type Layer struct {
	Input Input
	// Problem is the convex program: its X is h, its Y the labels, or with Residual what the layers below leave of them.
	Problem certify.Problem
	// Result has the layer's network and its proof, given the layers below. Its neurons are in a canonical form: see canonical.
	Result *certify.Result
	// Fit has the stack's outputs, cut after this layer, at the points trained on, output by output; Loss is their loss.
	Fit  []float64
	Loss float64
	// Cost is the layer's cost, Loss + beta sum |alpha|; with Residual Loss + sum over this and the layers below of their beta sum |alpha|,
	// which does not rise from layer to layer.
	Cost float64
	// HeldOut is the score of the stack, cut after this layer, at the points held out; nil without.
	HeldOut *path.Score
}

// refused is the result of a problem that cannot be solved.
func refused(err error) *Result {
	return &Result{Status: certify.Failed, Message: "The problem cannot be solved: " + err.Error() + "."}
}

// layerMessage says which layer the sentence is about.
func layerMessage(l int, sentence string) string {
	return "Layer " + strconv.Itoa(l+1) + ": " + sentence
}

// judge sets the status: the worst layer's.
func (r *Result) judge() {
	r.Status = certify.Optimal
	for l, layer := range r.Layers {
		if s := layer.Result.Status; path.Worse(s, r.Status) {
			r.Status, r.Message = s, layerMessage(l, layer.Result.Message)
		}
	}
}

// Gap returns the largest gap of all layers.
func (r *Result) Gap() float64 {
	gap := 0.0
	for _, layer := range r.Layers {
		gap = math.Max(gap, layer.Result.Gap)
	}
	return gap
}

// program returns the convex program of layer l, whose input is h; the pass has the layers below.
func program(p *Problem, n *Network, pass *Pass, l int, h []float64) certify.Problem {
	q := p.Problem
	q.X, q.D, q.Architecture = h, n.Width(l), n.architecture(l)
	if p.Residual && l > 0 {
		q.Y = make([]float64, len(p.Y))
		for i, y := range p.Y {
			q.Y[i] = y - pass.Outputs[l-1][i]
		}
	}
	q.Trace = p.Trace && l == 0
	q.Beta = p.beta(&q, l)
	return q
}

// measure sets what follows from the layer's result and the stack's outputs.
func (layer *Layer) measure(p *Problem, below []Layer, outputs []float64) {
	layer.Fit = append([]float64(nil), outputs...)
	layer.Loss = neural.Loss(layer.Fit, p.Y, p.Samples(), p.Loss)
	layer.Cost = layer.Loss + layer.Problem.Beta*weight(layer.Result.Neurons)
	if p.Residual {
		for _, other := range below {
			layer.Cost += other.Problem.Beta * weight(other.Result.Neurons)
		}
	}
}

// weight returns sum |alpha|.
func weight(neurons []neural.Neuron) (sum float64) {
	for _, neuron := range neurons {
		sum += math.Abs(neuron.Alpha)
	}
	return sum
}
