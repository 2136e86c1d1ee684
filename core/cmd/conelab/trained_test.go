//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"conelab/core/app/session"
	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/format/solve"
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
		r.solution.Score = document.Score(problem, r.solution)
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
		send(`{"do":"chooseColumns","features":[%s],"target":%d,"header":true,"standardise":%t}`, strings.Join(features, ","), len(features),
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
	expect(t, execute("", "solve", "--quiet", r.file+".problem.json"), exitDone)
}

// value draws an entry of column k.
func (r *trained) value(rng *rand.Rand, k int) any {
	if words := r.words[k]; words != nil {
		return words[rng.IntN(len(words))]
	}
	return math.Round(1000*rng.NormFloat64()) / 100
}

// predict draws rows, with missing values and all marks for them, unknown words, words in place of numbers and numbers that are too
// large, and predicts each by itself, from a table whose columns are in another order and beside others, by program and library.
func (r *trained) predict(t *testing.T, rng *rand.Rand) {
	t.Helper()
	for range 8 {
		row := make([]any, len(r.names))
		for k := range row {
			switch row[k] = r.value(rng, k); rng.IntN(14) {
			case 0:
				row[k] = nil
			case 3:
				row[k] = table.Marks[rng.IntN(len(table.Marks))]
				if rng.IntN(2) == 0 {
					row[k] = strings.ToUpper(row[k].(string))
				}
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
		file := table.Line(names) + table.Line(cells)
		o := execute(file, "predict", "--header=yes", r.file, "-")
		r.rows = append(r.rows, row)
		library := solve.Network{Problem: r.solution.Model.Problem([][]float64{r.solution.Model.Anywhere()}), Solution: r.solution}
		got, err := library.PredictTable([]byte(file))
		if (err == nil) != (o.code == exitDone) {
			t.Fatalf("%v: by the library %v, %v, by the program %+v", row, got, err, o)
		}
		if o.code != exitDone {
			if o.code != exitBadInput || strings.Count(o.errors, "conelab: ")-strings.Count(o.errors, "conelab: note: ") != 1 {
				t.Fatalf("%v: %+v", row, o)
			}
			r.outputs = append(r.outputs, nil)
			continue
		}
		lines := strings.Split(strings.TrimSpace(o.out), "\n")
		header, values := strings.Split(lines[0], ","), strings.Split(lines[1], ",")
		if len(values) != len(header) || !strings.Contains(o.errors, `not trained on are left out: "beside"`) {
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
		alike(t, "the library", 0, got[0], outputs)
		r.outputs = append(r.outputs, outputs)
	}
}
