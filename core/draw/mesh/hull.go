package mesh

import (
	"math"
	"math/bits"
	"slices"
)

// Hull is the convex hull of points. It keeps its memory: Build allocates nothing once it has seen inputs of this size.
//
// It is quickhull with conflict lists: each facet knows the points above it, and the farthest is added next; the facets that it is above are
// replaced by those between it and their common boundary, the horizon. That takes O(n log n) for most inputs. The points are first rounded to
// whole multiples of 2^-28. From there on every decision is exact, and the only thing decided is on which side of a plane a point lies. So no
// input leads to a hole or a fold:
//
//   - A facet is visible from a point that is strictly above it. A point in the plane of a facet is treated as slightly below it, so the
//     visible facets form a disc as for points in general position, and the disc's boundary, the horizon, is one closed path.
//   - An edge of the horizon is never in line with the point: the facet on its visible side would then be in a plane with the point. So no
//     new facet is degenerate.
//   - A point above a removed facet but not above a new one is inside. Otherwise it would see, beside the removed facet, one that stays,
//     hence both facets at some edge of the horizon; but the normal of the new facet at that edge is a combination of theirs.
//
// Hence equal points and points on a facet need no special treatment; a point on a facet may or may not become a vertex.
type Hull struct {
	Mesh
	// Index[i] is the index of the point that is vertex i.
	Index []int32

	at      []Vec // the points, in cells of the lattice
	facets  []facet
	next    []int32 // the conflict list: the next point after this one
	start   []int32 // the new facet whose first corner is this point; later the vertex at this point
	free    []int32 // removed facets, to be used again
	pending []int32 // facets that may have conflicts
	visible []int32
	fresh   []int32
	horizon []edge
	round   int32
}

// facet is a triangle of the hull under construction.
type facet struct {
	corner [3]int32
	across [3]int32 // the facet beyond the edge from corner i to corner i+1
	normal Vec      // the outward normal (b - a) x (c - a), rounded
	first  int32    // first point of the conflict list, or none
	far    int32    // the highest point of the list, and its height times |normal|
	height float64
	mark   int32 // 2 round + 1 if the current round found the facet visible, 2 round if not
}

// edge is an edge of the horizon, directed as in the visible facet, and the facet beyond it, which stays.
type edge struct{ from, to, outer int32 }

const (
	none    = -1
	removed = -2 // as corner 0
	// limit is the largest coordinate, and fineness the number of cells in a unit. So differences of coordinates are at most 2^30, normals
	// at most 2^61, and float64 represents coordinates exactly.
	limit, fineness = 2, 1 << 28
	// flatness is the distance, in cells, up to which points count as being in a plane: they are rounded to both of its sides.
	flatness = 16
	// errorBound is more than the rounding error of a height in double precision: a sum of three products of at most 2^91, with an error of
	// less than 5u, u = 2^-53.
	errorBound = 1 << 44
)

// Build makes the hull of the points; it does not keep the slice. It is empty unless the points span a body and all their coordinates are in
// [-2, 2], as those of neurons in a picture are.
//
// Every point is inside all facets up to 2^-27. Vertices are exactly the points given. Smooth is left empty.
func (h *Hull) Build(points []Vec) {
	h.clear()
	h.Index, h.at = h.Index[:0], h.at[:0]
	for _, p := range points {
		if !(p.largest() <= limit) {
			return
		}
		h.at = append(h.at, Vec{math.RoundToEven(p[0] * fineness), math.RoundToEven(p[1] * fineness), math.RoundToEven(p[2] * fineness)})
	}
	corner, ok := h.simplex()
	if !ok {
		return
	}
	h.begin(corner)
	// First in, first out: the hull grows evenly. If one part were finished first, more facets would be made only to be removed.
	for done := 0; done < len(h.pending); done++ {
		if f := &h.facets[h.pending[done]]; f.corner[0] != removed && f.first != none {
			h.add(f.far, h.pending[done])
		}
	}
	h.finish(points)
}

