package hardness

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/network/certify"
	"conelab/core/network/compare"
	"conelab/core/numeric/lift"
)

// random draws an instance: small numbers of both signs, including zeros and repeats, and a target that half of the time is a subset's sum.
func random(t *rapid.T) Instance {
	seed := rapid.Uint64().Draw(t, "seed")
	rng := rand.New(rand.NewPCG(seed, 1))
	size := []int64{3, 20, 1000, maxNumber}[rng.IntN(4)]
	set := make([]int64, 1+rng.IntN(12))
	var target int64
	for k := range set {
		set[k] = rng.Int64N(2*size+1) - size
		if rng.IntN(2) == 0 {
			target += set[k]
		}
	}
	if rng.IntN(2) == 0 {
		target += rng.Int64N(2*size+1) - size
	}
	in, err := New(set, target)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// residual returns the largest of ||u|^2 - 1| and the errors |(x_i'u)^2 - y_i| of the training equations, each relative to the
// larger of y_i and the scale |x_i|^2/d of the square.
func (in Instance) residual(u []float64) float64 {
	x, y := in.training()
	d := float64(len(u))
	square := 0.0
	for _, v := range u {
		square += v * v
	}
	worst := math.Abs(square - 1)
	for i, row := range x {
		product, size := 0.0, 0.0
		for k, v := range row {
			product += v * u[k]
			size += v * v / d
		}
		if scale := math.Max(y[i], size); scale > 0 {
			worst = math.Max(worst, math.Abs(product*product-y[i])/scale)
		}
	}
	return worst
}

// TestReduction: the training problem has a network of one neuron, the value 1, if and only if the subset exists. All candidates are
// tried: the first rows leave u = e/sqrt d.
func TestReduction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := random(t)
		r := Run(in)
		solutions := 0
		for mask := range 1 << len(in.Set) {
			u := in.witness(indices(uint64(mask), len(in.Set)))
			_, decoded := in.decode(u)
			if decoded {
				solutions++
			}
			// In doubles the last equation is off by at least 1/(max(label, sum a^2)) for a wrong answer.
			if decoded != (in.residual(u) <= 1e-12) && slices.Max(in.Set) <= 1000 && slices.Min(in.Set) >= -1000 {
				t.Fatalf("%v, target %d, u = %v: residual %g", in.Set, in.Target, u, in.residual(u))
			}
		}
		if (solutions > 0) != r.Exists {
			t.Fatalf("%v, target %d: %d networks of one neuron, subset: %v", in.Set, in.Target, solutions, r.Exists)
		}
		if !r.Exists {
			if r.Witness != nil {
				t.Fatalf("a no with the witness %v: %+v", r.Witness, r)
			}
			return
		}
		if in.residual(r.Witness) > 1e-12 {
			t.Fatalf("the witness has the residual %g", in.residual(r.Witness))
		}
		var sum int64
		for _, k := range r.Subset {
			sum += in.Set[k]
		}
		if sum != in.Target {
			t.Fatalf("the subset %v sums to %d", r.Subset, sum)
		}
	})
}

// TestTrainingFollowsThePaper recomputes w = X_D^-T x_n and the labels as in the proof of Lemma 6.3.
func TestTrainingFollowsThePaper(t *testing.T) {
	in := Instance{Set: []int64{3, -5, 8}, Target: 6}
	x, y := in.training()
	d := len(in.Set)
	for k, a := range in.Set {
		w := x[2*d][k] / x[d+k][k]
		label := float64(a*a) / (w * w)
		if math.Abs(y[d+k]-label) > 1e-15 || math.Abs(y[k]-1.0/3) > 1e-15 || math.Abs(w-math.Sqrt(3)*float64(a)) > 1e-14 {
			t.Errorf("labels %g and %g, want %g", y[k], y[d+k], label)
		}
	}
	if y[2*d] != 36 { // (12 - 6)^2
		t.Errorf("the last label is %g", y[2*d])
	}
}

func TestNewSaysWhatIsWrong(t *testing.T) {
	for _, row := range []struct {
		set    []int64
		target int64
		want   string
	}{
		{nil, 0, "0 integers"}, {make([]int64, maxSize+1), 0, "21 integers"}, {[]int64{1, maxNumber + 1}, 0, "integer 2"},
		{[]int64{1}, math.MaxInt64, "target"},
	} {
		if _, err := New(row.set, row.target); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%v, %d: %v", len(row.set), row.target, err)
		}
	}
}

func TestRelaxation(t *testing.T) {
	attained, gap := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		in := random(t)
		r := in.relax()
		if _, yes := in.solve(); yes && !r.Attained {
			t.Fatalf("%v, target %d: a relaxation must not refuse a yes", in.Set, in.Target)
		} else if !yes && r.Attained {
			gap++
		}
		if !r.Attained {
			return
		}
		attained++
	})
	if attained == 0 || gap == 0 {
		t.Errorf("%d relaxations with the value 1, %d of them for a no", attained, gap)
	}
}

// TestRelaxationIsTheConvexProgram: the certified optimum of the convex program, over beta, tends to the relaxation's value.
func TestRelaxationIsTheConvexProgram(t *testing.T) {
	const beta = 1e-4
	for _, in := range []Instance{
		{Set: []int64{3, 5, 8, 13}, Target: 17}, {Set: []int64{3, 5, 8, 13}, Target: 16}, {Set: []int64{2, 4, 6}, Target: 5},
		{Set: []int64{-2, 4, 3, 0}, Target: 1}, {Set: []int64{9, 1, 2}, Target: 1}, {Set: []int64{10, 1, 1}, Target: 5},
		{Set: []int64{1, 1}, Target: 3},
	} {
		x, y := in.training()
		p := certify.Problem{X: slices.Concat(x...), Y: y, D: len(in.Set), Outputs: 1, Sigma: lift.Polynomial{A: 1}, Beta: beta}
		p.Architecture.Kind = lift.Quadratic
		o, err := compare.Solve(&compare.Stopwatch{Clock: func() float64 { return 0 }, Context: t.Context()}, &p, 1, nil)
		if err != nil || o.Status != certify.Optimal {
			t.Fatalf("%v: %+v, %v", in, o, err)
		}
		r, value := in.relax(), o.Cost/beta
		if math.Abs(value-1) <= 1e-2 != r.Attained {
			t.Errorf("%v: the value is %g, the relaxation %+v", in, value, r)
		}
	}
}
