package session

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/data/presets"
	"conelab/core/format/convert"
	"conelab/core/format/document"
)

// driver is a session with the manners of a test: every intent is carried out and worked to the end.
type driver struct {
	*Session
	t testing.TB
}

func drive(t testing.TB) driver {
	d := driver{New(func() float64 { return 0 }), t}
	d.solve()
	return d
}

func (d driver) solve() {
	for d.Busy() {
		d.Work(func() bool { return false })
	}
	d.Work(func() bool { return false })
}

func (d driver) do(format string, args ...any) {
	d.t.Helper()
	if err := d.Apply(fmt.Appendf(nil, format, args...)); err != nil {
		d.t.Fatal(err)
	}
	d.solve()
	d.check()
}

// check proves what the session reports from its own documents, and that all three answers say the same.
func (d driver) check() {
	d.t.Helper()
	page := d.Page()
	var snapshot protocol.Snapshot
	d.SnapshotTo(&snapshot)
	if page.Layers.Count > 1 && d.Problem() != nil {
		checkLayers(d.t, d)
		return
	}
	if d.Problem() == nil {
		if page.Status != "empty" || len(snapshot.Points) != 0 || len(page.Neurons) != 0 {
			d.t.Fatalf("no points, but %s with %d neurons", page.Status, len(page.Neurons))
		}
		return
	}
	problem, solution := d.Problem(), d.Solution()
	if report := convert.Check(problem, solution); !report.Pass {
		d.t.Fatalf("the solution fails its check: %s", report.JSON())
	}
	own := d.own(solution, page.Lens.Output)
	if page.Objective != solution.Objective || page.Gap != solution.Gap || page.Lens.Neurons != len(solution.Network.Neurons) || len(page.Neurons) != len(own) {
		d.t.Fatalf("page %+v and solution disagree", page)
	}
	d.checkProof(problem, solution)
	if snapshot.Dimension == 0 {
		return
	}
	if snapshot.Plane {
		d.checkPlane(&snapshot, problem, solution)
		return
	}
	d.checkFunction(&snapshot.Function, problem, own)
	for k := range snapshot.Classes {
		d.checkFunction(&snapshot.Classes[k], problem, d.own(solution, k))
	}
	left := map[string]int{} // the document has its own order
	for _, neuron := range own {
		left[fmt.Sprint(neuron.U, neuron.Alpha)]++
	}
	for k, neuron := range snapshot.Neurons {
		got := fmt.Sprint(neuron.U[:d.now().Features()], neuron.Alpha)
		if left[got]--; left[got] < 0 {
			d.t.Fatalf("neuron %d is shown as %s, the document has %+v", k, got, own)
		}
		g := snapshot.Certificate.At(neuron.U)
		if want := math.Copysign(snapshot.Beta, neuron.Alpha); math.Abs(g-want) > 1e-2*snapshot.Beta {
			d.t.Fatalf("neuron %d: the certificate curve is at %g, want %g", k, g, want)
		}
	}
	if !d.solution.Turned() { // a turned network is not what the film finds
		checkFilm(d.t, &snapshot)
	}
}

// own returns the neurons of an output that the stage shows; where there are no pictures, all.
func (d driver) own(solution *document.Solution, output int) (own []document.Neuron) {
	for _, neuron := range solution.Network.Neurons {
		if neuron.Output == output || !d.now().Visible() {
			own = append(own, neuron)
		}
	}
	return own
}

// checkFunction compares a drawn function with a forward pass of neurons on the data.
func (d driver) checkFunction(f *protocol.Quadratic, problem *document.Problem, neurons []document.Neuron) {
	d.t.Helper()
	for i, row := range problem.Data.X {
		want := 0.0
		for _, neuron := range neurons {
			inner := 0.0
			for k, u := range neuron.U {
				inner += u * row[k]
			}
			want += neuron.Alpha * d.now().Activation().At(inner)
		}
		var x protocol.Vec
		copy(x[:], row)
		if got := f.At(x); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
			d.t.Fatalf("point %d: the drawn function is %g, the network %g", i, got, want)
		}
	}
}

