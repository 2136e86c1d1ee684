package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/data/dataset"
	"conelab/core/format/document"
)

// refuse expects an intent to be rejected with these words and to change nothing.
func (d driver) refuse(words, format string, args ...any) {
	d.t.Helper()
	before, shown := d.Problem(), d.work.View
	err := d.Apply(fmt.Appendf(nil, format, args...))
	if err == nil || !strings.Contains(err.Error(), words) {
		d.t.Fatalf("%s: %v, expected %q", fmt.Sprintf(format, args...), err, words)
	}
	if !reflect.DeepEqual(before, d.Problem()) || shown != d.work.View {
		d.t.Fatalf("%v, but something changed", err)
	}
}

// classesOf reads the classes from the one-hot labels of the document.
func classesOf(p *document.Problem) (classes []int) {
	for _, row := range p.Data.Y {
		class := 0
		for k, y := range row {
			if y == 1 {
				class = k + 1
			}
		}
		classes = append(classes, class)
	}
	return classes
}

// For every output, neurons, matrices, certificate, path and animation belong to it, as recomputed from the documents.
func TestEachOutputIsShown(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"loadPreset","name":"largest"}`)
	for _, name := range []string{"squared", "hinge", "softmax", "huber"} {
		d.do(`{"do":"loss","name":%q}`, name)
		problem, solution := d.Problem(), d.Solution()
		for k := range 3 {
			d.do(`{"do":"outputView","output":%d,"compare":false}`, k)
			page := d.Page()
			shown := d.Snapshot()
			if page.OutputView.Output != k || page.OutputView.Compare || shown.Output != k || shown.Outputs != 3 || len(shown.Classes) > 0 {
				t.Fatalf("%s: the output view is %+v, the snapshot has output %d", name, page.OutputView, shown.Output)
			}
			for i, row := range problem.Data.Y {
				if p := shown.Points[i]; p.Label != row[k] || p.Class != classesOf(problem)[i] {
					t.Fatalf("%s: point %d has label %g and class %d", name, i, p.Label, p.Class)
				}
			}
			for turn := range 24 {
				sin, cos := math.Sincos(math.Pi * float64(turn) / 12)
				want := 0.0
				for i, x := range problem.Data.X {
					want += solution.Dual[i][k] * d.now().Sigma.At(x[0]*cos+x[1]*sin)
				}
				if got := shown.Certificate.At(protocol.Vec{cos, sin}); math.Abs(got-want) > 1e-9 || math.Abs(got) > d.now().Beta*(1+1e-9) {
					t.Fatalf("%s: g_%d is %g, the dual vector says %g, beta is %g", name, k+1, got, want, d.now().Beta)
				}
			}
			d.do(`{"do":"animation","name":"solver"}`)
			shown = d.Snapshot()
			if path := len(shown.Animation.Iterates); (path > 0) == (name == "softmax") {
				t.Errorf("%s has a path of %d iterates", name, path)
			}
			if caption := d.Page().Animation.Caption; name == "softmax" && !strings.Contains(caption, "together") {
				t.Errorf("the caption is %q", caption)
			}
			d.do(`{"do":"animation","name":"decomposition"}`)
		}
		d.do(`{"do":"outputView","compare":true}`)
	}
	d.refuse("There is no output 4", `{"do":"outputView","output":3}`)
	d.do(`{"do":"loadPreset","name":"shell"}`)
	d.refuse("up to six classes", `{"do":"outputView","compare":true}`)
}

// TestPathCountsAllOutputs solves three classes at a value of beta of the path: the path has the neurons of all three outputs there.
func TestPathCountsAllOutputs(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"loadPreset","name":"largest"}`)
	d.do(`{"do":"loss","name":"softmax"}`)
	d.do(`{"do":"startSweep","name":"path"}`)
	for _, p := range []protocol.PagePath{d.Page().Path[pathCount/2], d.Page().Path[pathCount-1]} {
		d.do(`{"do":"beta","value":%g}`, p.Beta)
		if all := len(d.Solution().Network.Neurons); p.Neurons != all || d.Page().OutputView.Neurons != all {
			t.Errorf("at beta = %g the path has %d neurons, the strip %d, the solution %d", p.Beta, p.Neurons, d.Page().OutputView.Neurons, all)
		}
	}
}

