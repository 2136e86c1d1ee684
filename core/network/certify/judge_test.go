package certify

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

var (
	judgeCount = flag.Int("judge", 0, "how many random problems to judge for each loss; 0 takes a few")
	judgeSeed  = flag.Uint64("judgeseed", 1, "seed of the problems to be judged")
)

// judged returns how many problems to judge: the flag's number, or few by default.
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
func poolingProblem(rng *rand.Rand, lossFn loss.Loss) (p Problem, what string) {
	a := lift.Architecture{Kind: lift.Convolutional, Signal: rng.IntN(3) == 0, Stride: 1 + rng.IntN(2), Filter: 2 + rng.IntN(2)}
	channels := 1 + rng.IntN(2)
	if a.Signal {
		a.Input = [3]int{1, 8 + rng.IntN(40), channels}
	} else {
		a.Input = [3]int{4 + rng.IntN(6), 4 + rng.IntN(6), channels}
	}
	a.Padding = rng.IntN(2)
	a.Pool = lift.GlobalPool
	if rng.IntN(3) > 0 {
		var pools []int
		for pool := 1; pool <= a.Grid(); pool++ {
			if a.Grid()%pool == 0 && a.Grid()/pool <= 6 {
				pools = append(pools, pool)
			}
		}
		a.Pool = pools[rng.IntN(len(pools))]
	}
	n, d := int(math.Round(logUniform(rng, 2, 500))), a.Input[0]*a.Input[1]*channels
	p = Problem{D: d, Outputs: 1 + rng.IntN(3), Architecture: a, Sigma: []lift.Polynomial{lift.ReLU, lift.Swish, {A: 1, B: 1}}[rng.IntN(3)],
		Loss: lossFn, X: make([]float64, n*d)}
	if lossFn == loss.Softmax {
		p.Outputs = 2 + rng.IntN(2)
	}
	dark, scale := rng.IntN(2) == 0, logUniform(rng, 0.1, 10)
	for i := range p.X {
		p.X[i] = scale * rng.NormFloat64()
		if dark { // like ink on paper
			p.X[i] = scale * math.Max(0, rng.Float64()-0.5)
		}
	}
	noise := []float64{0, 0.1, 1}[rng.IntN(3)]
	teacher := dataset.NewTeacher(rng, a, d, p.Outputs, 3, p.Sigma.At)
	p.Y = make([]float64, n*p.Outputs)
	for i := range n {
		for o, v := range teacher.At(p.X[i*d : (i+1)*d]) {
			p.Y[o*n+i] = v + noise*rng.NormFloat64()
		}
	}
	if lossFn > loss.L1 {
		relabel(&p)
	}
	p.Beta = math.Max(BetaMax(&p), 1e-12) * logUniform(rng, 1e-6, 1)
	return p, fmt.Sprintf("n=%d d=%d C=%d %v dark=%v scale=%.2g noise=%g beta/max=%.2g", n, d, p.Outputs, a, dark, scale, noise,
		p.Beta/BetaMax(&p))
}

// TestJudgePooling: the results for random networks with pools are true, by a judge that reads every patch, and nearly all are certified.
// For many more:
//
//	go test ./core/network/certify -run JudgePooling -v -args -judge 200 -judgeseed 7
func TestJudgePooling(t *testing.T) {
	var job Job
	pooled := 0
	for lossFn := loss.Squared; lossFn <= loss.Softmax; lossFn++ {
		certified, worst, count := 0, 0.0, judged(8)
		for number := range count {
			p, what := poolingProblem(rand.New(rand.NewPCG(*judgeSeed, uint64(number)*8+uint64(lossFn))), lossFn)
			r := job.Run(p)
			if p.Operator().Pooled() && p.Samples() < 60 {
				pooled++
				truth(t, &p, r)
			}
			verdict := Check(p, p.Claim(r), NewPointEvaluator(&p))
			for _, f := range verdict.Findings {
				if !f.Pass && (r.Status == Optimal || f.Measured > r.Gap*(1+1e-9)) {
					t.Errorf("%v %d: %s: %s at gap %.2g: %s is %.2g, above %.2g", lossFn, number, what, r.Status, r.Gap, f.What, f.Measured, f.Limit)
				}
			}
			if r.Status == Optimal {
				certified++
			} else {
				t.Logf("%v %d: %s: %s, gap %.2g after %d iterations", lossFn, number, what, r.Status, r.Gap, r.Iterations)
			}
			worst = math.Max(worst, r.Gap)
		}
		t.Logf("%v: %d of %d certified, worst gap %.1e", lossFn, certified, count, worst)
		if worst > 1e-6 {
			t.Errorf("%v: a gap of %g", lossFn, worst)
		}
	}
	if pooled < 3 {
		t.Errorf("only %d small problems have pooled samples", pooled)
	}
}

// digits is the precision in bits for recomputing what doubles cannot: it suffices for squares of the data and for sums of terms that
// cancel.
const digits = 320

