package view

import (
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/verify"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// ShowsClaim reports whether the object under check is shown in place of the data.
func (s *Shown) ShowsClaim() bool { return s.Check.Display() != nil }

// Own returns the present state with its solution, or the chosen layer of several.
func (s *Shown) Own() *solve.Layer { return s.Training.Layer(s.Training.Chosen()) }

// Subject is what the pictures show now: a layer of the newest network on its data or, in place of both, the object under check.
type Subject struct {
	*Shown
	layer   *solve.Layer    // what all pictures except those of the data and of the network show
	claim   *verify.Display // the object under check, nil if that is not shown
	output  int             // that is shown
	neurons []neural.Neuron // of the output, sorted by number
	numbers []int           // their numbers, from 1
	topic   protocol.Topic  // the picture of the argument, 0 for none
	full    float64         // the share of it
}

// Now returns what is shown now.
func (s *Shown) Now() *Subject {
	now := &Subject{Shown: s, layer: s.Own(), claim: s.Check.Display()}
	if now.claim != nil {
		now.layer = now.claim.Layer
	}
	now.output = min(s.Work.Output(), now.layer.State.Outputs()-1)
	now.neurons, now.numbers = now.layer.Shown(now.output)
	animation := s.Player.Animation()
	points := animation.Topic != protocol.Tangents || now.layer.State.Sums() == nil // whose losses it shows
	if now.claim == nil && animation.Topic.Argues() && points && (now.layer.Matches() || now.drawsKinks()) && now.layer.Result().Status != certify.Failed {
		now.topic, now.full = animation.Topic, animation.Position/protocol.ArgumentUnits
	}
	return now
}

// whole returns the state that the picture of the data shows.
func (s *Subject) whole() *workspace.State {
	if s.claim != nil {
		return s.layer.State
	}
	return s.Work.Now()
}

// deep reports whether several layers are shown.
func (s *Subject) deep() bool { return s.claim == nil && s.Training.Deep() }

// number returns the number, from 1, of the neuron at a place of those shown.
func (s *Subject) number(place int) int {
	if place < len(s.numbers) {
		return s.numbers[place]
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
func (s *Subject) canRotate() (can [2]bool) {
	if s.claim != nil || s.Training.Deep() { // the layers above depend on these neurons
		return can
	}
	return s.layer.CanRotate(s.output)
}

// offers reports whether a picture exists.
func (s *Subject) offers(picture int) bool {
	switch deep := s.claim == nil && s.Work.Now().Layers() > 1; picture {
	case protocol.PictureData:
		return true
	case protocol.PictureNetwork:
		return deep
	case protocol.PictureSweep:
		return !deep
	default:
		return !deep || s.layer.State.Visible() // a convolution among several layers has only the pictures of its filters
	}
}
