package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// pixel is a position on the canvas, in device pixels. For a point in space at depth s behind the origin, depth is s/(1 + s perspective),
// which is linear on the screen with or without perspective. In flat pictures it is unused.
type pixel struct{ x, y, depth float64 }

// xy returns a position in a flat picture.
func xy(x, y float64) pixel { return pixel{x: x, y: y} }

func (a pixel) moved(dx, dy float64) pixel { return pixel{a.x + dx, a.y + dy, a.depth} }

// lerp interpolates linearly from a to b on the screen.
func (a pixel) lerp(b pixel, s float64) pixel {
	return pixel{a.x + (b.x-a.x)*s, a.y + (b.y-a.y)*s, a.depth + (b.depth-a.depth)*s}
}

// pen draws ink into a list. Widths, radii and lengths are in css pixels. scale is the number of pixels in a css pixel; weight
// multiplies the width of lines.
type pen struct {
	list          *List
	scale, weight float64
}

// box appends the quad [x0, x1] x [y0, y1] of the local frame whose origin is at and whose x axis is the unit vector (ax, ay). kind and
// the sizes say which primitive it bounds; h0 and h1 are the depths at x0 and x1.
type box struct {
	at             pixel
	ax, ay         float64
	x0, x1, y0, y1 float64
	h0, h1         float64
	kind           float32
	size1, size2   float64
	color          Color
}

func (p pen) box(b *box) {
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
			float32(b.at.x + x*b.ax - y*b.ay), float32(b.at.y + x*b.ay + y*b.ax), float32(x), float32(y),
			b.color.R, b.color.G, b.color.B, b.color.A, b.kind, float32(b.size1), float32(b.size2), float32(h),
		}
	}
	p.list.polygon(v[:])
}

// round appends a box that reaches r pixels from its centre in each direction.
func (p pen) round(at pixel, r float64, kind float32, size1, size2 float64, c Color) {
	r++
	p.box(&box{at: at, ax: 1, x0: -r, x1: r, y0: -r, y1: r, h0: at.depth, h1: at.depth, kind: kind, size1: size1, size2: size2, color: c})
}

// unit returns the number of pixels in a css pixel of a mark: marks grow with the width of lines, but less.
func (p pen) unit() float64 { return p.scale * (1 + (p.weight-1)/2) }

// disc draws a filled circle.
func (p pen) disc(at pixel, radius float64, c Color) {
	r := radius * p.unit()
	p.round(at, r, kindSegment, 0, r, c)
}

// diamond draws a square standing on a corner, with the given radius from the centre to the corners.
func (p pen) diamond(at pixel, radius float64, c Color) {
	r := radius * p.unit()
	p.round(at, r, kindDiamond, r, 0, c)
}

// ring draws a circle with a line of the given width.
func (p pen) ring(at pixel, radius, width float64, c Color) {
	r, h := radius*p.scale, width*p.scale*p.weight/2
	p.round(at, r+h, kindRing, r, h, c)
}

// segment draws a line with round ends. A line narrower than a pixel is drawn one pixel wide and fainter.
func (p pen) segment(a, b pixel, width float64, c Color) {
	r := width * p.scale * p.weight / 2
	if r < 0.5 {
		c.A *= float32(2 * r)
		r = 0.5
	}
	dx, dy := b.x-a.x, b.y-a.y
	n := math.Hypot(dx, dy)
	if !(n > 1e-6) {
		p.round(a, r, kindSegment, 0, r, c)
		return
	}
	pad := r + 1
	slope := (b.depth - a.depth) / n
	low, high := min(a.depth, b.depth), max(a.depth, b.depth) // where a line is seen end-on, the pad must not run through the picture
	p.box(&box{at: a, ax: dx / n, ay: dy / n, x0: -pad, x1: n + pad, y0: -pad, y1: pad,
		h0: min(max(a.depth-slope*pad, low), high), h1: min(max(b.depth+slope*pad, low), high), kind: kindSegment, size1: n, size2: r, color: c})
}

