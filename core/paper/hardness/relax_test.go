package hardness

import (
	"math"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/network/compare"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"pgregory.net/rapid"
)

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
			if !(r.Lower > 1) {
				t.Fatalf("lower bound %g", r.Lower)
			}
			checkDual(t, in, r)
			return
		}
		attained++
	})
	if attained == 0 || gap == 0 {
		t.Errorf("%d relaxations with the value 1, %d of them for a no", attained, gap)
	}
}

// checkDual rebuilds N from its definition, and checks that it is psd and that its diagonal and a a' give the bound.
func checkDual(t *rapid.T, in Instance, r Relaxation) {
	d := len(in.Set)
	sides, total, longest := make([]float64, d), 0.0, 0
	for k, a := range in.Set {
		sides[k] = math.Abs(float64(a))
		total += sides[k]
		if sides[k] > sides[longest] {
			longest = k
		}
	}
	n := upperSlack(sides, total)
	if label := float64(in.level()) * float64(in.level()); label < r.Least {
		n = lowerSlack(sides, longest, 2*sides[longest]-total)
	}
	values := make([]float64, d)
	dense.NewEigen(d).Values(n, values)
	if values[0] < -1e-13*values[d-1] {
		t.Fatalf("%v: N has the eigenvalue %g", in.Set, values[0])
	}
}

// TestRelaxationIsTheConvexProgram: the certified optimum of the convex program, over beta, tends to the relaxation's value.
func TestRelaxationIsTheConvexProgram(t *testing.T) {
	const beta = 1e-4
	for _, in := range []Instance{
		{Set: []int64{3, 5, 8, 13}, Target: 17}, {Set: []int64{3, 5, 8, 13}, Target: 16}, {Set: []int64{2, 4, 6}, Target: 5},
		{Set: []int64{-2, 4, 3, 0}, Target: 1}, {Set: []int64{9, 1, 2}, Target: 1}, {Set: []int64{10, 1, 1}, Target: 5}, {Set: []int64{1, 1}, Target: 3},
	} {
		x, y := in.training()
		p := certify.Problem{Y: y, D: len(in.Set), Outputs: 1, Architecture: lift.Architecture{Kind: lift.Quadratic}, Sigma: lift.Activation{A: 1}, Beta: beta}
		for _, row := range x {
			p.X = append(p.X, row...)
		}
		o, err := compare.Solve(&compare.Stopwatch{Clock: func() float64 { return 0 }}, &p, 1, nil)
		if err != nil || o.Status != string(certify.Optimal) {
			t.Fatalf("%v: %+v, %v", in, o, err)
		}
		r, value := in.relax(), o.Cost/beta
		if math.Abs(value-1) <= 1e-2 != r.Attained || value < r.Lower*(1-1e-2) {
			t.Errorf("%v: the value is %g, the relaxation %+v", in, value, r)
		}
	}
}
