package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/data/dataset"
	"conelab/core/format/document"
)

// refuse expects an intent to be rejected with these words and to change nothing.
func (d driver) refuse(words, format string, args ...any) {
	d.t.Helper()
	before, lens := d.Problem(), d.work.View
	err := d.Apply(fmt.Appendf(nil, format, args...))
	if err == nil || !strings.Contains(err.Error(), words) {
		d.t.Fatalf("%s: %v, expected %q", fmt.Sprintf(format, args...), err, words)
	}
	if !reflect.DeepEqual(before, d.Problem()) || lens != d.work.View {
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
func TestLensShowsEachOutput(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"largest"}`)
	for _, name := range []string{"squared", "hinge", "softmax", "huber"} {
		d.do(`{"do":"loss","name":%q}`, name)
		problem, solution := d.Problem(), d.Solution()
		for k := range 3 {
			d.do(`{"do":"outputView","output":%d,"compare":false}`, k)
			page := d.Page()
			var shown protocol.Snapshot
			d.SnapshotTo(&shown)
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
					want += solution.Dual[i][k] * d.now().Activation().At(x[0]*cos+x[1]*sin)
				}
				if got := shown.Certificate.At(protocol.Vec{cos, sin}); math.Abs(got-want) > 1e-9 || math.Abs(got) > d.now().Beta()*(1+1e-9) {
					t.Fatalf("%s: g_%d is %g, the dual vector says %g, beta is %g", name, k+1, got, want, d.now().Beta())
				}
			}
			d.do(`{"do":"animation","name":"solver"}`)
			if path := len(shown.Iterates); (path > 0) == (name == "softmax") {
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
	d.do(`{"do":"preset","name":"shell"}`)
	d.refuse("up to six classes", `{"do":"outputView","compare":true}`)
}

// Links and saved work contain the output view and the class of new points. Old ones, which have neither, show the first output.
func TestLensTravels(t *testing.T) {
	for _, text := range []string{`{"do":"preset","name":"largest"}`, `{"do":"clear"}`} {
		d := drive(t)
		d.do(`{"do":"classes","value":3}`)
		d.do("%s", text)
		d.do(`{"do":"label","value":3}`)
		d.do(`{"do":"outputView","output":2,"compare":false}`)
		d.elsewhere(func(e driver) {
			if page := e.Page(); page.OutputView != d.Page().OutputView || page.Label != 3 || page.Classes != 3 ||
				string(e.Share()) != string(d.Share()) {
				t.Fatalf("%s came back as %s", d.Share(), e.Share())
			}
		})
	}
	d, plain := drive(t), drive(t).Share()
	if strings.Contains(string(plain), "lens") || strings.Contains(string(plain), "class") {
		t.Errorf("a link without a choice of output has one: %s", plain)
	}
	d.do(`{"do":"preset","name":"masked"}`)
	d.do(`{"do":"outputView","output":1}`)
	d.do(`{"do":"open","shared":%s}`, plain)
	if d.work.View != (workspace.View{}) {
		t.Errorf("an old link shows %+v", d.work.View)
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
	p := document.Problem{Format: document.ProblemFormat, Architecture: document.Architecture{Kind: document.KindDense},
		Activation: document.Activation{A: 1, B: 0.5, C: -0.25}, Loss: document.LossSquared, Beta: 0.05}
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
	d.do(`{"do":"set","problem":%s}`, p.JSON())
}

// Every choice of a plane is exact; the principal axes have the largest variance of all planes.
func TestPlanes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 12 {
		d := drive(t)
		features, outputs := 4+r.IntN(5), 1+r.IntN(3)
		setWide(d, r.Uint64(), 3+r.IntN(38), features, outputs)
		best := d.training.Present().Frame(d.work.View.Axes).Share
		i := r.IntN(features)
		j := (i + 1 + r.IntN(features-1)) % features
		d.do(`{"do":"outputView","features":[%d,%d]}`, i, j)
		var shown protocol.Snapshot
		d.SnapshotTo(&shown)
		for k, x := range d.Problem().Data.X {
			if shown.Points[k].X[0] != x[i] || shown.Points[k].X[1] != x[j] {
				t.Fatalf("point %d is at %v, its features are %g and %g", k, shown.Points[k].X, x[i], x[j])
			}
		}
		if share := d.training.Present().Frame(d.work.View.Axes).Share; share > best+1e-12 {
			t.Fatalf("two features have %g of the variance, the principal axes %g", share, best)
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
		d.elsewhere(func(e driver) {
			if e.work.View != d.work.View {
				t.Fatalf("%+v came back as %+v", d.work.View, e.work.View)
			}
		})
		d.do(`{"do":"outputView","features":[]}`)
		d.refuse("two different features", `{"do":"outputView","features":[1,1]}`)
		d.refuse("two different features", `{"do":"outputView","features":[0,%d]}`, features)
		d.refuse("up to three features", `{"do":"press","at":[0,0],"radius":0.1}`)
		d.do(`{"do":"preset","name":"ring"}`)
		d.refuse("more than three features", `{"do":"outputView","features":[0,1]}`)
	}
}

// turned shows a ring whose network has been turned, and returns the neuron turned.
func (d driver) turned() (k int) {
	d.t.Helper()
	d.do(`{"do":"preset","name":"ring"}`)
	var was protocol.Snapshot
	d.SnapshotTo(&was)
	for i, n := range was.Neurons {
		if n.Alpha > 0 == was.CanRotate[0] {
			k = i
		}
	}
	u := was.Neurons[k].U
	sin, cos := math.Sincos(0.4)
	d.do(`{"do":"rotate","neuron":%d,"u":[%.17g,%.17g,0]}`, k, cos*u[0]-sin*u[1], sin*u[0]+cos*u[1])
	return k
}

// TestTurnedNetworkComesBack restores a turned network from a link, a file and a reload; the driver checks the solution again.
func TestTurnedNetworkComesBack(t *testing.T) {
	d := drive(t)
	k := d.turned()
	want := d.Page()
	d.elsewhere(func(e driver) {
		got := e.Page()
		if got.Notice != "" || got.Status != "optimal" || got.Animation.Caption != want.Animation.Caption {
			t.Errorf("%q, %s, %q", got.Notice, got.Status, got.Animation.Caption)
		}
		for i, n := range got.Neurons {
			if distance := math.Hypot(n.U[0]-want.Neurons[i].U[0],
				n.U[1]-want.Neurons[i].U[1]) + math.Abs(n.Alpha-want.Neurons[i].Alpha); distance > 1e-10 {
				t.Errorf("neuron %d is %v, was %v", i, n, want.Neurons[i])
			}
		}
		if string(e.Share()) != string(d.Share()) {
			t.Errorf("shared %s, and again %s", d.Share(), e.Share())
		}
		e.do(`{"do":"play"}`)
		if now := e.Page().Neurons[k]; now.U[0] == got.Neurons[k].U[0] {
			t.Error("play does not bring the first network back")
		}
	})
}

// A turned network has other neurons with the same function, cost and certificate, and playing the animation restores the original one.
func TestTurn(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"ring"}`)
	before := d.Page()
	if !before.CanRotate {
		t.Fatal("the ring has a matrix of rank 3")
	}
	var was, is protocol.Snapshot
	d.SnapshotTo(&was)
	k := d.turned()
	d.SnapshotTo(&is)
	after, u := d.Page(), was.Neurons[k].U
	if turned := is.Neurons[k].U; math.Abs(turned[0]*u[0]+turned[1]*u[1]-math.Cos(0.4)) > 1e-9 {
		t.Errorf("neuron %d went from %v to %v", k, u, turned)
	}
	if math.Abs(after.Objective-before.Objective) > 1e-10*before.Objective || after.Status != "optimal" ||
		len(after.Neurons) != len(before.Neurons) {
		t.Errorf("the cost went from %g to %g", before.Objective, after.Objective)
	}
	if was.Certificate != is.Certificate {
		t.Error("the certificate moved")
	}
	for i := range 50 {
		x := protocol.Vec{math.Sin(float64(i)), math.Cos(3 * float64(i))}
		if a, b := was.Function.At(x), is.Function.At(x); math.Abs(a-b) > 1e-10*(1+math.Abs(a)) {
			t.Fatalf("f(%v) went from %g to %g", x, a, b)
		}
	}
	if !strings.Contains(after.Animation.Caption, "same") {
		t.Errorf("caption %q", after.Animation.Caption)
	}
	d.do(`{"do":"play"}`)
	d.SnapshotTo(&is)
	for i := range is.Neurons {
		if is.Neurons[i] != was.Neurons[i] {
			t.Errorf("neuron %d is %v, was %v", i, is.Neurons[i], was.Neurons[i])
		}
	}
}

