package canvas

import "math"

// Pixel is a position on the canvas, in device pixels. For a point in space at depth s behind the origin, Depth is s/(1 + s perspective),
// which is linear on the screen. In flat pictures it is unused.
type Pixel struct{ X, Y, Depth float64 }

// XY returns a position in a flat picture.
func XY(x, y float64) Pixel { return Pixel{X: x, Y: y} }

// Offset returns the position dx pixels to the right and dy below.
func (a Pixel) Offset(dx, dy float64) Pixel { return Pixel{a.X + dx, a.Y + dy, a.Depth} }

// Lerp interpolates linearly from a to b on the screen.
func (a Pixel) Lerp(b Pixel, s float64) Pixel {
	return Pixel{a.X + (b.X-a.X)*s, a.Y + (b.Y-a.Y)*s, a.Depth + (b.Depth-a.Depth)*s}
}

// What follows draws ink into the newest layer. Widths, radii and lengths are in css pixels.

// box is the quad [x0, x1] x [y0, y1] of the local frame whose origin is at and whose x axis is the unit vector (ax, ay). kind and the
// sizes say which primitive it bounds; h0 and h1 are the depths at x0 and x1.
type box struct {
	at             Pixel
	ax, ay         float64
	x0, x1, y0, y1 float64
	h0, h1         float64
	kind           float32
	size1, size2   float64
	color          Color
}

// box appends a quad.
func (s *Canvas) box(b *box) {
	var v [4]Vertex
	for i := range v {
		x, y, h := b.x0, b.y0, b.h0
		if i == 1 || i == 2 {
			x, h = b.x1, b.h1
		}
		if i >= 2 {
			y = b.y1
		}
		v[i] = Vertex{
			float32(b.at.X + x*b.ax - y*b.ay), float32(b.at.Y + x*b.ay + y*b.ax), float32(x), float32(y),
			b.color.R, b.color.G, b.color.B, b.color.A, b.kind, float32(b.size1), float32(b.size2), float32(h),
		}
	}
	s.list.polygon(v[:])
}

// round appends a box that reaches r pixels from its centre in each direction.
func (s *Canvas) round(at Pixel, r float64, kind float32, size1, size2 float64, c Color) {
	r++
	s.box(&box{at: at, ax: 1, x0: -r, x1: r, y0: -r, y1: r, h0: at.Depth, h1: at.Depth, kind: kind, size1: size1, size2: size2, color: c})
}

// unit returns the number of pixels in a css pixel of a mark: marks grow with the width of lines, but less.
func (s *Canvas) unit() float64 { return s.Scale * (1 + s.weight) / 2 }

// Disc draws a filled circle.
func (s *Canvas) Disc(at Pixel, radius float64, c Color) {
	r := radius * s.unit()
	s.round(at, r, ShapeSegment, 0, r, c)
}

// Diamond draws a square standing on a corner, with the given radius from the centre to the corners.
func (s *Canvas) Diamond(at Pixel, radius float64, c Color) {
	r := radius * s.unit()
	s.round(at, r, ShapeDiamond, r, 0, c)
}

// Ring draws a circle with a line of the given width.
func (s *Canvas) Ring(at Pixel, radius, width float64, c Color) {
	r, h := radius*s.Scale, width*s.Scale*s.weight/2
	s.round(at, r+h, ShapeRing, r, h, c)
}

// Segment draws a line with round ends. A line narrower than a pixel is drawn one pixel wide and fainter.
func (s *Canvas) Segment(a, b Pixel, width float64, c Color) {
	r := width * s.Scale * s.weight / 2
	if r < 0.5 {
		c.A *= float32(2 * r)
		r = 0.5
	}
	dx, dy := b.X-a.X, b.Y-a.Y
	n := math.Hypot(dx, dy)
	if !(n > 1e-6) {
		s.round(a, r, ShapeSegment, 0, r, c)
		return
	}
	pad := r + 1
	slope := (b.Depth - a.Depth) / n
	low, high := min(a.Depth, b.Depth), max(a.Depth, b.Depth) // where a line is seen end-on, the pad must not run through the picture
	s.box(&box{at: a, ax: dx / n, ay: dy / n, x0: -pad, x1: n + pad, y0: -pad, y1: pad,
		h0: min(max(a.Depth-slope*pad, low), high), h1: min(max(b.Depth+slope*pad, low), high), kind: ShapeSegment, size1: n, size2: r, color: c})
}

