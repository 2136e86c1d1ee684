package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/www/visit"
)

// shownPictures is an expression for the names of the pictures on the stage, in the order of the page.
const shownPictures = `[...document.querySelectorAll('.tile')].filter((t) => t.offsetWidth > 0).map((t) => t.id.slice(5)).join(' ')`

// expectPictures fails the test unless exactly these pictures are on the stage.
func (v *user) expectPictures(after, want string) {
	v.t.Helper()
	if got := evaluate[string](v, shownPictures); got != want {
		v.t.Errorf("%s: the stage shows %s, not %s", after, got, want)
	}
}

// TestPicturesAreChosen shows pictures alone and beside each other, and saves one: the test plays the view's part and hands the page a
// picture of grey pixels, whose caption wraps.
func TestPicturesAreChosen(t *testing.T) {
	t.Parallel()
	v := drawn(t, visit.Mode("lab"), window(1440, 900))
	const all = "data spectrahedron lorentz certificate"
	full := func(name string) string { return "#tile-" + name + " .full" }
	v.Click(full("lorentz"))
	v.expectPictures("full", "lorentz")
	const share = "((r) => r.width * r.height / innerWidth / innerHeight)($('area-lorentz').getBoundingClientRect())"
	if part := evaluate[float64](v, share); part < 0.5 {
		t.Errorf("alone, the picture has %.2f of the window", part)
	}
	v.Click("#share-open")
	v.Do(chromedp.KeyEvent(kb.Escape))
	v.expectPictures("Escape in an open menu", "lorentz")
	v.Do(chromedp.KeyEvent(kb.Escape))
	v.expectPictures("Escape", all)
	v.Click(full("certificate"))
	v.Click(full("certificate"))
	v.expectPictures("the button twice", all)
	v.mode("explore")
	v.Click(full("certificate"))
	v.Await("$('stage').dataset.full === 'certificate' && !$('toolbar').checkVisibility()") // tools for drawing, and no data
	v.mode("lab")
	v.expectPictures("Lab again", all)
	// Share offers to save the pictures on the stage.
	v.Click("#share-open")
	const offered = "[...document.querySelectorAll('#save-pictures [data-save]')].filter((b) => b.checkVisibility())"
	v.Await(offered + ".map((b) => b.dataset.save).sort().join(' ') === 'certificate data lorentz spectrahedron'")
	evaluate[any](v, `(() => { window.asked = []; conelabView.picture = (index) => { asked.push(index); return true } })()`)
	v.Click("#save-pictures [data-save=data]")
	v.Await("asked.join() === '0'")
	v.keys(kb.Escape)

	v.expectPictures("at first", "data spectrahedron lorentz certificate")
	for _, step := range []struct{ click, want string }{
		{"#name-neurons", "data lorentz certificate neurons"},
		{"#name-data", "lorentz certificate neurons"},
		{"#name-data", "data lorentz certificate neurons"},
	} {
		v.Click(step.click)
		v.expectPictures(step.click, step.want)
		pressed := evaluate[[]string](v, `[...document.querySelectorAll('[aria-pressed="true"][data-tile]')].map((b) => b.dataset.tile)`)
		want := strings.Fields(step.want)
		slices.Sort(pressed) // the buttons have an order of their own
		slices.Sort(want)
		if !slices.Equal(pressed, want) {
			t.Errorf("%s: the buttons of %s are pressed", step.click, pressed)
		}
	}
	v.Do(chromedp.Navigate(v.Site))
	v.Await("conelab.ready.then(() => true)")
	v.expectPictures("after a reload", "data lorentz certificate neurons")

	got := evaluate[string](v, `new Promise((resolve) => {
		let blob;
		URL.createObjectURL = (b) => { blob = b; return 'blob:none' };
		HTMLAnchorElement.prototype.click = function () {
			createImageBitmap(blob).then((i) => {
				const context = new OffscreenCanvas(i.width, i.height).getContext('2d');
				context.drawImage(i, 0, 0);
				const more = i.height - 444;
				const alpha = context.getImageData(232, i.height - 40, 1, 1).data[3];
				resolve([this.download, blob.type, i.width, more > 0 && more % 36 === 0, alpha].join(' '));
			});
		};
		document.querySelector('#tile-lorentz header p').textContent = 'a caption of many words '.repeat(4);
		const lines = '50\t50\tc\ttick\tone\n60\t60\tb\tpositive\ttwo';
		conelabPicture(3, 400, 300, new Uint8Array(400 * 300 * 4).fill(90), lines);
	})`)
	if want := "conelab-lorentz.png image/png 464 true 90"; got != want {
		t.Errorf("saved %s, not %s", got, want)
	}
}

// readOut: under a pointer that rests, the value of f follows the network when a point is drawn there.
func (v *user) readOut() {
	v.t.Helper()
	const fault = `(async () => {
		const shown = document.querySelector('#area-data .readout').textContent.replaceAll('\u2212', '-');
		const [, x, y, f] = /f\((.+?), (.+?)\) = (.+)/.exec(shown) ?? [];
		const {activation: {a, b, c}} = await conelab.get(), {network} = await conelab.solution();
		const value = (s) => a * s * s + b * s + c;
		const is = network.neurons.reduce((sum, {u, alpha}) => sum + alpha * value(x * u[0] + y * u[1]), 0);
		return Math.abs(f - is) <= 0.02 * (1 + Math.abs(is)) ? '' : shown + ', f is ' + is;
	})()`
	x, y := v.Place("#area-data").At(0.3, -0.6)
	v.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
	check := func(after string) {
		v.t.Helper()
		v.Rest()
		v.Frames(5)
		if text := evaluate[string](v, fault); text != "" {
			v.t.Errorf("%s: %s", after, text)
		}
	}
	check("at rest")
	v.Press(x, y, chromedp.ButtonLeft)
	v.Release(x, y, chromedp.ButtonLeft)
	check("a point is drawn")
}
