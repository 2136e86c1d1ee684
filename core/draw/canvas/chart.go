package canvas

import "math"

// Transform maps the coordinates of a flat picture to pixels and back. The point (X, Y) is at the pixel (PX, PY). A unit of the first
// coordinate is KX pixels to the right, and a unit of the second is KY pixels up.
type Transform struct{ X, Y, PX, PY, KX, KY float64 }

// Plane returns the map that shows x in [cx - hx, cx + hx] and y in [cy - hy, cy + hy] in all of r.
func (r Rect) Plane(cx, cy, hx, hy float64) Transform {
	return Transform{cx, cy, r.X + r.W/2, r.Y + r.H/2, r.W / 2 / hx, r.H / 2 / hy}
}

// Square returns the map that shows x in [cx - half, cx + half] and y in [cy - half, cy + half] in the largest square in the middle of r.
func (r Rect) Square(cx, cy, half float64) Transform {
	k := min(r.W, r.H) / 2 / half
	return Transform{cx, cy, r.X + r.W/2, r.Y + r.H/2, k, k}
}

// At returns where the point (x, y) is drawn.
func (p Transform) At(x, y float64) Pixel { return XY(p.PX+(x-p.X)*p.KX, p.PY-(y-p.Y)*p.KY) }

// Pixel is At with two numbers as its result.
func (p Transform) Pixel(x, y float64) (px, py float64) {
	at := p.At(x, y)
	return at.X, at.Y
}

// Point returns the point that is drawn at a pixel.
func (p Transform) Point(px, py float64) (x, y float64) {
	return p.X + (px-p.PX)/p.KX, p.Y - (py-p.PY)/p.KY
}

// Chart is a plot of numbers: the area that it fills, how that area shows them, and the ranges that it shows.
type Chart struct {
	Transform
	Rect           Rect
	X0, X1, Y0, Y1 float64
}

// ChartIn returns the chart that shows x in [x0, x1] and y in [y0, y1] in an area.
func ChartIn(area Rect, x0, x1, y0, y1 float64) Chart {
	return Chart{area.Plane((x0+x1)/2, (y0+y1)/2, (x1-x0)/2, (y1-y0)/2), area, x0, x1, y0, y1}
}

// ChartOf returns the chart that fills an area with what a transform shows there.
func ChartOf(area Rect, plane Transform) Chart {
	x0, y1 := plane.Point(area.X, area.Y)
	x1, y0 := plane.Point(area.X+area.W, area.Y+area.H)
	return Chart{plane, area, x0, x1, y0, y1}
}

// Bottom and Right return the lower and the right edge.
func (c *Chart) Bottom() float64 { return c.Rect.Y + c.Rect.H }
func (c *Chart) Right() float64  { return c.Rect.X + c.Rect.W }

// Clamped returns the pixel of (x, y), at most one height of the area above or below it.
func (c *Chart) Clamped(x, y float64) Pixel {
	at := c.At(x, y)
	if at.Y != at.Y {
		at.Y = c.Rect.Y
	}
	at.Y = max(c.Rect.Y-c.Rect.H, min(at.Y, c.Rect.Y+2*c.Rect.H))
	return at
}

// XLine draws the vertical line at x, and returns its lower end.
func (s *Canvas) XLine(c *Chart, x, width float64, color Color) (base Pixel) {
	base = XY(c.At(x, c.Y).X, c.Bottom())
	s.Segment(base, XY(base.X, c.Rect.Y), width, color)
	return base
}

// YLine draws the horizontal line at y, and returns its left end.
func (s *Canvas) YLine(c *Chart, y, width float64, color Color) (left Pixel) {
	left = XY(c.Rect.X, c.At(c.X, y).Y)
	s.Segment(left, XY(c.Right(), left.Y), width, color)
	return left
}

// XTick draws the grid line at x with a label as a tick below it.
func (s *Canvas) XTick(c *Chart, x float64, label *Labels) {
	base := s.XLine(c, x, 1, s.Theme.GridLine())
	label.Tick(base.Offset(0, 6*s.Scale), 't')
}

// YTick draws the grid line at y with a label as a tick on its left.
func (s *Canvas) YTick(c *Chart, y float64, label *Labels) {
	left := s.YLine(c, y, 1, s.Theme.GridLine())
	label.Tick(left.Offset(-6*s.Scale, 0), 'r')
}

// Graph draws a function over the chart's width, in the given number of parts.
func (s *Canvas) Graph(c *Chart, parts int, width float64, color Color, f func(x float64) float64) {
	s.Clipped(c, parts+1, width, color, func(i int) Pixel {
		x, _ := c.Point(c.Rect.X+c.Rect.W*float64(i)/float64(parts), c.Rect.Y)
		return c.At(x, f(x))
	})
}

// Clipped draws the part of a curve through n pixels that is inside a chart.
func (s *Canvas) Clipped(c *Chart, n int, width float64, color Color, at func(i int) Pixel) {
	s.Path = s.Path[:0]
	last := at(0)
	for i := 1; i < n; i++ {
		next := at(i)
		from, to, seen := c.Rect.Clip(last, next)
		if len(s.Path) == 0 || from != last || !seen {
			s.Curve(s.Path, width, color)
			s.Path = s.Path[:0]
			if seen {
				s.Path = append(s.Path, from)
			}
		}
		last = next
		if seen {
			s.Path = append(s.Path, to)
		}
	}
	s.Curve(s.Path, width, color)
}

