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
	// Diagonal holds the +-1 of X_D; nil means all +1. The answer does not depend on it.
	Diagonal []int
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

// Training is a training problem with quadratic activation and squared loss: X has n rows, Y n labels.
type Training struct {
	X    [][]float64
	Y    []float64
	Beta float64
}

// training returns the reduction's data. With the 2/3-norm it is the hard problem as beta -> 0. With the l1 norm it is the convex program
// that this project solves ("kind": "quadratic"): as beta -> 0, its optimum divided by beta increases to the value of the relaxation.
func (in Instance) training(beta float64) Training {
	d := len(in.Set)
	t := Training{Beta: beta}
	root := math.Sqrt(float64(d))
	last := make([]float64, d)
	for k, a := range in.Set {
		last[k] = root * float64(a)
	}
	for _, diagonal := range [2][]int{nil, in.Diagonal} {
		for k := range d {
			row := make([]float64, d)
			row[k] = 1
			if diagonal != nil {
				row[k] = float64(diagonal[k])
			}
			// (a_k/w_k)^2 with w_k = +-sqrt d a_k.
			t.X, t.Y = append(t.X, row), append(t.Y, 1/float64(d))
		}
	}
	level := float64(in.level())
	t.X, t.Y = append(t.X, last), append(t.Y, level*level)
	return t
}
