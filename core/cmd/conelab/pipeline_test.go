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
	"strconv"
	"strings"
	"testing"

	"conelab/core/app/session"
	"conelab/core/data/table"
	"conelab/core/format/convert"
	"conelab/core/format/document"
)

// trained is a random table with the solution of a network for it, and rows to predict.
type trained struct {
	names    []string
	words    [][]string // of each column, nil for one of numbers
	file     string     // of the solution
	data     string     // of the table trained on
	solution *document.Solution
	rows     [][]any     // numbers, words and nil for missing values
	outputs  [][]float64 // of each row, nil where it is refused
}

// columnNames are names that are hard to find, to quote, or to tell from numbers; wordLists are words of the same kind.
var (
	columnNames = []string{"a", "b c", `q"u`, "größe", "1990", "2", "x=1", "ünde\\r", "colour", "@COLUMNS@", "part", "f"}
	wordLists   = [][]string{{"red", "blue", "green"}, {"yes", "no"}, {"1", "2", "many"}, {"A", "a"}, {`"`, "'", "\\n"}, {"-1.5", "x"},
		{"red", "16", "0x10", "Infinity", "inf"}}
)

// cell writes a value as a cell.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return v.(string)
}

// train draws a table and options and solves it, by the program or, on the page, a table of numbers by the page's own session.
func train(t *testing.T, rng *rand.Rand, dir string, page bool) *trained {
	t.Helper()
	r := &trained{data: filepath.Join(dir, "train.csv"), file: filepath.Join(dir, "solution.json")}
	missing := []string{"", "mean", "drop"}[rng.IntN(3)]
	if page {
		missing = ""
	}
	order := rng.Perm(len(columnNames))
	for k := range 1 + rng.IntN(4) {
		r.names = append(r.names, columnNames[order[k]])
		r.words = append(r.words, nil)
		if rng.IntN(3) == 0 && !page {
			r.words[k] = wordLists[rng.IntN(len(wordLists))]
		}
	}
	classes := [][]string{nil, {"no", "yes"}, {"u", "v", "w"}}[rng.IntN(3)]
	var text strings.Builder
	text.WriteString(table.Line(append(append([]string{}, r.names...), "the target")))
	for i := range 12 + rng.IntN(15) {
		var cells []string
		for k := range r.names {
			v := r.value(rng, k)
			if missing != "" && i > 5 && rng.IntN(8) == 0 {
				v = nil
			}
			if i < 5 && r.words[k] != nil { // each word occurs
				v = r.words[k][i%len(r.words[k])]
			}
			cells = append(cells, cell(v))
		}
		target := cell(rng.NormFloat64())
		if classes != nil {
			target = classes[i%len(classes)]
		}
		text.WriteString(table.Line(append(cells, target)))
	}
	mustWrite(t, r.data, text.String())
	args := []string{"solve", "--quiet", "-o", r.file, "--header=yes", "--encode=onehot", "--beta=0.1", "--tolerance=1e-6"}
	if missing != "" {
		args = append(args, "--missing="+missing)
	}
	for _, option := range []string{"--bias", "--standardise"} {
		if rng.IntN(2) == 0 {
			args = append(args, option)
		}
	}
	if classes != nil {
		args = append(args, "--classes", "--loss="+[]string{"squared", "logistic", "hinge"}[rng.IntN(3)])
	}
	if page {
		r.onPage(t, text.String(), args)
	} else if o := execute("", append(args, "--test", r.data, r.data)...); o.code != exitDone {
		t.Fatalf("%v: %+v\n%s", args, o, text.String())
	}
	var err error
	if r.solution, err = document.ParseSolution(mustRead(t, r.file)); err != nil {
		t.Fatal(err)
	}
	if page {
		problem, err := document.ParseProblem(mustRead(t, r.file+".problem.json"))
		if err != nil {
			t.Fatal(err)
		}
		r.solution.Score = convert.Score(problem, r.solution)
	}
	return r
}

// onPage imports a table into a session as the page does, sets it as the program's arguments say, and stores the solution that it exports.
func (r *trained) onPage(t *testing.T, table string, args []string) {
	t.Helper()
	s := session.New(func() float64 { return 0 })
	send := func(format string, values ...any) {
		if err := s.Apply(fmt.Appendf(nil, format, values...)); err != nil {
			t.Fatalf(format+": %v", append(values, err)...)
		}
		for s.Busy() {
			s.Work(func() bool { return false })
		}
	}
	text, _ := json.Marshal(table)
	send(`{"do":"import","name":"train.csv","text":%s}`, text)
	var features []string
	for k := range r.names {
		features = append(features, strconv.Itoa(k))
	}
	if s.Page().Import != nil { // it leaves a choice
		send(`{"do":"columns","features":[%s],"target":%d,"header":true,"standardise":%t}`, strings.Join(features, ","), len(features),
			slices.Contains(args, "--standardise"))
	}
	send(`{"do":"coefficients","a":0.09,"b":0.5,"c":0.47}`)
	send(`{"do":"beta","value":0.1}`)
	send(`{"do":"tolerance","value":1e-6}`)
	for _, arg := range args {
		if name, is := strings.CutPrefix(arg, "--loss="); is {
			send(`{"do":"loss","name":%q}`, name)
		}
	}
	send(`{"do":"bias","on":%t}`, slices.Contains(args, "--bias"))
	solution, err := s.Document("solution")
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, r.file, string(solution))
	problem, err := s.Document("problem")
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, r.file+".problem.json", string(problem))
	if o := execute("", "solve", "--quiet", r.file+".problem.json"); o.code != exitDone {
		t.Fatalf("the page's problem: %+v", o)
	}
}

