package e2e

import (
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/www/visit"
)

// drawnPoints counts the points of the plain drawing, if that can be seen.
const drawnPoints = `(document.querySelector('#area-data .drawing svg')?.getBoundingClientRect().width > 0 ?
	[...document.querySelectorAll('#area-data .drawing path')].filter((mark) => ['--positive', '--negative'].some((name) =>
		(mark.getAttribute('stroke') ?? mark.getAttribute('fill')) === getComputedStyle(document.documentElement).getPropertyValue(name)))
		.length : 0)`

// TestDarkBrowserDrawsPlainly uses the page in a browser without WebGL: the data are drawn, and drawn on.
func TestDarkBrowserDrawsPlainly(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Desktop(), visit.WithoutPictures())
	v.Await(drawnPoints + " === 80")
	v.Await("$('loading').hidden")
	const visible = "[...document.querySelectorAll('.tile')].filter((tile) => !tile.hidden).length"
	v.Await(visible + " === 1") // the data come before the pictures have failed
	v.Await(shownPictures + " === 'data'")
	v.Await("document.querySelector('#area-data .drawing image') !== null") // the values of f
	if button := evaluate[bool](v, "document.querySelector('[data-action=\"restart\"]') !== null"); button {
		t.Error("the page offers a restart that cannot help")
	}
	v.Stroke(v.Place("#area-data"), [2]float64{-0.9, -0.9}, [2]float64{-0.5, -0.9}, [2]float64{0, -0.9})
	problem := v.verify()
	if len(problem.Data.Y) < 83 {
		t.Errorf("a stroke made %d points of 80", len(problem.Data.Y))
	}
	v.Await(fmt.Sprintf("%s === %d", drawnPoints, len(problem.Data.Y)))
	x, y := v.Place("#area-data").At(0.3, -0.9)
	v.Press(x, y, chromedp.ButtonRight)
	v.Release(x, y, chromedp.ButtonRight)
	if labels := v.verify().Data.Y; len(labels) != len(problem.Data.Y)+1 || labels[len(labels)-1][0] != -labels[len(labels)-2][0] {
		t.Error("the right button does not draw the other class")
	}
	v.Rest()
	was := evaluate[string](v, "document.querySelector('#area-data .drawing svg').outerHTML")
	evaluate[any](v, `(() => { const scrub = $('scrub'); scrub.value = 0.5;
		scrub.dispatchEvent(new Event('input', {bubbles: true})) })()`)
	v.Await(fmt.Sprintf("document.querySelector('#area-data .drawing svg').outerHTML !== %q", was))
}

// TestLostPicturesCanBeRestarted takes the graphics card away in the middle of work, works on, and starts the pictures again.
func TestLostPicturesCanBeRestarted(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	v.Click(`[data-preset="xor"]`)
	v.Click(`#tool input[value="erase"] + span`)
	v.Click(`#label label:nth-of-type(2)`)
	v.Theme("dark")
	v.Rest()
	v.Focus("#area-lorentz")
	v.Do(chromedp.KeyEvent(kb.ArrowLeft))
	camera := evaluate[string](v, "conelabView.state()")
	evaluate[any](v, "document.querySelector('#stage canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()")
	v.Await("document.querySelector('[data-action=\"restart\"]') !== null")
	v.Await(drawnPoints + " === 80")
	v.Stroke(v.Place("#area-data").Square(), circle(0.4, 16)...)
	before := v.verify()
	if len(before.Data.Y) >= 80 {
		t.Error("the eraser works on no plain drawing")
	}
	evaluate[any](v, `(() => { const scrub = $('scrub'); scrub.value = 1.5;
		scrub.dispatchEvent(new Event('input', {bubbles: true})); window.stale = true })()`)
	v.Await("$('animation-step').textContent.startsWith('2')")
	v.Click(`[data-action="restart"]`)
	v.awaitReload()
	v.Await("conelab.ready.then(() => conelab.stats().frames > 0)")
	after, _ := v.documents()
	if len(after.Data.Y) != len(before.Data.Y) || after.Activation != before.Activation || after.Beta != before.Beta {
		t.Errorf("the problem changed from %v to %v", before, after)
	}
	v.expectPictures("after a restart", "data spectrahedron lorentz certificate")
	v.Await("Math.abs($('scrub').value - 1.5) < 0.01")
	state := evaluate[string](v, `['tool', 'label'].map((name) => document.querySelector('[name="' + name + '"]:checked').value).join(' ') +
		' ' + document.documentElement.dataset.theme`)
	if state != "erase -1 dark" {
		t.Errorf("tool, label and theme are %s", state)
	}
	if ink := evaluate[float64](v, drawnPoints); math.Abs(ink) > 0 {
		t.Error("the plain drawing covers the pictures")
	}
	if now := evaluate[string](v, "conelabView.state()"); now != camera {
		t.Errorf("the cameras were %s and are %s", camera, now)
	}
	v.Click("#undo")
	v.Rest()
	if undone, _ := v.documents(); len(undone.Data.Y) != 80 {
		t.Errorf("undo after a restart leads to %d points, not to the 80 before the eraser", len(undone.Data.Y))
	}
}

// awaitReload waits for the page that comes after one in which window.stale was set.
func (v *user) awaitReload() {
	v.t.Helper()
	v.Await("!window.stale && Boolean(window.conelab)")
}
