package e2e

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/www/visit"
)

// cell is the selector of a cell of the table, all counted from zero.
func cell(row, column int) string {
	return fmt.Sprintf(`#table-body [data-row="%d"] [data-column="%d"]`, row, column)
}

// openTable opens the table and waits until it shows the points.
func (v *user) openTable() {
	v.t.Helper()
	v.Click("#table-open")
	v.Await(`document.querySelector('` + cell(0, 0) + `') === document.activeElement`)
}

// write types over the cell in focus.
func (v *user) write(text, key string) {
	v.t.Helper()
	evaluate[any](v, "document.activeElement.select()")
	v.Do(chromedp.KeyEvent(text + key))
}

// pasteInto pastes a text into an element, as the keyboard would.
func (v *user) pasteInto(selector, text string) {
	v.t.Helper()
	evaluate[any](v, fmt.Sprintf(`(() => { const data = new DataTransfer(); data.setData('text/plain', %q);
		const at = document.querySelector(%q); at.focus();
		at.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})) })()`, text, selector))
}

// samples waits for so many points.
func (v *user) samples(n int) {
	v.t.Helper()
	v.Await(fmt.Sprintf("conelab.get().then((p) => p.data.x.length === %d)", n))
	v.Rest()
}

// TestTableIsTypedOver types faster than a slow phone solves: edits of a row that wait for the solver have each its own numbers, and are
// undone one by one.
func TestTableIsTypedOver(t *testing.T) {
	t.Parallel()
	v := openPlain(t, visit.Slow())
	evaluate[any](v, "window.told = -1; conelab.subscribe((p) => { window.told = p.point })")
	v.openTable()
	v.Await("window.told === 0") // the point of the row is lit up
	before, _ := v.documents()
	v.write("0,25", kb.Enter)
	if at := evaluate[string](v, "document.activeElement.closest('tr').dataset.row + document.activeElement.dataset.column"); at != "10" {
		t.Errorf("Enter goes to cell %s, not to the one below", at)
	}
	v.write("-0.5", kb.Tab)
	v.write("0.75", kb.ArrowDown)
	after := v.verify()
	x := after.Data.X
	if x[0][0] != 0.25 || x[1][0] != -0.5 || x[1][1] != 0.75 || x[0][1] != before.Data.X[0][1] || !reflect.DeepEqual(x[2:],
		before.Data.X[2:]) {
		t.Errorf("the table was typed over to %v", x[:3])
	}
	// Words are no numbers: the cell says so, and keeps its own.
	v.write("<b>", kb.Enter)
	v.Await("!$('notice').hidden")
	v.unchanged("a word in a cell", after)
	// Undo works from within.
	v.Do(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	v.Await(fmt.Sprintf("conelab.get().then((p) => p.data.x[1][1] === %g)", before.Data.X[1][1]))
	v.Await(fmt.Sprintf("Math.abs(document.querySelector('%s').value - %g) < 1e-4", cell(1, 1), before.Data.X[1][1]))
	v.Do(chromedp.KeyEvent(kb.Escape))
	if evaluate[bool](v, "$('table').open || document.activeElement.id !== 'table-open'") {
		t.Error("Escape does not lead back to the button")
	}
	v.Await("window.told === -1")
}

// TestRowsAreChosen chooses rows, edits them, adds and pastes some; what becomes of the rows is proved of the workspace.
func TestRowsAreChosen(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.openTable()
	before, _ := v.documents()
	n := len(before.Data.X)
	v.Click(`#table-body [data-row="1"] input[type="checkbox"]`)
	evaluate[any](v, `document.querySelector('#table-body [data-row="3"] input[type="checkbox"]')
		.dispatchEvent(new MouseEvent('click', {bubbles: true, shiftKey: true}))`)
	v.Await("$('table-note').textContent.endsWith('3 chosen')")
	v.Click("#table-flip")
	v.Await(fmt.Sprintf("conelab.get().then((p) => p.data.y[2][0] === %g)", -before.Data.Y[2][0]))
	evaluate[any](v, "$('table-label').value = '-2.5'")
	v.Click("#table-set")
	v.Await("conelab.get().then((p) => p.data.y[3][0] === -2.5)")
	v.Click("#table-remove")
	v.samples(n - 3)
	v.Click("#table-add")
	v.Await(`document.activeElement === document.querySelector('` + cell(n-3, 0) + `')`)
	evaluate[any](v, "$('table-all').click(), $('table-remove').click()") // before the rows are shown as chosen
	v.Await("$('table-note').textContent === '0 points'")
	v.pasteInto("#table-rows", "a\tb\tc\n0.5\t0.5\t1\n-0,5\t0.25\t-1\n")
	v.samples(2)
	now := v.verify()
	if !reflect.DeepEqual(now.Data.X, [][]float64{{0.5, 0.5}, {-0.5, 0.25}}) {
		t.Errorf("pasted %v", now.Data)
	}
	for _, bad := range []string{"1;2;3;4", "1;<img src=x>", "1;2\n3"} {
		v.pasteInto("#table-rows", bad)
		v.Await("!$('notice').hidden")
		v.Click("#notice-close")
	}
	v.unchanged("a paste that does not fit", now)
}

// TestTableOfManyRows has a field for each number of the first rows only.
func TestTableOfManyRows(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	set := `conelab.get().then((p) => conelab.set({...p, data: {x: Array.from({length: 5000}, (_, i) => [Math.sin(i), Math.cos(3 * i)]),
		y: Array.from({length: 5000}, (_, i) => [i % 2 * 2 - 1])}})).then((s) => s.status)`
	evaluate[string](v, set)
	v.Seek(1e6)
	v.openTable()
	v.Await("document.querySelectorAll('#table-body [data-row]').length === 1000 && $('table-note').textContent === '5000 points, " +
		"the first 1000 shown'")
}

// give gives the page a file as its chooser would.
func (v *user) give(name, text string) {
	v.t.Helper()
	evaluate[any](v, fmt.Sprintf(`(() => { const data = new DataTransfer(), field = $('import-file'); data.items.add(new File([%q], %q));
		field.files = data.files; field.dispatchEvent(new Event('change')) })()`, text, name))
}

// TestImport takes tables from the field, the chooser, a drop and the clipboard.
func TestImport(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.Click("#import-open")
	v.Do(chromedp.SendKeys(chromedp.CSS("#import-text"), "0.1,0.2,0\n0.3,0.4,1\n0.5,0.1,1"))
	v.Click("#import-use")
	v.samples(3)
	if p := v.verify(); !reflect.DeepEqual(p.Data.X, [][]float64{{0.1, 0.2}, {0.3, 0.4}, {0.5, 0.1}}) || p.Data.Y[0][0] != -1 ||
		p.Data.Y[1][0] != 1 {
		t.Errorf("took %v", p.Data)
	}
	v.Await("!$('import').open")
	v.give("words.csv", "hello world")
	v.Await("!$('notice').hidden && " + noticeText + ".includes('no rows')")
	v.drop("line.csv", "1,2\n2,3\n3,5\n4,4\n")
	v.samples(4)
	if !evaluate[bool](v, "$('notice').hidden") {
		t.Error("the refusal of another file stands beside what was taken")
	}
	v.pasteInto("#play", "1,2,1\n2,1,-1\n0,0,1\n3,1,1\n2,2,1\n")
	v.samples(5)
	v.verify()

	// A table of words and more columns than can be drawn waits for a choice.
	v.drop("many.csv", "who,a,b,c,d,<img src=x onerror=fail()>\nA,1,2,3,4,yes\nB,2,1,0,4,no\nC,3,3,1,1,yes\n")
	v.Await("$('import').open && !$('import-columns').hidden")
	if evaluate[bool](v, "document.querySelector('#import img') !== null") {
		t.Error("a name became an element")
	}
	if note := evaluate[string](v, "$('import-note').textContent"); !strings.Contains(note, "4 features") ||
		!strings.Contains(note, "pictures") {
		t.Errorf("the note is %q", note)
	}
	v.Click(`#import-rows tr:nth-of-type(4) input[type="checkbox"]`)
	v.Click(`#import-rows tr:nth-of-type(5) input[type="checkbox"]`)
	v.Click("#import-columns button.strong")
	v.samples(3)
	if p := v.verify(); !reflect.DeepEqual(p.Data.X, [][]float64{{1, 2}, {2, 1}, {3, 3}}) || p.Data.Y[1][0] != -1 {
		t.Errorf("took %v", p.Data)
	}
	v.Await("!$('import').open")
	// The words of its classes name the buttons that draw them, until there are other data.
	const classes = "[...document.querySelectorAll('#label b')].map((name) => name.textContent).join()"
	v.Await(classes + " === 'yes,no'")
	v.Preset(2, "ring")
	v.Await(classes + " === '+1,\u22121'")
	v.Click("#undo")
	v.samples(3)
}
