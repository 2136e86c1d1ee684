package document

import (
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/stack"
	"conelab/core/numeric/loss"
)

// SolutionFormat is the format of a solution document.
const SolutionFormat = "conelab/solution/1"

// Proof is a network with the numbers that prove its quality.
type Proof struct {
	// Message explains the status if it is not optimal.
	Status  certify.Status `json:"status" words:"optimal|inaccurate|stopped|failed"`
	Message string         `json:"message,omitempty"`
	// Objective is the network's cost, LowerBound is the bound that Dual proves, and Gap is their relative difference.
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lower_bound"`
	Gap        float64 `json:"gap"`
	Network    Network `json:"network"`
	// Dual has one row for each sample: at the optimum, minus the derivative of the loss with respect to each output.
	Dual       [][]float64 `json:"dual,omitzero"`
	Iterations int         `json:"iterations"`
	Seconds    float64     `json:"seconds" range:"from 0"`
}

// Claim returns what is claimed of the network.
func (p *Proof) Claim() certify.Claim {
	return certify.Claim{Objective: p.Objective, Lower: p.LowerBound, Gap: p.Gap, Neurons: p.Network.Neurons, Dual: p.Dual}
}

// Solution is the network of a problem with its proof.
type Solution struct {
	Format string `json:"format" words:"conelab/solution/1"`
	Proof
	// Z is missing where the activation is piecewise linear.
	Z []Block `json:"z,omitzero"`
	// Sums says that the network was trained on sums, for which its certificate holds: then there is no dual vector but 2 (y - f).
	Sums bool `json:"sums,omitempty"`
	// Scope says what the certificates of a stack prove. Layers holds the layers, lowest first. The proof is that of the last layer, but for
	// Iterations and Seconds, which are sums over all layers.
	Scope  string  `json:"scope,omitempty"`
	Layers []Layer `json:"layers,omitempty"`
	// Model describes the network so that it can be used without the problem; nil in documents from before it was introduced.
	Model *Model `json:"model,omitempty"`
	// Score is that on points held out, nil if there were none; a check does not verify it.
	Score *loss.Score `json:"score,omitempty"`
}

// Network is a list of hidden units.
type Network struct {
	Neurons []Neuron `json:"neurons"`
}

// Neuron is the hidden unit Alpha sigma(x'U), |U| = 1, of one block and output, which are 0 if they are left out.
type Neuron = neural.Neuron

// Block holds the matrices Z and Z' of one block and output.
type Block = certify.Matrices

// ParseSolution reads a solution document. It does not check whether its parts fit each other and a problem; a check does. Errors are
// InputErrors.
func ParseSolution(data []byte) (*Solution, error) {
	s := &Solution{}
	if err := strictjson.Read(data, s); err != nil {
		return nil, err
	}
	if s.Dual == nil && !s.Sums {
		return nil, fault.New("dual", "is missing, expected an array of arrays of numbers")
	}
	if s.Z == nil && s.Status != certify.Failed && (s.Model == nil || s.Model.Activation.Kind().Matrices) {
		return nil, fault.New("z", "is missing, expected an array of objects")
	}
	return s, nil
}

// JSON returns the document with one neuron per line, or nil if a number is not finite.
func (s *Solution) JSON() []byte {
	if s.Dual == nil && !s.Sums {
		other := *s
		other.Dual = [][]float64{}
		s = &other
	}
	return strictjson.Lines(s)
}

// ParseNetwork reads the neurons of a network without proof: an object {"neurons": [..]}, or a solution document, whose other
// fields are ignored. It does not check whether the neurons fit a problem. Errors are InputErrors.
func ParseNetwork(data []byte) ([]Neuron, error) {
	var s struct {
		Neurons []Neuron `json:"neurons,omitzero"`
		Network struct {
			Neurons []Neuron `json:"neurons,omitzero"`
			Others  struct{} `json:"*"`
		} `json:"network,omitempty"`
		Others struct{} `json:"*"`
	}
	if err := strictjson.Read(data, &s); err != nil {
		return nil, err
	}
	if s.Neurons == nil {
		s.Neurons = s.Network.Neurons
	}
	if s.Neurons == nil {
		return nil, fault.New("neurons", "is missing, expected an array of objects with u and alpha")
	}
	return s.Neurons, nil
}

// Depth is a number of layers, or AutoDepth for as many layers as help.
type Depth int

// AutoDepth is written "auto".
const AutoDepth Depth = -1

// MostLayers is the largest number of layers of a stack.
const MostLayers = stack.MostLayers

// Stack says that the network has several layers, trained one after the other, each to its certified optimum given those below it. The
// problem's architecture is that of the first layer. Layers above are dense, or quadratic above a quadratic layer.
type Stack struct {
	// Layers is the depth. With AutoDepth, Most is the largest depth, 0 for MostLayers.
	Layers Depth `json:"layers" range:"from 1 to 12" negativeMeans:"auto"`
	Most   int   `json:"most,omitempty" range:"from 1 to 12"`
	// Skip says what a layer reads besides the neurons of the layer below. Form and Scaling occur in older documents; they have one value
	// each: a layer fits the labels, and its features are standardised.
	Skip    string `json:"skip,omitempty" words:"input|all|none"`
	Form    string `json:"form,omitempty" words:"features"`
	Scaling string `json:"scaling,omitempty" words:"standardise"`
}

// SkipIndex returns the index of the skip in the order of package stack.
func (s *Stack) SkipIndex() int { return max(0, slices.Index(stackSkips, s.Skip)) }

// StackSkip returns the word for a skip, given its index.
func StackSkip(index int) string { return stackSkips[index] }

var stackSkips = []string{"input", "all", "none"}

// validate returns an error for what is wrong with the stack of a problem; at is its path in the document.
func (s *Stack) validate(at string) error {
	if s.Most != 0 && s.Layers != AutoDepth {
		return fault.New(at+".most", "is "+strconv.Itoa(s.Most)+`, expected only with "auto"`)
	}
	return nil
}

// Layer is one layer of a solution: its network with the numbers that prove its quality, given the layers below.
type Layer struct {
	// Input says how the layer's input is made; it is nil for the first layer, whose input is x.
	Input *LayerInput `json:"input,omitempty"`
	Beta  float64     `json:"beta"`
	// Proof is that of the layer's convex program.
	Proof
}

// LayerInput says how a layer's input h is made from its features: the neurons sigma(h'u) of the layer below; with the skip "all" also
// those of all layers further below; and x, unless the skip is "none".
type LayerInput struct {
	Skip string `json:"skip" words:"input|all|none"`
	stack.Input
}

// Check is the verdict on a solution, with a summary in one line.
type Check struct {
	Format string `json:"format" words:"conelab/check/1"`
	Badge  string `json:"verdict"`
	certify.Verdict
}

// CheckJSON returns the check document of a verdict with one finding per line.
func CheckJSON(v *certify.Verdict) []byte {
	c := &Check{Badge: v.Badge(), Verdict: *v}
	if !v.Measured {
		c.NotChecked = certify.Unmeasured
	}
	return strictjson.Lines(c)
}
