package document

import (
	"math"
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
	Status  string `json:"status" words:"optimal|inaccurate|stopped|failed"`
	Message string `json:"message,omitempty"`
	// Objective is the network's cost, LowerBound is the bound that Dual proves, and Gap is their relative difference.
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lower_bound"`
	Gap        float64 `json:"gap"`
	Network    Network `json:"network"`
	// Dual has one row for each sample.
	Dual       [][]float64 `json:"dual,omitzero"`
	Iterations int         `json:"iterations"`
	Seconds    float64     `json:"seconds"`
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
	// Score is that on points held out, as far as there were any; a check does not have them.
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
	if s.Z == nil && s.Status != string(certify.Failed) && (s.Model == nil || s.Model.Activation.Kind().Matrices) {
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

// ParseNetwork reads the neurons of a network without proof: an object {"neurons": [..]}, or a solution document, of which everything
// else is ignored. A check decides whether the neurons fit a problem. Errors are
// InputErrors.
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
const MostLayers = 12

// Stack says that the network has several layers, trained one after the other, each to its certified optimum given those below it. The
// problem's architecture is that of the first layer. Layers above are dense, or quadratic above a quadratic layer.
type Stack struct {
	// Layers is the depth. With AutoDepth, Most is the largest depth, 0 for MostLayers.
	Layers Depth `json:"layers" range:"from 1 to 12" minus:"auto"`
	Most   int   `json:"most,omitempty" range:"from 1 to 12"`
	// Skip says what reaches a layer besides the neurons of the layer below. Older documents may say how layers are trained and scaled,
	// of which there is one way: each fits the labels, on features that are standardised.
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

// StackScope says what the certificates of a stack prove; it is part of every solution with layers.
const StackScope = "Each layer is certified given the layers below it. Nothing is proved of the stack as a whole."

// Check is the result of checking a solution's claims.
type Check struct {
	Format string `json:"format" words:"conelab/check/1"`
	// Verdict is a summary in one line: see Badge. JSON sets it.
	Verdict string `json:"verdict"`
	Pass    bool   `json:"pass"`
	// Objective, LowerBound and Gap are recomputed from the raw data.
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lower_bound"`
	Gap        float64 `json:"gap"`
	// DualPeak is the largest |g| on the sphere, relative to beta, for the dual vector as given. If it is above 1, the vector was scaled
	// back.
	DualPeak float64 `json:"dual_peak"`
	// AbsoluteGap is given where the cost is near zero: then it is judged in place of the relative gap.
	AbsoluteGap *float64 `json:"absolute_gap,omitempty"`
	// Tolerance is what the gap was judged by. Scope says what is certified of several layers, and Unchecked what could not be checked.
	Tolerance float64   `json:"tolerance,omitempty"`
	Scope     string    `json:"scope,omitempty"`
	Unchecked string    `json:"unchecked,omitempty"`
	Findings  []Finding `json:"findings"`
}

// Finding is a measurement with its limit: it passes if Measured <= Limit.
type Finding = certify.Finding

// Badge returns one line that says whether the network is proved optimal, with its cost, the lower bound and their relative gap.
func (c *Check) Badge() string {
	text := "CERTIFIED"
	if !c.Pass {
		text = "NOT CERTIFIED"
	}
	if c.Tolerance > 0 && c.Tolerance != certify.DefaultTolerance && c.Pass {
		text += " to " + short(c.Tolerance)
	}
	if c.Scope != "" && c.Pass {
		text += ", each layer given those below it"
	}
	if c.measured() {
		text += ": cost " + long(c.Objective) + ", lower bound " + long(c.LowerBound)
		if c.AbsoluteGap != nil {
			text += ", absolute gap " + short(*c.AbsoluteGap)
		} else {
			text += ", gap " + short(c.Gap)
		}
	}
	if fault := c.Fault(); fault != "" {
		text += " (" + fault + ")"
	}
	return text
}

// measured reports whether the numbers could be measured at all: they cannot if parts do not fit the problem.
func (c *Check) measured() bool {
	for _, f := range c.Findings {
		if f.Limit > 0 {
			return true
		}
	}
	return false
}

// long formats v with ten digits, or says that there is none.
func long(v float64) string {
	if math.Abs(v) == math.MaxFloat64 {
		return "none"
	}
	return strconv.FormatFloat(v, 'g', 10, 64)
}

// Fault returns, in words and without a full stop, the first thing that is wrong, or "" if the check passes.
func (c *Check) Fault() string {
	for _, f := range c.Findings {
		if !f.Pass && f.Detail != "" {
			return f.Detail
		}
		if !f.Pass {
			return f.What + ": " + short(f.Measured) + ", where at most " + short(f.Limit) + " is allowed"
		}
	}
	return ""
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

// JSON returns the document with one finding per line, or nil if a number is not finite.
func (c *Check) JSON() []byte {
	d := *c
	d.Verdict = c.Badge()
	return strictjson.Lines(&d)
}
