package geometry

import (
	"errors"
	"math"

	"conelab/core/dense"
	"conelab/core/neural"
)

// Positive is the positive neural spectrahedron +M(T) = { Z psd, tr Z_1 = Z_4 <= T } of matrices of order D + 1, the paper's eq.
// (neural_spectrahedron_2): the networks with weights >= 0 that sum to at most T.
type Positive struct {
	D int
	T float64
}

// Violation says how a matrix misses +M(T): each entry is zero for a member.
type Violation struct {
	// Eigenvalue is minus the least eigenvalue, Trace is |tr Z_1 - Z_4|, Excess is Z_4 - T, each zero if it does no harm.
	Eigenvalue, Trace, Excess float64
	// Asymmetry is the norm of Z's antisymmetric part.
	Asymmetry float64
}

// Max returns the largest of the violations.
func (v Violation) Max() float64 { return max(v.Eigenvalue, v.Trace, v.Excess, v.Asymmetry) }

// Violation returns by how much z misses the body. O(d^3).
func (b Positive) Violation(z []float64) Violation {
	p := order(z, b.D)
	values := make([]float64, p)
	dense.NewEigen(p).Values(append([]float64(nil), z...), values)
	return Violation{
		Eigenvalue: math.Max(0, -values[0]),
		Trace:      math.Abs(traceForm(z, p)),
		Excess:     math.Max(0, z[p*p-1]-b.T),
		Asymmetry:  asymmetry(z, p),
	}
}

// Support returns max < V, Z > over the body, T max(0, max g_V), and a neuron, of weight T or 0, whose matrix attains it.
func (b Positive) Support(v []float64) (value float64, neuron neural.Neuron) {
	order(v, b.D)
	value, neuron = extreme(v, b.D, true)
	if value <= 0 {
		neuron.Alpha = 0
		return 0, neuron
	}
	neuron.Alpha = b.T
	return b.T * value, neuron
}

// ErrNotInterior is returned for a ray that does not start inside the body.
var ErrNotInterior = errors.New("the ray must start inside the body")

// Exit returns the largest s with from + s direction in the body, +Inf if there is none.
//
// from must be positive definite, and balanced with Z_4 <= T; direction must be balanced too (a part along G is taken off). With
// from = L L' the matrix stays psd as long as I + s L^-1 D L^-T does, so s = min(-1/lambda_min(L^-1 D L^-T), (T - Z_4)/D_4) over
// those of the two that bind: exact up to the rounding of one eigenvalue.
func (b Positive) Exit(from, direction []float64) (float64, error) {
	p := order(from, b.D)
	order(direction, b.D)
	lower := append([]float64(nil), from...)
	if !dense.Cholesky(lower, p) || from[p*p-1] > b.T*(1+1e-12) || math.Abs(traceForm(from, p)) > 1e-9*norm(from) {
		return 0, ErrNotInterior
	}
	way := balanced(direction, p)
	step := math.Inf(1)
	if least := congruent(lower, way, p); least < 0 {
		step = -1 / least
	}
	if rise := way[p*p-1]; rise > 0 {
		step = math.Min(step, math.Max(0, b.T-from[p*p-1])/rise)
	}
	return step, nil
}

// congruent returns the least eigenvalue of L^-1 D L^-T, L being the lower triangle of l.
func congruent(l, d []float64, p int) float64 {
	work, turned := append([]float64(nil), d...), make([]float64, p*p)
	for i := range p { // rows of D are its columns
		dense.SolveLower(l, p, work[i*p:(i+1)*p])
	}
	dense.Transpose(turned, work, p)
	for i := range p {
		dense.SolveLower(l, p, turned[i*p:(i+1)*p])
	}
	for i := range p {
		for j := range i {
			mean := (turned[i*p+j] + turned[j*p+i]) / 2
			turned[i*p+j], turned[j*p+i] = mean, mean
		}
	}
	values := make([]float64, p)
	dense.NewEigen(p).Values(turned, values)
	return values[0]
}

// Center returns (T/2) diag(1/D, ..., 1/D, 1): the network of all directions alike with half the weight allowed.
func (b Positive) Center() []float64 {
	p := b.D + 1
	z := make([]float64, p*p)
	for i := range b.D {
		z[i*p+i] = b.T / 2 / float64(b.D)
	}
	z[p*p-1] = b.T / 2
	return z
}

// Network returns at most D + 1 neurons with weights >= 0 whose matrix is z, by the neural decomposition: Lemma 2.1, and for T = 1 the
// convex combination of extreme points (with weight 1 - sum alpha on 0). Of a z outside the body it is the network nearby that
// neural.Decompose finds.
func (b Positive) Network(z []float64) []neural.Neuron {
	p := order(z, b.D)
	return neural.Neurons(neural.Decompose(z, p, p).Vectors, 1)
}
