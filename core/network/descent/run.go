package descent

import (
	"math"
	"math/rand/v2"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Form says how a network is regularised, see the package.
type Form int

// The forms.
const (
	Tractable Form = iota
	Decay
)

// Method says how a gradient becomes an update.
type Method int

// The methods. With all samples in a batch the first two are gradient descent, without and with momentum.
const (
	Descent  Method = iota // w <- w - rate g
	Momentum               // v <- momentum v + g, w <- w - rate v
	Adam                   // first and second moments 0.9 and 0.999
)

// Options say how a network is trained.
type Options struct {
	Form   Form
	Method Method
	// Width is the number m of hidden units.
	Width int
	// Rate is the learning rate; it multiplies the gradient of the whole cost, not of its mean over the samples.
	Rate float64
	// Momentum is 0.9 if zero.
	Momentum float64
	// Batch is the number of samples in a batch; all of them if zero. Batches go through a random order of the samples, another in each
	// epoch; the gradient of a batch's loss is multiplied by n over its size.
	Batch int
	// Seed determines the first weights and the order of the samples. The weights are uniform up to Spread over the root of the number of
	// inputs; 1 if zero.
	Seed   uint64
	Spread float64
}

// Run is the training of one network from one start.
type Run struct {
	data          *Data
	options       Options
	weights       weights
	gradient      weights
	first, second weights // momentum; Adam's moments
	pass, whole   *pass   // of batches; of all samples
	fit           []float64
	order         []int
	at            int // where in the order the next batch starts
	updates       int
	rng           *rand.Rand
}

// NewRun returns a run at its start. Options must have a width of at least 1; the data is shared.
func NewRun(d *Data, o Options) *Run {
	if o.Momentum == 0 {
		o.Momentum = 0.9
	}
	if o.Spread == 0 {
		o.Spread = 1
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
	r.weights.draw(d, o.Spread, r.rng)
	if o.Form == Tractable {
		r.weights.normalize()
	}
	return r
}

func (r *Run) shuffle() {
	r.rng.Shuffle(len(r.order), func(i, j int) { r.order[i], r.order[j] = r.order[j], r.order[i] })
}

// step makes one update: 4 b m K P d multiplications and more for a batch of b samples, no allocation.
func (r *Run) step() {
	r.slope(r.batch())
	r.updates++
	r.update(r.weights.U, r.gradient.U, r.first.U, r.second.U)
	r.update(r.weights.Alpha, r.gradient.Alpha, r.first.Alpha, r.second.Alpha)
	if r.options.Form == Tractable {
		r.weights.normalize()
	}
}

// Epoch makes the updates that go through all samples once.
func (r *Run) Epoch() {
	for {
		r.step()
		if r.at == 0 {
			return
		}
	}
}

// batch returns the samples of the next update, none for all of them.
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

// slope writes the gradient of the cost, its loss estimated on the batch, into r.gradient.
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
	for j := range w.Width { // along the sphere
		u, gu := w.U[j*d.dim:(j+1)*d.dim], g.U[j*d.dim:(j+1)*d.dim]
		dense.Axpy(-dense.Dot(u, gu), u, gu)
	}
}

// update takes one step of the method with the gradient g; first and second are its memory for the weights w.
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

// Cost returns the cost of the network on all samples, with its regulariser, by a forward pass. A run that has diverged gives NaN or +Inf.
func (r *Run) Cost() float64 {
	r.whole.predict(&r.weights, r.fit)
	for _, f := range r.fit {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return math.Inf(1)
		}
	}
	return neural.Loss(r.fit, r.data.y, r.data.n, r.data.loss) + penalty(&r.weights, r.data.beta, r.options.Form)
}

// Fit returns the outputs that the last call of Cost computed, output by output. They are valid until the next.
func (r *Run) Fit() []float64 { return r.fit }

// Outputs returns the outputs for the samples of other data, see Data.With.
func (r *Run) Outputs(d *Data) []float64 {
	fit := make([]float64, d.n*d.outputs)
	newPass(d, r.weights.Width, d.n).predict(&r.weights, fit)
	return fit
}

// Neurons returns the network in the terms of package neural, see weights.neurons.
func (r *Run) Neurons() []neural.Neuron { return r.weights.neurons(r.data) }
