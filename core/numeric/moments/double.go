package moments

import (
	"math"

	"conelab/core/numeric/exact"
)

// double is a number high + low of twice the precision of a double.
type double struct{ high, low float64 }

func (a double) normal() double {
	high, low := exact.Sum(a.high, a.low)
	return double{high, low}
}

func (a double) plus(b double) double {
	high, low := exact.Sum(a.high, b.high)
	return double{high, low + (a.low + b.low)}.normal()
}

func (a double) minus(b double) double { return a.plus(double{-b.high, -b.low}) }

func (a double) times(b double) double {
	high, low := exact.Product(a.high, b.high)
	return double{high, low + (a.high*b.low + a.low*b.high)}.normal()
}

func (a double) over(b double) double {
	quotient := a.high / b.high
	rest := a.minus(b.times(double{quotient, 0}))
	return double{quotient, rest.high / b.high}.normal()
}

func (a double) root() double {
	root := math.Sqrt(a.high)
	if root == 0 {
		return double{}
	}
	square, rest := exact.Product(root, root)
	return double{root, a.minus(double{square, rest}).high / (2 * root)}.normal()
}

func (a double) value() float64 { return a.high + a.low }
