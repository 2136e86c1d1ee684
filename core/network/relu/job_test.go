package relu

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

var losses = []loss.Loss{loss.Squared, loss.Logistic, loss.Hinge}

// checkSolved checks a solution by brute force, and its faces.
func checkSolved(t testing.TB, name string, p *certify.Problem, r *certify.Result) {
	t.Helper()
	if r.Status != certify.Optimal {
		t.Errorf("%s: %s (%s) after %d calls", name, r.Status, r.Message, r.Iterations)
		return
	}
	v := certify.Check(*p, p.Claim(r), NewBruteForce(p))
	for _, f := range v.Findings {
		if !f.Pass {
			t.Errorf("%s: %s: %g, limit %g", name, f.What, f.Measured, f.Limit)
		}
	}
	if len(r.Faces) != len(r.Neurons) {
		t.Fatalf("%s: %d faces of %d neurons", name, len(r.Faces), len(r.Neurons))
	}
	for j, face := range r.Faces {
		for i := range p.Samples() {
			x := p.X[i*p.D : (i+1)*p.D]
			on := math.Abs(ramp(r.Neurons[j].U, x)) <= 1e-11*(1+math.Sqrt(inner(x, x)))
			if slices.Contains(face, i) && !on {
				t.Errorf("%s: the kink of neuron %d passes sample %d at a distance of %g", name, j, i, ramp(r.Neurons[j].U, x))
			}
		}
	}
	if max(1, p.Outputs) == 1 && len(r.Neurons) > p.Samples() {
		t.Errorf("%s: %d neurons, %d samples: they are dependent", name, len(r.Neurons), p.Samples())
	}
}

// TestSolvesAllKinds certifies problems of all kinds and checks each by brute force.
func TestSolvesAllKinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for d := 1; d <= 3; d++ {
		for _, kind := range kinds {
			for _, kappa := range []float64{0, 0.1, -1} {
				for _, l := range losses {
					x, y := sample(kind, 20, d, rng)
					p := certify.Problem{X: x, Y: y, D: d, Loss: l, Sigma: lift.Piecewise{Slope: kappa}, Beta: 1}
					p.Beta = BetaMax(&p) * math.Pow(10, -1-2*rng.Float64())
					if l == loss.Hinge && kind == "near" {
						p.Tolerance = 1e-7
					}
					var j Job
					checkSolved(t, strings.Join([]string{l.String(), kind, p.Sigma.(lift.Piecewise).Name()}, " "), &p, j.Run(p))
				}
			}
		}
	}
}

// TestSmallBetas: the network nearly interpolates noise with long neurons, and the rounding of its outputs hides the digits of the dual
// vector. The features have one unit or several.
func TestSmallBetas(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for trial := range 36 {
		d, l := 1+trial%2, losses[trial/2%3]
		x, y := sample("noise", 36, d, rng)
		for i := range x {
			x[i] *= math.Pow(10, float64(trial%3-1-i%d))
		}
		p := certify.Problem{X: x, Y: y, D: d, Loss: l, Sigma: lift.Piecewise{Slope: []float64{0, 0.1, -1}[trial/6%3]}}
		p.Beta = BetaMax(&p) * math.Pow(10, -6-1.5*rng.Float64())
		var j Job
		checkSolved(t, fmt.Sprintf("%s, trial %d", l, trial), &p, j.Run(p))
	}
}

// TestRefusedAfterSolved: a problem that is refused leaves nothing of the one solved before.
func TestRefusedAfterSolved(t *testing.T) {
	p := certify.Problem{X: []float64{-1, 0, 1}, Y: []float64{1, -1, 1}, D: 1, Sigma: lift.Piecewise{}, Beta: 0.1}
	var j Job
	j.Solve(p)
	p.Y = p.Y[:2]
	j.Solve(p)
	if share := j.Progress().Share; share != 1 || j.Result().Status != certify.Failed {
		t.Errorf("%g of the work is done, %s", share, j.Result().Status)
	}
}

