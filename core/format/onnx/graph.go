package onnx

import (
	"encoding/binary"
	"math"
	"strconv"
)

// graph is a model under construction.
type graph struct {
	body  message // nodes
	store message // constants
	count int     // number of names
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
		raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
	}
	m.bytes(tensorRaw, raw)
	return g.constant(doubleType, sides, m)
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
func (g *graph) model(name, remark string, inputs, outputs []message) []byte {
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
	return m
}
