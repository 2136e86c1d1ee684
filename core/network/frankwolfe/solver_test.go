package frankwolfe

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// kinds are what problem draws.
var kinds = []string{"dense", "quadratic", "global pool", "pool of two"}

// losses are those without jumps of their slope.
var losses = []loss.Loss{loss.Squared, loss.Huber, loss.Logistic, loss.Softmax}

// problem draws a problem of a kind.
func problem(rng *rand.Rand, kind, n int, l loss.Loss, beta float64) Problem {
	d := 1 + rng.IntN(6)
	a := lift.Architecture{}
	switch kind {
	case 1:
		a.Kind = lift.Quadratic
	case 2, 3:
		d = 6
		a = lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 6, 1}, Signal: true, Filter: 3, Stride: 1, Pool: lift.GlobalPool}
		if kind == 3 {
			a.Pool = 2
		}
	}
	x := make([]float64, n*d)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	if kind == 0 && d > 2 && n%2 == 0 { // a feature that is zero throughout
		for i := 1; i < len(x); i += d {
			x[i] = 0
		}
	}
	outputs := 1
	if l == loss.Softmax {
		outputs = 3
	}
	y := make([]float64, n*outputs)
	for i := range n {
		v := math.Sin(2*x[i*d]) + 0.3*rng.NormFloat64()
		switch l {
		case loss.Softmax:
			y[rng.IntN(outputs)*n+i] = 1
		case loss.Hinge, loss.Logistic:
			y[i] = math.Copysign(1, v)
		default:
			y[i] = v
		}
	}
	return Problem{Samples: a.New(context.Background(), lift.ReLU, x, n, d), Y: y, Loss: l, Beta: beta, Tolerance: 1e-7}
}

// prove returns the gap of the network and dual vector of a solver, from the raw data.
func prove(p *Problem, s *Solver) (gap, objective float64) {
	neurons, _ := s.Network()
	objective = neural.Cost(make([]float64, len(p.Y)), neurons, p.Samples, p.Y, p.Beta, p.Loss)
	if s.Dual() == nil {
		return 1, objective
	}
	var c neural.Certificate
	neural.NewProver(p.Samples).BoundTo(&c, s.Dual(), p.Y, p.Beta, p.Loss)
	return (objective - c.Lower) / math.Max(objective, 1e-300), objective
}

// run solves a problem and returns the objective of its network, which must be proved to the tolerance from the raw data.
func run(t *testing.T, p *Problem) (objective float64) {
	t.Helper()
	s := New(*p)
	p.Samples.SetContext(parallel.Watch(context.Background(), func() {
		if at := s.Progress(); !(at.Share >= 0 && at.Share <= 1) {
			t.Errorf("after %d rounds the progress is %g", at.Iterations, at.Share)
		}
	}))
	s.Run()
	gap, objective := prove(p, s)
	if !(gap <= 2*p.Tolerance) {
		t.Errorf("gap %.2g after %d rounds, own gap %.2g", gap, s.rounds, s.gap)
	}
	return objective
}

// TestSolves: all kinds and losses are proved, from the raw data, for the network and the dual vector that are found.
func TestSolves(t *testing.T) {
	seeds := uint64(7)
	if testing.Short() {
		seeds = 2
	}
	for kind, name := range kinds {
		for _, l := range losses {
			for seed := range seeds {
				t.Run(fmt.Sprintf("%s/%v/%d", name, l, seed), func(t *testing.T) {
					rng := rand.New(rand.NewPCG(seed, uint64(kind)))
					p := problem(rng, kind, 2+rng.IntN(60), l, math.Pow(10, -2+2*rng.Float64()))
					run(t, &p)
				})
			}
		}
	}
}

// point returns a pass over the samples of a drawn problem and a state with a few rows in each group.
func point(rng *rand.Rand, kind int, l loss.Loss) (*pass, *state) {
	p := problem(rng, kind, 5+rng.IntN(300), l, 0.3)
	q := newPoints(p.Samples)
	at := &state{y: newFactors(q, len(p.Y)/q.n)}
	for g := range at.y.groups() {
		rows := make([]float64, rng.IntN(4)*q.order)
		for i := range rows {
			rows[i] = rng.NormFloat64()
		}
		at.y.replace(g, rows)
	}
	s := newPass(q, newLossTerm(p.Loss, p.Y, q.n), p.Beta)
	s.forward(at)
	s.loss.differentiate(at.f)
	return s, at
}

