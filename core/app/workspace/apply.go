package workspace

import (
	"conelab/core/app/effect"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/format/document"
)

// Apply carries out an intent on the data, the model, the selection or the history. An error is one sentence for the user and means that nothing has
// changed.
func (w *Workspace) Apply(in intent.Intent) (effect.Effect, error) {
	switch in := in.(type) {
	case *intent.Undo:
		w.Undo()
	case *intent.Redo:
		w.Redo()
	case *intent.Label:
		return 0, w.SetLabel(float64(in.Value))
	case *intent.Lens:
		return w.look(in)
	case *intent.Point:
		return 0, w.Highlight(in.Index)
	case *intent.SelectAll:
		w.SelectAll()
		return 0, nil
	case *intent.SelectNone:
		w.SelectNone()
		return 0, nil
	case *intent.Select:
		return 0, w.Select(Mode(in.Name), in.Indices)
	default:
		return w.applyData(in)
	}
	return effect.Ended, nil
}

// applyData carries out intents that replace the data or change how they are sampled.
func (w *Workspace) applyData(in intent.Intent) (effect.Effect, error) {
	t := &w.now
	switch in := in.(type) {
	case *intent.Set:
		return w.OpenProblem(in.Problem)
	case *intent.Preset:
		return w.choose(in)
	case *intent.Formula:
		next, err := t.WithFormula(in)
		return w.fresh(next, err)
	case *intent.Clear:
		return w.step(t.Cleared(), nil)
	case *intent.Dimension:
		if in.Value == t.d && t.Drawable() {
			return 0, nil
		}
		return w.step(t.WithFeatures(in.Value), nil)
	case *intent.Blank:
		return w.step(t.WithBlank(in.Input))
	case *intent.Classes:
		return w.maybe(t.WithClasses(in.Value))
	case *intent.Hold:
		next, err := t.WithHold(in.Value)
		return w.slide("hold", next, in.Final, err)
	case *intent.Noise:
		next, err := t.WithNoise(in.Value)
		return w.slide("noise", next, in.Final, err)
	case *intent.Sample:
		return w.step(t.WithSample(in.Value))
	}
	return w.applyModel(in)
}

// applyModel carries out intents that change the network or its training.
func (w *Workspace) applyModel(in intent.Intent) (effect.Effect, error) {
	t := &w.now
	switch in := in.(type) {
	case *intent.Beta:
		e, err := w.slide("beta", t.WithBeta(in.Value), in.Final, nil)
		return e | effect.Along(protocol.Beta), err
	case *intent.Activation:
		next := t.WithActivation(in.A, in.B, in.C)
		of, only := t.only(&next)
		e, err := w.slide("activation", next, in.Final, nil)
		if only {
			e |= effect.Along(of)
		}
		return e, err
	case *intent.Fit:
		return w.step(t.WithFit(in.Name, in.Low, in.High))
	case *intent.Loss:
		return w.maybe(t.WithLoss(in.Name))
	case *intent.Layers:
		others := in.Value != t.Layers()
		e, err := w.maybe(t.WithLayers(in))
		if others && err == nil {
			w.view.Layer = 0 // show the last layer
		}
		return e, err
	case *intent.Tolerance:
		return w.maybe(t.WithTolerance(in.Value))
	case *intent.Dense:
		return w.maybe(t.WithDense(document.KindDense))
	case *intent.Quadratic:
		return w.maybe(t.WithDense(document.KindQuadratic))
	case *intent.Convolutional:
		return w.maybe(t.WithConvolution(in))
	}
	return w.applyRows(in)
}

// applyRows carries out intents of the table.
func (w *Workspace) applyRows(in intent.Intent) (effect.Effect, error) {
	t := &w.now
	switch in := in.(type) {
	case *intent.Row:
		return done(w.PutRows(in.Index, [][]float64{in.Values}, in.Final))
	case *intent.AddRows:
		return done(w.PutRows(t.Samples(), in.Add, true))
	case *intent.PutRows:
		return done(w.PutRows(in.Index, in.Put, in.Final))
	case *intent.RemoveRows:
		return w.step(t.WithoutRows(in.Remove))
	case *intent.FlipRows:
		return w.step(t.WithFlipped(in.Flip))
	case *intent.SetRows:
		return w.step(t.WithLabels(in.Set, in.Value))
	case *intent.HoldRows:
		return w.step(t.WithHeld(in.Hold, true))
	case *intent.TrainRows:
		return w.step(t.WithHeld(in.Train, false))
	case *intent.Paste:
		return done(w.Paste(in.Add))
	}
	return w.applySelected(in)
}

