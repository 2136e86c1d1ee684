package e2e

import (
	"fmt"
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

// large sets a problem of n points with d features, whose labels no small network fits; nobody waits for its solution.
func (v *user) large(n, d int) {
	v.t.Helper()
	evaluate[any](v, fmt.Sprintf(`(() => {
		let seed = 1;
		const next = () => (seed = seed * 16807 %% 2147483647) / 2147483647 - 0.5;
		const x = Array.from({length: %d}, () => Array.from({length: %d}, next));
		window.told = [];
		conelab.subscribe((page) => told.push([page.revision.solved === page.revision.data, page.status, page.samples, page.strip.certified]));
		window.answer = null;
		conelab.set({format: 'conelab/problem/1', data: {x, y: x.map((_, i) => [i %% 2 ? 1 : -1])}, architecture: {kind: 'dense'},
			activation: {a: 0.09, b: 0.5, c: 0.47}, loss: 'squared', beta: 0.01}).then((solution) => { window.answer = solution },
				(error) => { window.answer = {error: error.message} });
	})()`, n, d))
}

// TestWhatIsOldIsMarked solves a ring with points held out, in modes that show numbers, and sets other data that take long. They come at once, with
// what it takes and a way to stop it. Whatever the page then still shows of the ring, and no longer once the data are solved, lies within something
// that is dimmed or said to be renewed: the path beside beta, the captions, the tables. The neurons of the ring keep the names of its features, and
// nothing is called certified. What is there once it is stopped is a network with its proof.
func TestWhatIsOldIsMarked(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Small(), visit.Undrawn())
	v.Await("document.getElementById('verdict-word').textContent === 'Certified'")
	evaluate[any](v, "void ("+collect+")")
	for _, mode := range []string{"lab", "explore"} {
		evaluate[any](v, `void conelab.mode('explore')`)
		v.Preset(2, "ring")
		v.Slide("#sampling-hold", 30)
		v.Rest()
		v.Place("#path")
		v.Await(curvesDrawn + " && document.querySelectorAll('#path span').length === 12 && document.getElementById('path').dataset.old === undefined")
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
		for name, is := range map[string]string{
			"the word":        "document.getElementById('verdict-word').textContent === 'Solving'",
			"the mark":        "document.getElementById('verdict').dataset.mark === 'wait'",
			"the status":      "document.querySelector('[data-out=status]').dataset.value === 'solving'",
			"the sentence":    "/^Solving 2500 points with 60 features: about \\d+ (second|minute)s/.test(document.querySelector('[data-out=status]').textContent)",
			"the live region": "document.getElementById('status-live').textContent === ''",
			"the path": `['path', 'path-scores'].every((id) => Number(getComputedStyle(document.getElementById(id)).opacity) < 0.7) &&
				document.querySelector('#path').getAttribute('aria-label').endsWith('not known yet')`,
			"the page": "document.documentElement.dataset.stale !== undefined",
		} {
			if !evaluate[bool](v, is) {
				t.Errorf("%s: %s is not that of something being solved", mode, name)
			}
		}
		v.Await("!document.getElementById('solve-stop').hidden && !document.getElementById('solve-progress').hidden")
		if bad := evaluate[string](v, `told.filter(([own, status, samples, certified]) => samples === 2500 && !own && (status !== 'solving' || certified)).join(' ')`); bad != "" {
			t.Errorf("%s: subscribers were told %s", mode, bad)
		}
		v.Click("#solve-stop")
		v.Await("answer !== null && document.documentElement.dataset.stale === undefined")
		v.Answered()
		if !evaluate[bool](v, `answer.status === 'stopped' && answer.dual.length === 2500 && answer.objective >= answer.lower_bound &&
			document.getElementById('verdict-word').textContent === 'Not yet' && document.getElementById('solve-stop').hidden && document.getElementById('notice').hidden`) {
			t.Errorf("%s: what was stopped is not shown as such", mode)
		}
		if bad := evaluate[[]string](v, unmarked); len(bad) > 0 {
			t.Errorf("%s: of the data before, unmarked:\n%s", mode, strings.Join(bad, "\n"))
		}
		if n := evaluate[int](v, "marks"); n < map[string]int{"lab": 40, "explore": 6}[mode] {
			t.Errorf("%s: only %d marks", mode, n)
		}
	}
}
