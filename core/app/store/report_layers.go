package store

import (
	"strconv"
	"strings"

	"conelab/core/app/say"
	"conelab/core/app/workspace"
	"conelab/core/network/stack"
)

// layersReport returns the proofs of all layers as plain text. Each layer has its own proof, and the text says so.
func (s Source) layersReport(t *workspace.State) ([]byte, error) {
	if !s.Layers.Current() || !s.Layers.Fits(t) {
		return nil, say.NoSolution()
	}
	r := s.Layers.Result()
	b := report{layered: true}
	b.line(say.ReportLayersTitle(len(r.Layers)))
	b.problem(t)
	b.row(say.ReportLayers, strconv.Itoa(len(r.Layers)))
	if o := t.Stack(); o != nil {
		b.row(say.ReportStacked, first(o.Form, "features"), first(o.Skip, "input"), first(o.Scaling, "standardise"))
	}
	b.line()
	b.line(say.ReportConditional)
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
	b.line(say.ReportCheck)
	return []byte(b.String()), nil
}

// layer describes the input of a layer, and how it is scaled.
func (b *report) layer(r *stack.Result, k int) {
	n, in := r.Network, &r.Layers[k].Input
	b.head(say.ReportLayer(k))
	var features []string
	for _, source := range n.Sources(k) {
		features = append(features, say.ReportFeature(source.Layer, source.Index))
	}
	b.row(say.ReportReads, features...)
	for _, of := range []struct {
		name   string
		values []float64
	}{{say.ReportLow, in.Low}, {say.ReportHigh, in.High}, {say.ReportMean, in.Mean}, {say.ReportScale, in.Scale}} {
		if of.values != nil {
			b.row(of.name, full(of.values)...)
		}
	}
	for i := 0; i < len(in.Whiten); i += len(in.Mean) {
		b.row(say.ReportWhiten, full(in.Whiten[i:i+len(in.Mean)])...)
	}
}

// full writes numbers with all their digits.
func full(values []float64) []string {
	text := make([]string, len(values))
	for i, v := range values {
		text[i] = say.Full(v)
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
