package main

import (
	"encoding/json"
	"strings"
	"testing"

	"conelab/core/format/document"
)

// TestStacks solves and checks stacks of all kinds from the command line. Every layer is certified, and the check confirms it from the raw data.
func TestStacks(t *testing.T) {
	made := execute("", "generate", "moons", "--n", "60", "--beta", "0.1").out
	for _, args := range []string{
		"--layers 1", "--layers 3", "--layers auto", "--layers 3 --residual --loss huber", "--layers 2 --skip all --layer-scaling whiten",
		"--layers 2 --skip none", "--layers 3 --share 0.01 --layer-scaling centre", "--layers 2 --loss hinge",
	} {
		file := write(t, "problem.json", "")
		solved := execute(made, append([]string{"solve", "--problem", file}, strings.Fields(args)...)...)
		if solved.code != exitDone || solved.errors != "" {
			t.Fatalf("%s: %d %s%s", args, solved.code, solved.errors, solved.out)
		}
		s, err := document.ParseSolution([]byte(solved.out))
		if err != nil || len(s.Layers) == 0 || s.Scope == "" {
			t.Fatalf("%s: %v, %d layers, %q", args, err, len(s.Layers), s.Scope)
		}
		if checked := execute(solved.out, "check", file, "-"); checked.code != exitDone {
			t.Errorf("%s: %s%s", args, checked.out, checked.errors)
		}
		s.Layers[0].Network.Neurons[0].Alpha *= 1.01
		checked := execute(string(s.JSON()), "check", file, "-")
		var check document.Check
		if err := json.Unmarshal([]byte(checked.out), &check); err != nil || checked.code != exitFailed || check.Pass {
			t.Errorf("%s: the check of a tampered layer exits with %d: %s", args, checked.code, checked.out)
		}
	}
}

// TestDepths compares numbers of layers on points held out, by cross-validation, and without either.
func TestDepths(t *testing.T) {
	made := execute("", "generate", "checkerboard", "--n", "80").out
	d := parse[document.CrossValidation](t, execute(made, "path", "--layers", "3", "--betas", "0.3,0.03", "--folds", "3"))
	if len(d.Rows) != 6 || d.Folds != 3 || d.By != "accuracy" || d.Layers != d.BestLayers || d.Rows[4].Layers != 2 || d.Rows[4].Beta != 0.03 || d.Rows[4].TestAccuracySE == nil {
		t.Errorf("%+v", d)
	}
	e := parse[document.CrossValidation](t, execute(made, "path", "--layers", "2", "--count", "4", "--split", "0.7", "--one-standard-error"))
	if len(e.Rows) != 6 || e.Rule != "one-standard-error" || e.Layers != e.SimplestLayers || e.Rows[0].TestError == nil || e.Rows[0].TestErrorSE != nil {
		t.Errorf("%+v", e)
	}
	f := parse[document.CrossValidation](t, execute(made, "path", "--layers", "2", "--share", "0.01"))
	if len(f.Rows) != 2 || f.Layers != 0 || f.Best != 0 || f.Rows[0].TestError != nil || !(f.Rows[0].Beta > 0) {
		t.Errorf("%+v", f)
	}
	if table := execute(made, "path", "--layers", "2", "--betas=1", "--csv"); table.code != exitDone || strings.Count(table.out, "\n") != 3 {
		t.Errorf("%+v", table)
	}
}
