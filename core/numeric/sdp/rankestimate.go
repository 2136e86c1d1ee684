package sdp

import "math"

// RankEstimate is what one iteration tells about the ranks of the optimal matrices.
//
// The rank is decided by strict complementarity, not by a threshold on eigenvalues. Along the affine direction, Z + dZ is the optimum to
// first order. In the coordinates in which Z is the identity and S a multiple of it, the eigenvalues of Z + dZ tend to one on the range of
// the optimal Z and to zero on the range of the optimal S, whatever the scales of either; a threshold of one half separates them. (These are
// the indicators of El-Bakry, Tapia and Zhang, SIAM Review 36 (1994), for matrices.)
type RankEstimate struct {
	// Ranks holds one rank for each matrix.
	Ranks []int
	// Uncertainty is the largest distance of one of these eigenvalues to the nearer of zero and one. It tends to zero with the gap, until
	// rounding in the Newton system increases it again.
	Uncertainty float64
	// Share is the sum of the products < Z, S > relative to beta < E, Z >, of which they are the error. The estimate means little until Share
	// is small, even if a large loss makes the relative gap look small.
	Share float64
}

// reset clears the estimate; add takes the eigenvalues of lambda^-1/2 dZ lambda^-1/2 of matrix j, which are those of Z + dZ minus one.
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
