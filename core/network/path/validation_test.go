package path

import (
	"context"
	"math"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// TestMeanOfNeurons checks that the mean of the same number of neurons in each fold is that number.
func TestMeanOfNeurons(t *testing.T) {
	for folds := 1; folds <= 20; folds++ {
		var tables [][]Row
		for range folds {
			tables = append(tables, []Row{{Neurons: 3, Train: &loss.Score{}}})
		}
		if got := averageRow(tables, 0).Neurons; got != 3 {
			t.Errorf("%d folds: %v", folds, got)
		}
	}
}

// TestCrossValidation recomputes the held-out scores from separate solves.
func TestCrossValidation(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p, _ := drawn(t, 5, c.n, c.d, c.outputs, c.a, c.lossFn)
			betas, err := Grid(&p, 4, 1e-3)
			if err != nil {
				t.Fatal(err)
			}
			folds, err := dataset.RandomFolds(c.n, 3, 1)
			if err != nil {
				t.Fatal(err)
			}
			cross := Validate(3, along(new(Job), betas, divide(&p, folds)))
			classes := loss.LabelsOf(p.Y, c.n) != loss.Numbers
			if cross.Status != certify.Optimal || cross.Folds != 3 || len(cross.Rows) != 4 || cross.ByAccuracy() != classes {
				t.Fatalf("%s, %d folds: %s", cross.Status, cross.Folds, cross.Message)
			}
			for k, row := range cross.Rows {
				total := 0.0
				for f := range folds {
					train, test := divide(&p, folds)(f)
					train.Beta = betas[k]
					r := new(certify.Job).Run(train)
					n := len(folds[f].Test)
					fit := make([]float64, len(test.Y))
					neural.PredictTo(fit, r.Neurons, p.Architecture.New(context.Background(), lift.ReLU, test.X, n, p.D))
					total += neural.Loss(fit, test.Y, n, p.Loss) / float64(n)
				}
				// If a dense network is not unique, as with few samples, the gap does not determine its outputs away from the samples.
				if math.Abs(total/3-row.Test.Loss) > 1e-3*row.Test.Loss || row.Beta != betas[k] || row.Gap > 1e-8 {
					t.Errorf("beta %g: error %.12g, recomputed %.12g", row.Beta, row.Test.Loss, total/3)
				}
			}
		})
	}
}

// table returns a cross-validation whose folds have the given held-out accuracies, with one row for each of the betas 3, 2, 1, ...
func table(rows ...[]float64) *CrossValidation {
	return Validate(len(rows[0]), func(f int) *CrossValidation {
		c := &CrossValidation{Status: certify.Optimal}
		for k := range rows {
			c.Rows = append(c.Rows, Row{Beta: float64(len(rows) - k), Train: &loss.Score{}, Test: &loss.Score{Accuracy: &rows[k][f]}})
		}
		return c
	})
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
	// The standard deviation is 0.2, so that of the mean is 0.2 / sqrt(3).
	if math.Abs(*row.Test.Accuracy-0.7) > 1e-15 || math.Abs(*row.StandardError.Accuracy-0.2/math.Sqrt(3)) > 1e-15 {
		t.Errorf("%+v", row)
	}
}

func TestCrossValidationStopped(t *testing.T) {
	p, _ := drawn(t, 1, 30, 3, 1, lift.Architecture{}, loss.Squared)
	betas, _ := Grid(&p, 5, 1e-3)
	folds, _ := dataset.RandomFolds(30, 4, 1)
	for _, c := range []struct {
		folds, rows int
		message     string
	}{{0, 2, "Stopped after 0 of 4 folds."}, {2, 5, "Stopped after 2 of 4 folds."}, {0, 0, "Stopped after 0 of 4 folds."}} {
		var job Job
		fold := 0
		ctx, cancel := context.WithCancel(t.Context())
		p.Context = parallel.Watch(ctx, func() {
			if fold == c.folds && (c.folds > 0 || len(job.path.Points) == c.rows) {
				cancel()
			}
		})
		train := along(&job, betas, divide(&p, folds))
		cross := Validate(4, func(k int) *CrossValidation {
			fold = k
			return train(k)
		})
		if cross.Status != certify.Stopped || cross.Message != c.message || len(cross.Rows) != c.rows || (cross.Best < 0) != (c.folds == 0) {
			t.Errorf("after %d folds: %s with %d rows, best %d: %s", c.folds, cross.Status, len(cross.Rows), cross.Best, cross.Message)
		}
	}
}

// divide returns a function that takes the folds from the rows of p.
func divide(p *certify.Problem, folds []dataset.Fold) func(k int) (certify.Problem, certify.Set) {
	n, outputs := p.Samples(), max(1, p.Outputs)
	cut := func(rows []int) (s certify.Set) {
		for _, i := range rows {
			s.X = append(s.X, p.X[i*p.D:(i+1)*p.D]...)
		}
		for o := range outputs {
			for _, i := range rows {
				s.Y = append(s.Y, p.Y[o*n+i])
			}
		}
		return s
	}
	return func(k int) (certify.Problem, certify.Set) {
		train, q := cut(folds[k].Train), *p
		q.X, q.Y = train.X, train.Y
		return q, cut(folds[k].Test)
	}
}

// along returns the paths of the folds, all by one job.
func along(job *Job, betas []float64, fold func(k int) (certify.Problem, certify.Set)) func(k int) *CrossValidation {
	return func(k int) *CrossValidation {
		p, test := fold(k)
		return job.Run(p, betas, &test).Outcome()
	}
}
