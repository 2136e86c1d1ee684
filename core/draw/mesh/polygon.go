package mesh

import (
	"cmp"
	"math"
	"slices"
)

// polygon makes the hull of points that all lie in the plane of three of them: a polygon, seen from both sides.
//
// The plane is projected along the coordinate in which its normal is largest, and the hull in the projection is exact (Andrew's monotone
// chains). The two sides are cut into triangles from two different vertices. So no diagonal occurs twice, and the mesh is a closed surface
// like any other, with V - E + F = 2.
func (h *Hull) polygon(points []Vec, corner [4]int32) {
	normal, axis := h.lattice.unitNormal([3]int32(corner[:3])), 0
	for k, x := range normal {
		if math.Abs(x) > math.Abs(normal[axis]) {
			axis = k
		}
	}
	h.chains((axis+1)%3, (axis+2)%3)
	if normal[axis] < 0 {
		normal = normal.times(-1)
	}
	for _, i := range h.order {
		h.vertex(points, i)
	}
	n := int32(len(h.order))
	for k := int32(1); k < n-1; k++ {
		h.Triangles = append(h.Triangles, [3]int32{0, k, k + 1}, [3]int32{1, (k + 2) % n, k + 1})
		h.Normals = append(h.Normals, normal, normal.times(-1))
	}
}

// chains sorts the corners of the hull in the plane of coordinates x and y, counterclockwise where y is to the left of x.
func (h *Hull) chains(x, y int) {
	at := h.lattice.at
	all := resize(h.next, len(at))
	h.next = all
	for i := range all {
		all[i] = int32(i)
	}
	slices.SortFunc(all, func(i, j int32) int {
		return cmp.Or(cmp.Compare(at[i][x], at[j][x]), cmp.Compare(at[i][y], at[j][y]))
	})
	h.order = h.order[:0]
	h.chain(all, x, y)
	slices.Reverse(all)
	h.chain(all, x, y)
}

// chain appends the corners of one side except the last, which begins the other side.
func (h *Hull) chain(sorted []int32, x, y int) {
	begin := len(h.order)
	for _, i := range sorted {
		for n := len(h.order); n >= begin+2 && h.turn(h.order[n-2], h.order[n-1], i, x, y) <= 0; n-- {
			h.order = h.order[:n-1]
		}
		h.order = append(h.order, i)
	}
	h.order = h.order[:len(h.order)-1]
}

// turn returns the sign of the turn from a via b to c, positive to the left.
func (h *Hull) turn(a, b, c int32, x, y int) int {
	return minor(h.lattice.difference(b, a), h.lattice.difference(c, a), x, y).sign()
}
