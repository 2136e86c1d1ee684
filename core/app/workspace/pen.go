package workspace

import (
	"math"

	"conelab/core/app/say"
)

// pen is the label of new points.
type pen struct {
	label float64 // 1 or -1, where there is one output
	class int     // from 1, where each class has an output; 0 for the first
}

// SetSign chooses the label of new points where there is one output.
func (w *Workspace) SetSign(label float64) error {
	if label != 1 && label != -1 {
		return say.SignRange(label)
	}
	w.label = label
	return nil
}

// SetClass chooses the class of new points where each class has an output; one that there is not stands for the nearest.
func (w *Workspace) SetClass(class int) { w.class = class }

// SetLabel chooses the label of new points: a sign, or the number of a class where each has an output.
func (w *Workspace) SetLabel(label float64) error {
	if w.now.outputs == 1 {
		return w.SetSign(label)
	}
	if count := w.now.ClassCount(); !(label >= 1 && label <= float64(count)) || label != math.Trunc(label) {
		return say.ClassRange(count, label)
	}
	w.class = int(label)
	return nil
}

// Label returns the label of new points: a sign, or the number of a class where each has an output.
func (w *Workspace) Label() float64 {
	if w.now.outputs > 1 {
		return float64(w.Class())
	}
	return w.label
}

// Class returns the class of new points where each class has an output.
func (w *Workspace) Class() int { return max(1, min(w.class, w.now.outputs)) }

// Drawn returns the sign and the class of what a pointer draws: those of new points, or the other one of two and the class after.
func (w *Workspace) Drawn(other bool) (sign float64, class int) {
	if other {
		return -w.label, w.Class()%w.now.outputs + 1
	}
	return w.label, w.Class()
}

// Pen returns the sign and the class of new points as they were chosen, whatever the data are.
func (w *Workspace) Pen() (sign float64, class int) { return w.label, w.class }
