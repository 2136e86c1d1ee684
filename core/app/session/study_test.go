package session

import (
	"testing"

	"conelab/core/app/protocol"
)

// studied runs a study to its end.
func (d driver) studied(name string) *protocol.Study {
	d.t.Helper()
	d.apply(`{"do":"study","name":"` + name + `"}`)
	for d.Idle() {
		d.Work(steps(50))
	}
	var snap protocol.Snapshot
	d.SnapshotTo(&snap)
	return &snap.Study
}

// TestStudyEnds checks that a study outlives changes of its own variable, and no others.
func TestStudyEnds(t *testing.T) {
	d := drive(t)
	d.studied("beta")
	d.do(`{"do":"beta","value":0.3}`)
	if s := d.Page().Study; s == nil || d.Idle() {
		t.Error("the path along beta is gone with a beta of its own")
	}
	d.do(`{"do":"activation","a":0.5,"b":0.25,"c":0}`)
	if d.Page().Study != nil {
		t.Error("the path along beta of another activation is still there")
	}
	d.studied("a")
	d.do(`{"do":"activation","a":0.7,"b":0.25,"c":0}`)
	if d.Page().Study == nil {
		t.Error("the path along a is gone with an a of its own")
	}
	for _, name := range []string{"", "d", "alpha"} {
		if err := d.Apply([]byte(`{"do":"study","name":"` + name + `"}`)); err == nil {
			t.Errorf("a path along %q", name)
		}
	}
}
