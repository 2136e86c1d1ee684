package view

import (
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/verify"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// subject is what the pictures show: the newest network on its data or, in place of both, the object under check. The two are told
// apart here and nowhere else.
type subject interface {
	// neurons returns the neurons shown, number the number, from 1, of the one at a place, and storedPlace its place in a link.
	neurons() []neural.Neuron
	number(place int) int
	storedPlace(place int) int
	// features returns the number of features, and depth how many of those of a state are drawn: 0 for a plane, and 2 without pictures.
	features() int
	depth(t *workspace.State) int
	// layer returns the layer whose program the pictures show.
	layer() *solve.Layer
	// known reports whether there is something to show, and hasEntries whether entries of its matrices can be highlighted.
	known() bool
	hasEntries() bool
	// canRotate tells for Z and Z' whether their neurons can be rotated.
	canRotate() [2]bool
	// deep reports whether several layers are shown.
	deep() bool
	// offers reports whether a picture exists.
	offers(picture int) bool
	// argues returns the picture of the argument that is shown and the share of it, or zero.
	argues() (topic protocol.Topic, full float64)
	// decompositions returns those of the matrices of positive and of negative weights. For each neuron, in the order in which they
	// find them, ranks has its place among the neurons; without ranks that is the order found.
	decompositions() (of []*neural.Decomposition, ranks []int)
	snapshotTo(dst *protocol.Snapshot)
	pageTo(p *protocol.Page)
	stripTo(strip *protocol.PageStrip)
	// matrices returns those of the network, or the part of the neuron in focus; nil if there are none.
	matrices() [][][]float64
	// describe adds what sentences on the pictures refer to.
	describe(shown *messages.Shown)
	caption() string
}

// subject returns what is shown.
func (s *Shown) subject() subject {
	if d := s.Check.Display(); d != nil {
		return claimed{s, d}
	}
	return optimum{s}
}

// ShowsClaim reports whether the object under check is shown in place of the data.
func (s *Shown) ShowsClaim() bool { return s.Check.Display() != nil }

// optimum is the newest network on its data.
type optimum struct{ *Shown }

func (s optimum) neurons() []neural.Neuron { return s.Layer().Neurons(s.Work.Output()) }

func (s optimum) number(place int) int {
	if numbers := s.Layer().Numbers(s.Work.Output()); place < len(numbers) {
		return numbers[place]
	}
	return place + 1
}

func (s optimum) storedPlace(place int) int {
	return slices.Index(s.Layer().Ranks(s.Work.Output()), place)
}

func (s optimum) features() int { return s.Layer().State.Features() }

func (s optimum) depth(t *workspace.State) int {
	switch {
	case t.Planar():
		return 0
	case t.Drawable():
		return t.Features()
	}
	return 2
}

func (s optimum) layer() *solve.Layer { return s.Training.Layer(s.Training.Chosen()) }

func (s optimum) known() bool { return s.Layer().Result() != nil }

func (s optimum) hasEntries() bool { return s.Layer().State.Drawable() }

func (s optimum) canRotate() (can [2]bool) {
	if s.deep() { // the layers above depend on these neurons
		return can
	}
	return s.Layer().CanRotate(s.Work.Output())
}

func (s optimum) deep() bool { return s.Training.Deep() }

func (s optimum) offers(picture int) bool {
	switch deep := s.Work.Now().Layers() > 1; picture {
	case protocol.PictureData:
		return true
	case protocol.PictureNetwork:
		return deep
	case protocol.PictureSweep:
		return !deep
	}
	return !s.convolves()
}

// convolves reports whether the chosen one of several layers is a convolution, whose only pictures are its filters.
func (s optimum) convolves() bool { return s.Work.Now().Layers() > 1 && !s.Layer().State.Visible() }

func (s optimum) argues() (topic protocol.Topic, full float64) {
	animation, layer := s.Player.Animation(), s.Layer()
	if !animation.Topic.Argues() || !layer.Fits() || layer.Result().Status == certify.Failed {
		return 0, 0
	}
	return animation.Topic, animation.Position / protocol.ArgumentUnits
}

func (s optimum) decompositions() (of []*neural.Decomposition, ranks []int) {
	return s.Layer().Decompositions(s.Work.Output()), s.Layer().Ranks(s.Work.Output())
}

// claimed is the object under check: a matrix, which has no data and no certificate, or a network on the data, whose g belongs to its own
// dual vector.
type claimed struct {
	*Shown
	*verify.Display
}

func (s claimed) neurons() []neural.Neuron { return s.Neurons }

func (s claimed) number(place int) int { return place + 1 }

func (s claimed) storedPlace(place int) int { return place }

func (s claimed) features() int { return s.Features }

func (s claimed) depth(*workspace.State) int { return s.Features }

func (s claimed) layer() *solve.Layer { return s.Training.Present() }

func (s claimed) known() bool { return true }

func (s claimed) hasEntries() bool { return true }

func (s claimed) canRotate() (can [2]bool) { return can }

func (s claimed) deep() bool { return false }

func (s claimed) offers(picture int) bool { return picture != protocol.PictureNetwork }

func (s claimed) argues() (topic protocol.Topic, full float64) { return 0, 0 }

func (s claimed) decompositions() (of []*neural.Decomposition, ranks []int) {
	return []*neural.Decomposition{s.Decomposition}, nil
}

func (s claimed) snapshotTo(dst *protocol.Snapshot) {
	t, d := s.Work.Now(), s.Features
	s.jobsTo(dst)
	dst.Dimension, dst.Window, dst.Beta, dst.Animation, dst.Tool = d, workspace.UnitWindow(), t.Beta(), s.Player.Animation(), protocol.ToolMove
	dst.Focus, dst.Entry, dst.Activation = s.focus, s.entryIn(d), t.Coefficients()
	if s.Network != nil {
		dst.Window, dst.Pointed = t.Window(), s.Work.Highlighted()
		s.pointsTo(dst, t)
		if g := s.Network.Quadratic; g != nil {
			dst.Certificate = form(g, d)
		}
	}
	var m protocol.Symmetric
	m, dst.Neurons = network(s.Neurons, dst.Neurons)
	dst.Function = m.Function(dst.Activation)
}

func (s claimed) pageTo(p *protocol.Page) { p.Drawable, p.Focus = true, intent.None }

func (s claimed) stripTo(*protocol.PageStrip) {}

func (s claimed) matrices() [][][]float64 {
	switch neurons, inFocus := s.inFocus(s.Neurons); {
	case s.Matrix == nil:
		return bothAssembled(neurons, s.Features, 0)
	case inFocus:
		return [][][]float64{assembled(neurons, 1, s.Features, 0)}
	}
	return [][][]float64{s.Matrix}
}

func (s claimed) describe(shown *messages.Shown) {
	shown.Subject, shown.Neurons = messages.ClaimedMatrix, len(s.Neurons)
	if s.Network != nil {
		shown.Subject, shown.Peak = messages.ClaimedNetwork, s.Network.Peak
	}
}

func (s claimed) caption() string {
	switch {
	case s.Network != nil:
		return messages.CaptionClaimedNetwork(len(s.Neurons))
	case s.Player.AtEnd():
		return messages.CaptionClaimedMatrix(len(s.Neurons))
	}
	return s.stepCaption()
}
