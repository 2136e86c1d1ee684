package session

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/network/neural"
)

// raced starts a race and takes it to its end, a few steps at a time.
func (d driver) raced(intent string) *protocol.PageRace {
	d.t.Helper()
	d.apply(intent)
	for d.Page().Racing {
		d.Work(steps(7))
	}
	return d.Page().Race
}

// apply carries out an intent and does not work.
func (d driver) apply(intent string) {
	d.t.Helper()
	if err := d.Apply([]byte(intent)); err != nil {
		d.t.Fatal(err)
	}
}

// steps expires after so many questions.
func steps(count int) func() bool {
	return func() bool { count--; return count <= 0 }
}

// TestRaceAgainstTheFloor: no run costs less than the certified bound; what the page says of the ends is what the runs' own neurons cost.
func TestRaceAgainstTheFloor(t *testing.T) {
	for _, preset := range []string{"parabola", "xor", "ring"} {
		s := drive(t)
		s.do(`{"do":"preset","name":"%s"}`, preset)
		page := s.raced(`{"do":"race","name":"start","method":"momentum","runs":6,"width":5,"epochs":300,"seed":3}`)
		if page.State != "done" || page.Epoch != 300 || len(page.Ends) != 6 || page.Rate <= 0 || page.Trials == 0 {
			t.Fatalf("%s: %+v", preset, page)
		}
		p, reached := s.now().Training(), 0
		samples := p.Architecture.New(p.Sigma, p.X, p.Samples(), p.D)
		for k, end := range page.Ends {
			s.apply(`{"do":"race","name":"show","index":` + string(rune('0'+k)) + `}`)
			neurons := s.jobs.ShownRun()
			cost := neural.Cost(make([]float64, len(p.Y)), neurons, samples, p.Y, p.Beta, p.Loss)
			if cost < s.solution.Result().Lower {
				t.Errorf("%s, run %d: cost %v below the certified bound %v", preset, k, cost, s.solution.Result().Lower)
			}
			if want := (cost - s.solution.Result().Objective) / s.solution.Result().Objective; math.Abs(end-math.Max(0, want)) > 1e-9*(1+want) {
				t.Errorf("%s, run %d: the page says %v above the optimum, its neurons %v", preset, k, end, want)
			}
			if cost <= 1.01*s.solution.Result().Objective {
				reached++
			}
			var snap protocol.Snapshot
			s.SnapshotTo(&snap)
			fit := make([]float64, len(p.Y))
			neural.PredictTo(fit, neurons, samples)
			for i, point := range snap.Points {
				if got := snap.Race.Function.At(point.X); math.Abs(got-fit[i]) > 1e-9*(1+math.Abs(fit[i])) {
					t.Fatalf("%s, run %d, point %d: the picture shows %v, the network gives %v", preset, k, i, got, fit[i])
				}
			}
		}
		if reached != page.Reached {
			t.Errorf("%s: %d runs within 1 %%, the page says %d", preset, reached, page.Reached)
		}
	}
}

// TestRaceIsRepeatable: the same seed gives the same race, another one another, however the time is granted; a change of the data ends it.
func TestRaceIsRepeatable(t *testing.T) {
	s := drive(t)
	const start = `{"do":"race","name":"start","method":"sgd","batch":13,"runs":3,"width":4,"epochs":50,"rate":0.001,"seed":`
	first := s.raced(start + "7}")
	again := s.raced(start + "7}")
	other := s.raced(start + "8}")
	a, _ := json.Marshal(first)
	b, _ := json.Marshal(again)
	c, _ := json.Marshal(other.Ends)
	if string(a) != string(b) {
		t.Errorf("two races:\n%s\n%s", a, b)
	}
	if strings.Contains(string(a), string(c)) {
		t.Error("another seed gives the same race")
	}
	s.do(`{"do":"beta","value":0.2}`)
	if s.Page().Race != nil {
		t.Error("the race of another beta is still there")
	}
}

// TestRaceCanBePaused: a paused race keeps its runs, takes no time, and goes on.
func TestRaceCanBePaused(t *testing.T) {
	s := drive(t)
	s.apply(`{"do":"race","name":"start","method":"adam","runs":2,"width":4,"epochs":100,"rate":0.01,"seed":1}`)
	s.Work(steps(60))
	s.apply(`{"do":"race","name":"pause"}`)
	before := s.Page().Race
	s.Work(steps(60))
	if after := s.Page().Race; before.Epoch != after.Epoch || after.State != "paused" || s.Page().Racing {
		t.Errorf("paused at epoch %d, now at %d, %s", before.Epoch, after.Epoch, after.State)
	}
	s.apply(`{"do":"race","name":"resume"}`)
	for s.Page().Racing {
		s.Work(steps(60))
	}
	if end := s.Page().Race; end.Epoch != 100 || end.State != "done" {
		t.Errorf("it ends at epoch %d, %s", end.Epoch, end.State)
	}
	s.apply(`{"do":"race","name":"clear"}`)
	if s.Page().Race != nil {
		t.Error("a cleared race is still there")
	}
}

func TestRaceRefuses(t *testing.T) {
	s := drive(t)
	good := map[string]string{"name": `"start"`, "method": `"adam"`, "runs": "2", "width": "4", "epochs": "10", "rate": "0.1", "batch": "0"}
	for field, values := range map[string][]string{
		"method": {`"newton"`, `""`}, "runs": {"0", "51", "-1"}, "width": {"0", "1000"}, "epochs": {"0", "10000000"}, "rate": {"-1", "1e9"}, "batch": {"-4"},
	} {
		for _, value := range values {
			text := `{"do":"race"`
			for name, usual := range good {
				if name == field {
					usual = value
				}
				text += `,"` + name + `":` + usual
			}
			if err := s.Apply([]byte(text + "}")); err == nil || strings.Count(err.Error(), ".") != 1 {
				t.Errorf("%s %s: %v", field, value, err)
			}
		}
	}
	for _, text := range []string{`{"do":"race","name":"pause"}`, `{"do":"race","name":"show","index":0}`} {
		if s.Apply([]byte(text)) == nil {
			t.Errorf("%s without a race is carried out", text)
		}
	}
}
