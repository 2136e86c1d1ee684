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
	want, state := "", evaluate[string](v, stateOfPage)

	w := openUndrawn(t)
	w.drop("conelab-work.json", work)
	w.Await("document.getElementById('scrub').value === '0.75' && document.documentElement.dataset.hide === 'check'")
	if now := evaluate[string](w, stateOfPage); now != state {
		t.Errorf("the page was %s and is %s", state, now)
	}
	// Old files have no look; a wrong one does not keep the work away.
	at := strings.LastIndex(work, `,"page":`)
	for name, text := range map[string]string{"old": work[:at] + "}", "wrong": work[:at] + `,"page":{"theme":"url(x)"}}`} {
		evaluate[any](w, "document.getElementById('notice-close').click()")
		w.Preset(2, "xor")
		w.Theme("light")
		w.drop("conelab-work.json", text)
		w.Await("document.querySelector('[data-preset=ring]').getAttribute('aria-pressed') === 'true'")
		if name == "wrong" {
			w.Await("!document.getElementById('notice').hidden")
			want = "The work is open; the look of the page that came with it cannot be used."
			if got := evaluate[string](w, "document.getElementById('notice-text').textContent"); got != want {
				t.Errorf("the notice is %q", got)
			}
		}
		if theme := evaluate[string](w, "document.documentElement.dataset.theme"); theme != "light" {
			t.Errorf("%s: the theme is %s", name, theme)
		}
	}
}

// TestNetworkWithoutProofIsChecked pastes our own neurons, spoilt, sees how far they are off, on the stage too, and finds all of it after
// a reload from the autosave.
func TestNetworkWithoutProofIsChecked(t *testing.T) {
	t.Parallel()
	v := openSmall(t)
	neurons := evaluate[string](v, "conelab.solution().then(({network: {neurons}}) => JSON.stringify({neurons}))")
	v.paste(neurons)
	if s := v.verdict("PASS"); !strings.HasPrefix(s, "Optimal:") {
		t.Errorf("the verdict is %q", s)
	}
	spoilt := evaluate[string](v, "conelab.solution().then(({network: {neurons}}) => { neurons[0].alpha *= 1.5; return JSON.stringify({neurons}) })")
	v.paste(spoilt)
	sentence := v.verdict("FAIL")
	if !strings.Contains(sentence, "% above the optimum") || !strings.Contains(sentence, "differs most") {
		t.Errorf("the verdict is %q", sentence)
	}
	v.Settle()
	seen := v.Look("#area-data")
	v.Click("#check-show")
	v.Await("document.getElementById('matrices-note').textContent.startsWith('Of the network under check')")
	v.differs("the network under check", "#area-data", seen)
	v.Click("#check-show")
	v.Await("document.getElementById('matrices-note').textContent.startsWith('The solution')")
	v.paste("[1 0 .5; 0 1 0; .5 0 2]")
	v.verdict("PASS")
	v.Click("#check-show")
	v.Await(`document.querySelectorAll('#matrices-tables table').length === 1 &&
		document.querySelector('#matrices-tables td:last-child button').textContent.startsWith('0.5')`)
	v.Click("#check-show")
	v.Await("document.querySelectorAll('#matrices-tables table').length === 2")
	v.paste(spoilt)
	v.verdict("FAIL")
	v.Await(fmt.Sprintf("%s.then((work) => JSON.parse(work || '{}').check?.text === %q)", kept, spoilt))
	v.Load()
	v.Await("document.querySelector('.offer') !== null && document.getElementById('loading').hidden")
	v.Click(`[data-offer="accept"]`)
	if s := v.verdict("FAIL"); s != sentence {
		t.Errorf("the verdict was %q and is %q", sentence, s)
	}
	v.Await(fmt.Sprintf("document.getElementById('check-text').value === %q", spoilt))
}
