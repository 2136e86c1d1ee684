package sums

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/network/certify"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/moments"
)

// drawn returns rows of Gaussian features, the last of them around an offset, with noisy labels, as a problem on rows and one on sums.
func drawn(seed uint64, n, d, outputs int, kind lift.Kind, bias bool, offset float64) (certify.Problem, Problem) {
	rng := rand.New(rand.NewPCG(seed, 5))
	teacher := dataset.NewTeacher(rng, lift.Architecture{}, d, outputs, 4, math.Tanh)
	frame := dataset.Draw(rng, n, dataset.Gaussians, 0.3, teacher)
	rows := certify.Problem{D: d, Outputs: outputs, Sigma: lift.ReLU, Beta: 1 + math.Sqrt(float64(n)), Y: dense.Columns(frame.Y)}
	rows.Architecture.Kind = kind
	a := moments.NewAccumulator(moments.NewBasis(d), outputs)
	for i, x := range frame.X {
		x[d-1] += offset
		a.Add(x, frame.Y[i])
		rows.X = append(rows.X, x...)
		if bias {
			rows.X = append(rows.X, 1)
		}
	}
	if bias {
		rows.D++
	}
	return rows, Problem{
		Sums: a.Take(), Error: moments.Error, Quadratic: kind == lift.Quadratic, Bias: bias, Sigma: lift.ReLU, Beta: rows.Beta,
	}
}

// run trains on sums.
func run(t *testing.T, p Problem) *certify.Result {
	t.Helper()
	reduced, err := p.Reduce()
	if err != nil {
		t.Fatal(err)
	}
	return new(certify.Job).Run(reduced)
}

// TestSameNetwork: the network of the sums has the same cost on the rows as on the sums, and as the network of the rows.
func TestSameNetwork(t *testing.T) {
	for seed := range uint64(3) {
		for _, c := range []struct {
			n, d, outputs int
			kind          lift.Kind
			bias          bool
		}{
			{200, 1, 1, lift.Dense, false}, {500, 3, 1, lift.Dense, false}, {1000, 3, 2, lift.Dense, true}, {300, 4, 1, lift.Quadratic, false},
			{400, 5, 2, lift.Quadratic, true}, {3000, 10, 1, lift.Dense, false}, {8, 3, 1, lift.Dense, false}, {40, 6, 1, lift.Dense, true},
		} {
			t.Run(fmt.Sprintf("%d/n=%d,d=%d,%d,%v,%v", seed, c.n, c.d, c.outputs, c.kind, c.bias), func(t *testing.T) {
				rows, p := drawn(seed, c.n, c.d, c.outputs, c.kind, c.bias, 0)
				want, got := new(certify.Job).Run(rows), run(t, p)
				proof := p.Prove(got.Neurons)
				t.Logf("rows %.12g gap %.1e, %d neurons, %d iterations; sums %.12g gap %.1e (off %.1e), %d neurons, %d iterations",
					want.Objective, want.Gap, len(want.Neurons), want.Iterations,
					got.Objective, got.Gap, proof.Uncertainty/got.Objective, len(got.Neurons), got.Iterations)
				if got.Status != certify.Optimal || want.Status != certify.Optimal {
					t.Fatalf("%s %s; %s %s", want.Status, want.Message, got.Status, got.Message)
				}
				if own := want.Replace(rows, got.Neurons); math.Abs(own.Objective-got.Objective) > 1e-11*own.Objective || own.Gap > 2e-8 {
					t.Errorf("on the rows the network costs %.15g, gap %.1e", own.Objective, own.Gap)
				}
			})
		}
	}
}

// TestSmallBetas: with a small beta the bound from the residuals needs a network nearer to the optimum than the tolerance, and gets it.
func TestSmallBetas(t *testing.T) {
	for seed := range uint64(8) {
		for _, small := range []float64{1e-2, 1e-3, 1e-4, 1e-5} {
			_, p := drawn(seed, 200, 2+int(seed)%3, 1, lift.Dense, seed%2 == 0, 0)
			p.Beta *= small
			if got := run(t, p); got.Status != certify.Optimal {
				t.Errorf("seed %d, beta %.2g: %s, gap %.1e", seed, p.Beta, got.Status, got.Gap)
			}
		}
	}
}

// TestOffset: features far from zero are known less well from their sums. The gap says so, and the network is as near to the optimum of the
// rows as it says.
func TestOffset(t *testing.T) {
	for _, offset := range []float64{10, 100, 1e3, 1e4} {
		rows, p := drawn(1, 500, 3, 1, lift.Dense, false, offset)
		want, got := new(certify.Job).Run(rows), run(t, p)
		own := want.Replace(rows, got.Neurons)
		t.Logf("offset %g: rows %.12g gap %.1e; sums %.12g gap %.1e %s, on the rows %.12g gap %.1e",
			offset, want.Objective, want.Gap, got.Objective, got.Gap, got.Message, own.Objective, own.Gap)
		if own.Objective-want.Objective > (got.Objective-got.Lower)+1e-8*want.Objective || got.Lower > want.Objective {
			t.Errorf("offset %g: the network is not as near to the optimum as its gap says", offset)
		}
	}
}

// TestHonest: for any errors of the sums within their limit, the bound is below the optimum of the rows, and the network within its gap.
func TestHonest(t *testing.T) {
	for seed := range uint64(12) {
		off := math.Pow(10, -4-float64(seed%6))
		rows, p := drawn(seed, 300, 2, 1, lift.Dense, seed%2 == 0, float64(seed%3))
		rng := rand.New(rand.NewPCG(seed, 8))
		size := func(m []int) float64 { // the root of the sum of the squares of a monomial, from the rows
			total := 0.0
			for i := range 300 {
				v := 1.0
				for _, k := range m {
					v *= rows.X[i*rows.D+k]
				}
				total += v * v
			}
			return math.Sqrt(total)
		}
		s, labels := p.Sums, math.Sqrt(p.Sums.Outputs(0, 0))
		at := func(i int, most float64) { s.High[i] += off * most * (2*rng.Float64() - 1) }
		for i, m := range s.Monomials[1:] {
			half := len(m) / 2
			at(i+1, size(m[:half])*size(m[half:]))
		}
		for i, m := range s.Monomials[:s.Len] {
			at(len(s.Monomials)+i, size(m)*labels)
		}
		at(len(s.High)-1, labels*labels)
		p.Error = off
		want, got := new(certify.Job).Run(rows), run(t, p)
		own := want.Replace(rows, got.Neurons)
		t.Logf("off by %.0e: gap %.1e, on the rows %.1e", off, got.Gap, own.Gap)
		if slack := 1e-8 * want.Objective; got.Lower > want.Objective+slack || own.Objective-want.Objective > got.Objective-got.Lower+slack {
			t.Errorf("off by %g: cost %.12g, bound %.12g; on the rows %.12g, where the optimum is %.12g",
				off, got.Objective, got.Lower, own.Objective, want.Objective)
		}
	}
}
