package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/mesh"
)

const (
	// sphereSquares is the number of squares along an edge of the first grid on the sphere.
	sphereSquares = 8
	// bodyTolerance is how far, in world units, the mesh for three features may fall short of the body.
	bodyTolerance = 0.006
	// movingTolerance is the tolerance while the body is made again in every frame.
	movingTolerance = 0.02
)

// body is the convex body shown in the spectrahedron's tile. It is made again when its projection or tolerance changes.
type body struct {
	shadow    mesh.Shadow
	turned    bool // the rows are not coordinate vectors
	upright   bool // the third row is g
	tolerance float64

	hull   mesh.Hull // for two features
	solid  mesh.Body // for three features
	points []mesh.Vec
	sphere *mesh.Grid
	edges  []edge
	twin   map[[2]int32]int32
	at     []pixel // where each vertex is drawn
	front  []bool  // for each triangle, whether it faces the eye
	seen   []bool  // for each point of the curve, whether it is on the visible part of the boundary
}

// edge is an edge of the mesh with its two triangles.
type edge struct{ a, b, left, right int32 }

// update makes the body; tolerance applies to three features.
func (b *body) update(shadow mesh.Shadow, tolerance float64) {
	if b.shadow == shadow && b.tolerance == tolerance {
		return
	}
	b.shadow, b.tolerance = shadow, tolerance
	if shadow.Features == 2 {
		b.points = b.shadow.CurveTo(b.points, samples)
		b.hull.Build(b.points)
	} else {
		if b.sphere == nil {
			b.sphere = mesh.NewGrid(sphereSquares)
		}
		b.points = b.points[:0]
		b.solid.Build(&b.shadow, b.sphere, b.tolerance)
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

// axes names the entries of Z, divided by its last entry, that the picture's axes show.
func (b *body) axes() [3]string {
	switch {
	case b.upright:
		return [3]string{"", "", "g"}
	case b.shadow.Features == 2 && !b.turned:
		return [3]string{"Z₁₃", "Z₂₃", "Z₁₁ − Z₂₂"}
	case b.shadow.Features == 2:
		return [3]string{"Z₁₃", "Z₂₃ and 2Z₁₂", "Z₁₁ − Z₂₂"}
	case !b.turned:
		return [3]string{"Z₁₄", "Z₂₄", "Z₃₄"}
	}
	return [3]string{"Z₁₄ and 2Z₂₃", "Z₂₄ and 2Z₁₃", "Z₃₄ and 2Z₁₂"}
}

// shape returns the mesh that is shown.
func (b *body) shape() *mesh.Mesh {
	if b.shadow.Features == 2 {
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

// face finds where the vertices are drawn, and which triangles, and which points of the curve, face the eye.
func (b *body) face(proj *projection) {
	m := b.shape()
	b.at, b.front, b.seen = b.at[:0], b.front[:0], b.seen[:0]
	for _, v := range m.Vertices {
		b.at = append(b.at, proj.project(vec(v)))
	}
	for i, t := range m.Triangles {
		at := vec(m.Vertices[t[0]])
		b.front = append(b.front, vec(m.Normals[i]).dot(proj.forward.plus(at.scale(proj.perspective))) < 0)
	}
	if b.shadow.Features != 2 {
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
func (s *Scene) faces(front bool, solid float64) {
	m, proj, face := s.body.shape(), &s.proj, s.theme.face()
	light := proj.up.scale(0.9).plus(proj.right.scale(-0.5)).plus(proj.forward.scale(-0.6))
	light = light.scale(1 / light.length())
	dark, bright := face.mix(Color{0, 0, 0, 1}, 0.14), face.mix(Color{1, 1, 1, 1}, 0.35)
	shade := func(normal vec) Color {
		away := 1 - math.Abs(normal.dot(proj.forward))
		return dark.mix(bright, math.Abs(normal.dot(light))).alpha((0.15 + 0.24*away*away) * solid)
	}
	for i, triangle := range m.Triangles {
		if s.body.front[i] != front {
			continue
		}
		var at [3]pixel
		var color [3]Color
		flat := shade(vec(m.Normals[i]))
		for k, corner := range triangle {
			if at[k], color[k] = s.body.at[corner], flat; len(m.Smooth) > 0 {
				color[k] = shade(vec(m.Corner(i, k)))
			}
		}
		s.facet(at, color)
	}
}

// silhouette draws the outline, which also smooths the edges of the faces.
func (s *Scene) silhouette(solid float64) {
	front := s.body.front
	for _, e := range s.body.edges {
		if front[e.left] != front[e.right] {
			ends := [2]pixel{s.body.at[e.a], s.body.at[e.b]}
			s.curve(ends[:], 1.3, s.theme.Ink.alpha(0.5*solid))
		}
	}
}
