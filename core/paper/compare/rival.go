package compare

import (
	"math"

	"conelab/core/network/certify"
	"conelab/core/network/descent"
	"conelab/core/network/neural"
	"conelab/core/network/path"
)

// Rival is a configuration of gradient descent.
type Rival struct {
	Name string
	// Activation takes the place of the problem's polynomial; nil keeps it.
	Activation *descent.Activation
	// Options: a rate of zero is searched. The seed is that of the first run; the others follow it. The search has the first run's start.
	descent.Options
	// Epochs of a run at least, and of the longest trials of the search; Runs is the number of starts.
	Epochs, Runs int
	// AtLeast is how many seconds a run takes at least: where Epochs take less, there are more of them. The rate is searched for as many.
	AtLeast float64
}

// Point is the state of a run after some epochs.
type Point struct {
	Epochs  int     `json:"epochs"`
	Seconds float64 `json:"seconds"`
	Score
}

// Run is the training from one start.
type Run struct {
	Seed uint64 `json:"seed"`
	// Rate is lower than the outcome's where a run with that, whose time is counted, diverged.
	Rate float64 `json:"rate"`
	// Curve is thinned; its last point is the end.
	Curve []Point `json:"curve"`
	// Least is the least cost of all that were evaluated (the largest number, of none), and Seconds the time of the whole run.
	Least   float64 `json:"least"`
	Seconds float64 `json:"seconds"`
	// Reached is the time at which the cost first was within 1 % of the optimum; nil for never.
	Reached *float64 `json:"reached"`
	// Diverged: the cost grew without bound at every rate tried.
	Diverged bool `json:"diverged,omitempty"`
}

// Outcome is the result of a rival.
type Outcome struct {
	Name  string  `json:"name"`
	Width int     `json:"width"`
	Rate  float64 `json:"rate"`
	// SearchSeconds and SearchEpochs are what it took to find the rate, zero if it was given.
	SearchSeconds float64 `json:"search_seconds"`
	SearchEpochs  int     `json:"search_epochs"`
	// Preparation is the time in which the points were laid out; it is not in other times.
	Preparation float64 `json:"preparation"`
	Epochs      int     `json:"epochs"`
	Runs        []Run   `json:"runs"`

	best      []neural.Neuron
	bestCost  float64
	bestFound bool
}

const (
	// spacing is the ratio of the epochs of evaluations: a run is within 1 % of the optimum at most this factor before it is seen to be.
	spacing = 1.05
	// kept is about how many points of a curve are kept.
	kept = 60
	// retries is how often a run that diverged starts again, each time with a rate smaller by the root of ten.
	retries = 6
)

// Train trains the rival on p. The floor is p's optimum for those runs that cannot cost less; nil for others. Test may be nil.
// Where the Stopwatch stops it, the runs that are finished by then come with ErrStopped.
func Train(w *Stopwatch, p *certify.Problem, rival Rival, floor *Optimum, test *path.Set) (*Outcome, error) {
	c := newTrainer(w, p, &rival, floor, test)
	if err := c.lengthen(); err != nil {
		return nil, err
	}
	o := &Outcome{Name: rival.Name, Width: rival.Width, Rate: rival.Rate, Epochs: rival.Epochs, Preparation: c.preparation}
	if o.Rate == 0 {
		if err := o.search(w, c.data, &rival); err != nil {
			return o, err
		}
	}
	for k := range rival.Runs {
		options := rival.Options
		options.Seed += uint64(k)
		run, err := c.run(o, options)
		if err != nil {
			return o, err
		}
		o.Runs = append(o.Runs, *run)
	}
	return o, nil
}

// search finds the rate.
func (o *Outcome) search(w *Stopwatch, d *descent.Data, rival *Rival) error {
	const batch = 8
	var search *descent.Search
	o.SearchSeconds = w.measure(func() { search = descent.NewSearch(d, rival.Options, rival.Epochs, 1) })
	for !search.Done() {
		o.SearchSeconds += w.measure(func() {
			for range batch {
				search.Step()
			}
		})
		if err := w.check(); err != nil {
			return err
		}
	}
	o.Rate, o.SearchEpochs = search.Best().Rate, search.Epochs()
	return nil
}

// Best returns the neurons of the run that cost least at its end, nil where all diverged.
func (o *Outcome) Best() []neural.Neuron { return o.best }

// LeastCosts returns the least cost of each run.
func (o *Outcome) LeastCosts() (costs []float64) {
	for _, run := range o.Runs {
		costs = append(costs, run.Least)
	}
	return costs
}

// Reached returns how many runs came within 1 % of the optimum, and the time of the fastest, +Inf if there is none.
func (o *Outcome) Reached() (count int, fastest float64) {
	fastest = math.Inf(1)
	for _, run := range o.Runs {
		if run.Reached != nil {
			count++
			fastest = math.Min(fastest, *run.Reached)
		}
	}
	return count, fastest
}
