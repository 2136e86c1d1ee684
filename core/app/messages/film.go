package messages

import (
	"math"
	"strings"

	"conelab/core/app/protocol"
)

// Captions of the film that decomposes Z and Z′. The function symbols explains their letters.

// CaptionNoNeuron states that a vector vanishes.
const CaptionNoNeuron = "r is 0: no neuron comes of it."

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

// CaptionPair introduces the pair of a step.
func CaptionPair(step *protocol.Step) string {
	p, q := step.Before[step.First], step.Before[step.Partner]
	return vector(step.First) + " lies " + sideOf(p.Side()) + " the cone (p′Gp = " + form(p) + "), " + vector(step.Partner) + " " + sideOf(q.Side()) +
		" it (" + form(q) + "): the ellipse of all cos φ " + vector(step.First) + " + sin φ " + vector(step.Partner) + " crosses it."
}

// CaptionOnCone explains why there is no rotation.
func CaptionOnCone(step *protocol.Step) string {
	return vector(step.First) + " lies on the cone already, p′Gp = 0: it is r as it stands."
}

// CaptionOnConeUpToRounding explains why a rotation is too small to be seen.
func CaptionOnConeUpToRounding(step *protocol.Step) string {
	return vector(step.First) + " lies on the cone up to rounding, p′Gp = 0: a turn towards " + vector(step.Partner) + ", too small to see, makes it exact."
}

// CaptionTurn describes a rotation.
func CaptionTurn(step *protocol.Step) string {
	sin, cos := math.Sincos(step.Angle)
	p, q := vector(step.First), vector(step.Partner)
	return "Turned by " + short(step.Angle*180/math.Pi) + "°, r = " + short(cos) + " " + p + term(sin) + " " + q +
		" lies on the cone. The ellipse stays, because at every angle rr′ + ss′ = " + p + p + "′ + " + q + q + "′."
}

// CaptionNeuron describes the neuron that the vector r of a step becomes, and its weight; u is nil if it does not fit in.
func CaptionNeuron(step *protocol.Step, number int, u []float64, weight float64) string {
	text := "r lies on the cone: it is √|α| (u, 1) of neuron u" + subscript(number)
	if u != nil {
		words := make([]string, len(u))
		for i, v := range u {
			words[i] = part(v)
		}
		text += " = (" + strings.Join(words, ", ") + ")"
	}
	text += " with α = " + signed(weight) + "."
	if step.Partner >= 0 {
		text += " s stays for the next step."
	}
	return text
}

// symbols explains the letters of the film for d features.
func symbols(d int) []protocol.PageSymbol {
	g := "diag(1, …, 1, −1)"
	switch d {
	case 1:
		g = "diag(1, −1)"
	case 2:
		g = "diag(1, 1, −1)"
	}
	return []protocol.PageSymbol{
		{Symbol: "rank", Short: "number of vectors", Help: "How many eigenvalues of the matrix are not 0: it is the sum of so many pp′, and of so many neurons."},
		{Symbol: "λ, q", Short: "eigenvalues, eigenvectors", Help: "The matrix is the sum of all λqq′: its eigenvectors q have length 1 and are at right angles, each with its eigenvalue λ."},
		{Symbol: "G", Short: g, Help: "For p = (c, t) the form p′Gp is |c|² − t²: above 0 outside the cone, 0 on it, below 0 inside."},
		{Symbol: "p", Short: "√λ q at first", Help: "Vectors whose pp′ add up to what is left of the matrix: at first √λ q, with its eigenvectors q and eigenvalues λ."},
		{Symbol: "r", Short: "on the cone", Help: "The vector of the pair that reaches the cone, r′Gr = 0: it is √|α| (u, 1) of a neuron u of weight α."},
		{Symbol: "s", Short: "left over", Help: "The other vector of the pair: rr′ + ss′ is the pair’s matrix at every angle, and s stays for the next step."},
		{Symbol: "0", Short: "below 10⁻⁶", Help: "What rounding may have left is shown as 0: p′Gp below 10⁻⁶ |p|², entries of u below 10⁻⁶."},
	}
}
