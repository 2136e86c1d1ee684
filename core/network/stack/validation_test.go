package stack

import (
	"math"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/network/path"
)

// part returns the given points of a problem with one output.
func part(p *Problem, rows []int) (s path.Set) {
	for _, i := range rows {
		s.X, s.Y = append(s.X, p.X[i*p.D:(i+1)*p.D]...), append(s.Y, p.Y[i])
	}
	return s
}

// TestValidation recomputes the scores of each beta and depth by training each stack by itself, and the choice from the rows.
func TestValidation(t *testing.T) {
	p := Problem{Problem: drawn(t, "checkerboard", 90, 6), Options: Defaults(3)}
	folds, err := dataset.RandomFolds(90, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	betas := []float64{1, 0.1}
	divided := func(k int) Problem {
		q := p
		train, test := part(&p, folds[k].Train), part(&p, folds[k].Test)
		q.X, q.Y, q.HeldOut = train.X, train.Y, &test
		return q
	}
	var v path.Validation
	fold := func(k int) path.Fold {
		d := new(Depths)
		d.Start(betas, divided(k))
		return d
	}
	for v.Start(3, fold); !v.Done(); {
		v.Step()
	}
	d := v.Result()
	if len(d.Rows) != 6 || d.Folds != 3 || !d.ByAccuracy || !d.Tests {
		t.Fatalf("%+v", d)
	}
	var job Job
	for _, row := range d.Rows {
		var accuracies []float64
		neurons := 0.0
		for k := range 3 {
			q := divided(k)
			q.Beta, q.Layers = row.Beta, row.Layers
			r := job.Run(q)
			accuracies = append(accuracies, r.Layers[row.Layers-1].HeldOut.Accuracy)
			for _, layer := range r.Layers {
				neurons += float64(len(layer.Result.Neurons)) / 3
			}
		}
		mean := (accuracies[0] + accuracies[1] + accuracies[2]) / 3
		square := 0.0
		for _, a := range accuracies {
			square += (a - mean) * (a - mean)
		}
		if math.Abs(mean-row.Test.Accuracy) > 1e-12 || math.Abs(math.Sqrt(square/6)-row.StandardError.Accuracy) > 1e-12 || math.Abs(neurons-row.Neurons) > 1e-9 {
			t.Errorf("beta %g, %d layers: %+v, expected an accuracy of %g, %g neurons", row.Beta, row.Layers, row, mean, neurons)
		}
		if best := d.Rows[d.Best]; row.Test.Accuracy > best.Test.Accuracy || row.Test.Accuracy == best.Test.Accuracy && row.Layers < best.Layers {
			t.Errorf("%+v is better than the best, %+v", row, best)
		}
	}
	simplest, best := d.Rows[d.Simplest], d.Rows[d.Best]
	if simplest.Layers > best.Layers || simplest.Test.Accuracy < best.Test.Accuracy-best.StandardError.Accuracy {
		t.Errorf("%+v is not the simplest near %+v", simplest, best)
	}
	v.Start(3, fold)
	v.Stop()
	if d := v.Result(); d.Status != "stopped" {
		t.Errorf("%+v", d)
	}
}
