package audit

import (
	"fmt"
	"math"
)

// RGBA is a colour of the screen, sRGB with alpha, each in [0, 1].
type RGBA [4]float64

func (c RGBA) String() string {
	byteOf := func(x float64) int { return int(math.Round(255 * x)) }
	return fmt.Sprintf("#%02x%02x%02x", byteOf(c[0]), byteOf(c[1]), byteOf(c[2]))
}

// over returns the opaque colour that is seen where c lies on an opaque one.
func (c RGBA) over(back RGBA) RGBA {
	seen := RGBA{3: 1}
	for i := range 3 {
		seen[i] = c[3]*c[i] + (1-c[3])*back[i]
	}
	return seen
}

// flatten returns what is seen of layers, the uppermost first, on white paper.
func flatten(layers []RGBA) RGBA {
	seen := RGBA{1, 1, 1, 1}
	for i := len(layers) - 1; i >= 0; i-- {
		seen = layers[i].over(seen)
	}
	return seen
}

// luminance returns the relative luminance of an opaque colour as WCAG defines it: 0 for black, 1 for white.
func (c RGBA) luminance() float64 {
	linear := func(x float64) float64 {
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c[0]) + 0.7152*linear(c[1]) + 0.0722*linear(c[2])
}

// contrast returns the contrast ratio of two opaque colours, from 1 to 21.
func contrast(a, b RGBA) float64 {
	x, y := a.luminance(), b.luminance()
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}