// checkFilm checks that the film ends with the network's neurons.
func checkFilm(t testing.TB, s *protocol.Snapshot) {
	t.Helper()
	seen := map[int]bool{} // each once, in the order in which the decomposition finds them
	for _, r := range s.Film.Reels {
		for _, step := range r.Steps {
			neuron := s.Neurons[step.Neuron]
			if seen[step.Neuron] || math.Abs(step.R[3]*step.R[3]*float64(r.Sign)-neuron.Alpha) > 1e-12*math.Abs(neuron.Alpha) {
				t.Fatalf("step of neuron %d ends at %v, the neuron has weight %g", step.Neuron, step.R, neuron.Alpha)
			}
			seen[step.Neuron] = true
		}
	}
	if len(seen) != len(s.Neurons) {
		t.Fatalf("the film has %d neurons, the network %d", len(seen), len(s.Neurons))
	}
}

// The film waits at its end, where all neurons are, to be asked for.
func TestStartsSolved(t *testing.T) {
	d := drive(t)
	d.check()
	page := d.Page()
	if page.Status != "optimal" || page.Preset != firstPreset || page.Film.Playing || page.Film.Position != page.Film.Length || page.Film.Length < 2 || page.Lesson == "" {
		t.Errorf("the session starts with %+v", page)
	}
}

func TestEveryPresetAtEveryBeta(t *testing.T) {
	d := drive(t)
	for _, preset := range presets.All {
		d.do(`{"do":"preset","name":%q}`, preset.Name)
		for _, beta := range []float64{1e-6, 1e-3, 0.1, 3, 100} {
			d.do(`{"do":"beta","value":%g}`, beta)
		}
		for _, activation := range []string{`"a":0.1,"b":0.5,"c":0.24`, `"a":0,"b":1,"c":0`, `"a":-1,"b":0,"c":0.1`, `"a":0,"b":0,"c":0`} {
			d.do(`{"do":"activation",%s}`, activation)
		}
	}
}

