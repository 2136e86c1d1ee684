package scene

import (
	"math"

	"conelab/core/app/protocol"
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

// clip returns the part of the line from a to b that is inside the rectangle, if there is one.
func (r Rect) clip(a, b pixel) (from, to pixel, seen bool) {
	low, high := 0.0, 1.0
	dx, dy := b.x-a.x, b.y-a.y
	for _, side := range [...][2]float64{{-dx, a.x - r.X}, {dx, r.X + r.W - a.x}, {-dy, a.y - r.Y}, {dy, r.Y + r.H - a.y}} {
		switch out, room := side[0], side[1]; { // inside is where share * out <= room
		case out > 0:
			high = min(high, room/out)
		case out < 0:
			low = max(low, room/out)
		case !(room >= 0):
			return a, b, false
		}
	}
	return a.lerp(b, low), a.lerp(b, high), low <= high
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

// Extent is how much of the data is visible beside the square in the middle of the data tile.
func (l *Layout) Extent() intent.Extent {
	r := l.Tiles[TileData]
	if r.Empty() {
		return intent.Extent{Wide: 1, High: 1}
	}
	side := min(r.W, r.H)
	return intent.Extent{Wide: r.W / side, High: r.H / side}
}

// Transform maps the coordinates of a flat picture to pixels and back. The point (X, Y) is at the pixel (PX, PY). A unit of the first
// coordinate is KX pixels to the right, and a unit of the second is KY pixels up.
type Transform struct{ X, Y, PX, PY, KX, KY float64 }

// plane returns the map that shows x in [cx - hx, cx + hx] and y in [cy - hy, cy + hy] in all of r.
func (r Rect) plane(cx, cy, hx, hy float64) Transform {
	return Transform{cx, cy, r.X + r.W/2, r.Y + r.H/2, r.W / 2 / hx, r.H / 2 / hy}
}

// square returns the map that shows x in [cx - half, cx + half] and y in [cy - half, cy + half] in the largest square in the middle of r.
func (r Rect) square(cx, cy, half float64) Transform {
	k := min(r.W, r.H) / 2 / half
	return Transform{cx, cy, r.X + r.W/2, r.Y + r.H/2, k, k}
}

// at returns where the point (x, y) is drawn, as Pixel does for other packages.
func (p Transform) at(x, y float64) pixel { return xy(p.PX+(x-p.X)*p.KX, p.PY-(y-p.Y)*p.KY) }

// Pixel returns where the point (x, y) is drawn.
func (p Transform) Pixel(x, y float64) (px, py float64) {
	at := p.at(x, y)
	return at.x, at.y
}

// Point returns the point that is drawn at a pixel.
func (p Transform) Point(px, py float64) (x, y float64) {
	return p.X + (px-p.PX)/p.KX, p.Y - (py-p.PY)/p.KY
}

// chart is a plot of numbers: the area that it fills, and how that area shows them.
type chart struct {
	Transform
	area Rect
}

// chartIn returns the chart that shows x in [x0, x1] and y in [y0, y1] in an area.
func chartIn(area Rect, x0, x1, y0, y1 float64) chart {
	return chart{area.plane((x0+x1)/2, (y0+y1)/2, (x1-x0)/2, (y1-y0)/2), area}
}

func (c *chart) bottom() float64 { return c.area.Y + c.area.H }
func (c *chart) right() float64  { return c.area.X + c.area.W }

// held returns the pixel of (x, y), at most one height of the area above or below it.
func (c *chart) held(x, y float64) pixel {
	at := c.at(x, y)
	if at.y != at.y {
		at.y = c.area.Y
	}
	at.y = max(c.area.Y-c.area.H, min(at.y, c.area.Y+2*c.area.H))
	return at
}

// xLine draws the vertical line at x, and returns its foot. yLine draws the horizontal line at y, and returns its left end.
func (s *canvas) xLine(c *chart, x, width float64, color Color) (foot pixel) {
	foot = xy(c.at(x, c.Y).x, c.bottom())
	s.segment(foot, xy(foot.x, c.area.Y), width, color)
	return foot
}

func (s *canvas) yLine(c *chart, y, width float64, color Color) (left pixel) {
	left = xy(c.area.X, c.at(c.X, y).y)
	s.segment(left, xy(c.right(), left.y), width, color)
	return left
}

// xTick and yTick draw such a line, thin, with the word that was started as a tick below it or on its left.
func (s *canvas) xTick(c *chart, x float64, color Color) {
	foot := s.xLine(c, x, 1, color)
	s.labels.tick(foot.moved(0, 6*s.scale), 't')
}

func (s *canvas) yTick(c *chart, y float64, color Color) {
	left := s.yLine(c, y, 1, color)
	s.labels.tick(left.moved(-6*s.scale, 0), 'r')
}

// graph draws a function over the chart's width, with as many parts as given.
func (s *canvas) graph(c *chart, parts int, width float64, color Color, f func(x float64) float64) {
	s.clipped(c, parts+1, width, color, func(i int) pixel {
		x, _ := c.Point(c.area.X+c.area.W*float64(i)/float64(parts), c.area.Y)
		return c.at(x, f(x))
	})
}

// clipped draws a curve through n pixels as far as it is inside a chart.
func (s *canvas) clipped(c *chart, n int, width float64, color Color, at func(i int) pixel) {
	s.path = s.path[:0]
	last := at(0)
	for i := 1; i < n; i++ {
		next := at(i)
		from, to, seen := c.area.clip(last, next)
		if len(s.path) == 0 || from != last || !seen {
			s.curve(s.path, width, color)
			s.path = s.path[:0]
			if seen {
				s.path = append(s.path, from)
			}
		}
		if last = next; seen {
			s.path = append(s.path, to)
		}
	}
	s.curve(s.path, width, color)
}

// grid draws the axes and lines at round numbers, with labels along the left and the lower edge.
func (s *canvas) grid(c *chart) {
	x0, y0 := c.Point(c.area.X, c.bottom())
	x1, y1 := c.Point(c.right(), c.area.Y)
	stepX, stepY := protocol.RoundStep(tickWidth*s.scale/c.KX), protocol.RoundStep(tickHeight*s.scale/c.KY)
	if c.KX == c.KY {
		stepX = max(stepX, stepY)
		stepY = stepX
	}
	inset := 26 * s.scale // the labels of an edge keep clear of the corner and of the other edge
	protocol.RoundNumbers(x0, x1, stepX, func(i, x float64) {
		if foot := s.xLine(c, x, 1, s.gridColor(i)); foot.x > c.area.X+inset && foot.x < c.right()-inset {
			s.labels.start("").number(x, 4).tick(foot.moved(0, -5*s.scale), 'b')
		}
	})
	protocol.RoundNumbers(y0, y1, stepY, func(i, y float64) {
		if left := s.yLine(c, y, 1, s.gridColor(i)); left.y > c.area.Y+inset && left.y < c.bottom()-inset {
			s.labels.start("").number(y, 4).tick(left.moved(7*s.scale, 0), 'l')
		}
	})
}

// decades draws the powers of ten from low to high, decimal logarithms, on a horizontal axis that is shifted by -shift. word
// starts the label of one of them and reports whether it has one; labels that have no room are left out.
func (s *canvas) decades(c *chart, low, high, shift float64, word func(d float64) bool) {
	every := math.Ceil((high - low) * 58 * s.scale / c.area.W)
	for d := math.Ceil(low + shift - 1e-9); d <= high+shift+1e-9; d++ {
		if color := s.theme.Ink.alpha(0.06); math.Mod(d, every) == 0 && word(d) {
			s.xTick(c, d-shift, color)
		} else {
			s.xLine(c, d-shift, 1, color)
		}
	}
}

// legend lays the keys that list passes to it out from the upper left corner, in as many lines as they need, and returns the
// height of these. For each key it returns where its mark belongs; the word stands beside it, with a count if that is positive.
func (s *canvas) legend(list func(key func(word string, count int) (mark pixel))) (height float64) {
	line := 1.2 * s.labels.height() * s.scale
	left, right := s.r.X+8*s.scale, s.r.X+s.r.W-4*s.scale
	next := xy(left, s.r.Y+line/2)
	list(func(word string, count int) pixel {
		if s.labels.start(word); count > 0 {
			s.labels.number(float64(count), 3)
		}
		wide := (0.9*s.labels.width() + 38) * s.scale // the estimated width of a label is generous
		if next.x > left && next.x+wide > right {
			next = xy(left, next.y+line)
		}
		at := next
		next.x += wide
		s.labels.note(at.moved(20*s.scale, 0), 'l', classNote)
		return at.moved(8*s.scale, 0)
	})
	return next.y + line/2 - s.r.Y
}

// gridColor returns the colour of grid line i; the axis, line 0, is stronger.
func (s *canvas) gridColor(i float64) Color {
	if i == 0 {
		return s.theme.Ink.alpha(0.30)
	}
	return s.theme.Ink.alpha(0.07)
}

// rule draws a horizontal line of the numbers in [low, high] in the middle of a rectangle, with a bar from one number to another,
// and returns where a number is, or the nearer end.
func (s *canvas) rule(r Rect, low, high, from, to float64, bar Color) (at func(x float64) pixel) {
	margin := 34 * s.scale
	at = func(x float64) pixel {
		return xy(r.X+margin+(r.W-2*margin)*fraction(x, low, high), r.Y+0.5*r.H)
	}
	s.segment(at(low), at(high), 1, s.theme.Ink.alpha(0.25))
	s.segment(at(from), at(to), 6, bar)
	return at
}

// tickOn draws a tick of half the given height on a rule.
func (s *canvas) tickOn(at pixel, half float64) {
	s.segment(at.moved(0, -half*s.scale), at.moved(0, half*s.scale), 1.5, s.theme.Ink.alpha(0.5))
}

// numberAt writes a number, with a text before it, below or above a pixel, inside the tile.
func (s *canvas) numberAt(at pixel, dy float64, text string, value float64, anchor byte) {
	s.labels.start(text).number(value, 6)
	half := (s.labels.width()/2 + 6) * s.scale // and some room to the edge
	s.labels.note(xy(max(s.r.X+half, min(at.x, s.r.X+s.r.W-half)), at.y+dy*s.scale), anchor, classNote)
}
