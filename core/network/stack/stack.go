// Package stack trains networks of several layers, one layer on the other, each to its certified optimum given those below it.
//
// With h_0 = x, layer l is the optimum of the convex program on (h_{l-1}, y),
//
//	minimise  loss(f_l, y) + beta sum_j |alpha_j|,   f_l(h) = sum_j alpha_j sigma(h'u_j),  |u_j| = 1,
//
// over any number of neurons, solved and proved by package certify. The features of the next layer are the neurons' outputs sigma(h'u_j)
// and what Options.Skip passes on, such as x; scaled, they are its input h_l (Input). The paper ends with this: its programs as building
// blocks of deep networks, trained layer by layer.
//
// Every layer fits the labels, and the network's output is that of the last layer. Where the first layer is convolutional, a neuron's
// output is the mean of its filter's over the patches of its block: one feature for each neuron. The layers above are dense.
//
// # What is proved
//
// Each layer has a certificate of its own: no network on its input costs less, however wide. But the layers below were not trained to make
// this input a good one. Other lower layers, even worse ones, may allow a better upper one; nothing is proved, and nothing claimed, of the
// stack as a whole. Check verifies each layer from the raw data: it evaluates the stored layers below at the raw points, scales the
// features anew, and then measures cost, bound and gap.
//
// # Features that move with the data
//
// Where a matrix Z has rank three or more its neurons are not unique, and the next layer depends on which are taken. They are taken
// heaviest first (equivalent.Heaviest), which depends on Z alone. The interior-point method returns the middle of the optimal set, so Z
// does not depend on the way to it either. So a stack is a function of its problem, the same after any drag as from the start, as long as
// no more than sixty neurons share a sign and an output. Its layers move continuously with the data, except where a rank changes and where
// two directions of one matrix are equally heavy. The first kind of jump is avoided: a neuron that comes or goes has hardly any weight, and
// the features of light neurons are smaller than those of heavy ones (halfWeightShare), though standardised features would all have one
// size.
//
// # Scaling
//
// Measured on ten draws each of the drawings spiral (300 points), moons (200), checkerboard and rings (300), with sigma(s) = s^2
// + s + 1 and beta 0.1: the percentage of 2,000 other points that are classified correctly, on average over all draws and drawings, by the
// number of layers.
//
//	                                      1     2     3     4     5
//	standardised, halfWeightShare 0.1  66.4  75.2  92.7  97.5  98.7
//	standardised, halfWeightShare 0    66.4  75.2  95.0  98.1  99.2
//	all layers passed on               66.4  75.2  93.7  97.9  99.3
//	nothing passed on                  66.4  71.0  83.9  89.4  90.9
//
// Something must be passed on, or information is lost at every layer. Passing on all layers is best, and takes three to four
// times as long with four layers. Features that are not scaled grow from layer to layer until programs are beyond double precision; with
// standardised ones every layer of random problems of all kinds was certified to 1e-8 (TestEveryLayerIsCertified).
//
// A network of degree 2^l grows fast outside the data. Clipping each feature to its range on the training points prevents that, but
// misclassifies up to 1.5 % more of fresh points of the same kind; with a tenth of the range as room on either side it is 0.1 % at most.
//
// Dragging one of 200 points in steps of 0.005, with outputs cut to [-1, 1], moved the fourth layer's outputs at 500 fresh
// points, root mean square, by 0.003 in the median, and by more than 0.05 in 7 of 228 steps with beta 0.1 and halfWeightShare 0.1, in 11
// without it; with beta 0.01 in 19, and 30 without. So a larger beta keeps a picture steady, and that helps a little.
package stack

import (
	"fmt"
	"strconv"

	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/loss"
)

// Skip says what a layer reads besides the neurons of the layer below it.
type Skip int

const (
	// SkipInput passes x on to all layers, SkipAll x and the neurons of all layers below, SkipNone nothing.
	SkipInput Skip = iota
	SkipAll
	SkipNone
)

