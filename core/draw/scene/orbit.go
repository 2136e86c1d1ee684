package scene

import (
	"math"
	"slices"

	"conelab/core/draw/canvas"
)

// doubleTime and doubleDistance are the limits, in ms and css pixels, within which two presses count as a double click.
const doubleTime, doubleDistance = 350.0, 24.0

// orbit is a gesture of up to two fingers that moves the camera of a picture with depth. Positions are in css pixels.
type orbit struct {
	fingers  [2]finger
	count    int     // how many of them are down
	distance float64 // how far they have moved since the first was pressed
	// The first press: where and when it was.
	tile int
	at   canvas.Pixel
	time float64
}

// finger is a pointer that moves the camera.
type finger struct {
	id int
	at canvas.Pixel
}

// startCamera begins or joins a camera gesture in a picture with depth.
func (in *Input) startCamera(tile int, p *PointerEvent, hit *HitTest) bool {
	o, at := &in.orbit, hit.css(p)
	if o.count == len(o.fingers) || o.count > 0 && tile != in.tile {
		return false
	}
	if o.count > 0 {
		o.distance = math.Inf(1)
	} else {
		near := math.Hypot(at.X-o.at.X, at.Y-o.at.Y) <= doubleDistance && o.distance < tapDistance
		if near && p.Now-o.time < doubleTime && tile == o.tile {
			hit.View.Cameras[tile] = canvas.HomeCamera()
		}
		in.begin(orbiting, tile, p, hit)
		o.tile, o.at, o.time, o.distance = tile, at, p.Now, 0
	}
	o.fingers[o.count] = finger{p.ID, at}
	o.count++
	return true
}

// moveCamera orbits by the motion of one finger, or pans with the right button. Two fingers pan by half of the motion of each and zoom by
// their distance.
func (in *Input) moveCamera(p *PointerEvent, hit *HitTest) bool {
	o, c, r := &in.orbit, &hit.View.Cameras[in.tile], hit.View.Layout.Tiles[in.tile]
	i := o.find(p.ID)
	if i < 0 {
		return false
	}
	at, before := hit.css(p), o.spread()
	dx, dy := at.X-o.fingers[i].at.X, at.Y-o.fingers[i].at.Y
	o.fingers[i].at = at
	o.distance += math.Hypot(dx, dy)
	half := min(r.W, r.H) / hit.View.Layout.Scale / 2
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

// endCamera removes a finger. A tap puts the neuron under it in focus.
func (in *Input) endCamera(p *PointerEvent, hit *HitTest) {
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
	in.gesture = idle
	if p.Kind != Up || o.distance >= tapDistance {
		return
	}
	in.setFocus(hit.neuron(in.tile, p))
}

// spread returns the distance of the two fingers in css pixels.
func (o *orbit) spread() float64 {
	a, b := o.fingers[0].at, o.fingers[1].at
	return math.Hypot(a.X-b.X, a.Y-b.Y)
}

func (o *orbit) find(id int) int {
	return slices.IndexFunc(o.fingers[:o.count], func(f finger) bool { return f.id == id })
}
