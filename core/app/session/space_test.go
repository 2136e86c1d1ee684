package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"conelab/core/app/workspace"

	"conelab/core/app/protocol"
)

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
		if want := []float64{rounded(x), rounded(y), rounded(z)}; !slices.Equal(got, want) {
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
	radius := 0.1 * 2 * workspace.UnitWindow().Half
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

// turned shows a ring whose network has been turned, and returns the neuron turned.
func (d driver) turned() (k int) {
	d.t.Helper()
	d.do(`{"do":"preset","name":"ring"}`)
	var was protocol.Snapshot
	d.SnapshotTo(&was)
	for i, n := range was.Neurons {
		if n.Alpha > 0 == was.CanTurn[0] {
			k = i
		}
	}
	u := was.Neurons[k].U
	sin, cos := math.Sincos(0.4)
	d.do(`{"do":"turn","neuron":%d,"u":[%.17g,%.17g,0]}`, k, cos*u[0]-sin*u[1], sin*u[0]+cos*u[1])
	return k
}

// TestTurnedNetworkComesBack restores a turned network from a link, a file and a reload; the driver checks the solution again.
func TestTurnedNetworkComesBack(t *testing.T) {
	d := drive(t)
	k := d.turned()
	want := d.Page()
	for _, intent := range []string{
		fmt.Sprintf(`{"do":"open","shared":%s}`, d.Share()), fmt.Sprintf(`{"do":"open","work":%s}`, d.Keep()), fmt.Sprintf(`{"do":"resume","work":%s}`, d.Keep()),
	} {
		e := drive(t)
		e.do("%s", intent)
		got := e.Page()
		if got.Notice != "" || got.Status != "optimal" || got.Film.Caption != want.Film.Caption {
			t.Errorf("%.30s: %q, %s, %q", intent, got.Notice, got.Status, got.Film.Caption)
		}
		for i, n := range got.Neurons {
			if distance := math.Hypot(n.U[0]-want.Neurons[i].U[0], n.U[1]-want.Neurons[i].U[1]) + math.Abs(n.Alpha-want.Neurons[i].Alpha); distance > 1e-10 {
				t.Errorf("%.30s: neuron %d is %v, was %v", intent, i, n, want.Neurons[i])
			}
		}
		if string(e.Share()) != string(d.Share()) {
			t.Errorf("%.30s: shared %s, and again %s", intent, d.Share(), e.Share())
		}
		e.do(`{"do":"play"}`)
		if now := e.Page().Neurons[k]; now.U[0] == got.Neurons[k].U[0] {
			t.Error("play does not bring the first network back")
		}
	}
}

// A turned network has other neurons with the same function, cost and certificate, and playing the film restores the original one.
func TestTurn(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"ring"}`)
	before := d.Page()
	if !before.CanTurn {
		t.Fatal("the ring has a matrix of rank 3")
	}
	var was, is protocol.Snapshot
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
		x := protocol.Vec{math.Sin(float64(i)), math.Cos(3 * float64(i))}
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

// TestConstantGIsSaidWithItsSign: where g is the same in every direction, the sentence says whether it lies at +β or at −β, whose neurons alone
// there are; where it is not, no sentence says so.
func TestConstantGIsSaidWithItsSign(t *testing.T) {
	said := map[string]bool{}
	for _, name := range []string{"ring", "parabola", "xor"} {
		for flips := range 2 {
			d := drive(t)
			d.do(`{"do":"preset","name":%q}`, name)
			if flips == 1 {
				var all []string
				for i := range d.now().Samples() {
					all = append(all, strconv.Itoa(i))
				}
				d.do(`{"do":"rows","flip":[%s]}`, strings.Join(all, ","))
			}
			var snap protocol.Snapshot
			d.SnapshotTo(&snap)
			least, most := math.Inf(1), math.Inf(-1)
			for k := range 360 {
				sin, cos := math.Sincos(float64(k) * math.Pi / 180)
				g := snap.Certificate.At(protocol.Vec{cos, sin}) / snap.Beta
				least, most = min(least, g), max(most, g)
			}
			note := d.Page().Tiles[4].Note
			for sign, is := range map[string]bool{"+β": least > 1-1e-4, "−β": most < 1e-4-1} {
				said[sign] = said[sign] || is
				if strings.Contains(note, "Here g is "+sign+" in every direction") != is {
					t.Errorf("%s, flipped %d times: g is from %g β to %g β, and the note is %q", name, flips, least, most, note)
				}
			}
			if strings.Contains(note, "Here g is ±β") {
				t.Errorf("%s, flipped %d times: the note is %q", name, flips, note)
			}
		}
	}
	if !said["+β"] || !said["−β"] {
		t.Errorf("constant g was met with these signs: %v", said)
	}
}
