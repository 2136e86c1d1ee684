package dense

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"conelab/core/numeric/parallel"
)

// orders includes the edges of the unrolled loops and of the switch from Jacobi rotations to tridiagonal reduction.
var orders = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33, 64, 65, 150}

func random(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

func symmetric(rng *rand.Rand, n int) []float64 {
	a := random(rng, n*n)
	for i := range n {
		for j := range i {
			a[i*n+j] = a[j*n+i]
		}
	}
	return a
}

func positive(rng *rand.Rand, n int) []float64 {
	b, a := random(rng, n*n), make([]float64, n*n)
	MulNT(a, b, b, n, n, n)
	for i := range n {
		a[i*n+i] += 0.1
	}
	return a
}

func differ(t *testing.T, name string, n int, got, want []float64, tolerance float64) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i]-want[i]) > tolerance {
			t.Fatalf("%s, order %d: entry %d is %g, want %g", name, n, i, got[i], want[i])
		}
	}
}

func TestProductsAgreeWithGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range orders {
		m, k := n+3, 2*n+1
		a, b := random(rng, m*k), random(rng, n*k)
		var want mat.Dense
		want.Mul(mat.NewDense(m, k, a), mat.NewDense(n, k, b).T())
		got := make([]float64, m*n)
		MulNT(got, a, b, m, n, k)
		differ(t, "MulNT", n, got, want.RawMatrix().Data, 1e-12)

		c := random(rng, k*n)
		want.Reset()
		want.Mul(mat.NewDense(m, k, a), mat.NewDense(k, n, c))
		MulNN(got, a, c, m, n, k)
		differ(t, "MulNN", n, got, want.RawMatrix().Data, 1e-12)

		gram := make([]float64, m*m)
		AddGram(context.Background(), gram, m, a, m, k)
		want.Reset()
		want.Mul(mat.NewDense(m, k, a), mat.NewDense(m, k, a).T())
		for i := range m {
			differ(t, "AddGram", n, gram[i*m:i*m+i+1], want.RawRowView(i)[:i+1], 1e-12)
		}
		if got, want := Dot(a[:k], b[:k]), mat.Dot(mat.NewVecDense(k, a[:k]), mat.NewVecDense(k, b[:k])); math.Abs(got-want) > 1e-12 {
			t.Errorf("Dot of length %d: %g, want %g", k, got, want)
		}
	}
}

func TestCholeskyMultipliesBackAndSolves(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range orders {
		a := positive(rng, n)
		l := append([]float64(nil), a...)
		if !Cholesky(context.Background(), l, n) {
			t.Fatalf("order %d: not positive definite", n)
		}
		x := random(rng, n)
		b := make([]float64, n)
		MulNT(b, a, x, n, 1, n)
		CholeskySolve(l, n, b)
		differ(t, "CholeskySolve", n, b, x, 1e-9)
		for i := range n {
			for j := i + 1; j < n; j++ {
				l[i*n+j] = 0
			}
		}
		back := make([]float64, n*n)
		MulNT(back, l, l, n, n, n)
		differ(t, "Cholesky", n, back, a, 1e-12*float64(n)*10)

		a[n*n-1] -= 2 * (a[n*n-1] + 1) // a negative diagonal entry
		if Cholesky(context.Background(), a, n) {
			t.Errorf("order %d: an indefinite matrix was factorised", n)
		}
	}
}

// TestQRMultipliesBack: without a diagonal, B = Q R for matrices of any shape.
func TestQRMultipliesBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, n := range orders {
		for _, m := range []int{max(1, n/2), n, n + n/2} {
			a := random(rng, m*n)
			qr := NewQR(m, n)
			copy(qr.b, a)
			qr.Factorize(context.Background())
			for j := range n {
				column, top := make([]float64, m), make([]float64, n)
				copy(top, qr.R(j))
				qr.RotateFrom(top, column)
				differ(t, "Q R", n, column, a[j*m:(j+1)*m], 1e-12)
			}
		}
	}
}

