package view

import (
	"conelab/core/app/workspace"
	"math"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
)

// film returns a player with reels of the given numbers of steps.
func film(steps ...int) *Player {
	p := NewPlayer()
	var reels []protocol.Reel
	for _, n := range steps {
		reels = append(reels, protocol.Reel{Sign: 1, Steps: make([]protocol.Step, n)})
	}
	p.load(reels)
	return p
}

func (p *Player) do(in intent.Intent) { _, _ = p.Apply(in, true) }

func TestPlaysToItsEnd(t *testing.T) {
	p := film(2, 1)
	if p.Film().Playing {
		t.Fatalf("a film plays that nobody has asked for: %+v", p.Film())
	}
	p.Restart(true)
	if p.Length() != 5 || !p.Film().Playing {
		t.Fatalf("%g units, %+v", p.Length(), p.Film())
	}
	p.do(&intent.Tick{Seconds: unitSeconds[protocol.Decomposition] / 4})
	if at := p.Film().Position; math.Abs(at-0.25) > 1e-12 {
		t.Errorf("a quarter of a unit leads to %g", at)
	}
	_, _ = p.Apply(&intent.Tick{Seconds: 1}, false)
	if at := p.Film().Position; math.Abs(at-0.25) > 1e-12 {
		t.Error("a film that is not ready plays")
	}
	for range 20 {
		p.do(&intent.Tick{Seconds: 100}) // counts as one second
	}
	if f := p.Film(); f.Playing || f.Position != 5 {
		t.Errorf("in the end %+v", f)
	}
	p.do(&intent.Play{})
	if f := p.Film(); !f.Playing || f.Position != 0 {
		t.Errorf("from its end it plays on from %g", f.Position)
	}
}

// TestStepsAreWhole steps forwards and backwards from any position.
func TestStepsAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := film(2, 3)
		p.do(&intent.Seek{Position: rapid.Float64Range(-1, 9).Draw(t, "at")})
		from, by := p.Film().Position, rapid.SampledFrom([]float64{-1, 1}).Draw(t, "by")
		p.do(&intent.Step{By: by})
		to := p.Film().Position
		if to != math.Trunc(to) || to < 0 || to > p.Length() || by > 0 && to < from || by < 0 && to > from || math.Abs(to-from) > 1+1e-6 {
			t.Fatalf("a step by %g leads from %g to %g", by, from, to)
		}
	})
}

func TestAnimatedStepStops(t *testing.T) {
	p := film(3)
	p.do(&intent.Seek{Position: 1})
	p.do(&intent.Step{By: 1, Animate: true})
	for range 10 {
		p.do(&intent.Tick{Seconds: 1})
	}
	if f := p.Film(); f.Playing || f.Position != 2 {
		t.Errorf("%+v", f)
	}
}

func TestAnotherFilm(t *testing.T) {
	p := film(3)
	p.Pause()
	p.Settle(false)
	if !p.AtEnd() {
		t.Error("a film that does not play stands before its end")
	}
	p.path = make([]protocol.Iterate, 8)
	e, _ := p.Apply(&intent.Film{Name: "solver"}, true)
	if p.Name() != "solver" || p.Length() != 7 || !p.AtEnd() || !e.Has(workspace.Original|workspace.ShowData) {
		t.Errorf("%s of %g at %g", p.Name(), p.Length(), p.Film().Position)
	}
	p.Place(3, true)
	p.Settle(true)
	if !p.AtEnd() || p.Film().Playing {
		t.Error("it plays while the data are changed")
	}
	p.SetSpeed(0.25)
	p.SetSpeed(5)
	p.SetSpeed(math.NaN())
	if p.SetFilm("western"); p.Name() != "solver" || p.Speed() != 0.25 {
		t.Error("values that there are not are taken")
	}
}