// checkPlane checks the picture of a plane against the documents: the places of the points, the function on it, and the animation.
func (d driver) checkPlane(shown *protocol.Snapshot, problem *document.Problem, solution *document.Solution) {
	d.t.Helper()
	p := d.training.Present().Frame(d.work.View.Axes)
	for i, at := range p.Places {
		if x := shown.Points[i].X; x != at || math.Abs(x[0]-shown.Window.Center[0]) > shown.Window.Half ||
			math.Abs(x[1]-shown.Window.Center[1]) > shown.Window.Half {
			d.t.Fatalf("point %d is drawn at %v, its place is %v", i, x, at)
		}
	}
	for step := range 5 {
		x, y := 2*math.Sin(float64(step)), 2*math.Cos(1.3*float64(step))
		values := outputs(problem, solution.Network.Neurons, [][]float64{onPlane(p, x, y)})
		for o, f := range append([]protocol.Quadratic{shown.Function}, shown.Classes...) {
			want := values[max(o-1, 0)]
			if o == 0 {
				want = values[shown.Output]
			}
			if got := f.At(protocol.Vec{x, y}); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				d.t.Fatalf("function %d is %g at (%g, %g), want %g", o, got, x, y, want)
			}
		}
	}
	checkAnimation(d.t, shown)
}

// setWide sets n random points of d features, elongated in two directions, with labels of a quadratic, or classes.
func setWide(d driver, seed uint64, n, features, outputs int) {
	rng := rand.New(rand.NewPCG(seed, 7))
	p := document.Problem{Format: document.ProblemFormat, Settings: document.Settings{
		Architecture: document.Architecture{Kind: document.KindDense}, Activation: document.Activation{A: 1, B: 0.5, C: -0.25},
		Loss: document.LossSquared, Beta: 0.05,
	}}
	a, b := dataset.Direction(rng, features), dataset.Direction(rng, features)
	for i := range n {
		x := make([]float64, features)
		s, t := 2*rng.NormFloat64(), rng.NormFloat64()
		for k := range x {
			x[k] = 0.3 + s*a[k] + t*b[k] + 0.2*rng.NormFloat64()
		}
		y := []float64{s*s - t}
		if outputs > 1 {
			y = make([]float64, outputs)
			y[i%outputs] = 1
		}
		p.Data.X, p.Data.Y = append(p.Data.X, x), append(p.Data.Y, y)
	}
	d.do(`{"do":"loadProblem","problem":%s}`, p.JSON())
}

// Every choice of a plane is exact.
func TestPlanes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 12 {
		d := drive(t)
		features, outputs := 4+r.IntN(5), 1+r.IntN(3)
		setWide(d, r.Uint64(), 3+r.IntN(38), features, outputs)
		i := r.IntN(features)
		j := (i + 1 + r.IntN(features-1)) % features
		d.do(`{"do":"outputView","features":[%d,%d]}`, i, j)
		shown := d.Snapshot()
		for k, x := range d.Problem().Data.X {
			if shown.Points[k].X[0] != x[i] || shown.Points[k].X[1] != x[j] {
				t.Fatalf("point %d is at %v, its features are %g and %g", k, shown.Points[k].X, x[i], x[j])
			}
		}
		if outputs > 1 {
			d.do(`{"do":"outputView","output":1,"compare":true}`)
		}
		page := d.Page()
		if page.OutputView.Features != [2]int{i + 1, j + 1} || !strings.Contains(page.OutputView.Plane, "variance") ||
			len(page.Tiles) != protocol.PictureCount || page.Matrices != nil {
			t.Fatalf("the page says %+v", page.OutputView)
		}
		for id, tile := range page.Tiles {
			if want := id != protocol.PictureNetwork && id != protocol.PictureNeural &&
				id != protocol.PictureSpectrahedron; tile.Offered != want || tile.Camera {
				t.Fatalf("in a plane picture %d is %+v", id, tile)
			}
		}
		for position := 0.0; position <= page.Animation.Length; position += 0.3 {
			d.do(`{"do":"seek","position":%g}`, position)
			if d.Page().Animation.Caption == "" {
				t.Fatal("the film has no caption")
			}
		}
		d.elsewhere()
		d.do(`{"do":"outputView","features":[]}`)
		d.refuse("two different features", `{"do":"outputView","features":[1,1]}`)
		d.refuse("two different features", `{"do":"outputView","features":[0,%d]}`, features)
		d.refuse("up to three features", `{"do":"press","at":[0,0],"radius":0.1}`)
		d.do(`{"do":"loadPreset","name":"ring"}`)
		d.refuse("more than three features", `{"do":"outputView","features":[0,1]}`)
	}
}

