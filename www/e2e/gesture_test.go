package e2e

import (
	"encoding/json"
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
	v.Settle()
	now := v.Look(selector)
	if now.Differs(before) < changed {
		v.t.Errorf("%s did not change the picture", after)
	}
	return now
}

// TestNeuronIsTurned drags neurons of an optimum that is one of many.
func TestNeuronIsTurned(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	m := v.preset(2, "ring")
	v.Settle()
	b := v.Place("#area-certificate")
	n := m.solution.Network.Neurons[0]
	angle := math.Atan2(n.U[1], n.U[0]) * 180 / math.Pi
	to := angle + 37
	plane := scene.CertificatePlane(rect(b), 1, &m.snapshot)
	x, y := plane.Pixel(angle, math.Copysign(m.problem.Beta, n.Alpha))
	toX, _ := plane.Pixel(to, 0)
	v.straight(chromedp.ButtonLeft, x, y, toX, y, 5)
	turned := v.sameNetwork("the certificate", m, m.solution)
	u := turned.Network.Neurons[0].U
	if got := math.Atan2(u[1], u[0]) * 180 / math.Pi; math.Abs(math.Remainder(got-to, 360)) > 1 {
		t.Errorf("the neuron at %.1f° was dragged to %.1f° and is at %.1f°", angle, to, got)
	}

	// A link takes the network along.
	w := follow(t, v.copyLink())
	w.Rest()
	_, again := w.documents()
	if again.Status != "optimal" || len(again.Network.Neurons) != len(turned.Network.Neurons) {
		t.Fatalf("%+v came back as %+v", turned, again)
	}
	for i, n := range again.Network.Neurons {
		if u := turned.Network.Neurons[i].U; math.Hypot(n.U[0]-u[0], n.U[1]-u[1]) > 1e-9 {
			t.Errorf("neuron %d is %v, was %v", i, n, turned.Network.Neurons[i])
		}
	}

	v.Click("#play")
	v.Await("document.getElementById('play').getAttribute('aria-label') === 'Pause'")
	if _, solution := v.documents(); fmt.Sprint(solution.Network) != fmt.Sprint(m.solution.Network) {
		t.Error("playing the film does not bring the first network back")
	}
}

// sameNetwork waits until the neurons are others than before, and checks that they make the same function at the same cost.
func (v *user) sameNetwork(where string, m *model, before *document.Solution) *document.Solution {
	v.t.Helper()
	directions, err := json.Marshal(before.Network.Neurons)
	if err != nil {
		v.t.Fatal(err)
	}
	v.Await(fmt.Sprintf(`conelab.solution().then(({network: {neurons}}) => neurons.some(({u}, i) => u.some((x, k) => x !== %s[i].u[k])))`, directions))
	v.Rest()
	problem, solution := v.documents()
	moved := 0.0
	for i, n := range solution.Network.Neurons {
		for k, u := range n.U {
			moved = max(moved, math.Abs(u-before.Network.Neurons[i].U[k]))
		}
	}
	if moved < 0.1 {
		v.t.Errorf("dragging a neuron in %s moved the directions by at most %.3f", where, moved)
	}
	if first := m.solution.Objective; math.Abs(solution.Objective-first) > 1e-9*first {
		v.t.Errorf("turning in %s changed the cost from %.15g to %.15g", where, first, solution.Objective)
	}
	for _, x := range problem.Data.X {
		if f, want := forward(problem, solution, x), m.f(x); math.Abs(f-want) > 1e-9*(1+math.Abs(want)) {
			v.t.Fatalf("turning in %s changed f(%v) from %.12g to %.12g", where, x, want, f)
		}
	}
	v.verify()
	return solution
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
	v.Await("document.getElementById('loading').hidden && conelab.stats().frames > 0")
	v.Seek(1e6)
	v.catchFiles(false)
	const open = "document.getElementById('%s').open"
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
		{"check", "#check-run", "document.getElementById('check-fault').textContent !== '' || !document.getElementById('check-result').hidden"},
		{"export", `[data-keep="data.csv"]`, "Object.keys(files).some((name) => name.endsWith('.csv'))"},
		{"export", `[data-copy="python"]`, "window.copied?.includes('def ')"},
		{"export", "#keep-preview summary", fmt.Sprintf(open, "keep-preview") + " && document.getElementById('keep-code').textContent !== ''"},
		{"share", "#copy-link", "location.hash.startsWith('#1=')"},
		{"share", "#save-file", "files['conelab-work.json']?.startsWith('{')"},
		{"lessons", `#modes [value="learn"]`, "document.getElementById('lessons').offsetWidth > 0"},
		{"lessons", "[data-lesson]", "document.getElementById('lesson-say').dataset.ready === ''"},
		{"lessons", "#lesson-next", "document.getElementById('course').dataset.phase === 'do'"},
		{"lessons", `#modes [value="lab"]`, "document.getElementById('lessons').offsetWidth === 0"},
		{"class", "#class-open", fmt.Sprintf(open, "class")},
		{"class", `#class-panels label:has([value="check"])`, "!document.querySelector('#class-panels [value=check]').checked"},
		{"class", "#class [data-close]", "!" + fmt.Sprintf(open, "class")},
		{"keys", "#keys-open", fmt.Sprintf(open, "keys")},
		{"keys", "#keys [data-close]", "!" + fmt.Sprintf(open, "keys")},
		{"film", "#animation label:nth-of-type(2)", "document.querySelector('#animation [value=solver]').checked"},
		{"film", "#play", "document.getElementById('play').getAttribute('aria-label') === 'Pause'"},
		{"film", "#play", "document.getElementById('play').getAttribute('aria-label') === 'Play'"},
	} {
		t.Logf("%s: %s", step.part, step.tap)
		evaluate[any](v, "document.getElementById('notice').hidden || document.getElementById('notice-close').click()")
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
	v.Rest()
	v.verify()
}
