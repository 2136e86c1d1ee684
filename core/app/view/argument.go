package view

import (
	"conelab/core/app/workspace"
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
)

const (
	// addedCosts and sectionCosts are the numbers of costs on the curves of the pictures.
	addedCosts, sectionCosts = 41, 81
	// usualTurn, in degrees, and usualScale are the default perturbation of the heaviest neuron. A fraction of it is used if with the whole the peak
	// of |g| would exceed usualPeak times beta. It is large enough to be seen, and small enough that the bound is not trivial.
	usualTurn, usualScale, usualPeak = 50, 0.5, 3
	// nothing is the size, relative to beta, below which a gain is shown as 0, because the certificate is not more precise.
	nothing = 1e-6
)

// Argument is the state of the pictures, except for the position of the film. The zero value compares the optimum with the empty network.
type Argument struct {
	perturbations []perturbation // perturbations of the neurons that are shown
	baseline      string
	seed          int
	count         uint32 // number of changes by intents

	// The following fields belong to a result and an output.
	of      *certify.Result
	output  int
	all     []neural.Neuron // all neurons, those of the output first and sorted by number
	shown   []neural.Neuron // the neurons of the output
	numbers []int           // their numbers
	land    *landscape.Landscape
	circle  circle
	usual   perturbation // used while the user has not perturbed a neuron
	bowl    *landscape.Section
	weights [addedCosts]float64
	lines   []landscape.Tangent // the tangents; nil until they are needed
	covered coverage
}

// perturbation is a perturbation of a neuron: a rotation in degrees and a factor of its weight.
type perturbation struct {
	neuron      int
	turn, scale float64
}

// Count returns a number that changes whenever an intent has changed the pictures.
func (a *Argument) Count() uint32 { return a.count }

// Apply carries out the intents of the argument. film gives the position of the film. An error is one sentence for the user and means that nothing
// has changed.
func (a *Argument) Apply(s *solve.Solution, output int, film protocol.Film, in intent.Intent) (workspace.Effect, error) {
	switch in := in.(type) {
	case *intent.Spoil:
		share := 1.0
		if film.Act == protocol.Bounds {
			share = 1 - film.Position/protocol.ArgumentUnits
		}
		if err := a.perturb(s, output, share, in); err != nil {
			return 0, err
		}
		return workspace.ToBegin, nil
	case *intent.Rival:
		a.baseline, a.seed, a.bowl = in.Name, in.Seed, nil
		a.count++
		return 0, nil
	}
	return 0, nil
}

// perturb perturbs a neuron, or restores all neurons. share is the fraction of the earlier perturbation that the network on show has; the other neurons
// keep that.
func (a *Argument) perturb(s *solve.Solution, output int, share float64, in *intent.Spoil) error {
	if s.Result() == nil {
		return messages.NoNeuron(in.Neuron)
	}
	a.follow(s, output)
	if in.Neuron >= len(a.shown) {
		return messages.NoNeuron(in.Neuron)
	}
	var perturbations []perturbation
	for k := range a.shown {
		if one := a.done(k, share); in.Neuron >= 0 && k != in.Neuron && one != (perturbation{k, 0, 1}) {
			perturbations = append(perturbations, one)
		}
	}
	if in.Neuron >= 0 {
		perturbations = append(perturbations, perturbation{in.Neuron, in.Turn, in.Scale})
	}
	a.perturbations = perturbations
	a.bowl = nil
	a.count++
	return nil
}

