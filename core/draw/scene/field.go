package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// Raster says how to fill rectangles with parts of one image, whose pixels are mixed where they are drawn larger.
type Raster struct {
	// Pixels are red, green, blue and opacity, row by row from above.
	Pixels        []byte
	Width, Height int
	Corner        float64 // radius of the corners in pixels
	Patches       []Patch
}

// Patch is a rectangle of the canvas and the part of the image that fills it: from (X0, Y0) to (X1, Y1) in pixels of the image, of which the first
// reaches from 0 to 1.
type Patch struct {
	Into           Rect
	X0, Y0, X1, Y1 float64
}

// shade is the field of several layers as an image, and where it changes its sign or its class, as pieces of lines in units of the data. It is that of
// a field, a theme and a choice of the output.
type shade struct {
	serial        uint32
	theme         Theme
	output        int // or none for the largest of all
	level, size   float64
	pixels        []byte
	width, height int
	pieces        [][4]float64
}

// isDeep reports whether there are several layers.
func isDeep(snap *protocol.Snapshot) bool { return len(snap.Layers.Columns) > 0 }

// fieldOutput returns the output that the field is of, none for the largest of all.
func fieldOutput(snap *protocol.Snapshot) int {
	if snap.Layers.Compares && snap.Layers.Field.Outputs > 1 && snap.Layers.Field.Outputs <= protocol.MostClasses {
		return none
	}
	return min(snap.Output, snap.Layers.Field.Outputs-1)
}

// shadeOf makes the image and the lines of the field, unless they are there.
func (s *Scene) shadeOf(snap *protocol.Snapshot, v *View) *shade {
	c, f := &s.shade, &snap.Layers.Field
	output := fieldOutput(snap)
	if c.serial == f.Serial && c.theme == v.Theme && c.output == output && c.level == snap.Level && c.size == s.now.size && c.width == f.Columns {
		return c
	}
	*c = shade{
		serial: f.Serial, theme: v.Theme, output: output, level: snap.Level, size: s.now.size, pixels: c.pixels[:0], width: f.Columns, height: f.Rows,
		pieces: c.pieces[:0],
	}
	for j := f.Rows - 1; j >= 0; j-- {
		for i := range f.Columns {
			c.pixels = appendColor(c.pixels, c.colorAt(f, j*f.Columns+i))
		}
	}
	if f.Rows > 1 {
		c.lines(f)
	}
	return c
}

func appendColor(pixels []byte, c Color) []byte {
	return append(pixels, byte(255*c.R+0.5), byte(255*c.G+0.5), byte(255*c.B+0.5), 255)
}

// colorAt returns the colour of a place of the field, as the shaders of a single layer have it.
func (c *shade) colorAt(f *protocol.Field, k int) Color {
	if c.output == none {
		return c.theme.Paper.mix(c.theme.Classes[largestAt(f, k)], 0.34)
	}
	value := (float64(f.At(c.output)[k]) - c.level) / c.size
	return warm(&c.theme, value, 0.5)
}

// warm returns the colour of a value, whose unit is 1, with so much of its hue at most.
func warm(t *Theme, value, most float64) Color {
	if value != value {
		return t.Paper
	}
	return t.Paper.mix(t.signed(value), most*math.Tanh(1.1*math.Abs(value)))
}

// largestAt returns the output that is the largest at a place.
func largestAt(f *protocol.Field, k int) (best int) {
	for o := range f.Outputs {
		if f.At(o)[k] > f.At(best)[k] {
			best = o
		}
	}
	return best
}

// lines finds, cell by cell, where the function is at its level, or where two outputs are equal that are the largest there.
func (c *shade) lines(f *protocol.Field) {
	var values [4]float64
	for j := range f.Rows - 1 {
		for i := range f.Columns - 1 {
			corners := [4]int{j*f.Columns + i, j*f.Columns + i + 1, (j+1)*f.Columns + i + 1, (j+1)*f.Columns + i}
			if c.output != none {
				for k, at := range corners {
					values[k] = float64(f.At(c.output)[at]) - c.level
				}
				c.cell(f, i, j, &values)
				continue
			}
			a, b := twoLargest(f, &corners)
			if b == none {
				continue
			}
			for k, at := range corners {
				values[k] = float64(f.At(a)[at] - f.At(b)[at])
			}
			c.cell(f, i, j, &values)
		}
	}
}

// twoLargest returns the two outputs of which one or the other is the largest at the corners of a cell: of more, those that are the largest in its
// middle. The second is none where one is the largest at all corners.
func twoLargest(f *protocol.Field, corners *[4]int) (a, b int) {
	a, b = largestAt(f, corners[0]), none
	for _, at := range corners[1:] {
		if o := largestAt(f, at); o != a {
			b = o
		}
	}
	if b == none {
		return a, b
	}
	sums := [protocol.MostClasses]float64{}
	for o := range f.Outputs {
		for _, at := range corners {
			sums[o] += float64(f.At(o)[at])
		}
	}
	for o := range f.Outputs {
		if o == a || o == b {
			continue
		}
		if low := min(sums[a], sums[b]); sums[o] > low {
			if sums[a] < sums[b] {
				a = o
			} else {
				b = o
			}
		}
	}
	return a, b
}

