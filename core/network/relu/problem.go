// Package relu trains two-layer networks with the activations σ(t) = t for t > 0 and σ(t) = κ t for t <= 0, of any width, to their
// certified global optimum, for one to three features: ReLU (κ = 0), leaky ReLU (0 < κ < 1) and the absolute value (κ = -1).
//
// A neuron reads z = [x; 1]: its direction u has d + 1 numbers, |u| = 1, the bias last, and f(x) = Σ_j α_j σ(z'u_j). The training problem
// and its dual, for each output separately, are
//
//	minimise  Σ_i loss(f(x_i), y_i) + β Σ_j |α_j|
//	maximise  Σ_i dual(v_i, y_i)   subject to  |g(u)| <= β for every unit u,   g(u) = Σ_i v_i σ(z_i'u).
//
// The kinks z_i'u = 0 are great circles on the sphere of directions (points for one feature, great spheres for three). They cut it into
// faces on which g is linear, so the largest |g| can be found exactly by visiting all faces; scaled by it, any v gives a true lower bound
// of the cost. A neuron on a face moves in the linear space that the face spans. There the cost is smooth, so Newton's method converges to
// the optimum once the neurons are on the right faces, those of the samples that the optimal neurons' kinks pass through. For each output
// (job.go):
//
//	repeat
//	    repeat                                                                         network.go
//	        take a Newton step: minimise the model, in which neurons may reach zero
//	            or a kink, and search along the step for a lower cost                  newton.go
//	            the dual vector v is that of the model at the end of a whole step      loss.go
//	        release neurons from kinks if s g increases away from them                 space.go
//	    until nothing changes
//	    find the local maxima of |g| for v, and by the largest the lower bound         oracle.go, arrangement.go
//	    if the gap is met: prune dependent neurons, and end                            pruning.go
//	    add the largest local maxima as neurons, or begin the next phase of the loss   loss.go
//
// Solutions are checked by brute force instead of the oracle.                            bruteforce.go
package relu

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"conelab/core/data/fault"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/exact"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// MaxFeatures is the largest number of features.
const MaxFeatures = 3

// MaxSamples returns the largest number of samples for a number of features, or 0 if that is not 1 to MaxFeatures: the oracle takes
// O(n log n) operations for one feature, O(n^2) for two, O(n^3) for three.
func MaxSamples(features int) int {
	if features < 1 || features > MaxFeatures {
		return 0
	}
	return [...]int{1000, 500, 60}[features-1]
}

// Losses are those that can be trained.
var Losses = []loss.Loss{loss.Squared, loss.Logistic, loss.Hinge}

// CheckSize reports in one sentence whether a problem is of a kind and size for which the optimum can be certified.
func CheckSize(samples, features int, of loss.Loss) error {
	switch {
	case !slices.Contains(Losses, of):
		return fmt.Errorf("the loss is %s, expected squared, logistic or hinge for a ReLU network", of)
	case features < 1 || features > MaxFeatures:
		return fmt.Errorf("there are %d features, expected one to three for the certified optimum of a ReLU network", features)
	case samples > MaxSamples(features):
		return fmt.Errorf("there are %d samples, expected at most %d with %s for the certified optimum of a ReLU network",
			samples, MaxSamples(features), fault.Count(features, "feature"))
	}
	return nil
}

// kappa returns κ of the activation of p.
func kappa(p *certify.Problem) float64 { return p.Sigma.(lift.Piecewise).Slope }

// complete returns p with its defaults, or says in one sentence why it cannot be solved.
func complete(p certify.Problem) (certify.Problem, error) {
	if err := p.ValidateData(); err != nil {
		return p, err
	}
	if err := CheckSize(p.Samples(), p.D, p.Loss); err != nil {
		return p, err
	}
	sigma, ok := p.Sigma.(lift.Piecewise)
	if !ok {
		return p, fmt.Errorf("Sigma is a %T, expected one that is piecewise linear", p.Sigma)
	}
	if k := sigma.Slope; k != -1 && !(k >= 0 && k < 1) {
		return p, fmt.Errorf("Sigma.Slope is %g, expected 0, -1, or a number between 0 and 1", k)
	}
	p.Outputs = max(1, p.Outputs)
	if p.Context == nil {
		p.Context = context.Background()
	}
	err := p.ValidateTarget()
	p.Tolerance = cmp.Or(p.Tolerance, certify.DefaultTolerance)
	return p, err
}

// A PointEvaluator evaluates networks at the points of a problem, and bounds dual vectors.
type PointEvaluator struct {
	problem certify.Problem
	oracle  oracle    // its arrangement is nil until there is a vector to bound
	v       []float64 // for each distinct point
}

// NewPointEvaluator returns the points of a problem, which must not change afterwards.
func NewPointEvaluator(p *certify.Problem) *PointEvaluator { return &PointEvaluator{problem: *p} }

// PredictTo writes f of a network into fit, output by output, in O(n D) operations for each neuron.
func (q *PointEvaluator) PredictTo(fit []float64, neurons []neural.Neuron) {
	p := &q.problem
	n := p.Samples()
	clear(fit)
	for j := range neurons {
		neuron := &neurons[j]
		to := fit[neuron.Output*n : (neuron.Output+1)*n]
		for i := range to {
			t := neuron.U[p.D]
			for k, x := range p.X[i*p.D : (i+1)*p.D] {
				t += x * neuron.U[k]
			}
			to[i] += neuron.Alpha * p.Sigma.At(t)
		}
	}
}

// Cost writes f of a network, whose directions have length one, into fit, and returns its cost.
// Unknown returns 0.
func (q *PointEvaluator) Unknown() float64 { return 0 }

func (q *PointEvaluator) Cost(fit []float64, neurons []neural.Neuron) float64 {
	p, weight := &q.problem, 0.0
	q.PredictTo(fit, neurons)
	for j := range neurons {
		weight += math.Abs(neurons[j].Alpha)
	}
	return neural.Loss(fit, p.Y, p.Samples(), p.Loss) + p.Beta*weight
}

// Bound bounds a dual vector of a problem with one output by the oracle, rounding included, in O(n^D log n) operations. It projects the
// vector onto the domain of the conjugate loss, in place.
func (q *PointEvaluator) Bound(dual []float64) (peak, lower float64, _ [][]float64) {
	p := &q.problem
	if q.oracle.arrangement == nil {
		q.oracle.arrangement, q.oracle.kappa = &arrangement{}, kappa(p)
		q.oracle.load(p)
		q.v = make([]float64, len(q.oracle.z))
	}
	neural.ProjectOntoDomain(dual, p.Y, len(p.Y), p.Loss)
	sumAt(q.v, make([]exact.Double, len(q.v)), dual, q.oracle.at)
	peak, _ = q.oracle.run(context.Background(), q.v, 0)
	return peak, neural.ScaledBound(dual, p.Y, len(p.Y), peak, p.Beta, p.Loss), nil
}
