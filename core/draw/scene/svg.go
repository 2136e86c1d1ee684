package scene

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"conelab/core/app/protocol"
)

// largestDrawing is the largest side of a drawing, in css pixels, and mostDrawn the largest number of its points.
const largestDrawing, mostDrawn = 1e4, 2000

// Drawing returns the picture of the data for browsers without WebGL; surfaces are left out. of has its width and height in css pixels, the
// weight of lines, and colours as ThemeOf reads them; ok is false if it has not.
func Drawing(snap *protocol.Snapshot, of string) (d *protocol.Drawing, ok bool) {
	var numbers []float32
	for word := range strings.FieldsSeq(of) {
		x, err := strconv.ParseFloat(word, 32)
		if err != nil || x-x != 0 {
			return nil, false
		}
		numbers = append(numbers, float32(x))
	}
	v := NewView()
	if v.Theme, ok = ThemeOf(numbers[min(3, len(numbers)):]); !ok {
		return nil, false
	}
	r := Rect{0, 0, float64(numbers[0]), float64(numbers[1])}
	if !(min(r.W, r.H) >= 1 && max(r.W, r.H) <= largestDrawing && numbers[2] > 0) {
		return nil, false
	}
	v.Weight, v.Layout = float64(numbers[2]), Layout{W: r.W, H: r.H, Scale: 1}
	v.Layout.Tiles[TileData] = r
	shown := *snap
	shown.Points = snap.Points[:min(len(snap.Points), mostDrawn)]
	frame := New().Build(&shown, &v)
	d = &protocol.Drawing{Picture: svgOf(&frame.Tiles[TileData], r), Labels: string(frame.Labels), Points: len(shown.Points)}
	d.More = len(snap.Points) - d.Points
	if snap.Dimension < 3 {
		plane := DataTransform(r, snap.Window, snap.Dimension)
		d.Origin[0], d.Origin[1] = plane.Pixel(0, 0)
		d.Scale = [2]float64{plane.KX, -plane.KY}
	}
	return d, true
}

// svgOf returns the ink and the images of a tile as the text of an SVG picture.
func svgOf(tile *Tile, r Rect) string {
	var w svg
	w.put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="`, r.X, ` `, r.Y, ` `, r.W, ` `, r.H, `" fill="none">`)
	for _, layer := range tile.Layers() {
		switch layer.Kind {
		case KindRaster:
			w.raster(&layer.Raster)
		case KindInk:
			w.ink(&layer.Ink)
		}
	}
	w.put(`</svg>`)
	return string(w)
}

// svg is the text of an SVG picture.
type svg []byte

// put appends texts, colours, and numbers with a precision of a hundredth.
func (w *svg) put(parts ...any) {
	b := *w
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			b = append(b, part...)
		case float64:
			if part-part != 0 {
				part = 0
			}
			b = strconv.AppendFloat(b, math.Round(100*part)/100, 'f', -1, 64)
		case Color:
			b = append(b, '"', '#')
			for _, share := range [3]float32{part.R, part.G, part.B} {
				b = append(b, "0123456789abcdef"[byte(255*share+0.5)>>4], "0123456789abcdef"[byte(255*share+0.5)&15])
			}
			b = append(b, '"')
			if part.A < 1 {
				b = append(strconv.AppendFloat(append(b, ` opacity="`...), float64(part.A), 'f', 2, 64), '"')
			}
		}
	}
	*w = b
}

