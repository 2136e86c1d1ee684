package session

import (
	"errors"
	"math"
	"strconv"

	"conelab/core/neural"
	"conelab/core/wire"
)

// lens is which part of the solution the stage shows. Neurons, matrices, entries, film and certificate are those of one output, and intents
// count neurons among its own.
type lens struct {
	output int // of those of the state, else as 0
	// single says that the data show the function of the output; without it they show which of all outputs is the largest, if that is
	// something to be seen.
	single bool
	axes   [2]int // of more than three features, the two of the plane, counted from 1, or none for the principal axes
}

// useLens chooses another part.
func (s *Session) useLens(in *intent) error {
	next := s.lens
	if in.Output != nil {
		if next.output = *in.Output; next.output < 0 || next.output >= s.outputs {
			return errors.New("There is no output " + strconv.Itoa(next.output+1) + "; the network has " + plural(s.outputs, "output") + ".")
		}
	}
	if in.Compare != nil {
		if next.single = !*in.Compare; !next.single && !s.comparable() {
			return errors.New("The largest output is shown where there are up to six classes with an output each, and not three features.")
		}
	}
	if in.Features != nil {
		if err := s.useFeatures(&next, in.Features); err != nil {
			return err
		}
	}
	s.look(next)
	return nil
}

// plane returns the features of the plane as documents have them, none for the principal axes.
func (l lens) plane() []int {
	if l.axes[0] == 0 {
		return nil
	}
	return l.axes[:]
}

// lensOf returns what a document says; features that make no plane are the principal axes.
func lensOf(output int, single bool, axes []int) lens {
	l := lens{output: output, single: single}
	if len(axes) == 2 && min(axes[0], axes[1]) > 0 && axes[0] != axes[1] {
		l.axes = [2]int(axes)
	}
	return l
}

// look takes up a lens. The film goes to its end, where the chosen output's network is, unless it plays: then it begins anew.
func (s *Session) look(next lens) {
	if next == s.lens {
		return
	}
	s.release()
	s.straighten()
	if next.output != s.lens.output {
		s.focus, s.entry = -1, [3]int{-1}
	}
	s.lens = next
	s.revision++
	if s.film.Playing {
		s.film.Position = 0
	}
	s.project()
}

// output returns the chosen output.
//
//go:noinline
func (s *Session) output() int {
	if s.lens.output < s.outputs {
		return s.lens.output
	}
	return 0
}

// comparable reports whether there is a picture of which output is the largest.
func (t *state) comparable() bool {
	return t.outputs > 1 && t.d != drawnFeatures && t.visible() && t.classCount() > 0
}

// compares reports whether the data show which output is the largest.
func (s *Session) compares() bool { return !s.lens.single && s.comparable() }

// places returns the indices of the chosen output's neurons among all.
func (s *Session) places() (places []int) {
	for i := range s.solved.Neurons {
		if s.solved.Neurons[i].Output == s.output() {
			places = append(places, i)
		}
	}
	return places
}

// neurons returns those that the stage shows: the chosen output's, or all of a problem without pictures.
func (s *Session) neurons() []neural.Neuron {
	if s.solved == nil {
		return nil
	}
	if s.outputs == 1 || !s.visible() {
		return s.solved.Neurons
	}
	var chosen []neural.Neuron
	for _, i := range s.places() {
		chosen = append(chosen, s.solved.Neurons[i])
	}
	return chosen
}

// decompositions returns those of Z and Z' of the chosen output, or none while there is no solution with it.
func (s *Session) decompositions() []*neural.Decomposition {
	if !s.pictured() {
		return nil
	}
	k := 2 * s.output()
	return s.solved.Decompositions[k : k+2]
}

// network returns the matrix Z - Z' of an output and its neurons, appended to dst.
func (s *Session) network(output int, dst []wire.Neuron) (m wire.Symmetric, neurons []wire.Neuron) {
	for i := range s.solved.Neurons {
		neuron := &s.solved.Neurons[i]
		if neuron.Output != output {
			continue
		}
		n := wire.Neuron{Alpha: neuron.Alpha}
		copy(n.U[:], neuron.U)
		m.AddOuter(math.Copysign(1, n.Alpha), n.Lifted())
		dst = append(dst, n)
	}
	return m, dst
}

// lensTo writes the choice into the page.
func (s *Session) lensTo(p *wire.PageLens) {
	*p = wire.PageLens{Outputs: s.outputs, Output: s.output(), CanCompare: s.comparable(), Compare: s.compares()}
	if s.solved != nil {
		p.Neurons = len(s.solved.Neurons)
	}
	if s.exhibit == nil && s.planar() {
		p.Plane, p.Features = s.planeNote(), s.section().choice
	}
	if s.outputs == 1 || !s.visible() || s.exhibit != nil {
		return
	}
	k := s.outputName()
	p.Note = "All but the data is of " + k + ": each output is trained and proved by itself."
	if s.jointly() {
		p.Note = "All but the data is of " + k + ": this loss trains all outputs together, each with a certificate."
	}
}

// outputName returns the name of the chosen output, f with a subscript.
func (s *Session) outputName() string { return "f" + subscript(s.output()+1) }

// lensTiles says which output the pictures show.
func (s *Session) lensTiles(tiles []wire.PageTile) {
	if s.outputs == 1 || !s.visible() {
		return
	}
	f := s.outputName()
	for i := 1; i < len(tiles); i++ {
		tiles[i].Title += ", " + f
	}
	level := "0"
	if s.level() != 0 {
		level = "\u00bd"
	}
	drawn := "Draw here: "
	if s.classCount() == 0 {
		drawn = ""
	}
	switch {
	case s.planar() && s.compares():
		tiles[0].Note = "A plane, coloured by the largest output; the points are projected. Nothing can be drawn here."
	case s.planar():
		tiles[0].Note = "A plane: the shading is the output " + f + ", the line is " + f + " = " + level + "; the points are projected."
	case s.compares() && s.d == 1:
		tiles[0].Note = drawn + "each curve is an output, the strip is coloured by the largest."
	case s.compares():
		tiles[0].Note = drawn + "each colour is where the output of that class is the largest."
	case s.d == 1:
		tiles[0].Note = "The curve is the output " + f + ", the points are at its labels."
	case s.d == 2:
		tiles[0].Note = "The shading is the output " + f + ", the line is " + f + " = " + level + "."
	default:
		tiles[0].Note = "The surface is " + f + " = " + level + "; regions of several classes have no picture in space."
	}
}
