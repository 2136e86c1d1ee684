package path

import (
	"math"

	"conelab/core/document"
)

// Document returns the document of the path, found in the given time.
func (p *Path) Document(seconds float64) *document.Path {
	d := &document.Path{
		Format: document.PathFormat, Status: string(p.Status), Message: p.Message, BetaMax: finite(p.BetaMax),
		Samples: p.Samples, Tests: p.Tests, Seconds: seconds,
	}
	for i := range p.Points {
		d.Points = append(d.Points, p.point(&p.Points[i]))
	}
	return d
}

func (p *Path) point(q *Point) document.PathPoint {
	point := document.PathPoint{
		Beta: q.Beta, Status: string(q.Status), Objective: finite(q.Objective), LowerBound: finite(q.Lower), Gap: finite(q.Gap),
		Loss: finite(q.Loss), Weight: finite(q.Weight), Neurons: len(q.Neurons), Plus: q.Plus, Minus: q.Minus,
		TrainError: finite(q.Train.Error), TrainAccuracy: known(q.Train.Accuracy, p.Classes != NoClasses), Iterations: q.Iterations,
	}
	point.TestError = known(q.Test.Error, p.Tests > 0)
	point.TestAccuracy = known(q.Test.Accuracy, p.Tests > 0 && p.Classes != NoClasses)
	return point
}

// Document returns the document of the cross-validation, found in the given time. With simplest the one-standard-error rule chooses.
func (c *CrossValidation) Document(simplest bool, seconds float64) *document.CrossValidation {
	d := &document.CrossValidation{
		Format: document.CrossValidationFormat, Status: string(c.Status), Message: c.Message, By: "error", Rule: "best",
		Folds: len(c.Paths), Seconds: seconds,
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
			Beta: r.Beta, Neurons: r.Neurons, Gap: finite(r.Gap),
			TrainError: finite(r.Train.Error), TrainAccuracy: known(r.Train.Accuracy, c.ByAccuracy),
			TestError: finite(r.Test.Error), TestErrorSE: finite(r.Spread.Error),
			TestAccuracy: known(r.Test.Accuracy, c.ByAccuracy), TestAccuracySE: known(r.Spread.Accuracy, c.ByAccuracy),
		})
	}
	return d
}

// known returns v if there is such a thing.
func known(v float64, yes bool) *float64 {
	if !yes {
		return nil
	}
	v = finite(v)
	return &v
}

// finite brings v into the range of what a document can hold; NaN stands for something out of bounds.
func finite(v float64) float64 {
	if math.IsNaN(v) {
		return math.MaxFloat64
	}
	return math.Max(-math.MaxFloat64, math.Min(v, math.MaxFloat64))
}
