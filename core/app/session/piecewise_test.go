package session

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/data/presets"
	"conelab/core/numeric/loss"
)

// hangs fails unless the points with rings are on kinks.
func hangs(t interface{ Fatalf(string, ...any) }, s *Session) {
	shown := s.Snapshot()
	for j, face := range shown.Piecewise.Kinks {
		for _, k := range face {
			if off := protocol.Inner(shown.Neurons[j].U, shown.Points[k].X, shown.Dimension); math.Abs(off) > 1e-9 {
				t.Fatalf("point %d is %g off the kink of neuron %d", k, off, j)
			}
		}
	}
}

// What a piecewise-linear activation does not suit, and a path of several layers, is refused with one sentence, and changes nothing.
func TestPiecewiseRefusals(t *testing.T) {
	d := drive(t)
	for _, c := range []struct{ before, refused string }{
		{`{"do":"loadPreset","name":"largest"}`, `{"do":"activation","name":"relu"}`},
		{`{"do":"loadPreset","name":"bump"}`, `{"do":"activation","name":"leaky"}`},
		{`{"do":"loadPreset","name":"four","activation":"relu"}`, `{"do":"layers","by":1}`},
		{`{"do":"loadPreset","name":"four","activation":"relu"}`, `{"do":"loss","name":"huber"}`},
		{`{"do":"loadPreset","name":"four","activation":"relu"}`, `{"do":"classes","value":3}`},
		{`{"do":"loadPreset","name":"four","activation":"relu"}`, `{"do":"architecture","kind":"quadratic"}`},
		{`{"do":"loadPreset","name":"four","activation":"relu"}`, `{"do":"startSweep","name":"a"}`},
		{`{"do":"loadPreset","name":"four","layers":2}`, `{"do":"startSweep","name":"path"}`},
		{`{"do":"loadPreset","name":"four"}`, `{"do":"probe","u":[1,0,0]}`},
	} {
		d.do("%s", c.before)
		if strings.Contains(c.before, `"four"}`) {
			d.do(`{"do":"activation","name":"polynomial"}`)
			d.do(`{"do":"focus"}`) // what the page says of the change is of that intent
		}
		before := d.Page()
		err := d.Apply([]byte(c.refused))
		if err == nil || !isSentence(err.Error()) {
			t.Errorf("%s after %s: %v", c.refused, c.before, err)
		}
		if after := d.Page(); !reflect.DeepEqual(before, after) {
			t.Errorf("%s changed the page", c.refused)
		}
	}
	d.do(`{"do":"loadPreset","name":"four","activation":"relu"}`)
	d.do(`{"do":"loadPreset","name":"largest"}`) // three classes need the polynomial
	if page := d.Page(); page.Activation.Name != "polynomial" || page.Activation.Offered || page.Status != "optimal" {
		t.Errorf("%+v %s", page.Activation, page.Status)
	}
}

// TestProbe compares what is said of a line with the gain by its definition.
func TestProbe(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"loadPreset","name":"parabola","activation":"relu"}`)
	probe := func(u []float64) {
		d.apply(`{"do":"probe","u":[%g,%g,%g]}`, u[0], u[1], u[2])
	}
	p, solution := d.Problem(), d.Solution()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		u := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		probe(u[:])
		size, gain := math.Sqrt(u[0]*u[0]+u[1]*u[1]+u[2]*u[2]), 0.0
		for i, x := range p.Data.X {
			gain += solution.Dual[i][0] * math.Max(0, (u[0]*x[0]+u[1]*x[1]+u[2])/size)
		}
		shown := d.Snapshot()
		if got := shown.Piecewise.Gain(shown.Piecewise.Probe, 2); !shown.Piecewise.Probing ||
			math.Abs(got-gain) > 1e-9 || math.Abs(gain) > p.Beta {
			t.Errorf("gain %g at %v, where it is %g", got, u, gain)
		}
		note := d.Page().Tiles[protocol.PictureCertificate].Note
		if (math.Abs(gain) < 5e-4*p.Beta) != strings.Contains(note, "nothing") {
			t.Errorf("gain %g: %q", gain/p.Beta, note)
		}
	}
	for _, n := range solution.Network.Neurons {
		probe(n.U)
		if note := d.Page().Tiles[protocol.PictureCertificate].Note; !strings.Contains(note, "exactly") {
			t.Errorf("at a neuron: %q", note)
		}
	}
}

// TestCandidateStaysWhereItWasLeft: a pointer that leaves the pictures leaves the candidate of the price where it is; the animation then
// moves it on.
func TestCandidateStaysWhereItWasLeft(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"loadPreset","name":"ring","activation":"relu"}`)
	candidate := func() protocol.Vec {
		shown := d.Snapshot()
		return shown.Piecewise.Probe
	}
	d.do(`{"do":"animation","name":"price"}`)
	d.do(`{"do":"seek","position":0.5}`)
	first := candidate()
	d.do(`{"do":"probe","u":[0.6,0,-0.8]}`)
	d.do(`{"do":"probe"}`)
	if got := candidate(); got != (protocol.Vec{0.6, 0, -0.8}) || d.Page().Probe == nil {
		t.Errorf("the candidate went to %v", got)
	}
	d.do(`{"do":"seek","position":0.5}`)
	if got := candidate(); got != first {
		t.Errorf("the animation shows %v, not %v", got, first)
	}
	d.do(`{"do":"animation","name":"decomposition"}`)
	d.do(`{"do":"probe","u":[0.6,0,-0.8]}`)
	d.do(`{"do":"probe"}`)
	if d.Page().Probe != nil {
		t.Error("a line stays without a candidate")
	}
}

