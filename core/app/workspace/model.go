package workspace

import (
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/network/activation"
	"conelab/core/network/path"
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
	from, to := t.Coefficients(), next.Coefficients()
	for k := range from {
		one := from
		if one[k] = to[k]; one == to {
			return Along(protocol.CoefficientA + protocol.Variable(k))
		}
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
	next.fit = &protocol.PageFit{Name: f.Name, Formula: f.Formula, Low: low, High: high, RMS: fitted.RMS, Max: fitted.Max}
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

// fault returns the reason why the state is not a valid problem. Without points, it is tried with one.
func (t *State) fault() error {
	tried := *t
	if len(t.y) == 0 {
		tried.x, tried.y = make([]float64, t.d), []float64{1}
		if t.outputs > 1 {
			tried.y = t.oneHot(1)
		}
	}
	return tried.Whole().Validate()
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
	signs := !slices.ContainsFunc(t.y, func(y float64) bool { return y != 1 && y != -1 })
	oneHot := t.encoding() == path.Largest && t.low() == 0
	for k, name := range loss.Names() {
		suits := true
		switch loss.Loss(k) {
		case loss.Hinge, loss.Logistic:
			suits = signs
		case loss.Softmax:
			suits = oneHot
		}
		if suits || t.Classed() {
			names = append(names, name)
		}
	}
	return names
}
