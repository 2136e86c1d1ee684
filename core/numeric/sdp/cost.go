package sdp

import "math"

// Cost returns the multiplications of one iteration on n samples with the given outputs, blocks and order p of the matrices, if the Newton
// system is in the samples and if it is in the matrix entries. The solver uses the cheaper form.
func Cost(n, outputs, blocks, p int) (samples, entries float64) {
	q, pf := float64(p*(p+1)/2), float64(p)
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
	pairs, width := float64(outputs*(outputs+1)/2), float64(blocks)*q
	return samples, m*m*m/6 + cones*float64(n)*q*pf + pairs*width*width*float64(n)/2 + cones*cones*2*q*pf*pf*pf
}

// Memory returns how many numbers the Newton system takes in the samples and in the matrix entries, by the arguments of Cost:
//
//	in the samples  n^2, or C n^2 and 2 n^2 more if C > 1
//	in the entries  m^2 (2 + 1/C) with m = 2 K C q
//
// Least squares take more (see Solver.Stackable), but no problem needs them for certain.
func Memory(n, outputs, blocks, p int) (samples, entries float64) {
	c, square := float64(outputs), float64(n)*float64(n)
	samples = c * square
	if outputs > 1 {
		samples += 2 * square
	}
	m := 2 * float64(blocks) * c * float64(p*(p+1)/2)
	return samples, m * m * (2 + 1/c)
}

// TakesMoments reports whether the Newton system is in the entries, made of moments of the samples: nearly all of its work then is products of blocks.
// Where there is little work that has to be cheaper by far, since the system in the samples is the more accurate one.
func TakesMoments(n, outputs, blocks, p int) bool {
	const byFar, littleWork = 2.5, 5e7
	samples, entries := Cost(n, outputs, blocks, p)
	if m := float64(2 * blocks * outputs * (p * (p + 1) / 2)); m*m*float64(n*outputs)/2 < littleWork {
		entries *= byFar
	}
	return entries < samples
}
