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
	// Activation replaces the problem's polynomial; nil keeps the polynomial.
	Activation *descent.Activation
	// Options: a rate of zero means that the rate is searched. The seed is that of the first run; the following runs have the following
	// seeds. The search starts from the first run's starting point.
	descent.Options
	// Epochs is the least number of epochs of a run, and that of the longest trials of the search; Runs is the number of starting points.
	Epochs, Runs int
	// AtLeast is the least time of a run, in seconds: if Epochs take less, the run has more epochs, and so have the trials of the search.
	AtLeast float64
}

// Point is the state of a run after some epochs.
type Point struct {
	Epochs  int     `json:"epochs"`
	Seconds float64 `json:"seconds"`
	Score
}

// Run is the training from one starting point.
type Run struct {
	Seed uint64 `json:"seed"`
	// Rate is lower than the outcome's rate if a run with that rate diverged; the time of that run is counted.
	Rate float64 `json:"rate"`
	// Curve is thinned out; its last point is the end.
	Curve []Point `json:"curve"`
	// Least is the least of all costs evaluated (the largest number if there were none), and Seconds is the time of the whole run.
	Least   float64 `json:"least"`
	Seconds float64 `json:"seconds"`
	// Reached is the time at which the cost was first within 1 % of the optimum; nil if it never was.
	Reached *float64 `json:"reached"`
	// Diverged says that the cost grew without bound at every rate tried.
	Diverged bool `json:"diverged,omitempty"`
}

// Outcome is the result of a rival.
type Outcome struct {
	Name  string  `json:"name"`
	Width int     `json:"width"`
	Beta  float64 `json:"beta"`
	Rate  float64 `json:"rate"`
	// SearchSeconds and SearchEpochs are the cost of finding the rate, zero if it was given.
	SearchSeconds float64 `json:"search_seconds"`
	SearchEpochs  int     `json:"search_epochs"`
	// Preparation is the time spent laying out the points; other times do not include it.
	Preparation float64 `json:"preparation"`
	Epochs      int     `json:"epochs"`
	Runs        []Run   `json:"runs"`

	best      []neural.Neuron
	bestCost  float64
	bestFound bool
}

const (
	// spacing is the ratio of the epoch numbers of successive evaluations: that a run is within 1 % of the optimum is noticed too late by at
	// most this factor.
	spacing = 1.05
	// kept is the approximate number of points of a curve that are kept.
	kept = 60
	// retries is how often a run that diverged is restarted, each time with a rate smaller by a factor of the square root of ten.
	retries = 6
)

// Train trains the rival on p. floor is p's optimum if the rival's runs cannot cost less, and nil otherwise. test may be nil. If the
// Stopwatch stops it, Train returns the runs that are finished and ErrStopped.
func Train(w *Stopwatch, p *certify.Problem, rival Rival, floor *Optimum, test *path.Set) (*Outcome, error) {
	c := newTrainer(w, p, &rival, floor, test)
	if err := c.lengthen(); err != nil {
		return nil, err
	}
	o := &Outcome{Name: rival.Name, Width: rival.Width, Beta: p.Beta, Rate: rival.Rate, Epochs: rival.Epochs, Preparation: c.preparation}
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

// search searches for the rate.
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

// Best returns the neurons of the run with the least cost at its end, nil if all diverged.
func (o *Outcome) Best() []neural.Neuron { return o.best }

// LeastCosts returns the least cost of each run.
func (o *Outcome) LeastCosts() (costs []float64) {
	for _, run := range o.Runs {
		costs = append(costs, run.Least)
	}
	return costs
}

// Reached returns how many runs came within 1 % of the optimum, and the time of the fastest of them, +Inf if there is none.
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
