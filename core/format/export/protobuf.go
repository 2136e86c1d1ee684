package export

import (
	"encoding/binary"
	"math"
	"strconv"

	"conelab/core/numeric/lift"
)

// graph is a model under construction.
type graph struct {
	real      int             // type of the numbers
	beyond    float64         // a number beyond that type, if there is one
	body      message         // nodes
	store     message         // constants
	count     int             // number of names
	piecewise *lift.Piecewise // the activation if it is piecewise linear
	patches   [][]int         // of the first layer
}

// name returns a new name.
func (g *graph) name(kind string) string {
	g.count++
	return kind + strconv.Itoa(g.count)
}

// attribute is an integer attribute of an operator.
type attribute struct {
	name string
	v    int
}

// node adds an operator and returns the name of its result.
func (g *graph) node(operator string, attributes []attribute, inputs ...string) string {
	out := g.name(operator)
	g.nodeTo(out, operator, attributes, inputs...)
	return out
}

// nodeTo adds an operator whose result has the name out.
func (g *graph) nodeTo(out, operator string, attributes []attribute, inputs ...string) {
	var m message
	for _, in := range inputs {
		m.text(nodeInput, in)
	}
	m.text(nodeOutput, out)
	m.text(nodeType, operator)
	for _, a := range attributes {
		var b message
		b.text(attributeName, a.name)
		b.integer(attributeInt, int64(a.v))
		b.integer(attributeType, intAttribute)
		m.bytes(nodeAttribute, b)
	}
	g.body.bytes(graphNode, m)
}

// constant adds a constant tensor, row by row, and returns its name.
func (g *graph) constant(kind int, sides []int, contents ...message) string {
	name := g.name("Constant")
	var m message
	for _, side := range sides {
		m.integer(tensorDims, int64(side))
	}
	m.integer(tensorType, int64(kind))
	m.text(tensorName, name)
	for _, content := range contents {
		m = append(m, content...)
	}
	g.store.bytes(graphInitializer, m)
	return name
}

// numbers adds a constant tensor of numbers.
func (g *graph) numbers(values []float64, sides ...int) string {
	var raw, m message
	for _, v := range values {
		if g.real == floatType {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(float32(v)))
			if math.Abs(v) > math.MaxFloat32 {
				g.beyond = v
			}
		} else {
			raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
		}
	}
	m.bytes(tensorRaw, raw)
	return g.constant(g.real, sides, m)
}

// number adds a scalar constant.
func (g *graph) number(v float64) string { return g.numbers([]float64{v}) }

// integers adds a constant tensor of integers.
func (g *graph) integers(values []int, sides ...int) string {
	var raw, m message
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
	}
	m.bytes(tensorRaw, raw)
	return g.constant(int64Type, sides, m)
}

// texts adds a constant tensor of strings.
func (g *graph) texts(values []string) string {
	var m message
	for _, v := range values {
		m.text(tensorString, v)
	}
	return g.constant(stringType, []int{len(values)}, m)
}

// model returns the whole model.
func (g *graph) model(name, remark string, metadata [][2]string, inputs, outputs []message) []byte {
	all := append(message(nil), g.body...)
	all.text(graphName, name)
	all = append(all, g.store...)
	for _, in := range inputs {
		all.bytes(graphInput, in)
	}
	for _, out := range outputs {
		all.bytes(graphOutput, out)
	}
	var version, m message
	version.integer(opsetVersion, opset)
	m.integer(modelVersion, irVersion)
	m.text(modelProducer, "Conelab")
	m.text(modelDoc, remark)
	m.bytes(modelGraph, all)
	m.bytes(modelOpset, version)
	for _, pair := range metadata {
		var entry message
		entry.text(entryKey, pair[0])
		entry.text(entryValue, pair[1])
		m.bytes(modelMetadata, entry)
	}
	return m
}

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
	modelMetadata, entryKey, entryValue                           = 14, 1, 2
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
	floatType, int64Type, stringType, doubleType = 1, 7, 8, 11
	intAttribute                                 = 2
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
