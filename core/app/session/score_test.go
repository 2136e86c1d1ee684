package session

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/format/document"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// points requests the document points.
type points struct {
	X, Y [][]float64
	Held []int
}

// parts returns the training points and the held-out points, from the document of all points.
func (d driver) parts() (all points, train, test document.Data) {
	d.t.Helper()
	text, err := d.Document("points")
	if err != nil {
		d.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		d.t.Fatal(err)
	}
	for i, x := range all.X {
		to := &train
		if slices.Contains(all.Held, i) {
			to = &test
		}
		to.X, to.Y = append(to.X, x), append(to.Y, all.Y[i])
	}
	return all, train, test
}

// checkScore compares a score with a forward pass over the points, neuron by neuron.
func (d driver) checkScore(what string, got *protocol.PageScore, points document.Data) {
	d.t.Helper()
	if len(points.X) == 0 {
		if got != nil {
			d.t.Fatalf("%s: a score of no points: %+v", what, got)
		}
		return
	}
	problem, solution := d.Problem(), d.Solution()
	kind, _ := loss.Parse(problem.Loss)
	n := float64(len(points.X))
	total, right, squares, mean, around := 0.0, 0.0, 0.0, 0.0, 0.0
	classes := true
	for _, y := range points.Y {
		mean += y[0] / n
		classes = classes && (math.Abs(y[0]) == 1 || len(y) > 1)
	}
	for i, x := range points.X {
		f := output(problem, solution, x)
		for o, y := range points.Y[i] {
			total += kind.Value(f[o], y)
		}
		if len(f) > 1 {
			if points.Y[i][slices.Index(f, slices.Max(f))] == 1 {
				right++
			}
			continue
		}
		y := points.Y[i][0]
		if f[0]*y > 0 {
			right++
		}
		squares += (f[0] - y) * (f[0] - y)
		around += (y - mean) * (y - mean)
	}
	near := func(name string, got *float64, want float64) {
		d.t.Helper()
		if got == nil || math.Abs(*got-want) > 1e-9*(1+math.Abs(want)) {
			d.t.Fatalf("%s: %s is %v, want %g", what, name, got, want)
		}
	}
	if got == nil || got.Samples != len(points.X) {
		d.t.Fatalf("%s: %+v for %d points", what, got, len(points.X))
	}
	near("loss", &got.Loss, total/n)
	if classes {
		near("accuracy", got.Accuracy, right/n)
		if got.RMS != nil || got.R2 != nil {
			d.t.Fatalf("%s: errors of classes: %+v", what, got)
		}
		return
	}
	near("root mean square", got.RMS, math.Sqrt(squares/n))
	near("R2", got.R2, 1-squares/around)
	if got.Accuracy != nil {
		d.t.Fatalf("%s: an accuracy of numbers", what)
	}
}

// output returns the network's output for x by its definition: the mean of sigma over the patches of each neuron's block.
func output(problem *document.Problem, solution *document.Solution, x []float64) []float64 {
	architecture, _ := problem.Architecture.Lift(len(x))
	a := problem.Activation
	patches := architecture.New(lift.Activation(a), x, 1, len(x))
	f := make([]float64, len(problem.Data.Y[0]))
	for _, neuron := range solution.Network.Neurons {
		for l := range patches.Patches() {
			inner := 0.0
			for k, v := range patches.Patch(0, neuron.Block, l) {
				inner += neuron.U[k] * v
			}
			f[neuron.Output] += neuron.Alpha * ((a.A*inner+a.B)*inner + a.C) / float64(patches.Patches())
		}
	}
	return f
}

// TestPathScores compares the path's neurons, costs and scores with separate solves and forward passes.
func TestPathScores(t *testing.T) {
	d := drive(t)
	for _, name := range []string{"ring", "valley"} {
		d.do(`{"do":"preset","name":%q}`, name)
		d.do(`{"do":"path"}`)
		for _, point := range d.Page().Path {
			if point.Test != nil || point.Train.Samples != d.now().Samples() {
				t.Fatalf("nothing is held out, but %+v", point)
			}
		}
		d.do(`{"do":"noise","value":20}`)
		d.do(`{"do":"hold","value":40}`)
		if d.Page().Path != nil {
			t.Fatal("the path is that of other data")
		}
		d.do(`{"do":"path"}`)
		found := d.Page().Path
		if len(found) != pathCount {
			t.Fatalf("%d points", len(found))
		}
		_, train, test := d.parts()
		for _, point := range found {
			d.do(`{"do":"beta","value":%g}`, point.Beta)
			near := func(a, b float64) bool { return math.Abs(a-b) < 1e-4*(1+math.Abs(b)) }
			page := d.Page()
			d.checkScore("along beta", page.Test, test)
			if !near(point.Train.Loss, page.Train.Loss) || !near(point.Test.Loss, page.Test.Loss) ||
				point.Train.Samples != len(train.X) || point.Test.Samples != len(test.X) {
				t.Errorf("%s, beta %g: %+v and %+v, and by itself %+v and %+v", name, point.Beta, point.Train, point.Test, page.Train, page.Test)
			}
			if (point.Test.Accuracy == nil) != (name == "valley") {
				t.Errorf("%s: accuracy %v", name, point.Test.Accuracy)
			}
			if a := point.Test.Accuracy; a != nil && math.Abs(*a-*page.Test.Accuracy) > 1.5/float64(len(test.X)) {
				t.Errorf("beta %g: accuracy %g, and by itself %g", point.Beta, *a, *page.Test.Accuracy)
			}
		}
	}
}
