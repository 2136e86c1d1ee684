package certify

import (
	"flag"
	"fmt"
	"math"
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
	teacher := dataset.NewTeacher(rng, a, d, p.Outputs, 3, p.Sigma.At)
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

// plantedOptimum draws a problem with one output whose optimum is known: for any dual vector v, with beta the peak of |g|, attained at u, the neuron
// (u, alpha) is optimal if each v_i is minus a slope of the loss at its output. That costs loss and beta |alpha|.
func plantedOptimum(rng *rand.Rand, n, d int, kind loss.Loss, scale float64) (p Problem, want float64) {
	p = Problem{D: d, Outputs: 1, Sigma: lift.Activation{A: 0.2 + rng.Float64(), B: rng.NormFloat64(), C: rng.NormFloat64()}, Loss: kind, X: make([]float64, n*d), Y: make([]float64, n)}
	v := make([]float64, n)
	for i := range p.X {
		p.X[i] = scale * rng.NormFloat64()
	}
	for i := range v {
		switch v[i] = rng.NormFloat64(); kind {
		case loss.L1: // its v are at an end or between
			v[i] = math.Max(-1, math.Min(1, v[i]))
		case loss.Huber:
			v[i] = math.Max(-2, math.Min(2, 2*v[i]))
		}
	}
	samples := lift.NewSamples(p.Sigma, p.X, n, d)
	q, h, corner := constraintOf(samples, v)
	sphere, sign := neural.NewSphere(d), 1.0
	high, top := sphere.Max(q, h)
	p.Beta, top = high+corner, append([]float64(nil), top...)
	for i := range q {
		q[i] = -q[i]
	}
	for i := range h {
		h[i] = -h[i]
	}
	if low, u := sphere.Max(q, h); low-corner > p.Beta {
		p.Beta, top, sign = low-corner, append([]float64(nil), u...), -1
	}
	neuron := neural.Neuron{U: top, Alpha: sign * (1 + rng.Float64())}
	fit := make([]float64, n)
	neural.PredictTo(fit, []neural.Neuron{neuron}, samples)
	want = p.Beta * math.Abs(neuron.Alpha)
	for i, f := range fit {
		size := 1.0 // of the end at which v is
		switch p.Y[i] = f + v[i]/2; kind {
		case loss.L1:
			if p.Y[i] = f; math.Abs(v[i]) == size {
				p.Y[i] += v[i] * rng.ExpFloat64()
			}
		case loss.Huber:
			if size = 2; math.Abs(v[i]) == size {
				p.Y[i] += v[i] * rng.ExpFloat64()
			}
		}
		want += kind.Value(f, p.Y[i])
	}
	return p, want
}

// TestJudgeMethods: both methods, asked for by name, find optima that were planted, for all losses that take any label.
func TestJudgeMethods(t *testing.T) {
	for _, kind := range []loss.Loss{loss.Squared, loss.Huber, loss.L1} {
		for number := range judged(12) {
			rng := rand.New(rand.NewPCG(*judgeSeed, uint64(number)*8+uint64(kind)))
			n, d := int(math.Round(logUniform(rng, 2, 200))), int(math.Round(logUniform(rng, 2, 30)))
			p, want := plantedOptimum(rng, n, d, kind, logUniform(rng, 0.1, 10))
			for _, method := range []Method{InteriorPoint, Corrective} {
				p.Method = method
				r := new(Job).Run(p)
				if r.Status != Optimal || math.Abs(r.Objective-want) > 2e-8*want {
					t.Errorf("%v %d: n=%d d=%d, %v: %s with objective %.12g at gap %.2g after %d iterations, want %.12g", kind, number, n, d, method,
						r.Status, r.Objective, r.Gap, r.Iterations, want)
				}
			}
		}
	}
}

// TestJudgeMethodsOfClasses: so they do, and agree, for labels that are classes, some of them in more dimensions than samples.
func TestJudgeMethodsOfClasses(t *testing.T) {
	for _, kind := range []loss.Loss{loss.Hinge, loss.Logistic, loss.Softmax} {
		for number := range judged(8) {
			rng := rand.New(rand.NewPCG(*judgeSeed, uint64(number)*8+uint64(kind)))
			n, d := int(math.Round(logUniform(rng, 10, 200))), int(math.Round(logUniform(rng, 2, 40)))
			p := Problem{D: d, Outputs: 1, Sigma: lift.ReLU, Loss: kind, X: make([]float64, n*d), Y: make([]float64, n), Beta: logUniform(rng, 1e-2, 1)}
			if kind == loss.Softmax {
				p.Outputs, p.Y = 3, make([]float64, 3*n)
			}
			for i := range p.X {
				p.X[i] = rng.NormFloat64()
			}
			teach(rng, &p, 0.3)
			relabel(&p)
			p.Method = InteriorPoint
			one := new(Job).Run(p)
			p.Method = Corrective
			two := new(Job).Run(p)
			if one.Status != Optimal || two.Status != Optimal || math.Abs(one.Objective-two.Objective) > 2e-8*one.Objective {
				t.Errorf("%v %d: n=%d d=%d beta=%.2g: interior-point %s with %.12g at %.2g, corrective %s with %.12g at %.2g", kind, number, n, d, p.Beta,
					one.Status, one.Objective, one.Gap, two.Status, two.Objective, two.Gap)
			}
		}
	}
}
