package scene

import (
	"math"

	"conelab/core/app/protocol/intent"
)

// Corner is the radius of a tile's corners in css pixels. Every picture begins with a background that covers its tile with these corners.
const Corner = 10

// Rect is a rectangle in pixels.
type Rect struct{ X, Y, W, H float64 }

// contains reports whether the rectangle contains the point (x, y).
func (r Rect) contains(x, y float64) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Empty reports whether the tile is hidden.
func (r Rect) Empty() bool { return !(r.W > 1 && r.H > 1) }

// within returns the intersection of r and outer.
func (r Rect) within(outer Rect) Rect {
	x0, y0 := max(r.X, outer.X), max(r.Y, outer.Y)
	x1, y1 := min(r.X+r.W, outer.X+outer.W), min(r.Y+r.H, outer.Y+outer.H)
	return Rect{x0, y0, max(0, x1-x0), max(0, y1-y0)}
}

// inset returns the rectangle without margins, but at least a pixel wide and high.
func (r Rect) inset(left, top, right, bottom float64) Rect {
	return Rect{r.X + left, r.Y + top, max(1, r.W-left-right), max(1, r.H-top-bottom)}
}

// split divides the rectangle at a share of its width.
func (r Rect) split(share float64) (left, right Rect) {
	return Rect{r.X, r.Y, share * r.W, r.H}, Rect{r.X + share*r.W, r.Y, (1 - share) * r.W, r.H}
}

// cut divides the rectangle at a share of its height.
func (r Rect) cut(share float64) (top, rest Rect) {
	return Rect{r.X, r.Y, r.W, share * r.H}, Rect{r.X, r.Y + share*r.H, r.W, (1 - share) * r.H}
}

func (r Rect) center() pixel { return xy(r.X+r.W/2, r.Y+r.H/2) }

// corners returns the corners, around the rectangle from the upper left one.
func (r Rect) corners() [4]pixel {
	return [4]pixel{xy(r.X, r.Y), xy(r.X+r.W, r.Y), xy(r.X+r.W, r.Y+r.H), xy(r.X, r.Y+r.H)}
}

// Layout holds the rectangles of the tiles.
type Layout struct {
	W, H  float64
	Scale float64 // pixels in a css pixel
	Tiles [tileCount]Rect
}

// LayoutOf reads a layout from W, H, Scale and x, y, w, h of each tile. It reports whether values has enough numbers and they are usable. A
// missing tile is hidden.
func LayoutOf(values []float64) (l Layout, ok bool) {
	if len(values) < 3 {
		return l, false
	}
	for _, v := range values {
		if !(math.Abs(v) < far) {
			return l, false
		}
	}
	l.W, l.H, l.Scale = values[0], values[1], values[2]
	for i := range l.Tiles {
		if v := values[3:]; len(v) >= 4*i+4 {
			l.Tiles[i] = Rect{v[4*i], v[4*i+1], v[4*i+2], v[4*i+3]}
		}
	}
	return l, l.W >= 1 && l.H >= 1 && l.Scale > 0
}

// TileAt returns the tile that contains the point (x, y), or -1.
func (l *Layout) TileAt(x, y float64) int {
	for i, r := range l.Tiles {
		if !r.Empty() && r.contains(x, y) {
			return i
		}
	}
	return -1
}

// Extent says how much of the data is visible beside the square in the middle of the data tile.
func (l *Layout) Extent() intent.Extent {
	r := l.Tiles[TileData]
	if r.Empty() {
		return intent.Extent{Wide: 1, High: 1}
	}
	side := min(r.W, r.H)
	return intent.Extent{Wide: r.W / side, High: r.H / side}
}

// Plane maps the coordinates of a flat picture to pixels and back. The point (X, Y) is at the pixel (PX, PY); a unit of the first coordinate
// is KX pixels to the right, and a unit of the second is KY pixels up.
type Plane struct{ X, Y, PX, PY, KX, KY float64 }

// plane returns the map that shows x in [cx - hx, cx + hx] and y in [cy - hy, cy + hy] in all of r.
func (r Rect) plane(cx, cy, hx, hy float64) Plane {
	return Plane{cx, cy, r.X + r.W/2, r.Y + r.H/2, r.W / 2 / hx, r.H / 2 / hy}
}

// square returns the map that shows x in [cx - half, cx + half] and y in [cy - half, cy + half] in the largest square in the middle of r.
func (r Rect) square(cx, cy, half float64) Plane {
	k := min(r.W, r.H) / 2 / half
	return Plane{cx, cy, r.X + r.W/2, r.Y + r.H/2, k, k}
}

// Pixel returns where the point (x, y) is drawn.
func (p Plane) Pixel(x, y float64) (px, py float64) {
	return p.PX + (x-p.X)*p.KX, p.PY - (y-p.Y)*p.KY
}

// Point returns the point that is drawn at a pixel.
func (p Plane) Point(px, py float64) (x, y float64) {
	return p.X + (px-p.PX)/p.KX, p.Y - (py-p.PY)/p.KY
}

func (p Plane) at(x, y float64) pixel { return xy(p.Pixel(x, y)) }
