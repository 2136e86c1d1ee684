package session

import "errors"

// canTurn says of Z and Z' whether they have so many networks that a neuron can be turned: rank 3 or more.
func (s *Session) canTurn() (can [2]bool) {
	if s.solved == nil || !s.drawable() {
		return can
	}
	for k, dec := range s.solved.Decompositions {
		can[k%2] = can[k%2] || len(dec.Vectors) >= 3
	}
	return can
}

// turn goes over to another optimal network, one whose neuron has the direction u, or comes as near to it as can be.
func (s *Session) turn(in *intent) error {
	return errors.New("Not yet.")
}

// straighten goes back to the network as the decomposition found it.
func (s *Session) straighten() {
	if s.original != nil {
		s.solved, s.original = s.original, nil
		s.revision++
	}
}

// trace takes over the solver's path.
func (s *Session) trace() {}
