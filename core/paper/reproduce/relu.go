package reproduce

import (
	"fmt"
	"math"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/network/compare"
	"conelab/core/network/descent"
	"conelab/core/numeric/lift"
)

// relu is the figure of section 9.3. Each of the three methods picks its own beta, on a quarter of the training rows.
var relu = Experiment{
	Name: "relu", Title: "Comparison with ReLU networks: oocytes, credit-approval, breast-cancer",
	Place: "Section 9.3: n = 817, d = 41; n = 552, d = 15; n = 228, d = 9; beta picked for each",
	Needs: reluSets, pieces: reluPieces, report: reluReport,
}

var reluSets = []string{oocytes, "credit-approval", "breast-cancer"}

// reluPlan says what is tried.
type reluPlan struct {
	Betas           []float64
	Picking, Epochs int
	Runs, Solves    int
}

func reluPieces(l *Lab) (pieces []Piece) {
	plan := reluPlan{powers(-2, 4, 2), 1000, 10000, 3, long}
	if l.Quick {
		plan = reluPlan{powers(0, 2, 2), 20, 50, 1, 0}
	}
	for _, name := range reluSets {
		if table := l.Tables[name]; table != nil {
			pieces = append(pieces, Piece{Name: name, settings: fmt.Sprintf("%d rows, %+v", table.Frame.Len(), plan),
				run: func(l *Lab) (*Result, error) { return l.reluBenchmark(table, &plan) }})
		}
	}
	return pieces
}

// reluBenchmark picks a beta for each model and trains with it.
func (l *Lab) reluBenchmark(t *Table, plan *reluPlan) (*Result, error) {
	trained, tested := t.division()
	inner, err := dataset.Split(trained.Len(), 0.75, 2)
	if err != nil {
		return nil, err
	}
	part, rest := trained.Rows(inner.Train), trained.Rows(inner.Test)
	beta, err := best(plan.Betas, func(beta float64) (float64, error) {
		o, err := compare.Solve(&l.Stopwatch, problemOf(part, lift.ReLU, beta), 1, setOf(rest))
		if err != nil {
			return 0, err
		}
		return o.TestAccuracy, nil
	})
	if err != nil {
		return nil, err
	}
	optimum, err := compare.Solve(&l.Stopwatch, problemOf(trained, lift.ReLU, beta), repetitions, setOf(tested))
	if err != nil {
		return nil, err
	}
	r := &Result{Optima: []compare.Optimum{*optimum}}
	for _, rival := range []compare.Rival{
		{Name: "GD - polynomial", Options: descent.Options{Method: descent.Momentum}},
		{Name: "GD - ReLU, weight decay", Activation: &descent.ReLU, Options: descent.Options{Method: descent.Momentum, Form: descent.Decay}},
	} {
		rival.Width, rival.Seed = max(1, optimum.Neurons), 1
		beta, err := l.rivalBeta(plan, rival, part, rest)
		if err != nil {
			return nil, err
		}
		rival.Epochs, rival.Runs, rival.AtLeast = plan.Epochs, plan.Runs, float64(plan.Solves)*optimum.Seconds
		outcome, err := compare.Train(&l.Stopwatch, problemOf(trained, lift.ReLU, beta), rival, nil, setOf(tested))
		if err != nil {
			return nil, err
		}
		r.Rivals = append(r.Rivals, *outcome)
	}
	return r, nil
}

// rivalBeta returns the beta with which a rival trained on part of the data is most accurate on the rest.
func (l *Lab) rivalBeta(plan *reluPlan, rival compare.Rival, part, rest *dataset.Frame) (float64, error) {
	rival.Epochs, rival.Runs = plan.Picking, 1
	return best(plan.Betas, func(beta float64) (float64, error) {
		o, err := compare.Train(&l.Stopwatch, problemOf(part, lift.ReLU, beta), rival, nil, setOf(rest))
		if err != nil || len(o.Runs[0].Curve) == 0 {
			return 0, err
		}
		return o.Runs[0].Curve[len(o.Runs[0].Curve)-1].TestAccuracy, nil
	})
}

// won says which one is more accurate by more than one row.
func won(ours, theirs, row float64) string {
	switch {
	case ours > theirs+row:
		return "the convex program wins"
	case theirs > ours+row:
		return "ReLU wins"
	}
	return "a tie"
}

// best returns the first of the values with the largest score.
func best(values []float64, score func(v float64) (float64, error)) (found float64, err error) {
	top := math.Inf(-1)
	for _, v := range values {
		s, err := score(v)
		if err != nil {
			return 0, err
		}
		if s > top {
			found, top = v, s
		}
	}
	return found, nil
}

func reluReport(l *Lab, done Results) *Report {
	g := Grid{Title: "Accuracies, per cent", Header: accuracyHeader}
	f := Figure{Title: "Accuracy against time", Columns: 2}
	var words, paces []string
	var competitive, sooner votes
	for _, name := range reluSets {
		r := done[name]
		if r == nil {
			continue
		}
		o := &r.Optima[0]
		row := l.row(name)
		r.addAccuracies(&g, name, row)
		s := r.comparison(1, row)
		competitive.add(o.TestAccuracy >= s.tested-row, s.spent >= long)
		sooner.add(s.settled > 1, s.spent >= long)
		words = append(words, fmt.Sprintf("%s: %s %% against %s %%, %s (one row is %s %%; a run takes %s a solve)", name, percent(o.TestAccuracy), percent(s.tested), won(o.TestAccuracy, s.tested, row), percent(row), times(s.spent)))
		paces = append(paces, fmt.Sprintf("%s: settle after %s, one first passes the program's accuracy after %s, %s with the search", name, times(s.settled), times(s.matched),
			times(s.matched+s.rival.SearchSeconds/o.Seconds)))
		f.Panels = append(f.Panels, r.against(name, trainAccuracy), r.against(name, testAccuracy))
	}
	accurate, pace := competitive.verdict(), sooner.verdict()
	return &Report{
		Claims: []Claim{
			{Paper: "The convex program's accuracy is competitive with ReLU networks.", Ours: "Test accuracy, convex against the mean of ReLU: " + strings.Join(words, "; ") + ".", Verdict: accurate, Why: tooShort(accurate, "Agrees is no more than one row below.")},
			{Paper: "It is faster than training ReLU networks.", Ours: "In times of a convex solve, ReLU runs of " + strings.Join(paces, "; ") + ".", Verdict: pace, Why: tooShort(pace, "The verdict is by when the test accuracy stays where it ends, without the search.")},
		},
		Grids: []Grid{g}, Figures: []Figure{f},
	}
}
