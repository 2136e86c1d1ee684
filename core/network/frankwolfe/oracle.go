package frankwolfe

import (
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// oracle evaluates g(u) = sum_i v_i sigma(x_i'u) = u'Qu + h'u + corner on the sphere, for the dual vector v.
type oracle struct {
	points  *points
	outputs int
	spheres []*neural.Sphere
	forms   [][]float64 // g of each block and output: the matrix M = [Q h/2; h'/2 corner], or Q
	peaks   []float64   // of each group: max s g(u)
	tops    [][]float64
	q, h    []float64 // workspace
}

func newOracle(q *points, outputs int) *oracle {
	o := &oracle{points: q, outputs: outputs, peaks: make([]float64, 2*q.blocks*outputs), q: make([]float64, q.d*q.d), h: make([]float64, q.d)}
	for range q.blocks * outputs {
		o.forms = append(o.forms, make([]float64, q.order*q.order))
		o.spheres = append(o.spheres, neural.NewSphere(q.d))
		o.tops = append(o.tops, make([]float64, q.d), make([]float64, q.d))
	}
	return o
}

// evaluate sets the peaks of all groups for the slopes -v, and returns the largest.
func (o *oracle) evaluate(slope []float64) (peak float64) {
	q := o.points
	for at, m := range o.forms {
		k, output := at/o.outputs, at%o.outputs
		q.operator.AdjointTo(m, slope[output*q.n:(output+1)*q.n], k)
		dense.Scale(-1, m)
		for i := range q.d {
			copy(o.q[i*q.d:(i+1)*q.d], m[i*q.order:])
			if q.hasTrace {
				o.h[i] = 2 * m[i*q.order+q.last()]
			}
		}
		o.spheres[at].Decompose(q.operator.Context(), o.q)
		for s := range 2 {
			g := 2*at + s
			value, u := o.spheres[at].Best(o.h, sign(g))
			copy(o.tops[g], u)
			if q.hasTrace {
				value += sign(g) * m[len(m)-1]
			}
			o.peaks[g] = value
			peak = math.Max(peak, value)
		}
	}
	return peak
}

// slack writes S = E - s M - lambda G of a group, of order p, into dst.
func (o *oracle) slack(dst []float64, g int, lambda, beta float64) {
	p := o.points.order
	copy(dst, o.forms[g/2])
	dense.Scale(-sign(g), dst)
	if !o.points.hasTrace { // E = I
		lambda = -beta
	}
	for i := range p {
		dst[i*p+i] -= lambda
	}
	if o.points.hasTrace {
		dst[p*p-1] += beta + 2*lambda
	}
}

// lowest returns the lowest eigenvalue of the slack's leading block.
func (o *oracle) lowest(g int, lambda, beta float64) float64 {
	if !o.points.hasTrace {
		lambda = -beta
	}
	return o.slope(g, 0, lambda)
}

// slope returns eigenvalue i, in ascending order, of the leading block -s Q - lambda I of the slack.
func (o *oracle) slope(g, i int, lambda float64) float64 {
	if sign(g) > 0 {
		i = o.points.d - 1 - i
	}
	return -sign(g)*o.spheres[g/2].Values()[i] - lambda
}

// descent is a new row of Y with the slope of the objective in the square of its length, which is negative.
type descent struct {
	row   []float64
	slope float64
	group int
}

// directions returns up to most rows that would lower the objective if they were added to group g, the best first. lambda is the group's
// multiplier. Only slopes below -margin count.
//
// The first row is the peak of s g itself. The leading block of the slack has the eigenvectors of Q; those with negative eigenvalues and t
// = 0 are directions of descent, because scaling the other rows restores the trace condition. A group without rows has no multiplier, and
// only the peak.
func (o *oracle) directions(g int, lambda, beta, margin float64, empty bool, most int) (found []descent) {
	q := o.points
	if o.peaks[g] <= beta+margin {
		return nil
	}
	if q.hasTrace {
		found = append(found, descent{append(slices.Clone(o.tops[g]), 1), beta - o.peaks[g], g})
		if empty {
			return found
		}
	} else {
		lambda = -beta
	}
	count := 0
	for count < o.points.d && len(found)+count < most && o.slope(g, count, lambda) < -margin {
		count++
	}
	for i, row := range o.spheres[g/2].Vectors(sign(g), count) {
		if q.hasTrace {
			row = append(row, 0)
		}
		found = append(found, descent{row, o.slope(g, i, lambda), g})
	}
	return found
}
