package e2e

import (
	"fmt"
	"strings"
	"testing"

	"conelab/www/visit"
)

// tries is a script that defines what the tests of this file ask of the page: window.tries.
const tries = `window.tries = (() => {
	const all = (selector, within = document) => [...within.querySelectorAll(selector)];
	const rect = (selector) => document.querySelector(selector).getBoundingClientRect();
	// clipped reports whether an element is cut away, as what is only for those who listen, or has no extent on the screen.
	const clipped = (node) => {
		for (let at = node; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== 'none' || at.matches('.unseen')) return true;
		return false;
	};
	const onScreen = ({left, right, top, bottom, width, height}) => width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
	const within = ({left, right, top, bottom, width, height}) =>
		width > 0 && height > 0 && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
	// inView reports whether all of an element is on the screen and not cut off or covered at its middle.
	const inView = (node) => {
		const box = node?.getBoundingClientRect();
		if (!box || !node.checkVisibility() || !within(box)) return false;
		const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
		return Boolean(top) && (node.contains(top) || top.contains(node) || top.closest('label')?.contains(node));
	};
	const controls = () => all('a[href], button, input, select, textarea, summary, [tabindex="0"]').filter((node) => {
		if (node.disabled || node.tabIndex < 0 && node.type !== 'radio' || !node.checkVisibility()) return false;
		const box = node.matches('label .unseen, label input') ? node.closest('label') : node; // a radio button is its label
		return onScreen(box.getBoundingClientRect()) && (box !== node || !clipped(node));
	});
	const words = () => {
		const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
		for (let text = texts.nextNode(); text; text = texts.nextNode()) {
			if (!/\p{L}/u.test(text.data) || text.parentElement.closest('option, script, style, noscript') || !text.parentElement.checkVisibility() || clipped(text.parentElement)) continue;
			range.selectNodeContents(text);
			if (onScreen(range.getBoundingClientRect())) found.push(...text.data.split(/\s+/).filter((word) => /\p{L}/u.test(word)));
		}
		for (const node of all('select')) if (node.checkVisibility() && onScreen(node.getBoundingClientRect())) found.push(...node.selectedOptions[0].text.split(/\s+/));
		return found;
	};
	// crossings says which controls and words lie on each other, or are cut off, and whether the slider of beta can be used.
	const crossings = () => {
		const list = [], shown = (selector) => all(selector).filter((node) => node.checkVisibility() && !clipped(node) && node.getBoundingClientRect().width > 0);
		const apart = shown('#beta, #beta-number, #activation-field label, #layers-count, #layers-more, #topic label, #tried, #argument .choices, #play, #scrub, #speed, #animation-step, #caption, #tile-data header p, #area-data, #proof');
		for (const [k, node] of apart.entries()) for (const other of apart.slice(0, k)) {
			if (node.closest('#sheet') || other.closest('#sheet') && node.closest('#proof, #tile-data')) continue; // what is below the fold is scrolled to
			const a = node.getBoundingClientRect(), b = other.getBoundingClientRect();
			const width = Math.min(a.right, b.right) - Math.max(a.left, b.left), height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
			if (width > 2 && height > 2) list.push((node.id || node.textContent.trim()) + ' lies on ' + (other.id || other.textContent.trim()));
		}
		const room = document.querySelector('#controls');
		for (const node of shown('#controls :is(#caption, #tried, #topic, #play)')) if (node.getBoundingClientRect().bottom > room.getBoundingClientRect().bottom + 2) list.push(node.id + ' is cut off');
		for (const slider of shown('#beta')) if (slider.getBoundingClientRect().width < 40) list.push('the slider of beta is ' + Math.round(slider.getBoundingClientRect().width) + ' px wide');
		return list;
	};
	const small = () => document.documentElement.dataset.size === 'small';
	// faults says what does not fit on the screen.
	const faults = () => {
		const list = [], page = document.documentElement, show = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ');
		if (!within(rect('#proof'))) list.push('the proof is at ' + show(rect('#proof')));
		if (!inView(document.querySelector('#verdict'))) list.push('the verdict is at ' + show(rect('#verdict')));
		if (page.scrollHeight > innerHeight + 1) list.push('the page is ' + page.scrollHeight + ' px high');
		if (page.scrollWidth > innerWidth + 1) list.push('the page is ' + page.scrollWidth + ' px wide');
		for (const node of all('#verdict, #verdict *, #strip, #strip *')) {
			const box = node.getBoundingClientRect();
			if (node.checkVisibility() && box.width > 0 && !clipped(node) && (box.left < -1 || box.right > innerWidth + 1)) list.push('of the proof ' + (node.id || node.textContent) + ' is at ' + show(box));
		}
		for (const tile of all('.tile:not([hidden]) .area')) {
			const box = tile.getBoundingClientRect();
			if (!within(box)) list.push(tile.id + ' is at ' + show(box));
			if (small() && page.dataset.mode !== 'present' && box.height < innerHeight * 0.5) list.push(tile.id + ' is ' + Math.round(100 * box.height / innerHeight) + ' % of the height');
			if (!small() && page.dataset.mode !== 'lab' && Math.min(box.width, box.height) < (innerHeight < 380 ? 60 : innerHeight < 500 ? 85 : 130)) list.push(tile.id + ' is ' + Math.round(box.width) + ' x ' + Math.round(box.height));
		}
		if (page.dataset.mode === 'explore') list.push(...crossings());
		if (small() && page.dataset.mode !== 'present') {
			for (const chip of all('#label label, #class-pen label').filter((label) => label.checkVisibility())) if (!inView(chip)) list.push('the class ' + chip.textContent + ' is at ' + show(chip.getBoundingClientRect()));
			if (!inView(document.querySelector('#undo')) && !document.querySelector('#undo').disabled) list.push('undo is at ' + show(rect('#undo')));
		}
		return list;
	};
	const click = async (node) => {
		node.click();
		await conelabVisit.frames(2);
	};
	const mode = (name) => click(document.querySelector('#modes [value="' + name + '"]'));
	// into returns all with look, which adds to a list what does not fit.
	const into = (found) => ({...tries, look: (where, more = []) => { for (const fault of [...faults(), ...more]) found.push(where + ': ' + fault) }});
	return {into, all, rect, inView, controls, words, faults, click, mode};
})()`