// TestDerivatives compares the gradient, and the change of the outputs, with differences, and the adjoint with the change of the outputs.
func TestDerivatives(t *testing.T) {
	for kind, name := range kinds {
		for _, l := range []loss.Loss{loss.Squared, loss.Logistic, loss.Softmax, loss.Huber} {
			t.Run(fmt.Sprintf("%s/%v", name, l), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(uint64(kind), uint64(l)))
				s, at := point(rng, kind, l)
				size := len(at.y.rows)
				gradient, back, d := make([]float64, size), make([]float64, size), make([]float64, size)
				for i := range d {
					d[i] = rng.NormFloat64()
				}
				s.gradient(gradient, s.loss.slope, at)
				linear := make([]float64, len(at.f))
				s.derivative(linear, d, at)
				s.adjoint(back, at.f, at)
				moved := func(h float64) *state {
					to := &state{y: newFactors(s.points, at.y.outputs)}
					to.y.rows, to.y.start = append([]float64(nil), at.y.rows...), at.y.start
					dense.Axpy(h, d, to.y.rows)
					s.forward(to)
					return to
				}
				const h = 1e-5
				more, less := moved(h), moved(-h)
				near := func(what string, got, want, scale float64) {
					t.Helper()
					if !(math.Abs(got-want) <= 1e-5*(scale+1)) {
						t.Errorf("%s: %g, expected %g", what, got, want)
					}
				}
				near("gradient", dense.Dot(gradient, d), (more.value-less.value)/(2*h), math.Abs(at.value))
				for i, v := range linear {
					near("outputs", v, (more.f[i]-less.f[i])/(2*h), math.Abs(v)+math.Abs(at.f[i]))
				}
				near("adjoint", dense.Dot(back, d), dense.Dot(linear, at.f), dense.Dot(linear, linear)+dense.Dot(at.f, at.f))
			})
		}
	}
}

// TestAllocations: what a product with the Hessian allocates does not grow with the problem.
func TestAllocations(t *testing.T) {
	defer parallel.SetThreads(0)
	parallel.SetThreads(1)
	rng := rand.New(rand.NewPCG(4, 4))
	s, at := point(rng, 0, loss.Squared)
	d, dst, f := make([]float64, len(at.y.rows)), make([]float64, len(at.y.rows)), make([]float64, len(at.f))
	copy(d, at.y.rows)
	if count := testing.AllocsPerRun(10, func() {
		s.derivative(f, d, at)
		s.adjoint(dst, f, at)
	}); count > 8 {
		t.Errorf("%g allocations", count)
	}
}

// TestFewFactors: where many features come from a few factors, the rows that the oracle adds begin small, and are kept until the network is
// proved.
func TestFewFactors(t *testing.T) {
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 20))
		const n, d, factors = 250, 20, 4
		weights, z := make([]float64, d*factors), make([]float64, factors)
		fill := func(list []float64) {
			for i := range list {
				list[i] = rng.NormFloat64()
			}
		}
		fill(weights)
		x, y := make([]float64, n*d), make([]float64, n)
		for i := range n {
			fill(z)
			for k := range d {
				x[i*d+k] = dense.Dot(weights[k*factors:(k+1)*factors], z)/math.Sqrt(factors) + 0.1*rng.NormFloat64()
			}
			if z[0]*z[1]+rng.NormFloat64() > 0 {
				y[i] = 1
			}
		}
		architecture := lift.Architecture{}
		run(t, &Problem{Samples: architecture.New(context.Background(), lift.ReLU, x, n, d), Y: y, Beta: 0.01, Tolerance: 1e-7})
	}
}

