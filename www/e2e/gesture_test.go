package e2e

import (
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"conelab/core/draw/scene"
	"conelab/core/format/document"
	"conelab/www/visit"
)

const (
	// changed is the least share of the pixels that are others in another picture, restored the largest in the same one: the slider's zero
	// is up to half a step off.
	changed, restored = 0.002, 0.03
)

// straight is a path along a line in css pixels.
func (v *user) straight(button chromedp.MouseOption, x, y, toX, toY float64, steps int) {
	v.t.Helper()
	v.Press(x, y, button)
	for i := 1; i <= steps; i++ {
		s := float64(i) / float64(steps)
		v.Drag(x+s*(toX-x), y+s*(toY-y), button)
	}
	v.Release(toX, toY, button)
}

// unchanged fails the test if the data are not as they were.
func (v *user) unchanged(after string, before *document.Problem) {
	v.t.Helper()
	if now, _ := v.documents(); fmt.Sprint(now.Data) != fmt.Sprint(before.Data) {
		v.t.Errorf("%s changed the data", after)
	}
}

// differs fails the test unless the picture of an element, at rest, is now another one than before; it returns the new one.
func (v *user) differs(after, selector string, before *visit.Picture) *visit.Picture {
	v.t.Helper()
	v.AwaitStill()
	now := v.Look(selector)
	if now.Differs(before) < changed {
		v.t.Errorf("%s did not change the picture", after)
	}
	return now
}

// TestNeuronIsTurned drags a neuron of an optimum that is one of many: it goes to the pointer. That the function and the cost stay, and that
// playing the film brings the first network back, is proved of the session.
func TestNeuronIsTurned(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	m := v.preset(2, "ring")
	v.AwaitStill()
	n := m.solution.Network.Neurons[0]
	angle := math.Atan2(n.U[1], n.U[0]) * 180 / math.Pi
	plane := scene.CertificatePlane(rect(v.Place("#area-certificate")), 1, &m.snapshot)
	x, y := plane.Pixel(angle, math.Copysign(m.problem.Beta, n.Alpha))
	v.straight(chromedp.ButtonLeft, x, y, x+37*plane.KX, y, 5)
	v.Await(fmt.Sprintf("conelab.solution().then(({network: {neurons: [{u}]}}) => u[0] !== %v)", n.U[0]))
	v.verify()
	_, turned := v.documents()
	u := turned.Network.Neurons[0].U
	if got := math.Atan2(u[1], u[0]) * 180 / math.Pi; math.Abs(math.Remainder(got-angle-37, 360)) > 1 {
		t.Errorf("the neuron at %.1f° was dragged by 37° and is at %.1f°", angle, got)
	}
}

// tap puts a finger on an element and takes it off.
func (v *user) tap(selector string) {
	v.t.Helper()
	x, y := v.Place(selector).At(0, 0)
	v.Touch(input.DispatchTouchEventTypeTouchStart, x, y)
	v.Touch(input.DispatchTouchEventTypeTouchEnd, x, y)
}

// TestPhoneUsesEveryPart taps its way through the parts of the page: each tap must show what it is for, and nothing may be wider
// than the screen or cover what was tapped.
func TestPhoneUsesEveryPart(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Phone(844, 1), visit.Undrawn())
	v.Await("$('loading').hidden && conelab.stats().frames > 0")
	v.Seek(1e6)
	v.catchFiles(false)
	const open = "$('%s').open"
	for _, step := range []struct{ part, tap, then string }{
		{"data", `[data-preset="ring"]`, `document.querySelector('[data-preset="ring"]').getAttribute('aria-pressed') === 'true'`},
		{"data", "#features label:nth-of-type(3)", "conelab.get().then((p) => p.data.x[0].length === 3)"},
		{"data", "#features label:nth-of-type(2)", "conelab.get().then((p) => p.data.x[0].length === 2)"},
		{"data", "#tool label:nth-of-type(4)", "document.querySelector('#tool [value=erase]').checked"},
		{"data", "#clear", "document.querySelector('[data-out=status]').dataset.value === 'empty'"},
		{"data", "#undo", "document.querySelector('[data-out=status]').dataset.value === 'optimal'"},
		{"data", "#make summary", fmt.Sprintf(open, "make")},
		{"data", "#make-form button", "conelab.get().then((p) => p.data.x.length === 200)"},
		{"table", "#table-open", fmt.Sprintf(open, "table") + " && document.activeElement.dataset.column === '0'"},
		{"table", "#table-add", "conelab.get().then((p) => p.data.x.length === 201)"},
		{"table", "#table-remove", "conelab.get().then((p) => p.data.x.length === 200)"},
		{"table", "#table-close", "!" + fmt.Sprintf(open, "table")},
		{"import", "#import-open", fmt.Sprintf(open, "import")},
		{"import", "#import-close", "!" + fmt.Sprintf(open, "import")},
		{"model", `[data-fit="relu"]`, "conelab.get().then((p) => Math.abs(p.activation.b - 0.5) < 1e-9)"},
		{"proof", "#verdict", "document.querySelector('#details [data-out=loss]').offsetWidth > 0"},
		{"proof", "#proof-files summary", fmt.Sprintf(open, "proof-files")},
		{"proof", `[data-document="solution"]`, "files['solution.json']?.includes('conelab/solution/1')"},
		{"neurons", "#neuron-rows tr:nth-of-type(2) button", "document.querySelector('#neuron-rows [aria-pressed=true]') !== null"},
		{"check", "#check-run", "$('check-fault').textContent !== '' || !$('check-result').hidden"},
		{"export", `[data-keep="data.csv"]`, "Object.keys(files).some((name) => name.endsWith('.csv'))"},
		{"export", `[data-copy="python"]`, "window.copied?.includes('def ')"},
		{"share", "#copy-link", "location.hash.startsWith('#1=')"},
		{"share", "#save-file", "files['conelab-work.json']?.startsWith('{')"},
		{"lessons", `#modes [value="learn"]`, "$('lessons').offsetWidth > 0"},
		{"lessons", "[data-lesson]", "$('lesson-say').dataset.ready === ''"},
		{"lessons", "#lesson-next", "$('lesson-step').textContent.startsWith('Step 2 ')"},
		{"lessons", `#modes [value="lab"]`, "$('lessons').offsetWidth === 0"},
		{"class", "#class-open", fmt.Sprintf(open, "class")},
		{"class", `#class-panels label:has([value="check"])`, "!document.querySelector('#class-panels [value=check]').checked"},
		{"class", "#class [data-close]", "!" + fmt.Sprintf(open, "class")},
		{"keys", "#keys-open", fmt.Sprintf(open, "keys")},
		{"keys", "#keys [data-close]", "!" + fmt.Sprintf(open, "keys")},
		{"film", "#animation label:nth-of-type(2)", "document.querySelector('#animation [value=solver]').checked"},
		{"film", "#play", "$('play').getAttribute('aria-label') === 'Pause'"},
		{"film", "#play", "$('play').getAttribute('aria-label') === 'Play'"},
	} {
		t.Logf("%s: %s", step.part, step.tap)
		evaluate[any](v, "$('notice').hidden || $('notice-close').click()")
		if step.part == "neurons" {
			v.Await("conelab.settled().then(() => true)") // what is said above them has its height
		}
		v.tap(step.tap)
		v.Await(step.then)
		v.Answered() // what is shown may change its height
		if wide := evaluate[int](v, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s: after %s the page is %d px wide", step.part, step.tap, wide)
		}
	}
	v.Seek(1e9) // on the way the strip speaks of the solver's iterate
	v.verify()
}
