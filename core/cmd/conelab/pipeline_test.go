//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"conelab/core/data/table"
)

// TestOnePipeline trains networks for random tables, some of them as the page does, and predicts rows of tables in another order by the
// program, by each language and by ONNX models, which read no words: they give the same numbers, or all refuse. The networks are certified
// from the raw files, and the scores of solve are those of predict.
func TestOnePipeline(t *testing.T) {
	t.Parallel() // with TestPythonEstimators only, which runs other processes: the limit of memory belongs to the process
	rng := rand.New(rand.NewPCG(29, 1))
	dir := t.TempDir()
	var all []*trained
	refused := 0
	for i := range 17 {
		folder := filepath.Join(dir, fmt.Sprintf("n%d", i))
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		r := train(t, rng, folder, i >= 13)
		expect(t, execute("", "check", "--header=yes", "--tolerance=1e-6", r.data, r.file), exitDone, `"verdict":"CERTIFIED to 1e-06: `)
		expect(t, execute("", "predict", "--header=yes", r.file, r.data), exitDone, "score: "+r.solution.Score.Sentence())
		r.predict(t, rng)
		for _, outputs := range r.outputs {
			if outputs == nil {
				refused++
			}
		}
		for language, file := range map[string]string{
			"python": "network.py", "javascript": "network.mjs", "go": "network.go", "onnx": "network.onnx",
		} {
			expect(t, execute("", "-o", filepath.Join(folder, file), "export", "--to", language, r.file), exitDone)
		}
		all = append(all, r)
	}
	if refused < 15 || refused > 80 {
		t.Errorf("%d rows are refused", refused)
	}
	var rows [][][]any
	for _, r := range all {
		rows = append(rows, r.rows)
	}
	text, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, filepath.Join(dir, "rows.json"), string(text))
	t.Run("python", func(t *testing.T) { agree(t, all, dir, "main.py", pythonMain, "python3", "main.py") })
	t.Run("onnx", func(t *testing.T) {
		python := pythonWith("onnx")
		if python == "" {
			t.Skip("no Python has onnx, expected it from Debian's package python3-onnx")
		}
		compareONNX(t, all, dir, python)
	})
	t.Run("javascript", func(t *testing.T) { agree(t, all, dir, "main.mjs", nodeMain, "node", "main.mjs") })
	t.Run("go", func(t *testing.T) {
		var imports, functions strings.Builder
		for i := range all {
			fmt.Fprintf(&imports, "\tn%d \"check/n%d\"\n", i, i)
			fmt.Fprintf(&functions, "{n%d.Features, n%d.F, func(row []any) error { _, err := n%d.Predict(row); return err }},\n", i, i, i)
		}
		mustWrite(t, filepath.Join(dir, "go.mod"), "module check\n\ngo 1.24\n")
		agree(t, all, dir, "main.go", fmt.Sprintf(goMain, imports.String(), functions.String()), "go", "run", ".")
	})
}

// agree runs a program that prints the outputs of all networks for all rows, null for a row that is refused.
func agree(t *testing.T, all []*trained, dir, file, program string, command ...string) {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skip(command[0] + " is not here")
	}
	mustWrite(t, filepath.Join(dir, file), program)
	run := exec.Command(command[0], command[1:]...)
	run.Dir, run.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "PYTHONDONTWRITEBYTECODE=1")
	out, err := run.CombinedOutput()
	var values [][][]float64
	if err == nil {
		err = json.Unmarshal(out, &values)
	}
	if err != nil || len(values) != len(all) {
		t.Fatalf("%v\n%s", err, out)
	}
	for i, r := range all {
		for k, want := range r.outputs {
			got := values[i][k]
			same := (got == nil) == (want == nil) && len(got) == len(want)
			for o := range want {
				same = same && math.Abs(got[o]-want[o]) <= 1e-11*math.Max(1, math.Abs(want[o]))
			}
			if !same {
				t.Errorf("network %d, %q, row %q: %v, want %v", i, r.names, r.rows[k], got, want)
			}
		}
	}
}

