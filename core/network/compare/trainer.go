package compare

import (
	"math"

	"conelab/core/network/certify"
	"conelab/core/network/descent"
	"conelab/core/network/path"
)

// trainer holds what the runs of a rival share.
type trainer struct {
	watch    *Stopwatch
	problem  *certify.Problem
	rival    *Rival
	floor    *Optimum
	data     *descent.Data
	test     *path.Set
	testData *descent.Data
	classes  path.Classes
	// preparation is the time spent laying out the data.
	preparation float64
}

func newTrainer(w *Stopwatch, p *certify.Problem, rival *Rival, floor *Optimum, test *path.Set) *trainer {
	c := &trainer{watch: w, problem: p, rival: rival, floor: floor, test: test, classes: path.ClassesOf(p.Y, p.Samples())}
	c.preparation = w.measure(func() { c.data = descent.NewData(p, rival.Activation) })
	if test != nil {
		others := *p
		others.X, others.Y = test.X, test.Y
		c.testData = descent.NewData(&others, rival.Activation)
	}
	return c
}

// sampled is the share of a run's least time in which the time of an epoch is measured. most is the largest number of epochs for that
// measurement, if the clock hardly resolves them. generous is a factor on the number of epochs, since times vary.
const sampled, most, generous = 0.02, 1 << 24, 1.2

// lengthen increases the number of epochs, if necessary, so that they take the least time asked for.
func (c *trainer) lengthen() error {
	if !(c.rival.AtLeast > 0) {
		return nil
	}
	options := c.rival.Options
	options.Rate = 0 // the weights do not change
	run := descent.NewRun(c.data, options)
	for count := 1; ; count *= 2 {
		spent := c.watch.measure(func() {
			for range count {
				run.Epoch()
			}
		})
		if err := c.watch.check(); err != nil {
			return err
		}
		if spent >= sampled*c.rival.AtLeast || count >= most {
			each := math.Max(spent, shortestTime) / float64(count)
			c.rival.Epochs = max(c.rival.Epochs, int(math.Min(generous*c.rival.AtLeast/each, most)))
			return nil
		}
	}
}

// run trains from one starting point; if it diverges, it tries again with smaller rates.
func (c *trainer) run(o *Outcome, options descent.Options) (*Run, error) {
	options.Rate = o.Rate
	spent := 0.0
	for attempt := 0; ; attempt++ {
		run, final, err := c.attempt(options, spent)
		if err != nil {
			return nil, err
		}
		if final != nil {
			if end := run.Curve[len(run.Curve)-1].Cost; !o.bestFound || end < o.bestCost {
				o.best, o.bestCost, o.bestFound = final.Neurons(), end, true
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
		next := min(c.rival.Epochs, max(epochs+1, int(spacing*float64(epochs))))
		if epochs >= c.rival.Epochs { // more epochs, if they are faster than those timed before the run
			if run.Seconds >= c.rival.AtLeast || epochs >= most {
				break
			}
			next = epochs + 1 + int((spacing-1)*float64(c.rival.Epochs))
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

// evaluate returns the state of a run as a Point, and false if its cost is not a number.
func (c *trainer) evaluate(descent *descent.Run, epochs int, seconds float64) (Point, bool) {
	cost := descent.Cost()
	if math.IsNaN(cost) || math.IsInf(cost, 0) || cost > math.MaxFloat64/2 {
		return Point{}, false
	}
	p := Point{Epochs: epochs, Seconds: seconds}
	train := c.classes.Score(descent.Fit(), c.problem.Y, c.problem.Samples(), c.problem.Loss)
	p.Score = Score{Cost: cost, Loss: train.Error, Accuracy: train.Accuracy}
	if c.testData == nil {
		return p, true
	}
	fit := descent.Outputs(c.testData)
	test := c.classes.Score(fit, c.test.Y, c.testData.Samples(), c.problem.Loss)
	p.TestLoss, p.TestAccuracy = test.Error, test.Accuracy
	return p, !math.IsNaN(test.Error) && !math.IsInf(test.Error, 0)
}

// thin keeps about kept points, including the first and the last, evenly spaced in the order of evaluations, which is logarithmic in epochs.
func thin(curve []Point) []Point {
	every := max(1, (len(curve)+kept-1)/kept)
	var rest []Point
	for i, p := range curve {
		if (len(curve)-1-i)%every == 0 || i == 0 {
			rest = append(rest, p)
		}
	}
	return rest
}