// TestStripHasTheSolversStep checks that the proof strip shows the cost and the bound of the solver's current iterate, on either
// side of the optimum and not certified, and at the end of the path those of the network again.
func TestStripHasTheSolversStep(t *testing.T) {
	for _, preset := range []string{"parabola", "ring", "stripe", "interval", "saddle"} {
		d := drive(t)
		d.tell(`{"do":"preset","name":%q}`, preset)
		d.tell(`{"do":"animation","name":"solver"}`)
		length := d.Page().Animation.Length
		if length < 2 {
			t.Errorf("%s: a path of %g steps", preset, length)
		}
		for at := 0.0; at < length; at += 0.7 {
			d.tell(`{"do":"seek","position":%g}`, at)
			p := d.Page()
			if s := p.Strip; !s.Other || s.Certified || s.Note == "" || s.Fit != nil || s.Cost < p.LowerBound*(1-1e-9) ||
				s.Bound > p.Objective*(1+1e-9) {
				t.Errorf("%s, step %g: %+v, and the optimum costs %g", preset, at, s, p.Objective)
			}
		}
		d.tell(`{"do":"seek","position":%g}`, length)
		if p := d.Page(); p.Strip.Other || !p.Strip.Certified || p.Strip.Cost != p.Objective || p.Strip.Note != "" {
			t.Errorf("%s, at the end: %+v", preset, p.Strip)
		}
	}
}