// Curve draws a smooth curve through the pixels of a path. Adjacent parts share their corners, so that a translucent curve has one even
// opacity.
func (s *Canvas) Curve(path []Pixel, width float64, c Color) {
	r := width * s.Scale * s.weight / 2
	h := r + 1
	var left, right [2]Vertex // the corners at the beginning and at the end of a part
	for i, at := range path {
		// The normal is the mean of the normals of the two parts that meet here.
		a, b := path[max(i-1, 0)], path[min(i+1, len(path)-1)]
		x, y := a.Y-b.Y, b.X-a.X
		n := math.Sqrt(x*x + y*y)
		if n > 1e-9 {
			n = h / n
		}
		x, y = x*n, y*n
		v := Vertex{float32(at.X - x), float32(at.Y - y), 0, float32(-h), c.R, c.G, c.B, c.A, ShapeSegment, 0, float32(r), float32(at.Depth)}
		right[0], right[1] = v, v
		right[1].DstX, right[1].DstY, right[1].SrcY = float32(at.X+x), float32(at.Y+y), float32(h)
		if i > 0 {
			s.list.polygon([]Vertex{left[0], right[0], right[1], left[1]})
		}
		left = right
	}
}

// Dashed draws a line of dashes; the last one ends at b.
func (s *Canvas) Dashed(a, b Pixel, width float64, c Color) {
	const dash, gap = 5.0, 4.5
	n := math.Hypot(b.X-a.X, b.Y-a.Y)
	if !(n > 1e-6) || n > Far {
		return
	}
	on, period := dash*s.Scale/n, (dash+gap)*s.Scale/n
	for end := 1.0; end > 0; end -= period {
		s.Segment(a.Lerp(b, max(0, end-on)), a.Lerp(b, end), width, c)
	}
}

// Head draws an arrow head with its tip at tip, pointing away from tail, with the given length and half width.
func (s *Canvas) Head(tail, tip Pixel, length, half float64, c Color) {
	dx, dy := tip.X-tail.X, tip.Y-tail.Y
	n := math.Hypot(dx, dy)
	if !(n > 1e-6) {
		return
	}
	const pad = 3 // the sharp tip of the distance field reaches beyond the triangle
	l, h := length*s.Scale, half*s.Scale
	base := Pixel{tip.X - dx/n*l, tip.Y - dy/n*l, tip.Depth}
	s.box(&box{at: base, ax: dx / n, ay: dy / n, x0: -pad, x1: l + pad, y0: -h - pad, y1: h + pad, h0: tip.Depth, h1: tip.Depth,
		kind: ShapeHead, size1: l, size2: h, color: c})
}

// Fill fills a triangle or a quad, without antialiasing.
func (s *Canvas) Fill(c Color, corners ...Pixel) {
	var v [4]Vertex
	for i, at := range corners {
		v[i] = Vertex{float32(at.X), float32(at.Y), 0, 0, c.R, c.G, c.B, c.A, ShapeFill, 0, 0, float32(at.Depth)}
	}
	s.list.polygon(v[:len(corners)])
}

// Piece draws a part of a smooth curve, which another one continues.
func (s *Canvas) Piece(a, b Pixel, width float64, c Color) {
	ends := [2]Pixel{a, b}
	s.Curve(ends[:], width, c)
}

// Sphere draws a ball lit from the upper left.
func (s *Canvas) Sphere(at Pixel, radius float64, c Color) {
	r := radius * s.unit()
	s.round(at, r, ShapeBall, r, 0, c)
}