// TestDegenerateProperty draws points from a coarse grid, some an ulp or 1e-9 beside, so that many are equal, collinear or nearly so.
func TestDegenerateProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 3).Draw(t, "features")
		n := rapid.IntRange(1, 12).Draw(t, "samples")
		p := certify.Problem{D: d, Outputs: rapid.IntRange(1, 2).Draw(t, "outputs"), Sigma: lift.Piecewise{}}
		p.Loss = losses[rapid.IntRange(0, 2).Draw(t, "loss")]
		p.Sigma = lift.Piecewise{Slope: rapid.SampledFrom([]float64{0, 0.3, -1}).Draw(t, "slope")}
		for range n * d {
			x := float64(rapid.IntRange(-2, 2).Draw(t, "x"))
			switch rapid.IntRange(0, 5).Draw(t, "beside") {
			case 0:
				x = math.Nextafter(x, 9)
			case 1:
				x += 1e-9
			}
			p.X = append(p.X, x)
		}
		for range n * p.Outputs {
			p.Y = append(p.Y, float64(2*rapid.IntRange(0, 1).Draw(t, "label")-1))
		}
		p.Beta = 1
		if most := BetaMax(&p); most > 0 {
			p.Beta = most * math.Pow(10, -rapid.Float64Range(-0.1, 2.5).Draw(t, "beta"))
		}
		size := 0.0
		for i := range n {
			size += math.Sqrt(1 + inner(p.X[i*d:(i+1)*d], p.X[i*d:(i+1)*d]))
		}
		var j Job
		r := j.Run(p)
		v := certify.Check(p, p.Claim(r), NewBruteForce(&p))
		// Where samples with opposite labels are nearly at one place, beta is so small that rounding keeps the bound away.
		if p.Beta > 1e-5*size && (r.Status != certify.Optimal || !v.Pass) || v.Lower > r.Objective*(1+1e-12) {

			t.Fatalf("%s, gap %g, checked %g: %+v", r.Status, r.Gap, v.Gap, v.Findings)
		}
	})
}

// TestPlantedOptimum makes labels for which the optimum is known. A dual vector v is scaled so that max |g| = beta, at u by brute force's
// own search; with the neuron (u, alpha) and y = f + v/2 both are optimal, with the cost |v|^2/4 + beta |alpha|.
func TestPlantedOptimum(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for d := 1; d <= 3; d++ {
		for _, kind := range kinds {
			x, v := sample(kind, 15, d, rng)
			for i := range v {
				v[i] = rng.NormFloat64()
			}
			p := certify.Problem{X: x, Y: v, D: d, Beta: 0.5, Sigma: lift.Piecewise{}}
			o, merged := oracleOf(&p, v)
			o.run(context.Background(), merged, 0)
			scale, alpha := p.Beta/peak(&p, v), 2+rng.Float64()
			want, y := p.Beta*alpha, make([]float64, len(v))
			for i := range v {
				v[i] *= scale
				want += v[i] * v[i] / 4
				y[i] = v[i]/2 + alpha*o.best.sign*math.Max(0, ramp(o.best.u[:d+1], x[i*d:(i+1)*d]))
			}
			p.Y = y
			var j Job
			r := j.Run(p)
			checkSolved(t, kind, &p, r)
			if math.Abs(r.Objective-want) > 2e-8*want {
				t.Errorf("%s: cost %.12g, planted %.12g", kind, r.Objective, want)
			}
		}
	}
}

// begun returns a job that is canceled after three calls of the oracle.
func begun(p certify.Problem) *Job {
	ctx, cancel := context.WithCancel(context.Background())
	j := &Job{}
	p.Context = parallel.Watch(ctx, func() {
		if j.Progress().Iterations >= 3 {
			cancel()
		}
	})
	j.Solve(p)
	return j
}

