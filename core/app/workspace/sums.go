package workspace

import (
	"context"
	"math"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/data/fault"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/sums"
	"conelab/core/numeric/moments"
)

// summed holds sums that replace points. Only the newest reduced problem is ever modified.
type summed struct {
	document *document.Sums
	columns  *document.Columns
	all      *moments.Sums
	training sums.Problem    // reduced last; its beta is 0
	reduced  certify.Problem // what it was reduced to; without sums before the first time
}

// Sums returns the sums that replace the points, or nil; they must not be modified.
func (t *State) Sums() *document.Sums {
	if t.sums == nil {
		return nil
	}
	return t.sums.document
}

// SummedRows returns the number of rows that sums stand for, 0 without sums.
func (t *State) SummedRows() int {
	if t.sums == nil {
		return 0
	}
	return int(t.sums.document.Rows)
}

// TrainingCount returns the number of points, or of rows that sums stand for, that are trained on.
func (t *State) TrainingCount() int { return t.SummedRows() + t.Samples() - t.Holdouts() }

// TrainedOn names the training data in a sentence.
func (t *State) TrainedOn() string {
	if t.sums != nil {
		return messages.SumsOf(t.SummedRows())
	}
	return fault.Count(t.TrainingCount(), "point")
}

// Empty reports whether there is nothing to train on.
func (t *State) Empty() bool { return len(t.Y) == 0 && t.sums == nil }

// NoPoints explains why there are no points, where there are none.
func (t *State) NoPoints() error {
	if t.sums != nil {
		return messages.Sentence(t.onlySums())
	}
	return messages.NoPoints()
}

// onlySums is what NoPoints says of sums, as a clause.
func (t *State) onlySums() error {
	return messages.Refuse("there are only {=}, no points; undo, choose an example, or press Remove all to get points",
		messages.SumsOf(t.SummedRows()))
}

// openSums replaces the points by a sums document; the activation and beta stay.
func (w *Workspace) openSums(text []byte) error {
	d, err := document.ParseSums(text)
	if err != nil {
		return messages.SumsUnreadable(err)
	}
	next := w.Now().emptied(len(d.Features))
	next.setPiecewise(document.Activation{})
	next.stack, next.Bias, next.sampling = nil, false, sampling{seed: next.seed}
	if err := next.useSums(d); err != nil {
		return messages.SumsUnreadable(err)
	}
	if next.Drawable() {
		next.Window = next.sums.window()
	}
	return w.Replace(next, nil)
}

// useSums replaces the points by the sums of a valid document.
func (t *State) useSums(d *document.Sums) error {
	all, _, err := d.Moments()
	switch {
	case err != nil:
		return err
	case all.C != 1:
		return messages.Refuse("they are of {} outputs; the page trains on those of one, the command line on any", all.C)
	}
	t.sums = &summed{document: d, columns: d.Columns(), all: all}
	t.Columns, t.X, t.Y, t.held, t.clean = t.sums.columns, nil, nil, nil, nil
	return t.modelFault()
}

// Summed returns the problem on the sums, or nil without sums.
func (t *State) Summed() *document.SumsProblem {
	if t.sums == nil {
		return nil
	}
	stand := *t // one row instead of all
	stand.X, stand.Y = make([]float64, t.D), make([]float64, t.Outputs)
	return &document.SumsProblem{Problem: stand.ProblemDocument(), Sums: t.sums.all, Error: t.sums.document.Error}
}

// Settings returns the document of the training problem, or with sums the document of a single row; nil if it is empty.
func (t *State) Settings() *document.Problem {
	if s := t.Summed(); s != nil {
		return s.Problem
	}
	return t.Problem()
}

// reducedProblem returns the training problem on matrices instead of rows.
func (t *State) reducedProblem() certify.Problem {
	s, training := t.sums, t.Summed().Training(context.Background())
	training.Beta = 0
	if s.reduced.Sums == nil || s.training != *training {
		s.training = *training
		s.reduced, _ = training.Reduce() // no error: useSums has found that rows have the sums
	}
	p := s.reduced
	p.Beta, p.ExtraDigits = t.Beta, t.Drawable()
	return p
}

// window shows three standard deviations around the mean of each feature and, for one feature, of the labels.
func (s *summed) window() protocol.Window {
	w, n, reach := unitWindow, s.all.Rows(), 0.0
	spread := func(sum, square float64) (mean, most float64) {
		mean = sum / n
		return mean, 3 * math.Sqrt(math.Max(0, square/n-mean*mean))
	}
	for i, m := range s.all.Monomials[:s.all.Len] {
		if len(m) == 2 && m[0] == m[1] {
			mean, most := spread(s.all.At(1+m[0]), s.all.At(i))
			w.Center[m[0]], reach = mean, math.Max(reach, most)
		}
	}
	if reach > 0 {
		w.Half = reach
	}
	if mean, most := spread(s.all.Cross(0, 0), s.all.Outputs(0, 0)); s.all.D == 1 && most > 0 {
		w.Level, w.Rise = mean, most
	}
	return w
}
