package session

import (
	"reflect"
	"slices"

	"conelab/core/app/effect"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/app/solve"
)

// handler carries out an intent of one type. An error is one sentence for the user and means that nothing has changed.
type handler struct {
	of    reflect.Type
	apply func(*Session, intent.Intent) (effect.Effect, error)
}

// on returns the handler of the intents of type T.
func on[T any](apply func(*Session, *T) (effect.Effect, error)) handler {
	return handler{reflect.TypeFor[*T](), func(s *Session, in intent.Intent) (effect.Effect, error) { return apply(s, in.(*T)) }}
}

// by returns handlers with which one function carries out intents of several types.
func by(apply func(*Session, intent.Intent) (effect.Effect, error), types ...intent.Intent) (all []handler) {
	for _, of := range types {
		all = append(all, handler{reflect.PointerTo(reflect.TypeOf(of)), apply})
	}
	return all
}

// handlers says what each intent does.
var handlers = func() map[reflect.Type]handler {
	byType := map[reflect.Type]handler{}
	for _, all := range [][]handler{ofWork, ofData, ofModel, ofRows, ofSelection, ofPointer, ofFiles, ofJobs, ofPictures} {
		for _, h := range all {
			byType[h.of] = h
		}
	}
	return byType
}()

var ofWork = []handler{
	on(func(s *Session, in *intent.Set) (effect.Effect, error) { return s.work.OpenProblem(in.Problem) }),
	on(func(s *Session, in *intent.Preset) (effect.Effect, error) { return s.work.OpenPreset(in) }),
	on(func(s *Session, _ *intent.Clear) (effect.Effect, error) {
		return s.work.Step(s.work.Now().Cleared(), nil)
	}),
	on(func(s *Session, _ *intent.Undo) (effect.Effect, error) { return s.work.Undo(), nil }),
	on(func(s *Session, _ *intent.Redo) (effect.Effect, error) { return s.work.Redo(), nil }),
	on((*Session).stop),
	on((*Session).resume),
	on((*Session).open),
	on((*Session).scene),
	on((*Session).leave),
}

var ofData = []handler{
	on(func(s *Session, in *intent.Dimension) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithFeatures(in.Value))
	}),
	on(func(s *Session, in *intent.Blank) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithBlank(in.Input))
	}),
	on(func(s *Session, in *intent.Classes) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithClasses(in.Value))
	}),
	on(func(s *Session, in *intent.Hold) (effect.Effect, error) {
		next, err := s.work.Now().WithHold(in.Value)
		return s.work.Slide("hold", next, in.Final, err)
	}),
	on(func(s *Session, in *intent.Noise) (effect.Effect, error) {
		next, err := s.work.Now().WithNoise(in.Value)
		return s.work.Slide("noise", next, in.Final, err)
	}),
	on(func(s *Session, in *intent.Sample) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithSample(in.Value))
	}),
	on(func(s *Session, in *intent.Formula) (effect.Effect, error) {
		return s.work.Renew(s.work.Now().WithFormula(in))
	}),
}

var ofModel = []handler{
	on(func(s *Session, in *intent.Beta) (effect.Effect, error) {
		e, err := s.work.Slide("beta", s.work.Now().WithBeta(in.Value), in.Final, nil)
		return e | effect.Along(protocol.Beta), err
	}),
	on(func(s *Session, in *intent.Activation) (effect.Effect, error) {
		next := s.work.Now().WithActivation(in.A, in.B, in.C)
		along := s.work.Now().Along(&next)
		e, err := s.work.Slide("activation", next, in.Final, nil)
		return e | along, err
	}),
	on(func(s *Session, in *intent.Fit) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithFit(in.Name, in.Low, in.High))
	}),
	on(func(s *Session, in *intent.Loss) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithLoss(in.Name))
	}),
	on(func(s *Session, in *intent.Tolerance) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithTolerance(in.Value))
	}),
	on(func(s *Session, in *intent.Layers) (effect.Effect, error) { return s.work.SetLayers(in) }),
	on(func(s *Session, in *intent.Architecture) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithDense(in.Kind))
	}),
	on(func(s *Session, in *intent.Convolutional) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithConvolution(in))
	}),
}

var ofRows = []handler{
	on(func(s *Session, in *intent.Row) (effect.Effect, error) {
		return s.work.PutRows(in.Index, [][]float64{in.Values}, in.Final)
	}),
	on(func(s *Session, in *intent.AddRows) (effect.Effect, error) {
		return s.work.PutRows(s.work.Now().Samples(), in.Add, true)
	}),
	on(func(s *Session, in *intent.PutRows) (effect.Effect, error) {
		return s.work.PutRows(in.Index, in.Put, in.Final)
	}),
	on(func(s *Session, in *intent.RemoveRows) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithoutRows(in.Remove))
	}),
	on(func(s *Session, in *intent.FlipRows) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithFlipped(in.Flip))
	}),
	on(func(s *Session, in *intent.SetRows) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithLabels(in.Set, in.Value))
	}),
	on(func(s *Session, in *intent.HoldRows) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithHeld(in.Hold, true))
	}),
	on(func(s *Session, in *intent.TrainRows) (effect.Effect, error) {
		return s.work.Step(s.work.Now().WithHeld(in.Train, false))
	}),
}

