package messages

import (
	"math"
	"strings"

	"conelab/core/app/protocol"
)

// The captions of the animation.

// StartMessage invites the user to begin.
const StartMessage = "Draw some points, or choose an example."

// Captions without numbers.
const (
	CaptionSamples      = "Signals and images have their own panel, Samples: draw them there, and see each filter at work."
	CaptionConvolution  = "This layer is a convolution: its filters are in the picture Network and in the panel Samples."
	CaptionNoPictures   = "The pictures are for dense networks. The numbers are all here."
	CaptionPathOfPlane  = "Of more than three features the solver's path has no picture."
	CaptionPathOfLayers = "Of several layers the solver's path has no picture."
	CaptionPathOfAll    = "This loss trains all outputs together: their common path has no picture of one output."
	CaptionNoPath       = "There is no path to show: the empty network was proved best at once."
)

// CaptionEmptyNetwork explains why there is no animation.
func CaptionEmptyNetwork(squared bool) string {
	if squared {
		return "No neuron is worth its price at this β: the best network is f = 0, and v = 2y proves it."
	}
	return "No neuron is worth its price at this β: the best network is f = 0, and its v proves it."
}

// CaptionRotated states what does not change when a neuron is turned.
func CaptionRotated(cost float64) string {
	return "Another optimal network: the neurons are others, the function, the curve g and the cost " + short(cost) +
		" are the same. Play brings the first one back."
}

// CaptionEnding sums up the neurons of Z and of Z′ of a network, or of one of several layers; off is set if the pictures show a
// plane in which the neurons need not lie, touches unless rounding keeps the curve from them.
func CaptionEnding(plus, minus int, layered, off, touches bool) string {
	noun, where := " neurons", ""
	if plus+minus == 1 {
		noun = " neuron"
	}
	if off {
		where = ", off the plane that is shown,"
	}
	text := count(plus+minus) + noun + ": " + count(plus) + " from Z, " + count(minus) + " from Z′. "
	if !touches {
		return text + "No " + competitor(layered) + " of any width costs less; where g touches ±β, rounding hides at so small a β."
	}
	return text + "At each of them" + where + " the curve g touches ±β, and no " + competitor(layered) + " of any width costs less."
}

// CaptionIterate describes the position on the solver's path.
func CaptionIterate(at, last int, cost, bound float64) string {
	text := "Iterate " + count(at) + " of " + count(last) + ": its matrices cost " + precise(cost) + ", and no network costs less than " +
		precise(bound)
	if at == 0 {
		return text + ". The start: Z and Z′ are equal, so f is 0."
	}
	if gap := (cost - bound) / math.Max(math.Abs(cost), 1e-300); at < last {
		return text + ": a relative gap of " + figures(math.Max(0, gap), 2) + "."
	}
	return text + ": the path has arrived, and the matrices are ready to be taken apart."
}

// CaptionClaimedNetwork and CaptionClaimedMatrix describe a network and a matrix under check, of that many neurons.
var (
	CaptionClaimedNetwork = sentence1[int]("The network under check has {neuron}; the ring marks the point where it differs most from the " +
		"optimum.")
	CaptionClaimedMatrix = sentence1[int]("The matrix under check is the sum of {neuron}.")
)

// Captions of the animation that decomposes Z and Z′. The function symbols explains their letters.

// vector is the name of a vector of a step.
func vector(i int) string { return "p" + subscript(i+1) }

// sideOf tells where a vector lies: 1 outside the cone, -1 inside, 0 on it up to rounding.
func sideOf(side int) string { return [3]string{"inside", "on", "outside"}[side+1] }

// form returns p′Gp of a vector, 0 if it may be a rounding error.
func form(p protocol.Lifted) string {
	if p.Side() == 0 {
		return "0"
	}
	return signed(p.Form())
}

// part returns a number that is a part of 1, 0 if it may be a rounding error.
func part(v float64) string {
	if math.Abs(v) < protocol.Rounding {
		return "0"
	}
	return short(v)
}

// CaptionOpening introduces the matrix Z, or Z′ for a negative sign, by its vectors.
func CaptionOpening(sign int, vectors []protocol.Lifted) string {
	text := matrix(sign) + " has rank " + count(len(vectors)) + ": "
	if len(vectors) == 1 {
		return text + "its one vector p₁ = √λ q lies on the cone already, as the trace condition asks."
	}
	names, forms, groups := make([]string, len(vectors)), make([]string, len(vectors)), [3][]string{}
	for i, p := range vectors {
		names[i], forms[i] = vector(i), form(p)
		groups[p.Side()+1] = append(groups[p.Side()+1], vector(i))
	}
	text += "its vectors " + list(names) + ", each √λ q, have p′Gp = " + list(forms) + ", together 0. "
	if len(groups[1]) == len(vectors) {
		return text + "All lie on the cone."
	}
	text += "Outside the cone: " + list(groups[2]) + "; inside: " + list(groups[0])
	if len(groups[1]) > 0 {
		text += "; on it: " + list(groups[1])
	}
	return text + "."
}

