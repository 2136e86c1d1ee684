package export

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/format/document"
)

// onnx returns an example as a model in double precision.
func onnx(t *testing.T, e *example) []byte {
	t.Helper()
	model, err := e.network.ONNX(false)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func TestONNXComputesTheNetwork(t *testing.T) {
	for _, e := range append(examples(), stacks(t)...) {
		got, width := evaluate(t, onnx(t, e), e.at)[onnxOutputs].v, e.network.outputs
		var rows [][]float64
		for i := range e.at {
			rows = append(rows, got[i*width:(i+1)*width])
		}
		e.agree(t, 1e-11, rows)
	}
}

// TestONNXHasTheTable: scaling is part of the model, including a constant column, and classes are named.
func TestONNXHasTheTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, outputs := range []int{1, 3} {
		e := pick(rng, 2, outputs, 6)
		mean, deviation := []float64{10, -2, 5}, []float64{3, 0, 0.1}
		e.problem.Columns = &document.Columns{
			Classes: []string{"no", "yes", "ja \U0001f600"}[:max(2, outputs)], Scaling: &dataset.Scaling{Mean: mean, Deviation: deviation},
		}
		raw := [][]float64{{11, 7, 5.1}, {4, -2, 4.9}, {10, 0, 5}, {20, 1, 5.2}}
		e.at = nil
		for _, x := range raw {
			e.at = append(e.at, []float64{(x[0] - mean[0]) / deviation[0], 0, (x[2] - mean[2]) / deviation[2]})
		}
		values := evaluate(t, onnx(t, e), raw)
		var rows [][]float64
		for i := range raw {
			row, best := values[onnxOutputs].v[i*outputs:(i+1)*outputs], 0
			rows = append(rows, row)
			for o, v := range row {
				if v > row[best] {
					best = o
				}
			}
			if outputs == 1 && row[0] > 0 {
				best = 1
			}
			if got := values[onnxLabel].texts[i]; got != e.problem.Columns.Classes[best] {
				t.Errorf("%d outputs: point %d is %s, want %s", outputs, i, got, e.problem.Columns.Classes[best])
			}
		}
		e.agree(t, 1e-11, rows)
	}
}

// TestONNXInSinglePrecision: the numbers of a model in single precision agree with those in double as far as that goes: in a stack whose
// layers do not clip what comes from below, rounding grows from layer to layer.
func TestONNXInSinglePrecision(t *testing.T) {
	for _, e := range append(examples(), stacks(t)...) {
		double := evaluate(t, onnx(t, e), e.at)
		model, err := e.network.ONNX(true)
		if err != nil {
			if !strings.Contains(err.Error(), "e+200, which is beyond single precision") {
				t.Error(err)
			}
			continue
		}
		single := evaluate(t, model, e.at)
		const limit = 1e-5
		size := 0.0
		for _, v := range double[onnxOutputs].v {
			size = max(size, math.Abs(v))
		}
		for i, v := range double[onnxOutputs].v {
			if got := single[onnxOutputs].v[i]; math.Abs(got-v) > limit*(1+size) {
				t.Fatalf("output %d is %g, in double precision %g", i, got, v)
			}
		}
	}
}

// TestONNXHasProbabilities: they are those of the losses, and the metadata name the classes.
func TestONNXHasProbabilities(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 8))
	for outputs, name := range map[int]string{1: "logistic", 3: "softmax"} {
		e := pick(rng, 2, outputs, 6)
		e.problem.Loss = name
		e.problem.Columns = &document.Columns{Features: []string{"a, b", "c"}, Classes: []string{"no", "yes", "ja"}[:max(2, outputs)]}
		model := onnx(t, e)
		values := evaluate(t, model, e.at)
		width := max(2, outputs)
		for i := range e.at {
			row := values[onnxOutputs].v[i*outputs : (i+1)*outputs]
			if outputs == 1 {
				row = []float64{0, row[0]}
			}
			sum := 0.0
			for _, v := range row {
				sum += math.Exp(v)
			}
			for o, v := range row {
				if got := values[onnxProbabilities].v[i*width+o]; math.Abs(got-math.Exp(v)/sum) > 1e-12 {
					t.Errorf("%s: the probability of class %d is %g, want %g", name, o, got, math.Exp(v)/sum)
				}
			}
		}
		metadata := map[string]string{}
		for _, entry := range readWire(t, model).all(modelMetadata) {
			w := readWire(t, entry)
			metadata[string(w.one(t, entryKey))] = string(w.one(t, entryValue))
		}
		if metadata["features"] != `["a, b","c"]` || !strings.HasPrefix(metadata["classes"], `["no","yes"`) || metadata["gap"] == "" {
			t.Errorf("the metadata are %v", metadata)
		}
	}
}

// binaryOperators are the elementwise operators of two arguments.
var binaryOperators = map[string]func(a, b float64) float64{
	"Add": func(a, b float64) float64 { return a + b }, "Sub": func(a, b float64) float64 { return a - b },
	"Mul": func(a, b float64) float64 { return a * b }, "Div": func(a, b float64) float64 { return a / b },
	"Min": math.Min, "Max": math.Max,
	"Greater": func(a, b float64) float64 {
		if a > b {
			return 1
		}
		return 0
	},
}
