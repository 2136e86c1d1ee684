package descent

import "math"

// recorded bounds the costs that a race keeps of each run.
const recorded = 256

// divergence is the ratio of a run's cost to its first one beyond which it has diverged.
const divergence = 1e6

// searchStarts is from how many of its starts at most a race looks for the rate.
const searchStarts = 3

// Race is several runs of one kind from different starts, side by side. Where no rate is given it is searched for first. All runs are at the
// same epoch, but for those that have diverged.
type Race struct {
	data     *Data
	options  Options
	epochs   int
	search   *Search
	runs     []*Run
	costs    [][]float64 // of each run at the epochs 0, stride, 2 stride, ..
	stride   int
	epoch    int
	next     int // the run whose epoch it is
	diverged []bool
}

// NewRace returns a race of the given number of runs over so many epochs. The runs have the seeds o.Seed, o.Seed + 1, and so on; a rate of
// zero is searched for with the first few.
func NewRace(d *Data, o Options, runs, epochs int) *Race {
	r := &Race{data: d, options: o, epochs: max(1, epochs), stride: 1, costs: make([][]float64, runs), diverged: make([]bool, runs)}
	if o.Rate == 0 {
		r.search = NewSearch(d, o, r.epochs, min(runs, searchStarts))
		return r
	}
	r.startRuns()
	return r
}

// startRuns makes the runs and records their first costs.
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

// Search returns the search for the rate, nil where it was given.
func (r *Race) Search() *Search { return r.search }

// Done reports whether all runs are at their end.
func (r *Race) Done() bool { return !r.Searching() && r.epoch == r.epochs }

// Step makes one epoch of one run, or of the search.
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

// Due reports whether all runs are at an epoch whose costs are to be recorded. Record is separate, a forward pass for each run, so that its
// time need not be counted.
func (r *Race) Due() bool {
	return !r.Searching() && r.next == 0 && len(r.costs[0]) <= r.epoch/r.stride && (r.epoch%r.stride == 0)
}

// Record records the costs of all runs, at every second of the epochs before when there are too many.
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

// Options returns the options of the runs, with the rate that was found.
func (r *Race) Options() Options { return r.options }

// Epoch returns how many epochs all runs have gone through, Epochs how many they are to.
func (r *Race) Epoch() int { return r.epoch }

// Epochs returns the length of the race.
func (r *Race) Epochs() int { return r.epochs }

// Runs returns the runs; none while the rate is looked for.
func (r *Race) Runs() []*Run { return r.runs }

// Costs returns the recorded costs of each run, at epochs that are stride apart, the first at the start. A run that has diverged has +Inf.
// They are valid until the next Record.
func (r *Race) Costs() (costs [][]float64, stride int) { return r.costs, r.stride }
