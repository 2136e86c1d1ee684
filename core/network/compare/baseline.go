package compare

import (
	"math"

	"conelab/core/network/certify"
	"conelab/core/network/descent"
	"conelab/core/network/neural"
	"conelab/core/numeric/loss"
)

// Baseline is a configuration of gradient descent.
type Baseline struct {
	Name string
	// Activation replaces the problem's polynomial; nil keeps the polynomial.
	Activation *descent.Activation
	// Options: with a rate of zero the rate is searched, from the first run's starting point. The seed is that of the first run; further runs
	// have the following seeds.
	descent.Options
	// Epochs is the least number of epochs of a run, and that of the longest trials of the search; Runs is the number of starting points.
	Epochs, Runs int
	// AtLeast is the least time of a run, in seconds: if Epochs take less, the run has more epochs.
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
	// Least is the least of all costs evaluated (the largest number if there were none), and Seconds is the time of the whole run, from the
	// data as they are given.
	Least   float64 `json:"least"`
	Seconds float64 `json:"seconds"`
	// Reached is the time at which the cost was first within 1 % of the optimum; nil if it never was.
	Reached *float64 `json:"reached"`
	// Diverged says that the cost grew without bound at every rate tried.
	Diverged bool `json:"diverged,omitempty"`
}

// Outcome is the result of a baseline.
type Outcome struct {
	Name  string  `json:"name"`
	Width int     `json:"width"`
	Beta  float64 `json:"beta"`
	Rate  float64 `json:"rate"`
	// SearchSeconds and SearchEpochs are the cost of finding the rate, zero if it was given.
	SearchSeconds float64 `json:"search_seconds"`
	SearchEpochs  int     `json:"search_epochs"`
	Epochs        int     `json:"epochs"`
	// Floor says that no run can cost less than the optimum.
	Floor bool  `json:"floor,omitempty"`
	Runs  []Run `json:"runs"`

	best     []neural.Neuron // nil before there is any
	bestCost float64
}

const (
	// spacing is the ratio of the epoch numbers of successive evaluations: the factor by which the time to come within 1 % of the optimum may
	// be too long.
	spacing = 1.05
	// curvePoints is the approximate number of points kept of a curve.
	curvePoints = 60
	// maxEpochs is the largest number of epochs, which matters if the clock hardly resolves them.
	maxEpochs = 1 << 24
	// retries is how often a run that diverged is restarted, each time with a rate smaller by a factor of the square root of ten.
	retries = 6
)

