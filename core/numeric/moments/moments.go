// Package moments computes the sums over rows that the squared loss needs. For features x and outputs y they are the sums of all monomials
// of degree at most 4 in x, of those of degree at most 2 times each y, and of the products of two y.
//
// With phi(x) the monomials of degree at most 2, a network with polynomial activation is f(x) = phi(x)'z, and
//
//	sum (y - f)^2 = [-z; 1]' M [-z; 1],   M = sum [phi; y][phi; y]',
//
// so that M, whose entries are these sums, takes the place of the rows. Reduce turns it into a matrix for each of its rows, in place of
// samples: together they are the triangular factor that a QR factorisation of all rows would have.
//
// An Accumulator adds up rows: within a block in double precision, and the blocks in twice that. Sums may be added to others.
package moments

import (
	"math"
	"slices"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/exact"
)

// Basis numbers the monomials in d features.
type Basis struct {
	D int
	// Monomials lists the monomials of degree at most 4, each as its features in ascending order: first 1, then by degree, then in the order
	// of the lists. The first Len are those of degree at most 2.
	Monomials [][]int
	Len       int
	product   []int // of monomials a and b, both of degree at most 2, at a Len + b
}

// NewBasis returns the basis for at least one feature.
func NewBasis(d int) *Basis {
	b := &Basis{D: d, Monomials: [][]int{nil}}
	place := map[string]int{"": 0}
	for at, degree := 0, 1; degree <= 4; degree++ {
		for end := len(b.Monomials); at < end; at++ {
			m := b.Monomials[at]
			for k := last(m); k < d; k++ {
				grown := append(slices.Clone(m), k)
				place[key(grown)] = len(b.Monomials)
				b.Monomials = append(b.Monomials, grown)
			}
		}
		if degree == 2 {
			b.Len = len(b.Monomials)
		}
	}
	b.product = make([]int, b.Len*b.Len)
	for i := range b.Len {
		for j := range b.Len {
			both := slices.Concat(b.Monomials[i], b.Monomials[j])
			slices.Sort(both)
			b.product[i*b.Len+j] = place[key(both)]
		}
	}
	return b
}

func last(m []int) int {
	if len(m) == 0 {
		return 0
	}
	return m[len(m)-1]
}

func key(m []int) string {
	bytes := make([]byte, 0, 2*len(m))
	for _, k := range m {
		bytes = append(bytes, byte(k), byte(k>>8))
	}
	return string(bytes)
}

// Count returns the number of sums for d features and c outputs.
func Count(d, c int) float64 {
	n := float64(d)
	return (n+1)*(n+2)*(n+3)*(n+4)/24 + float64(c)*(n+1)*(n+2)/2 + float64(c*(c+1))/2
}

// Sums are the sums over rows with D features and C outputs: of the monomials in x in the order of the basis, then, for each output, of its
// product with each monomial of degree at most 2, and then of the products of the outputs, y_0 y_0, y_1 y_0, y_1 y_1 and so on.
type Sums struct {
	*Basis
	C int
	// High + Low are the sums, to twice the precision of a double.
	High, Low []float64
}

// New returns the sums of no rows.
func New(b *Basis, c int) *Sums {
	s := &Sums{Basis: b, C: c}
	count := s.outputs(c)
	s.High, s.Low = make([]float64, count), make([]float64, count)
	return s
}

// cross returns the index of the first product of output o with a monomial.
func (s *Sums) cross(o int) int { return len(s.Monomials) + o*s.Len }

// outputs returns the index of the first product of output o with an output.
func (s *Sums) outputs(o int) int { return s.cross(s.C) + o*(o+1)/2 }

// Rows returns the number of rows.
func (s *Sums) Rows() float64 { return s.High[0] }

// Add adds the sums of other rows with as many features and outputs.
func (s *Sums) Add(other *Sums) {
	for i, v := range other.High {
		s.add(i, v)
		s.Low[i] += other.Low[i]
	}
}

func (s *Sums) add(i int, v float64) {
	sum, rest := exact.Sum(s.High[i], v)
	s.High[i], s.Low[i] = sum, s.Low[i]+rest
}

// At returns sum i rounded to a double.
func (s *Sums) At(i int) float64 { return s.High[i] + s.Low[i] }

// Cross returns the sum of output o times monomial j.
func (s *Sums) Cross(o, j int) float64 { return s.At(s.cross(o) + j) }

// Outputs returns the sum of the products of two outputs.
func (s *Sums) Outputs(o, p int) float64 { return s.At(s.outputs(max(o, p)) + min(o, p)) }

func (s *Sums) value(i int) exact.Double {
	return exact.Double{High: s.High[i], Low: s.Low[i]}.Normal()
}

// Finite reports whether all sums are finite numbers.
func (s *Sums) Finite() bool {
	for i := range s.High {
		if !dense.Finite(s.At(i)) {
			return false
		}
	}
	return true
}

