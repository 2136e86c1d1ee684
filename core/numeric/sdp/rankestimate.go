package sdp

import "math"

// RankEstimate is what an iteration says about the ranks of the optimal matrices.
//
// The rank is decided by strict complementarity, not by a threshold on eigenvalues: along the affine direction, Z + dZ is to first
// order the optimum. In the coordinates in which Z is the identity and S a multiple of it, the eigenvalues of Z + dZ tend to one in
// the range of the optimal Z and to zero in the range of the optimal S, whatever the scales of either, and one half tells them apart.
// (These are the indicators of El-Bakry, Tapia and Zhang, SIAM Review 36 (1994), for matrices.)
type RankEstimate struct {
	// Ranks has one rank for each matrix.
	Ranks []int
	// Uncertainty is the largest distance of one of these eigenvalues from both zero and one: it tends to zero with the gap, until rounding
	// in the Newton system brings it up again.
	Uncertainty float64
	// Share is what the products < Z, S > still are of beta < E, Z >, of which they are the error: the estimate means little before it is
	// small, however small the loss makes it look.
	Share float64
}

// reset forgets everything; add takes the eigenvalues of lambda^-1/2 dZ lambda^-1/2 of matrix j, which are those of Z + dZ less one.
func (n *RankEstimate) reset(cones int) {
	if cap(n.Ranks) < cones {
		n.Ranks = make([]int, cones)
	}
	n.Ranks, n.Uncertainty = n.Ranks[:cones], 0
	clear(n.Ranks)
}

func (n *RankEstimate) add(j int, values []float64) {
	for _, v := range values {
		n.Uncertainty = math.Max(n.Uncertainty, math.Min(math.Abs(v), math.Abs(v+1)))
		if v > -0.5 {
			n.Ranks[j]++
		}
	}
}
