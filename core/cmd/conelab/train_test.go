package main

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/neural"
)

// training parses the document that train wrote.
func training(t *testing.T, o outcome) *document.Training {
	t.Helper()
	var d document.Training
	if err := json.Unmarshal([]byte(o.out), &d); err != nil || d.Format != "conelab/training/1" {
		t.Fatalf("%v: %+v", err, o)
	}
	return &d
}

// TestTrain: no run on the convex program's own problem is below its bound, the network has the cost that its run states, and enough units reach the
// optimum.
func TestTrain(t *testing.T) {
	made := execute("", "generate", "ring", "--n", "40", "--beta", "0.1")
	o := execute(made.out, "train", "--width", "20", "--runs", "2", "--epochs", "3000", "--seed", "3")
	d := training(t, o)
	if o.code != exitDone || o.errors != "" || len(d.Runs) != 2 || !d.Floor || d.Reached == nil || *d.Reached == 0 || d.SearchEpochs == 0 {
		t.Fatalf("%+v", o)
	}
	document, err := document.ParseProblem([]byte(made.out))
	if err != nil {
		t.Fatal(err)
	}
	p := convert.Problem(document)
	var neurons []neural.Neuron
	for _, n := range d.Network.Neurons {
		neurons = append(neurons, neural.Neuron{U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	}
	cost := neural.Cost(make([]float64, len(p.Y)), neurons, p.Architecture.New(context.Background(), p.Sigma, p.X, p.Samples(), p.D), p.Y, p.Beta, p.Loss)
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
		"--form decay", "--hidden relu --form decay", "--hidden swish --optimiser adam", "--batch 7 --optimiser descent", "--kind quadratic", "--loss l1 --rate 0.001",
	} {
		o := execute(small, append([]string{"train", "--width", "3", "--runs", "1", "--epochs", "30"}, strings.Fields(args)...)...)
		d := training(t, o)
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
		d := training(t, o)
		if o.code != exitFailed || d.Status != "stopped" || !strings.HasPrefix(d.Message, "Stopped ") || (steps == 500) != (len(d.Runs) > 0) {
			t.Errorf("after %d steps: %+v", steps, o)
		}
	}
}
