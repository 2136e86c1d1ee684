package verify

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
)

// TestAlternating compares the largest number of correct signs with that over all ways to place the sign changes.
func TestAlternating(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for range 200 {
		n := 1 + rng.IntN(9)
		x, labels := make([]float64, n), make([]int, n)
		for i := range x {
			x[i], labels[i] = float64(rng.IntN(6)), rng.IntN(2)
		}
		for changes := range 3 {
			best := 0
			for signs := range 1 << 6 { // the sign at each of the six places
				flips := 0
				for k := 1; k < 6; k++ {
					flips += signs>>k&1 ^ signs>>(k-1)&1
				}
				right := 0
				for i, at := range x {
					if signs>>int(at)&1 == labels[i] {
						right++
					}
				}
				if flips <= changes {
					best = max(best, right)
				}
			}
			if got := alternating(x, labels, changes); got != best {
				t.Fatalf("%v at %v with %d changes: %d, want %d", labels, x, changes, got, best)
			}
		}
	}
}

// TestCoincidingPoints checks what any function can reach on points in a few places: the majority of the labels, or their mean, in each.
func TestCoincidingPoints(t *testing.T) {
	p := &certify.Problem{D: 2, Outputs: 1, X: []float64{1, 2, 0, 0, 1, 2, 1, 2, 0, 0}, Y: []float64{1, 1, -1, 1, 1}}
	if right := majorities(p, []int{0, 0, 1, 0, 0}); right != 4 {
		t.Errorf("%d of 5 can be right, want 4", right)
	}
	// In (1, 2) the labels are 1, -1, 1; their deviations from 1/3 have the squares 4/9, 16/9, 4/9, and those of all from 3/5 add up to 3.2.
	if got, want := within(p), (8.0/3)/3.2; math.Abs(got-want) > 1e-12 {
		t.Errorf("%g cannot be explained, want %g", got, want)
	}
	p.Y = []float64{3, 3, 3, 3, 3}
	if got := within(p); got != 0 {
		t.Errorf("equal labels: %g", got)
	}
}

// TestDegrees checks how often a network of one feature can change its sign.
func TestDegrees(t *testing.T) {
	for sigma, want := range map[lift.Activation]int{{A: 1, B: 1}: 2, {B: 1, C: 2}: 1, {C: 1}: 0} {
		p := &certify.Problem{D: 1, Sigma: sigma}
		p.Architecture.Kind = lift.Dense
		if got := degreeOf(p); got != want {
			t.Errorf("%+v: %d changes, want %d", sigma, got, want)
		}
	}
}
