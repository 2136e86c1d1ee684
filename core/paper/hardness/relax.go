package hardness

import (
	"math"

	"conelab/core/numeric/dense"
)

// Relaxation is the convex program on the reduction's data, min |Z|_* subject to x_i'Z x_i = y_i: the l1 norm instead of the 2/3-norm.
type Relaxation struct {
	// Lower is a proved lower bound of its value. If Attained, it is the value, 1.
	Lower    float64 `json:"value"`
	Attained bool    `json:"attained"`
	// Least and Most bound the values of (x_n'u)^2 in the relaxation with psd Z: its value is 1 if and only if the last label (2z - sum
	// a)^2 lies between them.
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
}

// relax computes the value of the relaxation in closed form.
//
// The first d rows say Z_kk = 1/d. So |Z|_* >= tr Z = 1, with equality for psd Z: R = d Z is a correlation matrix, and the last row says
// a'R a = (2z - sum a)^2. Over the correlation matrices a'R a takes the values of an interval. Its upper end is (sum |a|)^2, at R = s s'
// with s the signs of a. Its lower end is (2 max|a| - sum|a|)^2 if 2 max|a| > sum|a|, at the signs that set the largest against all others.
// Otherwise it is 0: sides of lengths |a_k| that satisfy the polygon inequality form a closed polygon, and R is the Gram matrix of its
// directions, of rank two. Between the ends R is a convex combination. So the relaxation has the value 1 whenever the target is not too far
// off, whether or not a subset exists; where its value is not 1, it proves that none does.
//
// Outside the interval a dual matrix bounds the value. With b = |a| and the signs of a restored, let
//
//	N = diag(b_k sum b) - b b'                               above the upper end, excess = label - (sum b)^2
//	N = diag(-+b_k delta) + b b',  delta = 2 max b - sum b   below the lower end (- at the largest), excess = delta^2 - label
//
// N is psd, so M = I - gamma d N has spectral norm 1 for gamma = 2/(d lambda_max(N)), M is a combination of the x_i x_i', and that
// combination of the labels is 1 + gamma excess.
func (in Instance) relax() Relaxation {
	d := len(in.Set)
	sides, total, longest := make([]float64, d), 0.0, 0
	for k, a := range in.Set {
		sides[k] = math.Abs(float64(a))
		total += sides[k]
		if sides[k] > sides[longest] {
			longest = k
		}
	}
	delta := math.Max(0, 2*sides[longest]-total)
	label := float64(in.level()) * float64(in.level())
	r := Relaxation{Lower: 1, Least: delta * delta, Most: total * total}
	switch {
	case label > r.Most:
		r.Lower += (label - r.Most) * step(upperSlack(sides, total), d)
	case label < r.Least:
		r.Lower += (r.Least - label) * step(lowerSlack(sides, longest, delta), d)
	default:
		r.Attained = true
	}
	return r
}

// step returns gamma = 2/(d lambda_max(N)).
func step(n []float64, d int) float64 {
	values := make([]float64, d)
	dense.NewEigen(d).Values(n, values)
	return 2 / (float64(d) * math.Max(values[d-1], math.SmallestNonzeroFloat64))
}

func upperSlack(sides []float64, total float64) []float64 {
	n := outer(sides, sides, -1)
	for k, b := range sides {
		n[k*len(sides)+k] += b * total
	}
	return n
}

func lowerSlack(sides []float64, longest int, delta float64) []float64 {
	n := outer(sides, sides, 1)
	for k, b := range sides {
		if k == longest {
			n[k*len(sides)+k] -= b * delta
		} else {
			n[k*len(sides)+k] += b * delta
		}
	}
	return n
}

// outer returns scale x y'.
func outer(x, y []float64, scale float64) []float64 {
	z := make([]float64, len(x)*len(y))
	for i, v := range x {
		dense.Axpy(scale*v, y, z[i*len(y):(i+1)*len(y)])
	}
	return z
}
