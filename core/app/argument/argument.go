// Package argument is the explanation of why the network is optimal, in five pictures: what a neuron would gain and what it costs (price), the gains
// of all directions as one curve (curve), the cost as a bowl whose lowest point the network is (bowl), the lines under the losses of the points, whose
// heights add up to the lower bound (tangents), and a network's cost and the bound that it proves by itself, which meet at the optimum (bounds).
//
// All numbers are those of the present solution, by package landscape. A network that the user spoils is the argument's alone: the solution stays
// what it is, and a new solution mends it.
package argument

import (
	"math"
	"math/rand/v2"
	"slices"

	"conelab/core/app/effect"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/app/solution"
	"conelab/core/network/certify"
	"conelab/core/network/landscape"
	"conelab/core/network/neural"
)

const (
	// addedCosts and sectionCosts are how many costs a curve of the pictures has.
	addedCosts, sectionCosts = 41, 81
	// usualTurn, in degrees, and usualScale spoil the heaviest neuron where the user has spoiled none, or a part of that by which the peak of its
	// curve is usualPeak times beta: enough to be seen, and not so much that the bound is nothing.
	usualTurn, usualScale, usualPeak = 50, 0.5, 3
	// nothing is how small a gain, in parts of beta, is shown as 0: the certificate knows it no better.
	nothing = 1e-6
)

// Argument is what the pictures show beside where the film stands. The zero value compares the optimum with the empty network.
type Argument struct {
	spoils []spoil // of the neurons that are shown, those that were spoiled
	rival  string
	seed   int
	count  uint32 // of changes

	// What follows belongs to a result and an output.
	of      *certify.Result
	output  int
	all     []neural.Neuron // those of the output first, in the order of their numbers
	shown   []neural.Neuron // those of the output
	numbers []int           // by which they are called
	land    *landscape.Landscape
	circle  circle
	usual   spoil // where the user has spoiled none
	bowl    *landscape.Section
	weights [addedCosts]float64
	lines   []landscape.Tangent // of the tangents, nil until they are asked for
	round   round
}

// spoil is what was done to a neuron.
type spoil struct {
	neuron      int
	turn, scale float64
}

// Count changes whenever an intent has changed the pictures.
func (a *Argument) Count() uint32 { return a.count }

// Apply carries out the intents of the argument; film is where the film stands. An error is one sentence for the user, and nothing has changed.
func (a *Argument) Apply(s *solution.Solution, output int, film protocol.Film, in intent.Intent) (effect.Effect, error) {
	switch in := in.(type) {
	case *intent.Spoil:
		share := 1.0
		if film.Act == protocol.Bounds {
			share = 1 - film.Position/protocol.ArgumentUnits
		}
		if err := a.spoil(s, output, share, in); err != nil {
			return 0, err
		}
		return effect.ToBegin, nil
	case *intent.Rival:
		a.rival, a.seed, a.bowl = in.Name, in.Seed, nil
		a.count++
		return 0, nil
	}
	return effect.Foreign, nil
}

// spoil changes a neuron of the network in which there is a share of what was done to it before, or mends all.
func (a *Argument) spoil(s *solution.Solution, output int, share float64, in *intent.Spoil) error {
	if s.Result() == nil {
		return say.NoNeuron(in.Neuron)
	}
	a.follow(s, output)
	if in.Neuron >= len(a.shown) {
		return say.NoNeuron(in.Neuron)
	}
	var spoils []spoil
	for k := range a.shown {
		if one := a.done(k, share); in.Neuron >= 0 && k != in.Neuron && one != (spoil{k, 0, 1}) {
			spoils = append(spoils, one)
		}
	}
	if in.Neuron >= 0 {
		spoils = append(spoils, spoil{in.Neuron, in.Turn, in.Scale})
	}
	a.spoils = spoils
	a.bowl = nil
	a.count++
	return nil
}

// follow goes over to the newest result and the output that is shown.
func (a *Argument) follow(s *solution.Solution, output int) {
	r := s.Result()
	if r == a.of && output == a.output && a.land != nil || r == nil {
		return
	}
	*a = Argument{rival: a.rival, seed: a.seed, count: a.count, of: r, output: output}
	all, numbers := s.All()
	for i, n := range all {
		if n.Output == output {
			a.shown, a.numbers = append(a.shown, n), append(a.numbers, numbers[i])
		}
	}
	a.all = a.own(all)
	ordered := *r
	ordered.Neurons = a.all
	a.land = landscape.New(s.Problem(), &ordered)
	a.circle = circleOf(s.Problem().D, a.shown)
	if len(a.shown) > 0 {
		a.choose()
	}
}

