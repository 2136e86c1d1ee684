package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// TileNetwork is the tile of the picture.
const TileNetwork = protocol.PictureNetwork

func init() {
	register(TileNetwork, picture{build: (*Scene).buildNetwork, over: overNetwork})
}

// faint is the fraction of the largest weight below which an edge is not drawn.
const faint = 0.03

// edgeParts is the largest number of segments of an edge. An edge has one more for every edgeRise css pixels that it rises or falls, since
// steep edges bend more.
const edgeParts, edgeRise = 14, 10.0

// buildNetwork draws the layers in the usual way: a column of maps for each layer, edges for the weights, and the output at the end.
func (s *Scene) buildNetwork(r Rect, snap *protocol.Snapshot, v *View) {
	p, t, n := s.background(TileNetwork, r, v), &v.Theme, &snap.Layers
	if !isDeep(snap) {
		return
	}
	c := networkPlotOf(r, v, n)
	chosen := c.first + float64(n.Chosen+1)*c.step
	if half := min(c.step/2-2*v.Layout.Scale, max(0.9*c.side, 36*c.text)); chosen-half < c.last {
		p.panel(Rect{chosen - half, r.Y + 4*v.Layout.Scale, 2 * half, r.H - 8*v.Layout.Scale}, 8, t.Accent.alpha(0.10))
	}
	s.edges(p, &c, snap, v)
	s.maps(&c, snap, v)
	s.samples(&c, snap, v)
	p = s.ink(TileNetwork, v, false)
	s.frames(p, &c, snap, v)
	if c.most > 0 { // the columns scroll under the output
		p.rectangle(Rect{c.last, r.Y, r.X + r.W - c.last, r.H}, t.Panel)
		p.segment(pixel{x: c.last, y: r.Y + 12*p.scale}, pixel{x: c.last, y: r.Y + r.H - 12*p.scale}, 1, t.Ink.alpha(0.18))
	}
	s.outputEdges(p, &c, snap, len(n.Columns)-1, v)
	s.networkOutput(&c, snap, v)
	s.networkWords(r, &c, snap, v)
}

// lit returns the neuron whose edges are highlighted: the one under the pointer, or else the one in focus.
func lit(snap *protocol.Snapshot, v *View) Unit {
	if v.Unit.Layer >= -1 && v.Unit.Index >= 0 {
		return v.Unit
	}
	program := snap.Program(TileNeurons)
	if k := program.Focus; k >= 0 && k < len(program.Neurons) {
		for i := range snap.Layers.Columns[snap.Layers.Chosen].Units {
			u := &snap.Layers.Columns[snap.Layers.Chosen].Units[i]
			if u.Number == program.Neurons[k].Number {
				return Unit{snap.Layers.Chosen, i}
			}
		}
	}
	return noUnit
}

// edges draws the weights: for each neuron those from the layer below, and for the highlighted neuron all its weights. Where the network is
// the sum of all layers, it also draws what each layer except the last adds to the output.
func (s *Scene) edges(p pen, c *networkPlot, snap *protocol.Snapshot, v *View) {
	n, over := &snap.Layers, lit(snap, v)
	convolved := n.Sample != [2]int{}
	if convolved {
		s.reading(p, c, snap, over, v)
	}
	for l := range n.Columns {
		col := &n.Columns[l]
		for j := range c.columns[l+1] {
			for k, source := range col.Sources {
				if k >= len(col.Units[j].Weights) || source.Index >= c.columns[source.Layer+1] || convolved && source.Layer == -1 {
					continue
				}
				to, from := Unit{l, j}, Unit{source.Layer, source.Index}
				isLit := over == to || over == from
				if source.Layer == l-1 || isLit && over.Layer != -1 || over == from {
					s.edge(p, c, from, c.cell(l+1, j), float64(col.Units[j].Weights[k]), 1, isLit, over != noUnit, v)
				}
			}
		}
		if n.Residual && l < len(n.Columns)-1 {
			s.outputEdges(p, c, snap, l, v)
		}
	}
}

// outputEdges draws what the neurons of a layer add to the output.
func (s *Scene) outputEdges(p pen, c *networkPlot, snap *protocol.Snapshot, l int, v *View) {
	units, largest, over := snap.Layers.Columns[l].Units, 0.0, lit(snap, v)
	for j := range units {
		largest = max(largest, math.Abs(units[j].Alpha))
	}
	for j := range c.columns[l+1] {
		if u := &units[j]; u.Output == snap.Output || fieldOutput(snap) == none {
			s.edge(p, c, Unit{l, j}, c.output, u.Alpha, largest, over == Unit{l, j}, over != noUnit, v)
		}
	}
}

// edge draws a weight, with a strength relative to the largest one.
func (s *Scene) edge(p pen, c *networkPlot, from Unit, to Rect, weight, largest float64, isLit, others bool, v *View) {
	strength := math.Abs(weight) / max(largest, 1e-300)
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
	s.bend(p, c, from, to, 0.7+2.3*strength, v.Theme.signed(weight).alpha(opacity))
}