// simplex returns four points that are far apart: the point farthest from the first, the one farthest from that one, from their line and from
// the plane of the three. It reports false for points in a plane. The first three corners are counterclockwise seen from outside.
func (h *Hull) simplex() (corner [4]int32, ok bool) {
	if len(h.at) == 0 {
		return corner, false
	}
	a := h.at[h.farthest(func(p Vec) float64 { return p.minus(h.at[0]).norm() })]
	corner[0] = h.farthest(func(p Vec) float64 { return p.minus(a).norm() })
	a = h.at[corner[0]]
	corner[1] = h.farthest(func(p Vec) float64 { return p.minus(a).norm() })
	line := h.at[corner[1]].minus(a)
	corner[2] = h.farthest(func(p Vec) float64 { return p.minus(a).cross(line).norm() })
	normal := line.cross(h.at[corner[2]].minus(a)).unit()
	corner[3] = h.farthest(func(p Vec) float64 { return math.Abs(normal.dot(p.minus(a))) })
	height := normal.dot(h.at[corner[3]].minus(a))
	if height > 0 {
		corner[1], corner[2] = corner[2], corner[1]
	}
	return corner, math.Abs(height) > flatness
}

// farthest returns the point at which size is largest.
func (h *Hull) farthest(size func(Vec) float64) (at int32) {
	largest := math.Inf(-1)
	for i, p := range h.at {
		if s := size(p); s > largest {
			at, largest = int32(i), s
		}
	}
	return at
}

// facet returns the triangle a, b, c with an empty conflict list.
func (h *Hull) facet(a, b, c int32) facet {
	p := h.at[a]
	return facet{corner: [3]int32{a, b, c}, normal: h.at[b].minus(p).cross(h.at[c].minus(p)), first: none}
}

// above returns the height of point q over facet f, times |normal|, and whether it is positive. The height is rounded, its sign is exact.
func (h *Hull) above(f *facet, q int32) (height float64, above bool) {
	a, p := &h.at[f.corner[0]], &h.at[q]
	height = f.normal[0]*(p[0]-a[0]) + f.normal[1]*(p[1]-a[1]) + f.normal[2]*(p[2]-a[2])
	if math.Abs(height) > errorBound {
		return height, height > 0
	}
	return height, dotSign(h.normal(f.corner), h.difference(q, f.corner[0])) > 0
}

// difference returns point i minus point j in cells.
func (h *Hull) difference(i, j int32) [3]int64 {
	d := h.at[i].minus(h.at[j])
	return [3]int64{int64(d[0]), int64(d[1]), int64(d[2])}
}

// normal returns (b - a) x (c - a) of the points c[0], c[1], c[2], exactly.
func (h *Hull) normal(c [3]int32) [3]int64 {
	x, y := h.difference(c[1], c[0]), h.difference(c[2], c[0])
	return [3]int64{x[1]*y[2] - x[2]*y[1], x[2]*y[0] - x[0]*y[2], x[0]*y[1] - x[1]*y[0]}
}

// dotSign returns the sign of x'y, which has up to 96 bits.
func dotSign(x, y [3]int64) int {
	var high, low, carry uint64
	for i, a := range x {
		b := y[i]
		h, l := bits.Mul64(uint64(a), uint64(b))
		h -= uint64(a>>63&b + b>>63&a) // read as unsigned, a and b are 2^64 too large where negative
		low, carry = bits.Add64(low, l, 0)
		high += h + carry
	}
	switch {
	case int64(high) < 0:
		return -1
	case high|low == 0:
		return 0
	}
	return 1
}

