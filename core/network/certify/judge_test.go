package certify

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

var (
	judgeCount = flag.Int("judge", 0, "how many random problems to judge for each loss; 0 takes a few")
	judgeSeed  = flag.Uint64("judgeseed", 1, "seed of the problems to be judged")
)

// judged returns how many problems to judge, of which few are usual.
func judged(few int) int {
	if *judgeCount > 0 {
		return *judgeCount
	}
	if testing.Short() {
		return 1
	}
	return few
}

// poolingProblem draws up to 500 signals or images, with one or two channels, filters of any side, and pools of any size.
func poolingProblem(rng *rand.Rand, kind loss.Loss) (p Problem, what string) {
	a := lift.Architecture{Kind: lift.Convolutional, Signal: rng.IntN(3) == 0, Stride: 1 + rng.IntN(2), Filter: 2 + rng.IntN(2)}
	channels := 1 + rng.IntN(2)
	if a.Signal {
		a.Input = [3]int{1, 8 + rng.IntN(40), channels}
	} else {
		a.Input = [3]int{4 + rng.IntN(6), 4 + rng.IntN(6), channels}
	}
	a.Padding = rng.IntN(2)
	if a.Pool = lift.GlobalPool; rng.IntN(3) > 0 {
		var pools []int
		for pool := 1; pool <= a.Grid(); pool++ {
			if a.Grid()%pool == 0 && a.Grid()/pool <= 6 {
				pools = append(pools, pool)
			}
		}
		a.Pool = pools[rng.IntN(len(pools))]
	}
	n, d := int(math.Round(logUniform(rng, 2, 500))), a.Input[0]*a.Input[1]*channels
	p = Problem{D: d, Outputs: 1 + rng.IntN(3), Architecture: a, Sigma: []lift.Activation{lift.ReLU, lift.Swish, {A: 1, B: 1}}[rng.IntN(3)], Loss: kind, X: make([]float64, n*d)}
	if kind == loss.Softmax {
		p.Outputs = 2 + rng.IntN(2)
	}
	dark, scale := rng.IntN(2) == 0, logUniform(rng, 0.1, 10)
	for i := range p.X {
		if p.X[i] = scale * rng.NormFloat64(); dark { // like ink on paper
			p.X[i] = scale * math.Max(0, rng.Float64()-0.5)
		}
	}
	noise := []float64{0, 0.1, 1}[rng.IntN(3)]
	teacher, err := dataset.NewTeacher(rng, a, d, p.Outputs, 3, p.Sigma.At)
	if err != nil {
		panic(err)
	}
	p.Y = make([]float64, n*p.Outputs)
	for i := range n {
		for o, v := range teacher.At(p.X[i*d : (i+1)*d]) {
			p.Y[o*n+i] = v + noise*rng.NormFloat64()
		}
	}
	if kind > loss.L1 {
		relabel(&p)
	}
	p.Beta = math.Max(BetaMax(&p), 1e-12) * logUniform(rng, 1e-6, 1)
	return p, fmt.Sprintf("n=%d d=%d C=%d %v dark=%v scale=%.2g noise=%g beta/max=%.2g", n, d, p.Outputs, a, dark, scale, noise, p.Beta/BetaMax(&p))
}

// TestJudgePooling: what is said of random networks with pools is so, by a judge that reads every patch, and nearly all are certified. Many more:
//
//	go test ./core/network/certify -run JudgePooling -v -args -judge 200 -judgeseed 7
func TestJudgePooling(t *testing.T) {
	var job Job
	for kind := loss.Squared; kind <= loss.Softmax; kind++ {
		certified, worst, count := 0, 0.0, judged(8)
		for number := range count {
			p, what := poolingProblem(rand.New(rand.NewPCG(*judgeSeed, uint64(number)*8+uint64(kind))), kind)
			r := job.Run(p)
			claim := &Claim{Objective: r.Objective, Lower: r.Lower, Gap: r.Gap, Neurons: r.Neurons, Matrices: p.Assemble(r.Neurons)}
			for i := range p.Samples() {
				row := make([]float64, p.Outputs)
				for o := range row {
					row[o] = r.Certificate.Dual[o*p.Samples()+i]
				}
				claim.Dual = append(claim.Dual, row)
			}
			verdict := Check(p, claim)
			for _, f := range verdict.Findings {
				if !f.Pass && (r.Status == Optimal || f.Measured > r.Gap*(1+1e-9)) {
					t.Errorf("%v %d: %s: %s at gap %.2g: %s is %.2g, above %.2g", kind, number, what, r.Status, r.Gap, f.What, f.Measured, f.Limit)
				}
			}
			if r.Status == Optimal {
				certified++
			} else {
				t.Logf("%v %d: %s: %s, gap %.2g after %d iterations", kind, number, what, r.Status, r.Gap, r.Iterations)
			}
			worst = math.Max(worst, r.Gap)
		}
		if t.Logf("%v: %d of %d certified, worst gap %.1e", kind, certified, count, worst); worst > 1e-6 {
			t.Errorf("%v: a gap of %g", kind, worst)
		}
	}
}
