package e2e

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/core/draw/canvas"
	"conelab/core/draw/scene"
	"conelab/www/visit"
)

const (
	// heatTolerance is how far a channel of the heat map may be from its formula: five of 255 steps, for rounding, blending and drivers.
	heatTolerance = 5.0 / 255
	// plain is how much the channels of a pixel and its neighbours may differ where no line, point or letter is near.
	plain = 4.0 / 255
)

// theme is some of the page's colours by their names in the style sheet.
type theme map[string]visit.Colour

// colours reads the page's colours.
func (v *user) colours() theme {
	v.t.Helper()
	names := strings.Fields("paper positive negative")
	hex := evaluate[[]string](v, `'`+strings.Join(names, " ")+`'.split(' ').map((n) => {
		const c = getComputedStyle(document.documentElement).getPropertyValue('--' + n).trim().slice(1);
		return c.length === 3 ? [...c].map((d) => d + d).join('') : c })`)
	colours := theme{}
	for i, name := range names {
		var c [3]uint8
		if _, err := fmt.Sscanf(hex[i], "%02x%02x%02x", &c[0], &c[1], &c[2]); err != nil || len(hex[i]) != 6 {
			v.t.Fatalf("--%s is %q, no colour (%v)", name, hex[i], err)
		}
		colours[name] = visit.Colour{float64(c[0]) / 0xff, float64(c[1]) / 0xff, float64(c[2]) / 0xff}
	}
	return colours
}

// off is the largest difference of a channel.
func off(a, b visit.Colour) float64 {
	return max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]))
}

// mix is the colour the fraction s of the way from a to b.
func mix(a, b visit.Colour, s float64) (c visit.Colour) {
	for i := range c {
		c[i] = a[i] + (b[i]-a[i])*s
	}
	return c
}

// isPlain reports whether the pixels around a place are of nearly one colour.
func isPlain(p *visit.Picture, x, y float64) bool {
	for dx := -4.0; dx <= 4; dx++ {
		for dy := -4.0; dy <= 4; dy++ {
			if off(p.Colour(x+dx, y+dy), p.Colour(x, y)) > plain*math.Hypot(dx, dy)/2+1.0/255 {
				return false
			}
		}
	}
	return true
}

// TestPicturesShowWhatWasComputed compares pixels with what the solution's document says must be there. That lines are where they belong is
// proved of the scene; here the shader must come to the same colours.
func TestPicturesShowWhatWasComputed(t *testing.T) {
	t.Parallel()
	v := drawn(t, visit.Mode("lab"), chromedp.EmulateViewport(1920, 1300)) // pictures large enough to look into
	m := v.preset(2, "parabola")
	v.AwaitStill()
	checkHeat(t, v.Look("#area-data"), m, v.colours())
}

// checkHeat compares places of the plane with the colours of their values.
func checkHeat(t *testing.T, p *visit.Picture, m *model, c theme) {
	t.Helper()
	plane := scene.DataTransform(canvas.Rect{W: p.Box.Width, H: p.Box.Height}, m.snapshot.Window, 2)
	size := 0.0
	for _, y := range m.problem.Data.Y {
		size += math.Abs(y[0]) / float64(len(m.problem.Data.Y))
	}
	seen, signs := 0, [2]int{}
	for i := range 400 {
		px, py := p.Box.Width*(0.1+0.85*math.Mod(float64(i)*0.6180339887, 1)), p.Box.Height*(0.05+0.85*(float64(i)+0.5)/400)
		px, py = math.Floor(px)+0.5, math.Floor(py)+0.5
		if !isPlain(p, px, py) {
			continue
		}
		x, y := plane.Point(px, py)
		value := m.f(x, y) / size
		strong := 4.0 / 3 * math.Abs(value)
		tint, sign := c["positive"], 0
		if value < 0 {
			tint, sign = c["negative"], 1
		}
		want := mix(c["paper"], tint, 0.5*strong/math.Hypot(1, strong))
		if got := p.Colour(px, py); off(got, want) > heatTolerance {
			t.Errorf("at (%.3f, %.3f), where f = %.3f, the colour is %.3f, want %.3f", x, y, value*size, got, want)
		}
		seen++
		signs[sign]++
	}
	if seen < 20 || signs[0] < 5 || signs[1] < 5 {
		t.Errorf("only %d places were free of lines and points, %v by sign", seen, signs)
	}
}
