package solve

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/network/descent"
	"conelab/core/network/neural"
)

// methods maps names to training methods. The method sgd is momentum with batches.
var methods = map[string]descent.Method{"descent": descent.Descent, "momentum": descent.Momentum, "sgd": descent.Momentum, "adam": descent.Adam}

// Race runs gradient descent from random starts on a state, against the convex program for the same state. First the program is timed, then a
// learning rate is searched for, then the runs train.
type Race struct {
	timing  timing
	options descent.Options
	data    *descent.Data
	job     *descent.Race // nil while the convex program is timed
	method  string
	runs    int
	epochs  int
	// spent is the training time in seconds, searched that of the search for the rate. Forward passes for the records are not included.
	spent, searched float64
	paused          bool
	shown           int // index of the run shown, or -1
	byTime          bool
}

// mostOnce is the largest predicted duration of a solve, in seconds, for which a race is offered, because a race cannot pause within a solve.
const mostOnce = 3

// startRace starts a race.
func (j *Jobs) startRace(t *workspace.State, in *intent.StartRace) error {
	if t.Samples() == 0 {
		return messages.NoPoints()
	}
	o := descent.Options{Method: methods[in.Method], Width: in.Width, Rate: in.Rate, Batch: in.Batch, Seed: uint64(in.Seed)}
	if in.Method != "sgd" {
		o.Batch = 0
	}
	if once := ForecastOf(t).Seconds; once > mostOnce {
		return messages.TooLongForRace(once)
	}
	p := t.Training()
	byTime := j.race != nil && j.race.byTime
	j.race = &Race{
		timing: newTiming(p), options: o, data: descent.NewData(&p, nil), method: in.Method, runs: in.Runs, epochs: in.Epochs,
		shown: intent.None, byTime: byTime,
	}
	return nil
}

// steer carries out an intent on a started race.
func (j *Jobs) steer(in intent.Intent) error {
	r := j.race
	if r == nil {
		return messages.NoRace()
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
			return messages.NoRun(r.runs)
		}
		r.shown = in.Index
	}
	return nil
}

// run continues the race until expired reports true.
func (r *Race) run(clock func() float64, expired func() bool) {
	for over := false; !over && !r.done(); {
		switch {
		case !r.timing.done():
			over = r.timing.run(clock, expired)
		case r.job == nil:
			r.createRuns()
		default:
			over = r.train(clock, expired)
		}
	}
}

// createRuns creates the runs. If no width is given, they are as wide as the optimum.
func (r *Race) createRuns() {
	if r.options.Width == 0 {
		r.options.Width = max(1, min(r.timing.neurons, intent.MostWidth))
	}
	r.job = descent.NewRace(r.data, r.options, r.runs, r.epochs)
}

// train continues the runs, or the search for their rate, up to the next record. It reports whether time is over.
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

// running reports whether the runs train; searching reports whether their rate is searched for.
func (r *Race) running() bool   { return r.job != nil && !r.job.Searching() }
func (r *Race) searching() bool { return r.job != nil && r.job.Searching() }

// done reports whether the runs have finished.
func (r *Race) done() bool { return r.running() && r.job.Done() }

// epoch returns the number of epochs that all runs have completed.
func (r *Race) epoch() int {
	if !r.running() {
		return 0
	}
	return r.job.Epoch()
}

// pace returns the training time in seconds of one epoch of one run.
func (r *Race) pace() float64 {
	if r.epoch() == 0 {
		return 0
	}
	return r.spent / float64(r.runs*r.epoch())
}

// state names what the race is doing.
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
	}
	return "racing"
}

// ShownRun returns the network of the run that is shown beside the optimum; nil if there is none.
func (j *Jobs) ShownRun() []neural.Neuron {
	if r := j.race; r != nil && r.shown >= 0 && r.running() {
		return r.job.Runs()[r.shown].Neurons()
	}
	return nil
}
