package view

import (
	"math"
	"strconv"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/network/certify"
)

const (
	// near is the angle, in radians, within which a direction is said to be close to a neuron's.
	near = 3 * math.Pi / 180
	// touches is the relative distance from beta within which |g| is said to equal it; certificates are more accurate than that.
	touches = 1e-5
	// farBeyond is how many times β a curve reaches in a picture in which ±β are too close to 0 for anything between them to be seen.
	farBeyond = 6
)

// Caption describes in one sentence, which is true of its numbers, the picture that To has written. layered means that what is proved is
// one of several layers, plays that the picture moves by itself, blurred that rounding keeps the curve from ±beta at the neurons.
func (a *Argument) Caption(p *protocol.Argument, layered, plays, blurred bool) string {
	switch p.Topic {
	case protocol.Price:
		return a.priceCaption(p, plays)
	case protocol.Curve:
		return a.curveCaption(p, blurred)
	case protocol.Bowl:
		return a.bowlCaption(p)
	case protocol.Tangents:
		return a.tangentsCaption(p, layered)
	}
	return a.boundsCaption(p, layered)
}

// certified reports whether the network is proved optimal.
func (a *Argument) certified() bool { return a.of.Status == certify.Optimal }

// priceCaption compares what a neuron would gain with what it costs.
func (a *Argument) priceCaption(p *protocol.Argument, plays bool) string {
	if plays && p.Progress > 0 && p.Progress < 1 && !a.probes() {
		along := "one direction"
		if a.ofLines() {
			along = "one line"
		}
		return "A new neuron, " + along + " after the other: what it would gain for a unit of weight, beside what a unit costs."
	}
	text, gain, price := "A neuron at "+degrees(p.Angle*180/math.Pi), math.Abs(p.Gain), messages.Short(a.beta())
	if p.Only {
		text = "A neuron u = " + messages.Signed(math.Copysign(1, math.Cos(p.Angle)))
	}
	switch {
	case a.ofLines():
		text = "A neuron that bends along the dashed line"
	case p.Gain < 0:
		text += " with a negative weight"
	}
	if a.land.Kinked() {
		text += " would gain at most "
	} else {
		text += " would gain at first "
	}
	pays := gain >= a.beta()*(1-touches)
	if !pays && messages.Short(gain) == price { // the same figures, once they are rounded
		text += "a little less than β = " + price + ", which it costs"
	} else {
		text += messages.Short(gain) + " per unit of weight, which costs β = " + price
	}
	neuron := "" // the one in this direction
	if k, away := p.Nearest(); k >= 0 && away < near && (a.shown[k].Alpha > 0) == (p.Gain > 0) {
		neuron = "neuron u" + messages.Subscript(a.numbers[k])
	}
	switch {
	case pays && neuron != "":
		return text + ": just its price. It is " + neuron + "; more of it would gain nothing."
	case pays:
		return text + ": just its price, so nothing is won by it."
	case neuron != "": // a degree, or rounding, apart
		return text + ": almost its price, so close to " + neuron + ", which is worth just that."
	}
	return text + ": not worth its price."
}

func degrees(v float64) string {
	text := messages.Short(math.Round(v))
	if text == "−180" {
		text = "180"
	}
	return text + "°"
}

// curveCaption describes the curve of the gains of all directions.
func (a *Argument) curveCaption(p *protocol.Argument, blurred bool) string {
	switch {
	case a.ofLines() && p.Progress < 1:
		return "Each line has its gain, blue where the weight would be negative: together they make one map."
	case a.ofLines() && a.certified() && len(a.shown) > 0:
		return "One map for all neurons at once: |g| reaches β at the " + messages.Plural(len(a.shown), "mark") + " and passes it nowhere. " +
			"Lines that part the points alike share one formula for g, and all ways to part them were checked, so no other " +
			"neuron is worth more than its price."
	case p.Progress < 1:
		return "Each direction has its gain, below zero where the weight would be negative: together they make one curve."
	case !a.certified():
		return "One curve for all neurons at once. The solver stopped before the network was certified; see the gap."
	case len(a.shown) == 0:
		return "One curve for all neurons at once: it stays between +β and −β, so none is worth its price, and the network has none."
	case blurred:
		return "One curve for all neurons at once: it stays between +β and −β, so none is worth more than its price. Where it touches them, " +
			"rounding hides at so small a β."
	case len(a.shown) != len(p.Marks): // some are not on the circle drawn
		return "One curve for the neurons of one circle of directions: it stays between +β and −β, as all other directions do, so none is " +
			"worth more than its price."
	}
	return "One curve for all neurons at once: it touches ±β at the " + messages.Plural(len(a.shown), "neuron") + " and passes it " +
		"nowhere, so no other is worth more than its price."
}

// baselines are the names of the networks that the optimum is compared with.
var baselines = map[string]string{"": "no neurons", "empty": "no neurons", "random": "a random network",
	"perturbed": "the perturbed network",
}

