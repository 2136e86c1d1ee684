// Package measure measures the page in a real browser that works as it does for a user. Its benchmarks say what they find in
// their logs: times of a machine that may be busy and has no graphics card are no reason to fail. Each is to be run once, with
// nothing beside it:
//
//	go test -run - -bench . -benchtime 1x ./www/measure
package measure

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

// site is the built page, served for all benchmarks.
var site *visit.Site

func TestMain(m *testing.M) {
	var err error
	if site, err = visit.Publish(); err != nil {
		panic(err)
	}
	site.Measured = true
	code := m.Run()
	site.Close()
	os.Exit(code)
}

// open opens the page on a desktop, in the lab, at the end of the film.
func open(b *testing.B) *visit.Visit {
	b.Helper()
	v := site.Open(b, visit.Mode("lab"), visit.Desktop())
	b.Cleanup(v.Close)
	v.Seek(1e6)
	v.Await("conelab.stats().frames > 0")
	return v
}

// statistics is what conelab.stats() says since the last call.
type statistics struct {
	Solves, Frames  float64
	SolveMs, DrawMs struct{ Mean, Median, P95 float64 }
}

func stats(v *visit.Visit) statistics { return visit.Evaluate[statistics](v, "conelab.stats()") }

// run evaluates a script for what it does.
func run(v *visit.Visit, script string) { visit.Evaluate[any](v, "void ("+script+")") }

// showOnly shows one picture.
func showOnly(v *visit.Visit, tile string) {
	run(v, fmt.Sprintf(`((tile) => { if (tile.hidden) document.getElementById('name-%[1]s').click();
		if (tile.parentElement.dataset.full !== '%[1]s') tile.querySelector('.full').click() })(document.getElementById('tile-%[1]s'))`, tile))
}

// busy returns the seconds that the page's main thread has worked.
func busy(v *visit.Visit) float64 {
	seconds := math.NaN()
	v.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if _, err := cdp.Call(ctx, target, performance.Enable, performance.EnableParams{}); err != nil {
			return err
		}
		metrics, err := cdp.Call(ctx, target, performance.GetMetrics, cdp.Empty{})
		if err != nil {
			return err
		}
		for _, m := range metrics.Metrics {
			if m.Name == "TaskDuration" {
				seconds = m.Value
			}
		}
		return nil
	}))
	return seconds
}

// table is written to the log.
type table struct {
	text strings.Builder
	*tabwriter.Writer
}

func newTable(head string) *table {
	t := &table{}
	t.Writer = tabwriter.NewWriter(&t.text, 0, 1, 2, ' ', 0)
	fmt.Fprintln(t, head)
	return t
}

func (t *table) String() string {
	t.Flush()
	return "\n" + t.text.String()
}

// report prints figures; of what a benchmark logs only the first lines are printed.
func report(format string, args ...any) { fmt.Printf("\n"+format+"\n", args...) }

// moves is how often a point is dragged.
const moves = 100

// BenchmarkDragging drags a point of 200 in circles, beside three other pictures and alone, and reports how often the page
// solves and draws, and how long the worker takes for a solution, by its own clock.
func BenchmarkDragging(b *testing.B) {
	v := open(b)
	v.Click(`#tool input[value="move"] + span`)
	out := newTable("dragging one of 200 points\tre-solves/s\tframes/s\tsolve ms, mean\tmedian\t95 %\tGo ms, median\t95 %")
	for _, pictures := range []int{4, 1} {
		if pictures == 1 {
			showOnly(v, "data")
		}
		visit.Evaluate[any](v, `(() => { const x = [], y = [];
			for (let i = 0; i < 200; i++) { const r = 0.2 + 0.75 * ((i * 0.618) % 1), t = i * 2.4;
			x.push([r * Math.cos(t), r * Math.sin(t)]); y.push([r < 0.6 ? 1 : -1]) } x[0] = [0, 0];
			return conelab.get().then((p) => conelab.set({...p, data: {x, y}})).then(() => null) })()`)
		v.Seek(1e6)
		v.AwaitStill()
		s, seconds, _ := dragFirst(v)
		fmt.Fprintf(out, "%d pictures\t%.0f\t%.0f\t%.3f\t%.2f\t%.2f\t%.2f\t%.2f\n", pictures, s.Solves/seconds, s.Frames/seconds,
			s.SolveMs.Mean, s.SolveMs.Median, s.SolveMs.P95, s.DrawMs.Median, s.DrawMs.P95)
		v.Rest()
	}
	report("%s", out)
}

