package session

import (
	"math"

	"conelab/core/neural"
	"conelab/core/wire"
)

// unitSeconds is how long one unit of the film takes.
const unitSeconds = 2.2

// restart plays the film of the next solution from its beginning.
func (s *Session) restart() {
	s.film.Position, s.film.Playing, s.stop = 0, true, math.Inf(1)
}

// project makes the film of the solution. A film that is not playing stands at its end, with all neurons found.
func (s *Session) project() {
	s.film.Reels = s.film.Reels[:0]
	if s.solved != nil && s.drawable() {
		neuron := 0
		for k, dec := range s.solved.Decompositions {
			if len(dec.Steps) > 0 {
				s.film.Reels = append(s.film.Reels, reel(dec, 1-2*(k%2), &neuron))
			}
		}
	}
	if length := s.film.Length(); !s.film.Playing || s.film.Position > length || s.gesture.open || s.sliding != "" {
		s.film.Position, s.film.Playing = length, false
	}
	if s.solved == nil || s.focus >= len(s.solved.Neurons) {
		s.focus = -1
	}
}

// reel returns the decomposition as steps of the film; neuron counts those of the network, in whose list a vector of no weight has no
// place.
func reel(dec *neural.Decomposition, sign int, neuron *int) wire.Reel {
	r := wire.Reel{Sign: sign}
	for _, step := range dec.Steps {
		shot := wire.Step{
			First: step.First, Partner: step.Partner, Angle: step.Angle, FormFirst: step.FormFirst, FormPartner: step.FormPartner,
			Y: wire.Vec3(step.Y), Neuron: -1,
		}
		for _, v := range step.Before {
			shot.Before = append(shot.Before, wire.Vec3(v))
		}
		if step.Y[len(step.Y)-1] != 0 {
			shot.Neuron = *neuron
			*neuron++
		}
		r.Steps = append(r.Steps, shot)
	}
	return r
}

// direct carries out the intents of the transport bar.
func (s *Session) direct(in *intent) {
	length := s.film.Length()
	at := math.Max(0, math.Min(length, s.film.Position))
	switch in.Do {
	case "play":
		if at >= length {
			at = 0
		}
		s.film.Playing, s.stop = length > 0, math.Inf(1)
	case "pause":
		s.film.Playing = false
	case "seek":
		s.film.Playing = false
		at = math.Max(0, math.Min(length, in.Position))
	case "step":
		s.film.Playing = false
		// A hair's breadth, so that stepping from what a slider rounded to a whole unit moves by a whole unit.
		const hair = 1e-6
		if in.By < 0 {
			at = math.Max(0, math.Ceil(at-hair)-1)
		} else if next := math.Min(length, math.Floor(at+hair)+1); in.Animate && next > at {
			s.film.Playing, s.stop = true, next
		} else {
			at = next
		}
	case "tick":
		if s.film.Playing && in.Seconds > 0 && !s.stale {
			end := math.Min(s.stop, length)
			at += math.Min(in.Seconds, 1) / unitSeconds
			if at >= end {
				at, s.film.Playing = end, false
			}
		}
	}
	s.film.Position = at
}
