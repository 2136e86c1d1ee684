package certify

import (
	"math"
	"math/rand/v2"

	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

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
	{"convolutional signal", lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 8, 1}, Signal: true, Filter: 3, Stride: 1, Pool: 1}, 8, 1},
	{"convolutional, stride, padding", lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 7, 1}, Signal: true, Filter: 3, Stride: 2, Padding: 1, Pool: 1}, 7, 1},
	{"image, two channels", lift.Architecture{Kind: lift.Convolutional, Input: [3]int{3, 3, 2}, Filter: 2, Stride: 1, Pool: 1}, 18, 1},
	{"average pooling", lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 8, 1}, Signal: true, Filter: 3, Stride: 1, Pool: 2}, 8, 1},
	{"global pooling", lift.Architecture{Kind: lift.Convolutional, Input: [3]int{4, 4, 1}, Filter: 2, Stride: 1, Pool: lift.GlobalPool}, 16, 1},
	{"convolution, vector", lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 5, 1}, Signal: true, Filter: 2, Stride: 1, Pool: 2}, 5, 2},
}

// labelled draws n points with labels that the loss takes.
func labelled(rng *rand.Rand, n, d, outputs int, kind loss.Loss) Problem {
	p := Problem{X: make([]float64, n*d), Y: make([]float64, n*outputs), D: d, Outputs: outputs, Sigma: lift.ReLU, Loss: kind}
	for i := range p.X {
		p.X[i] = rng.NormFloat64()
	}
	for i := range n {
		class := rng.IntN(outputs)
		for o := range outputs {
			at := o*n + i
			switch kind {
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

// relabel turns the planted outputs into labels that the loss takes: their signs, or the largest.
func relabel(p *Problem) {
	n := p.Samples()
	for i := range n {
		top := 0
		for o := range p.Outputs {
			if p.Y[o*n+i] > p.Y[top*n+i] {
				top = o
			}
		}
		for o := range p.Outputs {
			at := o*n + i
			switch {
			case p.Loss == loss.Softmax && o == top, (p.Loss == loss.Hinge || p.Loss == loss.Logistic) && p.Y[at] >= 0:
				p.Y[at] = 1
			case p.Loss == loss.Softmax:
				p.Y[at] = 0
			case p.Loss == loss.Hinge || p.Loss == loss.Logistic:
				p.Y[at] = -1
			}
		}
	}
}
