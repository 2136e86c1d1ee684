package session

import (
	"testing"
)

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
