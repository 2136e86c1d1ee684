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

// classified is a figure on data sets: cost and accuracy in training and testing as functions of time.
type classified struct {
	sets []classSet
	// batch is the rivals' batch size, zero for all rows. decay adds weight decay as a rival. long gives the rivals more epochs if no run
	// arrives.
	batch       int
	decay, long bool
	runs, quick int // quick is the factor by which a quick look has fewer epochs
}

// classSet is a data set with the paper's results for it.
type classSet struct {
	name   string
	beta   float64
	width  int // the paper's m*
	epochs int
}

// The figures of section 9.2 for two classes and for more, and of appendix C.
var (
	binary = Experiment{
		Name: "binary", Title: "Two classes: breast-cancer and credit-approval",
		Place: "Section 9.2: n = 228, d = 9, beta = 0.01 and n = 552, d = 15, beta = 10",
	}.of(&classified{
		sets: []classSet{{"breast-cancer", 0.01, 16, 100000}, {"credit-approval", 10, 18, 50000}}, decay: true, runs: 5, quick: 200,
	})
	multiclass = Experiment{
		Name: "multiclass", Title: "More classes: annealing and statlog-vehicle",
		Place: "Section 9.2 and the introduction: n = 638, d = 31, C = 5 and n = 676, d = 18, C = 4, beta = 1",
	}.of(&classified{
		sets: []classSet{{"annealing", 1, 172, 30000}, {"statlog-vehicle", 1, 107, 15000}}, decay: true, runs: 3, quick: 300, long: true,
	})
	minibatch = Experiment{
		Name: "minibatch", Title: "Stochastic gradient descent: breast-cancer-wisc-diag and parkinsons",
		Place: "Additional numerical results: batches of 13, n = 455, d = 30, beta = 1 and n = 156, d = 22, beta = 0.1",
	}.of(&classified{
		sets: []classSet{{"breast-cancer-wisc-diag", 1, 34, 5000}, {"parkinsons", 0.1, 27, 20000}}, batch: 13, runs: 5, quick: 100, long: true,
	})
)

// of completes an experiment on the data sets of c.
func (e Experiment) of(c *classified) Experiment {
	for _, s := range c.sets {
		e.Needs = append(e.Needs, s.name)
	}
	e.pieces, e.report = c.pieces, c.report
	return e
}

func (c *classified) pieces(l *Lab) (pieces []Piece) {
	runs := l.full(c.runs, 1)
	for _, s := range c.sets {
		table := l.Tables[s.name]
		if table == nil {
			continue
		}
		epochs := l.full(s.epochs, s.epochs/c.quick)
		pieces = append(pieces, Piece{
			Name:     s.name,
			settings: fmt.Sprintf("%d rows, beta %g, batch %d, decay %v, %d runs of %d epochs%s", table.Frame.Len(), s.beta, c.batch, c.decay, runs, epochs, pick(c.long, ", and 100 solves", "")),
			run: func(l *Lab) (*Result, error) {
				trained, tested := table.division()
				return l.benchmark(problemOf(trained, lift.ReLU, s.beta), setOf(tested), func(o *compare.Optimum) []compare.Baseline {
					tractable := compare.Baseline{Name: "GD - tractable", Epochs: epochs, Runs: runs,
						Options: descent.Options{Method: descent.Momentum, Width: max(1, o.Neurons), Batch: c.batch, Seed: 1}}
					if c.batch > 0 {
						tractable.Name = "SGD - tractable"
					}
					if c.long {
						tractable.AtLeast = l.least(o)
					}
					if !c.decay {
						return []compare.Baseline{tractable}
					}
					decay := tractable
					decay.Name, decay.Form = "GD - weight decay", descent.Decay
					return []compare.Baseline{tractable, decay}
				})
			},
		})
	}
	return pieces
}

func (c *classified) report(l *Lab, done Results) *Report {
	costs := Grid{Title: "Costs and times (ratios are over one convex solve)", Header: costHeader}
	scores := Grid{Title: "Accuracies, per cent", Header: accuracyHeader}
	f := Figure{Title: "Cost and accuracy against time"}
	var words classSummary
	for _, s := range c.sets {
		r := done[s.name]
		if r == nil {
			continue
		}
		row := l.row(s.name)
		r.addAccuracies(&scores, s.name, row)
		r.comparison(0, row).addCosts(&costs, s.name)
		words.add(&s, r, row)
		for _, m := range []measure{cost, testLoss, trainAccuracy, testAccuracy} {
			p := r.against(s.name, m)
			if m.name == cost.name && len(r.Rivals) > 1 {
				p = r.without(1, s.name, m) // the cost with weight decay is a different one
			}
			f.Panels = append(f.Panels, p)
		}
	}
	return &Report{Claims: append(words.claims(), widthClaim(done, c.sets)), Grids: []Grid{costs, scores}, Figure: f}
}