// Options say how layers are stacked. Layers must be set unless Auto is; the others may be zero.
type Options struct {
	// Layers is the number of layers, or with Auto the largest number (MostLayers if zero).
	Layers int
	// Auto adds layers as long as they help: see Job.
	Auto bool
	Skip Skip
}

// MostLayers is the largest number of layers.
const MostLayers = 12

// Problem is the training of a stack.
type Problem struct {
	// Problem has the data, the loss, and the architecture and activation of the first layer; those above it are dense, or quadratic over a
	// quadratic one, with the same activation. Its Beta is that of all layers.
	certify.Problem
	Options
	// HeldOut are points that are not trained on, by which Auto chooses the depth; nil for none.
	HeldOut *certify.Set
	// Clock returns seconds from an arbitrary origin, for the times of the layers; without it these are zero.
	Clock func() float64
}

// now returns the time of the clock.
func (p *Problem) now() float64 {
	if p.Clock == nil {
		return 0
	}
	return p.Clock()
}

// Validate reports in one sentence what keeps the stack from being trained.
func (p *Problem) Validate() error {
	if err := p.Options.Validate(); err != nil {
		return err
	}
	if h := p.HeldOut; h != nil && p.D > 0 && (len(h.X) == 0 || len(h.X)%p.D != 0 || len(h.Y) != len(h.X)/p.D*max(1, p.Outputs)) {
		return fmt.Errorf("HeldOut has %d features and %d labels in all, expected %d features and %d labels for each of its points",
			len(h.X), len(h.Y), p.D, max(1, p.Outputs))
	}
	return p.Problem.Validate()
}

// Validate reports in one sentence what is wrong with the options.
func (o *Options) Validate() error {
	least := 1
	if o.Auto {
		least = 0
	}
	switch {
	case o.Layers < least || o.Layers > MostLayers:
		return fmt.Errorf("Layers is %d, expected %d to %d", o.Layers, least, MostLayers)
	case o.Skip < SkipInput || o.Skip > SkipNone:
		return fmt.Errorf("Skip is %d, expected one of package stack", int(o.Skip))
	}
	return nil
}

// maxLayers returns the largest number of layers.
func (o *Options) maxLayers() int {
	if o.Layers == 0 {
		return MostLayers
	}
	return o.Layers
}

// Result is a stack, each layer with the proof that it is optimal given those below it. Nothing is proved about the stack as a whole: other
// lower layers might allow a better upper one.
type Result struct {
	// Status is that of the worst layer, Message one sentence when it is not Optimal. A failed stack has the layers below the one that failed.
	Status  certify.Status
	Message string
	Layers  []Layer
	// Network is the function, nil where the problem was refused.
	Network *Network
}

// Layer is the certified optimum of the convex program on (h, y), h being what the layers below make of x.
type Layer struct {
	Input Input
	// Problem is the convex program: its X is h.
	Problem certify.Problem
	// Result has the layer's network and its proof, given the layers below. Its neurons are in a canonical form: see canonical.
	Result *certify.Result
	// HeldOut is the score of the stack, cut after this layer, at the points held out, or nil.
	HeldOut *loss.Score
	Seconds float64 // of training
}

// refused is the result of a problem that cannot be solved.
func refused(err error) *Result {
	return &Result{Status: certify.Failed, Message: "The problem cannot be solved: " + err.Error() + "."}
}

// layerMessage says which layer the sentence is about.
func layerMessage(l int, sentence string) string {
	return "Layer " + strconv.Itoa(l+1) + ": " + sentence
}

// setStatus sets the status: the worst layer's.
func (r *Result) setStatus() {
	r.Status = certify.Optimal
	for l, layer := range r.Layers {
		if s := layer.Result.Status; path.Worse(s, r.Status) {
			r.Status, r.Message = s, layerMessage(l, layer.Result.Message)
		}
	}
}

// program returns the convex program of layer l, whose input is h.
func program(p *Problem, n *Network, l int, h []float64) certify.Problem {
	q := p.Problem
	q.X, q.D, q.Architecture = h, n.Width(l), n.architecture(l)
	return q
}
