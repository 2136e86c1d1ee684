package audit

import (
	"math"
	"testing"
)

// hex returns an opaque colour.
func hex(n uint32) RGBA {
	return RGBA{float64(n>>16&0xff) / 0xff, float64(n>>8&0xff) / 0xff, float64(n&0xff) / 0xff, 1}
}

// TestContrast has well-known pairs: the extremes, the lightest grey that is text on white, and the darkest that is not.
func TestContrast(t *testing.T) {
	for _, c := range []struct {
		a, b uint32
		want float64
	}{
		{0x000000, 0xffffff, 21}, {0xffffff, 0xffffff, 1}, {0x767676, 0xffffff, 4.54}, {0x777777, 0xffffff, 4.48}, {0x949494, 0xffffff, 3.03},
		{0xff0000, 0xffffff, 4.00}, {0x0000ff, 0xffffff, 8.59}, {0x00ff00, 0x000000, 15.30},
	} {
		if got := contrast(hex(c.a), hex(c.b)); math.Abs(got-c.want) > 0.006 || got != contrast(hex(c.b), hex(c.a)) {
			t.Errorf("%06x on %06x: %.3f, expected %.2f", c.a, c.b, got, c.want)
		}
	}
}

func TestFlatten(t *testing.T) {
	black := RGBA{0, 0, 0, 0.5}
	if got := flatten([]RGBA{black}); got.String() != "#808080" {
		t.Errorf("half black on white paper is %v", got)
	}
	if got := flatten([]RGBA{black, hex(0xff0000), hex(0x00ff00)}); got.String() != "#800000" {
		t.Errorf("half black on red, which hides green, is %v", got)
	}
	if got := flatten(nil); got != hex(0xffffff) {
		t.Errorf("paper is %v", got)
	}
}

func TestReadingOrder(t *testing.T) {
	at := func(left, top float64) Stop {
		return Stop{Part: "p", Left: left, Top: top, Right: left + 50, Bottom: top + 20}
	}
	for name, c := range map[string]struct {
		next, last Stop
		before     bool
	}{
		"to the right":          {at(60, 0), at(0, 0), false},
		"to the left":           {at(0, 0), at(60, 0), true},
		"below":                 {at(0, 30), at(0, 0), false},
		"above":                 {at(0, 0), at(0, 30), true},
		"the next line":         {at(0, 30), at(60, 0), false},
		"the next column":       {at(60, 0), at(0, 90), false},
		"in another part":       {Stop{Part: "q"}, at(0, 90), false},
		"on something that has": {Stop{Part: "p", Moves: true}, at(0, 90), false},
	} {
		if c.next.before(c.last) != c.before {
			t.Errorf("%s: before is %v", name, !c.before)
		}
	}
}
