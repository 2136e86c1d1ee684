package corrective

import (
	"math"

	"conelab/core/numeric/lift"
	"conelab/core/numeric/parallel"
)

// Rows returns how many rows of X a block of a shape has: its patches, or for pooled ones as many points as stand for them.
func Rows(s lift.Shape) int {
	if s.Pooled() {
		return s.Dimension + 1
	}
	return s.Patches
}

// stand writes points in place of the patches of pooled samples. All that is computed depends on the patches x of a block only through the mean of
// [x;1][x;1]', and with m the mean of x, L L' the mean of (x - m)(x - m)' and c = 1 / sqrt(d + 1), it is the same for the d + 1 points
//
//	m + L 1   and   m + L (e_l / c - c / (1 - c) 1),   l = 1, ..., d.
//
// Interrupted, it leaves the rest zero.
func (q *points) stand(s *lift.Samples) {
	for range q.blocks {
		q.x = append(q.x, make([]float64, q.n*q.patches*q.d))
	}
	features, width := q.features[:q.d], q.patches*q.d
	parallel.Run((q.n+pollEvery-1)/pollEvery, func(_, part int) {
		w := standIn{q.d, make([]float64, q.d), make([]float64, q.d), make([]float64, q.d), make([]float64, q.d*q.d)}
		for i := part * pollEvery; i < min(q.n, (part+1)*pollEvery); i++ {
			for k := range q.blocks {
				high, low := s.Sums(i, k)
				w.load(high, low, features, s.Dimension())
				w.factorize()
				w.pointsTo(q.x[k][i*width : (i+1)*width])
			}
		}
	})
}

// standIn is the workspace for the points of one block of one sample.
type standIn struct {
	d                int
	mean, rest, ones []float64 // rest is what rounding leaves of the mean, ones is L 1
	factor           []float64 // of order d
}

// load sets the mean, and in factor the lower triangle of the mean of (x - m)(x - m)', from the sums of [x;1][x;1]' over all features: of the mean
// square and the square of the mean, which may be nearly equal, all digits are used.
func (w *standIn) load(high, low []float64, features []int, total int) {
	last := total * (total + 1) / 2
	count := high[last+total]
	for a, j := range features {
		w.mean[a] = high[last+j] / count
		w.rest[a] = (math.FMA(-w.mean[a], count, high[last+j]) + low[last+j]) / count
	}
	for a, j := range features {
		sum := high[last+j]
		for b, l := range features[:a+1] {
			at := j*(j+1)/2 + l
			product := sum * w.mean[b]
			missed := math.FMA(sum, w.mean[b], -product) + sum*w.rest[b] + low[last+j]*w.mean[b]
			w.factor[a*w.d+b] = ((high[at] - product) + (low[at] - missed)) / count
		}
	}
}

// factorize overwrites the lower triangle with its factor, with columns of zeros where it is singular.
func (w *standIn) factorize() {
	const singular = 1e-15
	d, l := w.d, w.factor
	for j := range d {
		pivot := l[j*d+j]
		least := singular * pivot
		for _, v := range l[j*d : j*d+j] {
			pivot -= v * v
		}
		root := 0.0
		if pivot > least {
			root = math.Sqrt(pivot)
		}
		l[j*d+j] = root
		for i := j + 1; i < d; i++ {
			sum := l[i*d+j]
			for k, v := range l[j*d : j*d+j] {
				sum -= v * l[i*d+k]
			}
			if l[i*d+j] = 0; root > 0 {
				l[i*d+j] = sum / root
			}
		}
	}
}

// pointsTo writes the d + 1 points.
func (w *standIn) pointsTo(dst []float64) {
	d, c := w.d, 1/math.Sqrt(float64(w.d+1))
	for a := range d {
		w.ones[a] = 0
		for _, v := range w.factor[a*d : a*d+a+1] {
			w.ones[a] += v
		}
		dst[a] = w.mean[a] + w.ones[a]
	}
	for l := range d {
		row := dst[(l+1)*d : (l+2)*d]
		for a := range row {
			row[a] = w.mean[a] - c/(1-c)*w.ones[a]
			if l <= a {
				row[a] += w.factor[a*d+l] / c
			}
		}
	}
}
