package certify

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// TestNoiselessLabelsGiveBackTheTeacher: more samples than unknowns leave one matrix that fits absolute values without error, of the
// teacher's rank.
func TestNoiselessLabelsGiveBackTheTeacher(t *testing.T) {
	const d = 12
	var job Job
	for _, beta := range []float64{1e-3, 0.1, 1} {
		n := 2 * (d + 1) * (d + 2)
		rng := rand.New(rand.NewPCG(9, 9))
		p := Problem{X: make([]float64, n*d), Y: make([]float64, n), D: d, Sigma: lift.ReLU, Loss: loss.L1, Beta: beta}
		for i := range p.X {
			p.X[i] = rng.NormFloat64()
		}
		op := p.operator()
		for k := range 2 {
			u := dataset.Direction(rng, d)
			for i := range n {
				p.Y[i] += 2 * float64(1-2*k) * op.Neuron(i, 0, u)
			}
		}
		r := job.Run(p)
		certify(t, p, r, 1e-8)
		if len(r.Neurons) != 2 {
			t.Errorf("beta %g: %d neurons, the teacher has 2", beta, len(r.Neurons))
		}
	}
}

// TestIterationsOfClassifiers: losses for classes need no more than 32 iterations for an output on the paper's shapes.
func TestIterationsOfClassifiers(t *testing.T) {
	const most = 32
	var job Job
	for _, kind := range []loss.Loss{loss.Hinge, loss.Logistic} {
		for _, shape := range figure4 {
			for _, n := range []int{10, 100, 500} {
				if testing.Short() && n > 10 || n > 100 && shape.name != "scalar" {
					continue
				}
				t.Run(fmt.Sprintf("%v,%s,n=%d", kind, shape.name, n), func(t *testing.T) {
					p := figure4Problem(rand.New(rand.NewPCG(uint64(n), 4)), shape.arch, n, shape.outputs)
					p.Loss = kind
					relabel(&p)
					r := job.Run(p)
					certify(t, p, r, 1e-8)
					if r.Iterations > most*p.Outputs {
						t.Errorf("%d iterations for %d outputs", r.Iterations, p.Outputs)
					}
				})
			}
		}
	}
}
