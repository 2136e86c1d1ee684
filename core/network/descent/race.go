package descent

import "math"

// recorded is the largest number of costs that a race keeps of each run.
const recorded = 256

// divergence is the ratio of a run's cost to its initial cost above which the run has diverged.
const divergence = 1e6

// searchStarts is the largest number of starts from which a race searches for the rate.
const searchStarts = 3

// Race trains several runs of one kind from different starts side by side. If no rate is given, it first searches for one. All runs are at the same
// epoch, except those that have diverged.
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

// NewRace returns a race of the given numbers of runs and epochs. The runs have the seeds o.Seed, o.Seed + 1, and so on. If o.Rate is zero, a rate is
// searched for with the first few of them.
func NewRace(d *Data, o Options, runs, epochs int) *Race {
	r := &Race{data: d, options: o, epochs: max(1, epochs), stride: 1, costs: make([][]float64, runs), diverged: make([]bool, runs)}
	if o.Rate == 0 {
		r.search = NewSearch(d, o, r.epochs, min(runs, searchStarts))
		return r
	}
	r.startRuns()
	return r
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

// Due reports whether all runs are at an epoch whose costs should be recorded. Record is a separate call, with a forward pass for each run, so that
// the caller can leave its time out of the measurement.
func (r *Race) Due() bool {
	return !r.Searching() && r.next == 0 && len(r.costs[0]) <= r.epoch/r.stride && (r.epoch%r.stride == 0)
}

// Record records the costs of all runs. When there are too many, it drops every second one and doubles the stride.
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

// Costs returns the recorded costs of each run, stride epochs apart, beginning with the initial cost. A run that has diverged has +Inf. They are
// valid until the next Record.
func (r *Race) Costs() (costs [][]float64, stride int) { return r.costs, r.stride }
