package scene

import (
	"math"

	"conelab/core/draw/canvas"
	"conelab/core/draw/mesh"
)

const (
	// boundaryPoints is the number of points of the mesh for three features.
	boundaryPoints = 700
	// elliptopeSteps is the number of steps of half a turn in the mesh of the slice.
	elliptopeSteps = 24
	// elliptopeScale is half the side, in world units, of the cube whose corners include the vertices of the slice.
	elliptopeScale = 0.82
)

// sliceShadow sends a matrix in the slice of the paper's Figure 2, right, to its place in the elliptope.
var sliceShadow = mesh.Shadow{Features: 2,
	Rows: [3][8]float64{{3: elliptopeScale}, {0: math.Sqrt2 * elliptopeScale}, {1: math.Sqrt2 * elliptopeScale}}}

// body is the convex body shown in the spectrahedron's tile. It is made again when its projection changes.
type body struct {
	shadow mesh.Shadow
	slice  bool // the shadow is sliceShadow, and the hull is the elliptope
	turned bool // the rows are not coordinate vectors
	curved bool // the points are the curve of all neurons

	points []mesh.Vec
	hull   mesh.Hull
	at     []canvas.Pixel // where each point is drawn
	front  []bool         // for each triangle, whether it faces the eye
	seen   []bool         // for each point, whether it is on the visible part of the boundary
}

// update makes the body.
func (b *body) update(shadow mesh.Shadow) {
	if b.shadow == shadow {
		return
	}
	b.shadow, b.slice, b.curved = shadow, shadow == sliceShadow, false
	switch {
	case b.slice:
		b.points = mesh.ElliptopeTo(b.points, elliptopeSteps, elliptopeScale)
	case shadow.Features == 2:
		b.points, b.curved = b.shadow.CurveTo(b.points, samples), true
	default:
		b.points = b.shadow.BoundaryTo(b.points, boundaryPoints)
	}
	b.hull.Build(b.points)
}

// axes names the entries of Z, divided by its last entry, that the picture's axes show.
func (b *body) axes() [3]string {
	switch {
	case b.slice:
		return [3]string{"Z₁₂", "Z₁₃", "Z₂₃"}
	case b.shadow.Features == 2 && !b.turned:
		return [3]string{"Z₁₃", "Z₂₃", "Z₁₁ − Z₂₂"}
	case b.shadow.Features == 2:
		return [3]string{"Z₁₃", "Z₂₃ and 2Z₁₂", "Z₁₁ − Z₂₂"}
	case !b.turned:
		return [3]string{"Z₁₄", "Z₂₄", "Z₃₄"}
	}
	return [3]string{"Z₁₄ and 2Z₂₃", "Z₂₄ and 2Z₁₃", "Z₃₄ and 2Z₁₂"}
}

// face finds where the points are drawn, and which triangles and points face the eye.
func (b *body) face(proj *canvas.Projection) {
	b.at, b.front, b.seen = b.at[:0], b.front[:0], append(b.seen[:0], make([]bool, len(b.points))...)
	for _, p := range b.points {
		b.at = append(b.at, proj.Project(p))
	}
	for i, t := range b.hull.Triangles {
		front := b.hull.Normals[i].Dot(proj.Forward.Plus(b.points[t[0]].Scale(canvas.Perspective))) < 0
		b.front = append(b.front, front)
		for _, corner := range t {
			b.seen[corner] = b.seen[corner] || front
		}
	}
}

// faces draws the triangles that face the eye (front) or the others, lit from the upper left.
func (s *spectrahedron) faces(front bool) {
	proj, face := &s.Projection, s.Theme.Face()
	light := proj.Up.Scale(0.9).Plus(proj.Right.Scale(-0.5)).Plus(proj.Forward.Scale(-0.6))
	light = light.Scale(1 / light.Norm())
	dark, bright := face.Mix(canvas.Color{R: 0, G: 0, B: 0, A: 1}, 0.14), face.Mix(canvas.Color{R: 1, G: 1, B: 1, A: 1}, 0.35)
	for i, t := range s.body.hull.Triangles {
		if s.body.front[i] == front {
			normal, at := s.body.hull.Normals[i], s.body.at
			away := 1 - math.Abs(normal.Dot(proj.Forward))
			color := dark.Mix(bright, math.Abs(normal.Dot(light))).Alpha(0.15 + 0.24*away*away)
			s.Fill(color, at[t[0]], at[t[1]], at[t[2]])
		}
	}
}

// silhouette draws the outline, which also smooths the edges of the faces.
func (s *spectrahedron) silhouette() {
	front, at := s.body.front, s.body.at
	for _, e := range s.body.hull.Edges {
		if front[e.Left] != front[e.Right] {
			s.Piece(at[e.From], at[e.To], 1.3, s.Theme.Ink.Alpha(0.5))
		}
	}
}

// shadowOf shows the first three coordinates of two features, or the features themselves of three, and rotates the next ones in.
func shadowOf(d int, angle float64) mesh.Shadow {
	sin, cos := math.Sincos(angle)
	if d == 2 {
		return mesh.Shadow{Features: 2, Rows: [3][8]float64{{0: 1}, {1: cos, 3: sin}, {2: 1}}}
	}
	return mesh.Shadow{Features: 3, Rows: [3][8]float64{{0: cos, 3: sin}, {1: cos, 4: sin}, {2: cos, 5: sin}}}
}
