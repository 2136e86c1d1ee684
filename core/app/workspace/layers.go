package workspace

import (
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/stack"
)

// layersBeta is the beta with which an example of several layers comes: networks that are trained with less jump more often while points are
// dragged.
const layersBeta = 0.1

// Layers returns how many layers are trained, one on the other; where as many are as help, at least two are.
func (t *State) Layers() int {
	switch {
	case t.stack == nil:
		return 1
	case t.Automatic():
		return 2
	}
	return int(t.stack.Layers)
}

// Automatic reports whether it is to be found how many layers help. With the first network that is known, and becomes a part of the state.
func (t *State) Automatic() bool { return t.stack != nil && t.stack.Layers == document.AutoDepth }

// Count makes the number of layers that have been found to help that of the present state. It is not a step of the history.
func (w *Workspace) Count(layers int) {
	stack := *w.now.stack
	if stack.Layers, stack.Most = document.Depth(layers), 0; layers < 2 {
		w.now.stack = nil
	} else {
		w.now.stack = &stack
	}
	w.touch()
}

// Stack returns how the layers are stacked, nil for one layer; it must not be modified.
func (t *State) Stack() *document.Stack { return t.stack }

// Stackable reports whether several layers can be trained here: the first of them must be dense, or a convolution of samples that span a plane.
func (t *State) Stackable() bool {
	return t.Visible() || t.architecture.Kind == document.KindConvolutional && t.d > 1
}

// Stacked returns the training problem of all layers, with copies of the points: a pointer moves those of the state in place.
func (t *State) Stacked() stack.Problem {
	p := stack.Problem{Problem: t.Training(), Options: convert.StackOptions(t.stack)}
	p.X, p.Y = slices.Clone(p.X), slices.Clone(p.Y)
	if t.Automatic() && t.Holdouts() > 0 {
		held := t.Part(true)
		p.HeldOut = &held
	}
	return p
}

// WithLayers returns the state with another number of layers, or stacked in another way.
func (t *State) WithLayers(in *intent.Layers) (next State, changed bool, err error) {
	next = *t
	next.stack = t.stacked(in)
	if same(next.stack, t.stack) {
		return next, false, nil
	}
	if next.stack != nil && !t.Stackable() {
		return next, false, say.LayersNeedAnother()
	}
	if fault := next.fault(); fault != nil {
		return next, false, say.LayersDoNotSuit(fault)
	}
	return next, true, nil
}

// stacked returns what an intent makes of the stack. The first of the words for each choice is the one that documents leave out.
func (t *State) stacked(in *intent.Layers) *document.Stack {
	next := document.Stack{}
	if t.stack != nil {
		next = *t.stack
	}
	next.Layers, next.Most = document.Depth(t.Layers()), 0
	if in.Auto || t.Automatic() && in.Value == 0 && in.By == 0 {
		next.Layers, next.Most = document.AutoDepth, intent.ShownLayers
	}
	if in.Value > 0 {
		next.Layers = document.Depth(in.Value)
	}
	if in.By != 0 { // a button stops at what the page offers
		next.Layers = min(max(next.Layers+document.Depth(in.By), 1), max(next.Layers, intent.ShownLayers))
	}
	if next.Layers == 1 {
		return nil
	}
	for _, choice := range []struct {
		to    *string
		word  string
		words []string
	}{{&next.Form, in.Form, intent.LayerForms}, {&next.Skip, in.Skip, intent.LayerSkips}, {&next.Scaling, in.Scaling, intent.LayerScalings}} {
		switch choice.word {
		case "":
		case choice.words[0]:
			*choice.to = ""
		default:
			*choice.to = choice.word
		}
	}
	return &next
}

// same reports whether two stacks are trained in the same way.
func same(a, b *document.Stack) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Layers == b.Layers && a.Form == b.Form && a.Skip == b.Skip && a.Scaling == b.Scaling
}

// useStack takes over the stack of a document.
func (t *State) useStack(s *document.Stack) error {
	t.stack = nil
	switch {
	case s == nil || s.Layers == 1:
		return nil
	case !t.Stackable():
		return say.LayersNeedAnother()
	}
	t.stack = s
	if s.Layers == document.AutoDepth && s.Most == 0 {
		bounded := *s
		bounded.Most = intent.ShownLayers
		t.stack = &bounded
	}
	return nil
}

// Of returns a state whose problem is that of layer k, counted from 0: all points by their d features there, row by row, with the labels that
// the layer fits, output by output. Both are kept. Above the first all layers are dense.
func (t *State) Of(k int, x, y []float64, d int, beta float64) State {
	next := *t
	next.x, next.y, next.d, next.beta, next.stack, next.shape, next.columns, next.preset, next.clean = x, y, d, beta, nil, nil, nil, "", nil
	if k > 0 {
		next.architecture = document.Architecture{Kind: document.KindDense}
	}
	next.window = unitWindow
	next.fitWindow()
	return next
}

// pageLayers says how the layers are stacked.
func (t *State) pageLayers() protocol.PageLayers {
	p := protocol.PageLayers{Count: t.Layers(), Most: 1}
	if t.Stackable() {
		p.Most = max(intent.ShownLayers, p.Count)
	}
	p.Form, p.Skip, p.Scaling = intent.LayerForms[0], intent.LayerSkips[0], intent.LayerScalings[0]
	if s := t.stack; s != nil {
		for to, word := range map[*string]string{&p.Form: s.Form, &p.Skip: s.Skip, &p.Scaling: s.Scaling} {
			if word != "" {
				*to = word
			}
		}
	}
	return p
}

// Copy returns the state with points and labels of its own: a pointer moves those of the present state in place.
func (t *State) Copy() State {
	next := *t
	next.x, next.y, next.held, next.clean = slices.Clone(t.x), slices.Clone(t.y), slices.Clone(t.held), slices.Clone(t.clean)
	return next
}
