package e2e

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode/decoder"

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

// arranged opens the page with three scenes: the first example beside its certificate, the same with another beta beside its neurons, and XOR
// alone; and then some work of the teacher's own.
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

// TestScenesByKeys goes through scenes as a teacher does, with keys and a clicker, blanks the screen, points, and leaves: the work is what it
// was, its history included.
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
	// What is drawn in a scene stays in it, and what is kept on this machine is the work.
	v.Stroke(v.Place("#area-data"), [2]float64{-0.5, -0.5}, [2]float64{0.4, -0.5})
	v.Rest()
	v.key(kb.Escape)
	v.Await("document.documentElement.dataset.mode === 'explore'")
	v.Rest()
	if got, _ := v.documents(); !reflect.DeepEqual(got, want) {
		t.Errorf("left to %d points, beta %g; before there were %d, beta %g", len(got.Data.Y), got.Beta, len(want.Data.Y), want.Beta)
	}
	if work != "" {
		state := func(text string) string {
			return evaluate[string](v, "JSON.stringify(JSON.parse("+fmt.Sprintf("%q", text)+").state)")
		}
		if now := evaluate[string](v, kept); state(now) != state(work) {
			t.Error("what is kept is not the own work")
		}
	}
	v.Click("#undo")
	v.Await("document.querySelector('[data-preset=ring]').getAttribute('aria-pressed') === 'true'")
	// The scene is as it was added.
	v.mode("present")
	v.scene("scene 3 / 3")
	if got, _ := v.documents(); len(got.Data.Y) == len(want.Data.Y) || v.presetName() != "xor" {
		t.Errorf("scene 3 has %d points", len(got.Data.Y))
	}
}

// TestScenesAreArranged writes captions, moves and removes scenes, all with the bar and by keyboard.
func TestScenesAreArranged(t *testing.T) {
	t.Parallel()
	v := arranged(t, visit.Undrawn())
	v.mode("present")
	v.scene("scene 1 / 3")
	own := v.text("#scene-caption")
	press := func(name string) {
		t.Helper()
		v.Do(chromedp.Focus(chromedp.CSS(`[data-scene="`+name+`"]`)), chromedp.KeyEvent(kb.Enter))
	}
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
	press("leave")
	v.Await("document.documentElement.dataset.mode === 'explore'")
}

// TestPresentFillsTheScreen looks at Present on two projectors: captions can be read from the last row, the proof is in view, and the pictures
// have the rest.
func TestPresentFillsTheScreen(t *testing.T) {
	t.Parallel()
	v := arranged(t, visit.Undrawn())
	v.mode("present")
	for _, size := range [][2]int64{{1024, 768}, {1920, 1080}} {
		v.Do(window(size[0], size[1]))
		for _, theme := range []string{"light", "dark", "projector"} {
			for k := range 3 {
				v.scene(fmt.Sprintf("scene %d / 3", k+1))
				v.Theme(theme)
				type measures struct {
					Font, Proof, Caption, Stage, Right float64
					Scrolls                            bool
				}
				got := evaluate[measures](v, `(() => { const box = (id) => document.getElementById(id).getBoundingClientRect(), root = document.documentElement;
					return {Font: parseFloat(getComputedStyle(document.getElementById('scene-caption')).fontSize), Proof: box('proof').bottom, Caption: box('scene').bottom - box('proof').top,
						Stage: box('stage').height, Right: Math.max(...[...document.querySelectorAll('#proof dd, #fit')].map((node) => node.getBoundingClientRect().right)),
						Scrolls: root.scrollHeight > innerHeight || root.scrollWidth > innerWidth} })()`)
				height, width := float64(size[1]), float64(size[0])
				if got.Font < 28 || got.Proof > height+0.5 || got.Caption > 0.5 || got.Right > width || got.Scrolls || got.Stage < 0.66*height {
					t.Errorf("%d x %d, %s, %s: %+v", size[0], size[1], theme, v.text("#scene-count"), got)
				}
				v.key(kb.ArrowRight)
			}
			v.key(kb.Home)
			v.scene("scene 1 / 3")
		}
	}
}

