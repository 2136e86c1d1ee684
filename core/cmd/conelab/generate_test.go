package main

import (
	"math"
	"strings"
	"testing"

	"conelab/core/data/presets"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
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

// TestPlantedIsLearnt: with a very small beta, a noiseless planted problem is fitted by the network that made it, or by a cheaper one.
func TestPlantedIsLearnt(t *testing.T) {
	p := generated(t, "--n 60 --d 4 --power 1 --beta 1e-6")
	if r := new(certify.Job).Run(convert.Problem(p)); r.Status != certify.Optimal || r.Objective > 1e-6*20 {
		t.Errorf("%s with cost %g", r.Status, r.Objective)
	}
}

func TestBadGenerates(t *testing.T) {
	for args, message := range map[string]string{
		"circle":               "the drawing is \"circle\", expected one of parabola, ring, xor, blobs, stripe, spiral, moons, checkerboard, rings, largest, masked, valley, bend, interval, shell, saddle, tube, bump, edge, bars",
		"ring --d 3":           "--d is given with the drawing ring, expected it only with planted problems",
		"--n 0":                "--n is 0, expected 1 to 3846153",
		"--n 10000000 --d 20":  "--n is 10000000, expected 1 to 3846153",
		"--d 0":                "--d is 0, expected 1 to 100000000",
		"--power 2":            `--power must be one of "4","1" but got "2" (see conelab help generate)`,
		"--noise -1":           "--noise is -1, expected a finite number from 0",
		"--seed 3000000000":    "--seed is 3000000000, expected -2147483647 to 2147483647",
		"--beta 0":             "with the given options, beta is 0, expected a finite number above 0",
		"--kind convolutional": "with the given options, architecture.input has no numbers, expected [length], [height, width] or [height, width, channels]",
		"--loss softmax":       "with the given options, data.y[0] has fewer than two numbers, expected one for each class for the softmax loss",
	} {
		o := execute("", append([]string{"generate"}, strings.Fields(args)...)...)
		if o.code != exitBadInput || o.out != "" || o.errors != "conelab: "+message+"\n" {
			t.Errorf("%s: exit %d, output %.200q\n got %s\nwant conelab: %s", args, o.code, o.out, o.errors, message)
		}
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
	for args, message := range map[string]string{
		"relu --n 2":    "the fit has 2 points, expected 3 to 10000000",
		"relu --low 6":  "the range of the fit is from 6 to 5, expected two finite numbers, the first below the second",
		"relu --low xy": `--low: expected a float but got "xy" (string) (see conelab help fit-activation)`,
	} {
		o := execute("", append([]string{"fit-activation"}, strings.Fields(args)...)...)
		if o.code != exitBadInput || o.out != "" || o.errors != "conelab: "+message+"\n" {
			t.Errorf("%s: %+v", args, o)
		}
	}
}
