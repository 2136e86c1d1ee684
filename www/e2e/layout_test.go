package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/www/visit"
)

// shownPictures is an expression for the names of the pictures on the stage, in the order of the page.
const shownPictures = `[...document.querySelectorAll('.tile')].filter((t) => t.offsetWidth > 0).map((t) => t.id.slice(5)).join(' ')`

// expectPictures fails the test unless exactly these pictures are on the stage.
func (v *user) expectPictures(after, want string) {
	v.t.Helper()
	if got := evaluate[string](v, shownPictures); got != want {
		v.t.Errorf("%s: the stage shows %s, not %s", after, got, want)
	}
}

// chosenPictures is an expression for the names on the buttons on which an attribute is true.
func chosenPictures(attribute string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('[%s="true"][data-tile]')].map((b) => b.dataset.tile).join(' ')`, attribute)
}

func TestPicturesAreChosen(t *testing.T) {
	t.Parallel()
	v := openWide(t)
	v.expectPictures("at first", "data spectrahedron lorentz certificate")
	for _, step := range []struct{ click, want string }{
		{"#name-neurons", "data lorentz certificate neurons"},
		{"#picture-count label:nth-of-type(2)", "data neurons"},
		{"#name-neural", "data neural"},
		{"#picture-count label:nth-of-type(1)", "data"},
		{"#name-certificate", "certificate"},
		{"#name-certificate", "certificate"},
		{"#picture-count label:nth-of-type(3)", "data neural spectrahedron certificate"},
		{"#name-data", "neural spectrahedron certificate"},
		{"#name-data", "data neural spectrahedron certificate"},
		{"#name-neural", "data spectrahedron certificate"},
		{"#name-lorentz", "data spectrahedron lorentz certificate"},
	} {
		v.Click(step.click)
		v.expectPictures(step.click, step.want)
		pressed := strings.Fields(evaluate[string](v, chosenPictures("aria-pressed")))
		want := strings.Fields(step.want)
		slices.Sort(pressed) // the buttons have an order of their own
		slices.Sort(want)
		if !slices.Equal(pressed, want) {
			t.Errorf("%s: the buttons of %s are pressed", step.click, pressed)
		}
	}
	v.Do(chromedp.Navigate(v.Site))
	v.Await("conelab.ready.then(() => true)")
	v.expectPictures("after a reload", "data spectrahedron lorentz certificate")
}

func TestFullStage(t *testing.T) {
	t.Parallel()
	v := openWide(t)
	const all = "data spectrahedron lorentz certificate"
	full := func(name string) string { return "#tile-" + name + " .full" }
	v.Click(full("lorentz"))
	v.expectPictures("full", "lorentz")
	if width := evaluate[float64](v, "document.getElementById('area-lorentz').offsetWidth"); width < 900 {
		t.Errorf("the full stage is %g px wide", width)
	}
	v.Click("#tile-lorentz .menu > button")
	v.Do(chromedp.KeyEvent(kb.Escape))
	v.expectPictures("Escape in an open menu", "lorentz")
	v.Do(chromedp.KeyEvent(kb.Escape))
	v.expectPictures("Escape", all)
	v.Click(full("certificate"))
	v.Click(full("certificate"))
	v.expectPictures("the button twice", all)
	v.Click(full("data"))
	v.Click("#picture-count label:nth-of-type(3)")
	v.expectPictures("the number that is chosen already", all)
}

// TestSwipeShowsTheNextPicture swipes over a picture, over the dots, and where a finger means something else.
func TestSwipeShowsTheNextPicture(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Phone(844, 1), visit.Undrawn())
	v.Await("conelab.stats().frames > 0")
	swipe := func(selector string, fromX, fromY, toX, toY float64) {
		b := v.Place(selector)
		at := func(x, y float64) (float64, float64) { return b.X + x*b.Width, b.Y + y*b.Height }
		x, y := at(fromX, fromY)
		v.Touch(input.DispatchTouchEventTypeTouchStart, x, y)
		for i := 1.0; i <= 4; i++ {
			x, y = at(fromX+(toX-fromX)*i/4, fromY+(toY-fromY)*i/4)
			v.Touch(input.DispatchTouchEventTypeTouchMove, x, y)
		}
		v.Touch(input.DispatchTouchEventTypeTouchEnd, x, y)
		v.Answered()
	}
	for _, step := range []struct {
		what, on     string
		fromX, fromY float64
		toX, toY     float64
		want         string
	}{
		{"the dots, to the left", "#dots", 0.8, 0.5, 0.2, 0.5, "certificate"},
		{"a picture, to the left", "#area-certificate", 0.8, 0.1, 0.3, 0.1, "neurons"},
		{"a picture that a finger turns", "#area-neurons", 0.2, 0.95, 0.8, 0.95, "neurons"},
		{"the dots, to the right", "#dots", 0.2, 0.5, 0.8, 0.5, "certificate"},
		{"down", "#area-certificate", 0.5, 0.1, 0.6, 0.9, "certificate"},
		{"a picture, to the right", "#area-certificate", 0.2, 0.1, 0.8, 0.1, "data"},
		{"beyond the first", "#dots", 0.2, 0.5, 0.8, 0.5, "data"},
		{"the data, on which a finger draws", "#area-data", 0.8, 0.1, 0.2, 0.1, "data"},
	} {
		swipe(step.on, step.fromX, step.fromY, step.toX, step.toY)
		v.Await(shownPictures + " === '" + step.want + "'")
		v.expectPictures(step.what, step.want)
		if now := evaluate[int](v, "[...document.getElementById('dots').children].findIndex((dot) => dot.className === 'now')"); now != map[string]int{"data": 0, "certificate": 1, "neurons": 2}[step.want] {
			t.Errorf("%s: dot %d is lit", step.what, now)
		}
	}
}

// TestPictureIsSaved plays the view's part and hands the page a picture of grey pixels: the caption wraps.
func TestPictureIsSaved(t *testing.T) {
	t.Parallel()
	v := openWide(t)
	got := evaluate[string](v, `new Promise((resolve) => {
		let blob;
		URL.createObjectURL = (b) => { blob = b; return 'blob:none' };
		HTMLAnchorElement.prototype.click = function () {
			createImageBitmap(blob).then((i) => {
				const context = new OffscreenCanvas(i.width, i.height).getContext('2d');
				context.drawImage(i, 0, 0);
				const more = i.height - 444;
				resolve([this.download, blob.type, i.width, more > 0 && more % 36 === 0, context.getImageData(232, i.height - 40, 1, 1).data[3]].join(' '));
			});
		};
		document.querySelector('#tile-lorentz header p').textContent = 'a caption of many words '.repeat(4);
		const lines = '50\t50\tc\ttick\tone\n60\t60\tb\tpositive\ttwo';
		conelabPicture(3, 400, 300, new Uint8Array(400 * 300 * 4).fill(90), lines);
	})`)
	if want := "conelab-lorentz.png image/png 464 true 90"; got != want {
		t.Errorf("saved %s, not %s", got, want)
	}
}

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

// TestReadoutIsOfWhatIsShown: under a pointer that rests, the value of f follows the network, when a point is drawn there and when the labels
// are negated.
func TestReadoutIsOfWhatIsShown(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	const fault = `(async () => {
		const shown = document.querySelector('#area-data .readout').textContent.replaceAll('\u2212', '-');
		const [, x, y, f] = /f\((.+?), (.+?)\) = (.+)/.exec(shown) ?? [];
		const {activation: {a, b, c}} = await conelab.get(), {network} = await conelab.solution();
		const is = network.neurons.reduce((sum, {u, alpha}) => { const s = x * u[0] + y * u[1]; return sum + alpha * (a * s * s + b * s + c) }, 0);
		return Math.abs(f - is) <= 0.02 * (1 + Math.abs(is)) ? '' : shown + ', f is ' + is;
	})()`
	x, y := v.Place("#area-data").At(0.3, -0.6)
	v.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
	check := func(after string) {
		t.Helper()
		v.Rest()
		v.Frames(5)
		if text := evaluate[string](v, fault); text != "" {
			t.Errorf("%s: %s", after, text)
		}
	}
	check("at rest")
	v.Press(x, y, chromedp.ButtonLeft)
	v.Release(x, y, chromedp.ButtonLeft)
	check("a point is drawn")
	evaluate[any](v, "conelab.get().then((p) => { p.data.y = p.data.y.map(([y]) => [-y]); return conelab.set(p).then(() => 0) })")
	check("the labels are negated")
}

// TestModeIsInTheLink sets the mode as a program does, and finds it in the header and in a link.
func TestModeIsInTheLink(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	evaluate[any](v, "conelab.mode('lab')")
	if now := evaluate[string](v, "document.documentElement.dataset.mode + ' ' + document.querySelector('#modes [aria-current]').value + ' ' + conelab.mode()"); now != "lab lab lab" {
		t.Errorf("the mode lab is %s", now)
	}
	w := openLink(t, v.copyLink(), visit.Small(), visit.WithoutPictures())
	w.Await("conelab.mode() === 'lab'")
}

// TestAlone: a picture alone has most of the window and shows the way back, without the tools of the data; a tablet held upright gives the data
// a square.
func TestAlone(t *testing.T) {
	t.Parallel()
	v := open(t, window(1024, 768))
	v.Click("#tile-certificate .full")
	v.Await("document.getElementById('stage').dataset.full === 'certificate'")
	v.Rest()
	const share = "((r) => r.width * r.height / innerWidth / innerHeight)(document.getElementById('area-certificate').getBoundingClientRect())"
	if part := evaluate[float64](v, share); part < 0.5 {
		t.Errorf("alone, the picture has %.2f of the window", part)
	}
	if evaluate[bool](v, "document.getElementById('toolbar').checkVisibility()") {
		t.Error("there are tools for drawing, and no data")
	}
	v.Click("#tile-certificate .full")
	v.Await("document.getElementById('area-data').checkVisibility()")
	v.Do(window(768, 1024))
	v.Frames(3)
	if side := evaluate[float64](v, "((r) => Math.min(r.width, r.height))(document.getElementById('area-data').getBoundingClientRect())"); side < 390 {
		t.Errorf("upright, the data have a square of %g", side)
	}
}