// TestModelByDifferences compares gradient and Hessian of the Newton model with differences of the cost.
func TestModelByDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for _, l := range losses {
		x, y := sample("plain", 12, 2, rng)
		p := certify.Problem{X: x, Y: y, D: 2, Loss: l, Beta: 0.3, Sigma: lift.Piecewise{Slope: 0.1}}
		j := begun(p)
		j.outputs[0].net.converge(context.Background(), j.outputs[0].gap) // new neurons have next to no length
		n := &j.outputs[0].net
		n.loss.mu = 1 // few samples are at the ends of the smoothed hinge loss
		n.evaluate()
		ctx := context.Background()
		n.buildModel(ctx)
		n.resetTargets()
		q := &n.newton
		gradient, hessian := slices.Clone(q.gradient), slices.Clone(q.hessian)
		move := func(c int, h float64) {
			for i := range n.neurons {
				k := &n.neurons[i]
				if at := c - k.target.first; at >= 0 && at < k.space.rank {
					k.w.add(h, &k.space.basis[at])
				}
			}
			n.evaluate()
		}
		const h = 1e-5
		for c := range q.count {
			move(c, h)
			up := n.cost
			n.resetTargets()
			upward := slices.Clone(q.gradient)
			move(c, -2*h)
			down := n.cost
			n.resetTargets()
			if got := (up - down) / (2 * h); math.Abs(got-gradient[c]) > 1e-6*(1+math.Abs(got)) {
				t.Errorf("%v: derivative %d is %g, differences %g", l, c, gradient[c], got)
			}
			for b := range c + 1 {
				got := (upward[b] - q.gradient[b]) / (2 * h)
				if math.Abs(got-hessian[c*q.count+b]) > 1e-4*(1+math.Abs(got)) {
					t.Errorf("%v: second derivative %d, %d is %g, differences %g", l, c, b, hessian[c*q.count+b], got)
				}
			}
			move(c, h)
		}
	}
}

// TestTargetsMinimizeTheModel: at the targets the gradient of the model vanishes along all directions that events have left free.
func TestTargetsMinimizeTheModel(t *testing.T) {
	x, y := sample("plain", 15, 3, rand.New(rand.NewPCG(15, 16)))
	n := &begun(certify.Problem{X: x, Y: y, D: 3, Beta: 0.1, Sigma: lift.Piecewise{}}).outputs[0].net
	n.converge(context.Background(), 1)
	n.removeShort(1e-4)        // whose penalty would hide all others
	for i := range n.neurons { // off all kinks
		n.neurons[i].space.reset(4)
	}
	const ridge = 0.01 // so that no neuron reaches zero
	q, ctx := &n.newton, context.Background()
	n.buildModel(ctx)
	if _, ok := n.minimize(ctx, ridge); !ok {
		t.Fatal("no factor")
	}
	moved := make([]float64, q.count)
	for i := range n.neurons {
		k := &n.neurons[i]
		step := k.target.w
		step.add(-1, &k.w)
		copy(moved[k.target.first:], step[:]) // the bases are the axes
	}
	free := 0
	for i := range n.neurons {
		k := &n.neurons[i]
		for _, direction := range k.target.space.basis[:k.target.space.rank] {
			free++
			slope := 0.0
			for c, along := range direction {
				a := k.target.first + c
				g := q.gradient[a] + ridge*q.scale*moved[a]
				for b := range q.count {
					g += q.hessian[max(a, b)*q.count+min(a, b)] * moved[b]
				}
				slope += along * g
			}
			if math.Abs(slope) > 1e-10*q.scale {
				t.Errorf("neuron %d: the model has the slope %g", i, slope)
			}
		}
	}
	if free == 0 || free == q.count {
		t.Errorf("of %d directions %d are free", q.count, free)
	}
}

// TestExtremeNumbersEndHonestly: they fail, or are certified.
func TestExtremeNumbersEndHonestly(t *testing.T) {
	for _, size := range []float64{1e31, 1e200, 1e-200} {
		for _, l := range losses {
			x, y := sample("plain", 8, 2, rand.New(rand.NewPCG(27, 28)))
			for i := range x {
				x[i] *= size
			}
			p := certify.Problem{X: x, Y: y, D: 2, Loss: l, Beta: 1, Sigma: lift.Piecewise{}}
			var j Job
			r := j.Run(p)
			v, optimal := certify.Check(p, p.Claim(r), NewBruteForce(&p)), r.Status == certify.Optimal
			if optimal && !v.Pass || !optimal && r.Message == "" {
				t.Errorf("%v, numbers of size %g: %s %q: %+v", l, size, r.Status, r.Message, v.Findings)
			}
		}
	}
}

