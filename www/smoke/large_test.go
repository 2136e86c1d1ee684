package smoke

import (
	"testing"

	"conelab/www/visit"
)

// setLarge sets 5,000 points with 60 features, whose labels no small network fits: answer becomes what is said in the end, heard counts the answers
// before that are of these points and not of the end, workers the solvers that were started since.
const setLarge = `void (() => {
	Object.assign(window, {answer: null, heard: 0, workers: 0});
	window.Worker = class extends Worker { constructor(...about) { super(...about); workers++ } };
	conelab.subscribe(({samples, status}) => { if (samples === 5000 && status === 'solving') heard++ });
	let seed = 1;
	const next = () => (seed = seed * 16807 % 2147483647) / 2147483647 - 0.5;
	const x = Array.from({length: 5000}, () => Array.from({length: 60}, next));
	conelab.set({format: 'conelab/problem/1', data: {x, y: x.map((_, i) => [i % 2 ? 1 : -1])}, architecture: {kind: 'dense'},
		activation: {a: 0.09, b: 0.5, c: 0.47}, loss: 'squared', beta: 0.01}).then((solution) => { answer = solution }, (error) => { answer = {status: String(error)} });
})()`

// TestLargeTableIsCertified has Chromium solve what takes it a minute: the page hears from the solver all along, so that it takes it for dead at no time, and
// the network that comes is proved. It is not among the tests of the page because it takes longer than ten of them.
func TestLargeTableIsCertified(t *testing.T) {
	site, err := visit.Publish(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	site.Measured = true // the browser works as for a user
	v := site.Open(t, visit.Small(), visit.WithoutPictures())
	defer v.Close()
	visit.Evaluate[any](v, setLarge)
	const spells = 8
	for range spells { // each shorter than a visit's patience
		v.Await(`new Promise((next) => { const end = performance.now() + 30000;
			const look = () => (answer || performance.now() > end ? next(true) : setTimeout(look, 100)); look() })`)
	}
	heard := visit.Evaluate[int](v, "heard")
	t.Logf("%d answers before the last; %s", heard, visit.Evaluate[string](v, "JSON.stringify([answer?.status, answer?.gap, answer?.iterations, answer?.seconds])"))
	if !visit.Evaluate[bool](v, "answer?.status === 'optimal' && answer.gap <= 1e-8 && answer.dual.length === 5000") || heard < 100 {
		t.Error("it is not certified, or the page heard too little")
	}
	if !visit.Evaluate[bool](v, "workers === 0 && document.getElementById('verdict-word').textContent === 'Certified' && document.getElementById('notice').hidden") {
		t.Error("the solver was started again, or the page does not show the proof")
	}
}
