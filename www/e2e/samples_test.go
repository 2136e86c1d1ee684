package e2e

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/core/format/document"
	"conelab/www/visit"
)

// sampled shows the first preset of signals or images and waits for its filters.
func (v *user) sampled(kind string) *document.Problem {
	v.t.Helper()
	v.Click(fmt.Sprintf(`#features input[value=%q] + span`, kind))
	v.Await("!document.getElementById('samples').hidden")
	v.Rest()
	v.Await("document.querySelectorAll('#filter-list li').length === Number(document.querySelector('[data-out=neurons]').dataset.value)")
	return v.verify()
}

// inSample returns where a place of the large sample's drawing is on the screen.
func (v *user) inSample(x, y float64) (float64, float64) {
	v.t.Helper()
	v.Place("#sample-draw")
	p := evaluate[[]float64](v, fmt.Sprintf(`(() => { const svg = document.getElementById('sample-draw');
		const p = new DOMPoint(%g, %g).matrixTransform(svg.getScreenCTM()); return [p.x, p.y] })()`, x, y))
	return p[0], p[1]
}

// said waits until the panel says of the chosen sample what the network says, by a forward pass.
func (v *user) said() {
	v.t.Helper()
	v.Rest()
	v.Await(`conelab.get().then(({ data, activation: { a, b, c }, architecture }) => conelab.solution().then(({ network }) => {
		const i = [...document.querySelectorAll('#sample-list button')].findIndex((b) => b.getAttribute('aria-pressed') === 'true');
		const x = data.x[i], f = architecture.filter, K = x.length - f + 1;
		let sum = 0;
		for (const { u, alpha } of network.neurons) for (let k = 0; k < K; k++) {
			const s = u.reduce((t, v, j) => t + v * x[k + j], 0);
			sum += alpha * ((a * s + b) * s + c) / K;
		}
		return Math.abs(sum - Number(document.getElementById('sample-says').textContent.replace('\u2212', '-'))) < 6e-3 * (1 + Math.abs(sum));
	}))`)
}

// TestSignalsAreDrawn draws on a signal, relabels it, asks for a dense network and comes back.
func TestSignalsAreDrawn(t *testing.T) {
	t.Parallel()
	v := openPlain(t, visit.Desktop())
	before := v.sampled("signal")
	v.said()
	if before.Architecture.Kind != document.KindConvolutional || evaluate[float64](v, "document.querySelectorAll('#sample-list li').length") != 40 {
		t.Errorf("the first preset of signals is %+v", before.Architecture)
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
	v.said()
	drawn := v.verify()
	for k, value := range drawn.Data.X[3] {
		if math.Abs(value-float64(k)/9) > 0.04 {
			t.Errorf("entry %d of the sample is %g", k, value)
		}
	}
	before.Data.X[3] = drawn.Data.X[3]
	if !reflect.DeepEqual(before.Data, drawn.Data) {
		t.Error("drawing a sample changed another one")
	}
	v.Click("#sample-flip")
	v.said()
	if y := v.verify().Data.Y[3][0]; y != 1 {
		t.Errorf("the label is %g", y)
	}
	problem, solution := v.documents()
	v.paste(string(problem.JSON()) + string(solution.JSON()))
	v.verdict("PASS")
	v.Click("#undo")
	v.Click("#undo")
	v.Rest()
	if after := v.verify(); reflect.DeepEqual(after.Data.X[3], drawn.Data.X[3]) || evaluate[string](v, "document.querySelector('[data-preset=bump]').getAttribute('aria-pressed')") != "true" {
		t.Error("a stroke and a flip are not two steps")
	}

	// The keys draw too.
	v.Focus("#sample-draw")
	v.Do(chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowUp))
	v.said()
	if step := v.verify().Data.X[3][1] - drawn.Data.X[3][1]; step == 0 {
		t.Error("an arrow key changes nothing")
	}

	// Dense is one click away, and back.
	v.Click("#conv-dense")
	v.Await("document.getElementById('convolution').hidden")
	v.Rest()
	if p := v.verify(); p.Architecture.Kind != document.KindDense || evaluate[bool](v, "document.getElementById('samples').hidden") {
		t.Errorf("%+v", p.Architecture)
	}
	v.Click(`#samples-kind label:first-of-type span`)
	v.Await("!document.getElementById('convolution').hidden")
	v.Rest()
	if p := v.verify(); p.Architecture.Kind != document.KindConvolutional {
		t.Errorf("%+v", p.Architecture)
	}

	// Sizes: a pool, and one that does not suit.
	evaluate[any](v, `(() => { const pool = document.getElementById('conv-pool'); pool.value = '4'; pool.dispatchEvent(new Event('change')) })()`)
	v.Await("document.getElementById('conv-note').textContent.includes('K/P = 2 pools')")
	v.Rest()
	v.verify()
	evaluate[any](v, `(() => { const field = document.getElementById('conv-filter'); field.value = '11'; field.dispatchEvent(new Event('change')) })()`)
	v.Await("document.getElementById('notice-text').textContent.includes('architecture.filter is 11, expected 1 to 10')")
	v.Await("document.getElementById('conv-filter').value === '3'")
	v.Click("#notice-close")

	// And back to points.
	v.Preset(2, "ring")
	v.verify()
	if evaluate[bool](v, "document.getElementById('samples').checkVisibility() || !document.getElementById('area-data').checkVisibility()") {
		t.Error("the samples stay with points of the plane")
	}
}
