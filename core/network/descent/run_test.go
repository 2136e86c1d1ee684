package descent

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// TestRunsStayAboveTheFloor: for every architecture, loss and method, no run of the tractable form costs less than the certified bound, and its cost
// is that of its unit-length neurons, computed by package neural.
func TestRunsStayAboveTheFloor(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		shape := shapes[name]
		for _, lossName := range loss.Names() {
			kind, _ := loss.Parse(lossName)
			p := random(rng, shape, kind, 9, 12, 2)
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
				s := p.Architecture.New(context.Background(), p.Sigma, p.X, p.Samples(), p.D)
				if other := neural.Cost(make([]float64, len(p.Y)), run.Neurons(), s, p.Y, p.Beta, p.Loss); math.Abs(cost-other) > 1e-10*(1+cost) {
					t.Errorf("%s %s: cost %v, of its neurons %v", name, lossName, cost, other)
				}
				for _, neuron := range run.Neurons() {
					if norm := length(neuron.U); math.Abs(norm-1) > 1e-14 {
						t.Errorf("%s %s: |u| = %v", name, lossName, norm)
					}
				}
			}
		}
	}
}

// TestAWideRunReachesTheFloor: with many neurons and a rate from the search, a run comes within 1 % of the certified optimum. The same seed gives the
// same weights.
func TestAWideRunReachesTheFloor(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	p := random(rng, lift.Architecture{}, loss.Squared, 40, 2, 1)
	var job certify.Job
	floor := job.Run(*p)
	d := NewData(p, nil)
	search := NewSearch(d, Options{Method: Momentum, Width: 20, Seed: 1}, 1000, 1)
	search.runAll()
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
		t.Errorf("cost %v, certified optimum %v, rate %v after %d epochs of search: %v", costs[0], floor.Objective, search.Best().Rate, search.Epochs(), search.Trials())
	}
}

// TestDecayOfReLU: at a stationary point of weight decay each hidden unit of a homogeneous network is balanced, |u_j| = |alpha_j|. Steps of a finite
// rate keep crossing the kinks, so the balance is only accurate to a few per cent.
func TestDecayOfReLU(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	p := random(rng, lift.Architecture{}, loss.Squared, 30, 3, 1)
	run := NewRun(NewData(p, &ReLU), Options{Form: Decay, Method: Descent, Width: 5, Rate: 1e-4, Seed: 1})
	for range 200000 {
		run.step()
	}
	for j := range 5 {
		u, alpha := length(run.weights.U[j*3:(j+1)*3]), math.Abs(run.weights.Alpha[j])
		if math.Abs(u-alpha) > 0.02*u {
			t.Errorf("unit %d: |u| = %v, |alpha| = %v", j, u, alpha)
		}
	}
}

// TestSearchOnWildData: the labels of the paper's planted problems reach 1e5, which requires rates far below the usual ones.
func TestSearchOnWildData(t *testing.T) {
	p := planted(rand.New(rand.NewPCG(13, 14)), 30, 10)
	d := NewData(p, nil)
	search := NewSearch(d, Options{Method: Momentum, Width: 10, Seed: 1}, 200, 1)
	search.runAll()
	start := NewRun(d, search.Best()).Cost()
	best := search.Trials()[search.best]
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

// TestOtherData: outputs for other samples are those of the neurons.
func TestOtherData(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		shape := shapes[name]
		p := random(rng, shape, loss.Squared, 9, 12, 2)
		other := random(rng, shape, loss.Squared, 6, 12, 2)
		d := NewData(p, nil)
		run := NewRun(d, Options{Width: 3, Rate: 1e-4, Seed: 2})
		run.Epoch()
		got, want := run.Outputs(d.With(p, other.X, other.Y)), make([]float64, 12)
		neural.PredictTo(want, run.Neurons(), shape.New(context.Background(), p.Sigma, other.X, 6, 12))
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-11*(1+math.Abs(want[i])) {
				t.Errorf("%s: output %v, of the neurons %v", name, got[i], want[i])
			}
		}
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
	p := &certify.Problem{D: d, Sigma: lift.ReLU, Beta: 0.1}
	for i, x := range set.X {
		p.X = append(p.X, x...)
		p.Y = append(p.Y, set.Y[i])
	}
	return p
}

// runAll runs the search to its end.
func (s *Search) runAll() {
	for !s.Done() {
		s.Step()
	}
}
