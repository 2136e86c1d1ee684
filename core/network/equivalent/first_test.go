package equivalent

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// TestChooseFirst: there are as many neurons as the rank, the first has the requested direction, and the matrix, and so the function, and the cost
// stay the same.
func TestChooseFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 1, 2, 3, 6)
		z := assemble(network(rng, d, 1+rng.IntN(d+2), true), d)
		p := d + 1
		rows, _ := factors(z, p)
		rank := len(rows)
		u := unitNorm(gaussian(rng, d), 1).U
		choice, err := ChooseFirst(z, p, u)
		if err != nil {
			t.Fatal(err)
		}
		if len(choice.Neurons) != rank {
			t.Fatalf("%d neurons for rank %d", len(choice.Neurons), rank)
		}
		check(t, z, p, choice.Neurons, 1)
		within(t, "Asked", choice.Distance, distance(choice.Neurons[0].U, u), 1e-14)
		if rank == p && choice.Distance > 1e-10 {
			t.Fatalf("every direction is admissible, but the first neuron is off by %g", choice.Distance)
		}
		// An admissible direction is returned exactly. Members of the range are admissible, and so are the other neurons of this network.
		for _, neuron := range choice.Neurons {
			again, err := ChooseFirst(z, p, neuron.U)
			if err != nil || again.Distance > 1e-6 {
				t.Fatalf("an own neuron is off by %g, %v", again.Distance, err)
			}
		}
	})
}

func check(t interface{ Fatalf(string, ...any) }, z []float64, p int, neurons []neural.Neuron, sign float64) {
	unitNorms(t, neurons)
	back := assemble(neurons, p-1)
	for i := range back {
		back[i] *= sign
	}
	same(t, "matrix", back, z, 1e-9)
	within(t, "cost", L1Cost(neurons), z[p*p-1], 1e-9*z[p*p-1])
	for _, neuron := range neurons {
		if !(neuron.Alpha*sign > 0) {
			t.Fatalf("weight %g for sign %g", neuron.Alpha, sign)
		}
	}
}

// TestAdmissibleIsNearest compares with the neurons of random networks that have the same matrix.
func TestAdmissibleIsNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 4))
	for range 100 {
		d := 3 + rng.IntN(4)
		z := assemble(network(rng, d, 3, true), d)
		rows, _ := factors(z, d+1)
		u := unitNorm(gaussian(rng, d), 1).U
		best := distance(nearestAdmissible(rows, u), u)
		for range 100 {
			if other := distance(nearestAdmissible(rows, gaussian(rng, d)), u); other < best*(1-1e-12) {
				t.Fatalf("an admissible direction at %g, nearer than %g", other, best)
			}
		}
	}
}

func TestChooseFirstRefuses(t *testing.T) {
	if _, err := ChooseFirst([]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}, 3, []float64{1, 0}); err != ErrNotBalanced {
		t.Errorf("not balanced: %v", err)
	}
	if _, err := ChooseFirst([]float64{1, 0, 0, 0, -0.5, 0, 0, 0, 0.5}, 3, []float64{1, 0}); err != ErrNotBalanced {
		t.Errorf("not psd: %v", err)
	}
	if choice, err := ChooseFirst(make([]float64, 9), 3, []float64{1, 0}); err != nil || len(choice.Neurons) != 0 {
		t.Errorf("zero: %v, %v", choice, err)
	}
	isotropic := []float64{1, 0, 0, 0, 1, 0, 0, 0, 2} // u = 0 is equally far from all directions
	if choice, err := ChooseFirst(isotropic, 3, []float64{0, 0}); err != nil || len(choice.Neurons) != 3 {
		t.Errorf("no direction: %v, %v", choice, err)
	}
}

func TestWidenBalanced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 1, 2, 3, 6)
		p := d + 1
		z := assemble(network(rng, d, 1+rng.IntN(d+2), true), d)
		rows, _ := factors(z, p)
		for _, m := range []int{len(rows), len(rows) + 1, 2*p + 3, 60} {
			for _, sign := range []float64{1, -1} {
				neurons, err := WidenBalanced(z, p, m, sign, rng)
				if err != nil || len(neurons) != m {
					t.Fatalf("%d neurons of %d, %v", len(neurons), m, err)
				}
				check(t, z, p, neurons, sign)
			}
		}
		if _, err := WidenBalanced(z, p, len(rows)-1, 1, rng); err != ErrTooFew {
			t.Fatalf("fewer neurons than the rank: %v", err)
		}
	})
	if neurons, err := WidenBalanced(make([]float64, 9), 3, 4, 1, nil); err != nil || len(neurons) != 0 {
		t.Errorf("zero: %v, %v", neurons, err)
	}
}

// TestReduce: few data points in many dimensions. The fit, the balance and the cost stay, and the ranks obey Pataki's bound.
func TestReduce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 2, 4, 10)
		n := 1 + rng.IntN(25)
		quadratic := rng.IntN(2) == 0
		p, lift := d+1, assemble
		if quadratic {
			p, lift = d, Quadratic
		}
		var rows [][]float64
		for range n {
			rows = append(rows, dataRow(gaussian(rng, d), 0.09, 0.5, 0.47, quadratic))
		}
		rows = append(rows, rows[0]) // a duplicate adds no constraint
		before := [][]float64{lift(network(rng, d, d+2, true), d), lift(network(rng, d, rng.IntN(d+2), true), d)}
		keep := keepPair(rows, p, !quadratic)
		got := Reduce(before, p, keep)
		if got.Drift > 1e-9 {
			t.Fatalf("drift %g", got.Drift)
		}
		free := 0
		for k, r := range got.After {
			free += r * (r + 1) / 2
			if r > got.Before[k] {
				t.Fatalf("rank %d from %d", r, got.Before[k])
			}
			plus, minus := factors(got.Blocks[k], p)
			if len(plus) > r || len(minus) > 0 {
				t.Fatalf("rank %d is really %d, and %d negative", r, len(plus), len(minus))
			}
		}
		if free > len(keep)-1 {
			t.Fatalf("ranks %v of %v: %d > %d functionals", got.After, got.Before, free, len(keep)-1)
		}
		for _, row := range rows {
			was := dense.Dot(row, pack(before[0], p)) - dense.Dot(row, pack(before[1], p))
			is := dense.Dot(row, pack(got.Blocks[0], p)) - dense.Dot(row, pack(got.Blocks[1], p))
			size := norm(row) * (norm(before[0]) + norm(before[1]))
			within(t, "output", is, was, 1e-9*size)
		}
		if !quadratic {
			cost := 0.0
			for k, z := range got.Blocks {
				dec := neural.Decompose(z, p, p)
				if dec.Residual > 1e-7 || dec.Rank > got.After[k] {
					t.Fatalf("the reduced matrix decomposes with residual %g into %d", dec.Residual, dec.Rank)
				}
				cost += L1Cost(neural.Neurons(dec.Vectors, 1))
			}
			want := before[0][p*p-1] + before[1][p*p-1]
			within(t, "cost", cost, want, 1e-9*want)
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
