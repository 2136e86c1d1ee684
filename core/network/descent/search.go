package descent

import (
	"math"

	"conelab/core/numeric/dense"
)

// Trial is the result of one learning rate: the mean of the costs of all starts after so many epochs, where a run that diverged counts as +Inf. It is
// the mean because a rate at which some starts never come to rest is not a good one.
type Trial struct {
	Rate   float64
	Epochs int
	Cost   float64
}

// Search looks for the learning rate with the least cost after a number of epochs. First it goes down by decades with a tenth of the epochs, until
// the cost has been worse than the best twice in a row. Then it tries the best decade, the next smaller one, and the half decades beside the best
// with all epochs. A run that diverges is stopped at once. All rates are tried from the same starts. With a single start, a large rate that happens
// to jump to the optimum once would beat rates that reach it every time.
type Search struct {
	data    *Data
	options Options
	epochs  int
	trials  []Trial
	refine  []float64 // rates still to be tried with all epochs; nil during the decades
	starts  int       // number of starts of each trial
	costs   []float64 // costs of the finished starts of the current trial
	run     *Run
	passed  int // epochs of the current run
	spent   int // epochs of all runs
	worse   int
	best    int // index of the best trial
}

const (
	firstRate, lastRate = 10.0, 1e-15
	shortest            = 10 // epochs
	// longestStep is the largest rate that is tried with Adam, whose steps are as long as its rate however small the gradient is. A run that turns
	// directions by more than this in every step cannot come to rest, and yet may jump to a lower cost than runs that do. Labels larger than 1 need
	// larger weights, and so longer steps.
	longestStep = 0.1
)

// highest returns the largest rate that is tried with a method.
func highest(d *Data, m Method) float64 {
	if m != Adam {
		return math.Inf(1)
	}
	size := math.Sqrt(dense.Dot(d.y, d.y) / float64(max(1, len(d.y))))
	return longestStep * math.Max(1, size)
}

// NewSearch returns a search for the rate of runs with the given options, from the given number of starts, with the seeds o.Seed, o.Seed + 1, ...
func NewSearch(d *Data, o Options, epochs, starts int) *Search {
	s := &Search{data: d, options: o, epochs: max(1, epochs), starts: max(1, starts), best: -1}
	s.try(min(firstRate, highest(d, o.Method)))
	return s
}

// try starts the trial of a rate.
func (s *Search) try(rate float64) {
	s.options.Rate, s.costs = rate, s.costs[:0]
	s.start()
}

// start starts the next run of the trial.
func (s *Search) start() {
	o := s.options
	o.Seed += uint64(len(s.costs))
	s.run, s.passed = NewRun(s.data, o), 0
}

// length returns the number of epochs of the current trial.
func (s *Search) length() int {
	if s.refine != nil {
		return s.epochs
	}
	return min(s.epochs, max(shortest, s.epochs/10))
}

// Done reports whether the best rate is known.
func (s *Search) Done() bool { return s.run == nil }

// Step makes one epoch.
func (s *Search) Step() {
	if s.Done() {
		return
	}
	s.run.Epoch()
	s.passed++
	s.spent++
	if s.passed < s.length() && s.finite() {
		return
	}
	cost := s.run.Cost()
	if s.passed < s.length() {
		cost = math.Inf(1)
	}
	if s.costs = append(s.costs, cost); len(s.costs) < s.starts {
		s.start()
		return
	}
	s.record(Trial{s.options.Rate, s.passed, mean(s.costs)})
}

// finite reports whether the weights are still finite.
func (s *Search) finite() bool {
	w := &s.run.weights
	for _, v := range w.Alpha {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return !math.IsNaN(w.U[0])
}

// record records a trial and starts the next one.
func (s *Search) record(t Trial) {
	s.trials = append(s.trials, t)
	if s.best < 0 || t.Cost < s.trials[s.best].Cost {
		s.best, s.worse = len(s.trials)-1, 0
	} else if s.trials[s.best].Cost < math.Inf(1) {
		s.worse++
	}
	if s.refine == nil {
		if s.worse < 2 && t.Rate > 2*lastRate {
			s.try(t.Rate / 10)
			return
		}
		rate := s.trials[s.best].Rate
		s.refine, s.best = []float64{rate * math.Sqrt(10), rate, rate / math.Sqrt(10), rate / 10}, -1
		if s.refine[0] > highest(s.data, s.options.Method) {
			s.refine = s.refine[1:]
		}
	}
	if len(s.refine) == 0 {
		s.run = nil
		return
	}
	s.try(s.refine[0])
	s.refine = s.refine[1:]
}

// Best returns the options with the best rate. The search must be done.
func (s *Search) Best() Options {
	o := s.options
	o.Rate = s.trials[s.best].Rate
	return o
}

// Trials returns the trials so far, in order.
func (s *Search) Trials() []Trial { return s.trials }

// Epochs returns the number of epochs of all trials so far.
func (s *Search) Epochs() int { return s.spent }

func mean(values []float64) (sum float64) {
	for _, v := range values {
		sum += v / float64(len(values))
	}
	return sum
}
