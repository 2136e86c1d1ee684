package scene

import (
	"math"
	"slices"

	"conelab/core/draw/mesh"
)

const (
	// homeYaw puts the first axis to the right and the second to the back; homePitch looks a little from above.
	homeYaw, homePitch = -1.12, 0.30
	// pitchLimit keeps the turntable from passing over the pole.
	pitchLimit = math.Pi / 2
	// zoomLimit bounds the zoom, in and out; panLimit bounds the pan, in halves of the tile's shorter side.
	zoomLimit, panLimit = 5.0, 2.0
	// orbitRate is radians per css pixel of a drag: 400 pixels are half a turn.
	orbitRate = math.Pi / 400
	// distance is that of the eye from the origin, in world units: mild perspective.
	distance = 7.0
)

// Camera is a turntable around the origin of the world with the third axis upwards. Yaw is the eye's angle around that axis and Pitch its
// elevation, both in radians. Zoom 1 shows the whole picture. PanX and PanY move it, in halves of the tile's shorter side. Flat turns the
// perspective off.
type Camera struct {
	Yaw, Pitch, Zoom, PanX, PanY float64
	Flat                         bool
}

// HomeCamera returns the initial camera.
func HomeCamera() Camera { return Camera{Yaw: homeYaw, Pitch: homePitch, Zoom: 1} }

// Orbit turns the world by a drag of (dx, dy) css pixels; the front of the world follows the pointer.
func (c *Camera) Orbit(dx, dy float64) {
	c.Yaw = math.Remainder(c.Yaw-dx*orbitRate, 2*math.Pi)
	c.Pitch = max(-pitchLimit, min(c.Pitch+dy*orbitRate, pitchLimit))
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
	case "Home", "1", "3", "7":
		return c.SetView(map[string]string{"Home": "home", "1": "front", "3": "side", "7": "top"}[name])
	case "5":
		c.Flat = !c.Flat
	default:
		return false
	}
	return true
}

// SetView sets a named view: home; front, side and top look along the second, first and third axis; perspective and orthographic set Flat.
func (c *Camera) SetView(name string) bool {
	switch name {
	case "home":
		*c = Camera{Yaw: homeYaw, Pitch: homePitch, Zoom: 1, Flat: c.Flat}
	case "front":
		c.Yaw, c.Pitch = -math.Pi/2, 0
	case "side":
		c.Yaw, c.Pitch = 0, 0
	case "top":
		c.Yaw, c.Pitch = -math.Pi/2, math.Pi/2
	case "perspective":
		c.Flat = false
	case "orthographic":
		c.Flat = true
	default:
		return false
	}
	return true
}

// vec is a vector of the world.
type vec = mesh.Vec

func smoothstep(s float64) float64         { s = max(0, min(s, 1)); return s * s * (3 - 2*s) }
func fraction(s, from, to float64) float64 { return max(0, min((s-from)/(to-from), 1)) }

// projection maps the world to the pixels of a tile. right, up and forward are the axes of the eye, a right-handed frame with forward
// pointing into the picture. scale is the number of pixels in a world unit at the depth of the origin. perspective is one over the distance
// of the eye, zero for an orthographic projection. The origin is drawn at (cx, cy).
type projection struct {
	right, up, forward         vec
	scale, perspective, cx, cy float64
}

// projection returns the projection that shows the ball of the given radius around the origin in r.
func (c Camera) projection(r Rect, radius float64) projection {
	sy, cy := math.Sincos(c.Yaw)
	sp, cp := math.Sincos(c.Pitch)
	half := min(r.W, r.H) / 2
	proj := projection{
		right: vec{-sy, cy, 0}, up: vec{-sp * cy, -sp * sy, cp}, forward: vec{-cp * cy, -cp * sy, -sp},
		scale: c.Zoom * half / radius, perspective: 1 / distance, cx: r.X + r.W/2 + c.PanX*half, cy: r.Y + r.H/2 + c.PanY*half,
	}
	if c.Flat {
		proj.perspective = 0
	}
	return proj
}

// depth returns how far behind the origin the point p is.
func (proj *projection) depth(p vec) float64 { return p.Dot(proj.forward) }

// project returns where the point p of the world is drawn.
func (proj *projection) project(p vec) pixel {
	s := proj.depth(p)
	w := 1 / max(0.05, 1+s*proj.perspective)
	return pixel{proj.cx + proj.scale*w*p.Dot(proj.right), proj.cy - proj.scale*w*p.Dot(proj.up), s * w}
}

