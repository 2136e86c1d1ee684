package canvas

// Corner is the radius of a tile's corners in css pixels. Every picture begins with a background that covers its tile with these corners.
const Corner = 10

// Rect is a rectangle in pixels.
type Rect struct{ X, Y, W, H float64 }

// Contains reports whether the rectangle contains the point (x, y).
func (r Rect) Contains(x, y float64) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Clip returns the part of the line from a to b that is inside the rectangle, if there is one.
func (r Rect) Clip(a, b Pixel) (from, to Pixel, seen bool) {
	low, high := 0.0, 1.0
	dx, dy := b.X-a.X, b.Y-a.Y
	for _, side := range [...][2]float64{{-dx, a.X - r.X}, {dx, r.X + r.W - a.X}, {-dy, a.Y - r.Y}, {dy, r.Y + r.H - a.Y}} {
		switch out, room := side[0], side[1]; { // inside is where share * out <= room
		case out > 0:
			high = min(high, room/out)
		case out < 0:
			low = max(low, room/out)
		case !(room >= 0):
			return a, b, false
		}
	}
	return a.Lerp(b, low), a.Lerp(b, high), low <= high
}

// Empty reports whether the tile is hidden.
func (r Rect) Empty() bool { return !(r.W > 1 && r.H > 1) }

// within returns the intersection of r and outer.
func (r Rect) within(outer Rect) Rect {
	x0, y0 := max(r.X, outer.X), max(r.Y, outer.Y)
	x1, y1 := min(r.X+r.W, outer.X+outer.W), min(r.Y+r.H, outer.Y+outer.H)
	return Rect{x0, y0, max(0, x1-x0), max(0, y1-y0)}
}

// Inset returns the rectangle without margins, but at least a pixel wide and high.
func (r Rect) Inset(left, top, right, bottom float64) Rect {
	return Rect{r.X + left, r.Y + top, max(1, r.W-left-right), max(1, r.H-top-bottom)}
}

// SplitTop divides the rectangle at a share of its height.
func (r Rect) SplitTop(share float64) (top, rest Rect) {
	return Rect{r.X, r.Y, r.W, share * r.H}, Rect{r.X, r.Y + share*r.H, r.W, (1 - share) * r.H}
}

// SplitLeft divides the rectangle at a share of its width.
func (r Rect) SplitLeft(share float64) (left, rest Rect) {
	return Rect{r.X, r.Y, share * r.W, r.H}, Rect{r.X + share*r.W, r.Y, (1 - share) * r.W, r.H}
}

// Center returns the middle.
func (r Rect) Center() Pixel { return XY(r.X+r.W/2, r.Y+r.H/2) }

// Corners returns the corners, around the rectangle from the upper left one.
func (r Rect) Corners() [4]Pixel {
	return [4]Pixel{XY(r.X, r.Y), XY(r.X+r.W, r.Y), XY(r.X+r.W, r.Y+r.H), XY(r.X, r.Y+r.H)}
}
