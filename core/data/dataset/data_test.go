package dataset

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestPlantedLabelsAreTheNetworks(t *testing.T) {
	set := Planted(rand.New(rand.NewPCG(1, 2)), 6, 3, 1, func(s float64) float64 { return 2 * s })
	// One linear neuron: labels are alpha times linear in x, so three points determine the others.
	var m [3][3]float64
	for i := range 3 {
		copy(m[i][:], set.X[i])
	}
	w := solve3(m, [3]float64(set.Y[:3]))
	for i, x := range set.X {
		if got := w[0]*x[0] + w[1]*x[1] + w[2]*x[2]; math.Abs(got-set.Y[i]) > 1e-9*(1+math.Abs(got)) {
			t.Errorf("label %d is %g, want %g", i, set.Y[i], got)
		}
	}
}

// solve3 solves m w = y by Cramer's rule.
func solve3(m [3][3]float64, y [3]float64) (w [3]float64) {
	det := func(a [3][3]float64) float64 {
		return a[0][0]*(a[1][1]*a[2][2]-a[1][2]*a[2][1]) - a[0][1]*(a[1][0]*a[2][2]-a[1][2]*a[2][0]) + a[0][2]*(a[1][0]*a[2][1]-a[1][1]*a[2][0])
	}
	whole := det(m)
	for k := range w {
		changed := m
		for i := range 3 {
			changed[i][k] = y[i]
		}
		w[k] = det(changed) / whole
	}
	return w
}

func TestBallHasBothLabels(t *testing.T) {
	sum := 0.0
	for _, y := range Ball(rand.New(rand.NewPCG(1, 2)), 200, 3).Y {
		sum += y
	}
	if math.Abs(sum) > 150 {
		t.Errorf("labels add up to %g of 200", sum)
	}
}
