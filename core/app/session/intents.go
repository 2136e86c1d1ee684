package session

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
)

// carryOut is the table of what each intent does. An error is one sentence for the user and means that nothing has changed.
func (s *Session) carryOut(in intent.Intent) error {
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
		w.Undo()
	case *intent.Redo:
		w.Redo()
	case *intent.Stop:
		if s.training.Stop() {
			s.accept()
		}
	case *intent.Resume:
		return s.resume(in.Work)
	case *intent.Open:
		return s.open(in)
	case *intent.Scene:
		return s.scene(in.Shared)
	case *intent.Leave:
		s.leave()

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
		return w.Slide("beta", t.WithBeta(in.Value), in.Final, nil)
	case *intent.Activation:
		return w.Slide("activation", t.WithActivation(in.A, in.B, in.C), in.Final, nil)
	case *intent.NamedActivation:
		return w.Step(t.WithNamed(in))
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
		return w.Select(in.Name, in.Indices)
	case *intent.Selected:
		return w.EditSelected(in.Name)
	case *intent.NudgeSelected:
		return w.NudgeSelected(in.At)
	case *intent.Paste:
		return w.Paste(in.Add)

	// The pointer, files and what is under check.
	case *intent.Label:
		return w.SetLabel(float64(in.Value))
	case *intent.Press, *intent.Drag:
		if s.check.Display() != nil { // the pointer changes the data only while they are shown
			return messages.ClaimIsShown()
		}
		return s.pointer.Apply(w, in)
	case *intent.Tool, *intent.Brush, *intent.Release, *intent.Cancel:
		return s.pointer.Apply(w, in)
	case *intent.ImportText, *intent.ImportData, *intent.CancelColumns, *intent.Columns, *intent.ColumnHeader:
		return s.importFile(in)
	case *intent.CheckText:
		return s.claim(in.Text, nil)
	case *intent.CheckData:
		return s.claim("", in.Data)
	case *intent.ClearCheck:
		s.check.Clear()
		s.shown.ShowData()
	case *intent.ShowCheck:
		if in.Show {
			return s.shown.ShowClaim()
		}
		s.shown.ShowData()

	// Jobs.
	case *intent.Path, *intent.Sweep:
		if t.Layers() > 1 { // there is no optimum along a variable, since the layers below depend on it as well
			return nil
		}
		return s.jobs.Apply(s.shown.Layer().State, in)
	case *intent.StartRace, *intent.PauseRace, *intent.ResumeRace, *intent.ClearRace, *intent.ShowRun, *intent.RaceAxis:
		return s.jobs.Apply(s.shown.Layer().State, in)

	// What the pictures show.
	case *intent.Animation:
		s.player.Switch(in.Name)
		s.shown.TurnBack()
		s.shown.ShowData()
	case *intent.Play, *intent.Pause, *intent.Step, *intent.Seek, *intent.Tick:
		s.player.Apply(in, s.shown.Layer().Current())
		s.shown.TurnBack()
	case *intent.Speed:
		s.player.SetSpeed(in.Value)
	case *intent.Perturb:
		return s.shown.Perturb(in)
	case *intent.Baseline:
		s.argument.SetBaseline(in)
	case *intent.Focus:
		return s.shown.SetFocus(in.Neuron)
	case *intent.Entry:
		return s.shown.SetEntry(in)
	case *intent.Rotate:
		return s.shown.Turn(in)
	case *intent.OutputView:
		return s.shown.Look(in)
	case *intent.Probe:
		return s.shown.SetProbe(in)
	case *intent.Point:
		return w.Highlight(in.Index)
	case *intent.Extent:
		if s.training.Extend(solve.Region{Wide: in.Wide, High: in.High}) {
			s.shown.Redraw()
		}
	default:
		return messages.NobodyCarriesOut()
	}
	return nil
}

// claim checks a claim, and shows the data again if another claim was shown.
func (s *Session) claim(text string, data []byte) error {
	if err := s.check.Put(s.work, s.training.Present(), text, data); err != nil {
		return err
	}
	s.shown.ShowData()
	return nil
}

// importFile imports a file, and turns the decisions made about an ambiguous one into a notice.
func (s *Session) importFile(in intent.Intent) error {
	err := s.importer.Apply(s.work, in)
	s.notice = s.importer.Notice()
	return err
}
