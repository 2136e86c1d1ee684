package session

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
)

// carryOut is the table of what each intent does. An error is one sentence for the user and means that nothing has changed.
func (s *Session) carryOut(in intent.Intent) (workspace.Effect, error) {
	w, t := s.work, s.work.Now()
	switch in := in.(type) {
	// The work.
	case *intent.Set:
		return w.OpenProblem(in.Problem)
	case *intent.Preset:
		return w.OpenPreset(in)
	case *intent.Clear:
		return w.Step(t.Cleared(), nil)
	case *intent.Undo:
		return w.Undo(), nil
	case *intent.Redo:
		return w.Redo(), nil
	case *intent.Stop:
		if s.training.Stop() {
			s.accept()
		}
		return 0, nil
	case *intent.Resume:
		return 0, s.resume(in.Work)
	case *intent.Open:
		return 0, s.open(in)
	case *intent.Scene:
		return 0, s.scene(in.Shared)
	case *intent.Leave:
		s.leave()
		return 0, nil

	// The data.
	case *intent.Dimension:
		return w.Step(t.WithFeatures(in.Value))
	case *intent.Blank:
		return w.Step(t.WithBlank(in.Input))
	case *intent.Classes:
		return w.Step(t.WithClasses(in.Value))
	case *intent.Hold:
		next, err := t.WithHold(in.Value)
		return w.Slide("hold", next, in.Final, err)
	case *intent.Noise:
		next, err := t.WithNoise(in.Value)
		return w.Slide("noise", next, in.Final, err)
	case *intent.Sample:
		return w.Step(t.WithSample(in.Value))
	case *intent.Formula:
		return w.Renew(t.WithFormula(in))

	// The model.
	case *intent.Beta:
		e, err := w.Slide("beta", t.WithBeta(in.Value), in.Final, nil)
		return e | workspace.Along(protocol.Beta), err
	case *intent.Activation:
		next := t.WithActivation(in.A, in.B, in.C)
		along := t.Along(&next)
		e, err := w.Slide("activation", next, in.Final, nil)
		return e | along, err
	case *intent.Fit:
		return w.Step(t.WithFit(in.Name, in.Low, in.High))
	case *intent.Loss:
		return w.Step(t.WithLoss(in.Name))
	case *intent.Tolerance:
		return w.Step(t.WithTolerance(in.Value))
	case *intent.Layers:
		return w.Step(t.WithLayers(in))
	case *intent.Architecture:
		return w.Step(t.WithDense(in.Kind))
	case *intent.Convolutional:
		return w.Step(t.WithConvolution(in))

	// The rows of the table.
	case *intent.Row:
		return w.PutRows(in.Index, [][]float64{in.Values}, in.Final)
	case *intent.AddRows:
		return w.PutRows(t.Samples(), in.Add, true)
	case *intent.PutRows:
		return w.PutRows(in.Index, in.Put, in.Final)
	case *intent.RemoveRows:
		return w.Step(t.WithoutRows(in.Remove))
	case *intent.FlipRows:
		return w.Step(t.WithFlipped(in.Flip))
	case *intent.SetRows:
		return w.Step(t.WithLabels(in.Set, in.Value))
	case *intent.HoldRows:
		return w.Step(t.WithHeld(in.Hold, true))
	case *intent.TrainRows:
		return w.Step(t.WithHeld(in.Train, false))

	// The selection.
	case *intent.Select:
		return 0, w.Select(in.Name, in.Indices)
	case *intent.Selected:
		return w.EditSelected(in.Name)
	case *intent.NudgeSelected:
		return w.NudgeSelected(in.At)
	case *intent.Paste:
		return w.Paste(in.Add)

	// The pointer, files and what is under check.
	case *intent.Label:
		return 0, w.SetLabel(float64(in.Value))
	case *intent.Press, *intent.Drag:
		if s.check.Display() != nil { // the pointer changes the data only while they are shown
			return 0, messages.ClaimIsShown()
		}
		return s.pointer.Apply(w, in)
	case *intent.Tool, *intent.Brush, *intent.Release, *intent.Cancel:
		return s.pointer.Apply(w, in)
	case *intent.ImportText, *intent.ImportData, *intent.CancelColumns, *intent.Columns, *intent.ColumnHeader:
		return s.importFile(in)
	case *intent.CheckText, *intent.CheckData, *intent.ClearCheck, *intent.ShowCheck:
		return s.check.Apply(w, &s.training.Present().Solution, in)

	// Jobs.
	case *intent.Path, *intent.Sweep:
		if t.Layers() > 1 { // there is no optimum along a variable, since the layers below depend on it as well
			return 0, nil
		}
		return 0, s.jobs.Apply(s.shown.Now(), in)
	case *intent.StartRace, *intent.PauseRace, *intent.ResumeRace, *intent.ClearRace, *intent.ShowRun, *intent.RaceAxis:
		return 0, s.jobs.Apply(s.shown.Now(), in)

	// What the pictures show.
	case *intent.Animation, *intent.Play, *intent.Pause, *intent.Step, *intent.Seek, *intent.Tick, *intent.Speed:
		return s.player.Apply(in, s.shown.Found().Current())
	case *intent.Perturb, *intent.Baseline:
		return s.argument.Apply(s.shown.Found(), w.Output(), s.player.Animation(), in)
	case *intent.Focus, *intent.Entry, *intent.Rotate:
		return s.shown.Apply(in)
	case *intent.OutputView:
		return w.Look(in)
	case *intent.Point:
		return 0, w.Highlight(in.Index)
	case *intent.Extent:
		if s.training.Extend(solve.Region{Wide: in.Wide, High: in.High}) {
			return workspace.Redraw, nil
		}
		return 0, nil
	}
	return 0, messages.NobodyCarriesOut()
}

// importFile imports a file, and turns the decisions made about an ambiguous one into a notice.
func (s *Session) importFile(in intent.Intent) (workspace.Effect, error) {
	e, err := s.importer.Apply(s.work, in)
	s.notice = s.importer.Notice()
	return e, err
}
