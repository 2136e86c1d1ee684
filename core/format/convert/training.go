package convert

import (
	"conelab/core/format/document"
	"conelab/core/network/compare"
)

// Training fills in what was measured: the optimum, the runs, the best network, and, if the runs minimise the cost of the optimum, the
// share of them that reached it.
func Training(t *document.Training, optimum *compare.Optimum, o *compare.Outcome) {
	t.Optimum = document.TrainingOptimum{
		Status: optimum.Status, Objective: optimum.Cost, LowerBound: optimum.Lower, Gap: optimum.Gap, Neurons: optimum.Neurons, Seconds: optimum.Seconds,
	}
	t.Rate, t.SearchSeconds, t.SearchEpochs = o.Rate, o.SearchSeconds, o.SearchEpochs
	for _, run := range o.Runs {
		r := document.TrainingRun{
			Seed: run.Seed, Rate: run.Rate, Least: run.Least, Seconds: run.Seconds, Reached: run.Reached, Diverged: run.Diverged, Objective: run.Least,
		}
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
