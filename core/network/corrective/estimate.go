package corrective

import "math"

// TypicalRounds is how many rounds a solve is taken to need.
const TypicalRounds = 25

// Estimate predicts the multiplications and additions, and the memory in numbers of eight bytes, of a solve for n samples of the given blocks and
// patches, matrices of order p, and the number of outputs that the loss couples.
//
// The optimum is taken to have m = min(2p, 2 sqrt(n C)) neurons in each block, and to be found in TypicalRounds. A round
// sums a matrix of order p over the n P rows of each block, and takes its tridiagonal form; to that comes a system of order N = n P C where N
// is small (see direct), and products of X with m neurons and with L landmarks otherwise. Memory, in numbers:
//
//	points       3 n K P p, for X is laid out for both sides of products, too
//	passes       4 n K P m and 20 K m p for vectors, and the sums of the parts
//	oracle       (4 + 6 C) K p^2
//	system       (C + 1) N^2 and n P (p + 2 m)
//	landmarks    n L C, (1 + C^2) L^2, 3 n C^2 and 2 K C L P (p + 3 m)
//	directions   of conjugate residuals, two vectors of n C each
func Estimate(n, blocks, patches, p, outputs int) (flops, numbers float64) {
	const rounds, products = TypicalRounds, 60
	k, c, pf, rows := float64(blocks), float64(outputs), float64(p), float64(n*patches)
	m := math.Min(2*pf, 2*math.Sqrt(float64(n)*c))
	order := rows * c
	oracle := k*rows*pf*pf + k*c*3*pf*pf*pf
	numbers = 3*k*rows*pf + 4*rows*k*m + (20+maxParts)*k*m*pf + (4+6*c)*k*pf*pf
	if direct(n, blocks, patches, p, outputs, sampleLimit) {
		flops = rounds * (oracle + order*order*order/3 + 2*k*c*rows*rows*(pf+3*m))
		return flops, numbers + (c+1)*order*order + rows*(pf+2*m)
	}
	// With landmarks, of which few problems need the most.
	l := float64(landmarkCount(n, blocks, patches, p, outputs, landmarkMost))
	columns := rows * l * float64(patches) * (pf + 3*m)
	flops = rounds * (oracle + products*4*rows*k*pf*m + k*c*columns + float64(n)*l*l*c*c/2)
	return flops, numbers + float64(n)*l*c + (1+c*c)*l*l + 3*float64(n)*c*c + 2*k*c*l*float64(patches)*(pf+3*m) +
		2*float64(n)*c*float64(min(stepProducts, krylovLength(n*outputs)))
}