// curve draws a smooth curve through the pixels of a path. Adjacent parts share their corners, so that a translucent curve has one even
// opacity.
func (p pen) curve(path []pixel, width float64, c Color) {
	r := width * p.scale * p.weight / 2
	h := r + 1
	var left, right [2]Vertex // the corners at the beginning and at the end of a part
	for i, at := range path {
		// The normal is the mean of the normals of the two parts that meet here.
		a, b := path[max(i-1, 0)], path[min(i+1, len(path)-1)]
		x, y := a.y-b.y, b.x-a.x
		n := math.Sqrt(x*x + y*y)
		if n > 1e-9 {
			n = h / n
		}
		x, y = x*n, y*n
		v := Vertex{float32(at.x - x), float32(at.y - y), 0, float32(-h), c.R, c.G, c.B, c.A, kindSegment, 0, float32(r), float32(at.depth)}
		right[0], right[1] = v, v
		right[1].DstX, right[1].DstY, right[1].SrcY = float32(at.x+x), float32(at.y+y), float32(h)
		if i > 0 {
			p.list.polygon([]Vertex{left[0], right[0], right[1], left[1]})
		}
		left = right
	}
}

// dashed draws a line of dashes; the last one ends at b.
func (p pen) dashed(a, b pixel, width float64, c Color) {
	const dash, gap = 5.0, 4.5
	n := math.Hypot(b.x-a.x, b.y-a.y)
	if !(n > 1e-6) || n > far {
		return
	}
	on, period := dash*p.scale/n, (dash+gap)*p.scale/n
	for s := 1.0; s > 0; s -= period {
		p.segment(a.lerp(b, max(0, s-on)), a.lerp(b, s), width, c)
	}
}

// head draws an arrow head with its tip at tip, pointing away from tail, with the given length and half width.
func (p pen) head(tail, tip pixel, length, half float64, c Color) {
	dx, dy := tip.x-tail.x, tip.y-tail.y
	n := math.Hypot(dx, dy)
	if !(n > 1e-6) {
		return
	}
	const pad = 3 // the sharp tip of the distance field reaches beyond the triangle
	l, h := length*p.scale, half*p.scale
	base := pixel{tip.x - dx/n*l, tip.y - dy/n*l, tip.depth}
	p.box(&box{at: base, ax: dx / n, ay: dy / n, x0: -pad, x1: l + pad, y0: -h - pad, y1: h + pad, h0: tip.depth, h1: tip.depth,
		kind: kindHead, size1: l, size2: h, color: c})
}

// quad fills a quad, without antialiasing.
func (p pen) quad(corners [4]pixel, color Color) {
	p.patch(corners[:], []Color{color, color, color, color})
}

// patch fills a triangle or a quad whose corners have colours, without antialiasing.
func (p pen) patch(corners []pixel, colors []Color) {
	var v [4]Vertex
	for i, s := range corners {
		c := colors[i]
		v[i] = Vertex{float32(s.x), float32(s.y), 0, 0, c.R, c.G, c.B, c.A, kindFill, 0, 0, float32(s.depth)}
	}
	p.list.polygon(v[:len(corners)])
}

// piece draws a part of a smooth curve, which another one continues.
func (p pen) piece(a, b pixel, width float64, c Color) {
	ends := [2]pixel{a, b}
	p.curve(ends[:], width, c)
}

// sphere draws a ball lit from the upper left.
func (p pen) sphere(at pixel, radius float64, c Color) {
	r := radius * p.unit()
	p.round(at, r, kindBall, r, 0, c)
}

// panel fills a rectangle with rounded corners.
func (p pen) panel(r Rect, corner float64, c Color) {
	x, y := r.W/2, r.H/2
	q := corner * p.scale
	p.box(&box{at: r.center(), ax: 1, x0: -x, x1: x, y0: -y, y1: y, h0: q, h1: q, kind: kindPanel, size1: x, size2: y, color: c})
}

// rectangle fills a rectangle.
func (p pen) rectangle(r Rect, c Color) { p.quad(r.corners(), c) }

// outline draws the edge of a rectangle, sides that of a quad.
func (p pen) outline(r Rect, width float64, c Color) { p.sides(r.corners(), width, c) }

func (p pen) sides(corners [4]pixel, width float64, c Color) {
	for i, corner := range corners {
		p.segment(corner, corners[(i+1)%4], width, c)
	}
}

