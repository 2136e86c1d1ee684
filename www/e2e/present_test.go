package e2e

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/core/format/document"
	"conelab/www/visit"
)

// key presses a key of the keyboard, or of a clicker.
func (v *user) key(key string) {
	v.t.Helper()
	v.Do(chromedp.KeyEvent(key))
}

// text returns what an element says.
func (v *user) text(selector string) string {
	v.t.Helper()
	return evaluate[string](v, fmt.Sprintf("document.querySelector(%q).textContent.trim()", selector))
}

// addScene makes a scene of what is on the screen, by the menu Share.
func (v *user) addScene(n int) {
	v.t.Helper()
	v.Click("#share-open")
	v.Click("#scene-add")
	v.Await(fmt.Sprintf("document.getElementById('scene-count').textContent.endsWith('/ %d')", n))
	evaluate[any](v, "document.getElementById('notice-close').click()")
}

// mode chooses a mode in the header.
func (v *user) mode(name string) {
	v.t.Helper()
	v.Click(fmt.Sprintf(`#modes [value="%s"]`, name))
	v.Await(fmt.Sprintf("document.documentElement.dataset.mode === %q", name))
}

// scene waits for a scene to be shown.
func (v *user) scene(count string) {
	v.t.Helper()
	v.Await(fmt.Sprintf("document.getElementById('scene-count').textContent === %q", count))
	v.Rest()
}

// preset returns the name of the preset that is on the stage.
func (v *user) presetName() string {
	v.t.Helper()
	return evaluate[string](v, "document.querySelector('[data-preset][aria-pressed=true]')?.dataset.preset ?? ''")
}

const shows = "[...document.querySelectorAll('.tile')].filter((tile) => !tile.hidden && tile.offsetWidth).map((tile) => tile.id.slice(5)).join()"

// arranged opens the page with three scenes: the first example beside its certificate, the same with another beta beside its
// neurons, and XOR alone; and then some work of the teacher's own.
func arranged(t *testing.T, steps ...visit.Step) *user {
	t.Helper()
	v := drawn(t, append([]visit.Step{visit.Mode("lab"), visit.Small()}, steps...)...)
	v.mode("explore")
	v.Await("conelab.settled().then(() => true)")
	v.addScene(1)
	evaluate[any](v, "conelab.get().then((p) => conelab.set({...p, beta: 0.5})).then(() => null)")
	v.Click("#name-neurons")
	v.addScene(2)
	v.Preset(2, "xor")
	v.addScene(3)
	v.Preset(2, "ring")
	v.Stroke(v.Place("#area-data"), [2]float64{-0.9, -0.9}, [2]float64{-0.4, -0.9})
	v.Rest()
	return v
}

