package certify

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/data/dataset"
	"conelab/core/data/presets"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// problemOf returns a set as a problem.
func problemOf(set *dataset.Set, sigma lift.Activation, beta float64) Problem {
	p := Problem{Y: set.Y, D: len(set.X[0]), Sigma: sigma, Beta: beta}
	for _, x := range set.X {
		p.X = append(p.X, x...)
	}
	return p
}

// certify proves a result from the raw data with nothing but loops: the cost of the network, the feasibility of the dual vector at many
// directions and at the neurons, the bound, and the gap. The patches are those of package lift, which its tests compare with the
// contract.
func certify(t testing.TB, p Problem, r *Result, tolerance float64) {
	t.Helper()
	op := p.operator()
	n, outputs, sigma := op.Len(), p.outputs(), p.Sigma.At
	if p.Architecture.Kind == lift.Quadratic {
		sigma = func(s float64) float64 { return s * s }
	}
	activation := func(i, k int, u []float64) float64 {
		mean := 0.0
		for l := range op.Patches() {
			s := 0.0
			for j, v := range op.Patch(i, k, l) {
				s += u[j] * v
			}
			mean += sigma(s) / float64(op.Patches())
		}
		return mean
	}
	fit, weight := make([]float64, n*outputs), 0.0
	for _, neuron := range r.Neurons {
		weight += math.Abs(neuron.Alpha)
		for i := range n {
			fit[neuron.Output*n+i] += neuron.Alpha * activation(i, neuron.Block, neuron.U)
		}
	}
	cost, bound := p.Beta*weight, 0.0
	for i := range n {
		if p.Loss == loss.Softmax {
			var f, v, y []float64
			for o := range outputs {
				f, v, y = append(f, fit[o*n+i]), append(v, r.Certificate.Dual[o*n+i]), append(y, p.Y[o*n+i])
			}
			cost += loss.SoftmaxValue(f, y)
			bound += loss.SoftmaxDual(v, y)
			continue
		}
		for o := range outputs {
			cost += p.Loss.Value(fit[o*n+i], p.Y[o*n+i])
			bound += p.Loss.Dual(r.Certificate.Dual[o*n+i], p.Y[o*n+i])
		}
	}
	moments := map[[2]int]*exactMoments{} // of each block and output
	constraint := func(u []float64, k, o int) {
		g, size := 0.0, 0.0
		for i := range n {
			term := r.Certificate.Dual[o*n+i] * activation(i, k, u)
			g += term
			size += math.Abs(term)
		}
		if 1e-14*size > 1e-10*p.Beta { // doubles do not tell
			if at := [2]int{k, o}; moments[at] == nil {
				moments[at] = momentsOf(op, r.Certificate.Dual[o*n:(o+1)*n], k)
			}
			g = moments[[2]int{k, o}].at(op, u)
		}
		if math.Abs(g) > p.Beta*(1+1e-10) {
			t.Fatalf("|g(%v)| = %g exceeds beta = %g in block %d of output %d", u, math.Abs(g), p.Beta, k, o)
		}
	}
	for _, neuron := range r.Neurons {
		norm := 0.0
		for _, v := range neuron.U {
			norm += v * v
		}
		if math.Abs(norm-1) > 1e-12 {
			t.Fatalf("|u|^2 = %.17g", norm)
		}
		constraint(neuron.U, neuron.Block, neuron.Output)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		u, norm := make([]float64, op.Dimension()), 0.0
		for k := range u {
			u[k] = rng.NormFloat64()
			norm += u[k] * u[k]
		}
		for k := range u {
			u[k] /= math.Sqrt(norm)
		}
		for o := range outputs {
			for k := range op.Blocks() {
				constraint(u, k, o)
			}
		}
	}
	if !p.Loss.Smooth() && (math.Abs(cost-r.Objective) > 1e-9*cost || math.Abs(bound-r.Lower) > 1e-9*math.Abs(bound)) {
		cost, bound = exactCost(&p, op, r.Neurons), exactBound(&p, r.Certificate.Dual)
	}
	if math.Abs(cost-r.Objective) > 1e-9*cost || math.Abs(bound-r.Lower) > 1e-9*math.Abs(bound)+1e-300 {
		t.Fatalf("objective %.15g and bound %.15g, recomputed %.15g and %.15g", r.Objective, r.Lower, cost, bound)
	}
	if r.Gap > tolerance || r.Gap < -1e-11 || r.Status != Optimal {
		t.Fatalf("%s with gap %.2e after %d iterations; %s", r.Status, r.Gap, r.Iterations, r.Message)
	}
	// The paper's upper bounds: 2(d+1) for each block and output, d with the quadratic activation (Theorems 3.1, 5.1, 7.1, 8.1, 9.1).
	most := 2 * (op.Dimension() + 1)
	if p.Architecture.Kind == lift.Quadratic {
		most = op.Dimension()
	}
	if most *= op.Blocks() * outputs; len(r.Neurons) > most {
		t.Fatalf("%d neurons, more than the paper's bound %d", len(r.Neurons), most)
	}
}

