package mesh

import "math"

// Grid has directions spread over the unit sphere, and the triangles between them, counterclockwise seen from outside.
//
// It is a cube projected onto the sphere, with n by n squares of equal angles on each face. So it has all the symmetries of the cube and no
// poles, and the areas of its squares differ by a factor of at most 1.4. Each square is cut along the diagonal of its face that ends in two
// of the directions (1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1). These are the vertices of a tetrahedron whose six edges are lines of
// the grid, too: the elliptope's vertices and edges.
type Grid struct {
	Directions []Vec
	Triangles  [][3]int32
}

// NewGrid returns the grid of n >= 1 squares along each edge of the cube: 6n^2 + 2 directions, 12n^2 triangles.
func NewGrid(n int) *Grid {
	if n < 1 {
		panic("mesh: a grid has at least one square per face")
	}
	g := &Grid{Directions: make([]Vec, 0, 6*n*n+2), Triangles: make([][3]int32, 0, 12*n*n)}
	number := make(map[[3]int]int32, 6*n*n+2)
	corner := func(axis, side, i, j int) int32 {
		var at [3]int
		at[axis], at[(axis+1)%3], at[(axis+2)%3] = side*n, i, j
		k, known := number[at]
		if !known {
			k = int32(len(g.Directions))
			number[at] = k
			g.Directions = append(g.Directions, Vec{spread(at[0], n), spread(at[1], n), spread(at[2], n)}.unit())
		}
		return k
	}
	for axis := range 3 {
		for i := range n {
			for j := range n {
				a, b, c, d := corner(axis, 1, i, j), corner(axis, 1, i+1, j), corner(axis, 1, i+1, j+1), corner(axis, 1, i, j+1)
				g.Triangles = append(g.Triangles, [3]int32{a, b, c}, [3]int32{a, c, d})
				a, b, c, d = corner(axis, 0, i, j), corner(axis, 0, i+1, j), corner(axis, 0, i+1, j+1), corner(axis, 0, i, j+1)
				g.Triangles = append(g.Triangles, [3]int32{a, d, b}, [3]int32{d, c, b})
			}
		}
	}
	return g
}

// spread returns the coordinate of grid line i of n on a face of the cube [-1, 1]^3: the tangent of an angle between -45 and 45 degrees,
// exactly odd.
func spread(i, n int) float64 {
	switch {
	case i == 0:
		return -1
	case 2*i > n:
		return -spread(n-i, n)
	}
	return math.Tan(math.Pi / 4 * float64(2*i-n) / float64(n))
}
