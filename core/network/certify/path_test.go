package certify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// checkPath recomputes every claim about the iterates with nothing but loops over the raw data.
func checkPath(t *testing.T, p Problem, r *Result) {
	t.Helper()
	path := Path(p, 0)
	if len(path) == 0 {
		t.Fatal("no path")
	}
	rng := rand.New(rand.NewPCG(3, 3))
	for k, it := range path {
		for name, z := range map[string][]float64{"Z": it.Plus, "Z'": it.Minus} {
			checkMatrix(t, fmt.Sprintf("%s of iterate %d", name, k), &p, z)
		}
		if cost := valueAt(&p, it.Plus, it.Minus); math.Abs(cost-it.Cost) > 1e-11*(cost+r.Objective) {
			t.Fatalf("iterate %d: cost %.15g, recomputed %.15g", k, it.Cost, cost)
		}
		for range 2000 {
			u := dataset.Direction(rng, p.D)
			if g := formAt(&p, it.Quadratic, u); math.Abs(g) > p.Beta*(1+1e-12) {
				t.Fatalf("iterate %d: |g| = %.15g exceeds beta = %g", k, math.Abs(g), p.Beta)
			}
		}
		if gap := (it.Cost - it.Bound) / it.Cost; math.Abs(gap-it.Gap) > 1e-12*(1+math.Abs(gap)) {
			t.Fatalf("iterate %d: gap %g, recomputed %g", k, it.Gap, gap)
		}
		slack := 1e-12 * math.Abs(r.Objective)
		if !(it.Bound <= r.Objective+slack) || !(it.Cost >= r.Lower-slack) {
			t.Fatalf("iterate %d: cost %.15g and bound %.15g do not enclose %.15g and %.15g", k, it.Cost, it.Bound, r.Objective, r.Lower)
		}
	}
	// The network is cut to its ranks, and the iterate is not; so their gaps have the size of the tolerance, but are not the same.
	last := path[len(path)-1]
	if r.Status == Optimal && !(last.Gap <= 10*DefaultTolerance) {
		t.Fatalf("the path ends at the gap %g, the network has %g", last.Gap, r.Gap)
	}
}

// checkMatrix checks that a matrix is psd, by a factorisation after adding a rounding error to the diagonal, and meets the trace condition.
func checkMatrix(t *testing.T, name string, p *Problem, z []float64) {
	t.Helper()
	order := p.order()
	if len(z) != order*order {
		t.Fatalf("%s has %d entries", name, len(z))
	}
	values := make([]float64, order)
	dense.NewEigen(order).Values(t.Context(), append([]float64(nil), z...), values)
	if values[0] < -1e-14*values[order-1] {
		t.Fatalf("%s has the eigenvalues %v", name, values)
	}
	trace := 0.0
	for i := range p.D {
		trace += z[i*order+i]
	}
	if p.hasTrace() && math.Abs(trace-z[order*order-1]) > 1e-14*trace {
		t.Fatalf("%s has tr Z_1 = %.15g and Z_4 = %.15g", name, trace, z[order*order-1])
	}
}

// valueAt returns the value of the convex program.
func valueAt(p *Problem, plus, minus []float64) float64 {
	d, order, cost := p.D, p.order(), 0.0
	for i, y := range p.Y {
		x, f := p.X[i*d:(i+1)*d], 0.0
		for j := range order {
			for k := range order {
				z := plus[j*order+k] - minus[j*order+k]
				switch {
				case !p.hasTrace():
					f += z * x[j] * x[k]
				case j < d && k < d:
					f += p.Polynomial().A * z * x[j] * x[k]
				case j < d:
					f += p.Polynomial().B * z * x[j] // once here and once as k < d
				case k == d:
					f += p.Polynomial().C * z
				}
			}
		}
		cost += p.Loss.Value(f, y)
	}
	for i := range order {
		if i == d || !p.hasTrace() {
			cost += p.Beta * (plus[i*order+i] + minus[i*order+i])
		}
	}
	return cost
}

// formAt returns [u;1]'M[u;1], or u'M u.
func formAt(p *Problem, m, u []float64) float64 {
	order, sum := p.order(), 0.0
	lifted := append(append([]float64(nil), u...), 1)
	for i := range order {
		for j := range order {
			sum += m[i*order+j] * lifted[i] * lifted[j]
		}
	}
	return sum
}

var separable = []loss.Loss{loss.Squared, loss.Huber, loss.L1, loss.Hinge, loss.Logistic}

// TestPath: all claims of every point of a path are true, and the last point is optimal.
func TestPath(t *testing.T) {
	var job Job
	for _, lossFn := range separable {
		for d := 1; d <= 4; d++ {
			for _, n := range []int{1, 7, 60} {
				for _, quadratic := range []bool{false, true} {
					if d == 4 && !quadratic {
						continue // of order 5
					}
					t.Run(fmt.Sprintf("%v,d=%d,n=%d,quadratic=%v", lossFn, d, n, quadratic), func(t *testing.T) {
						p := labelled(rand.New(rand.NewPCG(uint64(n), 11)), n, d, 1, lossFn)
						p.Beta = 0.05
						if quadratic {
							p.Architecture.Kind = lift.Quadratic
						}
						r := job.Run(p)
						checkPath(t, p, r)
					})
				}
			}
		}
	}
}
