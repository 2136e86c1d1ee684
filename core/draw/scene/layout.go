package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/draw/canvas"
)

// Layout holds the rectangles of the tiles.
type Layout struct {
	W, H  float64
	Scale float64 // pixels in a css pixel
	Tiles [tileCount]canvas.Rect
}

// LayoutOf reads a layout from W, H, Scale and x, y, w, h of each tile. It reports whether values has enough numbers and they are usable. A
// missing tile is hidden.
func LayoutOf(values []float64) (l Layout, ok bool) {
	if len(values) < 3 {
		return l, false
	}
	for _, v := range values {
		if !(math.Abs(v) < canvas.Far) {
			return l, false
		}
	}
	l.W, l.H, l.Scale = values[0], values[1], values[2]
	for i := range l.Tiles {
		if v := values[3:]; len(v) >= 4*i+4 {
			l.Tiles[i] = canvas.Rect{X: v[4*i], Y: v[4*i+1], W: v[4*i+2], H: v[4*i+3]}
		}
	}
	return l, l.W >= 1 && l.H >= 1 && l.Scale > 0
}

// TileAt returns the tile that contains the point (x, y), or -1.
func (l *Layout) TileAt(x, y float64) int {
	for i, r := range l.Tiles {
		if !r.Empty() && r.Contains(x, y) {
			return i
		}
	}
	return -1
}

// Extent is how much of the data is visible beside the square in the middle of the data tile.
func (l *Layout) Extent() intent.SetExtent {
	r := l.Tiles[protocol.PictureData]
	if r.Empty() {
		return intent.SetExtent{Wide: 1, High: 1}
	}
	side := min(r.W, r.H)
	return intent.SetExtent{Wide: r.W / side, High: r.H / side}
}
