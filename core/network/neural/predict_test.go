package neural

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// TestPredictOfManySamples: batches on several threads give the same outputs as sums in twice the precision, for all shapes of
// samples. An interrupted pass never makes a network look cheap.
func TestPredictOfManySamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for _, c := range []struct {
		arch lift.Architecture
		n, d int
	}{
		{lift.Architecture{}, 700, 40},
		{lift.Architecture{}, 9000, 3},
		{lift.Architecture{Kind: lift.Quadratic}, 999, 24},
		{lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 60, 1}, Signal: true, Filter: 20, Stride: 1, Pool: lift.GlobalPool}, 120,
			60},
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
			neurons = append(neurons, Neuron{U: dataset.Direction(rng, s.Dimension()), Alpha: rng.NormFloat64(), Block: rng.IntN(s.Blocks()),
				Output: rng.IntN(outputs)})
		}
		fit, want, y := make([]float64, outputs*c.n), make([]float64, outputs*c.n), make([]float64, outputs*c.n)
		PredictPrecisely(want, neurons, s)
		PredictTo(fit, neurons, s)
		for i, v := range want {
			if math.Abs(fit[i]-v) > 1e-13*count*(1+math.Abs(v)) {
				t.Fatalf("%+v: output %d is %g, expected %g", c, i, fit[i], v)
			}
		}
		s.SetContext(parallel.NewCountdown(1))
		if cost := Cost(fit, neurons, s, y, 0.1, loss.Squared); !math.IsInf(cost, 1) {
			t.Errorf("%+v: cost %g of a pass that was canceled", c, cost)
		}
	}
}

func precise(v float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(v) }

func times(x, y *big.Float) *big.Float { return new(big.Float).Mul(x, y) }

// pooledSamples returns samples with pools of many patches. Some features are huge and nearly the same in all samples, so that sums cancel.
func pooledSamples(rng *rand.Rand, n int, sigma lift.Polynomial) *lift.Operator {
	a, x, d := pooledPoints(rng, n)
	return a.New(context.Background(), sigma, x, n, d)
}

// pooledPoints returns their architecture and features.
func pooledPoints(rng *rand.Rand, n int) (a lift.Architecture, x []float64, d int) {
	const side = 7
	x = make([]float64, n*side*side)
	for i := range x {
		x[i] = 1e3*float64(i%side%2) + rng.NormFloat64()
	}
	a = lift.Architecture{Kind: lift.Convolutional, Input: [3]int{side, side, 1}, Filter: 2, Stride: 1, Pool: 18}
	return a, x, side * side
}

// outputOf returns the mean of sigma(x'u) over the patches of a block, from the patches.
func outputOf(s *lift.Operator, i, k int, u []float64) *big.Float {
	total, sigma := precise(0), s.Activation()
	for l := range s.Patches() {
		t := precise(0)
		for j, v := range s.Patch(i, k, l) {
			t.Add(t, times(precise(u[j]), precise(v)))
		}
		total.Add(total, times(precise(sigma.A), times(t, t)))
		total.Add(total, times(precise(sigma.B), t))
		total.Add(total, precise(sigma.C))
	}
	return total.Quo(total, precise(float64(s.Patches())))
}

// TestPooledForwardPass compares the outputs of networks with big numbers from the patches themselves: those in twice the precision with
// twice the digits, and the cost with what its rounding may be. The number of patches divides no number of doubles
// exactly.
func TestPooledForwardPass(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for _, sigma := range []lift.Polynomial{lift.ReLU, lift.Swish, {A: -0.3, B: 0.2, C: 0.1}, {B: 1}} {
		const n = 7
		a, x, d := pooledPoints(rng, n)
		pooled := a.New(context.Background(), sigma, x, n, d)
		if !pooled.Pooled() {
			t.Fatal("the samples are not pooled")
		}
		checkForwardPass(t, rng, pooled)
		checkForwardPass(t, rng, a.Unpooled(context.Background(), sigma, x, n, d))
	}
}

// TestLengths: directions of any length are brought to one as nearly as doubles have it, after which no bit changes.
func TestLengths(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 7))
	for d := 1; d < 300; d += 1 + d/2 {
		for _, length := range []float64{1 - 8e-14, 1 + 3e-16, 1 + 3e-13, 0.999, 7, 1e-200, 1e200} {
			u := dataset.Direction(rng, d)
			dense.Scale(length, u)
			unit := Normalized([]Neuron{{U: u, Alpha: 1}})
			square := precise(-1)
			for _, v := range unit[0].U {
				square.Add(square, times(precise(v), precise(v)))
			}
			if off, _ := square.Float64(); math.Abs(off) > 0x1p-51 {
				t.Errorf("%d numbers, length %g: |u|^2 is 1%+.2g", d, length, off)
			}
			if again := Normalized(unit); !slices.Equal(again[0].U, unit[0].U) {
				t.Errorf("%d numbers, length %g: once more changes bits", d, length)
			}
		}
	}
}

