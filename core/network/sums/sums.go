// Package sums trains dense and quadratic networks with the squared loss on the sums of their data, however many rows these have, and
// proves them optimal for all data with such sums.
//
// Training is that of package certify on as many matrices as the sums have rows (moments.Sums.Reduce). The proof is made anew from the sums
// alone. With r = y - f the residuals of the network, and w = [-z; 1] their coefficients in the monomials phi and y, for each output
//
//	cost      r'r + beta sum |alpha|,                r'r = w'M w
//	bound     2 s r'y - s^2 r'r,                     for v = 2 s r with s <= beta / max |sum_i 2 r_i sigma(x_i'u)| over |u| = 1
//
// where sum_i r_i phi(x_i) = M w makes the quadratic function of u. All of it is computed in twice the precision of a double.
//
// The sums themselves are known up to a relative error: entry ij of M up to error m_i m_j with m_i^2 = M_ii. So r'r is known up to
// error W^2, r'y up to error W m_y, and entry j of M w up to error W m_j, where W = sum |w_i| m_i. The bound is lowered by all of that, and
// by what the cost may be above its value here: the gap is that of the network on any data with these sums. Where features are far from
// zero, W is large, and so is the gap.
package sums

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
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

func (p *Problem) tolerance() float64 {
	if p.Tolerance == 0 {
		return certify.DefaultTolerance
	}
	return p.Tolerance
}

// inner is the part of the tolerance to which the problem on matrices is solved, and least the smallest such tolerance. The bound of the
// residuals is as good as the network is near the optimum, which takes the root of the gap.
const inner, least = 1e-3, 1e-13

// Reduce returns the problem on matrices in the place of rows, whose results have the proof by the sums: p must not change afterwards. An
// error is one of moments.ErrIndefinite and of sums that are not finite.
func (p *Problem) Reduce() (out certify.Problem, err error) {
	if !p.Sums.Finite() || !(p.Sums.Rows() >= 1) {
		return out, fmt.Errorf("the sums are not finite numbers of at least one row")
	}
	ctx, form := p.Context, p.form()
	if ctx == nil {
		ctx = context.Background()
	}
	samples, err := p.Sums.Reduce(ctx, form, p.Error)
	if err != nil {
		return out, err
	}
	out = certify.Problem{
		Sums: &reduction{p, samples.Operator}, Y: samples.Y, D: form.Dimension, Outputs: p.Sums.C, Sigma: p.Sigma, Beta: p.Beta,
		Tolerance: math.Max(least, inner*p.tolerance()), Context: p.Context,
	}
	if p.Quadratic {
		out.Architecture.Kind = lift.Quadratic
	}
	return out, nil
}

// reduction has the matrices in the place of the rows.
type reduction struct {
	*Problem
	matrices *lift.Operator
}

// Operator returns the matrices for work of its own.
func (r *reduction) Operator(ctx context.Context) *lift.Operator { return r.matrices.Again(ctx) }

// Proof is what the sums prove of a network.
type Proof struct {
	// Objective is its cost, Lower the bound of its residuals, lowered by what the error of the sums may do to either, and Gap their relative
	// difference. Loss is the part of the cost that is not the penalty on the weights.
	Objective, Lower, Gap, Loss float64
	// Uncertainty is by about how much the error of the sums lowered the bound.
	Uncertainty float64
	// Peak is the largest |sum 2 r_i sigma(x_i'u)| of any output, relative to beta.
	Peak float64
	// Quadratics holds g of each output for the dual vector that proves the bound: see neural.Certificate.
	Quadratics [][]float64
	// Empty is the cost of the network without neurons.
	Empty float64
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
		high, low := sphere.Extremes(g)
		peak := math.Max(high, -low)
		scale := math.Min(1, p.Beta/(peak+rounding))
		if best := r.Labels / r.Square; best < scale {
			scale = math.Max(0, best)
		}
		off := p.Error * (2*scale*w*labels + scale*scale*w*w + w*w)
		q.Loss += r.Square
		q.Lower += scale*(2*r.Labels-scale*r.Square) - off
		q.Uncertainty += off + 2*math.Abs(r.Labels)*math.Min(1, rounding/p.Beta)
		q.Peak = math.Max(q.Peak, peak/p.Beta)
		for i := range g {
			g[i] *= scale
		}
		q.Quadratics = append(q.Quadratics, g)
		q.Empty += labels * labels
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

// Prove returns a result of the reduced problem, for its beta, with the proof by the sums.
func (p *reduction) Prove(reduced *certify.Problem, found *certify.Result) *certify.Result {
	r, at := *found, *p.Problem
	at.Beta = reduced.Beta
	if math.IsInf(r.Objective, 0) || math.IsNaN(r.Objective) {
		return &r
	}
	proof, asked := at.Prove(r.Neurons), p.tolerance()
	r.Objective, r.Lower, r.Gap = proof.Objective, proof.Lower, proof.Gap
	r.Certificate.Peak, r.Certificate.Quadratics = proof.Peak*at.Beta, proof.Quadratics
	r.Samples = int(p.Sums.Rows())
	advice := ""
	if proof.Uncertainty > r.Gap*math.Abs(r.Objective)/4 {
		advice = ", since the sums are known to " + short(p.Error) + " only"
	}
	r.SetStatus(asked, proof.Empty, advice+"; features standardised as they are summed, or a larger beta, would help")
	if r.Status == certify.Failed {
		r.Message = "The sums exceed what double precision can carry; standardise the features as they are summed."
	}
	return &r
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

func short(v float64) string { return strconv.FormatFloat(v, 'g', 2, 64) }