func TestDrawnSetsAreCertified(t *testing.T) {
	var job Job
	for _, row := range []struct{ n, d int }{{1, 2}, {2, 2}, {12, 2}, {60, 2}, {200, 2}, {2000, 2}, {200, 3}, {200, 1}} {
		for _, beta := range []float64{1e-4, 1e-2, 1} {
			for _, sigma := range []lift.Activation{lift.ReLU, lift.Swish, {A: 1, B: 1, C: 1}, {A: -0.1, B: 0.5, C: 0.2}, {A: 0, B: 1, C: 0.3}, {A: 1}} {
				t.Run(fmt.Sprintf("n=%d,d=%d,beta=%g,%v", row.n, row.d, beta, sigma), func(t *testing.T) {
					set := dataset.Ball(rand.New(rand.NewPCG(7, uint64(row.n))), row.n, row.d)
					p := problemOf(set, sigma, beta)
					certify(t, p, job.Run(p), 1e-8)
				})
			}
		}
	}
}

func TestPresetsAreCertified(t *testing.T) {
	var job Job
	for _, preset := range presets.All {
		for _, beta := range []float64{1e-6, 1e-3, 0.1, 10, 100} {
			for _, sigma := range []lift.Activation{{A: preset.A, B: preset.B, C: preset.C}, lift.ReLU} {
				x, y := preset.Make(80, 1)
				p := problemOf(&dataset.Set{X: x, Y: y}, sigma, beta)
				r := job.Run(p)
				certify(t, p, r, 1e-8)
				t.Logf("%s, beta %g, %v: objective %.6g, %d and %d neurons", preset.Name, beta, sigma, r.Objective, len(r.Decompositions[0].Steps), len(r.Decompositions[1].Steps))
			}
		}
	}
}

// TestFigure4ShapesAreCertified takes the paper's Figure 4 scalar shapes: labels of 1e5 against an optimum of about ten.
func TestFigure4ShapesAreCertified(t *testing.T) {
	var job Job
	for _, n := range []int{10, 100, 500} {
		for seed := range uint64(3) {
			t.Run(fmt.Sprintf("n=%d,seed=%d", n, seed), func(t *testing.T) {
				p := problemOf(dataset.Planted(rand.New(rand.NewPCG(seed, 4)), n, 20, 5, lift.ReLU.At), lift.ReLU, 0.1)
				r := job.Run(p)
				certify(t, p, r, 1e-8)
				t.Logf("objective %.10g, gap %.1e, %d neurons, %d iterations", r.Objective, r.Gap, len(r.Neurons), r.Iterations)
			})
		}
	}
}

// TestPlantedOptimum builds problems whose optimum is known: any dual vector v, beta the peak of |g|, attained at u, and labels
// alpha sigma(Xu) + v/2 make the one neuron (u, alpha) optimal, at the cost |v|^2/4 + beta |alpha|.
func TestPlantedOptimum(t *testing.T) {
	var job Job
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		n, d := rapid.IntRange(1, 40).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "d")
		set := dataset.Ball(rng, n, d)
		p := problemOf(set, lift.Activation{A: rng.NormFloat64(), B: rng.NormFloat64(), C: rng.NormFloat64()}, 1)
		v, want := make([]float64, n), 0.0
		for i := range v {
			v[i] = rng.NormFloat64()
			want += v[i] * v[i] / 4
		}
		samples := new(lift.Architecture).New(context.Background(), p.Sigma, p.X, n, d)
		q, h, corner := constraintOf(samples, v)
		sphere := neural.NewSphere(d)
		high, u := sphere.Max(q, h)
		neuron := neural.Neuron{U: append([]float64(nil), u...), Alpha: 1 + rng.Float64()}
		p.Beta = high + corner
		for i := range q {
			q[i] = -q[i]
		}
		for i := range h {
			h[i] = -h[i]
		}
		if low, _ := sphere.Max(q, h); low-corner > p.Beta {
			p.Beta = low - corner
			neuron = neural.Neuron{U: append([]float64(nil), u...), Alpha: -neuron.Alpha}
		}
		fit := make([]float64, n)
		neural.PredictTo(fit, []neural.Neuron{neuron}, samples)
		p.Y = make([]float64, n)
		for i := range fit {
			p.Y[i] = fit[i] + v[i]/2
		}
		want += p.Beta * math.Abs(neuron.Alpha)
		r := job.Run(p)
		if r.Status != Optimal || math.Abs(r.Objective-want) > 1e-7*want {
			t.Fatalf("%s: objective %.12g with gap %.1e, want %.12g", r.Status, r.Objective, r.Gap, want)
		}
	})
}

