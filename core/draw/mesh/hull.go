package mesh

import (
	"math"
	"slices"
)

// Hull is the convex hull of points. It keeps its memory: Build allocates nothing once it has seen inputs of this size.
//
// It grows point by point: the facets that a new point is above are replaced by those between it and their common boundary, the horizon. The
// points are first rounded to whole multiples of 2^-18. From there on every decision is exact, and the only thing decided is on which side
// of a plane a point lies. So no input leads to a hole or a fold:
//
//   - A facet is visible from a point that is strictly above it. A point in the plane of a facet is treated as slightly below it, so the
//     visible facets form a disc as for points in general position, and the disc's boundary, the horizon, is one closed path.
//   - An edge of the horizon is never in line with the point: the facet on its visible side would then be in a plane with the point. So no
//     new facet is degenerate.
//
// Hence equal points and points on a facet need no special treatment; a point on a facet may or may not become a vertex.
type Hull struct {
	Mesh
	// Index[i] is the index of the point that is vertex i.
	Index []int32

	at      []cell
	facets  []facet
	start   []int32 // the new facet whose first corner is this point; later the vertex at this point
	visible []int32 // the facets that the point is above
	horizon []edge
}

// cell is a point as a whole multiple of the lattice.
type cell [3]int64

func (a cell) vec() Vec { return Vec{float64(a[0]), float64(a[1]), float64(a[2])} }

