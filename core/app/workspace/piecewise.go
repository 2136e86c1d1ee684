package workspace

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/format/document"
	"conelab/core/network/kind"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Kind returns the kind of network that the activation asks for.
func (t *State) Kind() *kind.Kind { return t.piecewise.Kind() }

// Piecewise reports whether the activation is piecewise linear. The polynomial, to which the user can return, is kept beside it.
func (t *State) Piecewise() bool { return t.piecewise.IsPiecewise() }

// Activation returns the activation as documents have it.
func (t *State) Activation() document.Activation {
	if t.Piecewise() {
		return t.piecewise
	}
	return document.PolynomialOf(t.Sigma)
}

// WithActivation returns the state with a piecewise-linear activation, or with the polynomial, and with the loss that suits it by
// default: hinge for two classes with a piecewise-linear one, squared otherwise.
func (t *State) WithActivation(in *intent.SetActivation) (State, error) {
	next := *t
	next.setPiecewise(piecewiseOf(in.Name, in.Slope))
	if next.piecewise == t.piecewise {
		return next, errSame
	}
	return next, next.piecewiseFault()
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

// polynomialModel is what a model with a polynomial has that may not suit a piecewise-linear activation.
type polynomialModel struct {
	loss  loss.Loss
	bias  bool
	stack *document.Stack
}

// setPiecewise sets the piecewise-linear activation, zero for the polynomial, and the loss that suits it by default. The polynomial's loss,
// bias and layers come back with it.
func (t *State) setPiecewise(sigma document.Activation) {
	was := t.Piecewise()
	if was && !sigma.IsPiecewise() {
		t.setPolynomial()
		return
	}
	if !was && sigma.IsPiecewise() {
		t.polynomialModel = polynomialModel{t.Loss, t.Bias, t.stack}
	}
	t.piecewise = sigma
	switch {
	case !t.Piecewise():
		return
	case t.Outputs == 1 && t.ClassCount() == 2 && t.Loss.Labels() != loss.Signs:
		t.Loss = loss.Hinge
	case !t.Kind().Takes(t.Loss):
		t.Loss = loss.Squared
	}
	t.stack, t.Bias = nil, false // it has a bias of its own
}

// setPolynomial replaces a piecewise-linear activation by the polynomial, with its model if that still suits the data. A loss other than the
// usual one was chosen since, and stays.
func (t *State) setPolynomial() {
	model, isUsual := t.polynomialModel, t.Loss == t.usualLoss()
	t.piecewise, t.polynomialModel = document.Activation{}, polynomialModel{}
	before := *t
	t.Bias, t.stack = model.bias, model.stack
	if isUsual {
		t.Loss = model.loss
	}
	if t.fault() == nil {
		return
	}
	*t = before
	if t.Loss == loss.Hinge {
		t.Loss = loss.Squared
	}
}

// usualLoss returns the loss that suits the activation by default.
func (t *State) usualLoss() loss.Loss {
	usual := *t
	usual.Loss = loss.Squared
	usual.setPiecewise(t.piecewise)
	return usual.Loss
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
func (t *State) useSigma(sigma document.Activation) {
	t.piecewise = document.Activation{}
	if sigma.IsPiecewise() {
		t.piecewise = sigma
	} else {
		t.Sigma = sigma.Polynomial()
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

// ActivationName names the activation in a sentence.
func (t *State) ActivationName() string {
	if t.Piecewise() {
		return "the activation " + activationNames[t.piecewise.Name]
	}
	return messages.NamedActivation(t.Coefficients())
}
