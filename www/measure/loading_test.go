package measure

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"conelab/www/visit"
)

// lines are the networks of first visits: their Mbit/s, and the ms from a request to its answer. The first is that of a home, the second that
// of a phone with a poor reception.
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
	return visit.Before(source)
}

// moments are what is measured of a first visit.
var moments = []struct{ name, what string }{
	{"readable", "the page can be read"}, {"script", "its script runs"}, {"program", "the program has come"}, {"solver", "the solver is ready"}, {"numbers", "the first numbers are certified"},
	{"picture", "the first picture is drawn"},
}

// visits is how many first visits are measured over each line.
const visits = 5

// BenchmarkFirstVisit measures first visits over slow lines, of a site with brotli, as it is published, and reports the median of each moment.
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
			for name, ms := range visit.Evaluate[map[string]float64](v, `({...times, readable: performance.getEntriesByName('first-contentful-paint')[0].startTime,
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
