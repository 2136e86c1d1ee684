package descent

import (
	"context"
	"math"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Data is a training problem in the layout that gradients need. Runs share it and do not modify it.
type Data struct {
	n, outputs, blocks, patches, dim int
	loss                             loss.Loss
	beta                             float64
	curve                            curve
	// rows holds the patches, block by block, sample by sample, each of length dim. y holds the labels, output by output.
	rows, y []float64
}

// NewData prepares p for networks with the given activation. If it is nil, the activation is p's polynomial (for quadratic
// networks, the square).
//
// A piecewise activation of p, or the one given in its place, reads a constant as well.
func NewData(p *certify.Problem, activation *Activation) *Data {
	sigma := p.Polynomial()
	if bent, ok := p.Sigma.(lift.Piecewise); ok {
		q := *p
		q.X, q.D = lift.WithConstant(p.X, p.D), p.D+1
		p = &q
		if activation == nil {
			activation = &Activation{bent.Name(), bent.At, bent.Derivative}
		}
	}
	if p.Architecture.Kind == lift.Quadratic {
		sigma = lift.Polynomial{A: 1}
	}
	s := p.Architecture.Unpooled(context.Background(), sigma, p.X, p.Samples(), p.D)
	d := &Data{
		n: s.Len(), outputs: max(1, p.Outputs), blocks: s.Blocks(), patches: s.Patches(), dim: s.Dimension(),
		loss: p.Loss, beta: p.Beta, curve: curve{sigma, activation}, y: p.Y,
	}
	d.rows = make([]float64, 0, d.blocks*d.n*d.patches*d.dim)
	for k := range d.blocks {
		for i := range d.n {
			for l := range d.patches {
				d.rows = append(d.rows, s.Patch(i, k, l)...)
			}
		}
	}
	return d
}

// Samples returns the number n of samples.
func (d *Data) Samples() int { return d.n }

// Activation is a function of one number with its derivative, where that exists.
type Activation struct {
	Name      string
	At, Slope func(s float64) float64
}

// The activations that the paper compares with. The slope of ReLU at zero is taken as zero.
var (
	ReLU  = Activation{lift.NameReLU, lift.Piecewise{}.At, lift.Piecewise{}.Derivative}
	Swish = Activation{
		"swish",
		func(s float64) float64 { return s * logistic(s) },
		func(s float64) float64 {
			p := logistic(s)
			return p + s*p*(1-p)
		},
	}
)

func logistic(s float64) float64 { return 1 / (1 + math.Exp(-s)) }

// curve applies an activation to many numbers at once.
type curve struct {
	polynomial lift.Polynomial
	other      *Activation // nil for the polynomial
}

// apply replaces s by sigma(s), and writes sigma'(s) into slope unless slope is nil.
func (c *curve) apply(s, slope []float64) {
	if c.other == nil {
		f := c.polynomial
		for i := range slope {
			slope[i] = 2*f.A*s[i] + f.B
		}
		for i, v := range s {
			s[i] = (f.A*v+f.B)*v + f.C
		}
		return
	}
	for i := range slope {
		slope[i] = c.other.Slope(s[i])
	}
	for i, v := range s {
		s[i] = c.other.At(v)
	}
}

// passSize bounds the numbers that a pass holds for the patches of its samples, so that they fit in the processor's caches.
const passSize = 1 << 16

// pass is the workspace of forward and backward passes over up to size samples at a time, for networks of m hidden units.
//
// In all arrays the sample is the fastest index, so that the products of the second layer run over contiguous memory: values is m
// by K by size, fit and slopes are C by size.
type pass struct {
	data *Data
	size int
	// rows and y are gathered for a subset of the samples; for all samples they are the data's own slices.
	rows, y       []float64
	inner, slope  []float64 // sigma(x'u) and sigma'(x'u) of each patch, m by K by size by P
	values        []float64 // means over the patches
	fit, residual []float64
	back          []float64 // d cost / d values, for one unit and block
	product       []float64 // m by dim
	all           []int
}

// newPass returns the workspace for batches of the given number of samples.
func newPass(d *Data, m, batch int) *pass {
	vector := func(length int) []float64 { return make([]float64, length) }
	size := max(1, min(batch, passSize/(m*d.blocks*d.patches)))
	p := &pass{
		data: d, size: size, inner: vector(m * d.blocks * size * d.patches), slope: vector(m * d.blocks * size * d.patches),
		fit: vector(d.outputs * size), residual: vector(d.outputs * size), back: vector(size),
		product: vector(m * d.dim),
	}
	if d.patches > 1 {
		p.values = vector(m * d.blocks * size)
	}
	if size < d.n {
		p.rows, p.y = vector(d.blocks*size*d.patches*d.dim), vector(d.outputs*size)
		p.all = make([]int, d.n)
		for i := range p.all {
			p.all[i] = i
		}
	}
	return p
}

// gather returns the rows and labels of the chosen samples, at most size.
func (p *pass) gather(chosen []int) (rows, y []float64) {
	d := p.data
	if len(chosen) == 0 { // all of them
		return d.rows, d.y
	}
	count, length := len(chosen), d.patches*d.dim
	for k := range d.blocks {
		for t, i := range chosen {
			copy(p.rows[(k*count+t)*length:(k*count+t+1)*length], d.rows[(k*d.n+i)*length:])
		}
	}
	for o := range d.outputs {
		for t, i := range chosen {
			p.y[o*count+t] = d.y[o*d.n+i]
		}
	}
	return p.rows[:d.blocks*count*length], p.y[:d.outputs*count]
}

// forward runs the network on the rows of count samples and returns its outputs, output by output. With slopes set, it keeps what
// backward needs.
func (p *pass) forward(w *weights, rows []float64, count int, slopes bool) []float64 {
	d, m := p.data, w.Width
	places := d.blocks * count * d.patches
	inner := p.inner[:m*places]
	dense.MulNT(inner, w.U, rows, m, places, d.dim)
	var slope []float64
	if slopes {
		slope = p.slope[:m*places]
	}
	values := inner
	d.curve.apply(inner, slope)
	if d.patches > 1 {
		values = p.values[:m*d.blocks*count]
		p.average(values, inner)
	}
	fit := p.fit[:d.outputs*count]
	clear(fit)
	for jk := range m * d.blocks {
		v := values[jk*count : (jk+1)*count]
		for o, alpha := range w.Alpha[jk*d.outputs : (jk+1)*d.outputs] {
			dense.Axpy(alpha, v, fit[o*count:(o+1)*count])
		}
	}
	return fit
}

// average writes the means of inner over the patches into values.
func (p *pass) average(values, inner []float64) {
	patches := p.data.patches
	for i := range values {
		sum := 0.0
		for _, v := range inner[i*patches : (i+1)*patches] {
			sum += v
		}
		values[i] = sum / float64(patches)
	}
}

// gradient writes into g the gradient of scale times the loss over the chosen samples, or over all samples if none are chosen.
func (p *pass) gradient(g, w *weights, chosen []int, scale float64) {
	clear(g.U)
	clear(g.Alpha)
	if len(chosen) == 0 {
		chosen = p.all
	}
	if len(chosen) == 0 {
		p.add(g, w, nil, scale)
	}
	for len(chosen) > 0 {
		count := min(p.size, len(chosen))
		p.add(g, w, chosen[:count], scale)
		chosen = chosen[count:]
	}
}

// add adds the gradient over at most size samples to g.
func (p *pass) add(g, w *weights, chosen []int, scale float64) {
	d, m := p.data, w.Width
	rows, y := p.gather(chosen)
	count := len(y) / d.outputs
	fit := p.forward(w, rows, count, true)
	residual := p.residual[:len(fit)]
	neural.DualTo(residual, fit, y, count, d.loss)
	dense.Scale(-scale, residual)
	places := d.blocks * count * d.patches
	values, share := p.inner[:m*places], 1/float64(d.patches)
	if d.patches > 1 {
		values = p.values[:m*d.blocks*count]
	}
	back := p.back[:count]
	for jk := range m * d.blocks {
		v, slope := values[jk*count:(jk+1)*count], p.slope[jk*count*d.patches:(jk+1)*count*d.patches]
		clear(back)
		for o := range d.outputs {
			r := residual[o*count : (o+1)*count]
			g.Alpha[jk*d.outputs+o] += dense.Dot(r, v)
			dense.Axpy(share*w.Alpha[jk*d.outputs+o], r, back)
		}
		for i, b := range back {
			for l := range d.patches {
				slope[i*d.patches+l] *= b
			}
		}
	}
	dense.MulNN(p.product, p.slope[:m*places], rows, m, d.dim, places)
	dense.Axpy(1, p.product, g.U)
}

// predict writes the outputs for all samples into fit, output by output.
func (p *pass) predict(w *weights, fit []float64) {
	d := p.data
	if p.all == nil {
		copy(fit, p.forward(w, d.rows, d.n, false))
		return
	}
	for first := 0; first < d.n; first += p.size {
		count := min(p.size, d.n-first)
		rows, _ := p.gather(p.all[first : first+count])
		part := p.forward(w, rows, count, false)
		for o := range d.outputs {
			copy(fit[o*d.n+first:], part[o*count:(o+1)*count])
		}
	}
}

// penalty returns the regulariser of the form, multiplied by beta.
func penalty(w *weights, beta float64, form Form) float64 {
	sum := 0.0
	if form == Decay {
		return beta / 2 * (dense.Dot(w.U, w.U) + dense.Dot(w.Alpha, w.Alpha))
	}
	for _, alpha := range w.Alpha {
		sum += math.Abs(alpha)
	}
	return beta * sum
}