// Train trains the baseline on p. floor is p's optimum if the baseline's runs cannot cost less, and nil otherwise. test may be nil. If the
// Stopwatch stops it, Train returns the runs that are finished and ErrStopped.
func Train(w *Stopwatch, p *certify.Problem, baseline Baseline, floor *Optimum, test *certify.Set) (*Outcome, error) {
	c := newTrainer(w, p, &baseline, floor, test)
	o := &Outcome{Name: baseline.Name, Width: baseline.Width, Beta: p.Beta, Rate: baseline.Rate, Epochs: baseline.Epochs, Floor: floor != nil}
	if o.Rate == 0 {
		if err := o.search(w, c.data, &baseline); err != nil {
			return o, err
		}
	}
	for k := range baseline.Runs {
		options := baseline.Options
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
func (o *Outcome) search(w *Stopwatch, d *descent.Data, baseline *Baseline) error {
	search := descent.NewSearch(d, baseline.Options, baseline.Epochs, 1)
	o.SearchSeconds = w.measure(func() { search.Run(w.Context) })
	o.Rate, o.SearchEpochs = search.Best().Rate, search.Epochs()
	return w.check()
}

// Best returns the neurons of the run with the least cost at its end, nil if all diverged.
func (o *Outcome) Best() []neural.Neuron { return o.best }

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

// trainer holds what the runs of a baseline share.
type trainer struct {
	watch    *Stopwatch
	problem  *certify.Problem
	baseline *Baseline
	floor    *Optimum
	data     *descent.Data
	test     *certify.Set
	testData *descent.Data
	classes  loss.Labels
	// preparation is the time spent laying out the data.
	preparation float64
}

func newTrainer(w *Stopwatch, p *certify.Problem, baseline *Baseline, floor *Optimum, test *certify.Set) *trainer {
	c := &trainer{watch: w, problem: p, baseline: baseline, floor: floor, test: test, classes: loss.LabelsOf(p.Y, p.Samples())}
	c.preparation = w.measure(func() { c.data = descent.NewData(p, baseline.Activation) })
	if test != nil {
		others := *p
		others.X, others.Y = test.X, test.Y
		c.testData = descent.NewData(&others, baseline.Activation)
	}
	return c
}

// run trains from one starting point; if it diverges, it tries again with smaller rates.
func (c *trainer) run(o *Outcome, options descent.Options) (*Run, error) {
	options.Rate = o.Rate
	spent := c.preparation
	for attempt := 0; ; attempt++ {
		run, final, err := c.attempt(options, spent)
		if err != nil {
			return nil, err
		}
		if final != nil {
			if end := run.Curve[len(run.Curve)-1].Cost; o.best == nil || end < o.bestCost {
				o.best, o.bestCost = final.Neurons(), end
			}
			return run, nil
		}
		if attempt == retries {
			run.Diverged = true
			return run, nil
		}
		spent = run.Seconds
		options.Rate /= math.Sqrt(10)
	}
}

// attempt makes one run, and returns its end, nil if it diverged. spent is the time already used.
func (c *trainer) attempt(options descent.Options, spent float64) (*Run, *descent.Run, error) {
	var training *descent.Run
	run := &Run{Seed: options.Seed, Rate: options.Rate, Least: math.MaxFloat64}
	run.Seconds = spent + c.watch.measure(func() { training = descent.NewRun(c.data, options) })
	var curve []Point
	for epochs := 0; ; {
		point, ok := c.evaluate(training, epochs, run.Seconds)
		if !ok {
			run.Curve = thin(curve)
			return run, nil, nil
		}
		curve = append(curve, point)
		run.Least = math.Min(run.Least, point.Cost)
		if c.floor != nil && run.Reached == nil && c.floor.reached(point.Cost) {
			seconds := run.Seconds
			run.Reached = &seconds
		}
		next := min(c.baseline.Epochs, max(epochs+1, int(spacing*float64(epochs))))
		if epochs >= c.baseline.Epochs {
			if run.Seconds >= c.baseline.AtLeast || epochs >= maxEpochs {
				break
			}
			next = epochs + 1 + int((spacing-1)*float64(epochs))
		}
		run.Seconds += c.watch.measure(func() {
			for range next - epochs {
				training.Epoch()
			}
		})
		epochs = next
		if err := c.watch.check(); err != nil {
			return nil, nil, err
		}
	}
	run.Curve = thin(curve)
	return run, training, nil
}

// evaluate returns the state of a run as a Point, and false if its cost is not a number or nearly the largest one.
func (c *trainer) evaluate(descent *descent.Run, epochs int, seconds float64) (Point, bool) {
	cost := descent.Cost()
	if !(cost <= math.MaxFloat64/2) {
		return Point{}, false
	}
	train, test := neural.Score(descent.Fit(), c.problem.Y, c.problem.Samples(), c.problem.Loss, c.classes), (*loss.Score)(nil)
	if c.testData != nil {
		test = neural.Score(descent.Outputs(c.testData), c.test.Y, c.testData.Samples(), c.problem.Loss, c.classes)
	}
	return Point{epochs, seconds, scoreOf(cost, train, test)}, test == nil || test.Loss < math.MaxFloat64
}

// thin keeps about curvePoints points, including the first and the last, evenly spaced in the order of evaluations, which is logarithmic
// in epochs.
func thin(curve []Point) []Point {
	every := max(1, (len(curve)+curvePoints-1)/curvePoints)
	var rest []Point
	for i, p := range curve {
		if (len(curve)-1-i)%every == 0 || i == 0 {
			rest = append(rest, p)
		}
	}
	return rest
}
