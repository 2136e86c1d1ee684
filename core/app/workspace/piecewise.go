package workspace

import (
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/format/document"
	"conelab/core/network/kind"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Kind returns the kind of network that the activation asks for.
func (m *model) Kind() *kind.Kind { return m.piecewise.Kind() }

// Piecewise reports whether the activation is piecewise linear. The polynomial, to which the user can return, is kept beside it.
func (m *model) Piecewise() bool { return m.piecewise.IsPiecewise() }

// Activation returns the activation as documents have it.
func (m *model) Activation() document.Activation {
	if m.Piecewise() {
		return m.piecewise
	}
	return document.PolynomialOf(m.Sigma)
}

// WithActivation returns the state with a piecewise-linear activation and the loss that suits it by default, or with the polynomial and the
// model that it had.
func (t *State) WithActivation(in *intent.SetActivation) (State, error) {
	next, sigma := *t, piecewiseOf(in.Name, in.Slope)
	if sigma != t.piecewise {
		next.setPiecewise(sigma)
	}
	err := next.piecewiseFault()
	return next, err
}

// SetActivation sets the activation of an intent. The notice says what it has brought and taken, another loss and some pictures, or is "".
func (w *Workspace) SetActivation(in *intent.SetActivation) (notice string, err error) {
	before := w.Now()
	err = w.Commit(w.Now().WithActivation(in))
	now, why := w.Now(), ""
	if now.Loss == loss.Hinge {
		why = ", 0 once right by a margin, so few points decide f"
	}
	if now.Loss != before.Loss {
		notice = messages.Fill("Each point now costs {=}{=}, in place of {=}: the costs cannot be compared. ", withFormula(now.Loss), why,
			withFormula(before.Loss))
	}
	if now.Piecewise() && !before.Piecewise() {
		notice += messages.Capital(activationNames[in.Name]) + " has no Decomposition."
	}
	return strings.TrimSpace(notice), err
}

// withFormula names a loss with its formula, if that is short.
func withFormula(of loss.Loss) string {
	if of.Formula() == "" {
		return messages.NamedLoss(of.String())
	}
	return of.Formula() + ", " + messages.NamedLoss(of.String())
}

// piecewiseFault says why a piecewise-linear activation does not suit the state, or returns nil.
func (t *State) piecewiseFault() error {
	if !t.Piecewise() {
		return nil
	}
	if fault := t.fault(); fault != nil {
		return messages.Refuse("This activation does not suit the data: {}.", fault)
	}
	return nil
}

// piecewiseOf returns an activation by its name in intents, where a slope of 0 means the usual one.
func piecewiseOf(name string, slope float64) document.Activation {
	switch name {
	case "polynomial":
		return document.Activation{}
	case "leaky":
		if slope == 0 {
			slope = lift.LeakySlope
		}
		return document.Activation{Name: name, Slope: slope}
	}
	return document.Activation{Name: name}
}

// reluBeta is the beta of an example that comes with a piecewise-linear activation: with the hinge loss a smaller one has many more
// neurons.
const reluBeta = 0.1

// usualPolynomial is the model with a polynomial and all other things as they are at first.
func usualPolynomial(sigma lift.Polynomial) document.SharedPolynomial {
	return document.SharedPolynomial{Activation: document.PolynomialOf(sigma), Loss: document.LossSquared}
}

// setPiecewise sets the piecewise-linear activation, zero for the polynomial, and the loss that suits it by default. The polynomial's loss,
// bias and layers come back with it, unless they no longer suit the data.
func (t *State) setPiecewise(sigma document.Activation) {
	model := t.polynomial
	switch is := sigma.IsPiecewise(); {
	case !is && !t.Piecewise():
		return
	case !is:
		t.piecewise, t.polynomial, t.Loss = sigma, nil, loss.Squared
		whole := *t
		whole.Loss, _ = loss.Parse(model.Loss)
		whole.Bias, whole.stack = model.Bias, model.Stack
		if whole.fault() == nil {
			*t = whole
		}
		return
	case !t.Piecewise():
		now := document.SharedPolynomial{Activation: t.Activation(), Loss: t.Loss.String(), Bias: t.Bias, Stack: t.stack}
		t.polynomial = &now
	}
	t.piecewise, t.stack, t.Bias = sigma, nil, false // it has a bias of its own
	if usual := t.usualLoss(); usual == loss.Hinge && t.Loss.Labels() != loss.Signs || !t.Kind().Takes(t.Loss) {
		t.Loss = usual
	}
}

// usualLoss returns the loss that suits the activation by default: hinge for two classes with a piecewise-linear one, otherwise squared.
func (t *State) usualLoss() loss.Loss {
	if t.Piecewise() && t.Outputs == 1 && t.ClassCount() == 2 {
		return loss.Hinge
	}
	return loss.Squared
}

// adoptUsualLoss gives other points the loss that suits a piecewise-linear activation, or the polynomial where it does not suit them.
func (t *State) adoptUsualLoss() {
	if !t.Piecewise() {
		return
	}
	t.setPiecewise(t.piecewise)
	if t.fault() != nil {
		t.setPiecewise(document.Activation{})
	}
}

// useSigma sets the activation of a document.
func (m *model) useSigma(sigma document.Activation) {
	m.piecewise, m.polynomial = document.Activation{}, nil
	if sigma.IsPiecewise() {
		m.piecewise, m.polynomial = sigma, new(usualPolynomial(m.Sigma))
	} else {
		m.Sigma = sigma.Polynomial()
	}
}

// pageActivation describes the choice of the activation for the page.
func (t *State) pageActivation() protocol.PageActivation {
	p := protocol.PageActivation{
		Name: intent.Activations[0], Slope: lift.LeakySlope, Loss: t.usualLoss().String(), Formula: messages.Activation(t.Coefficients()),
	}
	if t.Piecewise() {
		p.Name, p.Offered = t.piecewise.Name, true
		if t.piecewise.Slope > 0 {
			p.Slope = t.piecewise.Slope
		}
		return p
	}
	other := *t
	other.setPiecewise(piecewiseOf("relu", 0))
	size := other.piecewise.Kind().CheckSize(max(1, t.Samples()), t.D, other.Loss)
	p.Offered = other.modelFault() == nil && size == nil
	return p
}

// activationNames holds the names of piecewise-linear activations as the page shows them.
var activationNames = map[string]string{"relu": "ReLU", "leaky": "leaky ReLU", "absolute": "the absolute value"}

// activationName names the activation in a sentence.
func (m *model) activationName() string {
	if m.Piecewise() {
		return "the activation " + activationNames[m.piecewise.Name]
	}
	return messages.NamedActivation(m.Coefficients())
}
