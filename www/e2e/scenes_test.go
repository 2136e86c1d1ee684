package e2e

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/core/format/document"
	"conelab/www/visit"
)

// TestSceneKeepsWhatIsDrawn draws in scenes that were added in the presentation: it stays in the scene where it was drawn, which is said when that
// is left, and the work comes back; the scene can also become what it was.
func TestSceneKeepsWhatIsDrawn(t *testing.T) {
	t.Parallel()
	v := drawn(t, visit.Small(), visit.Undrawn())
	draw := func(height float64) *document.Problem {
		t.Helper()
		before, _ := v.documents()
		v.Stroke(v.Place("#area-data"), [2]float64{-0.75, height}, [2]float64{-0.6, height}) // where there are no points
		v.Rest()
		after, _ := v.documents()
		if len(after.Data.Y) <= len(before.Data.Y) {
			t.Fatalf("%d points after drawing, %d before", len(after.Data.Y), len(before.Data.Y))
		}
		return after
	}
	shows := func(what string, want *document.Problem) {
		t.Helper()
		if got, _ := v.documents(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s has %d points, want %d", what, len(got.Data.Y), len(want.Data.Y))
		}
	}
	says := func(sentence string) {
		t.Helper()
		v.Await(fmt.Sprintf("!document.getElementById('notice').hidden && document.getElementById('notice-text').textContent === %q", sentence))
	}
	press := func(name string) {
		t.Helper()
		v.Do(chromedp.Focus(chromedp.CSS(`[data-scene="`+name+`"]`)), chromedp.KeyEvent(kb.Enter))
	}
	first, _ := v.documents()
	v.mode("present")
	press("add")
	v.scene("scene 1 / 1")
	press("add")
	v.scene("scene 2 / 2")
	second := draw(-0.9) // which is the work, too
	v.key(kb.ArrowLeft)
	says("What you changed in scene 2 is kept in it.")
	v.scene("scene 1 / 2")
	shows("scene 1", first)
	changed := draw(0.9)
	v.key(kb.ArrowRight)
	says("What you changed in scene 1 is kept in it.")
	v.scene("scene 2 / 2")
	shows("scene 2", second)
	v.key(kb.ArrowLeft)
	v.scene("scene 1 / 2")
	shows("scene 1", changed)
	again := draw(0.75)
	v.key(kb.Escape)
	v.Await("document.documentElement.dataset.mode === 'explore'")
	says("What you changed in scene 1 is kept in it; these are your own points again.")
	v.Rest()
	shows("the work", second)
	v.mode("present")
	v.scene("scene 1 / 2")
	shows("scene 1", again)
	// What was changed can be discarded.
	v.key(kb.Escape)
	v.Await("document.documentElement.dataset.mode === 'explore'")
	v.Rest()
	shows("the work", second)
	v.mode("present")
	v.scene("scene 1 / 2")
	draw(0.2)
	v.key(kb.ArrowRight)
	says("What you changed in scene 1 is kept in it.")
	v.scene("scene 2 / 2")
	evaluate[any](v, "document.getElementById('notice-action').click()")
	v.key(kb.ArrowLeft)
	v.scene("scene 1 / 2")
	shows("scene 1", again)
}

// TestMessageCoversNoControl shows messages about a field, of two lengths, and a scene: they cover no control but those within the main picture,
// and what is below them gets the pointer.
func TestMessageCoversNoControl(t *testing.T) {
	t.Parallel()
	v := openPlain(t, visit.Desktop())
	v.Rest()
	covered := func(where string) {
		t.Helper()
		v.Await("document.getElementById('notice').checkVisibility()")
		v.Frames(2)
		for _, fault := range evaluate[[]string](v, `(() => {
			const notice = document.getElementById('notice'), n = notice.getBoundingClientRect(), faults = [];
			if (n.width < 40 || n.left < 0 || n.right > innerWidth || n.top < 0 || n.bottom > innerHeight) faults.push('the message is not on the screen');
			for (const node of document.querySelectorAll('button, input, select, textarea, label, #proof, #scene-caption')) {
				if (notice.contains(node) || !node.checkVisibility() || node.matches('.unseen')) continue;
				const b = node.getBoundingClientRect();
				if (Math.min(b.right, n.right) - Math.max(b.left, n.left) > 1 && Math.min(b.bottom, n.bottom) - Math.max(b.top, n.top) > 1) faults.push((node.id || node.textContent) + ' is covered');
			}
			const below = document.elementFromPoint(n.left + 12, n.top + n.height / 2);
			if (notice.contains(below)) faults.push('the message takes the pointer');
			return faults })()`) {
			t.Errorf("%s: %s", where, fault)
		}
		evaluate[any](v, "document.getElementById('notice-close').click()")
	}
	for _, size := range [][2]int64{{1440, 900}, {390, 844}} {
		v.Do(screenOf(size[0], size[1]))
		for _, mode := range []string{"explore", "lab", "present"} {
			where := fmt.Sprintf("%d x %d, %s", size[0], size[1], mode)
			evaluate[any](v, fmt.Sprintf("conelab.mode(%q)", mode))
			v.Answered()
			evaluate[any](v, `(() => { const field = document.getElementById('beta-number'); field.value = 'abc'; field.dispatchEvent(new Event('change')) })()`)
			covered(where + ", a number")
			evaluate[any](v, "document.getElementById('copy-link').click()")
			covered(where + ", a link")
		}
		evaluate[any](v, `document.querySelector('[data-scene="add"]').click()`)
		covered(fmt.Sprintf("%d x %d, a scene", size[0], size[1]))
		evaluate[any](v, `conelab.mode("explore")`)
	}
}

