package scene

import "math"

const (
	// homeYaw puts c_1 to the right and c_2 to the back; homePitch looks a little from above.
	homeYaw, homePitch = -1.12, 0.30
	// pitchLimit keeps the turntable from going over the pole.
	pitchLimit = 1.48
	// zoomLimit bounds how far the camera goes in and out.
	zoomLimit = 5.0
	// orbitRate is radians per css pixel of a drag: 400 pixels are half a turn.
	orbitRate = math.Pi / 400
	// distance of the eye from the origin, in world units: mild perspective.
	distance = 7.0
	// sight is the radius of the ball of the world that fits into the tile.
	sight = 1.14
)

// Camera is a turntable around the origin of the world with t upwards: Yaw is the eye's angle around the t axis, Pitch its height above
// the plane t = 0, both in radians; Zoom 1 shows the whole cone.
type Camera struct{ Yaw, Pitch, Zoom float64 }

// HomeCamera returns the view of the start.
func HomeCamera() Camera { return Camera{homeYaw, homePitch, 1} }

// Orbit turns the world by a drag of (dx, dy) css pixels: its front follows the pointer.
func (c *Camera) Orbit(dx, dy float64) {
	c.Yaw = math.Remainder(c.Yaw-dx*orbitRate, 2*math.Pi)
	c.Pitch = max(-pitchLimit, min(c.Pitch+dy*orbitRate, pitchLimit))
}

// Magnify multiplies the zoom.
func (c *Camera) Magnify(factor float64) {
	if factor > 0 {
		c.Zoom = max(1/zoomLimit, min(c.Zoom*factor, zoomLimit))
	}
}

// Key turns or zooms the camera by a key; it reports whether the key means something.
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

// vec is a vector of the world.
type vec [3]float64

func (a vec) dot(b vec) float64        { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) scale(s float64) vec      { return vec{a[0] * s, a[1] * s, a[2] * s} }
func (a vec) plus(b vec) vec           { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) length() float64          { return math.Sqrt(a.dot(a)) }
func (a vec) form() float64            { return a[0]*a[0] + a[1]*a[1] - a[2]*a[2] }
func turn(a, b vec, t float64) vec     { return a.scale(math.Cos(t)).plus(b.scale(math.Sin(t))) }
func ease(s float64) float64           { s = max(0, min(s, 1)); return s * s * (3 - 2*s) }
func span(s, from, to float64) float64 { return max(0, min((s-from)/(to-from), 1)) }

// lens projects the world into a tile: right, up and forward are the axes of the eye, a right-handed frame with forward into the
// picture, focal is the distance of the picture plane in pixels, and (cx, cy) is the middle of the tile.
type lens struct {
	eye, right, up, forward vec
	focal, cx, cy           float64
}

func (c Camera) lens(r Rect) lens {
	sy, cy := math.Sincos(c.Yaw)
	sp, cp := math.Sincos(c.Pitch)
	back := vec{cp * cy, cp * sy, sp}
	return lens{
		eye: back.scale(distance), right: vec{-sy, cy, 0}, up: vec{-sp * cy, -sp * sy, cp}, forward: back.scale(-1),
		focal: c.Zoom * min(r.W, r.H) / 2 * distance / sight, cx: r.X + r.W/2, cy: r.Y + r.H/2,
	}
}

// spot returns where the point p of the world is drawn.
func (l *lens) spot(p vec) spot {
	v := p.plus(l.eye.scale(-1))
	q := 1 / v.dot(l.forward)
	return spot{l.cx + l.focal*q*v.dot(l.right), l.cy - l.focal*q*v.dot(l.up), q}
}

// point is the inverse of spot.
func (l *lens) point(s spot) vec {
	w := 1 / s.q
	ray := l.forward.plus(l.right.scale((s.x - l.cx) / l.focal)).plus(l.up.scale((l.cy - s.y) / l.focal))
	return l.eye.plus(ray.scale(w))
}
