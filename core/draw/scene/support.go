package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// flat8 holds the three rows of a projection of the lifted neurons k(u): a mesh.Shadow2 in the first four columns, or a mesh.Shadow3.
type flat8 [3][8]float64

// support is the certificate as a linear function on the space of the spectrahedron: g(u) = offset + slope normal'k(u), |normal| = 1. So g =
// beta is a plane with that normal. It is a supporting hyperplane: as |g| <= beta, the whole body is on one side of it, and neurons with
// alpha > 0 are on it.
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

// bodyFrame returns the projection of the body: as turned by the user, and on the last stage with g upwards.
func (s *Scene) bodyFrame(snap *protocol.Snapshot, v *View) (rows flat8) {
	turn := v.Turn[TileSpectrahedron]
	sin, cos := math.Sincos(turn)
	if snap.Dimension == 2 {
		rows = flat8{{0: 1}, {1: cos, 3: sin}, {2: 1}}
	} else {
		rows = flat8{{0: cos, 3: sin}, {1: cos, 4: sin}, {2: cos, 5: sin}}
	}
	if share := smoothstep(fraction(v.Stage, StageHull, StageHull+0.5)); share > 0 {
		if f, ok := supportOf(&s.now.certificate, snap.Dimension, snap.Beta); ok {
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

// planes returns the planes g = beta and g = -beta. They start at a distance from the body half way after StageHull and reach their true
// positions, where they support the body, at StageCost. Before that, in a slice, and if g is the same in all directions, planes returns none.
func (s *Scene) planes(snap *protocol.Snapshot, v *View) []costPlane {
	f, ok := supportOf(&s.now.certificate, snap.Dimension, snap.Beta)
	s.beside = s.beside[:0]
	if !ok || v.Stage <= StageHull+0.5 || v.Slice {
		return nil
	}
	away := 0.9 * (1 - smoothstep(fraction(v.Stage, StageHull+0.5, StageCost)))
	for _, sign := range [2]float64{1, -1} {
		plane := costPlane{sign: sign, height: f.height(sign*snap.Beta) + sign*away}
		for i := range snap.Neurons {
			plane.touched = plane.touched || snap.Neurons[i].Alpha*sign > 0
		}
		s.beside = append(s.beside, plane)
	}
	return s.beside
}

// drawPlanes draws the planes in front of the body, or those behind it.
func (s *Scene) drawPlanes(p pen, r Rect, proj *projection, v *View, planes []costPlane, front bool) {
	for k := range planes {
		if proj.beyond(&planes[k]) == front {
			s.drawPlane(p, r, proj, v, &planes[k])
		}
	}
}

// drawPlane draws one plane of constant g, if it is within the picture.
func (s *Scene) drawPlane(p pen, r Rect, proj *projection, v *View, plane *costPlane) {
	const side = 1.15
	if math.Abs(plane.height) > 2.2 {
		return
	}
	t := &v.Theme
	color, z := t.signed(plane.sign), plane.height
	a, b := proj.project(vec{-side, -side, z}), proj.project(vec{side, -side, z})
	c, d := proj.project(vec{side, side, z}), proj.project(vec{-side, side, z})
	strength := 0.3
	if plane.touched {
		strength = 0.8
		p.fill(a, b, c, d, color.alpha(0.13))
		for i := -2; i <= 2; i++ {
			at := side * float64(i) / 2.5
			p.segment(proj.project(vec{at, -side, z}), proj.project(vec{at, side, z}), 1, color.alpha(0.16))
			p.segment(proj.project(vec{-side, at, z}), proj.project(vec{side, at, z}), 1, color.alpha(0.16))
		}
	}
	for _, edge := range [4][2]pixel{{a, b}, {b, c}, {c, d}, {d, a}} {
		p.segment(edge[0], edge[1], 1.4, color.alpha(strength))
	}
	if v.Stage < StageCost {
		return
	}
	name := "g = β"
	if plane.sign < 0 {
		name = "g = −β"
	}
	corner := a // the one farthest to the right
	for _, other := range [3]pixel{b, c, d} {
		if other.x > corner.x {
			corner = other
		}
	}
	s.labels.start(name).place(pixel{x: corner.x, y: corner.y - 10*p.scale}, r, neuronClass(plane.sign, !plane.touched))
}

// beyond reports whether the eye is on the side of the plane away from the body, so that the plane is drawn over the body.
func (proj *projection) beyond(plane *costPlane) bool {
	eye := -proj.forward[2] * distance
	if proj.perspective == 0 {
		return eye*plane.sign > 0
	}
	return (eye-plane.height)*plane.sign > 0
}

// rests reports whether both planes (each only if it has neurons) rest on the body at their neurons: g is +-beta there, and |g| is nowhere
// larger.
func (s *Scene) rests(snap *protocol.Snapshot) bool {
	if s.now.onPath && snap.Film.Position < snap.Length() || len(snap.Neurons) == 0 {
		return false
	}
	const slack = 1e-3
	g := &s.now.certificate
	for i := range snap.Neurons {
		if n := &snap.Neurons[i]; !(math.Abs(g.At(n.U)-math.Copysign(snap.Beta, n.Alpha)) <= slack*snap.Beta) {
			return false
		}
	}
	return s.steepest(snap) <= (1+slack)*snap.Beta
}

// steepest returns the largest |g| over the directions from which the body is made.
func (s *Scene) steepest(snap *protocol.Snapshot) (largest float64) {
	g := &s.now.certificate
	switch snap.Dimension {
	case 1:
		return max(math.Abs(g.At(protocol.Vec{1})), math.Abs(g.At(protocol.Vec{-1})))
	case 2:
		for _, d := range s.circle {
			largest = max(largest, math.Abs(g.At(protocol.Vec{d.cos, d.sin})))
		}
		return largest
	}
	for _, u := range s.body.solid.Neurons {
		largest = max(largest, math.Abs(g.At(protocol.Vec(u))))
	}
	return largest
}
