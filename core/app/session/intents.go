package session

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
)

// intents has a row for each intent: its name is that of its type, its value has what fields hold that may be missing, and its function
// carries it out. An error is one sentence for the user and means that nothing has changed.
var intents = []Definition{
	// The work.
	on(intent.Set{}, Edit, func(s *Session, in *intent.Set) error { return s.work.OpenProblem(in.Problem) }),
	on(intent.Preset{}, Edit, func(s *Session, in *intent.Preset) error { return s.work.OpenPreset(in) }),
	on(intent.Clear{}, Edit, func(s *Session, _ *intent.Clear) error { return s.work.Step(s.now().Cleared(), nil) }),
	on(intent.Undo{}, Edit, func(s *Session, _ *intent.Undo) error { s.work.Undo(); return nil }),
	on(intent.Redo{}, Edit, func(s *Session, _ *intent.Redo) error { s.work.Redo(); return nil }),
	on(intent.Stop{}, 0, func(s *Session, _ *intent.Stop) error {
		if s.training.Stop() {
			s.accept()
		}
		return nil
	}),
	on(intent.Resume{}, Edit, (*Session).resume),
	on(intent.Open{}, Edit, (*Session).open),
	on(intent.Scene{}, 0, (*Session).scene),
	on(intent.Leave{}, 0, func(s *Session, _ *intent.Leave) error { s.leave(); return nil }),

	// What is under check.
	on(intent.Check{}, Edit, func(s *Session, in *intent.Check) error {
		err := s.check.Put(s.work, s.training.Present(), in.Text, in.Data)
		if err == nil {
			s.shown.ShowData() // it replaces what was checked before
		}
		return err
	}),
	on(intent.ClearCheck{}, Edit, func(s *Session, _ *intent.ClearCheck) error {
		s.check.Clear()
		s.shown.ShowData()
		return nil
	}),
	on(intent.ShowCheck{}, Edit, func(s *Session, in *intent.ShowCheck) error {
		if in.Show {
			return s.shown.ShowChecked()
		}
		s.shown.ShowData()
		return nil
	}),

	// The data.
	on(intent.Dimension{}, Edit, func(s *Session, in *intent.Dimension) error { return s.work.Step(s.now().WithFeatures(in.Value)) }),
	on(intent.Blank{}, Edit, func(s *Session, in *intent.Blank) error { return s.work.Step(s.now().WithBlank(in.Input)) }),
	on(intent.Classes{}, Edit, func(s *Session, in *intent.Classes) error { return s.work.Step(s.now().WithClasses(in.Value)) }),
	on(intent.Hold{Final: true}, Gesture|Edit, func(s *Session, in *intent.Hold) error {
		next, err := s.now().WithHold(in.Value)
		return s.work.Slide(workspace.HoldSlider, next, in.Final, err)
	}),
	on(intent.Noise{Final: true}, Gesture|Edit, func(s *Session, in *intent.Noise) error {
		next, err := s.now().WithNoise(in.Value)
		return s.work.Slide(workspace.NoiseSlider, next, in.Final, err)
	}),
	on(intent.Sample{}, Edit, func(s *Session, in *intent.Sample) error { return s.work.Step(s.now().WithSample(in.Value)) }),
	on(intent.Formula{}, Edit, func(s *Session, in *intent.Formula) error { return s.work.Renew(s.now().WithFormula(in)) }),

	// The rows of the table.
	on(intent.Row{Final: true}, Gesture|Edit, func(s *Session, in *intent.Row) error {
		return s.work.PutRows(in.Index, [][]float64{in.Values}, in.Final)
	}),
	on(intent.AddRows{}, Edit, func(s *Session, in *intent.AddRows) error { return s.work.PutRows(s.now().Samples(), in.Add, true) }),
	on(intent.Rows{}, Edit, func(s *Session, in *intent.Rows) error { return s.work.EditRows(in.Name, in.Indices, in.Value) }),

	// The selection.
	on(intent.Select{}, 0, func(s *Session, in *intent.Select) error { return s.work.Select(in.Name, in.Indices) }),
	on(intent.Selected{Index: intent.None}, Edit, func(s *Session, in *intent.Selected) error { return s.work.EditSelected(in) }),
	on(intent.Nudge{}, Edit, func(s *Session, in *intent.Nudge) error { return s.work.Nudge(in.At) }),
	on(intent.Paste{}, Edit, func(s *Session, in *intent.Paste) error { return s.work.Paste(in.Add) }),

	// Files.
	on(intent.Import{}, Edit, func(s *Session, in *intent.Import) (err error) {
		content := in.Data
		if content == nil {
			content = []byte(in.Text)
		}
		s.notice, err = s.importer.Import(s.work, in.Name, content, in.Labels)
		return err
	}),
	on(intent.CancelColumns{}, 0, func(s *Session, _ *intent.CancelColumns) error { s.importer.Cancel(); return nil }),
	on(intent.Columns{}, Edit, func(s *Session, in *intent.Columns) (err error) {
		s.notice, err = s.importer.Choose(s.work, in)
		return err
	}),
	on(intent.ColumnHeader{}, 0, func(s *Session, in *intent.ColumnHeader) error { return s.importer.SetHeader(in.Header) }),

	// The model.
	on(intent.Beta{Final: true}, Gesture|Edit, func(s *Session, in *intent.Beta) error {
		return s.work.Slide(workspace.BetaSlider, s.now().WithBeta(in.Value), in.Final, nil)
	}),
	on(intent.Coefficients{Final: true}, Gesture|Edit, func(s *Session, in *intent.Coefficients) error {
		return s.work.Slide(workspace.ActivationSlider, s.now().WithActivation(in.A, in.B, in.C), in.Final, nil)
	}),
	on(intent.Activation{}, Edit, func(s *Session, in *intent.Activation) error {
		before := s.now().Loss()
		err := s.work.Step(s.now().WithNamed(in))
		if now := s.now().Loss(); now != before {
			s.notice = messages.LossChanged(now.String(), before.String())
		}
		return err
	}),
	on(intent.Bias{}, Edit, func(s *Session, in *intent.Bias) error { return s.work.Step(s.now().WithBias(in.On)) }),
	on(intent.Fit{}, Edit, func(s *Session, in *intent.Fit) error { return s.work.Step(s.now().WithFit(in.Name, in.Low, in.High)) }),
	on(intent.Loss{}, Edit, func(s *Session, in *intent.Loss) error { return s.work.Step(s.now().WithLoss(in.Name)) }),
	on(intent.Tolerance{}, Edit, func(s *Session, in *intent.Tolerance) error { return s.work.Step(s.now().WithTolerance(in.Value)) }),
	on(intent.Layers{}, Edit, func(s *Session, in *intent.Layers) error { return s.work.Step(s.now().WithLayers(in)) }),
	on(intent.Architecture{}, Edit, func(s *Session, in *intent.Architecture) error { return s.work.Step(s.now().WithArchitecture(in)) }),

	// Jobs.
	on(intent.Path{}, 0, func(s *Session, _ *intent.Path) error { return s.sweep(s.jobs.StartPath) }),
	on(intent.Sweep{}, 0, func(s *Session, in *intent.Sweep) error {
		return s.sweep(func(t *workspace.State) error { return s.jobs.StartSweep(t, in.Name) })
	}),
	on(intent.StartRace{}, 0, func(s *Session, in *intent.StartRace) error { return s.jobs.StartRace(s.shown.ChosenLayer().State, in) }),
	on(intent.PauseRace{}, 0, func(s *Session, in *intent.PauseRace) error { return s.jobs.ChangeRace(in) }),
	on(intent.ClearRace{}, 0, func(s *Session, in *intent.ClearRace) error { return s.jobs.ChangeRace(in) }),
	on(intent.ShowRun{}, 0, func(s *Session, in *intent.ShowRun) error { return s.jobs.ChangeRace(in) }),
	on(intent.RaceAxis{}, 0, func(s *Session, in *intent.RaceAxis) error { return s.jobs.ChangeRace(in) }),

	// The pointer, which changes the data only while they are shown.
	on(intent.Tool{}, 0, func(s *Session, in *intent.Tool) error { s.pointer.Choose(in.Name); return nil }),
	on(intent.Label{}, Edit, func(s *Session, in *intent.Label) error { return s.work.SetLabel(float64(in.Value)) }),
	on(intent.Brush{}, Gesture, func(s *Session, in *intent.Brush) error { s.pointer.SetBrush(in.Value); return nil }),
	on(intent.Press{}, Edit, func(s *Session, in *intent.Press) error {
		if s.shown.ShowsChecked() {
			return messages.CheckedIsShown()
		}
		return s.pointer.Press(in)
	}),
	on(intent.Drag{}, Gesture|Edit, func(s *Session, in *intent.Drag) error {
		if s.shown.ShowsChecked() {
			return messages.CheckedIsShown()
		}
		return s.pointer.Drag(in)
	}),
	on(intent.Release{}, Edit, func(s *Session, _ *intent.Release) error { s.pointer.Release(); return nil }),
	on(intent.Cancel{}, Edit, func(s *Session, _ *intent.Cancel) error { s.pointer.Cancel(); return nil }),

	// What the pictures show. An intent that moves the animation restores the network as it was found.
	on(intent.OutputView{}, Edit, func(s *Session, in *intent.OutputView) error { return s.shown.SetView(in) }),
	on(intent.Extent{}, Gesture, func(s *Session, in *intent.Extent) error {
		if s.training.Extend(solve.Region{Wide: in.Wide, High: in.High}) {
			s.shown.Redraw()
		}
		return nil
	}),
	on(intent.Focus{Neuron: intent.None}, Gesture, func(s *Session, in *intent.Focus) error { return s.shown.SetFocus(in.Neuron) }),
	on(intent.Probe{}, Gesture, func(s *Session, in *intent.Probe) error { return s.shown.SetProbe(in) }),
	on(intent.Point{Index: intent.None}, Gesture, func(s *Session, in *intent.Point) error { return s.work.Highlight(in.Index) }),
	on(intent.Entry{Matrix: intent.None}, Gesture, func(s *Session, in *intent.Entry) error { return s.shown.SetEntry(in) }),
	on(intent.Rotate{}, Gesture|Edit, func(s *Session, in *intent.Rotate) error { return s.shown.Rotate(in) }),
	on(intent.Animation{}, 0, func(s *Session, in *intent.Animation) error {
		s.player.Switch(in.Name, in.Whole)
		s.shown.ShowData()
		return s.restoreOriginal()
	}),
	on(intent.Play{}, 0, func(s *Session, _ *intent.Play) error { s.player.Play(); return s.restoreOriginal() }),
	on(intent.Pause{}, 0, func(s *Session, _ *intent.Pause) error { s.player.Pause(); return s.restoreOriginal() }),
	on(intent.Step{By: 1}, 0, func(s *Session, in *intent.Step) error {
		s.player.Step(in.By < 0, in.Animate)
		return s.restoreOriginal()
	}),
	on(intent.Seek{}, Gesture, func(s *Session, in *intent.Seek) error {
		s.player.Place(in.Position, false)
		return s.restoreOriginal()
	}),
	on(intent.Tick{}, Gesture, func(s *Session, in *intent.Tick) error {
		s.player.Tick(in.Seconds, s.shown.ChosenLayer().Current())
		return s.restoreOriginal()
	}),
	on(intent.Speed{}, 0, func(s *Session, in *intent.Speed) error { s.player.SetSpeed(in.Value); return nil }),
	on(intent.Perturb{Neuron: intent.None, Scale: 1, Final: true}, Gesture, func(s *Session, in *intent.Perturb) error {
		return s.shown.Perturb(in)
	}),
	on(intent.Baseline{Seed: 1}, 0, func(s *Session, in *intent.Baseline) error { s.argument.SetBaseline(in); return nil }),
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
