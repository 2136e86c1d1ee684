package neural

import (
	"math"

	"conelab/core/numeric/parallel"
)

// sum adds numbers with a running compensation (Neumaier's), including products (Dekker's), as if in twice the working precision. The two sides of a
// certificate agree to ten digits and more, and their terms may be five orders of magnitude larger.
type sum struct{ high, low float64 }

func (s *sum) add(v float64) {
	t := s.high + v
	if abs(s.high) >= abs(v) {
		s.low += (s.high - t) + v
	} else {
		s.low += (v - t) + s.high
	}
	s.high = t
}

func (s *sum) addProduct(x, y float64) {
	high, low := product(x, y)
	s.add(high)
	s.low += low
}

func (s *sum) value() float64 { return s.high + s.low }

// join adds another sum.
func (s *sum) join(other sum) {
	s.add(other.high)
	s.low += other.low
}

// sumOver returns the sum of what body adds to total for the indices of each span from 0 to n - 1 (see package parallel), which is the same for any
// number of threads. If it is interrupted, it is NaN: it must not pass for a cost or for a bound.
func sumOver(n int, body func(total *sum, from, to int)) (total sum) {
	if n <= parallel.SpanLength {
		body(&total, 0, n)
		return total
	}
	parts := make([]sum, (n+parallel.SpanLength-1)/parallel.SpanLength)
	parallel.Spans(n, func(from, to int) { body(&parts[from/parallel.SpanLength], from, to) })
	if parallel.Interrupted() {
		return sum{high: math.NaN()}
	}
	for _, part := range parts {
		total.join(part)
	}
	return total
}

// product returns x y as the sum of two doubles (Dekker). The second one is zero where it would overflow.
func product(x, y float64) (high, low float64) {
	high = x * y
	if abs(x) >= splitLimit || abs(y) >= splitLimit {
		return high, 0
	}
	x1, x2 := split(x)
	y1, y2 := split(y)
	return high, ((x1*y1 - high) + x1*y2 + x2*y1) + x2*y2
}

// splitLimit is the size above which split would overflow.
const splitLimit = 1e290

// split returns two halves of x with at most 26 bits each (Veltkamp). The conversions keep the compiler from fusing the operations.
func split(x float64) (high, low float64) {
	c := float64(134217729 * x)
	high = c - float64(c-x)
	return high, x - high
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}
