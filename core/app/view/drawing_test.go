package view

import (
	"testing"

	"pgregory.net/rapid"
)

// TestWildActivations: whatever a link says, the curves' height and all positions are finite.
func TestWildActivations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, 1e308, -1e308, 1e-320}))
		c := ActivationCurves([3]float64{v.Draw(t, "a"), v.Draw(t, "b"), v.Draw(t, "c")}, nil, -v.Draw(t, "low"), v.Draw(t, "high"))
		if height := c.Top - c.Bottom; height-height != 0 {
			t.Fatalf("from %g to %g", c.Bottom, c.Top)
		}
		for _, y := range c.Sigma {
			if y < c.Bottom || y > c.Top || y != y {
				t.Fatalf("%g is not between %g and %g", y, c.Bottom, c.Top)
			}
		}
	})
}
