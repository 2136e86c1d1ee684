package view

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/network/certify"
	"conelab/core/numeric/loss"
)

// caption returns the caption of the animation at its current position.
func (s *Subject) caption() string {
	t, r, animation := s.layer.State, s.layer.Result(), s.Player.Animation
	switch {
	case s.checksNetwork():
		return "The network under check has " + messages.Plural(len(s.neurons), "neuron") +
			"; the ring marks the point where it differs most from the optimum."
	case s.checked != nil && s.Player.AtEnd():
		return "The matrix under check is the sum of " + messages.Plural(len(s.neurons), "neuron") + "."
	case s.checked != nil:
		return s.stepCaption()
	case !s.offers(protocol.PictureNeurons) && r != nil:
		return "This layer is a convolution: its filters are in the picture Network and in the panel Samples."
	case t.Sampled() && r != nil:
		return "Signals and images have their own panel, Samples: draw them there, and see each filter at work."
	case !t.Dense() && r != nil:
		return "The pictures are for dense networks. The numbers are all here."
	case s.layer.Piecewise() != nil && !animation.Topic.Argues():
		return s.bendsCaption()
	case s.layer.Rotated():
		return "Another optimal network: the neurons are others, the function, the curve g and the cost " + messages.Short(r.Objective) +
			" are the same. Play brings the first one back."
	case animation.Topic == protocol.Solver:
		return s.solverCaption(&animation)
	case animation.Topic == protocol.Tangents && t.Sums() != nil:
		return "This chapter draws the loss of each point, and here are only " + t.TrainedOn() + "."
	case s.topic != 0:
		var a protocol.Argument
		s.Argument.To(&a, s.layer, s.output, s.topic, s.progress)
		return s.Argument.Caption(&a, s.layered(), animation.Playing, !s.touches())
	case animation.Topic.Argues():
		return ""
	case len(animation.Sequences) > 0 && s.Player.AtEnd():
		return s.ending()
	case len(animation.Sequences) > 0:
		return s.stepCaption()
	case r != nil && r.Status == certify.Optimal && t.Loss() == loss.Squared:
		return "No neuron is worth its price at this β: the best network is f = 0, and v = 2y proves it."
	case r != nil && r.Status == certify.Optimal:
		return "No neuron is worth its price at this β: the best network is f = 0, and its v proves it."
	}
	return ""
}

// solverCaption describes the current position on the solver's path.
func (s *Subject) solverCaption(animation *protocol.Animation) string {
	it, ok := s.Player.Iterate()
	switch {
	case !ok && s.layered():
		return "Of several layers the solver's path has no picture."
	case !ok && s.program.frame.Plane:
		return "Of more than three features the solver's path has no picture."
	case !ok && s.layer.State.Jointly():
		return "This loss trains all outputs together: their common path has no picture of one output."
	case !ok:
		return "There is no path to show: the empty network was proved best at once."
	}
	at, last := int(math.Round(animation.Position)), len(s.Player.Iterates)-1
	text := "Iterate " + strconv.Itoa(at) + " of " + strconv.Itoa(last) + ": its matrices cost " + messages.Precise(it.Cost) +
		", and no network costs less than " + messages.Precise(it.Bound)
	switch {
	case at == 0:
		return text + ". The start: Z and Z′ are equal, so f is 0."
	case at < last:
		return text + ": a relative gap of " + messages.Brief(math.Max(0, certify.RelativeGap(it.Cost, it.Bound))) + "."
	}
	return text + ": the path has arrived, and the matrices are ready to be taken apart."
}

// ending sums up the neurons of Z and of Z′.
func (s *Subject) ending() string {
	plus, where := 0, ""
	for _, neuron := range s.neurons {
		if neuron.Alpha > 0 {
			plus++
		}
	}
	if s.program.frame.Plane {
		where = ", off the plane that is shown,"
	}
	text := messages.Plural(len(s.neurons), "neuron") + ": " + strconv.Itoa(plus) + " from Z, " +
		strconv.Itoa(len(s.neurons)-plus) + " from Z′. "
	if !s.touches() {
		return text + "No " + competitor(s.layered()) + " of any width costs less; where g touches ±β, rounding hides at so small a β."
	}
	return text + "At each of them" + where + " the curve g touches ±β, and no " + competitor(s.layered()) + " of any width costs less."
}

// competitor is the kind of network proved not to cost less: any network or, with several layers, one that reads what the chosen
// layer reads.
func competitor(layered bool) string {
	if layered {
		return "layer on these features"
	}
	return "network"
}

// matrixName returns the name of the matrix for a sign.
func matrixName(sign int) string {
	if sign < 0 {
		return "Z′"
	}
	return "Z"
}

// stepCaption describes the current step of the decomposition.
func (s *Subject) stepCaption() string {
	animation := s.Player.Animation
	index, step, passed := animation.At()
	sequence := &animation.Sequences[index]
	if step < 0 {
		return captionOpening(sequence.Sign, sequence.Steps[0].Before)
	}
	drawn := &sequence.Steps[step]
	return captionStep(drawn, passed, sequence.Sign, s.layer.State.Features(), s.number(max(0, drawn.Neuron)))
}

// Captions of the animation that decomposes Z and Z′. The function symbols explains their letters.

// vector is the name of a vector of a step.
func vector(i int) string { return "p" + messages.Subscript(i+1) }

