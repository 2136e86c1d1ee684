package hardness

import (
	"fmt"
	"math"
)

// maxSize and maxNumber bound the input of New: Solve stores 2^(maxSize/2) sums, and the labels must be exact enough in double precision.
const (
	maxSize   = 40
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
