package session

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
)

// raced runs a race to its end, a few steps at a time.
func (d driver) raced(intent string) *protocol.PageRace {
	d.t.Helper()
	d.apply("%s", intent)
	for d.Page().Racing {
		d.Work(steps(7))
	}
	return d.Page().Race
}

// steps returns a function that expires after the given number of calls.
func steps(count int) func() bool {
	return func() bool { count--; return count <= 0 }
}

// TestRaceAgainstTheFloor checks that no run costs less than the certified bound, that the reported costs are those of the runs' own
// neurons, and that the sentence counts them, also with a bias and with ReLU. Without a width, the runs have as many neurons as the
// optimum.
func TestRaceAgainstTheFloor(t *testing.T) {
	for _, start := range [][]string{{`"parabola"`}, {`"xor"`}, {`"ring"`}, {`"parabola"`, `{"do":"bias","on":true}`},
		{`"four","activation":"relu"`}} {
		s := drive(t)
		s.do(`{"do":"loadPreset","name":%s}`, start[0])
		for _, change := range start[1:] {
			s.do("%s", change)
		}
		page := s.raced(`{"do":"startRace","method":"momentum","runs":6,"epochs":300,"seed":3}`)
		best := s.training.ChosenLayer().Found
		sentence, near, above := s.jobs.RaceCaption(), 0, 0
		for k, end := range page.Ends { // the pictures, the numbers and the sentence count the same
			if isNear := end >= 0 && end <= 0.01; isNear != (page.States[k] == "optimum") {
				t.Errorf("%s: a run %g above the optimum is %s", start, end, page.States[k])
			} else if isNear {
				near++
			} else if end >= 0 {
				above++
			}
		}
		want := fmt.Sprintf("After 300 epochs, runs within 1 %% of the certified optimum: %d of 6; above it: %d;", near, above)
		if !strings.HasPrefix(sentence, want) || page.Reached != near {
			t.Errorf("%s: %q does not begin with %q", start, sentence, want)
		}
		if page.State != "done" || len(page.Ends) != 6 || page.Rate <= 0 || page.Trials == 0 {
			t.Fatalf("%s: %+v", start, page)
		}
		p, reached := s.Problem(), 0
		for k, end := range page.Ends {
			s.apply(`{"do":"changeRace","shown":%d}`, k)
			neurons := s.jobs.ShownRun()
			if len(neurons) != len(best.Neurons) {
				t.Errorf("%s: runs of %d neurons, the optimum has %d", start, len(neurons), len(best.Neurons))
			}
			c := cost(p, neurons)
			if c < best.Lower {
				t.Errorf("%s, run %d: cost %v below the certified bound %v", start, k, c, best.Lower)
			}
			if want := (c - best.Objective) / best.Objective; math.Abs(end-math.Max(0, want)) > 1e-9*(1+want) {
				t.Errorf("%s, run %d: the page says %v above the optimum, its neurons %v", start, k, end, want)
			}
			if c <= 1.01*best.Objective {
				reached++
			}
			snap := s.Snapshot()
			if p.Activation.IsPiecewise() {
				if drawn := cost(p, documented(snap.Race.Neurons, 3)); math.Abs(drawn-c) > 1e-9*c {
					t.Errorf("%s, run %d: the network drawn costs %v, the run %v", start, k, drawn, c)
				}
				continue
			}
			fit := outputs(p, neurons, p.Data.X)
			for i, point := range snap.Points {
				if got := snap.Race.Function.At(point.X); math.Abs(got-fit[i]) > 1e-9*(1+math.Abs(fit[i])) || len(snap.Race.Neurons) == 0 {
					t.Fatalf("%s, run %d, point %d: the picture shows %v, the network gives %v", start, k, i, got, fit[i])
				}
			}
		}
		if reached != page.Reached {
			t.Errorf("%s: %d runs within 1 %%, the page says %d", start, reached, page.Reached)
		}
	}
}

// TestRaceOfAStoppedSolve starts a race while the data are being solved: it goes on once they are; if that is stopped, the page says why
// there is none.
func TestRaceOfAStoppedSolve(t *testing.T) {
	for _, stops := range []bool{false, true} {
		d := drive(t)
		d.apply(`{"do":"beta","value":0.03}`)
		d.Work(func() bool { return true })
		d.apply(`{"do":"startRace","method":"adam","runs":2,"epochs":5,"rate":0.1}`)
		if stops {
			d.apply(`{"do":"stop"}`)
		}
		for d.Busy() || d.Page().Racing {
			d.Work(steps(7))
		}
		p := d.Page()
		if says := strings.Contains(p.Notice, "is compared with a certified optimum"); says != stops || (p.Race == nil) != stops {
			t.Errorf("stopped %t: %q, %+v", stops, p.Notice, p.Race)
		}
	}
}
