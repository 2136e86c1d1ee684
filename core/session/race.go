package session

import (
	"errors"
	"math"
	"strconv"

	"conelab/core/train"
	"conelab/core/wire"
)

// What a race may be asked for.
const (
	maxRuns, maxWidth, maxEpochs = 50, 200, 1000000
	// atFloor is how far above the certified optimum a run counts as having reached it.
	atFloor = 0.01
)

// methods are the ways to train by name. The method sgd is momentum with batches.
var methods = map[string]train.Method{"descent": train.Descent, "momentum": train.Momentum, "sgd": train.Momentum, "adam": train.Adam}

// race is gradient descent on what is on the stage, in the time that nothing else needs.
type race struct {
	job    *train.Race
	method string
	start  train.Options
	runs   int
	// spent are the seconds of training, searched those of the search for the rate; forward passes for the records are not in them.
	spent, searched float64
	paused          bool
	shown           int
	byTime          bool
}

// raceIntent carries out one of the race's intents.
func (s *Session) raceIntent(in *intent) error {
	if in.Name == "start" {
		return s.startRace(in)
	}
	r := s.race
	if r == nil {
		return errors.New("There is no race yet.")
	}
	switch in.Name {
	case "pause":
		r.paused = true
	case "resume":
		r.paused = false
	case "clear":
		s.race = nil
	case "axis":
		if in.Kind != "epochs" && in.Kind != "time" {
			return errors.New("The axis of a race must be epochs or time.")
		}
		r.byTime = in.Kind == "time"
	case "show":
		if in.Index == nil || *in.Index < -1 || *in.Index >= r.runs {
			return errors.New("There are runs 1 to " + strconv.Itoa(r.runs) + " to show.")
		}
		r.shown = *in.Index
	default:
		return errors.New("A race can be started, paused, resumed and cleared, its axis chosen, and its runs shown.")
	}
	return nil
}

// startRace puts runs on the line.
func (s *Session) startRace(in *intent) error {
	if len(s.y) == 0 {
		return errNoPoints
	}
	method, ok := methods[in.Method]
	switch {
	case !ok:
		return errors.New("The method must be descent, momentum, sgd or adam.")
	case in.Runs < 1 || in.Runs > maxRuns:
		return errors.New("There must be 1 to " + strconv.Itoa(maxRuns) + " runs.")
	case in.Width < 1 || in.Width > maxWidth:
		return errors.New("There must be 1 to " + strconv.Itoa(maxWidth) + " neurons in each run.")
	case in.Epochs < 1 || in.Epochs > maxEpochs:
		return errors.New("There must be 1 to " + strconv.Itoa(maxEpochs) + " epochs.")
	case !(in.Rate >= 0 && in.Rate <= 1e6):
		return errors.New("The learning rate must be above 0, or 0 to look for a good one.")
	case in.Batch < 0:
		return errors.New("A batch must have at least one sample.")
	}
	o := train.Options{Method: method, Width: in.Width, Rate: in.Rate, Batch: in.Batch, Seed: in.Seed}
	if in.Method != "sgd" {
		o.Batch = 0
	}
	p := s.training()
	byTime := s.race != nil && s.race.byTime
	s.race = &race{
		job: train.NewRace(train.NewData(&p, nil), o, in.Runs, in.Epochs), method: in.Method, start: o, runs: in.Runs, shown: -1, byTime: byTime,
	}
	return nil
}

// racing reports whether there is a race to go on with.
func (s *Session) racing() bool {
	return s.race != nil && !s.race.paused && !s.race.job.Done() && s.solved != nil && !s.Busy()
}

// run goes on with the race until expired reports true.
func (r *race) run(clock func() float64, expired func() bool) {
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
func (r *race) pace() float64 {
	if r.job.Epoch() == 0 {
		return 0
	}
	return r.spent / float64(r.runs*r.job.Epoch())
}

// state names what the race does.
func (r *race) state() string {
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

// page tells how the race stands against a certified optimum.
func (s *Session) racePage() *wire.PageRace {
	r := s.race
	if r == nil || s.solved == nil {
		return nil
	}
	floor := s.solved.Objective
	o := r.job.Options()
	p := &wire.PageRace{
		Method: r.method, Width: o.Width, Runs: r.runs, Rate: o.Rate, Batch: o.Batch, Seed: o.Seed, Epochs: r.job.Epochs(), Epoch: r.job.Epoch(), State: r.state(),
		Ends: []float64{}, Seconds: r.pace() * float64(r.job.Epoch()), First: -1, Solve: s.seconds, Searched: r.searched, Shown: r.shown, ByTime: r.byTime,
	}
	if search := r.job.Search(); search != nil {
		p.Trials = len(search.Trials())
	}
	if r.job.Searching() {
		p.Sentence = "Looking for the best learning rate: " + strconv.Itoa(p.Trials) + " tried."
		return p
	}
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
	p.Sentence = raceSentence(p)
	return p
}

// raceCaption says how the race stands, or that there is none.
func (s *Session) raceCaption() string {
	if p := s.racePage(); p != nil {
		return p.Sentence
	}
	return "none yet; the panel Race starts one."
}

// excess returns how much more than the certified optimum a network costs, relative to it.
func excess(cost, floor float64) float64 { return math.Max(0, cost-floor) / math.Max(floor, 1e-300) }

func raceSentence(p *wire.PageRace) string {
	runs := "runs"
	if p.Runs == 1 {
		runs = "run"
	}
	text := strconv.Itoa(p.Reached) + " of " + strconv.Itoa(p.Runs) + " " + runs + " within 1 % of the certified optimum after " + strconv.Itoa(p.Epoch) + " epochs"
	if p.Lost > 0 {
		text += ", " + strconv.Itoa(p.Lost) + " diverged"
	}
	return text + "."
}

// raceTo writes what the pictures show of the race; the costs are shared with it until its next step.
func (s *Session) raceTo(dst *wire.Race) {
	r := s.race
	neurons := dst.Neurons[:0]
	*dst = wire.Race{Shown: -1, Neurons: neurons}
	if r == nil || s.solved == nil {
		return
	}
	dst.Floor, dst.Solve = s.solved.Objective, s.seconds
	dst.Epochs, dst.Epoch, dst.Pace, dst.ByTime = r.job.Epochs(), r.job.Epoch(), r.pace(), r.byTime
	dst.Stride = 1
	if r.job.Searching() {
		return
	}
	dst.Shown = r.shown
	dst.Runs, dst.Stride = r.job.Costs()
	if r.shown < 0 || !s.pictured() || !s.drawable() {
		return
	}
	var m wire.Symmetric
	for _, neuron := range r.job.Runs()[r.shown].Neurons() {
		if neuron.Output != s.output() {
			continue
		}
		n := wire.Neuron{Alpha: neuron.Alpha}
		copy(n.U[:], neuron.U)
		m.AddOuter(math.Copysign(1, n.Alpha), n.Lifted())
		dst.Neurons = append(dst.Neurons, n)
	}
	dst.Function = m.Function([3]float64{s.sigma.A, s.sigma.B, s.sigma.C})
}