// presented says what is wrong with a scene on the screen: captions can be read from the last row, the proof is in view, the pictures have the rest,
// and the bar has room of its own and moves nothing when it comes.
const presented = `(() => {
	const root = document.documentElement, faults = [], box = (id) => document.getElementById(id).getBoundingClientRect();
	const parts = [...document.querySelectorAll('.tile, #scene-caption, #proof')].filter((node) => node.checkVisibility());
	const places = () => JSON.stringify(parts.map((node) => node.getBoundingClientRect()));
	if (Math.min(innerWidth, innerHeight) > 700 && innerWidth > innerHeight) { // a hall
		const font = parseFloat(getComputedStyle(document.getElementById('scene-caption')).fontSize), share = box('stage').height / innerHeight;
		if (font < 28) faults.push('the caption is ' + font + ' px high');
		if (share < 0.66) faults.push('the pictures have ' + share + ' of the height');
		if (box('proof').bottom > innerHeight + 0.5) faults.push('the proof is below the screen');
		if (box('scene').bottom > box('proof').top + 0.5) faults.push('the caption is over the proof');
		if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) faults.push('it scrolls');
		for (const node of document.querySelectorAll('#proof dd, #fit')) if (node.getBoundingClientRect().right > innerWidth) faults.push(node.textContent + ' runs off');
	}
	const was = root.hasAttribute('data-pointing');
	root.removeAttribute('data-pointing');
	const before = places();
	root.setAttribute('data-pointing', '');
	if (places() !== before) faults.push('the page moves');
	for (const button of document.querySelectorAll('#scene-bar button')) {
		if (!button.checkVisibility()) continue;
		const b = button.getBoundingClientRect();
		for (const node of parts) {
			const n = node.getBoundingClientRect();
			if (Math.min(b.right, n.right) - Math.max(b.left, n.left) > 1 && Math.min(b.bottom, n.bottom) - Math.max(b.top, n.top) > 1) faults.push(button.dataset.scene + ' is over ' + node.id);
		}
	}
	root.toggleAttribute('data-pointing', was);
	return faults })()`

// TestPresentFillsTheScreen looks at scenes beside one or two pictures, on screens of several sizes and in the themes of a hall.
func TestPresentFillsTheScreen(t *testing.T) {
	t.Parallel()
	v := arranged(t, visit.Undrawn())
	v.mode("present")
	for _, screen := range []struct {
		width, height int64
		theme         string
	}{{1920, 1080, "dark"}, {1024, 768, "projector"}, {1024, 768, "light"}, {768, 1024, "light"}, {390, 844, "light"}, {844, 390, "light"}} {
		v.Do(window(screen.width, screen.height))
		v.Theme(screen.theme)
		for k := range 3 {
			v.scene(fmt.Sprintf("scene %d / 3", k+1))
			v.Theme(screen.theme) // a scene may have another one
			v.Frames(2)
			for _, fault := range evaluate[[]string](v, presented) {
				t.Errorf("%d x %d, %s, scene %d: %s", screen.width, screen.height, screen.theme, k+1, fault)
			}
			v.key(kb.ArrowRight)
		}
		v.key(kb.Home)
		v.scene("scene 1 / 3")
	}
}
