// Package measure measures the page in a real browser that works as it does for a user. Its benchmarks say what they find in their logs: times of a
// machine that may be busy and has no graphics card are no reason to fail. Each is to be run once, with nothing beside it:
//
//	go test -run - -bench . -benchtime 1x ./www/measure
package measure

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

// site is the built page, served for all benchmarks.
var site *visit.Site

func TestMain(m *testing.M) {
	var err error
	if site, err = visit.Publish(nil); err != nil {
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
	run(v, `document.querySelector('input[name="picture-count"][value="1"]').click()`)
	if visit.Evaluate[bool](v, fmt.Sprintf("document.getElementById('tile-%s').hidden", tile)) {
		run(v, fmt.Sprintf("document.getElementById('name-%s').click()", tile))
	}
}

// circle is a closed path around the origin.
func circle(radius float64, steps int) (path [][2]float64) {
	for i := range steps + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(steps))
		path = append(path, [2]float64{radius * cos, radius * sin})
	}
	return path
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
