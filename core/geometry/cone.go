package geometry

import (
	"math"

	"conelab/core/dense"
	"conelab/core/neural"
)

// Cone is the neural cone C_2^1 of section 2, { alpha [u;1][u;1]' : |u| = 1 } in the symmetric matrices of order D + 1: all networks
// of one neuron. It is closed and, for D > 1 or weights of both signs, not convex. With Positive only alpha >= 0 counts.
type Cone struct {
	D        int
	Positive bool
}

// Project returns the neuron nearest to z and the distance |z - alpha [u;1][u;1]'|.
//
// Since |[u;1][u;1]'| = |u|^2 + 1 = 2,
//
//	|Z - alpha [u;1][u;1]'|^2 = |Z|^2 - 2 alpha g_Z(u) + 4 alpha^2,
//
// least at alpha = g_Z(u)/4, where it is |Z|^2 - g_Z(u)^2/4. So u maximises |g_Z| on the sphere (g_Z itself with Positive, and where
// g_Z < 0 everywhere the nearest point is 0). The maximiser need not be unique: the cone is not convex.
func (c Cone) Project(z []float64) (neuron neural.Neuron, distance float64) {
	order(z, c.D)
	value, neuron := extreme(z, c.D, c.Positive)
	if value < 0 { // only with Positive
		value = 0
	}
	neuron.Alpha *= value / 4
	back := append([]float64(nil), z...)
	addLifted(back, -neuron.Alpha, neuron.U)
	return neuron, norm(back)
}

// Contains reports whether z is within tolerance |z| of the cone, and how far off it is relative to |z|.
func (c Cone) Contains(z []float64, tolerance float64) (inside bool, violation float64) {
	size := norm(z)
	if size == 0 {
		return true, 0
	}
	_, distance := c.Project(z)
	return distance <= tolerance*size, distance / size
}

// ContainsPoint is Contains for the paper's triple (u u' alpha, u alpha, alpha); an asymmetric Matrix counts as a violation.
func (c Cone) ContainsPoint(x Point, tolerance float64) (inside bool, violation float64) {
	z := x.Join()
	size := norm(z)
	skew := asymmetry(x.Matrix, c.D)
	if size == 0 {
		return skew == 0, skew
	}
	_, distance := c.Project(z)
	violation = math.Hypot(distance, skew) / size
	return violation <= tolerance, violation
}

// Support returns sup < V, . > over the cone: 0 or +Inf. It is 0 when g_V <= 0 on the sphere (Positive), or g_V = 0 there, which
// says that V is a multiple of G; tolerance, relative to |V|, decides.
func (c Cone) Support(v []float64, tolerance float64) float64 {
	order(v, c.D)
	if value, _ := extreme(v, c.D, c.Positive); value > tolerance*norm(v) {
		return math.Inf(1)
	}
	return 0
}

// Form returns g_V(u) = [u;1]'V[u;1] = < V, [u;1][u;1]' >.
func Form(v, u []float64) float64 {
	d := len(u)
	p := order(v, d)
	sum := v[p*p-1]
	for i, x := range u {
		sum += x * (dense.Dot(v[i*p:i*p+d], u) + 2*v[i*p+d])
	}
	return sum
}
