package store

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

const (
	// shownSamples and shownEntries are the largest numbers of samples in such a document, and of their entries in total.
	shownSamples, shownEntries = 200, 20000
	// shownDigits is the number of significant digits of numbers that are only displayed.
	shownDigits = 6
)

// samples returns the samples in the form that a page draws. of is empty, or the number of the sample, counted from zero, whose patches are
// inspected.
func (d *Documents) samples(of string) ([]byte, error) {
	picked, t := -1, d.Work.Now()
	if of != "" {
		k, err := strconv.Atoi(of)
		if err != nil || k < 0 || k >= t.Samples() {
			return nil, messages.Refuse("There is no sample {}.", of)
		}
		picked = k
	}
	doc := protocol.Samples{Samples: t.Samples(), X: [][]float64{}, Y: [][]float64{}, Class: []int{}}
	architecture := t.Architecture
	doc.Shape, doc.Filter, doc.Corners = t.ReceptiveFields()
	doc.Pool = architecture.Shape(t.D).Patches
	if doc.Samples > 0 {
		doc.Low, doc.High = slices.Min(t.X), slices.Max(t.X)
	}
	classes := t.AreClasses()
	for i := range min(doc.Samples, shownSamples, max(1, shownEntries/t.D)) {
		y, class := t.RowOf(t.Y, i), 0
		if classes {
			class = t.Class(i)
		}
		doc.X, doc.Y, doc.Class = append(doc.X, t.Point(i)), append(doc.Y, y), append(doc.Class, class)
	}
	// The newest neurons are shown if they read samples as the architecture does.
	first := d.Training.Present()
	if doc.Samples == 0 || first.Found == nil {
		return json.Marshal(&doc)
	}
	if p := first.Problem(); p.Architecture != architecture || p.D != t.D || p.Outputs != t.Outputs {
		return json.Marshal(&doc)
	}
	neurons, numbers := first.Neurons(intent.None)
	operator := architecture.New(context.Background(), t.Sigma, t.X, doc.Samples, t.D)
	scoreTo(&doc, t, d.Training.Predict())
	for i, n := range neurons {
		u := protocol.PageNeuron{Number: numbers[i], U: significant(n.U...), Alpha: significant(n.Alpha)[0], Block: n.Block, Output: n.Output}
		doc.Neurons = append(doc.Neurons, u)
	}
	if picked >= 0 {
		doc.Picked = inspect(neurons, operator, picked)
	}
	return json.Marshal(&doc)
}

// scoreTo adds the network's outputs for the samples that are shown, and counts the correct ones among all samples. fit holds the
// outputs, output by output.
func scoreTo(doc *protocol.Samples, t *workspace.State, fit []float64) {
	classes, encoding := t.AreClasses(), t.Encoding()
	for i := range doc.Samples {
		f, class := t.RowOf(fit, i), 0
		right := classes && encoding.Right(fit, t.Y, i, doc.Samples)
		if right {
			doc.Hits++
		}
		if i >= len(doc.X) {
			continue
		}
		if classes {
			class = workspace.PredictedClass(f)
			doc.Right = append(doc.Right, right)
		}
		doc.Predicted, doc.Outputs = append(doc.Predicted, class), append(doc.Outputs, significant(f...))
	}
}

// inspect returns the values of the neurons on the patches of a sample.
func inspect(neurons []neural.Neuron, operator *lift.Operator, sample int) *protocol.Picked {
	to := &protocol.Picked{Index: sample, Product: [][]float64{}, Value: [][]float64{}, Contributions: []float64{}}
	for _, n := range neurons {
		var products, values []float64
		for l := range operator.Patches() {
			product := dense.Dot(operator.Patch(sample, n.Block, l), n.U)
			products, values = append(products, product), append(values, operator.Activation().At(product))
		}
		to.Product, to.Value = append(to.Product, significant(products...)), append(to.Value, significant(values...))
		to.Contributions = append(to.Contributions, significant(n.Alpha*operator.Neuron(sample, n.Block, n.U))...)
	}
	return to
}

// significant returns values rounded for display.
func significant(values ...float64) []float64 {
	rounded := make([]float64, len(values))
	for i, v := range values {
		rounded[i], _ = strconv.ParseFloat(strconv.FormatFloat(protocol.Finite(v), 'g', shownDigits, 64), 64)
	}
	return rounded
}
