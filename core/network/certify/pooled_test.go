package certify

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// pooledProblem returns n images of side by side pixels, many of them dark, whose patches are pooled.
func pooledProblem(rng *rand.Rand, n, side int, kind loss.Loss) Problem {
	p := Problem{
		X: make([]float64, n*side*side), Y: make([]float64, n), D: side * side, Sigma: lift.ReLU, Loss: kind, Beta: 1e-3,
		Architecture: lift.Architecture{Kind: lift.Convolutional, Input: [3]int{side, side, 1}, Filter: 2, Stride: 1, Pool: lift.GlobalPool},
	}
	for i := range p.X {
		if rng.IntN(2) > 0 {
			p.X[i] = rng.Float64()
		}
	}
	for i := range p.Y {
		p.Y[i] = math.Copysign(1, rng.NormFloat64())
	}
	if kind == loss.Softmax {
		p.Outputs, p.Y = 3, make([]float64, 3*n)
	}
	relabel(&p)
	return p
}

// TestPooledProblems: networks on pooled samples are certified, by a judge that reads every patch, for all losses, globally and partly pooled,
// with betas down to where sums cancel to a millionth of their terms.
func TestPooledProblems(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	var job Job
	for kind := loss.Squared; kind <= loss.Softmax; kind++ {
		for _, beta := range []float64{1, 1e-3, 1e-6} {
			for _, pool := range []int{lift.GlobalPool, 32} {
				p := pooledProblem(rng, 30, 9, kind)
				p.Beta, p.Architecture.Pool = beta, pool
				if err := p.Validate(); err != nil || !p.operator().Pooled() {
					t.Fatalf("not pooled: %v", err)
				}
				certify(t, p, job.Run(p), 1e-8)
			}
		}
	}
}

// TestCheckOfPooledProblem: a claim about pooled samples is judged as it deserves.
func TestCheckOfPooledProblem(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 2))
	var job Job
	p := pooledProblem(rng, 50, 8, loss.Squared)
	r := job.Run(p)
	claim := func() *Claim {
		c := &Claim{Objective: r.Objective, Lower: r.Lower, Gap: r.Gap, Neurons: clone(r.Neurons), Matrices: p.Assemble(r.Neurons)}
		for _, v := range r.Certificate.Dual {
			c.Dual = append(c.Dual, []float64{v})
		}
		return c
	}
	if v := Check(p, claim()); !v.Pass {
		t.Errorf("the truth does not pass: %+v", v)
	}
	for name, spoil := range map[string]func(c *Claim){
		"a weight":    func(c *Claim) { c.Neurons[0].Alpha *= 1.001 },
		"a direction": func(c *Claim) { c.Neurons[0].U = dataset.Direction(rng, len(c.Neurons[0].U)) },
		"the dual":    func(c *Claim) { c.Dual[3][0] += 0.1 },
		"the cost":    func(c *Claim) { c.Objective *= 1 - 1e-6 },
		"the bound":   func(c *Claim) { c.Lower *= 1 + 1e-6 },
	} {
		c := claim()
		spoil(c)
		if Check(p, c).Pass {
			t.Errorf("passes with %s changed", name)
		}
	}
}

// TestCheckReadsPatches: for all losses and betas, the cost that check has from sums over patches is the one of a pass over the patches, and any other
// is not.
func TestCheckReadsPatches(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 4))
	var job Job
	for kind := loss.Squared; kind <= loss.Softmax; kind++ {
		for _, beta := range []float64{1, 1e-3, 1e-6} {
			p := pooledProblem(rng, 300, 12, kind)
			p.Beta, p.Outputs = beta, p.outputs()
			p.Architecture.Filter = 3
			r := job.Run(p)
			if off := p.patchwise(r.Neurons, r.Objective); off > 1e-12*r.Objective {
				t.Errorf("%v, beta %g: the cost %g is off by %g", kind, beta, r.Objective, off)
			}
			if off := p.patchwise(r.Neurons, r.Objective*(1+1e-6)); !(off > 5e-7*r.Objective) {
				t.Errorf("%v, beta %g: a cost that is off by %g is said to be by %g", kind, beta, 1e-6*r.Objective, off)
			}
		}
	}
}

// TestStopKeepsTheNetwork: stopped in the last step, while the network is polished and proved, a run has no less than the network of its iterates.
func TestStopKeepsTheNetwork(t *testing.T) {
	parallel.SetThreads(1)
	parallel.Cooperate(true)
	defer func() {
		parallel.Cooperate(false)
		parallel.SetThreads(0)
	}()
	p := pooledProblem(rand.New(rand.NewPCG(12, 3)), 600, 9, loss.Squared)
	p.Beta = 1e-4
	stopped := func(limit int) (r *Result, asked int) {
		var job Job
		task := parallel.NewTask(func(func() bool) {
			for job.Start(p); !job.Done() && !parallel.Interrupted(); {
				job.Step()
			}
		})
		task.Work(func() bool {
			if asked++; asked == limit {
				parallel.Interrupt()
			}
			return false
		})
		job.Stop()
		return job.Result(), asked
	}
	whole, polls := stopped(0)
	if whole.Status != Optimal {
		t.Fatalf("%s: %s", whole.Status, whole.Message)
	}
	best := math.Inf(1)
	for limit := 1; limit < polls; limit += 1 + polls/150 {
		r, _ := stopped(limit)
		holds(t, &p, r)
		if best = math.Min(best, r.Gap); r.Gap > 10*best && r.Gap > 1e-6 {
			t.Errorf("stopped at poll %d of %d, the gap is %g after it was %g", limit, polls, r.Gap, best)
		}
	}
	if !(best < 1e-2) {
		t.Errorf("the smallest gap of a run that is stopped is %g", best)
	}
}
