package path

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/data"
	"conelab/core/document"
	"conelab/core/loss"
	"conelab/core/neural"
	"conelab/core/solve"
)

// TestCrossValidation recomputes the held-out scores from separate solves.
func TestCrossValidation(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p, _ := drawn(t, 5, c.n, c.d, c.outputs, c.a, c.kind)
			betas, err := Grid(&p, 4, 1e-3)
			if err != nil {
				t.Fatal(err)
			}
			folds, err := data.RandomFolds(c.n, 3, 1)
			if err != nil {
				t.Fatal(err)
			}
			cross := new(Validation).Run(betas, 3, Divide(&p, folds))
			if cross.Status != solve.Optimal || len(cross.Paths) != 3 || len(cross.Rows) != 4 || cross.ByAccuracy != (ClassesOf(p.Y, c.n) != NoClasses) {
				t.Fatalf("%s, %d folds: %s", cross.Status, len(cross.Paths), cross.Message)
			}
			for k, row := range cross.Rows {
				total := 0.0
				for f := range folds {
					train, test := Divide(&p, folds)(f)
					train.Beta = betas[k]
					r := new(solve.Job).Run(train)
					n := len(folds[f].Test)
					fit := make([]float64, len(test.Y))
					neural.PredictTo(fit, r.Neurons, p.Architecture.New(p.Sigma, test.X, n, p.D))
					total += neural.Loss(fit, test.Y, n, p.Loss) / float64(n)
				}
				// Where a dense network is not unique, as with few samples, the gap leaves its outputs elsewhere open.
				if math.Abs(total/3-row.Test.Error) > 1e-3*row.Test.Error || row.Beta != betas[k] || row.Gap > 1e-8 {
					t.Errorf("beta %g: error %.12g, recomputed %.12g", row.Beta, row.Test.Error, total/3)
				}
			}
		})
	}
}

// table returns a cross-validation whose folds have the given held-out accuracies, one row for each of the betas 3, 2, 1, ...
func table(rows ...[]float64) *CrossValidation {
	v := &Validation{folds: len(rows[0])}
	for f := range rows[0] {
		path := &Path{Status: solve.Optimal, Classes: Signs, Tests: 1}
		for k := range rows {
			path.Points = append(path.Points, Point{Beta: float64(len(rows) - k), Test: Score{1 - rows[k][f], rows[k][f]}})
		}
		v.paths = append(v.paths, path)
	}
	return v.Result()
}

func TestChoice(t *testing.T) {
	for name, c := range map[string]struct {
		cross          *CrossValidation
		best, simplest float64
	}{
		"clear":           {table([]float64{0.5, 0.5}, []float64{0.9, 0.9}, []float64{0.8, 0.8}), 2, 2},
		"equal":           {table([]float64{0.5, 0.5}, []float64{0.9, 0.9}, []float64{0.9, 0.9}), 2, 2},
		"within an error": {table([]float64{0.5, 0.5}, []float64{0.7, 0.8}, []float64{0.7, 0.9}), 1, 2},
		"one fold":        {table([]float64{0.5}, []float64{0.9}, []float64{0.7}), 2, 2},
		"all within":      {table([]float64{0.5, 1}, []float64{0.5, 1}, []float64{0.6, 1}), 1, 3},
	} {
		if best, simplest := c.cross.Rows[c.cross.Best].Beta, c.cross.Rows[c.cross.Simplest].Beta; best != c.best || simplest != c.simplest {
			t.Errorf("%s: betas %g and %g, want %g and %g", name, best, simplest, c.best, c.simplest)
		}
	}
	row := table([]float64{0.5, 0.7, 0.9}).Rows[0]
	// Standard deviation 0.2, so the mean's is 0.2 / sqrt(3).
	if math.Abs(row.Test.Accuracy-0.7) > 1e-15 || math.Abs(row.Spread.Accuracy-0.2/math.Sqrt(3)) > 1e-15 {
		t.Errorf("%+v", row)
	}
}

func TestCrossValidationStopped(t *testing.T) {
	p, _ := drawn(t, 1, 30, 3, 1, document.Architecture{Kind: document.KindDense}, loss.Squared)
	betas, _ := Grid(&p, 5, 1e-3)
	folds, _ := data.RandomFolds(30, 4, 1)
	for _, c := range []struct {
		folds, rows int
		message     string
	}{{0, 2, "Stopped after 0 of 4 folds."}, {2, 5, "Stopped after 2 of 4 folds."}, {0, 0, "Stopped after 0 of 4 folds."}} {
		var v Validation
		v.Start(betas, 4, Divide(&p, folds))
		for len(v.paths) < c.folds || c.folds == 0 && len(v.Result().Rows) < c.rows {
			v.Step()
		}
		v.Stop()
		v.Step()
		cross := v.Result()
		if !v.Done() || cross.Status != solve.Stopped || cross.Message != c.message || len(cross.Rows) != c.rows || (cross.Best < 0) != (c.rows == 0) {
			t.Errorf("after %d folds: %s with %d rows, best %d: %s", c.folds, cross.Status, len(cross.Rows), cross.Best, cross.Message)
		}
		if !json.Valid(cross.Document(true, 1).JSON()) {
			t.Error("the document is not JSON")
		}
	}
}

// TestDocuments checks the names of the documents and of the tables' columns, and that what is not there is left out.
func TestDocuments(t *testing.T) {
	q := Point{Beta: 2, Status: solve.Optimal, Objective: 3, Lower: 3, Loss: 1, Weight: 1, Train: Score{0.5, 1}, Test: Score{0.25, 0.75}, Iterations: 4}
	path := Path{Status: solve.Optimal, BetaMax: math.Inf(1), Samples: 2, Points: []Point{q}}
	const bare = "beta,status,objective,lower_bound,gap,loss,weight,neurons,plus,minus,train_error,train_accuracy,test_error,test_accuracy,iterations\n" +
		"2,optimal,3,3,0,1,1,0,0,0,0.5,,,,4\n"
	if got := string(path.Document(1).CSV()); got != bare {
		t.Errorf("got %s", got)
	}
	path.Classes, path.Tests = Signs, 4
	if got := string(path.Document(1).CSV()); !strings.Contains(got, ",0.5,1,0.25,0.75,4\n") {
		t.Errorf("got %s", got)
	}
	var back document.Path
	d := path.Document(1.5)
	if err := json.Unmarshal(d.JSON(), &back); err != nil || !reflect.DeepEqual(&back, d) || strings.Count(string(d.JSON()), "\n") != 11 {
		t.Errorf("%v %s", err, d.JSON())
	}
	cross := table([]float64{0.5, 0.7}, []float64{0.9, 0.9})
	for simplest, rule := range map[bool]string{false: "best", true: "one-standard-error"} {
		d := cross.Document(simplest, 2)
		if d.Rule != rule || d.By != "accuracy" || d.Folds != 2 || d.Beta != 1 || len(d.Rows) != 2 || !json.Valid(d.JSON()) {
			t.Errorf("%+v", d)
		}
	}
	if got := string(cross.Document(false, 0).CSV()); !strings.HasPrefix(got, "beta,neurons,gap,train_error,train_accuracy,test_error,test_error_se,test_accuracy,test_accuracy_se\n2,0,0,") {
		t.Errorf("got %s", got)
	}
}
