package reproduce

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/network/descent"
	"conelab/core/numeric/lift"
)

// deepData returns points of two features and labels of two outputs.
func deepData(rng *rand.Rand, n int) (x, y []float64) {
	x, y = make([]float64, 2*n), make([]float64, 2*n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	for i := range n {
		y[i], y[n+i] = math.Copysign(1, x[2*i]*x[2*i+1]), x[2*i]
	}
	return x, y
}

// meanLoss returns the mean over the points of |f - y|^2.
func meanLoss(r *deep, x, y []float64) float64 {
	sum := 0.0
	for i, f := range r.outputsAt(x) {
		sum += (f - y[i]) * (f - y[i])
	}
	return sum / float64(len(x)/r.d)
}

// TestDeepGradient compares gradients with central differences.
func TestDeepGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	x, y := deepData(rng, 12)
	rows := make([]float64, len(y)) // row by row
	for i := range 12 {
		rows[2*i], rows[2*i+1] = y[i], y[12+i]
	}
	for _, o := range []deepOptions{
		{Widths: []int{4}, Activation: curved(lift.Activation{A: 1, B: 1, C: 1})}, {Widths: []int{3, 4, 2}, Activation: curved(lift.Activation{A: 0.5, B: 1, C: -1})},
		{Widths: []int{3, 5}, Activation: descent.Swish},
	} {
		r := newDeep(x, y, 2, 2, o)
		r.gradient(x, rows)
		for l, layer := range r.layers {
			slope := append([]float64(nil), layer.slope...)
			for i := range layer.weights {
				const h = 1e-5
				kept := layer.weights[i]
				layer.weights[i] = kept + h
				up := meanLoss(r, x, y)
				layer.weights[i] = kept - h
				down := meanLoss(r, x, y)
				layer.weights[i] = kept
				if want := (up - down) / (2 * h); math.Abs(slope[i]-want) > 1e-6*(1+math.Abs(want)) {
					t.Errorf("%v: layer %d, weight %d: %g, expected %g", o.Widths, l, i, slope[i], want)
				}
			}
		}
	}
}

// TestDeepLearns: networks of all kinds learn XOR, and a run is reproducible from its seed.
func TestDeepLearns(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	x, y := deepData(rng, 80)
	for _, o := range []deepOptions{
		{Widths: []int{6, 6}, Activation: curved(lift.Activation{A: 1, B: 1, C: 1}), Rate: 0.01, Batch: 16}, {Widths: []int{8, 8}, Activation: descent.ReLU, Rate: 0.01, Batch: 16},
	} {
		r, again := newDeep(x, y, 2, 2, o), newDeep(x, y, 2, 2, o)
		before := meanLoss(r, x, y)
		for range 200 {
			r.epoch()
			again.epoch()
		}
		if after := meanLoss(r, x, y); after > before/3 || after != meanLoss(again, x, y) {
			t.Errorf("%v: the loss goes from %g to %g, and %g", o.Widths, before, after, meanLoss(again, x, y))
		}
	}
}