// bend draws the curve of an edge.
func (s *Scene) bend(p pen, c *networkPlot, from Unit, to Rect, width float64, color Color) {
	cell := c.cell(from.Layer+1, from.Index)
	a, b := pixel{x: cell.X + cell.W, y: cell.Y + cell.H/2}, pixel{x: to.X, y: to.Y + to.H/2}
	if a.x > c.last {
		return
	}
	s.path = s.path[:0]
	parts := int(max(1, min(2+math.Abs(b.y-a.y)/(edgeRise*p.scale), edgeParts)))
	if a.y == b.y {
		parts = 1
	}
	for i := range parts + 1 {
		u := float64(i) / float64(parts)
		s.path = append(s.path, pixel{x: a.x + (b.x-a.x)*u, y: a.y + (b.y-a.y)*smoothstep(u)})
	}
	p.curve(s.path, width, color)
}

// maps draws the maps as parts of one image, or of one feature as graphs.
func (s *Scene) maps(c *networkPlot, snap *protocol.Snapshot, v *View) {
	n, t := &snap.Layers, &v.Theme
	if n.Rows == 1 {
		s.graphs(c, snap, v)
		return
	}
	var all [][]byte
	layer := s.frame.Tiles[TileNetwork].add(KindRaster)
	layer.Raster = Raster{Corner: 4 * v.Layout.Scale, Patches: layer.Raster.Patches[:0]}
	eachMap(c, n, func(column, i int, m []byte) {
		if r := c.cell(column, i); sidesOf(n, column) == [2]int{} && r.X < c.last && r.X+r.W > v.Layout.Tiles[TileNetwork].X {
			at := float64(len(all) * n.Rows)
			layer.Raster.Patches = append(layer.Raster.Patches, Patch{r, 0.5, at + 0.5, float64(n.Side) - 0.5, at + float64(n.Rows) - 0.5})
			all = append(all, m)
		}
	})
	var colors [256]Color
	for b := range colors {
		colors[b] = warm(t, (float64(b)-128)/70, 0.8)
	}
	s.atlas.begin(n.Side)
	for _, m := range all {
		for j := n.Rows - 1; j >= 0; j-- {
			for _, b := range m[j*n.Side : (j+1)*n.Side] {
				s.atlas.add(colors[b])
			}
		}
	}
	layer.Raster.Pixels, layer.Raster.Width, layer.Raster.Height = s.atlas.strips, n.Side, len(all)*n.Rows
}

// eachMap calls do for every map that is shown.
func eachMap(c *networkPlot, n *protocol.Layers, do func(column, i int, m []byte)) {
	for i := range c.columns[0] {
		do(0, i, n.Inputs[i])
	}
	for l := range n.Columns {
		for i := range c.columns[l+1] {
			do(l+1, i, n.Columns[l].Units[i].Map)
		}
	}
}

// graphs draws what each neuron computes from one feature.
func (s *Scene) graphs(c *networkPlot, snap *protocol.Snapshot, v *View) {
	p, t, n := s.ink(TileNetwork, v, false), &v.Theme, &snap.Layers
	eachMap(c, n, func(column, i int, m []byte) {
		r := c.cell(column, i)
		if r.X >= c.last {
			return
		}
		p.panel(r, 4, t.Paper)
		s.path = s.path[:0]
		for k, b := range m {
			s.path = append(s.path, pixel{x: r.X + r.W*(float64(k)+0.5)/float64(len(m)), y: r.Y + r.H*(0.5-(float64(b)-128)/300)})
		}
		p.curve(s.path, 1.6, t.Ink.alpha(0.8))
	})
}

// frames draws a line around each map, a strong one around the map in focus.
func (s *Scene) frames(p pen, c *networkPlot, snap *protocol.Snapshot, v *View) {
	t, over := &v.Theme, lit(snap, v)
	eachMap(c, &snap.Layers, func(column, i int, _ []byte) {
		r := c.cell(column, i)
		if r.X >= c.last {
			return
		}
		if (over == Unit{column - 1, i}) {
			p.outline(r, 2, t.Accent)
			return
		}
		p.outline(r, 1, t.Ink.alpha(0.30))
	})
}

// outline draws a rectangle.
func (p pen) outline(r Rect, width float64, c Color) {
	a, b, d, e := pixel{x: r.X, y: r.Y}, pixel{x: r.X + r.W, y: r.Y}, pixel{x: r.X + r.W, y: r.Y + r.H}, pixel{x: r.X, y: r.Y + r.H}
	p.segment(a, b, width, c)
	p.segment(b, d, width, c)
	p.segment(d, e, width, c)
	p.segment(e, a, width, c)
}

