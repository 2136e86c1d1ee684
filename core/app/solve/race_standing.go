package solve

import (
	"math"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
)

// nearFloor is the largest excess over the certified optimum, relative to it, at which a run counts as close to it.
const nearFloor = 0.01

// arrival is the largest excess over the certified optimum, relative to it, at which a run counts as being there.
const arrival = 1e-4

// place returns the place of a run whose newest cost is known.
func (r *Race) place(cost, floor float64) protocol.Place {
	switch {
	case math.IsInf(cost, 1):
		return protocol.Diverged
	case cost-floor <= arrival*floor:
		return protocol.AtOptimum
	case r.done():
		return protocol.Above
	}
	return protocol.Moving
}

// racePage compares the race with the optimum; nil if there is no race or no optimum.
func (j *Jobs) racePage(best Optimum) *protocol.PageRace {
	r := j.race
	if r == nil || !best.Known {
		return nil
	}
	o := r.options
	p := &protocol.PageRace{
		Method: r.method, Width: o.Width, Runs: r.runs, Rate: o.Rate, Batch: o.Batch, Seed: o.Seed, Epochs: r.epochs, Epoch: r.epoch(),
		State: r.state(), Ends: []float64{}, Places: []string{}, Seconds: r.pace() * float64(r.epoch()), First: -1, Cold: middle(r.timing.cold),
		Warm: middle(r.timing.warm), Searched: r.searched, Shown: r.shown, ByTime: r.byTime,
	}
	if r.job == nil {
		p.Sentence = messages.RaceSolving
		return p
	}
	p.Rate = r.job.Options().Rate
	if search := r.job.Search(); search != nil {
		p.Trials = len(search.Trials())
	}
	if r.searching() {
		p.Sentence = messages.RaceSearching(p.Trials)
		return p
	}
	counts := r.count(p, best.Cost)
	if p.Sentence = messages.Race(p.Reached, p.Runs, p.Epoch, p.Lost); r.done() {
		p.Sentence = messages.RaceEnded(p.Runs, p.Epoch, counts)
	}
	return p
}

// count writes for each run its place and the epoch at which it first came close to the optimum's cost, and counts the runs at each place.
func (r *Race) count(p *protocol.PageRace, floor float64) (counts [protocol.Places]int) {
	costs, stride := r.job.Costs()
	first := math.MaxInt
	for _, list := range costs {
		end := list[len(list)-1]
		place := r.place(end, floor)
		p.Places = append(p.Places, place.String())
		counts[place]++
		switch {
		case math.IsInf(end, 1):
			p.Lost++
			p.Ends = append(p.Ends, -1)
			continue
		case end <= (1+nearFloor)*floor:
			p.Reached++
		}
		p.Ends = append(p.Ends, excess(end, floor))
		for k, cost := range list {
			if cost <= (1+nearFloor)*floor {
				first = min(first, k*stride)
				break
			}
		}
	}
	if first < math.MaxInt {
		p.First = r.pace() * float64(first)
	}
	return counts
}

// excess returns how much more a network costs than the certified optimum, relative to the latter.
func excess(cost, floor float64) float64 { return math.Max(0, cost-floor) / math.Max(floor, 1e-300) }

// RaceCaption describes the state of the race, or says that there is none.
func (j *Jobs) RaceCaption(best Optimum) string {
	if p := j.racePage(best); p != nil {
		return p.Sentence
	}
	return messages.NoRaceYet
}

// RaceTo writes what the pictures show of the race, except the network of the run that is shown. dst shares the costs with the race until its next
// step.
func (j *Jobs) RaceTo(dst *protocol.Race, best Optimum) {
	r, neurons, places := j.race, dst.Neurons[:0], dst.Places[:0]
	*dst = protocol.Race{Shown: -1, Neurons: neurons, Places: places}
	if r == nil || !best.Known {
		return
	}
	dst.Floor, dst.Cold, dst.Warm = best.Cost, middle(r.timing.cold), middle(r.timing.warm)
	dst.Epochs, dst.Epoch, dst.Pace, dst.ByTime = r.epochs, r.epoch(), r.pace(), r.byTime
	dst.Stride = 1
	if !r.running() {
		return
	}
	dst.Shown = r.shown
	dst.Runs, dst.Stride = r.job.Costs()
	for _, costs := range dst.Runs {
		dst.Places = append(dst.Places, r.place(costs[len(costs)-1], best.Cost))
	}
}
