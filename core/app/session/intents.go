package session

import (
	"cmp"
	"reflect"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/verify"
	"conelab/core/app/view"
	"conelab/core/app/workspace"
	"conelab/core/data/strictjson"
)

// definitions has a row for each intent: its type with the values of fields that may be missing, its effect, and the function that carries
// it out. An error is one sentence for the user and means that nothing has changed.
func (s *Session) definitions() (all []Definition) {
	// The work.
	on(&all, &intent.LoadProblem{}, Edit, func(in *intent.LoadProblem) error { return s.work.OpenProblem(in.Problem) })
	on(&all, &intent.LoadPreset{}, Edit, s.work.OpenPreset)
	on(&all, &intent.Clear{}, Edit, func(_ *intent.Clear) error { return s.work.Commit(s.now().Cleared(), nil) })
	always(&all, &intent.Undo{}, Edit, func(_ *intent.Undo) { s.work.Undo() })
	always(&all, &intent.Redo{}, Edit, func(_ *intent.Redo) { s.work.Redo() })
	always(&all, &intent.Stop{}, 0, func(_ *intent.Stop) {
		if s.training.Stop() {
			s.accept()
		}
	})
	on(&all, &intent.Resume{}, Edit, s.stored.Resume)
	on(&all, &intent.Open{}, Edit, s.stored.Open)
	on(&all, &intent.ShowScene{}, 0, s.stored.ShowScene)
	always(&all, &intent.Leave{}, 0, func(_ *intent.Leave) { s.stored.Leave() })

	// What is under check.
	on(&all, &intent.Check{}, Edit, func(in *intent.Check) error {
		return s.check.SetClaim(s.work, s.training.Present(), in.Text, in.Data)
	})
	always(&all, &intent.ClearCheck{}, Edit, func(_ *intent.ClearCheck) { s.check = verify.Check{} })

	// The data.
	on(&all, &intent.Blank{}, Edit, func(in *intent.Blank) error { return s.work.Commit(s.now().WithBlank(in.Input)) })
	on(&all, &intent.SetClasses{}, Edit, func(in *intent.SetClasses) error {
		note, err := s.now().SignNote(in.Value), s.work.Commit(s.now().WithClasses(in.Value))
		if err == nil {
			s.notice = note
		}
		return err
	})
	on(&all, &intent.SetHold{Final: true}, Gesture|Edit, func(in *intent.SetHold) error {
		return s.work.CommitWhileHeld(workspace.HoldSlider, s.now().WithHold(in.Value), in.Final, nil)
	})
	on(&all, &intent.SetNoise{Final: true}, Gesture|Edit, func(in *intent.SetNoise) error {
		return s.work.CommitWhileHeld(workspace.NoiseSlider, s.now().WithNoise(in.Value), in.Final, nil)
	})
	on(&all, &intent.SetSeed{}, Edit, func(in *intent.SetSeed) error { return s.work.Commit(s.now().WithSeed(in.Value), nil) })
	on(&all, &intent.SetFormula{}, Edit, func(in *intent.SetFormula) error { return s.work.Replace(s.now().WithFormula(in)) })

	// The rows of the table.
	on(&all, &intent.SetRow{Final: true}, Gesture|Edit, func(in *intent.SetRow) error {
		return s.work.PutRows(in.Index, [][]float64{in.Values}, in.Final)
	})
	on(&all, &intent.AddRows{}, Edit, func(in *intent.AddRows) error { return s.work.PutRows(s.now().Samples(), in.Add, true) })
	on(&all, &intent.EditRows{Index: intent.None}, Edit, s.work.EditRows)

	// The selection.
	on(&all, &intent.Select{}, 0, func(in *intent.Select) error { return s.work.Select(in.Name, in.Indices) })
	on(&all, &intent.Nudge{}, Edit, func(in *intent.Nudge) error { return s.work.Nudge(in.At) })
	on(&all, &intent.Paste{}, Edit, func(in *intent.Paste) error { return s.work.Paste(in.Add) })

	// Files.
	on(&all, &intent.Import{}, Edit, func(in *intent.Import) (err error) {
		content := in.Data
		if content == nil {
			content = []byte(in.Text)
		}
		s.notice, err = s.importer.Import(s.work, in.Name, content)
		return err
	})
	always(&all, &intent.CancelColumns{}, 0, func(_ *intent.CancelColumns) { s.importer.Cancel() })
	on(&all, &intent.ChooseColumns{}, Edit, func(in *intent.ChooseColumns) (err error) {
		s.notice, err = s.importer.Choose(s.work, in)
		return err
	})
	on(&all, &intent.SetColumnHeader{}, 0, func(in *intent.SetColumnHeader) error { return s.importer.SetHeader(in.Header) })

	// The model.
	on(&all, &intent.SetBeta{Final: true}, Gesture|Edit, func(in *intent.SetBeta) error {
		return s.work.CommitWhileHeld(workspace.BetaSlider, s.now().WithBeta(in.Value), in.Final, nil)
	})
	on(&all, &intent.SetCoefficients{Final: true}, Gesture|Edit, func(in *intent.SetCoefficients) error {
		return s.work.CommitWhileHeld(workspace.ActivationSlider, s.now().WithCoefficients(in.A, in.B, in.C), in.Final, nil)
	})
	on(&all, &intent.SetActivation{}, Edit, func(in *intent.SetActivation) (err error) {
		s.notice, err = s.work.SetActivation(in)
		return err
	})
	on(&all, &intent.SetBias{}, Edit, func(in *intent.SetBias) error { return s.work.Commit(s.now().WithBias(in.On), nil) })
	on(&all, &intent.Fit{}, Edit, func(in *intent.Fit) error { return s.work.Commit(s.now().WithFit(in.Name, in.Low, in.High)) })
	on(&all, &intent.SetLoss{}, Edit, func(in *intent.SetLoss) error { return s.work.Commit(s.now().WithLoss(in.Name)) })
	on(&all, &intent.SetTolerance{}, Edit, func(in *intent.SetTolerance) error { return s.work.Commit(s.now().WithTolerance(in.Value)) })
	on(&all, &intent.SetLayers{}, Edit, func(in *intent.SetLayers) error { return s.work.Commit(s.now().WithLayers(in), nil) })
	on(&all, &intent.SetArchitecture{}, Edit, func(in *intent.SetArchitecture) error { return s.work.Commit(s.now().WithArchitecture(in)) })

	// Jobs.
	on(&all, &intent.StartSweep{}, 0, func(in *intent.StartSweep) error {
		if s.now().Layers() > 1 {
			return messages.Refuse("A path is of one layer: of several, those below depend on the variable, too.")
		}
		return s.jobs.Start(s.training.ChosenLayer().State, in.Name)
	})
	on(&all, &intent.StartRace{}, 0, func(in *intent.StartRace) error { return s.jobs.StartRace(s.training.ChosenLayer(), in) })
	on(&all, &intent.ChangeRace{}, 0, s.jobs.ChangeRace)

	// The pointer.
	always(&all, &intent.SetTool{}, 0, func(in *intent.SetTool) { s.pointer.Choose(in.Name) })
	on(&all, &intent.SetLabel{}, Edit, func(in *intent.SetLabel) error { return s.work.SetLabel(float64(in.Value)) })
	always(&all, &intent.SetBrush{}, Gesture, func(in *intent.SetBrush) { s.pointer.Brush = in.Value })
	on(&all, &intent.Press{}, Edit, s.pointer.Press)
	on(&all, &intent.Drag{}, Gesture|Edit, s.pointer.Drag)
	always(&all, &intent.Release{}, Edit, func(_ *intent.Release) { s.pointer.Release() })
	always(&all, &intent.Cancel{}, Edit, func(_ *intent.Cancel) { s.pointer.Cancel() })

	// What the pictures show. An intent that moves the animation restores the network as it was found.
	on(&all, &intent.SetOutputView{}, Edit, s.setOutputView)
	always(&all, &intent.SetExtent{}, Gesture, func(in *intent.SetExtent) { s.training.Extend(in) })
	on(&all, &intent.Focus{Neuron: intent.None}, Gesture, func(in *intent.Focus) error { return s.pictures.SetFocus(in.Neuron) })
	on(&all, &intent.Probe{}, Gesture, s.pictures.SetProbe)
	on(&all, &intent.HighlightPoint{Index: intent.None}, Gesture, func(in *intent.HighlightPoint) error {
		return s.work.Highlight(in.Index)
	})
	on(&all, &intent.SetEntry{Matrix: intent.None}, Gesture, s.pictures.SetEntry)
	on(&all, &intent.Rotate{}, Gesture|Edit, s.rotate)
	always(&all, &intent.SetAnimation{}, 0, func(in *intent.SetAnimation) {
		s.animate(func(p *view.Player) { p.Switch(in.Name, in.Whole) })
	})
	always(&all, &intent.Play{}, 0, func(_ *intent.Play) { s.animate((*view.Player).Play) })
	always(&all, &intent.Step{By: 1}, 0, func(in *intent.Step) { s.animate(func(p *view.Player) { p.Step(in.By < 0, in.Animate) }) })
	always(&all, &intent.Seek{}, Gesture, func(in *intent.Seek) { s.animate(func(p *view.Player) { p.Place(in.Position, false) }) })
	always(&all, &intent.Pause{}, 0, func(_ *intent.Pause) {
		s.pictures.Player.Pause()
		s.training.Present().RestoreOriginal()
	})
	always(&all, &intent.Tick{}, Gesture, func(in *intent.Tick) {
		s.pictures.Player.Tick(in.Seconds, s.training.ChosenLayer().Current)
		s.training.Present().RestoreOriginal()
	})
	always(&all, &intent.SetSpeed{}, 0, func(in *intent.SetSpeed) { s.pictures.Player.Speed = in.Value })
	on(&all, &intent.Perturb{Neuron: intent.None, Scale: 1, Final: true}, Gesture, s.pictures.Perturb)
	always(&all, &intent.SetBaseline{Seed: 1}, 0, func(in *intent.SetBaseline) { s.pictures.Argument.SetBaseline(in) })
	return all
}

