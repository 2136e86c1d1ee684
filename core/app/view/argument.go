package view

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/network/certify"
	"conelab/core/network/landscape"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

const (
	// addedCosts and sectionCosts are the numbers of costs on the curves of the pictures.
	addedCosts, sectionCosts = 41, 81
	// usualTurn, in degrees, and usualScale are the default perturbation of the heaviest neuron. A fraction of it, at least leastShare, is
	// used if with the whole the cost would exceed usualCost times the optimum's. It is large enough to be seen in the data.
	usualTurn, usualScale, usualCost = 50, 0.5, 1.25
	leastShare                       = 1e-6
	// traceStep is the step around the circle, as a share of it, at which the gain is evaluated.
	traceStep = 1.0 / 360
	// leap is the share of the circle from which on a move counts as pointing elsewhere: what it passes was not looked at.
	leap = 0.25
	// smallestGain is the size, relative to beta, below which a gain is shown as 0, because the certificate is not more precise.
	smallestGain = 1e-6
	// apart is the angle, in radians, between lines of the map that count as different ones, and enough how many of them are a search of it.
	apart, enough = 0.35, 8
)

// Argument is the state of the argument's five pictures, except for the position of the animation. The zero value compares the optimum with
// a random network.
type Argument struct {
	// chosen by the user
	baseline string
	seed     int
	probe    []float64 // the direction at which the user points, nil for none

	trace trace
	computed
}

// computed is what has been computed for a result and an output.
type computed struct {
	result        *certify.Result
	output        int
	all           []neural.Neuron // all neurons, those of the output first and sorted by number
	neurons       []neural.Neuron // the neurons of the output
	numbers       []int           // their numbers
	land          *landscape.Landscape
	piecewise     bool // the activation is piecewise linear: a direction has one more number than there are features
	reached       bool // g reaches the price at all neurons
	circle        circle
	perturbations []perturbation // of each neuron that is shown: the user's or, until there is one, the default
	bowl          *landscape.Section
	weights       [addedCosts]float64
	reach         float64             // of the weights; 0 until it is needed
	lines         []landscape.Tangent // the tangents; nil until they are needed
	worst         *landscape.Evaluation
	evaluation    *landscape.Evaluation // at the position evaluatedAt
	evaluatedAt   float64
}

// trace is what the price animation has shown since it was chosen or the network changed.
type trace struct {
	best    float64     // the largest |g|
	bestAt  int         // the number of the neuron where that was, 0 if there was none or the pictures do not name it
	pointed [][]float64 // the lines at which the user has pointed, those that are apart from each other
	begun   bool        // it has moved
	turned  float64     // turns from its start to its present position, along the way that it went
	swept   [2]float64  // the range of turned
	last    float64     // its previous position
}

// perturbation is what is done to a neuron: a rotation in degrees and a factor of its weight.
type perturbation struct{ turn, scale float64 }

// part returns a fraction of a perturbation.
func (p perturbation) part(share float64) perturbation {
	return perturbation{share * p.turn, 1 + share*(p.scale-1)}
}

// SetBaseline sets the network that the optimum is compared with.
func (a *Argument) SetBaseline(in *intent.SetBaseline) {
	a.baseline, a.seed, a.bowl = in.Name, in.Seed, nil
}

// Perturb perturbs a neuron of the network shown, or restores all neurons, and restarts a picture of the argument. The other neurons keep
// what is left of the earlier perturbation.
func (p *Pictures) Perturb(in *intent.Perturb) error {
	content, a, progress := p.content(), &p.Argument, 0.0
	if p.Player.Topic == protocol.Bounds {
		progress = p.Player.Position / protocol.ArgumentUnits
	}
	if !content.hasArgument() {
		return errors.New(cmp.Or(content.uncertified(), "The argument, in which neurons are perturbed, is not made for what is shown."))
	}
	a.update(content.layer, content.output)
	switch share := a.shareLeft(progress); {
	case in.Neuron >= len(a.neurons):
		return messages.NoNeuron(in.Neuron)
	case in.Neuron < 0:
		a.choose()
	default:
		for k := range a.perturbations {
			a.perturbations[k] = a.perturbations[k].part(share)
		}
		a.perturbations[in.Neuron] = perturbation{in.Turn, in.Scale}
	}
	a.bowl, a.worst, a.evaluation = nil, nil, nil
	if p.Player.Topic.Argues() {
		p.Player.Place(0, false)
	}
	return nil
}

// update switches to the newest result and the output that is shown.
func (a *Argument) update(s *solve.Layer, output int) {
	r := s.Found
	if r == a.result && output == a.output && a.land != nil || r == nil {
		return
	}
	a.computed, a.trace = computed{result: r, output: output}, trace{last: a.trace.last}
	all, numbers := s.Neurons(intent.None)
	for i, n := range all {
		if n.Output == output {
			a.neurons, a.numbers = append(a.neurons, n), append(a.numbers, numbers[i])
		}
	}
	a.all = a.outputFirst(all)
	ordered := *r
	ordered.Neurons = a.all
	a.land, a.piecewise = landscape.New(s.Problem(), &ordered), s.Piecewise() != nil
	d := s.Problem().D
	if a.piecewise {
		d++
	}
	a.circle, a.reached = circleOf(d, a.neurons), reachesPrice(s, a.neurons)
	a.choose()
}

