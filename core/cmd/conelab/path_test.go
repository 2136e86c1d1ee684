package main

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/data/fault"
	"conelab/core/format/document"
	"conelab/core/numeric/loss"
)

// parse parses the document that was written without a note.
func parse[T any](t *testing.T, o outcome) T {
	t.Helper()
	if o.code != exitDone || o.errors != "" {
		t.Fatalf("%+v", o)
	}
	return decode[T](t, o.out)
}

// TestPathIsSolve: each point equals the result of solve.
func TestPathIsSolve(t *testing.T) {
	d := parse[document.Path](t, execute(small, "path", "--count", "6", "--ratio", "1e-3"))
	if len(d.Points) != 6 || d.Points[0].Beta != d.BetaMax || d.Points[0].Neurons != 0 || d.Samples != 3 || d.Tests != 0 {
		t.Fatalf("%+v", d)
	}
	for _, p := range d.Points {
		solved := execute(small, "solve", "--beta", fault.Number(p.Beta))
		if v := solutionOf(t, solved.out).Objective; math.Abs(v-p.Objective) > 1e-8*v || p.TestError != nil || p.TrainAccuracy == nil {
			t.Errorf("beta %g: %g, want %g", p.Beta, p.Objective, v)
		}
	}
}

func TestPathOfClasses(t *testing.T) {
	// The test set has only one class, whose word would become another class if it were read by itself.
	train, test := write(t, "train.csv", "1,2,a\n2,1,b\n-1,-2,a\n-2,-1,b\n"), write(t, "test.csv", "3,0,b\n")
	d := parse[document.Path](t, execute("", "path", "--quiet", "--classes", "--test", test, "--betas", "0.001", train))
	if d.Tests != 1 || d.Points[0].TestAccuracy == nil || *d.Points[0].TrainAccuracy != 1 {
		t.Errorf("%+v", d.Points)
	}
	x, y := write(t, "x.npy", npy([]int{2, 1}, 1, 2)), write(t, "y.npy", npy([]int{2}, 5, 6))
	e := parse[document.Path](t, execute("", "path", "--y", y, "--test", x, "--test-y", y, "--betas", "0.1", x))
	if p := e.Points[0]; *p.TestError != p.TrainError || p.TestAccuracy != nil {
		t.Errorf("%+v", e.Points)
	}
}

func TestCrossValidation(t *testing.T) {
	made := execute("", "generate", "ring", "--n", "60").out
	args := []string{"path", "--folds", "4", "--count", "5", "--ratio", "1e-3", "--standardise"}
	d := parse[document.CrossValidation](t, execute(made, args...))
	if d.Folds != 4 || len(d.Rows) != 5 || d.By != "accuracy" || d.Rule != "best" || d.Beta != d.Best || d.Simplest < d.Best {
		t.Errorf("%+v", d)
	}
	if again := parse[document.CrossValidation](t, execute(made, args...)); *again.Rows[3].TestAccuracy != *d.Rows[3].TestAccuracy {
		t.Error("the seed does not decide")
	}
	e := parse[document.CrossValidation](t, execute(made, append(args, "--one-standard-error")...))
	if e.Rule != "one-standard-error" || e.Beta != e.Simplest {
		t.Errorf("%+v", e)
	}
	file := write(t, "folds", "0 1 2 3\n4 5 6 7\n")
	f := parse[document.CrossValidation](t, execute(made, "path", "--folds", file, "--betas", "1"))
	if f.Folds != 2 || len(f.Rows) != 1 || f.Beta != 1 {
		t.Errorf("%+v", f)
	}
	if table := execute(made, append(args, "--csv")...); table.code != exitDone || strings.Count(table.out, "\n") != 6 ||
		strings.Count(table.out, ",1\n") != 1 {
		t.Errorf("%+v", table)
	}
}

// TestBest: the printed network has the beta and the depth that the same options choose without --best, is trained on all points,
// and passes the check.
func TestBest(t *testing.T) {
	made := execute("", "generate", "ring", "--n", "60").out
	other := write(t, "other.json", execute("", "generate", "ring", "--n", "25", "--seed", "2").out)
	for held, tests := range map[string]int{
		"--folds 3": 0, "--folds 3 --one-standard-error": 0, "--split 0.7": 18, "--test " + other: 25, "--folds 3 --layers 2": 0,
	} {
		args := append([]string{"path", "--quiet", "--betas", "100,1,0.1", "--standardise"}, strings.Fields(held)...)
		chosen := decode[struct {
			Beta   float64
			Layers int
			Tests  int
			Points []document.PathPoint
		}](t, execute(made, args...).out)
		if chosen.Tests != tests {
			t.Errorf("%s: %d points are held out, want %d", held, chosen.Tests, tests)
		}
		for _, p := range chosen.Points {
			if chosen.Beta == 0 || *p.TestAccuracy > accuracyAt(chosen.Points, chosen.Beta) {
				chosen.Beta = p.Beta
			}
		}
		file := write(t, "chosen.json", "")
		o := execute(made, append(args, "--best", "--problem", file)...)
		s := solutionOf(t, o.out)
		if o.code != exitDone || o.errors != "" || s.Model.Beta != chosen.Beta || max(1, len(s.Layers)) != max(1, chosen.Layers) ||
			s.Model.Columns.Scaling == nil || len(s.Dual) != 60 {
			t.Fatalf("%s: beta %g and %d layers, want %+v: %s", held, s.Model.Beta, len(s.Layers), chosen, o.errors)
		}
		expect(t, execute(o.out, "check", file, "-"), exitDone)
	}
}

