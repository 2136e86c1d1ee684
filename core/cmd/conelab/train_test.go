package main

import (
	"math"
	"strings"
	"testing"

	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/network/neural"
)

// TestTrain: no run on the convex program's own problem is below its bound, the network has the cost that its run states, and
// enough units reach the optimum.
func TestTrain(t *testing.T) {
	made := execute("", "generate", "ring", "--n", "40", "--beta", "0.1")
	o := execute(made.out, "train", "--width", "20", "--runs", "2", "--epochs", "3000", "--seed", "3")
	d := decode[document.Training](t, o.out)
	if o.code != exitDone || o.errors != "" || len(d.Runs) != 2 || !d.Floor || d.Reached == nil || *d.Reached == 0 || d.SearchEpochs == 0 {
		t.Fatalf("%+v", o)
	}
	document, err := document.ParseProblem([]byte(made.out))
	if err != nil {
		t.Fatal(err)
	}
	p := document.Program()
	cost := neural.Cost(make([]float64, len(p.Y)), d.Network.Neurons, p.Operator(),
		p.Y, p.Beta, p.Loss)
	least := math.Inf(1)
	for _, run := range d.Runs {
		if run.Least < d.Optimum.LowerBound || run.Curve[len(run.Curve)-1][2] != run.Objective {
			t.Errorf("%+v", run)
		}
		least = math.Min(least, run.Objective)
	}
	if math.Abs(cost-least) > 1e-9*cost {
		t.Errorf("the network costs %v, its run %v", cost, least)
	}
}

func TestTrainOptions(t *testing.T) {
	for _, args := range []string{
		"--form decay", "--hidden relu --form decay", "--hidden swish --optimiser adam", "--batch 7 --optimiser descent", "--kind quadratic",
		"--loss l1 --rate 0.001",
	} {
		o := execute(small, append([]string{"train", "--width", "3", "--runs", "1", "--epochs", "30"}, strings.Fields(args)...)...)
		d := decode[document.Training](t, o.out)
		own := strings.Contains(args, "decay") || strings.Contains(args, "hidden")
		if o.code != exitDone || d.Floor == own || (d.Reached == nil) != own || len(d.Network.Neurons) != 3 {
			t.Errorf("%s: %+v", args, o)
		}
	}
}

// TestTrainInterrupted: the finished runs are printed.
func TestTrainInterrupted(t *testing.T) {
	for _, steps := range []int{0, 10, 500} {
		o := interrupted(small, steps, "train", "--width", "2", "--rate", "0.01", "--epochs", "200", "--runs", "1000")
		d := decode[document.Training](t, o.out)
		if o.code != exitFailed || d.Status != "stopped" || !strings.HasPrefix(d.Message, "Stopped ") || (steps == 500) != (len(d.Runs) > 0) {
			t.Errorf("after %d steps: %+v", steps, o)
		}
	}
}

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
		if other := generated(t, strings.TrimSuffix(args, " --seed -4")+" --seed 99"); string(other.JSON()) == string(p.JSON()) {
			t.Errorf("%s: the seed does nothing", args)
		}
	}
	if preset, _ := presets.Find("ring"); generated(t, "ring").Activation.C != preset.C || generated(t, "ring --c 3").Activation.C != 3 {
		t.Error("a drawing has not its activation")
	}
}
