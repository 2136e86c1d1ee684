package view

// window is a rectangle of the plane.
type window struct{ left, right, low, high float64 }

// contour returns the curve q = 0 in a window as pieces from a point to another, each with alternating x and y. It uses marching squares: in each cell
// of a grid the curve passes straight between sides whose ends differ in sign, at the places where q is zero if it is linear along them. With keep,
// only pieces whose midpoint it accepts are returned. Parts of the curve that lie within one cell are missed, as is the curve where q is not known.
func contour(q surface, in window, keep func(x, y float64) bool) (pieces [][]float64) {
	x := func(i int) float64 { return in.left + (in.right-in.left)*float64(i)/cells }
	y := func(j int) float64 { return in.low + (in.high-in.low)*float64(j)/cells }
	var values [cells + 1][cells + 1]float64
	for j := range values {
		for i := range values[j] {
			values[j][i] = q(x(i), y(j))
		}
	}
	for j := range cells {
		for i := range cells {
			corners := [4][2]int{{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}}
			var ends []float64
			known := true
			for k, from := range corners {
				to := corners[(k+1)%4]
				a, b := values[from[1]][from[0]], values[to[1]][to[0]]
				if known = known && a == a; (a < 0) != (b < 0) {
					t := a / (a - b)
					ends = append(ends, x(from[0])+t*(x(to[0])-x(from[0])), y(from[1])+t*(y(to[1])-y(from[1])))
				}
			}
			for k := 0; known && k+4 <= len(ends); k += 4 {
				if piece := ends[k : k+4]; keep == nil || keep((piece[0]+piece[2])/2, (piece[1]+piece[3])/2) {
					pieces = append(pieces, piece)
				}
			}
		}
	}
	return pieces
}
