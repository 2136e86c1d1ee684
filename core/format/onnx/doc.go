// Package onnx writes a trained network as an ONNX model, which the runtimes of many languages evaluate: plain protobuf, with operators of the
// standard set (opset 13) on numbers of double precision.
//
// The input "features" has a row for each point, with the columns as they were in the table: scaling is part of the model. The output "outputs" has
// the network's outputs; where there are classes, "label" has the class of each point.
//
// A convolution gathers its patches, so that every layer is
//
//	Z = (mean over the patches of a neuron's block of sigma(P U')),   outputs = Z W,
//
// with a row of U for each neuron, and W with its weight in the column of its output. What comes out agrees with package neural up to the order of
// sums, about 1e-13 relative to their terms.
//
// Format: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
package onnx
