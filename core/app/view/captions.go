package view

import (
	"math"
	"slices"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/network/certify"
	"conelab/core/numeric/loss"
)

// caption returns the caption of the animation at its current position.
func (c *Content) caption() string {
	t, r, animation := c.layer.State, c.layer.Found, c.pictures.Player.Animation
	switch {
	case c.pictures.work.Now().Layers() > 1 && !t.Dense() && r != nil:
		return "This layer is a convolution: its filters are in the picture Network and in the panel Samples."
	case t.Sampled() && r != nil:
		return "Signals and images have their own panel, Samples: draw them there, and see each filter at work."
	case !t.Dense() && r != nil:
		return "The pictures are for dense networks. The numbers are all here."
	case c.pictures.Player.AtEnd() && c.uncertified() != "":
		return c.uncertified()
	case c.layer.Piecewise() != nil && !animation.Topic.Argues():
		return c.piecewiseCaption()
	case c.layer.Rotated():
		return messages.Fill("Another optimal network: other neurons, but the same function, curve g and cost {}. Play brings the first one "+
			"back.",
			r.Objective)
	case animation.Topic == protocol.Solver:
		return c.solverCaption(&animation)
	case animation.Topic == protocol.Tangents && t.Sums() != nil:
		return messages.Fill("This chapter draws the loss of each point, but only {=} are available.", t.TrainedOn())
	case c.topic != 0:
		return c.pictures.Argument.Caption(c.pictures.Argument.picture(c.topic, c.progress), c.layered(), animation.Playing)
	case animation.Topic.Argues():
		return c.uncertified()
	case len(c.neurons) > 0 && c.pictures.Player.AtEnd():
		return c.ending()
	case len(animation.Sequences) > 0:
		return c.stepCaption()
	case c.layer.Certified() && t.Loss == loss.Squared:
		return "No neuron is worth its price at this β: the best network is f = 0, and v = 2y proves it."
	case c.layer.Certified():
		return "No neuron is worth its price at this β: the best network is f = 0, and its v proves it."
	}
	return ""
}

// uncertified says how far the network shown is from a proof that it is optimal, or returns "" if it has one. It is said in place of whatever
// holds for an optimum.
func (c *Content) uncertified() string {
	r, what := c.layer.Found, "This network"
	if r == nil || c.layer.Certified() {
		return ""
	}
	if c.layered() {
		what = messages.Fill("Layer {+1}", c.pictures.training.Chosen())
	}
	return messages.Fill("{=} is not certified: it costs {6}, and the lower bound is {6}, a relative gap of {3}.", what, r.Objective, r.Lower,
		protocol.Finite(r.Gap))
}

// solverCaption describes the current position on the solver's path.
func (c *Content) solverCaption(animation *protocol.Animation) string {
	it, ok := c.pictures.Player.Iterate()
	switch {
	case !ok && (c.layered() || c.program.frame.Plane):
		return "The solver's path is drawn for one layer of up to three features."
	case !ok && c.layer.State.CouplesOutputs():
		return "This loss trains all outputs together: their common path is not drawn for a single output."
	case !ok:
		return "There is no path to show: the empty network was proved best at once."
	}
	at, last := int(math.Round(animation.Position)), len(c.pictures.Player.Iterates)-1
	text := messages.Fill("Iterate {} of {}: its matrices cost {6}, and no network of this kind costs less than {6}", at, last, it.Cost,
		it.Bound)
	switch {
	case at == 0:
		return text + ". This is the start: Z and Z′ are equal, so f is 0."
	case at < last:
		return messages.Fill("{=}: a relative gap of {3}.", text, math.Max(0, certify.RelativeGap(it.Cost, it.Bound)))
	}
	return text + ". This is the end of the path: the matrices can now be decomposed."
}

// ending sums up the neurons of Z and of Z′. What they prove is said by the strip.
func (c *Content) ending() string {
	plus, all := 0, len(c.neurons)
	for _, neuron := range c.neurons {
		if neuron.Alpha > 0 {
			plus++
		}
	}
	if all == 1 {
		return messages.Fill("One neuron, from {=}.", [...]string{"Z′", "Z"}[plus])
	}
	return messages.Fill("{neuron}: {} from Z, {} from Z′.", all, plus, all-plus)
}

// stepCaption describes the current step of the decomposition.
func (c *Content) stepCaption() string {
	animation := c.pictures.Player.Animation
	index, step, passed := animation.At()
	sequence := &animation.Sequences[index]
	if step < 0 {
		return captionOpening(sequence.Sign, sequence.Steps[0].Before)
	}
	at, number := &sequence.Steps[step], 0
	if at.Neuron >= 0 && at.Neuron < len(c.numbers) {
		number = c.numbers[at.Neuron]
	}
	return captionStep(at, passed, sequence.Sign, c.layer.State.D, number)
}