// checkForwardPass does so for some samples.
func checkForwardPass(t *testing.T, rng *rand.Rand, s *lift.Operator) {
	t.Helper()
	const outputs = 2
	n, sigma := s.Len(), s.Activation()
	var neurons []Neuron
	for range 12 {
		neurons = append(neurons, Neuron{U: dataset.Direction(rng, s.Dimension()), Alpha: 100 * rng.NormFloat64(), Block: rng.IntN(s.Blocks()),
			Output: rng.IntN(outputs)})
	}
	want, size := make([]*big.Float, n*outputs), make([]float64, n*outputs)
	for at := range want {
		want[at] = precise(0)
		for _, neuron := range neurons {
			if neuron.Output == at/n {
				want[at].Add(want[at], times(precise(neuron.Alpha), outputOf(s, at%n, neuron.Block, neuron.U)))
				size[at] += math.Abs(neuron.Alpha) * s.Norms()[at%n*s.Blocks()+neuron.Block]
			}
		}
	}
	high, plain := make([]float64, n*outputs), make([]float64, n*outputs)
	low := PredictPrecisely(high, neurons, s)
	PredictTo(plain, neurons, s)
	y := make([]float64, n*outputs)
	for at, w := range want {
		off := new(big.Float).Sub(w, precise(high[at]))
		off.Sub(off, precise(low[at]))
		if v, _ := off.Float64(); math.Abs(v) > 0x1p-92*size[at] {
			t.Errorf("%+v: output %d is off by %g of %g", sigma, at, v, size[at])
		}
		off.Sub(w, precise(plain[at]))
		if v, _ := off.Float64(); math.Abs(v) > 0x1p-50*size[at] {
			t.Errorf("%+v: output %d, plainly, is off by %g of %g", sigma, at, v, size[at])
		}
		y[at], _ = w.Float64() // labels that are fitted to rounding
	}
	cost := precise(0)
	for at, w := range want {
		off := new(big.Float).Sub(w, precise(y[at]))
		cost.Add(cost, off.Abs(off))
	}
	for _, neuron := range neurons {
		cost.Add(cost, times(precise(1e-12), precise(math.Abs(neuron.Alpha))))
	}
	exact, _ := cost.Float64()
	if got := Cost(plain, neurons, s, y, 1e-12, loss.L1); math.Abs(got-exact) > 1e-12*exact {
		t.Errorf("%+v: cost %.17g, expected %.17g", sigma, got, exact)
	}
}

// TestPooledBounds compares g with big numbers from the patches: sums in twice the precision have as many digits, and what is
// subtracted for rounding from plain ones is no less than their error, also where the terms cancel.
func TestPooledBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 2))
	for _, sigma := range []lift.Polynomial{lift.ReLU, lift.Swish, {A: -0.3, B: 0.2, C: 0.1}} {
		const n = 40
		s := pooledSamples(rng, n, sigma)
		prover, y := NewProver(s), make([]float64, n)
		for i := range y {
			y[i] = rng.NormFloat64()
		}
		for range 4 {
			v := make([]float64, n)
			total := 0.0
			for i := range v[1:] {
				v[i] = rng.NormFloat64()
				total += v[i]
			}
			v[n-1] = -total // what is the same in all samples cancels
			for k := range s.Blocks() {
				m, plain := make([]float64, s.Order()*s.Order()), make([]float64, s.Order()*s.Order())
				prover.SumTo(m, v, k)
				s.AdjointTo(plain, v, k)
				size := sumRounding(v, s.Norms(), s.Blocks(), k) // 2^-53 times the sum of all norms
				for range 5 {
					u := dataset.Direction(rng, s.Dimension())
					g := precise(0)
					for i, w := range v {
						g.Add(g, times(precise(w), outputOf(s, i, k, u)))
					}
					entries := 0.0
					for _, e := range m {
						entries += e * e
					}
					off, _ := new(big.Float).Sub(g, formOf(m, u)).Float64()
					if math.Abs(off) > 0x1p-51*math.Sqrt(entries)+0x1p-40*size {
						t.Errorf("%+v: g is off by %g, with terms of %g", sigma, off, size/0x1p-53)
					}
					off, _ = new(big.Float).Sub(g, formOf(plain, u)).Float64()
					if math.Abs(off) > plainMargin*size {
						t.Errorf("%+v: g, plainly, is off by %g, more than %g", sigma, off, plainMargin*size)
					}
				}
			}
			var exact, plain Certificate
			prover.BoundTo(&exact, v, y, 0.1, loss.Squared)
			prover.PlainBoundTo(&plain, v, y, 0.1, loss.Squared)
			if !(plain.Lower <= exact.Lower) {
				t.Errorf("%+v: plainly, the bound is %.17g, more than %.17g", sigma, plain.Lower, exact.Lower)
			}
			for _, c := range []*Certificate{&exact, &plain} {
				for k := range s.Blocks() {
					u := steepest(prover, c.Quadratics[k])
					g := precise(0)
					for i, w := range c.Dual {
						g.Add(g, times(precise(w), outputOf(s, i, k, u)))
					}
					if peak, _ := g.Float64(); math.Abs(peak) > 0.1*(1+1e-13) {
						t.Errorf("%+v: |g| is %.17g where beta is 0.1", sigma, peak)
					}
				}
			}
		}
	}
}

// steepest returns the u at which |[u;1]'M[u;1]| is largest.
func steepest(p *Prover, m []float64) []float64 {
	high, low := p.sphere.Extremes(context.Background(), m) // leaves the u of the lowest value
	if high > -low {
		p.sphere.Best(p.sphere.linear, 1)
	}
	return p.sphere.u
}

// formOf returns [u;1]'M[u;1].
func formOf(m, u []float64) *big.Float {
	y, total := append(append([]float64(nil), u...), 1), precise(0)
	for r, v := range y {
		for c, w := range y {
			total.Add(total, times(precise(m[r*len(y)+c]), times(precise(v), precise(w))))
		}
	}
	return total
}
