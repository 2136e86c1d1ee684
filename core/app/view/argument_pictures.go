package view

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/network/landscape"
	"conelab/core/network/neural"
)

const (
	// maxTangents is the largest number of points drawn, maxLosses the largest number of loss curves.
	maxTangents, maxLosses = 240, 60
	// rangeMargin is the margin of the drawn range of outputs, relative to the range of the points' outputs.
	rangeMargin = 0.16
)

// picture returns the picture of a topic.
func (a *Argument) picture(topic protocol.Topic, progress float64) *protocol.Argument {
	dst := &protocol.Argument{
		Topic: topic, Progress: progress, Line: a.circle.d == 1, Best: a.result.Objective, Cost: a.result.Objective, Bound: a.result.Lower,
	}
	if !a.piecewise {
		dst.Circle = workspace.FormOf(a.result.Certificate.Quadratics[a.output], a.circle.axes...)
	}
	switch topic {
	case protocol.Price:
		a.priceTo(dst)
	case protocol.Curve:
		dst.Angle = -math.Pi + 2*math.Pi*progress
	case protocol.Bowl:
		a.bowlTo(dst)
	case protocol.Tangents:
		a.tangentsTo(dst)
	case protocol.Bounds:
		a.boundsTo(dst)
	}
	dst.Gain = a.gain(dst.Angle)
	if topic == protocol.Price {
		dst.Gain = a.considered(progress)
	}
	marked := len(a.neurons)
	if marked == 0 && topic == protocol.Bounds {
		marked = 1
	}
	a.marksTo(dst, a.Network(topic, progress)[:marked])
	if topic == protocol.Bounds {
		for i := range dst.Marks {
			if k := dst.Marks[i].Neuron; k < len(a.perturbations) { // not the one that is added to an empty network
				done := a.perturbations[k].part(a.shareLeft(progress))
				dst.Marks[i].Turn, dst.Marks[i].Scale = done.turn, done.scale
			}
		}
	}
	return dst
}

// gain returns g at an angle of the circle, 0 if the certificate cannot tell it from 0.
func (a *Argument) gain(angle float64) float64 {
	if a.piecewise {
		return a.significant(a.land.Gain(a.circle.at(angle), a.output))
	}
	form := workspace.FormOf(a.result.Certificate.Quadratics[a.output], a.circle.axes...)
	return a.significant(form.At(protocol.Vec{math.Cos(angle), math.Sin(angle)}))
}

// significant returns a gain, or 0 if the certificate cannot tell it from 0.
func (a *Argument) significant(g float64) float64 {
	if math.Abs(g) >= smallestGain*a.beta() {
		return g
	}
	return 0
}

// probes reports whether the user points at a line.
func (a *Argument) probes() bool { return a.ofLines() && len(a.probe) == a.circle.d }

// direction returns the direction that the price animation considers: the one at which the user points, or else the candidate's.
func (a *Argument) direction(progress float64) []float64 {
	if a.probes() {
		return a.probe
	}
	return a.circle.at(a.candidate(progress))
}

// considered returns g in the direction that the price animation considers.
func (a *Argument) considered(progress float64) float64 {
	if a.probes() {
		return a.significant(a.land.Gain(a.probe, a.output))
	}
	return a.gain(a.candidate(progress))
}

// candidate returns the angle of the neuron that the price animation considers. It goes once around the circle, from the heaviest neuron.
func (a *Argument) candidate(progress float64) (angle float64) {
	if len(a.neurons) > 0 {
		angle, _ = a.circle.angle(a.neurons[a.heaviest()].U)
	}
	angle = math.Remainder(angle+2*math.Pi*progress, 2*math.Pi)
	if a.circle.d == 1 { // there are two directions, at the angles 0 and pi
		angle = math.Acos(math.Copysign(1, math.Cos(angle)))
	}
	return angle
}

