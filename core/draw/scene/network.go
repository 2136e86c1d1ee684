package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// faint is the fraction of the largest weight below which an edge is not drawn.
const faint = 0.03

// edgeParts is the largest number of segments of an edge. An edge has one more for every edgeRise css pixels that it rises or falls, since
// steep edges bend more.
const edgeParts, edgeRise = 14, 10.0

// networkPicture draws several layers.
type networkPicture struct{ *canvas }

// build draws the layers in the usual way: a column of maps for each layer, edges for the weights, and the output at the end.
func (s *networkPicture) build() {
	t, n, r := s.theme, &s.snap.Layers, s.r
	s.background(t.Panel)
	if !hasLayers(s.snap) {
		return
	}
	c := networkPlotOf(r, s.view, n)
	chosen := c.first + float64(n.Chosen+1)*c.step
	half := min(c.step/2-2*s.scale, max(0.9*c.side, 36*c.text))
	s.panel(Rect{chosen - half, r.Y + 4*s.scale, 2 * half, r.H - 8*s.scale}, 8, t.Accent.alpha(0.10))
	over := s.highlighted()
	s.edges(&c, over)
	if n.Rows > 1 {
		s.maps(&c)
	}
	s.ink(false)
	s.eachMap(&c, func(column, i int, m []byte) {
		cell := c.cell(column, i)
		switch sides := sidesOf(n, column); {
		case sides != [2]int{}:
			s.patch(cell, sides, m, column == 0)
		case n.Rows == 1: // of one feature, drawn as a signal
			s.patch(cell, [2]int{len(m), 1}, m, true)
		}
		width, color := 1.0, t.Ink.alpha(0.30)
		if (over == Unit{column - 1, i}) {
			width, color = 2, t.Accent
		}
		s.outline(cell, width, color)
	})
	s.outputEdges(&c, len(n.Columns)-1, over)
	s.networkOutput(c.output)
	s.networkWords(&c)
}

// highlighted returns the neuron whose edges are highlighted: the one under the pointer, or else the one in focus.
func (s *networkPicture) highlighted() Unit {
	if u := s.view.Unit; u.Layer >= -1 && u.Index >= 0 {
		return u
	}
	if layers := &s.snap.Layers; focused(s.snap, s.snap.Focus) {
		for i := range layers.Columns[layers.Chosen].Units {
			if layers.Columns[layers.Chosen].Units[i].Number == s.snap.Neurons[s.snap.Focus].Number {
				return Unit{layers.Chosen, i}
			}
		}
	}
	return noUnit
}

// edges draws the weights: for each neuron those from the layer below, and for the highlighted neuron all its weights.
func (s *networkPicture) edges(c *networkPlot, over Unit) {
	n := &s.snap.Layers
	convolved := n.Sample != [2]int{}
	for l := range n.Columns {
		col := &n.Columns[l]
		for j := range c.columns[l+1] {
			to := Unit{l, j}
			if sample := (Unit{-1, 0}); convolved && l == 0 { // to each filter the same, in ink
				s.edge(c, sample, c.cell(1, j), 0.25, s.theme.Ink, over == to || over == sample, over != noUnit)
				continue
			}
			for k, source := range col.Sources {
				if k >= len(col.Units[j].Weights) || source.Index >= c.columns[source.Layer+1] || convolved && source.Layer == -1 {
					continue
				}
				from, weight := Unit{source.Layer, source.Index}, float64(col.Units[j].Weights[k])
				isLit := over == to || over == from
				if source.Layer == l-1 || isLit && over.Layer != -1 || over == from {
					s.edge(c, from, c.cell(l+1, j), weight, s.theme.signed(weight), isLit, over != noUnit)
				}
			}
		}
	}
}

// outputEdges draws what the neurons of a layer add to the output, in units of the largest.
func (s *networkPicture) outputEdges(c *networkPlot, l int, over Unit) {
	units, largest := s.snap.Layers.Columns[l].Units, 1e-300
	for j := range units {
		largest = max(largest, math.Abs(units[j].Alpha))
	}
	for j := range c.columns[l+1] {
		if u := &units[j]; u.Output == s.snap.Output || fieldOutput(s.snap) == none {
			s.edge(c, Unit{l, j}, c.output, u.Alpha/largest, s.theme.signed(u.Alpha), over == Unit{l, j}, over != noUnit)
		}
	}
}

// edge draws a weight as a curve, which is highlighted (isLit), or fainter while others are.
func (s *networkPicture) edge(c *networkPlot, from Unit, to Rect, weight float64, color Color, isLit, others bool) {
	strength := math.Abs(weight)
	if !(strength > faint) {
		return
	}
	opacity := 0.10 + 0.45*strength
	switch {
	case isLit:
		opacity = 0.45 + 0.55*strength
	case others:
		opacity *= 0.25
	}
	cell := c.cell(from.Layer+1, from.Index)
	a, b := xy(cell.X+cell.W, cell.Y+cell.H/2), xy(to.X, to.Y+to.H/2)
	parts := int(max(1, min(2+math.Abs(b.y-a.y)/(edgeRise*s.scale), edgeParts)))
	if a.y == b.y {
		parts = 1
	}
	s.through(parts+1, 0.7+2.3*strength, color.alpha(opacity), func(i int) pixel {
		u := float64(i) / float64(parts)
		return xy(a.x+(b.x-a.x)*u, a.y+(b.y-a.y)*smoothstep(u))
	})
}