// TestCostsNearZero: for every loss and however small a cost, a result is optimal exactly if its check passes, and its cost is that of the
// network as it is written, whose directions have length one to the last bit.
func TestCostsNearZero(t *testing.T) {
	var job Job
	for lossFn := loss.Squared; lossFn <= loss.Softmax; lossFn++ {
		near, absolute := 0, 0
		for seed := range uint64(24) {
			rng := rand.New(rand.NewPCG(seed, 43))
			p := labelled(rng, 4+rng.IntN(9), 1+rng.IntN(8), 1+int(lossFn/loss.Softmax), lossFn)
			p.Sigma, p.Beta = lift.Polynomial{A: rng.NormFloat64(), B: rng.NormFloat64()}, logUniform(rng, 1e-14, 1e-6)
			r := job.Run(p)
			verdict := Check(p, p.Claim(r), NewPointEvaluator(&p))
			if r.Gap < -1e-6 || verdict.Pass != (r.Status == Optimal) {
				t.Errorf("%v %d: %s at gap %.2g, cost %.2g: %+v", lossFn, seed, r.Status, r.Gap, r.Objective, verdict)
			}
			for _, n := range r.Neurons {
				if !n.IsUnit() {
					t.Errorf("%v %d: |u|^2 is 1%+.2g", lossFn, seed, n.Excess())
				}
			}
			if lossFn != loss.Logistic && lossFn != loss.Softmax {
				cost := exactCost(&p, p.Operator(), r.Neurons)
				if math.Abs(cost-r.Objective) > 1e-10*scale(cost, p.EmptyCost()) ||
					r.Status == Optimal && !Certified(cost, r.Lower, p.EmptyCost(), DefaultTolerance*(1+1e-6)) {
					t.Errorf("%v %d: %s at cost %.9g, as written %.9g, lower bound %.9g", lossFn, seed, r.Status, r.Objective, cost, r.Lower)
				}
			}
			near += countIf(verdict.AbsoluteGap != nil)
			absolute += countIf(r.Status == Optimal && r.Gap > DefaultTolerance)
		}
		t.Logf("%v: %d costs near zero, %d certified by their absolute gap", lossFn, near, absolute)
		if near == 0 {
			t.Errorf("%v: no cost is near zero", lossFn)
		}
	}
}

func exact(v float64) *big.Float { return new(big.Float).SetPrec(digits).SetFloat64(v) }

func zero() *big.Float { return new(big.Float).SetPrec(digits) }

func times(x, y *big.Float) *big.Float { return zero().Mul(x, y) }

// exactNeuron returns the mean of sigma(x'u) over the patches of block k of sample i.
func exactNeuron(op *lift.Operator, i, k int, u []float64) *big.Float {
	total, sigma := zero(), op.Activation()
	for l := range op.Patches() {
		t := zero()
		for j, v := range op.Patch(i, k, l) {
			t.Add(t, times(exact(u[j]), exact(v)))
		}
		total.Add(total, times(exact(sigma.A), times(t, t)))
		if op.HasTrace() {
			total.Add(total, times(exact(sigma.B), t))
			total.Add(total, exact(sigma.C))
		}
	}
	return total.Quo(total, exact(float64(op.Patches())))
}

// exactCost returns the cost of the network for a loss that is a piecewise polynomial.
func exactCost(p *Problem, op *lift.Operator, neurons []neural.Neuron) float64 {
	n := op.Len()
	cost := zero()
	fit := make([]*big.Float, len(p.Y))
	for at := range fit {
		fit[at] = zero()
	}
	for _, neuron := range neurons {
		cost.Add(cost, times(exact(p.Beta), zero().Abs(exact(neuron.Alpha))))
		for i := range n {
			at := neuron.Output*n + i
			fit[at].Add(fit[at], times(exact(neuron.Alpha), exactNeuron(op, i, neuron.Block, neuron.U)))
		}
	}
	for i, f := range fit {
		cost.Add(cost, exactLoss(f, exact(p.Y[i]), p.Loss))
	}
	v, _ := cost.Float64()
	return v
}

func exactLoss(f, y *big.Float, lossFn loss.Loss) *big.Float {
	if lossFn == loss.Hinge {
		if rest := zero().Sub(exact(1), times(f, y)); rest.Sign() > 0 {
			return rest
		}
		return zero()
	}
	away := zero().Sub(f, y)
	away.Abs(away)
	switch lossFn {
	case loss.Squared:
		return times(away, away)
	case loss.Huber:
		if away.Cmp(exact(1)) <= 0 {
			return times(away, away)
		}
		return zero().Sub(times(exact(2), away), exact(1))
	}
	return away
}

// exactBound returns the bound of the dual vector with such a loss: sum v y - kappa v^2/2.
func exactBound(p *Problem, dual []float64) float64 {
	bound := zero()
	for i, v := range dual {
		bound.Add(bound, times(exact(v), exact(p.Y[i])))
		bound.Sub(bound, times(exact(p.Loss.Kappa()/2), times(exact(v), exact(v))))
	}
	v, _ := bound.Float64()
	return v
}
