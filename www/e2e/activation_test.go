package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/www/visit"
)

// TestReLU chooses ReLU beside the layers, drags a point, probes a line, plays two chapters of the argument, follows its link, finds what belongs to the polynomial explained, and
// goes back by that.
func TestReLU(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Small())
	v.Preset(2, "parabola")
	v.Click(`#activation-field label:has([value="relu"])`)
	v.Await("document.documentElement.dataset.unit === 'relu'")
	v.Rest()
	before := v.provenReLU()
	if ink := v.Look("#area-certificate").Ink(); ink < 0.05 {
		t.Errorf("the map of the lines has %g of its tile in colour", ink)
	}
	v.Click("#tool [value=move]")
	b := v.Place("#area-data").Square()
	p := before.problem.Data.X[0]
	x, y := b.At(p[0]/1.15, p[1]/1.15)
	v.straight(chromedp.ButtonLeft, x, y, x+20, y+10, 5)
	v.Rest()
	after := v.provenReLU()
	if sameProblem(before.problem, after.problem) {
		t.Error("dragging a point changes nothing")
	}
	whole := v.Place("#area-certificate")
	x, y = whole.At(0, 0.1)
	v.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
	v.Await("document.querySelector('#tile-certificate header p').textContent.startsWith('A neuron here')")
	v.Do(chromedp.MouseEvent(chromedp.MouseMoved, 2, 2))

	w := follow(t, v.copyLink())
	w.Rest()
	if there := w.provenReLU(); !sameProblem(there.problem, after.problem) {
		t.Errorf("the link leads to %s", there.problem.JSON())
	}
	if name := evaluate[string](v, "document.getElementById('cost-name').textContent"); !strings.Contains(name, "hinge") {
		t.Errorf("the cost of the hinge loss is called %q", name)
	}
	v.Click("#why")
	v.Await("document.querySelector('#topic [value=price]').checked && document.getElementById('transport').checkVisibility()")
	v.Click("#topic label:has([value=tangents])")
	v.Await("document.getElementById('caption').textContent.includes('heights add up to the lower bound')") // with reduced motion the film stands at its end
	v.Click("#name-lorentz")
	v.Await("document.querySelector('#tile-lorentz .instead')?.checkVisibility()")
	v.Click("#tile-lorentz .instead button")
	v.Await("document.documentElement.dataset.unit === undefined")
	v.Rest()
	v.verify()
	v.Click("#undo")
	v.Await("document.documentElement.dataset.unit === 'relu'")
	v.Rest()
	v.provenReLU()
}

// reluProof is what the page has found.
type reluProof struct {
	problem  *document.Problem
	solution *document.Solution
}

// provenReLU fails unless the page has a network with ReLU that is certified for its data by a check of the raw data.
func (v *user) provenReLU() reluProof {
	v.t.Helper()
	problem, solution := v.documents()
	check := convert.Check(problem, solution)
	if problem.Activation.Name != "relu" || !check.Pass || evaluate[string](v, "document.getElementById('verdict').dataset.mark") != "check" {
		v.t.Fatalf("%s, %s: %s", problem.Activation.Name, solution.Status, check.Fault())
	}
	return reluProof{problem, solution}
}

// sameProblem reports whether two problems are the same.
func sameProblem(p, q *document.Problem) bool { return string(p.JSON()) == string(q.JSON()) }