// priceTo shows the cost with one more neuron in the direction of the candidate.
func (a *Argument) priceTo(dst *protocol.Argument) {
	dst.Angle, dst.Traced = a.candidate(dst.Progress), a.trace.swept
	if !a.probes() && a.round(dst.Progress) >= 1 {
		dst.Traced = [2]float64{0, 1}
	}
	u := a.direction(dst.Progress)
	a.marksTo(dst, a.neurons)
	if k := dst.NeuronAtAngle(); k >= 0 { // use the neuron's exact direction, because its weight is changed
		u = a.neurons[k].U
	}
	dst.Marks = dst.Marks[:0]
	dst.Reach = a.usualReach()
	for k := range a.weights {
		a.weights[k] = dst.Reach * (2*float64(k)/(addedCosts-1) - 1)
	}
	dst.Added = append(dst.Added, a.weights[:]...)
	a.land.AddedTo(dst.Added, a.weights[:], u, a.output)
}

// usualReach returns a weight up to which the cost is worth plotting in the usual direction: the median of some on the circle, as in one
// in which a neuron hardly has an output it has no limit.
func (a *Argument) usualReach() float64 {
	if a.reach == 0 {
		var reaches [8]float64
		for k := range reaches {
			reaches[k] = a.land.Reach(a.circle.at(2*math.Pi*float64(k)/float64(len(reaches))), a.output)
		}
		slices.Sort(reaches[:])
		a.reach = reaches[len(reaches)/2]
	}
	return a.reach
}

// bowlTo moves the network along the section.
func (a *Argument) bowlTo(dst *protocol.Argument) {
	s := a.section()
	for _, end := range [2]float64{0, 1} {
		for _, n := range s.Network(end) {
			dst.Heaviest = max(dst.Heaviest, math.Abs(n.Alpha))
		}
	}
	for k := range sectionCosts {
		dst.Section = append(dst.Section, s.At(protocol.SectionLow+(protocol.SectionHigh-protocol.SectionLow)*float64(k)/(sectionCosts-1)))
	}
	dst.At = 1 - dst.Progress
	dst.Cost = s.At(dst.At)
}

// boundsTo turns the perturbed network back into the optimum.
func (a *Argument) boundsTo(dst *protocol.Argument) {
	now := a.evaluate(dst.Progress)
	dst.Worst, dst.Least = a.worst.Cost, a.worst.Lower
	dst.Cost, dst.Bound = now.Cost, now.Lower
	if a.piecewise {
		return
	}
	dst.Circle = workspace.FormOf(now.Quadratics[a.output], a.circle.axes...)
}

// marksTo writes the neurons that lie on the circle. A map of all lines has none: there each neuron is as far from the angle of the
// candidate as its direction is from the one considered.
func (a *Argument) marksTo(dst *protocol.Argument, neurons []neural.Neuron) {
	for k := range neurons {
		angle, on := a.circle.angle(neurons[k].U)
		if a.ofLines() {
			angle, on = dst.Angle+between(neurons[k].U, a.direction(dst.Progress)), true
		}
		if on {
			dst.Marks = append(dst.Marks, protocol.CircleNeuron{Angle: angle, Neuron: k, Scale: 1})
		}
	}
}

// tangents returns the tangents of the output that is shown, point by point.
func (a *Argument) tangents() []landscape.Tangent {
	if a.lines == nil {
		a.lines = a.land.TangentsTo(make([]landscape.Tangent, 0, a.result.Samples), a.output)
	}
	return a.lines
}

// counted returns the number of heights that are added up at a progress of the animation.
func (a *Argument) counted(progress float64) int {
	part := max(0, min((progress-protocol.TangentsLevel)/(protocol.TangentsSummed-protocol.TangentsLevel), 1))
	return int(math.Round(part * float64(len(a.tangents()))))
}

