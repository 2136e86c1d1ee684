package workspace

import "conelab/core/app/protocol"

// PageTo writes the present state, the selection and the history into the page.
func (w *Workspace) PageTo(p *protocol.Page) {
	t := &w.now
	p.Samples, p.Dimension, p.Beta, p.Activation = t.Samples(), t.d, t.beta, t.Coefficients()
	p.Preset, p.Lesson, p.Brings = t.preset, t.Lesson(), w.brought
	p.Tolerance, p.Loss, p.Losses, p.Architecture, p.Fit = t.Goal(), t.loss, t.Losses(), t.architecture.Kind, t.fit
	if t.Sampled() {
		p.Signals = &protocol.PageSignals{Shape: t.shape}
	}
	p.Convolution = t.Convolution()
	p.Layers = t.pageLayers()
	p.Split = protocol.PageSplit{Hold: t.hold, Noise: t.noise, Seed: t.sample, Held: t.Holdouts()}
	p.Columns = t.ColumnNames()
	p.Classes, p.ClassNames, p.Label = t.ClassCount(), t.ClassNames(), w.Label()
	p.CanUndo, p.CanRedo = w.CanUndo(), w.CanRedo()
	p.Selected, p.Point = w.Ranges(), w.point
}
