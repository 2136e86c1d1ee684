package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// kept is a promise of the work that was kept last, as text, an empty one for none.
const kept = `new Promise((resolve) => { const open = indexedDB.open('conelab', 1), works = [];
	open.onupgradeneeded = () => { open.transaction.abort() };
	open.onerror = () => resolve('');
	open.onsuccess = () => { const walk = open.result.transaction('texts').objectStore('texts').openCursor();
		walk.onsuccess = () => {
			if (!walk.result) { open.result.close(); works.sort((a, b) => parseInt(b) - parseInt(a)); return resolve((works[0] ?? '').replace(/^\d+ /, '')) }
			if (String(walk.result.key).startsWith('work:')) works.push(walk.result.value);
			walk.result.continue() } } })`

// entitle sets a problem with a title of n letters, which makes work as long as many points do, and is solved as fast as few.
func (v *user) entitle(n int) {
	v.t.Helper()
	evaluate[any](v, fmt.Sprintf("conelab.get().then((p) => conelab.set({...p, title: 'x'.repeat(%d)})).then(() => null)", n))
}

// TestLargeWorkSurvivesAReload starts the pictures again with more work than a tab may carry over.
func TestLargeWorkSurvivesAReload(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	v.Preset(2, "xor")
	v.entitle(6 << 20)
	v.Rest()
	evaluate[any](v, "document.querySelector('#stage canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext(), window.stale = true")
	v.Await("document.querySelector('[data-action=\"restart\"]') !== null")
	evaluate[any](v, "document.querySelector('[data-action=\"restart\"]').click()")
	v.Await("!window.stale && window.conelab?.ready.then(() => true)")
	v.Await(fmt.Sprintf("conelab.get().then((p) => p.title?.length === %d)", 6<<20))
}

// TestFileHoldsTheLook saves work with cameras, a layout, a theme, hidden panels and a step of the film, and opens it elsewhere.
func TestFileHoldsTheLook(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	v.Preset(2, "ring")
	v.Click(`#name-neurons`)
	v.Theme("dark")
	v.Rest()
	v.Focus("#area-lorentz")
	v.Do(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowUp))
	v.Seek(0.75)
	v.Rest()
	evaluate[any](v, `(() => { window.saved = []; const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { saved.push(blob); return make(blob) }; HTMLAnchorElement.prototype.click = () => {} })()`)
	v.Click("#save-file")
	v.Await("saved.length === 1")
	work := strings.Replace(evaluate[string](v, "saved[0].text()"), `"hidden":[]`, `"hidden":["check"]`, 1)
	state := evaluate[string](v, stateOfPage)

	w := openUndrawn(t)
	w.drop("conelab-work.json", work)
	w.Await("document.getElementById('scrub').value === '0.75' && document.documentElement.dataset.hide === 'check'")
	if now := evaluate[string](w, stateOfPage); now != state {
		t.Errorf("the page was %s and is %s", state, now)
	}
	// A wrong look does not keep the work away.
	at := strings.LastIndex(work, `,"page":`)
	w.Preset(2, "xor")
	w.Theme("light")
	w.drop("conelab-work.json", work[:at]+`,"page":{"theme":"url(x)"}}`)
	w.Await(pressed("ring") + " && document.getElementById('notice-text').textContent.startsWith('The work is open; the look')")
	if theme := evaluate[string](w, "document.documentElement.dataset.theme"); theme != "light" {
		t.Errorf("the theme is %s", theme)
	}
}
