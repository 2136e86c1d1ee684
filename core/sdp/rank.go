package sdp

import "math"

// Indication is what an iteration says about the ranks of the optimal Z and Z'.
//
// The rank is decided by strict complementarity, not by a threshold on eigenvalues: along the affine direction, Z + dZ is to first
// order the optimum. In the coordinates in which Z is the identity and S a multiple of it, the eigenvalues of Z + dZ tend to one in
// the range of the optimal Z and to zero in the range of the optimal S, whatever the scales of either, and one half tells them apart.
// (These are the indicators of El-Bakry, Tapia and Zhang, SIAM Review 36 (1994), for matrices.)
type Indication struct {
	Ranks [2]int
	// Doubt is the largest distance of one of these eigenvalues from both zero and one: it tends to zero with the gap, until rounding
	// in the Newton system brings it up again.
	Doubt float64
}

// indicate reads the indication off the eigenvalues of lambda^-1/2 dZ lambda^-1/2, which the step length of the affine direction has
// just computed: they are those of Z + dZ less one.
func (s *Solver) indicate() (now Indication) {
	for k, c := range s.cones {
		for _, v := range c.values {
			now.Doubt = math.Max(now.Doubt, math.Min(math.Abs(v), math.Abs(v+1)))
			if v > -0.5 {
				now.Ranks[k]++
			}
		}
	}
	return now
}
