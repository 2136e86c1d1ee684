// Package sums trains dense and quadratic networks with the squared loss on the sums of their data, however many rows these have, and
// proves them optimal for all data with such sums.
//
// Package certify trains on matrices with the same sums (moments.Sums.Reduce). The proof is then made from the sums alone. With the
// network's residuals r = y - f, and their coefficients w = [-z; 1] in the monomials phi and y, for each output
//
//	cost      r'r + beta sum |alpha|,                r'r = w'M w
//	bound     2 s r'y - s^2 r'r,                     for v = 2 s r with s <= beta / max |sum_i 2 r_i sigma(x_i'u)| over |u| = 1
//
// where the quadratic function of u follows from sum_i r_i phi(x_i) = M w. All of it is computed in twice the precision of a double.
//
// The sums themselves are known up to a relative error: entry ij of M up to error m_i m_j with m_i^2 = M_ii. So r'r is known up to error
// W^2, r'y up to error W m_y, and entry j of M w up to error W m_j, where W = sum |w_i| m_i. The bound is lowered by all of these, and by
// as much as the true cost may exceed the computed one: the gap holds for the network on any data with these sums. Where features are far
// from zero, W is large, and so is the gap.
package sums

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/moments"
)

// Problem is the training of a network with the squared loss on sums.
type Problem struct {
	Sums *moments.Sums
	// Error is the relative error of the sums: see the package.
	Error     float64
	Quadratic bool
	// Bias adds a feature of ones to those of the sums.
	Bias  bool
	Sigma lift.Polynomial
	Beta  float64
	// Tolerance is the relative gap to certify; certify.DefaultTolerance if zero.
	Tolerance float64
	// Context ends the work early when it is canceled; nil never is.
	Context context.Context
}

func (p *Problem) form() *moments.Form { return p.Sums.NewForm(p.Sigma, p.Quadratic, p.Bias) }

func (p *Problem) tolerance() float64 { return cmp.Or(p.Tolerance, certify.DefaultTolerance) }

// inner is the part of the tolerance to which the problem on matrices is solved, and least the smallest such tolerance. The bound from the
// residuals is less accurate than the cost: its error is like the root of the network's gap. So it ends with Newton's method, always.
const inner, least = 1e-3, 1e-13

// Reduce returns the problem on matrices in place of rows. Its results are proved by the sums; p must not change afterwards. The error is
// moments.ErrIndefinite, or says that sums are not finite.
func (p *Problem) Reduce() (out certify.Problem, err error) {
	if !p.Sums.Finite() || !(p.Sums.Rows() >= 1) {
		return out, fmt.Errorf("the sums are not finite numbers of at least one row")
	}
	ctx, form := p.Context, p.form()
	if ctx == nil {
		ctx = context.Background()
	}
	matrices, y, err := p.Sums.Reduce(ctx, form, p.Error)
	if err != nil {
		return out, err
	}
	out = certify.Problem{
		Sums: &reduction{p, matrices}, Y: y, D: form.Dimension, Outputs: p.Sums.C, Sigma: p.Sigma, Beta: p.Beta,
		Tolerance: math.Max(least, inner*p.tolerance()), Context: p.Context, ExtraDigits: true,
	}
	if p.Quadratic {
		out.Architecture.Kind = lift.Quadratic
	}
	return out, nil
}

// reduction has the matrices in place of the rows.
type reduction struct {
	*Problem
	matrices *lift.Operator
}

// Operator returns the matrices for work of its own.
func (r *reduction) Operator(ctx context.Context) *lift.Operator { return r.matrices.Again(ctx) }

// Proof holds a network's cost and its bound, by the sums alone.
type Proof struct {
	// Objective is the network's cost, Lower the bound from its residuals, lowered by the possible errors of both, and Gap their relative
	// difference. Loss is the cost without the penalty on the weights.
	Objective, Lower, Gap, Loss float64
	// Uncertainty is the amount by which the error of the sums lowered the bound; the cost is known better.
	Uncertainty float64
	// Peak is the largest |sum 2 r_i sigma(x_i'u)| of any output, relative to beta.
	Peak float64
	// Quadratics holds g of each output for the dual vector that proves the bound: see neural.Certificate.
	Quadratics [][]float64
	// EmptyCost is the cost of the network without neurons.
	EmptyCost float64
}

