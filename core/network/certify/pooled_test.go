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

// ringsAndBars returns n images of side by side pixels with a ring or a bar, of any place, size and ink, of which a few have the wrong label.
func ringsAndBars(rng *rand.Rand, n, side int, wrong float64) Problem {
	p := pooledProblem(rng, n, side, loss.Hinge)
	p.Architecture.Filter = 3
	for i := range n {
		ring, middle := i%2 > 0, float64(side)/2
		a, b, angle := middle+rng.NormFloat64()/2, middle+rng.NormFloat64()/2, 0.3*rng.NormFloat64()
		radius, width, ink := float64(side)*(0.2+0.2*rng.Float64()), 0.6+0.8*rng.Float64(), 0.5+rng.Float64()/2
		for k := range side * side {
			u, v := float64(k/side)-a, float64(k%side)-b
			along, away := u*math.Cos(angle)+v*math.Sin(angle), v*math.Cos(angle)-u*math.Sin(angle)
			if ring {
				away = math.Hypot(u, v) - radius
			} else if math.Abs(along) > radius {
				away = math.Inf(1)
			}
			p.X[i*side*side+k] = math.Round(255*ink*math.Exp(-away*away/(width*width))) / 255
		}
		p.Y[i] = -1
		if ring != (rng.Float64() < wrong) {
			p.Y[i] = 1
		}
	}
	return p
}

// TestManyPooledImages: hinge has many samples of which nearly all end at one end of the interval of their v, and A*v cancels to a small beta; that takes
// half as many iterations as without corrections of the centrality.
func TestManyPooledImages(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 5))
	var job Job
	const n, most = 1000, 60
	shares := []float64{0, 0.01, 0.1}
	if testing.Short() {
		shares = shares[1:2]
	}
	for _, wrong := range shares {
		for _, beta := range []float64{1e-2, 1e-4} {
			p := ringsAndBars(rng, n, 10, wrong)
			p.Beta = beta
			p.Outputs = p.outputs()
			r := job.Run(p)
			if holds(t, &p, r); r.Status != Optimal || r.Iterations > most {
				t.Errorf("%g wrong, beta %g: %d iterations, %s %s", wrong, beta, r.Iterations, r.Status, r.Message)
			}
			if off := p.patchwise(r.Neurons, r.Objective); off > 1e-12*r.Objective {
				t.Errorf("%g wrong, beta %g: the cost %g is off by %g", wrong, beta, r.Objective, off)
			}
		}
	}
}

// TestLift: copies of a problem share its sums over patches as long as they have its samples, architecture and activation.
func TestLift(t *testing.T) {
	p := pooledProblem(rand.New(rand.NewPCG(12, 6)), 20, 9, loss.Squared)
	p.Context = parallel.NewCountdown(1)
	p.Lift()
	p.Context = nil
	if p.lifted != nil {
		t.Error("sums that were canceled are kept")
	}
	before := new(Job).Run(p)
	if most := BetaMax(&p); p.lifted == nil || most != BetaMax(&p) {
		t.Error("the sums are not kept")
	}
	if copied := p; copied.operator() != p.operator() {
		t.Error("a copy has sums of its own")
	}
	if after := new(Job).Run(p); after.Objective != before.Objective || after.Lower != before.Lower {
		t.Errorf("cost %g and bound %g became %g and %g", before.Objective, before.Lower, after.Objective, after.Lower)
	}
	for name, change := range map[string]func(q *Problem){
		"samples":      func(q *Problem) { q.X = append([]float64(nil), q.X...); q.X[0]++ },
		"number":       func(q *Problem) { q.X, q.Y = q.X[:10*q.D], q.Y[:10] },
		"architecture": func(q *Problem) { q.Architecture.Pool = 32 },
		"activation":   func(q *Problem) { q.Sigma = lift.Swish },
	} {
		other := p
		if change(&other); other.operator() == p.operator() {
			t.Errorf("another %s has the same sums", name)
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
	betas := []float64{1e-6, 1e-3, 1}
	if testing.Short() {
		betas = betas[:1] // with which most cancels
	}
	for kind := loss.Squared; kind <= loss.Softmax; kind++ {
		for _, beta := range betas {
			p := pooledProblem(rng, 100, 12, kind)
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
	defer parallel.SetThreads(0)
	p := pooledProblem(rand.New(rand.NewPCG(12, 3)), 600, 9, loss.Squared)
	p.Beta = 1e-4
	stopped := func(limit int) (r *Result, asked int) {
		var job Job
		ctx, q := parallel.NewCountdown(limit), p
		q.Context = ctx
		for job.Start(q); !job.Done() && !ctx.Canceled(); {
			job.Step()
		}
		job.Stop()
		return job.Result(), ctx.Asked
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
