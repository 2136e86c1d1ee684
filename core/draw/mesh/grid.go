package mesh

import "math"

// Grid has directions spread over the unit sphere, and the triangles between them, counterclockwise seen from outside.
//
// It is a cube projected onto the sphere, with n by n squares of equal angles on each face. So it has all the symmetries of the cube and no
// poles, and the areas of its squares differ by a factor of at most 1.4.
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
	spread := func(i int) float64 { return math.Tan(math.Pi / 4 * float64(2*i-n) / float64(n)) } // of grid line i on a face of [-1, 1]^3
	corner := func(axis, side, i, j int) int32 {
		var at [3]int
		at[axis], at[(axis+1)%3], at[(axis+2)%3] = side*n, i, j
		k, known := number[at]
		if !known {
			k = int32(len(g.Directions))
			number[at] = k
			g.Directions = append(g.Directions, Vec{spread(at[0]), spread(at[1]), spread(at[2])}.unit())
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
