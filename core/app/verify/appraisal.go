package verify

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/lift"
)

// Appraisal is what is known of the newest network. The zero value holds no result.
type Appraisal struct {
	found   *certify.Result // the result for the state, or nil
	classes path.Classes
	fit     messages.Fit
	kind    messages.Kind
	flipped int // number of labels that the noise has changed
	held    bool
	changes changes
	single  bool // a single layer fits poorly, but several may not
}

// Begin appraises the newest solution, which must belong to the state, and discards the previous appraisal.
func (a *Appraisal) Begin(t *workspace.State, s *solve.Solution) {
	*a = Appraisal{}
	r := s.Result()
	if r == nil || r.Status == certify.Failed {
		return
	}
	train, test := s.Scores()
	if train == nil {
		return
	}
	scorer := t.Scorer()
	a.found, a.classes, a.held = r, scorer.Classes, t.Holdouts() > 0
	a.fit = workspace.FitOf(train, a.classes, t.Outputs())
	if a.fit.Full() || r.Status != certify.Optimal {
		return
	}
	a.kind, a.flipped = kindOf(t, a.classes), t.Disturbed()
	a.single = t.Stackable() && a.fit.Poor()
	a.changes.begin(t, a.classes, a.fit, test, a.single, true)
}

// Idle reports whether there is background work left, for which nobody waits.
func (a *Appraisal) Idle() bool { return !a.changes.done() }

// Offering reports whether another layer is still being tried. The page has a button that depends on its result.
func (a *Appraisal) Offering() bool { return a.changes.deepening() }

// Work continues to try changes until expired, which is called between interior-point iterations, returns true.
func (a *Appraisal) Work(expired func() bool) {
	for a.Idle() && !expired() {
		a.changes.step()
	}
}

// Progress identifies how many changes were tried: two equal values mean the same sentences about the same solution.
type Progress struct {
	found *certify.Result
	tried int
}

// Progress returns how many changes were tried.
func (a *Appraisal) Progress() Progress { return Progress{a.found, a.changes.at} }

// PageTo writes the proof strip into the page, which already has the solution. aside means that the pictures show something else.
func (a *Appraisal) PageTo(p *protocol.Page, t *workspace.State, s *solve.Solution, aside bool) {
	r := s.Result()
	if p.Strip.Stale = p.Stale; r == nil || r.Status == certify.Failed {
		return
	}
	strip := stripTo(p, len(r.Neurons), !p.Stale && r.Status == certify.Optimal && r.Gap > -p.Tolerance, aside)
	if p.Train == nil {
		return
	}
	problem := s.Problem()
	g := workspace.FitOf(p.Train, s.Classes(), problem.Outputs)
	fit := pageFit(g, p.Train)
	if strip.Fit = fit; strip.Certified && a.found != nil {
		fit.Says = messages.Certified(g, competitorsOf(&problem), len(r.Neurons) == 0, a.held)
		fit.Why, fit.Helps = a.why(), a.helps()
		if strip.Deepen = a.changes.offered(); a.single && (g.Classes || g.R2 >= 0) && len(r.Neurons) > 0 {
			fit.Says = messages.NoSingleLayer(g, competitorsOf(&problem), a.held)
		}
	}
}

// stripTo writes the numbers of the solution that the page has into the proof strip. What is shown aside is not what is certified.
func stripTo(p *protocol.Page, neurons int, certified, aside bool) *protocol.PageStrip {
	s := &p.Strip
	s.Known, s.Cost, s.Bound, s.Gap = true, p.Objective, p.LowerBound, p.Gap
	if s.Neurons, s.Certified = neurons, certified && !aside; aside {
		s.Note = messages.StripAside
	}
	return s
}

// pageFit returns a fit in the form of the page, with R2 as in the score, which has none for constant labels.
func pageFit(f messages.Fit, score *protocol.PageScore) *protocol.PageGoodness {
	fit := &protocol.PageGoodness{Total: f.Total, Poor: f.Poor()}
	if f.Classes {
		fit.Right = &f.Right
	} else {
		fit.R2 = score.R2
	}
	return fit
}

