package frankwolfe

import "math"

// typicalRounds is how many rounds a solve is taken to need.
const typicalRounds = 25

// Estimate predicts the multiplications and additions, and the memory in numbers of eight bytes, of a solve for n samples of the given
// blocks and patches, matrices of order p, and the number of outputs that the loss couples.
//
// The optimum is taken to have m = min(2p, 2 sqrt(n C)) neurons in each block, and to be found in typicalRounds. A round
// sums a matrix of order p over the n P rows of each block, and takes its tridiagonal form; to that come products of X with m neurons.
// Memory, in numbers:
//
//	points       3 n K P p, for X is laid out for both sides of products, too
//	passes       4 n K P m and 20 K m p for vectors, and the sums of the parts
//	oracle       (4 + 6 C) K p^2
//	directions   of conjugate residuals, two vectors of n C each
func Estimate(n, blocks, patches, p, outputs int) (flops, numbers float64) {
	const products = 100 // in a round
	k, c, pf, rows := float64(blocks), float64(outputs), float64(p), float64(n*patches)
	m := math.Min(2*pf, 2*math.Sqrt(float64(n)*c))
	flops = typicalRounds * (k*rows*pf*pf + k*c*3*pf*pf*pf + products*4*rows*k*pf*m)
	directions := 2 * float64(n) * c * float64(min(stepProducts, mostDirections(n*outputs)))
	return flops, 3*k*rows*pf + 4*rows*k*m + (20+maxParts)*k*m*pf + (4+6*c)*k*pf*pf + directions
}
