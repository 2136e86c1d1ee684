package mesh

import "math"

// Shadow2 is what a projection to three coordinates shows of the positive spectrahedron for two features, more precisely of its face
// Z_33 = 1, which is the convex hull of the neurons u = (cos t, sin t) as points of R^4,
//
//	k(t) = (cos t, sin t, cos 2t, sin 2t) = (Z_13, Z_23, Z_11 - Z_22, 2 Z_12)   of Z = [u;1][u;1]'.
//
// The rows of Frame are orthonormal. The shadow of the hull is the hull of the curve's shadow.
type Shadow2 struct{ Frame [3][4]float64 }

// Point returns the shadow of a point of R^4.
func (s Shadow2) Point(x [4]float64) (p Vec) {
	for i, row := range s.Frame {
		p[i] = row[0]*x[0] + row[1]*x[1] + row[2]*x[2] + row[3]*x[3]
	}
	return p
}

// Neuron returns the shadow of the neuron u, |u| = 1: with u_1^2 - u_2^2 and 2 u_1 u_2 for cos 2t and sin 2t.
func (s Shadow2) Neuron(u [2]float64) Vec {
	return s.Point([4]float64{u[0], u[1], (u[0] - u[1]) * (u[0] + u[1]), 2 * u[0] * u[1]})
}

// Matrix returns the shadow of z/Z_33, for z of order 3 with Z_33 > 0, row-major; of any other z, and there is none, ok is false.
//
// It is linear but for the division. So sum_j w_j [u_j;1][u_j;1]' with w_j >= 0 goes to the convex combination of the points Neuron(u_j)
// with the shares w_j / sum w. A part of z along diag(1, 1, -1), the departure from the balance tr Z_1 = Z_33, shows in the division only.
func (s Shadow2) Matrix(z []float64) (p Vec, ok bool) {
	t := level(z, 3)
	if !(t > 0) {
		return p, false
	}
	return s.Point([4]float64{(z[2] + z[6]) / (2 * t), (z[5] + z[7]) / (2 * t), (z[0] - z[4]) / t, (z[1] + z[3]) / t}), true
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
// The last five are the traceless part of u u', times sqrt 2, in an orthonormal basis, so a rotation of u turns them without changing
// their length, which is sqrt(4/3). (Balanced matrices of order 4 have nine dimensions; Z_44 = 1 leaves eight.)
//
// The rows of Frame are orthonormal.
type Shadow3 struct{ Frame [3][8]float64 }

// Steiner returns the shadow that shows a neuron at
//
//	cos(phi) (u_1, u_2, u_3) + sin(phi) (2 u_2 u_3, 2 u_1 u_3, 2 u_1 u_2):
//
// the unit ball for phi = 0, and for phi = pi/2, where u and -u fall together, the hull of Steiner's Roman surface, which touches it along
// four circles and so has four flat discs. All have the symmetries of a tetrahedron.
func Steiner(phi float64) Shadow3 {
	sin, cos := math.Sincos(phi)
	return Shadow3{[3][8]float64{{0: cos, 3: sin}, {1: cos, 4: sin}, {2: cos, 5: sin}}}
}

// Point returns the shadow of a point of R^8.
func (s Shadow3) Point(x [8]float64) (p Vec) {
	for i, row := range s.Frame {
		for k, f := range row {
			p[i] += f * x[k]
		}
	}
	return p
}

// Neuron returns the shadow of the neuron u, |u| = 1.
func (s Shadow3) Neuron(u Vec) Vec { return s.Point(traceless(u, u, u)) }

// traceless returns the three coordinates of a, and the five of the symmetric part of b c'.
func traceless(a, b, c Vec) [8]float64 {
	x, y, z := b[0]*c[0], b[1]*c[1], b[2]*c[2]
	return [8]float64{
		a[0], a[1], a[2],
		b[1]*c[2] + b[2]*c[1], b[0]*c[2] + b[2]*c[0], b[0]*c[1] + b[1]*c[0],
		x - y, (2*z - x - y) / math.Sqrt(3),
	}
}

// Matrix returns the shadow of z/Z_44, for z of order 4 with Z_44 > 0, row-major, as Shadow2.Matrix does.
func (s Shadow3) Matrix(z []float64) (p Vec, ok bool) {
	t := level(z, 4)
	if !(t > 0) {
		return p, false
	}
	return s.Point([8]float64{
		(z[3] + z[12]) / (2 * t), (z[7] + z[13]) / (2 * t), (z[11] + z[14]) / (2 * t),
		(z[6] + z[9]) / t, (z[2] + z[8]) / t, (z[1] + z[4]) / t,
		(z[0] - z[5]) / t, (2*z[10] - z[0] - z[5]) / (math.Sqrt(3) * t),
	}), true
}

// PointsTo returns the shadows of the neurons in dst, which is overwritten and grows if needed. The hull of neurons of which none on the
// sphere is farther away than the angle a falls short of the body by at most sqrt(17)/2 a^2.
func (s Shadow3) PointsTo(dst []Vec, neurons []Vec) []Vec {
	dst = dst[:0]
	for _, u := range neurons {
		dst = append(dst, s.Neuron(u))
	}
	return dst
}

// SmoothTo sets h.Smooth to the body's normals at its vertices, where h is the hull of the PointsTo of these neurons.
//
// A vertex k(u) is on the body's boundary up to the fineness of the sample, so the normal there is across the images of u's tangents:
// exact for points of the boundary. Where the surface has no tangent plane (the six ends of the Roman surface's double lines, which are
// corners of its hull), the mean of the triangles' normals, by area, stands for it, and it decides on the sign elsewhere.
func (s Shadow3) SmoothTo(h *Hull, neurons []Vec) {
	h.Smooth = append(h.Smooth[:0], h.Vertices...)
	clear(h.Smooth)
	for _, t := range h.Triangles {
		area := h.area(t)
		for _, corner := range t {
			h.Smooth[corner] = h.Smooth[corner].plus(area)
		}
	}
	for i, mean := range h.Smooth {
		normal := s.across(neurons[h.Index[i]])
		switch side := normal.dot(mean); {
		case side > 0:
			h.Smooth[i] = normal
		case side < 0:
			h.Smooth[i] = normal.times(-1)
		default:
			h.Smooth[i] = mean.unit()
		}
	}
}

// across returns a unit vector across the surface k at u, or 0 where that has no tangent plane.
func (s Shadow3) across(u Vec) Vec {
	least := 0
	for k, x := range u {
		if math.Abs(x) < math.Abs(u[least]) {
			least = k
		}
	}
	var axis Vec
	axis[least] = 1
	a := u.cross(axis).unit()
	b := u.cross(a)
	// The derivative of k at u along a has a itself and, for u u', the matrix u a' + a u'.
	x, y := s.Point(traceless(a, u, a.times(2))), s.Point(traceless(b, u, b.times(2)))
	out := x.cross(y)
	if out.norm() <= 1e-9*(x.norm()+y.norm())*(x.norm()+y.norm()) {
		return Vec{}
	}
	return out.unit()
}

// level returns the last entry of a matrix of order p.
func level(z []float64, p int) float64 {
	if len(z) != p*p {
		panic("mesh: a matrix of the wrong order")
	}
	return z[p*p-1]
}
