package session

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/dense"
	"conelab/core/document"
	"conelab/core/lift"
	"conelab/core/neural"
	"conelab/core/wire"
)

const (
	// samplesName begins the names of the documents of samples.
	samplesName = "samples"
	// shownSamples and shownEntries bound the samples in such a document, and the numbers of all of them.
	shownSamples, shownEntries = 200, 20000
	// shownDigits is the number of significant digits of what is only to be looked at.
	shownDigits = 6
)

// samplesDoc has the samples, the first of them if they are many, and what the network says of each.
type samplesDoc struct {
	// Samples is n; X and Y have the first rows of the data, F the network's outputs for them, by a forward pass: it is missing while there
	// is no network for data of this shape.
	Samples int         `json:"samples"`
	X       [][]float64 `json:"x"`
	Y       [][]float64 `json:"y"`
	F       [][]float64 `json:"f,omitempty"`
	// Right says for each whether the network names its class; it is missing where the labels are no classes. Hits counts all n.
	Right []bool `json:"right,omitempty"`
	Hits  int    `json:"hits"`
	// Low and High are the least and the largest entry of all samples.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Shape is the height, width and channels of a sample, Filter the height and width of what a neuron sees, Corners the row and the
	// column where each patch begins; Pool is how many patches a block has.
	Shape   [3]int   `json:"shape"`
	Filter  [2]int   `json:"filter"`
	Corners [][2]int `json:"corners"`
	Pool    int      `json:"pool"`
	// Neurons are those of F.
	Neurons []wire.PageNeuron `json:"neurons,omitempty"`
	Picked  *pickedDoc        `json:"picked,omitempty"`
}

// pickedDoc has what each neuron makes of one sample: for each patch of its block the product with the filter and the activation of it,
// and what the neuron adds to the output, alpha times their mean.
type pickedDoc struct {
	Index   int         `json:"index"`
	Product [][]float64 `json:"product"`
	Value   [][]float64 `json:"value"`
	Adds    []float64   `json:"adds"`
}

// sampled reports whether samples are looked at as signals or images.
func (t *state) sampled() bool { return len(t.shape) > 0 && !t.drawable() }

// sizes describes a convolutional network, or returns nil for another one.
func (t *state) sizes() *wire.PageConvolution {
	if t.architecture.Kind != document.KindConvolutional {
		return nil
	}
	a, err := t.architecture.Lift(t.d)
	if err != nil {
		return nil // no state has such an architecture
	}
	shape := a.Shape(t.d)
	c := &wire.PageConvolution{
		Input: t.architecture.Input, Filter: a.Filter, Stride: a.Stride, Padding: a.Padding, Pool: a.Pool, Shapes: shapes(t.d),
		Patches: a.Grid(), Blocks: shape.Blocks, Size: shape.Dimension, Order: shape.Dimension + 1, Matrices: 2 * shape.Blocks * t.outputs,
		Pools: []int{}, // none, rather than null, where there is one patch
	}
	for p := 1; p < c.Patches; p++ {
		if c.Patches%p == 0 {
			c.Pools = append(c.Pools, p)
		}
	}
	return c
}

// samplesDocument returns the samples as a page draws them; of is empty, or a space and the number of the sample, counted from zero, whose
// patches are looked at.
func (s *Session) samplesDocument(of string) ([]byte, error) {
	picked := -1
	if of != "" {
		k, err := strconv.Atoi(strings.TrimPrefix(of, " "))
		if err != nil || k < 0 || k >= s.samples() {
			return nil, errors.New("There is no sample " + strconv.Quote(document.Clip(strings.TrimPrefix(of, " "))) + ".")
		}
		picked = k
	}
	doc := samplesDoc{Samples: s.samples(), X: [][]float64{}, Y: [][]float64{}}
	architecture, err := s.architecture.Lift(s.d)
	if err != nil {
		return nil, sentence(err)
	}
	doc.Shape, doc.Filter, doc.Corners = s.reads(&architecture)
	doc.Pool = architecture.Shape(s.d).Patches
	if doc.Samples > 0 {
		doc.Low, doc.High = slices.Min(s.x), slices.Max(s.x)
	}
	shown := min(doc.Samples, shownSamples, max(1, shownEntries/s.d))
	for i := range shown {
		doc.X, doc.Y = append(doc.X, s.x[i*s.d:(i+1)*s.d]), append(doc.Y, s.outputsOf(s.y, i))
	}
	if neurons, ok := s.convolved(&architecture); ok && doc.Samples > 0 {
		operator := architecture.New(s.sigma, s.x, doc.Samples, s.d)
		doc.judge(s, neurons, operator, shown)
		doc.look(neurons, operator, picked)
	}
	return json.Marshal(&doc)
}

// convolved returns the newest neurons, if they read samples in the way of the architecture.
func (s *Session) convolved(a *lift.Architecture) ([]neural.Neuron, bool) {
	if s.solved == nil || s.asked.Architecture != *a || s.asked.D != s.d || s.asked.Outputs != s.outputs {
		return nil, false
	}
	return s.solved.Neurons, true
}

// judge adds what the network says of the samples that are shown.
func (doc *samplesDoc) judge(s *Session, neurons []neural.Neuron, operator *lift.Samples, shown int) {
	fit := make([]float64, len(s.y))
	neural.PredictTo(fit, neurons, operator)
	classes := s.areClasses()
	for i := range doc.Samples {
		f := s.outputsOf(fit, i)
		right := classes && isRight(f, s.outputsOf(s.y, i))
		if right {
			doc.Hits++
		}
		if i >= shown {
			continue
		}
		for o := range f {
			f[o] = significant(f[o])
		}
		doc.F = append(doc.F, f)
		if classes {
			doc.Right = append(doc.Right, right)
		}
	}
}

// look adds the neurons, and what they make of the patches of the sample picked, if there is one.
func (doc *samplesDoc) look(neurons []neural.Neuron, operator *lift.Samples, picked int) {
	for _, n := range neurons {
		u := make([]float64, len(n.U))
		for k, v := range n.U {
			u[k] = significant(v)
		}
		doc.Neurons = append(doc.Neurons, wire.PageNeuron{U: u, Alpha: significant(n.Alpha), Block: n.Block, Output: n.Output})
	}
	if picked < 0 {
		return
	}
	doc.Picked = &pickedDoc{Index: picked, Product: [][]float64{}, Value: [][]float64{}, Adds: []float64{}}
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

// outputsOf returns the entries of sample i of values that are ordered output by output.
func (t *state) outputsOf(values []float64, i int) []float64 {
	row, n := make([]float64, t.outputs), t.samples()
	for o := range row {
		row[o] = values[o*n+i]
	}
	return row
}

// areClasses reports whether all labels are 1 or -1, or with several outputs 1 for one class and 0 or -1 for the others.
func (t *state) areClasses() bool {
	for i := range t.samples() {
		ones := 0
		for _, y := range t.outputsOf(t.y, i) {
			if y == 1 {
				ones++
			} else if y != -1 && (y != 0 || t.outputs == 1) {
				return false
			}
		}
		if t.outputs > 1 && ones != 1 {
			return false
		}
	}
	return true
}

// isRight reports whether the outputs f name the class of the labels y: by the sign of the only one, or by the largest.
func isRight(f, y []float64) bool {
	if len(f) == 1 {
		return f[0]*y[0] > 0
	}
	best := 0
	for o := range f {
		if f[o] > f[best] {
			best = o
		}
	}
	return y[best] == 1
}

// significant returns v as it is to be looked at.
func significant(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	out, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', shownDigits, 64), 64)
	return out
}
