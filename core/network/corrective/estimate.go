package corrective

import "math"

// Estimate predicts the multiplications and additions, and the memory in numbers of eight bytes, of a solve for n samples of the given blocks and
// patches, matrices of order p, and the number of outputs that the loss couples.
//
// The optimum is taken to have m = min(2p, 2 sqrt(n C)) neurons in each block, and to be found in the given number of rounds. A round
// sums a matrix of order p over the n P rows of each block, and takes its tridiagonal form; to that comes a system of order N = n P C where N
// is small, and products of X with m neurons otherwise. Memory, in numbers:
//
//	points       n K P p
//	passes       4 n K P m and 20 K m p for vectors, and the sums of the parts
//	oracle       (4 + 6 C) K p^2
//	system       (C + 1) N^2 and n P (p + 2 m); a preconditioner of K p^2 where N is large
func Estimate(n, blocks, patches, p, outputs int) (flops, numbers float64) {
	const rounds, products = 25, 60
	k, c, pf, rows := float64(blocks), float64(outputs), float64(p), float64(n*patches)
	m := math.Min(2*pf, 2*math.Sqrt(float64(n)*c))
	order := rows * c
	oracle := k*rows*pf*pf + k*c*3*pf*pf*pf
	numbers = k*rows*pf + 4*rows*k*m + (20+maxParts)*k*m*pf + (4+6*c)*k*pf*pf
	if order <= sampleLimit {
		flops = rounds * (oracle + order*order*order/3 + 2*k*c*rows*rows*(pf+3*m))
		return flops, numbers + (c+1)*order*order + rows*(pf+2*m)
	}
	// The coarse problem comes on top.
	coarse := math.Min(coarseSize*float64(patches), order)
	flops = rounds * (oracle + products*4*rows*k*pf*m + coarse*coarse*coarse/3 + 2*k*coarse*coarse*(pf+3*m))
	return flops, numbers + k*pf*pf + 3*coarse*coarse + 2*coarse*pf
}
