package e2e

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/core/draw/scene"
	"conelab/www/visit"
)

// acts are the pictures of the argument, with something that each says at its end.
var acts = []struct{ name, says string }{
	{"price", "its price"}, {"curve", "One curve for all neurons"}, {"bowl", "The lowest point"},
	{"tangents", "add up to the lower bound"}, {"bounds", "The two numbers meet"},
}

// act chooses a picture of the argument and waits until it is shown.
func (v *user) act(name string) {
	v.t.Helper()
	evaluate[any](v, fmt.Sprintf(`document.querySelector('#act [value=%q]').click()`, name))
	v.Answered()
	v.Await(fmt.Sprintf(`document.querySelector('#act [value=%q]').checked && document.getElementById('transport').checkVisibility()`, name))
}

// caption is the sentence under the picture.
func (v *user) caption() string {
	v.t.Helper()
	return evaluate[string](v, "document.getElementById('caption').textContent")
}

// TestWhyIsExplained asks why nothing can be better, goes through the five pictures, and out again by Escape and by another tab.
func TestWhyIsExplained(t *testing.T) {
	t.Parallel()
	for _, screen := range []struct {
		name string
		size visit.Step
	}{{"desktop", visit.Small()}, {"phone", visit.Phone(844, 1)}} {
		v := open(t, screen.size, visit.Undrawn())
		v.Reveal("#why")
		v.Click("#why")
		v.Await("document.querySelector('#act :checked')?.value === 'price'")
		for _, act := range acts {
			v.act(act.name)
			v.Seek(1e9)
			if text := v.caption(); !strings.Contains(text, act.says) {
				t.Errorf("%s, %s ends with %q", screen.name, act.name, text)
			}
			if word := evaluate[string](v, "document.getElementById('verdict-word').textContent"); word != "Certified" {
				t.Errorf("%s, %s: the optimum is called %q", screen.name, act.name, word)
			}
			v.Seek(1.2)
			spoiled := act.name == "bowl" || act.name == "bounds"
			if word := evaluate[string](v, "document.getElementById('verdict-word').textContent"); (word == "Not optimal") != spoiled {
				t.Errorf("%s, %s: on its way the network is called %q", screen.name, act.name, word)
			}
		}
		// The sliders spoil the chosen neuron; the strip has that network's cost, above the optimum's, and the bound that it proves.
		best := evaluate[float64](v, "conelab.solution().then((s) => s.objective)")
		v.Slide("#spoil-scale", 2)
		v.Await("Number(document.querySelector('[data-out=\"objective\"]').dataset.value) > " + fmt.Sprint(best*(1+1e-6)))
		if bound := evaluate[float64](v, `Number(document.querySelector('[data-out="lower-bound"]').dataset.value)`); !(bound < best) {
			t.Errorf("%s: a perturbed network proves %g, the optimum costs %g", screen.name, bound, best)
		}
		v.Do(chromedp.KeyEvent(kb.Escape))
		v.Await("!document.querySelector('#act :checked') && document.getElementById('verdict-word').textContent === 'Certified'")
		v.act("bowl")
		v.Click("#name-neurons")
		v.Await("!document.querySelector('#act :checked') && document.getElementById('verdict-word').textContent === 'Certified'")
		// A film that is left shows all neurons again.
		v.Click("#name-lorentz")
		v.Seek(0.9)
		v.Click("#name-path")
		v.Await("document.getElementById('scrub').value === document.getElementById('scrub').max")
		// A field says what it expects.
		evaluate[any](v, `(() => { const field = document.getElementById('beta-number'); field.value = 'abc'; field.dispatchEvent(new Event('change')) })()`)
		v.Await("document.getElementById('notice').checkVisibility() && document.getElementById('notice-text').textContent.includes('must be a number above 0')")
	}
}

// TestArgumentIsSteered drags along the bowl, and a neuron of the last picture sideways.
func TestArgumentIsSteered(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Small(), visit.Undrawn())
	m := v.preset(2, "stripe")
	v.act("bowl")
	box := v.Place("#area-certificate")
	v.straight(chromedp.ButtonLeft, box.X+0.8*box.Width, box.Y+0.5*box.Height, box.X+0.65*box.Width, box.Y+0.5*box.Height, 5)
	v.Await("document.getElementById('caption').textContent.startsWith('At ')")
	v.act("bounds")
	v.Seek(1e9)
	v.Answered()
	v.Frames(2) // the pictures have the neurons of the end where they can be taken
	// At the film's end the neurons are where the curve touches the bounds, in the upper seven tenths.
	n := m.solution.Network.Neurons[0]
	r := rect(v.Place("#area-certificate"))
	r.H *= 0.7
	plane := scene.CertificatePlane(r, 1, &m.snapshot, true)
	x, y := plane.Pixel(math.Atan2(n.U[1], n.U[0])*180/math.Pi, math.Copysign(m.problem.Beta, n.Alpha))
	v.straight(chromedp.ButtonLeft, x, y, x+30*plane.KX, y, 5)
	v.Await("document.getElementById('caption').textContent.startsWith('Perturbed')")
	v.Answered()
	if turn := evaluate[float64](v, "document.getElementById('spoil-turn').valueAsNumber"); math.Abs(turn-30) > 2 {
		t.Errorf("the neuron is turned by %g degrees, it was dragged by 30", turn)
	}
}

// TestFilmsStayUnderThePointer chooses the films with the pointer, each twice: what is chosen stays where it is, so that the pointer rests on no other
// button, whose help would cover the caption, and choosing a film again closes nothing.
func TestFilmsStayUnderThePointer(t *testing.T) {
	t.Parallel()
	v := open(t, window(1440, 900))
	v.Rest()
	for _, size := range [][2]int64{{1440, 900}, {1024, 700}} {
		v.Do(window(size[0], size[1]))
		evaluate[any](v, "document.getElementById('name-certificate').click()")
		v.Answered()
		for k, act := range acts {
			label := fmt.Sprintf("#act label:nth-of-type(%d)", k+1)
			before := v.Place(label)
			for _, time := range []string{"first", "second"} {
				v.Do(chromedp.MouseClickXY(before.X+before.Width/2, before.Y+before.Height/2))
				v.Answered()
				v.Await(fmt.Sprintf("document.querySelector('#act :checked')?.value === %q && document.getElementById('transport').checkVisibility()", act.name))
				if after := v.Place(label); math.Abs(after.X-before.X)+math.Abs(after.Y-before.Y) > 1 {
					t.Errorf("%d x %d: %s went from %v to %v at the %s click", size[0], size[1], act.name, before, after, time)
				}
			}
		}
	}
}
