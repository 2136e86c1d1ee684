package convert

import (
	"conelab/core/format/document"
	"conelab/core/network/path"
)

// Depths returns the document of a comparison of depths that took the given time. With simplest, the one-standard-error rule chooses.
func Depths(d *path.CrossValidation, simplest bool, seconds float64) *document.Depths {
	out := &document.Depths{
		Status: string(d.Status), Message: d.Message, By: "error", Rule: "best", Folds: d.Folds, Seconds: seconds,
	}
	if d.ByAccuracy {
		out.By = "accuracy"
	}
	choice := func(k int) *document.DepthChoice {
		if k < 0 {
			return nil
		}
		return &document.DepthChoice{Layers: d.Rows[k].Layers, Beta: d.Rows[k].Beta}
	}
	out.Best, out.Simplest = choice(d.Best), choice(d.Simplest)
	chosen := out.Best
	if simplest {
		out.Rule, chosen = "one-standard-error", out.Simplest
	}
	if chosen != nil {
		out.Layers, out.Beta = chosen.Layers, chosen.Beta
	}
	for _, r := range d.Rows {
		out.Rows = append(out.Rows, document.DepthRow{
			Beta: r.Beta, Layers: r.Layers, Cost: clamp(r.Cost), Neurons: r.Neurons, Gap: clamp(r.Gap),
			TrainError: clamp(r.Train.Error), TrainAccuracy: known(r.Train.Accuracy, d.ByAccuracy),
			TestError: known(r.Test.Error, d.Tests), TestErrorSE: known(r.StandardError.Error, d.Tests && d.Folds > 1),
			TestAccuracy:   known(r.Test.Accuracy, d.Tests && d.ByAccuracy),
			TestAccuracySE: known(r.StandardError.Accuracy, d.Tests && d.ByAccuracy && d.Folds > 1),
		})
	}
	return out
}
