package verify

import (
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
)

// appraised solves a preset and appraises it to the end. It returns the strip, and the appraisal.
func appraised(t *testing.T, preset string, beta float64) (*protocol.PageStrip, *Appraisal) {
	t.Helper()
	w, s, a := workspace.New(workspace.First(preset, beta)), &solve.Solution{}, &Appraisal{}
	never := func() bool { return false }
	s.Work(w.Now(), func() float64 { return 0 }, never)
	a.Begin(w.Now(), s)
	a.Work(never)
	p := &protocol.Page{Tolerance: w.Now().Goal()} // the gap may be 0, or below it by rounding
	s.PageTo(p)
	a.PageTo(p, w.Now(), s, false)
	return &p.Strip, a
}

// TestAppraisalOffersWhatHelps: what is offered was solved, certified, and is better by a count of its own.
func TestAppraisalOffersWhatHelps(t *testing.T) {
	for _, preset := range []string{"spiral", "parabola", "checkerboard"} {
		strip, a := appraised(t, preset, 0.1)
		best := a.trials.best(a.fit)
		if a.Idle() || !strip.Certified || best == nil && strip.Deepen == 0 || best == nil && preset == "parabola" {
			t.Fatalf("%s: %+v", preset, strip)
		}
		if deeper := a.trials.deeper; (strip.Deepen > 0) != (deeper != nil) || deeper != nil && !deeper.fit.Better(a.fit) {
			t.Errorf("%s: %d more layers are offered", preset, strip.Deepen)
		}
		if best == nil {
			continue
		}
		problem := best.state.Training()
		r := new(certify.Job).Run(problem)
		score, _ := best.state.Scorer().Scores(&problem, r.Neurons)
		if got := fitOf(score, a.classes, 1); got.Right != best.fit.Right || !got.Better(a.fit) || !strings.Contains(strings.Join(strip.Fit.Helps, " "), best.sentence()) {
			t.Errorf("%s: %+v is offered as %+v in %q, instead of %+v", preset, got, best.fit, strip.Fit.Helps, a.fit)
		}
	}
}

// TestAppraisalIsContent: of a network that is right everywhere nothing is tried.
func TestAppraisalIsContent(t *testing.T) {
	strip, a := appraised(t, "xor", 0.01)
	if strip.Fit == nil || *strip.Fit.Right != strip.Fit.Total || strip.Deepen != 0 || len(strip.Fit.Helps) > 0 || len(a.trials.all) > 0 {
		t.Errorf("%+v", strip.Fit)
	}
}