// Network returns the network that is shown where the film of an act has shown a part full of its length, all outputs' neurons; those of the output
// that is shown come first and in their order. It is the optimum in the acts that do not change it.
func (a *Argument) Network(act protocol.Act, full float64) []neural.Neuron {
	switch act {
	case protocol.Bowl:
		return a.own(a.section().Network(at(full)))
	case protocol.Bounds:
		return a.spoiled(1 - full)
	}
	return a.all
}

// own returns the neurons with those of the output first, in their order.
func (a *Argument) own(neurons []neural.Neuron) (sorted []neural.Neuron) {
	for _, first := range [...]bool{true, false} {
		for _, n := range neurons {
			if (n.Output == a.output) == first {
				sorted = append(sorted, n)
			}
		}
	}
	return sorted
}

// at is where on the section the network is.
func at(full float64) float64 { return 1 - full }

// section returns the section of the bowl.
func (a *Argument) section() *landscape.Section {
	if a.bowl == nil {
		a.bowl = a.land.Section(a.other())
	}
	return a.bowl
}

// other returns the network that the optimum is compared with.
func (a *Argument) other() []neural.Neuron {
	switch {
	case a.rival == "random":
		return a.random()
	case a.rival == "spoiled", len(a.of.Neurons) == 0:
		return a.spoiled(1)
	}
	return nil
}

