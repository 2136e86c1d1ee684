package mesh

import "math"

// Hull is the convex hull of points. It keeps its memory: Build allocates nothing once it has seen inputs of this size.
//
// It is quickhull with conflict lists: each facet knows the points above it, and the farthest is added next. That takes O(n log n) for most
// inputs, two milliseconds for two thousand points. The points are first rounded to a lattice of 2^-45 of their extent. From there on every
// decision is exact, and the only thing decided is on which side of a plane a point lies. So no input leads to a hole or a fold:
//
//   - A facet is visible from a point that is strictly above it. A point in the plane of a facet is treated as slightly below it, so the
//     visible facets form a disc as for points in general position, and the disc's boundary, the horizon, is one closed path.
//   - An edge of the horizon is never in line with the point: the facet on its visible side would then be in a plane with the point. So no
//     new facet is degenerate.
//   - A point above a removed facet but not above a new one is inside. Otherwise it would see, beside the removed facet, one that stays,
//     hence both facets at some edge of the horizon; but the normal of the new facet at that edge is a combination of theirs.
//
// Hence equal points and points on a facet need no special treatment; a point on a facet may or may not become a vertex. Only inputs that are
// flat, up to 2^-41 of their extent, are treated apart.
type Hull struct {
	Mesh
	// Index[i] is the index of the point that is vertex i.
	Index []int32

	lattice lattice
	facets  []facet
	next    []int32 // the conflict list: the next point after this one
	start   []int32 // the new facet whose first corner is this point; later the vertex at this point
	free    []int32 // removed facets, to be used again
	pending []int32 // facets that may have conflicts
	visible []int32
	fresh   []int32
	horizon []edge
	order   []int32
	round   int32
}

// facet is a triangle of the hull under construction.
type facet struct {
	corner     [3]int32
	across     [3]int32 // the facet beyond the edge from corner i to corner i+1
	normal     Vec      // the outward normal (b - a) x (c - a), rounded
	errorBound float64  // heights above this are surely positive and heights below -errorBound surely negative, whatever the rounding
	first      int32    // first point of the conflict list, or -1
	far        int32    // the highest point of the list, and its height times |normal|
	height     float64
	mark       int32 // 2 round + 1 if the current round found the facet visible, 2 round if not
}

// edge is an edge of the horizon, directed as in the visible facet, and the facet beyond it, which stays.
type edge struct{ from, to, outer int32 }

const (
	none    = -1
	removed = -2 // as corner 0
)

// Build makes the hull of the points; it does not keep the slice. Points with a coordinate that is not finite, or above 1e300, are left out.
//
// Every point is inside all facets up to 1e-13 of the extent. Vertices are exactly the points given. Smooth is left empty. Dimension tells
// flat inputs apart; points that are equal up to 2^-49 of their coordinates count as one.
func (h *Hull) Build(points []Vec) {
	h.clear()
	h.Index = h.Index[:0]
	first, differ := h.lattice.set(points)
	if !differ {
		if first >= 0 {
			h.vertex(points, first)
			h.Dimension = 0
		}
		return
	}
	corner, dimension := h.simplex()
	h.Dimension = dimension
	switch dimension {
	case 1:
		h.vertex(points, corner[0])
		h.vertex(points, corner[1])
	case 2:
		h.polygon(points, corner)
	default:
		h.begin(corner)
		// First in, first out: the hull grows evenly. If one part were finished first, more facets would be made only to be removed.
		for done := 0; done < len(h.pending); done++ {
			f := h.pending[done]
			if h.facets[f].corner[0] != removed && h.facets[f].first != none {
				h.add(h.facets[f].far, f)
			}
		}
		h.finish(points)
	}
}

