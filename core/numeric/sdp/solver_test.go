package sdp

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// example returns a problem with labels that are valid for its loss.
func example(n, d, outputs int, lossFn loss.Loss, architecture lift.Architecture) *Problem {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	set := dataset.Ball(rng, n, d)
	var x []float64
	for _, row := range set.X {
		x = append(x, row...)
	}
	p := &Problem{Op: architecture.New(context.Background(), lift.ReLU, x, n, d), Outputs: outputs, Y: set.Y, Beta: 0.03, Loss: lossFn}
	if lossFn == loss.Softmax {
		p.Y = make([]float64, n*outputs)
		for i := range n {
			p.Y[rng.IntN(outputs)*n+i] = 1
		}
	}
	return p
}

var conv = lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 6, 1}, Signal: true, Filter: 3, Stride: 1, Pool: 2}

// examples covers every loss, both forms of the Newton system, and matrices with and without a trace condition.
func examples() map[string]*Problem {
	all := map[string]*Problem{
		"one point":           example(1, 2, 1, loss.Squared, lift.Architecture{}),
		"few points":          example(5, 4, 1, loss.Squared, lift.Architecture{}),
		"many points":         example(40, 1, 1, loss.Squared, lift.Architecture{}),
		"quadratic":           example(30, 4, 1, loss.Squared, lift.Architecture{Kind: lift.Quadratic}),
		"quadratic, l1":       example(12, 5, 1, loss.L1, lift.Architecture{Kind: lift.Quadratic}),
		"convolutional":       example(20, 6, 1, loss.Squared, conv),
		"convolutional huber": example(200, 6, 1, loss.Huber, conv),
		"softmax":             example(10, 4, 3, loss.Softmax, lift.Architecture{}),
		"softmax, many":       example(60, 2, 3, loss.Softmax, lift.Architecture{}),
	}
	for _, lossFn := range []loss.Loss{loss.Huber, loss.L1, loss.Hinge, loss.Logistic} {
		all[lossFn.String()+", few"] = example(8, 4, 1, lossFn, lift.Architecture{})
		all[lossFn.String()+", many"] = example(60, 2, 1, lossFn, lift.Architecture{})
	}
	return all
}

// TestIteratesKeepTheirPromises checks at every step the properties of iterates stated in the package documentation: all matrices positive
// definite with the trace condition, all slacks positive definite and exact, v in its domain, and primal - dual equal to the sum of its
// parts.
func TestIteratesKeepTheirPromises(t *testing.T) {
	for name, p := range examples() {
		for how, leastSquares := range map[string]bool{"normal equations": false, "least squares": true} {
			for form, other := range forms {
				t.Run(name+","+how+","+form, func(t *testing.T) {
					s := New(p)
					if other != nil {
						other(s)
					}
					s.Reset(p)
					s.usesLeastSquares = leastSquares
					checkRun(t, s, p)
				})
			}
		}
	}
}

// forms replace the Newton system that New has chosen.
var forms = map[string]func(s *Solver){
	"as chosen": nil,
	"samples":   func(s *Solver) { s.newton = newSamplesSystem(s) },
	"entries":   func(s *Solver) { s.newton = newEntriesSystem(s) },
}

func checkRun(t *testing.T, s *Solver, p *Problem) {
	t.Helper()
	for range 60 {
		gap, primal := s.Gap()
		checkIterate(t, s, p, gap, primal)
		if gap < 1e-9*primal {
			t.Logf("%d iterations", s.Iterations())
			return
		}
		if !s.Step() {
			t.Fatalf("stalled at gap %g of %g", gap, primal)
		}
	}
	gap, primal := s.Gap()
	t.Errorf("gap %g after %d iterations", gap/primal, s.Iterations())
}

func checkIterate(t *testing.T, s *Solver, p *Problem, gap, primal float64) {
	t.Helper()
	order, n := p.Op.Order(), p.Op.Len()
	adjoint, fit, wantPrimal := make([]float64, order*order), make([]float64, len(p.Y)), 0.0
	for k, c := range s.cones {
		part := fit[c.output*n : (c.output+1)*n]
		signed := append([]float64(nil), c.z...)
		for i := range signed {
			signed[i] *= c.sign
		}
		p.Op.AddApply(part, signed, c.block)
		p.Op.AdjointTo(adjoint, s.Dual()[c.output*n:(c.output+1)*n], c.block)
		slack := append([]float64(nil), c.s...)
		dense.Axpy(c.sign, adjoint, slack)
		if p.Op.HasTrace() {
			wantPrimal += p.Beta * c.z[order*order-1]
			addG(slack, order, -c.rho)
			slack[order*order-1] -= p.Beta
			if g := math.Abs(lift.TraceForm(c.z, order)); g > 1e-9*(1+c.z[order*order-1]) {
				t.Errorf("cone %d: < G, Z > = %g", k, g)
			}
		} else {
			for i := range order {
				slack[i*order+i] -= p.Beta
				wantPrimal += p.Beta * c.z[i*order+i]
			}
		}
		for i := range order {
			slack[i*order+i] -= c.infeasibility
		}
		for i, v := range slack {
			if math.Abs(v) > 1e-12*(1+math.Abs(c.rho)) {
				t.Fatalf("cone %d: entry %d of S is off by %g", k, i, v)
			}
		}
		for name, a := range map[string][]float64{"Z": c.z, "S": c.s} {
			if !dense.Cholesky(context.Background(), append([]float64(nil), a...), order) {
				t.Fatalf("cone %d: %s is not positive definite", k, name)
			}
		}
	}
	value, dual := lossAndDual(p, fit, s.Dual(), n)
	wantPrimal += value
	for _, c := range s.cones {
		if c.infeasibility > 0 {
			return // the gap is an estimate
		}
	}
	if math.Abs(primal-wantPrimal) > 1e-9*wantPrimal || math.Abs(gap-(wantPrimal-dual)) > 1e-9*(wantPrimal+math.Abs(dual)) {
		t.Errorf("primal %g and gap %g, recomputed %g and %g", primal, gap, wantPrimal, wantPrimal-dual)
	}
}

