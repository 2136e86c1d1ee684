package gemm

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"pgregory.net/rapid"

	"conelab/core/numeric/parallel"
)

func draw(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

func TestAddTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		size := rapid.OneOf(rapid.IntRange(1, 20), rapid.IntRange(1, 300))
		m, n, k := size.Draw(t, "m"), size.Draw(t, "n"), size.Draw(t, "k")
		lower := rapid.Bool().Draw(t, "lower")
		if lower {
			n = m
		}
		a, b, w := draw(rng, m*k), draw(rng, k*n), draw(rng, k)
		va, vb := Rows(a, k), Rows(b, n)
		if rapid.Bool().Draw(t, "a transposed") {
			va = Columns(a, m)
		}
		if rapid.Bool().Draw(t, "b transposed") || lower {
			vb = Columns(b, k)
		}
		if !rapid.Bool().Draw(t, "weights") {
			w = nil
		}
		stride := n + rapid.IntRange(0, 3).Draw(t, "stride")
		c := draw(rng, m*stride)
		before := append([]float64(nil), c...)
		var p Multiplier
		if rapid.Bool().Draw(t, "used before") { // for a product of another size
			m, n, k := size.Draw(t, "other m"), size.Draw(t, "other n"), size.Draw(t, "other k")
			p.AddTo(make([]float64, m*n), n, Rows(draw(rng, m*k), k), Rows(draw(rng, k*n), n), nil, m, n, k)
		}
		switch {
		case lower:
			p.AddLowerTo(c, stride, va, vb, w, m, k)
		case w == nil && rapid.Bool().Draw(t, "a packed"):
			p.AddLeftTo(c, stride, PackLeft(va, m, k), vb, n)
		case w == nil && rapid.Bool().Draw(t, "b packed"):
			p.AddRightTo(c, stride, va, PackRight(vb, k, n), m)
		default:
			p.AddTo(c, stride, va, vb, w, m, n, k)
		}
		for i := range m {
			for j := range n {
				if lower && j > i {
					continue
				}
				sum, size := before[i*stride+j], math.Abs(before[i*stride+j])
				for l := range k {
					v := va.Data[i*va.Row+l*va.Col] * vb.Data[l*vb.Row+j*vb.Col]
					if w != nil {
						v *= w[l]
					}
					sum, size = sum+v, size+math.Abs(v)
				}
				if math.Abs(c[i*stride+j]-sum) > 1e-14*size {
					t.Fatalf("entry %d,%d is %g, expected %g", i, j, c[i*stride+j], sum)
				}
			}
		}
		for i := range m {
			for j := n; j < stride; j++ {
				if c[i*stride+j] != before[i*stride+j] {
					t.Fatal("wrote beyond a row")
				}
			}
		}
	})
}

func TestPlainKernel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const mr, nr = smallRows, smallColumns
	for _, k := range []int{1, 2, 7, 64} {
		a, b, c := draw(rng, k*mr), draw(rng, k*nr), make([]float64, mr*nr)
		plainKernel(k, a, b, c, nr)
		for i, got := range c {
			want := 0.0
			for l := range k {
				want += a[l*mr+i/nr] * b[l*nr+i%nr]
			}
			if math.Abs(got-want) > 1e-13*float64(k) {
				t.Errorf("k = %d: entry %d is %g, expected %g", k, i, got, want)
			}
		}
	}
}

func TestRunVisitsAllParts(t *testing.T) {
	defer parallel.SetThreads(0)
	for _, n := range []int{0, 1, 3, 8} {
		parallel.SetThreads(n)
		count := make([]int, 100)
		parallel.Run(context.Background(), len(count), func(_, part int) { count[part]++ })
		for part, c := range count {
			if c != 1 {
				t.Errorf("%d threads: part %d had %d calls", n, part, c)
			}
		}
	}
}

// BenchmarkShapes measures the products of a pass over 512 samples of 600 features for 80 neurons, with ours and with gonum.
func BenchmarkShapes(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	const rows, d, m = 512, 600, 80
	x, w, h, g := draw(rng, rows*d), draw(rng, m*d), draw(rng, rows*m), make([]float64, m*d)
	var p Multiplier
	report := func(b *testing.B, flops float64) {
		b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFlop/s")
	}
	b.Run("forward", func(b *testing.B) {
		for b.Loop() {
			clear(h)
			p.AddTo(h, m, Rows(x, d), Columns(w, d), nil, rows, m, d)
		}
		report(b, 2*rows*d*m)
	})
	b.Run("backward", func(b *testing.B) {
		for b.Loop() {
			p.AddTo(g, d, Columns(h, m), Rows(x, d), nil, m, d, rows)
		}
		report(b, 2*rows*d*m)
	})
	s := make([]float64, d*d)
	b.Run("gram", func(b *testing.B) {
		for b.Loop() {
			p.AddLowerTo(s, d, Columns(x, d), Rows(x, d), x[:rows], d, rows)
		}
		report(b, rows*d*d)
	})
	b.Run("gonum", func(b *testing.B) {
		X, W, H := blas64.General{Rows: rows, Cols: d, Stride: d, Data: x}, blas64.General{Rows: m, Cols: d, Stride: d, Data: w}, blas64.General{Rows: rows, Cols: m, Stride: m, Data: h}
		for b.Loop() {
			blas64.Gemm(blas.NoTrans, blas.Trans, 1, X, W, 0, H)
		}
		report(b, 2*rows*d*m)
	})
}
