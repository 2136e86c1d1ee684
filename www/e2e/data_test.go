package e2e

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/core/format/document"
	"conelab/www/visit"
)

// drawClasses draws three classes from an empty stage, a stroke each.
func (v *user) drawClasses() *document.Problem {
	v.t.Helper()
	v.Click("#clear")
	v.choose("#classes", "3")
	v.Await("!$('class-pen').hidden")
	area := v.Place("#area-data").Square()
	for k, y := range []float64{-0.7, 0, 0.7} {
		v.Click(fmt.Sprintf(`#class-pen label:nth-of-type(%d)`, k+1))
		v.Stroke(area, [2]float64{-0.4, y}, [2]float64{0.4, y})
		v.Await("!$('clear').disabled") // the first point has come
	}
	return v.verify()
}

// TestKindsOfData draws signals and classes, holds points out, and shows more features than can be drawn, on a phone.
func TestKindsOfData(t *testing.T) {
	t.Parallel()
	v := openPlain(t, visit.Desktop())
	v.drawSignals()
	v.mode("lab")
	v.Do(visit.Small())
	v.drawThreeClasses()
	v.holdOut()
	v.Do(screenOf(390, 844))
	v.choosePlane()
}

// drawThreeClasses draws three classes, and looks at each.
func (v *user) drawThreeClasses() {
	v.t.Helper()
	problem := v.drawClasses()
	for i, y := range problem.Data.Y {
		if want := int(math.Round(problem.Data.X[i][1]/0.7)) + 1; len(y) != 3 || y[want] != 1 || y[0]+y[1]+y[2] != 1 {
			v.t.Fatalf("the point at %v has the labels %v", problem.Data.X[i], y)
		}
	}
	v.Click(`#output-buttons label:nth-of-type(3)`)
	v.Await("document.querySelector('#tile-certificate h2').textContent.endsWith('₃')")
	v.Click(`#output-compare label:nth-of-type(2)`)
	v.Await("document.querySelector('#tile-data header p').textContent.replaceAll('\u00a0', ' ').includes('f₃ = ½')")
	v.choose("#loss", "softmax")
	if p := v.verify(); p.Loss != "softmax" {
		v.t.Errorf("the loss is %s", p.Loss)
	}
	v.choose("#classes", "2")
	v.Await("$('output-view').hidden")
}

// wide is five features of which the last is small, with classes if asked for, as a script that sets it.
const wide = `(async (classes) => { const rows = Array.from({ length: 60 }, (_, i) => [2 * Math.sin(i), Math.cos(1.7 * i),
	Math.sin(i) + Math.cos(1.7 * i), Math.sin(i) - Math.cos(1.7 * i), 0.2 * Math.sin(5 * i)]);
	await conelab.set({ ...await conelab.get(), architecture: { kind: 'dense' }, loss: 'squared', data: { x: rows, y: rows.map((r, i) =>
		(classes ? [0, 1, 2].map((k) => Number(k === i % 3)) : [r[0] * r[0] - r[1]])) } }) })`

// choosePlane: more than three features are shown in a plane that can be chosen, on a phone too.
func (v *user) choosePlane() {
	v.t.Helper()
	evaluate[any](v, wide+"(true).then(() => null)")
	v.Await("$('output-note').textContent.includes('principal axes') && !$('output-buttons').hidden")
	v.choose("#plane-x", "4")
	v.Await("$('output-note').textContent.includes('x₄ and x₅')")
	v.choose("#plane-y", "2")
	v.Await("$('output-note').textContent.includes('x₄ and x₂')")
	v.Await("document.querySelector('#tile-data header p').textContent.startsWith('A plane of R⁵')")
	v.verify()
	if wide := evaluate[float64](v, "document.documentElement.scrollWidth"); wide > 390 {
		v.t.Errorf("the page is %g px wide on a screen of 390", wide)
	}
}