// classSummary collects the results of the data sets for the claims.
type classSummary struct {
	reached, ratios, matched []string
	arrived, runs, below     int
	// sooner, better and settled count the data sets on which the program was faster, as accurate, and finished before its rivals settled.
	sooner, better, settled votes
}

// add takes one data set; row is the weight of one test row in the accuracy.
func (w *classSummary) add(s *classSet, r *Result, row float64) {
	o, gd := &r.Optima[0], r.comparison(0, row)
	w.arrived += gd.arrived
	w.runs += len(gd.rival.Runs)
	for _, run := range gd.rival.Runs {
		if run.Least < o.Lower {
			w.below++
		}
	}
	first, settled, best, finished := math.Inf(1), math.Inf(1), 0.0, true
	for k := range r.Rivals {
		rival := r.comparison(k, row)
		finished = finished && rival.finished()
		first, settled, best = math.Min(first, rival.matched), math.Min(settled, rival.settled), math.Max(best, rival.tested)
	}
	w.sooner.add(gd.ratio > 1, gd.arrived > 0 || gd.spent >= long)
	w.better.add(o.TestAccuracy >= best-row, finished)
	w.settled.add(settled > 1, finished)
	w.reached = append(w.reached, fmt.Sprintf("%s: %d of %d runs within 1 %%, the best %s %% above", s.name, gd.arrived, len(gd.rival.Runs), number(100*gd.excess)))
	w.ratios = append(w.ratios, s.name+": "+gd.withSearch())
	w.matched = append(w.matched, fmt.Sprintf("%s: %s %% against a mean of %s %% (one test row is %s %%), runs settle after %s, one first passes the program's accuracy after %s",
		s.name, percent(o.TestAccuracy), percent(best), number(100*row), times(settled), times(first)))
}

func (w *classSummary) claims() []Claim {
	consistent := Agrees
	if w.below > 0 {
		consistent = Differs
	}
	sooner, matched := w.sooner.verdict(), both(w.better.verdict(), w.settled.verdict())
	return []Claim{
		{
			Paper:   "The training costs are consistent with the theory: the convex program has the global optimum.",
			Ours:    fmt.Sprintf("%d of %d runs end below the certified bound. %s.", w.below, w.runs, strings.Join(w.reached, "; ")),
			Verdict: consistent, Why: pick(w.arrived > 0, "Where runs reach it they agree with the program.", ""),
		},
		{
			Paper:   "The convex program is faster.",
			Ours:    "First run within 1 % of the optimum, in times of a convex solve: " + strings.Join(w.ratios, "; ") + ".",
			Verdict: sooner, Why: tooShort(sooner, "The verdict is without the search, which is as long as the runs and longer than it need be where these arrive early."),
		},
		{
			Paper:   "It achieves the final test accuracy of the non-convex models or a higher one, sooner.",
			Ours:    strings.Join(w.matched, "; ") + ".",
			Verdict: matched,
			Why: tooShort(matched, "Times are in times of a convex solve. A lower cost is proved, a higher accuracy is not: which rows are tested on decides, and stopping "+
				"early may do better."),
		},
	}
}

// without plots all rivals except rival k.
func (r *Result) without(k int, title string, m measure) Panel {
	rest := *r
	rest.Rivals = append(append([]compare.Outcome(nil), r.Rivals[:k]...), r.Rivals[k+1:]...)
	return rest.against(title, m)
}

// widthClaim compares numbers of neurons.
func widthClaim(done Results, sets []classSet) Claim {
	var paper, words []string
	near, count := 0, 0
	for _, s := range sets {
		if r := done[s.name]; r != nil {
			count++
			paper = append(paper, fmt.Sprintf("%d neurons on %s with beta = %g", s.width, s.name, s.beta))
			words = append(words, fmt.Sprintf("%d on %s, %s", r.Optima[0].Neurons, s.name, relative(r.Optima[0].Neurons, s.width)))
			if math.Abs(float64(r.Optima[0].Neurons-s.width)) <= 0.1*float64(s.width) {
				near++
			}
		}
	}
	return Claim{Paper: "The optimal networks have m* = " + strings.Join(paper, " and ") + ".", Ours: strings.Join(words, "; ") + ".", Verdict: verdict(near, count),
		Why: "Agrees is within a tenth; m* depends on which rows are trained on and on what counts as zero."}
}

// relative says by how much a number of neurons differs from the paper's.
func relative(ours, paper int) string {
	switch share := percent(math.Abs(float64(ours)/float64(paper) - 1)); {
	case ours < paper:
		return share + " % fewer"
	case ours > paper:
		return share + " % more"
	}
	return "as many"
}

func pick(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

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
	for _, rival := range []compare.Baseline{
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
func (l *Lab) rivalBeta(plan *reluPlan, rival compare.Baseline, part, rest *dataset.Frame) (float64, error) {
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
	f := Figure{Title: "Accuracy against time"}
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
		Grids: []Grid{g}, Figure: f,
	}
}