// competitorsOf returns the class of networks over which a problem's optimum is proved to be the best.
func competitorsOf(p *certify.Problem) messages.Competitors {
	switch p.Architecture.Kind {
	case lift.Quadratic:
		return messages.Quadratic
	case lift.Convolutional:
		return messages.WithPatches
	}
	return messages.WithActivation
}

// why returns a sentence on why the fit cannot be better, or "" if that is not known or not the case.
func (a *Appraisal) why() string {
	if a.fit.Full() || a.found.Status != certify.Optimal || a.Idle() {
		return ""
	}
	if best := a.changes.best(a.fit); best != nil && !best.otherKind && best.fit.Full() {
		return "" // it is not what keeps the fit from being better
	}
	if len(a.found.Neurons) == 0 && !a.kind.IsZero() {
		return "" // the network is not even what it could be
	}
	return messages.KindLimit(a.kind)
}

// helps returns sentences on what would improve the fit, as far as it was tried or is known.
func (a *Appraisal) helps() (sentences []string) {
	if a.fit.Full() || a.found.Status != certify.Optimal || a.Idle() {
		return nil
	}
	if deeper := a.changes.deeper; deeper != nil {
		sentences = append(sentences, deeper.sentence())
	}
	reached := a.fit
	if best := a.changes.best(a.fit); best != nil {
		sentences, reached = append(sentences, best.sentence()), best.fit
	}
	if a.flipped > 0 {
		sentences = append(sentences, messages.NoiseFlipped(a.flipped, a.fit.Classes))
	}
	if reached.Poor() && !a.kind.Patches {
		sentences = append(sentences, messages.MoreFeatures)
	}
	return sentences
}

// kindOf returns what determines the functions that the networks of a state can be, whatever their neurons.
func kindOf(t *workspace.State, classes path.Classes) messages.Kind {
	kind := t.Architecture().Kind
	return messages.Kind{
		Features: t.Features(), Signs: classes == path.Signs, Largest: classes == path.Largest, Sigma: t.Coefficients(),
		Square: kind == document.KindQuadratic, Patches: kind == document.KindConvolutional,
	}
}

// BeginLayers appraises the newest network of several layers, which must belong to the state, and discards the previous appraisal. It tries another
// layer if the fit is poor.
func (a *Appraisal) BeginLayers(t *workspace.State, l *solve.Layers) {
	*a = Appraisal{}
	if !l.Fits(t) || !l.Certified() || l.Count() != t.Layers() {
		return
	}
	last := l.View(l.Count() - 1)
	g := workspace.FitOf(last.Train, l.Classes(), t.Outputs())
	if !g.Poor() {
		return
	}
	a.changes.begin(t, l.Classes(), g, last.Test, true, false)
}

// LayersTo writes the proof strip of a chosen layer into the page, which already has that layer's solution. The numbers are those of the layer's
// program; the fit is that of the network that ends with the layer. aside means that the pictures show something else.
func (a *Appraisal) LayersTo(p *protocol.Page, t *workspace.State, l *solve.Layers, chosen int, aside bool) {
	v, r := l.View(chosen), l.Result()
	strip := stripTo(p, len(v.Solution.Result().Neurons), l.Certified(), aside)
	strip.Layer = chosen + 1
	if p.Train, p.Test = v.Train, v.Test; r.Status != certify.Optimal {
		p.Status, p.Message = string(r.Status), r.Message
	}
	g := workspace.FitOf(v.Train, l.Classes(), t.Outputs())
	fit := pageFit(g, v.Train)
	if strip.Fit = fit; !strip.Certified {
		return
	}
	all := workspace.FitOf(l.View(l.Count()-1).Train, l.Classes(), t.Outputs())
	fit.Says = messages.CertifiedLayers(g, all, chosen, l.Count(), t.Holdouts() > 0)
	if chosen > 0 && g.Classes {
		if below := workspace.FitOf(l.View(chosen-1).Train, l.Classes(), t.Outputs()); g.Right < below.Right {
			fit.Why = messages.FewerThanBelow(chosen, below.Right)
		}
	}
	if chosen == l.Count()-1 {
		if strip.Deepen = a.changes.offered(); strip.Deepen > 0 {
			fit.Helps = []string{a.changes.deeper.sentence()}
		}
	}
}
