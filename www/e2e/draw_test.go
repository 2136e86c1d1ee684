package e2e

import (
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"conelab/core/app/protocol"
	"conelab/core/draw/scene"
	"conelab/core/format/document"
	"conelab/www/visit"
)

// circle returns a closed path.
func circle(radius float64, steps int) (path [][2]float64) {
	for i := range steps + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(steps))
		path = append(path, [2]float64{radius * cos, radius * sin})
	}
	return path
}

// documents returns the page's problem and solution, read by the project's own reader.
func (v *user) documents() (*document.Problem, *document.Solution) {
	v.t.Helper()
	problem, err := document.ParseProblem([]byte(evaluate[string](v, "conelab.get().then(JSON.stringify)")))
	if err != nil {
		v.t.Fatal(err)
	}
	solution, err := document.ParseSolution([]byte(evaluate[string](v, "conelab.solution().then(JSON.stringify)")))
	if err != nil {
		v.t.Fatal(err)
	}
	return problem, solution
}

// shown returns the full value of one of the page's numbers.
func (v *user) shown(name string) float64 {
	v.t.Helper()
	return evaluate[float64](v, fmt.Sprintf("Number(document.querySelector('[data-out=%q]').dataset.value)", name))
}

// verify checks natively that the page's solution is optimal, by its own certificate and the raw data, and that the numbers shown are its
// own.
func (v *user) verify() *document.Problem {
	v.t.Helper()
	v.Rest() // the numbers on the page are a frame behind the documents
	problem, solution := v.documents()
	if report := document.CheckSolution(problem, solution); !report.Pass || solution.Status != "optimal" {
		v.t.Fatalf("the page's solution is %s, its check:\n%s", solution.Status, report.Badge())
	}
	iterations := solution.Iterations
	if layers := solution.Layers; layers != nil {
		iterations = layers[len(layers)-1].Iterations
	}
	for name, want := range map[string]float64{
		"objective": solution.Objective, "lower-bound": solution.LowerBound, "gap": solution.Gap,
		"neurons": float64(len(solution.Network.Neurons)), "iterations": float64(iterations),
	} {
		if got := v.shown(name); got != want {
			v.t.Errorf("the page shows the %s %g, its solution says %g", name, got, want)
		}
	}
	return problem
}

func TestDrawnPointsAreSolvedAndCertified(t *testing.T) {
	t.Parallel()
	v := drawn(t, visit.Small(), visit.Undrawn())
	v.Click("#clear")
	area := v.Place("#area-data").Square()
	v.Stroke(area, circle(0.25, 12)...)
	v.Do(chromedp.Click(chromedp.CSS("#label label:nth-of-type(2)")))
	v.Stroke(area, circle(0.8, 30)...)
	problem := v.verify()
	plus, minus := 0, 0
	for i, y := range problem.Data.Y {
		radius := math.Hypot(problem.Data.X[i][0], problem.Data.X[i][1])
		if y[0] > 0 && radius < 0.5 {
			plus++
		}
		if y[0] < 0 && radius > 0.5 {
			minus++
		}
	}
	if plus < 8 || minus < 20 || plus+minus != len(problem.Data.Y) {
		t.Errorf("%d points within, %d around, %d in all", plus, minus, len(problem.Data.Y))
	}
	v.runRaces()
}

// dragPoint drags a point of 200 in a circle, beside three other pictures: each move is solved.
func (v *user) dragPoint() {
	v.t.Helper()
	v.Click(`#tool input[value="move"] + span`)
	v.manyPoints()
	v.AwaitStill()
	area, path := v.Place("#area-data"), circle(40, 8)
	x, y := area.At(0, 0)
	v.Press(x, y, chromedp.ButtonLeft)
	v.stats()
	for _, p := range path {
		v.Drag(x+p[0], y+p[1], chromedp.ButtonLeft)
		v.Followed()
		v.Await("conelab.settled().then(() => true)")
	}
	if solves := v.stats().Solves; solves < float64(len(path)) {
		v.t.Errorf("%g solutions for %d moves", solves, len(path))
	}
	v.Release(x+40, y, chromedp.ButtonLeft)
	problem := v.verify()
	plane := scene.DataTransform(rect(area), protocol.Window{Half: 1.15}, 2) // as for all points within the unit square
	at, _ := plane.Point(x+40, y)
	if math.Hypot(problem.Data.X[0][0]-at, problem.Data.X[0][1]) > 0.02 {
		v.t.Errorf("the dragged point ended at %v", problem.Data.X[0])
	}
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
	v.Seek(1e6)
}

// TestPhoneDrawsByTouch strokes with a finger on a phone's screen, and draws the other class with the right button and with a tap
// of two fingers.
func TestPhoneDrawsByTouch(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Phone(844, 1), visit.Undrawn())
	v.Await("conelab.stats().frames > 0")
	if wide := evaluate[float64](v, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %g px wide on a screen of 390", wide)
	}
	before, _ := v.documents()
	area := v.Place("#area-data")
	x, y := area.At(-0.9, 0.9)
	v.Touch(input.DispatchTouchEventTypeTouchStart, x, y)
	v.Touch(input.DispatchTouchEventTypeTouchMove, x+60, y)
	v.Touch(input.DispatchTouchEventTypeTouchMove, x+120, y)
	v.Touch(input.DispatchTouchEventTypeTouchEnd)
	v.Await(fmt.Sprintf("conelab.get().then((p) => p.data.y.length >= %d)", len(before.Data.Y)+2)) // what a stroke draws
	n := len(v.verify().Data.Y)
	x, y = area.At(-0.9, 0.6)
	v.Press(x, y, chromedp.ButtonRight)
	v.Release(x, y, chromedp.ButtonRight)
	v.Rest()
	x, y = area.At(0.9, -0.9)
	v.Touch(input.DispatchTouchEventTypeTouchStart, x, y)
	v.Touch(input.DispatchTouchEventTypeTouchStart, x, y, x-60, y)
	v.Touch(input.DispatchTouchEventTypeTouchEnd)
	after := v.verify()
	if len(after.Data.Y) != n+2 || after.Data.Y[n][0] != -1 || after.Data.Y[n+1][0] != -1 {
		t.Errorf("the right button and two fingers made %v", after.Data.Y[n:])
	}
}