// TestPolynomialComesBackWhole tries ReLU on models with coefficients and a loss of their own, a bias and layers: back at the polynomial, here,
// from a link and from saved work, it is the same model, and undo leads back, too.
func TestPolynomialComesBackWhole(t *testing.T) {
	for _, points := range []string{`{"do":"loadPreset","name":"ring"}`, `{"do":"addRows","add":[[0.3,0.4,1]]}`} {
		for _, more := range []string{`{"do":"focus"}`, `{"do":"layers","value":2}`} {
			d := drive(t)
			for _, text := range []string{points, `{"do":"coefficients","a":1,"b":0,"c":0}`, `{"do":"loss","name":"huber"}`,
				`{"do":"bias","on":true}`, more} {
				d.do("%s", text)
			}
			want := d.Problem()
			back := func(e driver) {
				e.do(`{"do":"activation","name":"polynomial"}`)
				if got := e.Problem(); !reflect.DeepEqual(got, want) {
					t.Errorf("after %s: the model is %+v", points, got.Settings)
				}
			}
			d.do(`{"do":"activation","name":"relu"}`)
			d.do(`{"do":"loss","name":"logistic"}`)
			d.do(`{"do":"activation","name":"leaky"}`)
			d.elsewhere(back)
			back(d)
			for range 4 {
				d.do(`{"do":"undo"}`)
			}
			if got := d.Problem(); !reflect.DeepEqual(got, want) {
				t.Errorf("after %s, undo leads to %+v", points, got.Settings)
			}
		}
	}
}

// TestLossIsNamed: whoever chooses an activation that brings another loss is told so once, and the loss beside a cost is the one of that
// cost, also while the network before is still shown.
func TestLossIsNamed(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"loadPreset","name":"moons"}`)
	for _, c := range []struct{ activation, loss, before, told string }{
		{"relu", "hinge", "squared", "Each point now " +
			"costs max(0, 1 − y f), the hinge loss, 0 once right by a margin, so few points decide f, " +
			"in place of (f − y)², the squared loss: the costs cannot be compared. " +
			"ReLU has no Decomposition."},
		{"leaky", "hinge", "hinge", ""},
		{"polynomial", "squared", "hinge", "Each point now " +
			"costs (f − y)², the squared loss, in place of max(0, 1 − y f), the hinge loss: " +
			"the costs cannot be compared."},
	} {
		d.apply(`{"do":"activation","name":%q}`, c.activation)
		page := d.Page()
		if page.Notice != c.told || c.told != "" && !isSentence(c.told) {
			t.Errorf("%s: %q", c.activation, page.Notice)
		}
		if want := map[bool]string{true: c.before, false: c.loss}[page.Stale]; page.Strip.Loss != want {
			t.Errorf("%s: the cost of the %s loss is called %s", c.activation, want, page.Strip.Loss)
		}
		d.do(`{"do":"focus"}`)
		d.solve()
		page = d.Page()
		lossFn, _ := loss.Parse(page.Strip.Loss)
		cost := page.Proof.Penalty
		for i, f := range d.training.ChosenLayer().Found.Fit {
			cost += lossFn.Value(f, d.Problem().Data.Y[i][0])
		}
		if page.Notice != "" || page.Strip.Loss != c.loss || math.Abs(cost-page.Objective) > 1e-9*(1+cost) {
			t.Errorf("%s: %q, %s loss, cost %g, of that loss %g", c.activation, page.Notice, page.Strip.Loss, page.Objective, cost)
		}
	}
}

// TestOfferedActivationIsTaken chooses ReLU for every preset, for empty stages, and for more points than it takes: it is offered exactly
// where it is not refused.
func TestOfferedActivationIsTaken(t *testing.T) {
	texts := []string{`{"do":"blank","input":[4,4]}`, `{"do":"classes","value":3}`,
		`{"do":"layers","value":3}`, `{"do":"formula","text":"x1 > x2","n":501}`, `{"do":"formula","text":"x1 > x2 * x3","n":60}`,
		`{"do":"formula","text":"x1 * x3","n":61}`}
	for _, name := range strings.Split(presets.Names(), ", ") {
		texts = append(texts, `{"do":"loadPreset","name":"`+name+`"}`)
	}
	taken := 0
	for _, text := range texts {
		s := New(func() float64 { return 0 })
		if err := s.Apply([]byte(text)); err != nil {
			t.Fatal(err)
		}
		offered := s.Page().Activation.Offered
		err := s.Apply([]byte(`{"do":"activation","name":"relu"}`))
		if offered != (err == nil) {
			t.Errorf("%s: offered %t, %v", text, offered, err)
		}
		if offered {
			taken++
		}
	}
	if taken == 0 || taken == len(texts) {
		t.Errorf("%d of %d take it", taken, len(texts))
	}
}