// random returns as many neurons as the optimum has, two at least, in directions at random, with weights of its size.
func (a *Argument) random() (network []neural.Neuron) {
	r := rand.New(rand.NewPCG(uint64(a.seed), 0))
	size := 0.0
	for i := range a.of.Neurons {
		size = max(size, math.Abs(a.of.Neurons[i].Alpha))
	}
	if size == 0 {
		size = a.land.Reach(a.circle.at(0), a.output)
	}
	for range max(2, len(a.of.Neurons)) {
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

// spoiled returns the optimum with a share of what was done to its neurons.
func (a *Argument) spoiled(share float64) []neural.Neuron {
	network := slices.Clone(a.all)
	if len(a.shown) == 0 {
		u := a.circle.at(0)
		return append([]neural.Neuron{{U: u, Alpha: share * a.land.Reach(u, a.output), Output: a.output}}, network...)
	}
	for _, one := range a.chosen() {
		n := &network[one.neuron]
		n.U, n.Alpha = a.circle.turned(n.U, share*one.turn*math.Pi/180), n.Alpha*(1+share*(one.scale-1))
	}
	return network
}

// chosen returns what was done to the neurons, or something where nothing was.
func (a *Argument) chosen() []spoil {
	if len(a.spoils) > 0 {
		return a.spoils
	}
	return []spoil{a.usual}
}

// heaviest returns the heaviest of the neurons that are shown, 0 without one.
func (a *Argument) heaviest() (heaviest int) {
	for i := range a.shown {
		if math.Abs(a.shown[i].Alpha) > math.Abs(a.shown[heaviest].Alpha) {
			heaviest = i
		}
	}
	return heaviest
}

// choose decides how the heaviest neuron is spoiled where the user has spoiled none.
func (a *Argument) choose() {
	part := func(share float64) spoil { return spoil{a.heaviest(), share * usualTurn, 1 + share*(usualScale-1)} }
	peak := func(share float64) float64 {
		a.usual = part(share)
		return a.land.Judge(a.spoiled(1), 1).Peak
	}
	low, high := 0.0, 1.0
	if peak(high) > usualPeak*a.land.Beta() {
		for range 24 {
			if middle := (low + high) / 2; peak(middle) > usualPeak*a.land.Beta() {
				high = middle
			} else {
				low = middle
			}
		}
	}
	a.usual = part(high)
}

// done returns a share of what was done to a neuron.
func (a *Argument) done(neuron int, share float64) spoil {
	for _, one := range a.chosen() {
		if one.neuron == neuron {
			return spoil{neuron, share * one.turn, 1 + share*(one.scale-1)}
		}
	}
	return spoil{neuron, 0, 1}
}

// PageTo writes the state of the controls, of the newest result, which there must be.
func (a *Argument) PageTo(p *protocol.PageArgument, s *solution.Solution, output int, act protocol.Act, full float64) {
	a.follow(s, output)
	p.Rival, p.Spoils, p.Round = a.rival, []protocol.PageSpoil{}, a.round.visit(act, full)
	if p.Rival == "" {
		p.Rival = "empty"
	}
	for k := range a.shown {
		done := a.done(k, 1-full)
		p.Spoils = append(p.Spoils, protocol.PageSpoil{Number: a.numbers[k], Turn: done.turn, Scale: done.scale})
	}
}

// To writes the picture of an act into dst, reusing its slices, of the newest result, which there must be.
func (a *Argument) To(dst *protocol.Argument, s *solution.Solution, output int, act protocol.Act, full float64) {
	a.follow(s, output)
	*dst = protocol.Argument{
		Act: act, Full: full, Only: a.circle.d == 1, Marks: dst.Marks[:0], Added: dst.Added[:0], Section: dst.Section[:0],
		Tangents: dst.Tangents[:0], Losses: dst.Losses[:0], Best: a.of.Objective, Cost: a.of.Objective, Bound: a.of.Lower,
	}
	a.circle.formTo(&dst.Circle, a.of.Certificate.Quadratics[output])
	switch act {
	case protocol.Price:
		a.priceTo(dst)
	case protocol.Curve:
		dst.Angle = -math.Pi + 2*math.Pi*full
	case protocol.Bowl:
		a.bowlTo(dst)
	case protocol.Tangents:
		a.tangentsTo(dst)
	case protocol.Bounds:
		a.boundsTo(dst)
	}
	dst.Gain = dst.Circle.At(protocol.Vec{math.Cos(dst.Angle), math.Sin(dst.Angle)})
	if math.Abs(dst.Gain) < nothing*a.beta() {
		dst.Gain = 0
	}
	marked := len(a.shown)
	if marked == 0 && act == protocol.Bounds {
		marked = 1
	}
	a.marksTo(dst, a.Network(act, full)[:marked])
	if act == protocol.Bounds {
		for i := range dst.Marks {
			done := a.done(dst.Marks[i].Neuron, 1-full)
			dst.Marks[i].Turn, dst.Marks[i].Scale = done.turn, done.scale
		}
	}
}

// priceTo goes once around the circle, from the heaviest neuron on.
func (a *Argument) priceTo(dst *protocol.Argument) {
	if len(a.shown) > 0 {
		dst.Angle, _ = a.circle.angle(a.shown[a.heaviest()].U)
	}
	dst.Angle = math.Remainder(dst.Angle+2*math.Pi*dst.Full, 2*math.Pi)
	if dst.Only { // the other direction in the middle of the film
		flip := dst.Full >= 0.25 && dst.Full < 0.75
		dst.Angle = 0
		if len(a.shown) > 0 && a.shown[0].U[0] < 0 != flip || len(a.shown) == 0 && flip {
			dst.Angle = math.Pi
		}
	}
	u := a.circle.at(dst.Angle)
	a.marksTo(dst, a.shown)
	if k := dst.Looked(); k >= 0 { // exactly there, where its weight is changed
		u = a.shown[k].U
	}
	dst.Marks = dst.Marks[:0]
	dst.Reach = a.land.Reach(u, a.output)
	for k := range a.weights {
		a.weights[k] = dst.Reach * (2*float64(k)/(addedCosts-1) - 1)
	}
	dst.Added = append(dst.Added, a.weights[:]...)
	a.land.AddedTo(dst.Added, a.weights[:], u, a.output)
}

// bowlTo goes along the section.
func (a *Argument) bowlTo(dst *protocol.Argument) {
	s := a.section()
	for k := range sectionCosts {
		dst.Section = append(dst.Section, s.At(protocol.SectionLow+(protocol.SectionHigh-protocol.SectionLow)*float64(k)/(sectionCosts-1)))
	}
	dst.At = at(dst.Full)
	dst.Cost = s.At(dst.At)
}

// boundsTo mends the spoiled network.
func (a *Argument) boundsTo(dst *protocol.Argument) {
	worst := a.land.Judge(a.spoiled(1), 1)
	dst.Worst, dst.Least = worst.Cost, worst.Lower
	now := a.land.Judge(a.spoiled(1-dst.Full), 1-dst.Full)
	dst.Cost, dst.Bound = now.Cost, now.Lower
	a.circle.formTo(&dst.Circle, now.Quadratics[a.output])
}

// marksTo writes the neurons that lie on the circle.
func (a *Argument) marksTo(dst *protocol.Argument, own []neural.Neuron) {
	for k := range own {
		if angle, on := a.circle.angle(own[k].U); on {
			dst.Marks = append(dst.Marks, protocol.Spot{Angle: angle, Neuron: k, Scale: 1})
		}
	}
}
