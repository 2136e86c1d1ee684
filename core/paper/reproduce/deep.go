package reproduce

import (
	"math"
	"math/rand/v2"

	"conelab/core/network/descent"
	"conelab/core/numeric/dense"
)

// deepOptions choose a network of several layers and how it is trained.
type deepOptions struct {
	// Widths are the numbers of hidden units of the layers, the lowest layer first. There is at least one layer, and each has at least one unit.
	Widths []int
	// Activation is the activation of all units.
	Activation descent.Activation
	// Rate is Adam's learning rate, for the mean of the loss over the samples of a batch. Batch is the number of samples in a batch; 0 means all.
	Rate  float64
	Batch int
	// Seed determines the initial weights and the order of the samples.
	Seed uint64
}

// deep trains a network of several layers end to end by Adam:
//
//	z_l = sigma(W_l h_{l-1} + b_l),   h_l = [(z_l - m_l) / s_l ; x],   h_0 = x,   f = A (z_L - m_L) / s_L + c,
//
// minimising the mean over the samples of |f(x_i) - y_i|^2. Every layer sees x, as in package stack. The constants m_l and s_l standardise the values
// that the initial weights give on the data, and then stay fixed: without them a polynomial of degree 2^l cannot be trained. Weights are initially
// Gaussian with a variance of one over the number of inputs; biases start at zero.
type deep struct {
	options         deepOptions
	x, y            []float64
	n, d, outputs   int
	layers          []*deepLayer // the last one is linear
	updates         int
	rng             *rand.Rand
	order           []int
	input, target   []float64 // of a batch
	mean, deviation [][]float64
}

// deepLayer holds W and b, with a row (w, b) for each unit, the gradient, Adam's moments, and the intermediate results of a pass.
type deepLayer struct {
	in, out                       int
	weights, slope, first, second []float64
	h, z, derivative, back, below []float64 // h has rows of in + 1 numbers, the last one 1
}

// newDeep returns a training at its start, for n by d points x, row by row, and labels y, output by output. It keeps x and y.
func newDeep(x, y []float64, d, outputs int, o deepOptions) *deep {
	r := &deep{options: o, x: x, y: y, n: len(x) / d, d: d, outputs: outputs, rng: rand.New(rand.NewPCG(o.Seed, 0x64656570))}
	if o.Batch <= 0 || o.Batch > r.n {
		r.options.Batch = r.n
	}
	in := d
	for _, width := range append(append([]int(nil), o.Widths...), outputs) {
		l := &deepLayer{in: in, out: width}
		for _, list := range []*[]float64{&l.weights, &l.slope, &l.first, &l.second} {
			*list = make([]float64, width*(in+1))
		}
		for j := range width {
			for k := range in {
				l.weights[j*(in+1)+k] = r.rng.NormFloat64() / math.Sqrt(float64(in))
			}
		}
		r.layers = append(r.layers, l)
		in = width + d
		if len(r.layers) >= len(o.Widths) {
			in = width // the output reads only the last layer
		}
	}
	r.standardise()
	r.order = make([]int, r.n)
	for i := range r.order {
		r.order[i] = i
	}
	return r
}

// standardise sets the constants of each layer from its values under the initial weights.
func (r *deep) standardise() {
	for l := range r.options.Widths {
		r.forward(r.x, l+1)
		layer := r.layers[l]
		mean, deviation := make([]float64, layer.out), make([]float64, layer.out)
		for i, v := range layer.z {
			mean[i%layer.out] += v / float64(r.n)
		}
		for i, v := range layer.z {
			deviation[i%layer.out] += (v - mean[i%layer.out]) * (v - mean[i%layer.out]) / float64(r.n)
		}
		for j := range deviation {
			if deviation[j] = math.Sqrt(deviation[j]); !(deviation[j] > 1e-6) {
				deviation[j] = 1
			}
		}
		r.mean, r.deviation = append(r.mean, mean), append(r.deviation, deviation)
	}
}

