package view

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/say"
	"conelab/core/app/workspace"
)

// sign tells which signs the network drawn has, relative to its level: on the square, or in the cube, that is shown of a plane or a space in any case,
// and at all points.
func (s *Stage) sign(t *workspace.State) say.Sign {
	if !s.Found().Fits(t) || t.Features() == 1 {
		return say.Both
	}
	if _, iterates := s.iterate(); iterates && !s.Player.AtEnd() {
		return say.Both // of the solver's steps
	}
	f, window, d := protocol.Quadratic{}, t.Window(), t.Features()
	if t.Planar() {
		p := s.plane()
		window, d = p.Window(workspace.UnitWindow()), 2
		for _, n := range s.drawn() {
			ridge := p.Ridge(&n, t.Coefficients())
			f.Add(1, &ridge)
		}
	} else {
		m, _ := network(s.drawn(), nil)
		f = m.Function(t.Coefficients())
	}
	least, most := f.Range(window.Center, window.Half, d)
	if !t.Planar() {
		for i := range t.Samples() {
			var x protocol.Vec
			copy(x[:], t.Point(i))
			least, most = math.Min(least, f.At(x)), math.Max(most, f.At(x))
		}
	}
	return signOf(least, most, t.Level())
}

// signOf returns the sign of values between two ends, relative to a level.
func signOf(least, most, level float64) say.Sign {
	switch {
	case least > most: // there are none
		return say.Both
	case least == level && most == level:
		return say.Constant
	case least > level:
		return say.Above
	case most < level:
		return say.Below
	}
	return say.Both
}
