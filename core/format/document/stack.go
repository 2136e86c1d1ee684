package document

import (
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/network/stack"
)

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

// StackProgram is Program for a problem with a stack.
func (p *Problem) StackProgram() stack.Problem {
	return stack.Problem{Problem: p.Program(), Options: p.Stack.Options()}
}

// Options returns what solvers take in place of a valid stack.
func (s *Stack) Options() stack.Options {
	if s.Layers == AutoDepth {
		return stack.Options{Auto: true, Layers: s.Most, Skip: stack.Skip(s.SkipIndex())}
	}
	return stack.Options{Layers: int(s.Layers), Skip: stack.Skip(s.SkipIndex())}
}

// StackSolutionOf returns the solution for the result of p. The top level has the numbers of the last layer.
func StackSolutionOf(p *Problem, r *stack.Result) *Solution {
	s := &Solution{Format: SolutionFormat, Scope: stack.Scope, Model: p.Model()}
	iterations, seconds := 0, 0.0
	for l := range r.Layers {
		layer := &r.Layers[l]
		out := Layer{Beta: layer.Problem.Beta, Proof: proofOf(&layer.Problem, layer.Result, layer.Seconds)}
		if l > 0 {
			out.Input = &LayerInput{Skip: StackSkip(int(r.Network.Skip)), Input: layer.Input}
		}
		s.Layers = append(s.Layers, out)
		s.Proof = out.Proof // that of the last layer remains
		iterations, seconds = iterations+out.Iterations, seconds+out.Seconds
	}
	if last := len(r.Layers) - 1; last >= 0 {
		s.Z = r.Layers[last].Problem.Assemble(s.Network.Neurons)
	}
	s.Iterations, s.Seconds = iterations, seconds
	s.Status, s.Message = r.Status, r.Message
	return s
}

// inputOf returns how a layer's input is made; for nil, the first layer, it is x itself.
func inputOf(in *LayerInput) stack.Input {
	if in == nil {
		return stack.Input{}
	}
	return in.Input
}

// StackNetwork returns the layers of a solution, a single one without a stack. They must fit each other: see Misfit.
func StackNetwork(p *Problem, s *Solution) *stack.Network {
	architecture, _ := p.Architecture.Lift(len(p.Data.X[0]))
	n := &stack.Network{D: len(p.Data.X[0]), Outputs: len(p.Data.Y[0]), Architecture: architecture, Sigma: p.Activation.Polynomial()}
	if p.Stack == nil {
		n.Layers = []stack.HiddenLayer{{Neurons: s.Network.Neurons}}
		return n
	}
	n.Skip = stack.Skip(p.Stack.SkipIndex())
	for i := range s.Layers {
		n.Layers = append(n.Layers, stack.HiddenLayer{Input: inputOf(s.Layers[i].Input), Neurons: s.Layers[i].Network.Neurons})
	}
	return n
}

// Misfit returns a sentence, without a full stop, that says why a solution is not a network for p, or "" if it is.
func Misfit(p *Problem, s *Solution) string {
	n := StackNetwork(p, s)
	n.D += p.Activation.Kind().BiasInputs
	for l, layer := range n.Layers {
		part := n.Cut(l)
		switch fits := layer.Fits(part, part.Width(l)); {
		case !fits && l == 0:
			return "the neurons of the solution do not fit the problem"
		case !fits:
			return "layer " + strconv.Itoa(l+1) + " of the solution does not fit the layers below it"
		}
	}
	return ""
}
