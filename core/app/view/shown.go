package view

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// What the pictures show is a layer: of the newest network on its data or, in place of both, the object under check.

// ShowsClaim reports whether the object under check is shown in place of the data.
func (s *Shown) ShowsClaim() bool { return s.Check.Display() != nil }

// Own returns the present state with its solution, or the chosen layer of several.
func (s *Shown) Own() *solve.Layer { return s.Training.Layer(s.Training.Chosen()) }

// layer returns what all pictures except those of the data and of the network show.
func (s *Shown) layer() *solve.Layer {
	if d := s.Check.Display(); d != nil {
		return d.Layer
	}
	return s.Own()
}

// whole returns the state that the picture of the data shows.
func (s *Shown) whole() *workspace.State {
	if s.ShowsClaim() {
		return s.layer().State
	}
	return s.Work.Now()
}

// output returns the output that is shown.
func (s *Shown) output() int { return min(s.Work.Output(), s.layer().State.Outputs()-1) }

// deep reports whether several layers are shown.
func (s *Shown) deep() bool { return !s.ShowsClaim() && s.Training.Deep() }

// neurons returns the neurons shown, and their numbers.
func (s *Shown) neurons() ([]neural.Neuron, []int) { return s.layer().Shown(s.output()) }

// number returns the number, from 1, of the neuron at a place of those shown.
func (s *Shown) number(place int) int {
	if _, numbers := s.neurons(); place < len(numbers) {
		return numbers[place]
	}
	return place + 1
}

// depth returns how many features of a state are drawn: 0 for a plane, and 2 without pictures.
func depth(t *workspace.State) int {
	switch {
	case t.Planar():
		return 0
	case t.Drawable():
		return t.Features()
	}
	return 2
}

// canRotate tells for Z and Z' whether their neurons can be rotated.
func (s *Shown) canRotate() (can [2]bool) {
	if s.ShowsClaim() || s.Training.Deep() { // the layers above depend on these neurons
		return can
	}
	return s.layer().CanRotate(s.output())
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
		return !deep || s.layer().State.Visible() // a convolution among several layers has only the pictures of its filters
	}
}

// argues returns the picture of the argument that is shown and the share of it, or zero.
func (s *Shown) argues() (topic protocol.Topic, full float64) {
	animation, layer := s.Player.Animation(), s.layer()
	if s.ShowsClaim() || !animation.Topic.Argues() || !layer.Matches() && !s.drawsKinks() || layer.Result().Status == certify.Failed {
		return 0, 0
	}
	return animation.Topic, animation.Position / protocol.ArgumentUnits
}

// describeClaim adds what sentences on the pictures of the object under check refer to.
func (s *Shown) describeClaim(shown *messages.Shown) {
	shown.Subject, shown.Peak = messages.ClaimedMatrix, s.Check.Display().Peak
	if s.Check.Display().Matrix == nil {
		shown.Subject = messages.ClaimedNetwork
	}
	neurons, _ := s.neurons()
	shown.Neurons = len(neurons)
}

// claimCaption returns the caption of the animation of the object under check.
func (s *Shown) claimCaption() string {
	switch neurons, _ := s.neurons(); {
	case s.Check.Display().Matrix == nil:
		return messages.CaptionClaimedNetwork(len(neurons))
	case s.Player.AtEnd():
		return messages.CaptionClaimedMatrix(len(neurons))
	}
	return s.stepCaption()
}