// TestLinkWithScenes opens scenes from a link, which has no data twice, and then damaged ones.
func TestLinkWithScenes(t *testing.T) {
	t.Parallel()
	v := arranged(t, visit.Undrawn())
	hash := v.copyLink()
	content := unlink(t, hash)
	if twice := strings.Count(content, `"name":"xor"`); twice != 1 {
		t.Errorf("xor is in the link %d times: %s", twice, content)
	}
	if changes := strings.Count(content, `"change":`); changes != 2 {
		t.Errorf("%d of 3 scenes are changes: %s", changes, content)
	}
	w := &user{site.OpenLink(t, hash, visit.Small(), visit.WithoutPictures()), t}
	t.Cleanup(w.Close)
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

	swap := func(from, to string) string {
		if !strings.Contains(content, from) {
			t.Fatalf("%s is not in %s", from, content)
		}
		return link(strings.Replace(content, from, to, 1))
	}
	from := strings.Index(content, `"scenes":`)
	deep := strings.Repeat(`{"a":`, 20000) + "1" + strings.Repeat("}", 20000)
	state := "document.documentElement.dataset.mode + JSON.stringify([Object.prototype.polluted ?? null, document.getElementById('scene-count').textContent])"
	before := evaluate[string](w, state)
	scene := func(more string) string { return `"scenes":[{"pictures":["data"],"view":null` + more + `}],"x":` }
	for name, hostile := range map[string]string{
		"a text":       swap(`"scenes":`, `"scenes":"x","y":`),
		"no state":     swap(`"scenes":`, scene("")),
		"a list":       swap(`"scenes":`, scene(`,"shared":[1]`)),
		"pictures":     swap(`"scenes":`, `"scenes":[{"pictures":["data","data"],"view":null,"shared":{}}],"x":`),
		"three":        swap(`"scenes":`, `"scenes":[{"pictures":["data","neurons","race"],"view":null,"shared":{}}],"x":`),
		"caption":      swap(`"scenes":`, scene(`,"caption":"`+strings.Repeat("a", 301)+`","shared":{}`)),
		"caption kind": swap(`"scenes":`, scene(`,"caption":{},"shared":{}`)),
		"theme":        swap(`"scenes":`, scene(`,"theme":"url(x)","shared":{}`)),
		"view":         swap(`"scenes":`, scene(`,"shared":{},"view":"`+strings.Repeat("a", 2001)+`"`)),
		"place":        swap(`"scene":`, `"scene":-1,"y":`),
		"half":         swap(`"scene":`, `"scene":0.5,"y":`),
		"deep":         link(content[:from] + `"scenes":[{"pictures":["data"],"view":null,"shared":` + deep + `}]}`),
		"many":         link(content[:from] + `"scenes":[` + strings.TrimSuffix(strings.Repeat(`{"pictures":["data"],"view":null,"shared":{}},`, 61), ",") + `]}`),
		"students":     swap(`"scenes":`, `"students":"x","scenes":`),
		"lesson":       swap(`"scenes":`, `"lesson":"`+strings.Repeat("a", 41)+`","scenes":`),
	} {
		evaluate[any](w, "document.getElementById('notice-close').click()")
		evaluate[any](w, fmt.Sprintf("location.hash = %q", hostile))
		w.Await(fmt.Sprintf("%q && !document.getElementById('notice').hidden", name))
		if sentence := w.text("#notice-text"); !strings.HasSuffix(sentence, "nothing has changed.") {
			t.Errorf("%s: %q", name, sentence)
		}
		if got, _ := w.documents(); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: the problem changed", name)
		}
		if now := evaluate[string](w, state); now != before {
			t.Errorf("%s: the page was %s and is %s", name, before, now)
		}
	}
	// Scenes whose states the session refuses say so when they are reached, and the one on the screen stays.
	bad := `{"format":"conelab/share/1","state":{"features":2,"beta":-1}}`
	tail := content[from:]
	evaluate[any](w, "document.getElementById('notice-close').click()")
	poisoned := strings.Replace(tail, `"scenes":[`, `"scenes":[{"pictures":["data"],"view":null,"caption":"<img src=x onerror=alert(1)>","shared":`+bad+
		`},{"pictures":["data"],"view":null,"change":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}},`, 1)
	evaluate[any](w, fmt.Sprintf("location.hash = %q", link(content[:from]+poisoned)))
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

// readCode reads a QR code from the screen, each module where the drawing has it, and the white around them. To look for the corners, as in a
// photograph, is a reader's affair: the one used here takes something else for a corner in one link of 250.
func (v *user) readCode(selector string) string {
	v.t.Helper()
	const white, quiet = 0.5, 4
	selector += " svg"
	picture := v.Look(selector)
	side := evaluate[int](v, fmt.Sprintf("document.querySelector(%q).viewBox.baseVal.width", selector))
	modules, err := gozxing.NewSquareBitMatrix(side - 2*quiet)
	if err != nil {
		v.t.Fatal(err)
	}
	for row := range side {
		for column := range side {
			x, y := (float64(column)+0.5)/float64(side), (float64(row)+0.5)/float64(side)
			if picture.Colour(x*picture.Box.Width, y*picture.Box.Height)[1] > white {
				continue
			}
			if min(row, column) < quiet || max(row, column) >= side-quiet {
				v.t.Fatalf("%s: the margin is dark in row %d, column %d of %d", selector, row, column, side)
			}
			modules.Set(column-quiet, row-quiet)
		}
	}
	result, err := decoder.NewDecoder().Decode(modules, nil)
	if err != nil {
		v.t.Fatalf("%s: %v", selector, err)
	}
	return result.GetText()
}

// classLink prepares a class and returns the link, once its code is on the screen.
func (v *user) classLink(gets string) string {
	v.t.Helper()
	v.Click(fmt.Sprintf(`#class-gets label:has([value="%s"])`, gets))
	v.Await(fmt.Sprintf("((frame) => frame && frame.src === document.getElementById('class-link').value && frame.contentDocument?.documentElement?.dataset.mode === %q)(document.querySelector('#class-preview iframe'))", gets))
	return evaluate[string](v, "document.getElementById('class-link').value")
}

