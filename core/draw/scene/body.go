package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/mesh"
)

const (
	// sphereSquares is the number of squares along an edge of the first grid on the sphere, elliptopeSquares of the elliptope's grid.
	sphereSquares, elliptopeSquares = 8, 24
	// bodyTolerance is how far, in world units, the mesh for three features may fall short of the body.
	bodyTolerance = 0.006
	// movingTolerance is the tolerance while the body is made again in every frame.
	movingTolerance = 0.02
	// elliptopeScale is the half width, in world units, of the cube whose corners include the elliptope's vertices.
	elliptopeScale = 0.82
)

// body is the convex body shown in the spectrahedron's tile. It is made again when its kind, projection or tolerance changes.
type body struct {
	made      bool
	dimension int
	slice     bool
	rows      flat8
	turned    bool // the rows are not coordinate vectors
	upright   bool // the third row is g
	tolerance float64

	hull   mesh.Hull // for two features
	solid  mesh.Body // for three features
	slab   mesh.Mesh // the slice
	points []mesh.Vec
	sphere *mesh.Grid
	grid   *mesh.Grid
	edges  []edge
	twin   map[[2]int32]int32
	front  []bool // for each triangle, whether it faces the eye
	seen   []bool // for each point of the curve, whether it is on the visible part of the boundary
}

// edge is an edge of the mesh with its two triangles.
type edge struct{ a, b, left, right int32 }

// update makes the body of the given kind; tolerance applies to three features.
func (b *body) update(dimension int, slice bool, rows *flat8, tolerance float64) {
	if b.made && b.dimension == dimension && b.slice == slice && (slice || b.rows == *rows && b.tolerance == tolerance) {
		return
	}
	b.made, b.dimension, b.slice, b.rows, b.tolerance = true, dimension, slice, *rows, tolerance
	switch {
	case slice:
		if b.grid == nil {
			b.grid = mesh.NewGrid(elliptopeSquares)
		}
		mesh.Elliptope{Scale: mesh.Vec{elliptopeScale, elliptopeScale, elliptopeScale}}.Build(&b.slab, b.grid)
		b.points = b.points[:0]
	case dimension == 2:
		b.points = b.plane().CurveTo(b.points, samples)
		b.hull.Build(b.points)
	default:
		if b.sphere == nil {
			b.sphere = mesh.NewGrid(sphereSquares)
		}
		b.points = b.points[:0]
		b.solid.Build(b.space(), b.sphere, b.tolerance)
	}
	b.join()
}

// toleranceOf returns how far the body may fall short: less when it is at rest.
func toleranceOf(snap *protocol.Snapshot, v *View) float64 {
	if v.Stage > StageHull && (v.Stage < StageCost || snap.Grabbed >= 0) {
		return movingTolerance
	}
	return bodyTolerance
}

// plane and space are the projections for two and for three features.
func (b *body) plane() (s mesh.Shadow2) {
	for i := range s.Frame {
		s.Frame[i] = [4]float64(b.rows[i][:4])
	}
	return s
}
func (b *body) space() mesh.Shadow3 { return mesh.Shadow3{Frame: b.rows} }

// axes names the entries of Z, divided by its last entry, that the picture's axes show.
func (b *body) axes() [3]string {
	switch {
	case b.slice:
		return [3]string{"Z₁₂", "Z₁₃", "Z₂₃"}
	case b.upright:
		return [3]string{"", "", "g"}
	case b.dimension == 2 && !b.turned:
		return [3]string{"Z₁₃", "Z₂₃", "Z₁₁ − Z₂₂"}
	case b.dimension == 2:
		return [3]string{"Z₁₃", "Z₂₃ and 2Z₁₂", "Z₁₁ − Z₂₂"}
	case !b.turned:
		return [3]string{"Z₁₄", "Z₂₄", "Z₃₄"}
	}
	return [3]string{"Z₁₄ and 2Z₂₃", "Z₂₄ and 2Z₁₃", "Z₃₄ and 2Z₁₂"}
}

// shape returns the mesh that is shown.
func (b *body) shape() *mesh.Mesh {
	switch {
	case b.slice:
		return &b.slab
	case b.dimension == 2:
		return &b.hull.Mesh
	}
	return &b.solid.Mesh
}

// join finds the two triangles of each edge.
func (b *body) join() {
	if b.twin == nil {
		b.twin = map[[2]int32]int32{}
	}
	clear(b.twin)
	b.edges = b.edges[:0]
	for i, t := range b.shape().Triangles {
		for k := range 3 {
			from, to := t[k], t[(k+1)%3]
			if other, known := b.twin[[2]int32{to, from}]; known {
				b.edges = append(b.edges, edge{from, to, int32(i), other})
				continue
			}
			b.twin[[2]int32{from, to}] = int32(i)
		}
	}
}

// face decides which triangles, and which points of the curve, face the eye.
func (b *body) face(proj *projection) {
	m := b.shape()
	b.front, b.seen = b.front[:0], b.seen[:0]
	for i, t := range m.Triangles {
		at := vec(m.Vertices[t[0]])
		b.front = append(b.front, vec(m.Normals[i]).dot(proj.forward.plus(at.scale(proj.perspective))) < 0)
	}
	if b.slice || b.dimension != 2 {
		return
	}
	for range b.points {
		b.seen = append(b.seen, false)
	}
	for i, t := range m.Triangles {
		if b.front[i] {
			for _, corner := range t {
				b.seen[b.hull.Index[corner]] = true
			}
		}
	}
}

// faces draws the triangles that face the eye (front) or the others, lit from the upper left; solid is their opacity.
func (b *body) faces(p pen, proj *projection, t *Theme, front bool, solid float64) {
	m := b.shape()
	face := t.Muted.mix(t.Accent, 0.30)
	light := proj.up.scale(0.9).plus(proj.right.scale(-0.5)).plus(proj.forward.scale(-0.6))
	light = light.scale(1 / light.length())
	shade := func(normal vec) Color {
		facing := math.Abs(normal.dot(proj.forward))
		bright := math.Abs(normal.dot(light))
		opacity := 0.15 + 0.24*(1-facing)*(1-facing)
		return face.mix(Color{0, 0, 0, 1}, 0.14).mix(face.mix(Color{1, 1, 1, 1}, 0.35), bright).alpha(opacity * solid)
	}
	for i, triangle := range m.Triangles {
		if b.front[i] != front {
			continue
		}
		var at [3]pixel
		var color [3]Color
		flat := shade(vec(m.Normals[i]))
		for k, corner := range triangle {
			at[k], color[k] = proj.project(vec(m.Vertices[corner])), flat
			if len(m.Smooth) > 0 {
				color[k] = shade(vec(m.Corner(i, k)))
			}
		}
		p.facet(at, color)
	}
}

// silhouette draws the outline, which also smooths the edges of the faces.
func (b *body) silhouette(p pen, proj *projection, t *Theme, solid float64) {
	m := b.shape()
	for _, e := range b.edges {
		if b.front[e.left] != b.front[e.right] {
			ends := [2]pixel{proj.project(vec(m.Vertices[e.a])), proj.project(vec(m.Vertices[e.b]))}
			p.curve(ends[:], 1.3, t.Ink.alpha(0.5*solid))
		}
	}
}