func TestDrawMoveLabelErase(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"clear"}`)
	d.do(`{"do":"tool","name":"draw"}`)
	d.do(`{"do":"press","at":[0.5,0.5],"radius":0.05}`)
	d.do(`{"do":"drag","at":[0.5,0.1],"radius":0.05}`)
	d.do(`{"do":"release"}`)
	if n := d.Page().Samples; n != 5 {
		t.Fatalf("a stroke of 0.4 with points 0.1 apart drew %d points", n)
	}
	d.do(`{"do":"label","value":-1}`)
	d.do(`{"do":"press","at":[-0.5,-0.5],"radius":0.05}`)
	d.do(`{"do":"release"}`)
	d.do(`{"do":"tool","name":"move"}`)
	d.do(`{"do":"press","at":[-0.48,-0.5],"radius":0.05}`)
	if g := d.Page().Grabbed; g != 5 {
		t.Fatalf("grabbed %d, want 5", g)
	}
	d.do(`{"do":"drag","at":[-9,0.25],"radius":0.05}`)
	d.do(`{"do":"release"}`)
	if x := d.Problem().Data.X[5]; x[0] != -1.15 || x[1] != 0.25 {
		t.Errorf("the point went to %v, want the edge of the window", x)
	}
	d.do(`{"do":"tool","name":"label"}`)
	d.do(`{"do":"press","at":[0.5,0.5],"radius":0.05}`)
	d.do(`{"do":"drag","at":[0.5,0.4],"radius":0.05}`)
	d.do(`{"do":"release"}`)
	if y := d.Problem().Data.Y; y[0][0] != -1 || y[1][0] != -1 || y[2][0] != 1 {
		t.Errorf("labels %v", y)
	}
	d.do(`{"do":"tool","name":"erase"}`)
	d.do(`{"do":"press","at":[0.5,0.45],"radius":0.06}`)
	d.do(`{"do":"release"}`)
	if n := d.Page().Samples; n != 4 {
		t.Errorf("%d points left, want 4", n)
	}
}

// TestGesturesAreOneUndoStep replays random gestures and checks that undo brings back each state before a gesture, and redo each after.
func TestGesturesAreOneUndoStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		s := New(func() float64 { return 0 })
		var states []*document.Problem
		for range rapid.IntRange(1, 12).Draw(t, "gestures") {
			depth, before := undos(s.work), s.Problem()
			randomGesture(rng, s)
			if undos(s.work) > depth+1 {
				t.Fatalf("a gesture made %d steps", undos(s.work)-depth)
			}
			if undos(s.work) == depth+1 {
				states = append(states, before)
			} else if !reflect.DeepEqual(before, s.Problem()) {
				t.Fatal("a gesture changed the data without a step")
			}
		}
		last := s.Problem()
		for i := len(states) - 1; i >= 0; i-- {
			_ = s.Apply([]byte(`{"do":"undo"}`))
			if !reflect.DeepEqual(s.Problem(), states[i]) {
				t.Fatalf("undo to state %d gives another problem", i)
			}
		}
		for range states {
			_ = s.Apply([]byte(`{"do":"redo"}`))
		}
		if !reflect.DeepEqual(s.Problem(), last) {
			t.Fatal("redo does not come back to the last state")
		}
	})
}

func randomGesture(rng *rand.Rand, s *Session) {
	send := func(format string, args ...any) { _ = s.Apply(fmt.Appendf(nil, format, args...)) }
	place := func() (float64, float64) { return 2.4*rng.Float64() - 1.2, 2.4*rng.Float64() - 1.2 }
	switch rng.IntN(9) {
	case 7:
		send(`{"do":"classes","value":%d}`, 2+rng.IntN(3))
	case 8:
		send(`{"do":"lens","output":%d,"compare":%t}`, rng.IntN(3), rng.IntN(2) == 0)
		send(`{"do":"label","value":%d}`, rng.IntN(5)-1)
	case 4:
		control := []string{"hold", "noise"}[rng.IntN(2)]
		send(`{"do":%q,"value":%d,"final":false}`, control, rng.IntN(51))
		send(`{"do":%q,"value":%d}`, control, rng.IntN(51))
	case 5:
		if rng.IntN(2) == 0 {
			send(`{"do":"sample","value":%d}`, rng.IntN(9))
			break
		}
		send(`{"do":"rows",%q:[%d]}`, []string{"hold", "train", "flip", "remove"}[rng.IntN(4)], rng.IntN(80))
	case 0:
		for range 3 {
			send(`{"do":"beta","value":%g,"final":false}`, rng.Float64()+1e-9)
		}
		send(`{"do":"beta","value":%g,"final":true}`, rng.Float64()+1e-9)
	case 1:
		send(`{"do":"preset","name":%q,"keep":%t}`, presets.All[rng.IntN(len(presets.All))].Name, rng.IntN(2) == 0)
	default:
		send(`{"do":"tool","name":%q}`, []string{"draw", "move", "label", "erase"}[rng.IntN(4)])
		x, y := place()
		send(`{"do":"press","at":[%g,%g],"radius":0.1}`, x, y)
		for range rng.IntN(4) {
			x, y = place()
			send(`{"do":"drag","at":[%g,%g],"radius":0.1}`, x, y)
		}
		send(`{"do":"release"}`)
	}
}

func TestCancelTakesTheGestureBack(t *testing.T) {
	d := drive(t)
	before := d.Problem()
	d.do(`{"do":"press","at":[1.1,1.1],"radius":0.02}`)
	d.do(`{"do":"drag","at":[1.0,0.5],"radius":0.02}`)
	d.do(`{"do":"cancel"}`)
	if !reflect.DeepEqual(before, d.Problem()) || d.Page().CanUndo {
		t.Error("cancel left something behind")
	}
	d.do(`{"do":"drag","at":[0.9,0.5],"radius":0.02}`)
	if !reflect.DeepEqual(before, d.Problem()) {
		t.Error("a drag after cancel changed the data")
	}
}

func TestFilmPlaysStepsAndStops(t *testing.T) {
	d := drive(t)
	length := d.Page().Film.Length
	for range 1000 {
		d.do(`{"do":"tick","seconds":0.1}`)
	}
	if film := d.Page().Film; film.Playing || film.Position != length {
		t.Errorf("after its time the film is at %g of %g", film.Position, length)
	}
	d.do(`{"do":"step","by":-1}`)
	d.do(`{"do":"step","by":-1}`)
	if p := d.Page().Film.Position; p != length-2 {
		t.Errorf("two steps back lead to %g, want %g", p, length-2)
	}
	d.do(`{"do":"step","by":1,"animate":true}`)
	if film := d.Page().Film; !film.Playing || film.Position != length-2 {
		t.Errorf("an animated step does not start: %+v", film)
	}
	for range 100 {
		d.do(`{"do":"tick","seconds":0.1}`)
	}
	if film := d.Page().Film; film.Playing || film.Position != length-1 {
		t.Errorf("an animated step ends at %g, want %g", film.Position, length-1)
	}
	d.do(`{"do":"seek","position":0.5}`)
	d.do(`{"do":"step","by":1}`)
	if p := d.Page().Film.Position; p != 1 {
		t.Errorf("a step from 0.5 leads to %g", p)
	}
	d.do(`{"do":"seek","position":99}`)
	d.do(`{"do":"play"}`)
	if film := d.Page().Film; !film.Playing || film.Position != 0 {
		t.Errorf("play at the end does not start over: %+v", film)
	}
}

func TestCaptionsHaveTheNumbers(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"ring"}`)
	var captions []string
	for at := 0.1; at < d.Page().Film.Length; at += 0.3 {
		d.do(`{"do":"seek","position":%g}`, at)
		caption := d.Page().Film.Caption
		if !strings.HasSuffix(caption, ".") || strings.Contains(caption, "NaN") {
			t.Errorf("caption %q", caption)
		}
		captions = append(captions, caption)
	}
	all := strings.Join(captions, "\n")
	for _, part := range []string{"rank", "Outside the cone", "inside", "(+", "Turned by", "of neuron u\u2081"} {
		if !strings.Contains(all, part) {
			t.Errorf("no caption has %q in\n%s", part, all)
		}
	}
}