// TestNeuronsKeepTheirNumbersWhileDragging drags a point: pictures, table and animation agree on the neurons' numbers, even when the
// order in which the decomposition finds them changes. New data start again with 1, 2, ..
func TestNeuronsKeepTheirNumbersWhileDragging(t *testing.T) {
	permuted := 0
	for _, preset := range []string{"parabola", "xor", "stripe"} {
		s, rng := drive(t), rand.New(rand.NewPCG(5, 6))
		s.do(`{"do":"preset","name":"%s"}`, preset)
		s.do(`{"do":"tool","name":"move"}`)
		first := s.now().Point(5)
		x, y := first[0], first[1]
		s.do(`{"do":"press","at":[%g,%g],"radius":0.01}`, x, y)
		for range 80 {
			x, y = math.Max(-1, math.Min(x+0.05*rng.NormFloat64(), 1)), math.Max(-1, math.Min(y+0.05*rng.NormFloat64(), 1))
			s.do(`{"do":"drag","at":[%g,%g],"radius":0.01}`, x, y)
			var snap protocol.Snapshot
			s.SnapshotTo(&snap)
			page := s.Page().Neurons
			for i, n := range page {
				if shown := snap.Neurons[i]; shown.Number != n.Number || shown.Alpha != n.Alpha || i > 0 && n.Number <= page[i-1].Number {
					t.Fatalf("%s: the table says %+v, the picture %+v", preset, n, shown)
				}
				if i < len(s.shown.Own().Result().Neurons) && s.shown.Own().Result().Neurons[i].Alpha != n.Alpha {
					permuted++
				}
			}
			for _, sequence := range snap.Animation.Sequences {
				for _, step := range sequence.Steps {
					if n := snap.Neurons[step.Neuron]; math.Abs(step.R[3]*step.R[3]*float64(sequence.Sign)-n.Alpha) > 1e-9*math.Abs(n.Alpha) {
						t.Errorf("%s: neuron %d ends with another weight", preset, n.Number)
					}
				}
			}
		}
		s.do(`{"do":"release"}`)
		s.do(`{"do":"preset","name":"ring"}`)
		for i, n := range s.Page().Neurons {
			if n.Number != i+1 {
				t.Errorf("neuron %d of other data is called %d", i+1, n.Number)
			}
		}
	}
	if permuted == 0 {
		t.Error("the decomposition found the neurons in the order of their numbers every time")
	}
}

// TestFocusFollowsANeuron checks that the neuron in focus stays in focus while its position in the list changes, and that a link
// restores the focus.
func TestFocusFollowsANeuron(t *testing.T) {
	s, rng := drive(t), rand.New(rand.NewPCG(7, 8))
	s.do(`{"do":"preset","name":"stripe"}`)
	s.do(`{"do":"tool","name":"move"}`)
	first := s.now().Point(5)
	x, y := first[0], first[1]
	s.do(`{"do":"press","at":[%g,%g],"radius":0.01}`, x, y)
	followed, checked := 0, 0
	for range 60 {
		page := s.Page()
		at := rng.IntN(len(page.Neurons))
		s.do(`{"do":"focus","neuron":%d}`, at)
		x, y = math.Max(-1, math.Min(x+0.1*rng.NormFloat64(), 1)), math.Max(-1, math.Min(y+0.1*rng.NormFloat64(), 1))
		s.do(`{"do":"drag","at":[%g,%g],"radius":0.01}`, x, y)
		if now := s.Page(); now.Focus >= 0 {
			if followed++; now.Neurons[now.Focus].Number != page.Neurons[at].Number {
				t.Errorf("neuron %d was in focus, now it is %d", page.Neurons[at].Number, now.Neurons[now.Focus].Number)
			}
			other := drive(t)
			other.do(`{"do":"open","shared":%s}`, s.Share())
			if page := other.Page(); page.Focus >= 0 {
				if checked++; math.Abs(page.Neurons[page.Focus].Alpha-now.Neurons[now.Focus].Alpha) > 1e-6 {
					t.Errorf("the link lights up %+v, not %+v", page.Neurons[page.Focus], now.Neurons[now.Focus])
				}
			}
		}
	}
	if followed < 30 || checked < 30 {
		t.Errorf("followed %d times, %d links", followed, checked)
	}
}
