package verify

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
)

// BeginLayers appraises the newest network of several layers, which must belong to the state, and discards the previous appraisal. It tries another
// layer if the fit is poor.
func (a *Appraisal) BeginLayers(t *workspace.State, l *solve.Layers) {
	a.Forget()
	if !l.Fits(t) || !l.Certified() || l.Count() != t.Layers() {
		return
	}
	last := l.View(l.Count() - 1)
	g := fitOf(last.Train, l.Classes(), t.Outputs())
	if !g.Poor() {
		return
	}
	a.trials.begin(t, l.Classes(), g, last.Test, true, false)
}

// LayersTo writes the proof strip of a chosen layer into the page, which already has that layer's solution. The numbers are those of the layer's
// program; the fit is that of the network that ends with the layer. aside means that the pictures show something else.
func (a *Appraisal) LayersTo(p *protocol.Page, t *workspace.State, l *solve.Layers, chosen int, aside bool) {
	strip, v, r := &p.Strip, l.View(chosen), l.Result()
	strip.Known, strip.Cost, strip.Bound, strip.Gap = true, p.Objective, p.LowerBound, p.Gap
	strip.Layer = chosen + 1
	strip.Neurons, strip.Certified = len(v.Solution.Result().Neurons), l.Certified() && !aside
	if p.Train, p.Test = v.Train, v.Test; r.Status != certify.Optimal {
		p.Status, p.Message = string(r.Status), r.Message
	}
	if aside {
		strip.Note = messages.StripAside
	}
	g := fitOf(v.Train, l.Classes(), t.Outputs())
	fit := pageFit(g, v.Train)
	if strip.Fit = fit; !strip.Certified {
		return
	}
	all := fitOf(l.View(l.Count()-1).Train, l.Classes(), t.Outputs())
	fit.Says = messages.CertifiedLayers(g, all, chosen, l.Count(), t.Holdouts() > 0)
	if chosen > 0 && g.Classes {
		if below := fitOf(l.View(chosen-1).Train, l.Classes(), t.Outputs()); g.Right < below.Right {
			fit.Why = messages.FewerThanBelow(chosen, below.Right)
		}
	}
	if chosen == l.Count()-1 {
		var sentence string
		if strip.Deepen, sentence = a.trials.offer(); strip.Deepen > 0 {
			fit.Helps = []string{sentence}
		}
	}
}
