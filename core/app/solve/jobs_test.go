package solve

import (
	"math"
	"slices"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
)

func never() bool { return false }

// do carries out an intent on the jobs of a state.
func do(j *Jobs, t *workspace.State, in intent.Intent) error {
	switch in := in.(type) {
	case *intent.Path:
		return j.StartPath(t)
	case *intent.Sweep:
		return j.StartSweep(t, in.Name)
	case *intent.StartRace:
		return j.StartRace(t, in)
	case *intent.PauseRace:
		return j.PauseRace(true)
	case *intent.ResumeRace:
		return j.PauseRace(false)
	case *intent.ClearRace:
		return j.ClearRace()
	case *intent.ShowRun:
		return j.ShowRun(in.Index)
	}
	panic("no job")
}

// start starts a job on a preset.
func start(t *testing.T, preset string, in intent.Intent) (*Jobs, *workspace.State) {
	t.Helper()
	j, state := &Jobs{}, workspace.First(preset, 0.05)
	if err := do(j, &state, in); err != nil {
		t.Fatal(err)
	}
	return j, &state
}

// TestSweepsAreOptimal compares points of both kinds of sweep with separate solves.
func TestSweepsAreOptimal(t *testing.T) {
	for _, c := range []struct {
		preset string
		in     intent.Intent
	}{{"ring", &intent.Path{}}, {"xor", &intent.Sweep{Name: "a"}}, {"valley", &intent.Sweep{Name: "beta"}}} {
		j, state := start(t, c.preset, c.in)
		j.Work(never)
		sweep := j.path
		if sweep == nil {
			sweep = j.sweep
		}
		if j.Idle() || !sweep.done() ||
			!slices.IsSortedFunc(sweep.points, func(p, q point) int { return int(math.Copysign(1, p.Value-q.Value)) }) {
			t.Fatalf("%s: %d points", c.preset, len(sweep.points))
		}
		for k := 0; k < len(sweep.points); k += 7 {
			p, got := state.TrainingProblem(), sweep.points[k]
			if sweep.of == protocol.Beta {
				p.Beta = got.Value
			} else {
				p.Sigma.A = got.Value
			}
			r := new(certify.Job).Run(p)
			if math.Abs(got.cost-r.Objective) > 1e-7*r.Objective || got.train.Samples != state.Samples() || got.test != nil {
				t.Errorf("%s at %g: cost %g, want %g", c.preset, got.Value, got.cost, r.Objective)
			}
		}
	}
}

// TestJobsEndWithTheirProblem checks which jobs end for each kind of change.
func TestJobsEndWithTheirProblem(t *testing.T) {
	j, state := start(t, "ring", &intent.Path{})
	for _, in := range []intent.Intent{&intent.Sweep{Name: "b"}, &intent.StartRace{Method: "adam", Width: 2, Runs: 1, Epochs: 3, Rate: 0.1}} {
		if err := do(j, state, in); err != nil {
			t.Fatal(err)
		}
	}
	if !j.Idle() || !j.Racing() {
		t.Fatal("nothing to do")
	}
	beta := state.WithBeta(2 * state.Beta())
	j.Update(state, &beta)
	if j.path == nil || j.sweep != nil || j.race != nil {
		t.Error("a change of beta leaves the path along it, and nothing else")
	}
	if j.Update(&beta, state); j.path == nil {
		t.Error("the path does not survive that the change is undone")
	}
	if err := do(j, &beta, &intent.Sweep{Name: "b"}); err != nil {
		t.Fatal(err)
	}
	a := beta.Activation()
	along, across := beta.WithActivation(a.A, a.B+1, a.C), beta.WithActivation(a.A+1, a.B, a.C)
	if j.Update(&beta, &along); j.sweep == nil {
		t.Error("a change of b ends the sweep along it")
	}
	if j.Update(&along, &across); j.sweep != nil {
		t.Error("a change of a leaves a sweep along b")
	}
	other := across.Cleared()
	if j.Update(&across, &other); j.Idle() {
		t.Error("another problem leaves a path")
	}
}

