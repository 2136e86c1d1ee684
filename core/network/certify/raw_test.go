package certify

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// TestUnscaledPoints solves a few points of one feature whose sizes differ by hundreds, with a logistic loss.
func TestUnscaledPoints(t *testing.T) {
	var job Job
	for _, test := range []struct {
		x, y []float64
		beta float64
	}{
		{[]float64{1, 2, 1000}, []float64{-1, 1, 1}, 0.01},
		{[]float64{0, 4.5, -3.8, -67.4, -287.2}, []float64{1, 1, -1, -1, -1}, 0.1},
	} {
		p := Problem{X: test.x, Y: test.y, D: 1, Sigma: lift.ReLU, Loss: loss.Logistic, Beta: test.beta}
		certify(t, p, job.Run(p), 1e-8)
	}
}

// TestTwoPointsOfManyClasses: three of five classes have no sample, and beta is next to nothing.
func TestTwoPointsOfManyClasses(t *testing.T) {
	var job Job
	for beta := 1e-8; beta < 2e-3; beta *= 10 {
		for seed := range 8 {
			rng := rand.New(rand.NewPCG(uint64(seed), 8))
			p := Problem{
				X: []float64{rng.NormFloat64(), rng.NormFloat64()}, Y: make([]float64, 10), D: 1, Outputs: 5,
				Sigma: lift.ReLU, Loss: loss.Softmax, Beta: beta,
			}
			for i := range 2 {
				p.Y[rng.IntN(5)*2+i] = 1
			}
			certify(t, p, job.Run(p), 1e-8)
		}
	}
}

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

// TestConvolutionOfManyPatches: twenty blocks of wide patches, few samples, several outputs.
func TestConvolutionOfManyPatches(t *testing.T) {
	const n, channels, outputs = 20, 8, 2
	arch := lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 22, channels}, Signal: true, Filter: 3, Stride: 1, Pool: 1}
	p := Problem{D: 22 * channels, Outputs: outputs, Architecture: arch, Sigma: lift.ReLU, Loss: loss.Logistic, Beta: 0.1}
	rng := rand.New(rand.NewPCG(2, 7))
	for range n * p.D {
		p.X = append(p.X, rng.NormFloat64())
	}
	for range n * outputs {
		p.Y = append(p.Y, rng.NormFloat64())
	}
	relabel(&p)
	var job Job
	certify(t, p, job.Run(p), 1e-8)
}
