package session

import (
	"math"
	"reflect"
	"testing"

	"conelab/core/format/convert"
	"conelab/core/network/certify"
)

// TestPath compares the path with separate solves.
func TestPath(t *testing.T) {
	d := drive(t)
	for _, intent := range []string{`{"do":"preset","name":"ring"}`, `{"do":"loss","name":"hinge"}`, `{"do":"architecture","kind":"quadratic"}`, `{"do":"preset","name":"valley"}`} {
		d.do("%s", intent)
		if d.Page().Path != nil {
			t.Fatalf("after %s there is a path that nobody asked for", intent)
		}
		d.do(`{"do":"path"}`)
		page := d.Page()
		if page.Idle || len(page.Path) != pathCount {
			t.Fatalf("%d points of the path, idle %t", len(page.Path), page.Idle)
		}
		for _, point := range page.Path {
			p := convert.Problem(d.Problem())
			p.Beta = point.Beta
			want := new(certify.Job).Run(p)
			if math.Abs(point.Cost-want.Objective) > 1e-7*want.Objective || point.Neurons > want.Measure(p).Width {
				t.Errorf("beta %g: %d neurons at the cost %g, want %d at %g", point.Beta, point.Neurons, point.Cost, len(want.Neurons), want.Objective)
			}
		}
		d.do(`{"do":"beta","value":0.02}`)
		if !reflect.DeepEqual(d.Page().Path, page.Path) {
			t.Error("another beta changes the path along beta")
		}
	}
}

// TestPathWaits grants small slices of time: the solution comes first, and the path runs in the background.
func TestPathWaits(t *testing.T) {
	d := drive(t)
	if err := d.Apply([]byte(`{"do":"path"}`)); err != nil {
		t.Fatal(err)
	}
	if d.Busy() || !d.Idle() || d.Page().Busy {
		t.Error("the page waits for the path")
	}
	once := func() func() bool {
		steps := 0
		return func() bool { steps++; return steps > 1 }
	}
	d.Work(once())
	if err := d.Apply([]byte(`{"do":"beta","value":0.3}`)); err != nil || !d.Busy() || d.Idle() {
		t.Errorf("%v: a change waits for the path", err)
	}
	slices := 0
	for d.Busy() || d.Idle() {
		d.Work(once())
		slices++
	}
	if slices < 2*pathCount || len(d.Page().Path) != pathCount {
		t.Errorf("%d slices made %d points", slices, len(d.Page().Path))
	}
	d.check()
	d.do(`{"do":"clear"}`)
	if err := d.Apply([]byte(`{"do":"path"}`)); err == nil || d.Page().Path != nil {
		t.Error("there is a path without points")
	}
}
