package scene

import "math"

// finger is a pointer that moves the camera of a picture with depth.
type finger struct {
	id   int
	x, y float64
}

// startCamera begins or joins a camera gesture in a picture with depth.
func (in *Input) startCamera(tile int, p *PointerEvent, v *View) bool {
	if in.fingersDown == len(in.fingers) || in.fingersDown > 0 && tile != in.tile {
		return false
	}
	x, y := p.X/v.Layout.Scale, p.Y/v.Layout.Scale
	if in.fingersDown == 0 {
		near := math.Hypot(x-in.lastX, y-in.lastY) <= doubleReach && in.travelled < tapReach
		if near && p.Now-in.lastDown < doubleTime && tile == in.tile && p.Buttons == in.lastButtons {
			v.Cameras[tile].Look("home")
		}
		in.tile = tile
		in.lastX, in.lastY, in.lastDown, in.lastButtons, in.travelled = x, y, p.Now, p.Buttons, 0
	} else {
		in.travelled = math.Inf(1)
	}
	in.fingers[in.fingersDown] = finger{p.ID, x, y}
	in.fingersDown++
	return true
}

// moveCamera orbits by the motion of one finger, or pans with the right button. Two fingers pan by half of the motion of each and zoom by
// their distance.
func (in *Input) moveCamera(i int, p *PointerEvent, v *View) {
	f, c := &in.fingers[i], &v.Cameras[in.tile]
	x, y := p.X/v.Layout.Scale, p.Y/v.Layout.Scale
	dx, dy := x-f.x, y-f.y
	before := in.spread()
	f.x, f.y = x, y
	in.travelled += math.Hypot(dx, dy)
	half := min(v.Layout.Tiles[in.tile].W, v.Layout.Tiles[in.tile].H) / v.Layout.Scale / 2
	switch {
	case in.fingersDown == 2:
		if before > 1 {
			c.Magnify(in.spread() / before)
		}
		c.Pan(dx/2/half, dy/2/half)
	case p.Buttons&secondary != 0:
		c.Pan(dx/half, dy/half)
	default:
		c.Orbit(dx, dy)
	}
}

// spread returns the distance of the two fingers in css pixels.
func (in *Input) spread() float64 {
	return math.Hypot(in.fingers[0].x-in.fingers[1].x, in.fingers[0].y-in.fingers[1].y)
}

func (in *Input) fingerOf(id int) int {
	for i := range in.fingers[:in.fingersDown] {
		if in.fingers[i].id == id {
			return i
		}
	}
	return none
}