var ofSelection = []handler{
	on(func(s *Session, in *intent.Select) (effect.Effect, error) {
		return 0, s.work.Select(in.Name, in.Indices)
	}),
	on(func(s *Session, in *intent.Selected) (effect.Effect, error) { return s.work.EditSelected(in.Name) }),
	on(func(s *Session, in *intent.LabelSelected) (effect.Effect, error) {
		return s.work.LabelSelected(in.Value)
	}),
	on(func(s *Session, in *intent.MoveSelected) (effect.Effect, error) { return s.work.MoveSelected(in.At) }),
	on(func(s *Session, in *intent.NudgeSelected) (effect.Effect, error) { return s.work.NudgeSelected(in.At) }),
	on(func(s *Session, in *intent.Paste) (effect.Effect, error) { return s.work.Paste(in.Add) }),
}

var ofPointer = append(
	by((*Session).point, intent.Tool{}, intent.Brush{}, intent.Press{}, intent.Drag{}, intent.Release{}, intent.Cancel{}),
	on(func(s *Session, in *intent.Label) (effect.Effect, error) {
		return 0, s.work.SetLabel(float64(in.Value))
	}),
)

var ofFiles = append(
	by((*Session).importFile, intent.ImportText{}, intent.ImportData{}, intent.CancelColumns{}, intent.Columns{}, intent.ColumnHeader{}),
	by((*Session).examine, intent.CheckText{}, intent.CheckData{}, intent.ClearCheck{}, intent.ShowCheck{})...,
)

var ofJobs = by((*Session).begin, intent.Path{}, intent.Study{}, intent.StartRace{}, intent.PauseRace{}, intent.ResumeRace{},
	intent.ClearRace{}, intent.ShowRun{}, intent.RaceAxis{})

var ofPictures = slices.Concat(
	by((*Session).play, intent.Film{}, intent.Play{}, intent.Pause{}, intent.Step{}, intent.Seek{}, intent.Tick{}, intent.Speed{}),
	by((*Session).argue, intent.Spoil{}, intent.Rival{}),
	by((*Session).look, intent.Focus{}, intent.Entry{}, intent.Turn{}),
	[]handler{
		on(func(s *Session, in *intent.Lens) (effect.Effect, error) { return s.work.Look(in) }),
		on(func(s *Session, in *intent.Point) (effect.Effect, error) { return 0, s.work.Highlight(in.Index) }),
		on((*Session).extend),
	},
)

// stop stops solving the present state.
func (s *Session) stop(*intent.Stop) (effect.Effect, error) {
	switch {
	case s.work.Now().Layers() > 1:
		if s.layers.Stop() {
			s.trained()
		}
	case s.solution.Stop(s.work.Now()):
		s.accept()
	}
	return 0, nil
}

// point carries out intents of the pointer, which changes the data only while they are shown.
func (s *Session) point(in intent.Intent) (effect.Effect, error) {
	switch in.(type) {
	case *intent.Press, *intent.Drag:
		if s.check.Display() != nil {
			return 0, say.ClaimIsShown()
		}
	}
	return s.pointer.Apply(s.work, in)
}

// importFile imports a file, and turns the decisions made about an ambiguous one into a notice.
func (s *Session) importFile(in intent.Intent) (effect.Effect, error) {
	e, err := s.importer.Apply(s.work, in)
	s.notice = s.importer.Notice()
	return e, err
}

// examine carries out intents of the object under check.
func (s *Session) examine(in intent.Intent) (effect.Effect, error) {
	return s.check.Apply(s.work, s.solution, in)
}

// begin carries out intents of jobs, which work on the program that the pictures show. With several layers there is no optimum along a variable,
// since the layers below depend on the variable as well.
func (s *Session) begin(in intent.Intent) (effect.Effect, error) {
	switch in.(type) {
	case *intent.Path, *intent.Study:
		if s.work.Now().Layers() > 1 {
			return 0, nil
		}
	}
	return s.jobs.Apply(s.stage.Now(), in)
}

// play carries out intents of the transport bar.
func (s *Session) play(in intent.Intent) (effect.Effect, error) {
	return s.player.Apply(in, s.stage.Found().Current())
}

// argue carries out intents of the optimality argument.
func (s *Session) argue(in intent.Intent) (effect.Effect, error) {
	return s.argument.Apply(s.stage.Found(), s.work.Output(), s.player.Film(), in)
}

// look carries out intents that put something into focus.
func (s *Session) look(in intent.Intent) (effect.Effect, error) { return s.stage.Apply(in) }

// extend has several layers evaluated over the visible part of the picture of the data.
func (s *Session) extend(shown *intent.Extent) (effect.Effect, error) {
	if s.layers.Show(solve.Region{Wide: shown.Wide, High: shown.High}) {
		return effect.Redraw, nil
	}
	return 0, nil
}