// constraintOf returns g(u) = u'Qu + h'u + corner for the dual vector v, by definition.
func constraintOf(s *lift.Samples, v []float64) (q, h []float64, corner float64) {
	d, sigma := s.Order()-1, s.Activation()
	q, h = make([]float64, d*d), make([]float64, d)
	for i, w := range v {
		x := s.Patch(i, 0, 0)
		for k := range d {
			h[k] += sigma.B * w * x[k]
			for l := range d {
				q[k*d+l] += sigma.A * w * x[k] * x[l]
			}
		}
		corner += sigma.C * w
	}
	return q, h, corner
}

func TestBothNewtonSystemsAgree(t *testing.T) {
	// n on either side of the switch; the optimum is one.
	set := dataset.Ball(rand.New(rand.NewPCG(2, 2)), 16, 2)
	var objectives []float64
	for _, copies := range []int{1, 2} {
		// Every point twice with beta doubled is the same problem at twice the cost, but solved in the other form.
		doubled := &dataset.Set{}
		for range copies {
			doubled.X, doubled.Y = append(doubled.X, set.X...), append(doubled.Y, set.Y...)
		}
		p := problemOf(doubled, lift.ReLU, 0.05*float64(copies))
		var job Job
		r := job.Run(p)
		certify(t, p, r, 1e-8)
		objectives = append(objectives, r.Objective/float64(copies))
	}
	if math.Abs(objectives[0]-objectives[1]) > 1e-8*objectives[0] {
		t.Errorf("objectives %v", objectives)
	}
}

func TestDegenerateProblems(t *testing.T) {
	var job Job
	same := make([][]float64, 9)
	for i := range same {
		same[i] = []float64{0.3, -0.4}
	}
	line, zero := make([][]float64, 9), make([][]float64, 9)
	for i := range line {
		line[i], zero[i] = []float64{float64(i), 2 * float64(i)}, []float64{0, 0}
	}
	labels := []float64{1, -1, 1, 1, -1, -1, 1, -1, 1}
	ones := []float64{1, 1, 1, 1, 1, 1, 1, 1, 1}
	for name, set := range map[string]*dataset.Set{
		"one place": {X: same, Y: labels}, "a line": {X: line, Y: labels}, "the origin": {X: zero, Y: ones}, "one label": {X: line, Y: ones},
		"no labels": {X: line, Y: make([]float64, 9)},
	} {
		for _, beta := range []float64{1e-6, 1e-2, 1, 1e6} {
			t.Run(fmt.Sprintf("%s,beta=%g", name, beta), func(t *testing.T) {
				p := problemOf(set, lift.ReLU, beta)
				certify(t, p, job.Run(p), 1e-8)
			})
		}
	}
}

func TestStopGivesAnHonestAnswer(t *testing.T) {
	var job Job
	p := problemOf(dataset.Ball(rand.New(rand.NewPCG(2, 3)), 50, 3), lift.ReLU, 0.01)
	job.Start(p)
	job.Step()
	job.Step()
	job.Stop()
	r := job.Result()
	if r.Status != Stopped || r.Message == "" || !(r.Gap > 1e-8) || !(r.Lower <= r.Objective) {
		t.Errorf("%s, gap %g, message %q", r.Status, r.Gap, r.Message)
	}
}

func TestNumbersTooLargeAreSaid(t *testing.T) {
	var job Job
	set := &dataset.Set{X: [][]float64{{1e200, 1}, {1, 1e200}, {1e200, -1e200}}, Y: []float64{1, -1, 1}}
	if r := job.Run(problemOf(set, lift.ReLU, 1)); r.Status == Optimal && !(r.Gap <= 1e-8) || r.Status != Optimal && r.Message == "" {
		t.Errorf("%s, gap %g, message %q", r.Status, r.Gap, r.Message)
	}
}
