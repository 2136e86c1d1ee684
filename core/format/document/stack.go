package document

import (
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/numeric/loss"
)

// Depth is a number of layers, or AutoDepth for as many layers as help.
type Depth int

// AutoDepth is written "auto".
const AutoDepth Depth = -1

// MostLayers is the largest number of layers of a stack.
const MostLayers = 12

// Stack says that the network has several layers, trained one after the other, each to its certified optimum given those below it. The
// problem's architecture is that of the first layer. Layers above are dense, or quadratic above a quadratic layer.
type Stack struct {
	// Layers is the depth. With AutoDepth, Most is the largest depth, 0 for MostLayers.
	Layers Depth `json:"layers" range:"from 1 to 12" minus:"auto"`
	Most   int   `json:"most,omitempty" range:"from 1 to 12"`
	// Form says what a layer fits: the labels or what those below leave of them. Skip says what reaches a layer besides the neurons of the
	// layer below, and Scaling how its features are scaled.
	Form    string `json:"form,omitempty" words:"features|residual"`
	Skip    string `json:"skip,omitempty" words:"input|all|none"`
	Scaling string `json:"scaling,omitempty" words:"standardise|whiten|centre|none"`
	// Fade is the share of a layer's weight at which a neuron's feature has half its size. Clip says whether features of new points are kept
	// near the range of the training points. For nil the solver decides.
	Fade *float64 `json:"fade,omitempty" range:"from 0 to 1"`
	Clip *bool    `json:"clip,omitempty"`
	// Betas are the betas of the layers, starting with the first; the last one is used for all further layers. Alternatively, Share is each
	// layer's beta divided by the least beta with which the layer has no neurons. Without both, all layers have the problem's beta.
	Betas []float64 `json:"betas,omitempty" range:"above 0"`
	Share float64   `json:"share,omitempty" range:"above 0 and below 1"`
}

// Residual reports whether each layer fits the residual of those below it.
func (s *Stack) Residual() bool { return s.Form == "residual" }

// SkipIndex and ScalingIndex return the index of the skip and of the scaling in the order of package stack.
func (s *Stack) SkipIndex() int    { return max(0, slices.Index(stackSkips, s.Skip)) }
func (s *Stack) ScalingIndex() int { return max(0, slices.Index(stackScalings, s.Scaling)) }

// StackSkip returns the word for a skip, given its index.
func StackSkip(index int) string { return stackSkips[index] }

var (
	stackSkips    = []string{"input", "all", "none"}
	stackScalings = []string{"standardise", "whiten", "centre", "none"}
)

// validate returns an error for what is wrong with the stack of a problem with that loss; at is its path in the document.
func (s *Stack) validate(at string, kind loss.Loss) error {
	switch {
	case s.Most != 0 && s.Layers != AutoDepth:
		return fault.New(at+".most", "is "+strconv.Itoa(s.Most)+`, expected only with "auto"`)
	case s.Residual() && kind != loss.Squared && kind != loss.Huber && kind != loss.L1:
		return fault.New(at+".form", `is "residual", expected it only with the losses squared, huber and l1: `+
			"with others what a layer leaves is not a label that the next can be given")
	case s.Share > 0 && len(s.Betas) > 0:
		return fault.New(at+".share", "is given beside betas, expected one of them")
	}
	return nil
}

// Layer is one layer of a solution: its network with the numbers that prove its quality, given the layers below.
type Layer struct {
	// Input says how the layer's input is made; it is nil for the first layer, whose input is x.
	Input *LayerInput `json:"input,omitempty"`
	Beta  float64     `json:"beta"`
	// Status, Message, Objective, LowerBound and Gap belong to the layer's own convex program, as in a Solution.
	Status     string  `json:"status" words:"optimal|inaccurate|stopped|failed"`
	Message    string  `json:"message,omitempty"`
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lower_bound"`
	Gap        float64 `json:"gap"`
	Network    Network `json:"network"`
	// Dual has one row for each sample.
	Dual       [][]float64 `json:"dual"`
	Iterations int         `json:"iterations"`
	Seconds    float64     `json:"seconds"`
}

// LayerInput says how a layer's input h is made from its features g: the neurons sigma(h'u) of the layer below; with the skip "all" also
// those of all layers further below; and x, unless the skip is "none". Each g_k is clamped to [Low_k, High_k] if these are given, and then
//
//	h_k = (g_k - Mean_k) / Scale_k,   or   h = Whiten (g - Mean).
type LayerInput struct {
	Skip   string      `json:"skip" words:"input|all|none"`
	Mean   []float64   `json:"mean"`
	Scale  []float64   `json:"scale,omitempty"`
	Whiten [][]float64 `json:"whiten,omitempty"`
	Low    []float64   `json:"low,omitempty"`
	High   []float64   `json:"high,omitempty"`
}

// StackScope says what the certificates of a stack prove; it is part of every solution with layers.
const StackScope = "Each layer is certified given the layers below it. Nothing is proved of the stack as a whole."
