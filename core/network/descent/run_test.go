package descent

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/data/presets"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// TestRunsStayAboveTheFloor: for every architecture, loss and method, no run of the tractable form costs less than the certified
// bound, and its cost is that of its unit-length neurons, computed by package neural.
func TestRunsStayAboveTheFloor(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		shape := shapes[name]
		for _, lossName := range loss.Names() {
			lossFn, _ := loss.Parse(lossName)
			p := random(rng, shape, lossFn, 9, 12, 2)
			var job certify.Job
			floor := job.Run(*p)
			if floor.Status != certify.Optimal {
				t.Fatalf("%s %s: %s", name, lossName, floor.Message)
			}
			for _, method := range []Method{Descent, Momentum, Adam} {
				run := NewRun(NewData(p, nil), Options{Method: method, Width: 6, Rate: 2e-4, Seed: rng.Uint64(), Batch: 4 * rng.IntN(2)})
				first := run.Cost()
				for range 300 {
					run.Epoch()
				}
				cost := run.Cost()
				if !(cost < first) || cost < floor.Lower {
					t.Errorf("%s %s method %d: cost %v, first %v, certified bound %v", name, lossName, method, cost, first, floor.Lower)
				}
				s := p.Operator()
				if other := neural.Cost(make([]float64, len(p.Y)), run.Neurons(), s, p.Y, p.Beta, p.Loss); math.Abs(cost-other) > 1e-10*(1+cost) {
					t.Errorf("%s %s: cost %v, of its neurons %v", name, lossName, cost, other)
				}
				for _, neuron := range run.Neurons() {
					if norm := dense.Length(neuron.U); math.Abs(norm-1) > 1e-14 {
						t.Errorf("%s %s: |u| = %v", name, lossName, norm)
					}
				}
			}
		}
	}
}

// TestAWideRunReachesTheFloor: with many neurons and a rate from the search, a run comes within 1 % of the certified optimum. The
// same seed gives the same weights.
func TestAWideRunReachesTheFloor(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	p := random(rng, lift.Architecture{}, loss.Squared, 40, 2, 1)
	var job certify.Job
	floor := job.Run(*p)
	d := NewData(p, nil)
	search := NewSearch(d, Options{Method: Momentum, Width: 20, Seed: 1}, 1000, 1)
	search.Run(t.Context())
	var costs [2]float64
	for i := range costs {
		run := NewRun(d, search.Best())
		for range 3000 {
			run.step()
		}
		costs[i] = run.Cost()
	}
	if costs[0] != costs[1] {
		t.Errorf("the same seed gives %v and %v", costs[0], costs[1])
	}
	if costs[0] > 1.01*floor.Objective || costs[0] < floor.Lower {
		t.Errorf("cost %v, certified optimum %v, rate %v after %d epochs of search: %v",
			costs[0], floor.Objective, search.Best().Rate, search.Epochs(), search.Trials())
	}
}

// TestSearchOnWildData: the labels of the paper's planted problems reach 1e5, which requires rates far below the usual ones.
func TestSearchOnWildData(t *testing.T) {
	p := planted(rand.New(rand.NewPCG(13, 14)), 30, 10)
	d := NewData(p, nil)
	search := NewSearch(d, Options{Method: Momentum, Width: 10, Seed: 1}, 200, 1)
	search.Run(t.Context())
	start := NewRun(d, search.Best()).Cost()
	best := search.best
	if !(best.Cost < start/10) || best.Epochs != 200 {
		t.Errorf("the best trial %v of a run that starts at %v", best, start)
	}
	spent := 0
	for _, trial := range search.Trials() {
		spent += trial.Epochs
		if trial.Epochs == 200 && trial.Cost < best.Cost {
			t.Errorf("%v is better than the best, %v", trial, best)
		}
	}
	if spent != search.Epochs() {
		t.Errorf("the trials took %d epochs, the search says %d", spent, search.Epochs())
	}
}

func TestStepDoesNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	p := random(rng, shapes["signal"], loss.Softmax, 20, 12, 3)
	for _, batch := range []int{0, 6} {
		run := NewRun(NewData(p, nil), Options{Method: Adam, Width: 4, Rate: 1e-3, Batch: batch})
		if count := testing.AllocsPerRun(50, run.step); count != 0 {
			t.Errorf("batch %d: %v allocations in a step", batch, count)
		}
	}
}

