// Package descent trains the networks of the convex program by gradient descent, by stochastic gradients with momentum, and by
// Adam, as in section 9 of the paper.
//
// Two forms of the problem are trained:
//
//	Tractable   minimise sum_i loss(f(x_i), y_i) + beta sum |alpha|,  |u_j| = 1
//	Decay       minimise sum_i loss(f(x_i), y_i) + beta/2 sum (|u_j|^2 + |alpha|^2)
//
// The first is the problem that the convex program solves, so its optimum is a lower bound for every run. To keep u on the
// sphere, the radial part of its gradient is removed and u is normalised after each update. |alpha| enters with its subgradient,
// taken as 0 at 0, as automatic differentiation does. The second form is the usual weight decay. With half of beta, it has the
// same optimum as the first for ReLU networks, which are homogeneous.
//
// The activation is the problem's polynomial or any differentiable function, such as ReLU and swish. A filter u_j is shared by
// all blocks k and outputs o, with a weight alpha_jko for each:
//
//	f_o(x) = sum_j sum_k alpha_jko  mean over the patches of block k of sigma(patch'u_j)
//
// This covers dense, quadratic and convolutional networks with and without pooling, and any number of outputs.
//
// A Run is reproducible from its seed. Search looks for a learning rate on a logarithmic grid.
package descent