// sampled shows the first preset of signals or images and waits for its filters.
func (v *user) sampled(kind string) *document.Problem {
	v.t.Helper()
	v.Click(fmt.Sprintf(`#features input[value=%q] + span`, kind))
	v.Await("!$('samples').hidden")
	v.Rest()
	v.Await("document.querySelectorAll('#filter-list li').length === Number(document.querySelector('[data-out=neurons]').dataset.value)")
	return v.verify()
}

// inSample returns where a place of the large sample's drawing is on the screen.
func (v *user) inSample(x, y float64) (float64, float64) {
	v.t.Helper()
	v.Place("#sample-draw")
	p := evaluate[[]float64](v, fmt.Sprintf(`(() => { const svg = $('sample-draw');
		const p = new DOMPoint(%g, %g).matrixTransform(svg.getScreenCTM()); return [p.x, p.y] })()`, x, y))
	return p[0], p[1]
}

// drawSignals draws on a signal, relabels it, asks for a dense network and comes back.
func (v *user) drawSignals() {
	v.t.Helper()
	before := v.sampled("signal")
	if before.Architecture.Kind != document.KindConvolutional ||
		evaluate[float64](v, "document.querySelectorAll('#sample-list li').length") != 40 {
		v.t.Errorf("the first preset of signals is %+v", before.Architecture)
	}

	// A stroke from the left edge at zero up to the right edge at one.
	v.Click("#sample-list li:nth-child(4) button")
	x, y := v.inSample(2, 74)
	v.Press(x, y, chromedp.ButtonLeft)
	for k := 1; k <= 3; k++ {
		x, y = v.inSample(2+316*float64(k)/3, 74-66*float64(k)/3)
		v.Drag(x, y, chromedp.ButtonLeft)
	}
	v.Release(x, y, chromedp.ButtonLeft)
	v.Rest()
	drawn := v.verify()
	for k, value := range drawn.Data.X[3] {
		if math.Abs(value-float64(k)/9) > 0.04 {
			v.t.Errorf("entry %d of the sample is %g", k, value)
		}
	}
	before.Data.X[3] = drawn.Data.X[3]
	if !reflect.DeepEqual(before.Data, drawn.Data) {
		v.t.Error("drawing a sample changed another one")
	}
	v.Click("#sample-flip")
	v.Rest()
	if y := v.verify().Data.Y[3][0]; y != 1 {
		v.t.Errorf("the label is %g", y)
	}

	// Dense is one click away, and back.
	v.Click("#conv-dense")
	v.Await("$('convolution').hidden")
	if p := v.verify(); p.Architecture.Kind != document.KindDense || evaluate[bool](v, "$('samples').hidden") {
		v.t.Errorf("%+v", p.Architecture)
	}
	v.Click(`#samples-kind label:first-of-type span`)
	v.Await("!$('convolution').hidden")
	v.choose("#conv-pool", "4")
	v.Await("$('conv-note').textContent.includes('K/P = 2 pools')")

	// And back to points.
	v.Preset(2, "ring")
	v.verify()
	if evaluate[bool](v, "$('samples').checkVisibility() || !$('area-data').checkVisibility()") {
		v.t.Error("the samples stay with points of the plane")
	}
}

// holdOut holds points out, and takes another sample; that the scores are right, and come along in a link, is proved of the session.
func (v *user) holdOut() {
	v.t.Helper()
	v.Preset(2, "ring")
	v.Seek(1e6)
	if !evaluate[bool](v, "$('scores').hidden && $('path-scores').hidden") {
		v.t.Error("there are scores without points held out")
	}
	v.Slide("#sampling-hold", 30)
	v.Await("!$('scores').hidden")
	first := v.verify()
	if train, test := v.shown("train-points"), v.shown("test-points"); len(first.Data.X) != 56 || train != 56 || test != 24 {
		v.t.Errorf("trained on %d points, the page says %g, and %g held out", len(first.Data.X), train, test)
	}
	v.Click("#sampling-next")
	v.Await("$('sampling-seed').value === '2'")
	if second := v.verify(); reflect.DeepEqual(first.Data, second.Data) {
		v.t.Error("another sample has the same points")
	}
	v.Slide("#sampling-noise", 20)
	v.Await("$('sampling-now').textContent === '24 held out, 20 % noise'")
}
