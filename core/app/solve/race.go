package solve

import (
	"cmp"
	"context"
	"math"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/network/descent"
	"conelab/core/network/neural"
	"conelab/core/numeric/parallel"
)

// methods maps names to training methods. The method sgd is momentum with batches.
var methods = map[string]descent.Method{"descent": descent.Descent, "momentum": descent.Momentum, "sgd": descent.Momentum,
	"adam": descent.Adam}

// Race runs gradient descent from random starts on a state, against the convex program for the same state. First a learning rate is
// searched for, then the runs train.
type Race struct {
	task    *parallel.Task
	options descent.Options
	data    *descent.Data
	job     *descent.Race // nil before the certified optimum is known
	floor   float64       // its cost
	solved  float64       // seconds in which it was found and proved
	runs    int
	epochs  int
	paused  bool
	chosen  int // index of the run shown, or -1
	byTime  bool
}

// StartRace starts a race of runs on the state of a layer, unless that is solved without a certified optimum to compare them with.
func (j *Jobs) StartRace(layer *Layer, in *intent.StartRace) error {
	t := layer.State
	if t.Samples() == 0 {
		return t.NoPoints()
	}
	o := descent.Options{Method: methods[in.Method], Width: in.Width, Rate: in.Rate, Batch: in.Batch, Seed: uint64(in.Seed)}
	if in.Method != "sgd" {
		o.Batch = 0
	}
	if layer.Current && !layer.Certified() {
		return noOptimum()
	}
	p := t.TrainingProblem()
	next := &Race{options: o, data: descent.NewData(&p, nil), runs: in.Runs, epochs: in.Epochs, chosen: intent.None}
	if j.race != nil {
		next.byTime = j.race.byTime
		j.race.task.Drop()
	}
	next.task = parallel.NewTask(func(ctx context.Context) { next.job.Run(ctx) })
	if layer.Current {
		next.begin(layer)
	}
	j.race = next
	j.Revision++
	return nil
}

func noOptimum() error {
	return messages.Refuse("A race is compared with a certified optimum, and this network is not certified.")
}

// EndRaceWithout ends a race that was started while a layer was being solved, unless that has a certified optimum now, and says why; it
// returns nil if there is no such race.
func (j *Jobs) EndRaceWithout(layer *Layer) error {
	if j.race == nil || layer.Certified() {
		return nil
	}
	j.dropRace()
	return noOptimum()
}

// dropRace removes the race, which must exist.
func (j *Jobs) dropRace() {
	j.race.task.Drop()
	j.race = nil
	j.Revision++
}

// ChangeRace changes the race, or removes it.
func (j *Jobs) ChangeRace(in *intent.ChangeRace) error {
	r := j.race
	switch {
	case r == nil:
		return messages.Refuse("There is no race yet.")
	case in.Shown != nil && *in.Shown >= r.runs:
		return messages.Refuse("There are runs 1 to {} to show.", r.runs)
	case in.Remove:
		j.dropRace()
		return nil
	}
	r.paused, r.chosen, r.byTime = *cmp.Or(in.Paused, &r.paused), *cmp.Or(in.Shown, &r.chosen), in.Axis == "time" || in.Axis == "" && r.byTime
	j.Revision++
	return nil
}

// begin takes from the layer that has been solved what the runs depend on.
func (r *Race) begin(layer *Layer) {
	r.floor, r.solved = layer.Found.Objective, layer.Seconds
	if r.options.Width == 0 { // as wide as the optimum
		r.options.Width = max(1, min(len(layer.Found.Neurons), intent.MaxWidth))
	}
	r.job = descent.NewRace(r.data, r.options, r.runs, r.epochs, r.task.Seconds)
}

// running reports whether the runs train.
func (r *Race) running() bool { return r.job != nil && !r.job.Searching() }

// done reports whether the runs have finished.
func (r *Race) done() bool { return r.running() && r.job.Done() }

// state names what the race is doing.
func (r *Race) state() string {
	switch {
	case r.done():
		return "done"
	case r.paused:
		return "paused"
	case r.job.Searching():
		return "searching"
	}
	return "racing"
}

