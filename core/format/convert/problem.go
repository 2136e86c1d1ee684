package convert

import (
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Problem returns the problem of a valid document.
func Problem(p *document.Problem) certify.Problem {
	out := labels(p)
	out.X = make([]float64, 0, len(p.Data.X)*out.D)
	for _, x := range p.Data.X {
		out.X = append(out.X, x...)
	}
	return out
}

// labels returns the problem without X, which solutions do not need and which may be large.
func labels(p *document.Problem) certify.Problem {
	n, outputs := len(p.Data.X), len(p.Data.Y[0])
	kind, _ := loss.Parse(p.Loss)
	architecture, _ := p.Architecture.Lift(len(p.Data.X[0]))
	out := certify.Problem{
		Y: make([]float64, n*outputs), D: len(p.Data.X[0]), Outputs: outputs, Architecture: architecture, Sigma: lift.Activation(p.Activation),
		Loss: kind, Beta: p.Beta, Tolerance: p.Tolerance,
	}
	for i, row := range p.Data.Y {
		for o, y := range row {
			out.Y[o*n+i] = y
		}
	}
	return out
}

// Neurons returns the neurons of a document; they share its directions.
func Neurons(network []document.Neuron) []neural.Neuron {
	neurons := make([]neural.Neuron, len(network))
	for i, n := range network {
		neurons[i] = neural.Neuron{U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output}
	}
	return neurons
}