// dragFirst drags the first point in a circle, a frame of the screen for each move, since moves within a frame are one.
func dragFirst(v *visit.Visit) (s statistics, seconds, work float64) {
	area := v.Place("#area-data").Square()
	at := visit.Evaluate[[]float64](v, "conelab.get().then(({data: {x}}) => x[0])")
	const half = 1.15 // of the window for all points within the unit square
	x, y := area.At(at[0]/half, at[1]/half)
	v.Press(x, y, chromedp.ButtonLeft)
	defer v.Release(x, y, chromedp.ButtonLeft)
	v.Drag(x+1, y, chromedp.ButtonLeft)
	v.AwaitStill()
	stats(v)
	begin, before := time.Now(), busy(v)
	for k := range moves {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / moves)
		v.Drag(x+40*(cos-1), y+40*sin, chromedp.ButtonLeft)
		v.Frames(1)
	}
	return stats(v), time.Since(begin).Seconds(), busy(v) - before
}

// setMoons makes n points of two moons the data for a ReLU network. It returns the ms from the call to the answer.
func setMoons(v *visit.Visit, n, seed int, loss string) (ms float64) {
	return visit.Evaluate[float64](v, fmt.Sprintf(`(() => { const x = [], y = []; let seed = %d;
		const random = () => (seed = (seed * 16807) %% 2147483647) / 2147483647 - 0.5;
		for (let i = 0; i < %d; i++) { const t = Math.PI * (random() + 0.5), s = i %% 2 ? 1 : -1;
			x.push([0.6 * (s * Math.cos(t) - 0.5 * s) + 0.2 * random(), 0.6 * (s * Math.sin(t) - s * 0.25) + 0.2 * random()]); y.push([s]) }
		return conelab.get().then((p) => { const begin = performance.now();
			const problem = {...p, data: {x, y}, stack: undefined, activation: {name: 'relu'}, loss: '%s'};
			return conelab.set(problem).then(() => performance.now() - begin) }) })()`, seed, n, loss))
}

// BenchmarkDraggingReLU trains ReLU networks on two moons. It reports three times of the solver: that of the first ReLU network of the page,
// for which the browser has not optimized the program yet; the median of those after it, from scratch on other points; and the median while
// one of the points is dragged, where each starts from the network before.
func BenchmarkDraggingReLU(b *testing.B) {
	const later = 9
	out := newTable("ReLU, two moons\tfirst solve of the page, ms\tset, ms\tlater, from scratch, median\tdragged, median\t95 %\tre-solves/s" +
		"\tframes/s\tGo ms, median\t95 %")
	for _, loss := range []string{"hinge", "squared"} {
		for _, n := range []int{20, 80, 200} {
			v := site.Open(b, visit.Desktop())
			v.Preset(2, "moons")
			v.Rest()
			stats(v)
			set := setMoons(v, n, 5, loss)
			first := stats(v).SolveMs.Mean
			for i := range later {
				setMoons(v, n, 1000*(later-i)+5, loss)
			}
			scratch := stats(v).SolveMs.Median
			v.Rest()
			v.AwaitStill()
			s, seconds, _ := dragFirst(v)
			fmt.Fprintf(out, "%s, n = %d\t%.1f\t%.0f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\n", loss, n, first, set, scratch,
				s.SolveMs.Median, s.SolveMs.P95, s.Solves/seconds, s.Frames/seconds, s.DrawMs.Median, s.DrawMs.P95)
			v.Close()
		}
	}
	report("%s", out)
}

