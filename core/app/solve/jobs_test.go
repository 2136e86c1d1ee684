package solve

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/numeric/loss"
)

func never() bool { return false }

// still is a clock that stands still.
func still() float64 { return 0 }

// job starts something on a state.
type job func(j *Jobs, t *workspace.State) error

func sweepOf(name string) job {
	return func(j *Jobs, t *workspace.State) error { return j.StartSweep(t, name) }
}

func raceOf(in *intent.StartRace) job {
	return func(j *Jobs, t *workspace.State) error {
		layer := &Layer{State: t}
		if !t.Empty() {
			layer.Found, layer.Current = new(certify.Job).Run(t.TrainingProblem()), true
		}
		return j.StartRace(layer, in)
	}
}

// start starts jobs on a preset.
func start(t *testing.T, preset string, jobs ...job) (*Jobs, *workspace.State) {
	t.Helper()
	j, state := &Jobs{}, workspace.First(preset, 0.05)
	for _, begin := range jobs {
		if err := begin(j, &state); err != nil {
			t.Fatal(err)
		}
	}
	return j, &state
}

// TestSweepsAreOptimal compares points of both kinds of sweep, and their scores, with separate solves, with points held out and with ReLU.
func TestSweepsAreOptimal(t *testing.T) {
	held, four := workspace.First("ring", 0.05), workspace.First("four", 0.1)
	relu, err := four.WithActivation(&intent.SetActivation{Name: "relu"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		state workspace.State
		job   job
	}{{held.WithHold(40), (*Jobs).StartPath}, {workspace.First("xor", 0.05), sweepOf("a")}, {workspace.First("valley", 0.05), sweepOf("beta")},
		{relu, (*Jobs).StartPath}} {
		j, state := &Jobs{}, &c.state
		if err := c.job(j, state); err != nil {
			t.Fatal(err)
		}
		j.Work(still, never)
		sweep := j.path
		if sweep == nil {
			sweep = j.sweep
		}
		if j.Pending() || !sweep.ended ||
			!slices.IsSortedFunc(sweep.points, func(p, q point) int { return int(math.Copysign(1, q.Value-p.Value)) }) {
			t.Fatalf("%s: %d points", state.Preset, len(sweep.points))
		}
		for k := 0; k < len(sweep.points); k += 7 {
			p, got := state.TrainingProblem(), sweep.points[k]
			if sweep.variable == protocol.Beta {
				p.Beta = got.Value
			} else {
				sigma := state.Sigma
				sigma.A = got.Value
				p.Sigma = sigma
			}
			solver := kind.Of(&p).NewTrainer()
			solver.Solve(p)
			r := solver.Result()
			train, test := state.Scorer().Scores(&p, r.Neurons)
			if math.Abs(got.cost-r.Objective) > 1e-7*r.Objective || !alike(got.train, train) || !alike(got.test, test) {
				t.Errorf("%s at %g: cost %g, want %g, scores %+v and %+v, want %+v and %+v", state.Preset, got.Value, got.cost, r.Objective,
					got.train, got.test, train, test)
			}
		}
		if last := len(sweep.points) - 1; state.Piecewise() && (last < 4 || sweep.points[0].Neurons != 0 || sweep.points[last].Neurons == 0) {
			t.Errorf("with ReLU the path is %+v", sweep.points)
		}
	}
}

// alike reports whether two scores are of as many points, which may differ in one that is on the boundary.
func alike(a, b *loss.Score) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Points == b.Points && math.Abs(a.Loss-b.Loss) < 1e-4*(1+b.Loss) &&
		(a.Accuracy == nil || math.Abs(*a.Accuracy-*b.Accuracy) < 1.5/float64(a.Points))
}

// uncertain is a trainer whose every other result is not certified.
type uncertain struct {
	kind.Trainer
	results int
}

func (u *uncertain) Result() *certify.Result {
	r := *u.Trainer.Result()
	if u.results++; u.results%2 == 0 {
		r.Status = certify.Inaccurate
	}
	return &r
}