// networkOutput draws the output of the whole network over the window.
func (s *Scene) networkOutput(c *networkPlot, snap *protocol.Snapshot, v *View) {
	t, f, o := &v.Theme, &snap.Layers.Field, c.output
	w := snap.Window
	if f.Rows > 1 {
		image := s.shadeOf(snap, v)
		layer := s.frame.Tiles[TileNetwork].add(KindRaster)
		patch := patchOf(f, o, w.Center[0]-w.Half, w.Center[0]+w.Half, w.Center[1]-w.Half, w.Center[1]+w.Half)
		layer.Raster = Raster{Pixels: image.pixels.strips, Width: image.width, Height: image.height, Corner: 5 * v.Layout.Scale, Patches: append(layer.Raster.Patches[:0], patch)}
	}
	p := s.ink(TileNetwork, v, false)
	if f.Rows == 1 {
		p.panel(o, 5, t.Paper)
		plane := o.plane(w.Center[0], w.Level, positive(w.Half), positive(w.Rise))
		s.path = s.path[:0]
		for i := range f.Columns {
			at := s.fieldPoint(o, plane, f, max(0, fieldOutput(snap)), float64(i))
			if at.x >= o.X && at.x <= o.X+o.W {
				at.y = max(o.Y, min(at.y, o.Y+o.H))
				s.path = append(s.path, at)
			}
		}
		p.curve(s.path, 2, t.Ink)
	} else {
		plane := o.plane(w.Center[0], w.Center[1], positive(w.Half), positive(w.Half))
		for _, piece := range s.shade.pieces {
			a, b := plane.at(piece[0], piece[1]), plane.at(piece[2], piece[3])
			if o.contains(a.x, a.y) && o.contains(b.x, b.y) {
				p.segment(a, b, 1.4, t.Paper.mix(t.Ink, 0.92))
			}
		}
	}
	p.outline(o, 1.4, t.Ink.alpha(0.55))
}

// networkWords writes the name of each column above it, and below it the layer's gap and the accuracy (or R²) of the network that ends there.
func (s *Scene) networkWords(r Rect, c *networkPlot, snap *protocol.Snapshot, v *View) {
	n, k := &snap.Layers, v.Layout.Scale
	put := func(x, y float64, anchor byte, class string) {
		at := pixel{x: x, y: y}
		a := s.labels.area(at, anchor)
		if a.x0*k >= r.X && a.x1*k <= c.last {
			s.labels.note(at, anchor, class)
		}
	}
	s.rowNames(r, c, n, put)
	for l := range n.Columns {
		class := classTick
		if l == n.Chosen {
			class = classNote
		}
		s.layerWords(c, n, l, func(x, y float64) { put(x, y, 'c', class) })
		if more := c.hidden[l+1]; more > 0 {
			s.labels.start("").number(float64(more), 3).add(" more")
			put(c.first+float64(l+1)*c.step, c.foot-5*c.text, 'c', classTick)
		}
	}
	s.labels.start("f")
	if n.Field.Outputs > 1 && fieldOutput(snap) >= 0 {
		s.labels.index(snap.Output)
	}
	s.labels.note(pixel{x: c.output.X + c.output.W/2, y: c.output.Y - 12*c.text}, 'c', classNote)
}

// rowNames writes the names of the rows below the columns, and the features' names. The row names stand at the features' column, or at the
// output if the columns scroll.
func (s *Scene) rowNames(r Rect, c *networkPlot, n *protocol.Layers, put func(x, y float64, anchor byte, class string)) {
	s.labels.start("x")
	put(c.first, c.head, 'c', classTick)
	for i, name := range [...]string{"gap", "neurons", "right"} {
		if i == 2 && n.Columns[0].Right < 0 {
			name = "R²"
		}
		if s.labels.start(name); c.most > 0 { // so that they stay in view
			s.labels.note(pixel{x: c.output.X + c.output.W/2, y: c.row(i)}, 'c', classTick)
		} else {
			put(c.first, c.row(i), 'c', classTick)
		}
	}
	for i := range c.columns[0] {
		if cell := c.cell(0, i); cell.X-14*c.scale > r.X {
			if s.labels.start("x"); n.Sample == [2]int{} {
				s.labels.index(i)
			}
			put(cell.X-4*c.scale, cell.Y+cell.H/2, 'r', classTick)
		}
	}
}

// layerWords writes a layer's name above its column, and below it the layer's gap, its neurons and the accuracy or R² of the network that ends with
// it.
func (s *Scene) layerWords(c *networkPlot, n *protocol.Layers, l int, put func(x, y float64)) {
	col, x := &n.Columns[l], c.first+float64(l+1)*c.step
	s.labels.start("layer ").number(float64(l+1), 2)
	put(x, c.head)
	if s.labels.start(""); col.Certified {
		s.labels.add("✓ ")
	}
	s.labels.number(max(0, col.Gap), 1)
	put(x, c.row(0))
	s.labels.start("").number(float64(len(col.Units)), 3)
	put(x, c.row(1))
	if s.labels.start(""); col.Right >= 0 {
		s.labels.number(math.Floor(1000*float64(col.Right)/float64(max(1, col.Total)))/10, 4).add(" %")
	} else {
		s.labels.number(col.R2, 3)
	}
	put(x, c.row(2))
}
