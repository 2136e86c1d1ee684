package convert

import (
	"strconv"

	"conelab/core/format/document"
	"conelab/core/network/stack"
)

// Stack returns the training problem of a valid document that has a stack.
func Stack(p *document.Problem) stack.Problem {
	return stack.Problem{Problem: Problem(p), Options: StackOptions(p.Stack)}
}

// StackOptions returns the options of a valid document.
func StackOptions(s *document.Stack) stack.Options {
	if s.Layers == document.AutoDepth {
		return stack.Options{Auto: true, Layers: s.Most, Skip: stack.Skip(s.SkipIndex())}
	}
	return stack.Options{Layers: int(s.Layers), Skip: stack.Skip(s.SkipIndex())}
}

// StackSolution returns the solution document for the result of p. The top level has the numbers of the last layer.
func StackSolution(p *document.Problem, r *stack.Result) *document.Solution {
	s := &document.Solution{Format: document.SolutionFormat, Scope: stack.Scope, Model: p.Model()}
	iterations, seconds := 0, 0.0
	for l := range r.Layers {
		layer := &r.Layers[l]
		out := document.Layer{Beta: layer.Problem.Beta, Proof: proofOf(&layer.Problem, layer.Result, layer.Seconds)}
		if l > 0 {
			out.Input = &document.LayerInput{Skip: document.StackSkip(int(r.Network.Skip)), Input: layer.Input}
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

// Input returns how a layer's input is made; for nil, the first layer, it is x itself.
func Input(in *document.LayerInput) stack.Input {
	if in == nil {
		return stack.Input{}
	}
	return in.Input
}

// StackNetwork returns the layers of a solution, a single one without a stack. They must fit each other: see Misfit.
func StackNetwork(p *document.Problem, s *document.Solution) *stack.Network {
	architecture, _ := p.Architecture.Lift(len(p.Data.X[0]))
	n := &stack.Network{D: len(p.Data.X[0]), Outputs: len(p.Data.Y[0]), Architecture: architecture, Sigma: p.Activation.Polynomial()}
	if p.Stack == nil {
		n.Layers = []stack.HiddenLayer{{Neurons: s.Network.Neurons}}
		return n
	}
	n.Skip = stack.Skip(p.Stack.SkipIndex())
	for i := range s.Layers {
		n.Layers = append(n.Layers, stack.HiddenLayer{Input: Input(s.Layers[i].Input), Neurons: s.Layers[i].Network.Neurons})
	}
	return n
}

// Misfit returns a sentence, without a full stop, that says why a solution is not a network for p, or "" if it is.
func Misfit(p *document.Problem, s *document.Solution) string {
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
