package certify

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

var (
	awkwardCount = flag.Int("awkward", 0, "how many awkward tables to solve for each loss; 0 takes a few")
	awkwardSeed  = flag.Uint64("awkwardseed", 1, "seed of the awkward tables")
	awkwardOnly  = flag.Int("awkwardonly", -1, "only the table of this number")
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
	s, most := p.operator(), 0.0
	for k := range s.Blocks() {
		sums := make([]float64, len(dual)/n)
		for at, v := range dual {
			sums[at/n] += math.Abs(v) * s.Norms()[at%n*s.Blocks()+k]
		}
		most = max(most, slices.Max(sums))
	}
	return 0x1p-53 * most / p.Beta
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

// awkwardTable draws a problem with such a table.
func awkwardTable(seed uint64, number int, kind loss.Loss) (p Problem, what string) {
	rng := rand.New(rand.NewPCG(seed, uint64(number)*8+uint64(kind)))
	n, d := 20+rng.IntN(60), 3+rng.IntN(4)
	switch rng.IntN(5) {
	case 0:
		n = 1 + rng.IntN(3)
	case 1:
		d = 1 + rng.IntN(2)
	}
	p = Problem{D: d, Outputs: 1, Sigma: []lift.Activation{lift.ReLU, lift.Swish, {A: 1, B: 1, C: 0}, {A: 0.5, B: 0, C: -1}}[rng.IntN(4)], Loss: kind, Beta: 0.01, X: make([]float64, n*d)}
	switch rng.IntN(6) {
	case 0:
		p.Architecture.Kind = lift.Quadratic
	case 1:
		if d >= 3 {
			p.Architecture = lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, d, 1}, Signal: true, Filter: 2, Stride: 1, Pool: []int{1, lift.GlobalPool}[rng.IntN(2)]}
		}
	}
	if p.Outputs = 1 + rng.IntN(2)*rng.IntN(3); kind == loss.Softmax {
		p.Outputs = 2 + rng.IntN(3)
	}
	table := awkward[rng.IntN(len(awkward))]
	table.fill(rng, p.X, n, d)
	p.Y = make([]float64, n*p.Outputs)
	labels := rng.IntN(5)
	switch labels {
	case 0: // nothing to learn
		normal(rng, p.Y, 1)
	case 1: // the same for all
		for i := range p.Y {
			p.Y[i] = 7
		}
	default:
		teach(rng, &p, []float64{0, 0.3}[rng.IntN(2)])
		for i := range p.Y {
			p.Y[i] = math.Round(p.Y[i])
		}
	}
	if kind <= loss.L1 {
		size := []float64{1, 1, 1e-3, 1e3, 1e6}[rng.IntN(5)]
		for i := range p.Y {
			p.Y[i] *= size
		}
	} else {
		relabel(&p)
	}
	most := BetaMax(&p)
	share := []float64{0, 0, 1e-6, 1e-3, 0.5, 0.999, 1, 1.001}[rng.IntN(8)]
	if share > 0 && most > 0 {
		p.Beta = share * most
	}
	return p, fmt.Sprintf("%s, n=%d d=%d C=%d kind=%d %v labels=%d beta=%.3g beta/max=%.2g", table.name, n, d, p.Outputs, p.Architecture.Kind, p.Sigma, labels, p.Beta, p.Beta/most)
}

// TestAwkwardTables solves tables that are hard in the ways that real ones are, and judges each answer from the data. All of them:
//
//	go test ./core/network/certify -run AwkwardTables -v -args -awkward 1000
func TestAwkwardTables(t *testing.T) {
	count := *awkwardCount
	if count == 0 {
		count = 60
	}
	if testing.Short() {
		count /= 6
	}
	for _, name := range loss.Names() {
		t.Run(name, func(t *testing.T) {
			kind, _ := loss.Parse(name)
			var job Job
			var gaps []float64
			for number := range count {
				if *awkwardOnly >= 0 && number != *awkwardOnly {
					continue
				}
				p, what := awkwardTable(*awkwardSeed, number, kind)
				r, share := job.Run(p), roundingShare(&p)
				if r.Status == Failed {
					t.Errorf("%d: %s: %s", number, what, r.Message)
					continue
				}
				if r.Gap < -1e-10 {
					t.Errorf("%d: %s: gap %.1e", number, what, r.Gap)
				} else if truth(t, &p, r); r.Status != Optimal {
					t.Logf("%d: %s: %s, objective %.6g, gap %.1e, %d neurons, %d iterations", number, what, r.Status, r.Objective, r.Gap, len(r.Neurons), r.Iterations)
				}
				if share < hopeless {
					gaps = append(gaps, r.Gap)
				}
			}
			sort.Float64s(gaps)
			below := func(limit float64) float64 {
				return 100 * float64(sort.Search(len(gaps), func(i int) bool { return !(gaps[i] <= limit) })) / float64(len(gaps))
			}
			t.Logf("%d tables, %.1f %% certified to 1e-8, %.1f %% to 1e-6, worst gap %.1e", len(gaps), below(1e-8), below(1e-6), gaps[len(gaps)-1])
			if below(1e-3) < 100 {
				t.Errorf("a gap of %.1e", gaps[len(gaps)-1])
			}
		})
	}
}
