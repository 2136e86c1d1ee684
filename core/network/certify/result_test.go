package certify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// fewest reduces the result of p and checks the claims: the same outputs, a cost within the tolerance that is proved, no more neurons,
// and the bound of Pataki for each output, with the price as one more functional.
func fewest(t testing.TB, p Problem, r *Result) *Result {
	t.Helper()
	q := Fewest(p, r)
	if r.Status != Optimal {
		if q != r {
			t.Fatalf("a network that is %s was reduced", r.Status)
		}
		return q
	}
	certify(t, p, q, p.tolerance())
	size, off := 0.0, 0.0
	for i, v := range r.Fit {
		size, off = math.Max(size, math.Abs(v)), math.Max(off, math.Abs(v-q.Fit[i]))
	}
	if off > 1e-8*size {
		t.Fatalf("the outputs moved by %g of %g", off, size)
	}
	if math.Abs(q.Objective-r.Objective) > p.tolerance()*r.Objective {
		t.Fatalf("the cost moved from %.12g to %.12g", r.Objective, q.Objective)
	}
	if len(q.Neurons) > len(r.Neurons) || q != r && len(q.Neurons) == len(r.Neurons) {
		t.Fatalf("%d neurons became %d", len(r.Neurons), len(q.Neurons))
	}
	matrices := 2 * q.Blocks
	for o := range p.outputs() {
		unknowns, known := 0, q.Samples+1
		for k, dec := range q.Decompositions[o*matrices : (o+1)*matrices] {
			rank := len(dec.Vectors)
			unknowns += rank * (rank + 1) / 2
			if p.balanced() && len(r.Decompositions[o*matrices+k].Vectors) > 0 {
				known++
			}
		}
		if unknowns > known {
			t.Fatalf("output %d: sum r(r+1)/2 = %d, more than %d", o, unknowns, known)
		}
	}
	return q
}

// TestFewestKeepsWhatItMust draws problems of all kinds, with features that are zero so that optimal networks are often many.
func TestFewestKeepsWhatItMust(t *testing.T) {
	var job Job
	seeds := uint64(150)
	if testing.Short() {
		seeds = 20
	}
	for seed := range seeds {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 6))
			n, d := 1+rng.IntN(24), 3+rng.IntN(6)
			p := Problem{
				X: make([]float64, n*d), D: d, Beta: math.Pow(10, -3*rng.Float64()), Loss: loss.Loss(rng.IntN(int(loss.Softmax) + 1)),
				Sigma: []lift.Activation{lift.ReLU, {A: -0.1, B: 0.5, C: 0.2}, {A: 1}, {B: 1, C: 0.5}}[rng.IntN(4)],
				Architecture: lift.Architecture{
					Kind: lift.Kind(rng.IntN(3)), Signal: true, Input: [3]int{1, d, 1}, Filter: 2, Stride: 1, Pool: 1 - 2*rng.IntN(2),
				},
			}
			used := 1 + rng.IntN(d)
			for i := range n {
				for k := range used {
					p.X[i*d+k] = rng.NormFloat64()
				}
			}
			p.Outputs, p.Y = labels(rng, p.Loss, n)
			fewest(t, p, job.Run(p))
		})
	}
}

// labels returns labels that the loss takes, and the number of outputs.
func labels(rng *rand.Rand, kind loss.Loss, n int) (outputs int, y []float64) {
	outputs = 1 + rng.IntN(2)
	if kind == loss.Softmax {
		outputs = 3
	}
	y = make([]float64, n*outputs)
	for i := range y {
		switch kind {
		case loss.Softmax:
		case loss.Hinge, loss.Logistic:
			y[i] = float64(1 - 2*rng.IntN(2))
		default:
			y[i] = rng.NormFloat64()
		}
	}
	if kind == loss.Softmax {
		for i := range n {
			y[rng.IntN(outputs)*n+i] = 1
		}
	}
	return outputs, y
}

// TestFewestOfAPolygon: at the corners of a regular polygon with equal labels every direction of the plane serves as well as any other,
// and with the concave activation some optimal networks have a single neuron.
func TestFewestOfAPolygon(t *testing.T) {
	for _, d := range []int{3, 6, 12} {
		t.Run(fmt.Sprintf("d=%d", d), func(t *testing.T) {
			const n = 12
			set := &dataset.Set{}
			for i := range n {
				x := make([]float64, d)
				x[1], x[0] = math.Sincos(2 * math.Pi * float64(i) / n)
				set.X, set.Y = append(set.X, x), append(set.Y, 1)
			}
			p := problemOf(set, lift.Activation{A: -0.1, B: 0.5, C: 0.2}, 0.01)
			var job Job
			r := job.Run(p)
			q := fewest(t, p, r)
			t.Logf("%d neurons became %d", len(r.Neurons), len(q.Neurons))
			if len(q.Neurons) != 1 {
				t.Errorf("%d neurons became %d, want 1", len(r.Neurons), len(q.Neurons))
			}
		})
	}
}

// A matrix of full rank has a least eigenvalue above zero, and one that is off by design is measured as such.
func TestMeasuresOfKnownNeurons(t *testing.T) {
	p := Problem{X: []float64{1, 2}, Y: []float64{3}, D: 2, Sigma: lift.Activation{A: 1}, Beta: 0.5}
	r := &Result{Fit: []float64{5}}
	// Three directions at 120 degrees with weights of 2/3: Z = diag(1, 1, 2).
	for k := range 3 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 3)
		r.Neurons = append(r.Neurons, neural.Neuron{U: []float64{cos, sin}, Alpha: 2. / 3})
	}
	// One that is too long by a tenth, with weight -1: Z' = [u;1][u;1]', whose trace condition misses by 0.21.
	r.Neurons = append(r.Neurons, neural.Neuron{U: []float64{1.1, 0}, Alpha: -1})
	m := r.Measure(p)
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"loss", m.Loss, 4}, {"weight", m.Weight, 3}, {"lengths", m.Lengths, 0.1}, {"eigenvalue of Z", m.Eigenvalue[0], 1},
		{"eigenvalue of Z'", m.Eigenvalue[1], 0}, {"trace of Z", m.Trace[0], 0}, {"trace of Z'", m.Trace[1], 0.21},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s: %g, want %g", c.what, c.got, c.want)
		}
	}
	if m.Reassembly < 0.01 || m.Width != 6 {
		t.Errorf("%+v", m)
	}
}