func TestDragKeepsTheFilmAtItsEnd(t *testing.T) {
	d := drive(t)
	x := d.Problem().Data.X[0]
	d.do(`{"do":"press","at":[%g,%g],"radius":0.05}`, x[0], x[1])
	for i := range 5 {
		d.do(`{"do":"drag","at":[%g,%g],"radius":0.05}`, x[0]+0.01*float64(i+1), x[1])
		if film := d.Page().Film; film.Playing || film.Position != film.Length {
			t.Errorf("while dragging the film is at %g of %g", film.Position, film.Length)
		}
	}
}

func TestSetAnswersAndRefuses(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[10,20],[12,20],[11,25]],"y":[[1],[-1],[2.5]]},` +
		`"architecture":{"kind":"dense"},"activation":{"a":0.1,"b":0.5,"c":0.24},"loss":"squared","beta":0.5,"title":"three"}}`)
	if w := d.now().Window(); math.Abs(w.Center[0]-11) > 1e-12 || math.Abs(w.Center[1]-22.5) > 1e-12 || w.Half < 2.5 {
		t.Errorf("window %+v", w)
	}
	if p := d.Problem(); p.Title != "three" || p.Beta != 0.5 {
		t.Errorf("problem %+v", p)
	}
	before := d.Page()
	for _, bad := range []string{
		``, `{`, `[]`, `{"do":"jump"}`, `{"do":"beta","value":-1}`, `{"do":"beta"}`, `{"do":"preset","name":"nothing"}`, `{"do":"label","value":3}`,
		`{"do":"tool","name":"hammer"}`, `{"do":"press","at":[1],"radius":1}`, `{"do":"press","at":[1,1]}`, `{"do":"set","problem":{"beta":1}}`,
		`{"do":"set"}`, `{"do":"focus","neuron":99}`, `{"do":"point","index":99}`, `{"do":"dimension","value":4}`, `{"do":"brush","value":31}`,
		`{"do":"speed","value":0}`, `{"do":"film","name":"western"}`, `{"do":"turn","neuron":99,"u":[1,0]}`, `{"do":"turn","neuron":0,"u":[1]}`, `{"do":"activation","a":1e300}`, `{"do":"step","by":"x"}`,
	} {
		err := d.Apply([]byte(bad))
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one sentence", bad, err)
		}
	}
	if after := d.Page(); !reflect.DeepEqual(before, after) {
		t.Errorf("a refused intent changed %+v to %+v", before, after)
	}
}

func TestMoreFeaturesAreShownInAPlane(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[1,1,1,1]],"y":[[1],[-1],[1],[-1]]},` +
		`"architecture":{"kind":"dense"},"activation":{"a":0.1,"b":0.5,"c":0.24},"loss":"squared","beta":0.01}}`)
	var snapshot protocol.Snapshot
	d.SnapshotTo(&snapshot)
	if page := d.Page(); page.Status != "optimal" || page.Dimension != 4 || !snapshot.Plane || len(snapshot.Points) != 4 || snapshot.Film.Length() == 0 {
		t.Errorf("page %+v", page)
	}
	if err := d.Apply([]byte(`{"do":"press","at":[0,0],"radius":1}`)); err == nil {
		t.Error("points can be drawn in four dimensions")
	}
}

