package lift

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

var activations = []Polynomial{ReLU, Swish, {1, 1, 1}, {-0.3, 0.2, 0.1}, {0, 1, 0.5}, {1, 0, 0.3}, {0.5, 0.5, 0}}

// matrix forms A(x) by its definition.
func matrix(sigma Polynomial, x []float64) []float64 {
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

// architectures with a number of features that suits them.
var architectures = map[string]struct {
	Architecture
	features int
}{
	"dense":         {Architecture{}, 3},
	"line":          {Architecture{}, 1},
	"quadratic":     {Architecture{Kind: Quadratic}, 4},
	"signal":        {Architecture{Kind: Convolutional, Input: [3]int{1, 7, 1}, Signal: true, Filter: 3, Stride: 2, Pool: 1}, 7},
	"padded signal": {Architecture{Kind: Convolutional, Input: [3]int{1, 5, 1}, Signal: true, Filter: 3, Stride: 1, Padding: 1, Pool: 1}, 5},
	"pooled signal": {Architecture{Kind: Convolutional, Input: [3]int{1, 8, 1}, Signal: true, Filter: 3, Stride: 1, Pool: 2}, 8},
	"global pool":   {Architecture{Kind: Convolutional, Input: [3]int{1, 6, 1}, Signal: true, Filter: 2, Stride: 1, Pool: GlobalPool}, 6},
	"image":         {Architecture{Kind: Convolutional, Input: [3]int{3, 4, 2}, Filter: 2, Stride: 1, Pool: 1}, 24},
	"summed signal": {Architecture{Kind: Convolutional, Input: [3]int{1, 19, 1}, Signal: true, Filter: 2, Stride: 1, Pool: 6}, 19},
	"summed image":  {Architecture{Kind: Convolutional, Input: [3]int{7, 6, 1}, Filter: 2, Stride: 1, Pool: GlobalPool}, 42},
	"summed colour": {Architecture{Kind: Convolutional, Input: [3]int{5, 5, 2}, Filter: 2, Stride: 1, Padding: 1, Pool: 18}, 50},
	"padded image":  {Architecture{Kind: Convolutional, Input: [3]int{3, 3, 1}, Filter: 2, Stride: 2, Padding: 1, Pool: 2}, 9},
}

// patchesOf cuts a sample into patches by the definition in the contract: row by row, each flattened row by row, channel last.
func patchesOf(a *Architecture, x []float64) (patches [][]float64) {
	if a.Kind != Convolutional {
		return [][]float64{x}
	}
	h, w, c := a.Input[0], a.Input[1], a.Input[2]
	pixel := func(r, col, ch int) float64 {
		if r < 0 || r >= h || col < 0 || col >= w {
			return 0
		}
		return x[(r*w+col)*c+ch]
	}
	fh, padRows := a.Filter, a.Padding
	if a.Signal {
		fh, padRows = 1, 0
	}
	for r := -padRows; r+fh <= h+padRows; r += a.Stride {
		for col := -a.Padding; col+a.Filter <= w+a.Padding; col += a.Stride {
			var patch []float64
			for i := range fh {
				for j := range a.Filter {
					for ch := range c {
						patch = append(patch, pixel(r+i, col+j, ch))
					}
				}
			}
			patches = append(patches, patch)
		}
	}
	return patches
}

// blocksOf returns the matrices A_ik by definition.
func blocksOf(a *Architecture, sigma Polynomial, x []float64) (blocks [][]float64) {
	patches := patchesOf(a, x)
	pool := max(1, a.Pool)
	if a.Pool == GlobalPool {
		pool = len(patches)
	}
	for at := 0; at < len(patches); at += pool {
		var sum []float64
		for _, patch := range patches[at : at+pool] {
			one := matrix(sigma, patch)
			if a.Kind == Quadratic {
				one = make([]float64, len(patch)*len(patch))
				dense.MulNT(one, patch, patch, len(patch), len(patch), 1)
			}
			if sum == nil {
				sum = make([]float64, len(one))
			}
			dense.Axpy(1/float64(pool), one, sum)
		}
		blocks = append(blocks, sum)
	}
	return blocks
}

func TestOperators(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for name, a := range architectures {
		for _, sigma := range activations {
			for _, n := range []int{1, 2, 5, 60} {
				t.Run(name, func(t *testing.T) {
					x := random(rng, n*a.features)
					s := a.New(context.Background(), sigma, x, n, a.features)
					rows := make([][][]float64, n)
					for i := range rows {
						rows[i] = blocksOf(&a.Architecture, sigma, x[i*a.features:(i+1)*a.features])
						if len(rows[i]) != s.Blocks() {
							t.Fatalf("%d blocks, want %d", s.Blocks(), len(rows[i]))
						}
						checkNeuron(t, rng, s, rows[i], i)
					}
					checkOperator(t, rng, s, rows)
					if n < s.Blocks()*s.q {
						return // the reduced form would have more rows
					}
					r := NewRows(s, nil)
					reduced := make([][][]float64, r.Len())
					for i := range reduced {
						for k := range r.blocks {
							full := make([]float64, r.p*r.p)
							unpackLower(full, r.matrix(i, k), r.p, 1)
							reduced[i] = append(reduced[i], full)
						}
					}
					checkOperator(t, rng, r.Operator, reduced)
					checkFactorization(t, rng, s, r)
				})
			}
		}
	}
}

// checkNeuron compares a neuron's output with the lifted form < A_ik, [u;1][u;1]' >.
func checkNeuron(t *testing.T, rng *rand.Rand, s *Operator, blocks [][]float64, i int) {
	t.Helper()
	u := random(rng, s.Dimension())
	lifted, p := append([]float64(nil), u...), s.Order()
	if s.HasTrace() {
		lifted = append(lifted, 1)
	}
	rank1 := make([]float64, p*p)
	dense.MulNT(rank1, lifted, lifted, p, p, 1)
	for k, a := range blocks {
		close(t, "neuron", []float64{s.Neuron(i, k, u)}, []float64{dense.Dot(a, rank1)})
	}
}

func checkOperator(t *testing.T, rng *rand.Rand, op *Operator, rows [][][]float64) {
	t.Helper()
	n, p := op.Len(), op.Order()
	for k := range op.Blocks() {
		d, v, f := symmetric(rng, p), random(rng, n), random(rng, p*p)
		got, want := random(rng, n), make([]float64, n)
		copy(want, got)
		op.AddApply(got, d, k)
		for i, a := range rows {
			want[i] += dense.Dot(a[k], d)
		}
		close(t, "AddApply", got, want)

		adjoint, sum := make([]float64, p*p), make([]float64, p*p)
		op.AdjointTo(adjoint, v, k)
		for i, a := range rows {
			dense.Axpy(v[i], a[k], sum)
		}
		close(t, "AdjointTo", adjoint, sum)

		w, wa, waw := make([]float64, p*p), make([]float64, p*p), make([]float64, p*p)
		dense.MulNT(w, f, f, p, p, p)
		gram := make([]float64, n*(n+2))
		op.AddGram(gram, n+2, f, nil, k)
		packed, ft := make([]float64, p*(p+1)/2), make([]float64, p*p)
		congruent := append(slices.Clone(op.Congruences(f, k)), make([]float64, n*len(packed))...) // zero for those that are left out
		dense.Transpose(ft, f, p)
		lifted, row := make([]float64, len(packed)), make([]float64, len(packed)+2)
		weighted, weights, all := make([]float64, n*(n+2)), random(rng, len(packed)), make([][]float64, n)
		op.AddGram(weighted, n+2, f, weights, k)
		for i := range rows {
			dense.MulNN(wa, rows[i][k], f, p, p, p)
			dense.MulNN(waw, ft, wa, p, p, p)
			PackTo(packed, waw, p)
			close(t, "Congruences", congruent[i*len(packed):], packed)
			PackTo(lifted, rows[i][k], p)
			op.LiftTo(row, len(row), i, i+1, k)
			close(t, "LiftTo", row, append(lifted, 0, 0)[:len(row)])
			for j, w := range weights {
				all[i] = append(all[i], w*packed[j])
			}
			for j := range i + 1 {
				close(t, "AddGram with weights", weighted[i*(n+2)+j:], []float64{dense.Dot(all[i], all[j])})
			}
			dense.MulNN(wa, w, rows[i][k], p, p, p)
			dense.MulNN(waw, wa, w, p, p, p)
			for j := range i + 1 {
				close(t, "AddGram", gram[i*(n+2)+j:], []float64{dense.Dot(waw, rows[j][k])})
			}
		}
	}
}

func checkFactorization(t *testing.T, rng *rand.Rand, s *Operator, r *Rows) {
	t.Helper()
	n, p := s.Len(), s.Order()
	y := random(rng, n)
	fit, reduced := make([]float64, n), make([]float64, r.Len())
	for k := range s.Blocks() {
		d := symmetric(rng, p)
		s.AddApply(fit, d, k)
		r.AddApply(reduced, d, k)
	}
	close(t, "|R z| = |Phi z|", []float64{dense.Dot(reduced, reduced)}, []float64{dense.Dot(fit, fit)})

	target, rest, back := make([]float64, r.Len()), make([]float64, n), make([]float64, n)
	r.ReduceTo(target, rest, y)
	r.ExpandTo(back, target)
	dense.Axpy(1, rest, back)
	close(t, "Q Q'y + y_perp = y", back, y)
	adjoint := make([]float64, p*p)
	for k := range s.Blocks() {
		s.AdjointTo(adjoint, rest, k)
		close(t, "Phi'y_perp = 0", adjoint, make([]float64, p*p))
	}
	r.ExpandTo(back, reduced)
	close(t, "Q R z = Phi z", back, fit)
}

// TestCanceledSum: a large sum ends at once when it is canceled, whatever of it is done by then.
func TestCanceledSum(t *testing.T) {
	const n, d = 1100, 64
	rng := rand.New(rand.NewPCG(8, 8))
	s := new(Architecture).New(context.Background(), ReLU, random(rng, n*d), n, d)
	if !s.large() {
		t.Fatal("the sum is not large")
	}
	sum := make([]float64, s.Order()*s.Order())
	s.SetContext(parallel.NewCountdown(1))
	s.AdjointTo(sum, random(rng, n), 0)
}
