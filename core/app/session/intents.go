package session

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
)

// intents has a row for each intent: a value of its type, with the defaults of fields that may be missing, its effect, and a function that
// carries it out. An error is one sentence for the user and means that nothing has changed.
var intents = []Definition{
	// The work.
	{intent.LoadProblem{}, Edit, func(s *Session, in intent.Intent) error { return s.work.OpenProblem(in.(*intent.LoadProblem).Problem) }},
	{intent.LoadPreset{}, Edit, func(s *Session, in intent.Intent) error { return s.work.OpenPreset(in.(*intent.LoadPreset)) }},
	{intent.Clear{}, Edit, func(s *Session, _ intent.Intent) error { return s.work.Step(s.now().Cleared(), nil) }},
	{intent.Undo{}, Edit, func(s *Session, _ intent.Intent) error { s.work.Undo(); return nil }},
	{intent.Redo{}, Edit, func(s *Session, _ intent.Intent) error { s.work.Redo(); return nil }},
	{intent.Stop{}, 0, func(s *Session, _ intent.Intent) error {
		if s.training.Stop() {
			s.accept()
		}
		return nil
	}},
	{intent.Resume{}, Edit, func(s *Session, in intent.Intent) error { return s.resume(in.(*intent.Resume)) }},
	{intent.Open{}, Edit, func(s *Session, in intent.Intent) error { return s.open(in.(*intent.Open)) }},
	{intent.SetScene{}, 0, func(s *Session, in intent.Intent) error { return s.scene(in.(*intent.SetScene)) }},
	{intent.Leave{}, 0, func(s *Session, _ intent.Intent) error { s.leave(); return nil }},

	// What is under check.
	{intent.Check{}, Edit, func(s *Session, of intent.Intent) error {
		in := of.(*intent.Check)
		err := s.check.SetClaim(s.work, s.training.Present(), in.Text, in.Data)
		if err == nil {
			s.shown.ShowData() // it replaces what was checked before
		}
		return err
	}},
	{intent.ClearCheck{}, Edit, func(s *Session, _ intent.Intent) error {
		s.check.Clear()
		s.shown.ShowData()
		return nil
	}},
	{intent.ShowCheck{}, Edit, func(s *Session, in intent.Intent) error {
		if in.(*intent.ShowCheck).Show {
			return s.shown.ShowChecked()
		}
		s.shown.ShowData()
		return nil
	}},

	// The data.
	{intent.SetDimension{}, Edit, func(s *Session, in intent.Intent) error {
		return s.work.Step(s.now().WithFeatures(in.(*intent.SetDimension).Value))
	}},
	{intent.Blank{}, Edit, func(s *Session, in intent.Intent) error {
		return s.work.Step(s.now().WithBlank(in.(*intent.Blank).Input))
	}},
	{intent.SetClasses{}, Edit, func(s *Session, in intent.Intent) error {
		return s.work.Step(s.now().WithClasses(in.(*intent.SetClasses).Value))
	}},
	{intent.SetHold{Final: true}, Gesture | Edit, func(s *Session, of intent.Intent) error {
		in := of.(*intent.SetHold)
		next, err := s.now().WithHold(in.Value)
		return s.work.Slide(workspace.HoldSlider, next, in.Final, err)
	}},
	{intent.SetNoise{Final: true}, Gesture | Edit, func(s *Session, of intent.Intent) error {
		in := of.(*intent.SetNoise)
		next, err := s.now().WithNoise(in.Value)
		return s.work.Slide(workspace.NoiseSlider, next, in.Final, err)
	}},
	{intent.SetSeed{}, Edit, func(s *Session, in intent.Intent) error {
		return s.work.Step(s.now().WithSeed(in.(*intent.SetSeed).Value))
	}},
	{intent.SetFormula{}, Edit, func(s *Session, in intent.Intent) error {
		return s.work.Renew(s.now().WithFormula(in.(*intent.SetFormula)))
	}},

	// The rows of the table.
	{intent.SetRow{Final: true}, Gesture | Edit, func(s *Session, of intent.Intent) error {
		in := of.(*intent.SetRow)
		return s.work.PutRows(in.Index, [][]float64{in.Values}, in.Final)
	}},
	{intent.AddRows{}, Edit, func(s *Session, in intent.Intent) error {
		return s.work.PutRows(s.now().Samples(), in.(*intent.AddRows).Add, true)
	}},
	{intent.EditRows{}, Edit, func(s *Session, of intent.Intent) error {
		in := of.(*intent.EditRows)
		return s.work.EditRows(in.Name, in.Indices, in.Value)
	}},

	// The selection.
	{intent.Select{}, 0, func(s *Session, of intent.Intent) error {
		in := of.(*intent.Select)
		return s.work.Select(in.Name, in.Indices)
	}},
	{intent.EditSelected{Index: intent.None}, Edit, func(s *Session, in intent.Intent) error {
		return s.work.EditSelected(in.(*intent.EditSelected))
	}},
	{intent.Nudge{}, Edit, func(s *Session, in intent.Intent) error { return s.work.Nudge(in.(*intent.Nudge).At) }},
	{intent.Paste{}, Edit, func(s *Session, in intent.Intent) error { return s.work.Paste(in.(*intent.Paste).Add) }},

	// Files.
	{intent.Import{}, Edit, func(s *Session, of intent.Intent) (err error) {
		in := of.(*intent.Import)
		content := in.Data
		if content == nil {
			content = []byte(in.Text)
		}
		s.notice, err = s.importer.Import(s.work, in.Name, content, in.Labels)
		return err
	}},
	{intent.CancelColumns{}, 0, func(s *Session, _ intent.Intent) error { s.importer.Cancel(); return nil }},
	{intent.ChooseColumns{}, Edit, func(s *Session, in intent.Intent) (err error) {
		s.notice, err = s.importer.Choose(s.work, in.(*intent.ChooseColumns))
		return err
	}},
	{intent.SetColumnHeader{}, 0, func(s *Session, in intent.Intent) error {
		return s.importer.SetHeader(in.(*intent.SetColumnHeader).Header)
	}},

	// The model.
	{intent.SetBeta{Final: true}, Gesture | Edit, func(s *Session, of intent.Intent) error {
		in := of.(*intent.SetBeta)
		return s.work.Slide(workspace.BetaSlider, s.now().WithBeta(in.Value), in.Final, nil)
	}},
	{intent.SetCoefficients{Final: true}, Gesture | Edit, func(s *Session, of intent.Intent) error {
		in := of.(*intent.SetCoefficients)
		return s.work.Slide(workspace.ActivationSlider, s.now().WithCoefficients(in.A, in.B, in.C), in.Final, nil)
	}},
	{intent.SetActivation{}, Edit, func(s *Session, of intent.Intent) error {
		in := of.(*intent.SetActivation)
		before := s.now().Loss()
		err := s.work.Step(s.now().WithActivation(in))
		if now := s.now().Loss(); now != before {
			s.notice = messages.LossChanged(now.String(), before.String())
		}
		return err
	}},
	{intent.SetBias{}, Edit, func(s *Session, in intent.Intent) error {
		return s.work.Step(s.now().WithBias(in.(*intent.SetBias).On))
	}},
	{intent.Fit{}, Edit, func(s *Session, of intent.Intent) error {
		in := of.(*intent.Fit)
		return s.work.Step(s.now().WithFit(in.Name, in.Low, in.High))
	}},
	{intent.SetLoss{}, Edit, func(s *Session, in intent.Intent) error {
		return s.work.Step(s.now().WithLoss(in.(*intent.SetLoss).Name))
	}},
	{intent.SetTolerance{}, Edit, func(s *Session, in intent.Intent) error {
		return s.work.Step(s.now().WithTolerance(in.(*intent.SetTolerance).Value))
	}},
	{intent.SetLayers{}, Edit, func(s *Session, in intent.Intent) error {
		return s.work.Step(s.now().WithLayers(in.(*intent.SetLayers)))
	}},
	{intent.SetArchitecture{}, Edit, func(s *Session, in intent.Intent) error {
		return s.work.Step(s.now().WithArchitecture(in.(*intent.SetArchitecture)))
	}},

	// Jobs.
	{intent.StartPath{}, 0, func(s *Session, _ intent.Intent) error { return s.sweep(s.jobs.StartPath) }},
	{intent.StartSweep{}, 0, func(s *Session, in intent.Intent) error {
		return s.sweep(func(t *workspace.State) error { return s.jobs.StartSweep(t, in.(*intent.StartSweep).Name) })
	}},
	{intent.StartRace{}, 0, func(s *Session, in intent.Intent) error {
		return s.jobs.StartRace(s.shown.ChosenLayer().State, in.(*intent.StartRace))
	}},
	{intent.PauseRace{}, 0, func(s *Session, in intent.Intent) error { return s.jobs.ChangeRace(in) }},
	{intent.ClearRace{}, 0, func(s *Session, in intent.Intent) error { return s.jobs.ChangeRace(in) }},
	{intent.ShowRun{}, 0, func(s *Session, in intent.Intent) error { return s.jobs.ChangeRace(in) }},
	{intent.SetRaceAxis{}, 0, func(s *Session, in intent.Intent) error { return s.jobs.ChangeRace(in) }},

	// The pointer, which changes the data only while they are shown.
	{intent.SetTool{}, 0, func(s *Session, in intent.Intent) error { s.pointer.Choose(in.(*intent.SetTool).Name); return nil }},
	{intent.SetLabel{}, Edit, func(s *Session, in intent.Intent) error { return s.work.SetLabel(float64(in.(*intent.SetLabel).Value)) }},
	{intent.SetBrush{}, Gesture, func(s *Session, in intent.Intent) error { s.pointer.SetBrush(in.(*intent.SetBrush).Value); return nil }},
	{intent.Press{}, Edit, func(s *Session, in intent.Intent) error {
		if s.shown.ShowsChecked() {
			return messages.CheckedIsShown()
		}
		return s.pointer.Press(in.(*intent.Press))
	}},
	{intent.Drag{}, Gesture | Edit, func(s *Session, in intent.Intent) error {
		if s.shown.ShowsChecked() {
			return messages.CheckedIsShown()
		}
		return s.pointer.Drag(in.(*intent.Drag))
	}},
	{intent.Release{}, Edit, func(s *Session, _ intent.Intent) error { s.pointer.Release(); return nil }},
	{intent.Cancel{}, Edit, func(s *Session, _ intent.Intent) error { s.pointer.Cancel(); return nil }},

	// What the pictures show. An intent that moves the animation restores the network as it was found.
	{intent.SetOutputView{}, Edit, func(s *Session, in intent.Intent) error { return s.shown.SetView(in.(*intent.SetOutputView)) }},
	{intent.SetExtent{}, Gesture, func(s *Session, of intent.Intent) error {
		if s.training.Extend(of.(*intent.SetExtent)) {
			s.shown.Redraw()
		}
		return nil
	}},
	{intent.Focus{Neuron: intent.None}, Gesture, func(s *Session, in intent.Intent) error {
		return s.shown.SetFocus(in.(*intent.Focus).Neuron)
	}},
	{intent.Probe{}, Gesture, func(s *Session, in intent.Intent) error { return s.shown.SetProbe(in.(*intent.Probe)) }},
	{intent.HighlightPoint{Index: intent.None}, Gesture, func(s *Session, in intent.Intent) error {
		return s.work.Highlight(in.(*intent.HighlightPoint).Index)
	}},
	{intent.SetEntry{Matrix: intent.None}, Gesture, func(s *Session, in intent.Intent) error {
		return s.shown.SetEntry(in.(*intent.SetEntry))
	}},
	{intent.Rotate{}, Gesture | Edit, func(s *Session, in intent.Intent) error { return s.shown.Rotate(in.(*intent.Rotate)) }},
	{intent.SetAnimation{}, 0, func(s *Session, of intent.Intent) error {
		in := of.(*intent.SetAnimation)
		s.player.Switch(in.Name, in.Whole)
		s.shown.ShowData()
		return s.restoreOriginal()
	}},
	{intent.Play{}, 0, func(s *Session, _ intent.Intent) error { s.player.Play(); return s.restoreOriginal() }},
	{intent.Pause{}, 0, func(s *Session, _ intent.Intent) error { s.player.Pause(); return s.restoreOriginal() }},
	{intent.Step{By: 1}, 0, func(s *Session, of intent.Intent) error {
		in := of.(*intent.Step)
		s.player.Step(in.By < 0, in.Animate)
		return s.restoreOriginal()
	}},
	{intent.Seek{}, Gesture, func(s *Session, in intent.Intent) error {
		s.player.Place(in.(*intent.Seek).Position, false)
		return s.restoreOriginal()
	}},
	{intent.Tick{}, Gesture, func(s *Session, in intent.Intent) error {
		s.player.Tick(in.(*intent.Tick).Seconds, s.shown.ChosenLayer().Current())
		return s.restoreOriginal()
	}},
	{intent.SetSpeed{}, 0, func(s *Session, in intent.Intent) error { s.player.SetSpeed(in.(*intent.SetSpeed).Value); return nil }},
	{intent.Perturb{Neuron: intent.None, Scale: 1, Final: true}, Gesture, func(s *Session, in intent.Intent) error {
		return s.shown.Perturb(in.(*intent.Perturb))
	}},
	{intent.SetBaseline{Seed: 1}, 0, func(s *Session, in intent.Intent) error {
		s.argument.SetBaseline(in.(*intent.SetBaseline))
		return nil
	}},
}

// now returns the present state of the data and the model.
func (s *Session) now() *workspace.State { return s.work.Now() }

// restoreOriginal shows the network as it was found.
func (s *Session) restoreOriginal() error { s.shown.RestoreOriginal(); return nil }

// sweep starts a job along a variable, unless there are several layers: there is no optimum along a variable then, since the layers
// below depend on it as well.
func (s *Session) sweep(start func(t *workspace.State) error) error {
	if s.now().Layers() > 1 {
		return nil
	}
	return start(s.shown.ChosenLayer().State)
}
