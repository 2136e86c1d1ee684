package canvas

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"strconv"
)

// SVG returns the ink and the images of a tile as the text of an SVG picture.
func SVG(tile *Tile, r Rect) string {
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

// Raster draws the parts of an image, which is written as a bitmap of 24 bits to the pixel.
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
	corner := func(i int) Pixel { return XY(float64(v[i].DstX), float64(v[i].DstY)) }
	// A place of the local frame, whose first axis runs along the first side.
	length := float64(b.SrcX - a.SrcX)
	side := XY((corner(1).X-corner(0).X)/length, (corner(1).Y-corner(0).Y)/length)
	at := func(x, y float64) Pixel {
		x, y = x-float64(a.SrcX), y-float64(a.SrcY)
		return corner(0).Offset(x*side.X-y*side.Y, x*side.Y+y*side.X)
	}
	line := func(from, to Pixel, width float64, ends string) {
		w.put(`<path d="M`, from.X, ` `, from.Y, `L`, to.X, ` `, to.Y,
			`" stroke-linecap="`, ends, `" stroke-width="`, width, `" stroke=`, c, `/>`)
	}
	fill := func(corners ...Pixel) {
		w.put(`<path d="`)
		for i, at := range corners {
			w.put([2]string{"M", "L"}[min(i, 1)], at.X, ` `, at.Y)
		}
		w.put(`z" fill=`, c, `/>`)
	}
	switch a.Custom0 {
	case ShapeSegment:
		if length == 0 { // a part of a curve
			line(corner(0).Lerp(corner(3), 0.5), corner(1).Lerp(corner(2), 0.5), 2*q, "butt")
			return
		}
		line(at(0, 0), at(p, 0), 2*q, "round")
	case ShapeBall:
		line(at(0, 0), at(0, 0), 2*p, "round")
	case ShapeDiamond:
		fill(at(p, 0), at(0, p), at(-p, 0), at(0, -p))
	case ShapeHead:
		fill(at(0, -q), at(p, 0), at(0, q))
	case ShapeRing:
		center := at(0, 0)
		w.put(`<circle cx="`, center.X, `" cy="`, center.Y, `" r="`, p, `" stroke-width="`, 2*q, `" stroke=`, c, `/>`)
	case ShapePanel:
		corner := at(-p, -q)
		w.put(`<rect x="`, corner.X, `" y="`, corner.Y, `" width="`, 2*p, `" height="`, 2*q, `" rx="`, float64(a.Custom3), `" fill=`, c, `/>`)
	case ShapeFill:
		corners := make([]Pixel, len(v))
		for i := range v {
			corners[i] = corner(i)
		}
		fill(corners...)
	}
}
