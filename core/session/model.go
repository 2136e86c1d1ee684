package session

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"conelab/core/activation"
	"conelab/core/document"
	"conelab/core/loss"
	"conelab/core/wire"
)

// fitRange bounds the ends of a range to fit an activation on: beyond it the square dwarfs all else.
const fitRange = 1000

// setLoss changes the loss, if the labels suit it.
func (s *Session) setLoss(name string) error {
	if _, err := loss.Parse(name); err != nil {
		return errors.New("There is no loss " + strconv.Quote(document.Clip(name)) + ".")
	}
	if name == loss.Softmax.String() && s.outputs < 2 {
		return errors.New("The softmax loss needs labels of two or more columns, one for each class.")
	}
	next := s.state
	next.loss, next.y = name, slices.Clone(s.y)
	next.recode()
	return s.remodel(next, "The "+name+" loss does not suit these labels")
}

// setTolerance changes the relative gap to certify.
func (s *Session) setTolerance(value float64) error {
	if !(value > 0 && value < 1) {
		return errors.New("The tolerance must be above 0 and below 1, but it is " + number(value) + ".")
	}
	next := s.state
	next.tolerance = value
	if value == s.goal() {
		next.tolerance = s.tolerance
	}
	return s.remodel(next, "This tolerance cannot be used")
}

// remodel makes next the state, as one step of the history, if it is another one and a valid problem; fault begins the sentence if not.
func (s *Session) remodel(next state, fault string) error {
	if next.loss == s.loss && next.tolerance == s.tolerance && sameArchitecture(&next.architecture, &s.architecture) {
		return nil
	}
	if _, err := next.architecture.Lift(next.d); err != nil {
		return faultOf(fault, err)
	}
	if p := next.whole(); p != nil {
		if err := p.Validate(); err != nil {
			return faultOf(fault, err)
		}
	}
	s.finishGesture()
	s.change(next)
	return nil
}

// fitActivation makes the activation the least-squares fit of a function on a range.
func (s *Session) fitActivation(in *intent) error {
	f, err := activation.Find(in.Name)
	if err != nil {
		return errors.New("There is no activation " + strconv.Quote(document.Clip(in.Name)) + ".")
	}
	if !(math.Abs(in.Low) <= fitRange && math.Abs(in.High) <= fitRange && in.High-in.Low >= 1.0/fitRange) {
		return errors.New("The range of a fit goes from a number to a larger one, both between -1000 and 1000, but it goes from " +
			number(in.Low) + " to " + number(in.High) + ".")
	}
	fitted, err := activation.Fit(f.At, in.Low, in.High, activation.Points)
	if err != nil {
		return faultOf("The activation cannot be fitted", err)
	}
	s.finishGesture()
	next := s.state
	next.sigma = fitted.Activation
	next.fit = &wire.PageFit{Name: f.Name, Formula: f.Formula, Low: in.Low, High: in.High, RMS: fitted.RMS, Max: fitted.Max}
	s.change(next)
	return nil
}

// losses returns the names of the losses that the labels suit; those of classes can be written for any of them.
func (t *state) losses() (names []string) {
	signs, oneHot, classes := true, t.outputs > 1, t.outputs > 1 && t.classCount() > 0
	n := t.samples()
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

// classes reports whether the loss takes labels of 1 and -1 only.
func (t *state) classes() bool {
	return t.loss == loss.Hinge.String() || t.loss == loss.Logistic.String()
}
