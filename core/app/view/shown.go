package view

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/verify"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// What the pictures show is the newest network on its data (optimum) or, in place of both, the object under check (claimed). The two
// are told apart here and nowhere else. They are no interface, since the linker keeps all methods of all types within what an interface
// holds.

// claim returns the object under check, if it is shown.
func (s *Shown) claim() (c claimed, shown bool) {
	d := s.Check.Display()
	return claimed{s, d}, d != nil
}

// neurons returns the neurons shown.
func (s *Shown) neurons() []neural.Neuron {
	if c, is := s.claim(); is {
		return c.Neurons
	}
	return s.Layer().Neurons(s.Work.Output())
}

// number returns the number, from 1, of the neuron at a place of those shown.
func (s *Shown) number(place int) int {
	if !s.ShowsClaim() {
		if numbers := s.Layer().Numbers(s.Work.Output()); place < len(numbers) {
			return numbers[place]
		}
	}
	return place + 1
}

// features returns the number of features, and depth how many of those of a state are drawn: 0 for a plane, and 2 without pictures.
func (s *Shown) features() int {
	if c, is := s.claim(); is {
		return c.Features
	}
	return s.Layer().State.Features()
}

func (s *Shown) depth(t *workspace.State) int {
	switch c, is := s.claim(); {
	case is:
		return c.Features
	case t.Planar():
		return 0
	case t.Drawable():
		return t.Features()
	}
	return 2
}

// Layer returns what all pictures except that of the data show: the present state with its solution, or a layer of several.
func (s *Shown) Layer() *solve.Layer {
	if s.ShowsClaim() {
		return s.Training.Sync()
	}
	return s.Training.Layer(s.Training.Chosen())
}

// deep reports whether several layers are shown.
func (s *Shown) deep() bool { return !s.ShowsClaim() && s.Training.Deep() }

// known reports whether there is something to show, and hasEntries whether entries of its matrices can be highlighted.
func (s *Shown) known() bool { return s.ShowsClaim() || s.Layer().Result() != nil }

func (s *Shown) hasEntries() bool { return s.ShowsClaim() || s.Layer().State.Drawable() }

// canRotate tells for Z and Z' whether their neurons can be rotated.
func (s *Shown) canRotate() (can [2]bool) {
	if s.ShowsClaim() || s.Training.Deep() { // the layers above depend on these neurons
		return can
	}
	return s.Layer().CanRotate(s.Work.Output())
}

// offers reports whether a picture exists.
func (s *Shown) offers(picture int) bool {
	switch deep := !s.ShowsClaim() && s.Work.Now().Layers() > 1; picture {
	case protocol.PictureData:
		return true
	case protocol.PictureNetwork:
		return deep
	case protocol.PictureSweep:
		return !deep
	default:
		return !deep || s.Layer().State.Visible() // a convolution among several layers has only the pictures of its filters
	}
}

// decompositions returns those of the matrices of positive and of negative weights. For each neuron, in the order in which they find
// them, ranks has its place among the neurons; without ranks that is the order found.
func (s *Shown) decompositions() (of []*neural.Decomposition, ranks []int) {
	if c, is := s.claim(); is {
		return []*neural.Decomposition{c.Decomposition}, nil
	}
	return s.Layer().Decompositions(s.Work.Output()), s.Layer().Ranks(s.Work.Output())
}

// matrices returns those of the network, or the part of the neuron in focus; nil if there are none.
func (s *Shown) matrices() [][][]float64 {
	if c, is := s.claim(); is {
		return c.matrices()
	}
	return optimum{s}.matrices()
}

// caption returns the caption of the animation at its current position.
func (s *Shown) caption() string {
	if c, is := s.claim(); is {
		return c.caption()
	}
	return optimum{s}.caption()
}

// describe adds what sentences on the pictures refer to.
func (s *Shown) describe(shown *messages.Shown) {
	if c, is := s.claim(); is {
		c.describe(shown)
		return
	}
	optimum{s}.describe(shown)
}

// ShowsClaim reports whether the object under check is shown in place of the data.
func (s *Shown) ShowsClaim() bool { return s.Check.Display() != nil }

// optimum is the newest network on its data.
type optimum struct{ *Shown }

// argues returns the picture of the argument that is shown and the share of it, or zero.
func (s optimum) argues() (topic protocol.Topic, full float64) {
	animation, layer := s.Player.Animation(), s.Layer()
	if !animation.Topic.Argues() || !layer.Matches() && !s.drawsKinks() || layer.Result().Status == certify.Failed {
		return 0, 0
	}
	return animation.Topic, animation.Position / protocol.ArgumentUnits
}

// claimed is the object under check: a matrix, which has no data and no certificate, or a network on the data, whose g belongs to its own
// dual vector.
type claimed struct {
	*Shown
	*verify.Display
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
