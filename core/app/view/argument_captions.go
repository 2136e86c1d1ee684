package view

import (
	"math"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
)

const (
	// nearAngle is the angle, in radians, within which a direction is said to be close to a neuron's.
	nearAngle = 3 * math.Pi / 180
	// touchTolerance is the relative distance from beta within which |g| is said to equal it; certificates are more accurate than that.
	touchTolerance = 1e-5
	// reachTolerance is the relative distance from beta within which a picture of g shows that it reaches beta.
	reachTolerance = 1e-4
	// leastApart is the relative difference from which two costs are told apart by their figures; a smaller one is rounding.
	leastApart = 1e-10
)

// Caption describes the picture of a topic in one sentence that fits its numbers. layered is set if the proof is of one of
// several layers, plays if the picture moves by itself.
func (a *Argument) Caption(p *protocol.Argument, layered, plays bool) string {
	switch p.Topic {
	case protocol.Price:
		return a.priceCaption(p, plays)
	case protocol.Curve:
		return a.curveCaption(p)
	case protocol.Bowl:
		return a.bowlCaption(p)
	case protocol.Tangents:
		return a.tangentsCaption(p, layered)
	}
	return a.boundsCaption(p, layered)
}

// priceCaption compares what a neuron would gain with what it costs.
func (a *Argument) priceCaption(p *protocol.Argument, plays bool) string {
	if plays && p.Progress > 0 && p.Progress < 1 && !a.probes() {
		along := "direction"
		if a.ofLines() {
			along = "line"
		}
		return messages.Fill("A new neuron, one {=} after the other: what it would gain for a unit of weight, beside the price of a unit.", along)
	}
	neuron, most, gain, price := "A neuron at "+degrees(p.Angle*180/math.Pi), "at first", math.Abs(p.Gain), messages.Short(a.beta())
	if p.Line {
		neuron = messages.Fill("A neuron u = {±}", math.Copysign(1, math.Cos(p.Angle)))
	}
	switch {
	case a.ofLines():
		neuron = "A neuron that bends along the dashed line"
	case p.Gain < 0:
		neuron += " with a negative weight"
	}
	if a.land.Problem.Loss.Nonsmooth() { // one dual vector does not determine the slope of the cost
		most = "at most"
	}
	pays := gain >= a.beta()*(1-touchTolerance)
	text := messages.Fill("{=} would gain {=} {3} per unit of weight, for a price of β = {=}", neuron, most, gain, price)
	if !pays && messages.Short(gain) == price { // the same figures, once they are rounded
		text = messages.Fill("{=} would gain {=} a little less than its price β = {=}", neuron, most, price)
	}
	k, away := p.Nearest()
	closeBy := k >= 0 && away < nearAngle && (a.neurons[k].Alpha > 0) == (p.Gain > 0) && a.reached
	switch {
	case pays && closeBy:
		return messages.Fill("{=}: just its price. It is {=}; more of it would gain nothing.", text, a.name(k))
	case pays:
		return text + ": just its price, so adding it gains nothing."
	case closeBy: // a degree, or rounding, apart
		return messages.Fill("{=}: almost its price, since it is close to {=}, which gains exactly that.", text, a.name(k))
	}
	return text + ": not worth its price."
}

// name returns what neuron k is called.
func (a *Argument) name(k int) string {
	if !a.named() {
		return "a neuron of the network"
	}
	return messages.Fill("neuron u{_}", a.numbers[k])
}

func degrees(v float64) string {
	text := messages.Short(math.Round(v))
	if text == "−180" {
		text = "180"
	}
	return text + "°"
}

// curveCaption describes the curve of the gains of all directions.
func (a *Argument) curveCaption(p *protocol.Argument) string {
	switch {
	case a.ofLines() && p.Progress < 1:
		return "Each line has its gain, blue where the weight would be negative: together they make one map."
	case len(a.neurons) > 0 && !a.reached:
		return "All neurons at once: |g| passes β nowhere, so none is worth more than its price. The proof needs no more: |g| need not " +
			"be β at the neurons."
	case a.ofLines() && len(a.neurons) > 0:
		return messages.Fill("One map for all neurons at once: |g| reaches β at the {mark} and passes it nowhere. Lines that part the points "+
			"alike share one formula, g = c′u with c fixed: its peak is exact. All such ways were checked, so no other neuron is worth more "+
			"than its price.", len(a.neurons))
	case p.Progress < 1:
		return "Each direction has its gain, below zero where the weight would be negative: together they make one curve."
	case len(a.neurons) == 0:
		return "One curve for all neurons at once: it stays between +β and −β, so none is worth its price, and the network has none."
	case len(a.neurons) != len(p.Marks): // some are not on the circle drawn
		return "One curve for the neurons of one circle of directions: it stays between +β and −β, as all other directions do, so none is " +
			"worth more than its price."
	}
	return messages.Fill("One curve for all neurons at once: up to rounding it touches ±β at the {neuron} and passes it nowhere, so no other is "+
		"worth more than its price.", len(a.neurons))
}

// baselines are the names of the networks that the optimum is compared with.
var baselines = map[string]string{"": "a random network", "empty": "no neurons", "random": "a random network",
	"perturbed": "the perturbed network",
}

