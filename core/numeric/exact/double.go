package exact

import "math"

// Double is the number High + Low, of about twice the precision of a double. Sums of many terms are added up by Add and AddProduct, which leave
// Low as large as it becomes; the other operations return numbers whose parts are as far apart as they can be.
type Double struct{ High, Low float64 }

// Of returns v as a Double.
func Of(v float64) Double { return Double{High: v} }

// Value returns the number rounded to a double.
func (a Double) Value() float64 { return a.High + a.Low }

// Add adds a number.
func (a *Double) Add(v float64) {
	sum, rest := Sum(a.High, v)
	a.High = sum
	a.Low += rest
}

// AddProduct adds the product of two numbers.
func (a *Double) AddProduct(x, y float64) {
	product, rest := Product(x, y)
	a.Add(product)
	a.Low += rest
}

// AddTimes adds factor times b.
func (a *Double) AddTimes(factor float64, b Double) {
	a.AddProduct(factor, b.High)
	a.Low += factor * b.Low
}

// Normal returns the same number with its parts as far apart as they can be.
func (a Double) Normal() Double {
	high, low := Sum(a.High, a.Low)
	return Double{high, low}
}

// Plus returns a + b.
func (a Double) Plus(b Double) Double {
	high, low := Sum(a.High, b.High)
	return Double{high, low + (a.Low + b.Low)}.Normal()
}

// Minus returns a - b.
func (a Double) Minus(b Double) Double { return a.Plus(Double{-b.High, -b.Low}) }

// Times returns a b.
func (a Double) Times(b Double) Double {
	high, low := Product(a.High, b.High)
	return Double{high, low + (a.High*b.Low + a.Low*b.High)}.Normal()
}

// Over returns a / b.
func (a Double) Over(b Double) Double {
	quotient := a.High / b.High
	rest := a.Minus(b.Times(Of(quotient)))
	return Double{quotient, rest.High / b.High}.Normal()
}

// Root returns the square root of a.
func (a Double) Root() Double {
	root := math.Sqrt(a.High)
	if root == 0 {
		return Double{}
	}
	square, rest := Product(root, root)
	return Double{root, a.Minus(Double{square, rest}).High / (2 * root)}.Normal()
}
