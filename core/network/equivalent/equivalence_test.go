package equivalent

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// draw returns a dimension and a generator for a property test; rapid shrinks and prints both.
func draw(t *rapid.T, dims ...int) (d int, rng *rand.Rand) {
	seed := rapid.Uint64().Draw(t, "seed")
	return rapid.SampledFrom(dims).Draw(t, "d"), rand.New(rand.NewPCG(seed, 1))
}

func gaussian(rng *rand.Rand, d int) []float64 {
	x := make([]float64, d)
	for k := range x {
		x[k] = rng.NormFloat64()
	}
	return x
}

// network returns m neurons of unit norm with weights over six decades, all positive or of both signs.
func network(rng *rand.Rand, d, m int, positive bool) []neural.Neuron {
	neurons := make([]neural.Neuron, m)
	for j := range neurons {
		neurons[j] = neural.Neuron{U: unitNorm(gaussian(rng, d), 1).U, Alpha: math.Pow(10, 6*rng.Float64()-3)}
		if !positive && rng.IntN(2) == 0 {
			neurons[j].Alpha *= -1
		}
	}
	return neurons
}

func within(t interface{ Fatalf(string, ...any) }, name string, got, want, tolerance float64) {
	if !(math.Abs(got-want) <= tolerance) {
		t.Fatalf("%s: %.17g, want %.17g within %g", name, got, want, tolerance)
	}
}

func same(t interface{ Fatalf(string, ...any) }, name string, got, want []float64, tolerance float64) {
	if off := distance(got, want); !(off <= tolerance*(norm(want)+1e-300)) {
		t.Fatalf("%s: off by %g of %g", name, off, norm(want))
	}
}

func unitNorms(t interface{ Fatalf(string, ...any) }, neurons []neural.Neuron) {
	for _, neuron := range neurons {
		within(t, "|u|", norm(neuron.U), 1, 1e-12)
	}
}

// forward returns the network's output at x for the quadratic activation.
func forward(neurons []neural.Neuron, x []float64) float64 {
	sum := 0.0
	for _, neuron := range neurons {
		s := dense.Dot(x, neuron.U)
		sum += neuron.Alpha * s * s
	}
	return sum
}

// TestRescaling checks the claims of sections 5.2 and 6.1: the functions are equal, the costs are equal, and no rescaling is cheaper.
func TestRescaling(t *testing.T) {
	for _, row := range []struct {
		name        string
		to          func([]neural.Neuron) []neural.Neuron
		cost, other func([]neural.Neuron) float64
		factor      func(neural.Neuron) float64
	}{
		{"cubic", ToCubic, CubicCost, L1Cost, cubicFactor},
		{"decay", ToDecay, DecayCost, TwoThirdsCost, decayFactor},
	} {
		t.Run(row.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				d, rng := draw(t, 1, 2, 5)
				plain := network(rng, d, 4, false)
				plain[1].Block, plain[1].Output = 3, 2
				best := row.to(plain)
				if best[1].Block != 3 || best[1].Output != 2 {
					t.Fatal("the neuron's place was lost")
				}
				cost := row.cost(best)
				within(t, "cost", cost, row.other(plain), 1e-9*cost)
				x := gaussian(rng, d)
				within(t, "function", forward(best, x), forward(plain, x), 1e-11*L1Cost(plain)*dense.Dot(x, x))
				back := normalised(best)
				unitNorms(t, back)
				for j := range back {
					within(t, "alpha", back[j].Alpha, plain[j].Alpha, 1e-12*math.Abs(plain[j].Alpha))
				}
				// Any other scaling costs more, and normalised brings the cost back down.
				for range 20 {
					free := make([]neural.Neuron, len(plain))
					for j := range free {
						free[j] = rescale(plain[j], math.Exp(rng.NormFloat64()))
					}
					if row.cost(free) < cost*(1-1e-12) {
						t.Fatalf("a rescaling costs %g < %g", row.cost(free), cost)
					}
					within(t, "invariant", row.other(free), row.other(plain), 1e-11*cost)
				}
				// The factor is stationary: central differences of the cost in log t.
				one := plain[:1]
				const h = 1e-4
				at := func(s float64) float64 {
					return row.cost([]neural.Neuron{rescale(one[0], math.Exp(s)*row.factor(one[0]))})
				}
				if slope := (at(h) - at(-h)) / (2 * h); math.Abs(slope) > 1e-6*at(0) {
					t.Fatalf("slope %g at the factor", slope)
				}
				if at(h) < at(0) || at(-h) < at(0) {
					t.Fatal("the factor is no minimum")
				}
			})
		})
	}
}

