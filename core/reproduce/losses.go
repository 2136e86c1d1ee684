package reproduce

import (
	"fmt"
	"math"
	"slices"

	"conelab/core/contest"
	"conelab/core/data"
	"conelab/core/document"
	"conelab/core/loss"
	"conelab/core/train"
)

// losses is the figure of section 9.6, whose data are taken to be those of section 9.1.
var losses = Experiment{
	Name: "losses", Title: "Huber and l1 loss, generated data",
	Place: "Section 9.6: n = 100, d = 20, beta = 0.1; data not described, here as in section 9.1",
	pieces: func(l *Lab) (pieces []Piece) {
		runs, few, epochs := l.full(10, 2), l.full(3, 1), l.full(50000, 300)
		for _, name := range lossNames {
			q := planted{Shape: document.Architecture{Kind: document.KindDense}, N: 100, D: 20, Outputs: 1, Neurons: 5, Features: data.FourthPowers, Loss: name, Beta: 0.1, Seed: 1}
			pieces = append(pieces, Piece{
				Name: name, settings: fmt.Sprintf("%+v, %d and %d runs of %d epochs", q, runs, few, epochs),
				run: func(l *Lab) (*Result, error) {
					p, _ := q.draw()
					r, err := l.bout(p, nil, func(o *contest.Optimum) []contest.Rival {
						gd := contest.Rival{Name: "GD, momentum, m = m*", Epochs: epochs, Runs: runs, Options: train.Options{Method: train.Momentum, Width: o.Neurons, Seed: 1}}
						adam := contest.Rival{Name: "Adam, m = 2(d+1)", Epochs: epochs, Runs: few, Options: train.Options{Method: train.Adam, Width: 42, Seed: 1}}
						return []contest.Rival{gd, adam}
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
	duels: 2, told: lossesTold, report: lossesReport,
}

var (
	huberLoss, l1Loss = loss.Huber.String(), loss.L1.String()
	lossNames         = []string{huberLoss, l1Loss}
	lossWidths        = map[string]int{huberLoss: 7, l1Loss: 9} // the paper's m*
)

func lossesTold(piece string) (title string, neurons int) {
	return piece + " loss, n = 100", lossWidths[piece]
}

func lossesReport(_ *Lab, done Results) *Report {
	g := Grid{Title: "Costs and times (ratios are over one convex solve)", Header: reachHeader}
	f := Figure{Title: "Cost against time", Columns: 2}
	var t tally
	var sizes []string
	within := 0
	excess := map[string]float64{}
	for _, name := range lossNames {
		r := done[name]
		if r == nil {
			continue
		}
		for k := range r.Rivals {
			r.standing(k, 0).reach(&g, name)
		}
		t.add(r)
		excess[name] = r.standing(0, 0).excess
		least, most := slices.Min(r.Widths), slices.Max(r.Widths)
		sizes = append(sizes, fmt.Sprintf("%s: %d here, %d to %d over %d draws", name, r.Optima[0].Neurons, least, most, draws))
		if least <= lossWidths[name] && lossWidths[name] <= most {
			within++
		}
		f.Panels = append(f.Panels, r.against(name+" loss", cost))
	}
	report := &Report{Grids: []Grid{g}, Figures: []Figure{f}}
	if len(excess) < len(lossNames) {
		return report
	}
	huber, l1 := done[huberLoss].standing(0, 0), done[l1Loss].standing(0, 0)
	slower := Differs
	if excess[l1Loss] > excess[huberLoss] || l1.ratio > huber.ratio {
		slower = Agrees
	}
	proved := t.claims()[0]
	proved.Paper = "The formulations hold for any convex loss."
	proved.Ours = fmt.Sprintf("Certified for both, largest gap %.0e; of %d runs %d end below the bound. The best run is %s %% (Huber) and %s %% (l1) above it with GD, %s and %s %% with Adam and 2(d+1) units.",
		slices.Max(t.gaps), t.runs[0]+t.runs[1], t.below, number(100*t.excess[0][0]), number(100*t.excess[0][1]), number(100*t.excess[1][0]), number(100*t.excess[1][1]))
	report.Claims = []Claim{
		proved,
		{
			Paper:   "With the l1 loss backpropagation takes longer to converge.",
			Ours:    fmt.Sprintf("After %d epochs the best run is %s %% above the optimum with l1, %s %% with Huber; within 1 %%: %s and %s.", l1.rival.Epochs, number(100*l1.excess), number(100*huber.excess), times(l1.ratio), times(huber.ratio)),
			Verdict: slower,
			Why:     pick(slower == Agrees, "Its slope does not get smaller near the optimum.", ""),
		},
		{
			Paper: "The convex program is faster.",
			Ours: fmt.Sprintf("A run of GD is within 1 %% of the optimum %s a solve (Huber), %s (l1); one of Adam %s and %s.", huber.reachedIn(), l1.reachedIn(),
				done[huberLoss].standing(1, 0).reachedIn(), done[l1Loss].standing(1, 0).reachedIn()),
			Verdict: shorter(math.Min(t.fastest[0], t.fastest[1])),
		},
		{Paper: "m* is 7 (Huber) and 9 (l1).", Ours: sizes[0] + "; " + sizes[1] + ".", Verdict: verdict(within, len(lossNames)), Why: "It depends on the draw."},
	}
	return report
}