// try prepares a page for the tests of this file.
func (v *user) try() {
	v.t.Helper()
	evaluate[any](v, "void ("+tries+")")
}

// expectShort fails the test if Explore shows more at first than somebody who sees the page for the first time reads.
func (v *user) expectShort() {
	v.t.Helper()
	controls := evaluate[[]string](v, "tries.controls().map((node) => node.id || node.value || node.textContent.trim() || node.ariaLabel)")
	words := evaluate[[]string](v, "tries.words()")
	if len(controls) > 30 || len(words) > 120 {
		v.t.Errorf("%d controls, more than 30, or %d words, more than 120: %s; %s", len(controls), len(words), strings.Join(controls, ", "), strings.Join(words, " "))
	}
}

// sizes are those of the screens on which nothing may be out of sight. On those that are tight the lessons and several layers are
// looked at too.
var sizes = []struct {
	width, height int64
	tight         bool
}{{1440, 900, false}, {1280, 720, false}, {1024, 768, false}, {768, 1024, false}, {844, 390, false}, {667, 375, false}, {1024, 700, true}, {360, 640, true}}

// fits goes through the tools and pictures of a mode and returns what does not fit.
const fits = `(async (name) => {
	const found = [];
	const {all, click, mode, inView, look} = tries.into(found);
	await mode(name);
	if (document.documentElement.dataset.mode !== name) return ['there is no mode ' + name];
	look(name);
	if (name === 'present') return found;
	for (const tool of all('#tool label').filter((label) => label.checkVisibility())) {
		await click(tool.querySelector('input'));
		look(name + ', ' + tool.textContent.trim());
	}
	document.querySelector('#tool input').click();
	for (const tab of all('#picture-names [role="tab"]').filter((tab) => !tab.hidden)) {
		await click(tab);
		look(name + ', ' + tab.textContent);
	}
	if (name !== 'explore') return found;
	document.querySelector('#name-certificate').click();
	if (document.documentElement.dataset.size === 'small') await click(document.querySelector('#sheet-picture'));
	for (const act of all('#topic input')) {
		act.click();
		await conelabVisit.holds(() => act.checked && document.getElementById('transport').checkVisibility());
		look('the argument, ' + act.value, inView(act.closest('label')) ? [] : [act.value + ' is out of sight']);
	}
	return found })(%q)`

// fitsProjector looks at a mode in the theme for projectors.
const fitsProjector = `(async (name) => {
	const found = [], {mode, look} = tries.into(found);
	await mode(name);
	look('projector, ' + name);
	return found })(%q)`

