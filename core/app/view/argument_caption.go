package view

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/say"
	"conelab/core/network/certify"
)

// touches is the relative distance from beta within which |g| is said to equal it; certificates are more accurate than that.
const touches = 1e-5

// Caption describes in one sentence the picture that To has written. The sentence is true of the numbers in that picture. layered says that what
// is proved is one of several layers.
func (a *Argument) Caption(p *protocol.Argument, layered bool) string {
	switch p.Act {
	case protocol.Price:
		return say.ArgumentPrice(a.direction(p))
	case protocol.Curve:
		if p.Full < 1 {
			return say.ArgumentCurve
		}
		return say.ArgumentCurveWhole(len(a.shown), len(a.shown) == len(p.Marks), a.of.Status == certify.Optimal)
	case protocol.Bowl:
		return say.ArgumentBowl(a.bowlWords(p))
	case protocol.Tangents:
		words := a.tangentWords(p)
		words.Layered = layered
		return say.ArgumentTangents(words)
	}
	words := a.boundsWords(p)
	words.Layered = layered
	return say.ArgumentBounds(words)
}

// direction returns what the caption says about the direction under inspection.
func (a *Argument) direction(p *protocol.Argument) say.Direction {
	d := say.Direction{Only: p.Only, Degrees: p.Angle * 180 / math.Pi, Gain: p.Gain, Beta: a.beta(), AtMost: a.land.Kinked(), Neuron: -1}
	d.Pays = math.Abs(p.Gain) >= d.Beta*(1-touches)
	if k := p.Looked(); k >= 0 && (a.shown[k].Alpha > 0) == (p.Gain > 0) {
		d.Neuron = a.numbers[k] - 1
	}
	return d
}

func (a *Argument) beta() float64 { return a.land.Beta() }

// tangentWords returns what the caption says about the tangents.
func (a *Argument) tangentWords(p *protocol.Argument) say.Lines {
	l := say.Lines{
		Level: max(0, min((p.Full-protocol.TangentsDrawn)/(level-protocol.TangentsDrawn), 1)), Counted: a.counted(p.Full), Points: len(a.tangents()),
		Sum: p.Sum, Cost: p.Best, Squared: a.land.Squared(), Others: !a.land.Separable(), Certified: a.of.Status == certify.Optimal,
	}
	l.Part = !l.Others && len(a.of.Certificate.Quadratics) > 1
	return l
}

// bowlWords returns what the caption says about a position on the section.
func (a *Argument) bowlWords(p *protocol.Argument) say.Place {
	name := a.rival
	if len(a.of.Neurons) == 0 && name != "random" {
		name = "spoiled"
	}
	return say.Place{Rival: name, Share: p.At, Cost: p.Cost, Best: p.Best, Certified: a.of.Status == certify.Optimal}
}

// boundsWords returns what the caption says about a perturbed network.
func (a *Argument) boundsWords(p *protocol.Argument) say.Spoiled {
	j := a.land.Judge(a.spoiled(1-p.Full), 1-p.Full)
	return say.Spoiled{
		Cost: p.Cost, Bound: p.Bound, Whole: p.Full >= 1, Breaks: j.Peak > a.beta()*(1+touches), Reach: j.Peak / a.beta(), Kinked: a.land.Kinked(),
		Certified: a.of.Status == certify.Optimal,
	}
}
