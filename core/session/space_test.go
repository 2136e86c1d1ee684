package session

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"conelab/core/wire"
)

func TestOneFeature(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"dimension","value":1}`)
	if page := d.Page(); page.Dimension != 1 || page.Samples != 0 || len(page.Tiles) != 8 {
		t.Fatalf("page %+v", page)
	}
	d.do(`{"do":"press","at":[-1,0.9],"radius":0.05}`)
	d.do(`{"do":"drag","at":[0,0.1],"radius":0.05}`)
	d.do(`{"do":"drag","at":[1,0.8],"radius":0.05}`)
	d.do(`{"do":"release"}`)
	n := d.Page().Samples
	if n < 10 {
		t.Fatalf("a stroke drew %d points", n)
	}
	d.do(`{"do":"tool","name":"move"}`)
	d.do(`{"do":"press","at":[0,0],"radius":0.05,"index":3}`)
	d.do(`{"do":"drag","at":[0.25,-0.5],"radius":0.05,"index":-1}`)
	d.do(`{"do":"release"}`)
	if p := d.Problem(); p.Data.X[3][0] != 0.25 || p.Data.Y[3][0] != -0.5 {
		t.Errorf("the point went to (%v, %v)", p.Data.X[3], p.Data.Y[3])
	}
	d.do(`{"do":"tool","name":"erase"}`)
	d.do(`{"do":"press","at":[0.25,-0.5],"radius":0.05}`)
	d.do(`{"do":"release"}`)
	if d.Page().Samples != n-1 {
		t.Errorf("%d points, want %d", d.Page().Samples, n-1)
	}
	d.do(`{"do":"undo"}`)
	d.do(`{"do":"clear"}`)
	if d.Page().Dimension != 1 {
		t.Error("clear changes the number of features")
	}
}

func TestThreeFeatures(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"dimension","value":3}`)
	rng := rand.New(rand.NewPCG(3, 3))
	for i := range 12 {
		d.do(`{"do":"label","value":%d}`, 1-2*(i%2))
		x, y, z := 2*rng.Float64()-1, 2*rng.Float64()-1, 2*rng.Float64()-1
		d.do(`{"do":"press","at":[%g,%g,-1.15],"radius":0.05,"index":-1}`, x, y)
		d.do(`{"do":"drag","at":[%g,%g,%g],"radius":0.05,"index":-1}`, x, y, z)
		d.do(`{"do":"release"}`)
		got := d.Problem().Data.X[i]
		if want := []float64{rounded(x, 1), rounded(y, 1), rounded(z, 1)}; !slices.Equal(got, want) {
			t.Fatalf("point %d is at %v, want %v", i, got, want)
		}
	}
	d.do(`{"do":"tool","name":"erase"}`)
	d.do(`{"do":"press","at":[0,0,0],"radius":0.05,"index":5}`)
	d.do(`{"do":"release"}`)
	if n := d.Page().Samples; n != 11 {
		t.Errorf("%d points, want 11", n)
	}
	d.do(`{"do":"press","at":[0,0,0],"radius":9,"index":-1}`)
	d.do(`{"do":"release"}`)
	if n := d.Page().Samples; n != 11 {
		t.Errorf("a press beside all points leaves %d", n)
	}
}

