package scene

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
	"conelab/core/draw/mesh"
)

const (
	// bodyTolerance is how far, in world units, the mesh for three features may fall short of the body.
	bodyTolerance = 0.006
	// movingTolerance is the tolerance while the body is made again in every frame.
	movingTolerance = 0.02
	// elliptopeSteps is the number of steps of half a turn in the mesh of the slice.
	elliptopeSteps = 24
	// elliptopeScale is half the side, in world units, of the cube whose corners include the vertices of the slice.
	elliptopeScale = 0.82
)

// sliceShadow sends a matrix in the slice of the paper's Figure 2, right, to its place in the elliptope.
var sliceShadow = mesh.Shadow{Features: 2,
	Rows: flat8{{3: elliptopeScale}, {0: math.Sqrt2 * elliptopeScale}, {1: math.Sqrt2 * elliptopeScale}}}

// body is the convex body shown in the spectrahedron's tile. It is made again when its projection or tolerance changes.
type body struct {
	shadow    mesh.Shadow
	slice     bool // the shadow is sliceShadow, and the hull is the elliptope
	turned    bool // the rows are not coordinate vectors
	upright   bool // the third row is g
	tolerance float64

	hull   mesh.Hull // for two features
	solid  mesh.Body // for three features
	points []mesh.Vec
	at     []canvas.Pixel // where each vertex is drawn
	front  []bool         // for each triangle, whether it faces the eye
	seen   []bool         // for each point of the curve, whether it is on the visible part of the boundary
}

// update makes the body; tolerance applies to three features.
func (b *body) update(shadow mesh.Shadow, tolerance float64) {
	if b.shadow == shadow && b.tolerance == tolerance {
		return
	}
	b.shadow, b.tolerance, b.slice = shadow, tolerance, shadow == sliceShadow
	if b.slice {
		b.points = b.points[:0]
		b.hull.Elliptope(elliptopeSteps, elliptopeScale)
	} else if shadow.Features == 2 {
		b.points = b.shadow.CurveTo(b.points, samples)
		b.hull.Build(b.points)
	} else {
		b.points = b.points[:0]
		b.solid.Build(&b.shadow, b.tolerance)
	}
}

// toleranceOf returns how far the body may fall short: less when it is at rest.
func toleranceOf(snap *protocol.Snapshot, v *View) float64 {
	if v.BuildUp > BuildHull && (v.BuildUp < BuildCost || snap.Grabbed >= 0) {
		return movingTolerance
	}
	return bodyTolerance
}

