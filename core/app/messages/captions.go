package messages

import (
	"math"
	"slices"
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
	return "Another optimal network: the neurons are others, the function, the curve g and the cost " + Short(cost) +
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
		return text + "No " + Competitor(layered) + " of any width costs less; where g touches ±β, rounding hides at so small a β."
	}
	return text + "At each of them" + where + " the curve g touches ±β, and no " + Competitor(layered) + " of any width costs less."
}

// Competitor is the kind of network proved not to cost less: any network or, with several layers, one that reads what the chosen
// layer reads.
func Competitor(layered bool) string {
	if layered {
		return "layer on these features"
	}
	return "network"
}

// StripIterate states which iterate the proof strip's numbers belong to while the animation shows the solver's path.
const StripIterate = "These numbers are those of the solver’s step that is shown; its neurons are taken out at the end."

// StripArgument states which network the proof strip's numbers belong to while the argument shows one that is not the optimum.
const StripArgument = "These numbers are those of the network that is shown, which is not the best."

// CaptionIterate describes the position on the solver's path.
func CaptionIterate(at, last int, cost, bound float64) string {
	text := "Iterate " + count(at) + " of " + count(last) + ": its matrices cost " + Precise(cost) + ", and no network costs less than " +
		Precise(bound)
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
func vector(i int) string { return "p" + Subscript(i+1) }

// sideOf tells where a vector lies: 1 outside the cone, -1 inside, 0 on it up to rounding.
func sideOf(side int) string { return [3]string{"inside", "on", "outside"}[side+1] }

// form returns p′Gp of a vector, 0 if it may be a rounding error.
func form(p protocol.Lifted) string {
	if p.Side() == 0 {
		return "0"
	}
	return Signed(p.Form())
}

// part returns a number that is a part of 1, 0 if it may be a rounding error.
func part(v float64) string {
	if math.Abs(v) < protocol.Rounding {
		return "0"
	}
	return Short(v)
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
		return "Turned by " + Short(step.Angle*180/math.Pi) + "°, r = " + Short(cos) + " " + first + term(sin) + " " + partner +
			" lies on the cone. The ellipse stays, because at every angle rr′ + ss′ = " + first + first + "′ + " + partner + partner + "′."
	}
	p, q := step.Before[step.First], step.Before[step.Partner]
	return first + " lies " + sideOf(p.Side()) + " the cone (p′Gp = " + form(p) + "), " + partner + " " + sideOf(q.Side()) +
		" it (" + form(q) + "): the ellipse of all cos φ " + first + " + sin φ " + partner + " crosses it."
}

// captionNeuron describes the neuron that the vector r of a step becomes, and its weight.
func captionNeuron(step *protocol.Step, sign, d, number int) string {
	t := step.R[len(step.R)-1]
	text := "r lies on the cone: it is √|α| (u, 1) of neuron u" + Subscript(number)
	if d < len(step.R) { // of more features only lengths are known
		words := make([]string, d)
		for i, v := range step.R[:d] {
			words[i] = part(v / t)
		}
		text += " = (" + strings.Join(words, ", ") + ")"
	}
	text += " with α = " + Signed(float64(sign)*t*t) + "."
	if step.Partner >= 0 {
		text += " s stays for the next step."
	}
	return text
}

// Legend explains the letters of the decomposition, for d features, that a caption has while they are drawn.
func Legend(caption string, d int) (list []protocol.PageSymbol) {
	for _, symbol := range symbols(d) {
		if slices.ContainsFunc(symbol.marks, func(mark string) bool { return strings.Contains(caption, mark) }) {
			list = append(list, symbol.PageSymbol)
		}
	}
	return list
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