// simplex returns points that are far apart: the ends of the longest coordinate, the point farthest from their line and the point farthest
// from the plane of the three, one more than there are dimensions. The first three corners of the tetrahedron are counterclockwise seen from
// outside.
func (h *Hull) simplex() (corner [4]int32, dimension int) {
	l := &h.lattice
	corner[0], _ = l.farthest(func(p Vec) float64 { return -p[l.axis] })
	corner[1], _ = l.farthest(func(p Vec) float64 { return p[l.axis] })
	origin := l.at[corner[0]]
	line := l.at[corner[1]].minus(origin)
	var distance float64
	corner[2], distance = l.farthest(func(p Vec) float64 { return p.minus(origin).cross(line).norm() })
	if distance <= l.flat*line.norm() {
		return corner, 1
	}
	normal := l.unitNormal([3]int32(corner[:3]))
	corner[3], distance = l.farthest(func(p Vec) float64 { return math.Abs(normal.dot(p.minus(origin))) })
	if distance <= l.flat {
		return corner, 2
	}
	if normal.dot(l.at[corner[3]].minus(origin)) > 0 {
		corner[1], corner[2] = corner[2], corner[1]
	}
	return corner, 3
}

// facet returns the triangle a, b, c with an empty conflict list.
func (h *Hull) facet(a, b, c int32) facet {
	f := facet{corner: [3]int32{a, b, c}, first: none, far: none}
	p, q, r := &h.lattice.at[a], &h.lattice.at[b], &h.lattice.at[c]
	x, y := q.minus(*p), r.minus(*p)
	size := 0.0
	for i := range f.normal {
		j, k := (i+1)%3, (i+2)%3
		plus, minus := x[j]*y[k], x[k]*y[j]
		f.normal[i] = plus - minus
		size += math.Abs(plus) + math.Abs(minus)
	}
	// Differences are exact and < 2^46. A height is a sum of three products with the normal: with u = 2^-53 and in units of size, the
	// normal has errors of 2u, the products of u and the sum of 2u; 5u, and 8u is safe.
	f.errorBound = size * (8.0 / (1 << 53) * (1 << 46))
	return f
}

// above returns the height of point q over facet f, times |normal|, and whether it is positive. The height is rounded, its sign is exact.
func (h *Hull) above(f *facet, q int32) (height float64, above bool) {
	a, p := &h.lattice.at[f.corner[0]], &h.lattice.at[q]
	height = f.normal[0]*(p[0]-a[0]) + f.normal[1]*(p[1]-a[1]) + f.normal[2]*(p[2]-a[2])
	if height > f.errorBound {
		return height, true
	}
	if height < -f.errorBound {
		return height, false
	}
	exact := h.lattice.normal(f.corner)
	return height, dotSign(&exact, h.lattice.difference(q, f.corner[0])) > 0
}

// begin starts with the tetrahedron and assigns each point to a facet that it is above, if there is one.
func (h *Hull) begin(c [4]int32) {
	n := len(h.lattice.at)
	h.next, h.start = resize(h.next, n), resize(h.start, n)
	h.facets, h.free, h.pending, h.round = h.facets[:0], h.free[:0], h.pending[:0], 0
	h.facets = append(h.facets, h.facet(c[0], c[1], c[2]), h.facet(c[1], c[0], c[3]), h.facet(c[2], c[1], c[3]), h.facet(c[0], c[2], c[3]))
	for i, across := range [4][3]int32{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}} {
		h.facets[i].across = across
	}
	h.fresh = append(h.fresh[:0], 0, 1, 2, 3)
	for q := range h.lattice.at {
		h.assign(int32(q))
	}
	h.enqueue()
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

// enqueue appends the new facets with conflicts to the pending facets.
func (h *Hull) enqueue() {
	for _, i := range h.fresh {
		if h.facets[i].first != none {
			h.pending = append(h.pending, i)
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
	h.enqueue()
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
				h.start[corner] = h.vertex(points, corner)
			}
			triangle[k] = h.start[corner]
		}
		h.Triangles = append(h.Triangles, triangle)
		h.Normals = append(h.Normals, h.lattice.unitNormal(f.corner))
	}
}

// vertex makes point i a vertex and returns its number.
func (h *Hull) vertex(points []Vec, i int32) int32 {
	h.Vertices = append(h.Vertices, points[i])
	h.Index = append(h.Index, i)
	return int32(len(h.Vertices) - 1)
}

// resize returns a slice of length n; its content is unspecified.
func resize(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n)
	}
	return s[:n]
}