func TestBrush(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"clear"}`)
	d.do(`{"do":"brush","value":10}`)
	d.do(`{"do":"press","at":[0,0],"radius":0.02}`)
	d.do(`{"do":"drag","at":[0.6,0],"radius":0.02}`)
	d.do(`{"do":"release"}`)
	radius := 0.1 * 2 * unitWindow.Half
	drawn := d.Problem().Data.X
	if len(drawn) != sprayed*(1+int(0.6/radius)) {
		t.Errorf("%d points", len(drawn))
	}
	for _, x := range drawn {
		if math.Abs(x[1]) > radius || x[0] < -radius || x[0] > 0.6+radius {
			t.Errorf("%v is not under the brush", x)
		}
	}
	d.do(`{"do":"tool","name":"label"}`)
	d.do(`{"do":"press","at":[0,0],"radius":0.02}`)
	d.do(`{"do":"release"}`)
	p := d.Problem()
	for i, x := range p.Data.X {
		want := 1.0
		if math.Hypot(x[0], x[1]) <= radius {
			want = -1
		}
		if p.Data.Y[i][0] != want {
			t.Errorf("%v has the label %v, want %g", x, p.Data.Y[i], want)
		}
	}
	d.do(`{"do":"tool","name":"erase"}`)
	d.do(`{"do":"press","at":[0,0],"radius":0.02}`)
	d.do(`{"do":"release"}`)
	for _, x := range d.Problem().Data.X {
		if math.Hypot(x[0], x[1]) <= radius {
			t.Errorf("%v was under the eraser", x)
		}
	}
}

// The path starts at a cost above the solution's and ends at it; every bound is below it.
func TestSolverFilm(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"xor"}`)
	d.do(`{"do":"film","name":"solver"}`)
	page := d.Page()
	if page.Film.Name != "solver" || page.Film.Length < 4 || !page.Film.Playing || page.Film.Position != 0 {
		t.Fatalf("film %+v", page.Film)
	}
	d.do(`{"do":"speed","value":4}`)
	d.do(`{"do":"tick","seconds":0.1}`)
	if at := d.Page().Film.Position; math.Abs(at-0.1*4/unitSeconds[wire.Solver]) > 1e-12 {
		t.Errorf("a tick at speed 4 leads to %g", at)
	}
	for at := 0.0; at <= page.Film.Length; at += 0.5 {
		d.do(`{"do":"seek","position":%g}`, at)
		var snapshot wire.Snapshot
		d.SnapshotTo(&snapshot)
		it, ok := snapshot.Iterate()
		if !ok || it.Cost < page.LowerBound || it.Bound > page.Objective*(1+1e-12) {
			t.Fatalf("at %g: %v, cost %g, bound %g, the solution costs %g", at, ok, it.Cost, it.Bound, page.Objective)
		}
		for i := range 360 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 180)
			if g := it.Certificate.At(wire.Vec{cos, sin}); math.Abs(g) > snapshot.Beta*(1+1e-9) {
				t.Fatalf("at %g: g = %g at %d degrees, beta is %g", at, g, i, snapshot.Beta)
			}
		}
		if caption := d.Page().Film.Caption; !strings.HasPrefix(caption, "Iterate ") || !strings.HasSuffix(caption, ".") {
			t.Errorf("caption %q", caption)
		}
	}
	d.do(`{"do":"film","name":"decomposition"}`)
	if film := d.Page().Film; film.Position != film.Length {
		t.Errorf("the decomposition is at %g of %g", film.Position, film.Length)
	}
}

// A turned network is another one with the same function, cost and certificate, and playing brings the first one back.
func TestTurn(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"ring"}`)
	before := d.Page()
	if !before.CanTurn {
		t.Fatal("the ring has a matrix of rank 3")
	}
	if note := before.Tiles[4].Note; !strings.Contains(note, "every direction") {
		t.Errorf("Z has full rank, and the certificate's note is %q", note)
	}
	var was, is wire.Snapshot
	d.SnapshotTo(&was)
	k := -1
	for i, n := range was.Neurons {
		if n.Alpha > 0 == was.CanTurn[0] {
			k = i
		}
	}
	u := was.Neurons[k].U
	sin, cos := math.Sincos(0.4)
	d.do(`{"do":"turn","neuron":%d,"u":[%.17g,%.17g,0]}`, k, cos*u[0]-sin*u[1], sin*u[0]+cos*u[1])
	d.SnapshotTo(&is)
	after := d.Page()
	if turned := is.Neurons[k].U; math.Abs(turned[0]*u[0]+turned[1]*u[1]-cos) > 1e-9 {
		t.Errorf("neuron %d went from %v to %v", k, u, turned)
	}
	if math.Abs(after.Objective-before.Objective) > 1e-10*before.Objective || after.Status != "optimal" || len(after.Neurons) != len(before.Neurons) {
		t.Errorf("the cost went from %g to %g", before.Objective, after.Objective)
	}
	if was.Certificate != is.Certificate {
		t.Error("the certificate moved")
	}
	for i := range 50 {
		x := wire.Vec{math.Sin(float64(i)), math.Cos(3 * float64(i))}
		if a, b := was.Function.At(x), is.Function.At(x); math.Abs(a-b) > 1e-10*(1+math.Abs(a)) {
			t.Fatalf("f(%v) went from %g to %g", x, a, b)
		}
	}
	if !strings.Contains(after.Film.Caption, "same") {
		t.Errorf("caption %q", after.Film.Caption)
	}
	d.do(`{"do":"play"}`)
	d.SnapshotTo(&is)
	for i := range is.Neurons {
		if is.Neurons[i] != was.Neurons[i] {
			t.Errorf("neuron %d is %v, was %v", i, is.Neurons[i], was.Neurons[i])
		}
	}
}
