package mesh

import "math"

// Shadow2 is a projection to three dimensions of the positive spectrahedron for two features, more precisely of its face Z_33 = 1. This face
// is the convex hull of the neurons u = (cos t, sin t) as points of R^4,
//
//	k(t) = (cos t, sin t, cos 2t, sin 2t) = (Z_13, Z_23, Z_11 - Z_22, 2 Z_12)   of Z = [u;1][u;1]'.
//
// The rows of Frame are orthonormal. The shadow of the hull is the hull of the curve's shadow.
type Shadow2 struct{ Frame [3][4]float64 }

// point returns the shadow of a point of R^4.
func (s Shadow2) point(x [4]float64) (p Vec) {
	for i, row := range s.Frame {
		p[i] = row[0]*x[0] + row[1]*x[1] + row[2]*x[2] + row[3]*x[3]
	}
	return p
}

// Neuron returns the shadow of the neuron u, |u| = 1: with u_1^2 - u_2^2 and 2 u_1 u_2 for cos 2t and sin 2t.
func (s Shadow2) Neuron(u [2]float64) Vec {
	return s.point([4]float64{u[0], u[1], (u[0] - u[1]) * (u[0] + u[1]), 2 * u[0] * u[1]})
}

// Matrix returns the shadow of z/Z_33. z is of order 3, row-major, with Z_33 > 0; for any other z ok is false.
//
// It is linear except for the division. So sum_j w_j [u_j;1][u_j;1]' with w_j >= 0 maps to the convex combination of the points Neuron(u_j)
// with the weights w_j / sum w. A component of z along diag(1, 1, -1), a violation of the balance tr Z_1 = Z_33, affects only the divisor.
func (s Shadow2) Matrix(z []float64) (p Vec, ok bool) {
	t := level(z, 3)
	if !(t > 0) {
		return p, false
	}
	return s.point([4]float64{(z[2] + z[6]) / (2 * t), (z[5] + z[7]) / (2 * t), (z[0] - z[4]) / t, (z[1] + z[3]) / t}), true
}

// CurveTo returns the shadows of k(2 pi i/n), i = 0, ..., n-1, in dst, which is overwritten and grows if needed. Their hull falls short of
// the body by at most sqrt(17)/2 (pi/n)^2, as |k”| = sqrt(17): 0.00035 for n = 240.
func (s Shadow2) CurveTo(dst []Vec, n int) []Vec {
	dst = dst[:0]
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		dst = append(dst, s.Neuron([2]float64{cos, sin}))
	}
	return dst
}

// Shadow3 is the same for three features: the face Z_44 = 1 is the convex hull of the neurons u on the unit sphere as points of R^8,
//
//	k(u) = (u_1, u_2, u_3,  2 u_2 u_3, 2 u_1 u_3, 2 u_1 u_2,  u_1^2 - u_2^2,  (2 u_3^2 - u_1^2 - u_2^2)/sqrt 3).
//
// The last five are the traceless part of u u', times sqrt 2, in an orthonormal basis. So a rotation of u turns them and keeps their length,
// which is sqrt(4/3). (Balanced matrices of order 4 have nine dimensions; Z_44 = 1 leaves eight.)
//
// The rows of Frame are orthonormal.
type Shadow3 struct{ Frame [3][8]float64 }

// Steiner returns the shadow that shows a neuron at
//
//	cos(phi) (u_1, u_2, u_3) + sin(phi) (2 u_2 u_3, 2 u_1 u_3, 2 u_1 u_2):
//
// It is the unit ball for phi = 0. For phi = pi/2, where u and -u coincide, it is the hull of Steiner's Roman surface, which touches that
// hull along four circles; so the hull has four flat discs. All these bodies have the symmetries of a tetrahedron, and for tan(phi) =
// sqrt(3)/2 (40.9 degrees) the body is a tetrahedron, with the vertex u = (1, 1, 1)/sqrt 3 and those with two signs turned.
func Steiner(phi float64) Shadow3 {
	sin, cos := math.Sincos(phi)
	return Shadow3{[3][8]float64{{0: cos, 3: sin}, {1: cos, 4: sin}, {2: cos, 5: sin}}}
}

// point returns the shadow of a point of R^8.
func (s Shadow3) point(x [8]float64) (p Vec) {
	for i, row := range s.Frame {
		for k, f := range row {
			p[i] += f * x[k]
		}
	}
	return p
}

// neuron returns the shadow of the neuron u, |u| = 1.
func (s Shadow3) neuron(u Vec) Vec { return s.point(lift(u)) }

// lift returns k(u).
func lift(u Vec) [8]float64 {
	x, y, z := u[0]*u[0], u[1]*u[1], u[2]*u[2]
	return [8]float64{u[0], u[1], u[2], 2 * u[1] * u[2], 2 * u[0] * u[2], 2 * u[0] * u[1], x - y, (2*z - x - y) / math.Sqrt(3)}
}

// Matrix returns the shadow of z/Z_44, for z of order 4 with Z_44 > 0, row-major, as Shadow2.Matrix does.
func (s Shadow3) Matrix(z []float64) (p Vec, ok bool) {
	t := level(z, 4)
	if !(t > 0) {
		return p, false
	}
	return s.point([8]float64{
		(z[3] + z[12]) / (2 * t), (z[7] + z[13]) / (2 * t), (z[11] + z[14]) / (2 * t),
		(z[6] + z[9]) / t, (z[2] + z[8]) / t, (z[1] + z[4]) / t,
		(z[0] - z[5]) / t, (2*z[10] - z[0] - z[5]) / (math.Sqrt(3) * t),
	}), true
}

// pointsTo returns the shadows of the neurons in dst, which is overwritten and grows if needed. If every direction has one of the neurons
// within the angle a, their hull falls short of the body by at most sqrt(17)/2 a^2. Often most neurons are inside, and few make up a whole
// side of the body: Body chooses better ones.
func (s Shadow3) pointsTo(dst []Vec, neurons []Vec) []Vec {
	dst = dst[:0]
	for _, u := range neurons {
		dst = append(dst, s.neuron(u))
	}
	return dst
}

// level returns the last entry of a matrix of order p.
func level(z []float64, p int) float64 {
	if len(z) != p*p {
		panic("mesh: a matrix of the wrong order")
	}
	return z[p*p-1]
}