// TestTurn turns a neuron of an optimum that is one of many: it has other neurons with the same function, cost and certificate, in links
// and saved work too, and playing the animation restores the first ones.
func TestTurn(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"loadPreset","name":"ring"}`)
	before := d.Page()
	was := d.Snapshot()
	k := slices.IndexFunc(was.Neurons, func(n protocol.Neuron) bool { return n.Alpha > 0 == was.CanRotate[0] })
	u := was.Neurons[k].U
	sin, cos := math.Sincos(0.4)
	d.do(`{"do":"rotate","neuron":%d,"u":[%.17g,%.17g,0]}`, k, cos*u[0]-sin*u[1], sin*u[0]+cos*u[1])
	is := d.Snapshot()
	after := d.Page()
	if turned := is.Neurons[k].U; math.Abs(turned[0]*u[0]+turned[1]*u[1]-math.Cos(0.4)) > 1e-9 || len(is.Neurons) != len(was.Neurons) {
		t.Errorf("neuron %d went from %v to %v", k, u, turned)
	}
	if math.Abs(after.Objective-before.Objective) > 1e-10*before.Objective || after.Status != "optimal" || was.Certificate != is.Certificate ||
		!strings.Contains(after.Animation.Caption, "same") {
		t.Errorf("the cost went from %g to %g: %q", before.Objective, after.Objective, after.Animation.Caption)
	}
	for i := range 50 {
		x := protocol.Vec{math.Sin(float64(i)), math.Cos(3 * float64(i))}
		if a, b := was.Function.At(x), is.Function.At(x); math.Abs(a-b) > 1e-10*(1+math.Abs(a)) {
			t.Fatalf("f(%v) went from %g to %g", x, a, b)
		}
	}
	back := func(e driver) {
		for i, n := range e.Page().Neurons {
			m := after.Neurons[i]
			if math.Hypot(n.U[0]-m.U[0], n.U[1]-m.U[1])+math.Abs(n.Alpha-m.Alpha) > 1e-10 {
				t.Errorf("neuron %d is %v, was %v", i, n, m)
			}
		}
		e.do(`{"do":"play"}`)
		now := e.Snapshot()
		for i, n := range now.Neurons {
			if math.Hypot(n.U[0]-was.Neurons[i].U[0], n.U[1]-was.Neurons[i].U[1]) > 1e-10 {
				t.Errorf("played, neuron %d is %v, was %v", i, n, was.Neurons[i])
			}
		}
	}
	d.elsewhere(back)
	back(d)
}

// TestSolverPathIsLoadedOnce: the solver's path, which takes longer than a solution, is computed when its film is chosen, for each solution
// once, and after a gesture; where the loss has none, a pointer that hovers does not try again.
func TestSolverPathIsLoadedOnce(t *testing.T) {
	d := drive(t)
	steps := func() int { return len(d.pictures.Player.Iterates) }
	d.do(`{"do":"beta","value":0.1}`)
	if steps() > 0 {
		t.Error("the path is computed though another film is chosen")
	}
	d.do(`{"do":"animation","name":"solver"}`)
	if last := float64(steps() - 1); last < 2 || d.pictures.Player.Position != last {
		t.Errorf("a film of %d iterates is at %g", steps(), d.pictures.Player.Position)
	}
	d.do(`{"do":"beta","value":0.2,"final":false}`)
	if steps() > 0 {
		t.Error("the path is computed while the slider is held")
	}
	d.do(`{"do":"beta","value":0.2}`)
	if last := float64(steps() - 1); last < 2 || d.pictures.Player.Position != last {
		t.Errorf("after a gesture, a film of %d iterates is at %g", steps(), d.pictures.Player.Position)
	}
	d.do(`{"do":"loadPreset","name":"masked"}`)
	d.do(`{"do":"animation","name":"solver"}`)
	hover := func(loss string) float64 {
		d.do(`{"do":"loss","name":%q}`, loss)
		return testing.AllocsPerRun(10, func() { _ = d.Apply([]byte(`{"do":"focus","neuron":0}`)) })
	}
	if loaded, none := hover("squared"), hover("softmax"); none > loaded {
		t.Errorf("hovering makes %g allocations with a path, %g without", loaded, none)
	}
}

// TestStripIsOfTheOptimum checks that the proof strip keeps the optimum's numbers while the pictures show a step of the solver, another
// network, or some of the neurons, and says so, but no longer at the end of the film.
func TestStripIsOfTheOptimum(t *testing.T) {
	for _, preset := range []string{"parabola", "ring", "stripe", "interval", "saddle"} {
		d := drive(t)
		d.tell(`{"do":"loadPreset","name":%q}`, preset)
		best := d.Page().Strip
		for _, film := range []string{"solver", "bowl", "bounds", "decomposition"} {
			d.tell(`{"do":"animation","name":%q}`, film)
			length := d.Page().Animation.Length
			if length < 2 {
				t.Errorf("%s: the film %s has %g steps", preset, film, length)
			}
			for at := 0.0; at < length; at += 0.7 {
				d.tell(`{"do":"seek","position":%g}`, at)
				s := d.Page().Strip
				if s.Other == (film == "decomposition") || s.Note == "" {
					t.Errorf("%s, %s at %g: %+v", preset, film, at, s)
				}
				s.Other, s.Note = false, ""
				if !reflect.DeepEqual(s, best) {
					t.Errorf("%s, %s at %g: %+v, and the optimum %+v", preset, film, at, s, best)
				}
			}
			if film == "decomposition" {
				for at, found := range map[float64]int{0.5: 0, length - 0.1: d.Page().OutputView.Neurons} {
					d.tell(`{"do":"seek","position":%g}`, at)
					if note := d.Page().Strip.Note; !strings.Contains(note, fmt.Sprintf("show %d of ", found)) {
						t.Errorf("%s, at %g of %g: %q", preset, at, length, note)
					}
				}
			}
			d.tell(`{"do":"seek","position":%g}`, length)
			if s := d.Page().Strip; !reflect.DeepEqual(s, best) {
				t.Errorf("%s, %s at its end: %+v", preset, film, s)
			}
		}
	}
	d := drive(t)
	d.tell(`{"do":"beta","value":1e6}`) // the best network has no neurons
	for _, film := range []string{"bowl", "bounds"} {
		d.tell(`{"do":"animation","name":%q}`, film)
		d.tell(`{"do":"seek","position":%g}`, d.Page().Animation.Length)
		if shown := d.Snapshot(); d.Page().Strip.Other || len(shown.Neurons) > 0 {
			t.Errorf("%s ends with the neurons %+v, strip %+v", film, shown.Neurons, d.Page().Strip)
		}
	}
}

// TestFocusFollowsANeuron drags a point: the neuron in focus stays in focus, by its number, while its position in the list changes, and
// other data number their neurons anew.
func TestFocusFollowsANeuron(t *testing.T) {
	s, rng, followed := drive(t), rand.New(rand.NewPCG(7, 8)), 0
	s.do(`{"do":"loadPreset","name":"stripe"}`)
	s.do(`{"do":"tool","name":"move"}`)
	first := s.now().Point(5)
	x, y := first[0], first[1]
	s.do(`{"do":"press","at":[%g,%g],"radius":0.01}`, x, y)
	for step := range 60 {
		page := s.Page()
		at := rng.IntN(len(page.Neurons))
		s.do(`{"do":"focus","neuron":%d}`, at)
		x, y = math.Max(-1, math.Min(x+0.1*rng.NormFloat64(), 1)), math.Max(-1, math.Min(y+0.1*rng.NormFloat64(), 1))
		s.do(`{"do":"drag","at":[%g,%g],"radius":0.01}`, x, y)
		now := s.Page()
		if now.Focus < 0 {
			continue
		}
		followed++
		if now.Neurons[now.Focus].Number != page.Neurons[at].Number {
			t.Errorf("neuron %d was in focus, now it is %d", page.Neurons[at].Number, now.Neurons[now.Focus].Number)
		}
		if step%10 != 0 {
			continue
		}
		other := drive(t) // which may find the neurons in another order
		other.do(`{"do":"open","shared":%s}`, s.Share())
		p := other.Page()
		if p.Focus < 0 || math.Abs(p.Neurons[p.Focus].Alpha-now.Neurons[now.Focus].Alpha) > 1e-6 {
			t.Errorf("of the link, neuron %d is in focus: %+v", p.Focus, p.Neurons)
		}
	}
	if followed < 30 {
		t.Errorf("followed %d times", followed)
	}
	s.do(`{"do":"release"}`)
	s.do(`{"do":"loadPreset","name":"ring"}`)
	for i, n := range s.Page().Neurons {
		if n.Number != i+1 {
			t.Errorf("neuron %d of other data is called %d", i+1, n.Number)
		}
	}
}
