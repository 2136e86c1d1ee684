package convert

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/network/stack"
	"conelab/core/numeric/loss"
)

// stacked returns a problem document with a stack, and its solution as it is read back from its text.
func stacked(t *testing.T, name string, s document.Stack) (*document.Problem, *document.Solution) {
	t.Helper()
	preset, _ := presets.Find(name)
	x, y := preset.Make(60, 3)
	p := &document.Problem{Format: document.ProblemFormat, Data: document.Data{X: x}, Settings: document.Settings{
		Architecture: document.Architecture{Kind: document.KindDense}, Activation: document.Activation{A: 1, B: 1, C: 1},
		Loss: document.LossSquared, Beta: 0.1, Stack: &s,
	}}
	for _, v := range y {
		p.Data.Y = append(p.Data.Y, []float64{v})
	}
	read, err := document.ParseProblem(p.JSON())
	if err != nil || !reflect.DeepEqual(read, p) {
		t.Fatalf("%v: %+v came back as %+v", err, p.Stack, read)
	}
	var job stack.Job
	r := job.Run(Stack(read))
	if r.Status != certify.Optimal {
		t.Fatal(r.Status, r.Message)
	}
	written := StackSolution(read, r)
	solution, err := document.ParseSolution(written.JSON())
	if err != nil || !reflect.DeepEqual(solution, written) {
		t.Fatalf("%v: %+v came back as %+v", err, written, solution)
	}
	return read, solution
}

// TestStackRoundTrip writes, reads and checks stacks of all kinds.
func TestStackRoundTrip(t *testing.T) {
	for _, s := range []document.Stack{
		{Layers: 1}, {Layers: 3}, {Layers: document.AutoDepth}, {Layers: document.AutoDepth, Most: 2},
		{Layers: 3, Skip: "all"}, {Layers: 2, Skip: "none"},
	} {
		p, solution := stacked(t, "moons", s)
		if c := Check(p, solution); !c.Pass || math.Abs(c.Objective-solution.Objective) > 1e-14*solution.Objective {
			t.Errorf("%+v: %s", s, c.Fault())
		}
		if solution.Scope != stack.Scope || s.Layers > 0 && len(solution.Layers) != int(s.Layers) {
			t.Errorf("%+v: %d layers, %q", s, len(solution.Layers), solution.Scope)
		}
		if fault := Misfit(p, solution); fault != "" {
			t.Errorf("%+v: %s", s, fault)
		}
	}
}

// TestStackFaults checks the sentences about documents whose stack cannot be trained.
func TestStackFaults(t *testing.T) {
	p, s := stacked(t, "xor", document.Stack{Layers: 2})
	text := string(p.JSON())
	for stack, sentence := range map[string]string{
		`{"layers":2,"most":3}`:          `stack.most is 3, expected only with "auto"`,
		`{"layers":2,"form":"residual"}`: `stack.form is the text "residual", expected "features"`,
	} {
		changed := strings.Replace(text, `{"layers":2}`, stack, 1)
		if _, err := document.ParseProblem([]byte(changed)); err == nil || err.Error() != sentence {
			t.Errorf("%s:\n got %v\nwant %s", stack, err, sentence)
		}
	}
	s.Layers[1].Network.Neurons[0].U = s.Layers[1].Network.Neurons[0].U[1:]
	if got := Misfit(p, s); got != "layer 2 of the solution does not fit the layers below it" {
		t.Error(got)
	}
}

