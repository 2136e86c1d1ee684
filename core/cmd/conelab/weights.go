package main

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/document"
)

// weights are the arrays of a two-layer network as other programs store them: two matrices, and perhaps their biases.
type weights struct {
	first, second   [][]float64 // of m rows each: the weights of a hidden unit from the features, and to the outputs
	hidden, outputs []float64   // biases, nil if there are none
}

// maxWeights is the largest number of bytes that the arrays of a network may have.
const maxWeights = 1 << 28

// parseWeights reads the network of a piecewise activation, for a number of features and of outputs, from an .npz file: the first layer's
// matrix and bias, then the second's, named as one likes. A matrix may be as PyTorch has it, a row for each output of the layer, or as
// Keras has it, a column.
//
// Hidden unit j becomes the neuron u = [w_j; b_j], alpha, of any length; a bias of the outputs becomes a neuron that reads the constant
// alone.
func parseWeights(content []byte, features, outputs int) ([]document.Neuron, error) {
	archive, err := table.ParseNpz(content, maxWeights)
	if err != nil {
		return nil, err
	}
	var w weights
	for _, name := range archive.Names {
		array, err := archive.Open(name, 2)
		if err != nil {
			return nil, err
		}
		rows, err := array.All()
		if err != nil {
			return nil, err
		}
		if err := w.take(name, rows, features, outputs); err != nil {
			return nil, err
		}
	}
	if w.second == nil {
		return nil, errors.New("the .npz file has fewer than two matrices, expected the weights of two layers")
	}
	return w.neurons(features, outputs), nil
}

// take takes the next array.
func (w *weights) take(name string, rows [][]float64, features, outputs int) error {
	for _, row := range rows {
		for _, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("the array %q has %s, expected finite numbers", fault.Clip(name), fault.Number(v))
			}
		}
	}
	tall, wide := len(rows), len(rows[0])
	matrix := wide > 1 || strings.Contains(strings.ToLower(name), "kernel") || strings.Contains(strings.ToLower(name), "weight")
	m := len(w.first)
	switch {
	case w.first == nil:
		if wide != features || tall == features && strings.Contains(strings.ToLower(name), "kernel") {
			rows = transpose(rows)
		}
		if w.first = rows; len(rows[0]) != features {
			return fmt.Errorf("the array %q is %d by %d, expected one side of %d, the number of features", fault.Clip(name), tall, wide, features)
		}
	case w.second == nil && (tall == outputs && wide == m || tall == m && wide == outputs && (matrix || w.hidden != nil)):
		if tall != m || tall == outputs && !strings.Contains(strings.ToLower(name), "kernel") {
			rows = transpose(rows)
		}
		w.second = rows
	case w.second == nil && w.hidden == nil && tall*wide == m:
		w.hidden = flat(rows)
	case w.second != nil && w.outputs == nil && tall*wide == outputs:
		w.outputs = flat(rows)
	default:
		return fmt.Errorf("the array %q is %d by %d, which is no part of a network of %d features, %d hidden units and %d outputs", fault.Clip(name), tall, wide,
			features, m, outputs)
	}
	return nil
}

// neurons returns the network.
func (w *weights) neurons(features, outputs int) (neurons []document.Neuron) {
	for j, row := range w.first {
		u := append(append([]float64(nil), row...), 0)
		if w.hidden != nil {
			u[features] = w.hidden[j]
		}
		for o := range outputs {
			neurons = append(neurons, document.Neuron{U: u, Alpha: w.second[j][o], Output: o})
		}
	}
	for o, bias := range w.outputs {
		u := make([]float64, features+1)
		u[features] = 1
		neurons = append(neurons, document.Neuron{U: u, Alpha: bias, Output: o})
	}
	return neurons
}

func transpose(rows [][]float64) [][]float64 {
	out := make([][]float64, len(rows[0]))
	for i := range out {
		for _, row := range rows {
			out[i] = append(out[i], row[i])
		}
	}
	return out
}

func flat(rows [][]float64) (out []float64) {
	for _, row := range rows {
		out = append(out, row...)
	}
	return out
}
