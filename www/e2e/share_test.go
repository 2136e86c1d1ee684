package e2e

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/www/visit"
)

// link returns the fragment of an address with that content.
func link(content string) string {
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression)
	w.Write([]byte(content))
	w.Close()
	return "#1=" + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

// unlink returns the content of such a fragment.
func unlink(t testing.TB, hash string) string {
	t.Helper()
	packed, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(hash, "#1="))
	if err != nil {
		t.Fatalf("%s: %v", hash, err)
	}
	var content bytes.Buffer
	if _, err := content.ReadFrom(flate.NewReader(bytes.NewReader(packed))); err != nil {
		t.Fatal(err)
	}
	return content.String()
}

// follow opens the page at a link, without its pictures.
func follow(t *testing.T, hash string) *user {
	t.Helper()
	return openLink(t, hash, visit.Small(), visit.WithoutPictures())
}

// copyLink copies a link and returns its fragment.
func (v *user) copyLink() string {
	v.t.Helper()
	evaluate[any](v, "history.replaceState(null, '', location.pathname)")
	v.Click("#copy-link")
	v.Await("location.hash !== ''")
	return evaluate[string](v, "location.hash")
}

// stateOfPage is what a link has to carry, as the page shows it.
const stateOfPage = `JSON.stringify([conelab.mode(), conelabView.state(), $('scrub').value, document.documentElement.dataset.theme,
	[...document.querySelectorAll('.tile')].map((tile) => tile.hidden ? '' : tile.dataset.slot),
	['animation', 'tool', 'label', 'slice'].map((name) => document.querySelector('[name="' + name + '"]:checked').value)])`

func TestLinkCarriesTheWholeState(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	v.Click("#clear")
	v.Await("document.querySelector('[data-out=\"status\"]').dataset.value === 'empty'")
	v.Stroke(v.Place("#area-data").Square(), circle(0.5, 20)...)
	v.Click(`#label label:nth-of-type(2)`)
	v.Stroke(v.Place("#area-data"), [2]float64{-0.9, -0.9}, [2]float64{-0.4, -0.8}, [2]float64{0.6, -0.8})
	v.Click(`#tool input[value="move"] + span`)
	v.Click(`#name-neurons`)
	v.Theme("dark")
	v.Rest()
	v.Click(`#tile-spectrahedron .options label:has([value="1"])`)
	v.Focus("#area-lorentz")
	v.Do(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowUp))
	v.paste("[2 1; 1 2]")
	v.verdict("Valid matrix")
	v.Seek(0.75)
	v.Rest()
	hash := v.copyLink()
	if len(hash) > 2000 {
		t.Errorf("the link has %d letters", len(hash))
	}
	want, solution := v.documents()
	state := evaluate[string](v, stateOfPage)

	w := openLink(t, hash, visit.Small(), visit.Undrawn())
	w.Await("$('loading').hidden && $('scrub').value === '0.75' && conelab.stats().frames > 0")
	got, again := w.documents()
	if !reflect.DeepEqual(got, want) || again.Objective != solution.Objective {
		t.Errorf("the problem %+v came back as %+v", want, got)
	}
	if now := evaluate[string](w, stateOfPage); now != state {
		t.Errorf("the page was %s and is %s", state, now)
	}
	// What was checked comes along, in view and judged anew.
	w.verdict("Valid matrix")
	w.Await("$('check-result').checkVisibility() && $('check-text').value === '[2 1; 1 2]'")
	w.Click("#undo")
	w.Rest()
	if got, _ := w.documents(); len(got.Data.Y) != 80 {
		t.Errorf("undo leads to %d points", len(got.Data.Y))
	}
	// Links within the page are followed, too, and a preset is short.
	w.Preset(2, "ring")
	short := w.copyLink()
	if len(short) > 700 {
		t.Errorf("the link to a preset has %d letters: %s", len(short), unlink(t, short))
	}
	evaluate[any](w, fmt.Sprintf("location.hash = %q", hash))
	w.Await("conelab.get().then((p) => p.data.x.length === " + fmt.Sprint(len(want.Data.X)) + ")")
	w.followHostile()
}

