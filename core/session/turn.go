package session

import (
	"errors"
	"strconv"

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
	s.solved = s.solved.Replace(s.training(), neurons)
	s.film.Playing, s.film.Position = false, s.length()
	s.revision++
	return nil
}

// straighten goes back to the network as the decomposition found it.
func (s *Session) straighten() {
	if s.original != nil {
		s.solved, s.original = s.original, nil
		s.revision++
	}
}

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
