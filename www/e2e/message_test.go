package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"conelab/www/visit"
)

// surrounding is a page of another origin with Conelab in its first frame, and a stranger in its second.
const surrounding = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>around</title>
<script>
	let last = 0;
	const waiting = new Map(), said = [], updates = [];
	let isReady = false;
	addEventListener('message', ({data, origin}) => {
		said.push({data, origin});
		if (data.conelab === 'ready') isReady = true;
		if (data.conelab === 'update') updates.push(data);
		if (data.conelab === 'answer') { waiting.get(data.id)?.(data); waiting.delete(data.id); }
	});
	const post = (message) => frames[0].postMessage(message, '*');
	const ask = (conelab, fields) => new Promise((resolve) => { waiting.set(++last, resolve); post({conelab, id: last, ...fields}); });
	const result = (conelab, fields) => ask(conelab, fields).then(({error, result}) => { if (error) throw new Error(error); return result; });
</script>
<iframe src="SITE?embed" width="700" height="600"></iframe>
<iframe srcdoc="<script>let heard = 0;
	addEventListener('message', (event) => { if (event.source === parent.frames[0]) heard++ })</script>"></iframe>`

// around opens that page, and waits for the frame to be ready.
func around(t *testing.T) *user {
	t.Helper()
	return openOutside(t, strings.Replace(surrounding, "SITE", site.Address, 1), "isReady")
}

// openOutside opens a page of another origin, and waits for a condition in it.
func openOutside(t *testing.T, page, condition string) *user {
	t.Helper()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte(page))
	}))
	t.Cleanup(host.Close)
	return openAround(t, host.URL+"/", condition, visit.Small(), visit.WithoutPictures())
}

// TestWholePageAnswersItsOwnSiteOnly shows the page in two frames of a page of another origin: the one without ?embed in its address
// tells it nothing, and takes nothing from it.
func TestWholePageAnswersItsOwnSiteOnly(t *testing.T) {
	t.Parallel()
	v := openOutside(t, fmt.Sprintf(`<!doctype html><link rel="icon" href="data:,">
<iframe src="%[1]s"></iframe><iframe src="%[1]s?embed"></iframe>
<script>
	const from = [0, 0];
	addEventListener('message', ({source}) => {
		from[source === frames[0] ? 0 : 1]++;
		for (const frame of [frames[0], frames[1]]) frame.postMessage({conelab: 'get', id: 1}, '*');
	});
</script>`, site.Address), "from[1] > 100")
	if n := evaluate[int](v, "from[0]"); n > 0 {
		t.Errorf("the whole page sends %d messages", n)
	}
}

// TestSandboxWithoutOriginSaysWhy has the page without an origin, as in a frame with sandbox="allow-scripts".
func TestSandboxWithoutOriginSaysWhy(t *testing.T) {
	t.Parallel()
	s := twin(t)
	s.Intercept(func(host http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			host.ServeHTTP(sandboxing{w}, r)
		})
	})
	said := "document.querySelector('.late')?.textContent.startsWith('The page cannot start in this frame: its sandbox')"
	v := visitor(t, s.OpenUntil(t, "?embed", said+" && document.querySelector('.late').checkVisibility({visibilityProperty: true})",
		visit.Small()))
	v.IgnoreErrors("blocked", "Content Security Policy", "ERR_FAILED", "integrity", "Failed to load")
}

// sandboxing answers with a sandbox beside the host's own policy.
type sandboxing struct{ http.ResponseWriter }

func (s sandboxing) WriteHeader(code int) {
	s.Header().Add("Content-Security-Policy", "sandbox allow-scripts")
	s.ResponseWriter.WriteHeader(code)
}

// corners is a problem with a price; the optimum depends on it.
func corners(beta float64) string {
	return fmt.Sprintf(`{"format":"conelab/problem/1","data":{"x":[[0.8,0.8],[-0.8,-0.8],[0.8,-0.8],[-0.8,0.8]],"y":[[1],[1],[-1],[-1]]},`+
		`"architecture":{"kind":"dense"},"activation":{"a":1,"b":0.5,"c":-0.25},"loss":"squared","beta":%g}`, beta)
}

// TestPageAround asks the page in a frame from the page around it.
func TestPageAround(t *testing.T) {
	t.Parallel()
	v := around(t)
	v.setAround()
	v.askAsStranger()
	v.flood()
}

