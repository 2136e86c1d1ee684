package mesh

import (
	"math"
	"slices"
)

// Hull is the convex hull of points. It keeps its memory: Build allocates nothing once it has seen inputs of this size.
//
// It is quickhull with conflict lists: each facet knows the points above it, and the farthest is added next; the facets that it
// is above are replaced by those between it and their common boundary, the horizon. That takes O(n log n) for most inputs. The
// points are first rounded to whole multiples of 2^-18. From there on every decision is exact, and the only thing decided is on
// which side of a plane a point lies. So no input leads to a hole or a fold:
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

	at      []cell
	facets  []facet
	next    []int32 // the conflict list: the next point after this one
	start   []int32 // the new facet whose first corner is this point; later the vertex at this point
	visible []int32
	fresh   []int32
	horizon []edge
	round   int32
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
	first  int32    // first point of the conflict list, or none
	far    int32    // the highest point of the list, and its height times |normal|
	height int64
	mark   int32 // 2 round + 1 if the current round found the facet visible, 2 round if not; at the end its triangle
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
)

// Build makes the hull of the points; it does not keep the slice. It is empty unless the points span a body and all their
// coordinates are in [-2, 2], as those of neurons in a picture are.
//
// Every point is inside all facets up to 2^-17. Vertices are exactly the points given. Smooth is left empty.
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
	corner, ok := h.simplex()
	if !ok {
		return
	}
	h.begin(corner)
	// First in, first out: the hull grows evenly. If one part were finished first, more facets would be made only to be removed.
	for i := 0; i < len(h.facets); i++ {
		if f := &h.facets[i]; f.corner[0] != removed && f.first != none {
			h.add(f.far, int32(i))
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

// facet returns the triangle a, b, c with an empty conflict list.
func (h *Hull) facet(a, b, c int32) facet {
	p := h.at[a]
	return facet{corner: [3]int32{a, b, c}, normal: h.at[b].minus(p).cross(h.at[c].minus(p)), first: none}
}

// height returns the height of point q over facet f, times |normal|.
func (h *Hull) height(f *facet, q int32) int64 { return f.normal.dot(h.at[q].minus(h.at[f.corner[0]])) }

// begin starts with a tetrahedron and assigns each point to a facet that it is above, if there is one.
func (h *Hull) begin(c [4]int32) {
	n := len(h.at)
	h.next, h.start = slices.Grow(h.next[:0], n)[:n], slices.Grow(h.start[:0], n)[:n]
	h.round = 0
	h.facets = append(h.facets[:0], h.facet(c[0], c[1], c[2]), h.facet(c[1], c[0], c[3]), h.facet(c[2], c[1], c[3]), h.facet(c[0], c[2], c[3]))
	for i, across := range [4][3]int32{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}} {
		h.facets[i].across = across
	}
	h.fresh = append(h.fresh[:0], 0, 1, 2, 3)
	for q := range h.at {
		h.assign(int32(q))
	}
}

// assign puts point q into the conflict list of the first new facet that it is above.
func (h *Hull) assign(q int32) {
	for _, i := range h.fresh {
		f := &h.facets[i]
		if height := h.height(f, q); height > 0 {
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
		i, f := int32(len(h.facets)), h.facet(e.from, e.to, p)
		f.across[0] = e.outer
		h.facets = append(h.facets, f)
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
				if h.height(other, p) > 0 {
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
		f.mark = int32(len(h.Triangles))
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
				across[k] = h.facets[other].mark
			}
			h.Across = append(h.Across, across)
		}
	}
}

// Elliptope makes the body of the psd matrices [1 r s; r 1 q; s q 1] as points (r, s, q), times a scale, with its normals. It is
// the paper's Figure 2, right: the psd matrices of two features with Z_11 = Z_22 = 1/2, Z_33 = 1 have Z_12 = r/2, Z_13 =
// s/sqrt 2, Z_23 = q/sqrt 2.
//
// On the boundary the determinant is zero, so that the matrix holds the cosines between three unit vectors of a plane: of the
// angles a, b and a - b. The hull is that of the multiples of pi/n. So it has the four vertices r, s, q = +-1, r s q = 1, which
// are the neurons u = (+-1, +-1)/sqrt 2, and the six edges between them.
func (h *Hull) Elliptope(n int, scale float64) {
	cos := func(i int) float64 { return math.Cos(math.Pi * float64(i) / float64(n)) }
	points := make([]Vec, 0, 2*n*(n+1))
	for i := range n + 1 {
		for j := range 2 * n {
			points = append(points, Vec{cos(i), cos(j), cos(i - j)}.Scale(scale))
		}
	}
	h.Build(points)
	for _, v := range h.Vertices {
		r := v.Scale(1 / scale)
		normal := Vec{r[0] - r[1]*r[2], r[1] - r[0]*r[2], r[2] - r[0]*r[1]} // minus the gradient of the determinant
		if normal.largest() < 1e-12 {
			normal = r // a vertex has no normal
		}
		h.Smooth = append(h.Smooth, normal.unit())
	}
}
