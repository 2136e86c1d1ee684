package relu

import "math"

// maxDim is the largest length of a direction.
const maxDim = MaxFeatures + 1

// vector is a direction or a gradient. Elements from dim on are zero.
type vector [maxDim]float64

func (x *vector) dot(y *vector) float64 { return x[0]*y[0] + x[1]*y[1] + x[2]*y[2] + x[3]*y[3] }

func (x *vector) add(c float64, y *vector) {
	x[0] += c * y[0]
	x[1] += c * y[1]
	x[2] += c * y[2]
	x[3] += c * y[3]
}

func (x *vector) length() float64 { return math.Sqrt(x.dot(x)) }

func (x *vector) scale(c float64) {
	for k := range x {
		x[k] *= c
	}
}

// normalize scales x to length one and returns the length it had.
func (x *vector) normalize() float64 {
	length := x.length()
	x.scale(1 / length)
	return length
}

// underflow is a length below which the digits of a direction are lost.
const underflow = 0x1p-1000

// rotation is a rotation of the plane.
type rotation struct{ cos, sin float64 }

func (r rotation) apply(x, y *float64) { *x, *y = r.cos**x-r.sin**y, r.sin**x+r.cos**y }

// clearing returns the rotation that takes (x, y) to (length, 0), and the length.
func clearing(x, y float64) (r rotation, length float64) {
	length = math.Hypot(x, y)
	if length <= underflow {
		return rotation{1, 0}, length
	}
	return rotation{x / length, -y / length}, length
}
