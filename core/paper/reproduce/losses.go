package reproduce

import (
	"fmt"
	"slices"

	"conelab/core/data/dataset"
	"conelab/core/format/document"
	"conelab/core/network/compare"
	"conelab/core/network/descent"
	"conelab/core/numeric/loss"
)

// losses is the figure of section 9.6; its data are assumed to be those of section 9.1.
var losses = Experiment{
	Name: "losses", Title: "Huber and l1 loss, generated data",
	Place: "Section 9.6: n = 100, d = 20, beta = 0.1; data not described, here as in section 9.1",
	pieces: func(l *Lab) (pieces []Piece) {
		runs, few, epochs := l.full(10, 2), l.full(3, 1), l.full(50000, 300)
		for _, name := range lossNames {
			q := planted{Shape: document.Architecture{Kind: document.KindDense}, N: 100, D: 20, Outputs: 1, Neurons: 5, Features: dataset.FourthPowers, Loss: name, Beta: 0.1, Seed: 1}
			pieces = append(pieces, Piece{
				Name: name, settings: fmt.Sprintf("%+v, %d and %d runs of %d epochs, and %d solves", q, runs, few, epochs, l.full(long, 0)),
				run: func(l *Lab) (*Result, error) {
					p, _ := q.draw()
					r, err := l.benchmark(p, nil, func(o *compare.Optimum) []compare.Rival {
						gd := compare.Rival{Name: "Backpropagation (GD), m = m*", Epochs: epochs, Runs: runs, AtLeast: l.least(o), Options: descent.Options{Method: descent.Momentum, Width: o.Neurons, Seed: 1}}
						adam := compare.Rival{Name: "Adam, m = 2(d+1)", Epochs: epochs, Runs: few, AtLeast: l.least(o), Options: descent.Options{Method: descent.Adam, Width: 42, Seed: 1}}
						return []compare.Rival{gd, adam}
					})
					if err != nil {
						return nil, err
					}
					return r, l.widths(r, q)
				},
			})
		}
		return pieces
	},
	report: lossesReport,
}

var (
	huberLoss, l1Loss = loss.Huber.String(), loss.L1.String()
	lossNames         = []string{huberLoss, l1Loss}
	lossWidths        = map[string]int{huberLoss: 7, l1Loss: 9} // the paper's m*
)

func lossesReport(_ *Lab, done Results) *Report {
	g := Grid{Title: "Costs and times (ratios are over one convex solve)", Header: costHeader}
	f := Figure{Title: "Cost against time", Columns: 2}
	var t tally
	var sizes []string
	within := 0
	complete := 0
	for _, name := range lossNames {
		r := done[name]
		if r == nil {
			continue
		}
		for k := range r.Rivals {
			r.comparison(k, 0).addCosts(&g, name)
		}
		t.add(r)
		complete++
		least, most := slices.Min(r.Widths), slices.Max(r.Widths)
		sizes = append(sizes, fmt.Sprintf("%s: %d neurons here, %d to %d over %d draws", name, r.Optima[0].Neurons, least, most, draws))
		if least <= lossWidths[name] && lossWidths[name] <= most {
			within++
		}
		f.Panels = append(f.Panels, r.against(name+" loss", cost))
	}
	report := &Report{Grids: []Grid{g}, Figures: []Figure{f}}
	if complete == len(lossNames) {
		report.Claims = lossClaims(done, &t)
		report.Claims = append(report.Claims, Claim{
			Paper: "The optimal networks have m* = 7 (Huber) and 9 (l1) neurons.", Ours: sizes[0] + "; " + sizes[1] + ".", Verdict: verdict(within, len(lossNames)), Why: "It depends on the draw."})
	}
	return report
}

// lossClaims compares costs and times for both losses with the paper's claims.
func lossClaims(done Results, t *tally) []Claim {
	huber, l1 := done[huberLoss].comparison(0, 0), done[l1Loss].comparison(0, 0)
	slower := one(l1.excess > huber.excess || l1.ratio > huber.ratio, huber.finished() && l1.finished())
	sooner := t.sooner.verdict()
	proved := t.claims()[0]
	proved.Paper = "The formulations hold for any convex loss."
	proved.Ours = fmt.Sprintf("Certified for both, largest gap %.0e; of %d runs %d end below the bound. The best run is %s %% (Huber) and %s %% (l1) above it with GD, %s and %s %% with Adam and 2(d+1) units.",
		slices.Max(t.gaps), t.runs[0]+t.runs[1], t.below, number(100*t.excess[0][0]), number(100*t.excess[0][1]), number(100*t.excess[1][0]), number(100*t.excess[1][1]))
	return []Claim{
		proved,
		{
			Paper:   "With the l1 loss backpropagation takes longer to converge.",
			Ours:    fmt.Sprintf("After %d epochs the best run is %s %% above the optimum with l1, %s %% with Huber; within 1 %%: %s and %s.", l1.rival.Epochs, number(100*l1.excess), number(100*huber.excess), times(l1.ratio), times(huber.ratio)),
			Verdict: slower,
			Why:     tooShort(slower, pick(slower == Agrees, "Its slope does not get smaller near the optimum.", "")),
		},
		{
			Paper: "The convex program is faster.",
			Ours: fmt.Sprintf("First within 1 %% of the optimum, in times of a solve: GD with the Huber loss %s, with l1 %s; Adam %s and %s.", huber.withSearch(), l1.withSearch(),
				done[huberLoss].comparison(1, 0).withSearch(), done[l1Loss].comparison(1, 0).withSearch()),
			Verdict: sooner, Why: tooShort(sooner, ""),
		},
	}
}
