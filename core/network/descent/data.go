package descent

import (
	"context"
	"math"

	"conelab/core/network/certify"
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
	// moments: in place of its patches, a block of a sample has the dim rows of R, with R'R the mean of x x', and the mean of x.
	moments bool
}

// NewData prepares p for networks with the given activation. If it is nil, the activation is p's polynomial (for quadratic networks, the square).
//
// The mean of a polynomial over many patches depends only on their first two moments: a u'Su + b m'u + c. It is computed from those where that is
// less work. Automatic differentiation does not have this advantage.
func NewData(p *certify.Problem, activation *Activation) *Data {
	sigma := p.Sigma
	if p.Architecture.Kind == lift.Quadratic {
		sigma = lift.Activation{A: 1}
	}
	return newData(p, p.Architecture.Unpooled(context.Background(), sigma, p.X, p.Samples(), p.D), p.Y, sigma, activation)
}

// With returns the data of other labelled samples, such as test samples, with the same architecture, activation, loss and beta. x is n by d of p, and
// y has n labels for each output, output by output.
func (d *Data) With(p *certify.Problem, x, y []float64) *Data {
	sigma := d.curve.polynomial
	return newData(p, p.Architecture.Unpooled(context.Background(), sigma, x, len(y)/d.outputs, p.D), y, sigma, d.curve.other)
}

func newData(p *certify.Problem, s *lift.Samples, y []float64, sigma lift.Activation, activation *Activation) *Data {
	d := &Data{
		n: s.Len(), outputs: max(1, p.Outputs), blocks: s.Blocks(), patches: s.Patches(), dim: s.Dimension(),
		loss: p.Loss, beta: p.Beta, curve: curve{sigma, activation}, y: y,
	}
	if activation == nil && d.patches > d.dim+1 {
		d.compress(s)
		return d
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

// compress replaces the patches by their moments.
func (d *Data) compress(s *lift.Samples) {
	qr := dense.NewQR(d.patches, d.dim)
	share := 1 / math.Sqrt(float64(d.patches))
	d.rows = make([]float64, d.blocks*d.n*(d.dim+1)*d.dim)
	at := 0
	for k := range d.blocks {
		for i := range d.n {
			mean := d.rows[at+d.dim*d.dim : at+(d.dim+1)*d.dim]
			for l := range d.patches {
				for j, v := range s.Patch(i, k, l) {
					qr.Column(j)[l] = share * v
					mean[j] += v / float64(d.patches)
				}
			}
			qr.Factorize(context.Background())
			for j := range d.dim {
				for r, v := range qr.Column(j)[:j+1] {
					d.rows[at+r*d.dim+j] = v
				}
			}
			at += (d.dim + 1) * d.dim
		}
	}
	d.patches, d.moments = d.dim+1, true
}

// Samples returns the number n of samples.
func (d *Data) Samples() int { return d.n }
