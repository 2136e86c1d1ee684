package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tabTo presses Tab until the keys are at an element.
func (v *user) tabTo(selector string) {
	v.t.Helper()
	for range 300 {
		if evaluate[bool](v, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
		v.keys(kb.Tab)
	}
	v.t.Fatalf("Tab does not lead to %s", selector)
}

// keys presses keys.
func (v *user) keys(keys string, modifiers ...chromedp.KeyOption) {
	v.t.Helper()
	v.Do(chromedp.KeyEvent(keys, modifiers...))
}

// chooseInMenus: what is chosen in a menu closes it, with the keys at its button; a scene is moved several places, and the kind
// of examples and the theme are chosen, in a menu that stays. Escape closes the menu, and not what is behind it.
func (v *user) chooseInMenus() {
	v.t.Helper()
	expect := func(choice, menu string, isOpen bool) {
		v.t.Helper()
		v.Click(choice)
		v.Await(fmt.Sprintf("document.querySelector('#%s > .sheet').hidden === %t", menu, !isOpen))
		if !isOpen && !evaluate[bool](v, fmt.Sprintf("document.activeElement === document.querySelector('#%s > button')", menu)) {
			v.t.Errorf("after %s the keys are at %s", choice, evaluate[string](v, "document.activeElement.outerHTML.slice(0, 80)"))
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
	v.Await("$('status-live').textContent.startsWith('Certified. Cost ')")
	v.tabTo("#cost-name")
	met := map[string]bool{}
	for range 40 {
		met[evaluate[string](v, "document.activeElement.textContent")] = true
		v.Await("!$('tip').hidden && $('tip').textContent === document.activeElement.dataset.help")
		v.keys(kb.ArrowLeft)
	}
	for _, symbol := range []string{"f", "g", "σ", "β", "price", "Cost", "Lower bound", "Relative gap", "Right", "Neurons", "neurons", "activation"} {
		if !met[symbol] {
			t.Errorf("%s is not among the definitions %v", symbol, met)
		}
	}
	v.Do(chromedp.KeyEvent(kb.Escape))
	const caption = "#tile-data header dfn"
	x, y := v.Place(caption).At(0.5, 0.5)
	v.Touch(input.DispatchTouchEventTypeTouchStart, x, y)
	v.Await("!$('tip').hidden && $('tip').textContent.startsWith('A small function')")
	v.Touch(input.DispatchTouchEventTypeTouchEnd)
	v.key(kb.Escape)
	v.chooseInMenus()
}
