package store

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/network/neural"
	"conelab/core/network/stack"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

const (
	// shownSamples and shownEntries are the largest numbers of samples in such a document, and of their entries in total.
	shownSamples, shownEntries = 200, 20000
	// shownDigits is the number of significant digits of numbers that are only displayed.
	shownDigits = 6
)

// samplesDocument returns the samples in the form that a page draws. of is empty, or the number of the sample, counted from zero, whose patches are
// inspected.
func (s Source) samplesDocument(of string) ([]byte, error) {
	picked, t := -1, s.Work.Now()
	if of != "" {
		k, err := strconv.Atoi(of)
		if err != nil || k < 0 || k >= t.Samples() {
			return nil, messages.NoSample(of)
		}
		picked = k
	}
	doc := protocol.Samples{Samples: t.Samples(), X: [][]float64{}, Y: [][]float64{}, Class: []int{}}
	kind := t.Architecture()
	architecture, err := kind.Lift(t.Features())
	if err != nil {
		return nil, messages.Sentence(err)
	}
	doc.Shape, doc.Filter, doc.Corners = t.Reads(&architecture)
	doc.Pool = architecture.Shape(t.Features()).Patches
	if doc.Samples > 0 {
		doc.Low, doc.High = slices.Min(t.X()), slices.Max(t.X())
	}
	classes := t.AreClasses()
	for i := range min(doc.Samples, shownSamples, max(1, shownEntries/t.Features())) {
		y, class := t.RowOf(t.Y(), i), 0
		if classes {
			class = named(y)
		}
		doc.X, doc.Y, doc.Class = append(doc.X, t.Point(i)), append(doc.Y, y), append(doc.Class, class)
	}
	if neurons, ok := s.convolved(&architecture); ok && doc.Samples > 0 {
		operator := architecture.New(context.Background(), t.Activation(), t.X(), doc.Samples, t.Features())
		judge(&doc, t, s.fit(neurons, operator))
		look(&doc, neurons, operator, picked)
		_, numbers := s.Solution.All()
		for i := range doc.Neurons {
			doc.Neurons[i].Number = numbers[i]
		}
	}
	return json.Marshal(&doc)
}

// convolved returns the newest neurons in the order of their numbers, and whether they read samples as the architecture does.
func (s Source) convolved(a *lift.Architecture) ([]neural.Neuron, bool) {
	t, r := s.Work.Now(), s.Solution.Result()
	if r == nil {
		return nil, false
	}
	if p := s.Solution.Problem(); p.Architecture != *a || p.D != t.Features() || p.Outputs != t.Outputs() {
		return nil, false
	}
	neurons, _ := s.Solution.All()
	return neurons, true
}

// fit returns the outputs for all samples, by all layers of the network; the neurons are those of the first layer.
func (s Source) fit(neurons []neural.Neuron, operator *lift.Samples) []float64 {
	t := s.Work.Now()
	if s.Layers.Fits(t) {
		var pass stack.Pass
		pass.Run(s.Layers.Result().Network, t.X())
		return pass.Outputs[len(pass.Outputs)-1]
	}
	fit := make([]float64, len(t.Y()))
	neural.PredictTo(fit, neurons, operator)
	return fit
}

// judge adds the network's outputs for the samples that are shown, and counts the correct ones among all samples. fit holds the outputs, output by
// output.
func judge(doc *protocol.Samples, t *workspace.State, fit []float64) {
	classes := t.AreClasses()
	for i := range doc.Samples {
		f := t.RowOf(fit, i)
		right := classes && isRight(f, t.RowOf(t.Y(), i))
		if right {
			doc.Hits++
		}
		if i >= len(doc.X) {
			continue
		}
		if classes {
			doc.Right, doc.Named = append(doc.Right, right), append(doc.Named, named(f))
		} else {
			doc.Named = append(doc.Named, 0)
		}
		for o := range f {
			f[o] = significant(f[o])
		}
		doc.F = append(doc.F, f)
	}
}

// named returns the class that outputs or labels stand for, counted from 1: by the sign of a single one, or by the largest of several.
func named(f []float64) int {
	if len(f) == 1 {
		if f[0] < 0 {
			return 2
		}
		return 1
	}
	best := 0
	for o := range f {
		if f[o] > f[best] {
			best = o
		}
	}
	return best + 1
}

// look adds the neurons, and their values on the patches of the picked sample, if there is one.
func look(doc *protocol.Samples, neurons []neural.Neuron, operator *lift.Samples, picked int) {
	for _, n := range neurons {
		u := make([]float64, len(n.U))
		for k, v := range n.U {
			u[k] = significant(v)
		}
		doc.Neurons = append(doc.Neurons, protocol.PageNeuron{U: u, Alpha: significant(n.Alpha), Block: n.Block, Output: n.Output})
	}
	if picked < 0 {
		return
	}
	doc.Picked = &protocol.Picked{Index: picked, Product: [][]float64{}, Value: [][]float64{}, Adds: []float64{}}
	for _, n := range neurons {
		var products, values []float64
		for l := range operator.Patches() {
			product := dense.Dot(operator.Patch(picked, n.Block, l), n.U)
			products = append(products, significant(product))
			values = append(values, significant(operator.Activation().At(product)))
		}
		doc.Picked.Product, doc.Picked.Value = append(doc.Picked.Product, products), append(doc.Picked.Value, values)
		doc.Picked.Adds = append(doc.Picked.Adds, significant(n.Alpha*operator.Neuron(picked, n.Block, n.U)))
	}
}

// isRight reports whether the outputs f predict the class of the labels y. A single output of zero predicts neither sign.
func isRight(f, y []float64) bool {
	if len(f) == 1 {
		return f[0]*y[0] > 0
	}
	return y[named(f)-1] == 1
}

// significant returns v rounded for display.
func significant(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	out, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', shownDigits, 64), 64)
	return out
}
