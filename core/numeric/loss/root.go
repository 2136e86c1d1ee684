package loss

import "math"

// onStack is the number of outputs up to which SoftmaxRootTo allocates nothing.
const onStack = 16

// SoftmaxRootTo writes the symmetric square root of diag(p) - p p', row-major, into dst, for probabilities p: the Hessian of the
// softmax loss in f.
//
// The matrix is B B' with B from SoftmaxFactorTo. One-sided Jacobi rotations J make the rows of J B orthogonal. Their norms are the square
// roots of the eigenvalues, and J' holds the eigenvectors. Small probabilities keep their digits this way; they would lose them in the
// eigenvalues of the matrix itself.
func SoftmaxRootTo(dst, p []float64) {
	n := len(p)
	var squareSpace [onStack * onStack]float64
	var lineSpace [onStack]float64
	j, norms := squareSpace[:], lineSpace[:]
	if n > onStack {
		j, norms = make([]float64, n*n), make([]float64, n)
	}
	j, norms = j[:n*n], norms[:n]
	for k := range n {
		j[k*n+k] = 1
	}
	SoftmaxFactorTo(dst, p)
	orthogonalize(dst, j, n)
	for k := range n {
		norms[k] = math.Sqrt(product(dst[k*n:(k+1)*n], dst[k*n:(k+1)*n]))
	}
	for a := range n {
		for b := range a + 1 {
			total := 0.0
			for k, norm := range norms {
				total += norm * j[k*n+a] * j[k*n+b]
			}
			dst[a*n+b], dst[b*n+a] = total, total
		}
	}
}

// SoftmaxFactorTo writes B = diag(s)(I - s s'), s = sqrt(p), row-major, into b. B B' = diag(p) - p p', so B is a square root, though not a
// symmetric one. It has a closed form, which takes a fraction of the work.
func SoftmaxFactorTo(b, p []float64) {
	n := len(p)
	for r, pr := range p {
		rest := 0.0 // 1 - p_r, computed so that it does not round to zero
		for c, pc := range p {
			b[r*n+c] = -pr * math.Sqrt(pc)
			if c != r {
				rest += pc
			}
		}
		b[r*n+r] = math.Sqrt(pr) * rest
	}
}

// orthogonalize rotates pairs of rows of b, and of j in the same way, until the rows of b are orthogonal (Hestenes's one-sided Jacobi
// method).
func orthogonalize(b, j []float64, n int) {
	const sweeps, rounding = 30, 0x1p-52
	size := 0.0
	for _, v := range b {
		size = math.Max(size, math.Abs(v))
	}
	for range sweeps {
		rotated := false
		for k := range n {
			for l := range k {
				x, y := b[k*n:(k+1)*n], b[l*n:(l+1)*n]
				xx, yy, xy := product(x, x), product(y, y), product(x, y)
				// The second condition is needed because the matrix is singular: one row ends as rounding errors.
				if a := math.Abs(xy); a <= rounding*math.Sqrt(xx)*math.Sqrt(yy) || a <= rounding*rounding*size*size {
					continue
				}
				rotated = true
				zeta := (yy - xx) / (2 * xy)
				tan := math.Copysign(1/(math.Abs(zeta)+math.Hypot(1, zeta)), zeta)
				cos := 1 / math.Sqrt(1+tan*tan)
				turn(x, y, cos, cos*tan)
				turn(j[k*n:(k+1)*n], j[l*n:(l+1)*n], cos, cos*tan)
			}
		}
		if !rotated {
			return
		}
	}
}

// turn replaces x and y by cos x - sin y and sin x + cos y.
func turn(x, y []float64, cos, sin float64) {
	for i, v := range x {
		x[i], y[i] = cos*v-sin*y[i], sin*v+cos*y[i]
	}
}

func product(x, y []float64) float64 {
	total := 0.0
	for i, v := range x {
		total += v * y[i]
	}
	return total
}