// Captions of the animation that decomposes Z and Z′. The function symbols explains their letters.

// vector is the name of a vector of a step.
func vector(i int) string { return "p" + messages.Subscript(i+1) }

// sideOf returns the word for where a vector lies, given its side of the cone: 1 outside, -1 inside, 0 on it up to rounding.
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
	matrix := map[int]string{1: "Z", -1: "Z′"}[sign]
	if len(vectors) == 1 {
		return messages.Fill("{=} has rank 1: its one vector p₁ = √λ q lies on the cone already, as the trace condition asks.", matrix)
	}
	names, forms, groups := make([]string, len(vectors)), make([]string, len(vectors)), [3][]string{}
	for i, p := range vectors {
		names[i], forms[i] = vector(i), formOf(p)
		groups[p.Side()+1] = append(groups[p.Side()+1], vector(i))
	}
	text := messages.Fill("{=} has rank {}: it is the sum of all pp′ over its vectors {=}, each √λ q. How far outside the cone each lies, "+
		"p′Gp, is {=}, together 0.", matrix, len(vectors), messages.List(names), messages.List(forms))
	inside, on, outside := messages.List(groups[0]), messages.List(groups[1]), messages.List(groups[2])
	switch {
	case len(groups[1]) == len(vectors):
		return text + " All lie on the cone."
	case on != "":
		return messages.Fill("{=} Outside the cone: {=}; inside: {=}; on it: {=}.", text, outside, inside, on)
	}
	return messages.Fill("{=} Outside the cone: {=}; inside: {=}.", text, outside, inside)
}

// captionStep describes a step in three parts: the pair, the rotation, and the neuron that the vector r becomes. passed is the
// share of the step that is over, sign that of the matrix, d the number of features, and number that of the neuron.
func captionStep(step *protocol.Step, passed float64, sign, d, number int) string {
	first, partner := vector(step.First), vector(step.Partner)
	switch {
	case passed >= protocol.Turned && step.Neuron < 0:
		return "r is 0: it gives no neuron."
	case passed >= protocol.Turned:
		return captionNeuron(step, sign, d, number)
	case step.Partner < 0:
		return first + " lies on the cone already, p′Gp = 0: it is r, the vector of a neuron, as it stands."
	case step.Before[step.First].Side() == 0:
		return messages.Fill("{=} lies on the cone up to rounding, p′Gp = 0: a turn towards {=}, too small to see, makes it exact.", first,
			partner)
	case passed >= 0.25:
		sin, cos := math.Sincos(step.Angle)
		joined := "+"
		if sin < 0 {
			joined = "−"
		}
		return messages.Fill("Turned by {3}°, r = {3} {=} {=} {3} {=} lies on the cone, as the vector of a neuron does. The ellipse stays, "+
			"because at every angle rr′ + ss′ = {=}{=}′ + {=}{=}′.",
			step.Angle*180/math.Pi, cos, first, joined, math.Abs(sin), partner, first, first, partner, partner)
	}
	p, q := step.Before[step.First], step.Before[step.Partner]
	return messages.Fill("{=} lies {=} the cone (p′Gp = {=}), {=} {=} it ({=}): the ellipse of all cos φ {=} + sin φ {=} crosses it.",
		first, sideOf(p.Side()), formOf(p), partner, sideOf(q.Side()), formOf(q), first, partner)
}

// captionNeuron describes the neuron that the vector r of a step becomes, and its weight.
func captionNeuron(step *protocol.Step, sign, d, number int) string {
	t, direction, rest := step.R[len(step.R)-1], "", ""
	if d < len(step.R) { // with more features only lengths are known
		words := make([]string, d)
		for i, v := range step.R[:d] {
			words[i] = share(v / t)
		}
		direction = " = (" + strings.Join(words, ", ") + ")"
	}
	if step.Partner >= 0 {
		rest = " s stays for the next step."
	}
	return messages.Fill("r lies on the cone: it is √|α| (u, 1) of neuron u{_}{=} with α = {±}.{=}", number, direction, float64(sign)*t*t,
		rest)
}

// legend explains the letters that a caption of the decomposition has, for d features.
func legend(caption string, d int) (list []protocol.PageSymbol) {
	for _, symbol := range symbols(d) {
		if slices.ContainsFunc(symbol.marks, func(mark string) bool { return strings.Contains(caption, mark) }) {
			list = append(list, symbol.PageSymbol)
		}
	}
	return list
}

// symbol is a letter of the animation, with the texts by which a caption shows that it is drawn.
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
			Help: "The number of eigenvalues that are not 0. The matrix is the sum of as many pp′, and of as many neurons."}},
		{[]string{"λ"}, protocol.PageSymbol{Symbol: "λ, q", Short: "eigenvectors",
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
