//go:build !js

package export

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/format/document"
)

// onnxValues are what a model says of its points, and its metadata.
type onnxValues struct {
	Outputs, Probabilities [][]float64
	Label                  []string
	Metadata               map[string]string
}

// evaluated writes the models of examples, has the library of ONNX check them, and evaluates them in NumPy at their points.
func evaluated(t *testing.T, all []*example, single bool) (values []onnxValues) {
	t.Helper()
	dir := workshop(t, all, "network.onnx", func(n *Network) []byte {
		model, err := n.ONNX(single)
		if err != nil {
			t.Fatal(err)
		}
		return model
	})
	script, err := filepath.Abs("testdata/onnx_values.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import onnx").Run() != nil {
			continue
		}
		run := exec.Command(python, "-W", "ignore", script)
		run.Dir, run.Stderr = dir, os.Stderr
		out, err := run.Output()
		if err == nil {
			err = json.Unmarshal(out, &values)
		}
		if err != nil || len(values) != len(all) {
			t.Fatalf("%v\n%s", err, out)
		}
		return values
	}
	t.Skip("no Python has onnx, expected it from Debian's package python3-onnx")
	return nil
}

// TestONNXComputesTheNetwork: in double precision to the last digits, and in single precision as far as that goes: in a stack whose layers
// do not clip what comes from below, rounding grows from layer to layer.
func TestONNXComputesTheNetwork(t *testing.T) {
	all := append(examples(), stacks(t)...)
	for i, v := range evaluated(t, all, false) {
		all[i].agree(t, 1e-11, v.Outputs)
	}
	all = slices.DeleteFunc(all, func(e *example) bool {
		_, err := e.network.ONNX(true)
		if err != nil && !strings.Contains(err.Error(), "e+200, which is beyond single precision") {
			t.Error(err)
		}
		return err != nil
	})
	for i, v := range evaluated(t, all, true) {
		all[i].agree(t, 1e-5, v.Outputs)
	}
}

// TestONNXHasTheTable: scaling is part of the model, including a constant column, classes are named, and probabilities are those of the
// losses.
func TestONNXHasTheTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	mean, deviation := []float64{10, -2, 5}, []float64{3, 0, 0.1}
	raw := [][]float64{{11, 7, 5.1}, {4, -2, 4.9}, {10, 0, 5}, {20, 1, 5.2}}
	var all []*example
	for outputs, name := range map[int]string{1: "logistic", 3: "softmax"} {
		e := pick(rng, 2, outputs, 6)
		e.problem.Loss, e.at = name, raw
		e.problem.Columns = &document.Columns{
			Features: []string{"a, b", "c", "d"}, Scaling: &dataset.Scaling{Mean: mean, Deviation: deviation},
			Classes: []string{"no", "yes", "ja \U0001f600"}[:max(2, outputs)],
		}
		all = append(all, e)
	}
	for k, v := range evaluated(t, all, false) {
		e := all[k]
		e.at = nil
		for _, x := range raw {
			e.at = append(e.at, []float64{(x[0] - mean[0]) / deviation[0], 0, (x[2] - mean[2]) / deviation[2]})
		}
		e.agree(t, 1e-11, v.Outputs)
		for i, row := range v.Outputs {
			if len(row) == 1 {
				row = []float64{0, row[0]}
			}
			sum, best := 0.0, 0
			for o, f := range row {
				if sum += math.Exp(f); f > row[best] {
					best = o
				}
			}
			if v.Label[i] != e.problem.Columns.Classes[best] {
				t.Errorf("%d outputs: point %d is %s, want class %d", e.network.net.Outputs, i, v.Label[i], best)
			}
			for o, f := range row {
				if got := v.Probabilities[i][o]; math.Abs(got-math.Exp(f)/sum) > 1e-12 {
					t.Errorf("%s: the probability of class %d is %g, want %g", e.problem.Loss, o, got, math.Exp(f)/sum)
				}
			}
		}
		if m := v.Metadata; m["features"] != `["a, b","c","d"]` || !strings.HasPrefix(m["classes"], `["no","yes"`) || m["gap"] == "" {
			t.Errorf("the metadata are %v", m)
		}
		all[k].problem.Columns.Bias = true // ones, which the input does not have
		if m := all[k].network.metadata(); !slices.Contains(m, [2]string{"features", `["a, b","c"]`}) {
			t.Errorf("with a bias the metadata are %v", m)
		}
	}
}
