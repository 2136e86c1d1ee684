package messages

import (
	"math"

	"conelab/core/app/protocol"
)

// Sentences on the argument that no network costs less, in five pictures.

// argumentNotes are the notes below the titles of the five pictures.
var argumentNotes = [5]string{
	"A neuron is worth adding only where it gains more than its price.",
	"All neurons at once are one curve.",
	"The cost is a bowl: where no first step goes down, nothing farther on is lower.",
	"Each point’s loss lies above a line; level, the lines add up to the lower bound.",
	"Two numbers meet: what this network costs, and what its curve proves.",
}

// Near is the angle, in radians, within which a direction is said to be close to a neuron's.
const Near = 3 * math.Pi / 180

// touches is the relative distance from beta within which |g| is said to equal it; certificates are more accurate than that.
const touches = 1e-5

// Argued is a picture of the argument with what its caption says beside it.
type Argued struct {
	*protocol.Argument
	// Beta is the price of a unit of weight, Reach the multiple of it that the curve of a perturbed network reaches.
	Beta, Reach float64
	// Neurons is the number of neurons, Neuron the one in the direction under inspection, counted from 0, -1 for none.
	Neurons, Neuron int
	// Baseline names the network that the optimum is compared with: empty, random or perturbed.
	Baseline string
	// Level is how far the lines below the losses have been turned, 1 once they are level. The heights of Counted of the Points
	// points have been added up.
	Level           float64
	Counted, Points int
	// Plays is set while the animation plays: a sentence whose numbers change in every frame cannot be read.
	Plays bool
	// Compares is set while another network is compared with its price.
	Compares bool
	// Squared is set if the loss is the squared error, Kinked if it is not smooth, and Joint if it is taken with the other
	// outputs fixed. Part is set if the lines are those of one output, whose heights are a part of the bound.
	Squared, Kinked, Joint, Part bool
	// Certified is set if the network is proved optimal, Layered if it is one of several layers, Dashed if the picture has the
	// shrunk curve.
	Certified, Layered, Dashed bool
	// Blurred is set if rounding keeps the curve visibly from ±β at a neuron.
	Blurred bool
	// Lines is set if the directions are the lines of a plane, on a map, Probes if the one under inspection is where the user points.
	Lines, Probes bool
	// Away is how far the direction of the candidate is from Neuron, in radians, less than Near.
	Away float64
}

// Caption describes the picture in one sentence, which is true of its numbers.
func (a *Argued) Caption() string {
	switch a.Topic {
	case protocol.Price:
		return a.price()
	case protocol.Curve:
		return a.curve()
	case protocol.Bowl:
		return a.bowl()
	case protocol.Tangents:
		return a.tangents()
	}
	return a.bounds()
}