// axes names the entries of Z, divided by its last entry, that the picture's axes show.
func (b *body) axes() [3]string {
	switch {
	case b.slice:
		return [3]string{"Z₁₂", "Z₁₃", "Z₂₃"}
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

// face finds where the vertices are drawn, and which triangles, and which points of the curve, face the eye.
func (b *body) face(proj *canvas.Projection) {
	m := b.shape()
	b.at, b.front, b.seen = b.at[:0], b.front[:0], append(b.seen[:0], make([]bool, len(b.points))...)
	for _, v := range m.Vertices {
		b.at = append(b.at, proj.Project(v))
	}
	for i, t := range m.Triangles {
		at := m.Vertices[t[0]]
		b.front = append(b.front, m.Normals[i].Dot(proj.Forward.Plus(at.Scale(proj.Perspective))) < 0)
	}
	for i, t := range m.Triangles {
		if b.front[i] && len(b.points) > 0 {
			for _, corner := range t {
				b.seen[b.hull.Index[corner]] = true
			}
		}
	}
}

// faces draws the triangles that face the eye (front) or the others, lit from the upper left; solid is their opacity.
func (s *spectrahedron) faces(front bool, solid float64) {
	m, proj, face := s.body.shape(), &s.Projection, s.Theme.Face()
	light := proj.Up.Scale(0.9).Plus(proj.Right.Scale(-0.5)).Plus(proj.Forward.Scale(-0.6))
	light = light.Scale(1 / light.Norm())
	dark, bright := face.Mix(canvas.Color{R: 0, G: 0, B: 0, A: 1}, 0.14), face.Mix(canvas.Color{R: 1, G: 1, B: 1, A: 1}, 0.35)
	shade := func(normal vec) canvas.Color {
		away := 1 - math.Abs(normal.Dot(proj.Forward))
		return dark.Mix(bright, math.Abs(normal.Dot(light))).Alpha((0.15 + 0.24*away*away) * solid)
	}
	for i, triangle := range m.Triangles {
		if s.body.front[i] != front {
			continue
		}
		var at [3]canvas.Pixel
		var color [3]canvas.Color
		flat := shade(m.Normals[i])
		for k, corner := range triangle {
			at[k], color[k] = s.body.at[corner], flat
			if len(m.Smooth) > 0 {
				color[k] = shade(m.Corner(i, k))
			}
		}
		s.Patch(at[:], color[:])
	}
}

// silhouette draws the outline, which also smooths the edges of the faces.
func (s *spectrahedron) silhouette(solid float64) {
	m, front := s.body.shape(), s.body.front
	for i, across := range m.Across {
		for k, other := range across {
			if front[i] && !front[other] {
				t := m.Triangles[i]
				s.Piece(s.body.at[t[k]], s.body.at[t[(k+1)%3]], 1.3, s.Theme.Ink.Alpha(0.5*solid))
			}
		}
	}
}

// flat8 holds the three rows of a projection of the lifted neurons k(u), see mesh.Shadow.
type flat8 [3][8]float64

// support is the certificate as a linear function on the space of the spectrahedron: g(u) = offset + slope normal'k(u), |normal|
// = 1. So g = beta is a plane with that normal. It is a supporting hyperplane: as |g| <= beta, the whole body is on one side of
// it, and neurons with alpha > 0 are on it.
type support struct {
	normal        [8]float64
	offset, slope float64
}

// supportOf returns the linear function of a certificate; it reports false if g is the same in all directions.
func supportOf(g *protocol.Quadratic, d int, beta float64) (f support, ok bool) {
	switch d {
	case 2: // k = (cos t, sin t, cos 2t, sin 2t)
		f.normal = [8]float64{g.X, g.Y, (g.XX - g.YY) / 2, g.XY / 2}
		f.offset = g.C + (g.XX+g.YY)/2
	case 3:
		mean := (g.XX + g.YY + g.ZZ) / 3
		f.normal = [8]float64{g.X, g.Y, g.Z, g.YZ / 2, g.XZ / 2, g.XY / 2, (g.XX - g.YY) / 2, (g.ZZ - mean) * math.Sqrt(3) / 2}
		f.offset = g.C + mean
	}
	for _, v := range f.normal {
		f.slope += v * v
	}
	f.slope = math.Sqrt(f.slope)
	if !(f.slope > 1e-6*beta) || math.IsInf(f.slope, 0) {
		return f, false
	}
	for i := range f.normal {
		f.normal[i] /= f.slope
	}
	return f, true
}

// height returns the position of the plane g = level along the normal.
func (f *support) height(level float64) float64 { return (level - f.offset) / f.slope }

// upright returns orthonormal rows whose third is turned towards the normal, all the way for share 1. The other rows stay as close as
// possible to what they were.
func (rows flat8) upright(normal *[8]float64, share float64) flat8 {
	var out flat8
	for k := range out[2] {
		out[2][k] = (1-share)*rows[2][k] + share*normal[k]
	}
	if !normalize(&out[2]) {
		return rows
	}
	done := out[2:]
	for i, candidates := 1, [3]int{1, 0, 2}; i >= 0; i-- {
		for _, c := range candidates[1-i:] {
			out[i] = rows[c]
			for _, other := range done {
				along := dot8(&out[i], &other)
				for k := range out[i] {
					out[i][k] -= along * other[k]
				}
			}
			if normalize(&out[i]) {
				break
			}
		}
		done = out[i:]
	}
	return out
}

func dot8(a, b *[8]float64) (sum float64) {
	for k := range a {
		sum += a[k] * b[k]
	}
	return sum
}

// normalize scales a row to a unit vector; it reports false if the row is too short to have a direction.
func normalize(row *[8]float64) bool {
	n := math.Sqrt(dot8(row, row))
	if !(n > 1e-3) {
		return false
	}
	for k := range row {
		row[k] /= n
	}
	return true
}

// rowsOf shows the first three coordinates of two features, or the features themselves of three, and rotates the next ones in.
func rowsOf(d int, angle float64) flat8 {
	sin, cos := math.Sincos(angle)
	if d == 2 {
		return flat8{{0: 1}, {1: cos, 3: sin}, {2: 1}}
	}
	return flat8{{0: cos, 3: sin}, {1: cos, 4: sin}, {2: cos, 5: sin}}
}

// bodyRows returns the projection of the body: as rotated by the user, and on the last stage with g upwards.
func (s *spectrahedron) bodyRows() flat8 {
	if s.sliced() {
		return sliceShadow.Rows
	}
	rows := rowsOf(s.snap.Dimension, s.view.Rotation[protocol.PictureSpectrahedron])
	if share := canvas.Smoothstep(canvas.Fraction(s.view.BuildUp, BuildHull, BuildHull+0.5)); share > 0 {
		if f, ok := supportOf(&s.now.certificate, s.snap.Dimension, s.snap.Beta); ok {
			return rows.upright(&f.normal, share)
		}
	}
	return rows
}

// costPlane is one of the two planes g = +-beta that touch the body.
type costPlane struct {
	sign, height float64
	touched      bool // there are neurons with that sign
}

// lowerPlanes computes the planes g = beta and g = -beta. They start at a distance from the body half way after BuildHull and reach their
// true positions, where they support the body, at BuildCost. There are none before that, in the slice, and if g is the same in all
// directions.
func (s *spectrahedron) lowerPlanes() {
	f, ok := supportOf(&s.now.certificate, s.snap.Dimension, s.snap.Beta)
	s.planes = s.planes[:0]
	if !ok || s.view.BuildUp <= BuildHull+0.5 || s.sliced() {
		return
	}
	away, has := 0.9*(1-canvas.Smoothstep(canvas.Fraction(s.view.BuildUp, BuildHull+0.5, BuildCost))), signs(s.snap)
	for k, sign := range [2]float64{1, -1} {
		s.planes = append(s.planes, costPlane{sign, f.height(sign*s.snap.Beta) + sign*away, has[k]})
	}
}

// drawPlanes draws the planes in front of the body, or those behind it.
func (s *spectrahedron) drawPlanes(front bool) {
	const side = 1.15
	for _, plane := range s.planes {
		color, z, strength := s.Theme.Signed(plane.sign), plane.height, 0.3
		if plane.isInFront(&s.Projection) != front || math.Abs(z) > 2.2 {
			continue
		}
		corners := [4]canvas.Pixel{s.At(vec{-side, -side, z}), s.At(vec{side, -side, z}), s.At(vec{side, side, z}), s.At(vec{-side, side, z})}
		if plane.touched {
			strength = 0.8
			s.Quad(corners, color.Alpha(0.13))
			for i := -2; i <= 2; i++ {
				at := side * float64(i) / 2.5
				s.Line(vec{at, -side, z}, vec{at, side, z}, 1, color.Alpha(0.16))
				s.Line(vec{-side, at, z}, vec{side, at, z}, 1, color.Alpha(0.16))
			}
		}
		s.Sides(corners, 1.4, color.Alpha(strength))
		if s.view.BuildUp < BuildCost {
			continue
		}
		name, class := "g = β", signClass(plane.sign)
		if plane.sign < 0 {
			name = "g = −β"
		}
		if !plane.touched {
			class = canvas.ClassTick
		}
		s.Label(name).Near(lowest(corners[:]).Offset(0, 12*s.Scale), class)
	}
}

// lowest returns the pixel that is lowest on the screen, away from the buttons over a picture.
func lowest(of []canvas.Pixel) canvas.Pixel {
	return slices.MaxFunc(of, func(a, b canvas.Pixel) int { return cmp.Compare(a.Y, b.Y) })
}

// isInFront reports whether the eye is on the side of the plane away from the body, so that the plane is drawn over the body.
func (plane *costPlane) isInFront(proj *canvas.Projection) bool {
	if proj.Perspective == 0 {
		return -proj.Forward[2]*plane.sign > 0
	}
	return (-proj.Forward[2]/proj.Perspective-plane.height)*plane.sign > 0
}