// Network returns the network that a topic shows at a progress of its animation, with the neurons of all outputs. Those of the
// output that is shown come first, in their order. It is the optimum in the topics that do not change the network.
func (a *Argument) Network(topic protocol.Topic, progress float64) []neural.Neuron {
	switch topic {
	case protocol.Bowl:
		return a.outputFirst(a.section().Network(1 - progress))
	case protocol.Bounds:
		return a.perturbed(a.shareLeft(progress))
	}
	return a.all
}

// outputFirst returns the neurons with those of the output first, and otherwise in their order.
func (a *Argument) outputFirst(neurons []neural.Neuron) (sorted []neural.Neuron) {
	for _, first := range [...]bool{true, false} {
		for _, n := range neurons {
			if (n.Output == a.output) == first {
				sorted = append(sorted, n)
			}
		}
	}
	return sorted
}

// section returns the section of the bowl.
func (a *Argument) section() *landscape.Section {
	if a.bowl == nil {
		var baseline []neural.Neuron
		switch {
		case a.baseline == "perturbed", a.baseline == "empty" && len(a.result.Neurons) == 0:
			baseline = a.perturbed(1)
		case a.baseline != "empty":
			baseline = a.random()
		}
		a.bowl = a.land.Section(baseline)
	}
	return a.bowl
}

// random returns as many neurons as the optimum has, but at least two, with random directions and weights of the same size.
func (a *Argument) random() (network []neural.Neuron) {
	r := rand.New(rand.NewPCG(uint64(a.seed), 0))
	size := 0.0
	for i := range a.result.Neurons {
		size = max(size, math.Abs(a.result.Neurons[i].Alpha))
	}
	if size == 0 {
		size = a.land.Reach(a.circle.at(0), a.output)
	}
	for range max(2, len(a.result.Neurons)) {
		u, length := make([]float64, a.circle.d), 0.0
		for k := range u {
			u[k] = r.NormFloat64()
			length = math.Hypot(length, u[k])
		}
		for k := range u {
			u[k] /= length
		}
		network = append(network, neural.Neuron{U: u, Alpha: size * r.NormFloat64(), Output: a.output})
	}
	return network
}

// perturbed returns the optimum with a fraction of the perturbation of its neurons.
func (a *Argument) perturbed(share float64) []neural.Neuron {
	network := slices.Clone(a.all)
	if len(a.neurons) == 0 {
		u := a.circle.at(0)
		return append([]neural.Neuron{{U: u, Alpha: share * a.land.Reach(u, a.output), Output: a.output}}, network...)
	}
	for k, whole := range a.perturbations {
		n, one := &network[k], whole.part(share)
		n.U, n.Alpha = a.circle.turned(n.U, one.turn*math.Pi/180), n.Alpha*one.scale
	}
	return network
}

// evaluate returns what the perturbed network and its own curve prove at a progress of the animation. It is valid until the next call.
func (a *Argument) evaluate(progress float64) *landscape.Evaluation {
	if share := a.shareLeft(progress); a.evaluation == nil || share != a.evaluatedAt {
		a.evaluation, a.evaluatedAt = new(a.land.Evaluate(a.perturbed(share), share)), share
	}
	return a.evaluation
}

// shareLeft returns the share of the perturbation that is left at a progress of the animation. It shrinks geometrically, so that half way
// |g| is about twice beta: the lower bound is seen to rise however small beta is beside the residuals.
func (a *Argument) shareLeft(progress float64) float64 {
	if a.worst == nil {
		a.worst, a.evaluation = new(a.land.Evaluate(a.perturbed(1), 1)), nil
	}
	exceeds := min(max(3, a.worst.Peak/a.beta()), 1e6)
	return (math.Pow(exceeds, 2*(1-progress)) - 1) / (exceeds*exceeds - 1)
}

// heaviest returns the index of the heaviest neuron that is shown, or 0 if there is none.
func (a *Argument) heaviest() int { return max(0, heaviestOff(a.neurons, circle{})) }

// choose sets the default perturbation of the heaviest neuron: the usual one, or a part of it if the cost would be too high.
func (a *Argument) choose() {
	a.perturbations = make([]perturbation, len(a.neurons))
	for share := 1.0; len(a.neurons) > 0; share *= 0.9 {
		for k := range a.perturbations {
			a.perturbations[k] = perturbation{0, 1}
		}
		a.perturbations[a.heaviest()] = perturbation{usualTurn, usualScale}.part(share)
		if share < leastShare || a.land.Cost(a.perturbed(1)) <= usualCost*a.result.Objective {
			return
		}
	}
}

