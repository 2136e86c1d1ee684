package descent

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/presets"
	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// run runs a race to its end.
func (r *Race) run() {
	for !r.Done() {
		r.Step()
		if r.Due() {
			r.Record()
		}
	}
}

// TestRace: each run depends only on its seed, whatever the other runs do. The recorded costs are those at the stated epochs, thinned by halves. A
// race with the same seed is the same.
func TestRace(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	p := random(rng, lift.Architecture{}, loss.Squared, 20, 2, 1)
	d := NewData(p, nil)
	for _, batch := range []int{0, 7} {
		o := Options{Method: Momentum, Width: 3, Rate: 1e-4, Batch: batch, Seed: 5}
		race := NewRace(d, o, 4, 700)
		race.run()
		costs, stride := race.Costs()
		if stride != 4 || race.Epoch() != 700 {
			t.Fatalf("stride %d after %d epochs", stride, race.Epoch())
		}
		for i, list := range costs {
			alone := o
			alone.Seed = uint64(5 + i)
			run := NewRun(d, alone)
			for k, want := range list {
				if cost := run.Cost(); cost != want {
					t.Fatalf("run %d at epoch %d: %v, alone %v", i, k*stride, want, cost)
				}
				for range stride {
					run.Epoch()
				}
			}
			if len(list) != 700/stride+1 {
				t.Errorf("%d records", len(list))
			}
		}
	}
}

// TestAdamComesToRest: with the rate that the search finds for Adam on XOR, as on the page, some runs reach the optimum; with larger rates none does.
func TestAdamComesToRest(t *testing.T) {
	preset, _ := presets.Find("xor")
	p := presetProblem(preset, 0.01)
	r := new(certify.Job).Run(*p)
	arrived := func(rate float64) (count int, found float64) {
		race := NewRace(NewData(p, nil), Options{Method: Adam, Width: len(r.Neurons), Rate: rate, Seed: 1}, 8, 2000)
		race.run()
		for _, run := range race.Runs() {
			if run.Cost() <= (1+1e-4)*r.Objective {
				count++
			}
		}
		return count, race.Options().Rate
	}
	if count, rate := arrived(0); count == 0 {
		t.Errorf("no run arrives at the rate %v that was found", rate)
	}
	if count, _ := arrived(3); count > 0 {
		t.Errorf("%d runs arrive with steps of 3", count)
	}
}

// TestRaceWithSearch: a race without a rate finds one with which runs improve. A run that diverges is abandoned, and the others go on.
func TestRaceWithSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	p := random(rng, lift.Architecture{}, loss.Squared, 20, 2, 1)
	d := NewData(p, nil)
	race := NewRace(d, Options{Method: Adam, Width: 3, Seed: 1}, 3, 100)
	race.run()
	costs, _ := race.Costs()
	for i, list := range costs {
		if !(list[len(list)-1] < list[0]) {
			t.Errorf("run %d goes from %v to %v at the rate %v", i, list[0], list[len(list)-1], race.Options().Rate)
		}
	}
	wild := NewRace(d, Options{Width: 3, Rate: 1, Seed: 1}, 2, 60)
	wild.run()
	costs, _ = wild.Costs()
	if last := costs[0][len(costs[0])-1]; !math.IsInf(last, 1) {
		t.Errorf("a rate of 1 ends at %v", last)
	}
}

// presetProblem returns the training problem of a preset.
func presetProblem(preset presets.Preset, beta float64) *certify.Problem {
	x, y := preset.Make(preset.Points(), 1)
	p := &certify.Problem{Y: y, D: len(x[0]), Sigma: lift.Activation{A: preset.A, B: preset.B, C: preset.C}, Beta: beta}
	for _, row := range x {
		p.X = append(p.X, row...)
	}
	return p
}