// raster draws the parts of an image, which is written as a bitmap of 24 bits to the pixel.
func (w *svg) raster(r *Raster) {
	const header = 54
	line := (3*r.Width + 3) / 4 * 4
	bitmap := make([]byte, header, header+line*r.Height)
	copy(bitmap, "BM")
	for at, value := range map[int]int{2: cap(bitmap), 10: header, 14: header - 14, 18: r.Width, 22: r.Height, 26: 1 | 24<<16} {
		binary.LittleEndian.PutUint32(bitmap[at:], uint32(value))
	}
	for y := r.Height - 1; y >= 0; y-- { // the last row comes first
		for x := range r.Width {
			p := r.Pixels[4*(y*r.Width+x):]
			bitmap = append(bitmap, p[2], p[1], p[0])
		}
		bitmap = append(bitmap, make([]byte, line-3*r.Width)...)
	}
	data := base64.StdEncoding.EncodeToString(bitmap)
	for i := range r.Patches {
		p := &r.Patches[i]
		w.put(`<svg x="`, p.Into.X, `" y="`, p.Into.Y, `" width="`, p.Into.W, `" height="`, p.Into.H, `"`)
		w.put(` viewBox="`, p.X0, ` `, p.Y0, ` `, p.X1-p.X0, ` `, p.Y1-p.Y0, `" preserveAspectRatio="none">`)
		w.put(`<image width="`, float64(r.Width), `" height="`, float64(r.Height), `" preserveAspectRatio="none"`)
		w.put(` href="data:image/bmp;base64,`, data, `"/></svg>`)
	}
}

// ink draws the polygons of a list as the shapes that they bound.
func (w *svg) ink(l *List) {
	for _, b := range l.Batches() {
		for at, next := 0, 0; at < len(b.Indices); at = next {
			first, last := b.Indices[at], b.Indices[at+2]
			for next = at + 3; next < len(b.Indices) && b.Indices[next] == first; next += 3 {
				last = b.Indices[next+2]
			}
			w.shape(b.Vertices[first : last+1])
		}
	}
}

// shape draws what a polygon bounds; see the kinds of ink.
func (w *svg) shape(v []Vertex) {
	a, b := &v[0], &v[1]
	p, q, c := float64(a.Custom1), float64(a.Custom2), Color{a.ColorR, a.ColorG, a.ColorB, a.ColorA}
	corner := func(i int) pixel { return xy(float64(v[i].DstX), float64(v[i].DstY)) }
	// A place of the local frame, whose first axis runs along the first side.
	length := float64(b.SrcX - a.SrcX)
	side := xy((corner(1).x-corner(0).x)/length, (corner(1).y-corner(0).y)/length)
	at := func(x, y float64) pixel {
		x, y = x-float64(a.SrcX), y-float64(a.SrcY)
		return corner(0).moved(x*side.x-y*side.y, x*side.y+y*side.x)
	}
	line := func(from, to pixel, width float64, cap string) {
		w.put(`<path d="M`, from.x, ` `, from.y, `L`, to.x, ` `, to.y, `" stroke-linecap="`, cap, `" stroke-width="`, width, `" stroke=`, c, `/>`)
	}
	fill := func(corners ...pixel) {
		w.put(`<path d="`)
		for i, at := range corners {
			w.put([2]string{"M", "L"}[min(i, 1)], at.x, ` `, at.y)
		}
		w.put(`z" fill=`, c, `/>`)
	}
	switch a.Custom0 {
	case kindSegment:
		if length == 0 { // a part of a curve
			line(corner(0).lerp(corner(3), 0.5), corner(1).lerp(corner(2), 0.5), 2*q, "butt")
			return
		}
		line(at(0, 0), at(p, 0), 2*q, "round")
	case kindBall:
		line(at(0, 0), at(0, 0), 2*p, "round")
	case kindDiamond:
		fill(at(p, 0), at(0, p), at(-p, 0), at(0, -p))
	case kindHead:
		fill(at(0, -q), at(p, 0), at(0, q))
	case kindRing:
		center := at(0, 0)
		w.put(`<circle cx="`, center.x, `" cy="`, center.y, `" r="`, p, `" stroke-width="`, 2*q, `" stroke=`, c, `/>`)
	case kindPanel:
		corner := at(-p, -q)
		w.put(`<rect x="`, corner.x, `" y="`, corner.y, `" width="`, 2*p, `" height="`, 2*q, `" rx="`, float64(a.Custom3), `" fill=`, c, `/>`)
	case kindFill:
		corners := make([]pixel, len(v))
		for i := range v {
			corners[i] = corner(i)
		}
		fill(corners...)
	}
}
