package gemm

import (
	"math"

	"conelab/core/numeric/parallel"
)

// panel is the width of the column blocks of a factorisation.
const panel = 32

// Cholesky overwrites the lower triangle of the symmetric a of order n, whose rows are stride apart, with its Cholesky factor L, A = L L'.
// Entries above the diagonal are not read, and are overwritten. It reports false, and leaves a unusable, if A is not positive definite. n^3/3
// multiplications and additions each, most of them in products of blocks, which run in parallel.
func Cholesky(a []float64, stride, n int, workers []Multiplier) bool {
	for j := 0; j < n; j += panel {
		wide := min(panel, n-j)
		if !factorize(a[j*stride+j:], stride, wide) {
			return false
		}
		rest := n - j - wide
		if rest == 0 {
			return true
		}
		parts := (rest + panel - 1) / panel
		below := func(part int) (from, to int) { return j + wide + part*panel, min(n, j+wide+(part+1)*panel) }
		parallel.Run(parts, func(_, part int) {
			from, to := below(part)
			for i := from; i < to; i++ {
				forward(a[j*stride+j:], stride, wide, a[i*stride+j:])
			}
		})
		// The product of the panel with itself is subtracted from the rows below. The parts are strips of rows, the longest first.
		parallel.Run(parts, func(worker, part int) {
			from, to := below(parts - 1 - part)
			workers[worker].subtract(a[from*stride+j+wide:], stride, Rows(a[from*stride+j:], stride), Columns(a[(j+wide)*stride+j:], stride),
				to-from, to-j-wide, wide)
		})
	}
	return true
}

// subtract subtracts A B from c.
func (p *Multiplier) subtract(c []float64, stride int, a, b View, m, n, k int) {
	if len(p.minus) < k {
		p.minus = make([]float64, max(k, panel))
		for i := range p.minus {
			p.minus[i] = -1
		}
	}
	p.AddTo(c, stride, a, b, p.minus[:k], m, n, k)
}

// factorize is Cholesky for one block.
func factorize(a []float64, stride, n int) bool {
	for j := range n {
		row := a[j*stride : j*stride+j+1]
		for k := range j {
			other := a[k*stride : k*stride+k+1]
			row[k] = (row[k] - dot(row[:k], other[:k])) / other[k]
		}
		pivot := row[j] - dot(row[:j], row[:j])
		if !(pivot > 0) || math.IsInf(pivot, 1) {
			return false
		}
		row[j] = math.Sqrt(pivot)
	}
	return true
}

// forward overwrites x, the right-hand side, with the solution of L y = x.
func forward(l []float64, stride, n int, x []float64) {
	for k := range n {
		row := l[k*stride : k*stride+k+1]
		x[k] = (x[k] - dot(row[:k], x[:k])) / row[k]
	}
}

// backward overwrites x, the right-hand side, with the solution of L'y = x.
func backward(l []float64, stride, n int, x []float64) {
	for k := n - 1; k >= 0; k-- {
		row := l[k*stride : k*stride+k+1]
		x[k] /= row[k]
		v := x[k]
		for i, w := range row[:k] {
			x[i] -= v * w
		}
	}
}

// SolveCholesky overwrites x, the right-hand side, with the solution of A y = x, given the factor from Cholesky.
func SolveCholesky(l []float64, stride, n int, x []float64) {
	forward(l, stride, n, x)
	backward(l, stride, n, x)
}

// SolveLower overwrites each row of b, which is m by n with rows width apart, with the solution x of L x = row, so that B becomes B L^-T. It
// runs in parallel.
func SolveLower(l []float64, stride, n int, b []float64, width, m int, workers []Multiplier) {
	const strip = 128
	parallel.Run((m+strip-1)/strip, func(worker, part int) {
		from, to := part*strip, min(m, (part+1)*strip)
		for j := 0; j < n; j += panel {
			wide := min(panel, n-j)
			if j > 0 {
				workers[worker].subtract(b[from*width+j:], width, Rows(b[from*width:], width), Columns(l[j*stride:], stride), to-from, wide, j)
			}
			for i := from; i < to; i++ {
				forward(l[j*stride+j:], stride, wide, b[i*width+j:])
			}
		}
	})
}

// dot returns x'y.
func dot(x, y []float64) float64 {
	var s0, s1, s2, s3 float64
	y = y[:len(x)]
	for len(x) >= 4 {
		u, v := (*[4]float64)(x), (*[4]float64)(y)
		s0 += u[0] * v[0]
		s1 += u[1] * v[1]
		s2 += u[2] * v[2]
		s3 += u[3] * v[3]
		x, y = x[4:], y[4:]
	}
	for i, v := range x {
		s0 += v * y[i]
	}
	return (s0 + s1) + (s2 + s3)
}
