package reproduce

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/network/compare"
	"conelab/core/network/descent"
	"conelab/core/network/path"
)

// repetitions is the number of times a convex solve is repeated; its time is the median.
const repetitions = 5

// benchmark trains on p by the convex program and by its rivals. The rivals are chosen once the optimum is known, since the paper gives
// them its number of neurons.
func (l *Lab) benchmark(p *certify.Problem, test *path.Set, rivals func(o *compare.Optimum) []compare.Baseline) (*Result, error) {
	optimum, err := compare.Solve(&l.Stopwatch, p, repetitions, test)
	if err != nil {
		return nil, err
	}
	r := &Result{Optima: []compare.Optimum{*optimum}}
	for _, rival := range rivals(optimum) {
		floor := optimum
		if rival.Activation != nil || rival.Form != descent.Tractable {
			floor = nil // a different problem, whose optimum may be lower
		}
		outcome, err := compare.Train(&l.Stopwatch, p, rival, floor, test)
		if err != nil {
			return nil, err
		}
		r.Rivals = append(r.Rivals, *outcome)
	}
	return r, nil
}

// epochs returns the number of epochs that take about work multiplications, within bounds.
func epochs(p *certify.Problem, width int, work float64, least, most int) int {
	shape := p.Architecture.Shape(p.D)
	each := 6 * float64(p.Samples()) * float64(shape.Blocks) * float64(shape.Patches) * float64(width) * float64(shape.Dimension+p.Outputs)
	return max(least, min(most, int(work/each)))
}

// comparison compares a rival with the optimum. All its times are relative to the time of the solve.
type comparison struct {
	rival   *compare.Outcome
	optimum *compare.Optimum
	// arrived is the number of runs that came within 1 % of the optimum. ratio is the time of the fastest, and whole the same with the
	// search for the rate.
	arrived      int
	ratio, whole float64
	// excess is the least cost of all runs relative to the optimum, minus one.
	excess float64
	// matched is the time until a run first had the test accuracy of the optimum.
	matched float64
	// trained and tested are mean accuracies at the least cost of each run (a rate at the edge of stability may spoil the end), best is the
	// best test accuracy, and spent is the time of a run.
	trained, tested, best, spent float64
	// settled is the median time from which on a run's test accuracy stays within one row of its value at the least cost.
	settled float64
}

// comparison compares rival k with the optimum; row is the share of one test row in the accuracy.
func (r *Result) comparison(k int, row float64) *comparison {
	s := &comparison{rival: &r.Rivals[k], optimum: &r.Optima[0], excess: math.Inf(1), matched: math.Inf(1)}
	var fastest float64
	s.arrived, fastest = s.rival.Reached()
	s.ratio = fastest / s.optimum.Seconds
	s.whole = (fastest + s.rival.SearchSeconds) / s.optimum.Seconds
	runs := float64(len(s.rival.Runs))
	var settled []float64
	for _, run := range s.rival.Runs {
		s.excess = math.Min(s.excess, math.Max(0, run.Least/s.optimum.Cost-1)) // the optimum is known only up to its gap
		s.spent += run.Seconds / s.optimum.Seconds / runs
		if len(run.Curve) == 0 {
			continue
		}
		end := least(run.Curve)
		s.trained += end.Accuracy / runs
		s.tested += end.TestAccuracy / runs
		s.best = math.Max(s.best, end.TestAccuracy)
		from := 0.0
		for _, q := range run.Curve {
			if q.Seconds < end.Seconds && math.Abs(q.TestAccuracy-end.TestAccuracy) > 1.001*row {
				from = q.Seconds
			}
		}
		settled = append(settled, from/s.optimum.Seconds)
		for _, q := range run.Curve {
			if q.TestAccuracy >= s.optimum.TestAccuracy-1e-12 {
				s.matched = math.Min(s.matched, q.Seconds/s.optimum.Seconds)
				break
			}
		}
	}
	s.settled = median(settled)
	return s
}

