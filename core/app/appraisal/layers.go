package appraisal

import (
	"conelab/core/app/layers"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
)

// offersLayer reports whether another layer is offered: to a fit that is poor although nothing of its kind is better, as long as some function could
// be.
func (a *Appraisal) offersLayer(t *workspace.State) bool {
	return a.found != nil && a.found.Status == certify.Optimal && t.Stackable() && t.Layers() == 1 && a.goodness.poor() &&
		!(a.ceiling.known && !a.ceiling.crossings && a.ceiling.reached(a.goodness))
}

// LayersTo writes the proof strip of a chosen layer into the page, which has its solution already: the numbers are those of its program, the fit that
// of the network that ends with it. Aside says that the pictures show something else.
func LayersTo(p *protocol.Page, t *workspace.State, l *layers.Layers, chosen int, aside bool) {
	strip, v, r := &p.Strip, l.View(chosen), l.Result()
	strip.Known, strip.Cost, strip.Bound, strip.Gap = true, p.Objective, p.LowerBound, p.Gap
	strip.Layer = chosen + 1
	strip.Neurons, strip.Certified = len(v.Solution.Result().Neurons), l.Certified() && !aside
	if p.Train, p.Test = v.Train, v.Test; r.Status != certify.Optimal {
		p.Status, p.Message = string(r.Status), r.Message
	}
	if aside {
		strip.Note = say.StripAside
	}
	g := goodnessOf(v.Train, l.Classes(), t.Outputs())
	fit := &protocol.PageGoodness{Total: g.total, Poor: g.poor()}
	if strip.Fit = fit; g.classes {
		fit.Right = &g.right
	} else {
		fit.R2 = v.Train.R2
	}
	if strip.Certified {
		fit.Says = say.CertifiedLayers(g.words(), chosen, l.Count(), t.Holdouts() > 0)
		strip.Deepen = fit.Poor && t.Layers() < intent.ShownLayers && chosen == l.Count()-1
	}
}