// maps draws the maps of two features as parts of one image.
func (s *networkPicture) maps(c *networkPlot) {
	n, layer := &s.snap.Layers, s.into.add(KindRaster)
	var colors [256]rgba
	for b := range colors {
		colors[b] = warm(s.theme, (float64(b)-128)/70, 0.8).pixel()
	}
	pixels, patches := layer.Raster.Pixels[:0], layer.Raster.Patches[:0]
	s.eachMap(c, func(column, i int, m []byte) {
		r := c.cell(column, i)
		if sidesOf(n, column) != [2]int{} {
			return
		}
		at := float64(len(patches) * n.Rows)
		patches = append(patches, Patch{r, 0.5, at + 0.5, float64(n.Side) - 0.5, at + float64(n.Rows) - 0.5})
		for j := n.Rows - 1; j >= 0; j-- {
			for _, b := range m[j*n.Side : (j+1)*n.Side] {
				pixels = append(pixels, colors[b][:]...)
			}
		}
	})
	layer.Raster = Raster{Pixels: pixels, Width: n.Side, Height: len(patches) * n.Rows, Corner: 4 * s.scale, Patches: patches}
}

// eachMap calls do for every map that is shown.
func (s *networkPicture) eachMap(c *networkPlot, do func(column, i int, m []byte)) {
	n := &s.snap.Layers
	for column, count := range c.columns {
		for i := range count {
			if column == 0 {
				do(0, i, n.Inputs[i])
			} else {
				do(column, i, n.Columns[column-1].Units[i].Map)
			}
		}
	}
}

// networkOutput draws the output of the whole network over the window.
func (s *networkPicture) networkOutput(o Rect) {
	t, f, w := s.theme, &s.snap.Layers.Field, s.snap.Window
	if f.Rows > 1 {
		plane := o.plane(w.Center[0], w.Center[1], w.Half, w.Half)
		s.field(f, fieldOutput(s.snap), o, plane, 5, s.now.size)
		s.ink(false)
		s.border(f, fieldOutput(s.snap), o, plane, 1.4)
	}
	if f.Rows == 1 {
		s.panel(o, 5, t.Paper)
		c := chart{o.plane(w.Center[0], w.Level, positive(w.Half), positive(w.Rise)), o}
		s.graph(&c, curveParts, 2, t.Ink, func(x float64) float64 { return s.output(max(0, fieldOutput(s.snap)), protocol.Vec{x}) })
	}
	s.outline(o, 1.4, t.Ink.alpha(0.55))
}

// networkWords writes the name of each column above it, and below it the layer's gap, its neurons and the accuracy (or R²) of the
// network that ends there.
func (s *networkPicture) networkWords(c *networkPlot) {
	n := &s.snap.Layers
	put := func(at pixel, anchor byte, class string) {
		// the width is a generous estimate
		if a := s.labels.area(at, anchor); a.x0 >= s.labels.room.x0 && 0.8*s.labels.width()*s.scale <= c.step {
			s.labels.note(at, anchor, class)
		}
	}
	s.labels.start("x")
	put(xy(c.first, c.head), 'c', classTick)
	for i, name := range [...]string{"gap", "neurons", "right"} {
		if i == 2 && n.Columns[0].Right < 0 {
			name = "R²"
		}
		s.labels.start(name)
		put(xy(c.first, c.row(i)), 'c', classTick)
	}
	for i := range c.columns[0] {
		if cell := c.cell(0, i); cell.X-14*s.scale > s.r.X {
			if s.labels.start("x"); n.Sample == [2]int{} {
				s.labels.index(i)
			}
			put(xy(cell.X-4*s.scale, cell.Y+cell.H/2), 'r', classTick)
		}
	}
	for l := range n.Columns {
		class, x := classTick, c.first+float64(l+1)*c.step
		if l == n.Chosen {
			class = classNote
		}
		if s.labels.start("layer ").number(float64(l+1), 2); 0.8*s.labels.width()*s.scale > c.step {
			s.labels.start("").number(float64(l+1), 2)
		}
		put(xy(x, c.head), 'c', class)
		for i := range 3 {
			s.layerWord(&n.Columns[l], i)
			put(xy(x, c.row(i)), 'c', class)
		}
		if more := c.hidden[l+1]; more > 0 {
			s.labels.start("").number(float64(more), 3).add(" more")
			put(xy(x, c.foot-5*c.text), 'c', classTick)
		}
	}
	s.labels.start("f")
	if n.Field.Outputs > 1 && fieldOutput(s.snap) >= 0 {
		s.labels.index(s.snap.Output)
	}
	s.labels.note(xy(c.output.X+c.output.W/2, c.output.Y-12*c.text), 'c', classNote)
}

// layerWord starts a label below a layer's column.
func (s *networkPicture) layerWord(col *protocol.Column, row int) {
	s.labels.start("")
	switch {
	case row == 0 && col.Certified:
		s.labels.add("✓ ").number(max(0, col.Gap), 1)
	case row == 0:
		s.labels.number(max(0, col.Gap), 1)
	case row == 1:
		s.labels.number(float64(len(col.Units)), 3)
	case col.Right >= 0:
		s.labels.number(math.Floor(1000*float64(col.Right)/float64(max(1, col.Total)))/10, 4).add(" %")
	default:
		s.labels.number(col.R2, 3)
	}
}
