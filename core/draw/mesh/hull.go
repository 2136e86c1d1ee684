package mesh

import (
	"cmp"
	"math"
	"slices"
)

// Hull is the convex hull of points: a closed oriented surface of triangles. It keeps its memory: Build allocates nothing once it has seen
// inputs of this size.
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
// Hence equal points and points on a facet need no special treatment; a point on a facet may or may not become a corner.
type Hull struct {
	// Triangles holds indices of the points, counterclockwise seen from outside, Normals the outward unit normal of each triangle.
	Triangles [][3]int32
	Normals   []Vec
	// Edges has each edge once.
	Edges []Edge

	at     []cell
	facets []facet
	open   []edge // of the facets that a point is above
	sides  []side
}

// Edge is an edge between two points, with the triangles on both sides.
type Edge struct{ From, To, Left, Right int32 }

// cell is a point as a whole multiple of the lattice.
type cell [3]int64

func (a cell) vec() Vec { return Vec{float64(a[0]), float64(a[1]), float64(a[2])} }

func (a cell) minus(b cell) cell { return cell{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (a cell) dot(b cell) int64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a cell) cross(b cell) cell {
	return cell{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// facet is a triangle of the hull under construction, with the outward normal (b - a) x (c - a).
type facet struct {
	corner [3]int32
	normal cell
}

// edge is an edge of a facet, directed as in the facet.
type edge struct{ from, to int32 }

// side is an edge of a triangle, with the lower index first.
type side struct{ low, high, triangle int32 }

const (
	// limit is the largest coordinate, and fineness the number of cells in a unit: differences are at most 2^20, normals at most 2^41, and
	// heights at most 3 2^61, for which int64 has room.
	limit, fineness = 2, 1 << 18
	// flatness is the distance, in cells, up to which points count as being in a plane: they are rounded to both of its sides.
	flatness = 16
	// scatter is odd, so that its multiples are all numbers modulo a power of two.
	scatter = 40503
)

// Build makes the hull of the points. It is empty unless the points span a body and all their coordinates are in [-2, 2], as those of neurons
// in a picture are.
//
// Every point is inside all facets up to 2^-17.
func (h *Hull) Build(points []Vec) {
	h.Triangles, h.Normals, h.Edges, h.at = h.Triangles[:0], h.Normals[:0], h.Edges[:0], h.at[:0]
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
	h.facets = append(h.facets[:0], h.facet(c[0], c[1], c[2]), h.facet(c[1], c[0], c[3]), h.facet(c[2], c[1], c[3]), h.facet(c[0], c[2], c[3]))
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
	h.finish()
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

// add replaces the facets that point p is above by those between p and the horizon, the edges that only one of the former has.
func (h *Hull) add(p int32) {
	kept := h.facets[:0]
	h.open = h.open[:0]
	for _, f := range h.facets {
		if f.normal.dot(h.at[p].minus(h.at[f.corner[0]])) <= 0 {
			kept = append(kept, f)
			continue
		}
		for k, from := range f.corner {
			h.open = append(h.open, edge{from, f.corner[(k+1)%3]})
		}
	}
	h.facets = kept
	for _, e := range h.open {
		if !slices.Contains(h.open, edge{e.to, e.from}) {
			h.facets = append(h.facets, h.facet(e.from, e.to, p))
		}
	}
}

// finish writes the triangles, and the edges, each of which two triangles have.
func (h *Hull) finish() {
	h.sides = h.sides[:0]
	for i, f := range h.facets {
		h.Triangles, h.Normals = append(h.Triangles, f.corner), append(h.Normals, f.normal.vec().unit())
		for k, from := range f.corner {
			to := f.corner[(k+1)%3]
			h.sides = append(h.sides, side{min(from, to), max(from, to), int32(i)})
		}
	}
	slices.SortFunc(h.sides, func(a, b side) int { return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high)) })
	for i := 0; i < len(h.sides); i += 2 {
		s := h.sides[i]
		h.Edges = append(h.Edges, Edge{s.low, s.high, s.triangle, h.sides[i+1].triangle})
	}
}
