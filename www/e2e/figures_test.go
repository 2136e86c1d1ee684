package e2e

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

// statistics is what conelab.stats() says since the last call.
type statistics struct {
	Solves, Frames  float64
	SolveMs, DrawMs struct{ Mean, Median, P95 float64 }
}

func (v *user) stats() statistics {
	v.t.Helper()
	return evaluate[statistics](v, "conelab.stats()")
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

// turnAround drags the mouse around in a box, away from its middle, and returns what that cost.
func (v *user) turnAround(selector string, steps int) (statistics, float64) {
	v.t.Helper()
	b := v.Place(selector)
	x, y := b.At(-0.94, 0.94)
	v.Press(x, y, chromedp.ButtonLeft)
	v.Drag(x+1, y, chromedp.ButtonLeft)
	v.stats()
	begin := time.Now()
	for i := range steps {
		sin, _ := math.Sincos(2 * math.Pi * float64(i) / float64(steps))
		v.Drag(x+4*float64(i), y+20*sin, chromedp.ButtonLeft)
	}
	s, seconds := v.stats(), time.Since(begin).Seconds()
	v.Release(x, y, chromedp.ButtonLeft)
	return s, seconds
}

// TestFigures measures what drawing costs, and says so in its log: times of a machine that may be busy and has no graphics card are no
// reason to fail. Go is the time that the main thread spends in the view's own code for one frame. TestDraggingSolvesEveryFrame and
// TestIdlePageDrawsNothing log theirs. As a test that turning draws at all it runs beside others, on a smaller screen.
func TestFigures(t *testing.T) {
	screen := visit.Desktop()
	if visits == 0 {
		t.Parallel()
		screen = visit.Small()
	}
	v := drawn(t, visit.Mode("lab"), screen)
	v.orbits(t)
	v.wakes(t)
}

// orbits measures turning each picture with depth, alone on the stage.
func (v *user) orbits(t *testing.T) {
	out := newTable("turning, alone on the stage\tfeatures\tGo ms, median\t95 %\tframes/s")
	for _, row := range []struct {
		d      int
		preset string
		tiles  string
	}{
		{1, "interval", "neural"}, {2, "ring", "neural spectrahedron lorentz"},
		{3, "saddle", "data neural spectrahedron certificate neurons"},
	} {
		v.preset(row.d, row.preset)
		for _, tile := range strings.Fields(row.tiles) {
			v.showOnly(tile)
			s, seconds := v.turnAround("#area-"+tile, 10)
			if s.Frames == 0 {
				t.Errorf("%s, %d features: turning draws nothing", tile, row.d)
			}
			fmt.Fprintf(out, "%s\t%d\t%.2f\t%.2f\t%.0f\n", tile, row.d, s.DrawMs.Median, s.DrawMs.P95, s.Frames/seconds)
		}
	}
	t.Log(out)
}

// showOnly shows one picture.
func (v *user) showOnly(tile string) {
	v.t.Helper()
	evaluate[any](v, `document.querySelector('input[name="picture-count"][value="1"]').click()`)
	if evaluate[bool](v, fmt.Sprintf("document.getElementById('tile-%s').hidden", tile)) {
		evaluate[any](v, fmt.Sprintf("document.getElementById('name-%s').click()", tile))
	}
	v.expectPictures(tile, tile)
}

// wakes measures how long a page at rest takes from a pointer event to the picture.
func (v *user) wakes(t *testing.T) {
	v.preset(2, "ring")
	v.showOnly("lorentz")
	v.Settle()
	times := evaluate[[]float64](v, `(async () => {
		const area = document.getElementById('area-lorentz'), box = area.getBoundingClientRect(), times = [];
		const send = (type, i, buttons) => area.dispatchEvent(new PointerEvent(type, {bubbles: true, pointerId: 1, pointerType: 'mouse', buttons,
			clientX: box.x + 20 + i, clientY: box.y + 20}));
		area.setPointerCapture = () => {};
		const told = conelabDrawn;
		send('pointerdown', 0, 1);
		for (let i = 1; i <= 9; i++) {
			await conelabVisit.frames(24); // the engine gets no frames any more
			const begin = performance.now();
			await new Promise((resolve) => {
				conelabDrawn = (ms) => { times.push(performance.now() - begin); told(ms); resolve() };
				send('pointermove', 10 * (i % 2), 1);
			});
			conelabDrawn = told;
		}
		send('pointerup', 0, 0);
		delete area.setPointerCapture;
		return times.sort((a, b) => a - b) })()`)
	t.Logf("from a pointer event to the picture, page at rest: median %.1f ms, at most %.1f ms", times[len(times)/2], times[len(times)-1])
}

// busy returns the seconds that the page's main thread has worked.
func (v *user) busy() float64 {
	v.t.Helper()
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
