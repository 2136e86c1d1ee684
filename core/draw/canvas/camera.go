package canvas

import (
	"math"

	"conelab/core/draw/mesh"
)

const (
	// homeYaw puts the first axis to the right and the second to the back; homePitch looks a little from above.
	homeYaw, homePitch = -1.12, 0.30
	// PitchLimit keeps the turntable from passing over the pole.
	PitchLimit = math.Pi / 2
	// zoomLimit bounds the zoom, in and out; panLimit bounds the pan, in halves of the tile's shorter side.
	zoomLimit, panLimit = 5.0, 2.0
	// orbitRate is radians per css pixel of a drag: 400 pixels are half a turn.
	orbitRate = math.Pi / 400
	// Distance is the eye's distance from the origin, in world units: mild perspective. Perspective is one over it.
	Distance, Perspective = 7.0, 1 / Distance
)

// Camera is a turntable around the origin of the world with the third axis upwards. Yaw is the eye's angle around that axis and Pitch its
// elevation, both in radians. Zoom 1 shows the whole picture. PanX and PanY move it, in halves of the tile's shorter side.
type Camera struct{ Yaw, Pitch, Zoom, PanX, PanY float64 }

// HomeCamera returns the initial camera.
func HomeCamera() Camera { return Camera{Yaw: homeYaw, Pitch: homePitch, Zoom: 1} }

// Orbit turns the world by a drag of (dx, dy) css pixels; the front of the world follows the pointer.
func (c *Camera) Orbit(dx, dy float64) {
	c.Yaw = math.Remainder(c.Yaw-dx*orbitRate, 2*math.Pi)
	c.Pitch = max(-PitchLimit, min(c.Pitch+dy*orbitRate, PitchLimit))
}

// Pan moves the picture by (dx, dy) halves of the tile's shorter side.
func (c *Camera) Pan(dx, dy float64) {
	c.PanX = max(-panLimit, min(c.PanX+dx, panLimit))
	c.PanY = max(-panLimit, min(c.PanY+dy, panLimit))
}

// Magnify multiplies the zoom.
func (c *Camera) Magnify(factor float64) {
	if factor > 0 {
		c.Zoom = max(1/zoomLimit, min(c.Zoom*factor, zoomLimit))
	}
}

// Key turns or zooms the camera by a key; it reports whether the key has a meaning.
func (c *Camera) Key(name string) bool {
	const step = 12 // css pixels of a drag
	switch name {
	case "ArrowLeft":
		c.Orbit(-step, 0)
	case "ArrowRight":
		c.Orbit(step, 0)
	case "ArrowUp":
		c.Orbit(0, -step)
	case "ArrowDown":
		c.Orbit(0, step)
	case "+", "=":
		c.Magnify(1.15)
	case "-", "_":
		c.Magnify(1 / 1.15)
	case "Home":
		*c = HomeCamera()
	default:
		return false
	}
	return true
}

// Vec is a vector of the world.
type Vec = mesh.Vec

// Fraction returns how far s is on the way between two numbers, from 0 to 1.
func Fraction(s, from, to float64) float64 { return max(0, min((s-from)/(to-from), 1)) }

// Smoothstep returns s in [0, 1] with a slow start and a slow end, for motions.
func Smoothstep(s float64) float64 { s = max(0, min(s, 1)); return s * s * (3 - 2*s) }

// Projection maps the world to the pixels of a tile. Right, Up and Forward are the axes of the eye, a right-handed frame with
// Forward pointing into the picture. Scale is the number of pixels in a world unit at the depth of the origin, which is drawn at (CX, CY).
type Projection struct {
	Right, Up, Forward Vec
	Scale, CX, CY      float64
}

// Projection returns the projection that shows the ball of the given radius around the origin in r.
func (c Camera) Projection(r Rect, radius float64) Projection {
	sy, cy := math.Sincos(c.Yaw)
	sp, cp := math.Sincos(c.Pitch)
	half := min(r.W, r.H) / 2
	return Projection{
		Right: Vec{-sy, cy, 0}, Up: Vec{-sp * cy, -sp * sy, cp}, Forward: Vec{-cp * cy, -cp * sy, -sp},
		Scale: c.Zoom * half / radius, CX: r.X + r.W/2 + c.PanX*half, CY: r.Y + r.H/2 + c.PanY*half,
	}
}

// Depth returns how far behind the origin the point p is.
func (proj *Projection) Depth(p Vec) float64 { return p.Dot(proj.Forward) }

// Project returns where the point p of the world is drawn.
func (proj *Projection) Project(p Vec) Pixel {
	s := proj.Depth(p)
	w := 1 / max(0.05, 1+s*Perspective)
	return Pixel{proj.CX + proj.Scale*w*p.Dot(proj.Right), proj.CY - proj.Scale*w*p.Dot(proj.Up), s * w}
}

// bounds returns a square that contains the picture of the ball of that radius around the origin.
func (proj *Projection) bounds(radius float64) Rect {
	half := proj.Scale*radius/max(0.1, 1-radius*Perspective) + 2
	return Rect{proj.CX - half, proj.CY - half, 2 * half, 2 * half}
}

// Ray returns the ray of a pixel: the points from + s along have depth s.
func (proj *Projection) Ray(x, y float64) (from, along Vec) {
	from = proj.Right.Scale((x - proj.CX) / proj.Scale).Plus(proj.Up.Scale((proj.CY - y) / proj.Scale))
	return from, proj.Forward.Plus(from.Scale(Perspective))
}

// Intersect returns where the ray of a pixel meets the horizontal plane at a height. It reports false where the ray is (nearly) parallel to
// the plane or meets it behind the eye.
func (proj *Projection) Intersect(x, y, height float64) (p Vec, ok bool) {
	from, along := proj.Ray(x, y)
	if math.Abs(along[2]) < 1e-3 {
		return p, false
	}
	s := (height - from[2]) / along[2]
	return from.Plus(along.Scale(s)), 1+s*Perspective > 0.05
}