// TestScenesByKeys goes through scenes as a teacher does, with keys and a clicker, blanks the screen, points, and leaves: the
// work is what it was, its history included.
func TestScenesByKeys(t *testing.T) {
	t.Parallel()
	v := arranged(t)
	want, _ := v.documents()
	v.Await(fmt.Sprintf("%s.then((work) => JSON.parse(work || '{}').state?.problem?.data.y.length === %d)", kept, len(want.Data.Y)))
	work := evaluate[string](v, kept)
	if v.presetName() == "xor" {
		t.Fatal("the own work is that of a scene")
	}
	v.mode("present")
	v.Await("getComputedStyle(document.getElementById('scene-bar')).opacity === '1'") // it can be found
	v.scene("scene 1 / 3")
	if got := evaluate[string](v, shows); got != "data,certificate" {
		t.Errorf("scene 1 shows %s", got)
	}
	first, _ := v.documents()
	for _, step := range []struct{ key, count string }{
		{kb.ArrowRight, "scene 2 / 3"}, {kb.PageDown, "scene 3 / 3"}, {kb.PageDown, "scene 3 / 3"}, {kb.PageUp, "scene 2 / 3"}, {kb.ArrowLeft, "scene 1 / 3"}, {" ", "scene 2 / 3"},
	} {
		v.key(step.key)
		v.scene(step.count)
	}
	if got := evaluate[string](v, shows); got != "data,neurons" {
		t.Errorf("scene 2 shows %s", got)
	}
	second, _ := v.documents()
	if second.Beta != 0.5 || first.Beta == 0.5 || !reflect.DeepEqual(second.Data, first.Data) {
		t.Errorf("scene 2 has beta %g, scene 1 %g", second.Beta, first.Beta)
	}
	// By its edges.
	evaluate[any](v, `void new MutationObserver((_, observer) => {
		if (document.documentElement.dataset.pointing === undefined) return;
		window.pointed = true; // it does not last
		observer.disconnect();
	}).observe(document.documentElement, {attributes: true})`)
	v.Click(`[data-edge="next"]`)
	v.scene("scene 3 / 3")
	if v.presetName() != "xor" {
		t.Errorf("scene 3 shows %q", v.presetName())
	}
	// The bar is there at first, and while the pointer moves.
	v.Await("window.pointed")
	v.Await("getComputedStyle(document.getElementById('scene-bar')).opacity === '0'")
	// Blank, and back by the same key or by going on.
	for _, again := range []string{"b", kb.ArrowLeft, kb.Escape} {
		v.key("b")
		if dark := v.Screen().Ink(); dark > 0 {
			t.Errorf("%g of the blank screen is not", dark)
		}
		v.key(again)
		v.Await("document.getElementById('scene-blank').hidden && document.getElementById('scene-count').textContent === 'scene 3 / 3'")
	}
	// The spot follows the pointer.
	v.key("l")
	for _, place := range [][2]float64{{300, 200}, {500, 333}} {
		v.Drag(place[0], place[1], chromedp.ButtonNone)
		v.Await(fmt.Sprintf(`((box) => Math.abs(box.left + box.width / 2 - %g) < 1.5 && Math.abs(box.top + box.height / 2 - %g) < 1.5)
			(document.getElementById('scene-spot').getBoundingClientRect())`, place[0], place[1]))
	}
	v.key("l")
	v.Await("document.getElementById('scene-spot').hidden")
	v.key(kb.Escape)
	v.Await("document.documentElement.dataset.mode === 'explore'")
	v.Rest()
	if got, _ := v.documents(); !reflect.DeepEqual(got, want) {
		t.Errorf("left to %d points, beta %g; before there were %d, beta %g", len(got.Data.Y), got.Beta, len(want.Data.Y), want.Beta)
	}
	state := func(text string) string {
		return evaluate[string](v, "JSON.stringify(JSON.parse("+fmt.Sprintf("%q", text)+").state)")
	}
	if now := evaluate[string](v, kept); state(now) != state(work) {
		t.Error("what is kept is not the own work")
	}
	v.Click("#undo")
	v.Await("document.querySelector('[data-preset=ring]').getAttribute('aria-pressed') === 'true'")
}

// TestScenesAreArranged makes a scene of work that was left, writes captions, moves and removes scenes, all with the bar and by
// keyboard. The message of a removed scene goes with the presentation.
func TestScenesAreArranged(t *testing.T) {
	t.Parallel()
	v := arranged(t, visit.Undrawn())
	press := func(name string) {
		t.Helper()
		v.Do(chromedp.Focus(chromedp.CSS(`[data-scene="`+name+`"]`)), chromedp.KeyEvent(kb.Enter))
	}
	// Work that no scene shows is offered as one, once.
	work, _ := v.documents()
	const offered = `!document.querySelector('[data-scene="own"]').hidden`
	v.mode("present")
	v.scene("scene 1 / 3")
	v.Await(offered)
	v.key(kb.End)
	v.scene("scene 3 / 3")
	v.Click(`[data-scene="own"]`)
	v.scene("scene 4 / 4")
	if got, _ := v.documents(); len(got.Data.Y) != len(work.Data.Y) || v.presetName() == "xor" {
		t.Errorf("the new scene has %d points, the work %d", len(got.Data.Y), len(work.Data.Y))
	}
	if evaluate[bool](v, offered) {
		t.Error("the work is offered again")
	}
	press("remove")
	v.scene("scene 3 / 3")
	v.key(kb.Home)
	v.scene("scene 1 / 3")
	own := v.text("#scene-caption")
	press("caption")
	v.Await("document.activeElement.id === 'scene-edit'")
	v.Do(chromedp.KeyEvent("Why nothing is cheaper: b and l are letters here"), chromedp.KeyEvent(kb.Enter))
	v.Await("document.getElementById('scene-caption').textContent === 'Why nothing is cheaper: b and l are letters here'")
	press("later")
	v.scene("scene 2 / 3")
	v.key(kb.Home)
	v.scene("scene 1 / 3")
	if got := evaluate[string](v, shows); got != "data,neurons" {
		t.Errorf("the scene that was second shows %s", got)
	}
	v.key(kb.End)
	v.scene("scene 3 / 3")
	press("remove")
	v.scene("scene 2 / 2")
	if got := v.text("#scene-caption"); !strings.HasPrefix(got, "Why nothing") {
		t.Errorf("the caption is %q", got)
	}
	v.Click("#notice-action")
	v.scene("scene 3 / 3")
	v.key(kb.PageUp)
	v.scene("scene 2 / 3")
	// An empty caption is the picture's own sentence again.
	press("caption")
	v.Do(chromedp.KeyEvent(kb.Backspace), chromedp.KeyEvent(kb.Enter))
	v.Await(fmt.Sprintf("document.getElementById('scene-caption').textContent === %q", own))
	press("add")
	v.scene("scene 3 / 4")
	press("remove")
	v.Await("!document.getElementById('notice').hidden && !document.getElementById('notice-action').hidden")
	press("leave")
	v.Await("document.documentElement.dataset.mode === 'explore'")
	if evaluate[bool](v, "document.getElementById('notice-action').checkVisibility()") {
		t.Error("the scene can still be brought back")
	}
}

