package reproduce

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"conelab/core/network/compare"
)

// comparison compares a baseline with the optimum. All its times are relative to the time of the solve.
type comparison struct {
	*compare.Outcome
	// reached is the number of runs that came within 1 % of the optimum. ratio is the time that the fastest took, and searched that time
	// plus the search for the rate.
	reached         int
	ratio, searched float64
	// excess is the least cost of all runs relative to the optimum, minus one.
	excess float64
	// matched is the time until a run first had the test accuracy of the optimum.
	matched float64
	// trained and tested are mean accuracies at the least cost of each run (a rate at the edge of stability may spoil the end), spent is the
	// time of a run.
	trained, tested, spent float64
	// settled is the median time from which on a run's test accuracy stays within one row of its value at the least cost.
	settled float64
}

// compared compares a baseline with the optimum; row is the share of one test row in the accuracy.
func compared(o *compare.Optimum, baseline *compare.Outcome, row float64) *comparison {
	s := &comparison{Outcome: baseline, excess: math.Inf(1), matched: math.Inf(1)}
	var fastest float64
	s.reached, fastest = baseline.Reached()
	s.ratio = fastest / o.Seconds
	s.searched = (fastest + baseline.SearchSeconds) / o.Seconds
	runs := float64(len(baseline.Runs))
	var settled []float64
	for _, run := range baseline.Runs {
		s.excess = math.Min(s.excess, math.Max(0, run.Least/o.Cost-1)) // the optimum is known only up to its gap
		s.spent += run.Seconds / o.Seconds / runs
		if len(run.Curve) == 0 {
			continue
		}
		end := slices.MinFunc(run.Curve, func(a, b compare.Point) int { return cmp.Compare(a.Cost, b.Cost) })
		s.trained += end.Accuracy / runs
		s.tested += end.TestAccuracy / runs
		from := 0.0
		for _, q := range run.Curve {
			if q.Seconds < end.Seconds && math.Abs(q.TestAccuracy-end.TestAccuracy) > 1.001*row {
				from = q.Seconds
			}
			if q.TestAccuracy >= o.TestAccuracy-1e-12 {
				s.matched = math.Min(s.matched, q.Seconds/o.Seconds)
			}
		}
		settled = append(settled, from/o.Seconds)
	}
	s.settled = median(settled)
	return s
}

// enough reports whether more time would hardly change the results of the runs: all reached the optimum, or all had enough time.
func (s *comparison) enough() bool { return s.reached == len(s.Runs) || s.spent >= long }

// firstReached says after what time a run was first within 1 % of the optimum, or how long the runs took if none was.
func (s *comparison) firstReached() string {
	if s.reached == 0 {
		return "never in " + times(s.spent)
	}
	return times(s.ratio)
}

// standing is a race with its result.
type standing struct {
	*race
	result    *Result
	optimum   *compare.Optimum
	baselines []*comparison
	row       float64 // the share of one test row in the accuracy, 0 if there is none
}

func newStanding(c *race, r *Result, row float64) *standing {
	s := &standing{race: c, result: r, optimum: &r.Optima[0], row: row}
	for k := range r.Baselines {
		s.baselines = append(s.baselines, compared(s.optimum, &r.Baselines[k], row))
	}
	return s
}

// same returns the baselines that minimise the cost of the optimum.
func (s *standing) same() (list []*comparison) {
	for _, baseline := range s.baselines {
		if baseline.Floor {
			list = append(list, baseline)
		}
	}
	return list
}

// summary is what claims are checked against: the races of an experiment that were run.
type summary []*standing

// each joins the texts of say for all races.
func (s *summary) each(say func(c *standing) string) string {
	words := make([]string, len(*s))
	for i, c := range *s {
		words[i] = c.name + ": " + say(c)
	}
	return strings.Join(words, "; ") + "."
}