func (a cell) minus(b cell) cell { return cell{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (a cell) dot(b cell) int64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a cell) cross(b cell) cell {
	return cell{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// facet is a triangle of the hull under construction.
type facet struct {
	corner [3]int32
	across [3]int32 // the facet beyond the edge from corner i to corner i+1
	normal cell     // the outward normal (b - a) x (c - a)
	seen   bool     // from the point that is being added
	index  int32    // at the end, of its triangle
}

// edge is an edge of the horizon, directed as in the visible facet, and the facet beyond it, which stays.
type edge struct{ from, to, outer int32 }

const (
	none    = -1
	removed = -2 // as corner 0
	// limit is the largest coordinate, and fineness the number of cells in a unit: differences are at most 2^20, normals at most 2^41, and
	// heights at most 3 2^61, for which int64 has room.
	limit, fineness = 2, 1 << 18
	// flatness is the distance, in cells, up to which points count as being in a plane: they are rounded to both of its sides.
	flatness = 16
	// scatter is odd, so that its multiples are all numbers modulo a power of two.
	scatter = 40503
)

// Build makes the hull of the points; it does not keep the slice. It is empty unless the points span a body and all their
// coordinates are in [-2, 2], as those of neurons in a picture are.
//
// Every point is inside all facets up to 2^-17. Vertices are exactly the points given.
func (h *Hull) Build(points []Vec) {
	h.clear()
	h.Index, h.at = h.Index[:0], h.at[:0]
	for _, p := range points {
		if !(p.largest() <= limit) {
			return
		}
		p = p.Scale(fineness)
		h.at = append(h.at, cell{int64(math.RoundToEven(p[0])), int64(math.RoundToEven(p[1])), int64(math.RoundToEven(p[2]))})
	}
	c, ok := h.simplex()
	if !ok {
		return
	}
	h.start = slices.Grow(h.start[:0], len(points))[:len(points)]
	h.facets = append(h.facets[:0], h.facet(c[0], c[1], c[2]), h.facet(c[1], c[0], c[3]), h.facet(c[2], c[1], c[3]), h.facet(c[0], c[2], c[3]))
	for i, across := range [4][3]int32{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}} {
		h.facets[i].across = across
	}
	// In a scattered order few facets are made only to be removed; along a curve each point would remove most of those before it.
	size := 1
	for size < len(points) {
		size *= 2
	}
	for i := range size {
		if p := i * scatter & (size - 1); p < len(points) {
			h.add(int32(p))
		}
	}
	h.finish(points)
}

// simplex returns four points that are far apart: the point farthest from the first, the one farthest from that one, from their
// line and from the plane of the three. It reports false for points in a plane. The first three corners are counterclockwise seen
// from outside.
func (h *Hull) simplex() (corner [4]int32, ok bool) {
	if len(h.at) == 0 {
		return corner, false
	}
	farthest := func(size func(Vec) float64) (at int32) {
		largest := math.Inf(-1)
		for i, p := range h.at {
			if s := size(p.vec()); s > largest {
				at, largest = int32(i), s
			}
		}
		return at
	}
	a := h.at[0].vec()
	away := func(p Vec) float64 { return p.Minus(a).Norm() }
	corner[0] = farthest(away)
	a = h.at[corner[0]].vec()
	corner[1] = farthest(away)
	line := h.at[corner[1]].vec().Minus(a)
	corner[2] = farthest(func(p Vec) float64 { return p.Minus(a).cross(line).Norm() })
	normal := line.cross(h.at[corner[2]].vec().Minus(a)).unit()
	corner[3] = farthest(func(p Vec) float64 { return math.Abs(normal.Dot(p.Minus(a))) })
	height := normal.Dot(h.at[corner[3]].vec().Minus(a))
	if height > 0 {
		corner[1], corner[2] = corner[2], corner[1]
	}
	return corner, math.Abs(height) > flatness
}

// facet returns the triangle a, b, c.
func (h *Hull) facet(a, b, c int32) facet {
	p := h.at[a]
	return facet{corner: [3]int32{a, b, c}, normal: h.at[b].minus(p).cross(h.at[c].minus(p))}
}

// add replaces the facets that point p is above by those between p and the horizon, which take the places of the former as far as they can.
func (h *Hull) add(p int32) {
	h.see(p)
	for n, e := range h.horizon {
		f := h.facet(e.from, e.to, p)
		f.across[0] = e.outer
		i := int32(len(h.facets))
		if n < len(h.visible) {
			i = h.visible[n]
			h.facets[i] = f
		} else {
			h.facets = append(h.facets, f)
		}
		outer := &h.facets[e.outer]
		for k, corner := range outer.corner {
			if corner == e.to { // the outer facet runs through the edge the other way
				outer.across[k] = i
			}
		}
		h.start[e.from] = i
	}
	for _, e := range h.horizon { // the facet of an edge, and that of the next one
		i, after := h.start[e.from], h.start[e.to]
		h.facets[i].across[1], h.facets[after].across[2] = after, i
	}
	for _, i := range h.visible[min(len(h.horizon), len(h.visible)):] {
		h.facets[i].corner[0] = removed
	}
}

// see finds the facets that point p is above, and the horizon.
func (h *Hull) see(p int32) {
	h.visible, h.horizon = h.visible[:0], h.horizon[:0]
	for i := range h.facets {
		f := &h.facets[i]
		f.seen = f.corner[0] != removed && f.normal.dot(h.at[p].minus(h.at[f.corner[0]])) > 0
		if f.seen {
			h.visible = append(h.visible, int32(i))
		}
	}
	for _, i := range h.visible {
		f := &h.facets[i]
		for k, other := range f.across {
			if !h.facets[other].seen {
				h.horizon = append(h.horizon, edge{f.corner[k], f.corner[(k+1)%3], other})
			}
		}
	}
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
		f.index = int32(len(h.Triangles))
		var triangle [3]int32
		for k, corner := range f.corner {
			if h.start[corner] == none {
				h.start[corner] = int32(len(h.Vertices))
				h.Vertices, h.Index = append(h.Vertices, points[corner]), append(h.Index, corner)
			}
			triangle[k] = h.start[corner]
		}
		h.Triangles = append(h.Triangles, triangle)
		h.Normals = append(h.Normals, f.normal.vec().unit())
	}
	for i := range h.facets {
		if f := &h.facets[i]; f.corner[0] != removed {
			across := f.across
			for k, other := range across {
				across[k] = h.facets[other].index
			}
			h.Across = append(h.Across, across)
		}
	}
}
