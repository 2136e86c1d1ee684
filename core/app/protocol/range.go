package protocol

import "math"

// Range returns the least and the largest value of a quadratic on the cube of points in d dimensions whose coordinates are at most half from those
// of the centre. Both are attained at a critical point inside, or of the quadratic restricted to a face, an edge or a corner.
func (q *Quadratic) Range(center Vec, half float64, d int) (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	faces := 1
	for range d {
		faces *= 3
	}
	for face := range faces {
		x, free := center, [3]bool{}
		for i, rest := 0, face; i < d; i, rest = i+1, rest/3 {
			x[i] += half * float64(rest%3-1)
			free[i] = rest%3 == 1
		}
		if !q.stationary(&x, free) {
			continue
		}
		inside := true
		for i := range d {
			inside = inside && math.Abs(x[i]-center[i]) <= half*(1+1e-12)
		}
		if v := q.At(x); inside {
			least, most = math.Min(least, v), math.Max(most, v)
		}
	}
	return least, most
}

// stationary sets the free coordinates of x so that the derivatives along them are zero. It reports whether there is exactly one such point; otherwise
// extreme values are attained at the boundary as well.
func (q *Quadratic) stationary(x *Vec, free [3]bool) bool {
	h := [3][3]float64{{2 * q.XX, q.XY, q.XZ}, {q.XY, 2 * q.YY, q.YZ}, {q.XZ, q.YZ, 2 * q.ZZ}}
	g := [3]float64{q.X, q.Y, q.Z}
	for i := range g { // the equation h x = -g of the free coordinates, and x = x of the others
		if !free[i] {
			h[i], g[i] = [3]float64{}, -x[i]
			h[i][i] = 1
		}
	}
	size := 0.0
	for i := range h {
		for j := range h {
			size = math.Max(size, math.Abs(h[i][j]))
		}
	}
	for i := range h { // elimination with pivots
		p := i
		for k := i + 1; k < 3; k++ {
			if math.Abs(h[k][i]) > math.Abs(h[p][i]) {
				p = k
			}
		}
		h[i], h[p], g[i], g[p] = h[p], h[i], g[p], g[i]
		if !(math.Abs(h[i][i]) > 1e-13*size) {
			return false
		}
		for k := range h {
			if k == i {
				continue
			}
			f := h[k][i] / h[i][i]
			for j := range h {
				h[k][j] -= f * h[i][j]
			}
			g[k] -= f * g[i]
		}
	}
	for i := range x {
		x[i] = -g[i] / h[i][i]
	}
	return true
}
