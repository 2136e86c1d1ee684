package e2e

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	tables "conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/network/activation"
)

// paste puts text into the field of the panel Check and checks it by the keyboard.
func (v *user) paste(text string) {
	v.t.Helper()
	evaluate[any](v, fmt.Sprintf(`(() => { const field = $('check-text'); field.value = %q;
		field.dispatchEvent(new Event('input', {bubbles: true})) })()`, text))
	v.Await("$('check-result').hidden")
	v.Focus("#check-text")
	v.Do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2)))
}

// verdict waits for PASS, FAIL or another word and returns its sentence.
func (v *user) verdict(word string) string {
	v.t.Helper()
	v.Await(fmt.Sprintf("!$('check-result').hidden && $('check-word').textContent === %q", word))
	return evaluate[string](v, "$('check-sentence').textContent")
}

// TestPanels uses one panel after the other.
func TestPanels(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.fillFields()
	v.runVerification()
	v.saveFiles()
	v.changeModel()
	v.Preset(2, "parabola")
	v.mode("lab")
	v.checkMatrices()
}

// checkMatrices checks matrices; that the verdicts are right is proved in package verify.
func (v *user) checkMatrices() {
	v.t.Helper()
	before, _ := v.documents()
	v.paste("1 2\n2 1")
	v.verdict("FAIL")
	if mark := v.text("#check-facts tr[data-fails] th"); mark != "Its least eigenvalue is below zero by" {
		v.t.Errorf("%q is marked", mark)
	}
	if why := v.text("#check-facts tr[data-fails] + .reason"); !strings.HasPrefix(why, "It is 1, and may be ") {
		v.t.Errorf("%q is said of it", why)
	}
	v.paste("[1 2; 3 4]")
	v.Await("$('check-fault').textContent.includes('must be symmetric')")
	v.paste("[1 0 .5; 0 1 0; .5 0 2]")
	if s := v.verdict("Valid matrix"); !strings.Contains(s, "3 neurons") {
		v.t.Errorf("the verdict is %q", s)
	}
	v.Await("document.querySelectorAll('#check-neurons tbody tr').length === 3 && document.documentElement.scrollHeight <= innerHeight")
	v.Click("#check-clear")
	v.Await("$('check-result').hidden")
	v.unchanged("a check", before)
}

