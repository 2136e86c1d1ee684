package onnx

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"conelab/core/format/convert"
	"conelab/core/format/document"
)

// runtimeVariable names a folder where `npm install onnxruntime-node` was run:
//
//	CONELAB_ONNXRUNTIME=/where/it/is go test ./core/format/onnx -run Runtime -v
const runtimeVariable = "CONELAB_ONNXRUNTIME"

// evaluator reads [{"model": file, "points": [[..]]}, ..] and prints the outputs that ONNX Runtime gives.
const evaluator = `
const ort = require('onnxruntime-node');
(async () => {
  const all = [];
  for (const { model, points } of JSON.parse(require('fs').readFileSync(0))) {
    const session = await ort.InferenceSession.create(model);
    const features = new ort.Tensor('float64', Float64Array.from(points.flat()), [points.length, points[0].length]);
    all.push(Array.from((await session.run({ features })).outputs.data));
  }
  console.log(JSON.stringify(all));
})();`

// TestRuntime: ONNX Runtime gives what package neural does for every architecture, one layer and several.
func TestRuntime(t *testing.T) {
	modules := os.Getenv(runtimeVariable)
	if modules == "" {
		t.Skip(runtimeVariable + " does not name a folder with ONNX Runtime for Node")
	}
	type request struct {
		Model  string      `json:"model"`
		Points [][]float64 `json:"points"`
	}
	var requests []request
	var want [][]float64
	folder, rng := t.TempDir(), rand.New(rand.NewPCG(10, 10))
	for _, a := range architectures {
		for _, outputs := range []int{1, 3} {
			for _, layers := range []*document.Stack{nil, {Layers: 3}, {Layers: 3, Form: "residual"}, {Layers: 3, Skip: "none"}, {Layers: 2, Skip: "all", Scaling: "whiten"}} {
				p, s := example(t, rng, a.Architecture, a.features, outputs, layers)
				model, err := Model(p, s)
				if err != nil {
					t.Fatal(err)
				}
				file := filepath.Join(folder, fmt.Sprintf("%d.onnx", len(requests)))
				if err := os.WriteFile(file, model, 0o644); err != nil {
					t.Fatal(err)
				}
				requests = append(requests, request{file, p.Data.X})
				var values []float64
				for _, row := range convert.Predict(p, s) {
					values = append(values, row...)
				}
				want = append(want, values)
			}
		}
	}
	input, err := json.Marshal(requests)
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", "-e", evaluator)
	node.Dir, node.Stdin, node.Stderr = modules, bytes.NewReader(input), os.Stderr
	output, err := node.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got [][]float64
	if err := json.Unmarshal(output, &got); err != nil {
		t.Fatal(err)
	}
	var worst float64
	for k, values := range want {
		if len(got[k]) != len(values) {
			t.Fatalf("model %d: %d values, want %d", k, len(got[k]), len(values))
		}
		for i, v := range values {
			difference := math.Abs(got[k][i]-v) / (1 + math.Abs(v))
			worst = max(worst, difference)
			if !(difference <= 1e-11) {
				t.Errorf("model %d, value %d: %.16g, want %.16g", k, i, got[k][i], v)
			}
		}
	}
	t.Logf("%d models, largest relative difference %.1g", len(requests), worst)
}
