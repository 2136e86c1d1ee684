package e2e

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tabTo presses Tab until the keys are at an element, backTo does with Shift.
func (v *user) tabTo(selector string) {
	v.t.Helper()
	v.tab(selector, 300)
}

func (v *user) backTo(selector string) {
	v.t.Helper()
	v.tab(selector, 12, chromedp.KeyModifiers(chromedp.ModifierShift))
}

// tab presses Tab, at most so many times.
func (v *user) tab(selector string, most int, modifiers ...chromedp.KeyOption) {
	v.t.Helper()
	for range most {
		if evaluate[bool](v, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
		v.keys(kb.Tab, modifiers...)
	}
	v.t.Fatalf("Tab does not lead to %s", selector)
}

// keys presses keys.
func (v *user) keys(keys string, modifiers ...chromedp.KeyOption) {
	v.t.Helper()
	v.Do(chromedp.KeyEvent(keys, modifiers...))
}

// TestMenusCloseOnAChoice: what is chosen in a menu closes it, with the keys at its button; a scene is moved several places, and the kind
// of examples and the theme are chosen, in a menu that stays. Escape closes the menu, and not what is behind it.
func TestMenusCloseOnAChoice(t *testing.T) {
	t.Parallel()
	v := openPlain(t, window(1440, 900))
	expect := func(choice, menu string, isOpen bool) {
		t.Helper()
		v.Click(choice)
		v.Await(fmt.Sprintf("document.querySelector('#%s > .sheet').hidden === %t", menu, !isOpen))
		if !isOpen && !evaluate[bool](v, fmt.Sprintf("document.activeElement === document.querySelector('#%s > button')", menu)) {
			t.Errorf("after %s the keys are at %s", choice, evaluate[string](v, "document.activeElement.outerHTML.slice(0, 80)"))
		}
	}
	expect("[name=features][value=\"1\"]", "examples-menu", true)
	expect("[data-preset=wave]", "examples-menu", false)
	expect("#copy-link", "share-menu", false)
	expect("#scene-add", "share-menu", false)
	v.Click("#page-open")
	v.Theme("dark")
	v.Await("!$('page-sheet').hidden")
	v.mode("present")
	for range 2 {
		expect("[data-scene=add]", "scene-menu", false)
	}
	v.Await("$('scene-count').textContent.endsWith('/ 3')")
	for range 2 {
		expect("[data-scene=earlier]", "scene-menu", true)
	}
	v.keys(kb.Escape)
	v.Await("$('scene-sheet').hidden && document.documentElement.dataset.mode === 'present'")
	expect("[data-scene=remove]", "scene-menu", false)
	v.Await("$('scene-count').textContent.endsWith('/ 2')")
}

// TestSymbolsHaveDefinitions: what the first view names has its meaning under the pointer, a resting finger and the keys, all of which one
// stop of the Tab key leads to.
func TestSymbolsHaveDefinitions(t *testing.T) {
	t.Parallel()
	v := open(t, window(1440, 900))
	v.Rest()
	v.tabTo("#cost-name")
	met := map[string]bool{}
	for range 40 {
		met[evaluate[string](v, "document.activeElement.textContent")] = true
		v.Await("!$('tip').hidden && $('tip').textContent === document.activeElement.dataset.help")
		v.keys(kb.ArrowLeft)
	}
	for _, symbol := range []string{"f", "g", "σ", "β", "price", "Cost", "Lower bound", "Relative gap", "Right", "Neurons"} {
		if !met[symbol] {
			t.Errorf("%s is not among the definitions %v", symbol, met)
		}
	}
	v.Do(chromedp.KeyEvent(kb.Escape))
	const caption = "#tile-data header dfn"
	x, y := v.Place(caption).At(0.5, 0.5)
	v.Touch(input.DispatchTouchEventTypeTouchStart, x, y)
	v.Await("!$('tip').hidden && $('tip').textContent.startsWith('The output f')")
	v.Touch(input.DispatchTouchEventTypeTouchEnd, x, y)
}

// lastPoint is an expression for the features and the label of the last point.
const lastPoint = "conelab.get().then(({data: {x, y}}) => [x.length, ...x.at(-1), ...y.at(-1)].join(' '))"

// TestEverythingByKeyboard chooses an example, adds a point, moves it, flips its label and takes that back, reads the proof,
// plays the film, and copies a link, without a pointer; what opens dialogs is in TestEveryControlIsReachedByKeyboard.
func TestEverythingByKeyboard(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	v.tabTo("#examples-open")
	v.keys(kb.Enter)
	v.tabTo(`[data-preset="xor"]`)
	v.keys(kb.Enter)
	v.Await("document.activeElement.id === 'examples-open' && $('examples').hidden")
	v.Await("document.querySelector('[data-preset=xor]').ariaPressed === 'true'")
	n := evaluate[int](v, "conelab.get().then((p) => p.data.x.length)")
	expect := func(after, point string) {
		t.Helper()
		v.Await(fmt.Sprintf("%s.then((p) => p === %q)", lastPoint, point))
		v.verify()
		if t.Failed() {
			t.Fatalf("after %s", after)
		}
	}

	v.tabTo(`[data-drawer="data"]`)
	v.keys(kb.Enter)
	v.tabTo("#table-open")
	v.keys(kb.Enter)
	v.Await(fmt.Sprintf("document.activeElement.matches(%q)", cell(0, 0)))
	v.backTo("#table-add")
	v.keys(kb.Enter)
	v.Await(fmt.Sprintf("document.activeElement.matches(%q)", cell(n, 0)))
	v.keys("0.5" + kb.Tab + "-0.25" + kb.Tab + "1" + kb.Enter)
	expect("a point is added", fmt.Sprintf("%d 0.5 -0.25 1", n+1))
	v.keys(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift))
	v.keys("0.75" + kb.Enter)
	expect("the point is moved", fmt.Sprintf("%d 0.5 0.75 1", n+1))
	v.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	expect("the move is undone", fmt.Sprintf("%d 0.5 -0.25 1", n+1))
	v.backTo("#table-flip") // the row stays the one in which the keys were
	v.keys(kb.Enter)
	v.Await(lastPoint + ".then((p) => p.endsWith(' -1'))")
	v.keys(kb.Escape)
	v.Await("document.activeElement.id === 'table-open' && !$('table').open")
	v.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	expect("the flip is undone", fmt.Sprintf("%d 0.5 -0.25 1", n+1))

	v.Await("$('status-live').textContent.startsWith('Certified. Cost ')")
	v.tabTo(`[data-drawer="details"]`)
	v.keys(kb.Enter)
	v.Await("document.querySelector('#details [data-out=loss]').offsetWidth > 0")
	v.keys(kb.Enter)

	v.tabTo("#play")
	v.keys(" ")
	v.Await("document.activeElement.getAttribute('aria-label') === 'Pause'")
	v.keys(" ")
	v.Await("document.activeElement.getAttribute('aria-label') === 'Play'")
	v.tabTo("#scrub")
	v.keys(kb.Home)
	v.Await("$('animation-step').textContent.startsWith('0 ') || $('scrub').value === '0'")
	v.keys(kb.ArrowRight)
	v.Await("Number($('scrub').value) > 0")

	v.tabTo("#share-open")
	v.keys(kb.Enter)

	want, _ := v.documents()
	v.tabTo("#copy-link")
	v.keys(kb.Enter)
	v.Await("location.hash.startsWith('#1=') && !$('notice').hidden")
	if got, _ := follow(t, evaluate[string](v, "location.hash")).documents(); !reflect.DeepEqual(got, want) {
		t.Error("the link opens another problem")
	}
}
