package view

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/network/certify"
)

// Caption describes in one sentence the picture that To has written. layered says that what is proved is one of several layers.
func (a *Argument) Caption(p *protocol.Argument, layered bool) string {
	f := messages.Argued{
		Argument: p, Beta: a.beta(), Neurons: len(a.shown), Neuron: -1, Baseline: a.baseline, Squared: a.land.Squared(), Kinked: a.land.Kinked(),
		Joint: !a.land.Separable(), Certified: a.of.Status == certify.Optimal, Layered: layered,
	}
	switch p.Act {
	case protocol.Price:
		if k := p.Looked(); k >= 0 && (a.shown[k].Alpha > 0) == (p.Gain > 0) {
			f.Neuron = a.numbers[k] - 1
		}
	case protocol.Bowl:
		if len(a.of.Neurons) == 0 && f.Baseline != "random" {
			f.Baseline = "spoiled"
		}
	case protocol.Tangents:
		f.Level = max(0, min((p.Full-protocol.TangentsDrawn)/(level-protocol.TangentsDrawn), 1))
		f.Counted, f.Points, f.Part = a.counted(p.Full), len(a.tangents()), !f.Joint && len(a.of.Certificate.Quadratics) > 1
	case protocol.Bounds:
		f.Reach = a.land.Judge(a.perturbed(1-p.Full), 1-p.Full).Peak / a.beta()
	}
	return f.Caption()
}

func (a *Argument) beta() float64 { return a.land.Beta() }