// report has the tables of costs and of accuracies, the panels and the claims.
func (s *summary) report(measures []measure, claims []claim) *Report {
	costs := Grid{Title: "Costs and times (ratios are over one convex solve)", Header: []string{
		"problem", "baseline", "width", "rate", "epochs", "convex cost", "gap", "convex s", "least baseline cost", "above it by",
		"runs above 1 %", "search s", "run s", "first within 1 %", "with search"}}
	scores := Grid{Title: "Accuracies, per cent", Header: []string{
		"data", "method", "neurons", "rate", "beta", "runs", "training accuracy", "test accuracy", "seconds", "search s",
		"first with the program's test accuracy", "settled"}}
	r := &Report{}
	for _, c := range *s {
		o := c.optimum
		for _, q := range c.same() {
			costs.add(c.name, q.Name, q.Width, q.Rate, q.Epochs, o.Cost, o.Gap, o.Seconds, o.Cost*(1+q.excess), percent(q.excess)+" %",
				fmt.Sprintf("%d of %d", len(q.Runs)-q.reached, len(q.Runs)), q.SearchSeconds, q.spent*o.Seconds, q.firstReached(), times(q.searched))
		}
		if c.row > 0 {
			scores.add(c.name, convexName, o.Neurons, "", o.Beta, repetitions, percent(o.Accuracy), percent(o.TestAccuracy), o.Seconds,
				"", "", "")
			for _, q := range c.baselines {
				scores.add(c.name, q.Name, q.Width, q.Rate, q.Beta, len(q.Runs), percent(q.trained), percent(q.tested), q.spent*o.Seconds,
					q.SearchSeconds, times(q.matched), times(q.settled))
			}
		}
		for _, m := range measures {
			r.Figure.Panels = append(r.Figure.Panels, c.result.against(c.name, m))
		}
	}
	for _, g := range []Grid{costs, scores} {
		if len(g.Rows) > 0 {
			r.Grids = append(r.Grids, g)
		}
	}
	r.Figure.Title = "Against time"
	for _, c := range claims {
		ours, v, why := c.check(s)
		if v == TooShort {
			why += " A verdict needs baselines that reach it, or that run at least a hundred times as long as a solve."
		}
		r.Claims = append(r.Claims, Claim{Paper: c.paper, Ours: ours, Verdict: v, Why: why})
	}
	return r
}

// convexName is the convex program's name in the paper's legends.
const convexName = "Convex SDP (optimal)"

// optimal: the program has the least cost, and it is proved.
func (s *summary) optimal() (string, Verdict, string) {
	below, runs, gap := 0, 0, 0.0
	ours := s.each(func(c *standing) string {
		excess := math.Inf(1)
		gap = math.Max(gap, c.optimum.Gap)
		for _, q := range c.same() {
			excess = math.Min(excess, q.excess)
			for _, run := range q.Runs {
				if runs++; run.Least < c.optimum.Lower {
					below++
				}
			}
		}
		return "the best run is " + number(100*excess) + " % above"
	})
	v := Agrees
	if below > 0 || !(gap <= 1e-8) {
		v = Differs
	}
	return fmt.Sprintf("Largest certified gap %.0e; %d of %d runs end below the bound. %s", gap, below, runs, ours), v,
		"The certificate proves it; that runs approach it shows it only where they get there."
}

// sooner: no run comes within 1 % of the optimum before the program is done.
func (s *summary) sooner() (string, Verdict, string) {
	var v votes
	ours := s.each(func(c *standing) string {
		best := slices.MinFunc(c.same(), func(a, b *comparison) int { return cmp.Compare(a.ratio, b.ratio) })
		v.add(best.ratio > 1, best.reached > 0 || best.spent >= long)
		search := ", searched for " + times(best.SearchSeconds/c.optimum.Seconds) + " before"
		if best.reached > 0 {
			search = ", " + times(best.searched) + " with the search for its rate"
		}
		return best.firstReached() + search
	})
	return "First run within 1 % of the optimum, in times of a convex solve: " + ours, v.verdict(),
		"The verdict is without the search, which takes as long as the runs, and longer than necessary where these reach the optimum early."
}

// local: some runs do not come within 1 % of the optimum, however long they are given.
func (s *summary) local() (string, Verdict, string) {
	above, enough := 0, false
	ours := s.each(func(c *standing) string {
		var words []string
		for _, q := range c.same() {
			missed := len(q.Runs) - q.reached
			words = append(words, fmt.Sprintf("%s %d of %d (the best is %s %% above)", q.Name, missed, len(q.Runs), number(100*q.excess)))
			above += missed
			enough = enough || missed > 0 && q.spent >= long
		}
		return strings.Join(words, ", ")
	})
	return "Runs that end more than 1 % above the optimum, " + ours, one(above > 0, enough),
		"Whether those runs are at local minima or still on their way is not distinguished."
}

