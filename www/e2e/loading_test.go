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

// line makes the network one of so many Mbit/s with so many ms from a request to its answer.
func line(megabits, latency float64) visit.Step {
	throughput := megabits * 1e6 / 8
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Latency: latency, DownloadThroughput: throughput, UploadThroughput: throughput}},
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

// moments are what is measured of a first visit.
var moments = []struct{ name, what string }{
	{"readable", "the page can be read"}, {"script", "its script runs"}, {"program", "the program has come"}, {"solver", "the solver is ready"}, {"numbers", "the first numbers are certified"},
	{"picture", "the first picture is drawn"},
}

// visits is how many first visits are measured, of a site with brotli, as it is published; the environment variable CONELAB_VISITS says so.
// Without it one visit of the quick build has to do.
var visits, _ = strconv.Atoi(os.Getenv("CONELAB_VISITS"))

// TestFirstVisit measures first visits over slow lines and reports the median of each moment.
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
			v := served.Open(t, visit.Desktop(), visit.Moving(), line(l.megabits, l.latency), stopwatch())
			firstVisit(t, v, times)
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
