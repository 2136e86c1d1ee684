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
	v.Await(fmt.Sprintf("$('scene-count').textContent.endsWith('/ %d')", n))
	evaluate[any](v, "$('notice-close').click()")
}

// mode chooses a mode in the header.
func (v *user) mode(name string) {
	v.t.Helper()
	v.Click(fmt.Sprintf(`#modes [value="%s"]`, name))
	v.Await(fmt.Sprintf("document.documentElement.dataset.mode === %q", name))
}

// press uses a button of the bar by the keyboard.
func (v *user) press(name string) {
	v.t.Helper()
	v.Focus(`[data-scene="` + name + `"]`)
	v.key(kb.Enter)
}

// leaveScenes ends the presentation, and waits for the work.
func (v *user) leaveScenes() {
	v.t.Helper()
	v.key(kb.Escape)
	v.Await("document.documentElement.dataset.mode === 'explore'")
	v.Rest()
}

// scene waits for a scene to be shown.
func (v *user) scene(count string) {
	v.t.Helper()
	v.Await(fmt.Sprintf("$('scene-count').textContent === %q", count))
	v.Rest()
}

// arranged opens the page with three scenes: the first example beside its certificate, the same with another beta beside its
// neurons, and XOR alone; and then some work of the teacher's own.
func arranged(t *testing.T) *user {
	t.Helper()
	v := openUndrawn(t)
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

// TestScenes goes through scenes as a teacher does, with keys and a clicker, reloads the page, blanks the screen, points, and leaves:
// the work is what it was, its history included. Then the scenes are arranged.
func TestScenes(t *testing.T) {
	t.Parallel()
	v := arranged(t)
	want, _ := v.documents()
	v.Await(fmt.Sprintf("%s.then((work) => JSON.parse(work || '{}').state?.problem?.data.y.length === %d)", kept, len(want.Data.Y)))
	work := evaluate[string](v, kept)
	v.mode("present")
	v.Await("getComputedStyle($('scene-bar')).opacity === '1'") // it can be found
	v.scene("scene 1 / 3")
	v.expectPictures("scene 1", "data certificate")
	first, _ := v.documents()
	for _, step := range []struct{ key, count string }{
		{kb.ArrowRight, "scene 2 / 3"}, {kb.PageDown, "scene 3 / 3"}, {kb.PageDown, "scene 3 / 3"}, {kb.PageUp, "scene 2 / 3"},
		{kb.ArrowLeft, "scene 1 / 3"}, {" ", "scene 2 / 3"},
	} {
		v.key(step.key)
		v.scene(step.count)
	}
	v.press("code")
	v.Await("$('class-large').open")
	v.key(kb.Escape)
	v.Await("!document.querySelector('dialog:modal')") // the scene again, and not the dialog of the link
	evaluate[any](v, "document.activeElement.blur()")
	v.expectPictures("scene 2", "data neurons")
	second, _ := v.documents()
	if second.Beta != 0.5 || first.Beta == 0.5 || !reflect.DeepEqual(second.Data, first.Data) {
		t.Errorf("scene 2 has beta %g, scene 1 %g", second.Beta, first.Beta)
	}
	evaluate[any](v, "void (window.isOld = true, location.reload())")
	v.Await("!window.isOld && window.conelab?.ready.then(() => document.documentElement.dataset.mode === 'present')")
	v.scene("scene 2 / 3")
	v.Click(`[data-edge="next"]`)
	v.scene("scene 3 / 3")
	v.Await(pressed("xor"))
	v.Await("getComputedStyle($('scene-bar')).opacity === '0'")
	// Blank, and back by the same key or by going on.
	for _, again := range []string{"b", kb.ArrowLeft, kb.Escape} {
		v.key("b")
		if dark := v.Screen().Ink(); dark > 0 {
			t.Errorf("%g of the blank screen is not", dark)
		}
		v.key(again)
		v.Await("$('scene-blank').hidden && $('scene-count').textContent === 'scene 3 / 3'")
	}
	// The spot follows the pointer.
	v.key("l")
	for _, place := range [][2]float64{{300, 200}, {500, 333}} {
		v.Drag(place[0], place[1], chromedp.ButtonNone)
		v.Await(fmt.Sprintf(`((box) => Math.abs(box.left + box.width / 2 - %g) < 1.5 && Math.abs(box.top + box.height / 2 - %g) < 1.5)
			($('scene-spot').getBoundingClientRect())`, place[0], place[1]))
	}
	v.key("l")
	v.Await("$('scene-spot').hidden")
	v.leaveScenes()
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
	v.arrange()
}

// TestCaptionStaysDuringTheFilm writes the caption of a scene that shows the film: it stays in every chapter.
func TestCaptionStaysDuringTheFilm(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Undrawn())
	v.Click("#why")
	v.mode("present")
	v.press("add")
	v.Await("document.documentElement.dataset.scenes === ''")
	v.press("caption")
	v.Await("document.activeElement.id === 'scene-edit' && !$('notice').checkVisibility({visibilityProperty: true})")
	v.Do(chromedp.KeyEvent("Mine"), chromedp.KeyEvent(kb.Enter))
	for _, topic := range []string{"curve", "bowl"} {
		evaluate[any](v, fmt.Sprintf(`document.querySelector('#topic [value=%q]').click()`, topic))
		v.Rest()
		if got := v.text("#scene-caption"); got != "Mine" {
			t.Errorf("with the chapter %s, the caption is %q", topic, got)
		}
	}
}

