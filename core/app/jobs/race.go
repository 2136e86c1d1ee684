package jobs

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/app/workspace"
	"conelab/core/network/descent"
	"conelab/core/network/neural"
)

// atFloor is how far above the certified optimum a run counts as having reached it.
const atFloor = 0.01

// methods are the ways to train by name. The method sgd is momentum with batches.
var methods = map[string]descent.Method{"descent": descent.Descent, "momentum": descent.Momentum, "sgd": descent.Momentum, "adam": descent.Adam}

// Race is gradient descent from random starts on a state.
type Race struct {
	job    *descent.Race
	method string
	runs   int
	// spent are the seconds of training, searched those of the search for the rate; forward passes for the records are not in them.
	spent, searched float64
	paused          bool
	shown           int // run, or -1
	byTime          bool
}

// startRace puts runs on the line.
func (j *Jobs) startRace(t *workspace.State, in *intent.StartRace) error {
	if t.Samples() == 0 {
		return say.NoPoints()
	}
	o := descent.Options{Method: methods[in.Method], Width: in.Width, Rate: in.Rate, Batch: in.Batch, Seed: uint64(in.Seed)}
	if in.Method != "sgd" {
		o.Batch = 0
	}
	p := t.Training()
	byTime := j.race != nil && j.race.byTime
	j.race = &Race{
		job: descent.NewRace(descent.NewData(&p, nil), o, in.Runs, in.Epochs), method: in.Method, runs: in.Runs, shown: intent.None, byTime: byTime,
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
	for !r.job.Done() {
		account, begin := &r.spent, clock()
		if r.job.Searching() {
			account = &r.searched
		}
		searching, due, over := r.job.Searching(), false, false
		for !due && !over && !r.job.Done() && r.job.Searching() == searching {
			r.job.Step()
			due, over = r.job.Due(), expired()
		}
		*account += clock() - begin
		if due {
			r.job.Record()
		}
		if over {
			return
		}
	}
}

// pace returns the seconds of training that an epoch of one run takes.
func (r *Race) pace() float64 {
	if r.job.Epoch() == 0 {
		return 0
	}
	return r.spent / float64(r.runs*r.job.Epoch())
}

// state names what the race does.
func (r *Race) state() string {
	switch {
	case r.job.Done():
		return "done"
	case r.paused:
		return "paused"
	case r.job.Searching():
		return "searching"
	}
	return "racing"
}

// racePage tells how the race stands against the optimum; nil without either.
func (j *Jobs) racePage(best Optimum) *protocol.PageRace {
	r := j.race
	if r == nil || !best.Known {
		return nil
	}
	o := r.job.Options()
	p := &protocol.PageRace{
		Method: r.method, Width: o.Width, Runs: r.runs, Rate: o.Rate, Batch: o.Batch, Seed: o.Seed, Epochs: r.job.Epochs(), Epoch: r.job.Epoch(), State: r.state(),
		Ends: []float64{}, Seconds: r.pace() * float64(r.job.Epoch()), First: -1, Solve: best.Seconds, Searched: r.searched, Shown: r.shown, ByTime: r.byTime,
	}
	if search := r.job.Search(); search != nil {
		p.Trials = len(search.Trials())
	}
	if r.job.Searching() {
		p.Sentence = say.RaceSearching(p.Trials)
		return p
	}
	r.count(p, best.Cost)
	p.Sentence = say.Race(p.Reached, p.Runs, p.Epoch, p.Lost)
	return p
}

// count says of each run where it ends, and when the first came close to the optimum's cost.
func (r *Race) count(p *protocol.PageRace, floor float64) {
	costs, stride := r.job.Costs()
	first := math.MaxInt
	for _, list := range costs {
		end := list[len(list)-1]
		switch {
		case math.IsInf(end, 1):
			p.Lost++
			p.Ends = append(p.Ends, -1)
			continue
		case end <= (1+atFloor)*floor:
			p.Reached++
		}
		p.Ends = append(p.Ends, excess(end, floor))
		for k, cost := range list {
			if cost <= (1+atFloor)*floor {
				first = min(first, k*stride)
				break
			}
		}
	}
	if first < math.MaxInt {
		p.First = r.pace() * float64(first)
	}
}

// excess returns how much more than the certified optimum a network costs, relative to it.
func excess(cost, floor float64) float64 { return math.Max(0, cost-floor) / math.Max(floor, 1e-300) }

// RaceCaption says how the race stands, or that there is none.
func (j *Jobs) RaceCaption(best Optimum) string {
	if p := j.racePage(best); p != nil {
		return p.Sentence
	}
	return say.NoRaceYet
}

// RaceTo writes what the pictures show of the race, but for the network of the run that is shown; the costs are shared with it until its next
// step.
func (j *Jobs) RaceTo(dst *protocol.Race, best Optimum) {
	r, neurons := j.race, dst.Neurons[:0]
	*dst = protocol.Race{Shown: -1, Neurons: neurons}
	if r == nil || !best.Known {
		return
	}
	dst.Floor, dst.Solve = best.Cost, best.Seconds
	dst.Epochs, dst.Epoch, dst.Pace, dst.ByTime = r.job.Epochs(), r.job.Epoch(), r.pace(), r.byTime
	dst.Stride = 1
	if r.job.Searching() {
		return
	}
	dst.Shown = r.shown
	dst.Runs, dst.Stride = r.job.Costs()
}

// ShownRun returns the network of the run that is shown beside the optimum, nil without one.
func (j *Jobs) ShownRun() []neural.Neuron {
	if r := j.race; r != nil && r.shown >= 0 && !r.job.Searching() {
		return r.job.Runs()[r.shown].Neurons()
	}
	return nil
}
