package verify

import (
	"math"
	"strconv"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Assessment holds what is known about the fit of the newest network. The zero value holds no result.
type Assessment struct {
	found   *certify.Result // the result for the state, or nil
	classes loss.Labels
	fit     *loss.Score
	state   *workspace.State
	flipped int  // number of labels that the noise has changed
	held    bool // points are held out
	changes changes
	tried   bool // changes that may help are tried
	single  bool // a single layer fits poorly, but several may not
}

// Begin assesses the network of the present state, and discards the previous assessment. With several layers, all of which must be
// certified, the only change tried is another layer.
func (a *Assessment) Begin(t *workspace.State, s *solve.Training) {
	a.changes.drop()
	*a = Assessment{held: t.Holdouts() > 0}
	last, layered := s.Layer(s.Count()-1), s.Layered()
	r := last.Result()
	if r == nil || r.Status == certify.Failed || layered && (!s.Certified() || s.Count() != t.Layers()) {
		return
	}
	a.classes = last.Classes()
	train, test := last.Scores()
	a.fit = train
	if !layered {
		a.found = r
	}
	if last.Piecewise() != nil || sufficient(train) || r.Status != certify.Optimal || layered && !poor(train) {
		return
	}
	a.tried, a.state, a.flipped = true, t, t.CountNoisyLabels()
	a.single = !layered && t.Stackable() && poor(train)
	a.changes.begin(t, a.classes, train, test, layered || a.single, !layered)
}

// Pending reports whether changes are still to be tried.
func (a *Assessment) Pending() bool { return a.changes.pending() }

// Offering reports whether another layer is still being tried. The page has a button that depends on its result.
func (a *Assessment) Offering() bool { return a.changes.addingLayers() }

// Work continues to try changes until expired reports true (see parallel.Task).
func (a *Assessment) Work(clock func() float64, expired func() bool) { a.changes.work(clock, expired) }

// Strip returns the proof strip for a solution of the training. With several layers, the numbers are those of the chosen one, and the fit
// is that of the network that ends with it.
func (a *Assessment) Strip(s *solve.Training, p *protocol.PageSolution) (strip protocol.PageStrip) {
	chosen, layered := s.Chosen(), s.Layered()
	layer := s.Layer(chosen)
	r := layer.Result()
	if r == nil || math.IsInf(r.Objective, 0) || math.IsNaN(r.Objective) { // there are no numbers
		return strip
	}
	problem := layer.Problem()
	strip.Known, strip.Cost, strip.Bound, strip.Gap, strip.Loss = true, p.Objective, p.LowerBound, p.Gap, problem.Loss.String()
	if r.Status == certify.Failed {
		return strip
	}
	strip.Neurons, strip.Certified = len(r.Neurons), s.Certified() && (layered || r.Gap > -layer.State.Tolerance())
	if layered {
		strip.Layer = chosen + 1
	}
	strip.Absolute = problem.NearZero(r.Objective)
	strip.Fit = &protocol.PageGoodness{Total: p.Train.Points, Poor: poor(p.Train)}
	if p.Train.Accuracy != nil {
		strip.Fit.Right = new(p.Train.Right())
	}
	switch {
	case !strip.Certified:
	case layered:
		a.layerTo(&strip, s, chosen, p.Train)
	case a.found != nil:
		a.singleTo(&strip, competitorsOf(&problem), p.Train, len(r.Neurons))
	}
	return strip
}

// singleTo writes what is known of the fit of a network of one layer, which is proved to be the best of a kind.
func (a *Assessment) singleTo(strip *protocol.PageStrip, among string, g *loss.Score, neurons int) {
	fit := strip.Fit
	strip.MoreLayers, strip.AddBias = a.changes.offered(), a.changes.biased() != nil
	says := "No " + among + ", however wide, costs less; this one "
	switch {
	case neurons == 0:
		says = "With no neuron f is 0 everywhere, and at this β no " + among + " costs less; it "
	case a.single && explains(g): // another layer is offered
		says = "No single layer " + strings.TrimPrefix(among, "network ") + " costs less, however wide; this one "
	}
	fit.Says, fit.Why, fit.Helps = says+describe(g, a.held)+".", a.why(), a.helps()
}

// layerTo writes what is known of the fit of the layers up to a chosen one, and of the whole network, which the picture of the data shows.
func (a *Assessment) layerTo(strip *protocol.PageStrip, s *solve.Training, chosen int, g *loss.Score) {
	fit, layers := strip.Fit, strconv.Itoa(s.Count())
	fit.Says = "Each of " + layers + " layers is certified, given the layers below, the network as a whole is not"
	all, _ := s.Layer(s.Count() - 1).Scores()
	if explains(g) {
		subject := "with the first " + strconv.Itoa(chosen+1) + " the network "
		switch {
		case chosen == s.Count()-1:
			subject = "with all of them the network "
		case chosen == 0:
			subject = "the first one alone "
		}
		fit.Says += "; " + subject + describe(g, a.held)
		if chosen < s.Count()-1 && explains(all) {
			fit.Says += ", with all " + layers + " it " + describe(all, false)
		}
	}
	fit.Says += "."
	if chosen > 0 && g.Accuracy != nil {
		if below, _ := s.Layer(chosen - 1).Scores(); g.Right() < below.Right() {
			fit.Why = messages.Fill("Without layer {+1} it gets {} right: each layer minimises its cost, not the number of points it gets wrong.",
				chosen, below.Right())
		}
	}
	strip.MoreLayers = a.changes.offered()
	if chosen < s.Count()-1 {
		strip.MoreLayers = 0
	} else if strip.MoreLayers > 0 {
		fit.Helps = []string{a.changes.layered.sentence()}
	}
}

// competitorsOf names the networks over which a problem's optimum is proved to be the best. They may have any number of neurons.
func competitorsOf(p *certify.Problem) string {
	switch p.Architecture.Kind {
	case lift.Quadratic:
		return "quadratic network"
	case lift.Convolutional:
		return "network with this activation and these patches"
	}
	return "network with this activation"
}

// why returns a sentence on why the fit cannot be better, or "" if that is not known or not the case.
func (a *Assessment) why() string {
	if !a.tried || a.Pending() {
		return ""
	}
	if best := a.changes.best(a.fit); best != nil && !best.changesFunctionClass && sufficient(best.fit) {
		return "" // the activation and the architecture allow a better fit
	}
	if len(a.found.Neurons) == 0 && !onlyZero(a.state) {
		return "" // beta is so large that there are no neurons
	}
	return limit(a.state, a.classes)
}

// helps returns sentences on what would improve the fit, as far as it was tried or is known. What is offered comes first.
func (a *Assessment) helps() (sentences []string) {
	if !a.tried {
		return nil
	}
	if layered := a.changes.layered; layered != nil {
		sentences = append(sentences, layered.sentence())
	}
	fit, biased := a.fit, a.changes.biased()
	if biased != nil {
		sentences, fit = append(sentences, biased.sentence()), biased.fit
	}
	if a.Pending() {
		return sentences
	}
	if best := a.changes.best(a.fit); best != nil && best != biased {
		sentences, fit = append(sentences, best.sentence()), best.fit
	}
	switch {
	case a.flipped > 0 && a.fit.Accuracy != nil:
		sentences = append(sentences, "The noise has changed the class of "+messages.Plural(a.flipped, "point")+" trained on.")
	case a.flipped > 0:
		sentences = append(sentences, "The noise has changed the labels.")
	}
	if poor(fit) && a.state.Architecture().Kind != lift.Convolutional {
		sentences = append(sentences, "More features, as columns of a table, can only lower the least cost.")
	}
	return sentences
}
