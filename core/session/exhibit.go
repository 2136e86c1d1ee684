package session

import (
	"errors"
	"math"
	"strconv"

	"conelab/core/neural"
	"conelab/core/wire"
)

// exhibit is a matrix that the stage shows in place of the data: its decomposition is the film. Any change of the data ends it.
type exhibit struct {
	d       int
	reel    wire.Reel
	neurons []wire.Neuron
}

// exhibitMatrix puts the matrix of the last check on the stage, or takes it off.
func (s *Session) exhibitMatrix(show bool) error {
	if !show {
		s.leaveExhibit()
		return nil
	}
	if s.pasted == nil || !s.verdict.CanShow {
		return errors.New("There is no checked matrix of order 2, 3 or 4 to show.")
	}
	s.finishGesture()
	s.straighten()
	s.exhibit = newExhibit(s.pasted)
	s.verdict = shown(s.verdict, true)
	s.revision++
	s.project()
	s.restart()
	return nil
}

// leaveExhibit gives the stage back to the data, with the film at its end.
func (s *Session) leaveExhibit() {
	if s.exhibit == nil {
		return
	}
	s.exhibit = nil
	s.verdict = shown(s.verdict, false)
	s.film.Playing = false
	s.revision++
	s.project()
}

// shown returns the verdict with the mark that its matrix is on the stage, or not. Verdicts are not written in place: an answer may hold
// them.
func shown(c *wire.PageCheck, is bool) *wire.PageCheck {
	if c == nil {
		return nil
	}
	other := *c
	other.Shown = is
	return &other
}

// newExhibit makes the film of a matrix.
func newExhibit(rows [][]float64) *exhibit {
	order := len(rows)
	z := make([]float64, 0, order*order)
	for i := range rows {
		for j := range rows {
			z = append(z, (rows[i][j]+rows[j][i])/2)
		}
	}
	dec, next := neural.Decompose(z, order, order), 0
	e := &exhibit{d: order - 1, reel: reel(dec, 1, &next)}
	for _, n := range neural.Neurons(dec.Vectors, 1) {
		neuron := wire.Neuron{Alpha: n.Alpha}
		copy(neuron.U[:], n.U)
		e.neurons = append(e.neurons, neuron)
	}
	return e
}

// exhibitTo writes what the pictures show of the exhibit: there are no data and no certificate.
func (s *Session) exhibitTo(dst *wire.Snapshot) {
	e := s.exhibit
	dst.Dimension, dst.Window, dst.Beta, dst.Film, dst.Tool = e.d, unitWindow, s.beta, s.film, tools["move"]
	dst.Activation = [3]float64{s.sigma.A, s.sigma.B, s.sigma.C}
	var m wire.Symmetric
	for _, n := range e.neurons {
		m.AddOuter(math.Copysign(1, n.Alpha), n.Lifted())
		dst.Neurons = append(dst.Neurons, n)
	}
	dst.Function = m.Function(dst.Activation)
}

// caption tells the film of the exhibit.
func (e *exhibit) caption(film *wire.Film) string {
	_, step, passed := film.At()
	switch {
	case film.Position >= film.Length():
		return "The matrix under check is the sum of " + plural(len(e.neurons), "neuron") + "."
	case step < 0:
		return opening(&e.reel)
	}
	return scene(e.d, &e.reel, &e.reel.Steps[step], passed)
}

// tiles says what the pictures show of the exhibit.
func (e *exhibit) tiles(caption string) []wire.PageTile {
	tiles := append([]wire.PageTile(nil), tileTexts[e.d-1][:]...)
	neurons := plural(len(e.neurons), "neuron")
	tiles[0].Note = "The matrix under check as a network f; your data wait in the panel Check."
	tiles[4].Note = "A matrix alone has no certificate."
	for i, text := range [...]string{
		"The function of the matrix under check, of order " + strconv.Itoa(e.d+1) + ".", tiles[1].Title + ": " + neurons + ".",
		"Spectrahedron: the matrix as a mean of " + neurons + ".", "Lorentz cone: " + caption, "No certificate.",
		"Each of " + neurons + " as a picture of its own, and their sum.",
	} {
		tiles[i].Description = text
	}
	return tiles
}
