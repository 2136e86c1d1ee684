// Package onnx writes a trained network as an ONNX model, which can be evaluated by runtimes in many languages. The model is plain protobuf
// and uses operators of the standard set (opset 13) in double precision.
//
// The input "features" has a row for each point, with the columns of the original table: scaling is part of the model. The output "outputs"
// holds the network's outputs; if there are classes, "label" holds the class of each point.
//
// Patches of a convolution are gathered first, so that every layer is
//
//	Z = (mean over the patches of a neuron's block of sigma(P U')),   outputs = Z W,
//
// where U has a row for each neuron, and each row of W has the neuron's weight in the column of its output. The result agrees with package
// neural up to the order of summation, about 1e-13 relative to the terms.
//
// Format: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
package onnx
