package equivalent

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/data/dataset"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
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

// network returns m neurons of unit norm and positive weights over six decades.
func network(rng *rand.Rand, d, m int) []neural.Neuron { return spread(rng, d, m, 6) }

// spread returns m neurons of unit norm and positive weights, from one downwards, over so many powers of ten.
func spread(rng *rand.Rand, d, m int, powers float64) []neural.Neuron {
	neurons := make([]neural.Neuron, m)
	for j := range neurons {
		neurons[j] = neural.Neuron{U: dataset.Direction(rng, d), Alpha: math.Pow(10, -powers*rng.Float64())}
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

// cost returns sum |alpha| |u|^2.
func cost(neurons []neural.Neuron) (sum float64) {
	for _, neuron := range neurons {
		sum += math.Abs(neuron.Alpha) * dense.Dot(neuron.U, neuron.U)
	}
	return sum
}

// keepPair returns what Reduce must keep of a pair (Z, Z') of order p for the training program, rows being the svec(A_i) of the data:
//
//	< A_i, Z - Z' >  for every i                                  the outputs, eq. (polyact_convex_program_final)
//	< G, Z >, < G, Z' >                                           the balance, if balanced
//	Z_4 + Z'_4 if balanced, else tr Z + tr Z'                     the cost sum |alpha|
//
// So n + 3 functionals, n + 1 for the quadratic activation, and after Reduce at most r with r(r+1)/2 + r'(r'+1)/2 <= n + 3.
func keepPair(rows [][]float64, p int, balanced bool) []Functional {
	var keep []Functional
	for _, row := range rows {
		negated := make([]float64, len(row))
		for i, v := range row {
			negated[i] = -v
		}
		keep = append(keep, Functional{row, negated})
	}
	if !balanced {
		trace := diagonal(p, 1, 1)
		return append(keep, Functional{trace, trace})
	}
	g, corner := diagonal(p, 1, -1), diagonal(p, 0, 1)
	return append(keep, Functional{g, nil}, Functional{nil, g}, Functional{corner, corner})
}

// diagonal returns svec(diag(a, ..., a, last)).
func diagonal(p int, a, last float64) []float64 {
	packed := make([]float64, p*(p+1)/2)
	for i := range p {
		packed[(i+1)*(i+2)/2-1] = a
	}
	packed[len(packed)-1] = last
	return packed
}

// pack returns svec of the symmetric z of order p: the lower triangle row by row, off-diagonal entries times sqrt 2, so that
// < A, B > = svec(A)'svec(B).
func pack(z []float64, p int) []float64 {
	packed := make([]float64, p*(p+1)/2)
	lift.PackTo(packed, z, p)
	return packed
}

// dataRow returns svec(A(x)) of a sample x, A(x) = [a x x', b x/2; b x'/2, c]: sigma(x'u) = < A(x), [u;1][u;1]' >. With quadratic it is
// svec(a x x'), of order d.
func dataRow(x []float64, a, b, c float64, quadratic bool) []float64 {
	d := len(x)
	if quadratic {
		z := make([]float64, d*d)
		addOuter(z, a, x)
		return pack(z, d)
	}
	p := d + 1
	z := make([]float64, p*p)
	for i, v := range x {
		for j, w := range x {
			z[i*p+j] = a * (v * w)
		}
		z[i*p+d], z[d*p+i] = b*v/2, b*v/2
	}
	z[p*p-1] = c
	return pack(z, p)
}

// TestReduce: few data points in many dimensions. The fit, the balance and the cost stay, and the ranks obey Pataki's bound.
func TestReduce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 2, 4, 10)
		n := 1 + rng.IntN(25)
		quadratic := rng.IntN(2) == 0
		p, lift := d+1, assemble
		if quadratic {
			p, lift = d, func(neurons []neural.Neuron, d int) []float64 {
				z := make([]float64, d*d)
				for _, neuron := range neurons {
					addOuter(z, neuron.Alpha, neuron.U)
				}
				return z
			}
		}
		var rows [][]float64
		for range n {
			rows = append(rows, dataRow(gaussian(rng, d), 0.09, 0.5, 0.47, quadratic))
		}
		rows = append(rows, rows[0]) // a duplicate adds no constraint
		before := [][]float64{lift(network(rng, d, d+2), d), lift(network(rng, d, rng.IntN(d+2)), d)}
		keep := keepPair(rows, p, !quadratic)
		got := Reduce(before, p, keep)
		if drift(before, got.Blocks, p, keep) > 1e-9 {
			t.Fatalf("drift %g", drift(before, got.Blocks, p, keep))
		}
		free := 0
		for k, r := range got.After {
			free += r * (r + 1) / 2
			if rank := len(factor(before[k], p)); r > rank {
				t.Fatalf("rank %d from %d", r, rank)
			}
			if rows := factor(got.Blocks[k], p); len(rows) > r {
				t.Fatalf("rank %d is really %d", r, len(rows))
			}
		}
		if free > len(keep)-1 {
			t.Fatalf("ranks %v: %d > %d functionals", got.After, free, len(keep)-1)
		}
		if !quadratic {
			total := 0.0
			for k, z := range got.Blocks {
				dec := neural.Decompose(z, p, p)
				if dec.Residual > 1e-7 || dec.Rank > got.After[k] {
					t.Fatalf("the reduced matrix decomposes with residual %g into %d", dec.Residual, dec.Rank)
				}
				total += cost(dec.Neurons(1, true))
			}
			want := before[0][p*p-1] + before[1][p*p-1]
			within(t, "cost", total, want, 1e-9*want)
		}
	})
}

func TestReduceLeavesCornersAlone(t *testing.T) {
	u := []float64{0.6, 0.8}
	z := assemble([]neural.Neuron{{U: u, Alpha: 2}}, 2)
	got := Reduce([][]float64{z, make([]float64, 9)}, 3, keepPair([][]float64{dataRow(u, 1, 1, 1, false)}, 3, true))
	if got.Steps != 0 || got.After[0] != 1 || got.After[1] != 0 {
		t.Errorf("%+v", got)
	}
	same(t, "matrix", got.Blocks[0], z, 1e-14)
}

// drift returns the largest change of a functional between the old and the new matrices, relative to sum_k |F_k| |Z_k|.
func drift(before, after [][]float64, p int, keep []Functional) float64 {
	worst := 0.0
	f := make([]float64, p*p)
	for _, functional := range keep {
		change, size := 0.0, 0.0
		for k, packed := range functional {
			if packed == nil {
				continue
			}
			lift.UnpackTo(f, packed, p)
			for i, v := range f {
				change += v * (after[k][i] - before[k][i])
			}
			size += norm(f) * norm(before[k])
		}
		if size > 0 {
			worst = math.Max(worst, math.Abs(change)/size)
		}
	}
	return worst
}
