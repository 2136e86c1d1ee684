package certify

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/network/neural"
)

// hopeless is the part of beta that rounding in the sums of a g may be at the network without neurons, from which on a table is only to have an honest
// answer: of seconds since 1970 the activation has the size 1e18, and no bound but zero can be written down in doubles. Up to plain, sums of doubles
// tell whether an answer is right.
const hopeless, plain = 1e-3, 1e-4

// roundingShare returns that part.
func roundingShare(p *Problem) float64 {
	n, dual := p.Samples(), make([]float64, len(p.Y))
	outputs, parts := p.coupled()
	for at := range parts {
		part := dual[at*outputs*n : (at+1)*outputs*n]
		emptyDual(part, p.Y[at*outputs*n:(at+1)*outputs*n], n, p.Loss)
	}
	return neural.NewProver(p.operator()).Rounding(dual) / p.Beta
}

// plainCost reports whether sums of doubles tell the cost of a network: where large outputs cancel they do not.
func plainCost(p *Problem, r *Result) bool {
	weight := 0.0
	for _, n := range r.Neurons {
		weight += math.Abs(n.Alpha)
	}
	return 0x1p-52*weight*float64(p.Samples())*slices.Max(p.operator().Norms()) < 1e-10*r.Objective
}

// truth judges a result from the data, in exact numbers where doubles can tell.
func truth(t *testing.T, p *Problem, r *Result) {
	t.Helper()
	if r.Status == Optimal && roundingShare(p) < plain && plainCost(p, r) {
		certify(t, *p, r, DefaultTolerance)
	} else {
		holds(t, p, r)
	}
}

// holds recomputes from the data what a result claims.
func holds(t *testing.T, p *Problem, r *Result) {
	t.Helper()
	samples, n, lower := p.operator(), p.Samples(), 0.0
	outputs, parts := p.coupled()
	prover := neural.NewProver(samples)
	for at := range parts {
		from, to := at*outputs*n, (at+1)*outputs*n
		var c neural.Certificate
		prover.BoundTo(&c, r.Certificate.Dual[from:to], p.Y[from:to], p.Beta, p.Loss)
		lower += c.Lower
	}
	cost := neural.Cost(make([]float64, len(p.Y)), r.Neurons, samples, p.Y, p.Beta, p.Loss)
	if off := 1e-10 * cost; !(r.Lower <= lower+off) || !(math.Abs(r.Objective-cost) <= off) {
		t.Errorf("%v, %v: %s with bound %.12g and cost %.12g, in truth %.12g and %.12g", p.Loss, p.Method, r.Status, r.Lower, r.Objective, lower, cost)
	}
}

// awkward are ways in which tables are hard, each applied to samples row by row, n by d, before there are labels.
var awkward = []struct {
	name string
	fill func(rng *rand.Rand, x []float64, n, d int)
}{
	{"seconds since 1970", func(rng *rand.Rand, x []float64, n, d int) {
		normal(rng, x, 1)
		for i := range n {
			x[i*d] = 1.6e9 + math.Round(1e6*rng.Float64())
		}
	}},
	{"ages and incomes", people},
	{"one huge sample", func(rng *rand.Rand, x []float64, n, d int) {
		normal(rng, x, 1)
		huge := rng.IntN(n)
		for j := range d {
			x[huge*d+j] *= 1e6
		}
	}},
	{"the same column twice", func(rng *rand.Rand, x []float64, n, d int) {
		people(rng, x, n, d)
		for i := range n {
			x[i*d+d-1] = x[i*d]
		}
	}},
	{"a constant column", func(rng *rand.Rand, x []float64, n, d int) {
		people(rng, x, n, d)
		value := []float64{0, 1, 1e5}[rng.IntN(3)]
		for i := range n {
			x[i*d] = value
		}
	}},
	{"samples twice", func(rng *rand.Rand, x []float64, n, d int) {
		people(rng, x, n, d)
		copy(x[(n+1)/2*d:], x)
	}},
	{"tiny and huge", func(rng *rand.Rand, x []float64, n, d int) {
		normal(rng, x, 1)
		for i := range x {
			x[i] *= math.Pow(10, float64(i%d*8/d-4))
		}
	}},
	{"zeros and ones", func(rng *rand.Rand, x []float64, n, d int) {
		for i := range x {
			x[i] = float64(rng.IntN(2))
		}
	}},
	{"counts", func(rng *rand.Rand, x []float64, n, d int) {
		for i := range x {
			x[i] = math.Floor(math.Exp(8 * rng.Float64() * rng.Float64()))
		}
	}},
}

func normal(rng *rand.Rand, x []float64, scale float64) {
	for i := range x {
		x[i] = scale * rng.NormFloat64()
	}
}

// people fills in ages, incomes, children, years of school, postal codes and heights.
func people(rng *rand.Rand, x []float64, n, d int) {
	for i := range x {
		switch i % d % 6 {
		case 0:
			x[i] = float64(18 + rng.IntN(72))
		case 1:
			x[i] = 1000 * math.Round(20*math.Exp(0.7*rng.NormFloat64()))
		case 2:
			x[i] = float64(rng.IntN(5))
		case 3:
			x[i] = float64(8 + rng.IntN(12))
		case 4:
			x[i] = float64(10000 + rng.IntN(89999))
		case 5:
			x[i] = math.Round(170 + 10*rng.NormFloat64())
		}
	}
}
