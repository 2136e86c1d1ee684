package session

import (
	"reflect"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
)

// handler carries out the intents of one type. An error is one sentence for the user and means that nothing has changed.
type handler struct {
	of intent.Intent // nil, of that type
	do func(s *Session, i intent.Intent) error
}

// handlers has what each intent does.
var handlers = []handler{
	// The work.
	{(*intent.Set)(nil), func(s *Session, i intent.Intent) error { return s.work.OpenProblem(i.(*intent.Set).Problem) }},
	{(*intent.Preset)(nil), func(s *Session, i intent.Intent) error { return s.work.OpenPreset(i.(*intent.Preset)) }},
	{(*intent.Clear)(nil), func(s *Session, _ intent.Intent) error { return s.work.Step(s.now().Cleared(), nil) }},
	{(*intent.Undo)(nil), func(s *Session, _ intent.Intent) error { s.work.Undo(); return nil }},
	{(*intent.Redo)(nil), func(s *Session, _ intent.Intent) error { s.work.Redo(); return nil }},
	{(*intent.Stop)(nil), func(s *Session, _ intent.Intent) error {
		if s.training.Stop() {
			s.accept()
		}
		return nil
	}},
	{(*intent.Resume)(nil), func(s *Session, i intent.Intent) error { return s.resume(i.(*intent.Resume)) }},
	{(*intent.Open)(nil), func(s *Session, i intent.Intent) error { return s.open(i.(*intent.Open)) }},
	{(*intent.Scene)(nil), func(s *Session, i intent.Intent) error { return s.scene(i.(*intent.Scene).Shared) }},
	{(*intent.Leave)(nil), func(s *Session, _ intent.Intent) error { s.leave(); return nil }},

	// The data.
	{(*intent.Dimension)(nil), func(s *Session, i intent.Intent) error {
		return s.work.Step(s.now().WithFeatures(i.(*intent.Dimension).Value))
	}},
	{(*intent.Blank)(nil), func(s *Session, i intent.Intent) error {
		return s.work.Step(s.now().WithBlank(i.(*intent.Blank).Input))
	}},
	{(*intent.Classes)(nil), func(s *Session, i intent.Intent) error {
		return s.work.Step(s.now().WithClasses(i.(*intent.Classes).Value))
	}},
	{(*intent.Hold)(nil), func(s *Session, i intent.Intent) error {
		in := i.(*intent.Hold)
		next, err := s.now().WithHold(in.Value)
		return s.work.Slide(workspace.HoldSlider, next, in.Final, err)
	}},
	{(*intent.Noise)(nil), func(s *Session, i intent.Intent) error {
		in := i.(*intent.Noise)
		next, err := s.now().WithNoise(in.Value)
		return s.work.Slide(workspace.NoiseSlider, next, in.Final, err)
	}},
	{(*intent.Sample)(nil), func(s *Session, i intent.Intent) error {
		return s.work.Step(s.now().WithSample(i.(*intent.Sample).Value))
	}},
	{(*intent.Formula)(nil), func(s *Session, i intent.Intent) error { return s.work.Renew(s.now().WithFormula(i.(*intent.Formula))) }},

	// The model.
	{(*intent.Beta)(nil), func(s *Session, i intent.Intent) error {
		in := i.(*intent.Beta)
		return s.work.Slide(workspace.BetaSlider, s.now().WithBeta(in.Value), in.Final, nil)
	}},
	{(*intent.Activation)(nil), func(s *Session, i intent.Intent) error {
		in := i.(*intent.Activation)
		return s.work.Slide(workspace.ActivationSlider, s.now().WithActivation(in.A, in.B, in.C), in.Final, nil)
	}},
	{(*intent.NamedActivation)(nil), func(s *Session, i intent.Intent) error {
		before := s.now().Loss()
		err := s.work.Step(s.now().WithNamed(i.(*intent.NamedActivation)))
		if now := s.now().Loss(); now != before {
			s.notice = messages.LossFollows(s.now().Sigma().Name, now, before)
		}
		return err
	}},
	{(*intent.Fit)(nil), func(s *Session, i intent.Intent) error {
		in := i.(*intent.Fit)
		return s.work.Step(s.now().WithFit(in.Name, in.Low, in.High))
	}},
	{(*intent.Loss)(nil), func(s *Session, i intent.Intent) error { return s.work.Step(s.now().WithLoss(i.(*intent.Loss).Name)) }},
	{(*intent.Tolerance)(nil), func(s *Session, i intent.Intent) error {
		return s.work.Step(s.now().WithTolerance(i.(*intent.Tolerance).Value))
	}},
	{(*intent.Layers)(nil), func(s *Session, i intent.Intent) error { return s.work.Step(s.now().WithLayers(i.(*intent.Layers))) }},
	{(*intent.Architecture)(nil), func(s *Session, i intent.Intent) error {
		return s.work.Step(s.now().WithDense(i.(*intent.Architecture).Kind))
	}},
	{(*intent.Convolutional)(nil), func(s *Session, i intent.Intent) error {
		return s.work.Step(s.now().WithConvolution(i.(*intent.Convolutional)))
	}},

	// The rows of the table.
	{(*intent.Row)(nil), func(s *Session, i intent.Intent) error {
		in := i.(*intent.Row)
		return s.work.PutRows(in.Index, [][]float64{in.Values}, in.Final)
	}},
	{(*intent.AddRows)(nil), func(s *Session, i intent.Intent) error {
		return s.work.PutRows(s.now().Samples(), i.(*intent.AddRows).Add, true)
	}},
	{(*intent.PutRows)(nil), func(s *Session, i intent.Intent) error {
		in := i.(*intent.PutRows)
		return s.work.PutRows(in.Index, in.Put, in.Final)
	}},
	{(*intent.RemoveRows)(nil), func(s *Session, i intent.Intent) error {
		return s.work.Step(s.now().WithoutRows(i.(*intent.RemoveRows).Remove))
	}},
	{(*intent.FlipRows)(nil), func(s *Session, i intent.Intent) error {
		return s.work.Step(s.now().WithFlipped(i.(*intent.FlipRows).Flip))
	}},
	{(*intent.SetRows)(nil), func(s *Session, i intent.Intent) error {
		in := i.(*intent.SetRows)
		return s.work.Step(s.now().WithLabels(in.Set, in.Value))
	}},
	{(*intent.HoldRows)(nil), func(s *Session, i intent.Intent) error {
		return s.work.Step(s.now().WithHeld(i.(*intent.HoldRows).Hold, true))
	}},
	{(*intent.TrainRows)(nil), func(s *Session, i intent.Intent) error {
		return s.work.Step(s.now().WithHeld(i.(*intent.TrainRows).Train, false))
	}},

	// The selection.
	{(*intent.Select)(nil), func(s *Session, i intent.Intent) error {
		in := i.(*intent.Select)
		return s.work.Select(in.Name, in.Indices)
	}},
	{(*intent.Selected)(nil), func(s *Session, i intent.Intent) error { return s.work.EditSelected(i.(*intent.Selected).Name) }},
	{(*intent.NudgeSelected)(nil), func(s *Session, i intent.Intent) error { return s.work.NudgeSelected(i.(*intent.NudgeSelected).At) }},
	{(*intent.Paste)(nil), func(s *Session, i intent.Intent) error { return s.work.Paste(i.(*intent.Paste).Add) }},

	// The pointer, which changes the data only while they are shown.
	{(*intent.Tool)(nil), func(s *Session, i intent.Intent) error { s.pointer.Choose(s.work, i.(*intent.Tool).Name); return nil }},
	{(*intent.Brush)(nil), func(s *Session, i intent.Intent) error { s.pointer.SetBrush(i.(*intent.Brush).Value); return nil }},
	{(*intent.Label)(nil), func(s *Session, i intent.Intent) error { return s.work.SetLabel(float64(i.(*intent.Label).Value)) }},
	{(*intent.Press)(nil), func(s *Session, i intent.Intent) error {
		if s.shown.ShowsClaim() {
			return messages.ClaimIsShown()
		}
		return s.pointer.Press(s.work, i.(*intent.Press))
	}},
	{(*intent.Drag)(nil), func(s *Session, i intent.Intent) error {
		if s.shown.ShowsClaim() {
			return messages.ClaimIsShown()
		}
		return s.pointer.Drag(s.work, i.(*intent.Drag))
	}},
	{(*intent.Release)(nil), func(s *Session, _ intent.Intent) error { s.pointer.Release(s.work); return nil }},
	{(*intent.Cancel)(nil), func(s *Session, _ intent.Intent) error { s.pointer.Cancel(s.work); return nil }},

	// Files.
	{(*intent.ImportText)(nil), func(s *Session, i intent.Intent) (err error) {
		in := i.(*intent.ImportText)
		s.notice, err = s.importer.Import(s.work, in.Name, []byte(in.Text), nil)
		return err
	}},
	{(*intent.ImportData)(nil), func(s *Session, i intent.Intent) (err error) {
		in := i.(*intent.ImportData)
		s.notice, err = s.importer.Import(s.work, in.Name, in.Data, in.Labels)
		return err
	}},
	{(*intent.CancelColumns)(nil), func(s *Session, _ intent.Intent) error { s.importer.Cancel(); return nil }},
	{(*intent.ColumnHeader)(nil), func(s *Session, i intent.Intent) error { return s.importer.SetHeader(i.(*intent.ColumnHeader).Header) }},
	{(*intent.Columns)(nil), func(s *Session, i intent.Intent) (err error) {
		s.notice, err = s.importer.Choose(s.work, i.(*intent.Columns))
		return err
	}},

	// What is under check.
	{(*intent.CheckText)(nil), func(s *Session, i intent.Intent) error { return s.claim(i.(*intent.CheckText).Text, nil) }},
	{(*intent.CheckData)(nil), func(s *Session, i intent.Intent) error { return s.claim("", i.(*intent.CheckData).Data) }},
	{(*intent.ClearCheck)(nil), func(s *Session, _ intent.Intent) error {
		s.check.Clear()
		s.shown.ShowData()
		return nil
	}},
	{(*intent.ShowCheck)(nil), func(s *Session, i intent.Intent) error {
		if i.(*intent.ShowCheck).Show {
			return s.shown.ShowClaim()
		}
		s.shown.ShowData()
		return nil
	}},

	// Jobs.
	{(*intent.Path)(nil), func(s *Session, _ intent.Intent) error { return s.sweep(s.jobs.StartPath) }},
	{(*intent.Sweep)(nil), func(s *Session, i intent.Intent) error {
		return s.sweep(func(t *workspace.State) error { return s.jobs.StartSweep(t, i.(*intent.Sweep).Name) })
	}},
	{(*intent.StartRace)(nil), func(s *Session, i intent.Intent) error {
		return s.jobs.StartRace(s.shown.Layer().State, i.(*intent.StartRace))
	}},
	{(*intent.PauseRace)(nil), func(s *Session, _ intent.Intent) error { return s.jobs.PauseRace(true) }},
	{(*intent.ResumeRace)(nil), func(s *Session, _ intent.Intent) error { return s.jobs.PauseRace(false) }},
	{(*intent.ClearRace)(nil), func(s *Session, _ intent.Intent) error { return s.jobs.ClearRace() }},
	{(*intent.ShowRun)(nil), func(s *Session, i intent.Intent) error { return s.jobs.ShowRun(i.(*intent.ShowRun).Index) }},
	{(*intent.RaceAxis)(nil), func(s *Session, i intent.Intent) error {
		return s.jobs.SetRaceAxis(i.(*intent.RaceAxis).Kind == "time")
	}},

	// What the pictures show.
	{(*intent.Animation)(nil), func(s *Session, i intent.Intent) error {
		s.player.Switch(i.(*intent.Animation).Name, i.(*intent.Animation).Whole)
		s.shown.ShowData()
		return s.asFound()
	}},
	{(*intent.Play)(nil), func(s *Session, _ intent.Intent) error { s.player.Play(); return s.asFound() }},
	{(*intent.Pause)(nil), func(s *Session, _ intent.Intent) error { s.player.Pause(); return s.asFound() }},
	{(*intent.Step)(nil), func(s *Session, i intent.Intent) error {
		in := i.(*intent.Step)
		s.player.Step(in.By < 0, in.Animate)
		return s.asFound()
	}},
	{(*intent.Seek)(nil), func(s *Session, i intent.Intent) error { s.player.Seek(i.(*intent.Seek).Position); return s.asFound() }},
	{(*intent.Tick)(nil), func(s *Session, i intent.Intent) error {
		s.player.Tick(i.(*intent.Tick).Seconds, s.shown.Layer().Current())
		return s.asFound()
	}},
	{(*intent.Speed)(nil), func(s *Session, i intent.Intent) error { s.player.SetSpeed(i.(*intent.Speed).Value); return nil }},
	{(*intent.Perturb)(nil), func(s *Session, i intent.Intent) error { return s.shown.Perturb(i.(*intent.Perturb)) }},
	{(*intent.Baseline)(nil), func(s *Session, i intent.Intent) error { s.argument.SetBaseline(i.(*intent.Baseline)); return nil }},
	{(*intent.Focus)(nil), func(s *Session, i intent.Intent) error { return s.shown.SetFocus(i.(*intent.Focus).Neuron) }},
	{(*intent.Entry)(nil), func(s *Session, i intent.Intent) error { return s.shown.SetEntry(i.(*intent.Entry)) }},
	{(*intent.Rotate)(nil), func(s *Session, i intent.Intent) error { return s.shown.Rotate(i.(*intent.Rotate)) }},
	{(*intent.OutputView)(nil), func(s *Session, i intent.Intent) error { return s.shown.SetView(i.(*intent.OutputView)) }},
	{(*intent.Probe)(nil), func(s *Session, i intent.Intent) error { return s.shown.SetProbe(i.(*intent.Probe)) }},
	{(*intent.Point)(nil), func(s *Session, i intent.Intent) error { return s.work.Highlight(i.(*intent.Point).Index) }},
	{(*intent.Extent)(nil), func(s *Session, i intent.Intent) error {
		in := i.(*intent.Extent)
		if s.training.Extend(solve.Region{Wide: in.Wide, High: in.High}) {
			s.shown.Redraw()
		}
		return nil
	}},
}

// handlerOf holds the handler of each type of intent.
var handlerOf = func() map[reflect.Type]handler {
	of := map[reflect.Type]handler{}
	for _, h := range handlers {
		of[reflect.TypeOf(h.of)] = h
	}
	return of
}()

// asFound shows the network as it was found, with which the animation ends.
func (s *Session) asFound() error {
	s.shown.RestoreOriginal()
	return nil
}

// now returns the present state of the data and the model.
func (s *Session) now() *workspace.State { return s.work.Now() }

// sweep starts a job along a variable, unless there are several layers: there is no optimum along a variable then, since the layers
// below depend on it as well.
func (s *Session) sweep(start func(t *workspace.State) error) error {
	if s.now().Layers() > 1 {
		return nil
	}
	return start(s.shown.Layer().State)
}

// claim checks a claim, and shows the data again if another claim was shown.
func (s *Session) claim(text string, data []byte) error {
	if err := s.check.Put(s.work, s.training.Sync(), text, data); err != nil {
		return err
	}
	s.shown.ShowData()
	return nil
}
