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

// measured opens the page in a browser that works as for a user.
func measured(t *testing.T) *visit.Visit {
	t.Helper()
	site, err := visit.Publish(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.Close)
	site.Measured = true
	v := site.Open(t, visit.Small(), visit.WithoutPictures())
	t.Cleanup(v.Close)
	return v
}

// TestLargeTableIsCertified has Chromium solve what takes it a minute: the page hears from the solver all along, so that it takes it for dead at no time, and
// the network that comes is proved. It is not among the tests of the page because it takes longer than ten of them.
func TestLargeTableIsCertified(t *testing.T) {
	v := measured(t)
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

// readLarge imports a file of 20,000 rows and 130 columns of numbers, which is nearly as large as a file may be, as a person does who chooses it: workers
// becomes the number of solvers that were started since, beats how often the present one said that it reads on, and silence the longest time in ms between
// two of its messages.
const readLarge = `void (() => {
	Object.assign(window, {workers: 0, beats: 0, silence: 0});
	let last = performance.now();
	const hear = ({data}) => {
		if (data.op === 'beat') beats++;
		silence = Math.max(silence, performance.now() - last);
		last = performance.now();
	};
	const post = Worker.prototype.postMessage, known = new Set();
	Worker.prototype.postMessage = function (...message) {
		if (!known.has(this)) this.addEventListener('message', hear);
		workers += known.size > 0 && !known.has(this);
		known.add(this);
		last = performance.now();
		return post.apply(this, message);
	};
	let seed = 1;
	const next = () => ((seed = seed * 16807 % 2147483647) / 2147483647 * 20 - 10).toFixed(4);
	const lines = Array.from({length: 20000}, (_, i) => Array.from({length: 130}, next).join() + (i % 2 ? ',1' : ',-1'));
	const files = new DataTransfer();
	files.items.add(new File([lines.join('\n')], 'large.csv'));
	const chosen = document.getElementById('import-file');
	chosen.files = files.files;
	chosen.dispatchEvent(new Event('change'));
})()`

// TestLargeFileIsRead has Chromium import the largest file: the page takes the solver for dead at no time, and the columns that are chosen are solved.
func TestLargeFileIsRead(t *testing.T) {
	v := measured(t)
	visit.Evaluate[any](v, readLarge)
	v.Await("document.getElementById('import').open && !document.getElementById('import-columns').hidden")
	t.Log("read:", visit.Evaluate[string](v, "`${beats} beats, ${workers} restarts, at most ${silence} ms of silence`"))
	visit.Evaluate[any](v, "void document.getElementById('import-columns').requestSubmit()")
	v.Await("!document.getElementById('import').open && document.querySelector('[data-out=status]').dataset.value === 'solving'")
	t.Log("taken:", visit.Evaluate[string](v, "`${beats} beats, ${workers} restarts, at most ${silence} ms of silence`"))
	if !visit.Evaluate[bool](v, "workers === 0 && document.getElementById('notice').hidden") {
		t.Errorf("the solver was started again: %s", visit.Evaluate[string](v, "document.getElementById('notice-text').textContent"))
	}
}
