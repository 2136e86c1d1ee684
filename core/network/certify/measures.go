package certify

import (
	"math"

	"conelab/core/network/neural"
)

// Measures are facts about a network beside its cost and its proof, all from the neurons alone.
type Measures struct {
	// Loss and Weight = sum |alpha| are the terms of the cost, Loss + beta Weight.
	Loss, Weight float64
	// Lengths is max | |u| - 1 |.
	Lengths float64
	// Of all Z, put together again from the neurons, and of all Z': the least eigenvalue, and max |tr Z_1 - Z_4|, which is zero where there
	// is no such condition.
	Eigenvalue, Trace [2]float64
	// Reassembly is max |Z - sum y y'| when they are taken apart once more.
	Reassembly float64
	// Width is what the paper's theorems bound m* with, the number of neurons (of filters, in a convolutional network): 2(d+1) for each
	// block and output, or d with the quadratic activation.
	Width int
}

// Measure measures the network that was found for p.
func (r *Result) Measure(p Problem) Measures {
	p.Outputs = p.outputs()
	m := Measures{Loss: neural.Loss(r.Fit, p.Y, p.Samples(), p.Loss), Lengths: lengths(r.Neurons)}
	m.Eigenvalue = [2]float64{math.Inf(1), math.Inf(1)}
	for _, n := range r.Neurons {
		m.Weight += math.Abs(n.Alpha)
	}
	order, blocks := p.order(), p.Architecture.Shape(p.D).Blocks
	m.Width = order * blocks * p.Outputs
	if p.balanced() {
		m.Width *= 2
	}
	for o := range p.Outputs {
		for k := range blocks {
			for side := range 2 {
				m.take(flatten(assemble(&p, r.Neurons, float64(1-2*side), k, o)), order, side, p.balanced())
			}
		}
	}
	return m
}

// take measures one matrix.
func (m *Measures) take(z []float64, order, side int, balanced bool) {
	size := largest(z)
	dec := neural.DecomposeTo(z, order, order, balanced)
	m.Eigenvalue[side] = math.Min(m.Eigenvalue[side], dec.MinEigenvalue*size)
	m.Trace[side] = math.Max(m.Trace[side], dec.TraceViolation*size)
	m.Reassembly = math.Max(m.Reassembly, dec.Residual*size)
}