// points returns the rows that are not refused as models read them: numbers, with the mean in place of one that is missing, and 0 or 1
// for each word.
func (r *trained) points() [][]float64 {
	points, m := [][]float64{}, r.solution.Model
	for i, row := range r.rows {
		if r.outputs[i] == nil {
			continue
		}
		var x []float64
		for _, in := range m.Columns.Inputs(m.Features) {
			v := row[slices.Index(r.names, in.Name)]
			if text, ok := v.(string); ok && text != "-" && table.Missing(text) {
				v = nil
			}
			for _, word := range in.Words {
				switch v {
				case nil:
					x = append(x, m.Columns.Means[len(x)])
				case any(word):
					x = append(x, 1)
				default:
					x = append(x, 0)
				}
			}
			if number, ok := v.(float64); in.Words == nil && ok {
				x = append(x, number)
			} else if in.Words == nil {
				x = append(x, m.Columns.Means[len(x)])
			}
		}
		points = append(points, x)
	}
	return points
}

// compareONNX evaluates the models in NumPy.
func compareONNX(t *testing.T, all []*trained, dir, python string) {
	var points [][][]float64
	for _, r := range all {
		points = append(points, r.points())
	}
	text, err := json.Marshal(points)
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, filepath.Join(dir, "points.json"), string(text))
	script, err := filepath.Abs("../../format/export/testdata/onnx_values.py")
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(python, "-W", "ignore", script)
	run.Dir, run.Stderr = dir, os.Stderr
	out, err := run.Output()
	var values []struct{ Outputs [][]float64 }
	if err == nil {
		err = json.Unmarshal(out, &values)
	}
	if err != nil || len(values) != len(all) {
		t.Fatalf("%v\n%s", err, out)
	}
	for i, r := range all {
		accepted := slices.DeleteFunc(slices.Clone(r.outputs), func(outputs []float64) bool { return outputs == nil })
		for k, want := range accepted {
			alike(t, fmt.Sprintf("network %d, point %v", i, points[i][k]), 1e-11, values[i].Outputs[k], want)
		}
	}
}

const pythonMain = `
import json, runpy
values = []
for i, rows in enumerate(json.load(open("rows.json"))):
    n = runpy.run_path("n%d/network.py" % i)
    values.append([])
    for row in rows:
        try:
            x = n["features"](dict(zip(n["COLUMNS"], row)))
            if n["features"]([v if v is None else str(v) for v in row]) != x:
                raise SystemExit("numbers written as text are read otherwise")
            y = n["f"](x)
            values[-1].append(y if isinstance(y, list) else [y])
            n["predict"](row)
        except ValueError:
            values[-1].append(None)
print(json.dumps(values))
`

const nodeMain = `
import { readFileSync } from 'node:fs';
const values = [];
for (const [i, all] of JSON.parse(readFileSync('rows.json')).entries()) {
  const { f, features, predict } = await import('./n' + i + '/network.mjs');
  values.push(all.map((row) => {
    try {
      predict(row);
      const x = features(row);
      const read = features(row.map((v) => v === null ? v : String(v)));
      if (String(read) !== String(x)) throw new Error('numbers written as text are read otherwise');
      return [f(x)].flat();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return null;
    }
  }));
}
console.log(JSON.stringify(values));
`

const goMain = `package main

import (
	"encoding/json"
	"os"
	"strconv"
%s)

func main() {
	text, _ := os.ReadFile("rows.json")
	var rows [][][]any
	json.Unmarshal(text, &rows)
	var values [][][]float64
	for i, n := range []struct {
		features func([]any) ([]float64, error)
		f        func([]float64) ([]float64, error)
		refused  func([]any) error
	}{%s} {
		var ys [][]float64
		for _, row := range rows[i] {
			for k, v := range row {
				if number, ok := v.(float64); ok && k%%2 == 0 { // as a table has it
					row[k] = strconv.FormatFloat(number, 'f', -1, 64)
				}
			}
			var y []float64
			if x, err := n.features(row); err == nil && n.refused(row) == nil {
				y, _ = n.f(x)
			}
			ys = append(ys, y)
		}
		values = append(values, ys)
	}
	json.NewEncoder(os.Stdout).Encode(values)
}
`
