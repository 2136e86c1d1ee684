package descent

import (
	"context"
	"math"
	"slices"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// maxRecorded is the largest number of costs that a race keeps of each run.
const maxRecorded = 256

// divergence is the ratio of a run's cost to its initial cost above which the run has diverged.
const divergence = 1e6

// searchStarts is the largest number of starts from which a race searches for the rate.
const searchStarts = 3

// Race trains several runs of one kind from different starts side by side. If no rate is given, it first searches for one. All
// runs are at the same epoch, except those that have diverged. If a run diverges at a rate that was found, all start again at a
// smaller one, so that the optimum is compared with descent at a suitable rate.
type Race struct {
	data     *Data
	options  Options
	epochs   int
	clock    func() float64
	search   *Search
	runs     []*Run
	costs    [][]float64 // of each run at the epochs 0, stride, 2 stride, ..., and at the last one
	stride   int
	epoch    int
	diverged []bool
	// searched and trained are the seconds of the search, starts at other rates included, and of the runs up to the newest costs, without
	// the forward passes that these take.
	searched, trained float64
	began             float64 // the search
}

// NewRace returns a race of the given numbers of runs and epochs. The runs have the seeds o.Seed, o.Seed + 1, and so on. If
// o.Rate is zero, a rate is searched for with the first few of them. The clock returns seconds from an arbitrary origin.
func NewRace(d *Data, o Options, runs, epochs int, clock func() float64) *Race {
	r := &Race{data: d, options: o, epochs: max(1, epochs), clock: clock, costs: make([][]float64, runs), diverged: make([]bool, runs)}
	if o.Rate == 0 {
		r.search = NewSearch(d, o, r.epochs, min(runs, searchStarts))
	}
	return r
}

// Run runs the race, until ctx is canceled.
func (r *Race) Run(ctx context.Context) {
	r.began = r.clock()
	if r.search != nil {
		r.search.Run(ctx)
		r.options = r.search.Best()
	}
	for r.searched = r.clock() - r.began; r.train(ctx); r.searched = r.clock() - r.began {
		r.options.Rate /= math.Sqrt(10)
	}
}

// train trains the runs from their starts, and reports whether one has diverged at a rate that was found.
func (r *Race) train(ctx context.Context) (again bool) {
	r.start()
	began := r.clock()
	for r.epoch < r.epochs {
		for i, run := range r.runs {
			if !parallel.Yield(ctx) {
				return false
			}
			if !r.diverged[i] {
				run.Epoch()
			}
		}
		r.epoch++
		if r.epoch%r.stride > 0 && r.epoch < r.epochs {
			continue
		}
		r.trained += r.clock() - began
		r.record()
		if r.search != nil && r.options.Rate > lastRate && slices.Contains(r.diverged, true) {
			return true
		}
		began = r.clock()
	}
	return false
}

// start creates the runs and records their initial costs.
func (r *Race) start() {
	r.runs, r.epoch, r.stride, r.trained = nil, 0, 1, 0
	clear(r.diverged)
	o := r.options
	for i := range r.costs {
		o.Seed = r.options.Seed + uint64(i)
		run := NewRun(r.data, o)
		r.runs = append(r.runs, run)
		r.costs[i] = append(make([]float64, 0, maxRecorded+1), run.Cost())
	}
}

// record records the costs of all runs. When there are too many, it drops every second one and doubles the stride.
func (r *Race) record() {
	for i, run := range r.runs {
		cost := math.Inf(1)
		if !r.diverged[i] {
			cost = run.Cost()
		}
		r.diverged[i] = !(cost <= divergence*r.costs[i][0])
		if r.diverged[i] {
			cost = math.Inf(1)
		}
		r.costs[i] = append(r.costs[i], cost)
	}
	if len(r.costs[0]) <= maxRecorded {
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

// Searching reports whether the rate is still being searched for.
func (r *Race) Searching() bool { return r.runs == nil }

// Trials returns how many rates were tried in the search for one.
func (r *Race) Trials() int {
	if r.search == nil {
		return 0
	}
	return len(r.search.trials)
}

// Done reports whether all runs have finished.
func (r *Race) Done() bool { return r.epoch == r.epochs }

// Options returns the options of the runs, including the rate that was found.
func (r *Race) Options() Options { return r.options }

// Epoch returns the number of epochs that all runs have completed.
func (r *Race) Epoch() int { return r.epoch }

// Searched returns the seconds that the search for the rate has taken.
func (r *Race) Searched() float64 {
	if r.Searching() {
		return r.clock() - r.began
	}
	return r.searched
}

// Pace returns the seconds of one epoch of one run, zero while that is not known.
func (r *Race) Pace() float64 {
	if r.Searching() || len(r.costs[0]) < 2 {
		return 0
	}
	return r.trained / float64(len(r.runs)*min((len(r.costs[0])-1)*r.stride, r.epochs))
}

// Runs returns the runs, or none during the search for the rate.
func (r *Race) Runs() []*Run { return r.runs }

// Costs returns the recorded costs of each run, stride epochs apart, beginning with the initial cost; the last epoch of the race is
// recorded in any case. A run that has diverged has +Inf. They are valid until the race goes on.
func (r *Race) Costs() (costs [][]float64, stride int) { return r.costs, r.stride }

// Trial is the result of one learning rate: the mean cost of all starts after a number of epochs, where a run that diverged counts as +Inf.
// It is the mean because a rate at which some starts never come to rest is not a good one.
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
	starts  int // of each trial
	trials  []Trial
	best    Trial
	spent   int // epochs of all runs
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
	return &Search{data: d, options: o, epochs: max(1, epochs), starts: max(1, starts)}
}

// Run searches, until ctx is canceled.
func (s *Search) Run(ctx context.Context) {
	few, most := min(s.epochs, max(shortest, s.epochs/10)), highest(s.data, s.options.Method)
	rate := min(firstRate, most)
	s.best = s.try(ctx, rate, few)
	for worse := 0; worse < 2 && rate > 2*lastRate && !parallel.Canceled(ctx); {
		rate /= 10
		if t := s.try(ctx, rate, few); t.Cost < s.best.Cost {
			s.best, worse = t, 0
		} else if s.best.Cost < math.Inf(1) {
			worse++
		}
	}
	near := s.best.Rate
	s.best = Trial{Rate: near, Cost: math.Inf(1)}
	for _, rate := range [...]float64{near * math.Sqrt(10), near, near / math.Sqrt(10), near / 10} {
		if rate > most || parallel.Canceled(ctx) {
			continue
		}
		if t := s.try(ctx, rate, s.epochs); t.Cost < s.best.Cost {
			s.best = t
		}
	}
}

// try trains at a rate for a number of epochs.
func (s *Search) try(ctx context.Context, rate float64, epochs int) Trial {
	o, t := s.options, Trial{Rate: rate}
	for range s.starts {
		o.Rate = rate
		run, cost := NewRun(s.data, o), math.Inf(1)
		for t.Epochs = 0; t.Epochs < epochs && run.finite() && parallel.Yield(ctx); t.Epochs++ {
			run.Epoch()
		}
		if t.Epochs == epochs {
			cost = run.Cost()
		}
		t.Cost += cost / float64(s.starts)
		s.spent += t.Epochs
		o.Seed++
	}
	s.trials = append(s.trials, t)
	return t
}

// finite reports whether the weights are still finite.
func (r *Run) finite() bool {
	return dense.Finite(r.weights.Alpha...) && !math.IsNaN(r.weights.U[0])
}

// Best returns the options with the best rate.
func (s *Search) Best() Options {
	o := s.options
	o.Rate = s.best.Rate
	return o
}

// Trials returns the trials so far, in order.
func (s *Search) Trials() []Trial { return s.trials }

// Epochs returns the number of epochs of all trials so far.
func (s *Search) Epochs() int { return s.spent }