// tangentsTo writes the tangents, the losses, and the sum of the heights so far.
func (a *Argument) tangentsTo(dst *protocol.Argument) {
	all, sum := a.tangents(), 0.0
	dst.Low, dst.High = a.outputs()
	counted := a.counted(dst.Progress)
	for i := range all {
		if i == counted {
			dst.Sum = sum
		}
		sum += all[i].Height
		dst.Lowest, dst.Highest = min(dst.Lowest, sum), max(dst.Highest, sum)
	}
	dst.Whole = sum
	if counted == len(all) {
		dst.Sum = sum
	}
	stride := max(1, (len(all)+maxTangents-1)/maxTangents)
	for i := 0; i < len(all); i += stride {
		t := &all[i]
		dst.Tangents = append(dst.Tangents, protocol.Tangent{Row: t.Row, Curve: -1, Fit: t.Fit, Loss: t.Loss, V: t.V, Height: t.Height})
	}
	a.lossesTo(dst)
	other := a.compared()
	if len(a.result.Certificate.Quadratics) == 1 || a.piecewise {
		dst.Rival = a.land.Cost(other)
	}
	for _, n := range other {
		dst.Baseline = append(dst.Baseline, protocol.NeuronGain{Gain: n.Alpha * a.land.Gain(n.U, a.output), Price: a.beta() * math.Abs(n.Alpha)})
	}
}

// compared returns the network that is compared with its price: the one that the user has made, or else a random one.
func (a *Argument) compared() []neural.Neuron {
	if a.baseline == "perturbed" {
		return a.perturbed(1)[:max(1, len(a.neurons))]
	}
	return a.random()
}

// label returns the label of a point for the output.
func (a *Argument) label(row int) float64 {
	return a.land.Problem.Y[a.output*a.land.Problem.Samples()+row]
}

// lossesTo writes the losses of the points that have tangents: all losses that differ, or an evenly spaced selection if there may
// be too many.
func (a *Argument) lossesTo(dst *protocol.Argument) {
	stride, curves, separable := (len(dst.Tangents)+maxLosses-1)/maxLosses, 0, a.land.Problem.Loss.Separable()
	for k := range dst.Tangents {
		t := &dst.Tangents[k]
		same := slices.IndexFunc(dst.Tangents[:k], func(one protocol.Tangent) bool {
			return one.Curve >= 0 && separable && a.label(one.Row) == a.label(t.Row)
		})
		switch {
		case same >= 0:
			t.Curve = dst.Tangents[same].Curve
		case k%stride == 0:
			t.Curve = curves
			curves++
			a.lossTo(dst, t.Row)
		}
	}
}

// lossTo appends the loss curve of a sample.
func (a *Argument) lossTo(dst *protocol.Argument, row int) {
	start := len(dst.Losses)
	for k := range protocol.LossSamples {
		dst.Losses = append(dst.Losses, dst.Low+(dst.High-dst.Low)*float64(k)/(protocol.LossSamples-1))
	}
	a.land.LossTo(dst.Losses[start:], dst.Losses[start:], row, a.output)
}

// negligible is the share of the steepest tangent's slope below which a tangent counts as level.
const negligible = 0.02

// outputs returns the drawn range of outputs. It includes the outputs of all points whose tangents are not level, the output 0, and the
// labels if an output approximates its label. Points far beyond their margins, where the loss is zero, do not stretch the range.
func (a *Argument) outputs() (low, high float64) {
	steepest := 0.0
	for _, t := range a.tangents() {
		steepest = max(steepest, math.Abs(t.V))
	}
	for _, t := range a.tangents() {
		if math.Abs(t.V) >= negligible*steepest {
			low, high = min(low, t.Fit), max(high, t.Fit)
		}
	}
	if a.land.Problem.Loss.Separable() { // an output approximates its label
		for _, t := range a.tangents() {
			y := a.label(t.Row)
			low, high = min(low, y), max(high, y)
		}
	}
	if !(high > low) {
		low, high = -1, 1
	}
	margin := rangeMargin * (high - low)
	return low - margin, high + margin
}

// ofLines reports whether the directions stand for all lines of a plane, which the picture shows as a map.
func (a *Argument) ofLines() bool { return a.piecewise && a.circle.d > 2 }
