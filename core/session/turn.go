package session

import (
	"errors"
	"math"
	"strconv"

	"conelab/core/document"
	"conelab/core/equivalence"
	"conelab/core/neural"
	"conelab/core/solve"
	"conelab/core/wire"
)

// canTurn says of Z and Z' whether they have so many networks that a neuron can be turned: rank 3 or more.
func (s *Session) canTurn() (can [2]bool) {
	if s.exhibit != nil || !s.drawable() {
		return can
	}
	for k, dec := range s.decompositions() {
		can[k] = len(dec.Vectors) >= 3
	}
	return can
}

// turn goes over to another optimal network, one whose neuron has the direction u, or comes as near to it as can be. Its cost is that of its
// own forward pass.
func (s *Session) turn(in *intent) error {
	if s.solved == nil || s.stale || s.exhibit != nil || !s.drawable() || in.Neuron < 0 || in.Neuron >= len(s.neurons()) {
		return errors.New("There is no neuron " + strconv.Itoa(in.Neuron+1) + " to turn.")
	}
	if len(in.U) < s.d {
		return errors.New("A direction to turn to needs " + strconv.Itoa(s.d) + " numbers.")
	}
	var group []neural.Neuron
	var places []int
	chosen := -1
	shown := s.places()
	for k, i := range shown {
		neuron := s.solved.Neurons[i]
		if (neuron.Alpha > 0) != (s.solved.Neurons[shown[in.Neuron]].Alpha > 0) {
			continue
		}
		if k == in.Neuron {
			chosen = len(group)
		}
		group, places = append(group, neuron), append(places, i)
	}
	turned, ok := equivalence.Turn(group, chosen, in.U[:s.d])
	if !ok {
		return nil // nothing turns here: the neuron stays where it is
	}
	neurons := append([]neural.Neuron(nil), s.solved.Neurons...)
	for k, i := range places {
		neurons[i] = turned[k]
	}
	if s.original == nil {
		s.original = s.solved
	}
	s.solved, s.turned = s.solved.Replace(s.training(), neurons), nil
	s.film.Playing, s.film.Position = false, s.length()
	s.revision++
	return nil
}

// straighten goes back to the network as the decomposition found it.
func (s *Session) straighten() {
	if s.original != nil {
		s.solved, s.original, s.turned = s.original, nil, nil
		s.revision++
	}
}

// turnedDigits are those of a turned network in links and files: the cost depends on what is lost of them in second order only.
const turnedDigits = 12

// turnedRows returns the turned network, a row (alpha, u) for each neuron, or nil where none has been turned.
func (s *Session) turnedRows() [][]float64 {
	switch {
	case s.comeback != nil:
		return s.comeback.turned
	case s.original == nil:
		return nil
	}
	if s.turned == nil {
		for _, n := range s.solved.Neurons {
			row := append([]float64{n.Alpha}, n.U...)
			for k, v := range row {
				row[k], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', turnedDigits, 64), 64)
			}
			s.turned = append(s.turned, row)
		}
	}
	return s.turned
}

// turnBack goes over to a turned network that was shared or kept, if our own bound certifies that it is optimal; else it stays with the
// network that was found, and says so.
func (s *Session) turnBack(rows [][]float64) {
	if len(rows) == 0 {
		return
	}
	if s.solved == nil || !s.drawable() || !s.exchange(rows) {
		s.notice = "The turned network that came with this is not an optimum of its problem, so the one that was found here is shown."
		return
	}
	s.film.Playing, s.film.Position = false, s.length()
}

// exchange makes the rows the network, and reports false where they are not one that the optimum can be turned to.
func (s *Session) exchange(rows [][]float64) bool {
	if len(rows) != len(s.solved.Neurons) {
		return false
	}
	network := make([]document.Neuron, len(rows))
	for i, row := range rows {
		if len(row) != s.d+1 || (row[0] > 0) != (s.solved.Neurons[i].Alpha > 0) {
			return false
		}
		network[i] = document.Neuron{Alpha: row[0], U: row[1:], Output: s.solved.Neurons[i].Output}
	}
	trial := solve.Try(s.training(), network, s.solved)
	if trial.Fault != "" || !(trial.Gap <= math.Max(trial.Limit, s.solved.Gap+turnedGap)) {
		return false
	}
	s.original, s.turned = s.solved, rows
	s.solved = s.solved.Replace(s.training(), trial.Neurons)
	s.revision++
	return true
}

// turnedGap is what the rounding of a turned network may add to the relative gap of a solution that is above its tolerance itself.
const turnedGap = 1e-9

// trace takes over the solver's path, whose proof takes longer than a solution, once no gesture is under way.
func (s *Session) trace() {
	if len(s.path) > 0 || !s.pictured() || !s.drawable() || s.gesture.open || s.sliding != "" {
		return
	}
	for _, it := range s.solved.Path(s.output()) {
		s.path = append(s.path, iterate(&it, s.d))
	}
}

func iterate(it *solve.Iterate, d int) wire.Iterate {
	return wire.Iterate{
		Plus: symmetric(it.Plus, d), Minus: symmetric(it.Minus, d), Certificate: form(it.Quadratic, d), Cost: it.Cost, Bound: it.Bound,
	}
}
