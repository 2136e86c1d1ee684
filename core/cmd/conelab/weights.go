package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/document"
)

// parseWeights reads the network of a piecewise linear activation, for a number of features and of outputs, from an .npz file with the
// matrix and the bias of the first layer, then those of the second, under any names. A bias is a vector, and may be left out. A matrix is
// as PyTorch has it, with a row for each output of the layer, or as Keras has it, with a column; a square one is as Keras has it if
// "kernel" is in its name.
//
// Hidden unit j becomes the neuron u = [w_j; b_j], alpha, of any length; a bias of the outputs becomes a neuron that reads the constant
// alone.
func parseWeights(content []byte, features, outputs int) (neurons []document.Neuron, err error) {
	archive, err := table.OpenNpz(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	var layers [][][]float64 // each with a row [w; b] for each of its outputs
	inputs, biased := features, true
	for _, name := range archive.Names {
		array, err := archive.Array(name)
		if err != nil {
			return nil, err
		}
		t, err := array.Table(2)
		if err != nil {
			return nil, err
		}
		rows, err := t.All()
		if err != nil {
			return nil, err
		}
		tall, across := t.Size()
		if array.Vector() && !biased && tall == inputs {
			for k, row := range layers[len(layers)-1] {
				row[len(row)-1] = rows[k][0]
			}
			biased = true
			continue
		}
		layer := rowsOfOutputs(rows, across != inputs || tall == across && strings.Contains(strings.ToLower(name), "kernel"))
		if array.Vector() || len(layers) > 1 || len(layer[0]) != inputs+1 || len(layers) == 1 && len(layer) != outputs {
			return nil, fmt.Errorf("the array %q is %d by %d, which is no part of a network of %d features, one hidden layer and %s",
				fault.Clip(name), tall, across, features, fault.Count(outputs, "output"))
		}
		layers, inputs, biased = append(layers, layer), len(layer), false
	}
	if len(layers) < 2 {
		return nil, errors.New("the .npz file has fewer than two matrices, expected the weights of two layers")
	}
	constant := make([]float64, features+1)
	constant[features] = 1
	for j, u := range append(layers[0], constant) {
		for o, row := range layers[1] {
			if row[j] != 0 {
				neurons = append(neurons, document.Neuron{U: u, Alpha: row[j], Output: o})
			}
		}
	}
	return neurons, nil
}

// rowsOfOutputs returns a layer's matrix, or its transpose, with a bias of zeros as its last column.
func rowsOfOutputs(matrix [][]float64, transposed bool) [][]float64 {
	tall, across := len(matrix), len(matrix[0])
	if transposed {
		tall, across = across, tall
	}
	rows := make([][]float64, tall)
	for k := range rows {
		rows[k] = make([]float64, across+1)
		for i := range across {
			if transposed {
				rows[k][i] = matrix[i][k]
			} else {
				rows[k][i] = matrix[k][i]
			}
		}
	}
	return rows
}
