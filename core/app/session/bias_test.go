package session

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
)

// TestBias trains networks with a bias, of one layer and of two. The cost is not above that without; the documents have the feature of
// ones, the data and their pictures do not; and the switch is undone, and survives links, saved work and problem documents.
func TestBias(t *testing.T) {
	for _, c := range []struct {
		preset string
		layers int
	}{{"parabola", 1}, {"ring", 1}, {"shell", 1}, {"blobs", 1}, {"masked", 1}, {"ring", 2}, {"parabola", 2}} {
		d := drive(t)
		d.do(`{"do":"preset","name":%q}`, c.preset)
		if !d.now().Biasable() {
			if d.Page().Bias != nil || d.Apply([]byte(`{"do":"bias","on":true}`)) == nil {
				t.Errorf("%s has a bias", c.preset)
			}
			continue
		}
		d.do(`{"do":"activation","a":1,"b":0,"c":0}`)
		before, features := d.Page(), d.now().Features()
		d.do(`{"do":"bias","on":true}`)
		if c.layers > 1 {
			d.do(`{"do":"layers","value":%d}`, c.layers)
		}
		page, problem := d.Page(), d.Problem()
		if page.Bias == nil || !*page.Bias || page.Dimension != features || !problem.Columns.Bias || len(problem.Data.X[0]) != features+1 {
			t.Fatalf("%+v: bias %v of %d features, %+v", c, page.Bias, page.Dimension, problem.Columns)
		}
		if c.layers == 1 && page.Objective > before.Objective*(1+1e-7) {
			t.Errorf("%+v: with a bias the cost is %g, without %g", c, page.Objective, before.Objective)
		}
		for _, saved := range [][]byte{d.Share(), d.Save()} {
			other := drive(t)
			other.do(`{"do":"open","work":%s}`, saved)
			if p := other.Page(); p.Bias == nil || !*p.Bias || p.Dimension != features || math.Abs(p.Objective-page.Objective) > 1e-6*page.Objective {
				t.Errorf("%+v: opened again, bias %v and cost %g, want %g", c, p.Bias, p.Objective, page.Objective)
			}
		}
		for _, name := range []string{"points", "report", "data.csv", "python", "javascript"} {
			written, err := d.Document(name)
			if err != nil || name == "data.csv" && strings.Count(strings.SplitN(string(written), "\n", 2)[0], ",x")+1 != features {
				t.Errorf("%+v: %s: %v: %.100s", c, name, err, written)
			}
		}
		text, err := json.Marshal(problem)
		if err != nil {
			t.Fatal(err)
		}
		if d.do(`{"do":"set","problem":%s}`, text); d.now().Features() != features || string(d.Problem().JSON()) != string(problem.JSON()) {
			t.Errorf("%+v: the document comes back as another", c)
		}
		for range 1 + c.layers {
			d.do(`{"do":"undo"}`)
		}
		if p := d.Page(); *p.Bias || math.Abs(p.Objective-before.Objective) > 1e-6*before.Objective {
			t.Errorf("%+v: undone, bias %t and cost %g", c, *p.Bias, p.Objective)
		}
	}
}

// TestBiasOfManyFeatures adds a bias to data that are shown in a plane, of numbers and of classes, and to a quadratic network.
func TestBiasOfManyFeatures(t *testing.T) {
	for _, outputs := range []int{1, 3} {
		d := drive(t)
		setWide(d, 5, 40, 5, outputs)
		d.do(`{"do":"bias","on":true}`)
		d.do(`{"do":"outputView","features":[1,3]}`)
		if d.Page().Dimension != 5 || d.Page().OutputView.Features != [2]int{2, 4} {
			t.Errorf("%d features in the plane of %v", d.Page().Dimension, d.Page().OutputView.Features)
		}
		d.do(`{"do":"preset","name":"ring"}`)
		d.do(`{"do":"activation","a":1,"b":0,"c":0}`)
		d.do(`{"do":"architecture","kind":"quadratic"}`)
		d.do(`{"do":"bias","on":true}`)
		shown, features, _ := d.Plain()
		d.checkFunction(&shown.Function, d.Problem(), d.Solution().Network.Neurons)
		if features != 2 || shown.Function.X == 0 && shown.Function.C == 0 {
			t.Errorf("of %d features %+v is drawn", features, shown.Function)
		}
	}
}

// TestBiasHelps fits a parabola that the network without a bias cannot, moves a point with one, and tries ReLU, which has its own.
func TestBiasHelps(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"clear"}`)
	d.do(`{"do":"dimension","value":1}`)
	for k := range 9 {
		x := float64(k-4) / 4
		d.do(`{"do":"press","at":[%g,%g],"radius":0.001}`, x, 0.2-x)
		d.do(`{"do":"release"}`)
	}
	d.do(`{"do":"activation","a":1,"b":0,"c":0}`)
	for d.Idle() {
		d.Work(func() bool { return false })
	}
	said := 0
	for _, text := range d.Page().Strip.Fit.Helps {
		if strings.HasPrefix(text, "With a bias the optimum explains 99.9 %") {
			said++
		}
	}
	before := d.Page()
	if said != 1 {
		t.Errorf("what helps is %q", before.Strip.Fit.Helps)
	}
	d.do(`{"do":"bias","on":true}`)
	if after := d.Page(); after.Objective > 0.1*before.Objective || *after.Train.R2 < 0.9 {
		t.Errorf("with a bias the cost is %g, without %g: R2 %g", after.Objective, before.Objective, *after.Train.R2)
	}
	d.do(`{"do":"race","name":"start","method":"adam","runs":1,"epochs":20,"width":3,"rate":0.05}`)
	for d.racing() {
		d.Work(func() bool { return false })
	}
	d.do(`{"do":"race","name":"show","index":0}`)
	var s protocol.Snapshot
	d.SnapshotTo(&s)
	p := d.Problem()
	for i, x := range p.Data.X {
		want := 0.0
		for _, n := range d.jobs.ShownRun() {
			inner := n.U[0]*x[0] + n.U[1]
			want += n.Alpha * inner * inner
		}
		if got := s.Race.Function.At(s.Points[i].X); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) || len(s.Race.Neurons) == 0 {
			t.Fatalf("the run is %g at point %d, drawn %g", want, i, got)
		}
	}
	d.do(`{"do":"tool","name":"move"}`)
	d.do(`{"do":"press","at":[0.5,-0.3],"radius":0.1}`)
	d.do(`{"do":"drag","at":[0.6,-0.2],"radius":0.1}`)
	d.do(`{"do":"release"}`)
	d.do(`{"do":"activation","name":"relu"}`)
	if p := d.Page(); p.Bias != nil {
		t.Errorf("with ReLU there is a switch: %t", *p.Bias)
	}
}
