package lift

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/dense"
)

var activations = []Activation{ReLU, Swish, {1, 1, 1}, {-0.3, 0.2, 0.1}, {0, 1, 0.5}, {1, 0, 0.3}, {0.5, 0.5, 0}}

// matrix forms A(x) by its definition.
func matrix(sigma Activation, x []float64) []float64 {
	d := len(x)
	p := d + 1
	a := make([]float64, p*p)
	for i := range d {
		for j := range d {
			a[i*p+j] = sigma.A * x[i] * x[j]
		}
		a[i*p+d], a[d*p+i] = sigma.B*x[i]/2, sigma.B*x[i]/2
	}
	a[p*p-1] = sigma.C
	return a
}

func problem(rng *rand.Rand, sigma Activation, n, d int) *Samples {
	x := make([]float64, n*d)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return NewSamples(sigma, x, n, d)
}

func random(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

func symmetric(rng *rand.Rand, p int) []float64 {
	b, a := random(rng, p*p), make([]float64, p*p)
	dense.Transpose(a, b, p)
	for i := range a {
		a[i] += b[i]
	}
	return a
}

func close(t *testing.T, name string, got, want []float64) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-10*(1+math.Abs(want[i])) {
			t.Fatalf("%s: entry %d is %.15g, want %.15g", name, i, got[i], want[i])
		}
	}
}

// operator is what the solver asks of Samples and Rows.
type operator interface {
	Len() int
	Order() int
	ApplyTo(dst, d []float64)
	AdjointTo(dst, v []float64)
	AddGram(m []float64, stride int, f []float64)
	MoveTo(dst []float64, i int, f []float64)
}

func TestLiftIsTheNeuron(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, sigma := range activations {
		for _, d := range []int{1, 2, 3, 7} {
			s := problem(rng, sigma, 5, d)
			u := random(rng, d)
			lifted, p := append(u, 1), d+1
			rank1 := make([]float64, p*p)
			dense.MulNT(rank1, lifted, lifted, p, p, 1)
			got, want := make([]float64, 5), make([]float64, 5)
			s.ApplyTo(got, rank1)
			for i := range want {
				want[i] = sigma.At(dense.Dot(s.Row(i), u[:d]))
			}
			close(t, "<A(x), [u;1][u;1]'>", got, want)
		}
	}
}

// TestOperators checks both forms against matrices formed by definition: for Rows, the definition is the QR identity, that all
// products < R z, R w > equal < Phi z, Phi w >.
func TestOperators(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, sigma := range activations {
		for _, n := range []int{1, 2, 5, 40} {
			for _, d := range []int{1, 2, 3, 6} {
				s := problem(rng, sigma, n, d)
				rows := make([][]float64, n)
				for i := range rows {
					rows[i] = matrix(sigma, s.Row(i))
				}
				checkOperator(t, rng, s, rows)
				r := NewRows(s)
				reduced := make([][]float64, r.Len())
				for i := range reduced {
					reduced[i] = make([]float64, (d+1)*(d+1))
					UnpackTo(reduced[i], r.rows[i*r.q:(i+1)*r.q], d+1)
				}
				checkOperator(t, rng, r, reduced)
				checkFactorization(t, rng, s, r)
			}
		}
	}
}

func checkOperator(t *testing.T, rng *rand.Rand, op operator, rows [][]float64) {
	t.Helper()
	n, p := op.Len(), op.Order()
	d, v, f := symmetric(rng, p), random(rng, n), random(rng, p*p)
	got, want := make([]float64, n), make([]float64, n)
	op.ApplyTo(got, d)
	for i, a := range rows {
		want[i] = dense.Dot(a, d)
	}
	close(t, "ApplyTo", got, want)

	adjoint, sum := make([]float64, p*p), make([]float64, p*p)
	op.AdjointTo(adjoint, v)
	for i, a := range rows {
		dense.Axpy(v[i], a, sum)
	}
	close(t, "AdjointTo", adjoint, sum)

	w, wa, waw := make([]float64, p*p), make([]float64, p*p), make([]float64, p*p)
	dense.MulNT(w, f, f, p, p, p)
	gram := make([]float64, n*(n+2))
	op.AddGram(gram, n+2, f)
	moved, packed, ft := make([]float64, p*(p+1)/2), make([]float64, p*(p+1)/2), make([]float64, p*p)
	dense.Transpose(ft, f, p)
	for i := range rows {
		dense.MulNN(wa, rows[i], f, p, p, p)
		dense.MulNN(waw, ft, wa, p, p, p)
		PackTo(packed, waw, p)
		op.MoveTo(moved, i, f)
		close(t, "MoveTo", moved, packed)
		dense.MulNN(wa, w, rows[i], p, p, p)
		dense.MulNN(waw, wa, w, p, p, p)
		for j := range i + 1 {
			close(t, "AddGram", gram[i*(n+2)+j:], []float64{dense.Dot(waw, rows[j])})
		}
	}
}

func checkFactorization(t *testing.T, rng *rand.Rand, s *Samples, r *Rows) {
	t.Helper()
	n, p := s.Len(), s.Order()
	d, y := symmetric(rng, p), random(rng, n)
	fit, reduced := make([]float64, n), make([]float64, r.Len())
	s.ApplyTo(fit, d)
	r.ApplyTo(reduced, d)
	close(t, "|R z| = |Phi z|", []float64{dense.Dot(reduced, reduced)}, []float64{dense.Dot(fit, fit)})

	target, rest, back := make([]float64, r.Len()), make([]float64, n), make([]float64, n)
	r.ReduceTo(target, rest, y)
	r.ExpandTo(back, target)
	dense.Axpy(1, rest, back)
	close(t, "Q Q'y + y_perp = y", back, y)
	adjoint := make([]float64, p*p)
	s.AdjointTo(adjoint, rest)
	close(t, "Phi'y_perp = 0", adjoint, make([]float64, p*p))
	r.ExpandTo(back, reduced)
	close(t, "Q R z = Phi z", back, fit)
}

func TestLoopDoesNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	s := problem(rng, ReLU, 30, 3)
	for _, op := range []operator{s, NewRows(s)} {
		n, p := op.Len(), op.Order()
		m, f, d, v := make([]float64, n*n), random(rng, p*p), symmetric(rng, p), random(rng, n)
		if a := testing.AllocsPerRun(10, func() { op.AddGram(m, n, f); op.ApplyTo(v, d); op.AdjointTo(d, v) }); a != 0 {
			t.Errorf("%T: %g allocations, want 0", op, a)
		}
	}
}