// setAround sets problems and subscribes.
func (v *user) setAround() {
	v.t.Helper()
	if beta := evaluate[float64](v, "result('set', {problem: "+corners(0.5)+"}).then(() => result('get')).then((p) => p.beta)"); beta != 0.5 {
		v.t.Errorf("beta is %g after it was set to 0.5", beta)
	}
	// Two at once are answered by the solutions of their own.
	costs := evaluate[[]float64](v, fmt.Sprintf(`Promise.all([%s, %s].map((problem) => result('set', {problem}))).then((all) =>
		all.map((s) => s.objective))`, corners(0.02), corners(0.2)))
	again := evaluate[float64](v, fmt.Sprintf("result('set', {problem: %s}).then((s) => s.objective)", corners(0.02)))
	if costs[0] != again || !(costs[1] > costs[0]) {
		v.t.Errorf("the costs are %g and %g, the first %g by itself", costs[0], costs[1], again)
	}
	gap := evaluate[float64](v, "result('solution').then((s) => s.status === 'optimal' ? s.gap : 1)")
	if !(gap <= 1e-8) {
		v.t.Errorf("the gap is %g", gap)
	}
	if solves := evaluate[float64](v, "result('stats').then((s) => s.solves)"); !(solves >= 1) {
		v.t.Errorf("%g solves", solves)
	}
	evaluate[any](v, "result('subscribe').then(() => result('set', {problem: "+corners(0.7)+"})).then(() => null)")
	v.Await("updates.length > 0 && updates.at(-1).result.beta === 0.7 && updates.at(-1).result.gap <= 1e-8 && updates.at(-1).id > 0")
	count := evaluate[int](v, "result('unsubscribe').then(() => result('set', {problem: "+corners(0.1)+"})).then(() => updates.length)")
	if now := evaluate[int](v, "result('get').then(() => updates.length)"); now != count {
		v.t.Error("updates come after the subscription has ended")
	}
	v.Await(fmt.Sprintf("said.every(({origin}) => origin === %q)", strings.TrimSuffix(site.Address, "/")))
}

// askAsStranger posts from a frame beside it.
func (v *user) askAsStranger() {
	v.t.Helper()
	evaluate[any](v, `void frames[1].eval("parent.frames[0].postMessage({conelab: 'get', id: 'spy'}, '*')")`)
	if kept := evaluate[bool](v, "result('get').then((p) => p.data.x.length > 0)"); !kept {
		v.t.Error("the page around gets no answer")
	}
	if evaluate[bool](v, "frames[1].heard > 0 || said.some(({data}) => data.id === 'spy')") {
		v.t.Error("a stranger's question was answered")
	}
}

// oneSentence is the form of every refusal.
var oneSentence = regexp.MustCompile(`(?s)^[A-Z][^\n\r]{8,400}\.$`)

// flood floods the frame with messages from the page around it.
func (v *user) flood() {
	v.t.Helper()
	const problem = "result('get').then(JSON.stringify)"
	before := evaluate[string](v, "result('set', {problem: "+corners(0.01)+"}).then(() => "+problem+")")
	evaluate[any](v, fmt.Sprintf(`(() => {
		said.length = 0;
		const problem = %s;
		for (const message of [null, 1, {conelab: {}}, {Conelab: 'set', id: 1}, {conelab: 'answer', id: 1, error: 'x'},
			{conelab: 'ready'}]) post(message); // not ours
		for (const name of ['__proto__', 'constructor', '<script>', 'a'.repeat(5000)]) post({conelab: name, id: 1000});
		for (const wrong of [null, 'x', new Map([[1, 2]]), 10n, {...problem, beta: NaN}, {...problem, data: {x: 'x'}},
			JSON.parse('['.repeat(400) + ']'.repeat(400))]) post({conelab: 'set', id: 1000, problem: wrong});
		for (const id of [{}, [], 'x'.repeat(101), true, null]) post({conelab: 'get', id}); // no plain ids
		for (let i = 0; i < 500; i++) post({conelab: 'get', id: 5000 + i}) })()`, corners(0.01)))
	v.Await("said.filter(({data}) => data.id >= 1000).length === 511")
	const refused = "said.filter(({data}) => data.id >= 1000 && data.error)"
	for _, sentence := range evaluate[[]string](v, refused+".map(({data}) => data.error)") {
		if !oneSentence.MatchString(sentence) {
			v.t.Errorf("a message is answered by %q", sentence)
		}
	}
	if !evaluate[bool](v, refused+".some(({data}) => data.id >= 5000) && "+refused+".filter(({data}) => data.id < 5000).length === 11") {
		v.t.Error("not all wrong messages are refused, or nothing of a flood")
	}
	if n := evaluate[int](v, `said.filter(({data}) => data.conelab === 'answer' && data.id === undefined &&
		data.error.includes('id')).length`); n != 5 {
		v.t.Errorf("%d of five wrong ids are refused", n)
	}
	if after := evaluate[string](v, problem); after != before {
		v.t.Errorf("%s became %s", before, after)
	}
	if gap := evaluate[float64](v, "result('set', {problem: "+corners(0.3)+"}).then((s) => "+
		"s.status === 'optimal' ? s.gap : 1)"); !(gap <= 1e-8) {
		v.t.Errorf("another price is solved with the gap %g", gap)
	}
}
