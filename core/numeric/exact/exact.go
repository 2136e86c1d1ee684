// Package exact computes the rounding errors of sums and products of doubles. With them, a sum can be accumulated as if in twice
// the precision.
//
// Sum and Product are error-free transformations: the two numbers that they return add up to exactly a + b and a b. Sum is
// Knuth's (The Art of Computer Programming, volume 2, section 4.2.2, theorem B); Split is Veltkamp's and Product is Dekker's (A
// floating-point technique for extending the available precision, Numerische Mathematik 18, 1971). Ogita, Rump and Oishi collect
// them (Accurate sum and dot product, SIAM Journal on Scientific Computing 26, 2005, algorithms 3.1 to 3.3).
//
// A fused multiply-add would give the error of a product in one operation, but WebAssembly has none, and in software it is slower
// than Product.
//
// On some machines Go fuses a product with a sum that uses it, also across statements and inlined calls; a conversion to float64
// rules that out. Each conversion below stands where fusing would change a result. Products of halves are exact, so that fusing
// them changes nothing.
package exact

import "math"

// Sum returns a + b rounded to a double, and the rounding error: sum + rest is exactly a + b. If the sum overflows, rest is not a
// number. It takes six operations, and is inlined.
func Sum(a, b float64) (sum, rest float64) {
	a, b = float64(a), float64(b)
	sum = a + b
	c := sum - a
	return sum, (a - (sum - c)) + (b - c)
}

// Product returns a b rounded to a double, and the rounding error: product + rest is exactly a b if |a| and |b| are below
// SplitLimit and |a b| is 0 or from 2^-968 to 2^1021. For smaller products rest may lose what is below 2^-1074, and for larger
// factors it is of the right size only. If the product overflows, rest is not a number. It takes seventeen operations.
func Product(a, b float64) (product, rest float64) {
	product = float64(a * b)
	aHigh, aLow := Split(a)
	bHigh, bLow := Split(b)
	return product, ProductRest(product, aHigh, aLow, bHigh, bLow)
}

// ProductRest returns the rounding error of a product, given the halves of its factors (see Split), with the accuracy of
// Product's. It is for loops that use a factor many times: it takes eight operations, and is inlined.
func ProductRest(product, aHigh, aLow, bHigh, bLow float64) float64 {
	return ((aHigh*bHigh - float64(product)) + aHigh*bLow + aLow*bHigh) + aLow*bLow
}

// SplitLimit is the size from which a number is not split: 2^27 + 1 times the number could overflow.
const SplitLimit = 0x1p996

// Split returns two numbers that add up to x, each of at most 26 bits, so that the product of two such halves is exact. From
// SplitLimit on they are x itself and 0. It takes four operations, and is inlined.
func Split(x float64) (high, low float64) {
	x = float64(x)
	if math.Abs(x) >= SplitLimit {
		return x, 0
	}
	c := float64((1<<27 + 1) * x)
	high = c - (c - x)
	return high, x - high
}

// Double is the number High + Low, of about twice the precision of a double. Sums of many terms are added up by Add and AddProduct, which
// leave Low as large as it becomes; the other operations return numbers whose parts are as far apart as they can be.
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
