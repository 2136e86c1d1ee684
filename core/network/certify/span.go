package certify

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// span is the problem of a job in fewer coordinates, where there are fewer samples than features: sigma(x'u) depends only on the part of u
// in the span of the samples, and |u| = 1 only on the length of the rest, for which one more direction stands. So the matrices have a
// smaller order.
type span struct {
	operator *lift.Operator
	basis    []float64 // orthonormal rows of length d, the samples' coordinates being those along them
	d        int
}

const (
	// spanShare is the largest share of the order that is worth it, spanLeast the least number of features.
	spanShare, spanLeast = 0.8, 6
	// dependent is the share of a sample's length, for each feature, below which its part outside the basis is rounding.
	dependent = 1e-14
)

// newSpan returns the problem in the span of its samples, or nil where that is not worth it.
func newSpan(p *Problem) *span {
	n, d := p.Samples(), p.D
	if p.Architecture.Kind == lift.Convolutional || p.Sums != nil || d < spanLeast || float64(n+1) > spanShare*float64(d) {
		return nil
	}
	s := &span{d: d}
	for i := range n {
		s.extend(p.X[i*d : (i+1)*d])
	}
	rank := len(s.basis) / d
	for k := 0; k < d && p.hasTrace() && len(s.basis)/d == rank; k++ {
		unit := make([]float64, d)
		unit[k] = 1
		s.extend(unit)
	}
	width := len(s.basis) / d
	x := make([]float64, n*width)
	for i := range n {
		for k := range rank {
			x[i*width+k] = dense.Dot(p.X[i*d:(i+1)*d], s.row(k))
		}
	}
	s.operator = p.lifted(x, width)
	return s
}

func (s *span) row(k int) []float64 { return s.basis[k*s.d : (k+1)*s.d] }

// extend adds the component of x orthogonal to the basis, normalised, unless it is zero. The second pass makes it orthogonal to rounding.
func (s *span) extend(x []float64) {
	rest := append([]float64(nil), x...)
	before := math.Sqrt(dense.Dot(x, x))
	for range 2 {
		for k := range len(s.basis) / s.d {
			dense.Axpy(-dense.Dot(rest, s.row(k)), s.row(k), rest)
		}
	}
	length := math.Sqrt(dense.Dot(rest, rest))
	if !(length > dependent*float64(s.d)*before) {
		return
	}
	dense.Scale(1/length, rest)
	s.basis = append(s.basis, rest...)
}

// expand returns a matrix of the span in all features.
func (s *span) expand(z []float64) []float64 {
	width, small := len(s.basis)/s.d, s.operator.Order()
	order := s.d + small - width
	half, full := make([]float64, small*order), make([]float64, order*order)
	for i := range small { // Z B, and then B'Z B, B the basis, with the last coordinate that matrices have as it is
		to := half[i*order : (i+1)*order]
		for k := range width {
			dense.Axpy(z[i*small+k], s.row(k), to[:s.d])
		}
		copy(to[s.d:], z[i*small+width:(i+1)*small])
	}
	for k := range small {
		from := half[k*order : (k+1)*order]
		if k >= width {
			copy(full[s.d*order:], from)
			continue
		}
		for i, v := range s.row(k) {
			dense.Axpy(v, from, full[i*order:(i+1)*order])
		}
	}
	return full
}
