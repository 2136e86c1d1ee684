package moments

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// exactly returns the sum of the products of the columns, and the sum of their absolute values.
func exactly(rows [][]float64, columns ...int) (sum, size *big.Float) {
	sum, size = big.NewFloat(0).SetPrec(500), big.NewFloat(0).SetPrec(500)
	for _, row := range rows {
		product := big.NewFloat(1).SetPrec(500)
		for _, k := range columns {
			product.Mul(product, big.NewFloat(row[k]))
		}
		sum.Add(sum, product)
		size.Add(size, product.Abs(product))
	}
	return sum, size
}

// TestError: the sums of an accumulator, rounded to doubles, are as exact as Error says, also where they cancel.
func TestError(t *testing.T) {
	const d, c = 3, 2
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 63, 64, 65, 1000} {
		basis := NewBasis(d)
		a, rows := NewAccumulator(basis, c), [][]float64{}
		for range n {
			row := []float64{rng.NormFloat64(), 1e4 + rng.NormFloat64(), 1e-3 * rng.ExpFloat64(), math.Exp(8 * rng.NormFloat64()), 0.1}
			rows = append(rows, row)
			a.Add(row[:d], row[d:])
		}
		s := a.Take()
		check := func(got float64, columns ...int) {
			t.Helper()
			sum, size := exactly(rows, columns...)
			off, _ := sum.Sub(sum, big.NewFloat(got)).Float64()
			most, _ := size.Float64()
			if math.Abs(off) > Error*most {
				t.Errorf("%d rows: the sum of %v is off by %g of %g", n, columns, off, most)
			}
		}
		for i, m := range basis.Monomials {
			check(s.At(i), m...)
		}
		for o := range c {
			for j, m := range basis.Monomials[:basis.Len] {
				check(s.Cross(o, j), append([]int{d + o}, m...)...)
			}
			for p := range c {
				check(s.Outputs(o, p), d+o, d+p)
			}
		}
		if s.Rows() != float64(n) || Count(d, c) != float64(len(s.High)) || !s.Possible(Error) {
			t.Errorf("%g rows, %d sums", s.Rows(), len(s.High))
		}
	}
}

// TestSpread: means and deviations are exact to a few roundings, also where the numbers are far from zero.
func TestSpread(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	parts := []*Spread{NewSpread(3), NewSpread(3)}
	var rows [][]float64
	for i := range 5000 {
		row := []float64{1e6 + rng.NormFloat64(), rng.NormFloat64(), 0.1}
		rows = append(rows, row)
		parts[i%2].Add(row)
	}
	parts[0].Join(parts[1])
	mean, deviation := parts[0].Moments()
	for k := range 2 {
		sum, _ := exactly(rows, k)
		m := new(big.Float).SetPrec(500).Quo(sum, big.NewFloat(5000))
		square := new(big.Float).SetPrec(500)
		for _, row := range rows {
			away := new(big.Float).SetPrec(500).Sub(big.NewFloat(row[k]), m)
			square.Add(square, away.Mul(away, away))
		}
		want, _ := m.Float64()
		wantSquare, _ := square.Quo(square, big.NewFloat(5000)).Float64()
		if math.Abs(mean[k]-want) > 1e-15*math.Abs(want)+1e-17 || math.Abs(deviation[k]-math.Sqrt(wantSquare)) > 1e-14*deviation[k] {
			t.Errorf("feature %d: %.17g and %.17g, want %.17g and %.17g", k, mean[k], deviation[k], want, math.Sqrt(wantSquare))
		}
	}
	if mean[2] != 0.1 || deviation[2] != 0 {
		t.Errorf("the constant has %g and %g", mean[2], deviation[2])
	}
}

// TestFolds: rows are divided about evenly, and next to each other by no pattern.
func TestFolds(t *testing.T) {
	const n, folds = 100000, 5
	var counts [folds]int
	same := 0
	for i := range uint64(n) {
		k := FoldOf(i, folds)
		counts[k]++
		if k == FoldOf(i+1, folds) {
			same++
		}
	}
	for k, count := range counts {
		if math.Abs(float64(count)-n/folds) > 5*math.Sqrt(n*0.16) {
			t.Errorf("fold %d has %d rows", k, count)
		}
	}
	if math.Abs(float64(same)-n/folds) > 5*math.Sqrt(n*0.16) {
		t.Errorf("%d rows are in the fold of the next", same)
	}
}