// blockRows is the number of rows of a block, whose sums are in double precision.
const blockRows = 64

// Error bounds the error of a sum of an Accumulator, rounded to a double, relative to the sum of the absolute values of its terms: 3
// roundings for a term, at most 18 for a block, of which dense.Dot keeps four partial sums or more, and the last for the sum of the blocks.
const Error = 22 * 0x1p-53

// Accumulator adds rows up. It holds one block of rows, column by column.
type Accumulator struct {
	sums    *Sums
	columns []float64 // blockRows numbers for each of the monomials of degree at most 2, and for each output
	filled  int
	terms   [][2]int // of each sum, the columns whose product it is of
}

// NewAccumulator returns an accumulator for rows of the basis's features and c outputs.
func NewAccumulator(b *Basis, c int) *Accumulator {
	a := &Accumulator{sums: New(b, c), columns: make([]float64, (b.Len+c)*blockRows)}
	a.terms = make([][2]int, len(a.sums.High))
	for i := range b.Len {
		for j := range i + 1 {
			a.terms[b.product[i*b.Len+j]] = [2]int{i, j}
		}
	}
	for o := range c {
		for j := range b.Len {
			a.terms[a.sums.cross(o)+j] = [2]int{b.Len + o, j}
		}
		for p := range o + 1 {
			a.terms[a.sums.outputs(o)+p] = [2]int{b.Len + o, b.Len + p}
		}
	}
	return a
}

// Add adds a row. About as many multiplications as there are sums.
func (a *Accumulator) Add(x, y []float64) {
	at, column := a.filled, a.columns
	column[at] = 1
	at += blockRows
	for _, v := range x {
		column[at] = v
		at += blockRows
	}
	for i, v := range x {
		for _, w := range x[i:] {
			column[at] = v * w
			at += blockRows
		}
	}
	for _, v := range y {
		column[at] = v
		at += blockRows
	}
	a.filled++
	if a.filled == blockRows {
		a.flush()
	}
}

// flush adds the block to the sums.
func (a *Accumulator) flush() {
	n := a.filled
	for i, t := range a.terms {
		from, to := t[0]*blockRows, t[1]*blockRows
		a.sums.add(i, dense.Dot(a.columns[from:from+n], a.columns[to:to+n]))
	}
	a.filled = 0
}

// Take returns the sums of the rows so far, and starts over.
func (a *Accumulator) Take() *Sums {
	a.flush()
	sums := a.sums
	a.sums = New(sums.Basis, sums.C)
	return sums
}

// FoldOf returns the fold of a row by its number. It uses a hash in place of random draws (SplitMix64: Steele, Lea and Flood, Fast
// splittable pseudorandom number generators, 2014).
func FoldOf(row uint64, folds int) int {
	if folds == 1 {
		return 0
	}
	z := (row + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(folds))
}

// Spread finds the mean and the deviation of each feature in one pass, in twice the precision of a double, so that neither a large mean nor
// many rows cost digits.
type Spread struct {
	low, high   []float64
	sum, square []exact.Double
	rows        float64
}

// NewSpread returns the spread of no rows of d features.
func NewSpread(d int) *Spread {
	s := &Spread{low: make([]float64, d), high: make([]float64, d), sum: make([]exact.Double, d), square: make([]exact.Double, d)}
	for k := range d {
		s.low[k], s.high[k] = math.Inf(1), math.Inf(-1)
	}
	return s
}

// Add adds a row.
func (s *Spread) Add(x []float64) {
	s.rows++
	for k, v := range x {
		s.low[k], s.high[k] = math.Min(s.low[k], v), math.Max(s.high[k], v)
		one := exact.Of(v)
		s.sum[k], s.square[k] = s.sum[k].Plus(one), s.square[k].Plus(one.Times(one))
	}
}

// Join adds the rows of another spread.
func (s *Spread) Join(other *Spread) {
	s.rows += other.rows
	for k := range s.sum {
		s.low[k], s.high[k] = math.Min(s.low[k], other.low[k]), math.Max(s.high[k], other.high[k])
		s.sum[k], s.square[k] = s.sum[k].Plus(other.sum[k]), s.square[k].Plus(other.square[k])
	}
}

// Moments returns the means and the standard deviations (with the divisor n), which are zero for constant features.
func (s *Spread) Moments() (mean, deviation []float64) {
	n := exact.Of(s.rows)
	for k := range s.sum {
		if s.low[k] == s.high[k] {
			mean, deviation = append(mean, s.low[k]), append(deviation, 0)
			continue
		}
		m := s.sum[k].Over(n)
		variance := s.square[k].Over(n).Minus(m.Times(m))
		mean, deviation = append(mean, m.Value()), append(deviation, math.Sqrt(math.Max(0, variance.Value())))
	}
	return mean, deviation
}
