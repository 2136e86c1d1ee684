package frankwolfe

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

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
