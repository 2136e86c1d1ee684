package say

import "math"

// Sentences on the argument that no network costs less, in five pictures.

// argumentNotes are the notes below the titles of the five pictures.
var argumentNotes = [5]string{
	"A neuron is worth adding only where it gains more than its price.",
	"All neurons at once are one curve.",
	"The cost is a bowl: where no first step goes down, nothing farther on is lower.",
	"Each point’s loss lies above a line; level, the lines add up to the lower bound.",
	"Two numbers meet: what this network costs, and what its curve proves.",
}

// Direction is what a neuron with a given direction would gain.
type Direction struct {
	// Only is set if there are just two directions, so that Degrees is 0 or 180.
	Only    bool
	Degrees float64
	// Gain is g of the direction, Beta the price. AtMost is set if the loss is not smooth, so that the gain is at most |g|.
	Gain, Beta float64
	AtMost     bool
	// Pays is set if |g| is beta. Neuron is the neuron of the network there, -1 for none.
	Pays   bool
	Neuron int
}

// ArgumentPrice compares what a neuron would gain with what it costs.
func ArgumentPrice(d Direction) string {
	where := "A neuron at " + degrees(d.Degrees)
	if d.Only {
		where = "A neuron u = " + signed(math.Copysign(1, math.Cos(d.Degrees*math.Pi/180)))
	}
	gains := " would gain at first "
	if d.AtMost {
		gains = " would gain at most "
	}
	if !d.Pays && short(math.Abs(d.Gain)) == short(d.Beta) { // the same figures, once they are rounded
		return where + gains + "a little less than β = " + short(d.Beta) + ", which a unit of weight costs: not worth its price."
	}
	text := where + gains + short(math.Abs(d.Gain)) + " for a unit of weight, and a unit costs β = " + short(d.Beta)
	switch {
	case d.Pays && d.Neuron >= 0:
		return text + ": just its price. It is neuron u" + subscript(d.Neuron+1) + "; more of it would gain nothing."
	case d.Pays:
		return text + ": just its price, so nothing is won by it."
	}
	return text + ": not worth its price."
}

func degrees(v float64) string {
	text := short(math.Round(v))
	if text == "−180" {
		text = "180"
	}
	return text + "°"
}

// ArgumentCurve introduces the curve.
const ArgumentCurve = "Each direction has its gain, below zero where the weight would be negative: together they make one curve."

// ArgumentCurveWhole describes the whole curve for a network with that many neurons; all tells whether all of them are on the circle drawn.
func ArgumentCurveWhole(neurons int, all, certified bool) string {
	switch {
	case !certified:
		return "One curve for all neurons at once. The solver stopped before the network was certified; see the gap."
	case neurons == 0:
		return "One curve for all neurons at once: it stays between +β and −β, so none is worth its price, and the network has none."
	case !all:
		return "One curve for the neurons of one circle of directions: it stays between +β and −β, as all other directions do, so none is worth more than its price."
	}
	return "One curve for all neurons at once: it touches ±β at the " + Plural(neurons, "neuron") + " and passes it nowhere, so no other is worth more than its price."
}

// Place is a network between the optimum and another one.
type Place struct {
	// Baseline names the other network: empty, random or spoiled.
	Baseline string
	// Share is the other network's share.
	Share      float64
	Cost, Best float64
	Certified  bool
}

// baselines are the names of the other networks.
var baselines = map[string]string{"": "no neurons", "empty": "no neurons", "random": "a random network", "spoiled": "the spoiled network"}

// ArgumentBowl describes the position of the network on the section.
func ArgumentBowl(p Place) string {
	switch {
	case !p.Certified:
		return "The cost along the way between two networks is a bowl. The solver stopped before its network was certified to be the lowest."
	case p.Share <= 1e-9:
		return "The lowest point, cost " + precise(p.Cost) + ". The cost along every such way is a bowl: if no first step goes down, no step does, however far."
	}
	if share := short(100 * p.Share); share == "100" {
		return "With " + baselines[p.Baseline] + " the cost is " + precise(p.Cost) + ", above " + precise(p.Best) + ". The curve is a bowl: it never bends downwards."
	}
	return "At " + short(100*p.Share) + " % of the way to " + baselines[p.Baseline] + " the weights of both are mixed: cost " + precise(p.Cost) + ", above " +
		precise(p.Best) + ". The curve is a bowl: it never bends downwards."
}

// Lines are the lines below the losses of the points.
type Lines struct {
	// Level is how far they have been turned, 1 once they are level. The heights of Counted of the Points points have been added up to Sum.
	Level           float64
	Counted, Points int
	Sum, Cost       float64
	// Squared is set if the loss is the squared error. Others is set if it is taken with the other outputs fixed. Part is set if the lines are those
	// of one output, whose heights are a part of the bound.
	Squared, Others, Part bool
	Certified             bool
	// Layered is set if they belong to one of several layers.
	Layered bool
}

