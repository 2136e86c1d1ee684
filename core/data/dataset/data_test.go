package dataset

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestBallHasBothLabels(t *testing.T) {
	sum := 0.0
	for _, y := range Ball(rand.New(rand.NewPCG(1, 2)), 200, 3).Y {
		sum += y
	}
	if math.Abs(sum) > 150 {
		t.Errorf("labels add up to %g of 200", sum)
	}
}