// arrange writes captions, moves and removes scenes, all with the bar and by keyboard. The message of a removed scene goes
// with the presentation.
func (v *user) arrange() {
	v.t.Helper()
	v.mode("present")
	v.key(kb.Home)
	v.scene("scene 1 / 3")
	v.key(kb.End)
	v.scene("scene 3 / 3")
	v.key(kb.Home)
	v.scene("scene 1 / 3")
	own := v.text("#scene-caption")
	v.press("caption")
	v.Await("document.activeElement.id === 'scene-edit'")
	v.Do(chromedp.KeyEvent("Why nothing is cheaper: b and l are letters here"), chromedp.KeyEvent(kb.Enter))
	v.Await("$('scene-caption').textContent === 'Why nothing is cheaper: b and l are letters here'")
	v.press("later")
	v.scene("scene 2 / 3")
	v.key(kb.Home)
	v.scene("scene 1 / 3")
	v.expectPictures("the scene that was second", "data neurons")
	v.key(kb.End)
	v.scene("scene 3 / 3")
	v.press("remove")
	v.scene("scene 2 / 2")
	if got := v.text("#scene-caption"); !strings.HasPrefix(got, "Why nothing") {
		v.t.Errorf("the caption is %q", got)
	}
	v.Click("#notice-action")
	v.scene("scene 3 / 3")
	v.key(kb.PageUp)
	v.scene("scene 2 / 3")
	// An empty caption is the picture's own sentence again.
	v.press("caption")
	v.Do(chromedp.KeyEvent(kb.Backspace), chromedp.KeyEvent(kb.Enter))
	v.Await(fmt.Sprintf("$('scene-caption').textContent === %q", own))
	v.press("add")
	v.scene("scene 3 / 4")
	v.press("remove")
	v.Await("!$('notice').hidden && !$('notice-action').hidden")
	v.press("leave")
	v.Await("document.documentElement.dataset.mode === 'explore'")
	if evaluate[bool](v, "$('notice-action').checkVisibility()") {
		v.t.Error("the scene can still be brought back")
	}
}

