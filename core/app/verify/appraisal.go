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
	"math"
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
	tried   bool // what would help is tried
	single  bool // a single layer fits poorly, but several may not
}

// Begin appraises the network of the present state, and discards the previous appraisal. Of several layers, all of which must be
// proved, it is only tried whether another one helps.
func (a *Appraisal) Begin(t *workspace.State, s *solve.Training) {
	*a = Appraisal{held: t.Holdouts() > 0}
	last, deep := s.Layer(s.Count()-1), s.Deep()
	r := last.Result()
	if r == nil || r.Status == certify.Failed || deep && (!s.Certified() || s.Count() != t.Layers()) {
		return
	}
	a.classes, a.fit = last.Classes(), last.Fit()
	if !deep {
		a.found = r
	}
	if last.Piecewise() != nil || a.fit.Full() || r.Status != certify.Optimal || deep && !a.fit.Poor() {
		return
	}
	a.tried, a.kind, a.flipped = true, kindOf(t, a.classes), t.Disturbed()
	a.single = !deep && t.Stackable() && a.fit.Poor()
	_, test := last.Scores()
	a.changes.begin(t, a.classes, a.fit, test, deep || a.single, !deep)
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

// PageTo writes the proof strip into the page, which already has the solution: of several layers, that of the chosen one, but the
// fit of the network that ends with it. aside means that the pictures show something else.
func (a *Appraisal) PageTo(p *protocol.Page, s *solve.Training, aside bool) {
	chosen, deep := s.Chosen(), s.Deep()
	layer := s.Layer(chosen)
	r := layer.Result()
	switch p.Strip.Stale = p.Stale; {
	case r == nil || math.IsInf(r.Objective, 0) || math.IsNaN(r.Objective): // there are no numbers
		return
	case r.Status == certify.Failed:
		stripTo(p, 0, false, aside)
		return
	}
	strip := stripTo(p, len(r.Neurons), s.Certified() && (deep || r.Gap > -p.Tolerance), aside)
	if deep {
		strip.Layer = chosen + 1
	}
	problem, g := layer.Problem(), layer.Fit()
	if strip.Absolute = problem.NearZero(r.Objective); strip.Absolute {
		strip.Gap = strip.Cost - strip.Bound
	}
	strip.Loss, strip.Fit = problem.Loss.String(), pageFit(g, p.Train)
	switch {
	case !strip.Certified:
	case deep:
		a.layerTo(strip, s, chosen, g)
	case a.found != nil:
		a.singleTo(strip, competitorsOf(&problem), g, len(r.Neurons))
	}
}

// singleTo writes what is known of the fit of a network of one layer.
func (a *Appraisal) singleTo(strip *protocol.PageStrip, among messages.Competitors, g messages.Fit, neurons int) {
	fit := strip.Fit
	fit.Says, fit.Why, fit.Helps = messages.Certified(g, among, neurons == 0, a.held), a.why(), a.helps()
	if strip.Deepen = a.changes.offered(); a.single && (g.Classes || g.R2 >= 0) && neurons > 0 {
		fit.Says = messages.NoSingleLayer(g, among, a.held)
	}
}

// layerTo writes what is known of the fit of the layers up to a chosen one.
func (a *Appraisal) layerTo(strip *protocol.PageStrip, s *solve.Training, chosen int, g messages.Fit) {
	fit, last := strip.Fit, s.Count()-1
	fit.Says = messages.CertifiedLayers(g, s.Layer(last).Fit(), chosen, s.Count(), a.held)
	if chosen > 0 && g.Classes {
		if below := s.Layer(chosen - 1).Fit(); g.Right < below.Right {
			fit.Why = messages.Fill("Without layer {+1} it gets {} right: what a layer makes least is its cost, not how many are wrong.",
				chosen, below.Right)
		}
	}
	if chosen == last {
		if strip.Deepen = a.changes.offered(); strip.Deepen > 0 {
			fit.Helps = []string{a.changes.deeper.sentence()}
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
	if !a.tried || a.Idle() {
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
	if !a.tried || a.Idle() {
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
		Square: kind == document.KindQuadratic, Biased: t.Biased(), Patches: kind == document.KindConvolutional,
	}
}
