package session

import (
	"math"
	"slices"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/path"
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

// TestStudyIsTrue compares each point with an independent certified solve: the same accuracy or loss on the training points and on the held-out
// points, recomputed by a forward pass.
func TestStudyIsTrue(t *testing.T) {
	for _, c := range []struct{ preset, name string }{{"ring", "beta"}, {"xor", "a"}, {"blobs", "b"}, {"valley", "beta"}, {"bend", "c"}} {
		d := drive(t)
		d.do(`{"do":"preset","name":"%s"}`, c.preset)
		d.do(`{"do":"hold","value":30}`)
		study := d.studied(c.name)
		if len(study.Points) < studyCount || !study.Tested || !slices.IsSortedFunc(study.Points, func(a, b protocol.StudyPoint) int {
			return int(math.Copysign(1, a.Value-b.Value))
		}) {
			t.Fatalf("%s along %s: %d points", c.preset, c.name, len(study.Points))
		}
		for k := 0; k < len(study.Points); k += 5 {
			point := study.Points[k]
			p := d.now().Training()
			p.Trace = false
			switch c.name {
			case "beta":
				p.Beta = point.Value
			case "a":
				p.Sigma.A = point.Value
			case "b":
				p.Sigma.B = point.Value
			default:
				p.Sigma.C = point.Value
			}
			var job certify.Job
			r := job.Run(p)
			for part, got := range map[bool]float64{false: point.Train, true: point.Test} {
				set := d.now().Part(part)
				n := len(set.Y)
				fit := make([]float64, n)
				neural.PredictTo(fit, r.Neurons, p.Architecture.New(p.Sigma, set.X, n, p.D))
				want, classes := neural.Loss(fit, set.Y, n, p.Loss)/float64(n), path.ClassesOf(set.Y, n)
				if study.Classes {
					want = 0
					for i, f := range fit {
						if f*set.Y[i] > 1e-6 { // a point on the boundary may have either sign
							want += 1 / float64(n)
						} else if math.Abs(f) <= 1e-6 {
							got, want = 0, 0
							break
						}
					}
				}
				if math.Abs(got-want) > 1e-5*(1+want) {
					t.Errorf("%s at %s = %v, held out %v, classes %v: %v, a solution of its own has %v", c.preset, c.name, point.Value, part, classes, got, want)
				}
			}
		}
	}
}

// TestStudyFindsChanges checks that neighbours with different numbers of neurons are close together, unless all refinements are used, and that there
// are no neurons above beta_max.
func TestStudyFindsChanges(t *testing.T) {
	d := drive(t)
	study := d.studied("beta")
	p := d.now().Training()
	top := certify.BetaMax(&p)
	wide := 0
	for k, point := range study.Points {
		if point.Value > 1.01*top && point.Neurons > 0 || point.Value < 0.99*top && point.Neurons == 0 {
			t.Errorf("%d neurons at beta = %v, beta_max is %v", point.Neurons, point.Value, top)
		}
		if k > 0 && study.Points[k-1].Neurons != point.Neurons && math.Log10(point.Value/study.Points[k-1].Value) > 8*2*finest {
			wide++
		}
	}
	if wide > 0 && len(study.Points) < studyCount+refinements {
		t.Errorf("%d changes are not closed in on with %d points", wide, len(study.Points))
	}
}

// TestStudyEnds checks that a study outlives changes of its own variable, and no others.
func TestStudyEnds(t *testing.T) {
	d := drive(t)
	d.studied("beta")
	d.do(`{"do":"beta","value":0.3}`)
	if s := d.Page().Study; s == nil || !s.Done {
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
