package neural

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// TestPredictOfManySamples: blocked matrix products give the same outputs as sums in twice the precision, for all shapes of samples. An interrupted
// pass never makes a network look cheap.
func TestPredictOfManySamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for _, c := range []struct {
		arch lift.Architecture
		n, d int
	}{
		{lift.Architecture{}, 700, 40},
		{lift.Architecture{}, 9000, 3},
		{lift.Architecture{Kind: lift.Quadratic}, 999, 24},
		{lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 60, 1}, Signal: true, Filter: 20, Stride: 1, Pool: lift.GlobalPool}, 120, 60},
		{lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 60, 1}, Signal: true, Filter: 20, Stride: 5, Pool: 3}, 400, 60},
		{lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 60, 1}, Signal: true, Filter: 20, Stride: 20, Pool: 1}, 1100, 60},
	} {
		x := make([]float64, c.n*c.d)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		s := c.arch.New(context.Background(), lift.ReLU, x, c.n, c.d)
		const outputs, count = 2, 60
		var neurons []Neuron
		for range count {
			neurons = append(neurons, Neuron{U: dataset.Direction(rng, s.Dimension()), Alpha: rng.NormFloat64(), Block: rng.IntN(s.Blocks()), Output: rng.IntN(outputs)})
		}
		if work := c.n * s.Patches() * s.Dimension() * count; work < sharedWork {
			t.Fatalf("%d multiplications are too few", work)
		}
		fit, want, y := make([]float64, outputs*c.n), make([]float64, outputs*c.n), make([]float64, outputs*c.n)
		PredictPrecisely(want, neurons, s)
		PredictTo(fit, neurons, s)
		for i, v := range want {
			if math.Abs(fit[i]-v) > 1e-13*count*(1+math.Abs(v)) {
				t.Fatalf("%+v: output %d is %g, expected %g", c, i, fit[i], v)
			}
		}
		cost := Cost(fit, neurons, s, y, 0.1, loss.Squared)
		if plain := PlainCost(fit, neurons, s, y, 0.1, loss.Squared); !(math.Abs(plain-cost) <= 1e-12*cost) {
			t.Errorf("%+v: cost %g, plainly %g", c, cost, plain)
		}
		s.SetContext(parallel.NewCountdown(1))
		if cost = Cost(fit, neurons, s, y, 0.1, loss.Squared); !math.IsInf(cost, 1) {
			t.Errorf("%+v: cost %g of a pass that was canceled", c, cost)
		}
	}
}

// TestPlainCostIsNoLess: the plain cost is no less than the cost if a network fits large labels exactly.
func TestPlainCostIsNoLess(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	for range 50 {
		const n, d = 30, 4
		x, y := make([]float64, n*d), make([]float64, n)
		for i := range x {
			x[i] = 1e4 * rng.NormFloat64()
		}
		s := lift.NewSamples(lift.ReLU, x, n, d)
		neurons := []Neuron{{U: dataset.Direction(rng, d), Alpha: 1e3}, {U: dataset.Direction(rng, d), Alpha: -1e3}}
		PredictTo(y, neurons, s)
		fit := make([]float64, n)
		cost, plain := Cost(fit, neurons, s, y, 1e-9, loss.L1), PlainCost(fit, neurons, s, y, 1e-9, loss.L1)
		if !(plain >= cost) {
			t.Errorf("the cost is %g, plainly %g", cost, plain)
		}
	}
}
