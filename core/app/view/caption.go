package view

import (
	"math"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

// caption returns the caption of the film at its current position.
func (s *Stage) caption() string {
	t, r, film, display := s.Now(), s.Found().Result(), s.Player.Film(), s.Check.Display()
	switch {
	case display != nil && display.Network != nil:
		return messages.CaptionClaimedNetwork(len(display.Neurons))
	case display != nil:
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
	switch {
	case display != nil && (s.Player.AtEnd() || index < 0):
		return messages.CaptionClaimedMatrix(len(display.Neurons))
	case index < 0 && r != nil && r.Status == certify.Optimal:
		return messages.CaptionEmptyNetwork(t.Loss() == document.LossSquared)
	case index < 0:
		return ""
	case s.Player.AtEnd():
		return s.ending()
	}
	reel := &film.Reels[index]
	if step < 0 {
		return messages.CaptionOpening(reel.Sign, reel.Steps[0].Before)
	}
	shot := &reel.Steps[step]
	return messages.CaptionStep(shot, passed, reel.Sign, s.features(), s.number(max(0, shot.Neuron)))
}

// solverCaption describes the current position on the solver's path.
func (s *Stage) solverCaption(film *protocol.Film) string {
	it, ok := s.iterate()
	t := s.Now()
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
	show := func(cost, bound float64, note string) {
		strip.Cost, strip.Bound, strip.Gap = protocol.Finite(cost), protocol.Finite(bound), protocol.Finite(certify.RelativeGap(cost, bound))
		strip.Certified, strip.Fit, strip.Neurons, strip.Other, strip.Note = false, nil, 0, true, note
	}
	if it, ok := s.iterate(); ok && !s.Player.AtEnd() && s.Found().Fits(s.Now()) && s.Check.Display() == nil {
		show(it.Cost, it.Bound, messages.StripIterate)
		return
	}
	act, full := s.argues()
	if act != protocol.Bowl && act != protocol.Bounds || full >= 1 {
		return
	}
	var a protocol.Argument
	s.Argument.To(&a, s.Found(), s.Work.Output(), act, full)
	show(a.Cost, a.Bound, messages.StripArgument)
	for _, n := range s.Argument.Network(act, full) {
		if n.Alpha != 0 {
			strip.Neurons++
		}
	}
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
	return messages.CaptionEnding(plus, minus, s.view() != nil, s.Now().Planar())
}
