package mesh

import (
	"math"
	"math/rand/v2"

	"conelab/core/network/neural"
)

// References for the pictures, each by its definition: the curve of lifted neurons in R^4 and the support function of its hull, and the
// matrix of a network.

// curveAt returns k(a) = (cos a, sin a, cos 2a, sin 2a), which is (Z_13, Z_23, Z_11 - Z_22, 2 Z_12) of Z = [u;1][u;1]', u = (cos a, sin a).
func curveAt(angle float64) [4]float64 {
	sin, cos := math.Sincos(angle)
	sin2, cos2 := math.Sincos(2 * angle)
	return [4]float64{cos, sin, cos2, sin2}
}

// curvePoint returns the point of R^4 of a balanced matrix of order 3, divided by Z_33.
func curvePoint(z []float64) [4]float64 {
	return [4]float64{z[2] / z[8], z[5] / z[8], (z[0] - z[4]) / z[8], 2 * z[1] / z[8]}
}

// curveSupport returns max_a v'k(a), the support function of the curve's hull: with u = (cos a, sin a) it is the largest value of
// v_1 u_1 + v_2 u_2 + v_3 (u_1^2 - u_2^2) + 2 v_4 u_1 u_2 on the circle, one eigendecomposition and one secular equation.
func curveSupport(v [4]float64) float64 {
	value, _ := neural.NewSphere(2).Max([]float64{v[2], v[3], v[3], -v[2]}, []float64{v[0], v[1]})
	return value
}

// assembled returns sum_j alpha_j [u_j;1][u_j;1]' for neurons of dimension d.
func assembled(neurons []neural.Neuron, d int) []float64 {
	z := make([]float64, (d+1)*(d+1))
	neural.Assemble(z, neurons, 1, 0, 0, true)
	return z
}

// frame is a projection of R^4 to three coordinates: its rows are orthonormal.
type frame [3][4]float64

// drop returns the frame that leaves out coordinate k.
func drop(k int) (f frame) {
	row := 0
	for i := range 4 {
		if i != k {
			f[row][i] = 1
			row++
		}
	}
	return f
}

// frame2 returns a random frame: drop, after rotations in all coordinate planes.
func frame2(rng *rand.Rand) frame {
	f := drop(rng.IntN(4))
	for i := range 4 {
		for j := range i {
			f = f.turn(i, j, 2*math.Pi*rng.Float64())
		}
	}
	return f
}

// turn returns the frame after a rotation of R^4 in the plane of coordinates i and j.
func (f frame) turn(i, j int, angle float64) frame {
	sin, cos := math.Sincos(angle)
	for r := range f {
		x, y := f[r][i], f[r][j]
		f[r][i], f[r][j] = cos*x+sin*y, cos*y-sin*x
	}
	return f
}

func (f frame) shadow() *Shadow {
	s := &Shadow{Features: 2}
	for i, row := range f {
		copy(s.Rows[i][:], row[:])
	}
	return s
}

// apply returns the projected point, adjoint the functional v on the picture as one on R^4.
func (f frame) apply(x [4]float64) (y Vec) {
	for r := range f {
		for i, v := range x {
			y[r] += f[r][i] * v
		}
	}
	return y
}

func (f frame) adjoint(v Vec) (x [4]float64) {
	for r := range f {
		for i := range x {
			x[i] += f[r][i] * v[r]
		}
	}
	return x
}

// Support returns max v'x over the mesh, -Inf for an empty one.
func (m *Mesh) Support(v Vec) float64 {
	value := math.Inf(-1)
	for _, vertex := range m.Vertices {
		value = max(value, v.dot(vertex))
	}
	return value
}

// Volume returns the volume inside, by the divergence theorem: the sum of det(a, b, c)/6 over the triangles, seen from one vertex.
func (m *Mesh) Volume() float64 {
	six := 0.0
	for _, t := range m.Triangles {
		origin := m.Vertices[0]
		a, b, c := m.Vertices[t[0]].minus(origin), m.Vertices[t[1]].minus(origin), m.Vertices[t[2]].minus(origin)
		six += a.dot(b.cross(c))
	}
	return six / 6
}