// value draws an entry of column k.
func (r *trained) value(rng *rand.Rand, k int) any {
	if words := r.words[k]; words != nil {
		return words[rng.IntN(len(words))]
	}
	return math.Round(1000*rng.NormFloat64()) / 100
}

// predict draws rows, with missing values, unknown words, words in place of numbers and numbers that are too large, and predicts each by itself,
// from a table whose columns are in another order and beside others.
func (r *trained) predict(t *testing.T, rng *rand.Rand) {
	t.Helper()
	for range 8 {
		row := make([]any, len(r.names))
		for k := range row {
			switch row[k] = r.value(rng, k); rng.IntN(14) {
			case 0:
				row[k] = nil
			case 1:
				row[k] = "never seen"
			case 2:
				row[k] = 1e308
			}
		}
		names, cells := []string{"beside"}, []string{"7"}
		for _, k := range rng.Perm(len(row)) {
			names, cells = append(names, r.names[k]), append(cells, cell(row[k]))
		}
		o := execute(table.Line(names)+table.Line(cells), "predict", "--header=yes", r.file, "-")
		r.rows = append(r.rows, row)
		if o.code != exitDone {
			if o.code != exitBadInput || strings.Count(o.errors, "conelab: ")-strings.Count(o.errors, "conelab: note: ") != 1 {
				t.Fatalf("%v: %+v", row, o)
			}
			r.outputs = append(r.outputs, nil)
			continue
		}
		lines := strings.Split(strings.TrimSpace(o.out), "\n")
		header, values := strings.Split(lines[0], ","), strings.Split(lines[1], ",")
		if len(values) != len(header) || !strings.Contains(o.errors, `"beside" was not trained on`) {
			t.Fatalf("%+v", o)
		}
		from := 0
		for _, name := range []string{"row", "class"} {
			if header[from] == name {
				from++
			}
		}
		outputs := []float64{}
		for _, value := range values[from : from+r.solution.Model.Outputs] {
			v, err := strconv.ParseFloat(value, 64)
			if err != nil {
				t.Fatal(err)
			}
			outputs = append(outputs, v)
		}
		r.outputs = append(r.outputs, outputs)
	}
}

// TestOnePipeline trains networks for random tables, some of them as the page does, and predicts rows of tables in another order by the
// program, by each language and by ONNX models, which read no words: they give the same numbers, or all refuse. The networks are certified
// from the raw files, and the scores of solve are those of predict.
func TestOnePipeline(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 1))
	dir := t.TempDir()
	var all []*trained
	refused := 0
	for i := range 33 {
		folder := filepath.Join(dir, fmt.Sprintf("n%d", i))
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		r := train(t, rng, folder, i >= 25)
		if o := execute("", "check", "--header=yes", "--tolerance=1e-6", r.data, r.file); o.code != exitDone ||
			!strings.Contains(o.out, `"verdict":"CERTIFIED to 1e-06: `) {
			t.Errorf("%+v", o)
		}
		if o := execute("", "predict", "--header=yes", r.file, r.data); o.code != exitDone ||
			!strings.Contains(o.errors, "score: "+r.solution.Score.Sentence()) {
			t.Errorf("on the table trained on: %.300s\nwhere solve has %s", o.errors, r.solution.Score.Sentence())
		}
		r.predict(t, rng)
		for _, outputs := range r.outputs {
			if outputs == nil {
				refused++
			}
		}
		for language, file := range map[string]string{
			"python": "network.py", "javascript": "network.mjs", "go": "network.go", "onnx": "network.onnx",
		} {
			if o := execute("", "-o", filepath.Join(folder, file), "export", "--to", language, r.file); o.code != exitDone {
				t.Fatalf("%+v", o)
			}
		}
		all = append(all, r)
	}
	if refused < 30 || refused > 150 {
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
            y = n["f"](n["features"](dict(zip(n["COLUMNS"], row))))
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
      return [f(features(row))].flat();
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
%s)

func main() {
	text, _ := os.ReadFile("rows.json")
	var rows [][][]any
	json.Unmarshal(text, &rows)
	var values [][][]float64
	for i, n := range []struct {
		features func([]any) ([]float64, error)
		f        func([]float64) []float64
		refused  func([]any) error
	}{%s} {
		var ys [][]float64
		for _, row := range rows[i] {
			var y []float64
			if x, err := n.features(row); err == nil && n.refused(row) == nil {
				y = n.f(x)
			}
			ys = append(ys, y)
		}
		values = append(values, ys)
	}
	json.NewEncoder(os.Stdout).Encode(values)
}
`
