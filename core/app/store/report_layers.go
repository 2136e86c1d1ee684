package store

import (
	"strconv"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/workspace"
	"conelab/core/network/stack"
)

// layersReport returns the proofs of all layers as plain text. Each layer has its own proof, and the text says so.
func (s Source) layersReport(t *workspace.State) ([]byte, error) {
	if !s.Layers.Current() || !s.Layers.Fits(t) {
		return nil, messages.NoSolution()
	}
	r := s.Layers.Result()
	b := report{layered: true}
	b.line("Conelab: a network of " + strconv.Itoa(len(r.Layers)) + " layers and the proof of each")
	b.problem(t)
	b.row("Layers", strconv.Itoa(len(r.Layers)))
	if o := t.Stack(); o != nil {
		b.row("Form, passed on, scaling", first(o.Form, "features"), first(o.Skip, "input"), first(o.Scaling, "standardise"))
	}
	b.line()
	b.line("Each layer is proved given the layers below it. Of the network as a whole nothing is proved.")
	if r.Message != "" {
		b.line(r.Message)
	}
	for k := range r.Layers {
		v := s.Layers.View(k)
		b.layer(r, k)
		b.proof(&v.State, r.Layers[k].Result, v.Solution.Proof(), v.Solution.Seconds())
		if v.Test != nil {
			b.scores(v.Train, v.Test)
		}
		b.network(&v.State, r.Layers[k].Result)
	}
	b.line()
	b.line("To check it from the raw data: conelab check problem.json solution.json")
	return []byte(b.String()), nil
}

// layer describes the input of a layer, and how it is scaled.
func (b *report) layer(r *stack.Result, k int) {
	n, in := r.Network, &r.Layers[k].Input
	b.head("Layer " + strconv.Itoa(k+1))
	var features []string
	for _, source := range n.Sources(k) {
		features = append(features, nameOf(source))
	}
	b.row("Features h", features...)
	for _, of := range []struct {
		name   string
		values []float64
	}{{"  kept above", in.Low}, {"  and below", in.High}, {"  less the means", in.Mean}, {"  over the scales", in.Scale}} {
		if of.values != nil {
			b.row(of.name, full(of.values)...)
		}
	}
	for i := 0; i < len(in.Whiten); i += len(in.Mean) {
		b.row("  times the row", full(in.Whiten[i:i+len(in.Mean)])...)
	}
}

// nameOf returns the name of a feature of a layer: a neuron of a layer below, or a feature of the data.
func nameOf(s stack.Source) string {
	if s.Layer < 0 {
		return "x" + strconv.Itoa(s.Index+1)
	}
	return "neuron " + strconv.Itoa(s.Index+1) + " of layer " + strconv.Itoa(s.Layer+1)
}

// full writes numbers with all their digits.
func full(values []float64) []string {
	text := make([]string, len(values))
	for i, v := range values {
		text[i] = messages.Full(v)
	}
	return text
}

// first returns a word, or the default that documents leave out.
func first(word, usual string) string {
	if strings.TrimSpace(word) == "" {
		return usual
	}
	return word
}
