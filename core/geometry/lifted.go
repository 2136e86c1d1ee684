package geometry

import (
	"math"

	"conelab/core/dense"
	"conelab/core/neural"
)

// Lift returns [u;1][u;1]', the matrix of the neuron u with weight one.
func Lift(u []float64) []float64 {
	p := len(u) + 1
	z := make([]float64, p*p)
	addLifted(z, 1, u)
	return z
}

// addLifted adds alpha [u;1][u;1]' to z.
func addLifted(z []float64, alpha float64, u []float64) {
	d := len(u)
	p := d + 1
	for i, v := range u {
		for j, w := range u {
			z[i*p+j] += alpha * (v * w) // symmetric to the last bit
		}
		z[i*p+d] += alpha * v
		z[d*p+i] += alpha * v
	}
	z[d*p+d] += alpha
}

// Point is an element of the paper's R^(d^2+d+1): Matrix is d by d, Vector has length d.
type Point struct {
	Matrix, Vector []float64
	Scalar         float64
}

// Join returns the symmetric matrix [Z_1 Z_2; Z_2' Z_4] of a point. The symmetric part of Matrix is taken.
func (x Point) Join() []float64 {
	d := len(x.Vector)
	p := d + 1
	z := make([]float64, p*p)
	for i := range d {
		for j := range d {
			z[i*p+j] = (x.Matrix[i*d+j] + x.Matrix[j*d+i]) / 2
		}
		z[i*p+d], z[d*p+i] = x.Vector[i], x.Vector[i]
	}
	z[p*p-1] = x.Scalar
	return z
}

// Split returns the blocks (Z_1, Z_2, Z_4) of z, of order d + 1: the inverse of Join.
func Split(z []float64, d int) Point {
	p := d + 1
	x := Point{make([]float64, d*d), make([]float64, d), z[p*p-1]}
	for i := range d {
		copy(x.Matrix[i*d:], z[i*p:i*p+d])
		x.Vector[i] = z[i*p+d]
	}
	return x
}

// Assemble returns sum_j alpha_j [u_j;1][u_j;1]' for neurons of dimension d, weights of both signs included.
func Assemble(neurons []neural.Neuron, d int) []float64 {
	z := make([]float64, (d+1)*(d+1))
	for _, neuron := range neurons {
		addLifted(z, neuron.Alpha, neuron.U)
	}
	return z
}

// Maximum returns max g_V(u) over |u| = 1, g_V(u) = [u;1]'V[u;1], and a u that attains it: a quadratic function on a sphere, solved
// exactly by one eigendecomposition and one secular equation (neural.Sphere). O(d^3).
func Maximum(v []float64, d int) (value float64, u []float64) {
	x := Split(v, d)
	for i := range x.Vector {
		x.Vector[i] *= 2
	}
	value, u = neural.NewSphere(d).Max(x.Matrix, x.Vector)
	return value + x.Scalar, append([]float64(nil), u...)
}

// extreme returns the neuron +-1, u at which |g_V| is largest, and that value; with positive it looks for the largest g_V alone.
func extreme(v []float64, d int, positive bool) (value float64, neuron neural.Neuron) {
	value, u := Maximum(v, d)
	neuron = neural.Neuron{U: u, Alpha: 1}
	if positive {
		return value, neuron
	}
	negated := make([]float64, len(v))
	dense.Axpy(-1, v, negated)
	if low, w := Maximum(negated, d); low > value {
		return low, neural.Neuron{U: w, Alpha: -1}
	}
	return value, neuron
}

// order returns d + 1 for a matrix of (d+1)^2 entries, and panics for any other length.
func order(z []float64, d int) int {
	if len(z) != (d+1)*(d+1) {
		panic("geometry: the matrix must have (d+1)^2 entries")
	}
	return d + 1
}

// traceForm returns < G, Z > = tr Z_1 - Z_4.
func traceForm(z []float64, p int) float64 {
	sum := -z[p*p-1]
	for i := range p - 1 {
		sum += z[i*p+i]
	}
	return sum
}

// asymmetry returns the norm of the part of z that is not symmetric.
func asymmetry(z []float64, p int) float64 {
	sum := 0.0
	for i := range p {
		for j := range i {
			half := (z[i*p+j] - z[j*p+i]) / 2
			sum += 2 * half * half
		}
	}
	return math.Sqrt(sum)
}

// balanced returns z without its part along G: the nearest matrix with < G, Z > = 0, |G|^2 = p.
func balanced(z []float64, p int) []float64 {
	w := append([]float64(nil), z...)
	shift := traceForm(z, p) / float64(p)
	for i := range p - 1 {
		w[i*p+i] -= shift
	}
	w[p*p-1] += shift
	return w
}

func norm(x []float64) float64 { return math.Sqrt(dense.Dot(x, x)) }

// minus returns x - y.
func minus(x, y []float64) []float64 {
	z := append([]float64(nil), x...)
	dense.Axpy(-1, y, z)
	return z
}

// ray returns x + s y.
func ray(x []float64, s float64, y []float64) []float64 {
	z := append([]float64(nil), x...)
	dense.Axpy(s, y, z)
	return z
}

// scaled returns s x.
func scaled(s float64, x []float64) []float64 {
	z := make([]float64, len(x))
	dense.Axpy(s, x, z)
	return z
}
