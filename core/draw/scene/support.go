package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// flat8 holds the three rows of a projection of the lifted neurons k(u), see mesh.Shadow.
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

// rowsOf shows the first three coordinates of two features, or the features themselves of three, and rotates the next ones in.
func rowsOf(d int, angle float64) flat8 {
	sin, cos := math.Sincos(angle)
	if d == 2 {
		return flat8{{0: 1}, {1: cos, 3: sin}, {2: 1}}
	}
	return flat8{{0: cos, 3: sin}, {1: cos, 4: sin}, {2: cos, 5: sin}}
}

// bodyRows returns the projection of the body: as rotated by the user, and on the last stage with g upwards.
func (s *Scene) bodyRows() flat8 {
	rows := rowsOf(s.snap.Dimension, s.view.Rotation[TileSpectrahedron])
	if share := smoothstep(fraction(s.view.Stage, StageHull, StageHull+0.5)); share > 0 {
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

// planes returns the planes g = beta and g = -beta. They start at a distance from the body half way after StageHull and reach their true
// positions, where they support the body, at StageCost. Before that, and if g is the same in all directions, planes returns none.
func (s *Scene) planes() []costPlane {
	f, ok := supportOf(&s.now.certificate, s.snap.Dimension, s.snap.Beta)
	s.beside = s.beside[:0]
	if !ok || s.view.Stage <= StageHull+0.5 {
		return nil
	}
	away, has := 0.9*(1-smoothstep(fraction(s.view.Stage, StageHull+0.5, StageCost))), signs(s.snap)
	for k, sign := range [2]float64{1, -1} {
		s.beside = append(s.beside, costPlane{sign, f.height(sign*s.snap.Beta) + sign*away, has[k]})
	}
	return s.beside
}

// drawPlanes draws the planes in front of the body, or those behind it.
func (s *Scene) drawPlanes(planes []costPlane, front bool) {
	const side = 1.15
	for k := range planes {
		plane := &planes[k]
		color, z, strength := s.theme.signed(plane.sign), plane.height, 0.3
		if s.proj.beyond(plane) != front || math.Abs(z) > 2.2 {
			continue
		}
		corners := [4]pixel{s.at(vec{-side, -side, z}), s.at(vec{side, -side, z}), s.at(vec{side, side, z}), s.at(vec{-side, side, z})}
		if plane.touched {
			strength = 0.8
			s.quad(corners, color.alpha(0.13))
			for i := -2; i <= 2; i++ {
				at := side * float64(i) / 2.5
				s.line(vec{at, -side, z}, vec{at, side, z}, 1, color.alpha(0.16))
				s.line(vec{-side, at, z}, vec{side, at, z}, 1, color.alpha(0.16))
			}
		}
		s.outline(corners[:], 1.4, color.alpha(strength))
		if s.view.Stage < StageCost {
			continue
		}
		name, class := "g = β", signClass(plane.sign)
		if plane.sign < 0 {
			name = "g = −β"
		}
		if !plane.touched {
			class = classTick
		}
		s.labels.start(name).place(rightmost(corners[0], corners[1:]...).moved(0, -10*s.scale), class)
	}
}

// beyond reports whether the eye is on the side of the plane away from the body, so that the plane is drawn over the body.
func (proj *projection) beyond(plane *costPlane) bool {
	eye := -proj.forward[2] * distance
	if proj.perspective == 0 {
		return eye*plane.sign > 0
	}
	return (eye-plane.height)*plane.sign > 0
}
