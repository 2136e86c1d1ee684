package canvas

// Color is red, green, blue and opacity, each in [0, 1], not premultiplied.
type Color struct{ R, G, B, A float32 }

// Alpha returns c with its opacity multiplied by a.
//
//go:noinline
func (c Color) Alpha(a float64) Color {
	c.A *= float32(a)
	return c
}

// Mix returns the colour at the fraction s of the way from c to d.
//
//go:noinline
func (c Color) Mix(d Color, s float64) Color {
	t := float32(max(0, min(s, 1)))
	return Color{c.R + (d.R-c.R)*t, c.G + (d.G-c.G)*t, c.B + (d.B-c.B)*t, c.A + (d.A-c.A)*t}
}

// Theme holds the colours of the page.
type Theme struct {
	Paper, Panel, Ink, Muted, Positive, Negative, Accent, Bound Color
	// Classes holds the colours of the classes, for data with several outputs.
	Classes [Marks]Color
}

// ThemeOf reads a theme from the red, green and blue of each colour, in the order of the fields of Theme. The classes may be missing. It
// reports whether values has enough numbers.
func ThemeOf(values []float32) (t Theme, ok bool) {
	colors := t.colors()
	for i, c := range colors[:min(len(values)/3, len(colors))] {
		*c = Color{values[3*i], values[3*i+1], values[3*i+2], 1}
	}
	return t, len(values) >= 3*(len(colors)-Marks)
}

// colors returns all colours, in the order of the fields.
func (t *Theme) colors() [8 + Marks]*Color {
	c := &t.Classes
	return [...]*Color{&t.Paper, &t.Panel, &t.Ink, &t.Muted, &t.Positive, &t.Negative, &t.Accent, &t.Bound, &c[0], &c[1], &c[2], &c[3], &c[4], &c[5]}
}

// Grey returns the theme with hardly any hues, for what belongs to earlier data.
func (t *Theme) Grey() Theme {
	grey := *t
	for _, c := range grey.colors() {
		light := 0.2126*c.R + 0.7152*c.G + 0.0722*c.B
		*c = c.Mix(Color{light, light, light, c.A}, 0.85)
	}
	return grey
}

// Signed returns the colour of a neuron or a label with the sign of value.
//
//go:noinline
func (t *Theme) Signed(value float64) Color {
	if value < 0 {
		return t.Negative
	}
	return t.Positive
}

// GridLine returns the colour of the lines of a grid, Axis of the axes of a chart, and SpaceAxis of axes through the middle of a picture.
func (t *Theme) GridLine() Color  { return t.Ink.Alpha(0.08) }
func (t *Theme) Axis() Color      { return t.Ink.Alpha(0.30) }
func (t *Theme) SpaceAxis() Color { return t.Ink.Alpha(0.16) }

// Face returns the colour of bodies and surfaces.
func (t *Theme) Face() Color { return t.Muted.Mix(t.Accent, 0.30) }