// followHostile follows links that are no state of the page, which change nothing, and one with titles and names that look like elements.
func (v *user) followHostile() {
	v.t.Helper()
	v.Preset(2, "xor")
	v.Seek(1e6)
	v.Theme("light")
	good := unlink(v.t, v.copyLink())
	before, _ := v.documents()
	state := evaluate[string](v, stateOfPage)
	swap := func(from, to string) string {
		if !strings.Contains(good, from) {
			v.t.Fatalf("%s is not in %s", from, good)
		}
		return link(strings.Replace(good, from, to, 1))
	}
	hostile := map[string]string{ // unit/text.test.ts has what cannot be unpacked, and the session's tests more of what is no state
		"deep":  swap(`"beta":`, `"deep":`+strings.Repeat("[", 10000)+strings.Repeat("]", 10000)+`,"beta":`),
		"theme": swap(`"theme":"light"`, `"theme":"url(x)"`), "layout": swap(`"tab":"data"`, `"tab":"x"`),
	}
	for name, hash := range hostile {
		evaluate[any](v, "$('notice-close').click()")
		evaluate[any](v, fmt.Sprintf("location.hash = %q", hash))
		v.Await("!$('notice').hidden")
		sentence := evaluate[string](v, "$('notice-text').textContent")
		if !strings.HasSuffix(sentence, ".") || strings.Contains(sentence, "\n") || len(sentence) > 300 {
			v.t.Errorf("%s: %q", name, sentence)
		}
		if after, _ := v.documents(); !reflect.DeepEqual(after, before) {
			v.t.Fatalf("%s: the problem changed", name)
		}
		if now := evaluate[string](v, stateOfPage); now != state {
			v.t.Errorf("%s: the page was %s and is %s", name, state, now)
		}
	}
	// A title is text, and so are the names of columns and classes, wherever they are shown.
	titled := `{"problem":{"format":"conelab/problem/1","data":{"x":[[0.5,1],[1,0]],"y":[[1],[-1]]},"architecture":{"kind":"dense"},` +
		`"columns":{"features":["<img src=x onerror=y>","\u202e<svg onload=\"document.title = 'x'\">"],` +
		`"targets":["<i>"],"classes":["<img src=x>","<b>&amp;"]},` +
		`"activation":{"a":1,"b":0,"c":0},"loss":"squared","beta":1,"title":"<script>document.title = 'x'</script><img src=x onerror=y>"}}`
	from, to := strings.Index(good, `"state":`)+len(`"state":`), strings.Index(good, `,"tool"`)
	evaluate[any](v, fmt.Sprintf("location.hash = %q", link(good[:from]+titled+good[to:])))
	v.Await("conelab.get().then((p) => p.data.x.length === 2)")
	evaluate[any](v, "conelab.mode('lab')")
	v.Await("document.documentElement.dataset.mode === 'lab' && document.body.textContent.includes('<img src=x>')")
	if bad := evaluate[bool](v, "document.title === 'x' || document.querySelector('img[src=\"x\"], [onload], [onerror]') !== null"); bad {
		v.t.Error("a title or a name became part of the page")
	}
}

// TestTooLargeLinkBecomesAFile copies a link that is too long, and has the file in its place.
func TestTooLargeLinkBecomesAFile(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	evaluate[any](v, `conelab.get().then((p) => conelab.set({...p, data: {x: Array.from({length: 1000}, (_, i) => [Math.sin(i), Math.cos(i * i)]),
		y: Array.from({length: 1000}, (_, i) => [i % 2 ? 1 : -1])}})).then(() => null)`)
	v.catchFiles(false)
	v.Click("#copy-link")
	v.Await("!$('notice-action').hidden")
	text := evaluate[string](v, "$('notice').innerText")
	if !strings.Contains(text, "kB") || !strings.Contains(text, "Save as file") {
		t.Errorf("the warning is %q", text)
	}
	if hash := evaluate[string](v, "location.hash"); hash != "" {
		t.Error("the long link is in the address")
	}
	v.Click("#notice-action")
	v.Await("files['conelab-work.json'] !== undefined")
	work := evaluate[string](v, "files['conelab-work.json']")

	// Files are opened by the button and by dropping them.
	v.Preset(2, "ring")
	v.drop("conelab-work.json", work)
	v.Await("conelab.get().then((p) => p.data.x.length === 1000)")
	v.Click("#undo")
	v.Await("conelab.get().then((p) => p.data.x.length === 80)")
	before, _ := v.documents()
	for name, text := range map[string]string{
		"a.json": "{", "b.json": `{"format":"conelab/solution/1"}`, "d.pdf": "1,2", "g.json": `{"format":"conelab/problem/1"}`,
	} {
		evaluate[any](v, "$('notice-close').click()")
		v.drop(name, text)
		v.Await("!$('notice').hidden")
		if after, _ := v.documents(); !reflect.DeepEqual(after, before) {
			t.Errorf("%s changed the problem", name)
		}
	}
	v.drop("p.json", `{"format":"conelab/problem/1","data":{"x":[[0.5,1],[1,0]],"y":[[1],[-1]]},"architecture":{"kind":"dense"},`+
		`"activation":{"a":1,"b":0,"c":0},"loss":"squared","beta":1}`)
	v.Await("conelab.get().then((p) => p.data.x.length === 2)")
}

