package session

import (
	"errors"
	"math"
	"strconv"

	"conelab/core/neural"
	"conelab/core/solve"
	"conelab/core/wire"
)

// exhibit is a matrix that the stage shows in place of the data, its decomposition being the film; or, with a trial, a network that it
// shows in place of the optimal one. Any change of the data ends it.
type exhibit struct {
	d       int
	matrix  [][]float64
	reel    wire.Reel
	neurons []wire.Neuron
	trial   *solve.Trial
}

// exhibitClaim puts what was checked last on the stage, or takes it off.
func (s *Session) exhibitClaim(show bool) error {
	if !show {
		s.leaveExhibit()
		return nil
	}
	if s.verdict == nil || !s.verdict.CanShow {
		return errors.New("There is no checked matrix of order 2, 3 or 4, and no network for the data, to show.")
	}
	s.finishGesture()
	s.straighten()
	if s.claim.matrix != nil {
		s.exhibit = newExhibit(s.claim.matrix)
	} else {
		s.exhibit = networkExhibit(s.trial, s.d)
	}
	s.verdict = shown(s.verdict, true)
	s.focus, s.entry = -1, [3]int{-1}
	s.revision++
	s.project()
	s.restart()
	s.film.Playing = s.exhibit.trial == nil
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
	s.focus, s.entry = -1, [3]int{-1}
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
	e := &exhibit{d: order - 1, matrix: rows, reel: reel(dec, 1, &next)}
	for _, n := range neural.Neurons(dec.Vectors, 1) {
		neuron := wire.Neuron{Alpha: n.Alpha}
		copy(neuron.U[:], n.U)
		e.neurons = append(e.neurons, neuron)
	}
	return e
}

// networkExhibit shows a network of d features.
func networkExhibit(trial *solve.Trial, d int) *exhibit {
	e := &exhibit{d: d, trial: trial}
	for _, n := range trial.Neurons {
		neuron := wire.Neuron{Alpha: n.Alpha}
		copy(neuron.U[:], n.U)
		e.neurons = append(e.neurons, neuron)
	}
	return e
}

// exhibitTo writes what the pictures show of the exhibit: a matrix has no data and no certificate, a network the g of its own dual vector.
func (s *Session) exhibitTo(dst *wire.Snapshot) {
	e := s.exhibit
	dst.Dimension, dst.Window, dst.Beta, dst.Film, dst.Tool = e.d, unitWindow, s.beta, s.film, tools["move"]
	dst.Focus, dst.Entry = s.focus, wire.Entry{Matrix: s.entry[0], Row: lifted(s.entry[1], e.d), Column: lifted(s.entry[2], e.d)}
	if e.trial != nil {
		dst.Window, dst.Pointed = s.window, s.point
		s.pointsTo(dst)
		if e.trial.Quadratic != nil {
			dst.Certificate = form(e.trial.Quadratic, e.d)
		}
	}
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
	if e.trial != nil {
		return "The network under check has " + plural(len(e.neurons), "neuron") + "; the ring marks the point where it differs most from the optimum."
	}
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
	if e.trial != nil {
		e.networkTiles(tiles, neurons)
		return tiles
	}
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

// networkTiles says what the pictures show of a network under check.
func (e *exhibit) networkTiles(tiles []wire.PageTile, neurons string) {
	tiles[0].Note = "The network under check as f; the ring marks where it is farthest from the optimum."
	tiles[4].Note = "g of this network\u2019s own v stays within \u00b1\u03b2."
	if peak := e.trial.Peak; peak > 1+1e-3 {
		tiles[4].Note = "g of this network\u2019s own v reaches " + brief(peak) + " \u03b2: a neuron there would lower the cost."
	}
	tiles[3].Note = "A network under check has no film."
	for i, text := range [...]string{
		"Your data, and the function of the network under check, of " + neurons + ".", tiles[1].Title + ": " + neurons + " of the network under check.",
		"Spectrahedron: Z and Z\u2032 of the network under check.", "Lorentz cone: a network under check has no film.",
		"Certificate: the largest |g| of this network\u2019s own v is " + number(e.trial.Peak) + " times \u03b2.",
		"Each of " + neurons + " as a picture of its own, and their sum.",
	} {
		tiles[i].Description = text
	}
}

// matrices returns Z and Z' of the exhibit, of a pasted matrix itself alone; with a neuron in focus, the part of that one.
func (e *exhibit) matrices(focus int) [][][]float64 {
	if e.matrix != nil && focus < 0 {
		return [][][]float64{e.matrix}
	}
	neurons := make([]neural.Neuron, len(e.neurons))
	for i, n := range e.neurons {
		neurons[i] = neural.Neuron{U: n.U[:e.d], Alpha: n.Alpha}
	}
	if focus >= 0 {
		neurons = neurons[focus : focus+1]
	}
	if e.matrix != nil {
		return [][][]float64{assembled(neurons, 1, e.d, 0)}
	}
	return [][][]float64{assembled(neurons, 1, e.d, 0), assembled(neurons, -1, e.d, 0)}
}