// cell adds the pieces of the line through a cell with these values at its corners, which go around it from the lower left.
func (c *shade) cell(f *protocol.Field, i, j int, values *[4]float64) {
	var ends [4][2]float64
	count := 0
	for k := range 4 {
		from, to := values[k], values[(k+1)%4]
		if (from < 0) == (to < 0) {
			continue
		}
		t := from / (from - to)
		at := [4][2]float64{{t, 0}, {1, t}, {1 - t, 1}, {0, 1 - t}}[k]
		ends[count] = [2]float64{f.Left + f.Step*(float64(i)+at[0]), f.Low + f.Step*(float64(j)+at[1])}
		count++
	}
	piece := func(a, b int) {
		c.pieces = append(c.pieces, [4]float64{ends[a][0], ends[a][1], ends[b][0], ends[b][1]})
	}
	switch count {
	case 2:
		piece(0, 1)
	case 4: // the corners that have the sign of the middle are joined
		if (values[0]+values[1]+values[2]+values[3] < 0) == (values[0] < 0) {
			piece(0, 1)
			piece(2, 3)
		} else {
			piece(3, 0)
			piece(1, 2)
		}
	}
}

// field adds the layer of what several layers say of the plane.
func (s *Scene) field(r Rect, plane Plane, snap *protocol.Snapshot, v *View) {
	c, f := s.shadeOf(snap, v), &snap.Layers.Field
	layer := &s.frame.Tiles[TileData].add(KindRaster).Raster
	x0, y0 := plane.Point(r.X, r.Y)
	x1, y1 := plane.Point(r.X+r.W, r.Y+r.H)
	*layer = Raster{
		Pixels: c.pixels, Width: c.width, Height: c.height, Corner: Corner * v.Layout.Scale, Patches: append(layer.Patches[:0], patchOf(f, r, x0, x1, y1, y0)),
	}
}

// patchOf returns the part of the field's image that shows [x0, x1] x [y0, y1] in a rectangle.
func patchOf(f *protocol.Field, into Rect, x0, x1, y0, y1 float64) Patch {
	column := func(x float64) float64 { return (x-f.Left)/f.Step + 0.5 }
	row := func(y float64) float64 { return float64(f.Rows) - 0.5 - (y-f.Low)/f.Step }
	return Patch{into, column(x0), row(y1), column(x1), row(y0)}
}

// border draws the line on which the field is at its level, or between two classes.
func (s *Scene) border(p pen, plane Plane, t *Theme) {
	color := t.Paper.mix(t.Ink, 0.92)
	for _, piece := range s.shade.pieces {
		p.segment(plane.at(piece[0], piece[1]), plane.at(piece[2], piece[3]), 2.2, color)
	}
}

// buildLayersPlot draws data with one feature and the function of several layers.
func (s *Scene) buildLayersPlot(r Rect, snap *protocol.Snapshot, v *View) {
	t, f := &v.Theme, &snap.Layers.Field
	plane := DataPlane(r, snap.Window, 1)
	p := s.ink(TileData, v, false)
	p.panel(r, Corner, t.Paper)
	s.grid(p, r, plane, t)
	output := fieldOutput(snap)
	for i := range snap.Points {
		q := &snap.Points[i]
		own := output
		if own == none {
			own = max(0, min(q.Class, f.Outputs)-1)
		}
		if !q.Held { // only errors that count
			p.segment(plane.at(q.X[0], q.Label), s.fieldPoint(r, plane, f, own, (q.X[0]-f.Left)/f.Step), 1, t.Ink.alpha(0.16))
		}
	}
	if output == none {
		for o := range f.Outputs {
			s.fieldGraph(p, r, plane, f, o, 2.4, t.Classes[o].mix(t.Ink, 0.15))
		}
	} else {
		s.fieldGraph(p, r, plane, f, output, 2.6, t.Ink)
	}
	plotPoints(p, plane, snap, v)
}

// fieldGraph draws an output as a function of the first feature.
func (s *Scene) fieldGraph(p pen, r Rect, plane Plane, f *protocol.Field, output int, width float64, c Color) {
	s.path = s.path[:0]
	for i := range f.Columns {
		s.path = append(s.path, s.fieldPoint(r, plane, f, output, float64(i)))
	}
	p.curve(s.path, width, c)
}

// fieldPoint returns where an output of one feature is drawn at a place between two columns, not farther outside the tile than its height.
func (s *Scene) fieldPoint(r Rect, plane Plane, f *protocol.Field, output int, column float64) pixel {
	column = max(0, min(column, float64(f.Columns-1)))
	i := min(int(column), max(0, f.Columns-2))
	values := f.At(output)
	value := float64(values[i])
	if i+1 < f.Columns {
		value += (column - float64(i)) * float64(values[i+1]-values[i])
	}
	at := plane.at(f.Left+f.Step*column, value)
	if at.y != at.y {
		at.y = r.Y
	}
	at.y = max(r.Y-r.H, min(at.y, r.Y+2*r.H))
	return at
}

// layersAt returns how far the function of several layers is above its level at a point in space, false where each class has an output or the
// points are no longer those that it is known for.
func layersAt(snap *protocol.Snapshot, i int) (f float64, ok bool) {
	values, n := snap.Layers.Points, len(snap.Points)
	if len(values) == 0 || snap.Points[i].Class > 0 || len(values) != n*snap.Layers.Field.Outputs {
		return 0, false
	}
	return float64(values[snap.Output*n+i]) - snap.Level, true
}