// price compares what a neuron would gain with what it costs.
func (a *Argued) price() string {
	if a.Plays && a.Full > 0 && a.Full < 1 && !a.Probes {
		return "A new neuron, in one direction after the other: what it would gain for a unit of weight, beside what a unit costs."
	}
	const each = " per unit of weight, which costs β = "
	where, gains, gain := "A neuron at "+degrees(a.Angle*180/math.Pi), " would gain at first ", math.Abs(a.Gain)
	if a.Only {
		where = "A neuron u = " + signed(math.Copysign(1, math.Cos(a.Angle)))
	}
	switch {
	case a.Lines:
		where = "A neuron that bends along the dashed line"
	case a.Gain < 0:
		where += " with a negative weight"
	}
	if a.Kinked {
		gains = " would gain at most "
	}
	pays := gain >= a.Beta*(1-touches)
	if !pays && a.Neuron >= 0 { // a degree, or rounding, apart
		near := ": almost its price, so close to neuron u" + subscript(a.Neuron+1) + ", which is worth just that."
		if short(gain) == short(a.Beta) {
			return where + gains + "a little less than β = " + short(a.Beta) + near
		}
		return where + gains + short(gain) + each + short(a.Beta) + near
	}
	if !pays && short(gain) == short(a.Beta) { // the same figures, once they are rounded
		return where + gains + "a little less than β = " + short(a.Beta) + ", which it costs: not worth its price."
	}
	text := where + gains + short(gain) + each + short(a.Beta)
	switch {
	case pays && a.Neuron >= 0:
		return text + ": just its price. It is neuron u" + subscript(a.Neuron+1) + "; more of it would gain nothing."
	case pays:
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

// curve describes the curve of the gains of all directions.
func (a *Argued) curve() string {
	switch {
	case a.Lines && a.Full < 1:
		return "Each line has its gain, blue where the weight would be negative: together they make one map."
	case a.Lines && a.Certified && a.Neurons > 0:
		return "One map for all neurons at once: |g| reaches β at the " + Plural(a.Neurons, "mark") + " and passes it nowhere. Lines that part the points " +
			"alike share one formula for g, and all ways to part them were checked, so no other neuron is worth more than its price."
	case a.Full < 1:
		return "Each direction has its gain, below zero where the weight would be negative: together they make one curve."
	case !a.Certified:
		return "One curve for all neurons at once. The solver stopped before the network was certified; see the gap."
	case a.Neurons == 0:
		return "One curve for all neurons at once: it stays between +β and −β, so none is worth its price, and the network has none."
	case a.Blurred:
		return "One curve for all neurons at once: it stays between +β and −β, so none is worth more than its price. Where it touches them, " +
			"rounding hides at so small a β."
	case a.Neurons != len(a.Marks): // some are not on the circle drawn
		return "One curve for the neurons of one circle of directions: it stays between +β and −β, as all other directions do, so none is " +
			"worth more than its price."
	}
	return "One curve for all neurons at once: it touches ±β at the " + Plural(a.Neurons, "neuron") + " and passes it nowhere, so no other " +
		"is worth more than its price."
}

// baselines are the names of the networks that the optimum is compared with.
var baselines = map[string]string{"": "no neurons", "empty": "no neurons", "random": "a random network", "perturbed": "the perturbed network"}

// bowl describes the position of the network between the optimum and another one.
func (a *Argued) bowl() string {
	const curve = ". The curve is a bowl: it never bends downwards."
	numbers := "cost " + precise(a.Cost) + ", above " + precise(a.Best) + curve
	switch {
	case !a.Certified:
		return "The cost along the way between two networks is a bowl. The solver stopped before its network was certified to be the lowest."
	case a.At <= 1e-9:
		return "The lowest point, cost " + precise(a.Cost) +
			". The cost along every such way is a bowl: if no first step goes down, no step does, however far."
	case short(100*a.At) == "100":
		return "With " + baselines[a.Baseline] + " the cost is " + precise(a.Cost) + ", above " + precise(a.Best) + curve
	}
	return "At " + short(100*a.At) + " % of the way to " + baselines[a.Baseline] + " the weights of both are mixed: " + numbers
}

// competitor is the kind of network proved not to cost less: any network or, with several layers, one that reads what the chosen
// layer reads.
func competitor(layered bool) string {
	if layered {
		return "layer on these features"
	}
	return "network"
}

// tangents states what the lines below the losses prove.
func (a *Argued) tangents() string {
	loss := "loss"
	if a.Squared {
		loss = "loss (f − y)²"
	}
	heights := "All " + count(a.Points) + " heights add up to "
	switch {
	case a.Compares && a.Certified:
		return "In another network each neuron adds α g(u), g(u) being v times its value over all points: as |g| is at most β, never more than " +
			"its price. So all v f are at most all prices."
	case a.Level == 0 && !a.Certified:
		return "For each point its " + loss + " as a curve over f, and a line that lies nowhere above it; v is minus the line’s slope."
	case a.Level == 0 && a.Joint:
		return "For each point its loss as a curve over this output f, the other outputs as they are: its line touches it at the " +
			"network’s f and lies nowhere above it; v is minus the line’s slope."
	case a.Level == 0:
		return "For each point its " + loss +
			" as a curve over f: its line touches it at the network’s f and lies nowhere above it; v is minus the line’s slope."
	case a.Level < 1:
		return "Add v f to each curve and its line, here " + short(math.Round(100*a.Level)) + " %. All v f together are at most what the neurons cost, in every network."
	case a.Counted == 0:
		return "With v f added the lines are level: whatever f is, no point comes below its line, in any network."
	case a.Counted < a.Points:
		return count(a.Counted) + " of " + count(a.Points) + " heights are added up, the lowest first: " + precise(a.Sum) + "."
	case a.Part:
		return heights + precise(a.Sum) + ", this output’s part of the lower bound: no " + competitor(a.Layered) +
			", whatever its neurons, costs less."
	case !a.Certified:
		return heights + "the lower bound, " + precise(a.Sum) + ". The network costs " + precise(a.Best) + ": the solver stopped before they met."
	}
	return heights + "the lower bound, " + precise(a.Sum) + ": no " + competitor(a.Layered) +
		", whatever its neurons, costs less. This one costs " + precise(a.Best) + "."
}

// StripIterate states which iterate the proof strip's numbers belong to while the animation shows the solver's path.
const StripIterate = "These numbers are those of the solver’s step that is shown; its neurons are taken out at the end."

// StripArgument states which network the proof strip's numbers belong to while the argument shows one that is not the optimum.
const StripArgument = "These numbers are those of the network that is shown, which is not the best."

// FarBeyond is how many times β a curve reaches in a picture in which ±β are too close to 0 for anything between them to be seen.
const FarBeyond = 6

// bounds states what a network and its own curve prove.
func (a *Argued) bounds() string {
	numbers := "cost " + precise(a.Cost) + ", lower bound " + precise(a.Bound)
	whole, breaks, dashed, curve := a.Full >= 1, a.Reach > 1+touches, "", "curve"
	if a.Dashed {
		dashed = " (dashed)"
	}
	if a.Lines {
		curve = "map"
	}
	switch {
	case whole && a.Certified:
		return "The two numbers meet: " + numbers + ". No neuron gains more than its price, so no " + competitor(a.Layered) +
			", however wide, costs less."
	case whole:
		return "The two numbers come as near as the solver got: " + numbers + "."
	case breaks && a.Kinked:
		return "Perturbed, " + numbers + ". Its " + curve + " passes β: only shrunk until it fits" + dashed +
			", as no gain is above the price then, does it prove a bound."
	case breaks && a.Reach >= FarBeyond:
		return "Perturbed, " + numbers + ". Its " + curve + " reaches " + short(a.Reach) + " β, so a new neuron pays. Shrunk as much, it proves a bound."
	case breaks:
		return "Perturbed, " + numbers + ". Where its " + curve + " passes β, a new neuron pays; it proves a bound only when shrunk" + dashed + "."
	}
	return "Perturbed, " + numbers + ". What its " + curve + " proves, less than the cost, is true of all networks."
}
