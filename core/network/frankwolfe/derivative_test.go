package frankwolfe

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// point returns a pass over the samples of a drawn problem and a state with a few rows in each group.
func point(rng *rand.Rand, kind int, l loss.Loss) (*pass, *state) {
	p := problem(rng, kind, 5+rng.IntN(300), l, 0.3)
	q := newPoints(p.Samples)
	at := &state{y: newFactors(q, len(p.Y)/q.n)}
	for g := range at.y.groups() {
		rows := make([]float64, rng.IntN(4)*q.p)
		for i := range rows {
			rows[i] = rng.NormFloat64()
		}
		at.y.replace(g, rows)
	}
	s := newPass(q, newFit(p.Loss, p.Y, q.n), p.Beta)
	s.forward(at)
	s.fit.differentiate(at.f)
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
				s.gradient(gradient, s.fit.slope, at)
				linear := make([]float64, len(at.f))
				s.derivative(linear, d, at)
				s.adjoint(back, at.f, at)
				moved := func(h float64) *state {
					to := &state{y: newFactors(s.q, at.y.outputs)}
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

// TestRepeats: all rounds are the same, to the last bit, for any number of threads and after any other solve.
func TestRepeats(t *testing.T) {
	defer parallel.SetThreads(0)
	for kind, name := range kinds {
		for _, l := range losses {
			var want []float64
			for _, threads := range []int{1, 2, 5} {
				if parallel.SetThreads(threads); threads > 2 && parallel.Threads() == 1 {
					break // WebAssembly has one, with which the rounds came twice
				}
				p := problem(rand.New(rand.NewPCG(7, uint64(kind))), kind, 60, l, 0.1)
				s := New(p)
				var got []float64
				for !s.Done() {
					s.Step()
					got = append(got, s.now.value, s.gap, dense.Dot(s.now.y.rows, s.now.y.rows))
				}
				if want == nil {
					want = got
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, %v: %d threads give other rounds than one", name, l, threads)
				}
			}
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
