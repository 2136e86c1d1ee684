package mesh

import "math"

// Vec is a point or vector of R^3.
type Vec [3]float64

func (a Vec) minus(b Vec) Vec { return Vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (a Vec) plus(b Vec) Vec { return Vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

func (a Vec) times(s float64) Vec { return Vec{s * a[0], s * a[1], s * a[2]} }

func (a Vec) dot(b Vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a Vec) cross(b Vec) Vec {
	return Vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func (a Vec) norm() float64 { return math.Sqrt(a.dot(a)) }

// largest returns max |a_i|.
func (a Vec) largest() float64 { return max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2])) }

// unit returns a/|a|, and 0 for 0. It divides by the largest entry first: squares of lattice normals would still fit, those of a
// caller's vectors need not.
func (a Vec) unit() Vec {
	size := a.largest()
	if size == 0 {
		return a
	}
	a = Vec{a[0] / size, a[1] / size, a[2] / size}
	return a.times(1 / a.norm())
}
