package smoke

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"conelab/www/visit"
)

// TestOtherBrowsers uses the page in Firefox and in WebKit: it solves and proves what it opens with, what is chosen, what is
// drawn and what is taken back, draws it, and keeps it for the next visit.
func TestOtherBrowsers(t *testing.T) {
	for name, start := range map[string]func(context.Context) (*Browser, error){"Firefox": Firefox, "WebKit": WebKit} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 4*Patience)
			defer cancel()
			b, err := start(ctx)
			if errors.Is(err, ErrNone) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			site, err := visit.Publish()
			if err != nil {
				t.Fatal(err)
			}
			defer site.Close()
			if err := b.Open(ctx, site.Address); err != nil {
				t.Fatal(err)
			}
			(&user{b, ctx, t}).goThrough(site.Address)
		})
	}
}

// user uses the page in a test.
type user struct {
	*Browser
	ctx context.Context
	t   *testing.T
}

func (u *user) await(condition string) {
	u.t.Helper()
	if err := u.Await(u.ctx, condition); err != nil {
		u.t.Fatal(err)
	}
}

func (u *user) run(expression string) {
	u.t.Helper()
	var null any
	if err := u.Evaluate(u.ctx, expression, &null); err != nil {
		u.t.Fatal(err)
	}
}

// samples returns the number of points, once they are solved, after checking that the proof is one.
func (u *user) samples() (n int) {
	u.t.Helper()
	u.await(`conelab.solution().then((s) => s.status === 'optimal' && s.gap <= 1e-8 &&
		document.getElementById('verdict-word').textContent === 'Certified', () => false)`)
	if err := u.Evaluate(u.ctx, "conelab.get().then((p) => p.data.x.length)", &n); err != nil {
		u.t.Fatal(err)
	}
	return n
}

// kept waits until the work is kept from which one step leads on, undo or redo.
func (u *user) kept(step string) {
	u.t.Helper()
	u.await(`new Promise((resolve) => { const open = indexedDB.open('conelab', 1); open.onerror = () => resolve(false);
		open.onsuccess = () => { const all = open.result.transaction('texts').objectStore('texts').getAll();
			all.onsuccess = () => { open.result.close();
				resolve(all.result.some((text) => ['undo', 'redo'].every((step) =>
					text.includes('"' + step + '":[') === (step === '` + step + `')))) } } })`)
}

func (u *user) goThrough(address string) {
	u.t.Helper()
	u.await("window.conelab?.ready.then(() => true)")
	before := u.samples()
	var drawn bool
	if err := u.Evaluate(u.ctx, "document.createElement('canvas').getContext('webgl2') !== null", &drawn); err != nil {
		u.t.Fatal(err)
	}
	u.t.Logf("WebGL 2: %t", drawn)
	if drawn {
		u.await("conelab.stats().frames > 0")
	} else {
		u.await("document.querySelector('.drawing svg') !== null")
	}
	var box [4]float64
	if err := u.Evaluate(u.ctx, "(({x, y, width, height}) => [x, y, width, "+
		"height])(document.getElementById('area-data').getBoundingClientRect())", &box); err != nil {
		u.t.Fatal(err)
	}
	at := func(x, y float64) [2]int { return [2]int{int(box[0] + x*box[2]), int(box[1] + y*box[3])} }
	// It begins where no point is, in every form of the window: the tool moves a point on which it is pressed.
	if err := u.Drag(u.ctx, at(0.95, 0.95), at(0.9, 0.8), at(0.8, 0.9), at(0.7, 0.9)); err != nil {
		u.t.Fatal(err)
	}
	u.await("conelab.get().then((p) => p.data.x.length > " + strconv.Itoa(before) + ")")
	after := u.samples()
	// A stroke is one step back and one forth, and each of these states is kept.
	u.kept("undo")
	for _, step := range []struct {
		button, other string
		points        int
	}{{"undo", "redo", before}, {"redo", "undo", after}} {
		u.await("!document.getElementById('" + step.button + "').disabled")
		u.run("document.getElementById('" + step.button + "').click()")
		if n := u.samples(); n != step.points {
			u.t.Errorf("%d points after %s, not %d", n, step.button, step.points)
		}
		u.kept(step.other)
	}
	for _, mode := range []string{"lab", "learn", "explore"} {
		u.run("conelab.mode('" + mode + "')")
		u.await("document.documentElement.dataset.mode === '" + mode + "'")
	}
	// What was drawn is offered at the next visit.
	for _, address := range []string{"about:blank", address} {
		if err := u.Open(u.ctx, address); err != nil {
			u.t.Fatal(err)
		}
	}
	u.await("document.querySelector('[data-offer=\"accept\"]') !== null")
	u.run("document.querySelector('[data-offer=\"accept\"]').click()")
	u.await("conelab.get().then((p) => p.data.x.length === " + strconv.Itoa(after) + ")")
	u.samples()
}

// setLarge sets 5,000 points with 60 features, whose labels no small network fits: answer becomes what is said in the end, heard
// counts the answers before that are of these points and not of the end, workers the solvers that were started since.
const setLarge = `void (() => {
	Object.assign(window, {answer: null, heard: 0, workers: 0});
	window.Worker = class extends Worker { constructor(...about) { super(...about); workers++ } };
	conelab.subscribe(({samples, status}) => { if (samples === 5000 && status === 'solving') heard++ });
	let seed = 1;
	const next = () => (seed = seed * 16807 % 2147483647) / 2147483647 - 0.5;
	const x = Array.from({length: 5000}, () => Array.from({length: 60}, next));
	conelab.set({format: 'conelab/problem/1', data: {x, y: x.map((_, i) => [i % 2 ? 1 : -1])}, architecture: {kind: 'dense'},
		activation: {a: 0.09, b: 0.5, c: 0.47}, loss: 'squared', beta: 0.01}).then((solution) => { answer = solution }, (error) => {
			answer = {status: String(error)} });
})()`

// measured opens the page in a browser that works as for a user.
func measured(t *testing.T) *visit.Visit {
	t.Helper()
	site, err := visit.Publish()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.Close)
	site.Measured = true
	v := site.Open(t, visit.Small(), visit.WithoutPictures())
	t.Cleanup(v.Close)
	return v
}

// TestLargeTableIsCertified has Chromium solve what takes it a minute: the page hears from the solver all along, so that it takes
// it for dead at no time, and the network that comes is proved. It is not among the tests of the page because it takes longer
// than ten of them.
func TestLargeTableIsCertified(t *testing.T) {
	v := measured(t)
	visit.Evaluate[any](v, setLarge)
	const spells = 8
	for range spells { // each shorter than a visit's patience
		v.Await(`new Promise((next) => { const end = performance.now() + 30000;
			const look = () => (answer || performance.now() > end ? next(true) : setTimeout(look, 100)); look() })`)
	}
	heard := visit.Evaluate[int](v, "heard")
	t.Logf("%d answers before the last; %s", heard, visit.Evaluate[string](v, "JSON.stringify([answer?.status, answer?.gap, "+
		"answer?.iterations, answer?.seconds])"))
	if !visit.Evaluate[bool](v, "answer?.status === 'optimal' && answer.gap <= 1e-8 && answer.dual.length === 5000") || heard < 100 {
		t.Error("it is not certified, or the page heard too little")
	}
	if !visit.Evaluate[bool](v, "workers === 0 && document.getElementById('verdict-word').textContent === 'Certified' && "+
		"document.getElementById('notice').hidden") {
		t.Error("the solver was started again, or the page does not show the proof")
	}
}
