package lift

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// precise is a number with enough bits for sums of products of doubles of very different sizes.
func precise(v float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(v) }

// uneven returns features of which many are zero and the others of sizes from 1e-6 to 1e6, that cancel in sums.
func uneven(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		if rng.IntN(3) > 0 {
			x[i] = rng.NormFloat64() * math.Pow(10, 12*rng.Float64()-6)
		}
	}
	return x
}

// TestPooledMatrices adds the patches up with big numbers: the matrices that are kept have twice the digits of a double.
func TestPooledMatrices(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	pooled := 0
	for name, a := range architectures {
		const n = 9
		x := uneven(rng, n*a.features)
		s := a.New(context.Background(), ReLU, x, n, a.features)
		if !s.Pooled() {
			continue
		}
		pooled++
		for i := range n {
			patches := patchesOf(&a.Architecture, x[i*a.features:(i+1)*a.features])
			for k := range s.Blocks() {
				high, low := s.Matrix(i, k)
				block := patches[k*s.Patches() : (k+1)*s.Patches()]
				at := 0
				for r := range s.Order() {
					for c := range r + 1 {
						sum, size := precise(0), 1e-300
						for l, patch := range block {
							if got := s.Patch(i, k, l); !slices.Equal(got, patch) {
								t.Fatalf("%s: patch %d of block %d is %v, expected %v", name, l, k, got, patch)
							}
							y := append(slices.Clone(patch), 1)
							sum.Add(sum, new(big.Float).Mul(precise(y[r]), precise(y[c])))
							size += math.Abs(y[r] * y[c])
						}
						factor := ReLU.A
						if c == s.d {
							factor = ReLU.C
						} else if r == s.d {
							factor = ReLU.B / 2
						}
						sum.Mul(sum, precise(factor)).Quo(sum, precise(float64(len(block))))
						size *= factor / float64(len(block))
						sum.Sub(sum, precise(high[at]))
						sum.Sub(sum, precise(low[at]))
						if off, _ := sum.Float64(); math.Abs(off) > 0x1p-98*size {
							t.Errorf("%s: entry %d, %d of sample %d is off by %g of %g", name, r, c, i, off, size)
						}
						if math.Abs(low[at]) > 0x1p-53*math.Abs(high[at]) {
							t.Errorf("%s: %g and %g are not rounded apart", name, high[at], low[at])
						}
						at++
					}
				}
			}
		}
	}
	if pooled < 3 {
		t.Errorf("only %d architectures are pooled", pooled)
	}
}

// TestForms compares quadratic forms in [c;t] and their derivatives with the matrices by definition.
func TestForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for name, a := range architectures {
		for _, sigma := range activations {
			const n, from, factor = 4, 1, -0.7
			x := random(rng, n*a.features)
			s := a.New(context.Background(), sigma, x, n, a.features)
			c, time := random(rng, s.Dimension()), 1.3
			y := slices.Clone(c)
			if s.HasTrace() {
				y = append(y, time)
			}
			p := s.Order()
			for k := range s.Blocks() {
				got, want := random(rng, n-from), []float64(nil)
				for i := from; i < n; i++ {
					m := blocksOf(&a.Architecture, sigma, x[i*a.features:(i+1)*a.features])[k]
					slopes := make([]float64, p)
					dense.MulNT(slopes, m, y, p, 1, p)
					want = append(want, got[i-from]+factor*dense.Dot(slopes, y))
					dense.Scale(2*factor, slopes)
					slope := random(rng, s.Dimension())
					last := s.SlopeTo(slope, i, k, factor, c, time)
					if s.HasTrace() {
						slope = append(slope, last)
					}
					close(t, name+": slope", slope, slopes)
				}
				s.AddForm(got, from, factor, k, c, time)
				close(t, name+": form", got, want)
			}
		}
	}
}

// TestNormsBoundMatrices: no A_ik is larger than what Norms says, and pooled ones are not said to be larger than their longest patch.
func TestNormsBoundMatrices(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for name, a := range architectures {
		for _, sigma := range activations {
			const n = 5
			x := uneven(rng, n*a.features)
			s := a.New(context.Background(), sigma, x, n, a.features)
			norms := s.Norms()
			for i := range n {
				for k, m := range blocksOf(&a.Architecture, s.Activation(), x[i*a.features:(i+1)*a.features]) {
					if size := math.Sqrt(dense.Dot(m, m)); size > (1+1e-12)*norms[i*s.Blocks()+k] {
						t.Errorf("%s: |A| is %g, said to be at most %g", name, size, norms[i*s.Blocks()+k])
					}
				}
			}
		}
	}
}

// TestReadingIsCanceled: patches are neither copied nor summed any longer than a few hundred samples after they are canceled.
func TestReadingIsCanceled(t *testing.T) {
	parallel.SetThreads(1)
	defer parallel.SetThreads(0)
	for _, name := range []string{"summed image", "image"} {
		a := architectures[name]
		const n = 40_000
		x := random(rand.New(rand.NewPCG(3, 5)), n*a.features)
		for _, polls := range []int{1, 3, 9} {
			ctx := parallel.NewCountdown(polls)
			a.New(ctx, ReLU, x, n, a.features).Norms()
			if !ctx.Canceled() || ctx.Asked > polls+3 {
				t.Errorf("%s: canceled at poll %d: %v, asked %d times", name, polls, ctx.Canceled(), ctx.Asked)
			}
		}
	}
}

// TestLargeSums: sums over many samples of few features, in which products of blocks take the place of those of short rows, are
// the sums of the A_i.
func TestLargeSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 7))
	for _, d := range []int{2, short - 1, short, 40} {
		n := largeWork/(d*d) + 100
		for _, kind := range []Kind{Dense, Quadratic} {
			x, v := make([]float64, n*d), make([]float64, n)
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			for i := range v {
				v[i] = rng.NormFloat64()
			}
			s := (&Architecture{Kind: kind}).New(context.Background(), ReLU, x, n, d)
			if !s.large() {
				t.Fatalf("%d samples of %d features are few", n, d)
			}
			got := make([]float64, s.Order()*s.Order())
			s.AdjointTo(got, v, 0)
			for range 20 { // < u u', sum v_i A_i > is the sum of the v_i sigma(x_i'u), of u with a 1 behind
				u, want, form := make([]float64, s.Order()), 0.0, 0.0
				for j := range u {
					u[j] = rng.NormFloat64()
				}
				if s.HasTrace() {
					u[d] = 1
				}
				for i, w := range v {
					t := 0.0
					for j, xj := range x[i*d : (i+1)*d] {
						t += xj * u[j]
					}
					want += w * s.Activation().At(t)
				}
				for j, a := range u {
					for l, b := range u {
						form += a * b * got[j*s.Order()+l]
					}
				}
				if math.Abs(form-want) > 1e-9*float64(n) {
					t.Fatalf("d = %d, %v: %g, expected %g", d, kind, form, want)
				}
			}
		}
	}
}

// TestIndependent: samples that determine the matrices are told from those on a line, which do not.
func TestIndependent(t *testing.T) {
	for _, kind := range []Kind{Dense, Quadratic} {
		for _, line := range []bool{false, true} {
			x := random(rand.New(rand.NewPCG(6, 6)), 80)
			for i := 1; line && i < len(x); i += 2 {
				x[i] = 2 * x[i-1]
			}
			s := (&Architecture{Kind: kind}).New(context.Background(), ReLU, x, 40, 2)
			if got := NewRows(s, nil).Independent(1e-4); got == line {
				t.Errorf("kind %d: samples on a line: %t, independent: %t", kind, line, got)
			}
		}
	}
}