// fitsLessons goes through the phases of all steps of all lessons, and ends with an example of several layers.
const fitsLessons = `(async () => {
	const found = [];
	const {all, click, mode, inView, look} = tries.into(found);
	const byId = (id) => document.getElementById(id);
	await mode('learn');
	for (const lesson of all('[data-lesson]')) {
		await click(lesson);
		for (let step = 1; !byId('course').hidden; step++) {
			const where = 'lesson ' + lesson.dataset.lesson + ', step ' + step;
			// shown looks at what a phase of a step asks for.
			const shown = (phase, selectors, control = []) => {
				const more = byId('course').dataset.phase === phase ? [] : ['it is in the phase ' + byId('course').dataset.phase];
				for (const node of [...all(['#lesson-next', '#lesson-back', ...selectors].join()), ...control]) if (!inView(node)) more.push(node.id + ' ' + node.textContent + ' is out of sight');
				look(where + ', to ' + phase, more);
			};
			while (!byId('predict-answers').children.length || byId('lesson-say').dataset.ready === undefined) await conelabVisit.frames(1);
			shown('predict', ['#lesson-say', '#predict-ask', '#predict-answers button']);
			await click(byId('predict-answers').children[1]);
			if (byId('lesson-task').hidden) shown('see', ['#lesson-seen']);
			else shown('do', ['#lesson-task', '#lesson-do'], all('[data-place="task"] :is(#beta, #layers-more, #scrub, #play, #perturb-turn, #perturb-scale, #baseline)').filter((node) => node.checkVisibility()));
			await click(byId('lesson-next'));
		}
	}
	await click(document.querySelector('[name="activation"][value="polynomial"]')); // the last lesson is about ReLU
	await conelab.solution();
	await click(document.querySelector('[data-preset="moons"]'));
	return found })()`

// TestEverythingFitsTheScreen goes through the modes, their tools and pictures at each size, and where room is tight through the
// lessons, and through Explore with several layers. The first view is short.
func TestEverythingFitsTheScreen(t *testing.T) {
	t.Parallel()
	v := open(t, window(1440, 900))
	v.Await("document.getElementById('loading').hidden && conelab.stats().frames > 0")
	v.try()
	v.expectShort()
	for _, size := range sizes {
		where := fmt.Sprintf("%d x %d", size.width, size.height)
		look := func(script string) {
			t.Helper()
			for _, fault := range evaluate[[]string](v, script) {
				t.Errorf("%s: %s", where, fault)
			}
		}
		v.Do(window(size.width, size.height))
		v.Frames(3)
		for _, name := range []string{"explore", "present", "lab"} {
			look(fmt.Sprintf(fits, name))
		}
		if size.width == 1024 && !size.tight { // a projector
			v.Theme("projector")
			for _, name := range []string{"explore", "present", "lab"} {
				look(fmt.Sprintf(fitsProjector, name))
			}
			v.Theme("light")
		}
		if !size.tight {
			continue
		}
		look(fitsLessons)
		v.Rest()
		v.Await("document.querySelectorAll('[name=\"output-layers\"]').length === 3")
		where += ", several layers"
		look(fmt.Sprintf(fits, "explore"))
		evaluate[any](v, `void document.querySelector('[data-preset="parabola"]').click()`)
		v.Rest()
	}
}