// TestRefusesWhatIsTooLarge looks at the sentences.
func TestRefusesWhatIsTooLarge(t *testing.T) {
	for _, c := range []struct {
		want string
		p    certify.Problem
	}{
		{"there are 4 features, expected one to three for the certified optimum of a ReLU network",
			certify.Problem{X: make([]float64, 4), Y: []float64{1}, D: 4, Beta: 1}},
		{"there are 61 samples, expected at most 60 with 3 features for the certified optimum of a ReLU network",
			certify.Problem{X: make([]float64, 183), Y: make([]float64, 61), D: 3, Beta: 1}},
		{"the loss is huber, expected squared, logistic or hinge for a ReLU network",
			certify.Problem{X: make([]float64, 4), Y: []float64{1}, D: 4, Beta: 1, Loss: loss.Huber}},
		{"Sigma.Slope is 1, expected 0, -1, or a number between 0 and 1",
			certify.Problem{X: []float64{1}, Y: []float64{1}, D: 1, Beta: 1, Sigma: lift.Piecewise{Slope: 1}}},
		{"Beta is 0, expected a finite number above 0",
			certify.Problem{X: []float64{1}, Y: []float64{1}, D: 1}},
		{"data.y[0][0] is 2, expected 1 or -1 for the hinge loss",
			certify.Problem{X: []float64{1}, Y: []float64{2}, D: 1, Beta: 1, Loss: loss.Hinge}},
		{"X has 3 numbers, expected a multiple of D = 2",
			certify.Problem{X: make([]float64, 3), Y: []float64{1}, D: 2, Beta: 1}},
		{"data.x[0][0] is +Inf, expected a finite number",
			certify.Problem{X: []float64{math.Inf(1)}, Y: []float64{1}, D: 1, Beta: 1}},
		{"Tolerance is 2, expected a number above 0 and below 1, or 0 for 1e-08",
			certify.Problem{X: []float64{1}, Y: []float64{1}, D: 1, Beta: 1, Tolerance: 2}},
		{"there are 1001 samples, expected at most 1000 with 1 feature for the certified optimum of a ReLU network",
			certify.Problem{X: make([]float64, 1001), Y: make([]float64, 1001), D: 1, Beta: 1}},
	} {
		p := c.p
		if p.Sigma == nil {
			p.Sigma = lift.Piecewise{}
		}
		var j Job
		if r := j.Run(p); r.Status != certify.Failed || r.Message != "The problem cannot be solved: "+c.want+"." {
			t.Errorf("got %q, want %q", r.Message, c.want)
		}
	}
}

// TestLargestBeta: from there on the network is empty, a little below it is not.
func TestLargestBeta(t *testing.T) {
	for _, l := range losses {
		x, y := sample("plain", 15, 2, rand.New(rand.NewPCG(25, 26)))
		p := certify.Problem{X: x, Y: y, D: 2, Loss: l, Sigma: lift.Piecewise{}}
		most := BetaMax(&p)
		var j Job
		p.Beta = most * 1.0001
		if len(j.Run(p).Neurons) != 0 {
			t.Errorf("%v: neurons above the largest beta", l)
		}
		p.Beta = most * 0.999
		if len(j.Run(p).Neurons) == 0 {
			t.Errorf("%v: no neurons below the largest beta", l)
		}
	}
	if !math.IsNaN(BetaMax(&certify.Problem{D: 9, Sigma: lift.Piecewise{}})) {
		t.Error("no NaN without data")
	}
}

// TestEqualPointsOfOtherLabels: at equal points of different labels the dual vector nearly cancels. The check must not take the rounding of
// its entries for that of their sum.
func TestEqualPointsOfOtherLabels(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 11))
	for _, beta := range []float64{1e-3, 1e-4} {
		p := certify.Problem{D: 2, Loss: loss.Hinge, Beta: beta}
		for range 120 {
			p.X = append(p.X, float64(rng.IntN(5))/2-1, float64(rng.IntN(5))/2-1)
			p.Y = append(p.Y, float64(2*rng.IntN(2)-1))
		}
		p.Sigma = lift.Piecewise{}
		checkSolved(t, fmt.Sprintf("beta %g", beta), &p, new(Job).Run(p))
	}
}
