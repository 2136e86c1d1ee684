package workspace

import (
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/network/activation"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// WithBeta returns the state with another beta.
func (t *State) WithBeta(beta float64) State {
	next := *t
	next.beta = beta
	return next
}

// WithActivation returns the state with another activation a s^2 + b s + c.
func (t *State) WithActivation(a, b, c float64) State {
	next := *t
	next.sigma, next.fit = lift.Activation{A: a, B: b, C: c}, nil
	return next
}

// Along says in which coefficient the activation of another state differs, if it is only one.
func (t *State) Along(next *State) Effect {
	switch from, to := t.sigma, next.sigma; {
	case from.B == to.B && from.C == to.C:
		return Along(protocol.CoefficientA)
	case from.A == to.A && from.C == to.C:
		return Along(protocol.CoefficientB)
	case from.A == to.A && from.B == to.B:
		return Along(protocol.CoefficientC)
	}
	return 0
}

// WithFit returns the state with the least-squares fit to a function on a range as its activation.
func (t *State) WithFit(name string, low, high float64) (State, error) {
	next := *t
	f, err := activation.Find(name)
	if err != nil {
		return next, messages.NoActivation(name)
	}
	if !(high-low >= intent.FitLeast) {
		return next, messages.FitRange(low, high)
	}
	fitted, err := activation.Fit(f.At, low, high, activation.Points)
	if err != nil {
		return next, messages.FitFails(err)
	}
	next.sigma = fitted.Activation
	next.fit = &protocol.PageFit{Name: f.Name, Low: low, High: high, RMS: fitted.RMS, Max: fitted.Max}
	return next, nil
}

// WithLoss returns the state with another loss, if the labels suit it. Labels of classes are recoded for the loss.
func (t *State) WithLoss(name string) (next State, err error) {
	if _, err := loss.Parse(name); err != nil {
		return next, messages.NoLoss(name)
	}
	if name == loss.Softmax.String() && t.outputs < 2 {
		return next, messages.SoftmaxNeedsClasses()
	}
	next = *t
	next.loss, next.y = name, slices.Clone(t.y)
	if next.recode(); slices.Equal(next.y, t.y) {
		next.y = t.y // unchanged labels are shared between states
	}
	if name == t.loss {
		return next, errSame
	}
	if fault := next.fault(); fault != nil {
		return next, messages.LossDoesNotSuit(name, fault)
	}
	return next, nil
}

// WithTolerance returns the state with another relative gap to certify.
func (t *State) WithTolerance(gap float64) (next State, err error) {
	if next = *t; gap == t.Goal() {
		return next, errSame
	}
	next.tolerance = gap
	if fault := next.fault(); fault != nil {
		return next, messages.ToleranceUnusable(fault)
	}
	return next, nil
}

// fault returns the reason why the state is not a valid problem; nil if it is valid or has no points.
func (t *State) fault() error {
	if _, err := t.architecture.Lift(t.d); err != nil {
		return err
	}
	if p := t.Whole(); p != nil {
		return p.Validate()
	}
	return nil
}

// checkLabels returns an error if the loss cannot be trained on the labels.
func (t *State) checkLabels() error {
	kind, err := loss.Parse(t.loss)
	if err != nil {
		return messages.Sentence(err)
	}
	rows := make([][]float64, t.Samples())
	for i := range rows {
		rows[i] = t.RowOf(t.y, i)
	}
	return messages.Sentence(kind.CheckLabels(rows))
}

// Losses returns the names of the losses that suit the labels. Labels of classes can be recoded for any of them.
func (t *State) Losses() (names []string) {
	signs, oneHot, classes := true, t.outputs > 1, t.Classed()
	n := t.Samples()
	for i := range n {
		sum := 0.0
		for o := range t.outputs {
			y := t.y[o*n+i]
			signs, oneHot, sum = signs && (y == 1 || y == -1), oneHot && (y == 0 || y == 1), sum+y
		}
		oneHot = oneHot && sum == 1
	}
	for k, name := range loss.Names() {
		switch kind := loss.Loss(k); {
		case classes:
			names = append(names, name)
		case (kind == loss.Hinge || kind == loss.Logistic) && !signs:
		case kind == loss.Softmax && !oneHot:
		default:
			names = append(names, name)
		}
	}
	return names
}
