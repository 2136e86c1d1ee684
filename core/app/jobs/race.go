package jobs

import (
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/app/solution"
	"conelab/core/app/workspace"
	"conelab/core/network/descent"
	"conelab/core/network/neural"
)

// methods are the ways to train by name. The method sgd is momentum with batches.
var methods = map[string]descent.Method{"descent": descent.Descent, "momentum": descent.Momentum, "sgd": descent.Momentum, "adam": descent.Adam}

// Race is gradient descent from random starts on a state, beside the convex program of the same state. First the program is timed, then a rate
// is looked for, then the runs go, and at the end it is told where each has come to.
type Race struct {
	timing  timing
	options descent.Options
	data    *descent.Data
	job     *descent.Race // nil while the program is timed
	rests   []descent.Rest
	method  string
	runs    int
	epochs  int
	// spent are the seconds of training, searched those of the search for the rate; forward passes for the records are not in them.
	spent, searched float64
	paused          bool
	shown           int // run, or -1
	byTime          bool
}

// mostOnce is the predicted number of seconds of a solve up to which there is a race, which is not set aside within one.
const mostOnce = 3

// startRace puts runs on the line.
func (j *Jobs) startRace(t *workspace.State, in *intent.StartRace) error {
	if t.Samples() == 0 {
		return say.NoPoints()
	}
	o := descent.Options{Method: methods[in.Method], Width: in.Width, Rate: in.Rate, Batch: in.Batch, Seed: uint64(in.Seed)}
	if in.Method != "sgd" {
		o.Batch = 0
	}
	if once := solution.ForecastOf(t).Seconds; once > mostOnce {
		return say.TooLongForRace(once)
	}
	p := t.Training()
	byTime := j.race != nil && j.race.byTime
	j.race = &Race{
		timing: newTiming(p), options: o, data: descent.NewData(&p, nil), method: in.Method, runs: in.Runs, epochs: in.Epochs,
		shown: intent.None, byTime: byTime,
	}
	return nil
}

// steer carries out an intent on a race that has been started.
func (j *Jobs) steer(in intent.Intent) error {
	r := j.race
	if r == nil {
		return say.NoRace()
	}
	switch in := in.(type) {
	case *intent.PauseRace:
		r.paused = true
	case *intent.ResumeRace:
		r.paused = false
	case *intent.ClearRace:
		j.race = nil
	case *intent.RaceAxis:
		r.byTime = in.Kind == "time"
	case *intent.ShowRun:
		if in.Index >= r.runs {
			return say.NoRun(r.runs)
		}
		r.shown = in.Index
	}
	return nil
}

// run goes on with the race until expired reports true.
func (r *Race) run(clock func() float64, expired func() bool) {
	for over := false; !over && !r.done(); {
		switch {
		case !r.timing.done():
			over = r.timing.run(clock, expired)
		case r.job == nil:
			r.line()
		case !r.job.Done():
			over = r.train(clock, expired)
		default:
			run := r.job.Runs()[len(r.rests)]
			r.rests = append(r.rests, run.Rest())
			over = expired()
		}
	}
}

// line makes the runs, as wide as the optimum where no width was asked for.
func (r *Race) line() {
	if r.options.Width == 0 {
		r.options.Width = max(1, min(r.timing.neurons, intent.MostWidth))
	}
	r.job = descent.NewRace(r.data, r.options, r.runs, r.epochs)
}

// train goes on with the runs, or the search for their rate, up to the next record, and reports whether time is over.
func (r *Race) train(clock func() float64, expired func() bool) (over bool) {
	account, begin := &r.spent, clock()
	if r.searching() {
		account = &r.searched
	}
	searching, due := r.searching(), false
	for !due && !over && !r.job.Done() && r.searching() == searching {
		r.job.Step()
		due, over = r.job.Due(), expired()
	}
	*account += clock() - begin
	if due {
		r.job.Record()
	}
	return over
}

// running reports whether there are runs, searching whether their rate is looked for.
func (r *Race) running() bool   { return r.job != nil && !r.job.Searching() }
func (r *Race) searching() bool { return r.job != nil && r.job.Searching() }

// done reports whether the runs are at their end, and it is known where.
func (r *Race) done() bool {
	return r.running() && r.job.Done() && (len(r.rests) == r.runs || !r.data.Curved())
}

// epoch returns how far all runs are.
func (r *Race) epoch() int {
	if !r.running() {
		return 0
	}
	return r.job.Epoch()
}

// pace returns the seconds of training that an epoch of one run takes.
func (r *Race) pace() float64 {
	if r.epoch() == 0 {
		return 0
	}
	return r.spent / float64(r.runs*r.epoch())
}

// state names what the race does.
func (r *Race) state() string {
	switch {
	case r.done():
		return "done"
	case r.paused:
		return "paused"
	case r.job == nil:
		return "solving"
	case r.searching():
		return "searching"
	case r.job.Done():
		return "judging"
	}
	return "racing"
}

// ShownRun returns the network of the run that is shown beside the optimum, nil without one.
func (j *Jobs) ShownRun() []neural.Neuron {
	if r := j.race; r != nil && r.shown >= 0 && r.running() {
		return r.job.Runs()[r.shown].Neurons()
	}
	return nil
}