// Panel fills a rectangle with rounded corners.
func (s *Canvas) Panel(r Rect, corner float64, c Color) {
	x, y := r.W/2, r.H/2
	q := corner * s.Scale
	s.box(&box{at: r.Center(), ax: 1, x0: -x, x1: x, y0: -y, y1: y, h0: q, h1: q, kind: ShapePanel, size1: x, size2: y, color: c})
}

// Rectangle fills a rectangle.
func (s *Canvas) Rectangle(r Rect, c Color) {
	corners := r.Corners()
	s.Fill(c, corners[:]...)
}

// Bar fills the bar between two heights, centred at x; a bar without height is still visible.
func (s *Canvas) Bar(x, base, top, width float64, c Color) {
	s.Rectangle(Rect{x - width/2, min(base, top), width, max(s.Scale, math.Abs(base-top))}, c)
}

// Outline draws the edge of a rectangle.
func (s *Canvas) Outline(r Rect, width float64, c Color) {
	corners := r.Corners()
	for i, corner := range corners {
		s.Segment(corner, corners[(i+1)%4], width, c)
	}
}

// Arrow draws the line and the head of an arrow: a dashed line, with a solid line of the given opacity over it.
func (s *Canvas) Arrow(from, tip Pixel, width, solid float64, c Color) {
	n := math.Hypot(tip.X-from.X, tip.Y-from.Y) / s.Scale
	if n < 1 {
		s.Disc(tip, width/2+1, c)
		return
	}
	length := min(8+1.7*width, 0.7*n)
	neck := tip.Lerp(from, 0.85*length/n)
	if solid < 1 {
		s.Dashed(from, neck, width, c.Alpha(1-solid))
	}
	if solid > 0 {
		s.Segment(from, neck, width, c.Alpha(solid))
	}
	s.Head(from, tip, length, 0.42*length, c)
}

// Cross draws two crossed lines with an outline.
func (s *Canvas) Cross(at Pixel, arm, width float64, t *Theme) {
	s.cross(at, arm*s.Scale, width+2.4, t.Panel)
	s.cross(at, arm*s.Scale, width, t.Ink)
}

func (s *Canvas) cross(at Pixel, arm, width float64, c Color) {
	s.Segment(at.Offset(-arm, -arm), at.Offset(arm, arm), width, c)
	s.Segment(at.Offset(-arm, arm), at.Offset(arm, -arm), width, c)
}

// Marks is the number of different marks.
const Marks = 6

// Shape draws the mark of a class, about as large as a disc of the given radius: disc, diamond, triangle, square, triangle on its
// tip, cross.
func (s *Canvas) Shape(at Pixel, class int, radius float64, c Color) {
	r := radius * s.unit()
	switch class {
	case 1:
		s.Disc(at, radius, c)
	case 2:
		s.Diamond(at, 1.3*radius, c)
	case 3, 5:
		up := float64(class - 4)
		s.Head(at.Offset(0, -up*r), at.Offset(0, 1.45*up*r), 2.3*r/s.Scale, 1.35*r/s.Scale, c)
	case 4: // a diamond turned by 45 degrees
		q := 1.26 * r
		s.box(&box{at: at, ax: math.Sqrt2 / 2, ay: math.Sqrt2 / 2, x0: -q - 1, x1: q + 1, y0: -q - 1, y1: q + 1, h0: at.Depth, h1: at.Depth,
			kind: ShapeDiamond, size1: q, color: c})
	default:
		s.cross(at, 0.8*r, 0.62*r/s.Scale/s.weight, c)
	}
}

// Mark draws the mark of a sign, a disc or a diamond, with an outline in the given colour.
func (s *Canvas) Mark(at Pixel, sign, radius float64, color, outline Color) {
	class := 1
	if sign < 0 {
		class = 2
	}
	s.Shape(at, class, radius+1.5, outline)
	s.Shape(at, class, radius, color)
}