// bowlCaption describes the position of the network between the optimum and another one.
func (a *Argument) bowlCaption(p *protocol.Argument) string {
	baseline := a.baseline
	if len(a.of.Neurons) == 0 && baseline != "random" {
		baseline = "perturbed"
	}
	const curve = ". The curve is a bowl: it never bends downwards."
	numbers := "cost " + messages.Precise(p.Cost) + ", above " + messages.Precise(p.Best) + curve
	switch {
	case !a.certified():
		return "The cost along the way between two networks is a bowl. The solver stopped before its network was certified to be the lowest."
	case p.At <= 1e-9:
		return "The lowest point, cost " + messages.Precise(p.Cost) +
			". The cost along every such way is a bowl: if no first step goes down, no step does, however far."
	case messages.Short(100*p.At) == "100":
		return "With " + baselines[baseline] + " the cost is " + messages.Precise(p.Cost) + ", above " + messages.Precise(p.Best) + curve
	}
	return "At " + messages.Short(100*p.At) + " % of the way to " + baselines[baseline] + " the weights of both are mixed: " + numbers
}

// tangentsCaption states what the lines below the losses prove.
func (a *Argument) tangentsCaption(p *protocol.Argument, layered bool) string {
	turned := max(0, min((p.Progress-protocol.TangentsCompared)/(level-protocol.TangentsCompared), 1)) // how far, 1 once the lines are level
	counted, points, part := a.counted(p.Progress), len(a.tangents()), a.land.Separable() && len(a.of.Certificate.Quadratics) > 1
	const falls = ". As f rises, the line falls at the rate v."
	loss := "loss"
	if a.land.Squared() {
		loss = "loss (f − y)²"
	}
	heights := "All " + strconv.Itoa(points) + " heights add up to "
	switch {
	case p.Progress > protocol.TangentsDrawn && p.Progress < protocol.TangentsCompared && a.certified():
		return "In another network each neuron adds α g(u), g(u) being v times its value over all points: as |g| is at most β, never more than " +
			"its price. So all v f are at most all prices."
	case turned == 0 && !a.certified():
		return "For each point its " + loss + " as a curve over f, and a line that lies nowhere above it" + falls
	case turned == 0 && !a.land.Separable():
		return "For each point its loss as a curve over this output f, the other outputs as they are: its line touches it at the " +
			"network’s f and lies nowhere above it" + falls
	case turned == 0:
		return "For each point its " + loss +
			" as a curve over f: its line touches it at the network’s f and lies nowhere above it" + falls
	case turned < 1:
		return "Add v f to each curve and its line, here " + messages.Short(math.Round(100*turned)) + " %. " +
			"All v f together are at most what the neurons cost, in every network."
	case counted == 0:
		return "With v f added the lines are level: whatever f is, no point comes below its line, in any network."
	case counted < points:
		return strconv.Itoa(counted) + " of " + strconv.Itoa(points) + " heights are added up, the lowest first: " + messages.Precise(p.Sum) + "."
	case part:
		return heights + messages.Precise(p.Sum) + ", this output’s part of the lower bound: no " + competitor(layered) +
			", whatever its neurons, costs less."
	case !a.certified():
		return heights + "the lower bound, " + messages.Precise(p.Sum) + ". The network costs " +
			messages.Precise(p.Best) + ": the solver stopped before they met."
	}
	return heights + "the lower bound, " + messages.Precise(p.Sum) + ": no " + competitor(layered) +
		", whatever its neurons, costs less. This one costs " + messages.Precise(p.Best) + "."
}

// boundsCaption states what a network and its own curve prove.
func (a *Argument) boundsCaption(p *protocol.Argument, layered bool) string {
	reach := a.evaluate(p.Progress).Peak / a.beta()
	numbers := "cost " + messages.Precise(p.Cost) + ", lower bound " + messages.Precise(p.Bound)
	whole, breaks, dashed, curve := p.Progress >= 1, reach > 1+touches, "", "curve"
	if len(a.shown) > 0 && a.circle.d == 2 && reach < farBeyond { // the picture has all directions then
		dashed = " (dashed)"
	}
	if a.ofLines() {
		curve = "map"
	}
	switch {
	case whole && a.certified():
		return "The two numbers meet: " + numbers + ". No neuron gains more than its price, so no " + competitor(layered) +
			", however wide, costs less."
	case whole:
		return "The two numbers come as near as the solver got: " + numbers + "."
	case breaks && a.land.Kinked():
		return "Perturbed, " + numbers + ". Its " + curve + " passes β: only shrunk until it fits" + dashed +
			", as no gain is above the price then, does it prove a bound."
	case breaks && reach >= farBeyond:
		return "Perturbed, " + numbers + ". Its " + curve + " reaches " + messages.Precise(math.Round(reach)) + " β, so a new neuron pays. " +
			"Shrunk as much, it proves a bound."
	case breaks:
		return "Perturbed, " + numbers + ". Where its " + curve + " passes β, a new neuron pays; it proves a bound only when " +
			"shrunk" + dashed + "."
	}
	return "Perturbed, " + numbers + ". What its " + curve + " proves, less than the cost, is true of all networks."
}
