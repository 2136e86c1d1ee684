package moments

import (
	"context"
	"errors"
	"math"

	"conelab/core/numeric/exact"
	"conelab/core/numeric/lift"
)

// Form expresses the matrices A(x) of package lift by the monomials: each entry of their lower triangle, row by row, is a factor times a
// monomial of the basis.
type Form struct {
	Places  []int
	Factors []float64
	// Dimension is the length of a neuron's direction, Order the order of A(x).
	Dimension, Order int
	sigma            lift.Polynomial
}

// NewForm returns the form of a network with the activation, or of a quadratic one; bias adds a feature of ones.
func (b *Basis) NewForm(sigma lift.Polynomial, quadratic, bias bool) *Form {
	f := &Form{Dimension: b.D, sigma: sigma}
	if bias {
		f.Dimension++
	}
	f.Order = f.Dimension
	if quadratic {
		f.sigma = lift.Polynomial{A: 1}
	} else {
		f.Order++
	}
	place := map[string]int{}
	for i, m := range b.Monomials[:b.Len] {
		place[key(m)] = i
	}
	for r := range f.Order {
		for c := range r + 1 {
			var m []int
			for _, k := range [2]int{c, r} {
				if k < b.D {
					m = append(m, k)
				}
			}
			f.Places, f.Factors = append(f.Places, place[key(m)]), append(f.Factors, f.sigma.Entry(r, c, f.Dimension))
		}
	}
	return f
}

// ErrIndefinite means that there are no rows with these sums.
var ErrIndefinite = errors.New("the sums are not those of any rows: their matrix of second moments is indefinite")

// Reduce returns samples in place of the rows, their matrices for networks of the form and their labels, output by output: every network has
// the same loss on both, up to rounding. The last sample has a zero matrix, and its labels are the parts of the outputs that no network can
// fit. It factorises M into R'R with pivoting, in twice the precision of a double, with about (Len + C)^3/3 products, and takes for zero what
// is below the relative error of the sums.
func (s *Sums) Reduce(ctx context.Context, f *Form, relative float64) (*lift.Operator, []float64, error) {
	rows, rest := s.factorize(relative)
	if rows == nil {
		return nil, nil, ErrIndefinite
	}
	count, size := len(rows)+1, len(f.Places)
	high, low, y := make([]float64, count*size), make([]float64, count*size), make([]float64, count*s.C)
	for k, row := range rows {
		for e, place := range f.Places {
			v := row[place].Times(exact.Of(f.Factors[e]))
			high[k*size+e], low[k*size+e] = v.High, v.Low
		}
		for o := range s.C {
			y[o*count+k] = row[s.Len+o].Value()
		}
	}
	for o, square := range rest {
		y[o*count+count-1] = math.Sqrt(math.Max(0, square))
	}
	return lift.OfMatrices(ctx, f.sigma, f.Order == f.Dimension, 1, f.Dimension, high, low), y, nil
}

// Possible reports whether there may be rows with these sums, which are finite and known to the relative error.
func (s *Sums) Possible(relative float64) bool {
	if !s.Finite() || !(s.Rows() >= 1) {
		return false
	}
	rows, _ := s.factorize(relative)
	return rows != nil
}

// matrix returns M, row by row.
func (s *Sums) matrix() [][]exact.Double {
	m := make([][]exact.Double, s.Len+s.C)
	for i := range m {
		m[i] = make([]exact.Double, len(m))
		for j := range i + 1 {
			switch {
			case i < s.Len:
				m[i][j] = s.value(s.product[i*s.Len+j])
			case j < s.Len:
				m[i][j] = s.value(s.cross(i-s.Len) + j)
			default:
				m[i][j] = s.value(s.outputs(i-s.Len) + j - s.Len)
			}
			m[j][i] = m[i][j]
		}
	}
	return m
}

// factorize returns the rows of R up to those below the error of the sums, relative to the diagonal of M, and the rest of each output's
// square. R is nil if M is indefinite.
func (s *Sums) factorize(relative float64) (rows [][]exact.Double, rest []float64) {
	m, tolerance := s.matrix(), float64(s.Len)*math.Max(relative, 0x1p-53)
	scale, done := make([]float64, len(m)), make([]bool, len(m))
	for i := range m {
		scale[i] = math.Max(m[i][i].High, math.SmallestNonzeroFloat64)
	}
	for {
		pivot, largest := -1, tolerance
		for i := range s.Len {
			if share := m[i][i].High / scale[i]; !done[i] && share > largest {
				pivot, largest = i, share
			}
		}
		if pivot < 0 {
			break
		}
		row, root := make([]exact.Double, len(m)), m[pivot][pivot].Root()
		rows, done[pivot] = append(rows, row), true
		row[pivot] = root
		for j := range m {
			if !done[j] {
				row[j] = m[pivot][j].Over(root)
			}
		}
		for j := range m {
			for l := range j + 1 {
				if !done[j] && !done[l] {
					m[j][l] = m[j][l].Minus(row[j].Times(row[l]))
					m[l][j] = m[j][l]
				}
			}
		}
	}
	// The rest is rounding of the sums, unless no rows have these sums. The pivots, which may be small themselves, can enlarge it.
	limit := math.Sqrt(tolerance)
	for j := range m {
		for l := range j + 1 {
			left := m[j][l].High / math.Sqrt(scale[j]) / math.Sqrt(scale[l])
			if !done[j] && !done[l] && (math.Abs(left) > limit && l < s.Len || left < -limit && j == l || math.IsNaN(left)) {
				return nil, nil
			}
		}
	}
	for o := range s.C {
		rest = append(rest, m[s.Len+o][s.Len+o].Value())
	}
	return rows, rest
}