// now returns the present state of the data and the model.
func (s *Session) now() *workspace.State { return s.work.Now() }

// setOutputView changes which part of the problem and of its solution is shown.
func (s *Session) setOutputView(in *intent.SetOutputView) error {
	before, state := s.work.View, s.training.ChosenLayer().State
	if err := s.work.SetView(in); err != nil || s.work.View == before {
		return err
	}
	s.pointer.End()
	s.training.Present().RestoreOriginal()
	s.pictures.ShowPart(before)
	if chosen := s.training.ChosenLayer().State; chosen != state {
		s.jobs.Update(state, chosen)
	}
	return nil
}

// rotate rotates a neuron of the chosen output, which is then shown at the end of the animation.
func (s *Session) rotate(in *intent.Rotate) error {
	if s.training.Layered() {
		return messages.NoNeuronToRotate(in.Neuron)
	}
	turned, err := s.training.Present().Rotate(s.work.Output(), in.Neuron, in.U)
	if turned {
		s.pictures.Player.ToEnd()
	}
	return err
}

// animate moves the animation, away from a line at which the user points.
func (s *Session) animate(move func(p *view.Player)) {
	s.pictures.EndProbe()
	move(s.pictures.Player)
	s.training.Present().RestoreOriginal()
}

// Definition describes an intent, and carries it out.
type Definition struct {
	// Defaults is a pointer to the type, with the values of the fields that may be missing.
	Defaults intent.Intent
	Effect
	do func(in intent.Intent) error
}

