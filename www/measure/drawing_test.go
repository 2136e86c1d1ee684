package measure

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

// BenchmarkTurning measures turning each picture with depth, alone on the stage. Go is the time that the main thread spends in the view's own code
// for one frame.
func BenchmarkTurning(b *testing.B) {
	v := open(b)
	out := newTable("turning, alone on the stage\tfeatures\tGo ms, median\t95 %\tframes/s")
	for _, row := range []struct {
		d      int
		preset string
		tiles  string
	}{
		{1, "interval", "neural"}, {2, "ring", "neural spectrahedron lorentz"},
		{3, "saddle", "data neural spectrahedron certificate neurons"},
	} {
		v.Preset(row.d, row.preset)
		v.Seek(1e6)
		for _, tile := range strings.Fields(row.tiles) {
			showOnly(v, tile)
			x, y := v.Place("#area-"+tile).At(-0.94, 0.94)
			v.Press(x, y, chromedp.ButtonLeft)
			v.Drag(x+1, y, chromedp.ButtonLeft)
			stats(v)
			begin := time.Now()
			for i := range 10 {
				v.Drag(x+4*float64(i), y+20*math.Sin(2*math.Pi*float64(i)/10), chromedp.ButtonLeft)
			}
			s, seconds := stats(v), time.Since(begin).Seconds()
			v.Release(x, y, chromedp.ButtonLeft)
			fmt.Fprintf(out, "%s\t%d\t%.2f\t%.2f\t%.0f\n", tile, row.d, s.DrawMs.Median, s.DrawMs.P95, s.Frames/seconds)
		}
	}
	report("%s", out)
}

// BenchmarkWaking measures how long a page at rest takes from a pointer event to the picture.
func BenchmarkWaking(b *testing.B) {
	v := open(b)
	v.Preset(2, "ring")
	v.Seek(1e6)
	showOnly(v, "lorentz")
	v.Settle()
	times := visit.Evaluate[[]float64](v, `(async () => {
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
	report("from a pointer event to the picture, page at rest: median %.1f ms, at most %.1f ms", times[len(times)/2], times[len(times)-1])
}

// moves is how often a point is dragged.
const moves = 100

// follow drags along a path of css pixels around a place, a frame of the screen for each move, since moves within a frame are one.
func follow(v *visit.Visit, x, y float64, path [][2]float64) (s statistics, seconds, work float64) {
	stats(v)
	begin, before := time.Now(), busy(v)
	for _, p := range path {
		v.Drag(x+p[0], y+p[1], chromedp.ButtonLeft)
		v.Frames(1)
	}
	return stats(v), time.Since(begin).Seconds(), busy(v) - before
}

// BenchmarkDragging drags a point of 200 in circles, beside no, one and three other pictures, and reports how often the page solves and draws, and how
// long the worker takes for a solution, by its own clock.
func BenchmarkDragging(b *testing.B) {
	v := open(b)
	v.Click(`#tool input[value="move"] + span`)
	showOnly(v, "data")
	out := newTable("dragging one of 200 points\tre-solves/s\tframes/s\tsolve ms, mean\tmedian\t95 %\tGo ms, median\t95 %")
	for _, pictures := range []int{1, 2, 4} {
		run(v, fmt.Sprintf(`document.querySelector('input[name="picture-count"][value="%d"]').click()`, pictures))
		visit.Evaluate[any](v, `(() => { const x = [], y = []; for (let i = 0; i < 200; i++) { const r = 0.2 + 0.75 * ((i * 0.618) % 1), t = i * 2.4;
			x.push([r * Math.cos(t), r * Math.sin(t)]); y.push([r < 0.6 ? 1 : -1]) } x[0] = [0, 0];
			return conelab.get().then((p) => conelab.set({...p, data: {x, y}})).then(() => null) })()`)
		v.Seek(1e6)
		v.Settle()
		area := v.Place("#area-data").Square()
		x, y := area.At(0, 0)
		v.Press(x, y, chromedp.ButtonLeft)
		s, seconds, _ := follow(v, x, y, circle(area.Width/4, moves))
		v.Release(x+area.Width/4, y, chromedp.ButtonLeft)
		fmt.Fprintf(out, "%d pictures\t%.0f\t%.0f\t%.3f\t%.2f\t%.2f\t%.2f\t%.2f\n", pictures, s.Solves/seconds, s.Frames/seconds,
			s.SolveMs.Mean, s.SolveMs.Median, s.SolveMs.P95, s.DrawMs.Median, s.DrawMs.P95)
		v.Rest()
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
		v.Settle()
		v.Click("#tool [value=move]")
		area := v.Place("#area-data").Square()
		at := visit.Evaluate[[]float64](v, "conelab.get().then(({data: {x}}) => x[0])")
		const half = 1.15 // of the window for all points within the unit square
		x, y := area.At(at[0]/half, at[1]/half)
		v.Press(x, y, chromedp.ButtonLeft)
		v.Drag(x+1, y, chromedp.ButtonLeft)
		v.Settle()
		s, seconds, work := follow(v, x-40, y, circle(40, moves))
		v.Release(x, y, chromedp.ButtonLeft)
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
	v.Settle()
	stats(v)
	begin, before := time.Now(), busy(v)
	time.Sleep(5 * time.Second) // asking the page how long would keep it busy
	while := time.Since(begin)
	report("idle, over %v: %g frames, %.2f %% of a core on the main thread", while, stats(v).Frames, 100*(busy(v)-before)/while.Seconds())
}
