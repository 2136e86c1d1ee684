package stack

import (
	"math"
	"slices"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// Sweep evaluates a network at many places, for pictures: the neurons' values and the outputs as Pass.Run has them, but for rounding, in a fraction of
// its time. Features stay in columns, one for each neuron, so that a layer is a sum of columns and its scaling is part of the neurons' directions.
// It keeps its memory from one run to the next. The zero value is ready for Run.
type Sweep struct {
	// Points is the number of places, Neurons and Outputs are as in a Pass.
	Points           int
	Neurons, Outputs [][]float64

	x, centred []float64 // the features of the data, and those of a layer, in columns
	pass       Pass      // of other networks
}

// Run evaluates the network at the places x, a row for each.
func (s *Sweep) Run(n *Network, x []float64) {
	if n.Convolved() || n.whitened() {
		s.pass.Run(n, x)
		s.Points, s.Neurons, s.Outputs = s.pass.Points, s.pass.Neurons, s.pass.Outputs
		return
	}
	s.Points, s.Neurons, s.Outputs = len(x)/n.D, s.Neurons[:0], s.Outputs[:0]
	s.x = resize(s.x, len(x))
	for k := range n.D {
		column := s.x[k*s.Points : (k+1)*s.Points]
		for i := range column {
			column[i] = x[i*n.D+k]
		}
	}
	for l := range n.Stages {
		s.layer(n, l)
	}
}

// whitened reports whether a layer has an input that is.
func (n *Network) whitened() bool {
	return slices.ContainsFunc(n.Stages, func(s Stage) bool { return s.Input.Whiten != nil })
}

// layer evaluates a layer, all below which are there.
func (s *Sweep) layer(n *Network, l int) {
	stage := &n.Stages[l]
	columns := s.features(n, l)
	values, outputs := next(&s.Neurons, len(stage.Neurons)*s.Points), next(&s.Outputs, n.Outputs*s.Points)
	clear(outputs)
	if n.Residual && l > 0 {
		copy(outputs, s.Outputs[l-1])
	}
	sigma := n.Sigma
	if n.Architecture.Kind == lift.Quadratic {
		sigma = lift.Activation{A: 1}
	}
	for j := range stage.Neurons {
		neuron, value := &stage.Neurons[j], values[j*s.Points:(j+1)*s.Points]
		u := stage.Input.unscaled(neuron.U)
		clear(value)
		for k, column := range columns {
			dense.Axpy(u[k], column, value)
		}
		output := outputs[neuron.Output*s.Points : (neuron.Output+1)*s.Points]
		for i, t := range value {
			v := (sigma.A*t+sigma.B)*t + sigma.C
			value[i] = v
			output[i] += neuron.Alpha * v
		}
	}
}

// features returns the columns of layer l: within their bounds and centred, since what is left may be small.
func (s *Sweep) features(n *Network, l int) (columns [][]float64) {
	for _, source := range n.Sources(l) {
		from := s.x
		if source.Layer >= 0 {
			from = s.Neurons[source.Layer]
		}
		columns = append(columns, from[source.Index*s.Points:(source.Index+1)*s.Points])
	}
	in := &n.Stages[l].Input
	if in.Identity() {
		return columns
	}
	s.centred = resize(s.centred, len(columns)*s.Points)
	for k, column := range columns {
		low, high := math.Inf(-1), math.Inf(1)
		if in.Low != nil {
			low, high = in.Low[k], in.High[k]
		}
		columns[k] = s.centred[k*s.Points : (k+1)*s.Points]
		centre(columns[k], column, low, high, in.Mean[k])
	}
	return columns
}

// centre writes values within their bounds, without their mean, into dst. A value that is no number stays one.
func centre(dst, values []float64, low, high, mean float64) {
	dst = dst[:len(values)]
	for i, v := range values {
		if v < low {
			v = low
		} else if v > high {
			v = high
		}
		dst[i] = v - mean
	}
}

// unscaled returns the direction whose product with the centred features is h'u.
func (in *Input) unscaled(u []float64) []float64 {
	if in.Identity() {
		return u
	}
	direction := make([]float64, len(u))
	for k, v := range u {
		direction[k] = v / in.Scale[k]
	}
	return direction
}
