package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// sidesOf returns the columns and rows of the pictures in a column of the network if they are samples or filters, and zeros if they are maps.
func sidesOf(n *protocol.Layers, column int) [2]int {
	if column == 0 {
		return n.Sample
	}
	return n.Columns[column-1].Filter
}

// patch draws a sample (an input) or a filter of a convolution: images as pixels, signals as a curve or as bars.
func (s *Scene) patch(r Rect, sides [2]int, m []byte, input bool) {
	t := s.theme
	s.panel(r, 4, t.Paper)
	if sides[1] > 1 {
		s.pixels(r, sides, m, input)
		return
	}
	step, middle := r.W/float64(len(m)), r.Y+r.H/2
	if !input {
		for k, b := range m {
			e := entryOf(b)
			y := middle - 0.46*r.H*e
			bar := Rect{r.X + (float64(k)+0.14)*step, math.Min(y, middle), 0.72 * step, math.Max(s.scale, math.Abs(y-middle))}
			s.rectangle(bar, t.signed(e))
		}
	}
	s.segment(xy(r.X, middle), xy(r.X+r.W, middle), 1, t.Ink.alpha(0.25))
	if input { // in pieces without corners, which would stand out where it turns back within few pixels
		at := func(k int) pixel { return xy(r.X+(float64(k)+0.5)*step, middle-0.44*r.H*entryOf(m[k])) }
		for k := 1; k < len(m); k++ {
			s.segment(at(k-1), at(k), 1.6, t.Ink)
		}
	}
}

// pixels draws an image as large as possible: a sample in ink, a filter in the colours of its signs.
func (s *Scene) pixels(r Rect, sides [2]int, m []byte, input bool) {
	side := math.Min(r.W/float64(sides[0]), r.H/float64(sides[1]))
	left, top := r.X+(r.W-side*float64(sides[0]))/2, r.Y+(r.H-side*float64(sides[1]))/2
	for k, b := range m {
		e := entryOf(b)
		if e == 0 {
			continue
		}
		c := s.theme.signed(e)
		if input && e > 0 {
			c = s.theme.Ink
		}
		at := Rect{left + side*float64(k%sides[0]), top + side*float64(k/sides[0]), side, side}
		s.rectangle(at, s.theme.Paper.mix(c, math.Min(1, math.Abs(e))))
	}
}

// entryOf returns the entry that a byte represents, as a fraction of the largest.
func entryOf(b byte) float64 { return (float64(b) - 128) / 127 }

// reading draws an edge from the sample to each filter.
func (s *Scene) reading(c *networkPlot, over Unit) {
	ink, sample := s.theme.Ink, Unit{-1, 0}
	for j := range c.columns[1] {
		opacity := 0.22
		switch {
		case over == Unit{0, j} || over == sample:
			opacity = 0.6
		case over != noUnit:
			opacity = 0.08
		}
		s.bend(c, sample, c.cell(1, j), 1.2, ink.alpha(opacity))
	}
}