// begin starts with a tetrahedron and assigns each point to a facet that it is above, if there is one.
func (h *Hull) begin(c [4]int32) {
	n := len(h.at)
	h.next, h.start = slices.Grow(h.next[:0], n)[:n], slices.Grow(h.start[:0], n)[:n]
	h.free, h.pending, h.round = h.free[:0], h.pending[:0], 0
	h.facets = append(h.facets[:0], h.facet(c[0], c[1], c[2]), h.facet(c[1], c[0], c[3]), h.facet(c[2], c[1], c[3]), h.facet(c[0], c[2], c[3]))
	for i, across := range [4][3]int32{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}} {
		h.facets[i].across = across
	}
	h.fresh = append(h.fresh[:0], 0, 1, 2, 3)
	for q := range h.at {
		h.assign(int32(q))
	}
	h.pending = append(h.pending, h.fresh...)
}

// assign puts point q into the conflict list of the first new facet that it is above.
func (h *Hull) assign(q int32) {
	for _, i := range h.fresh {
		f := &h.facets[i]
		if height, above := h.above(f, q); above {
			if f.first == none || height > f.height {
				f.far, f.height = q, height
			}
			h.next[q], f.first = f.first, q
			return
		}
	}
}

// add removes the facets visible from point p, one of which is seen, and adds the facets between p and the horizon.
func (h *Hull) add(p, seen int32) {
	h.findVisible(p, seen)
	h.fresh = h.fresh[:0]
	for _, e := range h.horizon {
		i := h.newFacet()
		f := h.facet(e.from, e.to, p)
		f.across[0] = e.outer
		h.facets[i] = f
		outer := &h.facets[e.outer]
		for k, corner := range outer.corner {
			if corner == e.to { // the outer facet runs through the edge the other way
				outer.across[k] = i
			}
		}
		h.start[e.from] = i
		h.fresh = append(h.fresh, i)
	}
	for _, i := range h.fresh {
		after := h.start[h.facets[i].corner[1]]
		h.facets[i].across[1] = after
		h.facets[after].across[2] = i
	}
	for _, i := range h.visible {
		for q := h.facets[i].first; q != none; {
			next := h.next[q]
			if q != p {
				h.assign(q)
			}
			q = next
		}
		h.facets[i].corner[0] = removed
	}
	h.free = append(h.free, h.visible...)
	h.pending = append(h.pending, h.fresh...)
}

// findVisible finds the facets visible from p, beginning with seen, and the horizon.
func (h *Hull) findVisible(p, seen int32) {
	h.round++
	visible, hidden := 2*h.round+1, 2*h.round
	h.facets[seen].mark = visible
	h.visible, h.horizon = append(h.visible[:0], seen), h.horizon[:0]
	for done := 0; done < len(h.visible); done++ {
		f := &h.facets[h.visible[done]]
		for k, i := range f.across {
			other := &h.facets[i]
			if other.mark < hidden {
				other.mark = hidden
				if _, above := h.above(other, p); above {
					other.mark = visible
					h.visible = append(h.visible, i)
				}
			}
			if other.mark == hidden {
				h.horizon = append(h.horizon, edge{f.corner[k], f.corner[(k+1)%3], i})
			}
		}
	}
}

// newFacet returns the index of a new facet, reusing a removed one if there is one.
func (h *Hull) newFacet() int32 {
	if last := len(h.free) - 1; last >= 0 {
		i := h.free[last]
		h.free = h.free[:last]
		return i
	}
	h.facets = append(h.facets, facet{})
	return int32(len(h.facets) - 1)
}

// finish writes the mesh.
func (h *Hull) finish(points []Vec) {
	for i := range h.start {
		h.start[i] = none
	}
	for i := range h.facets {
		f := &h.facets[i]
		if f.corner[0] == removed {
			continue
		}
		var triangle [3]int32
		for k, corner := range f.corner {
			if h.start[corner] == none {
				h.start[corner] = int32(len(h.Vertices))
				h.Vertices, h.Index = append(h.Vertices, points[corner]), append(h.Index, corner)
			}
			triangle[k] = h.start[corner]
		}
		n := h.normal(f.corner)
		h.Triangles = append(h.Triangles, triangle)
		h.Normals = append(h.Normals, Vec{float64(n[0]), float64(n[1]), float64(n[2])}.unit())
	}
}