// Grid draws the axes and lines at round numbers, with labels along the left and the lower edge.
func (s *Canvas) Grid(c *Chart) {
	stepX, stepY := RoundStep(tickWidth*s.Scale/c.KX), RoundStep(tickHeight*s.Scale/c.KY)
	if c.KX == c.KY {
		stepX = max(stepX, stepY)
		stepY = stepX
	}
	line := func(i float64) Color { // the axis is line 0
		if i == 0 {
			return s.Theme.Axis()
		}
		return s.Theme.GridLine()
	}
	inset := 26 * s.Scale // the labels of an edge keep clear of the corner and of the other edge
	RoundNumbers(c.X0, c.X1, stepX, func(i, x float64) {
		if base := s.XLine(c, x, 1, line(i)); base.X > c.Rect.X+inset && base.X < c.Right()-inset {
			s.Label("").Number(x, 4).Tick(base.Offset(0, -5*s.Scale), 'b')
		}
	})
	RoundNumbers(c.Y0, c.Y1, stepY, func(i, y float64) {
		if left := s.YLine(c, y, 1, line(i)); left.Y > c.Rect.Y+inset && left.Y < c.Bottom()-inset {
			s.Label("").Number(y, 4).Tick(left.Offset(7*s.Scale, 0), 'l')
		}
	})
}

// Decades draws the powers of ten on a horizontal axis of decimal logarithms that is shifted by -shift. label begins the label of 10^d, or
// returns nil for none; labels that have no room are left out.
func (s *Canvas) Decades(c *Chart, shift float64, label func(d float64) *Labels) {
	every := math.Ceil((c.X1 - c.X0) * 58 * s.Text / c.Rect.W)
	for d := math.Ceil(c.X0 + shift - 1e-9); d <= c.X1+shift+1e-9; d++ {
		if l := label(d); l != nil && math.Mod(d, every) == 0 {
			s.XTick(c, d-shift, l)
		} else {
			s.XLine(c, d-shift, 1, s.Theme.GridLine())
		}
	}
}

// Legend is a list of keys that begins in the upper left corner of a tile and takes as many lines as it needs.
type Legend struct {
	canvas *Canvas
	next   Pixel
	line   float64 // the height of a line
}

// Legend begins a legend.
func (s *Canvas) Legend() Legend {
	line := 1.2 * s.Labels.Height() * s.Scale
	return Legend{s, XY(s.Rect.X+8*s.Scale, s.Rect.Y+line/2), line}
}

// Key adds a key with a label, and returns where its mark belongs.
func (l *Legend) Key(label *Labels) (mark Pixel) {
	s := l.canvas
	left, wide := s.Rect.X+8*s.Scale, (label.Width()+38)*s.Scale
	if l.next.X > left && l.next.X+wide > s.Rect.X+s.Rect.W-4*s.Scale {
		l.next = XY(left, l.next.Y+l.line)
	}
	at := l.next
	l.next.X += wide
	label.Note(at.Offset(20*s.Scale, 0), 'l')
	return at.Offset(8*s.Scale, 0)
}

// Height returns the height of the lines so far.
func (l *Legend) Height() float64 { return l.next.Y + l.line/2 - l.canvas.Rect.Y }

// AboveRule returns the share of a rectangle's height that is above a rule: the given one, or less if the rule's words need the room. text is
// Canvas.Text.
func AboveRule(r Rect, text, share float64) float64 {
	const height = 58 // css pixels of a rule with words above it and below it
	return max(0.3, min(share, 1-height*text/r.H))
}

// Rule draws the numbers in [low, high] as a line in the middle of a rectangle, with a bar from one number to another.
func (s *Canvas) Rule(r Rect, low, high, from, to float64, bar Color) Chart {
	rule := ChartIn(r.Inset(34*s.Scale, 0, 34*s.Scale, 0), low, high, -1, 1)
	s.YLine(&rule, 0, 1, s.Theme.Ink.Alpha(0.25))
	s.Segment(rule.On(from), rule.On(to), 6, bar)
	return rule
}

// On returns where a number is on a rule, or the nearer end.
func (c *Chart) On(x float64) Pixel { return c.At(max(c.X0, min(x, c.X1)), 0) }

// TickOn draws a tick of half the given height on a rule.
func (s *Canvas) TickOn(at Pixel, half float64) {
	s.Segment(at.Offset(0, -half*s.Scale), at.Offset(0, half*s.Scale), 1.5, s.Theme.Ink.Alpha(0.5))
}

// NumberAt writes a number, with a text before it, below or above a pixel, inside the tile.
func (s *Canvas) NumberAt(at Pixel, dy float64, text string, value float64, anchor byte) {
	s.Label(text).Number(value, 6)
	half := (s.Labels.Width()/2 + 6) * s.Scale // and some room to the edge
	s.Labels.Note(XY(max(s.Rect.X+half, min(at.X, s.Rect.X+s.Rect.W-half)), at.Y+dy*s.Scale), anchor)
}

const (
	// tickWidth and tickHeight are the approximate distances between two ticks, in css pixels.
	tickWidth, tickHeight = 132.0, 120.0
)

// RoundStep returns the largest number up to size > 0 that is 1, 2 or 5 times a power of ten, with a margin for rounding.
func RoundStep(size float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(size)))
	for _, digit := range []float64{5, 2} {
		if digit*power <= size*1.0001 {
			return digit * power
		}
	}
	return power
}

// RoundNumbers passes the multiples i step in [low, high] to do, unless there are too many to draw.
func RoundNumbers(low, high, step float64, do func(i, x float64)) {
	const most = 40
	if !(step > 0) || !((high-low)/step <= most) {
		return
	}
	// Far from zero i+1 may equal i in double precision: the count ends the loop.
	for i, n := math.Ceil(low/step), 0; i*step <= high && n <= most; i, n = i+1, n+1 {
		do(i, i*step)
	}
}