// rowsAt returns a Newton method at a drawn point, with drawn T, that uses the system in the rows.
func rowsAt(t *testing.T, rng *rand.Rand, kind int, l loss.Loss) (*newton, *state) {
	s, at := point(rng, kind, l)
	at.y.restoreTrace()
	s.forward(at)
	s.loss.differentiate(at.f)
	w := newNewton(s, nil, at.y.groups())
	w.workers = append(w.workers, s.workers[0].product)
	w.rows.used = true
	for range at.y.groups() {
		p := s.points.order
		root, m := make([]float64, p*p), make([]float64, p*p)
		for i := range root {
			root[i] = rng.NormFloat64()
		}
		dense.SymmetricNT(m, root, root, p, p)
		for i := range p {
			m[i*p+i] += 0.1
		}
		w.rows.t = append(w.rows.t, m)
	}
	if !w.rows.prepare(s, at) {
		t.Fatal("the blocks are not positive definite")
	}
	return w, at
}

// TestRowSystem: the solution in the rows is tangent, and leaves nothing of the right-hand side, with the curvature of the loss from
// differences of its slopes. Where there is one pair of groups its block is the whole matrix, and takes three products with it at most.
func TestRowSystem(t *testing.T) {
	for kind, name := range kinds {
		for _, l := range losses {
			for seed := range uint64(10) {
				rng := rand.New(rand.NewPCG(seed, uint64(kind)))
				w, at := rowsAt(t, rng, kind, l)
				s, y := w.pass, at.y
				r, x := make([]float64, len(y.rows)), make([]float64, len(y.rows))
				for i := range r {
					r[i] = rng.NormFloat64()
				}
				w.tangent(r, y)
				w.solve(x, r, nil, at, accuracy{residual: 1e-10, absolute: math.Inf(1), products: 200})

				const h = 1e-6
				linear, sides := make([]float64, len(at.f)), [2][]float64{}
				s.derivative(linear, x, at)
				for side, step := range []float64{h, -h} {
					f := append([]float64(nil), at.f...)
					dense.Axpy(step, linear, f)
					s.loss.differentiate(f)
					sides[side] = append([]float64(nil), s.loss.slope...)
				}
				for i, v := range sides[1] {
					sides[0][i] = (sides[0][i] - v) / (2 * h)
				}
				rest := make([]float64, len(r))
				s.adjoint(rest, sides[0], at)
				dense.Axpy(-1, r, rest)
				p := s.points.order
				for g, m := range w.rows.t {
					rows, part := y.part(x, g), y.part(rest, g)
					if s.points.hasTrace && math.Abs(normalProduct(s.points, rows, y.group(g))) > 1e-9*(1+dense.Dot(rows, rows)) {
						t.Errorf("%s, %v, %d: not tangent", name, l, seed)
					}
					for j := 0; j < len(rows); j += p {
						for i := range p {
							part[j+i] += dense.Dot(m[i*p:(i+1)*p], rows[j:j+p])
						}
					}
				}
				w.tangent(rest, y)
				if !(dense.Length(rest) <= 1e-4*(1+dense.Length(r))) {
					t.Errorf("%s, %v, %d: %.2g of %.2g is left after %d products", name, l, seed, dense.Length(rest), dense.Length(r), w.system.count)
				}
				if y.groups() == 2 && w.system.count > 4 { // the last of them is not used
					t.Errorf("%s, %v, %d: %d directions for one pair", name, l, seed, w.system.count)
				}
			}
		}
	}
}

// TestManyClasses: problems of softmax with many classes, which are solved in the rows, are proved from the raw data.
func TestManyClasses(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 31))
			n, classes := 60+rng.IntN(100), 5+rng.IntN(15)
			p := problem(rng, 0, n, loss.Softmax, math.Pow(10, -0.5+rng.Float64()))
			p.Y = make([]float64, n*classes)
			for i := range n {
				o := int(math.Abs(float64(classes)/3*(p.Samples.Patch(i, 0, 0)[0]+0.3*rng.NormFloat64()))) % classes
				p.Y[o*n+i] = 1
			}
			s := New(p)
			s.newton.rows.least = 0
			inRows := false
			p.Samples.SetContext(parallel.Watch(context.Background(), func() { inRows = inRows || s.newton.rows.used }))
			s.Run()
			if gap, _ := prove(&p, s); !(gap <= 2*p.Tolerance) || !inRows {
				t.Errorf("%d samples, %d classes: gap %.2g in %d rounds, in the rows: %v", n, classes, gap, s.rounds, inRows)
			}
		})
	}
}
