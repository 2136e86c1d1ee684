package descent

import (
	"math"
	"slices"

	"conelab/core/numeric/dense"
)

// recorded is the largest number of costs that a race keeps of each run.
const recorded = 256

// divergence is the ratio of a run's cost to its initial cost above which the run has diverged.
const divergence = 1e6

// searchStarts is the largest number of starts from which a race searches for the rate.
const searchStarts = 3

// Race trains several runs of one kind from different starts side by side. If no rate is given, it first searches for one. All
// runs are at the same epoch, except those that have diverged. If a run diverges at a rate that was found, all start again at a
// smaller one: what is compared with the optimum is descent at a rate that suits it.
type Race struct {
	data     *Data
	options  Options
	epochs   int
	search   *Search
	runs     []*Run
	costs    [][]float64 // of each run at the epochs 0, stride, 2 stride, ...
	stride   int
	epoch    int
	next     int // index of the run that makes the next epoch
	diverged []bool
}

// NewRace returns a race of the given numbers of runs and epochs. The runs have the seeds o.Seed, o.Seed + 1, and so on. If
// o.Rate is zero, a rate is searched for with the first few of them.
func NewRace(d *Data, o Options, runs, epochs int) *Race {
	r := &Race{data: d, options: o, epochs: max(1, epochs), stride: 1, costs: make([][]float64, runs), diverged: make([]bool, runs)}
	if o.Rate == 0 {
		r.search = NewSearch(d, o, r.epochs, min(runs, searchStarts))
		return r
	}
	r.startRuns()
	return r
}

// restart begins the race again at another rate.
func (r *Race) restart(rate float64) {
	r.options.Rate, r.runs, r.epoch, r.stride = rate, nil, 0, 1
	clear(r.diverged)
	r.startRuns()
}

// startRuns creates the runs and records their initial costs.
func (r *Race) startRuns() {
	o := r.options
	for i := range r.costs {
		o.Seed = r.options.Seed + uint64(i)
		run := NewRun(r.data, o)
		r.runs = append(r.runs, run)
		r.costs[i] = append(make([]float64, 0, recorded+1), run.Cost())
	}
}

// Searching reports whether the rate is still being searched for.
func (r *Race) Searching() bool { return r.runs == nil }

// Search returns the search for the rate, or nil if the rate was given.
func (r *Race) Search() *Search { return r.search }

// Done reports whether all runs have finished.
func (r *Race) Done() bool { return !r.Searching() && r.epoch == r.epochs }

// Step makes one epoch of one run or of the search.
func (r *Race) Step() {
	switch {
	case r.Done():
	case r.Searching():
		r.search.Step()
		if r.search.Done() {
			r.options = r.search.Best()
			r.startRuns()
		}
	default:
		if !r.diverged[r.next] {
			r.runs[r.next].Epoch()
		}
		if r.next++; r.next == len(r.runs) {
			r.next = 0
			r.epoch++
		}
	}
}

// Due reports whether all runs are at an epoch whose costs should be recorded. Record is a separate call, with a forward pass for
// each run, so that the caller can leave its time out of the measurement.
func (r *Race) Due() bool {
	return !r.Searching() && r.next == 0 && len(r.costs[0]) <= r.epoch/r.stride && (r.epoch%r.stride == 0)
}

// Record records the costs of all runs, and starts them again if one has diverged at a rate that was found. When there are too many, it
// drops every second one and doubles the stride.
func (r *Race) Record() {
	for i, run := range r.runs {
		cost := math.Inf(1)
		if !r.diverged[i] {
			cost = run.Cost()
		}
		if r.diverged[i] = !(cost <= divergence*r.costs[i][0]); r.diverged[i] {
			cost = math.Inf(1)
		}
		r.costs[i] = append(r.costs[i], cost)
	}
	if r.search != nil && r.options.Rate > lastRate && slices.Contains(r.diverged, true) {
		r.restart(r.options.Rate / math.Sqrt(10))
		return
	}
	if len(r.costs[0]) <= recorded {
		return
	}
	for i, c := range r.costs {
		kept := c[:0]
		for k := 0; k < len(c); k += 2 {
			kept = append(kept, c[k])
		}
		r.costs[i] = kept
	}
	r.stride *= 2
}

// Options returns the options of the runs, including the rate that was found.
func (r *Race) Options() Options { return r.options }

// Epoch returns the number of epochs that all runs have completed.
func (r *Race) Epoch() int { return r.epoch }

// Runs returns the runs, or none during the search for the rate.
func (r *Race) Runs() []*Run { return r.runs }

// Costs returns the recorded costs of each run, stride epochs apart, beginning with the initial cost. A run that has diverged has
// +Inf. They are valid until the next Record.
func (r *Race) Costs() (costs [][]float64, stride int) { return r.costs, r.stride }

// Trial is the result of one learning rate: the mean of the costs of all starts after so many epochs, where a run that diverged
// counts as +Inf. It is the mean because a rate at which some starts never come to rest is not a good one.
type Trial struct {
	Rate   float64
	Epochs int
	Cost   float64
}

// Search looks for the learning rate with the least cost after a number of epochs. First it goes down by decades with a tenth of
// the epochs, until the cost has been worse than the best twice in a row. Then it tries the best decade, the next smaller one,
// and the half decades beside the best with all epochs. A run that diverges is stopped at once. All rates are tried from the same
// starts. With a single start, a large rate that happens to jump to the optimum once would beat rates that reach it every time.
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
	// longestStep is the largest rate that is tried with Adam, whose steps are as long as its rate however small the gradient is.
	// A run that turns directions by more than this in every step cannot come to rest, and yet may jump to a lower cost than runs
	// that do. Labels larger than 1 need larger weights, and so longer steps.
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

// NewSearch returns a search for the rate of runs with the given options, from the given number of starts, with the seeds o.Seed,
// o.Seed + 1, ...
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
