package session

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
)

// perform carries out an intent. An error is one sentence for the user and means that nothing has changed. An intent that moves the
// animation ends with the network as it was found.
func (s *Session) perform(in intent.Intent) (err error) {
	switch in := in.(type) {
	// The work.
	case *intent.Set:
		return s.work.OpenProblem(in.Problem)
	case *intent.Preset:
		return s.work.OpenPreset(in)
	case *intent.Clear:
		return s.work.Step(s.now().Cleared(), nil)
	case *intent.Undo:
		s.work.Undo()
	case *intent.Redo:
		s.work.Redo()
	case *intent.Stop:
		if s.training.Stop() {
			s.accept()
		}
	case *intent.Resume:
		return s.resume(in)
	case *intent.Open:
		return s.open(in)
	case *intent.Scene:
		return s.scene(in.Shared)
	case *intent.Leave:
		s.leave()

	// The data.
	case *intent.Dimension:
		return s.work.Step(s.now().WithFeatures(in.Value))
	case *intent.Blank:
		return s.work.Step(s.now().WithBlank(in.Input))
	case *intent.Classes:
		return s.work.Step(s.now().WithClasses(in.Value))
	case *intent.Hold:
		next, err := s.now().WithHold(in.Value)
		return s.work.Slide(workspace.HoldSlider, next, in.Final, err)
	case *intent.Noise:
		next, err := s.now().WithNoise(in.Value)
		return s.work.Slide(workspace.NoiseSlider, next, in.Final, err)
	case *intent.Sample:
		return s.work.Step(s.now().WithSample(in.Value))
	case *intent.Formula:
		return s.work.Renew(s.now().WithFormula(in))

	// The model.
	case *intent.Beta:
		return s.work.Slide(workspace.BetaSlider, s.now().WithBeta(in.Value), in.Final, nil)
	case *intent.Coefficients:
		return s.work.Slide(workspace.ActivationSlider, s.now().WithActivation(in.A, in.B, in.C), in.Final, nil)
	case *intent.Activation:
		before := s.now().Loss()
		err := s.work.Step(s.now().WithNamed(in))
		if now := s.now().Loss(); now != before {
			s.notice = messages.LossChanged(now.String(), before.String())
		}
		return err
	case *intent.Bias:
		return s.work.Step(s.now().WithBias(in.On))
	case *intent.Fit:
		return s.work.Step(s.now().WithFit(in.Name, in.Low, in.High))
	case *intent.Loss:
		return s.work.Step(s.now().WithLoss(in.Name))
	case *intent.Tolerance:
		return s.work.Step(s.now().WithTolerance(in.Value))
	case *intent.Layers:
		return s.work.Step(s.now().WithLayers(in))
	case *intent.Architecture:
		return s.work.Step(s.now().WithArchitecture(in))

	// The rows of the table.
	case *intent.Row:
		return s.work.PutRows(in.Index, [][]float64{in.Values}, in.Final)
	case *intent.AddRows:
		return s.work.PutRows(s.now().Samples(), in.Add, true)
	case *intent.Rows:
		return s.work.EditRows(in.Name, in.Indices, in.Value)

	// The selection.
	case *intent.Select:
		return s.work.Select(in.Name, in.Indices)
	case *intent.Selected:
		return s.work.EditSelected(in)
	case *intent.Nudge:
		return s.work.Nudge(in.At)
	case *intent.Paste:
		return s.work.Paste(in.Add)

	// The pointer, which changes the data only while they are shown.
	case *intent.Tool:
		s.pointer.Choose(s.work, in.Name)
	case *intent.Brush:
		s.pointer.SetBrush(in.Value)
	case *intent.Label:
		return s.work.SetLabel(float64(in.Value))
	case *intent.Press:
		if s.shown.ShowsChecked() {
			return messages.CheckedIsShown()
		}
		return s.pointer.Press(s.work, in)
	case *intent.Drag:
		if s.shown.ShowsChecked() {
			return messages.CheckedIsShown()
		}
		return s.pointer.Drag(s.work, in)
	case *intent.Release:
		s.pointer.Release(s.work)
	case *intent.Cancel:
		s.pointer.Cancel(s.work)

	// Files.
	case *intent.Import:
		content := in.Data
		if content == nil {
			content = []byte(in.Text)
		}
		s.notice, err = s.importer.Import(s.work, in.Name, content, in.Labels)
		return err
	case *intent.CancelColumns:
		s.importer.Cancel()
	case *intent.ColumnHeader:
		return s.importer.SetHeader(in.Header)
	case *intent.Columns:
		s.notice, err = s.importer.Choose(s.work, in)
		return err

	// What is under check.
	case *intent.Check:
		if err = s.check.Put(s.work, s.training.Present(), in.Text, in.Data); err == nil {
			s.shown.ShowData() // in the place of another claim
		}
		return err
	case *intent.ClearCheck:
		s.check.Clear()
		s.shown.ShowData()
	case *intent.ShowCheck:
		if in.Show {
			return s.shown.ShowChecked()
		}
		s.shown.ShowData()
		return nil

	// Jobs.
	case *intent.Path:
		return s.sweep(s.jobs.StartPath)
	case *intent.Sweep:
		return s.sweep(func(t *workspace.State) error { return s.jobs.StartSweep(t, in.Name) })
	case *intent.StartRace:
		return s.jobs.StartRace(s.shown.ChosenLayer().State, in)
	case *intent.PauseRace:
		return s.jobs.PauseRace(in.Paused)
	case *intent.ClearRace:
		return s.jobs.ClearRace()
	case *intent.ShowRun:
		return s.jobs.ShowRun(in.Index)
	case *intent.RaceAxis:
		return s.jobs.SetRaceAxis(in.Kind == "time")

	// What the pictures show.
	case *intent.Animation:
		s.player.Switch(in.Name, in.Whole)
		s.shown.ShowData()
		s.shown.RestoreOriginal()
	case *intent.Play:
		s.player.Play()
		s.shown.RestoreOriginal()
	case *intent.Pause:
		s.player.Pause()
		s.shown.RestoreOriginal()
	case *intent.Step:
		s.player.Step(in.By < 0, in.Animate)
		s.shown.RestoreOriginal()
	case *intent.Seek:
		s.player.Place(in.Position, false)
		s.shown.RestoreOriginal()
	case *intent.Tick:
		s.player.Tick(in.Seconds, s.shown.ChosenLayer().Current())
		s.shown.RestoreOriginal()
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
		return s.shown.Rotate(in)
	case *intent.OutputView:
		return s.shown.SetView(in)
	case *intent.Probe:
		return s.shown.SetProbe(in)
	case *intent.Point:
		return s.work.Highlight(in.Index)
	case *intent.Extent:
		if s.training.Extend(solve.Region{Wide: in.Wide, High: in.High}) {
			s.shown.Redraw()
		}
	default:
		panic("session: an intent has no case")
	}
	return err
}

// now returns the present state of the data and the model.
func (s *Session) now() *workspace.State { return s.work.Now() }

// sweep starts a job along a variable, unless there are several layers: there is no optimum along a variable then, since the layers
// below depend on it as well.
func (s *Session) sweep(start func(t *workspace.State) error) error {
	if s.now().Layers() > 1 {
		return nil
	}
	return start(s.shown.ChosenLayer().State)
}
