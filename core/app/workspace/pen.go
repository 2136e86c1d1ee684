package workspace

import (
	"math"

	"conelab/core/app/messages"
)

// pen is the label of new points.
type pen struct {
	label float64 // 1 or -1, for one output
	class int     // from 1, if each class has an output; 0 for the first
}

// SetSign sets the label of new points for one output.
func (w *Workspace) SetSign(label float64) error {
	if label != 1 && label != -1 {
		return messages.SignRange(label)
	}
	w.label = label
	return nil
}

// SetClass sets the class of new points, if each class has an output. A class that does not exist stands for the nearest one.
func (w *Workspace) SetClass(class int) { w.class = class }

// SetLabel sets the label of new points: a sign, or the number of a class if each has an output.
func (w *Workspace) SetLabel(label float64) error {
	if w.now.outputs == 1 {
		return w.SetSign(label)
	}
	if count := w.now.ClassCount(); !(label >= 1 && label <= float64(count)) || label != math.Trunc(label) {
		return messages.ClassRange(count, label)
	}
	w.class = int(label)
	return nil
}

// Label returns the label of new points: a sign, or the number of a class if each has an output.
func (w *Workspace) Label() float64 {
	if w.now.outputs > 1 {
		return float64(w.Class())
	}
	return w.label
}

// Class returns the class of new points, if each class has an output.
func (w *Workspace) Class() int { return max(1, min(w.class, w.now.outputs)) }

// Drawn returns the sign and the class of points that a pointer draws: those of new points, or with other the opposite sign and the next class.
func (w *Workspace) Drawn(other bool) (sign float64, class int) {
	if other {
		return -w.label, w.Class()%w.now.outputs + 1
	}
	return w.label, w.Class()
}

// Pen returns the chosen sign and class of new points, whether or not they suit the data.
func (w *Workspace) Pen() (sign float64, class int) { return w.label, w.class }
