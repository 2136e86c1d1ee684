package canvas

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var tile = Rect{X: 10, Y: 20, W: 400, H: 300}

// begun returns a canvas of the tile, and the list of its layers.
func begun() (*Canvas, *Tile) {
	s, into := &Canvas{}, &Tile{}
	s.Begin(into, tile, 1, 1, 1, &Theme{})
	return s, into
}

// TestRaysMeetTheirPoints: the ray of the pixel at which a point is drawn goes through that point.
func TestRaysMeetTheirPoints(t *testing.T) {
	for _, c := range []Camera{
		HomeCamera(), {Yaw: 2, Pitch: -0.5, Zoom: 3}, {Pitch: PitchLimit, Zoom: 0.5, PanX: 0.3, PanY: -1},
	} {
		proj := c.Projection(tile, 1.2)
		for _, p := range []Vec{{}, {0.3, 0.4, 0.5}, {-0.8, 0.1, -0.7}} {
			at := proj.Project(p)
			if from, along := proj.Ray(at.X, at.Y); from.Plus(along.Scale(proj.Depth(p))).Minus(p).Norm() > 1e-12 {
				t.Errorf("camera %v: the ray of %v misses it", c, p)
			}
		}
	}
}

// TestClipsAreInside: what Clip returns is a part of the line inside the rectangle, and it leaves nothing out.
func TestClipsAreInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		place := rapid.Float64Range(-500, 900)
		a, b := XY(place.Draw(t, "ax"), place.Draw(t, "ay")), XY(place.Draw(t, "bx"), place.Draw(t, "by"))
		from, to, seen := tile.Clip(a, b)
		grown := Rect{tile.X - 1e-6, tile.Y - 1e-6, tile.W + 2e-6, tile.H + 2e-6}
		if seen && (!grown.Contains(from.X, from.Y) || !grown.Contains(to.X, to.Y)) {
			t.Fatalf("%v to %v is outside", from, to)
		}
		inside := 0.0
		for k := range 1001 {
			if p := a.Lerp(b, float64(k)/1000); tile.Contains(p.X, p.Y) {
				inside++
			}
		}
		length := 0.0
		if seen {
			length = math.Hypot(to.X-from.X, to.Y-from.Y)
		}
		if whole := math.Hypot(b.X-a.X, b.Y-a.Y); math.Abs(length-inside/1000*whole) > 0.003*whole+1e-6 {
			t.Fatalf("%g of %g is kept, %g thousandths are inside", length, whole, inside)
		}
	})
}

// TestLabelsKeepApart: placed labels are inside the tile and do not overlap, wherever they are to stand; ticks
// cover nothing that is to be avoided.
func TestLabelsKeepApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _ := begun()
		x, y := rapid.Float64Range(-50, 500), rapid.Float64Range(-50, 400)
		for range rapid.IntRange(0, 20).Draw(t, "marks") {
			s.Labels.Avoid(5, XY(x.Draw(t, "x"), y.Draw(t, "y")))
		}
		for range rapid.IntRange(1, 12).Draw(t, "labels") {
			s.Label(strings.Repeat("w", rapid.IntRange(1, 20).Draw(t, "length")))
			at := XY(x.Draw(t, "x"), y.Draw(t, "y"))
			switch rapid.IntRange(0, 2).Draw(t, "way") {
			case 0:
				s.Labels.Near(at)
			case 1:
				s.Labels.Beyond(at, tile.Center(), 5)
			case 2:
				s.Labels.Tick(at, "clrtb"[rapid.IntRange(0, 4).Draw(t, "anchor")])
			}
		}
		before := len(s.Labels.taken)
		written := strings.Count(string(s.Labels.End()), "\n")
		if written != len(s.Labels.taken) {
			t.Fatalf("%d labels in %d places", written, len(s.Labels.taken))
		}
		for i, a := range s.Labels.taken {
			if a.X0 < 10-1e-9 || a.X1 > 410+1e-9 || a.Y0 < 20-1e-9 || a.Y1 > 320+1e-9 {
				t.Fatalf("%v is outside", a)
			}
			if a.covers(s.Labels.taken[:i], 1) > 0 || i >= before && a.covers(s.Labels.marks, 1) > 0 {
				t.Fatalf("%v covers something", a)
			}
		}
	})
}

// TestWords: a word has subscripts, exponents and numbers.
func TestWords(t *testing.T) {
	var l Labels
	if got := string(l.Start("x").Index(11).Add(" 10").Power(-12).Add(" ").Signed(3, 2).Word); got != "x₁₂ 10⁻¹² +3" {
		t.Errorf("a word is written %s", got)
	}
}

// TestGridsAreRound: the lines of a grid stand at round numbers, neighbours about tickWidth apart.
func TestGridsAreRound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low, length := rapid.Float64Range(-1e3, 1e3).Draw(t, "low"), math.Exp(rapid.Float64Range(-5, 12).Draw(t, "log length"))
		s, _ := begun()
		s.Ink(false)
		c := ChartIn(tile, low, low+length, low, low+length/1.3)
		s.Grid(&c)
		var xs []float64
		for line := range strings.Lines(string(s.Labels.End())) {
			parts := strings.Split(line, "\t")
			px, _ := strconv.ParseFloat(parts[0], 64)
			if parts[2] == "b" {
				x, _ := c.Point(px, 0)
				xs = append(xs, x)
				said, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(parts[4]), "−", "-"), 64)
				if err != nil || math.Abs(said-x) > 0.06/c.KX+5e-4*math.Abs(x) {
					t.Fatalf("%s stands at %g", parts[4], x)
				}
			}
		}
		for i := 1; i < len(xs); i++ {
			if gap := (xs[i] - xs[i-1]) * c.KX; gap < tickWidth/2.6 && gap < tickHeight/2.6 || gap > 4*tickWidth {
				t.Fatalf("two lines are %g pixels apart", gap)
			}
		}
	})
}