// lossAndDual returns loss(f) and -loss*(-v).
func lossAndDual(p *Problem, f, v []float64, n int) (value, dual float64) {
	if p.Loss != loss.Softmax {
		for i := range f {
			value += p.Loss.Value(f[i], p.Y[i])
			dual += p.Loss.Dual(v[i], p.Y[i])
		}
		return value, dual
	}
	for i := range n {
		var fi, vi, yi []float64
		for o := range p.Outputs {
			fi, vi, yi = append(fi, f[o*n+i]), append(vi, v[o*n+i]), append(yi, p.Y[o*n+i])
		}
		value += loss.SoftmaxValue(fi, yi)
		dual += loss.SoftmaxDual(vi, yi)
	}
	return value, dual
}

func TestScalingIsNesterovTodds(t *testing.T) {
	p := example(20, 3, 1, loss.Squared, lift.Architecture{})
	s := New(p)
	s.Reset(p)
	s.Step()
	s.Step()
	for _, c := range s.cones {
		if !c.scale() {
			t.Fatal("no scaling")
		}
		order := c.p
		scaled, z := make([]float64, order*order), make([]float64, order*order)
		c.congruence(scaled, c.ft, c.s)
		lambda := make([]float64, order*order)
		for i, l := range c.lambda {
			lambda[i*order+i] = l
		}
		c.congruence(z, c.f, lambda)
		for i := range z {
			if math.Abs(scaled[i]-lambda[i]) > 1e-12 || math.Abs(z[i]-c.z[i]) > 1e-10 {
				t.Fatalf("entry %d: F'SF %g, want %g; F lambda F' %g, want %g", i, scaled[i], lambda[i], z[i], c.z[i])
			}
		}
	}
}

// TestAllRoutesFindTheDirection compares both forms of the Newton system and of least squares, where all are accurate.
func TestAllRoutesFindTheDirection(t *testing.T) {
	for name, p := range examples() {
		s := New(p)
		s.Reset(p)
		s.Step()
		var directions [][]float64
		for _, f := range []system{newSamplesSystem(s), newEntriesSystem(s), newSamplesLeastSquares(s), newEntriesLeastSquares(s)} {
			for _, c := range s.cones {
				c.scale()
				c.setPredictor()
			}
			s.loss.setRoots()
			s.loss.setTargets(0)
			if !f.factor(s) || !s.direct(f) || s.defect() > 1e-7 {
				t.Fatalf("%s: no direction", name)
			}
			var all []float64
			for _, c := range s.cones {
				all = append(all, c.dz...)
			}
			directions = append(directions, append(all, s.loss.dv...))
		}
		for route, direction := range directions[1:] {
			for i, v := range directions[0] {
				if math.Abs(v-direction[i]) > 1e-7*(1+math.Abs(v)) {
					t.Fatalf("%s, route %d: entry %d is %g, by the first route %g", name, route+1, i, direction[i], v)
				}
			}
		}
	}
}

// TestStepDoesNotAllocate: what a step needs was made by the first one of its kind.
func TestStepDoesNotAllocate(t *testing.T) {
	for name, p := range examples() {
		s := New(p)
		for _, leastSquares := range []bool{false, true} {
			s.Reset(p)
			s.usesLeastSquares = leastSquares
			s.Step()
			allocations := math.Inf(1)
			for range 3 { // now and then the runtime's own allocations are counted with a step
				allocations = min(allocations, testing.AllocsPerRun(1, func() { s.Step(); s.Gap() }))
			}
			if allocations > 0 {
				t.Errorf("%s, least squares %t: %g allocations in a step", name, leastSquares, allocations)
			}
		}
	}
}

// unreliable is a Newton system that fails in the iterations with an x.
type unreliable struct {
	system
	failures string
	asked    int
}

func (u *unreliable) factor(s *Solver) bool {
	u.asked++
	return u.failures[u.asked-1] != 'x' && u.system.factor(s)
}

// TestFallback: least squares take over, for good, where the normal equations fail.
func TestFallback(t *testing.T) {
	p := example(12, 3, 1, loss.Huber, lift.Architecture{})
	for failures, asked := range map[string]int{"----": 4, "x---": 1, "--x-": 3} {
		s := New(p)
		for range 2 { // a run starts anew
			u := &unreliable{newSamplesSystem(s), failures, 0}
			s.newton = u
			s.Reset(p)
			for k := range len(failures) {
				if ok := s.Step(); !ok || s.Iterations() != k+1 {
					t.Errorf("%s: %t after iteration %d", failures, ok, s.Iterations())
				}
			}
			if u.asked != asked {
				t.Errorf("%s: %d attempts by normal equations, want %d", failures, u.asked, asked)
			}
		}
	}
	s := New(p)
	s.newton = &unreliable{s.newton, "x", 0}
	p.LeastSquares = 1 // too little memory for them
	s.Reset(p)
	if s.Step() || s.Iterations() != 0 {
		t.Errorf("%d iterations without least squares", s.Iterations())
	}
}