// forward evaluates the first layers at the points, one row each.
func (r *deep) forward(x []float64, layers int) {
	n := len(x) / r.d
	for l, layer := range r.layers[:layers] {
		width := layer.in + 1
		layer.h, layer.z, layer.derivative = resized(layer.h, n*width), resized(layer.z, n*layer.out), resized(layer.derivative, n*layer.out)
		for i := range n {
			row := layer.h[i*width : (i+1)*width]
			row[layer.in] = 1
			if l == 0 {
				copy(row, x[i*r.d:(i+1)*r.d])
				continue
			}
			below := r.layers[l-1]
			for j, v := range below.z[i*below.out : (i+1)*below.out] {
				row[j] = (v - r.mean[l-1][j]) / r.deviation[l-1][j]
			}
			copy(row[below.out:layer.in], x[i*r.d:(i+1)*r.d])
		}
		dense.MulNT(layer.z, layer.h, layer.weights, n, layer.out, width)
		if l < len(r.options.Widths) {
			for i, v := range layer.z {
				layer.z[i], layer.derivative[i] = r.options.Activation.At(v), r.options.Activation.Slope(v)
			}
		}
	}
}

// epoch makes the updates of one pass through all samples.
func (r *deep) epoch() {
	r.rng.Shuffle(r.n, func(i, j int) { r.order[i], r.order[j] = r.order[j], r.order[i] })
	for at := 0; at < r.n; at += r.options.Batch {
		r.step(r.order[at:min(at+r.options.Batch, r.n)])
	}
}

// step makes one update with the given samples.
func (r *deep) step(rows []int) {
	r.input, r.target = resized(r.input, len(rows)*r.d), resized(r.target, len(rows)*r.outputs)
	for i, row := range rows {
		copy(r.input[i*r.d:(i+1)*r.d], r.x[row*r.d:(row+1)*r.d])
		for o := range r.outputs {
			r.target[i*r.outputs+o] = r.y[o*r.n+row]
		}
	}
	r.gradient(r.input, r.target)
	r.updates++
	for _, l := range r.layers {
		l.adam(r.options.Rate, r.updates)
	}
}

// gradient computes the gradient of the mean loss at the points x for every layer. y has a row for each point.
func (r *deep) gradient(x, y []float64) {
	r.forward(x, len(r.layers))
	n := len(x) / r.d
	last := r.layers[len(r.layers)-1]
	last.back = resized(last.back, len(last.z))
	for i, f := range last.z {
		last.back[i] = 2 * (f - y[i]) / float64(n)
	}
	for l := len(r.layers) - 1; l >= 0; l-- {
		layer := r.layers[l]
		width := layer.in + 1
		clear(layer.slope)
		for i := range n {
			for j, v := range layer.back[i*layer.out : (i+1)*layer.out] {
				dense.Axpy(v, layer.h[i*width:(i+1)*width], layer.slope[j*width:(j+1)*width])
			}
		}
		if l == 0 {
			return
		}
		below := r.layers[l-1]
		layer.below, below.back = resized(layer.below, n*width), resized(below.back, n*below.out)
		dense.MulNN(layer.below, layer.back, layer.weights, n, width, layer.out)
		for i := range n {
			for j := range below.out {
				at := i*below.out + j
				below.back[at] = layer.below[i*width+j] / r.deviation[l-1][j] * below.derivative[at]
			}
		}
	}
}

// adam updates the weights once.
func (l *deepLayer) adam(rate float64, updates int) {
	const one, two, tiny = 0.9, 0.999, 1e-8
	scale := rate / (1 - math.Pow(one, float64(updates)))
	root := 1 / (1 - math.Pow(two, float64(updates)))
	for i, v := range l.slope {
		l.first[i] = one*l.first[i] + (1-one)*v
		l.second[i] = two*l.second[i] + (1-two)*v*v
		l.weights[i] -= scale * l.first[i] / (math.Sqrt(root*l.second[i]) + tiny)
	}
}

// outputsAt returns f at the points x, output by output.
func (r *deep) outputsAt(x []float64) []float64 {
	r.forward(x, len(r.layers))
	n, z := len(x)/r.d, r.layers[len(r.layers)-1].z
	fit := make([]float64, n*r.outputs)
	for i := range n {
		for o := range r.outputs {
			fit[o*n+i] = z[i*r.outputs+o]
		}
	}
	return fit
}

func resized(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}
