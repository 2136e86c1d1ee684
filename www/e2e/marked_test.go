package e2e

import (
	"strings"
	"testing"

	"conelab/www/visit"
)

// collect defines words(): every text with a number that can be seen, and every name of something that has one, as [place, text, marked], where
// marked says that it lies within something dimmed, or that is said to be renewed.
const collect = `window.words = () => {
	const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const opacity = (n) => n ? Number(getComputedStyle(n).opacity) * opacity(n.parentElement) : 1;
	const place = (n) => n.closest('[id]').id + ' ' + n.tagName + ' ' + [...n.closest('[id]').querySelectorAll(n.tagName)].indexOf(n);
	const add = (node, kind, text, marked) => { if (/\d/.test(text)) found.push([place(node) + ' ' + kind, text.trim(), marked]); };
	while (walk.nextNode()) {
		const node = walk.currentNode.parentElement;
		if (node.checkVisibility() && node.getClientRects().length && !node.closest('.unseen, option, textarea')) add(node, 'text', walk.currentNode.textContent, opacity(node) < 0.7);
	}
	for (const node of document.querySelectorAll('[aria-label], [aria-valuetext]')) {
		if (!node.checkVisibility()) continue;
		const isBusy = Boolean(node.closest('[aria-busy=true]'));
		for (const name of ['aria-label', 'aria-valuetext']) add(node, name, node.getAttribute(name) ?? '', isBusy);
	}
	return found;
}`

// unmarked returns what stood on the page before, still stands there unmarked while something is solved, and has gone when that is solved: it belongs
// to the solution before.
const unmarked = `(() => {
	const [before, now, after] = [seenBefore, seenNow, words()].map((list) => new Map(list.map(([place, text, marked]) => [place, {text, marked}])));
	window.marks = [...now].filter(([place, {text, marked}]) => marked && before.get(place)?.text === text).length;
	return [...now].filter(([place, {text, marked}]) => !marked && before.get(place)?.text === text && after.get(place)?.text !== text)
		.map(([place, {text}]) => place + ': ' + text);
})()`

// TestWhatIsOldIsMarked solves a ring with points held out, in each mode that shows numbers, and sets other data that take long. Whatever the page
// then still shows of the ring, and no longer once the data are solved, lies within something that is dimmed or said to be renewed: the path beside
// beta, the captions, the tables. The neurons of the ring keep the names of its features.
func TestWhatIsOldIsMarked(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Small())
	v.Await("document.getElementById('verdict-word').textContent === 'Certified'")
	evaluate[any](v, "void ("+collect+")")
	for _, mode := range []string{"lab", "explore", "present"} {
		evaluate[any](v, `void conelab.mode('explore')`)
		v.Preset(2, "ring")
		v.Slide("#sampling-hold", 30)
		v.Rest()
		if mode != "present" { // where nobody chooses beta
			v.Place("#path")
			v.Await(curvesDrawn + " && document.querySelectorAll('#path span').length === 12 && document.getElementById('path').dataset.old === undefined")
		}
		evaluate[any](v, "void conelab.mode('"+mode+"')")
		if mode == "lab" {
			evaluate[any](v, "document.querySelector('[data-drawer=details][aria-expanded=false]')?.click()")
			v.Await("document.getElementById('neuron-rows').checkVisibility()")
		}
		v.Rest()
		v.Seek(0) // a film that plays on would change its caption
		evaluate[any](v, "void (window.seenBefore = words())")
		names := v.text("#neuron-head")
		v.large(2500, 60)
		v.Await("document.documentElement.dataset.stale !== undefined && getComputedStyle(document.getElementById('numbers')).opacity < 0.7")
		evaluate[any](v, "void (window.seenNow = words())")
		if now := v.text("#neuron-head"); now != names {
			t.Errorf("%s: the neurons before are under %q, and were under %q", mode, now, names)
		}
		if mode != "present" && !evaluate[bool](v, `['path', 'path-scores'].every((id) => Number(getComputedStyle(document.getElementById(id)).opacity) < 0.7) &&
			document.querySelector('#path').getAttribute('aria-label').endsWith('not known yet')`) {
			t.Errorf("%s: the path of the data before stands beside beta as if it were that of these", mode)
		}
		if !evaluate[bool](v, "document.documentElement.dataset.stale !== undefined") {
			t.Fatalf("%s: the data were solved before they were looked at", mode)
		}
		v.Click("#solve-stop")
		v.Await("answer !== null && document.documentElement.dataset.stale === undefined")
		v.Answered()
		if bad := evaluate[[]string](v, unmarked); len(bad) > 0 {
			t.Errorf("%s: of the data before, unmarked:\n%s", mode, strings.Join(bad, "\n"))
		}
		if n := evaluate[int](v, "marks"); n < map[string]int{"lab": 40, "explore": 6, "present": 3}[mode] {
			t.Errorf("%s: only %d marks", mode, n)
		}
	}
}
