package convert

import (
	"conelab/core/format/document"
	"conelab/core/network/path"
)

// Path returns the document of a path over beta that took the given time.
func Path(p *path.Path, seconds float64) *document.Path {
	d := &document.Path{
		Status: string(p.Status), Message: p.Message, BetaMax: clamp(p.BetaMax),
		Samples: p.Samples, Tests: p.Tests, Seconds: seconds,
	}
	for i := range p.Points {
		d.Points = append(d.Points, point(p, &p.Points[i]))
	}
	return d
}

func point(p *path.Path, q *path.Point) document.PathPoint {
	out := document.PathPoint{
		Beta: q.Beta, Status: string(q.Status), Objective: clamp(q.Objective), LowerBound: clamp(q.Lower), Gap: clamp(q.Gap),
		Loss: clamp(q.Loss), Weight: clamp(q.Weight), Neurons: len(q.Neurons), Plus: q.Plus, Minus: q.Minus,
		TrainError: clamp(q.Train.Error), TrainAccuracy: known(q.Train.Accuracy, p.Classes != path.NoClasses), Iterations: q.Iterations,
	}
	out.TestError = known(q.Test.Error, p.Tests > 0)
	out.TestAccuracy = known(q.Test.Accuracy, p.Tests > 0 && p.Classes != path.NoClasses)
	return out
}

// CrossValidation returns the document of a cross-validation that took the given time. With simplest, the one-standard-error rule chooses.
func CrossValidation(c *path.CrossValidation, simplest bool, seconds float64) *document.CrossValidation {
	d := &document.CrossValidation{
		Status: string(c.Status), Message: c.Message, By: "error", Rule: "best",
		Folds: c.Folds, Seconds: seconds,
	}
	if c.ByAccuracy {
		d.By = "accuracy"
	}
	if c.Best >= 0 {
		d.Best, d.Simplest = c.Rows[c.Best].Beta, c.Rows[c.Simplest].Beta
	}
	d.Beta = d.Best
	if simplest {
		d.Rule, d.Beta = "one-standard-error", d.Simplest
	}
	for _, r := range c.Rows {
		d.Rows = append(d.Rows, document.CrossValidationRow{
			Beta: r.Beta, Neurons: r.Neurons, Gap: clamp(r.Gap),
			TrainError: clamp(r.Train.Error), TrainAccuracy: known(r.Train.Accuracy, c.ByAccuracy),
			TestError: clamp(r.Test.Error), TestErrorSE: clamp(r.StandardError.Error),
			TestAccuracy: known(r.Test.Accuracy, c.ByAccuracy), TestAccuracySE: known(r.StandardError.Accuracy, c.ByAccuracy),
		})
	}
	return d
}

// known returns a pointer to v, or nil if yes is false.
func known(v float64, yes bool) *float64 {
	if !yes {
		return nil
	}
	v = clamp(v)
	return &v
}
