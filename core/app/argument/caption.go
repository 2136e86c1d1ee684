package argument

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/say"
	"conelab/core/network/certify"
)

// touches is how close to beta, relative to it, |g| is said to be equal to it; certificates are exact to less.
const touches = 1e-5

// Caption says in one sentence what a picture that To has written shows; each is true of the numbers of that picture. Layered says that what is proved
// is one of several layers.
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

// direction has what is said of the direction that is looked at.
func (a *Argument) direction(p *protocol.Argument) say.Direction {
	d := say.Direction{Only: p.Only, Degrees: p.Angle * 180 / math.Pi, Gain: p.Gain, Beta: a.beta(), AtMost: a.land.Kinked(), Neuron: -1}
	d.Pays = math.Abs(p.Gain) >= d.Beta*(1-touches)
	if k := p.Looked(); k >= 0 && (a.shown[k].Alpha > 0) == (p.Gain > 0) {
		d.Neuron = a.numbers[k] - 1
	}
	return d
}

func (a *Argument) beta() float64 { return a.land.Beta() }

// tangentWords has what is said of the lines under the losses.
func (a *Argument) tangentWords(p *protocol.Argument) say.Lines {
	l := say.Lines{
		Level: max(0, min((p.Full-protocol.TangentsDrawn)/(level-protocol.TangentsDrawn), 1)), Counted: a.counted(p.Full), Points: len(a.tangents()),
		Sum: p.Sum, Cost: p.Best, Squared: a.land.Squared(), Others: !a.land.Separable(), Certified: a.of.Status == certify.Optimal,
	}
	l.Part = !l.Others && len(a.of.Certificate.Quadratics) > 1
	return l
}

// bowlWords has what is said of a place on the section.
func (a *Argument) bowlWords(p *protocol.Argument) say.Place {
	name := a.rival
	if len(a.of.Neurons) == 0 && name != "random" {
		name = "spoiled"
	}
	return say.Place{Rival: name, Share: p.At, Cost: p.Cost, Best: p.Best, Certified: a.of.Status == certify.Optimal}
}

// boundsWords has what is said of a spoiled network.
func (a *Argument) boundsWords(p *protocol.Argument) say.Spoiled {
	j := a.land.Judge(a.spoiled(1-p.Full), 1-p.Full)
	return say.Spoiled{
		Cost: p.Cost, Bound: p.Bound, Whole: p.Full >= 1, Breaks: j.Peak > a.beta()*(1+touches), Reach: j.Peak / a.beta(), Kinked: a.land.Kinked(),
		Certified: a.of.Status == certify.Optimal,
	}
}
