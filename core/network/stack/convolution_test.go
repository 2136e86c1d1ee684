package stack

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// filtered returns the mean of sigma(patch'u) over the patches of a neuron's block, by the definition: windows of the sample, row by row, zero beyond its
// edge, each flattened with the channel last.
func filtered(n *Network, neuron *neural.Neuron, x []float64) float64 {
	a, sum, at := &n.Architecture, 0.0, 0
	height, width, channels, tall, over := a.Input[0], a.Input[1], a.Input[2], a.Filter, a.Padding
	if a.Signal {
		tall, over = 1, 0
	}
	rows, columns := (height+2*over-tall)/a.Stride+1, (width+2*a.Padding-a.Filter)/a.Stride+1
	pool := a.Pool
	if pool == lift.GlobalPool {
		pool = rows * columns
	}
	for row := range rows {
		for column := range columns {
			if at++; (at-1)/pool != neuron.Block {
				continue
			}
			s, k := 0.0, 0
			for i := range tall {
				for j := range a.Filter {
					y, z := row*a.Stride-over+i, column*a.Stride-a.Padding+j
					for c := range channels {
						if y >= 0 && y < height && z >= 0 && z < width {
							s += neuron.U[k] * x[(y*width+z)*channels+c]
						}
						k++
					}
				}
			}
			sum += n.Sigma.A*s*s + n.Sigma.B*s + n.Sigma.C
		}
	}
	return sum / float64(pool)
}

// convolution returns one that suits d numbers, which it chooses: a signal or an image, with any filter, stride, padding and pool.
func convolution(rng *rand.Rand) (a lift.Architecture, d int) {
	a = lift.Architecture{Kind: lift.Convolutional, Stride: 1 + rng.IntN(2), Input: [3]int{1, 4 + rng.IntN(7), 1}, Signal: true}
	a.Filter = 1 + rng.IntN(4)
	if rng.IntN(3) == 0 {
		a.Signal, a.Input = false, [3]int{2 + rng.IntN(3), 3 + rng.IntN(2), 1 + rng.IntN(2)}
		a.Filter = 1 + rng.IntN(2)
	}
	a.Padding = rng.IntN(a.Filter)
	a.Pool = 1
	var pools []int
	for pool := 1; pool <= a.Grid(); pool++ {
		if a.Grid()%pool == 0 {
			pools = append(pools, pool)
		}
	}
	if a.Pool = pools[rng.IntN(len(pools))]; rng.IntN(3) == 0 {
		a.Pool = lift.GlobalPool
	}
	return a, a.Input[0] * a.Input[1] * a.Input[2]
}

// TestConvolutionsBelowOtherLayers trains stacks on random convolutions of small signals and images: each layer's gap is 1e-8 or less as the raw data
// prove it, or its status says otherwise; the network is what the documentation defines; and the residual form's cost does not rise.
func TestConvolutionsBelowOtherLayers(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 22))
	var job Job
	sets := 60
	layers, inaccurate, residual := 0, 0, 0
	for trial := range sets {
		p := random(rng, 1+trial%4)
		n := p.Samples()
		if p.Scaling == Raw {
			p.Scaling = Standardise
		}
		if p.Loss <= loss.L1 && trial%2 == 0 {
			p.Residual = true
		}
		p.Architecture, p.D = convolution(rng)
		p.X = p.X[:0]
		for range n * p.D {
			p.X = append(p.X, rng.NormFloat64())
		}
		r := job.Run(p)
		if r.Network == nil {
			t.Fatalf("trial %d: %s", trial, r.Message)
		}
		verdict := Check(p, r.Claim())
		if len(verdict.Layers) != len(r.Layers) || verdict.Pass != (r.Status == certify.Optimal) {
			t.Errorf("trial %d: %s, and the check says %+v", trial, r.Status, failed(verdict))
		}
		for l, v := range verdict.Layers {
			layers++
			status := r.Layers[l].Result.Status
			if status != certify.Optimal {
				inaccurate++
				t.Logf("trial %d, layer %d of %+v: %s, gap %.1e", trial, l+1, p.Options, status, v.Gap)
			}
			if (status == certify.Optimal) != (v.Gap <= certify.DefaultTolerance) {
				t.Errorf("trial %d, layer %d: %s, and the raw data prove a gap of %g", trial, l+1, status, v.Gap)
			}
			if l > 0 && p.Residual && r.Layers[l].Cost > r.Layers[l-1].Cost*(1+1e-8) {
				t.Errorf("trial %d: layer %d costs %g, the layers below %g", trial, l+1, r.Layers[l].Cost, r.Layers[l-1].Cost)
			}
		}
		if p.Residual {
			residual++
		}
		for i := range n {
			want := plainly(r.Network, p.X[i*p.D:(i+1)*p.D])
			for o, f := range want {
				if got := r.Layers[len(r.Layers)-1].Fit[o*n+i]; math.Abs(got-f) > 1e-8*(1+math.Abs(f)) {
					t.Fatalf("trial %d: output %d of point %d is %g, expected %g", trial, o, i, got, f)
				}
			}
		}
	}
	t.Logf("%d layers of %d stacks, %d of them residual; %d layers not certified to 1e-8", layers, sets, residual, inaccurate)
	if inaccurate > layers/100 {
		t.Errorf("%d of %d layers are not certified", inaccurate, layers)
	}
}
