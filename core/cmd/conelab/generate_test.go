package main

import (
	"math"
	"strings"
	"testing"

	"conelab/core/data/presets"
	"conelab/core/format/document"
)

// generated runs generate and parses the problem.
func generated(t *testing.T, args string) *document.Problem {
	t.Helper()
	o := execute("", append([]string{"generate"}, strings.Fields(args)...)...)
	p, err := document.ParseProblem([]byte(o.out))
	if err != nil || o.code != exitDone || o.errors != "" {
		t.Fatalf("%s: %v: exit %d, %s", args, err, o.code, o.errors)
	}
	return p
}

func TestGenerate(t *testing.T) {
	for args, want := range map[string]struct{ n, d, outputs int }{
		"":                                  {100, 20, 1},
		"--n 7 --d 3 --outputs 2 --seed -4": {7, 3, 2},
		"--kind quadratic --noise 0.5":      {100, 20, 1},
		"--loss hinge --outputs 3 --d 2":    {100, 2, 3},
		"--loss logistic --power 1":         {100, 20, 1},
		"--loss softmax --outputs 3 --d 2":  {100, 2, 3},
		"--classes --outputs 2 --neurons 1": {100, 20, 2},
		"spiral --n 30":                     {30, 2, 1},
		"ring --loss hinge --beta 2":        {100, 2, 1},
		"--n 5 --d 2 --neurons 0":           {5, 2, 1},
		"--d 6 --kind convolutional --input 6 --filter 3 --activation tanh:-2,2": {100, 6, 1},
	} {
		p := generated(t, args)
		if len(p.Data.X) != want.n || len(p.Data.X[0]) != want.d || len(p.Data.Y[0]) != want.outputs || p.Title == "" {
			t.Errorf("%s: %d points, %d features, %d outputs, title %q", args, len(p.Data.X), len(p.Data.X[0]), len(p.Data.Y[0]), p.Title)
		}
		if again := generated(t, args); string(again.JSON()) != string(p.JSON()) {
			t.Errorf("%s: the seed does not decide", args)
		}
		if other := generated(t, args+" --seed 99"); string(other.JSON()) == string(p.JSON()) {
			t.Errorf("%s: the seed does nothing", args)
		}
	}
	if preset, _ := presets.Find("ring"); generated(t, "ring").Activation.C != preset.C || generated(t, "ring --c 3").Activation.C != 3 {
		t.Error("a drawing has not its activation")
	}
}

// TestFitActivation reproduces the paper's coefficients.
func TestFitActivation(t *testing.T) {
	for args, want := range map[string][3]float64{
		"relu":                   {0.09, 0.5, 0.47},
		"swish":                  {0.1, 0.5, 0.24},
		"relu --low -4 --high 4": {0.12, 0.5, 0.38},
		"tanh --low=-1 --high=1": {0, 0.84, 0},
	} {
		d := parse[document.Fit](t, execute("", append([]string{"fit-activation"}, strings.Fields(args)...)...))
		for k, v := range []float64{d.A, d.B, d.C} {
			if math.Abs(v-want[k]) > 0.0101 {
				t.Errorf("%s: %v, want %v", args, d, want)
			}
		}
		if !(d.RMS > 0 && d.RMS <= d.Max) || d.Points != 1000 {
			t.Errorf("%s: %+v", args, d)
		}
	}
}