// bounds returns a square that contains the picture of the ball of that radius around the origin.
func (proj *projection) bounds(radius float64) Rect {
	reach := proj.scale*radius/max(0.1, 1-radius*proj.perspective) + 2
	return Rect{proj.cx - reach, proj.cy - reach, 2 * reach, 2 * reach}
}

// ray returns the ray of a pixel: the points from + s along have depth s.
func (proj *projection) ray(x, y float64) (from, along vec) {
	from = proj.right.Scale((x - proj.cx) / proj.scale).Plus(proj.up.Scale((proj.cy - y) / proj.scale))
	return from, proj.forward.Plus(from.Scale(proj.perspective))
}

// intersect returns where the ray of a pixel meets the horizontal plane at a height. It reports false where the ray is (nearly) parallel to
// the plane or meets it behind the eye.
func (proj *projection) intersect(x, y, height float64) (p vec, ok bool) {
	from, along := proj.ray(x, y)
	if math.Abs(along[2]) < 1e-3 {
		return p, false
	}
	s := (height - from[2]) / along[2]
	return from.Plus(along.Scale(s)), 1+s*proj.perspective > 0.05
}

// doubleTime and doubleReach are the limits, in ms and css pixels, within which two presses count as a double click.
const doubleTime, doubleReach = 350.0, 24.0

// orbit is a gesture of up to two fingers that moves the camera of a picture with depth. Positions are in css pixels.
type orbit struct {
	fingers   [2]finger
	count     int     // how many of them are down
	travelled float64 // how far they have moved since the first was pressed
	// The first press: where and when it was, and with which buttons.
	tile    int
	at      pixel
	time    float64
	buttons int
}

// finger is a pointer that moves the camera.
type finger struct {
	id int
	at pixel
}

// startCamera begins or joins a camera gesture in a picture with depth.
func (in *Input) startCamera(tile int, p *PointerEvent, on *HitTest) bool {
	o, at := &in.orbit, on.css(p)
	if o.count == len(o.fingers) || o.count > 0 && tile != in.tile {
		return false
	}
	if o.count > 0 {
		o.travelled = math.Inf(1)
	} else {
		near := math.Hypot(at.x-o.at.x, at.y-o.at.y) <= doubleReach && o.travelled < tapReach
		if near && p.Now-o.time < doubleTime && tile == o.tile && p.Buttons == o.buttons {
			on.View.Cameras[tile].SetView("home")
		}
		in.begin(orbiting, tile, p, on)
		o.tile, o.at, o.time, o.buttons, o.travelled = tile, at, p.Now, p.Buttons, 0
	}
	o.fingers[o.count] = finger{p.ID, at}
	o.count++
	return true
}

// moveCamera orbits by the motion of one finger, or pans with the right button. Two fingers pan by half of the motion of each and zoom by
// their distance.
func (in *Input) moveCamera(p *PointerEvent, on *HitTest) bool {
	o, c, r := &in.orbit, &on.View.Cameras[in.tile], on.View.Layout.Tiles[in.tile]
	i := o.find(p.ID)
	if i < 0 {
		return false
	}
	at, before := on.css(p), o.spread()
	dx, dy := at.x-o.fingers[i].at.x, at.y-o.fingers[i].at.y
	o.fingers[i].at = at
	o.travelled += math.Hypot(dx, dy)
	half := min(r.W, r.H) / on.View.Layout.Scale / 2
	switch {
	case o.count == 2:
		if before > 1 {
			c.Magnify(o.spread() / before)
		}
		c.Pan(dx/2/half, dy/2/half)
	case p.right():
		c.Pan(dx/half, dy/half)
	default:
		c.Orbit(dx, dy)
	}
	return true
}

// endCamera takes a finger away. A tap puts the neuron under it in focus; in space the right button pans, and its click draws.
func (in *Input) endCamera(p *PointerEvent, on *HitTest) {
	o := &in.orbit
	i := o.find(p.ID)
	if i < 0 {
		return
	}
	o.count--
	o.fingers[i] = o.fingers[o.count]
	if o.count > 0 {
		return
	}
	if in.gesture = idle; p.Kind != Up || o.travelled >= tapReach {
		return
	}
	if o.buttons&secondary != 0 && in.tile == TileData && on.drawsOther() && in.startDrawing(p, on, false, true) {
		in.endDrawing(false)
		in.gesture = idle
		return
	}
	in.setFocus(on.neuron(in.tile, p))
}

// spread returns the distance of the two fingers in css pixels.
func (o *orbit) spread() float64 {
	a, b := o.fingers[0].at, o.fingers[1].at
	return math.Hypot(a.x-b.x, a.y-b.y)
}

func (o *orbit) find(id int) int {
	return slices.IndexFunc(o.fingers[:o.count], func(f finger) bool { return f.id == id })
}