func TestRacesAreSteered(t *testing.T) {
	j, state := start(t, "ring", &intent.StartRace{Method: "sgd", Width: 3, Runs: 2, Epochs: 40, Batch: 10, Seed: 4, Rate: 0.01})
	r := new(certify.Job).Run(state.TrainingProblem())
	best := Optimum{Known: true, Cost: r.Objective}
	steer := func(in intent.Intent) *protocol.PageRace {
		t.Helper()
		if err := do(j, state, in); err != nil {
			t.Fatal(err)
		}
		var p protocol.Page
		j.PageTo(&p, best)
		return p.Race
	}
	if p := steer(&intent.PauseRace{}); p.State != "paused" || j.Racing() {
		t.Errorf("%+v", p)
	}
	if p := steer(&intent.ResumeRace{}); p.State != "solving" || !j.Racing() {
		t.Errorf("%+v", p)
	}
	j.Race(func() float64 { return 0 }, never)
	if p := steer(&intent.ShowRun{Index: 1}); p.State != "done" || p.Shown != 1 || len(j.ShownRun()) != 3 || p.Ends[0] < 0 {
		t.Errorf("%+v", p)
	}
	if err := do(j, state, &intent.ShowRun{Index: 2}); err == nil {
		t.Error("a third run of two")
	}
	if p := steer(&intent.ClearRace{}); p != nil {
		t.Errorf("%+v", p)
	}
	if err := do(j, state, &intent.PauseRace{}); err == nil {
		t.Error("no race can be paused")
	}
}

func TestNothingWithoutPoints(t *testing.T) {
	full := workspace.First("ring", 1)
	empty, j := full.Cleared(), &Jobs{}
	for _, in := range []intent.Intent{&intent.Path{}, &intent.Sweep{Name: "beta"},
		&intent.StartRace{Method: "adam", Width: 1, Runs: 1, Epochs: 1}} {
		if err := do(j, &empty, in); err == nil {
			t.Errorf("%T without points", in)
		}
	}
}

func TestPathCurves(t *testing.T) {
	score := func(loss float64) *protocol.PageScore { return &protocol.PageScore{Loss: loss} }
	path := []protocol.PagePath{
		{Beta: 100, Train: score(4), Test: score(3)}, {Beta: 1, Train: score(1), Test: score(1.0005)},
		{Beta: 0.01, Train: score(0), Test: score(1)},
	}
	c := curvesOf(path)
	if c.Best != 1 || c.Train[0] != 1 || c.Test[0] != 0.75 {
		t.Errorf("%+v", c)
	}
	if curvesOf(path[:0]) != nil || curvesOf([]protocol.PagePath{{Beta: 1, Train: score(1)}}) != nil {
		t.Error("curves without points held out")
	}
}

func TestRaceEnded(t *testing.T) {
	const no = " No run can tell by itself whether it has arrived: that takes the lower bound."
	for _, c := range []struct {
		runs int
		at   [protocol.Places]int
		want string
	}{
		{20, [protocol.Places]int{protocol.AtOptimum: 20}, "After 300 epochs 20 of 20 runs are at the optimum." + no},
		{20, [protocol.Places]int{protocol.AtOptimum: 12, protocol.Above: 8},
			"After 300 epochs 12 of 20 runs are at the optimum; 8 are above it." + no},
		{3, [protocol.Places]int{protocol.Above: 2, protocol.Diverged: 1},
			"After 300 epochs 0 of 3 runs are at the optimum; 2 are above it, 1 has diverged." + no},
		{1, [protocol.Places]int{protocol.Above: 1},
			"After 300 epochs 0 of 1 run is at the optimum; 1 is above it. The run itself cannot tell whether it has arrived: that takes the " +
				"lower bound."},
	} {
		if got := raceEnded(c.runs, 300, c.at); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
