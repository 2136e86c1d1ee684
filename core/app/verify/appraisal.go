package verify

import (
	"math"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/lift"
)

// Appraisal is what is known of the newest network. The zero value knows nothing.
type Appraisal struct {
	found   *certify.Result // the result for the state, or nil
	classes path.Classes
	fit     messages.Fit
	kind    messages.Kind
	flipped int // number of labels that the noise has changed
	held    bool
	trials  trials
	single  bool // a single layer fits poorly, but several may not
}

// fitOf returns how good a score is.
func fitOf(score *protocol.PageScore, classes path.Classes, outputs int) messages.Fit {
	right, total := workspace.RightOf(score, classes, outputs)
	f := messages.Fit{Classes: right >= 0, Right: max(0, right), Total: total, R2: math.NaN()}
	if score.R2 != nil {
		f.R2 = *score.R2
	}
	return f
}

// Forget discards the appraisal, for a network of which nothing is known.
func (a *Appraisal) Forget() { *a = Appraisal{} }

// Begin appraises the newest solution, which must belong to the state, and discards the previous appraisal.
func (a *Appraisal) Begin(t *workspace.State, s *solve.Solution) {
	a.Forget()
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
	a.fit = fitOf(train, a.classes, t.Outputs())
	if a.fit.Full() || r.Status != certify.Optimal {
		return
	}
	a.kind, a.flipped = kindOf(t, a.classes), t.Disturbed()
	a.single = t.Stackable() && a.fit.Poor()
	a.trials.begin(t, a.classes, a.fit, test, a.single, true)
}

// Idle reports whether there is background work left, for which nobody waits.
func (a *Appraisal) Idle() bool { return !a.trials.done() }

// Offering reports whether the trial of another layer is still running. The page has a button that depends on its result.
func (a *Appraisal) Offering() bool { return a.trials.deepening() }

// Work continues the trials until expired, which is called between interior-point iterations, returns true.
func (a *Appraisal) Work(expired func() bool) {
	for a.Idle() && !expired() {
		a.trials.step()
	}
}

// Progress identifies how far the trials are: two equal values mean the same sentences about the same solution.
type Progress struct {
	found *certify.Result
	tried int
}

// Progress returns how far the trials are.
func (a *Appraisal) Progress() Progress { return Progress{a.found, a.trials.at} }

// PageTo writes the proof strip into the page, which already has the solution. aside means that the pictures show something else.
func (a *Appraisal) PageTo(p *protocol.Page, t *workspace.State, s *solve.Solution, aside bool) {
	r := s.Result()
	strip := &p.Strip
	if strip.Stale = p.Stale; r == nil || r.Status == certify.Failed {
		return
	}
	strip.Known, strip.Cost, strip.Bound, strip.Gap, strip.Neurons = true, p.Objective, p.LowerBound, p.Gap, len(r.Neurons)
	strip.Certified = !p.Stale && !aside && r.Status == certify.Optimal && r.Gap > -p.Tolerance
	if aside {
		strip.Note = messages.StripAside
	}
	if p.Train == nil {
		return
	}
	problem := s.Problem()
	g := fitOf(p.Train, s.Classes(), problem.Outputs)
	fit := pageFit(g, p.Train)
	if strip.Fit = fit; strip.Certified && a.found != nil {
		fit.Says = messages.Certified(g, competitorsOf(&problem), len(r.Neurons) == 0, a.held)
		fit.Why, fit.Helps = a.why(), a.helps()
		if strip.Deepen, _ = a.trials.offer(); a.single && (g.Classes || g.R2 >= 0) && len(r.Neurons) > 0 {
			fit.Says = messages.NoSingleLayer(g, competitorsOf(&problem), a.held)
		}
	}
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
	if best := a.trials.best(a.fit); best != nil && best.by != byActivation && best.fit.Full() {
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
	if layers, sentence := a.trials.offer(); layers > 0 {
		sentences = append(sentences, sentence)
	}
	reached := a.fit
	if best := a.trials.best(a.fit); best != nil {
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