// on adds the definition of the intent that P points to.
func on[P any](all *[]Definition, defaults P, effect Effect, do func(in P) error) {
	*all = append(*all, Definition{defaults, effect, func(in intent.Intent) error { return do(in.(P)) }})
}

// always is on for an intent that can always be carried out.
func always[P any](all *[]Definition, defaults P, effect Effect, do func(in P)) {
	on(all, defaults, effect, func(in P) error { do(in); return nil })
}

// Effect is a set of flags.
type Effect uint8

const (
	// Gesture marks intents that are sent in quick succession: a newer intent of the same name replaces one that is still queued, unless they
	// differ in the field with the tag target, which names what the gesture acts on. An intent with a field final is replaced only if final is
	// false, since it ends a gesture otherwise.
	Gesture Effect = 1 << iota
	// Edit marks intents that change the saved work beyond the position of the animation and the state of the controls.
	Edit
)

// Intents returns the definitions of all intents, from a session on which none is carried out.
func Intents() []Definition { return New(nil).definitions() }

// Type returns the type of the intent.
func (d *Definition) Type() reflect.Type { return reflect.TypeOf(d.Defaults).Elem() }

// Name returns the name of the intent.
func (d *Definition) Name() string { return intent.NameOf(d.Defaults) }

// Read reads an intent, an object whose values are those that package encoding/json decodes into any, and checks the types and ranges of
// its fields. Conditions that depend on the data are checked when it is carried out. An error is one sentence for the user.
func (s *Session) Read(object map[string]any) (*Definition, intent.Intent, error) {
	name, ok := object["do"].(string)
	d, known := s.intents[name]
	switch {
	case !ok:
		return nil, nil, messages.Refuse("This is not an intent: expected the field do, its name.")
	case !known:
		return nil, nil, messages.Refuse("The intent {} is unknown.", name)
	}
	in := reflect.New(d.Type())
	in.Elem().Set(reflect.ValueOf(d.Defaults).Elem())
	if wrong := strictjson.Fill(object, in.Interface()); wrong != nil {
		subject := cmp.Or(wrong.Field.Says, "The field "+wrong.Field.Name+" of the intent "+name)
		return nil, nil, messages.Refuse("{=} must be {=}, but it {=}.", subject, wrong.Expected, wrong.Is)
	}
	return &d, in.Interface(), nil
}