// TestNothingMoves draws, changes tools, classes and pictures: the stage, the data and the proof stay where they are, and nothing else is
// moved by the page.
func TestNothingMoves(t *testing.T) {
	t.Parallel()
	for _, screen := range []visit.Step{visit.Small(), window(390, 844)} {
		v := open(t, screen)
		v.Await("document.getElementById('loading').hidden && conelab.stats().frames > 0")
		v.Rest()
		v.try()
		evaluate[any](v, `void (window.shifts = [], new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) for (const {node, previousRect, currentRect} of entry.sources) {
				if (node?.nodeType === Node.TEXT_NODE && !node.data.trim()) continue; // a space at the end of a line that has become longer
				// Numbers and words of other lengths may stand elsewhere in their line.
				if (document.getElementById('strip').contains(node) && Math.abs(previousRect.top - currentRect.top) < 1 || document.getElementById('verdict').contains(node)) continue;
				shifts.push(
				(node?.id || node?.parentElement?.id || node?.nodeName) + ' from ' + JSON.stringify(previousRect) + ' to ' + JSON.stringify(currentRect));
			}
		}).observe({type: 'layout-shift'}))`)
		places := func() string {
			return evaluate[string](v, `['#area-data', '#proof', '#stage'].map((selector) => { const {x, y, width, height} = tries.rect(selector);
				return selector + ' ' + [x, y, width, height].join(' ') }).join(', ')`)
		}
		before := places()
		same := func(after string) {
			t.Helper()
			if now := places(); now != before {
				t.Errorf("%s: %s became %s", after, before, now)
			}
			if shifts := evaluate[[]string](v, "shifts.splice(0)"); len(shifts) > 0 {
				t.Errorf("%s moves %s", after, strings.Join(shifts, "; "))
			}
			before = places()
		}
		v.Stroke(v.Place("#area-data"), [2]float64{-0.9, -0.9}, [2]float64{-0.5, -0.7}, [2]float64{0, -0.8})
		same("drawing")
		v.Rest()
		same("a new solution")
		for _, tool := range []string{"move", "erase", "select", "draw"} {
			v.Reveal("#tool")
			before = places()
			evaluate[any](v, fmt.Sprintf(`tries.click(document.querySelector('#tool [value=%q]'))`, tool))
			v.Answered()
			same(tool)
		}
		for _, k := range []int{2, 1} {
			v.Click(fmt.Sprintf("#label label:nth-of-type(%d)", k))
			v.Answered()
			same("a class")
		}
		v.Click("#undo")
		v.Rest()
		same("undo")
		evaluate[any](v, "document.getElementById('clear').click()")
		v.Await("document.querySelector('[data-out=\"status\"]').dataset.value === 'empty'")
		same("clear")
		v.Stroke(v.Place("#area-data").Square(), [2]float64{-0.5, -0.5}, [2]float64{0, 0.5}, [2]float64{0.5, -0.5})
		same("drawing on an empty stage")
		v.Rest()
		v.Answered()
		same("the first solution")
	}
}

// TestFilmKeepsItsPlace goes through the film: its controls stay where they are, whatever is said, and on a phone the tabs of the sheet do.
func TestFilmKeepsItsPlace(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	evaluate[any](v, "conelab.mode('explore')")
	place := func(selector string) string {
		return evaluate[string](v, fmt.Sprintf(`(({x, y, width, height}) => [x, y, width, height].map(Math.round).join(' '))(document.querySelector(%q).getBoundingClientRect())`, selector))
	}
	for _, size := range [][2]int64{{1440, 900}, {1280, 720}, {768, 1024}} {
		v.Do(window(size[0], size[1]))
		v.Click("#why")
		v.Await("document.getElementById('transport').checkVisibility()")
		before := ""
		for _, topic := range []string{"price", "curve", "bowl", "tangents", "bounds"} {
			evaluate[any](v, fmt.Sprintf(`document.querySelector('#topic [value=%q]').click()`, topic))
			for _, position := range []float64{0, 0.5, 1.5, 2.5, 4} {
				v.Seek(position)
				if now := place("#play") + ", " + place("#topic") + ", " + place("#area-data"); before == "" {
					before = now
				} else if now != before {
					t.Errorf("%d x %d, %s at %g: %s became %s", size[0], size[1], topic, position, before, now)
				}
			}
			// The bar and the clock have one scale, and at a chapter's end the film says what Play shows next.
			next := map[string]string{"price": "2 Curve", "curve": "3 Bowl", "bowl": "4 Lines", "tangents": "5 Bound"}[topic]
			if clock := v.text("#animation-step"); next != "" && !strings.HasSuffix(clock, next) || next == "" && clock != "0:18 of 0:18" {
				t.Errorf("at the end of %s the clock says %q", topic, clock)
			}
		}
	}
	v.Do(window(390, 844))
	v.Frames(3)
	before := place("#sheet-tabs")
	for _, sheet := range []string{"draw", "proof", "picture", "beta"} {
		v.Click("#sheet-" + sheet)
		v.Answered()
		if now := place("#sheet-tabs"); now != before {
			t.Errorf("with %s the tabs are at %s, before at %s", sheet, now, before)
		}
	}
	if low := evaluate[float64](v, "document.getElementById('layers-more').getBoundingClientRect().bottom - innerHeight"); low > 0 {
		t.Errorf("the layers are %g px below the fold", low)
	}
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
