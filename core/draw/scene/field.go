package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// Raster says how to fill rectangles with parts of one image, whose pixels are interpolated where they are magnified.
type Raster struct {
	// Pixels holds red, green, blue and opacity, row by row from the top, in strips of whole rows.
	Pixels        [][]byte
	Width, Height int
	Corner        float64 // radius of the rectangles' corners in pixels
	Patches       []Patch
}

// Patch is a rectangle of the canvas and the part of the image that fills it, from (X0, Y0) to (X1, Y1) in pixels of the image; the first
// pixel spans 0 to 1.
type Patch struct {
	Into           Rect
	X0, Y0, X1, Y1 float64
}

// shade is the output of several layers as an image, with the lines where it crosses its level or changes its class, as segments in data
// coordinates. It is made for one field, theme and choice of output.
type shade struct {
	serial        uint32
	theme         Theme
	output        int // or none for the largest of all
	level, size   float64
	pixels        bitmap
	width, height int
	pieces        [][4]float64
}

// isDeep reports whether there are several layers.
func isDeep(snap *protocol.Snapshot) bool { return len(snap.Layers.Columns) > 0 }

// fieldOutput returns the output that the field shows, or none for the largest of all.
func fieldOutput(snap *protocol.Snapshot) int {
	if snap.Layers.Compares && snap.Layers.Field.Outputs > 1 && snap.Layers.Field.Outputs <= protocol.MostClasses {
		return none
	}
	return min(snap.Output, snap.Layers.Field.Outputs-1)
}

// shadeOf makes the image and the lines of the field, unless they have been made already.
func (s *Scene) shadeOf(snap *protocol.Snapshot, v *View) *shade {
	c, f := &s.shade, &snap.Layers.Field
	output := fieldOutput(snap)
	if c.serial == f.Serial && c.theme == v.Theme && c.output == output && c.level == snap.Level && c.size == s.now.size && c.width == f.Columns {
		return c
	}
	*c = shade{
		serial: f.Serial, theme: v.Theme, output: output, level: snap.Level, size: s.now.size, pixels: c.pixels, width: f.Columns, height: f.Rows,
		pieces: c.pieces[:0],
	}
	c.pixels.begin(f.Columns)
	for j := f.Rows - 1; j >= 0; j-- {
		for i := range f.Columns {
			c.pixels.add(c.colorAt(f, i, j))
		}
	}
	if f.Rows > 1 {
		c.lines(f)
	}
	return c
}

// colorAt returns the colour of place (i, j) of the field; the shaders colour a single layer by the same rule.
func (c *shade) colorAt(f *protocol.Field, i, j int) Color {
	if c.output == none {
		return c.theme.Paper.mix(c.theme.Classes[largestAt(f, i, j)], 0.34)
	}
	value := (float64(f.At(c.output, i, j)) - c.level) / c.size
	return warm(&c.theme, value, 0.5)
}

// warm returns the colour of a value measured in the unit 1; most limits how strong its hue gets.
func warm(t *Theme, value, most float64) Color {
	if value != value {
		return t.Paper
	}
	return t.Paper.mix(t.signed(value), most*math.Tanh(1.1*math.Abs(value)))
}

// largestAt returns the output that is largest at place (i, j).
func largestAt(f *protocol.Field, i, j int) (best int) {
	for o := range f.Outputs {
		if f.At(o, i, j) > f.At(best, i, j) {
			best = o
		}
	}
	return best
}

// lines finds, cell by cell, the line where the function equals its level, or where the two largest outputs are equal.
func (c *shade) lines(f *protocol.Field) {
	var values [4]float64
	for j := range f.Rows - 1 {
		for i := range f.Columns - 1 {
			corners := [4][2]int{{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}}
			if c.output != none {
				for k, at := range corners {
					values[k] = float64(f.At(c.output, at[0], at[1])) - c.level
				}
				c.cell(f, i, j, &values)
				continue
			}
			a, b := twoLargest(f, &corners)
			if b == none {
				continue
			}
			for k, at := range corners {
				values[k] = float64(f.At(a, at[0], at[1]) - f.At(b, at[0], at[1]))
			}
			c.cell(f, i, j, &values)
		}
	}
}

// twoLargest returns the outputs that are largest at the corners of a cell; of more than two, the two that are largest in its middle. The
// second is none if one output is the largest at all corners.
func twoLargest(f *protocol.Field, corners *[4][2]int) (a, b int) {
	a, b = largestAt(f, corners[0][0], corners[0][1]), none
	for _, at := range corners[1:] {
		if o := largestAt(f, at[0], at[1]); o != a {
			b = o
		}
	}
	if b == none {
		return a, b
	}
	sums := [protocol.MostClasses]float64{}
	for o := range f.Outputs {
		for _, at := range corners {
			sums[o] += float64(f.At(o, at[0], at[1]))
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

// cell adds the segments of the line through a cell. values are those at its corners, going around from the lower left.
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
	case 4: // join the corners whose sign is that of the middle
		if (values[0]+values[1]+values[2]+values[3] < 0) == (values[0] < 0) {
			piece(0, 1)
			piece(2, 3)
		} else {
			piece(3, 0)
			piece(1, 2)
		}
	}
}

// field adds the layer with the output of several layers.
func (s *Scene) field(r Rect, plane Plane, snap *protocol.Snapshot, v *View) {
	c, f := s.shadeOf(snap, v), &snap.Layers.Field
	layer := &s.frame.Tiles[TileData].add(KindRaster).Raster
	x0, y0 := plane.Point(r.X, r.Y)
	x1, y1 := plane.Point(r.X+r.W, r.Y+r.H)
	*layer = Raster{
		Pixels: c.pixels.strips, Width: c.width, Height: c.height, Corner: Corner * v.Layout.Scale, Patches: append(layer.Patches[:0], patchOf(f, r, x0, x1, y1, y0)),
	}
}

// patchOf returns the patch that shows the part [x0, x1] x [y0, y1] of the field's image in a rectangle.
func patchOf(f *protocol.Field, into Rect, x0, x1, y0, y1 float64) Patch {
	column := func(x float64) float64 { return (x-f.Left)/f.Step + 0.5 }
	row := func(y float64) float64 { return float64(f.Rows) - 0.5 - (y-f.Low)/f.Step }
	return Patch{into, column(x0), row(y1), column(x1), row(y0)}
}

// border draws the line where the field equals its level, or between two classes.
func (s *Scene) border(p pen, plane Plane, t *Theme) {
	color := t.Paper.mix(t.Ink, 0.92)
	for _, piece := range s.shade.pieces {
		p.segment(plane.at(piece[0], piece[1]), plane.at(piece[2], piece[3]), 2.2, color)
	}
}

// buildLayersPlot draws data with one feature and the output of several layers.
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

// fieldPoint returns the pixel of an output of one feature at a position between two columns, clamped to one tile height outside the tile.
func (s *Scene) fieldPoint(r Rect, plane Plane, f *protocol.Field, output int, column float64) pixel {
	column = max(0, min(column, float64(f.Columns-1)))
	i := min(int(column), max(0, f.Columns-2))
	values := f.Row(output, 0)
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

// layersAt returns how far the output of several layers is above its level at data point i. It reports false where each class has its own
// output or the points have changed since the output was computed.
func layersAt(snap *protocol.Snapshot, i int) (f float64, ok bool) {
	values, n := snap.Layers.Points, len(snap.Points)
	if len(values) == 0 || snap.Points[i].Class > 0 || len(values) != n*snap.Layers.Field.Outputs {
		return 0, false
	}
	return float64(values[snap.Output*n+i]) - snap.Level, true
}
