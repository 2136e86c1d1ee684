// Package hardness runs the paper's section 6: training with weight decay is NP-hard, by a reduction from subset sum.
//
// Given integers a_1, ..., a_d and a target z, is there a subset with the sum z? The reduction builds n = 2d + 1 samples,
//
//	X = [ I        ]    y = [ 1/d            ]   d rows
//	    [ X_D      ]        [ (a_i/w_i)^2    ]   d rows, X_D diagonal with entries +-1, w = X_D^-T x_n
//	    [ sqrt d a']        [ (2z - sum a)^2 ]   one row x_n
//
// for the network with quadratic activation, and asks for beta -> 0 in the 2/3-norm form of weight decay (package equivalent):
//
//	minimise sum_j |alpha_j|^(2/3)   subject to   sum_j alpha_j (x_i'u_j)^2 = y_i,   |u_j| = 1.
//
// The first d rows sum to sum_j alpha_j = 1, so the optimal value is at least 1, with equality only for a single neuron (Lemma
// 6.2): alpha = 1 and u_k^2 = 1/d, so u = e/sqrt d with signs e, and the last row says |sum_k e_k a_k| = |2z - sum a|. Then
// either {e = +1} or {e = -1} has the sum z. So the value is 1 if and only if the subset exists, and Instance.decode reads the
// subset from u.
//
// With the l1 norm, sum |alpha|, the same data give a convex program, which does not decide the question: its value is 1 for nearly every
// instance, whether the answer is yes or no (Instance.relax).
//
// Departures from the paper's text, whose construction this is:
//   - For a_i = 0, (a_i/w_i)^2 is 0/0. For every other a_i its value is 1/d, as in the first rows, and 1/d is used here.
//   - Rows d+1 to 2d therefore repeat rows 1 to d up to sign, and do not change the problem.
//   - The reduction is from subset sum (the paper says "to"), the simplex constraint misses the factor alpha_j where it is first
//     written, and the last label of direction 2 is y_(d+1), not y_(i+1).
//   - Lemma 6.2 needs no convexity of its set.
//   - sqrt d is irrational; in exact arithmetic, with e = sqrt d u, the equations are e_k^2 = 1 and (sum e_k a_k)^2 = (2z - sum a)^2, all
//     in integers: Instance.decode.
package hardness

import (
	"fmt"
	"math"
)

// maxSize and maxNumber bound the input of New: solve tries 2^maxSize subsets, and the labels must be exact enough in double precision.
const (
	maxSize   = 20
	maxNumber = 1_000_000_000
)

// Instance is a subset-sum problem: does some subset of Set have the sum Target? The empty subset counts, with sum 0.
type Instance struct {
	Set    []int64
	Target int64
}

// New returns the instance, or an error that says what is wrong with it.
func New(set []int64, target int64) (Instance, error) {
	if len(set) < 1 || len(set) > maxSize {
		return Instance{}, fmt.Errorf("the set has %d integers, expected 1 to %d", len(set), maxSize)
	}
	for i, a := range set {
		if a > maxNumber || a < -maxNumber {
			return Instance{}, fmt.Errorf("integer %d of the set is %d, expected -%d to %d", i+1, a, maxNumber, maxNumber)
		}
	}
	if limit := int64(maxSize * maxNumber); target > limit || target < -limit {
		return Instance{}, fmt.Errorf("the target is %d, expected -%d to %d", target, limit, limit)
	}
	return Instance{Set: set, Target: target}, nil
}

// sum returns sum a.
func (in Instance) sum() int64 {
	var sum int64
	for _, a := range in.Set {
		sum += a
	}
	return sum
}

// level returns 2z - sum a, whose square is the last label.
func (in Instance) level() int64 { return 2*in.Target - in.sum() }

// training returns the reduction's data: the rows of X, with X_D = I, since the signs of X_D change nothing, and the labels. With the
// 2/3-norm they are the hard problem as beta -> 0. With the l1 norm they are the convex program that this project solves ("kind":
// "quadratic"): as beta -> 0, its optimum divided by beta increases to the value of the relaxation.
func (in Instance) training() (x [][]float64, y []float64) {
	d := len(in.Set)
	last := make([]float64, d)
	for k, a := range in.Set {
		last[k] = math.Sqrt(float64(d)) * float64(a)
	}
	for i := range 2 * d {
		row := make([]float64, d)
		row[i%d] = 1
		x, y = append(x, row), append(y, 1/float64(d)) // (a_k/w_k)^2 with w_k = sqrt d a_k
	}
	level := float64(in.level())
	return append(x, last), append(y, level*level)
}

