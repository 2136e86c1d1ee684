package smoke

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"conelab/www/visit"
)

// TestOtherBrowsers uses the page in Firefox and in WebKit: it solves and proves what it opens with, what is chosen, what is drawn and what is taken
// back, draws it, and keeps it for the next visit.
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
			site, err := visit.Publish(nil)
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
	u.await(`conelab.solution().then((s) => s.status === 'optimal' && s.gap <= 1e-8 && document.getElementById('verdict-word').textContent === 'Certified', () => false)`)
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
				resolve(all.result.some((text) => ['undo', 'redo'].every((step) => text.includes('"' + step + '":[') === (step === '` + step + `')))) } } })`)
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
		u.await("document.querySelectorAll('.plain .positive').length > 0")
	}
	var box [4]float64
	if err := u.Evaluate(u.ctx, "(({x, y, width, height}) => [x, y, width, height])(document.getElementById('area-data').getBoundingClientRect())", &box); err != nil {
		u.t.Fatal(err)
	}
	at := func(x, y float64) [2]int { return [2]int{int(box[0] + x*box[2]), int(box[1] + y*box[3])} }
	if err := u.Drag(u.ctx, at(0.2, 0.2), at(0.3, 0.4), at(0.4, 0.3), at(0.6, 0.3)); err != nil {
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
