package e2e

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/core/network/activation"
)

// paste puts text into the field of the panel Check and checks it by the keyboard.
func (v *user) paste(text string) {
	v.t.Helper()
	evaluate[any](v, fmt.Sprintf(`(() => { const field = document.getElementById('check-text'); field.value = %q;
		field.dispatchEvent(new Event('input', {bubbles: true})) })()`, text))
	v.Await("document.getElementById('check-result').hidden")
	v.Focus("#check-text")
	v.Do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2)))
}

// verdict waits for PASS or FAIL and returns its sentence.
func (v *user) verdict(word string) string {
	v.t.Helper()
	v.Await(fmt.Sprintf("!document.getElementById('check-result').hidden && document.getElementById('check-word').textContent === %q", word))
	return evaluate[string](v, "document.getElementById('check-sentence').textContent")
}

func TestMatricesAreChecked(t *testing.T) {
	t.Parallel()
	v := openSmall(t)
	before := evaluate[string](v, "conelab.get().then(JSON.stringify)")
	v.paste("A = [2 1; 1 2]")
	if s := v.verdict("PASS"); !strings.Contains(s, "2 neurons") {
		t.Errorf("the verdict is %q", s)
	}
	if rows := evaluate[float64](v, "document.querySelectorAll('#check-neurons tbody tr').length"); rows != 2 {
		t.Errorf("%g neurons are shown", rows)
	}
	v.paste("1 2\n2 1")
	if s := v.verdict("FAIL"); !strings.Contains(s, "not positive semidefinite") {
		t.Errorf("the verdict is %q", s)
	}
	if mark := evaluate[string](v, "document.querySelector('#check-facts tr[data-fails] th').textContent"); mark != "Least eigenvalue" {
		t.Errorf("%q is marked", mark)
	}
	v.paste("[1 2; 3 4]")
	v.Await("document.getElementById('check-fault').textContent.includes('must be symmetric')")

	v.paste("[1 0 .5; 0 1 0; .5 0 2]")
	v.verdict("PASS")
	v.Settle()
	seen := v.Look("#area-lorentz")
	v.Click("#check-show")
	v.Await("document.getElementById('check-show').textContent === 'Back to my data'")
	v.Seek(1e6)
	v.differs("showing a matrix", "#area-lorentz", seen)
	v.Click("#check-show")
	v.Await("document.getElementById('check-show').textContent === 'Show on the stage'")
	v.Click("#check-clear")
	v.Await("document.getElementById('check-result').hidden")
	if after := evaluate[string](v, "conelab.get().then(JSON.stringify)"); after != before {
		t.Error("checking changed the data")
	}
}

// TestProofCanBeCheckedElsewhere reads the numbers of the panel and its report; TestFilesAreSaved has the files.
func TestProofCanBeCheckedElsewhere(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.Preset(2, "ring")
	problem, solution := v.documents()
	numbers := evaluate[map[string]string](v, "Object.fromEntries([...document.querySelectorAll('[data-out]')].map((n) => [n.dataset.out, n.dataset.value]))")
	read := func(name string) (x float64) {
		if _, err := fmt.Sscan(numbers[name], &x); err != nil {
			t.Errorf("%s is %q", name, numbers[name])
		}
		return x
	}
	weight := 0.0
	for _, n := range solution.Network.Neurons {
		weight += math.Abs(n.Alpha)
	}
	if math.Abs(read("penalty")-problem.Beta*weight) > 1e-12 || math.Abs(read("loss")+read("penalty")-solution.Objective) > 1e-9 || read("width") != 6 {
		t.Errorf("the numbers are %v", numbers)
	}
	if read("reassembly") > 1e-12 || read("lengths") > 1e-12 {
		t.Errorf("the numbers are %v", numbers)
	}
	v.catchFiles(false)
	evaluate[any](v, "document.querySelector('#copy-report').click()")
	v.Await("window.copied !== undefined")
	report := evaluate[string](v, "copied")
	if !strings.HasPrefix(report, "Conelab: a network and its proof\n") || strings.Count(report, "  alpha = ") != len(solution.Network.Neurons) {
		t.Errorf("the report is %s", report)
	}
}

// choose sets a select by its value, as a hand on it does.
func (v *user) choose(selector, value string) {
	v.t.Helper()
	evaluate[any](v, fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event('change', {bubbles: true})) })()`,
		selector, value))
}

func TestModelPanel(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	for _, loss := range []string{"huber", "l1", "hinge", "logistic", "squared"} {
		v.choose("#loss", loss)
		v.Rest()
		if p := v.verify(); p.Loss != loss {
			t.Errorf("the loss is %s, not %s", p.Loss, loss)
		}
	}
	v.Focus("#tolerance")
	evaluate[any](v, "document.getElementById('tolerance').value = ''")
	v.Do(chromedp.KeyEvent("1e-5"), chromedp.KeyEvent(kb.Enter))
	v.Await("conelab.get().then((p) => p.tolerance === 1e-5)")
	v.Rest()
	v.Click(`[data-fit="gelu"]`)
	v.Await(`document.querySelector('[data-fit="gelu"]').getAttribute('aria-pressed') === 'true'`)
	f, _ := activation.Find("gelu")
	want, _ := activation.Fit(f.At, -5, 5, activation.Points)
	if p := v.verify(); math.Abs(p.Activation.A-want.Activation.A) > 1e-12 || math.Abs(p.Activation.C-want.Activation.C) > 1e-12 {
		t.Errorf("the activation is %v, want %v", p.Activation, want.Activation)
	}
	if curves := evaluate[string](v, "[...document.querySelectorAll('#activation-plot path[d*=L]')].map((p) => p.getAttribute('class')).join(' ')"); curves != "goal sigma" {
		t.Errorf("the picture of the activation has %q", curves)
	}
}