// list joins words: a, b and c.
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// CaptionStep describes a step in three parts: the pair, the rotation, and the neuron that the vector r becomes. passed is the
// share of the step that is over, sign that of the matrix, d the number of features, and number that of the neuron.
func CaptionStep(step *protocol.Step, passed float64, sign, d, number int) string {
	first, partner := vector(step.First), vector(step.Partner)
	switch {
	case passed >= 0.75 && step.Neuron < 0:
		return "r is 0: no neuron comes of it."
	case passed >= 0.75:
		return captionNeuron(step, sign, d, number)
	case step.Partner < 0:
		return first + " lies on the cone already, p′Gp = 0: it is r as it stands."
	case step.Before[step.First].Side() == 0:
		return first + " lies on the cone up to rounding, p′Gp = 0: a turn towards " + partner + ", too small to see, makes it exact."
	case passed >= 0.25:
		sin, cos := math.Sincos(step.Angle)
		return "Turned by " + short(step.Angle*180/math.Pi) + "°, r = " + short(cos) + " " + first + term(sin) + " " + partner +
			" lies on the cone. The ellipse stays, because at every angle rr′ + ss′ = " + first + first + "′ + " + partner + partner + "′."
	}
	p, q := step.Before[step.First], step.Before[step.Partner]
	return first + " lies " + sideOf(p.Side()) + " the cone (p′Gp = " + form(p) + "), " + partner + " " + sideOf(q.Side()) +
		" it (" + form(q) + "): the ellipse of all cos φ " + first + " + sin φ " + partner + " crosses it."
}

// captionNeuron describes the neuron that the vector r of a step becomes, and its weight.
func captionNeuron(step *protocol.Step, sign, d, number int) string {
	t := step.R[len(step.R)-1]
	text := "r lies on the cone: it is √|α| (u, 1) of neuron u" + subscript(number)
	if d < len(step.R) { // of more features only lengths are known
		words := make([]string, d)
		for i, v := range step.R[:d] {
			words[i] = part(v / t)
		}
		text += " = (" + strings.Join(words, ", ") + ")"
	}
	text += " with α = " + signed(float64(sign)*t*t) + "."
	if step.Partner >= 0 {
		text += " s stays for the next step."
	}
	return text
}

// symbol is a letter of the animation with the texts of which a caption has one while it is drawn.
type symbol struct {
	marks []string
	protocol.PageSymbol
}

// symbols explains the letters of the animation for d features.
func symbols(d int) []symbol {
	g := "diag(1, …, 1, −1)"
	switch d {
	case 1:
		g = "diag(1, −1)"
	case 2:
		g = "diag(1, 1, −1)"
	}
	return []symbol{
		{[]string{"rank"}, protocol.PageSymbol{Symbol: "rank", Short: "number of vectors",
			Help: "How many eigenvalues of the matrix are not 0: it is the sum of so many pp′, and of so many neurons."}},
		{[]string{"λ"}, protocol.PageSymbol{Symbol: "λ, q", Short: "eigenvalues, eigenvectors",
			Help: "The matrix is the sum of all λqq′: its eigenvectors q have length 1 and are at right angles, each with its eigenvalue λ."}},
		{[]string{"′G"}, protocol.PageSymbol{Symbol: "G", Short: g, Help: "For p = (c, t) the form p′Gp is |c|² − t²: above 0 outside the cone, 0 on it, below 0 inside."}},
		{[]string{"p′", "p₁", "p₂", "p₃", "p₄"}, protocol.PageSymbol{Symbol: "p", Short: "√λ q at first",
			Help: "Vectors whose pp′ add up to what is left of the matrix: at first √λ q, with its eigenvectors q and eigenvalues λ."}},
		{[]string{"r lies", "r is", " r ", "rr′", "neuron"}, protocol.PageSymbol{Symbol: "r", Short: "on the cone",
			Help: "The vector of the pair that reaches the cone, r′Gr = 0: it is √|α| (u, 1) of a neuron u of weight α."}},
		{[]string{" s ", "ss′"}, protocol.PageSymbol{Symbol: "s", Short: "left over",
			Help: "The other vector of the pair: rr′ + ss′ is the pair’s matrix at every angle, and s stays for the next step."}},
		{[]string{"= 0:", "= 0,", "is 0:", "together 0"}, protocol.PageSymbol{Symbol: "0", Short: "below 10⁻⁶", Help: "What rounding may have left is shown as 0: p′Gp below 10⁻⁶ |p|², entries of u below 10⁻⁶."}},
	}
}

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
	where, gains, gain := "A neuron at "+degrees(a.Angle*180/math.Pi), " would gain at first ", math.Abs(a.Gain)
	if a.Only {
		where = "A neuron u = " + signed(math.Copysign(1, math.Cos(a.Angle)))
	}
	if a.Lines {
		where = "A neuron that bends along the dashed line"
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
		return where + gains + short(gain) + " for a unit of weight, and a unit costs β = " + short(a.Beta) + near
	}
	if !pays && short(gain) == short(a.Beta) { // the same figures, once they are rounded
		return where + gains + "a little less than β = " + short(a.Beta) + ", which a unit of weight costs: not worth its price."
	}
	text := where + gains + short(gain) + " for a unit of weight, and a unit costs β = " + short(a.Beta)
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
		return "In another network, each neuron adds α g(u) to the sum of v f, and as |g| is at most β that is never more than its price β|α|. So all v f are never more than all prices."
	case a.Level == 0 && !a.Certified:
		return "For each point its " + loss + " as a curve over f, and a line of slope −v that lies nowhere above it."
	case a.Level == 0 && a.Joint:
		return "For each point its loss as a curve over this output f, the other outputs as they are: its line, of slope −v, touches it at " +
			"the network’s f and lies nowhere above it."
	case a.Level == 0:
		return "For each point its " + loss +
			" as a curve over f: its line, of slope −v, touches it at the network’s f and lies nowhere above it."
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
	case breaks:
		return "Perturbed, " + numbers + ". Where its " + curve + " passes β, a new neuron would lower the cost; it proves a bound only when shrunk" +
			dashed + "."
	}
	return "Perturbed, " + numbers + ". What its " + curve + " proves, less than the cost, is true of all networks."
}