// BenchmarkDraggingThroughLayers drags one of 200 points beside the picture of the network, with one, two and four layers.
func BenchmarkDraggingThroughLayers(b *testing.B) {
	out := newTable("dragging one of 200 points\tre-solves/s\tframes/s\tsolve ms, median\t95 %\tGo ms, median\t95 %\tmain thread ms a frame")
	for _, layers := range []int{1, 2, 4} {
		v := site.Open(b, visit.Desktop())
		v.Preset(2, "moons")
		visit.Evaluate[any](v, fmt.Sprintf("conelab.get().then((p) => conelab.set({...p, stack: {layers: %d}})).then(() => null)", layers))
		v.Rest()
		v.AwaitStill()
		s, seconds, work := dragFirst(v)
		fmt.Fprintf(out, "%d layers\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\n", layers, s.Solves/seconds, s.Frames/seconds, s.SolveMs.Median,
			s.SolveMs.P95, s.DrawMs.Median, s.DrawMs.P95, 1000*work/s.Frames)
		v.Close()
	}
	report("%s", out)
}

// BenchmarkIdle measures what a page at rest costs.
func BenchmarkIdle(b *testing.B) {
	v := open(b)
	v.Await("conelab.settled().then((page) => Boolean(page.path))") // what is worked out once the page rests
	v.AwaitStill()
	stats(v)
	begin, before := time.Now(), busy(v)
	time.Sleep(5 * time.Second) // asking the page how long would keep it busy
	while := time.Since(begin)
	report("idle, over %v: %g frames, %.2f %% of a core on the main thread", while, stats(v).Frames, 100*(busy(v)-before)/while.Seconds())
}

// lines are the networks of first visits: their Mbit/s, and the ms from a request to its answer. The first is that of a home, the
// second that of a phone with a poor reception.
var lines = []struct{ megabits, latency float64 }{{10, 40}, {1.6, 150}}

// stopwatch makes the page note, in ms since the visit began, when something is there.
func stopwatch() visit.Step {
	const source = `(() => {
		const times = window.times = {};
		const note = (name, is) => { if (is && !(name in times)) times[name] = performance.now(); };
		new MutationObserver(() => {
			note('numbers', document.getElementById('verdict')?.dataset.mark === 'check');
			note('picture', document.getElementById('stage')?.dataset.live !== undefined);
		}).observe(document, { subtree: true, attributes: true, childList: true });
		window.Worker = class extends Worker {
			constructor(...about) {
				super(...about);
				this.addEventListener('message', ({ data }) => note('solver', data.op === 'ready'));
			}
		};
		addEventListener('DOMContentLoaded', () => note('script', true));
	})()`
	return visit.OnNewDocument(source)
}

// moments are what is measured of a first visit.
var moments = []struct{ name, what string }{
	{"readable", "the page can be read"}, {"script", "its script runs"}, {"program", "the program has come"},
	{"solver", "the solver is ready"}, {"numbers", "the first numbers are certified"},
	{"picture", "the first picture is drawn"},
}

// visits is how many first visits are measured over each line.
const visits = 5

// BenchmarkFirstVisit measures first visits over slow lines, of a site with brotli, as it is published, and reports the median of
// each moment.
func BenchmarkFirstVisit(b *testing.B) {
	whole, err := visit.PublishWhole(filepath.Join(site.Root, "build", "compressed"))
	if err != nil {
		b.Fatal(err)
	}
	defer whole.Close()
	whole.Measured = true
	for _, l := range lines {
		times := map[string][]float64{}
		for range visits {
			v := whole.OpenFirst(b, "", visit.Desktop(), visit.Moving(), visit.Line(l.megabits, l.latency), stopwatch())
			v.Await("times.picture && times.numbers")
			for name, ms := range visit.Evaluate[map[string]float64](v, `({...times,
				readable: performance.getEntriesByName('first-contentful-paint')[0].startTime,
				program: performance.getEntriesByType('resource').find((e) => /\.wasm$/.test(e.name)).responseEnd})`) {
				times[name] = append(times[name], ms)
			}
			v.Close()
		}
		report("%g Mbit/s, %g ms, brotli, median of %d:%s", l.megabits, l.latency, visits, medians(b, times))
	}
}

// medians returns a line for each moment.
func medians(b *testing.B, times map[string][]float64) string {
	b.Helper()
	var report strings.Builder
	for _, m := range moments {
		all := times[m.name]
		slices.Sort(all)
		if len(all) == 0 {
			b.Fatalf("no visit says when %s", m.what)
		}
		fmt.Fprintf(&report, "\n%6.0f ms  %s (%.0f to %.0f)", all[len(all)/2], m.what, all[0], all[len(all)-1])
	}
	return report.String()
}