// TestClassGetsWhatItIsGiven prepares each of the three forms, reads the code from the screen, and opens the link as a student does.
func TestClassGetsWhatItIsGiven(t *testing.T) {
	t.Parallel()
	v := open(t, chromedp.EmulateViewport(1440, 900, chromedp.EmulateScale(2)), visit.WithoutPictures()) // as many pixels as a camera sees
	v.Preset(2, "xor")
	v.Theme("dark")
	v.Rest()
	v.Click("#share-open")
	v.Click("#class-open")
	links := map[string]string{}
	for _, gets := range []string{"explore", "lab", "learn"} {
		links[gets] = v.classLink(gets)
		if read := v.readCode("#class-qr"); read != links[gets] {
			t.Errorf("%s: the code says %q, the link is %q", gets, read, links[gets])
		}
		if said := v.text("#class-length"); !strings.HasPrefix(strings.ReplaceAll(said, ",", ""), fmt.Sprint(len(links[gets]))+" letters") {
			t.Errorf("%s: a link of %d letters is said to have %q", gets, len(links[gets]), said)
		}
		if content := unlink(t, links[gets][strings.Index(links[gets], "#"):]); strings.Contains(content, "theme") {
			t.Errorf("%s: the link has a theme: %s", gets, content)
		}
	}
	v.Click("#class-enlarge")
	if read := v.readCode("#class-large"); read != links["learn"] {
		t.Errorf("the large code says %q", read)
	}
	v.key(kb.Escape)
	// A lesson of the teacher's choice, a hidden panel that takes its picture along, and the theme where it is asked for.
	evaluate[any](v, `((select) => { select.value = select.options[1].value; select.dispatchEvent(new Event('change', {bubbles: true})) })(document.getElementById('class-lesson'))`)
	title := evaluate[string](v, "document.getElementById('class-lesson').selectedOptions[0].textContent")
	v.Click(`#class-panels [value="race"]`)
	v.Click("#class-theme")
	v.Await("document.getElementById('class-link').value !== '' && document.getElementById('class-link').value !== " + fmt.Sprintf("%q", links["learn"]))
	v.Await("document.querySelector('#class-preview iframe').contentDocument?.getElementById('lessons-title')?.textContent === " + fmt.Sprintf("%q", title))
	lesson := evaluate[string](v, "document.getElementById('class-link').value")
	if hidden := evaluate[bool](v, "document.documentElement.dataset.hide !== undefined || document.documentElement.dataset.mode !== 'explore'"); hidden {
		t.Error("the teacher's own page has changed")
	}
	v.key(kb.Escape)

	fragment := func(address string) string { return address[strings.Index(address, "#"):] }
	const modes = "[...document.querySelectorAll('#modes button')].filter((label) => label.offsetWidth).map((label) => label.textContent.trim()).join()"
	for gets, want := range map[string]string{"learn": "", "explore": "Explore,Learn", "lab": "Explore,Learn,Present,Lab"} {
		w := &user{site.OpenLink(t, fragment(links[gets]), visit.Desktop(), visit.WithoutPictures()), t}
		w.Rest()
		if got := evaluate[string](w, "document.documentElement.dataset.mode + ' ' + "+modes); got != gets+" "+want {
			t.Errorf("%s opens as %s", gets, got)
		}
		if theme := evaluate[string](w, "document.getElementById('theme').value"); theme != "auto" {
			t.Errorf("%s: the theme is %s", gets, theme)
		}
		if gets != "lab" { // everyone can bring the rest back
			w.Click("#share-open")
			w.Click("#show-all")
			if got := evaluate[string](w, modes); got != "Explore,Learn,Present,Lab" {
				t.Errorf("%s: all is shown as %s", gets, got)
			}
		}
		w.Close()
	}
	w := &user{site.OpenLink(t, fragment(lesson), visit.Desktop(), visit.WithoutPictures()), t}
	t.Cleanup(w.Close)
	w.Await("document.getElementById('lessons-title').textContent === " + fmt.Sprintf("%q", title))
	if theme := evaluate[string](w, "document.getElementById('theme').value"); theme != "dark" {
		t.Errorf("the theme is %s", theme)
	}
	if evaluate[bool](w, "!document.getElementById('name-race').hidden") {
		t.Error("the picture of the race is there without its panel")
	}
}

// TestLongClassLinkOffersTheFile prepares a class with more points than a QR code holds.
func TestLongClassLinkOffersTheFile(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.setMany(1000)
	v.Click("#share-open")
	v.Click("#class-open")
	v.Await("!document.getElementById('class-file').hidden")
	if said := v.text("#class-note"); !strings.Contains(said, "QR code") || !strings.Contains(said, "file") {
		t.Errorf("it says %q", said)
	}
	if drawn := evaluate[int](v, "document.querySelectorAll('#class-qr svg').length"); drawn != 0 {
		t.Error("there is a code")
	}
}