// follow switches to the newest result and the output that is shown.
func (a *Argument) follow(s *solve.Solution, output int) {
	r := s.Result()
	if r == a.of && output == a.output && a.land != nil || r == nil {
		return
	}
	*a = Argument{baseline: a.baseline, seed: a.seed, count: a.count, of: r, output: output}
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

// Network returns the network that an act shows at the fraction full of its film, with the neurons of all outputs. Those of the output that is shown
// come first, in their order. It is the optimum in the acts that do not change the network.
func (a *Argument) Network(act protocol.Act, full float64) []neural.Neuron {
	switch act {
	case protocol.Bowl:
		return a.own(a.section().Network(at(full)))
	case protocol.Bounds:
		return a.perturbed(1 - full)
	}
	return a.all
}

// own returns the neurons with those of the output first, and otherwise in their order.
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

// at returns the position of the network on the section.
func at(full float64) float64 { return 1 - full }

// section returns the section of the bowl.
func (a *Argument) section() *landscape.Section {
	if a.bowl == nil {
		a.bowl = a.land.Section(a.other())
	}
	return a.bowl
}

// other returns the network with which the optimum is compared.
func (a *Argument) other() []neural.Neuron {
	switch {
	case a.baseline == "random":
		return a.random()
	case a.baseline == "spoiled", len(a.of.Neurons) == 0:
		return a.perturbed(1)
	}
	return nil
}

// random returns as many neurons as the optimum has, but at least two, with random directions and weights of the same size.
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

// perturbed returns the optimum with a fraction of the perturbation of its neurons.
func (a *Argument) perturbed(share float64) []neural.Neuron {
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

// chosen returns the user's perturbations, or the default one if there are none.
func (a *Argument) chosen() []perturbation {
	if len(a.perturbations) > 0 {
		return a.perturbations
	}
	return []perturbation{a.usual}
}

// heaviest returns the index of the heaviest neuron that is shown, or 0 if there is none.
func (a *Argument) heaviest() (heaviest int) {
	for i := range a.shown {
		if math.Abs(a.shown[i].Alpha) > math.Abs(a.shown[heaviest].Alpha) {
			heaviest = i
		}
	}
	return heaviest
}

// choose sets the default perturbation of the heaviest neuron.
func (a *Argument) choose() {
	part := func(share float64) perturbation {
		return perturbation{a.heaviest(), share * usualTurn, 1 + share*(usualScale-1)}
	}
	peak := func(share float64) float64 {
		a.usual = part(share)
		return a.land.Judge(a.perturbed(1), 1).Peak
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

// done returns a fraction of the perturbation of a neuron.
func (a *Argument) done(neuron int, share float64) perturbation {
	for _, one := range a.chosen() {
		if one.neuron == neuron {
			return perturbation{neuron, share * one.turn, 1 + share*(one.scale-1)}
		}
	}
	return perturbation{neuron, 0, 1}
}

// PageTo writes the state of the controls for the newest result, which must exist.
func (a *Argument) PageTo(p *protocol.PageArgument, s *solve.Solution, output int, act protocol.Act, full float64) {
	a.follow(s, output)
	p.Rival, p.Spoils, p.Round = a.baseline, []protocol.PageSpoil{}, a.covered.visit(act, full)
	if p.Rival == "" {
		p.Rival = "empty"
	}
	for k := range a.shown {
		done := a.done(k, 1-full)
		p.Spoils = append(p.Spoils, protocol.PageSpoil{Number: a.numbers[k], Turn: done.turn, Scale: done.scale})
	}
}

// To writes the picture of an act for the newest result, which must exist, into dst, reusing its slices.
func (a *Argument) To(dst *protocol.Argument, s *solve.Solution, output int, act protocol.Act, full float64) {
	a.follow(s, output)
	*dst = protocol.Argument{
		Act: act, Full: full, Only: a.circle.d == 1, Marks: dst.Marks[:0], Added: dst.Added[:0], Section: dst.Section[:0],
		Tangents: dst.Tangents[:0], Losses: dst.Losses[:0], Best: a.of.Objective, Cost: a.of.Objective, Bound: a.of.Lower,
	}
	dst.Circle = workspace.FormOf(a.of.Certificate.Quadratics[output], a.circle.first, a.circle.second)
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

// priceTo goes once around the circle, starting from the heaviest neuron.
func (a *Argument) priceTo(dst *protocol.Argument) {
	if len(a.shown) > 0 {
		dst.Angle, _ = a.circle.angle(a.shown[a.heaviest()].U)
	}
	dst.Angle = math.Remainder(dst.Angle+2*math.Pi*dst.Full, 2*math.Pi)
	if dst.Only { // the opposite direction during the middle of the film
		flip := dst.Full >= 0.25 && dst.Full < 0.75
		dst.Angle = 0
		if len(a.shown) > 0 && a.shown[0].U[0] < 0 != flip || len(a.shown) == 0 && flip {
			dst.Angle = math.Pi
		}
	}
	u := a.circle.at(dst.Angle)
	a.marksTo(dst, a.shown)
	if k := dst.Looked(); k >= 0 { // use the neuron's exact direction, because its weight is changed
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

// bowlTo moves the network along the section.
func (a *Argument) bowlTo(dst *protocol.Argument) {
	s := a.section()
	for k := range sectionCosts {
		dst.Section = append(dst.Section, s.At(protocol.SectionLow+(protocol.SectionHigh-protocol.SectionLow)*float64(k)/(sectionCosts-1)))
	}
	dst.At = at(dst.Full)
	dst.Cost = s.At(dst.At)
}

// boundsTo turns the perturbed network back into the optimum.
func (a *Argument) boundsTo(dst *protocol.Argument) {
	worst := a.land.Judge(a.perturbed(1), 1)
	dst.Worst, dst.Least = worst.Cost, worst.Lower
	now := a.land.Judge(a.perturbed(1-dst.Full), 1-dst.Full)
	dst.Cost, dst.Bound = now.Cost, now.Lower
	dst.Circle = workspace.FormOf(now.Quadratics[a.output], a.circle.first, a.circle.second)
}

// marksTo writes the neurons that lie on the circle.
func (a *Argument) marksTo(dst *protocol.Argument, own []neural.Neuron) {
	for k := range own {
		if angle, on := a.circle.angle(own[k].U); on {
			dst.Marks = append(dst.Marks, protocol.Spot{Angle: angle, Neuron: k, Scale: 1})
		}
	}
}
