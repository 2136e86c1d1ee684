package view

import (
	"math"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/verify"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

// caption returns the caption of the film at its current position.
func (s *Stage) caption() string {
	t, r, film := s.now(), s.Found().Result(), s.Player.Film()
	switch display := s.Check.Display(); {
	case display != nil:
		return s.displayCaption(display, &film)
	case s.convolves() && r != nil:
		return messages.CaptionConvolution
	case t.Sampled() && r != nil:
		return messages.CaptionSamples
	case !t.Visible() && r != nil:
		return messages.CaptionNoPictures
	case s.Found().Turned():
		return messages.CaptionTurned(r.Objective)
	case film.Act == protocol.Solver:
		return s.solverCaption(&film)
	case film.Act.Argues():
		return s.argumentCaption()
	}
	index, step, passed := film.At()
	if index < 0 {
		if r != nil && r.Status == certify.Optimal {
			return messages.CaptionEmptyNetwork(t.Loss() == document.LossSquared)
		}
		return ""
	}
	reel := &film.Reels[index]
	switch {
	case s.Player.AtEnd():
		return s.ending()
	case step < 0:
		return opening(reel)
	}
	return s.scene(t.Features(), reel, &reel.Steps[step], passed)
}

// displayCaption returns the caption of the film of the object under check.
func (s *Stage) displayCaption(e *verify.Display, film *protocol.Film) string {
	if e.Network != nil {
		return messages.CaptionClaimedNetwork(len(e.Neurons))
	}
	index, step, passed := film.At()
	switch {
	case s.Player.AtEnd() || index < 0:
		return messages.CaptionClaimedMatrix(len(e.Neurons))
	case step < 0:
		return opening(&film.Reels[index])
	}
	return s.scene(e.Features, &film.Reels[index], &film.Reels[index].Steps[step], passed)
}

// opening introduces the matrix of a reel.
func opening(r *protocol.Reel) string { return messages.CaptionOpening(r.Sign, r.Steps[0].Before) }

// scene describes a step in three parts: the pair, the rotation, the neuron.
func (s *Stage) scene(d int, r *protocol.Reel, shot *protocol.Step, passed float64) string {
	switch {
	case passed >= 0.75:
		t := shot.R[3]
		if shot.Neuron < 0 {
			return messages.CaptionNoNeuron
		}
		var u []float64
		if d <= workspace.DrawnFeatures {
			for _, v := range shot.R[:d] {
				u = append(u, v/t)
			}
		}
		return messages.CaptionNeuron(shot, s.number(shot.Neuron), u, float64(r.Sign)*t*t)
	case shot.Partner < 0:
		return messages.CaptionOnCone(shot)
	case shot.Before[shot.First].Side() == 0:
		return messages.CaptionOnConeUpToRounding(shot)
	case passed >= 0.25:
		return messages.CaptionTurn(shot)
	}
	return messages.CaptionPair(shot)
}

// solverCaption describes the current position on the solver's path.
func (s *Stage) solverCaption(film *protocol.Film) string {
	it, ok := s.iterate()
	t := s.now()
	switch {
	case ok:
		return messages.CaptionIterate(int(math.Round(film.Position)), len(s.Player.Path())-1, it.Cost, it.Bound)
	case s.view() != nil:
		return messages.CaptionPathOfLayers
	case t.Planar():
		return messages.CaptionPathOfPlane
	case t.Jointly():
		return messages.CaptionPathOfAll
	}
	return messages.CaptionNoPath
}

// iterate returns the solver's iterate at the film's position, if the film shows the path.
func (s *Stage) iterate() (protocol.Iterate, bool) {
	snapshot := protocol.Snapshot{Film: s.Player.Film(), Path: s.Player.Path()}
	return snapshot.Iterate()
}

// StripTo writes to the proof strip the numbers of what is shown instead of the optimum, until the film is at its end: another network of the
// argument, or an iterate of the solver.
func (s *Stage) StripTo(strip *protocol.PageStrip) {
	if it, ok := s.iterate(); ok && !s.Player.AtEnd() && s.Found().Fits(s.now()) && s.Check.Display() == nil {
		strip.Cost, strip.Bound, strip.Gap = protocol.Finite(it.Cost), protocol.Finite(it.Bound), protocol.Finite(certify.RelativeGap(it.Cost, it.Bound))
		strip.Certified, strip.Fit, strip.Neurons, strip.Other, strip.Note = false, nil, 0, true, messages.StripIterate
		return
	}
	act, full := s.argues()
	if act != protocol.Bowl && act != protocol.Bounds || full >= 1 {
		return
	}
	var a protocol.Argument
	s.Argument.To(&a, s.Found(), s.Work.Output(), act, full)
	strip.Cost, strip.Bound, strip.Gap = protocol.Finite(a.Cost), protocol.Finite(a.Bound), protocol.Finite(certify.RelativeGap(a.Cost, a.Bound))
	strip.Certified, strip.Fit, strip.Neurons = false, nil, 0
	for _, n := range s.Argument.Network(act, full) {
		if n.Alpha != 0 {
			strip.Neurons++
		}
	}
	strip.Other, strip.Note = true, messages.StripArgument
}

// argumentCaption describes the current picture of the argument.
func (s *Stage) argumentCaption() string {
	act, full := s.argues()
	if act == 0 {
		return ""
	}
	var a protocol.Argument
	s.Argument.To(&a, s.Found(), s.Work.Output(), act, full)
	return s.Argument.Caption(&a, s.view() != nil)
}

// ending summarises the result.
func (s *Stage) ending() string {
	plus, minus := 0, 0
	for _, neuron := range s.neurons() {
		if neuron.Alpha > 0 {
			plus++
		} else {
			minus++
		}
	}
	return messages.CaptionEnding(plus, minus, s.view() != nil, s.now().Planar())
}
