package reproduce

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/format/document"
	"conelab/core/network/compare"
	"conelab/core/network/descent"
)

// introduction is the figure of the introduction that shows stochastic gradient descent in local minima. The paper does not give the number
// of hidden units of its rival; here it is the program's m* in one panel, and ten, the number of planted units, in another.
var introduction = Experiment{
	Name: "introduction", Title: "Stochastic gradient descent and local minima, quadratic activation, generated data",
	Place: "Figure 3, in the introduction: n = 100, d = 10, 10 planted neurons, beta = 1e-6, batches of 10",
	pieces: func(l *Lab) []Piece {
		q := planted{
			Shape: document.Architecture{Kind: document.KindQuadratic}, N: 100, D: 10, Outputs: 1, Neurons: 10, Features: dataset.Gaussians,
			Loss: document.LossSquared, Beta: 1e-6, Seed: 1, Tests: 100,
		}
		runs, epochs := l.full(10, 3), l.full(20000, 500)
		return []Piece{{
			Name: "quadratic", settings: fmt.Sprintf("%+v, %d runs of %d epochs", q, runs, epochs),
			run: func(l *Lab) (*Result, error) {
				p, test := q.draw()
				return l.benchmark(p, test, func(o *compare.Optimum) []compare.Rival {
					rival := compare.Rival{Name: fmt.Sprintf("SGD, m = m* = %d", o.Neurons), Epochs: epochs, Runs: runs, AtLeast: l.least(o),
						Options: descent.Options{Method: descent.Momentum, Batch: 10, Width: o.Neurons, Seed: 1}}
					wide := rival
					wide.Name, wide.Width = "SGD, m = 20", 20
					return []compare.Rival{rival, wide}
				})
			},
		}}
	},
	report: introductionReport,
}

// stuckAt times the optimum is the cost above which a run counts as stuck: with so small a beta no run comes within 1 %.
const stuckAt = 100

func introductionReport(_ *Lab, done Results) *Report {
	r := done["quadratic"]
	g := Grid{Title: "Costs", Header: costHeader}
	var ends []string
	stuck, o := [2]int{}, &r.Optima[0]
	for k := range stuck {
		s := r.comparison(k, 0)
		s.addCosts(&g, "quadratic")
		for _, run := range s.rival.Runs {
			if run.Least > stuckAt*o.Cost {
				stuck[k]++
			}
		}
		leasts := s.rival.LeastCosts()
		ends = append(ends, fmt.Sprintf("%s: runs end between %s and %s, %d of %d above %d times the optimum",
			s.rival.Name, number(slices.Min(leasts)), number(slices.Max(leasts)), stuck[k], len(leasts), stuckAt))
	}
	s, wider := r.comparison(0, 0), r.comparison(1, 0)
	local := one(stuck[0]+stuck[1] > 0, stuck[0] > 0 && s.spent >= long || stuck[1] > 0 && wider.spent >= long)
	first := math.Min(s.within(2), wider.within(2))
	sooner := one(first > 1, !math.IsInf(first, 1) || min(s.spent, wider.spent) >= long)
	return &Report{
		Claims: []Claim{
			{
				Paper:   "SGD converges to local minima in some of the trials, the convex program to the global optimum.",
				Ours:    fmt.Sprintf("The optimum costs %s (gap %.0e). %s.", number(o.Cost), o.Gap, strings.Join(ends, "; ")),
				Verdict: local,
				Why: tooShort(local, fmt.Sprintf("At so small a beta 1 %% of the optimum is %s, so %d times the optimum is the line here. Whether runs above it rest at a local minimum or creep on is not distinguished.%s",
					number(compare.NearOptimal*o.Cost), stuckAt, pick(stuck[0] > 0 && stuck[1] == 0, " With twice the width none is left: the width decides.", ""))),
			},
			{
				Paper: "The convex program takes a much shorter time.",
				Ours: fmt.Sprintf("%s s; a run of %d epochs takes %s as long. Within 1 %% of the optimum: m = m* %s, m = 20 %s; within twice the optimum: %s and %s, without the search.",
					number(o.Seconds), s.rival.Epochs, times(s.spent), s.withSearch(), wider.withSearch(), times(s.within(2)), times(wider.within(2))),
				Verdict: sooner, Why: tooShort(sooner, "The verdict is by when a run first costs twice the optimum."),
			},
		},
		Grids:   []Grid{g},
		Figures: []Figure{{Title: "Training and test cost against time", Columns: 2, Panels: []Panel{r.against("quadratic", cost), r.against("quadratic", testLoss)}}},
	}
}