// bowlCaption describes the position of the network between the optimum and another one.
func (a *Argument) bowlCaption(p *protocol.Argument) string {
	baseline := a.baseline
	if len(a.result.Neurons) == 0 && baseline == "empty" {
		baseline = "perturbed"
	}
	switch {
	case p.At <= 1e-9:
		return messages.Fill("The lowest point, cost {6}: no small step lowers the cost. A bowl that does not fall at first never falls later: no "+
			"large change helps either. The lines prove it again, in numbers.", p.Cost)
	case messages.Short(100*p.At) == "100":
		return messages.Fill("A first proof. With {=} the cost is {6}, above {6} of the best. The curve is the cost on the way between the two.",
			baselines[baseline], p.Cost, p.Best)
	}
	mixed := messages.Fill("{3} % of the best network", 100-100*p.At)
	if baseline != "empty" {
		mixed += messages.Fill(" and {3} % of {=}", 100*p.At, baselines[baseline])
	}
	return messages.Fill("With {=} the cost is {6}. Each loss is at most the mixture of its ends, as is the price: a bowl.",
		mixed, p.Cost)
}

// tangentsCaption states what the lines below the losses prove.
func (a *Argument) tangentsCaption(p *protocol.Argument, layered bool) string {
	// turned is how far the lines have turned, 1 once they are level.
	turned := max(0, min((p.Progress-protocol.TangentsCompared)/(protocol.TangentsLevel-protocol.TangentsCompared), 1))
	counted, points := a.counted(p.Progress), len(a.tangents())
	part := a.land.Problem.Loss.Separable() && len(a.result.Certificate.Quadratics) > 1
	const falls = ". Its slope is −v, v the pull."
	all, other := p.Compared(), baselines["random"]
	if a.baseline == "perturbed" {
		other = baselines[a.baseline]
	}
	loss := "loss"
	if a.land.Problem.Loss.Quadratic() {
		loss = "loss (f − y)²"
	}
	switch {
	case p.Compares():
		return messages.Fill("Take another, {=}. It gains Σ v f: what its neurons gain, α g(u) each. As |g| ≤ β, none gains more than its "+
			"price β|α|. So all of it gains {3}, for a price of {3}.", other, all.Gain, all.Price)
	case p.Progress < protocol.TangentsCompared && !a.land.Problem.Loss.Separable():
		return "A second proof. For each point its loss as a curve over this output f, the other outputs as they are: its line touches it at the " +
			"network’s f and lies nowhere above it" + falls
	case p.Progress < protocol.TangentsCompared:
		return messages.Fill("A second proof. For each point its {=} as a curve over f: its line touches it at the network’s f and lies nowhere above it{=}",
			loss, falls)
	case turned < 1:
		return messages.Fill("The price of any network is at least what it gains: so add v f to each loss, {3} % of it so far. Curve and line tilt until "+
			"the line is level.", math.Round(100*turned))
	case counted == 0:
		return "With v f added the lines are level: whatever f is, no point comes below its line, in any network."
	case counted < points:
		return messages.Fill("{} of {} heights are added up, point after point: {6}.", counted, points, p.Sum)
	case p.Progress > protocol.TangentsRival && p.Rival > 0:
		unearned := max(0, all.Price-all.Gain)
		sum := messages.Sum(4, p.Whole, unearned, max(0, p.Rival-p.Whole-unearned))
		return messages.Fill("{=} costs {=}: heights {=}, price beyond gain {=}, losses beyond lines {=}. The last two are never below 0, so "+
			"no {=} costs less than the heights.", messages.Capital(other), sum[3], sum[0], sum[1], sum[2], competitor(layered))
	case part:
		return messages.Fill("All {} heights add up to {6}, this output’s part of the lower bound: no {=}, however wide, costs less.",
			points, p.Sum, competitor(layered))
	}
	return messages.Fill("All {} heights add up to the lower bound, {6}: no {=}, however wide, costs less. This one costs {6}.",
		points, p.Sum, competitor(layered), p.Best)
}

// boundsCaption states what a network and its own curve prove.
func (a *Argument) boundsCaption(p *protocol.Argument, layered bool) string {
	reach := a.evaluate(p.Progress).Peak / a.beta()
	numbers := messages.Fill("cost {6}, lower bound {6}", p.Cost, p.Bound)
	whole, breaks, dashed, curve := p.Progress >= 1, reach > 1+touchTolerance, "", "curve"
	if len(a.neurons) > 0 && a.circle.d == 2 { // the picture has all directions then
		dashed = " (dashed)"
	}
	if a.ofLines() {
		curve = "map"
	}
	switch {
	case whole:
		return messages.Fill("The two numbers meet: {=}. No neuron gains more than its price, so no {=}, however wide, costs less.", numbers,
			competitor(layered))
	case breaks:
		pays, how := "pays", messages.Fill("reaches {3} β", reach)
		if a.land.Problem.Loss.Nonsmooth() {
			pays = "may pay"
		}
		if messages.Short(reach) == "1" {
			how = "passes β"
		}
		cost := messages.Fill("{6}", p.Cost)
		if p.Cost > p.Best*(1+leastApart) && cost == messages.Fill("{6}", p.Best) { // the same figures, once they are rounded
			more, best := messages.Apart(p.Cost, p.Best, 6)
			cost = messages.Fill("{=} (the best {=})", more, best)
		}
		return messages.Fill("Perturbed, it costs {=}. Its {=} {=}: a new neuron {=}. Any v with |g| ≤ β proves a bound: "+
			"divided by as much{=}, this one {6}.", cost, curve, how, pays, dashed, p.Bound)
	}
	return messages.Fill("Perturbed, {=}. Its {=} proves a bound below the cost, which holds for all networks of this kind.", numbers, curve)
}

// competitor is the kind of network proved not to cost less: one layer of this activation or, with several layers, one that reads what the
// chosen layer reads.
func competitor(layered bool) string {
	if layered {
		return "layer on these features"
	}
	return "network of this kind"
}