// BenchmarkEpoch trains a scalar network of the size of the paper's figure 4: n = 500, d = 20, m = 35.
func BenchmarkEpoch(b *testing.B) {
	p := planted(rand.New(rand.NewPCG(1, 1)), 500, 20)
	run := NewRun(NewData(p, nil), Options{Method: Momentum, Width: 35, Rate: 1e-15})
	for b.Loop() {
		run.step()
	}
}

// planted returns a problem of the paper's figure 4: fourth powers of Gaussians, labelled by a network of five neurons.
func planted(rng *rand.Rand, n, d int) *certify.Problem {
	set := dataset.Planted(rng, n, d, 5, lift.ReLU.At)
	return &certify.Problem{X: slices.Concat(set.X...), Y: set.Y, D: d, Sigma: lift.ReLU, Beta: 0.1}
}

// still is a clock that stands still.
func still() float64 { return 0 }

// TestRace: each run depends only on its seed, whatever the other runs do. The recorded costs are those at the stated epochs,
// thinned by halves, and the last costs are those of the last epoch. A race with the same seed is the same.
func TestRace(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	p := random(rng, lift.Architecture{}, loss.Squared, 20, 2, 1)
	d := NewData(p, nil)
	const epochs = 701
	for _, batch := range []int{0, 7} {
		o := Options{Method: Momentum, Width: 3, Rate: 1e-4, Batch: batch, Seed: 5}
		race := NewRace(d, o, 4, epochs, still)
		race.Run(t.Context())
		costs, stride := race.Costs()
		if stride != 4 || race.Epoch() != epochs {
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
				for range min(stride, epochs-k*stride) {
					run.Epoch()
				}
			}
			if len(list) != epochs/stride+2 {
				t.Errorf("%d records", len(list))
			}
		}
	}
}

// TestAdamComesToRest: with the rate that the search finds for Adam on XOR, as on the page, some runs reach the optimum; with
// larger rates none does.
func TestAdamComesToRest(t *testing.T) {
	preset, _ := presets.Find("xor")
	p := presetProblem(preset, 0.01)
	r := new(certify.Job).Run(*p)
	arrived := func(rate float64) (count int, found float64) {
		race := NewRace(NewData(p, nil), Options{Method: Adam, Width: len(r.Neurons), Rate: rate, Seed: 1}, 8, 2000, still)
		race.Run(t.Context())
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
	race := NewRace(d, Options{Method: Adam, Width: 3, Seed: 1}, 3, 100, still)
	race.Run(t.Context())
	costs, _ := race.Costs()
	for i, list := range costs {
		if !(list[len(list)-1] < list[0]) {
			t.Errorf("run %d goes from %v to %v at the rate %v", i, list[0], list[len(list)-1], race.Options().Rate)
		}
	}
	wild := NewRace(d, Options{Width: 3, Rate: 1, Seed: 1}, 2, 60, still)
	wild.Run(t.Context())
	costs, _ = wild.Costs()
	if last := costs[0][len(costs[0])-1]; !math.IsInf(last, 1) {
		t.Errorf("a rate of 1 ends at %v", last)
	}
}

// TestSearchedRatesDoNotDiverge: at the rate that a race takes for gradient descent and for momentum, no run of it diverges, although
// the search tries fewer starts; the runs are then those of that rate from their beginning.
func TestSearchedRatesDoNotDiverge(t *testing.T) {
	for _, name := range []string{"parabola", "spiral", "xor"} {
		preset, _ := presets.Find(name)
		d := NewData(presetProblem(preset, 0.01), nil)
		for _, method := range []Method{Descent, Momentum} {
			race := NewRace(d, Options{Method: method, Width: 3, Seed: 1}, 20, 500, still)
			race.Run(t.Context())
			costs, _ := race.Costs()
			o := race.Options()
			for i, list := range costs {
				o.Seed = uint64(1 + i)
				if math.IsInf(list[len(list)-1], 0) || list[0] != NewRun(d, o).Cost() {
					t.Errorf("%s: run %d goes from %v to %v at the rate %v", name, i, list[0], list[len(list)-1], o.Rate)
				}
			}
		}
	}
}

// presetProblem returns the training problem of a preset.
func presetProblem(preset presets.Preset, beta float64) *certify.Problem {
	x, y := preset.Make(preset.Points(), 1)
	sigma := lift.Polynomial{A: preset.A, B: preset.B, C: preset.C}
	return &certify.Problem{X: slices.Concat(x...), Y: y, D: len(x[0]), Sigma: sigma, Beta: beta}
}
