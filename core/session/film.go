package session

import (
	"errors"
	"math"
	"strconv"

	"conelab/core/document"
	"conelab/core/neural"
	"conelab/core/wire"
)

// unitSeconds is how long one unit of each act takes at the usual speed.
var unitSeconds = [...]float64{wire.Decomposition: 2.2, wire.Solver: 0.55}

// filmNames are the names of the acts in intents.
var filmNames = [...]string{wire.Decomposition: "decomposition", wire.Solver: "solver"}

// slowest and fastest bound the speed of the film.
const slowest, fastest = 0.25, 4

// restart plays the film of the next solution from its beginning. What was selected is no longer there.
func (s *Session) restart() {
	s.sources++
	s.source, s.selected = s.sources, nil
	s.film.Act, s.film.Position, s.film.Playing, s.stop = wire.Decomposition, 0, true, math.Inf(1)
}

// length returns the number of units that the act takes.
func (s *Session) length() float64 {
	snapshot := wire.Snapshot{Film: s.film, Path: s.path}
	return snapshot.Length()
}

// useFilm changes the act; it begins at its end, where the solution is, unless it plays.
func (s *Session) useFilm(name string) error {
	for act, known := range filmNames {
		if name == known {
			s.straighten()
			s.leaveExhibit()
			s.film.Act = wire.Act(act)
			s.film.Position = s.length()
			if s.film.Playing {
				s.film.Position, s.stop = 0, math.Inf(1)
			}
			return nil
		}
	}
	return errors.New("There is no film " + strconv.Quote(document.Clip(name)) + ".")
}

func (s *Session) setSpeed(value float64) error {
	if !(value >= slowest && value <= fastest) {
		return errors.New("The speed must be between 0.25 and 4, but it is " + number(value) + ".")
	}
	s.speed = value
	return nil
}

// project makes the film of the solution. A film that is not playing stands at its end, with all neurons found.
func (s *Session) project() {
	s.film.Reels, s.path, s.original, s.turned = s.film.Reels[:0], s.path[:0], nil, nil
	if s.exhibit != nil {
		if len(s.exhibit.reel.Steps) > 0 {
			s.film.Reels = append(s.film.Reels, s.exhibit.reel)
		}
	} else {
		neuron := 0
		for k, dec := range s.decompositions() {
			if len(dec.Steps) > 0 {
				s.film.Reels = append(s.film.Reels, reel(dec, 1-2*k, &neuron))
			}
		}
	}
	s.trace()
	if length := s.length(); !s.film.Playing || s.film.Position > length || s.gesture.open || s.sliding != "" {
		s.film.Position, s.film.Playing = length, false
	}
	if s.focus >= s.focusable() {
		s.focus = -1
	}
	if s.point >= s.samples() {
		s.point = -1
	}
	if s.solved == nil && s.exhibit == nil || max(s.entry[1], s.entry[2]) > s.features() {
		s.entry = [3]int{-1}
	}
}

// reel returns the decomposition as steps of the film; neuron counts those of the network, in whose list a vector of no weight has no
// place.
func reel(dec *neural.Decomposition, sign int, neuron *int) wire.Reel {
	r := wire.Reel{Sign: sign}
	for _, step := range dec.Steps {
		shot := wire.Step{
			First: step.First, Partner: step.Partner, Angle: step.Angle, FormFirst: step.FormFirst, FormPartner: step.FormPartner,
			Neuron: -1,
		}
		if len(step.Y) > drawnFeatures+1 {
			embed(&step, &shot)
		} else {
			shot.Y = widen(step.Y)
			for _, v := range step.Before {
				shot.Before = append(shot.Before, widen(v))
			}
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
	s.straighten()
	length := s.length()
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
			at += math.Min(in.Seconds, 1) * s.speed / unitSeconds[s.film.Act]
			if at >= end {
				at, s.film.Playing = end, false
			}
		}
	}
	s.film.Position = at
}