// Prove measures a network, whose neurons have directions of length one.
func (p *Problem) Prove(neurons []neural.Neuron) *Proof {
	q, form := &Proof{}, p.form()
	sphere, weight := neural.NewSphere(form.Dimension), 0.0
	for o := range p.Sums.C {
		r := p.Sums.Residual(form, o, units(neurons, o))
		w, labels := r.Size, math.Sqrt(math.Max(0, p.Sums.Outputs(o, o)))
		g := make([]float64, form.Order*form.Order)
		rounding := p.Sums.GradientTo(g, form, r, p.Error)
		high, low := sphere.Extremes(context.Background(), g)
		peak := math.Max(high, -low)
		bound := func(peak float64) (scale, lower float64) {
			scale = math.Min(1, p.Beta/peak)
			if best := r.Labels / r.Square; best < scale {
				scale = math.Max(0, best)
			}
			return scale, scale * (2*r.Labels - scale*r.Square)
		}
		_, exact := bound(peak)
		scale, lower := bound(peak + rounding)
		off := p.Error * (2*scale*w*labels + scale*scale*w*w + w*w)
		q.Loss += r.Square
		q.Lower += lower - off
		q.Uncertainty += off + exact - lower
		q.Peak = math.Max(q.Peak, peak/p.Beta)
		for i := range g {
			g[i] *= scale
		}
		q.Quadratics = append(q.Quadratics, g)
		q.EmptyCost += labels * labels
	}
	for _, n := range neurons {
		weight += math.Abs(n.Alpha)
	}
	q.Objective = q.Loss + p.Beta*weight
	q.Gap = certify.RelativeGap(q.Objective, q.Lower)
	return q
}

// units returns the neurons of an output.
func units(neurons []neural.Neuron, output int) (list []moments.Unit) {
	for _, n := range neurons {
		if n.Output == output {
			list = append(list, moments.Unit{U: n.U, Alpha: n.Alpha})
		}
	}
	return list
}

// Prove returns a result of the reduced problem, for its beta, proved by the sums.
func (r *reduction) Prove(reduced *certify.Problem, found *certify.Result) *certify.Result {
	out, p := *found, *r.Problem
	p.Beta = reduced.Beta
	if !dense.Finite(out.Objective) {
		return &out
	}
	proof := p.Prove(out.Neurons)
	out.Objective, out.Lower, out.Gap = proof.Objective, proof.Lower, proof.Gap
	out.Certificate.Peak, out.Certificate.Quadratics = proof.Peak*p.Beta, proof.Quadratics
	out.Samples = int(p.Sums.Rows())
	advice := ""
	if proof.Uncertainty > out.Gap*math.Abs(out.Objective)/4 {
		advice = fmt.Sprintf(", since the sums are known to %.2g only", p.Error)
	}
	out.SetStatus(p.tolerance(), proof.EmptyCost, advice+"; features standardised as they are summed, or a larger beta, would help")
	if out.Status == certify.Failed {
		out.Message = "The sums are too large or too small for double precision; standardise the features as they are summed."
	}
	return &out
}

// Score returns the score of a network on the rows of the sums, without classes.
func (p *Problem) Score(neurons []neural.Neuron) *loss.Score {
	n, rest, whole, form := p.Sums.Rows(), 0.0, 0.0, p.form()
	for o := range p.Sums.C {
		sum := p.Sums.Cross(o, 0)
		rest += p.Sums.Residual(form, o, units(neurons, o)).Square
		whole += p.Sums.Outputs(o, o) - sum*sum/n
	}
	s := &loss.Score{Points: int(n), Loss: rest / n}
	s.SetErrors(rest, whole, n*float64(p.Sums.C))
	return s
}

// Without returns the sums of all folds but one.
func Without(folds []*moments.Sums, k int) *moments.Sums {
	others := moments.New(folds[k].Basis, folds[k].C)
	for l, fold := range folds {
		if l != k {
			others.Add(fold)
		}
	}
	return others
}