// accurate: no baseline has a higher test accuracy, by more than one row, in the mean over its runs.
func (s *summary) accurate() (string, Verdict, string) {
	return s.moreAccurate("test accuracy", tested, func(q *comparison) float64 { return q.tested }, func(c *standing) float64 { return c.row })
}

// accurateInTraining: no baseline has a higher training accuracy.
func (s *summary) accurateInTraining() (string, Verdict, string) {
	const rounding = 1e-9
	return s.moreAccurate("training accuracy", trained, func(q *comparison) float64 { return q.trained },
		func(*standing) float64 { return rounding })
}

// moreAccurate compares an accuracy of the program with that of each baseline; tie is the difference that does not count.
func (s *summary) moreAccurate(
	what string, own func(*compare.Optimum) float64, of func(*comparison) float64, tie func(*standing) float64,
) (string, Verdict, string) {
	var v votes
	ours := s.each(func(c *standing) string {
		best, enough, words := 0.0, true, what+" "+percent(own(c.optimum))+" %"
		for i, q := range c.baselines {
			best, enough = math.Max(best, of(q)), enough && q.enough()
			if i == 0 || q.Name != c.baselines[i-1].Name { // several rates of one baseline follow each other
				words += ", " + q.Name
			}
			words += " " + percent(of(q)) + " %"
		}
		v.add(own(c.optimum) >= best-tie(c), enough)
		return words + " (one test row is " + number(100*c.row) + " %)"
	})
	return ours, v.verdict(),
		"A lower cost is proved, a higher accuracy is not: which rows are tested on decides, and stopping early may do better."
}

// settled: the test accuracy of no baseline stays where it ends before the program is done.
func (s *summary) settled() (string, Verdict, string) {
	var v votes
	ours := s.each(func(c *standing) string {
		settled, first, enough := math.Inf(1), math.Inf(1), true
		for _, q := range c.baselines {
			settled, first, enough = math.Min(settled, q.settled), math.Min(first, q.matched), enough && q.enough()
		}
		v.add(settled > 1, enough)
		return "runs settle at their test accuracy after " + times(settled) + ", one first passes the program's after " + times(first)
	})
	return "In times of a convex solve, " + ours, v.verdict(), "Without the search for the rates."
}

// widths: the optimal networks have as many neurons as the paper's, within a tenth or for some draw of the data.
func (s *summary) widths() (string, Verdict, string) {
	var v votes
	ours := s.each(func(c *standing) string {
		own, span := c.optimum.Neurons, ""
		least, most := float64(own)-0.1*float64(c.width), float64(own)+0.1*float64(c.width)
		if widths := c.result.Widths; len(widths) > 0 {
			span = fmt.Sprintf(", %d to %d over %d draws", slices.Min(widths), slices.Max(widths), len(widths))
			least, most = math.Min(least, float64(slices.Min(widths))), math.Max(most, float64(slices.Max(widths)))
		}
		v.add(least <= float64(c.width) && float64(c.width) <= most, true)
		return fmt.Sprintf("%d here%s, %d in the paper", own, span, c.width)
	})
	return ours, v.verdict(), "Where a first-order solver stops, small eigenvalues of Z count as neurons. Here complementarity " +
		"tells the rank, weights below a millionth of the largest are not counted, and the network is certified to 1e-8."
}

// slowerWithL1: gradient descent needs more time with the l1 loss than with Huber's, or is farther from the optimum.
func (s *summary) slowerWithL1() (string, Verdict, string) {
	first := map[string]*comparison{}
	ours := s.each(func(c *standing) string {
		first[c.name] = c.baselines[0]
		return number(100*c.baselines[0].excess) + " % above the optimum, within 1 % after " + c.baselines[0].firstReached()
	})
	huber, l1 := first["huber"], first["l1"]
	if huber == nil || l1 == nil {
		return ours, TooShort, ""
	}
	return "The best run is, with the loss " + ours, one(l1.excess > huber.excess || l1.ratio > huber.ratio, huber.enough() && l1.enough()),
		"The slope of the l1 loss does not get smaller near the optimum."
}
