package verify

import (
	"math"
	"strconv"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Strip returns the proof strip for a solution of the training. With several layers, the numbers are those of the chosen one, and the fit
// is that of the network that ends with it.
func (a *Assessment) Strip(s *solve.Training, p *protocol.PageSolution) (strip protocol.PageStrip) {
	chosen, layered := s.Chosen(), s.Layered()
	layer := s.Layer(chosen)
	r := layer.Found
	if r == nil || math.IsInf(r.Objective, 0) || math.IsNaN(r.Objective) { // there are no numbers
		return strip
	}
	problem := layer.Problem()
	strip.Known, strip.Loss = true, problem.Loss.String()
	if r.Status == certify.Failed {
		return strip
	}
	strip.Certified = s.Certified()
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
		a.singleTo(&strip, &problem, p.Train, len(r.Neurons))
	}
	return strip
}

// singleTo writes what is known of the fit of a network of one layer, which is proved to be the best of a kind.
func (a *Assessment) singleTo(strip *protocol.PageStrip, p *certify.Problem, g *loss.Score, neurons int) {
	fit := strip.Fit
	strip.AddBias = a.biased != nil
	if more := a.layered; more != nil {
		strip.MoreLayers = more.layers
	}
	says := "No " + competitorsOf(p, "network") + ", however wide, costs less; this one "
	switch {
	case neurons == 0:
		says = "With no neuron f is 0 everywhere, and at this β no " + competitorsOf(p, "network") + " costs less; it "
	case a.layers && explains(g): // another layer is offered
		says = "No " + competitorsOf(p, "single layer") + " costs less, however wide; this one "
	}
	fit.Says, fit.Why, fit.Helps = says+describe(g, a.held != nil)+".", a.why(), a.helps()
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
		fit.Says += "; " + subject + describe(g, a.held != nil)
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
	if more := a.layered; more != nil && chosen == s.Count()-1 {
		strip.MoreLayers, fit.Helps = more.layers, []string{more.sentence()}
	}
}

// competitorsOf names those over which a problem's optimum is proved to be the best, networks or layers. They may have any number of neurons.
func competitorsOf(p *certify.Problem, noun string) string {
	switch p.Architecture.Kind {
	case lift.Quadratic:
		return "quadratic " + noun
	case lift.Convolutional:
		return noun + " with this activation and these patches"
	}
	return noun + " with this activation"
}

// why returns a sentence on why the fit cannot be better, or "" if that is not known or not the case.
func (a *Assessment) why() string {
	if a.state == nil || a.Pending() {
		return ""
	}
	if best := a.best; best != nil && !best.changesFunctionClass && sufficient(best.fit) {
		return "" // the activation and the architecture allow a better fit
	}
	if len(a.found.Neurons) == 0 && !onlyZero(a.state) {
		return "" // beta is so large that there are no neurons
	}
	return limit(a.state, a.classes)
}

// helps returns sentences on what would improve the fit, as far as it was tried or is known. What is offered comes first.
func (a *Assessment) helps() (sentences []string) {
	if a.state == nil {
		return nil
	}
	if layered := a.layered; layered != nil {
		sentences = append(sentences, layered.sentence())
	}
	fit, biased := a.fit, a.biased
	if biased != nil {
		sentences, fit = append(sentences, biased.sentence()), biased.fit
	}
	if a.Pending() {
		return sentences
	}
	if best := a.best; best != nil && best != biased {
		sentences, fit = append(sentences, best.sentence()), best.fit
	}
	switch flipped := a.state.CountNoisyLabels(); {
	case flipped > 0 && a.fit.Accuracy != nil:
		sentences = append(sentences, messages.Fill("The noise has changed the class of {point} trained on.", flipped))
	case flipped > 0:
		sentences = append(sentences, "The noise has changed the labels.")
	}
	if poor(fit) && a.state.Architecture.Kind != lift.Convolutional {
		sentences = append(sentences, "More features, as columns of a table, can only lower the least cost.")
	}
	return sentences
}
