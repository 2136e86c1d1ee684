// Package playback plays a film: the decomposition of a solution's matrices, neuron by neuron, the solver's path to the solution, or one of the five
// pictures of the argument that nothing can be better.
//
// Time runs in units, see protocol.Film. A film that does not play stands at its end, where the solution is.
package playback

import (
	"math"
	"slices"

	"conelab/core/app/effect"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
)

// unitSeconds is how long one unit of each act takes at the usual speed.
var unitSeconds = [...]float64{
	protocol.Decomposition: 2.2, protocol.Solver: 0.55, protocol.Price: 2, protocol.Curve: 1.5, protocol.Bowl: 1.25, protocol.Tangents: 2,
	protocol.Bounds: 1.25,
}

// Player is a film and where it stands.
type Player struct {
	film  protocol.Film
	path  []protocol.Iterate
	speed float64 // 1 is the usual one
	stop  float64 // where playing ends
}

// New returns a player that is about to play from the beginning.
func New() *Player {
	p := &Player{speed: 1}
	p.Restart(false)
	return p
}

// Film returns what plays; it shares its slices with the player until the next film.
func (p *Player) Film() protocol.Film { return p.film }

// Path returns the solver's iterates, as far as they are known.
func (p *Player) Path() []protocol.Iterate { return p.path }

// Name returns the name of the act, as in intent.Films.
func (p *Player) Name() string { return intent.Films[p.film.Act] }

// Speed returns how fast the film plays, 1 the usual speed.
func (p *Player) Speed() float64 { return p.speed }

// Length returns the number of units that the act takes.
func (p *Player) Length() float64 {
	snapshot := protocol.Snapshot{Film: p.film, Path: p.path}
	return snapshot.Length()
}

// AtEnd reports whether the film stands at its end.
func (p *Player) AtEnd() bool { return p.film.Position >= p.Length() }

// Restart takes the decomposition of the next solution: from its beginning if it is to play, else at its end, where all neurons are. The argument
// goes on, about the next solution.
func (p *Player) Restart(playing bool) {
	if playing || !p.film.Act.Argues() {
		p.film.Act = protocol.Decomposition
	}
	p.film.Position, p.film.Playing, p.stop = 0, playing, math.Inf(1)
}

// Rewind begins anew, if the film plays: another film is about to be loaded.
func (p *Player) Rewind() {
	if p.film.Playing {
		p.film.Position = 0
	}
}

// Pause stops the film where it is.
func (p *Player) Pause() { p.film.Playing = false }

// ToEnd stops the film at its end.
func (p *Player) ToEnd() { p.film.Playing, p.film.Position = false, p.Length() }

// Load takes a film of the decomposition; the solver's path is to follow.
func (p *Player) Load(reels []protocol.Reel) { p.film.Reels, p.path = reels, p.path[:0] }

// LoadPath takes the film of the solver's path.
func (p *Player) LoadPath(path []protocol.Iterate) { p.path = path }

// Settle puts a film that does not play, or is shorter than it was, at its end; held does so in any case.
func (p *Player) Settle(held bool) {
	if length := p.Length(); !p.film.Playing || p.film.Position > length || held {
		p.film.Position, p.film.Playing = length, false
	}
}

// SetFilm chooses the act, but not where it stands; it reports false for one that there is not.
func (p *Player) SetFilm(name string) bool {
	act := slices.Index(intent.Films, name)
	if act < 0 {
		return false
	}
	p.film.Act = protocol.Act(act)
	return true
}

// SetSpeed chooses how fast the film plays; it reports false for a speed that there cannot be.
func (p *Player) SetSpeed(speed float64) bool {
	if !(speed >= intent.Slowest && speed <= intent.Fastest) {
		return false
	}
	p.speed = speed
	return true
}

// Place puts the film at a position, to play on from there unless that is its end.
func (p *Player) Place(position float64, playing bool) {
	p.film.Position = math.Max(0, math.Min(p.Length(), position))
	p.film.Playing, p.stop = playing && !p.AtEnd(), math.Inf(1)
}

// Apply carries out an intent of the transport bar. What plays is the network as it was found; time passes only for a film that is ready, that
// is of the present solution.
func (p *Player) Apply(in intent.Intent, ready bool) (effect.Effect, error) {
	length := p.Length()
	at := math.Max(0, math.Min(length, p.film.Position))
	switch in := in.(type) {
	case *intent.Film:
		p.SetFilm(in.Name)
		p.film.Position = p.Length()
		if p.film.Playing {
			p.film.Position, p.stop = 0, math.Inf(1)
		}
		return effect.Original | effect.ShowData, nil
	case *intent.Speed:
		p.SetSpeed(in.Value)
		return 0, nil
	case *intent.Play:
		if at >= length {
			at = 0
		}
		p.film.Playing, p.stop = length > 0, math.Inf(1)
	case *intent.Pause:
		p.film.Playing = false
	case *intent.Seek:
		p.film.Playing = false
		at = math.Max(0, math.Min(length, in.Position))
	case *intent.Step:
		at = p.step(in, at, length)
	case *intent.Tick:
		if ready {
			at = p.tick(in.Seconds, at, length)
		}
	default:
		return effect.Foreign, nil
	}
	p.film.Position = at
	return effect.Original, nil
}

// step returns where a step leads to.
func (p *Player) step(in *intent.Step, at, length float64) float64 {
	p.film.Playing = false
	// A hair's breadth, so that stepping from what a slider rounded to a whole unit moves by a whole unit.
	const hair = 1e-6
	if in.By < 0 {
		return math.Max(0, math.Ceil(at-hair)-1)
	}
	next := math.Min(length, math.Floor(at+hair)+1)
	if in.Animate && next > at {
		p.film.Playing, p.stop = true, next
		return at
	}
	return next
}

// tick returns where the film is after some time.
func (p *Player) tick(seconds, at, length float64) float64 {
	if !p.film.Playing || !(seconds > 0) {
		return at
	}
	end := math.Min(p.stop, length)
	at += math.Min(seconds, 1) * p.speed / unitSeconds[p.film.Act]
	if at >= end {
		at, p.film.Playing = end, false
	}
	return at
}
