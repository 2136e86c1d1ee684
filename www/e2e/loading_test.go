package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

// lines are the networks of first visits: their Mbit/s, and the ms from a request to its answer. The first is that of a home, the second that
// of a phone with a poor reception.
var lines = []struct{ megabits, latency float64 }{{10, 40}, {1.6, 150}}

// throttle slows all requests down. The library's parameters lack offline, which Chromium 148 asks for.
var throttle = cdp.Command[throttling, network.EmulateNetworkConditionsByRuleResult]{Method: network.CommandEmulateNetworkConditionsByRule}

// throttling are the parameters of throttle.
type throttling struct {
	Offline    bool                  `json:"offline"`
	Conditions []*network.Conditions `json:"matchedNetworkConditions"`
}

// line makes the network one of so many Mbit/s with so many ms from a request to its answer.
func line(megabits, latency float64) visit.Step {
	throughput := megabits * 1e6 / 8
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, throttle, throttling{
			Conditions: []*network.Conditions{{Latency: latency, DownloadThroughput: throughput, UploadThroughput: throughput}},
		})
		return err
	})
}

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
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		return err
	})
}

// shifting makes the page add up how much of it moves without being asked to, and note whether a film plays: window.moved and window.played.
func shifting() visit.Step {
	return visit.OnNewDocument(`Object.assign(window, {moved: [], played: false});
		new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) moved.push([entry.value, ...entry.sources.map(({node}) => node?.id || node?.nodeName)]) })
			.observe({type: 'layout-shift', buffered: true});
		new MutationObserver(() => { played ||= document.getElementById('play')?.ariaLabel === 'Pause' }).observe(document, {subtree: true, attributes: true, childList: true})`)
}

// stayed fails the test if the page moved while it was loaded, or began a film by itself.
func stayed(t *testing.T, v *visit.Visit, where string) {
	t.Helper()
	v.Await("document.getElementById('loading').hidden")
	v.Frames(10)
	if sum := visit.Evaluate[float64](v, "moved.reduce((sum, [value]) => sum + value, 0)"); sum > 0.05 {
		t.Errorf("%s: the first load moves the page by %g: %s", where, sum, visit.Evaluate[string](v, "moved.join('; ')"))
	}
	if visit.Evaluate[bool](v, "played") {
		t.Errorf("%s: a film has begun by itself", where)
	}
}

// TestFirstLoadIsStill loads the page on smaller screens; TestFirstVisit does so on a desktop.
func TestFirstLoadIsStill(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]visit.Step{"1024 x 768": window(1024, 768), "820 x 1180": window(820, 1180), "390 x 844": visit.Phone(844, 1)} {
		v := site.OpenFirst(t, "", size, visit.Moving(), line(10, 40), shifting())
		v.Await("document.getElementById('stage').dataset.live !== undefined")
		stayed(t, v, name)
		v.Close()
	}
}

// moments are what is measured of a first visit.
var moments = []struct{ name, what string }{
	{"readable", "the page can be read"}, {"script", "its script runs"}, {"program", "the program has come"}, {"solver", "the solver is ready"}, {"numbers", "the first numbers are certified"},
	{"picture", "the first picture is drawn"},
}

// visits is how many first visits are measured, of a site with brotli, as it is published; the environment variable CONELAB_VISITS says so.
// Without it one visit of the quick build has to do.
var visits, _ = strconv.Atoi(os.Getenv("CONELAB_VISITS"))

// TestFirstVisit measures first visits over slow lines, with nothing beside them, and reports the median of each moment.
func TestFirstVisit(t *testing.T) {
	served, form := site, "gzip"
	if visits > 0 {
		var err error
		if served, err = visit.PublishWhole(filepath.Join(site.Root, "build", "compressed")); err != nil {
			t.Fatal(err)
		}
		defer served.Close()
		form = "brotli"
	}
	for _, l := range lines {
		times := map[string][]float64{}
		for range max(visits, 1) {
			v := served.OpenFirst(t, "", visit.Desktop(), visit.Moving(), line(l.megabits, l.latency), stopwatch(), shifting())
			firstVisit(t, v, times)
			stayed(t, v, "1440 x 900")
			v.Close()
		}
		t.Logf("%g Mbit/s, %g ms, %s, median of %d:%s", l.megabits, l.latency, form, max(visits, 1), medians(t, times))
		if visits == 0 {
			return // one line does for what must not fail
		}
	}
}

// firstVisit adds the moments of a visit to the times.
func firstVisit(t *testing.T, v *visit.Visit, times map[string][]float64) {
	t.Helper()
	v.Await("times.picture && times.numbers")
	moments := visit.Evaluate[map[string]float64](v, `({...times, readable: performance.getEntriesByName('first-contentful-paint')[0].startTime,
		program: performance.getEntriesByType('resource').find((e) => /\.wasm$/.test(e.name)).responseEnd})`)
	for name, ms := range moments {
		times[name] = append(times[name], ms)
	}
	// What is fetched before it is asked for must be what is then used.
	if programs := visit.Evaluate[int](v, "performance.getEntriesByType('resource').filter((e) => /\\.wasm$/.test(e.name)).length"); programs != 1 {
		t.Errorf("the program was fetched %d times", programs)
	}
}

// medians returns a line for each moment.
func medians(t *testing.T, times map[string][]float64) string {
	t.Helper()
	var report strings.Builder
	for _, m := range moments {
		all := times[m.name]
		slices.Sort(all)
		if len(all) == 0 {
			t.Fatalf("no visit says when %s", m.what)
		}
		fmt.Fprintf(&report, "\n%6.0f ms  %s (%.0f to %.0f)", all[len(all)/2], m.what, all[0], all[len(all)-1])
	}
	return report.String()
}
