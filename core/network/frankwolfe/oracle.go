package frankwolfe

import (
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/gemm"
)

// oracle evaluates g(u) = sum_i v_i sigma(x_i'u) = u'Qu + h'u + corner on the sphere, for the dual vector v.
type oracle struct {
	points  *points
	outputs int
	spheres []*neural.Sphere
	full    [][]float64 // Q of each block and output
	h       [][]float64
	corner  []float64
	peaks   []float64 // of each group: max s g(u)
	tops    [][]float64
	weights []float64
	gram    gemm.WeightedGram
}

func newOracle(q *points, outputs int) *oracle {
	o := &oracle{points: q, outputs: outputs}
	for range q.blocks * outputs {
		o.full = append(o.full, make([]float64, o.points.d*o.points.d))
		o.spheres = append(o.spheres, neural.NewSphere(o.points.d))
		o.h = append(o.h, make([]float64, o.points.d))
		o.tops = append(o.tops, make([]float64, o.points.d), make([]float64, o.points.d))
	}
	o.corner = make([]float64, q.blocks*outputs)
	o.peaks = make([]float64, 2*q.blocks*outputs)
	o.weights = make([]float64, q.n*q.patches)
	return o
}

// evaluate sets the peaks of all groups for the slopes -v, and returns the largest.
func (o *oracle) evaluate(slope []float64) (peak float64) {
	for at := range o.spheres {
		k, output := at/o.outputs, at%o.outputs
		o.quadratic(at, k, slope[output*o.points.n:(output+1)*o.points.n])
		for s := range 2 {
			g := 2*at + s
			value, _, u := o.spheres[at].Best(o.h[at], sign(g))
			copy(o.tops[g], u)
			o.peaks[g] = value + sign(g)*o.corner[at]
			peak = math.Max(peak, o.peaks[g])
		}
	}
	return peak
}

// quadratic sets Q, decomposed, h and the corner of a block and output.
func (o *oracle) quadratic(at, k int, slope []float64) {
	q := o.points
	share, total := 1/float64(q.patches), 0.0
	for i, v := range slope {
		total -= v
		for l := range q.patches {
			o.weights[i*q.patches+l] = -v * share
		}
	}
	sum := o.gram.Lower(q.operator.Context(), q.x[k], q.d, q.d, o.weights)
	full := o.full[at]
	for i := range q.d {
		for j := range i + 1 {
			v := q.sigma.A * sum[i*q.d+j]
			full[i*q.d+j], full[j*q.d+i] = v, v
		}
	}
	o.spheres[at].Decompose(q.operator.Context(), full)
	clear(o.h[at])
	o.corner[at] = 0
	if q.hasTrace {
		for i, w := range o.weights {
			dense.Axpy(q.sigma.B*w, q.x[k][i*q.d:(i+1)*q.d], o.h[at])
		}
		o.corner[at] = q.sigma.C * total
	}
}

// slack writes S = E - s M - lambda G of a group, of order p, into dst.
func (o *oracle) slack(dst []float64, g int, lambda, beta float64) {
	q, s, at := o.points, sign(g), g/2
	for i := range o.points.d {
		for j, v := range o.full[at][i*o.points.d : (i+1)*o.points.d] {
			dst[i*q.order+j] = -s * v
		}
		if !q.hasTrace {
			dst[i*q.order+i] += beta
			continue
		}
		dst[i*q.order+i] -= lambda
		dst[i*q.order+q.last()] = -s * o.h[at][i] / 2
		dst[q.last()*q.order+i] = dst[i*q.order+q.last()]
	}
	if q.hasTrace {
		dst[q.order*q.order-1] = beta - s*o.corner[at] + lambda
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
