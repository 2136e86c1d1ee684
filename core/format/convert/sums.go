package convert

import (
	"context"

	"conelab/core/data/fault"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/sums"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/moments"
)

// Summed is a problem on sums: Problem has the settings, and one row, of zeros, that stands for all.
type Summed struct {
	Problem *document.Problem
	Sums    *moments.Sums
	Folds   []*moments.Sums
	Error   float64 // of the sums
}

// OfSums returns the problem on the sums of a valid document, with settings that may be changed later and have no data. It returns an error
// if no rows can have such sums.
func OfSums(d *document.Sums, settings *document.Problem) (*Summed, error) {
	total, folds, err := d.Moments()
	if err != nil {
		return nil, err
	}
	p := *settings
	p.Data = document.Data{X: [][]float64{make([]float64, total.D)}, Y: [][]float64{make([]float64, total.C)}}
	p.Columns = d.Columns()
	return &Summed{&p, total, folds, d.Error}, nil
}

// Check returns an error if the settings need the rows themselves.
func (s *Summed) Check() error {
	p, instead := s.Problem, ", which sums do not tell, expected "
	switch {
	case p.Loss != loss.Squared.String():
		return fault.New("the loss", `is "`+fault.Clip(p.Loss)+`"`+instead+`squared: train on the rows, or on sums of classes, which are numbers`)
	case p.Activation.IsPiecewise():
		return fault.New("the activation", "is "+p.Activation.Name+instead+"a polynomial: train on the rows")
	case p.Architecture.Kind == document.KindConvolutional:
		return fault.New("the architecture", "is convolutional"+instead+"dense or quadratic: train on the rows")
	case p.Stack != nil:
		return fault.New("the network", "has several layers"+instead+"one: train on the rows")
	}
	return p.Validate()
}

// Training returns the problem on the sums of all rows.
func (s *Summed) Training(ctx context.Context) *sums.Problem {
	p := s.Problem
	return &sums.Problem{
		Sums: s.Sums, Error: s.Error, Quadratic: p.Architecture.Kind == document.KindQuadratic, Bias: p.Columns != nil && p.Columns.Bias,
		Sigma: p.Activation.Polynomial(), Beta: p.Beta, Tolerance: p.Tolerance, Context: ctx,
	}
}

// Solution returns the solution document for the result of the problem; seconds is the time it took. See the function Solution.
func (s *Summed) Solution(r *certify.Result, seconds float64) *document.Solution {
	bare := *r
	bare.Certificate.Dual = make([]float64, s.Sums.C) // of the row that stands for all
	d := Solution(s.Problem, &bare, seconds)
	d.Dual, d.Sums, d.Model = nil, true, s.model()
	if !Finite(r.Objective) {
		d.Objective, d.LowerBound, d.Gap = certify.Clamp(s.Training(context.Background()).Prove(nil).Objective), 0, 1
	}
	return d
}

// model returns that of the problem, without the hash of the row that stands for all.
func (s *Summed) model() *document.Model {
	m := s.Problem.Model()
	m.DataHash = ""
	return m
}

// sumsEvaluator computes costs by the sums. There is no dual vector: the bound is proved by the network.
type sumsEvaluator struct {
	training *sums.Problem
	network  []neural.Neuron
}

func (e *sumsEvaluator) Cost(_ []float64, neurons []neural.Neuron) float64 {
	return e.training.Prove(neurons).Objective
}

func (e *sumsEvaluator) Bound([]float64) (peak, lower float64, _ [][]float64) {
	q := e.training.Prove(e.network)
	return q.Peak * e.training.Beta, q.Lower, nil
}

// CheckSolution recomputes everything that a solution claims from the sums alone. If tolerance is 0, the gap is certify.DefaultTolerance,
// and the solution must also claim to be optimal.
func (s *Summed) CheckSolution(d *document.Solution, tolerance float64) *certify.Verdict {
	problem := withoutX(s.Problem)
	problem.Y, problem.Tolerance = nil, tolerance
	claim := d.Claim()
	claim.Matrices = d.Z
	v := certify.Check(problem, &claim, &sumsEvaluator{s.Training(context.Background()), claim.Neurons})
	detail := ""
	if !d.Sums || len(d.Layers) > 0 || d.Dual != nil {
		detail = "the solution is not one of sums"
	}
	v.AddDifference("parts of the solution that a network trained on sums does not have", detail)
	if d.Model != nil {
		different, unchecked := d.Model.SumsDifference(s.model())
		v.AddDifference("parts of the solution's model that are not those of the sums", different)
		addUnchecked(v, unchecked)
	}
	if tolerance == 0 {
		checkStatus(v, d)
	}
	return v
}
