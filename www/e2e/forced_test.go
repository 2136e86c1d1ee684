package e2e

import (
	"fmt"
	"testing"

	"conelab/www/visit"
)

// chosen are the choices of the page, with selectors for what is chosen and what is not.
var chosen = []struct{ name, is, isNot string }{
	{"mode", `#modes button[aria-current]`, `#modes button:not([aria-current])`},
	{"tab", `#picture-names [aria-selected="true"]`, `#picture-names [aria-selected="false"]`},
	{"tool", `#tool input:checked + span`, `#tool input:not(:checked) + span`},
	{"class", `#pens input:checked + span`, `#pens input:not(:checked) + span`},
	{"film", `#film input:checked + span`, `#film input:not(:checked) + span`},
}

// TestForcedColours has a system that forces its colours on the page: what is chosen is told from what is not, text from what is behind it, and
// the two signs by their colours as by their shapes, in the page, in the pictures and in the plain drawing.
func TestForcedColours(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			v := open(t, visit.Small(), visit.Forced(scheme))
			v.Await("conelab.stats().frames > 0")
			v.Click(`[data-tile="lorentz"]`)
			for _, c := range chosen {
				v.Reveal(c.is)
				type look struct{ Back, Text, Other string }
				l := evaluate[look](v, fmt.Sprintf(`((is, not) => ({Back: getComputedStyle(is).backgroundColor, Text: getComputedStyle(is).color, Other: getComputedStyle(not).backgroundColor}))(
					document.querySelector(%q), [...document.querySelectorAll(%q)].find((n) => n.checkVisibility()))`, c.is, c.isNot))
				if l.Back == l.Other || l.Back == l.Text {
					t.Errorf("%s: what is chosen is %s on %s, what is not on %s", c.name, l.Text, l.Back, l.Other)
				}
			}
			const own = `(name) => { const s = document.body.appendChild(document.createElement('span')); s.style.cssText = 'forced-color-adjust: none; color:' + name;
				const c = getComputedStyle(s).color; s.remove(); return c.match(/[\d.]+/g).slice(0, 3).map((x) => x / 255) }`
			v.Preset(2, "ring")
			v.Seek(1e6)
			v.Settle()
			picture := v.Look("#area-data")
			v.hasColours(own, picture, "var(--positive)", "var(--negative)")
			v.hasColours(own, v.Look("#area-lorentz"), "Canvas")
		})
	}
	t.Run("plain", func(t *testing.T) {
		v := openPlain(t, visit.Forced("dark"))
		v.Await("document.querySelector('.plain .positive') !== null")
		fills := evaluate[[]string](v, `['.plain .positive', '.plain .negative'].map((s) => getComputedStyle(document.querySelector(s)).fill)`)
		if fills[0] == fills[1] {
			t.Errorf("both signs are %s", fills[0])
		}
	})
}

// hasColours looks for colours in a picture; own is a function that resolves their names.
func (v *user) hasColours(own string, picture *visit.Picture, names ...string) {
	v.t.Helper()
	for _, name := range names {
		want := evaluate[visit.Colour](v, fmt.Sprintf("(%s)(%q)", own, name))
		found := 0
		for y := 0.5; y < picture.Box.Height; y++ {
			for x := 0.5; x < picture.Box.Width; x++ {
				if near(picture.Colour(x, y), want) {
					found++
				}
			}
		}
		if found < 10 {
			v.t.Errorf("%d pixels of the picture have the colour %s, %v", found, name, want)
		}
	}
}

// near says whether two colours look alike.
func near(a, b visit.Colour) bool {
	for i := range a {
		if d := a[i] - b[i]; d > 0.03 || d < -0.03 {
			return false
		}
	}
	return true
}
