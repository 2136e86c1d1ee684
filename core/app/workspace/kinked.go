package workspace

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/network/kind"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Kind returns the kind of network that the activation asks for.
func (t *State) Kind() *kind.Kind { return t.kink.Kind() }

// Kinked reports whether the activation is piecewise linear. The polynomial, to which the user can return, is kept beside it.
func (t *State) Kinked() bool { return t.kink.IsPiecewise() }

// Sigma returns the activation as documents have it.
func (t *State) Sigma() document.Activation {
	if t.Kinked() {
		return t.kink
	}
	return document.PolynomialOf(t.sigma)
}

// WithNamed returns the state with a piecewise-linear activation, or with the polynomial, and with the loss that suits it by
// default: hinge for two classes with a piecewise-linear one, squared otherwise.
func (t *State) WithNamed(in *intent.NamedActivation) (State, error) {
	next := *t
	if next.setKink(kinkOf(in.Name, in.Slope)); next.kink == t.kink {
		return next, errSame
	}
	return next, next.kinkFault()
}

// kinkFault says why a piecewise-linear activation does not suit the state, or returns nil.
func (t *State) kinkFault() error {
	if !t.Kinked() {
		return nil
	}
	if fault := t.fault(); fault != nil {
		return messages.Refuse("This activation does not suit the data: {}.", fault)
	}
	return nil
}

// kinkOf returns an activation by its name in intents, in which a slope of 0 stands for the usual one.
func kinkOf(name string, slope float64) document.Activation {
	switch name {
	case "polynomial":
		return document.Activation{}
	case "leaky":
		if slope == 0 {
			slope = leakySlope
		}
		return document.Activation{Name: name, Slope: slope}
	}
	return document.Activation{Name: name}
}

// kinkedBeta is the beta of an example that comes with a piecewise-linear activation: with the hinge loss a smaller one has many more neurons.
const kinkedBeta = 0.1

// leakySlope is the usual slope of a leaky ReLU at negative numbers.
const leakySlope = lift.LeakySlope

// setKink sets the piecewise-linear activation, zero for the polynomial, and the loss that suits it by default.
func (t *State) setKink(kink document.Activation) {
	was := t.Kinked()
	t.kink = kink
	of, _ := loss.Parse(t.loss)
	switch {
	case !t.Kinked():
		if was && of == loss.Hinge {
			t.loss = document.LossSquared
		}
		return
	case t.outputs == 1 && t.ClassCount() == 2 && !of.OfSigns():
		t.loss = loss.Hinge.String()
	case !t.Kind().Takes(of):
		t.loss = document.LossSquared
	}
	t.stack, t.bias = nil, false // it has one of its own
}

// usualLoss returns the loss that suits the activation by default.
func (t *State) usualLoss() string {
	usual := *t
	usual.loss = document.LossSquared
	usual.setKink(t.kink)
	return usual.loss
}

// suit gives other points the loss that suits a piecewise-linear activation, or the polynomial where it does not suit them.
func (t *State) suit() {
	if !t.Kinked() {
		return
	}
	if t.setKink(t.kink); t.fault() != nil {
		t.setKink(document.Activation{})
	}
}

// useSigma sets the activation of a document.
func (t *State) useSigma(sigma document.Activation) {
	if t.kink = (document.Activation{}); sigma.IsPiecewise() {
		t.kink = sigma
	} else {
		t.sigma = sigma.Polynomial()
	}
}

// pageActivation describes the choice of the activation for the page.
func (t *State) pageActivation() protocol.PageActivation {
	p := protocol.PageActivation{Name: intent.Activations[0], Slope: leakySlope, Loss: t.usualLoss()}
	if t.Kinked() {
		p.Name, p.Offered = t.kink.Name, true
		if t.kink.Slope > 0 {
			p.Slope = t.kink.Slope
		}
		return p
	}
	other := *t
	other.setKink(kinkOf("relu", 0))
	p.Offered = t.sums == nil && other.fault() == nil
	return p
}

// names are those of piecewise-linear activations for people.
var names = map[string]string{"relu": "ReLU", "leaky": "leaky ReLU", "absolute": "the absolute value"}

// ActivationName names the activation in a sentence.
func (t *State) ActivationName() string {
	if t.Kinked() {
		return "the activation " + names[t.kink.Name]
	}
	if t.architecture.Kind == document.KindQuadratic {
		return messages.NamedActivation([3]float64{1})
	}
	return messages.NamedActivation(t.Coefficients())
}

// kinkedLesson returns the sentence of a preset with ReLU, or "" if the user has changed what it speaks of.
func (t *State) kinkedLesson(preset presets.Preset) string {
	if t.kink != kinkOf(lift.NameReLU, 0) || t.loss != t.usualLoss() || t.hold != 0 || t.noise != 0 || t.seed != PresetSeed || t.Samples() != preset.Points() ||
		t.beta < 0.01 || t.beta > 0.1 {
		return ""
	}
	return preset.KinkedLesson
}
