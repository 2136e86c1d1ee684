package reproduce

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/network/compare"
)

// lab returns a quick lab whose clock advances each time it is read.
func lab() *Lab {
	now := 0.0
	clock := func() float64 { now += 0.01; return now }
	return &Lab{Quick: true, Tables: map[string]*Table{}, Stopwatch: compare.Stopwatch{Clock: clock, Context: context.Background()}}
}

// work runs all pieces of an experiment.
func work(t *testing.T, e *Experiment, l *Lab) Results {
	t.Helper()
	done := Results{}
	for _, p := range e.Pieces(l) {
		r, err := p.Run(l)
		if err != nil {
			t.Fatal(err)
		}
		done[p.Name] = r
	}
	return done
}

// checkFloors: optima are certified, and no run of the first baseline, whose problem has the same optimum, is below the bound.
func checkFloors(t *testing.T, name string, r *Result) {
	t.Helper()
	for _, o := range r.Optima {
		if o.Status != certify.Optimal || !(o.Gap <= certify.DefaultTolerance) || !(o.Seconds > 0) {
			t.Errorf("%s: %+v", name, o)
		}
	}
	if len(r.Baselines) == 0 {
		return
	}
	for _, run := range r.Baselines[0].Runs {
		if run.Least < r.Optima[0].Lower || run.Reached != nil && !(*run.Reached > 0) {
			t.Errorf("%s: bound %v: %+v", name, r.Optima[0].Lower, run)
		}
	}
}

// TestGenerated: the experiments with generated data have certified optima, claims with a verdict, and ratios that are finite or
// "never"; with the same clock they give the same pieces.
func TestGenerated(t *testing.T) {
	for _, e := range []*Experiment{&introduction, &losses, &reluOptimum, &reluAccuracy} {
		l := lab()
		done := work(t, e, l)
		for piece, r := range done {
			checkFloors(t, e.Name+" "+piece, r)
		}
		checkReport(t, e.Report(l, done))
		if e != &losses {
			continue
		}
		first, _ := json.Marshal(done)
		if again, _ := json.Marshal(work(t, e, lab())); string(first) != string(again) {
			t.Errorf("%s: two runs differ", e.Name)
		}
	}
}

func checkReport(t *testing.T, r *Report) {
	t.Helper()
	if len(r.Claims) == 0 || len(r.Grids) == 0 || r.Title == "" || r.Place == "" {
		t.Errorf("%+v", r)
	}
	for _, c := range r.Claims {
		if !slices.Contains([]Verdict{Agrees, Partly, Differs, TooShort}, c.Verdict) || c.Ours == "" ||
			strings.Contains(c.Ours, "%!") || strings.Contains(c.Ours, "NaN") {
			t.Errorf("%+v", c)
		}
	}
	for _, g := range r.Grids {
		for _, row := range g.Rows {
			if len(row) != len(g.Header) {
				t.Errorf("%s: %d cells below %d headings", g.Title, len(row), len(g.Header))
			}
		}
	}
	for _, p := range r.Figure.Panels {
		for _, c := range p.Curves {
			if len(c.X) != len(c.Y) {
				t.Errorf("%s, %s: %d and %d numbers", r.Name, p.Title, len(c.X), len(c.Y))
			}
			for i := range c.X {
				if math.IsNaN(c.Y[i]) || math.IsInf(c.Y[i], 0) || p.LogY && c.Y[i] <= 0 || p.LogX && c.X[i] <= 0 {
					t.Errorf("%s, %s: point %v, %v", r.Name, p.Title, c.X[i], c.Y[i])
				}
			}
		}
	}
}

// TestStanding: what is said about runs agrees with their numbers.
func TestStanding(t *testing.T) {
	reached := 3.0
	point := func(seconds, test float64) compare.Point {
		return compare.Point{Seconds: seconds, Score: compare.Score{Cost: 9 - seconds, TestAccuracy: test}}
	}
	r := &Result{
		Optima: []compare.Optimum{{Score: compare.Score{Cost: 1, TestAccuracy: 0.8}, Seconds: 2}},
		Baselines: []compare.Outcome{{SearchSeconds: 5, Runs: []compare.Run{
			{Least: 1.005, Seconds: 8, Reached: &reached, Curve: []compare.Point{point(0, 0.5), point(1, 0.85), point(4, 0.6), point(8, 0.7)}},
			{Least: 1.5, Seconds: 4, Curve: []compare.Point{point(0, 0.5), point(4, 0.9)}},
		}}},
	}
	s := compared(&r.Optima[0], &r.Baselines[0], 0.05)
	got := fmt.Sprintf("%d %g %g %.3f %g %g %.2f %g %s",
		s.reached, s.ratio, s.searched, s.excess, s.matched, s.settled, s.tested, s.spent, s.firstReached())
	if want := "1 1.5 4 0.005 0.5 2 0.80 3 1.5x"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	r.Baselines[0].Runs[0].Reached = nil
	if s := compared(&r.Optima[0], &r.Baselines[0], 0); s.firstReached() != "never in 3x" || times(s.searched) != "never" {
		t.Errorf("%s, %s", s.firstReached(), times(s.searched))
	}
}

// TestVerdicts: with open cases the verdict is TooShort, unless a case is against the claim.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		votes votes
		want  Verdict
	}{
		{votes{yes: 3}, Agrees}, {votes{no: 2}, Differs}, {votes{yes: 1, no: 1}, Partly}, {votes{open: 1}, TooShort},
		{votes{yes: 3, open: 1}, TooShort}, {votes{no: 3, open: 1}, Partly}, {votes{yes: 1, no: 1, open: 4}, Partly},
	} {
		if got := c.votes.verdict(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.votes, got, c.want)
		}
	}
	if one(true, false) != TooShort || one(true, true) != Agrees || one(false, false) != Differs {
		t.Error("a single case")
	}
}

// TestAccuracyTable: the rows are complete, and wins, losses and entries are counted correctly.
func TestAccuracyTable(t *testing.T) {
	if len(accuracyTable) != 24 {
		t.Fatalf("%d rows", len(accuracyTable))
	}
	for _, row := range accuracyTable {
		for _, v := range row.accuracies {
			if row.n < 100 || row.d < 3 || v < 50 || v > 100 {
				t.Errorf("%+v", row)
			}
		}
	}
	row := &tableRow{name: "x", accuracies: accuracies{80, 90, 85, 86, 87}}
	var s accuracySummary
	s.add(row, &accuracies{89, 86, 85, 87, 88}, 2, 2)
	claims := s.claims(true)
	if claims[0].Verdict != Agrees || claims[2].Verdict != Partly || s.claims(false)[0].Verdict != TooShort {
		t.Errorf("%+v", claims)
	}
}
