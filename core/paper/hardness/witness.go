package hardness

import "math"

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

// check verifies a witness exactly. Every |u_k| must round to 1/sqrt d, so that with the signs e the first 2d equations become e_k^2 = 1;
// the last becomes |sum e_k a_k| = |2z - sum a|, which is checked in integers.
func (in Instance) check(u []float64) bool {
	if len(u) != len(in.Set) {
		return false
	}
	size := 1 / math.Sqrt(float64(len(u)))
	var sum int64
	for k, a := range in.Set {
		if !(math.Abs(math.Abs(u[k])-size) <= 1e-9*size) {
			return false
		}
		if u[k] > 0 {
			sum += a
		} else {
			sum -= a
		}
	}
	return sum == in.level() || sum == -in.level()
}
