package session

import (
	"math"

	"conelab/core/format/document"
)

// checkProof compares the facts of the proof with the documents.
func (d driver) checkProof(problem *document.Problem, solution *document.Solution) {
	d.t.Helper()
	page := d.Page()
	m := page.Proof
	if m == nil {
		d.t.Fatal("there is a solution, and no facts about it")
	}
	scale := math.Max(math.Abs(solution.Objective), 1e-300)
	if math.Abs(m.Loss+m.Penalty-solution.Objective) > 1e-9*scale || math.Abs(m.Penalty-problem.Beta*m.Weight) > 1e-12*scale {
		d.t.Fatalf("loss %g and penalty %g make the cost %g", m.Loss, m.Penalty, solution.Objective)
	}
	if len(solution.Network.Neurons) > m.Width {
		d.t.Fatalf("%d neurons, and at most %d are said to be needed", len(solution.Network.Neurons), m.Width)
	}
}
