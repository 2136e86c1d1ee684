package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// Raster says how to fill rectangles with parts of one image, whose pixels are interpolated where they are magnified.
type Raster struct {
	// Pixels holds red, green, blue and opacity, row by row from the top.
	Pixels        []byte
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
	pixels        []byte
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
func (s *Scene) shadeOf() *shade {
	c, f, output := &s.shade, &s.snap.Layers.Field, fieldOutput(s.snap)
	if c.serial == f.Serial && c.theme == *s.theme && c.output == output && c.level == s.snap.Level && c.size == s.now.size && c.width == f.Columns {
		return c
	}
	*c = shade{
		serial: f.Serial, theme: *s.theme, output: output, level: s.snap.Level, size: s.now.size, pixels: c.pixels[:0], width: f.Columns,
		height: f.Rows, pieces: c.pieces[:0],
	}
	for j := f.Rows - 1; j >= 0; j-- {
		for i := range f.Columns {
			c.pixels = appendPixel(c.pixels, c.colorAt(f, i, j))
		}
	}
	if f.Rows > 1 {
		c.lines(f)
	}
	return c
}

// appendPixel appends a pixel to an image.
func appendPixel(pixels []byte, c Color) []byte {
	return append(pixels, byte(255*c.R+0.5), byte(255*c.G+0.5), byte(255*c.B+0.5), 255)
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

// lines finds, cell by cell, the line where the function equals its level, or around each class the line where another output is as large.
func (c *shade) lines(f *protocol.Field) {
	if c.output != none {
		c.contour(f, func(i, j int) float64 { return float64(f.At(c.output, i, j)) - c.level })
		return
	}
	for o := range f.Outputs {
		c.contour(f, func(i, j int) float64 {
			lead := math.Inf(1)
			for other := range f.Outputs {
				if other != o {
					lead = min(lead, float64(f.At(o, i, j)-f.At(other, i, j)))
				}
			}
			return lead
		})
	}
}

// contour adds the segments of the line where a function of the places is zero.
func (c *shade) contour(f *protocol.Field, value func(i, j int) float64) {
	below, row := make([]float64, f.Columns), make([]float64, f.Columns)
	for j := range f.Rows {
		for i := range row {
			row[i] = value(i, j)
		}
		for i := 1; i < f.Columns && j > 0; i++ {
			c.cell(f, i-1, j-1, &[4]float64{below[i-1], below[i], row[i], row[i-1]})
		}
		below, row = row, below
	}
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

// field shows the output of several layers in a rectangle whose corners have a radius in css pixels.
func (s *Scene) field(r Rect, plane Plane, corner float64) {
	c, f, layer := s.shadeOf(), &s.snap.Layers.Field, &s.frame.Tiles[s.tile].add(KindRaster).Raster
	place := func(x, y float64) (column, row float64) {
		x, y = plane.Point(x, y)
		return (x-f.Left)/f.Step + 0.5, float64(f.Rows) - 0.5 - (y-f.Low)/f.Step
	}
	x0, y0 := place(r.X, r.Y)
	x1, y1 := place(r.X+r.W, r.Y+r.H)
	*layer = Raster{
		Pixels: c.pixels, Width: c.width, Height: c.height, Corner: corner * s.scale, Patches: append(layer.Patches[:0], Patch{r, x0, y0, x1, y1}),
	}
}

// border draws, inside a rectangle, the line where the field equals its level, or between two classes.
func (s *Scene) border(r Rect, plane Plane, width float64) {
	for _, piece := range s.shade.pieces {
		a, b := plane.at(piece[0], piece[1]), plane.at(piece[2], piece[3])
		if r.contains(a.x, a.y) && r.contains(b.x, b.y) {
			s.segment(a, b, width, s.theme.Paper.mix(s.theme.Ink, 0.92))
		}
	}
}

// fieldValue returns an output of one feature, between two columns of the field their interpolation.
func (s *Scene) fieldValue(output int, x float64) float64 {
	f := &s.snap.Layers.Field
	column := max(0, min((x-f.Left)/f.Step, float64(f.Columns-1)))
	i := min(int(column), max(0, f.Columns-2))
	values := f.Row(output, 0)
	if i+1 == f.Columns {
		return float64(values[i])
	}
	return float64(values[i]) + (column-float64(i))*float64(values[i+1]-values[i])
}

// fieldOutputOf returns the output of the field that a point's label belongs to.
func (s *Scene) fieldOutputOf(q *protocol.Point) int {
	if output := fieldOutput(s.snap); output != none {
		return output
	}
	return max(0, min(q.Class, s.snap.Layers.Field.Outputs)-1)
}