// TestPath checks the names in the document and of the table's columns, and that missing values are left out.
func TestPath(t *testing.T) {
	q := path.Point{
		Beta: 2, Status: certify.Optimal, Objective: 3, Lower: 3, Loss: 1, Weight: 1, Train: &loss.Score{Loss: 0.5}, Iterations: 4,
	}
	p := path.Path{Status: certify.Optimal, BetaMax: math.Inf(1), Samples: 2, Points: []path.Point{q}}
	const bare = "beta,status,objective,lower_bound,gap,loss,weight,neurons,plus,minus,train_error,train_accuracy,test_error,test_accuracy," +
		"iterations\n" +
		"2,optimal,3,3,0,1,1,0,0,0,0.5,,,,4\n"
	if got := string(Path(&p, 1).CSV()); got != bare {
		t.Errorf("got %s", got)
	}
	all, most := 1., 0.75
	p.Tests = 4
	p.Points[0].Train.Accuracy, p.Points[0].Test = &all, &loss.Score{Loss: 0.25, Accuracy: &most}
	if got := string(Path(&p, 1).CSV()); !strings.Contains(got, ",0.5,1,0.25,0.75,4\n") {
		t.Errorf("got %s", got)
	}
	var back document.Path
	d := Path(&p, 1.5)
	if err := json.Unmarshal(d.JSON(), &back); err != nil || !reflect.DeepEqual(back.Points, d.Points) ||
		strings.Count(string(d.JSON()), "\n") != 11 {
		t.Errorf("%v %s", err, d.JSON())
	}
}

func TestCrossValidation(t *testing.T) {
	row := func(beta, accuracy, spread float64) path.Row {
		return path.Row{Beta: beta, Train: &loss.Score{Accuracy: new(float64)}, Test: &loss.Score{Loss: 1 - accuracy, Accuracy: &accuracy},
			StandardError: &loss.Score{Loss: spread, Accuracy: &spread}}
	}
	cross := &path.CrossValidation{
		Status: certify.Optimal, Folds: 2, Rows: []path.Row{row(2, 0.6, 0.1), row(1, 0.9, 0)}, Best: 1,
		Simplest: 0,
	}
	for _, c := range []struct {
		simplest bool
		rule     string
		beta     float64
	}{{false, "best", 1}, {true, "one-standard-error", 2}} {
		d := CrossValidation(cross, c.simplest, 2)
		if d.Rule != c.rule || d.By != "accuracy" || d.Folds != 2 || d.Beta != c.beta || d.Best != 1 || d.Simplest != 2 || len(d.Rows) != 2 ||
			!json.Valid(d.JSON()) {
			t.Errorf("%+v", d)
		}
	}
	if got := string(CrossValidation(cross, false, 0).CSV()); !strings.HasPrefix(got, "beta,layers,cost,neurons,gap,train_error,"+
		"train_accuracy,test_error,test_error_se,test_accuracy,test_accuracy_se,chosen\n2,1,0,0,0,0,0,0.4,0.1,") ||
		strings.Count(got, ",0\n") != 1 || !strings.HasSuffix(got, ",1\n") {
		t.Errorf("got %s", got)
	}
	if d := CrossValidation(&path.CrossValidation{Status: certify.Stopped, Best: -1, Simplest: -1}, true, 0); !json.Valid(d.JSON()) ||
		d.Beta != 0 {
		t.Errorf("without rows: %+v", d)
	}
}

// TestJoined: rows that are parts of one slice, in its order, are that slice, and all others are copied.
func TestJoined(t *testing.T) {
	all := []float64{1, 2, 3, 4, 5, 6, 7}
	for _, c := range []struct {
		rows [][]float64
		same bool
	}{
		{[][]float64{all[:2], all[2:4], all[4:6]}, true}, {[][]float64{all[2:4], all[:2], all[4:6]}, false},
		{[][]float64{all[:2:2], all[2:4], all[4:6]}, false},
		{[][]float64{all[:2], {3, 4}, all[4:6]}, false}, {[][]float64{{1, 2}, {3, 4}}, false},
	} {
		got := joined(c.rows, 2)
		if same := &got[0] == &all[0]; same != c.same || len(got) != 2*len(c.rows) {
			t.Errorf("%v: one slice %v", c.rows, same)
		}
		for i, row := range c.rows {
			if got[2*i] != row[0] || got[2*i+1] != row[1] {
				t.Errorf("%v became %v", c.rows, got)
			}
		}
	}
}