// arrow draws the line and the head of an arrow: a dashed line, with a solid line of the given opacity over it.
func (p pen) arrow(from, tip pixel, width, solid float64, c Color) {
	n := math.Hypot(tip.x-from.x, tip.y-from.y) / p.scale
	if n < 1 {
		p.disc(tip, width/2+1, c)
		return
	}
	length := min(8+1.7*width, 0.7*n)
	neck := tip.lerp(from, 0.85*length/n)
	if solid < 1 {
		p.dashed(from, neck, width, c.alpha(1-solid))
	}
	if solid > 0 {
		p.segment(from, neck, width, c.alpha(solid))
	}
	p.head(from, tip, length, 0.42*length, c)
}

// cross draws two crossed lines with an outline.
func (p pen) cross(at pixel, arm, width float64, t *Theme) {
	a := arm * p.scale
	for _, line := range [...]struct {
		width float64
		color Color
	}{{width + 2.4, t.Panel}, {width, t.Ink}} {
		p.segment(at.moved(-a, -a), at.moved(a, a), line.width, line.color)
		p.segment(at.moved(-a, a), at.moved(a, -a), line.width, line.color)
	}
}

// shape draws the mark of a class, about as large as a disc of the given radius: disc, diamond, triangle, square, triangle on its
// tip, cross.
func (p pen) shape(at pixel, class int, radius float64, c Color) {
	r := radius * p.unit()
	switch class {
	case 1:
		p.round(at, r, kindSegment, 0, r, c)
	case 2:
		p.diamond(at, 1.3*radius, c)
	case 3, 5:
		up := float64(class - 4)
		p.head(at.moved(0, -up*r), at.moved(0, 1.45*up*r), 2.3*r/p.scale, 1.35*r/p.scale, c)
	case 4: // a diamond turned by 45 degrees
		q := 1.26 * r
		p.box(&box{at: at, ax: math.Sqrt2 / 2, ay: math.Sqrt2 / 2, x0: -q - 1, x1: q + 1, y0: -q - 1, y1: q + 1, h0: at.depth, h1: at.depth,
			kind: kindDiamond, size1: q, color: c})
	default:
		width, arm := 0.62*r/p.scale/p.weight, 0.8*r
		p.segment(at.moved(-arm, -arm), at.moved(arm, arm), width, c)
		p.segment(at.moved(-arm, arm), at.moved(arm, -arm), width, c)
	}
}

// Color is red, green, blue and opacity, each in [0, 1], not premultiplied.
type Color struct{ R, G, B, A float32 }

// alpha returns c with its opacity multiplied by a.
//
//go:noinline
func (c Color) alpha(a float64) Color {
	c.A *= float32(a)
	return c
}

// mix returns the colour at the fraction s of the way from c to d.
//
//go:noinline
func (c Color) mix(d Color, s float64) Color {
	t := float32(max(0, min(s, 1)))
	return Color{c.R + (d.R-c.R)*t, c.G + (d.G-c.G)*t, c.B + (d.B-c.B)*t, c.A + (d.A-c.A)*t}
}

// Theme holds the colours of the page.
type Theme struct {
	Paper, Panel, Ink, Muted, Grid, Positive, Negative, Accent, Bound Color
	// Classes holds the colours of the classes, for data with several outputs.
	Classes [protocol.MostClasses]Color
}

// ThemeOf reads a theme from the red, green and blue of each colour, in the order of the fields of Theme. The classes may be missing. It
// reports whether values has enough numbers.
func ThemeOf(values []float32) (t Theme, ok bool) {
	colors := [...]*Color{&t.Paper, &t.Panel, &t.Ink, &t.Muted, &t.Grid, &t.Positive, &t.Negative, &t.Accent, &t.Bound}
	if len(values) < 3*len(colors) {
		return t, false
	}
	for i := range t.Classes {
		if c := values[3*len(colors):]; len(c) >= 3*i+3 {
			t.Classes[i] = Color{c[3*i], c[3*i+1], c[3*i+2], 1}
		}
	}
	for i, c := range colors {
		*c = Color{values[3*i], values[3*i+1], values[3*i+2], 1}
	}
	return t, true
}

// signed returns the colour of a neuron or a label with the sign of value.
//
//go:noinline
func (t *Theme) signed(value float64) Color {
	if value < 0 {
		return t.Negative
	}
	return t.Positive
}

// face returns the colour of bodies and surfaces.
func (t *Theme) face() Color { return t.Muted.mix(t.Accent, 0.30) }
