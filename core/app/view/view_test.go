package view

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
)

// of returns the pictures of a solved preset.
func of(preset string) *Pictures { return solvedAt(preset, 0.05) }

func solvedAt(preset string, beta float64) *Pictures {
	work := workspace.New(workspace.First(preset, beta))
	s := NewPictures(work, solve.NewTraining(work), &solve.Jobs{}, NewPointer(work))
	for s.training.Busy() {
		s.training.Work(func() float64 { return 0 }, func() bool { return false })
	}
	s.Project()
	return s
}

// TestPriceIsNotContradicted: a gain that is the price once both are rounded is not said in figures that agree, and called less.
func TestPriceIsNotContradicted(t *testing.T) {
	for _, beta := range []float64{1e-6, 0.01, 0.1234, 3} {
		s := solvedAt("parabola", beta)
		s.Player.SetAnimation("price")
		s.Refresh().Snapshot()
		for _, share := range []float64{0, 0.5, 0.99, 0.999, 0.9999} {
			text := s.Argument.Caption(&protocol.Argument{Topic: protocol.Price, Angle: 2, Gain: -share * beta}, false, false)
			n := 0
			for _, end := range []string{" ", ",", ":"} {
				n += strings.Count(text, " "+messages.Short(beta)+end)
			}
			if n != 1 {
				t.Errorf("%s", text)
			}
		}
	}
}

// TestLegendNamesWhatIsShown: along the film of the decomposition, the legend explains the letters that the caption has, and only them.
func TestLegendNamesWhatIsShown(t *testing.T) {
	letters := map[string]*regexp.Regexp{
		"rank": regexp.MustCompile(`rank`), "λ, q": regexp.MustCompile(`λ`), "p": regexp.MustCompile(`p[₁-₉′]`),
		"s": regexp.MustCompile(`\bs\b|ss′`),
		"G": regexp.MustCompile(`′G`),
	}
	seen := map[string]int{}
	for _, preset := range []string{"parabola", "ring", "shell"} {
		s := of(preset)
		s.Player.SetAnimation("decomposition")
		for at := 0.0; at <= s.Player.Length(); at += 0.1 {
			s.Player.Place(at, false)
			p := s.Refresh().Page()
			legend := map[string]bool{}
			for _, symbol := range p.Tiles[protocol.PictureLorentz].Legend {
				legend[symbol.Symbol] = true
				seen[symbol.Symbol]++
			}
			for letter, in := range letters {
				if in.MatchString(p.Animation.Caption) != legend[letter] {
					t.Fatalf("%s at %g: %q with the legend %v", preset, at, p.Animation.Caption, legend)
				}
			}
		}
	}
	if len(seen) < 6 {
		t.Errorf("the legends had %v", seen)
	}
}

// TestEveryPictureHasWords plays all animations: captions and descriptions are sentences with their numbers.
func TestEveryPictureHasWords(t *testing.T) {
	check := func(s *Pictures) {
		t.Helper()
		p := s.Refresh().Page()
		if len(p.Tiles) != protocol.PictureCount {
			t.Fatalf("%d pictures", len(p.Tiles))
		}
		for _, tile := range p.Tiles {
			if tile.Title == "" || !strings.HasSuffix(tile.Note, ".") || !strings.HasSuffix(tile.Description, ".") ||
				strings.Contains(tile.Description, "NaN") {
				t.Errorf("%+v", tile)
			}
		}
		if c := p.Animation.Caption; !strings.HasSuffix(c, ".") || strings.Contains(c, "NaN") {
			t.Errorf("caption %q", c)
		}
	}
	for _, preset := range []string{"parabola", "ring", "shell", "masked", "bars"} {
		s := of(preset)
		for _, animation := range intent.Animations {
			s.Player.SetAnimation(animation)
			for at := 0.0; at <= s.Player.Length(); at += 0.3 {
				s.Player.Place(at, false)
				check(s)
			}
		}
	}
}