// TestLinkWithScenes opens scenes from a link, and then damaged ones.
func TestLinkWithScenes(t *testing.T) {
	t.Parallel()
	v := arranged(t, visit.Undrawn())
	hash := v.copyLink()
	content := unlink(t, hash)
	w := openLink(t, hash, visit.Small(), visit.WithoutPictures())
	w.Rest()
	want, _ := w.documents()
	w.mode("present")
	w.scene("scene 1 / 3")
	w.key(kb.PageDown)
	w.scene("scene 2 / 3")
	if got, _ := w.documents(); got.Beta != 0.5 {
		t.Errorf("scene 2 has beta %g", got.Beta)
	}
	// A scene that is on the screen is what a link from here opens; the work comes back.
	w.key(kb.Escape)
	w.Await("document.documentElement.dataset.mode === 'explore'")
	w.Rest()
	if got, _ := w.documents(); !reflect.DeepEqual(got, want) {
		t.Error("other work came back")
	}

	// A link with a scene whose state the session refuses changes nothing; in a file, it says so when it is reached, and the one on the screen stays.
	bad := `{"format":"conelab/share/1","state":{"features":2,"beta":-1}}`
	evaluate[any](w, "document.getElementById('notice-close').click()")
	poison := strings.NewReplacer(`"scenes":[`, `"scenes":[{"pictures":["data"],"view":null,"caption":"<img src=x onerror=alert(1)>","shared":`+bad+
		`},{"pictures":["data"],"view":null,"change":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}},`)
	evaluate[any](w, fmt.Sprintf("location.hash = %q", link(poison.Replace(content))))
	w.Await("document.getElementById('notice-text').textContent.startsWith('Scene 1 of this link cannot be opened, and nothing has changed: ')")
	if got, _ := w.documents(); !reflect.DeepEqual(got, want) {
		t.Error("a link with a broken scene has changed the work")
	}
	v.Await(kept + ".then((work) => work.includes('\"scenes\":[') && work.includes('\"xor\"'))")
	w.drop("conelab-work.json", poison.Replace(evaluate[string](v, kept)))
	w.Await("document.getElementById('scene-count').textContent === 'scene 1 / 5' || document.getElementById('scene-count').textContent === 'scene 3 / 5'")
	w.Rest()
	work, _ := w.documents()
	w.mode("present")
	w.key(kb.Home)
	w.Await("document.getElementById('notice-text').textContent.startsWith('Scene 1 cannot be opened, and nothing has changed: ')")
	w.key(kb.ArrowRight)
	w.Await("document.getElementById('notice-text').textContent.startsWith('Scene 2 cannot be opened')")
	w.key(kb.ArrowRight)
	w.scene("scene 3 / 5")
	w.key(kb.Escape)
	w.Await("document.documentElement.dataset.mode === 'explore'")
	w.Rest()
	if got, _ := w.documents(); !reflect.DeepEqual(got, work) {
		t.Error("other work came back")
	}
	if evaluate[bool](w, "({}).polluted !== undefined || document.querySelector('img[src=\"x\"]') !== null") {
		t.Error("a scene became part of the page")
	}
}

// TestSceneKeepsWhatIsDrawn draws in scenes that were added in the presentation: it stays in the scene where it was drawn, which
// is said when that is left, and the work comes back; the scene can also become what it was.
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

// TestMessageCoversNoControl shows messages about a field, of two lengths, and a scene: they cover no control but those within
// the main picture, and what is below them gets the pointer.
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

// presented says what is wrong with a scene on the screen: captions can be read from the last row, the proof is in view, the
// pictures have the rest, and the bar has room of its own and moves nothing when it comes.
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
		if (b.left < 0 || b.right > innerWidth || b.bottom > innerHeight) faults.push(button.dataset.scene + ' is off the screen');
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