// ShownRun returns the network of the run that is shown beside the optimum; nil if there is none.
func (j *Jobs) ShownRun() []neural.Neuron {
	if r := j.race; r != nil && r.chosen >= 0 && r.running() {
		return r.job.Runs()[r.chosen].Neurons()
	}
	return nil
}

// stateOf returns the state of a run with the given newest cost.
func (r *Race) stateOf(cost float64) protocol.RunState {
	switch {
	case math.IsInf(cost, 1):
		return protocol.Diverged
	case cost <= (1+nearFloor)*r.floor:
		return protocol.NearOptimum
	case r.done():
		return protocol.Above
	}
	return protocol.Moving
}

// RacePicture returns what the pictures show of the race, except the network of the run that is shown. It shares the costs with the race
// until its next step.
func (j *Jobs) RacePicture() protocol.Race {
	r, dst := j.race, protocol.Race{Shown: intent.None}
	if r == nil || r.job == nil {
		return dst
	}
	dst.Floor, dst.Solved = r.floor, r.solved
	dst.Epochs, dst.Stride, dst.ByTime = r.epochs, 1, r.byTime
	if !r.running() {
		return dst
	}
	dst.Shown, dst.Pace = r.chosen, r.job.Pace()
	dst.Runs, dst.Stride = r.job.Costs()
	for _, costs := range dst.Runs {
		dst.States = append(dst.States, r.stateOf(costs[len(costs)-1]))
	}
	return dst
}

// nearFloor is the largest excess over the certified optimum, relative to it, at which a run counts as close to it.
const nearFloor = 0.01

// racePage compares the race with the optimum; nil if there is no race or no optimum.
func (j *Jobs) racePage() *protocol.PageRace {
	r := j.race
	if r == nil || r.job == nil {
		return nil
	}
	race := j.RacePicture()
	p := &protocol.PageRace{
		Runs: r.runs, Width: r.options.Width, Rate: r.job.Options().Rate, State: r.state(), Ends: []float64{}, States: []string{},
		Seconds: race.Pace * float64(r.job.Epoch()), First: -1, Solved: race.Solved, Searched: r.job.Searched(), Trials: r.job.Trials(),
		Shown: r.chosen, ByTime: r.byTime,
	}
	near := func(cost float64) bool { return r.stateOf(cost) == protocol.NearOptimum }
	for run, costs := range race.Runs {
		end := race.Excess(costs[len(costs)-1])
		switch {
		case race.States[run] == protocol.Diverged:
			p.Lost++
			end = -1
		case race.States[run] == protocol.NearOptimum:
			p.Reached++
		}
		p.Ends, p.States = append(p.Ends, end), append(p.States, race.States[run].String())
		if k := slices.IndexFunc(costs, near); k >= 0 && end >= 0 {
			if seconds := race.Pace * float64(race.Epoch(k)); p.First < 0 || seconds < p.First {
				p.First = seconds
			}
		}
	}
	p.Sentence = r.sentence(p)
	return p
}

// RaceCaption describes the state of the race, or says that there is none.
func (j *Jobs) RaceCaption() string {
	if p := j.racePage(); p != nil {
		return p.Sentence
	}
	return "none yet; the panel Race starts one."
}

// RaceNote says how fast the optimum of a race was found and proved; without a race it returns the picture's usual note.
func (j *Jobs) RaceNote(usual string) string {
	if j.race == nil || !(j.race.solved > 0) {
		return usual
	}
	return messages.Fill("Gradient descent must also turn the neurons, where it can get stuck. The optimum was found and proved in {3} ms.",
		1000*j.race.solved)
}

// sentence describes the state of the race, given the other numbers of the page.
func (r *Race) sentence(p *protocol.PageRace) string {
	if !r.running() {
		return messages.Fill("Looking for the best learning rate: {} tried.", p.Trials)
	}
	text := messages.Fill("After {epoch}, runs within 1 % of the certified optimum: {} of {}; ", r.job.Epoch(), p.Reached, p.Runs)
	if r.done() {
		text += messages.Fill("above it: {}; ", p.Runs-p.Reached-p.Lost)
	}
	text += messages.Fill("diverged: {}.", p.Lost)
	if !r.done() {
		return text
	}
	return text + " A run cannot tell by itself whether it is at the optimum: that takes the lower bound."
}
