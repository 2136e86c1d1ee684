package session

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
)

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