// TestQRSolvesLeastSquares factorises matrices of several sizes, all in the memory of one.
func TestQRSolvesLeastSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	qr := NewQR(2, 3)
	for _, n := range orders {
		for _, m := range []int{1, n, 2*n + 3} {
			qr.Resize(m, n)
			full := mat.NewDense(n+m, n, nil)
			for j := range n {
				d := 1.0
				if j == n-1 && m >= n {
					d = 0 // a column without a diagonal entry
				}
				qr.SetDiagonal(j, d)
				full.Set(j, j, d)
				for i := range m {
					v := rng.NormFloat64()
					qr.Column(j)[i] = v
					full.Set(n+i, j, v)
				}
			}
			qr.Factorize(context.Background())
			b := random(rng, n+m)
			x := append([]float64(nil), b...)
			qr.RotateTo(x[:n], x[n:])
			back := append([]float64(nil), x...)
			qr.RotateFrom(back[:n], back[n:])
			differ(t, "Q Q'b = b", n, back, b, 1e-11)
			qr.SolveR(x[:n])
			var want mat.VecDense
			if err := want.SolveVec(full, mat.NewVecDense(n+m, b)); err != nil {
				t.Fatal(err)
			}
			differ(t, "least squares", n, x[:n], want.RawVector().Data, 1e-9)
			// R'R = D'D + B'B, applied to R^-1 R^-T y.
			y := random(rng, n)
			z := append([]float64(nil), y...)
			qr.SolveRT(z)
			qr.SolveR(z)
			var product, normal mat.VecDense
			product.MulVec(full, mat.NewVecDense(n, z))
			normal.MulVec(full.T(), &product)
			differ(t, "normal equations", n, normal.RawVector().Data, y, 1e-8)
		}
	}
}

// TestEigenMultipliesBack has full matrices, diagonal ones and zero.
func TestEigenMultipliesBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for at := range 3 * len(orders) {
		n := orders[at/3]
		a := make([]float64, n*n)
		switch at % 3 {
		case 0:
			a = symmetric(rng, n)
		case 1:
			for i := range n {
				a[i*n+i] = float64(i * 7 % n)
			}
		}
		e, v, values, only := NewEigen(n), append([]float64(nil), a...), make([]float64, n), make([]float64, n)
		if !e.Decompose(t.Context(), v, values) || !e.Values(t.Context(), append([]float64(nil), a...), only) {
			t.Fatalf("order %d: no convergence", n)
		}
		differ(t, "Values", n, only, values, 1e-12)
		scaled, back, vt := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
		for i := range n {
			Axpy(values[i], v[i*n:(i+1)*n], scaled[i*n:(i+1)*n])
			if i > 0 && values[i] < values[i-1] {
				t.Errorf("order %d: eigenvalues are not ascending", n)
			}
		}
		Transpose(vt, v, n)
		MulNN(back, vt, scaled, n, n, n)
		differ(t, "Decompose", n, back, a, 1e-12)
		MulNT(back, v, v, n, n, n)
		for i := range n {
			back[i*n+i]--
		}
		differ(t, "orthogonality", n, back, make([]float64, n*n), 1e-13*float64(n))
	}
}

func TestEigenOfDiagonalAndZero(t *testing.T) {
	e, values := NewEigen(3), make([]float64, 3)
	if !e.Decompose(t.Context(), []float64{3, 0, 0, 0, 1, 0, 0, 0, 2}, values) {
		t.Fatal("no convergence")
	}
	differ(t, "diagonal", 3, values, []float64{1, 2, 3}, 0)
	if !e.Decompose(t.Context(), make([]float64, 9), values) {
		t.Fatal("no convergence on the zero matrix")
	}
	differ(t, "zero", 3, values, []float64{0, 0, 0}, 0)
}