import (
	"math"
	"math/rand/v2"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Form is a regularisation of the network; see the package comment.
type Form int

// The forms.
const (
	Tractable Form = iota
	Decay
)

// Method is the rule by which a gradient becomes an update.
type Method int

// The methods. With all samples in one batch, the first two are gradient descent without and with momentum.
const (
	Descent  Method = iota // w <- w - rate g
	Momentum               // v <- momentum v + g, w <- w - rate v
	Adam                   // first and second moments with factors 0.9 and 0.999
)

// Options choose how a network is trained.
type Options struct {
	Form   Form
	Method Method
	// Width is the number m of hidden units.
	Width int
	// Rate is the learning rate. It multiplies the gradient of the whole cost, not of the mean over the samples.
	Rate float64
	// Momentum is the momentum factor; 0 means 0.9.
	Momentum float64
	// Batch is the number of samples in a batch; 0 means all. Batches follow a random order of the samples, a new one in each
	// epoch. The gradient of a batch's loss is multiplied by n over the size of the batch.
	Batch int
	// Seed determines the initial weights and the order of the samples. The weights are drawn uniformly, with absolute values up
	// to one over the root of the number of inputs.
	Seed uint64
}

// Run is the training of one network from one start.
type Run struct {
	data          *Data
	options       Options
	weights       weights
	gradient      weights
	first, second weights // velocity of Momentum; moments of Adam
	pass, whole   *pass   // for batches; for all samples
	fit           []float64
	order         []int
	at            int // position in order of the next batch
	updates       int
	rng           *rand.Rand
}

// NewRun returns a run at its start. The options must have a width of at least 1. The data are shared.
func NewRun(d *Data, o Options) *Run {
	if o.Momentum == 0 {
		o.Momentum = 0.9
	}
	if o.Batch <= 0 || o.Batch > d.n {
		o.Batch = d.n
	}
	r := &Run{
		data: d, options: o, weights: *newWeights(d, o.Width), gradient: *newWeights(d, o.Width),
		fit: make([]float64, d.n*d.outputs), rng: rand.New(rand.NewPCG(o.Seed, 0x636f6e65)),
	}
	r.pass = newPass(d, o.Width, o.Batch)
	r.whole = r.pass
	if o.Batch < d.n {
		r.whole = newPass(d, o.Width, d.n)
		r.order = make([]int, d.n)
		for i := range r.order {
			r.order[i] = i
		}
		r.shuffle()
	}
	if o.Method != Descent {
		r.first = *newWeights(d, o.Width)
	}
	if o.Method == Adam {
		r.second = *newWeights(d, o.Width)
	}
	r.weights.draw(d, r.rng)
	if o.Form == Tractable {
		r.weights.normalize()
	}
	return r
}

func (r *Run) shuffle() {
	r.rng.Shuffle(len(r.order), func(i, j int) { r.order[i], r.order[j] = r.order[j], r.order[i] })
}

// step makes one update. For a batch of b samples it takes a little more than 4 b m K P d multiplications, and no allocation.
func (r *Run) step() {
	r.slope(r.batch())
	r.updates++
	r.update(r.weights.U, r.gradient.U, r.first.U, r.second.U)
	r.update(r.weights.Alpha, r.gradient.Alpha, r.first.Alpha, r.second.Alpha)
	if r.options.Form == Tractable {
		r.weights.normalize()
	}
}

// Epoch makes the updates of one pass through all samples.
func (r *Run) Epoch() {
	for {
		r.step()
		if r.at == 0 {
			return
		}
	}
}

// batch returns the samples of the next update, or none if it uses all of them.
func (r *Run) batch() []int {
	if r.order == nil {
		return nil
	}
	if r.at == 0 && r.updates > 0 {
		r.shuffle()
	}
	first := r.at
	r.at = min(first+r.options.Batch, len(r.order))
	chosen := r.order[first:r.at]
	if r.at == len(r.order) {
		r.at = 0
	}
	return chosen
}

// slope writes the gradient of the cost, with the loss estimated on the batch, into r.gradient.
func (r *Run) slope(batch []int) {
	d, w, g := r.data, &r.weights, &r.gradient
	scale := 1.0
	if len(batch) > 0 {
		scale = float64(d.n) / float64(len(batch))
	}
	r.pass.gradient(g, w, batch, scale)
	if r.options.Form == Decay {
		dense.Axpy(d.beta, w.U, g.U)
		dense.Axpy(d.beta, w.Alpha, g.Alpha)
		return
	}
	for i, alpha := range w.Alpha {
		if alpha != 0 {
			g.Alpha[i] += math.Copysign(d.beta, alpha)
		}
	}
	for j := range w.Width { // project onto the tangent space of the sphere
		u, gu := w.U[j*d.dim:(j+1)*d.dim], g.U[j*d.dim:(j+1)*d.dim]
		dense.Axpy(-dense.Dot(u, gu), u, gu)
	}
}

// update makes one step of the method with the gradient g. first and second are the method's memory for the weights w.
func (r *Run) update(w, g, first, second []float64) {
	rate := r.options.Rate
	switch r.options.Method {
	case Descent:
		dense.Axpy(-rate, g, w)
	case Momentum:
		for i, v := range g {
			first[i] = r.options.Momentum*first[i] + v
			w[i] -= rate * first[i]
		}
	case Adam:
		adam(w, g, first, second, rate, r.updates)
	}
}

// Cost returns the cost of the network on all samples, including the regulariser, by a forward pass. For a run that has diverged
// it is NaN or +Inf.
func (r *Run) Cost() float64 {
	r.whole.predict(&r.weights, r.fit)
	if !dense.Finite(r.fit...) {
		return math.Inf(1)
	}
	return neural.Loss(r.fit, r.data.y, r.data.n, r.data.loss) + penalty(&r.weights, r.data.beta, r.options.Form)
}

// Fit returns the outputs that the last call of Cost computed, output by output. They are valid until the next call.
func (r *Run) Fit() []float64 { return r.fit }

// Outputs returns the outputs for the samples of other data of the same problem.
func (r *Run) Outputs(d *Data) []float64 {
	fit := make([]float64, d.n*d.outputs)
	newPass(d, r.weights.Width, d.n).predict(&r.weights, fit)
	return fit
}

// adam updates the weights w once with the gradient g.
func adam(w, g, first, second []float64, rate float64, updates int) {
	const one, two, tiny = 0.9, 0.999, 1e-8
	scale := rate / (1 - math.Pow(one, float64(updates)))
	root := 1 / (1 - math.Pow(two, float64(updates)))
	for i, v := range g {
		first[i] = one*first[i] + (1-one)*v
		second[i] = two*second[i] + (1-two)*v*v
		w[i] -= scale * first[i] / (math.Sqrt(root*second[i]) + tiny)
	}
}

// weights are the parameters of a network of m hidden units: U is m by dim, and Alpha is m by K by C.
type weights struct {
	Width    int
	U, Alpha []float64
}

func newWeights(d *Data, m int) *weights {
	return &weights{m, make([]float64, m*d.dim), make([]float64, m*d.blocks*d.outputs)}
}

// draw fills the weights with uniform random numbers up to 1 / sqrt(number of inputs), the default of common libraries.
func (w *weights) draw(d *Data, rng *rand.Rand) {
	fill := func(v []float64, inputs int) {
		limit := 1 / math.Sqrt(float64(inputs))
		for i := range v {
			v[i] = limit * (2*rng.Float64() - 1)
		}
	}
	fill(w.U, d.dim)
	fill(w.Alpha, w.Width*d.blocks)
}

// normalize scales every u to unit length.
func (w *weights) normalize() {
	dim := len(w.U) / w.Width
	for j := range w.Width {
		u := w.U[j*dim : (j+1)*dim]
		norm := dense.Length(u)
		for i := range u {
			u[i] /= norm
		}
	}
}

// Neurons returns the hidden units as neurons alpha sigma(x'u) of package neural, one for each block and output. Their u have
// unit length only in the Tractable form.
func (r *Run) Neurons() []neural.Neuron {
	w, d := &r.weights, r.data
	neurons := make([]neural.Neuron, 0, len(w.Alpha))
	for j := range w.Width {
		u := append([]float64(nil), w.U[j*d.dim:(j+1)*d.dim]...)
		for k := range d.blocks {
			for o := range d.outputs {
				neurons = append(neurons, neural.Neuron{U: u, Alpha: w.Alpha[(j*d.blocks+k)*d.outputs+o], Block: k, Output: o})
			}
		}
	}
	return neurons
}