// competitor is the kind of network proved not to cost less: any network or, with several layers, one that reads what the chosen layer reads.
func competitor(layered bool) string {
	if layered {
		return "layer on these features"
	}
	return "network"
}

// ArgumentTangents states what the lines prove.
func ArgumentTangents(l Lines) string {
	loss := "loss"
	if l.Squared {
		loss = "loss (f − y)²"
	}
	switch {
	case l.Level == 0 && !l.Certified:
		return "For each point its " + loss + " as a curve over f, and a line of slope −v that lies nowhere above it."
	case l.Level == 0 && l.Others:
		return "For each point its loss as a curve over this output f, the other outputs as they are: its line, of slope −v, touches it at the network’s f and lies nowhere above it."
	case l.Level == 0:
		return "For each point its " + loss + " as a curve over f: its line, of slope −v, touches it at the network’s f and lies nowhere above it."
	case l.Level < 1:
		return "Add v f to each curve and its line, here " + short(math.Round(100*l.Level)) + " %. All v f together are at most what the neurons cost, in every network: the curve says so."
	case l.Counted == 0:
		return "With v f added the lines are level: whatever f is, no point comes below its line, in any network."
	case l.Counted < l.Points:
		return count(l.Counted) + " of " + count(l.Points) + " heights are added up, the lowest first: " + precise(l.Sum) + "."
	case l.Part:
		return "All " + count(l.Points) + " heights add up to " + precise(l.Sum) + ", this output’s part of the lower bound: no " + competitor(l.Layered) + ", whatever its neurons, costs less."
	case !l.Certified:
		return "All " + count(l.Points) + " heights add up to the lower bound, " + precise(l.Sum) + ". The network costs " + precise(l.Cost) + ": the solver stopped before they met."
	}
	return "All " + count(l.Points) + " heights add up to the lower bound, " + precise(l.Sum) + ": no " + competitor(l.Layered) + ", whatever its neurons, costs less. This one costs " + precise(l.Cost) + "."
}

// StripIterate states which iterate the proof strip's numbers belong to while the film shows the solver's path.
const StripIterate = "These numbers are those of the solver’s step that is shown; its neurons are taken out at the end."

// StripArgument states which network the proof strip's numbers belong to while the argument shows one that is not the optimum.
const StripArgument = "These numbers are those of the network that is shown, which is not the best."

// Perturbed is a perturbed network.
type Perturbed struct {
	// Cost is the cost of the network, Bound the bound that its own curve proves.
	Cost, Bound float64
	// Whole is set if there is no perturbation left: the network is the optimum.
	Whole bool
	// Breaks is set if its curve exceeds beta somewhere, and Reach is the largest multiple of beta that it reaches. Kinked is set if the loss is not
	// smooth.
	Breaks, Kinked bool
	Reach          float64
	Certified      bool
	// Layered is set if it is one of several layers.
	Layered bool
}

// farReach is the multiple of beta from which a curve, which must then be scaled down a lot, is said to prove little, if its bound is below half of
// the cost.
const farReach = 8

// times returns a factor, without an exponent up to a million.
func times(factor float64) string {
	if factor >= 1000 && factor < 1e6 {
		return count(int(math.Round(factor)))
	}
	return short(factor)
}

// ArgumentBounds states what a network and its own curve prove.
func ArgumentBounds(s Perturbed) string {
	numbers := "cost " + precise(s.Cost) + ", lower bound " + precise(s.Bound)
	switch {
	case s.Whole && s.Certified:
		return "The two numbers meet: " + numbers + ". No neuron gains more than its price, so no " + competitor(s.Layered) + ", however wide, costs less."
	case s.Whole:
		return "The two numbers come as near as the solver got: " + numbers + "."
	case s.Breaks && s.Reach >= farReach && s.Bound < s.Cost/2:
		return "Spoiled, " + numbers + ". Beside these gains β is small: the curve reaches " + times(s.Reach) + " β. Shrunk until it fits (dashed), it proves little."
	case s.Breaks && s.Kinked:
		return "Spoiled, " + numbers + ". Its curve passes β: only shrunk until it fits (dashed), as no gain is above the price then, does it prove a bound."
	case s.Breaks:
		return "Spoiled, " + numbers + ". Where its curve passes β, a new neuron would lower the cost; it proves a bound only when shrunk (dashed)."
	}
	return "Spoiled, " + numbers + ". What its curve proves, less than the cost, is true of all networks."
}
