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
	of reflect.Type
	do func(s *Session, in intent.Intent) error
}

// on returns the handler of the intents of a type; plainly that of intents that are never refused, and film that of those that move the
// animation, which ends with the network as it was found.
func on[T intent.Intent](do func(s *Session, in T) error) handler {
	return handler{reflect.TypeFor[T](), func(s *Session, in intent.Intent) error { return do(s, in.(T)) }}
}

func plainly[T intent.Intent](do func(s *Session, in T)) handler {
	return on(func(s *Session, in T) error { do(s, in); return nil })
}

func film[T intent.Intent](do func(s *Session, in T)) handler {
	return plainly(func(s *Session, in T) { do(s, in); s.shown.RestoreOriginal() })
}

// handlers has what each intent does.
var handlers = []handler{
	// The work.
	on(func(s *Session, in *intent.Set) error { return s.work.OpenProblem(in.Problem) }),
	on(func(s *Session, in *intent.Preset) error { return s.work.OpenPreset(in) }),
	on(func(s *Session, _ *intent.Clear) error { return s.work.Step(s.now().Cleared(), nil) }),
	plainly(func(s *Session, _ *intent.Undo) { s.work.Undo() }),
	plainly(func(s *Session, _ *intent.Redo) { s.work.Redo() }),
	plainly(func(s *Session, _ *intent.Stop) {
		if s.training.Stop() {
			s.accept()
		}
	}),
	on(func(s *Session, in *intent.Resume) error { return s.resume(in) }),
	on(func(s *Session, in *intent.Open) error { return s.open(in) }),
	on(func(s *Session, in *intent.Scene) error { return s.scene(in.Shared) }),
	plainly(func(s *Session, _ *intent.Leave) { s.leave() }),

	// The data.
	on(func(s *Session, in *intent.Dimension) error { return s.work.Step(s.now().WithFeatures(in.Value)) }),
	on(func(s *Session, in *intent.Blank) error { return s.work.Step(s.now().WithBlank(in.Input)) }),
	on(func(s *Session, in *intent.Classes) error { return s.work.Step(s.now().WithClasses(in.Value)) }),
	on(func(s *Session, in *intent.Hold) error {
		next, err := s.now().WithHold(in.Value)
		return s.work.Slide(workspace.HoldSlider, next, in.Final, err)
	}),
	on(func(s *Session, in *intent.Noise) error {
		next, err := s.now().WithNoise(in.Value)
		return s.work.Slide(workspace.NoiseSlider, next, in.Final, err)
	}),
	on(func(s *Session, in *intent.Sample) error { return s.work.Step(s.now().WithSample(in.Value)) }),
	on(func(s *Session, in *intent.Formula) error { return s.work.Renew(s.now().WithFormula(in)) }),

	// The model.
	on(func(s *Session, in *intent.Beta) error {
		return s.work.Slide(workspace.BetaSlider, s.now().WithBeta(in.Value), in.Final, nil)
	}),
	on(func(s *Session, in *intent.Activation) error {
		return s.work.Slide(workspace.ActivationSlider, s.now().WithActivation(in.A, in.B, in.C), in.Final, nil)
	}),
	on(func(s *Session, in *intent.NamedActivation) error {
		before := s.now().Loss()
		err := s.work.Step(s.now().WithNamed(in))
		if now := s.now().Loss(); now != before {
			s.notice = messages.LossFollows(s.now().Sigma().Name, now, before)
		}
		return err
	}),
	on(func(s *Session, in *intent.Bias) error { return s.work.Step(s.now().WithBias(in.On)) }),
	on(func(s *Session, in *intent.Fit) error { return s.work.Step(s.now().WithFit(in.Name, in.Low, in.High)) }),
	on(func(s *Session, in *intent.Loss) error { return s.work.Step(s.now().WithLoss(in.Name)) }),
	on(func(s *Session, in *intent.Tolerance) error { return s.work.Step(s.now().WithTolerance(in.Value)) }),
	on(func(s *Session, in *intent.Layers) error { return s.work.Step(s.now().WithLayers(in)) }),
	on(func(s *Session, in *intent.Architecture) error { return s.work.Step(s.now().WithDense(in.Kind)) }),
	on(func(s *Session, in *intent.Convolutional) error { return s.work.Step(s.now().WithConvolution(in)) }),

	// The rows of the table.
	on(func(s *Session, in *intent.Row) error {
		return s.work.PutRows(in.Index, [][]float64{in.Values}, in.Final)
	}),
	on(func(s *Session, in *intent.AddRows) error { return s.work.PutRows(s.now().Samples(), in.Add, true) }),
	on(func(s *Session, in *intent.PutRows) error { return s.work.PutRows(in.Index, in.Put, in.Final) }),
	on(func(s *Session, in *intent.RemoveRows) error { return s.work.Step(s.now().WithoutRows(in.Remove)) }),
	on(func(s *Session, in *intent.FlipRows) error { return s.work.Step(s.now().WithFlipped(in.Flip)) }),
	on(func(s *Session, in *intent.SetRows) error { return s.work.Step(s.now().WithLabels(in.Set, in.Value)) }),
	on(func(s *Session, in *intent.HoldRows) error { return s.work.Step(s.now().WithHeld(in.Hold, true)) }),
	on(func(s *Session, in *intent.TrainRows) error { return s.work.Step(s.now().WithHeld(in.Train, false)) }),

	// The selection.
	on(func(s *Session, in *intent.Select) error { return s.work.Select(in.Name, in.Indices) }),
	on(func(s *Session, in *intent.Selected) error { return s.work.EditSelected(in.Name) }),
	on(func(s *Session, in *intent.NudgeSelected) error { return s.work.NudgeSelected(in.At) }),
	on(func(s *Session, in *intent.Paste) error { return s.work.Paste(in.Add) }),

	// The pointer, which changes the data only while they are shown.
	plainly(func(s *Session, in *intent.Tool) { s.pointer.Choose(s.work, in.Name) }),
	plainly(func(s *Session, in *intent.Brush) { s.pointer.SetBrush(in.Value) }),
	on(func(s *Session, in *intent.Label) error { return s.work.SetLabel(float64(in.Value)) }),
	on(func(s *Session, in *intent.Press) error {
		if s.shown.ShowsClaim() {
			return messages.ClaimIsShown()
		}
		return s.pointer.Press(s.work, in)
	}),
	on(func(s *Session, in *intent.Drag) error {
		if s.shown.ShowsClaim() {
			return messages.ClaimIsShown()
		}
		return s.pointer.Drag(s.work, in)
	}),
	plainly(func(s *Session, _ *intent.Release) { s.pointer.Release(s.work) }),
	plainly(func(s *Session, _ *intent.Cancel) { s.pointer.Cancel(s.work) }),

	// Files.
	on(func(s *Session, in *intent.ImportText) (err error) {
		s.notice, err = s.importer.Import(s.work, in.Name, []byte(in.Text), nil)
		return err
	}),
	on(func(s *Session, in *intent.ImportData) (err error) {
		s.notice, err = s.importer.Import(s.work, in.Name, in.Data, in.Labels)
		return err
	}),
	plainly(func(s *Session, _ *intent.CancelColumns) { s.importer.Cancel() }),
	on(func(s *Session, in *intent.ColumnHeader) error { return s.importer.SetHeader(in.Header) }),
	on(func(s *Session, in *intent.Columns) (err error) {
		s.notice, err = s.importer.Choose(s.work, in)
		return err
	}),

	// What is under check.
	on(func(s *Session, in *intent.CheckText) error { return s.claim(in.Text, nil) }),
	on(func(s *Session, in *intent.CheckData) error { return s.claim("", in.Data) }),
	plainly(func(s *Session, _ *intent.ClearCheck) { s.check.Clear(); s.shown.ShowData() }),
	on(func(s *Session, in *intent.ShowCheck) error {
		if in.Show {
			return s.shown.ShowClaim()
		}
		s.shown.ShowData()
		return nil
	}),

	// Jobs.
	on(func(s *Session, _ *intent.Path) error { return s.sweep(s.jobs.StartPath) }),
	on(func(s *Session, in *intent.Sweep) error {
		return s.sweep(func(t *workspace.State) error { return s.jobs.StartSweep(t, in.Name) })
	}),
	on(func(s *Session, in *intent.StartRace) error { return s.jobs.StartRace(s.shown.Own().State, in) }),
	on(func(s *Session, _ *intent.PauseRace) error { return s.jobs.PauseRace(true) }),
	on(func(s *Session, _ *intent.ResumeRace) error { return s.jobs.PauseRace(false) }),
	on(func(s *Session, _ *intent.ClearRace) error { return s.jobs.ClearRace() }),
	on(func(s *Session, in *intent.ShowRun) error { return s.jobs.ShowRun(in.Index) }),
	on(func(s *Session, in *intent.RaceAxis) error { return s.jobs.SetRaceAxis(in.Kind == "time") }),

	// What the pictures show.
	film(func(s *Session, in *intent.Animation) {
		s.player.Switch(in.Name, in.Whole)
		s.shown.ShowData()
	}),
	film(func(s *Session, _ *intent.Play) { s.player.Play() }),
	film(func(s *Session, _ *intent.Pause) { s.player.Pause() }),
	film(func(s *Session, in *intent.Step) { s.player.Step(in.By < 0, in.Animate) }),
	film(func(s *Session, in *intent.Seek) { s.player.Place(in.Position, false) }),
	film(func(s *Session, in *intent.Tick) { s.player.Tick(in.Seconds, s.shown.Own().Current()) }),
	plainly(func(s *Session, in *intent.Speed) { s.player.SetSpeed(in.Value) }),
	on(func(s *Session, in *intent.Perturb) error { return s.shown.Perturb(in) }),
	plainly(func(s *Session, in *intent.Baseline) { s.argument.SetBaseline(in) }),
	on(func(s *Session, in *intent.Focus) error { return s.shown.SetFocus(in.Neuron) }),
	on(func(s *Session, in *intent.Entry) error { return s.shown.SetEntry(in) }),
	on(func(s *Session, in *intent.Rotate) error { return s.shown.Rotate(in) }),
	on(func(s *Session, in *intent.OutputView) error { return s.shown.SetView(in) }),
	on(func(s *Session, in *intent.Probe) error { return s.shown.SetProbe(in) }),
	on(func(s *Session, in *intent.Point) error { return s.work.Highlight(in.Index) }),
	plainly(func(s *Session, in *intent.Extent) {
		if s.training.Extend(solve.Region{Wide: in.Wide, High: in.High}) {
			s.shown.Redraw()
		}
	}),
}

// handlerOf holds what intents of each type do.
var handlerOf = func() map[reflect.Type]func(s *Session, in intent.Intent) error {
	of := map[reflect.Type]func(s *Session, in intent.Intent) error{}
	for _, h := range handlers {
		of[h.of] = h.do
	}
	return of
}()

// now returns the present state of the data and the model.
func (s *Session) now() *workspace.State { return s.work.Now() }

// sweep starts a job along a variable, unless there are several layers: there is no optimum along a variable then, since the layers
// below depend on it as well.
func (s *Session) sweep(start func(t *workspace.State) error) error {
	if s.now().Layers() > 1 {
		return nil
	}
	return start(s.shown.Own().State)
}

// claim checks a claim, and shows the data again if another claim was shown.
func (s *Session) claim(text string, data []byte) error {
	if err := s.check.Put(s.work, s.training.Present(), text, data); err != nil {
		return err
	}
	s.shown.ShowData()
	return nil
}
