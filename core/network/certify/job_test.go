package certify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/data/dataset"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// problemOf returns a set as a problem.
func problemOf(set *dataset.Set, sigma lift.Polynomial, beta float64) Problem {
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
	op := p.Operator()
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
	constraint := func(u []float64, k, o int) {
		g, size := 0.0, 0.0
		for i := range n {
			term := r.Certificate.Dual[o*n+i] * activation(i, k, u)
			g += term
			size += math.Abs(term)
		}
		if 1e-14*size > 1e-10*p.Beta { // doubles do not tell
			sum := zero()
			for i, v := range r.Certificate.Dual[o*n : (o+1)*n] {
				sum.Add(sum, times(exact(v), exactNeuron(op, i, k, u)))
			}
			g, _ = sum.Float64()
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
	if !p.Loss.Entropic() && (math.Abs(cost-r.Objective) > 1e-9*cost || math.Abs(bound-r.Lower) > 1e-9*math.Abs(bound)) {
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
	most *= op.Blocks() * outputs
	if len(r.Neurons) > most {
		t.Fatalf("%d neurons, more than the paper's bound %d", len(r.Neurons), most)
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
		p := problemOf(set, lift.Polynomial{A: rng.NormFloat64(), B: rng.NormFloat64(), C: rng.NormFloat64()}, 1)
		v, want := make([]float64, n), 0.0
		for i := range v {
			v[i] = rng.NormFloat64()
			want += v[i] * v[i] / 4
		}
		operator := p.Operator()
		q, h, corner := constraintOf(operator, v)
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
		neural.PredictTo(fit, []neural.Neuron{neuron}, operator)
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
func constraintOf(s *lift.Operator, v []float64) (q, h []float64, corner float64) {
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

// TestDeterministic: a result is the same, to the last bit, for any number of threads and any problems that its job solved before.
func TestDeterministic(t *testing.T) {
	defer parallel.SetThreads(0)
	for kind, name := range []string{"dense", "quadratic", "global pool", "pool of two"} {
		for l := loss.Squared; l <= loss.Softmax; l++ {
			for _, method := range []Method{InteriorPoint, Corrective} {
				t.Run(fmt.Sprintf("%s/%v/%v", name, l, method), func(t *testing.T) {
					rng := rand.New(rand.NewPCG(11, uint64(kind)))
					p := drawProblem(rng, kind, 2, l)
					p.Method = method
					before := p
					before.Beta *= 3
					before.X = append([]float64(nil), p.X...)
					for i := range before.X {
						before.X[i] *= 1 + 0.1*rng.NormFloat64()
					}
					parallel.SetThreads(1)
					var alone Job
					want := bits(alone.Run(p))
					for _, threads := range []int{1, 2, 5} {
						parallel.SetThreads(threads)
						if parallel.Threads() != threads {
							break // WebAssembly has one
						}
						var job Job
						job.Run(before)
						if got := bits(job.Run(p)); got != want {
							t.Errorf("%d threads, another problem before: %s, want %s", threads, got, want)
						}
					}
				})
			}
		}
	}
}

// bits writes the numbers of a result without rounding.
func bits(r *Result) string {
	sum := func(x []float64) (code uint64) {
		for _, v := range x {
			code = code*1099511628211 + math.Float64bits(v)
		}
		return code
	}
	text := fmt.Sprintf("%d iterations, objective %x, bound %x, dual %x, %d neurons", r.Iterations, r.Objective, r.Lower,
		sum(r.Certificate.Dual), len(r.Neurons))
	for _, n := range r.Neurons {
		text += fmt.Sprintf(" %x %x", n.Alpha, sum(n.U))
	}
	return text
}

// shapes are the architectures of the paper's Table 1.
var shapes = []struct {
	name    string
	arch    lift.Architecture
	d       int
	outputs int
}{
	{"dense scalar", lift.Architecture{}, 4, 1},
	{"dense vector", lift.Architecture{}, 3, 3},
	{"quadratic scalar", lift.Architecture{Kind: lift.Quadratic}, 5, 1},
	{"quadratic vector", lift.Architecture{Kind: lift.Quadratic}, 4, 2},
	{"convolutional signal", lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 8, 1}, Signal: true, Filter: 3, Stride: 1,
		Pool: 1}, 8, 1},
	{"convolutional, stride, padding", lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 7, 1}, Signal: true, Filter: 3,
		Stride: 2, Padding: 1, Pool: 1}, 7, 1},
	{"image, two channels", lift.Architecture{Kind: lift.Convolutional, Input: [3]int{3, 3, 2}, Filter: 2, Stride: 1, Pool: 1}, 18, 1},
	{"average pooling", lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 8, 1}, Signal: true, Filter: 3, Stride: 1, Pool: 2}, 8,
		1},
	{"global pooling", lift.Architecture{Kind: lift.Convolutional, Input: [3]int{4, 4, 1}, Filter: 2, Stride: 1, Pool: lift.GlobalPool}, 16,
		1},
	{"convolution, vector", lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 5, 1}, Signal: true, Filter: 2, Stride: 1, Pool: 2},
		5, 2},
}

// labelled draws n points with valid labels for the loss.
func labelled(rng *rand.Rand, n, d, outputs int, lossFn loss.Loss) Problem {
	p := Problem{X: make([]float64, n*d), Y: make([]float64, n*outputs), D: d, Outputs: outputs, Sigma: lift.ReLU, Loss: lossFn}
	for i := range p.X {
		p.X[i] = rng.NormFloat64()
	}
	for i := range n {
		class := rng.IntN(outputs)
		for o := range outputs {
			at := o*n + i
			switch lossFn {
			case loss.Hinge, loss.Logistic:
				p.Y[at] = math.Copysign(1, p.X[i*d]+0.5*rng.NormFloat64())
			case loss.Softmax:
				if o == class {
					p.Y[at] = 1
				}
			default:
				p.Y[at] = p.X[i*d]*p.X[i*d+d-1] + rng.NormFloat64()
			}
		}
	}
	return p
}