// TestLeastOfTheGrid: where the least beta of a grid is chosen, smaller ones may be better, and a note says so.
func TestLeastOfTheGrid(t *testing.T) {
	_, text := plainTable(60, 2)
	train := write(t, "train.csv", text)
	for options, isSaid := range map[string]bool{"--count 3 --ratio 0.1": true, "--betas 2,1": false} {
		o := execute("", append([]string{"path", "--folds=3", "--best", train}, strings.Fields(options)...)...)
		if o.code != exitDone || strings.Contains(o.errors, "the least beta of the grid, so smaller ones may do better; see --ratio") != isSaid {
			t.Errorf("%s: %+v", options, o)
		}
	}
}

// TestScoreOfTheChosen: points that have no part in the choice do not change it, and score the network that is chosen, as predict does.
func TestScoreOfTheChosen(t *testing.T) {
	_, text := plainTable(60, 2)
	_, more := plainTable(25, 2)
	train, test := write(t, "train.csv", text), write(t, "test.csv", more)
	for _, options := range []string{"--folds 4 --standardise --bias", "--split 0.6", "--folds 3 --layers 2 --standardise"} {
		args := append([]string{"path", "--quiet", "--count=5"}, strings.Fields(options)...)
		var plain, scored struct {
			Beta  float64
			Score *loss.Score
			Rows  []document.CrossValidationRow
		}
		for d, more := range map[any][]string{&plain: nil, &scored: {"--test", test}} {
			if o := execute("", append(append(args, train), more...)...); json.Unmarshal([]byte(o.out), d) != nil || o.code != exitDone {
				t.Fatalf("%s: %+v", options, o)
			}
		}
		best := do(t, append(args, "--best", "--test", test, train)...)
		want := solutionOf(t, best).Score
		if plain.Score != nil || scored.Score == nil || *scored.Score.R2 != *want.R2 || scored.Beta != plain.Beta ||
			!reflect.DeepEqual(scored.Rows, plain.Rows) {
			t.Errorf("%s: %+v, without points of no part %+v", options, scored, plain)
		}
		if o := execute("", "predict", write(t, "s.json", best), test); !strings.Contains(o.errors, "score: "+want.Sentence()) {
			t.Errorf("%s: %s, want %s", options, o.errors, want.Sentence())
		}
	}
}

// accuracyAt returns the accuracy for a beta.
func accuracyAt(points []document.PathPoint, beta float64) float64 {
	for _, p := range points {
		if p.Beta == beta {
			return *p.TestAccuracy
		}
	}
	return -1
}

// TestDepths compares numbers of layers on points held out, by cross-validation, and without either.
func TestDepths(t *testing.T) {
	made := execute("", "generate", "checkerboard", "--n", "80").out
	d := parse[document.CrossValidation](t, execute(made, "path", "--layers", "3", "--betas", "0.3,0.03", "--folds", "3"))
	if len(d.Rows) != 6 || d.Folds != 3 || d.By != "accuracy" || d.Layers != d.BestLayers || d.Rows[4].Layers != 2 || d.Rows[4].Beta != 0.03 ||
		d.Rows[4].TestAccuracySE == nil {
		t.Errorf("%+v", d)
	}
	e := parse[document.CrossValidation](t, execute(made, "path", "--layers", "2", "--count", "4", "--split", "0.7", "--one-standard-error"))
	if len(e.Rows) != 6 || e.Rule != "one-standard-error" || e.Layers != e.SimplestLayers || e.Rows[0].TestError == nil ||
		e.Rows[0].TestErrorSE != nil {
		t.Errorf("%+v", e)
	}
	f := parse[document.CrossValidation](t, execute(made, "path", "--layers", "2", "--betas", "0.1"))
	if len(f.Rows) != 2 || f.Layers != 0 || f.Best != 0 || f.Rows[0].TestError != nil || !(f.Rows[0].Beta > 0) {
		t.Errorf("%+v", f)
	}
}

// TestHeldOutRowsHaveNoPartInMeans changes a row that is held out: the rows to train on, among them one with a missing value, give the same
// network, whose error in training is the same.
func TestHeldOutRowsHaveNoPartInMeans(t *testing.T) {
	folds := write(t, "folds.txt", "3\n")
	train := func(held string) float64 {
		file := write(t, "data.csv", "a,b,y\n1,2,1\n,1,2\n3,5,4\n"+held+",0,3\n")
		d := parse[document.CrossValidation](t, execute("", "path", "--quiet", "--missing=mean", "--betas=0.1", "--folds", folds, file))
		return d.Rows[0].TrainError
	}
	if a, b := train("4"), train("400"); a != b {
		t.Errorf("errors in training of %g and %g", a, b)
	}
}