// choose sets a select by its value, as a hand on it does.
func (v *user) choose(selector, value string) {
	v.t.Helper()
	evaluate[any](v, fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event('change',
		{bubbles: true})) })()`,
		selector, value))
}

// changeModel changes the tolerance, the activation and the bias.
func (v *user) changeModel() {
	v.t.Helper()
	v.Focus("#tolerance")
	evaluate[any](v, "$('tolerance').value = ''")
	v.Do(chromedp.KeyEvent("1e-5"), chromedp.KeyEvent(kb.Enter))
	v.Await("conelab.get().then((p) => p.tolerance === 1e-5)")
	v.Rest()
	v.Click(`[data-fit="gelu"]`)
	v.Await(`document.querySelector('[data-fit="gelu"]').getAttribute('aria-pressed') === 'true'`)
	f, _ := activation.Find("gelu")
	want, _ := activation.Fit(f.At, -5, 5, activation.Points)
	if p := v.verify(); math.Abs(p.Activation.A-want.Activation.A) > 1e-12 || math.Abs(p.Activation.C-want.Activation.C) > 1e-12 {
		v.t.Errorf("the activation is %v, want %v", p.Activation, want.Activation)
	}
	if curves := evaluate[string](v, "[...document.querySelectorAll('#activation-plot path[d*=L]')].map((p) => "+
		"p.getAttribute('class')).join(' ')"); curves != "goal sigma" {
		v.t.Errorf("the picture of the activation has %q", curves)
	}
	// A parabola above zero needs a bias. Near zero the gap is absolute.
	evaluate[any](v, parabola)
	v.Await("$('fit-whole').textContent.split('With a bias').length === 2")
	v.Click("#bias")
	v.Await("conelab.get().then((p) => p.columns?.bias === true && p.data.x[0].length === 2)")
	v.verify()
	if r2 := v.shown("right"); r2 < 0.99 {
		v.t.Errorf("with a bias R2 is %g", r2)
	}
	v.choose("#beta-number", "1e-6")
	v.Await("$('gap-kind').textContent === 'Absolute ' && $('gap-kind').className === ''")
	v.verify() // for programs it stays relative
}

// parabola is y = x^2, which no network of squares without a bias is.
const parabola = `conelab.set({format: 'conelab/problem/1', architecture: {kind: 'dense'}, activation: {a: 0.09, b: 0.5, c: 0.47},
	loss: 'squared', beta: 0.01,
	data: {x: [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((k) => [k / 4]), y: [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((k) => [k * k - 3])}})`

// catchFiles makes files, and what is copied, values of the page: window.files[name] and window.copied. The clipboard can be refused.
func (v *user) catchFiles(refuse bool) {
	v.t.Helper()
	evaluate[any](v, fmt.Sprintf(`(() => {
		const refuse = %t;
		window.files = {};
		let blob;
		URL.createObjectURL = (b) => { blob = b; return 'blob:none'; };
		HTMLAnchorElement.prototype.click = function () {
			const name = this.download;
			blob.arrayBuffer().then((bytes) => { files[name] = String.fromCharCode(...new Uint8Array(bytes)); });
		};
		const take = async (text) => { if (refuse) throw new Error('refused'); window.copied = text; };
		navigator.clipboard.write = async ([item]) => take(await (await item.getType('text/plain')).text());
		navigator.clipboard.writeText = take;
	})()`, refuse))
}

// save presses a button and returns the bytes of the file.
func (v *user) save(name, file string) []byte {
	v.t.Helper()
	v.Click(fmt.Sprintf("[data-keep=%q]", name))
	v.Await(fmt.Sprintf("window.files[%q] !== undefined", file))
	v.Await(fmt.Sprintf("$('notice-text').textContent === 'Saved %s.'", file))
	// Each byte came as a character of its own.
	var bytes []byte
	for _, c := range evaluate[string](v, fmt.Sprintf("window.files[%q]", file)) {
		bytes = append(bytes, byte(c))
	}
	return bytes
}

// saveFiles saves problem, solution and neurons, and copies the network as a program, also where the clipboard is refused.
func (v *user) saveFiles() {
	v.t.Helper()
	v.preset(2, "ring")
	v.catchFiles(false)
	problem, err := document.ParseProblem(v.save("problem", "conelab-problem.json"))
	if err != nil {
		v.t.Fatal(err)
	}
	solution, err := document.ParseSolution(v.save("solution", "conelab-solution.json"))
	if err != nil {
		v.t.Fatal(err)
	}
	if report := document.CheckSolution(problem, solution); !report.Pass {
		v.t.Errorf("the saved solution fails the check:\n%s", report.Badge())
	}
	neurons, err := tables.ParseRows(v.save("neurons.csv", "conelab-neurons.csv"))
	if err != nil || len(neurons) != len(solution.Network.Neurons) {
		v.t.Errorf("%v: %d rows of %d neurons", err, len(neurons), len(solution.Network.Neurons))
	}
	v.Click("[data-copy=python]")
	v.Await("$('notice-text').textContent.startsWith('Copied as Python, ') && window.copied.includes('\\ndef f(x):\\n')")
	// Where the clipboard is refused the text is saved.
	v.catchFiles(true)
	for language, saved := range map[string][2]string{"go": {"conelab-network.go", "package network"},
		"javascript": {"conelab-network.mjs", "export function f"}} {
		v.Focus(fmt.Sprintf("[data-copy=%q]", language))
		v.Do(chromedp.KeyEvent(kb.Enter))
		v.Await(fmt.Sprintf("window.files[%q]?.includes(%q) && $('notice-text').textContent.includes(%[1]q)", saved[0], saved[1]))
	}
}

// fillFields types what is no price, and sends numbers that no double holds by a file and by the interface: it is said what
// was expected, and no longer once something else is done.
func (v *user) fillFields() {
	v.t.Helper()
	v.drop("p.json", strings.Replace(broad(2), `"beta":1`, `"beta":1e999`, 1))
	v.Await(noticeText + ".includes('beta is 1e999, expected a number within double precision')")
	call := fmt.Sprintf("conelab.set({...%s, beta: 1 / 0}).then(() => '', (error) => error.message)", broad(2))
	if sentence := evaluate[string](v, call); !strings.Contains(sentence, "infinite or NaN, named beta") {
		v.t.Errorf("an infinite beta is answered by %q", sentence)
	}
	for text, want := range map[string]string{"abc": "beta must be a number", "-1": "Beta must be a number above 0, but it is -1.",
		"0x10": "beta must be a number", "1e309": "too large: a number of at most 1.8e308 was expected."} {
		v.choose("#beta-number", text)
		v.Await(fmt.Sprintf("$('notice').checkVisibility() && %s.includes(%q)", noticeText, want))
	}
	v.choose("#beta-number", "0.5")
	v.Await("$('notice').hidden && conelab.get().then((p) => p.beta === 0.5)")
}
