package mesh

import "math"

const (
	// fineness is the number of cells in the smallest power of two above half the extent of the points: rounding moves a coordinate by at most
	// 2^-46 of the extent. Differences are then below 2^46, so normals fit into 128 bits, determinants into 192, and both halves of a
	// difference are exact in a float64.
	fineness = 1 << 45
	// flatness is the distance, in cells, below which points count as being in a plane or on a line: at most 2^-41 of the extent. Points of
	// an oblique plane are rounded to both of its sides, by less than a cell, and so are the three points that span it.
	flatness = 16
	// noise is the rounding error that the coordinates already had, relative to the largest.
	noise = 1.0 / (1 << 49)
	// huge and tiny are the sizes beyond which the range of float64 is too small for the lattice.
	huge, tiny = 1e300, 1e-280
)

// lattice holds the points as whole numbers of cells, which float64 and int64 both represent exactly.
type lattice struct {
	at   []Vec
	flat float64 // the distance, in cells, that counts as flat
	axis int     // the coordinate of the largest extent
}

// set rounds the points to the lattice. A point with a coordinate that is not a number or is beyond huge is put on the first good point. set
// returns the index of that good point, or -1, and whether the points differ at all.
//
// The cell is a power of two and the origin a multiple of 2^45 cells. So numbers like 0, 1/2 and -1 are lattice points, their rounding errors
// vanish, and points that differ by nothing else are merged.
func (l *lattice) set(points []Vec) (first int32, differ bool) {
	first = -1
	var low, high Vec
	for i, p := range points {
		if !(p.largest() <= huge) {
			continue
		}
		if first < 0 {
			first, low, high = int32(i), p, p
		}
		for k, x := range p {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	if first < 0 {
		return first, false
	}
	half, size := 0.0, max(low.largest(), high.largest())
	for k := range low {
		if extent := high[k]/2 - low[k]/2; extent > half {
			half, l.axis = extent, k
		}
	}
	if half <= tiny || half <= size*noise {
		return first, false
	}
	_, exponent := math.Frexp(half)
	scale := math.Ldexp(1, exponent)
	cell := scale / fineness
	l.flat = max(flatness, size*noise/cell)
	var origin Vec
	for k := range origin {
		origin[k] = math.RoundToEven((low[k]/2+high[k]/2)/scale) * scale
	}
	l.at = l.at[:0]
	for _, p := range points {
		if !(p.largest() <= huge) {
			p = points[first]
		}
		for k, x := range p {
			p[k] = math.RoundToEven((x - origin[k]) / cell)
		}
		l.at = append(l.at, p)
	}
	return first, true
}

// difference returns point i minus point j in cells.
func (l *lattice) difference(i, j int32) [3]int64 {
	a, b := &l.at[i], &l.at[j]
	return [3]int64{int64(a[0] - b[0]), int64(a[1] - b[1]), int64(a[2] - b[2])}
}

// normal returns (b - a) x (c - a) of the points c[0], c[1], c[2], exactly.
func (l *lattice) normal(c [3]int32) [3]int128 {
	x, y := l.difference(c[1], c[0]), l.difference(c[2], c[0])
	return [3]int128{minor(x, y, 1, 2), minor(x, y, 2, 0), minor(x, y, 0, 1)}
}

// unitNormal returns the normal scaled to length one, accurate however thin the triangle is.
func (l *lattice) unitNormal(c [3]int32) Vec {
	n := l.normal(c)
	return Vec{n[0].float(), n[1].float(), n[2].float()}.unit()
}

// minor returns x_i y_j - x_j y_i.
func minor(x, y [3]int64, i, j int) int128 { return product(x[i], y[j]).minus(product(x[j], y[i])) }

// farthest returns the point at which size is largest, and the value there.
func (l *lattice) farthest(size func(Vec) float64) (at int32, value float64) {
	value = math.Inf(-1)
	for i, p := range l.at {
		if s := size(p); s > value {
			at, value = int32(i), s
		}
	}
	return at, value
}