// TestWorkIsGrantedInSlices interrupts after every iteration, and puts an intent in between.
func TestWorkIsGrantedInSlices(t *testing.T) {
	s := New(func() float64 { return 0 })
	grants := 0
	once := func() func() bool {
		asked := 0
		return func() bool { asked++; return asked > 1 }
	}
	for s.Busy() {
		s.Work(once())
		if grants++; grants == 2 {
			if err := s.Apply([]byte(`{"do":"preset","name":"ring"}`)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if grants < 4 || s.Page().Status != "optimal" || s.Page().Preset != "ring" {
		t.Errorf("%d grants, %+v", grants, s.Page())
	}
	driver{s, t}.check()
}

func TestAnswersAreJSON(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[1,0]],"y":[[0]]},"architecture":{"kind":"dense"},` +
		`"activation":{"a":0.1,"b":0.5,"c":0.24},"loss":"squared","beta":1e-300}}`)
	if _, err := json.Marshal(d.Page()); err != nil {
		t.Error(err)
	}
}

// FuzzApply throws anything at the session: no panic, and whatever it accepts it can answer for.
func FuzzApply(f *testing.F) {
	for _, seed := range []string{
		`{"do":"press","at":[0.5,0.5],"radius":0.05}`, `{"do":"beta","value":0.5,"final":false}`, `{"do":"seek","position":1e308}`,
		`{"do":"tick","seconds":-1}`, `{"do":"rows","add":[[0.5,0.5,1]]}`, `{"do":"rows","remove":[0]}`, `{"do":"row","index":0,"values":[1,2,3]}`,
		`{"do":"formula","text":"x < 0","n":3}`, `{"do":"import","text":"1,2\n2,3"}`, `{"do":"undo"}`, `{"do":"activation","a":0,"b":0,"c":0}`,
		`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[1,0]],"y":[[1]]},"architecture":{"kind":"dense"},"activation":{"a":1,"b":1,"c":1},"loss":"squared","beta":1}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s := New(func() float64 { return 0 })
		for range 2 {
			_ = s.Apply(text)
			steps := 0
			s.Work(func() bool { steps++; return steps > 200 })
		}
		var snapshot protocol.Snapshot
		s.SnapshotTo(&snapshot)
		if _, err := json.Marshal(s.Page()); err != nil {
			t.Fatal(err)
		}
	})
}

// TestAnyIntentCanBeAnswered sends random intents, solved to the end or not, and asks for both answers after each.
func TestAnyIntentCanBeAnswered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		s := New(func() float64 { return 0 })
		var snapshot protocol.Snapshot
		for range rapid.IntRange(1, 30).Draw(t, "intents") {
			switch rng.IntN(8) {
			case 0:
				_ = s.Apply(fmt.Appendf(nil, `{"do":"dimension","value":%d}`, 1+rng.IntN(3)))
			case 1:
				_ = s.Apply(fmt.Appendf(nil, `{"do":"focus","neuron":%d}`, rng.IntN(4)))
			case 2:
				_ = s.Apply(fmt.Appendf(nil, `{"do":"entry","matrix":%d,"row":%d,"column":%d}`, rng.IntN(2), rng.IntN(4), rng.IntN(4)))
			case 3:
				_ = s.Apply(fmt.Appendf(nil, `{"do":"film","name":%q}`, intent.Films[rng.IntN(2)]))
			case 4:
				_ = s.Apply(fmt.Appendf(nil, `{"do":"turn","neuron":%d,"u":[%g,%g,%g]}`, rng.IntN(4), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()))
			case 5:
				_ = s.Apply([]byte(`{"do":"tick","seconds":0.5}`))
			default:
				randomGesture(rng, s)
			}
			steps := rng.IntN(30)
			s.Work(func() bool { steps--; return steps < 0 })
			s.SnapshotTo(&snapshot)
			if _, err := json.Marshal(s.Page()); err != nil {
				t.Fatal(err)
			}
			data := protocol.Encode(nil, &snapshot)
			if err := protocol.Decode(&snapshot, data); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// now returns the present state.
func (s *Session) now() *workspace.State { return s.work.Now() }

// undos counts the steps that can be undone, redos those that can be redone.
func undos(w *workspace.Workspace) int { _, at := w.States(); return at }

func redos(w *workspace.Workspace) int { all, at := w.States(); return len(all) - 1 - at }
