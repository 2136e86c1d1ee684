package verify

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/say"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/lift"
)

const (
	// goodShare and goodR2 are the accuracy and the R2 from which on a fit is not called poor.
	goodShare, goodR2 = 0.9, 0.9
	// plainR2 is the R2 from which on no improvement is suggested.
	plainR2 = 0.95
)

// Appraisal is what is known of the newest network. The zero value knows nothing.
type Appraisal struct {
	found    *certify.Result // the result for the state, or nil
	classes  path.Classes
	goodness goodness
	kind     say.Kind
	ceiling  ceiling
	flipped  int // number of labels that the noise has changed
	held     bool
	trials   trials
	next     next
	single   bool // a single layer fits poorly, but several may not
}

// goodness measures a fit: right of total if labels are classes, otherwise R2, which is NaN for constant labels.
type goodness struct {
	classes      bool
	right, total int
	r2           float64
}

// goodnessOf converts a score.
func goodnessOf(score *protocol.PageScore, classes path.Classes, outputs int) goodness {
	g := goodness{total: score.Samples, r2: math.NaN()}
	if score.Accuracy != nil {
		if classes == path.Signs {
			g.total *= outputs
		}
		g.classes, g.right = true, int(math.Round(*score.Accuracy*float64(g.total)))
	} else if score.R2 != nil {
		g.r2 = *score.R2
	}
	return g
}

// poor reports whether the fit is bad; full reports whether no improvement is needed.
func (g goodness) poor() bool {
	if g.classes {
		return float64(g.right) < goodShare*float64(g.total)
	}
	return g.r2 < goodR2
}

func (g goodness) full() bool {
	if g.classes {
		return g.right == g.total
	}
	return !(g.r2 < plainR2)
}

// better reports whether the fit is better than another by more than rounding, and noticeably.
func (g goodness) better(than goodness) bool {
	if g.classes {
		return g.right > than.right
	}
	return g.r2 > than.r2+0.01
}

// words returns the fit in the form that the sentences need.
func (g goodness) words() say.Fit {
	return say.Fit{Classes: g.classes, Right: g.right, Total: g.total, R2: g.r2}
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
	a.found, a.classes, a.held = r, scorer.Classes(), t.Holdouts() > 0
	a.goodness = goodnessOf(train, a.classes, t.Outputs())
	if a.goodness.full() || r.Status != certify.Optimal {
		return
	}
	problem := scorer.Problem()
	a.kind, a.ceiling, a.flipped = netKindOf(t, a.classes), ceilingOf(&problem, a.classes, a.goodness), t.Disturbed()
	a.trials.begin(t, a.classes)
	// If some function fits better, the fit is limited by the single layer.
	if a.single = t.Stackable() && a.goodness.poor() && (a.ceiling.crossings || !a.ceiling.reached(a.goodness)); a.single {
		a.next.begin(t, a.goodness, test)
	}
}

// Idle reports whether there is background work left, for which nobody waits.
func (a *Appraisal) Idle() bool { return !a.trials.done() || a.next.idle() }

// Offering reports whether the trial of another layer is still running. The page has a button that depends on its result.
func (a *Appraisal) Offering() bool { return a.next.idle() }

// Work continues the trials until expired, which is called between interior-point iterations, returns true.
func (a *Appraisal) Work(expired func() bool) {
	for a.Idle() && !expired() {
		if a.next.idle() {
			a.next.step()
		} else {
			a.trials.step()
		}
	}
}

// Progress identifies how far the trials are: two equal values mean the same sentences about the same solution.
type Progress struct {
	found  *certify.Result
	tried  int
	deeper bool
}

// Progress returns how far the trials are.
func (a *Appraisal) Progress() Progress { return Progress{a.found, a.trials.at, a.next.done} }

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
		strip.Note = say.StripAside
	}
	if p.Train == nil {
		return
	}
	problem := s.Problem()
	g := goodnessOf(p.Train, s.Classes(), problem.Outputs)
	fit := &protocol.PageGoodness{Total: g.total, Poor: g.poor()}
	if strip.Fit = fit; g.classes {
		fit.Right = &g.right
	} else {
		fit.R2 = p.Train.R2
	}
	if strip.Certified && a.found != nil {
		fit.Says = say.Certified(g.words(), rivalsOf(&problem), len(r.Neurons) == 0, a.held)
		fit.Why, fit.Helps = a.why(), a.helps()
		if strip.Deepen, _ = a.next.offer(); a.single && (g.classes || g.r2 >= 0) && len(r.Neurons) > 0 {
			fit.Says = say.NoSingleLayer(g.words(), rivalsOf(&problem), a.held)
		}
	}
}

// rivalsOf returns the class of networks over which a problem's optimum is proved to be the best.
func rivalsOf(p *certify.Problem) say.Rivals {
	switch p.Architecture.Kind {
	case lift.Quadratic:
		return say.Quadratic
	case lift.Convolutional:
		return say.WithPatches
	}
	return say.WithActivation
}

// why returns a sentence on why the fit cannot be better, or "" if that is not known or not the case.
func (a *Appraisal) why() string {
	switch {
	case a.goodness.full() || a.found.Status != certify.Optimal || a.Idle():
		return ""
	case a.ceiling.known && !a.ceiling.crossings:
		return say.PlacesLimit(a.ceiling.words())
	}
	if best := a.trials.best(a.goodness); best != nil && best.by != byActivation && best.goodness.full() {
		return "" // it is not what keeps the fit from being better
	}
	switch {
	case len(a.found.Neurons) == 0 && !a.kind.IsZero():
		return "" // the network is not even what it could be
	case a.ceiling.known:
		return say.CrossingsLimit(a.kind.Degree, a.ceiling.right, a.goodness.total)
	}
	return say.KindLimit(a.kind)
}

// helps returns sentences on what would improve the fit, as far as it was tried or is known.
func (a *Appraisal) helps() (sentences []string) {
	if a.goodness.full() || a.found.Status != certify.Optimal || a.Idle() {
		return nil
	}
	if layers, sentence := a.next.offer(); layers > 0 {
		sentences = append(sentences, sentence)
	}
	reached := a.goodness
	if best := a.trials.best(a.goodness); best != nil {
		sentences, reached = append(sentences, best.sentence()), best.goodness
	}
	if a.flipped > 0 {
		sentences = append(sentences, say.NoiseFlipped(a.flipped, a.goodness.classes))
	}
	if reached.poor() && !a.kind.Patches && !a.ceiling.reached(reached) {
		sentences = append(sentences, say.MoreFeatures)
	}
	return sentences
}