// animation returns a player with sequences of the given numbers of steps.
func animation(steps ...int) *Player {
	p := NewPlayer()
	var sequences []protocol.Sequence
	for _, n := range steps {
		sequences = append(sequences, protocol.Sequence{Sign: 1, Steps: make([]protocol.Step, n)})
	}
	p.Sequences = sequences
	return p
}

func TestPlaysToItsEnd(t *testing.T) {
	p := animation(2, 1)
	if p.Animation.Playing {
		t.Fatalf("a film plays that nobody has asked for: %+v", p.Animation)
	}
	p.Place(0, true)
	if p.Length() != 5 || !p.Animation.Playing {
		t.Fatalf("%g units, %+v", p.Length(), p.Animation)
	}
	p.Tick(unitSeconds[protocol.Decomposition]/4, true)
	if at := p.Animation.Position; math.Abs(at-0.25) > 1e-12 {
		t.Errorf("a quarter of a unit leads to %g", at)
	}
	p.Tick(1, false)
	if at := p.Animation.Position; math.Abs(at-0.25) > 1e-12 {
		t.Error("a film that is not ready plays")
	}
	for range 20 {
		p.Tick(100, true) // counts as one second
	}
	if f := p.Animation; f.Playing || f.Position != 5 {
		t.Errorf("in the end %+v", f)
	}
	p.Play()
	if f := p.Animation; !f.Playing || f.Position != 0 {
		t.Errorf("from its end it plays on from %g", f.Position)
	}
}

// TestStepsAreWhole steps forwards and backwards from any position, at once or playing.
func TestStepsAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := animation(2, 3)
		p.Place(rapid.Float64Range(-1, 9).Draw(t, "at"), false)
		from, by := p.Animation.Position, rapid.SampledFrom([]float64{-1, 1}).Draw(t, "by")
		p.Step(by < 0, rapid.Bool().Draw(t, "plays"))
		for range 10 {
			p.Tick(1, true)
		}
		to := p.Animation.Position
		if p.Animation.Playing || to != math.Trunc(to) || to < 0 || to > p.Length() || by > 0 && to < from || by < 0 && to > from || math.Abs(to-from) > 1+1e-6 {
			t.Fatalf("a step by %g leads from %g to %g", by, from, to)
		}
	})
}

// TestChaptersAreOneFilm: the film waits after its first chapter, and then plays the four others; a chapter alone ends.
func TestChaptersAreOneFilm(t *testing.T) {
	const tick = 0.5
	for _, whole := range []bool{true, false} {
		p := animation(3)
		p.Pause()
		p.Switch("price", whole)
		p.Place(0, false)
		p.Play()
		var names []string
		last := 0.0
		for range 400 {
			if n := len(names); n == 0 || names[n-1] != p.Name() {
				names, last = append(names, p.Name()), 0
			}
			elapsed, seconds := p.Clock()
			if elapsed < last || elapsed > seconds || math.Abs(elapsed/seconds-p.Animation.Position/p.Length()) > 1e-9 {
				t.Fatalf("%s: %g s after %g s of %g s, at %g", p.Name(), elapsed, last, seconds, p.Animation.Position)
			}
			last = elapsed
			p.Tick(tick, true)
			if !p.Animation.Playing {
				if p.Name() != "price" || !whole {
					break
				}
				p.Play()
			}
		}
		if want := map[bool]int{true: 5, false: 1}[whole]; len(names) != want || !p.AtEnd() {
			t.Errorf("whole %v: %v, at %g", whole, names, p.Animation.Position)
		}
	}
	p := animation(3)
	p.Pause()
	p.Switch("curve", true)
	p.Place(0, false)
	p.Step(true, false)
	if p.Name() != "price" || !p.AtEnd() {
		t.Errorf("back leads to %s at %g", p.Name(), p.Animation.Position)
	}
	p.Step(false, false)
	if p.Name() != "curve" || p.Animation.Position != 1 {
		t.Errorf("forward leads to %s at %g", p.Name(), p.Animation.Position)
	}
}
