package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/document"
)

// parseWeights reads the network of a piecewise activation, for a number of features and of outputs, from an .npz file: the first layer's
// matrix and bias, then the second's, named as one likes. A matrix may be as PyTorch has it, a row for each output of the layer, or as
// Keras has it, a column; a square one is as Keras has it if "kernel" is in its name.
//
// Hidden unit j becomes the neuron u = [w_j; b_j], alpha, of any length; a bias of the outputs becomes a neuron that reads the constant
// alone.
func parseWeights(content []byte, features, outputs int) (neurons []document.Neuron, err error) {
	archive, err := table.OpenNpz(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	var parts [][][]float64 // the first matrix, by features, and bias, the second, by outputs, and bias
	wide, hidden := features, 0
	for _, name := range archive.Names {
		t, err := archive.Table(name, 2)
		if err != nil {
			return nil, err
		}
		rows, err := t.All()
		if err != nil {
			return nil, err
		}
		tall, across := t.Size()
		matrix := len(parts)%2 == 0
		if len(parts) == 1 && tall*across != hidden { // there is no bias
			parts, matrix = append(parts, nil), true
		}
		if matrix && (across != wide || tall == across && strings.Contains(strings.ToLower(name), "kernel")) {
			rows = transpose(rows)
		}
		if len(parts) == 0 {
			hidden = len(rows)
		}
		expected := [][2]int{{hidden, features}, {hidden, 1}, {outputs, hidden}, {outputs, 1}}
		if len(parts) > 3 || len(rows) != expected[len(parts)][0] || len(rows[0]) != expected[len(parts)][1] {
			return nil, fmt.Errorf("the array %q is %d by %d, which is no part of a network of %d features, %d hidden units and %d outputs",
				fault.Clip(name), tall, across, features, hidden, outputs)
		}
		parts, wide = append(parts, rows), hidden
	}
	if len(parts) < 3 {
		return nil, errors.New("the .npz file has fewer than two matrices, expected the weights of two layers")
	}
	for j, row := range parts[0] {
		u := append(slices.Clone(row), 0)
		if parts[1] != nil {
			u[features] = parts[1][j][0]
		}
		for o := range outputs {
			neurons = append(neurons, document.Neuron{U: u, Alpha: parts[2][o][j], Output: o})
		}
	}
	for _, part := range parts[3:] {
		for o := range outputs {
			u := make([]float64, features+1)
			u[features] = 1
			neurons = append(neurons, document.Neuron{U: u, Alpha: part[o][0], Output: o})
		}
	}
	return neurons, nil
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
