package gemm

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
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
		if lower {
			p.AddLowerTo(c, stride, va, vb, w, m, k)
		} else {
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
