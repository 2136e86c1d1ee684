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

// samples draws the sample and the filters of a convolution: signals as curves and bars, images as pixels.
func (s *Scene) samples(c *networkPlot, snap *protocol.Snapshot, v *View) {
	n, t := &snap.Layers, &v.Theme
	if n.Sample == [2]int{} {
		return
	}
	p := s.ink(TileNetwork, v, false)
	eachMap(c, n, func(column, i int, m []byte) {
		r, sides := c.cell(column, i), sidesOf(n, column)
		if sides == [2]int{} || r.X >= c.last {
			return
		}
		p.panel(r, 4, t.Paper)
		switch {
		case sides[1] > 1:
			p.pixels(r, sides, m, column == 0, t)
		case column == 0:
			p.signal(r, m, t)
		default:
			p.bars(r, m, t)
		}
	})
}

// signal draws a sample as a curve, over a line at zero. Its pieces have no corners, which would stand out where it turns back within few pixels.
func (p pen) signal(r Rect, m []byte, t *Theme) {
	p.segment(pixel{x: r.X, y: r.Y + r.H/2}, pixel{x: r.X + r.W, y: r.Y + r.H/2}, 1, t.Ink.alpha(0.25))
	at := func(k int) pixel {
		return pixel{x: r.X + r.W*(float64(k)+0.5)/float64(len(m)), y: r.Y + r.H*(0.5-0.44*entryOf(m[k]))}
	}
	for k := 1; k < len(m); k++ {
		p.segment(at(k-1), at(k), 1.6, t.Ink)
	}
}

// bars draws a filter for signals as bars above and below zero.
func (p pen) bars(r Rect, m []byte, t *Theme) {
	step, middle := r.W/float64(len(m)), r.Y+r.H/2
	for k, b := range m {
		e := entryOf(b)
		x, y := r.X+(float64(k)+0.14)*step, middle-0.46*r.H*e
		p.rectangle(Rect{x, math.Min(y, middle), 0.72 * step, math.Max(p.scale, math.Abs(y-middle))}, t.signed(e))
	}
	p.segment(pixel{x: r.X, y: middle}, pixel{x: r.X + r.W, y: middle}, 1, t.Ink.alpha(0.25))
}

// pixels draws an image as large as possible: a sample in ink, a filter in the colours of its signs.
func (p pen) pixels(r Rect, sides [2]int, m []byte, sample bool, t *Theme) {
	side := math.Min(r.W/float64(sides[0]), r.H/float64(sides[1]))
	left, top := r.X+(r.W-side*float64(sides[0]))/2, r.Y+(r.H-side*float64(sides[1]))/2
	for k, b := range m {
		e := entryOf(b)
		if e == 0 {
			continue
		}
		c := t.signed(e)
		if sample && e > 0 {
			c = t.Ink
		}
		p.rectangle(Rect{left + side*float64(k%sides[0]), top + side*float64(k/sides[0]), side, side}, t.Paper.mix(c, math.Min(1, math.Abs(e))))
	}
}

// rectangle fills a rectangle.
func (p pen) rectangle(r Rect, c Color) {
	p.fill(pixel{x: r.X, y: r.Y}, pixel{x: r.X + r.W, y: r.Y}, pixel{x: r.X + r.W, y: r.Y + r.H}, pixel{x: r.X, y: r.Y + r.H}, c)
}

// entryOf returns the entry that a byte represents, as a fraction of the largest.
func entryOf(b byte) float64 { return (float64(b) - 128) / 127 }

// reading draws an edge from the sample to each filter. For the highlighted neuron of an upper layer, or if the sample is highlighted, it also
// draws the weight with which upper neurons read the sample, as the root of the sum of squares.
func (s *Scene) reading(p pen, c *networkPlot, snap *protocol.Snapshot, over Unit, v *View) {
	n := &snap.Layers
	for j := range c.columns[1] {
		opacity := 0.22
		switch {
		case over == Unit{0, j} || over == Unit{-1, 0}:
			opacity = 0.6
		case over != noUnit:
			opacity = 0.08
		}
		s.bend(p, c, Unit{-1, 0}, c.cell(1, j), 1.2, v.Theme.Ink.alpha(opacity))
	}
	for l := 1; l < len(n.Columns); l++ {
		col := &n.Columns[l]
		for j := range c.columns[l+1] {
			if (over != Unit{l, j} && over != Unit{-1, 0}) {
				continue
			}
			sum := 0.0
			for k, source := range col.Sources {
				if source.Layer == -1 {
					sum += float64(col.Units[j].Weights[k]) * float64(col.Units[j].Weights[k])
				}
			}
			if weight := math.Sqrt(sum); weight > faint {
				s.bend(p, c, Unit{-1, 0}, c.cell(l+1, j), 0.7+2.3*math.Min(1, weight), v.Theme.Ink.alpha(0.3+0.4*math.Min(1, weight)))
			}
		}
	}
}