// applySelected carries out intents on the selected points.
func (w *Workspace) applySelected(in intent.Intent) (effect.Effect, error) {
	t, indices := &w.now, w.Selected()
	switch in.(type) {
	case *intent.RemoveSelected, *intent.FlipSelected, *intent.LabelSelected, *intent.RelabelSelected, *intent.DuplicateSelected,
		*intent.MoveSelected, *intent.NudgeSelected:
		if len(indices) == 0 {
			return 0, say.NoPointSelected()
		}
	}
	switch in := in.(type) {
	case *intent.RemoveSelected:
		return w.step(t.WithoutRows(indices))
	case *intent.FlipSelected:
		return w.step(t.WithFlipped(indices))
	case *intent.LabelSelected:
		return w.step(t.WithLabels(indices, in.Value))
	case *intent.RelabelSelected:
		if t.outputs > 1 {
			return w.step(t.WithClassOf(indices, w.Class()))
		}
		return w.step(t.WithLabels(indices, w.label))
	case *intent.DuplicateSelected:
		return done(w.Paste(t.Rows(indices)))
	case *intent.MoveSelected:
		return done(w.MoveSelected(in.At))
	case *intent.NudgeSelected:
		return done(w.MoveSelected(t.fromPercent(in.At)))
	}
	return effect.Foreign, nil
}

// choose loads a preset, and reports what it has changed besides the points.
func (w *Workspace) choose(in *intent.Preset) (effect.Effect, error) {
	before := w.now
	next, err := before.WithPreset(in.Name, in.Keep)
	if in.Layers > 1 && err == nil {
		next, _, err = next.WithLayers(&intent.Layers{Value: in.Layers})
		next.beta = layersBeta
	}
	e, err := w.fresh(next, err)
	if err == nil {
		w.brought = next.brings(&before)
	}
	return e, err
}

// OpenProblem replaces the state by a problem document, as one step of the history.
func (w *Workspace) OpenProblem(text []byte) (effect.Effect, error) {
	p, err := document.ParseProblem(text)
	if err != nil {
		return 0, say.ProblemUnreadable(err)
	}
	next := FromDocument(p)
	if err := next.useStack(p.Stack); err != nil {
		return 0, err
	}
	next.fitWindow()
	return w.fresh(next, nil)
}

// OpenTable replaces the data by a table, as one step of the history.
func (w *Workspace) OpenTable(table *Table) effect.Effect {
	e, _ := w.fresh(w.now.WithTable(table), nil)
	return e
}

// done returns the effect of an intent that was a step of the history, or the error.
func done(err error) (effect.Effect, error) {
	if err != nil {
		return 0, err
	}
	return effect.Ended, nil
}

// step makes next the present state, as one step of the history, unless there is an error.
func (w *Workspace) step(next State, err error) (effect.Effect, error) {
	if err != nil {
		return 0, err
	}
	w.countMayChange(&next)
	w.Change(next)
	return effect.Ended, nil
}

// maybe is step for changes that may turn out to change nothing.
func (w *Workspace) maybe(next State, changed bool, err error) (effect.Effect, error) {
	if err != nil || !changed {
		return 0, err
	}
	return w.step(next, nil)
}

// fresh is step for points that do not derive from the present ones.
func (w *Workspace) fresh(next State, err error) (effect.Effect, error) {
	if err != nil {
		return 0, err
	}
	w.Renew(next)
	return effect.Ended | effect.Fresh, nil
}

// slide is step for a control whose step of the history stays open until the value is final.
func (w *Workspace) slide(control string, next State, final bool, err error) (effect.Effect, error) {
	if err != nil {
		return 0, err
	}
	w.Slide(control, next, final)
	return effect.Ended, nil
}

// look changes the view.
func (w *Workspace) look(in *intent.Lens) (effect.Effect, error) {
	next, err := w.view, error(nil)
	if in.Output.Given {
		next, err = w.WithOutput(next, in.Output.Value)
	}
	if in.Compare.Given && err == nil {
		next, err = w.WithComparison(next, in.Compare.Value)
	}
	if in.Layer.Given && err == nil {
		next, err = w.WithLayer(next, in.Layer.Value)
	}
	if in.Features != nil && err == nil {
		next, err = w.WithPlane(next, in.Features)
	}
	if err != nil || next == w.view {
		return 0, err
	}
	e := effect.Ended | effect.Original | effect.Redraw | effect.Viewed
	if next.Output != w.view.Output || next.Layer != w.view.Layer {
		e |= effect.OtherOutput
	}
	w.view = next
	return e, nil
}
