package mesh

import "math"

// Elliptope makes the body of the 3 by 3 correlation matrices [1 r s; r 1 q; s q 1], times a scale:
//
//	(r, s, q),   1 + 2 r s q - r^2 - s^2 - q^2 >= 0,   |r|, |s|, |q| <= 1.
//
// It is the paper's Figure 2, right: the balanced psd matrices of d = 2 with Z_11 = Z_22 = t/2 and Z_33 = t, where the figure has t = 1, are
// those with (Z_12, Z_13, Z_23) = (r t/2, s t/sqrt 2, q t/sqrt 2). The determinant of Z is t^3/4 times the left side.
//
// It has four vertices, r, s, q = +-1 with r s q = 1, the neurons u = (+-1, +-1)/sqrt 2, and the six edges between them, which are lines of
// the grid and so exact. Elsewhere it is smooth, along the edges too. It has one vertex for each direction of the grid, with its normal.
func (m *Mesh) Elliptope(g *Grid, scale float64) {
	m.clear()
	m.Triangles = append(m.Triangles, g.Triangles...)
	for _, u := range g.Directions {
		r := u.times(reach(u))
		m.Vertices, m.Smooth = append(m.Vertices, r.times(scale)), append(m.Smooth, elliptopeNormal(r))
	}
	for _, t := range m.Triangles {
		m.Normals = append(m.Normals, m.area(t).unit())
	}
}

// elliptopeNormal returns the outward unit normal at a point of the boundary, minus the gradient: (r - s q, s - r q, q - r s). At the four
// vertices, which have no normal, the direction from 0 takes its place.
func elliptopeNormal(r Vec) Vec {
	out := Vec{r[0] - r[1]*r[2], r[1] - r[0]*r[2], r[2] - r[0]*r[1]}
	if out.largest() < 1e-12 { // a vertex, up to rounding
		out = r
	}
	return out.unit()
}

// reach returns the t > 0 for which t times the direction r, which is not 0, is on the boundary. It is accurate to a few units in the last
// place even at the vertices, where the root below is double.
//
// Scaled so that its largest correlation is 1, the direction is (1, b, c), up to order and to signs that keep the product. The boundary then
// has t <= 1. With t = 1 - x, the distance x from the face of the cube is the root in [0, 1] of
//
//	-(b-c)^2 + 2 (1 - bc + (b-c)^2) x + (4bc - 1 - (b-c)^2) x^2 - 2bc x^3,
//
// which increases up to the root. No two numbers of the same size are subtracted as b, c -> 1, where it becomes 3 x^2.
func reach(r Vec) float64 {
	size := r.largest()
	k := 0
	for math.Abs(r[k]) < size {
		k++
	}
	b, c := r[(k+1)%3]/r[k], r[(k+2)%3]/size
	return (1 - depth(b, c)) / size
}

// depth returns the root x of the polynomial above.
func depth(b, c float64) float64 {
	p, d := b*c, (b-c)*(b-c)
	rest := 1 - p
	if p > 0 {
		x, y := 1-math.Abs(b), 1-math.Abs(c)
		rest = x + y - x*y
	}
	linear, square, cube := 2*(rest+d), 4*p-1-d, -2*p
	low, high, x := 0.0, 1.0, 0.0
	for range 100 { // Newton's method, safeguarded by bisection; a handful of steps
		value := ((cube*x+square)*x+linear)*x - d
		if value == 0 {
			break
		}
		if value < 0 {
			low = x
		} else {
			high = x
		}
		next := x - value/((3*cube*x+2*square)*x+linear)
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if math.Abs(next-x) <= 0x1p-54 {
			break
		}
		x = next
	}
	return x
}
