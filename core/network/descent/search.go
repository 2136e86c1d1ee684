package descent

import "math"

// Trial is the result of a learning rate: the cost after so many epochs, +Inf if the run diverged.
type Trial struct {
	Rate   float64
	Epochs int
	Cost   float64
}

// Search looks for the learning rate with which a run has the least cost after a number of epochs. It first goes down by decades with
// a tenth of the epochs, until the costs have grown twice in a row; then it tries all of them at the best decade, the next smaller, and the
// half decades beside it. A run that diverges is stopped at once. All runs have the same start.
type Search struct {
	data    *Data
	options Options
	epochs  int
	trials  []Trial
	refine  []float64 // rates still to be tried with all epochs, nil before the decades are done
	run     *Run
	passed  int // epochs of the run
	spent   int // epochs of all runs
	worse   int
	best    int // trial
}

const (
	firstRate, lastRate = 10.0, 1e-15
	shortest            = 10 // epochs
)

// NewSearch returns a search for the runs that the options describe, but for their rate.
func NewSearch(d *Data, o Options, epochs int) *Search {
	s := &Search{data: d, options: o, epochs: max(1, epochs), best: -1}
	s.start(firstRate)
	return s
}

func (s *Search) start(rate float64) {
	s.options.Rate, s.passed = rate, 0
	s.run = NewRun(s.data, s.options)
}

// length returns the epochs of the current trial.
func (s *Search) length() int {
	if s.refine != nil {
		return s.epochs
	}
	return min(s.epochs, max(shortest, s.epochs/10))
}

// Done reports whether the best rate is known.
func (s *Search) Done() bool { return s.run == nil }

// Step goes on by one epoch.
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
	trial := Trial{s.options.Rate, s.passed, s.run.Cost()}
	if s.passed < s.length() {
		trial.Cost = math.Inf(1)
	}
	s.record(trial)
}

// finite reports whether the weights are still numbers.
func (s *Search) finite() bool {
	w := &s.run.weights
	for _, v := range w.Alpha {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return !math.IsNaN(w.U[0])
}

// record records a trial and starts the next.
func (s *Search) record(t Trial) {
	s.trials = append(s.trials, t)
	if s.best < 0 || t.Cost < s.trials[s.best].Cost {
		s.best, s.worse = len(s.trials)-1, 0
	} else if s.trials[s.best].Cost < math.Inf(1) {
		s.worse++
	}
	if s.refine == nil {
		if s.worse < 2 && t.Rate > 2*lastRate {
			s.start(t.Rate / 10)
			return
		}
		rate := s.trials[s.best].Rate
		s.refine, s.best = []float64{rate * math.Sqrt(10), rate, rate / math.Sqrt(10), rate / 10}, -1
	}
	if len(s.refine) == 0 {
		s.run = nil
		return
	}
	s.start(s.refine[0])
	s.refine = s.refine[1:]
}

// Best returns the options with the best rate. The search must be done.
func (s *Search) Best() Options {
	o := s.options
	o.Rate = s.trials[s.best].Rate
	return o
}

// Trials returns what was tried so far, in order.
func (s *Search) Trials() []Trial { return s.trials }

// Epochs returns the epochs of all trials so far.
func (s *Search) Epochs() int { return s.spent }