// page describes the state of the controls.
func (a *Argument) page(topic protocol.Topic, progress float64) *protocol.PageArgument {
	p := &protocol.PageArgument{
		Baseline: cmp.Or(a.baseline, "random"), Perturbations: []protocol.PagePerturbation{}, Cost: a.result.Objective, Bound: a.result.Lower,
	}
	switch topic {
	case protocol.Price:
		p.Best, p.Neuron, p.Round = a.trace.best, a.trace.bestAt, a.round(progress)
		p.AtPrice, p.Searched = p.Best >= a.beta()*(1-touchTolerance), p.Round >= 1 && p.Best <= a.beta()*(1+touchTolerance)
	case protocol.Bowl:
		p.Cost = a.section().At(1 - progress)
	case protocol.Bounds:
		now := a.evaluate(progress)
		p.Cost, p.Bound = now.Cost, now.Lower
	}
	for k := range a.neurons {
		done := a.perturbations[k].part(a.shareLeft(progress))
		p.Perturbations = append(p.Perturbations, protocol.PagePerturbation{Number: a.numbers[k], Turn: done.turn, Scale: done.scale})
	}
	return p
}

// follow records which directions the price animation has shown since it was chosen, those of one arc: all between each position and the
// next, the shorter way round the circle, unless that is a leap, which begins a new arc; or the lines at which the user points. The position
// before it first moves does not count.
func (a *Argument) follow(topic protocol.Topic, progress float64) {
	t := &a.trace
	way := math.Remainder(progress-t.last, 1)
	t.last = progress
	switch {
	case topic != protocol.Price:
		*t = trace{last: progress}
	case a.probes():
		near := slices.IndexFunc(a.neurons, func(n neural.Neuron) bool { return between(n.U, a.probe) < nearAngle })
		a.raise(math.Abs(a.considered(progress)), near)
		if !slices.ContainsFunc(t.pointed, func(u []float64) bool { return between(u, a.probe) < apart }) {
			t.pointed = append(t.pointed, a.probe)
		}
	case t.begun && math.Abs(way) > leap:
		turned := progress + math.Ceil(t.swept[0]-progress) // the same place among those already shown, if it is one of them
		if turned > t.swept[1] {
			t.swept = [2]float64{turned, turned}
		}
		t.turned = turned
		a.updateBest(turned, 0)
	case t.begun:
		a.updateBest(t.turned, way)
		t.turned += way
		t.swept = [2]float64{min(t.swept[0], t.turned), max(t.swept[1], t.turned)}
	case progress > 0 && progress < 1:
		start := progress
		if progress < traceStep { // it has just left its start
			start = 0
		}
		t.begun, t.turned, t.swept = true, progress, [2]float64{start, progress}
		a.updateBest(start, progress-start)
	}
}

// updateBest updates best with the directions that the price animation shows on its way from a position, and with the neurons among them.
func (a *Argument) updateBest(from, way float64) {
	parts := math.Ceil(math.Abs(way) / traceStep)
	for k := range int(parts) + 1 {
		a.raise(math.Abs(a.gain(a.candidate(from+way*float64(k)/max(1, parts)))), -1)
	}
	for k, m := range a.neurons {
		angle, on := a.circle.angle(m.U)
		passed := math.Mod(math.Copysign(1, way)*(angle-a.candidate(from))/(2*math.Pi)+2, 1)
		if on && passed <= math.Abs(way) {
			a.raise(math.Abs(a.gain(angle)), k)
		}
	}
}

// raise updates best with a gain, which neuron k has, or none if k is negative.
func (a *Argument) raise(gain float64, k int) {
	t := &a.trace
	if gain > t.best*(1+touchTolerance) {
		t.bestAt = 0
	}
	t.best = max(t.best, gain)
	if k >= 0 && a.named() && gain >= t.best*(1-touchTolerance) {
		t.bestAt = a.numbers[k]
	}
}

// named reports whether the pictures have the names of all neurons.
func (a *Argument) named() bool { return !a.piecewise || len(a.neurons) <= protocol.FewNamed }

// between returns the angle between two directions of unit length.
func between(u, v []float64) float64 {
	return math.Acos(max(-1, min(dense.Dot(u, v), 1)))
}

// round returns the share of the circle of directions that the price animation has shown, or of the lines that are a search of the map. What is
// left of the circle when it is less than two of the steps at which the gain is evaluated counts as shown, also in the picture.
func (a *Argument) round(progress float64) float64 {
	const whole = 1 - 2*traceStep
	switch {
	case a.probes():
		return min(1, float64(len(a.trace.pointed))/enough)
	case progress >= 1:
		return 1
	}
	return min(1, (a.trace.swept[1]-a.trace.swept[0])/whole)
}

func (a *Argument) beta() float64 { return a.land.Problem.Beta }