// TestSweepsShowOptimaOnly: networks without a certificate are left out of the picture and of the path, and counted in the sentence.
func TestSweepsShowOptimaOnly(t *testing.T) {
	j, state := start(t, "xor", (*Jobs).StartPath, sweepOf("a"))
	j.path.job, j.sweep.job = &uncertain{Trainer: j.path.job}, &uncertain{Trainer: j.sweep.job}
	j.Work(still, never)
	shown := j.SweepPicture(state)
	const certified = (sweepCount + 1) / 2
	if len(shown.Points) != certified || len(j.Page().Path) != pathCount/2 ||
		!strings.Contains(j.SweepCaption(), strconv.Itoa(sweepCount-certified)+" values") {
		t.Errorf("%d points, %d on the path: %s", len(shown.Points), len(j.Page().Path), j.SweepCaption())
	}
	none, _ := start(t, "xor", (*Jobs).StartPath, sweepOf("a"))
	for _, s := range []*Sweep{none.path, none.sweep} {
		s.ended = true
	}
	if p := none.Page(); p.Path == nil || !strings.Contains(p.Sweep.Missing, "certified") || none.SweepCaption() != p.Sweep.Missing {
		t.Errorf("without any: %+v, %s", p, none.SweepCaption())
	}
}

// TestJobsEndWithTheirProblem checks which jobs end for each kind of change.
func TestJobsEndWithTheirProblem(t *testing.T) {
	race := raceOf(&intent.StartRace{Method: "adam", Width: 2, Runs: 1, Epochs: 3, Rate: 0.1})
	j, state := start(t, "ring", (*Jobs).StartPath, sweepOf("b"), race)
	if !j.Pending() || !j.Racing() {
		t.Fatal("nothing to do")
	}
	beta := state.WithBeta(2 * state.Beta)
	j.Update(state, &beta)
	if j.path == nil || j.sweep != nil || j.race != nil {
		t.Error("a change of beta leaves the path along it, and nothing else")
	}
	j.Update(&beta, state)
	if j.path == nil {
		t.Error("the path does not survive that the change is undone")
	}
	if err := j.StartSweep(&beta, "b"); err != nil {
		t.Fatal(err)
	}
	a := beta.Activation()
	along, across := beta.WithCoefficients(a.A, a.B+1, a.C), beta.WithCoefficients(a.A+1, a.B, a.C)
	j.Update(&beta, &along)
	if j.sweep == nil {
		t.Error("a change of b ends the sweep along it")
	}
	j.Update(&along, &across)
	if j.sweep != nil {
		t.Error("a change of a leaves a sweep along b")
	}
	other := across.Cleared()
	j.Update(&across, &other)
	if j.Pending() {
		t.Error("another problem leaves a path")
	}
	for k, begin := range []job{(*Jobs).StartPath, sweepOf("beta"), race} {
		if begin(j, &other) == nil {
			t.Errorf("job %d without points", k)
		}
	}
}

func TestRacesAreSteered(t *testing.T) {
	race := raceOf(&intent.StartRace{Method: "sgd", Width: 3, Runs: 2, Epochs: 40, Batch: 10, Seed: 4, Rate: 0.01})
	j, _ := start(t, "ring", race)
	after := func(err error) *protocol.PageRace {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return j.Page().Race
	}
	if p := after(j.ChangeRace(&intent.PauseRace{Paused: true})); p.State != "paused" || j.Racing() {
		t.Errorf("%+v", p)
	}
	if p := after(j.ChangeRace(&intent.PauseRace{Paused: false})); p.State != "searching" || !j.Racing() {
		t.Errorf("%+v", p)
	}
	j.Race(nil, still, never)
	if p := after(j.ChangeRace(&intent.ShowRun{Index: 1})); p.State != "done" || p.Shown != 1 || len(j.ShownRun()) != 3 || p.Ends[0] < 0 {
		t.Errorf("%+v", p)
	}
	if j.ChangeRace(&intent.ShowRun{Index: 2}) == nil {
		t.Error("a third run of two")
	}
	if p := after(j.ChangeRace(&intent.ClearRace{})); p != nil || j.ChangeRace(&intent.PauseRace{Paused: true}) == nil {
		t.Errorf("%+v, or no race can be paused", p)
	}
}
