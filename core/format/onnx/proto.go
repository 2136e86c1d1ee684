package onnx

import "encoding/binary"

// message is an encoded protobuf message.
type message []byte

// The protobuf wire types used here.
const (
	varint    = 0
	delimited = 2
)

func (m *message) key(field, wire int) { *m = binary.AppendUvarint(*m, uint64(field<<3|wire)) }

// integer adds an integer field.
func (m *message) integer(field int, v int64) {
	m.key(field, varint)
	*m = binary.AppendUvarint(*m, uint64(v))
}

// bytes adds a field that holds text, bytes or a message.
func (m *message) bytes(field int, v []byte) {
	m.key(field, delimited)
	*m = binary.AppendUvarint(*m, uint64(len(v)))
	*m = append(*m, v...)
}

func (m *message) text(field int, v string) { m.bytes(field, []byte(v)) }

// The field numbers of the messages, from onnx.proto.
const (
	modelVersion, modelProducer, modelDoc, modelGraph, modelOpset = 1, 2, 6, 7, 8
	opsetVersion                                                  = 2
	graphNode, graphName, graphInitializer, graphInput            = 1, 2, 5, 11
	graphOutput                                                   = 12
	nodeInput, nodeOutput, nodeType, nodeAttribute                = 1, 2, 4, 5
	attributeName, attributeInt, attributeType                    = 1, 3, 20
	tensorDims, tensorType, tensorString, tensorName, tensorRaw   = 1, 2, 6, 8, 9
	valueName, valueType                                          = 1, 2
	typeTensor, tensorElement, tensorShape                        = 1, 1, 2
	shapeDim, dimValue, dimName                                   = 1, 1, 2
)

// The types of elements and of attributes.
const (
	int64Type, stringType, doubleType = 7, 8, 11
	intAttribute                      = 2
)

// irVersion and opset are those of ONNX 1.8, of 2020, which current runtimes accept.
const irVersion, opset = 7, 13

// anyNumber is the name of a dimension of unknown length.
const anyNumber = "points"

// value describes an input or an output with a row for each point; columns is 0 for a vector.
func value(name string, kind, columns int) message {
	var dim, shape, element, of, m message
	dim.text(dimName, anyNumber)
	shape.bytes(shapeDim, dim)
	if columns > 0 {
		var side message
		side.integer(dimValue, int64(columns))
		shape.bytes(shapeDim, side)
	}
	element.integer(tensorElement, int64(kind))
	element.bytes(tensorShape, shape)
	of.bytes(typeTensor, element)
	m.text(valueName, name)
	m.bytes(valueType, of)
	return m
}