// sideOf tells where a vector lies: 1 outside the cone, -1 inside, 0 on it up to rounding.
func sideOf(side int) string { return [3]string{"inside", "on", "outside"}[side+1] }

// formOf returns p′Gp of a vector, 0 if it may be a rounding error.
func formOf(p protocol.Lifted) string {
	if p.Side() == 0 {
		return "0"
	}
	return messages.Signed(p.Form())
}

// share returns a number that is a part of 1, 0 if it may be a rounding error.
func share(v float64) string {
	if math.Abs(v) < protocol.Rounding {
		return "0"
	}
	return messages.Short(v)
}

// captionOpening introduces the matrix Z, or Z′ for a negative sign, by its vectors.
func captionOpening(sign int, vectors []protocol.Lifted) string {
	text := matrixName(sign) + " has rank " + strconv.Itoa(len(vectors)) + ": "
	if len(vectors) == 1 {
		return text + "its one vector p₁ = √λ q lies on the cone already, as the trace condition asks."
	}
	names, forms, groups := make([]string, len(vectors)), make([]string, len(vectors)), [3][]string{}
	for i, p := range vectors {
		names[i], forms[i] = vector(i), formOf(p)
		groups[p.Side()+1] = append(groups[p.Side()+1], vector(i))
	}
	text += "its vectors " + messages.List(names) + ", each √λ q, have p′Gp = " + messages.List(forms) + ", together 0. "
	if len(groups[1]) == len(vectors) {
		return text + "All lie on the cone."
	}
	text += "Outside the cone: " + messages.List(groups[2]) + "; inside: " + messages.List(groups[0])
	if len(groups[1]) > 0 {
		text += "; on it: " + messages.List(groups[1])
	}
	return text + "."
}

// captionStep describes a step in three parts: the pair, the rotation, and the neuron that the vector r becomes. passed is the
// share of the step that is over, sign that of the matrix, d the number of features, and number that of the neuron.
func captionStep(step *protocol.Step, passed float64, sign, d, number int) string {
	first, partner := vector(step.First), vector(step.Partner)
	switch {
	case passed >= protocol.Turned && step.Neuron < 0:
		return "r is 0: no neuron comes of it."
	case passed >= protocol.Turned:
		return captionNeuron(step, sign, d, number)
	case step.Partner < 0:
		return first + " lies on the cone already, p′Gp = 0: it is r as it stands."
	case step.Before[step.First].Side() == 0:
		return first + " lies on the cone up to rounding, p′Gp = 0: a turn towards " + partner + ", too small to see, makes it exact."
	case passed >= 0.25:
		sin, cos := math.Sincos(step.Angle)
		return "Turned by " + messages.Short(step.Angle*180/math.Pi) + "°, r = " + messages.Short(cos) + " " + first + messages.Term(sin) +
			" " + partner + " lies on the cone. The ellipse stays, because at every angle rr′ + ss′ = " +
			first + first + "′ + " + partner + partner + "′."
	}
	p, q := step.Before[step.First], step.Before[step.Partner]
	return first + " lies " + sideOf(p.Side()) + " the cone (p′Gp = " + formOf(p) + "), " + partner + " " + sideOf(q.Side()) +
		" it (" + formOf(q) + "): the ellipse of all cos φ " + first + " + sin φ " + partner + " crosses it."
}

// captionNeuron describes the neuron that the vector r of a step becomes, and its weight.
func captionNeuron(step *protocol.Step, sign, d, number int) string {
	t := step.R[len(step.R)-1]
	text := "r lies on the cone: it is √|α| (u, 1) of neuron u" + messages.Subscript(number)
	if d < len(step.R) { // of more features only lengths are known
		words := make([]string, d)
		for i, v := range step.R[:d] {
			words[i] = share(v / t)
		}
		text += " = (" + strings.Join(words, ", ") + ")"
	}
	text += " with α = " + messages.Signed(float64(sign)*t*t) + "."
	if step.Partner >= 0 {
		text += " s stays for the next step."
	}
	return text
}

// legend explains the letters of the decomposition, for d features, that a caption has while they are drawn.
func legend(caption string, d int) (list []protocol.PageSymbol) {
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
		{[]string{"′G"}, protocol.PageSymbol{Symbol: "G", Short: g,
			Help: "For p = (c, t) the form p′Gp is |c|² − t²: above 0 outside the cone, 0 on it, below 0 inside."}},
		{[]string{"p′", "p₁", "p₂", "p₃", "p₄"}, protocol.PageSymbol{Symbol: "p", Short: "√λ q at first",
			Help: "Vectors whose pp′ add up to what is left of the matrix: at first √λ q, with its eigenvectors q and eigenvalues λ."}},
		{[]string{"r lies", "r is", " r ", "rr′"}, protocol.PageSymbol{Symbol: "r", Short: "on the cone",
			Help: "The vector of the pair that reaches the cone, r′Gr = 0: it is √|α| (u, 1) of a neuron u of weight α."}},
		{[]string{" s ", "ss′"}, protocol.PageSymbol{Symbol: "s", Short: "left over",
			Help: "The other vector of the pair: rr′ + ss′ is the pair’s matrix at every angle, and s stays for the next step."}},
		{[]string{"= 0:", "= 0,", "is 0:", "together 0"}, protocol.PageSymbol{Symbol: "0", Short: "below 10⁻⁶",
			Help: "What rounding may have left is shown as 0: p′Gp below 10⁻⁶ |p|², entries of u below 10⁻⁶."}},
	}
}