// drop drops a file onto the page.
func (v *user) drop(name, text string) {
	v.t.Helper()
	evaluate[any](v, fmt.Sprintf(`(() => { const data = new DataTransfer(); data.items.add(new File([%q], %q));
		document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})) })()`, text, name))
}

func TestAutosaveIsOffered(t *testing.T) {
	t.Parallel()
	const offered = "document.querySelector('.offer') !== null"
	v := openPlain(t)
	if evaluate[bool](v, offered) {
		t.Error("there is an offer on the first visit")
	}
	v.Preset(2, "ring")
	v.Seek(1e6)
	v.Stroke(v.Place("#area-data"), [2]float64{-0.9, -0.9}, [2]float64{-0.4, -0.9}, [2]float64{0.6, -0.9})
	v.Rest()
	want, _ := v.documents()
	v.Await(fmt.Sprintf(`%s.then((work) => work.includes('"name":"ring"') && JSON.parse(work).state.problem?.data.y.length === %d)`, kept,
		len(want.Data.Y)))
	for range 2 { // until it is answered
		v.Load()
		v.Await(offered + " && $('loading').hidden")
	}
	if first, _ := v.documents(); len(first.Data.Y) != 80 {
		t.Error("the work was restored without being asked for")
	}
	v.Click(`[data-offer="accept"]`)
	v.Await(fmt.Sprintf("conelab.get().then((p) => p.data.x.length === %d)", len(want.Data.Y)))
	v.Rest()
	if got, _ := v.documents(); !reflect.DeepEqual(got, want) {
		t.Error("other work came back")
	}
	v.Click("#undo")
	v.Await("document.querySelector('[data-preset=ring]').getAttribute('aria-pressed') === 'true'")
	// Below a link, the work of the visit before can be undone to.
	v.Await(kept + ".then((work) => JSON.parse(work).state.preset?.name === 'ring')")
	other := strings.Replace(unlink(t, v.copyLink()), `"ring"`, `"xor"`, 1)
	evaluate[any](v, fmt.Sprintf("void history.replaceState(null, '', %q)", link(other)))
	v.Do(chromedp.Reload())
	v.Await("conelab.ready.then(() => true)")
	v.Await("document.querySelector('[data-preset=xor]').getAttribute('aria-pressed') === 'true'")
	v.Click("#undo")
	v.Await("document.querySelector('[data-preset=ring]').getAttribute('aria-pressed') === 'true'")
	// What was damaged is not in the way of a link, and can be saved as it is.
	evaluate[any](v, `new Promise((done) => { const open = indexedDB.open('conelab', 1); open.onsuccess = () => {
		const change = open.result.transaction('texts', 'readwrite');
		change.objectStore('texts').put('9999999999999 {"format":', 'work:x');
		change.oncomplete = () => { open.result.close(); done(null) } } })`)
	v.Do(chromedp.Reload())
	v.Await("conelab.ready.then(() => true)")
	v.Await("document.querySelector('[data-preset=xor]').getAttribute('aria-pressed') === 'true'")
	v.Await(`document.querySelector('.offer span')?.textContent.startsWith('Your last work cannot be read')`)
	// What was declined is not offered again.
	v.Click(`[data-offer="dismiss"]`)
	v.Load()
	v.Await("conelab.ready.then(() => true) && $('loading').hidden")
	if evaluate[bool](v, offered) {
		t.Error("what was declined is offered again")
	}
}

// TestExampleIsNotOffered chooses an example and comes back: nothing of the visitor's own would be lost. With a scene it would, and the
// offer and the list say so.
func TestExampleIsNotOffered(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.Preset(2, "ring")
	v.Await(kept + `.then((work) => work.includes('"name":"ring"'))`)
	v.Load()
	v.Await("conelab.ready.then(() => true) && $('loading').hidden")
	v.Click("#works-open")
	v.Await("$('works-list').textContent.includes('Ring')")
	if evaluate[bool](v, "document.querySelector('.offer') !== null") {
		t.Error("an example is offered")
	}
	v.key(kb.Escape)
	v.addScene(1)
	v.Await(kept + `.then((work) => work.includes('"scenes"'))`)
	v.Load()
	v.Await("document.querySelector('.offer span')?.textContent === 'Your last work, with one scene' && $('loading').hidden")
	v.Click("#works-open")
	v.Await("document.querySelector('#works-list strong')?.textContent.startsWith('One scene: ')")
}
