package hardness

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Relaxation is the convex program on the reduction's data, min |Z|_* subject to x_i'Z x_i = y_i: the l1 norm instead of the 2/3-norm.
type Relaxation struct {
	// Lower is a proved lower bound of its value. If Attained, it is the value, 1.
	Lower    float64 `json:"value"`
	Attained bool    `json:"attained"`
	// Least and Most bound the values of (x_n'u)^2 in the relaxation with psd Z: its value is 1 if and only if the last label (2z - sum a)^2
	// lies between them.
	Least float64 `json:"least"`
	Most  float64 `json:"most"`

	// z is then a psd solution of order d, tr Z = 1.
	z []float64
}

// relax computes the value of the relaxation in closed form.
//
// The first d rows say Z_kk = 1/d. So |Z|_* >= tr Z = 1, with equality for psd Z: R = d Z is a correlation matrix, and the last row says a'R
// a = (2z - sum a)^2. Over the correlation matrices a'R a takes the values of an interval. Its upper end is (sum |a|)^2, at R = s s' with s
// the signs of a. Its lower end is (2 max|a| - sum|a|)^2 if 2 max|a| > sum|a|, at the signs that set the largest against all others.
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
		r.z = in.mix(sides, longest, delta, label, r)
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

// mix returns the psd Z between the two ends.
func (in Instance) mix(sides []float64, longest int, delta, label float64, r Relaxation) []float64 {
	d := len(sides)
	share := 1.0 // of the upper end
	if r.Most > r.Least {
		share = (label - r.Least) / (r.Most - r.Least)
	}
	cos, sin := make([]float64, d), make([]float64, d)
	if delta > 0 {
		for k := range cos {
			cos[k] = -1
		}
		cos[longest] = 1
	} else {
		polygon(sides, cos, sin)
	}
	sign := make([]float64, d)
	for k, a := range in.Set {
		sign[k] = 1
		if a < 0 {
			sign[k] = -1
		}
		cos[k] *= sign[k]
		sin[k] *= sign[k]
	}
	z := outer(sign, sign, share/float64(d))
	dense.Axpy((1-share)/float64(d), outer(cos, cos, 1), z)
	dense.Axpy((1-share)/float64(d), outer(sin, sin, 1), z)
	return z
}

// polygon writes unit vectors e_k of the plane with sum_k sides_k e_k = 0, for sides none of which is longer than all others together.
//
// Put each side, longest first, with the lightest of three groups, and give each group one direction: the groups' lengths obey the
// triangle inequality. The heaviest group is either one side, or its last side made it heaviest: before that it was no longer than
// one of the others, and the last side is no longer than the other one, which had got a longer side earlier.
func polygon(sides, cos, sin []float64) {
	order := make([]int, len(sides))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(sides[j], sides[i]) })
	var length [3]float64
	group := make([]int, len(sides))
	for _, k := range order {
		lightest := 0
		for g := range length {
			if length[g] < length[lightest] {
				lightest = g
			}
		}
		group[k] = lightest
		length[lightest] += sides[k]
	}
	direction := triangle(length)
	for k, g := range group {
		sin[k], cos[k] = math.Sincos(direction[g])
	}
}

// triangle returns the directions of three sides that close: the first at angle 0, the others by the law of cosines.
func triangle(length [3]float64) [3]float64 {
	a, b, c := length[0], length[1], length[2]
	inner := func(x, y, opposite float64) float64 { // the angle between sides x and y
		if x == 0 || y == 0 {
			return 0
		}
		return math.Acos(math.Max(-1, math.Min(1, (x*x+y*y-opposite*opposite)/(2*x*y))))
	}
	return [3]float64{0, math.Pi - inner(a, b, c), math.Pi + inner(a, c, b)}
}

// network returns the neurons of the relaxation's Z from its eigenvectors: they fit the labels with sum |alpha| = 1, the optimum of
// the l1 problem, but sum |alpha|^(2/3) > 1 unless Z has rank one. TwoThirds is that sum, an upper bound of the hard problem's value.
func (r Relaxation) network() (neurons []neural.Neuron, twoThirds float64) {
	if !r.Attained {
		return nil, math.Inf(1)
	}
	d := int(math.Sqrt(float64(len(r.z))))
	vectors, values := append([]float64(nil), r.z...), make([]float64, d)
	dense.NewEigen(d).Decompose(vectors, values)
	for i := d - 1; i >= 0 && values[i] > 1e-14; i-- {
		neurons = append(neurons, neural.Neuron{U: vectors[i*d : (i+1)*d], Alpha: values[i]})
		root := math.Cbrt(values[i])
		twoThirds += root * root
	}
	return neurons, twoThirds
}
