package sdp

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data"
	"conelab/core/dense"
	"conelab/core/lift"
)

func example(n, d int) (*lift.Samples, []float64) {
	set := data.Ball(rand.New(rand.NewPCG(uint64(n), uint64(d))), n, d)
	var x []float64
	for _, row := range set.X {
		x = append(x, row...)
	}
	return lift.NewSamples(lift.ReLU, x, n, d), set.Y
}

// TestIteratesKeepTheirPromises checks at every step what the package doc says of the iterates: both matrices positive definite and
// balanced, both slacks positive definite and exact, and primal - dual equal to the sum of its parts.
func TestIteratesKeepTheirPromises(t *testing.T) {
	for _, shape := range [][2]int{{1, 2}, {5, 1}, {30, 3}, {12, 8}} {
		for _, careful := range []bool{false, true} {
			const beta = 0.03
			samples, y := example(shape[0], shape[1])
			s := New(samples.Len(), samples.Order())
			s.Reset(samples, y, beta)
			s.newton.careful = careful
			previous := math.Inf(1)
			for range 30 {
				gap, primal := s.Gap()
				checkIterate(t, s, samples, y, beta, gap, primal)
				if gap < 1e-9*primal {
					break
				}
				if s.Iterations() > 3 && gap > previous {
					t.Errorf("n=%d, d=%d: the gap grew from %g to %g", shape[0], shape[1], previous, gap)
				}
				previous = gap
				if s.Step() != Running {
					t.Fatalf("n=%d, d=%d: stalled at gap %g", shape[0], shape[1], gap)
				}
			}
			if gap, primal := s.Gap(); gap > 1e-9*primal {
				t.Errorf("n=%d, d=%d: gap %g after %d iterations", shape[0], shape[1], gap/primal, s.Iterations())
			}
		}
	}
}

func checkIterate(t *testing.T, s *Solver, samples *lift.Samples, y []float64, beta, gap, primal float64) {
	t.Helper()
	p := samples.Order()
	adjoint, fit, diff := make([]float64, p*p), make([]float64, len(y)), make([]float64, p*p)
	samples.AdjointTo(adjoint, s.Dual())
	wantPrimal, dual := 0.0, 0.0
	for k, c := range s.cones {
		dense.Axpy(c.sign, c.z, diff)
		wantPrimal += beta * c.z[p*p-1]
		if g := math.Abs(c.balance()); g > 1e-9*(1+c.z[p*p-1]) {
			t.Errorf("cone %d: < G, Z > = %g", k, g)
		}
		slack := append([]float64(nil), c.s...)
		dense.Axpy(c.sign, adjoint, slack)
		addBalance(slack, p, -c.rho)
		slack[p*p-1] -= beta
		for i, v := range slack {
			if math.Abs(v) > 1e-12*(1+math.Abs(c.rho)) {
				t.Fatalf("cone %d: entry %d of S is off by %g", k, i, v)
			}
		}
		for name, a := range map[string][]float64{"Z": c.z, "S": c.s} {
			if !dense.Cholesky(append([]float64(nil), a...), p) {
				t.Fatalf("cone %d: %s is not positive definite", k, name)
			}
		}
	}
	samples.ApplyTo(fit, diff)
	for i, f := range fit {
		v := s.Dual()[i]
		wantPrimal += (f - y[i]) * (f - y[i])
		dual += v*y[i] - v*v/4
	}
	if math.Abs(primal-wantPrimal) > 1e-9*wantPrimal || math.Abs(gap-(wantPrimal-dual)) > 1e-9*(wantPrimal+math.Abs(dual)) {
		t.Errorf("primal %g and gap %g, recomputed %g and %g", primal, gap, wantPrimal, wantPrimal-dual)
	}
}

func TestScalingIsNesterovTodds(t *testing.T) {
	samples, y := example(20, 3)
	s := New(20, 4)
	s.Reset(samples, y, 0.01)
	s.Step()
	s.Step()
	for _, c := range s.cones {
		if !c.scale() {
			t.Fatal("no scaling")
		}
		p := c.p
		scaled, z := make([]float64, p*p), make([]float64, p*p)
		c.congruence(scaled, c.f, c.s)
		lambda := make([]float64, p*p)
		for i, l := range c.lambda {
			lambda[i*p+i] = l
		}
		c.unscale(z, lambda)
		for i := range z {
			if math.Abs(scaled[i]-lambda[i]) > 1e-12 || math.Abs(z[i]-c.z[i]) > 1e-10 {
				t.Fatalf("entry %d: F'SF %g, want %g; F lambda F' %g, want %g", i, scaled[i], lambda[i], z[i], c.z[i])
			}
		}
	}
}

// TestBothRoutesFindTheDirection compares the normal equations with least squares where both are accurate.
func TestBothRoutesFindTheDirection(t *testing.T) {
	samples, y := example(15, 2)
	s := New(15, 3)
	s.Reset(samples, y, 0.1)
	s.Step()
	var steps [2][]float64
	for route, careful := range []bool{false, true} {
		s.newton.careful = careful
		for _, c := range s.cones {
			c.scale()
			c.aimAffine()
		}
		if !s.newton.factor(s) || !s.direct() {
			t.Fatal("no direction")
		}
		steps[route] = append(append(append(steps[route], s.step...), s.cones[0].dz...), s.cones[1].dz...)
	}
	for i, v := range steps[0] {
		if math.Abs(v-steps[1][i]) > 1e-9*(1+math.Abs(v)) {
			t.Errorf("entry %d: %g by normal equations, %g by least squares", i, v, steps[1][i])
		}
	}
}

func TestStepDoesNotAllocate(t *testing.T) {
	samples, y := example(60, 8)
	rows := lift.NewRows(samples)
	target, rest := make([]float64, rows.Len()), make([]float64, 60)
	rows.ReduceTo(target, rest, y)
	for name, run := range map[string]struct {
		op Operator
		y  []float64
	}{"samples": {samples, y}, "reduced": {rows, target}} {
		s := New(run.op.Len(), run.op.Order())
		s.Reset(run.op, run.y, 0.01)
		s.newton.careful = true
		s.Step() // makes the workspace of least squares
		for _, careful := range []bool{false, true} {
			allocations := testing.AllocsPerRun(3, func() { s.newton.careful = careful; s.Step(); s.Gap() })
			if allocations != 0 {
				t.Errorf("%s, careful %v: %g allocations in a step, want 0", name, careful, allocations)
			}
		}
	}
}