// TestTridiagonalMultipliesBack also compares the eigenvalues with Gonum's, at sizes at which squares leave the range of doubles, too, and
// (size 0) with rows that become small until they do.
func TestTridiagonalMultipliesBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, n := range orders {
		for _, size := range []float64{1, 1e-200, 1e200, 0} {
			a := symmetric(rng, n)
			if size == 0 {
				size = 1
				for at := range a {
					a[at] *= math.Pow(10, -8.8*float64(at/n+at%n))
				}
			}
			var want mat.EigenSym
			want.Factorize(mat.NewSymDense(n, a), false)
			reduced, values := NewTridiagonal(n), make([]float64, n)
			scaled := append([]float64(nil), a...)
			Scale(size, scaled)
			reduced.Reduce(t.Context(), scaled)
			if !reduced.Values(t.Context(), values) {
				t.Fatalf("order %d: no eigenvalues", n)
			}
			Scale(1/size, values)
			differ(t, "eigenvalues", n, values, want.Values(nil), 1e-13*float64(n))
			// Q T Q'x is A x.
			x, got, product := random(rng, n), make([]float64, n), make([]float64, n)
			MulNN(product, a, x, n, 1, n)
			reduced.ApplyTransposed(x)
			for i := range n {
				got[i] = reduced.Diagonal[i] / size * x[i]
				if i > 0 {
					got[i] += reduced.Off[i-1] / size * x[i-1]
				}
				if i+1 < n {
					got[i] += reduced.Off[i] / size * x[i+1]
				}
			}
			reduced.Apply(got)
			differ(t, "product", n, got, product, 1e-12*float64(n))
		}
	}
}

func BenchmarkCholesky(b *testing.B) {
	for _, n := range []int{8, 100, 200, 500} {
		b.Run(sizeName(n), func(b *testing.B) {
			a := positive(rand.New(rand.NewPCG(1, 1)), n)
			work := make([]float64, n*n)
			for b.Loop() {
				copy(work, a)
				Cholesky(context.Background(), work, n)
			}
		})
	}
}

func BenchmarkEigen(b *testing.B) {
	for _, n := range []int{3, 4, 5, 6, 21, 61, 200} {
		b.Run(sizeName(n), func(b *testing.B) {
			a := positive(rand.New(rand.NewPCG(1, 1)), n)
			work, values, e := make([]float64, n*n), make([]float64, n), NewEigen(n)
			for b.Loop() {
				copy(work, a)
				e.Decompose(b.Context(), work, values)
			}
		})
	}
}

func sizeName(n int) string {
	return "n=" + strconv.Itoa(n)
}

// TestLowRankTakesFewReflections: of a matrix of low rank, with eigenvalues of many sizes, all but a few reflections are the identity, and
// the eigenvalues are those of its factor's small Gram matrix, to the rounding of the entries.
func TestLowRankTakesFewReflections(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, r, fall := rapid.IntRange(40, 200).Draw(t, "n"), rapid.IntRange(1, 12).Draw(t, "r"), rapid.Float64Range(0, 3).Draw(t, "fall")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		a, factor, gram := make([]float64, n*n), make([]float64, r*n), make([]float64, r*r)
		for k := range r {
			row := factor[k*n : (k+1)*n]
			copy(row, random(rng, n))
			Scale(math.Pow(10, -fall*float64(k)), row)
			for i, v := range row {
				Axpy(v, row, a[i*n:(i+1)*n])
			}
		}
		MulNT(gram, factor, factor, r, r, n)
		values, want, size := make([]float64, n), make([]float64, r), math.Sqrt(Dot(a, a))
		e := NewEigen(n)
		if !e.Values(t.Context(), a, values) || !NewEigen(r).Values(context.Background(), gram, want) {
			t.Fatal("no convergence")
		}
		for k, v := range values {
			if at := k - (n - r); at >= 0 {
				v -= want[at]
			}
			if math.Abs(v) > 1e-14*size {
				t.Errorf("eigenvalue %d is off by %g of the matrix's size", k, v/size)
			}
		}
		reflections := 0
		for _, tau := range e.reduced.tau {
			if tau != 0 {
				reflections++
			}
		}
		if reflections > 2*r+20 {
			t.Errorf("order %d, rank %d: %d reflections", n, r, reflections)
		}
	})
}

// TestReducePauses: a reduction asks whether to go on at least once in some 1e6 multiplications and a reflection, and ends where it is told
// to.
func TestReducePauses(t *testing.T) {
	const n = 400
	a := symmetric(rand.New(rand.NewPCG(3, 4)), n)
	for _, left := range []int{0, 1, 7} {
		ctx := parallel.NewCountdown(left)
		NewTridiagonal(n).Reduce(ctx, append([]float64(nil), a...))
		if most := 4.0 / 3 * n * n * n / (pollWork + 4*n*n); left > 0 && ctx.Asked != left || left == 0 && float64(ctx.Asked) < most {
			t.Errorf("asked %d times of %d; without an end at least %g times", ctx.Asked, left, most)
		}
	}
}
