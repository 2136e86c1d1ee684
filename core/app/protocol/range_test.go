package protocol

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRangeOfAQuadratic compares with the values on a grid: no value is beyond the range, and the ends are attained up to the grid's distance.
func TestRangeOfAQuadratic(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	coefficient := func() float64 { // often zero: cylinders, linear and constant functions
		if rng.IntN(3) == 0 {
			return 0
		}
		return rng.NormFloat64()
	}
	for range 300 {
		d := 1 + rng.IntN(3)
		q := Quadratic{XX: coefficient(), X: coefficient(), C: coefficient()}
		if d > 1 {
			q.YY, q.XY, q.Y = coefficient(), coefficient(), coefficient()
		}
		if d > 2 {
			q.ZZ, q.XZ, q.YZ, q.Z = coefficient(), coefficient(), coefficient(), coefficient()
		}
		center, half := Vec{rng.NormFloat64(), 0, 0}, 0.2+rng.Float64()
		least, most := q.Range(center, half, d)
		const steps = 40
		low, high := math.Inf(1), math.Inf(-1)
		var walk func(x Vec, i int)
		walk = func(x Vec, i int) {
			if i == d {
				v := q.At(x)
				low, high = math.Min(low, v), math.Max(high, v)
				return
			}
			for k := range steps + 1 {
				x[i] = center[i] + half*(2*float64(k)/steps-1)
				walk(x, i+1)
			}
		}
		walk(center, 0)
		if low < least-1e-9 || high > most+1e-9 || low > least+0.02*(1+most-least) || high < most-0.02*(1+most-least) {
			t.Fatalf("%+v in %d dimensions: the range is [%g, %g], on the grid [%g, %g]", q, d, least, most, low, high)
		}
	}
}