// least returns the point with the least cost.
func least(curve []compare.Point) compare.Point {
	return slices.MinFunc(curve, func(a, b compare.Point) int { return cmp.Compare(a.Cost, b.Cost) })
}

// finished reports whether more time would hardly change the results of the runs: all arrived at the optimum, or all were given enough
// time.
func (s *comparison) finished() bool { return s.arrived == len(s.rival.Runs) || s.spent >= long }

// firstReached says after what time a run was first within 1 % of the optimum, or how long the runs took if none was.
func (s *comparison) firstReached() string {
	if s.arrived == 0 {
		return "never in " + times(s.spent)
	}
	return times(s.ratio)
}

// withSearch says after what time a run was first within 1 % of the optimum, and what that time is including the search for its rate.
func (s *comparison) withSearch() string {
	if s.arrived == 0 {
		return "never in " + times(s.spent) + ", searched for " + times(s.rival.SearchSeconds/s.optimum.Seconds) + " before"
	}
	return times(s.ratio) + ", " + times(s.whole) + " with the search for its rate"
}

// within returns the time, relative to the solve, until a run's cost was first at most factor times the optimum.
func (s *comparison) within(factor float64) float64 {
	first := math.Inf(1)
	for _, run := range s.rival.Runs {
		for _, q := range run.Curve {
			if q.Cost <= factor*s.optimum.Cost {
				first = math.Min(first, q.Seconds/s.optimum.Seconds)
				break
			}
		}
	}
	return first
}

// runsAbove says how many of the runs end more than 1 % above the optimum.
func (s *comparison) runsAbove() string {
	return fmt.Sprintf("%d of %d", len(s.rival.Runs)-s.arrived, len(s.rival.Runs))
}

// least returns the least time that a rival's run must take for its failure to count.
func (l *Lab) least(o *compare.Optimum) float64 {
	if l.Quick {
		return 0
	}
	return long * o.Seconds
}

// times formats a ratio of times.
func times(ratio float64) string {
	if math.IsInf(ratio, 1) {
		return "never"
	}
	return number(ratio) + "x"
}

// costHeader is the header of the table of costs; addCosts adds a row to it.
var costHeader = []string{"problem", "rival", "width", "rate", "epochs", "convex cost", "gap", "convex s", "least rival cost", "above it by", "runs above 1 %",
	"search s", "run s", "first within 1 %", "with search"}

func (s *comparison) addCosts(g *Grid, title string) {
	seconds := s.spent * s.optimum.Seconds
	g.add(title, s.rival.Name, s.rival.Width, s.rival.Rate, s.rival.Epochs, s.optimum.Cost, s.optimum.Gap, s.optimum.Seconds,
		s.optimum.Cost*(1+s.excess), percent(s.excess)+" %", s.runsAbove(), s.rival.SearchSeconds, seconds, s.firstReached(), times(s.whole))
}

// convexName is the convex program's name in the paper's legends.
const convexName = "Convex SDP (optimal)"

// accuracyHeader is the header of the table of accuracies; addAccuracies adds rows to it.
var accuracyHeader = []string{"data", "method", "neurons", "beta", "runs", "cost", "training accuracy", "test accuracy", "best of runs", "seconds", "search s",
	"first with the program's test accuracy", "settled"}

func (r *Result) addAccuracies(g *Grid, title string, row float64) {
	o := &r.Optima[0]
	g.add(title, convexName, o.Neurons, o.Beta, repetitions, o.Cost, percent(o.Accuracy), percent(o.TestAccuracy), "", o.Seconds, "", "", "")
	for k := range r.Rivals {
		s := r.comparison(k, row)
		least := ""
		if s.rival.Beta == o.Beta && k == 0 { // the costs with weight decay or another beta are different ones
			least = number(o.Cost * (1 + s.excess))
		}
		g.add(title, s.rival.Name, s.rival.Width, s.rival.Beta, len(s.rival.Runs), least, percent(s.trained), percent(s.tested), percent(s.best),
			s.spent*o.Seconds, s.rival.SearchSeconds, times(s.matched), times(s.settled))
	}
}
