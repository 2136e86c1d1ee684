// Package dense has the dense kernels and factorisations of the solvers: products, Cholesky, QR and eigenvalues.
//
// They are written here because Gonum's assembly is native only: in WebAssembly its Cholesky factorisation and matrix product
// take three to seven times as long as these, and for the 3 by 3 matrices of drawn data a call to LAPACK costs more than the work
// itself. Gonum is what the tests compare each kernel with.
//
// Matrices are row-major []float64 without padding. A symmetric matrix is stored in full unless stated otherwise. Only constructors
// allocate, and the first use of a workspace. The caller is responsible for lengths: a wrong one panics with Go's index error.
package dense

import "math"

// vectorLength is the length from which the assembly kernels are worth the call.
const vectorLength = 12

// Dot returns x'y. The slices must have the same length. It keeps four partial sums, so the rounding differs from that of a plain loop.
func Dot(x, y []float64) float64 {
	if vectorized && len(x) >= vectorLength {
		return dotVector(&x[0], &y[:len(x)][0], len(x))
	}
	var s0, s1, s2, s3 float64
	y = y[:len(x)]
	for len(x) >= 8 {
		// One bounds check covers eight products.
		a, b := (*[8]float64)(x), (*[8]float64)(y)
		s0 += a[0]*b[0] + a[4]*b[4]
		s1 += a[1]*b[1] + a[5]*b[5]
		s2 += a[2]*b[2] + a[6]*b[6]
		s3 += a[3]*b[3] + a[7]*b[7]
		x, y = x[8:], y[8:]
	}
	y = y[:len(x)]
	for i, v := range x {
		s0 += v * y[i]
	}
	return (s0 + s1) + (s2 + s3)
}

// Axpy adds a x to y.
func Axpy(a float64, x, y []float64) {
	if vectorized && len(x) >= vectorLength {
		axpyVector(a, &x[0], &y[:len(x)][0], len(x))
		return
	}
	y = y[:len(x)]
	for len(x) >= 8 {
		u, v := (*[8]float64)(x), (*[8]float64)(y)
		v[0] += a * u[0]
		v[1] += a * u[1]
		v[2] += a * u[2]
		v[3] += a * u[3]
		v[4] += a * u[4]
		v[5] += a * u[5]
		v[6] += a * u[6]
		v[7] += a * u[7]
		x, y = x[8:], y[8:]
	}
	y = y[:len(x)]
	for i, v := range x {
		y[i] += a * v
	}
}

// Scale multiplies y by a.
func Scale(a float64, y []float64) {
	for i := range y {
		y[i] *= a
	}
}

// turn overwrites x and y, of the same length, with c x - s y and s x + c y.
func turn(c, s float64, x, y []float64) {
	y = y[:len(x)]
	from := 0
	if vectorized && len(x) >= vectorLength {
		from = len(x) &^ 3
		rotateVector(c, s, &x[0], &y[0], from)
	}
	x, y = x[from:], y[from:]
	for len(x) >= 4 {
		u, v := (*[4]float64)(x), (*[4]float64)(y)
		u[0], v[0] = c*u[0]-s*v[0], s*u[0]+c*v[0]
		u[1], v[1] = c*u[1]-s*v[1], s*u[1]+c*v[1]
		u[2], v[2] = c*u[2]-s*v[2], s*u[2]+c*v[2]
		u[3], v[3] = c*u[3]-s*v[3], s*u[3]+c*v[3]
		x, y = x[4:], y[4:]
	}
	y = y[:len(x)]
	for i, a := range x {
		b := y[i]
		x[i], y[i] = c*a-s*b, s*a+c*b
	}
}

// subtract4 subtracts w0 x, w1 x, w2 x, w3 x from four vectors of x's length at once.
func subtract4(x []float64, w0, w1, w2, w3 float64, r0, r1, r2, r3 []float64) {
	n := len(x)
	r0, r1, r2, r3 = r0[:n], r1[:n], r2[:n], r3[:n]
	if vectorized && n >= vectorLength {
		subtract8(x, x, w0, w1, w2, w3, 0, 0, 0, 0, r0, r1, r2, r3)
		return
	}
	for i, v := range x {
		r0[i] -= w0 * v
		r1[i] -= w1 * v
		r2[i] -= w2 * v
		r3[i] -= w3 * v
	}
}

// subtract8 subtracts w x + v y, with four pairs (w, v), from four vectors of the same length as x and y at once.
func subtract8(x, y []float64, w0, w1, w2, w3, v0, v1, v2, v3 float64, r0, r1, r2, r3 []float64) {
	n := len(x)
	y, r0, r1, r2, r3 = y[:n], r0[:n], r1[:n], r2[:n], r3[:n]
	from := 0
	if vectorized && n >= vectorLength {
		from = n &^ 3
		subtract8Vector(&[8]float64{w0, w1, w2, w3, v0, v1, v2, v3}, &x[0], &y[0], &r0[0], &r1[0], &r2[0], &r3[0], from)
	}
	for i := from; i < n; i++ {
		a, b := x[i], y[i]
		r0[i] -= w0*a + v0*b
		r1[i] -= w1*a + v1*b
		r2[i] -= w2*a + v2*b
		r3[i] -= w3*a + v3*b
	}
}

// dot4 returns the inner products of x with four rows at once; all five have the same length.
func dot4(x, r0, r1, r2, r3 []float64) (s0, s1, s2, s3 float64) {
	n := len(x)
	r0, r1, r2, r3 = r0[:n], r1[:n], r2[:n], r3[:n]
	if vectorized && n >= vectorLength {
		s0, s1, s2, s3, _, _, _, _ = dot8(x, x, r0, r1, r2, r3)
		return
	}
	for i, v := range x {
		s0 += v * r0[i]
		s1 += v * r1[i]
		s2 += v * r2[i]
		s3 += v * r3[i]
	}
	return
}

// dot8 returns the inner products of two vectors with four rows each: eight sums from six loads. All have the same length.
func dot8(x, y, r0, r1, r2, r3 []float64) (s0, s1, s2, s3, t0, t1, t2, t3 float64) {
	n := len(x)
	y, r0, r1, r2, r3 = y[:n], r0[:n], r1[:n], r2[:n], r3[:n]
	from := 0
	if vectorized && n >= vectorLength {
		var out [8]float64
		from = n &^ 3
		dot8Vector(&x[0], &y[0], &r0[0], &r1[0], &r2[0], &r3[0], from, &out)
		s0, s1, s2, s3, t0, t1, t2, t3 = out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7]
	}
	for i := from; i < n; i++ {
		v, w := x[i], y[i]
		a, b, c, d := r0[i], r1[i], r2[i], r3[i]
		s0 += v * a
		s1 += v * b
		s2 += v * c
		s3 += v * d
		t0 += w * a
		t1 += w * b
		t2 += w * c
		t3 += w * d
	}
	return
}

// Resize returns x with n entries, in its own memory where that suffices; otherwise they are zero.
func Resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}

// Finite reports whether all numbers are finite.
func Finite(x ...float64) bool {
	for _, v := range x {
		if v-v != 0 { // NaN, unless v is finite
			return false
		}
	}
	return true
}

// Largest returns max |x_i|.
func Largest(x []float64) float64 {
	size := 0.0
	for _, v := range x {
		size = math.Max(size, math.Abs(v))
	}
	return size
}

// Length returns |x| without overflow.
func Length(x []float64) float64 {
	length := 0.0
	for _, v := range x {
		length = math.Hypot(length, v)
	}
	return length
}