// TestLinkWithScenes opens scenes from a link, then damaged ones; and the page with the link's scenes fills the screen.
func TestLinkWithScenes(t *testing.T) {
	t.Parallel()
	v := arranged(t)
	hash := v.copyLink()
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
	w.leaveScenes()
	if got, _ := w.documents(); !reflect.DeepEqual(got, want) {
		t.Error("other work came back")
	}

	// Of a file with damaged scenes the others are shown; that of a link changes nothing, see followBrokenScene.
	poison := `"scenes":[{"pictures":["data"],"view":null,"caption":"<img src=x onerror=alert(1)>","shared":` +
		`{"format":"conelab/share/1","state":{"features":2,"beta":-1}}},` +
		`{"pictures":["data"],"view":null,"change":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}},`
	v.Await(kept + ".then((work) => work.includes('\"scenes\":[') && work.includes('\"xor\"'))")
	w.drop("conelab-work.json", strings.Replace(evaluate[string](v, kept), `"scenes":[`, poison, 1))
	w.Await("/scene [13] . 5/.test($('scene-count').textContent)")
	w.Rest()
	work, _ := w.documents()
	w.mode("present")
	w.key(kb.Home)
	for k := range 2 {
		w.Await(fmt.Sprintf("$('notice-text').textContent.startsWith('Scene %d cannot be opened, and nothing')", k+1))
		w.key(kb.ArrowRight)
	}
	w.scene("scene 3 / 5")
	w.leaveScenes()
	if got, _ := w.documents(); !reflect.DeepEqual(got, work) {
		t.Error("other work came back")
	}
	if evaluate[bool](w, "({}).polluted !== undefined || document.querySelector('img[src=\"x\"]') !== null") {
		t.Error("a scene became part of the page")
	}
	v.fillTheScreen()
}

// TestSceneKeepsWhatIsDrawn draws in scenes that were added in the presentation: it stays in the scene where it was drawn, which
// is said when that is left, and the work comes back; the scene can also become what it was.
func TestSceneKeepsWhatIsDrawn(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
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
		v.Await(fmt.Sprintf("!$('notice').hidden && $('notice-text').textContent === %q", sentence))
	}
	first, _ := v.documents()
	v.mode("present")
	v.press("add")
	v.scene("scene 1 / 1")
	v.press("add")
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
	v.leaveScenes()
	says("What you changed in scene 1 is kept in it; these are your own points again.")
	shows("the work", second)
	v.mode("present")
	v.scene("scene 1 / 2")
	shows("scene 1", again)
	// What was changed can be discarded.
	draw(0.2)
	v.key(kb.ArrowRight)
	says("What you changed in scene 1 is kept in it.")
	v.scene("scene 2 / 2")
	evaluate[any](v, "$('notice-action').click()")
	v.key(kb.ArrowLeft)
	v.scene("scene 1 / 2")
	shows("scene 1", again)
}

// fillTheScreen looks at scenes beside one or two pictures, on screens of several sizes and in the themes of a hall.
func (v *user) fillTheScreen() {
	v.t.Helper()
	v.mode("present")
	for _, screen := range []struct {
		width, height int64
		theme         string
	}{{1920, 1080, "dark"}, {1024, 768, "projector"}, {1024, 768, "light"}, {768, 1024, "light"}, {390, 844, "light"}, {844, 390, "light"}} {
		v.Do(window(screen.width, screen.height))
		v.Theme(screen.theme)
		for _, scene := range []struct{ key, count string }{{kb.Home, "scene 1 / 3"}, {kb.End, "scene 3 / 3"}} {
			v.key(scene.key)
			v.scene(scene.count)
			v.Theme(screen.theme) // a scene may have another one
			v.Frames(2)
			v.expectNone(fmt.Sprintf("%d x %d, %s, %s", screen.width, screen.height, screen.theme, scene.count), layout[[]string](v, "presented()"))
		}
	}
}

// TestPresentEndsTheFirstQuestion goes to Present while the page asks a first visitor its question: the scene has the film and the price,
// from the optimum on.
func TestPresentEndsTheFirstQuestion(t *testing.T) {
	t.Parallel()
	v := open(t, window(1440, 900), visit.OnNewDocument("localStorage.removeItem('conelab-tour')"))
	v.Await("$('loading').hidden && $('tried').textContent")
	v.mode("present")
	v.Await("document.documentElement.dataset.films === undefined && ['beta', 'play', 'topic'].every((id) => $('scene-tools').contains($(id)))")
}
