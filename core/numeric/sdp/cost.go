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

// Memory returns how many numbers the Newton system takes in the samples and in the matrix entries, by the arguments of Cost:
//
//	in the samples  n^2, or C n^2 and 2 n^2 more if C > 1
//	in the entries  m^2 + m n C with m = 2 K C q; with moments m^2 (2 + 1/C), or m^2 + m n C if they are given up and that is more
func Memory(n, outputs, blocks, p int) (samples, entries float64) {
	c, square := float64(outputs), float64(n)*float64(n)
	samples = c * square
	if outputs > 1 {
		samples += 2 * square
	}
	m := 2 * float64(blocks) * c * float64(p*(p+1)/2)
	more := m * float64(n) * c
	if momentsPay(n, outputs, blocks, p) {
		more = math.Max(more, m*m*(1+1/c))
	}
	return samples, m*m + more
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
