package convert

import (
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/compare"
	"conelab/core/network/path"
)

// Path returns the document of a path over beta; seconds is the time it took.
func Path(p *path.Path, seconds float64) *document.Path {
	d := &document.Path{
		Status: p.Status, Message: p.Message, BetaMax: certify.Clamp(p.BetaMax),
		Samples: p.Samples, Tests: p.Tests, Seconds: seconds,
	}
	for i := range p.Points {
		d.Points = append(d.Points, point(&p.Points[i]))
	}
	return d
}

func point(q *path.Point) document.PathPoint {
	out := document.PathPoint{
		Beta: q.Beta, Status: q.Status, Objective: certify.Clamp(q.Objective), LowerBound: certify.Clamp(q.Lower),
		Gap: certify.Clamp(q.Gap), Loss: certify.Clamp(q.Loss), Weight: certify.Clamp(q.Weight), Neurons: len(q.Neurons),
		Plus: q.Plus, Minus: q.Minus, TrainError: q.Train.Loss, TrainAccuracy: q.Train.Accuracy, Iterations: q.Iterations,
	}
	if q.Test != nil {
		out.TestError, out.TestAccuracy = &q.Test.Loss, q.Test.Accuracy
	}
	return out
}

// CrossValidation returns the document of a comparison; seconds is the time it took. With simplest, the one-standard-error rule chooses.
func CrossValidation(c *path.CrossValidation, simplest bool, seconds float64) *document.CrossValidation {
	d := &document.CrossValidation{
		Status: c.Status, Message: c.Message, By: "error", Rule: "best", Folds: c.Folds, Seconds: seconds,
	}
	if c.ByAccuracy() {
		d.By = "accuracy"
	}
	for _, r := range c.Rows {
		row := document.CrossValidationRow{
			Beta: r.Beta, Layers: max(1, r.Layers), Cost: certify.Clamp(r.Cost), Neurons: r.Neurons, Gap: certify.Clamp(r.Gap),
			TrainError: certify.Clamp(r.Train.Loss), TrainAccuracy: r.Train.Accuracy,
		}
		if r.Test != nil {
			row.TestError, row.TestAccuracy = finiteOf(r.Test.Loss), r.Test.Accuracy
		}
		if r.Test != nil && c.Folds > 1 {
			row.TestErrorSE, row.TestAccuracySE = finiteOf(r.StandardError.Loss), r.StandardError.Accuracy
		}
		d.Rows = append(d.Rows, row)
	}
	if c.Best >= 0 {
		best, simple := &d.Rows[c.Best], &d.Rows[c.Simplest]
		d.Best, d.BestLayers, d.Simplest, d.SimplestLayers = best.Beta, best.Layers, simple.Beta, simple.Layers
	}
	d.Beta, d.Layers = d.Best, d.BestLayers
	if simplest {
		d.Rule, d.Beta, d.Layers = "one-standard-error", d.Simplest, d.SimplestLayers
	}
	return d
}

// finiteOf returns a pointer to v, clamped to the finite numbers.
func finiteOf(v float64) *float64 {
	v = certify.Clamp(v)
	return &v
}

// Training fills in what was measured: the optimum, the runs, the best network, and, if the runs minimise the cost of the optimum, the
// share of them that reached it.
func Training(t *document.Training, optimum *compare.Optimum, o *compare.Outcome) {
	t.Optimum = document.TrainingOptimum{
		Status: optimum.Status, Objective: optimum.Cost, LowerBound: optimum.Lower, Gap: optimum.Gap, Neurons: optimum.Neurons,
		Seconds: optimum.Seconds,
	}
	t.Rate, t.SearchSeconds, t.SearchEpochs = o.Rate, o.SearchSeconds, o.SearchEpochs
	for _, run := range o.Runs {
		r := document.TrainingRun{Run: run, Objective: run.Least}
		for _, q := range run.Curve {
			r.Curve = append(r.Curve, []float64{float64(q.Epochs), q.Seconds, q.Cost})
			r.Objective = q.Cost
		}
		t.Runs = append(t.Runs, r)
	}
	t.Network.Neurons = o.Best()
	if t.Floor && len(o.Runs) > 0 {
		count, _ := o.Reached()
		share := float64(count) / float64(len(o.Runs))
		t.Reached = &share
	}
}

// Decomposition decomposes the matrix of a valid document. The result passes within the tolerance, relative to max|Z|; zero means
// certify.MatrixTolerance.
func Decomposition(m *document.Matrix, tolerance float64) *document.Decomposition {
	dec := certify.Decompose(m.Z, tolerance)
	out := &document.Decomposition{Pass: dec.Pass(), Decomposition: *dec}
	for _, n := range dec.Neurons {
		out.Neurons = append(out.Neurons, document.Unit{U: n.U, Alpha: n.Alpha})
	}
	return out
}