// normalised returns the network of the same function with |u_j| = 1, the inverse of both ToCubic and ToDecay. L1Cost and TwoThirdsCost do not
// change, and are at most the CubicCost and DecayCost of the given network.
func normalised(neurons []neural.Neuron) []neural.Neuron {
	return rescaled(neurons, func(neuron neural.Neuron) float64 { return 1 / dense.Dot(neuron.U, neuron.U) })
}

func TestRescalingLeavesOutDeadNeurons(t *testing.T) {
	dead := []neural.Neuron{{U: []float64{1, 0}}, {U: []float64{0, 0}, Alpha: 1}}
	if got := append(ToCubic(dead), append(ToDecay(dead), normalised(dead)...)...); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func nuclear(z []float64, d int) (sum float64, rank int) {
	values := make([]float64, d)
	dense.NewEigen(d).Values(append([]float64(nil), z...), values)
	for _, v := range values {
		sum += math.Abs(v)
	}
	plus, minus := factors(z, d)
	return sum, len(plus) + len(minus)
}

// TestWiden: for any number of neurons from the rank up, function and cost stay the same.
func TestWiden(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 1, 2, 3, 8)
		z := Quadratic(network(rng, d, 1+rng.IntN(d), rng.IntN(3) == 0), d)
		cost, rank := nuclear(z, d)
		for _, m := range []int{rank, rank + 1, rank + 2, 3*d + 5, 50} {
			neurons, err := Widen(z, d, m, rng)
			if err != nil || len(neurons) != m {
				t.Fatalf("%d neurons of %d, %v", len(neurons), m, err)
			}
			unitNorms(t, neurons)
			same(t, "function", Quadratic(neurons, d), z, 1e-12)
			within(t, "cost", L1Cost(neurons), cost, 1e-9*cost)
		}
		if _, err := Widen(z, d, rank-1, rng); err != ErrTooFew {
			t.Fatalf("fewer neurons than the rank: %v", err)
		}
	})
}

// asPrinted returns the network of 2k neurons, k >= d, of the construction that section 5.4 of the paper prints, brought to unit norm:
//
//	Z = (1/4) sum_j (Z h_j + h_j)(Z h_j + h_j)' - (Z h_j - h_j)(Z h_j - h_j)',   h_j the rows of a k by d matrix H, H'H = I.
//
// It has the function of Z, but its cost is (1/4) sum_j (|Z h_j + h_j|^2 + |Z h_j - h_j|^2) = (|Z|_F^2 + d)/2, which is |Z|_* only if
// all eigenvalues are +-1 (for each, (v^2 + 1)/2 >= |v|): it is not optimal as the paper says.
func asPrinted(z []float64, d, k int, rng *rand.Rand) []neural.Neuron {
	h := orthonormal(rng, k, d)
	var neurons []neural.Neuron
	for _, sign := range [2]float64{1, -1} {
		for j := range k {
			row := h[j*d : (j+1)*d]
			b := make([]float64, d)
			for i := range b {
				b[i] = (dense.Dot(z[i*d:(i+1)*d], row) + sign*row[i]) / 2
			}
			if dense.Dot(b, b) > 0 {
				neurons = append(neurons, unitNorm(b, sign))
			}
		}
	}
	return neurons
}

// TestPrintedConstructionLosesTheCost: section 5.4 as printed keeps the function; its regulariser is (|Z|_F^2 + d)/2 and not |Z|_*.
func TestPrintedConstructionLosesTheCost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 1, 2, 3, 8)
		z := Quadratic(network(rng, d, d, false), d)
		k := d + rng.IntN(4)
		neurons := asPrinted(z, d, k, rng)
		if len(neurons) != 2*k {
			t.Fatalf("%d neurons", len(neurons))
		}
		unitNorms(t, neurons)
		same(t, "function", Quadratic(neurons, d), z, 1e-12*(1+1/norm(z)))
		want := (dense.Dot(z, z) + float64(d)) / 2
		within(t, "cost", L1Cost(neurons), want, 1e-12*want)
		if least, _ := nuclear(z, d); least > want*(1+1e-12) {
			t.Fatalf("|Z|_* = %g > %g", least, want)
		}
	})
}
