package workspace

import (
	"cmp"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Stored returns the state in the form of saved work and links: a preset, a problem, or an empty canvas.
func (t *State) Stored() (to document.SharedState) {
	if w := t.Window; w != unitWindow {
		to.Window = []float64{w.Center[0], w.Center[1], w.Center[2], w.Half, w.Level, w.Rise}
		if !dense.Finite(to.Window...) { // the window is recomputed
			to.Window = nil
		}
	}
	to.Polynomial = t.storedPolynomial(lift.ReLU)
	preset, isPreset := presets.Find(t.Preset)
	switch {
	case isPreset && t.isUnchangedPreset(preset):
		to.Polynomial = t.storedPolynomial(polynomialOf(&preset))
		to.Preset = &document.SharedPreset{Name: t.Preset, Points: t.Samples(), Seed: t.seed}
		to.Split, to.Stack = t.storedSampling(true), t.stack
	case t.sums != nil:
		to.Problem, to.Sums = t.Summed().Problem, t.sums.document
		return to
	case len(t.Y) == 0:
		to.Features, to.Shape = t.D, t.shape
		if len(t.shape) == 0 {
			to.Features = min(t.D, DrawnFeatures)
		}
		if t.Outputs > 1 {
			to.Outputs = t.Outputs
		}
		a := document.ArchitectureOf(&t.Architecture)
		if !t.Dense() {
			to.Architecture = &a
		}
		to.Split, to.Stack = t.storedSampling(false), t.stack
	default:
		to.Problem, to.Split, to.PointsOf = t.ProblemDocument(), t.storedSampling(false), t.Preset
		if t.Architecture.Kind != lift.Convolutional { // its shape is the network's input
			to.Shape = t.shape
		}
		return to
	}
	sigma := t.Activation()
	to.Beta, to.Activation, to.Bias = t.Beta, &sigma, t.Bias
	if t.Piecewise() {
		to.Loss = t.Loss.String()
	}
	return to
}

// FromStored returns the state that was stored. An error is a clause that says what is wrong.
func FromStored(from *document.SharedState) (t State, err error) {
	switch {
	case from.Problem != nil:
		t = fromDocument(from.Problem)
		t.useStack(from.Problem.Stack)
	case from.Preset != nil:
		err = t.restorePreset(from)
	default:
		err = t.restoreStage(from)
	}
	if err == nil {
		err = t.useShape(from.Shape)
	}
	if err == nil {
		err = t.useSampling(from.Split)
	}
	if err == nil {
		t.Bias = t.Bias || from.Bias && t.Biasable()
		err = t.fault()
	}
	if preset, known := presets.Find(from.PointsOf); known && from.Problem != nil && from.Sums == nil {
		// Another seed draws its points again, which must have the same shape.
		if points, _ := preset.Make(1, 0); len(points[0]) == t.D && max(1, preset.Classes) == t.Outputs {
			t.Preset = from.PointsOf
		}
	}
	if err == nil && from.Sums != nil {
		err = t.useSums(from.Sums)
	}
	if p := from.Polynomial; err == nil && p != nil {
		if !t.Piecewise() {
			return t, messages.Refuse("it has a second polynomial, which is expected only beside a piecewise-linear activation")
		}
		_, err = loss.Parse(p.Loss)
		t.Sigma, t.polynomial = p.Activation.Polynomial(), p
	}
	if w := from.Window; err == nil && len(w) > 0 {
		if !(w[3] > 0 && w[5] > 0) {
			return t, messages.Refuse("the window must have a width and a height above 0")
		}
		t.Window = protocol.Window{Center: protocol.Vec{w[0], w[1], w[2]}, Half: w[3], Level: w[4], Rise: w[5]}
	}
	return t, err
}

// restorePreset makes t the state of a stored preset.
func (t *State) restorePreset(from *document.SharedState) error {
	preset, ok := presets.Find(from.Preset.Name)
	switch {
	case !ok:
		return messages.Refuse("there is no preset {}", from.Preset.Name)
	case from.Preset.Points > MaxDrawn:
		return messages.Refuse("a preset can have {} points, not {}", MaxDrawn, from.Preset.Points)
	}
	t.usePreset(preset, from.Preset.Points, uint64(from.Preset.Seed))
	t.seed = from.Preset.Seed
	return t.useModel(from)
}

// restoreStage makes t the state of a stored stage without points.
func (t *State) restoreStage(from *document.SharedState) (err error) {
	switch {
	case from.Features > DrawnFeatures && len(from.Shape) == 0:
		return messages.Refuse("an empty stage can have up to three features, but this one has {}", from.Features)
	case from.Outputs > protocol.MaxClasses:
		return messages.Refuse("an empty stage can have up to {} classes, but this one has {}", protocol.MaxClasses, from.Outputs)
	}
	*t = t.emptied(from.Features)
	t.Outputs = max(1, from.Outputs)
	if from.Architecture != nil {
		t.Architecture, err = from.Architecture.Lift(t.D)
	}
	t.seed, t.Sigma = PresetSeed, lift.ReLU
	return cmp.Or(err, t.useModel(from))
}

// useModel takes the model that is stored beside a preset and an empty stage, except for the bias.
func (t *State) useModel(from *document.SharedState) (err error) {
	if from.Loss != "" {
		t.Loss, err = loss.Parse(from.Loss)
	}
	t.useStack(from.Stack)
	t.Beta = from.Beta
	t.useSigma(*from.Activation)
	return err
}

// storedPolynomial returns what comes back with the polynomial in place of a piecewise-linear activation; nil if that is only the polynomial
// with which such a state is read.
func (t *State) storedPolynomial(usual lift.Polynomial) *document.SharedPolynomial {
	if !t.Piecewise() || *t.polynomial == usualPolynomial(usual) {
		return nil
	}
	return t.polynomial
}
