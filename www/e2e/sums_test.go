package e2e

import (
	"math/rand/v2"

	"github.com/chromedp/chromedp"

	"conelab/core/format/document"
	"conelab/core/numeric/moments"
)

// trips returns the sums of a thousand rows of two features.
func trips() string {
	rng, a := rand.New(rand.NewPCG(1, 2)), moments.NewAccumulator(moments.NewBasis(2), 1)
	for range 1000 {
		x, y := rng.NormFloat64(), rng.NormFloat64()
		a.Add([]float64{x, y}, []float64{x*x + x*y - y + 0.3*rng.NormFloat64()})
	}
	s := &document.Sums{Format: document.SumsFormat, Features: []string{"distance", "hour"}, Outputs: []string{"minutes"},
		Error: moments.Error}
	s.Fill(a.Take(), nil)
	return string(s.JSON())
}

// summed waits until the page shows the certified network of the sums, with the numbers of its solution.
func (v *user) summed() {
	v.t.Helper()
	v.Await("$('lesson').textContent.includes('stands for 1,000 rows')")
	v.Rest()
	v.Await("$('verdict').dataset.mark === 'check'")
	if want := evaluate[float64](v, "conelab.solution().then((s) => s.objective)"); v.shown("objective") != want || v.shown("gap") > 1e-8 {
		v.t.Errorf("the page shows %g with gap %g, its solution costs %g", v.shown("objective"), v.shown("gap"), want)
	}
}

// openSums drops a sums document, and is told why nothing can be drawn. That the network is that of the sums, and comes back by undo and
// by a link, is proved of the session.
func (v *user) openSums() {
	v.t.Helper()
	v.drop("trips.json", trips())
	v.summed()
	if certificate := v.Look("#area-certificate").Ink(); certificate < 0.005 {
		v.t.Errorf("the certificate has %g of its tile in colour", certificate)
	}
	x, y := v.Place("#area-data").At(0.2, 0.2)
	v.straight(chromedp.ButtonLeft, x, y, x+30, y, 3)
	v.Await("!$('notice').hidden && " +
		"$('notice').textContent.includes('only the sums of 1,000 rows')")
	v.mode("lab")
	v.Await("$('race-start').disabled && $('empty-race').textContent.includes('only')")
	v.Click("#clear")
	v.Await("$('clear').disabled && !$('lesson').textContent.includes('stands for')")
}
