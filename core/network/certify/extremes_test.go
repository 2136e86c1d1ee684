package certify_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

// extreme draws numbers of which many are zero, or as large or small as a double can be.
func extreme(rng *rand.Rand) float64 {
	v := rng.NormFloat64()
	switch rng.IntN(6) {
	case 0:
		return 0
	case 1:
		return v * math.Pow(10, float64(rng.IntN(600)-300))
	case 2:
		return math.Copysign(math.MaxFloat64, v)
	}
	return v
}

// extremes draws rows of such numbers.
func extremes(rng *rand.Rand, n, d int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		for range d {
			rows[i] = append(rows[i], extreme(rng))
		}
	}
	return rows
}

// TestExtremeProblems: whatever the numbers, the document can be written and read, and what is called optimal passes the check.
func TestExtremeProblems(t *testing.T) {
	const seed, cases = 5, 400
	rng := rand.New(rand.NewPCG(seed, seed))
	for range cases {
		n, d := 1+rng.IntN(12), 1+rng.IntN(8)
		p := &document.Problem{
			Data:         document.Data{X: extremes(rng, n, d), Y: extremes(rng, n, 1)},
			Architecture: document.Architecture{Kind: document.KindDense}, Loss: document.LossSquared,
			Activation: document.Activation{A: 0.09, B: 0.5, C: 0.47}, Beta: 0.01,
		}
		if rng.IntN(2) == 0 {
			p.Activation = document.Activation{A: extreme(rng), B: extreme(rng), C: extreme(rng)}
			p.Beta = math.Pow(10, float64(rng.IntN(600)-300))
		}
		s := solved(t, p)
		check := convert.Check(p, s)
		if check.JSON() == nil || s.Status == string(certify.Optimal) && !check.Pass {
			t.Fatalf("%s: %s, %v", p.JSON(), s.Status, failures(check))
		}
	}
}
