package neural

import (
	"conelab/core/numeric/exact"
	"conelab/core/numeric/parallel"
)

// sum adds numbers and products, and their rounding errors apart, as if in twice the working precision. The two sides of a certificate agree to ten
// digits and more, and their terms may be five orders of magnitude larger.
type sum struct{ high, low float64 }

func (s *sum) add(v float64) {
	high, rest := exact.Sum(s.high, v)
	s.high = high
	s.low += rest
}

func (s *sum) addProduct(x, y float64) {
	product, rest := exact.Product(x, y)
	s.add(product)
	s.low += rest
}

func (s *sum) value() float64 { return s.high + s.low }

// join adds another sum.
func (s *sum) join(other sum) {
	s.add(other.high)
	s.low += other.low
}

// normal returns the same sum with its parts as far apart as they can be.
func (s sum) normal() sum {
	high := s.high + s.low
	return sum{high, (s.high - high) + s.low}
}

// over returns the sum divided by a number.
func (s sum) over(count float64) sum {
	s = s.normal()
	quotient := s.high / count
	back, missed := exact.Product(quotient, count)
	return sum{quotient, ((s.high - back) - missed + s.low) / count}
}

// addTimes adds factor times the value.
func (s *sum) addTimes(factor float64, value sum) {
	s.addProduct(factor, value.high)
	s.low += factor * value.low
}

// sumOver returns the sum of what body adds to total for the indices of each span from 0 to n - 1 (see package parallel), which is the same for any
// number of threads.
func sumOver(n int, body func(total *sum, from, to int)) (total sum) {
	if n <= parallel.SpanLength {
		body(&total, 0, n)
		return total
	}
	parts := make([]sum, (n+parallel.SpanLength-1)/parallel.SpanLength)
	parallel.Spans(n, func(from, to int) { body(&parts[from/parallel.SpanLength], from, to) })
	for _, part := range parts {
		total.join(part)
	}
	return total
}
