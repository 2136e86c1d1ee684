package e2e

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/numeric/moments"
	"conelab/www/visit"
)

// trips returns the sums of a million rows of two features.
func trips() string {
	rng, a := rand.New(rand.NewPCG(1, 2)), moments.NewAccumulator(moments.NewBasis(2), 1)
	for range 1000000 {
		x, y := rng.NormFloat64(), rng.NormFloat64()
		a.Add([]float64{x, y}, []float64{x*x + x*y - y + 0.3*rng.NormFloat64()})
	}
	s := &document.Sums{Format: document.SumsFormat, Features: []string{"distance", "hour"}, Outputs: []string{"minutes"},
		Error: moments.Error}
	s.Fill(a.Take(), nil)
	return string(s.JSON())
}

// provedBySums checks the page's solution against its sums natively, and the numbers shown.
func (v *user) provedBySums() {
	v.t.Helper()
	v.Await("$('lesson').textContent.includes('stands for 1,000,000 rows')")
	v.Rest()
	sums, err := document.ParseSums([]byte(evaluate[string](v, "conelab.get().then(JSON.stringify)")))
	if err != nil {
		v.t.Fatal(err)
	}
	solution, err := document.ParseSolution([]byte(evaluate[string](v, "conelab.solution().then(JSON.stringify)")))
	if err != nil {
		v.t.Fatal(err)
	}
	p, err := convert.OfSums(sums, solution.Model.Problem([][]float64{solution.Model.Anywhere()}))
	if err != nil {
		v.t.Fatal(err)
	}
	if check := p.CheckSolution(solution, 0); !check.Pass || v.shown("objective") != solution.Objective || v.shown("gap") != solution.Gap {
		v.t.Errorf("the page shows %g, and the check says %s", v.shown("objective"), check.Badge())
	}
	if mark := evaluate[string](v, "$('verdict').dataset.mark"); mark != "check" {
		v.t.Errorf("the verdict is marked %s", mark)
	}
}

// TestSumsAreOpened drops a sums document, is told why nothing can be drawn, follows the link, and leads back by undo and forth by the
// chooser.
func TestSumsAreOpened(t *testing.T) {
	t.Parallel()
	v, sums := open(t, visit.Desktop()), trips()
	v.drop("trips.json", sums)
	v.provedBySums()
	if certificate := v.Look("#area-certificate").Ink(); certificate < 0.005 {
		t.Errorf("the certificate has %g of its tile in colour", certificate)
	}
	x, y := v.Place("#area-data").At(0.2, 0.2)
	v.straight(chromedp.ButtonLeft, x, y, x+30, y, 3)
	v.Await("!$('notice').hidden && " +
		"$('notice').textContent.includes('only the sums of 1,000,000 rows')")
	follow(t, v.copyLink()).provedBySums()
	v.mode("lab")
	v.Await("$('race-start').disabled && $('empty-race').textContent.includes('only')")
	v.Click("#undo")
	v.Await("conelab.get().then((p) => p.format === 'conelab/problem/1')")
	v.verify()
	v.give(choose, "trips.json", fmt.Sprintf("%q", sums))
	v.provedBySums()
	v.Click("#clear")
	v.Await("$('clear').disabled && !$('lesson').textContent.includes('stands for')")
}
