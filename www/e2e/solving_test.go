package e2e

import (
	"fmt"
	"testing"
)

// large sets a problem of n points with d features, whose labels no small network fits; nobody waits for its solution.
func (v *user) large(n, d int) {
	v.t.Helper()
	evaluate[any](v, fmt.Sprintf(`(() => {
		let seed = 1;
		const next = () => (seed = seed * 16807 %% 2147483647) / 2147483647 - 0.5;
		const x = Array.from({length: %d}, () => Array.from({length: %d}, next));
		window.told = [];
		conelab.subscribe((page) => told.push([page.revision.solved === page.revision.data, page.status, page.samples, page.strip.certified]));
		window.answer = null;
		conelab.set({format: 'conelab/problem/1', data: {x, y: x.map((_, i) => [i %% 2 ? 1 : -1])}, architecture: {kind: 'dense'},
			activation: {a: 0.09, b: 0.5, c: 0.47}, loss: 'squared', beta: 0.01}).then((solution) => { window.answer = solution },
				(error) => { window.answer = {error: error.message} });
	})()`, n, d))
}

// TestOldNumbersAreMarked sets a problem that takes long: its data come at once, with the numbers of the data before marked as such and nothing
// called certified, with what it takes and a way to stop it; what is there then is a network with its proof.
func TestOldNumbersAreMarked(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.Await("document.getElementById('verdict-word').textContent === 'Certified'")
	v.large(2500, 60)
	v.Await("document.documentElement.dataset.stale !== undefined")
	for name, is := range map[string]string{
		"the word":        "document.getElementById('verdict-word').textContent === 'Solving'",
		"the mark":        "document.getElementById('verdict').dataset.mark === 'wait'",
		"the status":      "document.querySelector('[data-out=status]').dataset.value === 'solving'",
		"the sentence":    "/^Solving 2500 points with 60 features: about \\d+ (second|minute)s/.test(document.querySelector('[data-out=status]').textContent)",
		"the live region": "document.getElementById('status-live').textContent === ''",
		"the numbers":     "document.querySelector('[data-out=neurons]').closest('#numbers').matches('[data-stale] #numbers')",
	} {
		if !evaluate[bool](v, is) {
			t.Errorf("%s is not that of something being solved", name)
		}
	}
	v.Await("!document.getElementById('solve-stop').hidden && !document.getElementById('solve-progress').hidden")
	if bad := evaluate[string](v, `told.filter(([own, status, samples, certified]) => samples === 2500 && !own && (status !== 'solving' || certified)).join(' ')`); bad != "" {
		t.Errorf("subscribers were told %s", bad)
	}
	v.Click("#solve-stop")
	v.Await("answer !== null && document.documentElement.dataset.stale === undefined")
	if !evaluate[bool](v, `answer.status === 'stopped' && answer.dual.length === 2500 && answer.objective >= answer.lower_bound &&
		document.getElementById('verdict-word').textContent === 'Not yet' && document.getElementById('solve-stop').hidden &&
		document.getElementById('notice').hidden`) {
		t.Error("what was stopped is not shown as such")
	}
	v.Preset(2, "ring")
	v.verify()
}
