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
)

// idleShare is the largest share of a core that an idle page may use; a quiet machine measures a hundredth of it.
const idleShare = 0.25

// statistics is what conelab.stats() says since the last call.
type statistics struct {
	Solves, Frames  float64
	SolveMs, DrawMs struct{ Median, P95 float64 }
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
// reason to fail. Go is the time of the main thread in the view's own code for one frame.
func TestFigures(t *testing.T) {
	v := openDrawn(t)
	v.orbits(t)
	v.drags(t)
	v.wakes(t)
	v.idles(t)
}

// orbits measures turning each picture with depth, alone on the stage.
func (v *user) orbits(t *testing.T) {
	out := newTable("turning, alone on 1440 x 900\tfeatures\tGo ms, median\t95 %\tframes/s")
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
			s, seconds := v.turnAround("#area-"+tile, 16)
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

// drags measures dragging a point of 200 beside no, one and three other pictures.
func (v *user) drags(t *testing.T) {
	out := newTable("dragging one of 200 points, 1440 x 900\tre-solves/s\tframes/s\tsolve ms, median\t95 %\tGo ms, median\t95 %")
	v.showOnly("data")
	v.manyPoints()
	v.Click(`#tool input[value="move"] + span`)
	for _, count := range []int{1, 2, 4} {
		evaluate[any](v, fmt.Sprintf(`document.querySelector('input[name="picture-count"][value="%d"]').click()`, count))
		v.Settle()
		path := circle(0.5, 24)
		area := v.Place("#area-data")
		x, y := area.At(0, 0)
		v.Press(x, y, chromedp.ButtonLeft)
		v.stats()
		begin := time.Now()
		for _, p := range path {
			x, y = area.At(p[0]*0.5, p[1]*0.5)
			v.Drag(x, y, chromedp.ButtonLeft)
		}
		s, seconds := v.stats(), time.Since(begin).Seconds()
		x, y = area.At(0, 0)
		v.Drag(x, y, chromedp.ButtonLeft)
		v.Release(x, y, chromedp.ButtonLeft)
		if s.Solves == 0 {
			t.Errorf("%d pictures: dragging solves nothing", count)
		}
		fmt.Fprintf(out, "%d pictures\t%.0f\t%.0f\t%.2f\t%.2f\t%.2f\t%.2f\n", count, s.Solves/seconds, s.Frames/seconds, s.SolveMs.Median, s.SolveMs.P95,
			s.DrawMs.Median, s.DrawMs.P95)
	}
	t.Log(out)
}

// manyPoints sets 200 points, the first at the origin.
func (v *user) manyPoints() {
	v.t.Helper()
	set := `(() => { const x = [], y = []; for (let i = 0; i < 200; i++) { const r = 0.2 + 0.75 * ((i * 0.618) % 1), t = i * 2.4;
		x.push([r * Math.cos(t), r * Math.sin(t)]); y.push([r < 0.6 ? 1 : -1]) } x[0] = [0, 0];
		return conelab.get().then((p) => conelab.set({...p, data: {x, y}})).then((s) => s.gap) })()`
	if gap := evaluate[float64](v, set); !(gap <= 1e-8) {
		v.t.Fatalf("gap %g", gap)
	}
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
		for (let i = 0; i < 12; i++) {
			await new Promise((resolve) => setTimeout(resolve, 120));
			send('pointerdown', 0, 1);
			await new Promise((resolve) => setTimeout(resolve, 60));
			const begin = performance.now();
			await new Promise((resolve) => {
				conelabDrawn = (ms) => { times.push(performance.now() - begin); told(ms); resolve() };
				send('pointermove', 10, 1);
			});
			conelabDrawn = told;
			send('pointerup', 10, 0);
		}
		delete area.setPointerCapture;
		return times.sort((a, b) => a - b) })()`)
	t.Logf("from a pointer event to the picture, page at rest: median %.1f ms, at most %.1f ms", times[len(times)/2], times[len(times)-1])
}

// idles measures what share of a core the page's main thread uses while nothing happens.
func (v *user) idles(t *testing.T) {
	const while = 2 * time.Second
	v.Settle()
	first := v.busy()
	v.Do(chromedp.Sleep(while))
	share := (v.busy() - first) / while.Seconds()
	t.Logf("idle, over %v: %.2f %% of a core on the main thread", while, 100*share)
	if share > idleShare {
		t.Errorf("an idle page uses %.0f %% of a core", 100*share)
	}
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