// witness returns the neuron of a subset: u_k = 1/sqrt d for its elements, -1/sqrt d for the others, weight 1 (direction 2 of Lemma 6.3).
// If the subset has the target sum, u solves every equation of the training problem.
func (in Instance) witness(subset []int) []float64 {
	d := len(in.Set)
	u := make([]float64, d)
	for k := range u {
		u[k] = -1 / math.Sqrt(float64(d))
	}
	for _, k := range subset {
		u[k] = -u[k]
	}
	return u
}

// decode returns the subset encoded in a neuron u, {u_k > 0} or its complement (direction 1 of Lemma 6.3), whichever has the target sum,
// and whether one of them has, checked in integers. It uses only the signs of u.
func (in Instance) decode(u []float64) (subset []int, yes bool) {
	for _, positive := range [2]bool{true, false} {
		subset = []int{}
		var sum int64
		for k, a := range in.Set {
			if u[k] > 0 == positive {
				subset = append(subset, k)
				sum += a
			}
		}
		if sum == in.Target {
			return subset, true
		}
	}
	return nil, false
}

// solve returns the indices of a subset with the target sum, ascending, and whether there is one. It tries all 2^d subsets.
func (in Instance) solve() (subset []int, yes bool) {
	for bits := range uint64(1) << len(in.Set) {
		list := indices(bits, len(in.Set))
		var sum int64
		for _, k := range list {
			sum += in.Set[k]
		}
		if sum == in.Target {
			return list, true
		}
	}
	return nil, false
}

// indices returns the places of the ones among d bits.
func indices(bits uint64, d int) []int {
	list := []int{}
	for k := range d {
		if bits>>k&1 == 1 {
			list = append(list, k)
		}
	}
	return list
}

// Report is the complete result for one instance, and the document that the command writes.
type Report struct {
	Format string  `json:"format"`
	Set    []int64 `json:"set"`
	Target int64   `json:"target"`
	// X and Y are the training data of a network with quadratic activation.
	X [][]float64 `json:"x"`
	Y []float64   `json:"y"`
	// Exists says whether some subset has the target sum. If so, Subset holds its indices and Elements its integers, Witness is the neuron
	// u that fits the data alone, which is checked in integers.
	Exists   bool      `json:"exists"`
	Subset   []int     `json:"subset,omitempty"`
	Elements []int64   `json:"elements,omitempty"`
	Witness  []float64 `json:"witness,omitempty"`
	// Relaxation is the convex program on the same data: sum |alpha| instead of sum |alpha|^(2/3).
	Relaxation Relaxation `json:"relaxation"`
}

// Run builds, decides and verifies an instance.
func Run(in Instance) *Report {
	r := &Report{Format: "conelab/hardness/1", Set: in.Set, Target: in.Target, Relaxation: in.relax()}
	r.X, r.Y = in.training()
	found, yes := in.solve()
	if !yes {
		return r
	}
	r.Witness = in.witness(found)
	r.Subset, r.Exists = in.decode(r.Witness)
	for _, i := range r.Subset {
		r.Elements = append(r.Elements, in.Set[i])
	}
	return r
}

// Relaxation is the convex program on the reduction's data, min |Z|_* subject to x_i'Z x_i = y_i: the l1 norm instead of the 2/3-norm.
type Relaxation struct {
	// Attained says that its value is 1, as it is if a subset exists; otherwise the value is larger.
	Attained bool `json:"attained"`
	// Least and Most bound the values of (x_n'u)^2 in the relaxation with psd Z: its value is 1 if and only if the last label (2z - sum
	// a)^2 lies between them.
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
}

// relax computes the relaxation in closed form.
//
// The first d rows say Z_kk = 1/d. So |Z|_* >= tr Z = 1, with equality for psd Z: R = d Z is a correlation matrix, and the last row says
// a'R a = (2z - sum a)^2. Over the correlation matrices a'R a takes the values of an interval. Its upper end is (sum |a|)^2, at R = s s'
// with s the signs of a. Its lower end is (2 max|a| - sum|a|)^2 if 2 max|a| > sum|a|, at the signs that set the largest against all others.
// Otherwise it is 0: sides of lengths |a_k| that satisfy the polygon inequality form a closed polygon, and R is the Gram matrix of its
// directions, of rank two. Between the ends R is a convex combination. So the relaxation has the value 1 whenever the target is not too far
// off, whether or not a subset exists; where its value is not 1, it proves that none does.
func (in Instance) relax() Relaxation {
	total, longest := 0.0, 0.0
	for _, a := range in.Set {
		total, longest = total+math.Abs(float64(a)), math.Max(longest, math.Abs(float64(a)))
	}
	delta, level := math.Max(0, 2*longest-total), float64(in.level())
	r := Relaxation{Least: delta * delta, Most: total * total}
	r.Attained = r.Least <= level*level && level*level <= r.Most
	return r
}
