package sdp

import "math"

// Cost returns the multiplications of one iteration on n samples with the given outputs, blocks and order p of the matrices, if the Newton
// system is in the samples and if it is in the matrix entries. The solver uses the cheaper form.
func Cost(n, outputs, blocks, p int) (samples, entries float64) {
	rows, q, pf := float64(n*outputs), float64(p*(p+1)/2), float64(p)
	cones := float64(2 * blocks * outputs)
	gram := cones * float64(n) * float64(n) / 2
	samples = gram * math.Min(pf, q)
	cube := float64(n) * float64(n) * float64(n)
	if outputs > 1 {
		samples += (4*float64(outputs) + 1) * cube / 6
	} else {
		samples += cube / 6
	}
	m := cones * q
	entries = m*m*m/6 + cones*float64(n)*q*pf
	if momentsPay(n, outputs, blocks, p) {
		pairs, width := float64(outputs*(outputs+1)/2), float64(blocks)*q
		return samples, entries + pairs*width*width*float64(n)/2 + cones*cones*2*q*pf*pf*pf
	}
	return samples, entries + m*m*rows/2
}

// TakesMoments reports whether the cheaper form of the Newton system is the one in the entries, made of moments of the samples: nearly all of its work
// then is products of blocks.
func TakesMoments(n, outputs, blocks, p int) bool {
	samples, entries := Cost(n, outputs, blocks, p)
	return entries < samples && momentsPay(n, outputs, blocks, p)
}

// momentWork is the number of multiplications of a Gram matrix from which its moments are taken instead.
const momentWork = 5e7

// momentsPay reports whether the system takes moments.
func momentsPay(n, outputs, blocks, p int) bool {
	m := float64(2 * blocks * outputs * (p * (p + 1) / 2))
	return m*m*float64(n*outputs)/2 >= momentWork
}
