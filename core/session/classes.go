package session

import (
	"errors"
	"slices"
	"strconv"

	"conelab/core/document"
	"conelab/core/loss"
	"conelab/core/wire"
)

// Two classes are the labels 1 and -1 of one output. More have an output each: of a point, the output of its class has the label 1, and the
// others 0, or -1 for the losses that take signs.

// classCount returns how many classes the labels name, 0 where they are numbers, or more than can be told apart.
func (t *state) classCount() int {
	if t.outputs == 1 {
		for _, y := range t.y {
			if y != 1 && y != -1 {
				return 0
			}
		}
		if len(t.y) == 0 && t.d == 1 && !t.classes() {
			return 0
		}
		return 2
	}
	if t.outputs > wire.MostClasses {
		return 0
	}
	low, n := t.low(), t.samples()
	for i := range n {
		ones := 0
		for o := range t.outputs {
			switch t.y[o*n+i] {
			case 1:
				ones++
			case low:
			default:
				return 0
			}
		}
		if ones != 1 {
			return 0
		}
	}
	return t.outputs
}

// low returns the label of the outputs that are not of a point's class.
func (t *state) low() float64 {
	if slices.Contains(t.y, -1) || len(t.y) == 0 && t.classes() {
		return -1
	}
	return 0
}

// level returns the value of an output between its class and the others.
func (t *state) level() float64 {
	if t.outputs > 1 && t.loss != loss.Softmax.String() && t.classCount() > 0 && t.low() == 0 {
		return 0.5
	}
	return 0
}

// class returns the class of point i, counted from 1, where each has an output.
func (t *state) class(i int) int {
	n := t.samples()
	for o := range t.outputs {
		if t.y[o*n+i] == 1 {
			return o + 1
		}
	}
	return 0
}

// give makes the class of point i, whose labels must be writable.
func (t *state) give(i, class int) {
	n, low := t.samples(), t.low()
	for o := range t.outputs {
		t.y[o*n+i] = low
	}
	t.y[(class-1)*n+i] = 1
}

// side returns the class of point i whatever its labels are: those of one output are told apart by their sign.
func (t *state) side(i int) int {
	if t.outputs > 1 {
		return t.class(i)
	}
	if t.y[i] < 0 {
		return 2
	}
	return 1
}

// useClasses makes the labels those of so many classes, or for 0 turns classes into numbers.
func (s *Session) useClasses(value float64) error {
	count := int(value)
	switch {
	case float64(count) != value || count != 0 && (count < 2 || count > wire.MostClasses):
		return errors.New("The number of classes must be 2 to " + strconv.Itoa(wire.MostClasses) + ", or 0 for numbers, but it is " + number(value) + ".")
	case s.outputs > 1 && s.classCount() == 0:
		return errors.New("Each label here is a row of " + strconv.Itoa(s.outputs) + " numbers, which do not name a class; clear the stage to draw classes.")
	case count == s.classCount() || count == 0 && s.outputs == 1:
		return nil
	}
	next, n := s.state, s.samples()
	next.outputs, next.y, next.preset = 1, make([]float64, n*max(1, count)), ""
	next.noise, next.clean = 0, nil
	if count <= 2 {
		next.y = next.y[:n]
	} else {
		next.outputs = count
	}
	if next.loss == loss.Softmax.String() && next.outputs == 1 {
		next.loss = loss.Logistic.String()
	}
	for i := range n {
		class := s.side(i)
		switch {
		case count == 0:
			next.y[i] = float64(class)
		case count == 2:
			next.y[i] = float64(3 - 2*min(class, 2))
		default:
			next.y[(min(class, count)-1)*n+i] = 1
		}
	}
	if next.recode(); !slices.Contains(next.losses(), next.loss) {
		next.loss = document.LossSquared
	}
	if !next.showsAll() {
		next.fitWindow()
	}
	s.finishGesture()
	s.change(next)
	return nil
}

// recode writes the labels of classes, which must be the state's own, as the loss takes them.
func (t *state) recode() {
	if t.outputs < 2 || t.classCount() == 0 {
		return
	}
	low := 0.0
	switch {
	case t.classes():
		low = -1
	case t.loss != loss.Softmax.String():
		return // takes both
	}
	t.clean = slices.Clone(t.clean)
	for _, labels := range [][]float64{t.y, t.clean} {
		for i, y := range labels {
			if y != 1 {
				labels[i] = low
			}
		}
	}
}

// jointly reports whether the loss trains several outputs together.
func (t *state) jointly() bool {
	kind, err := loss.Parse(t.loss)
	return err == nil && t.outputs > 1 && !kind.Separable()
}

// newClass returns the class of new points where each class has an output.
func (s *Session) newClass() int { return max(1, min(s.classLabel, s.outputs)) }
