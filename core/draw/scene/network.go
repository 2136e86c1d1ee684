package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// faint is the fraction of the largest weight below which an edge is not drawn.
const faint = 0.03

// edgeParts is the largest number of segments of an edge. An edge has one more for every edgeRise css pixels that it rises or falls, since
// steep edges bend more.
const edgeParts, edgeRise = 14, 10.0

// networkPicture draws several layers.
type networkPicture struct {
	*painting
	networkPlot
	over protocol.NeuronRef // whose edges are highlighted, or noNeuron
}

// networkInputs leaves out the points, so that the picture stays the same while they are dragged.
func networkInputs(dst, snap, _ *protocol.Snapshot) {
	dst.Dimension, dst.Window, dst.Output, dst.Level, dst.Layers = snap.Dimension, snap.Window, snap.Output, snap.Level, snap.Layers
	program := snap.Program(protocol.PictureCertificate)
	dst.Focus = none
	if focused(program, program.Focus) {
		dst.Focus, dst.Neurons = 0, program.Neurons[program.Focus:][:1]
	}
}

// build draws the layers in the usual way: a column of maps for each layer, edges for the weights, and the output at the end.
func (s *networkPicture) build() {
	t, n, r := s.Theme, &s.snap.Layers, s.Rect
	s.Background(t.Panel)
	if !hasLayers(s.snap) {
		return
	}
	s.networkPlot, s.over = networkPlotOf(r, s.view, n), s.highlighted()
	c := &s.networkPlot
	chosen := c.firstX + float64(n.Chosen+1)*c.step
	half := min(c.step/2-2*s.Scale, max(0.9*c.side, 36*c.textScale))
	s.Panel(canvas.Rect{X: chosen - half, Y: r.Y + 4*s.Scale, W: 2 * half, H: r.H - 8*s.Scale}, 8, t.Accent.Alpha(0.10))
	s.edges()
	if n.Rows > 1 {
		s.maps()
	}
	s.Ink(false)
	s.eachMap(func(column, i int, m []byte) {
		cell := c.cell(column, i)
		switch sides := sidesOf(n, column); {
		case sides != [2]int{}:
			s.patch(cell, sides, m, column == 0)
		case n.Rows == 1: // of one feature, drawn as a signal
			s.patch(cell, [2]int{len(m), 1}, m, true)
		}
		width, color := 1.0, t.Ink.Alpha(0.30)
		if (s.over == protocol.NeuronRef{Layer: column - 1, Index: i}) {
			width, color = 2, t.Accent
		}
		s.Outline(cell, width, color)
	})
	s.outputEdges(len(n.Columns) - 1)
	s.networkOutput()
	s.networkWords()
}

// highlighted returns the neuron whose edges are highlighted: the one under the pointer, or else the one in focus.
func (s *networkPicture) highlighted() protocol.NeuronRef {
	if u := s.view.HoveredNeuron; u.Layer >= -1 && u.Index >= 0 {
		return u
	}
	layers := &s.snap.Layers
	if focused(s.snap, s.snap.Focus) {
		for i := range layers.Columns[layers.Chosen].Units {
			if layers.Columns[layers.Chosen].Units[i].Number == s.snap.Neurons[s.snap.Focus].Number {
				return protocol.NeuronRef{Layer: layers.Chosen, Index: i}
			}
		}
	}
	return noNeuron
}

// edges draws the weights: for each neuron those from the layer below, and for the highlighted neuron all its weights.
func (s *networkPicture) edges() {
	n, over := &s.snap.Layers, s.over
	convolved := n.Sample != [2]int{}
	for l := range n.Columns {
		col := &n.Columns[l]
		for j := range s.columns[l+1] {
			to := protocol.NeuronRef{Layer: l, Index: j}
			sample := protocol.NeuronRef{Layer: -1, Index: 0}
			if convolved && l == 0 { // the same to each filter, in ink
				s.edge(sample, s.cell(1, j), 0.25, s.Theme.Ink, over == to || over == sample)
				continue
			}
			for k, source := range col.Sources {
				if k >= len(col.Units[j].Weights) || source.Index >= s.columns[source.Layer+1] || convolved && source.Layer == -1 {
					continue
				}
				weight, isLit := float64(col.Units[j].Weights[k]), over == to || over == source
				if source.Layer == l-1 || isLit && over.Layer != -1 || over == source {
					s.edge(source, s.cell(l+1, j), weight, s.Theme.Signed(weight), isLit)
				}
			}
		}
	}
}

// outputEdges draws what the neurons of a layer add to the output, in units of the largest.
func (s *networkPicture) outputEdges(l int) {
	units, largest := s.snap.Layers.Columns[l].Units, 1e-300
	for j := range units {
		largest = max(largest, math.Abs(units[j].Alpha))
	}
	only, _ := outputShown(s.snap)
	for j := range s.columns[l+1] {
		if u := &units[j]; u.Output == s.snap.Output || only == none {
			from := protocol.NeuronRef{Layer: l, Index: j}
			s.edge(from, s.result, u.Alpha/largest, s.Theme.Signed(u.Alpha), s.over == from)
		}
	}
}

// edge draws a weight as a curve, which is highlighted (isLit), or fainter while others are.
func (s *networkPicture) edge(from protocol.NeuronRef, to canvas.Rect, weight float64, color canvas.Color, isLit bool) {
	strength := math.Abs(weight)
	if !(strength > faint) {
		return
	}
	opacity := 0.10 + 0.45*strength
	switch {
	case isLit:
		opacity = 0.45 + 0.55*strength
	case s.over != noNeuron:
		opacity *= 0.25
	}
	cell := s.cell(from.Layer+1, from.Index)
	a, b := canvas.XY(cell.X+cell.W, cell.Y+cell.H/2), canvas.XY(to.X, to.Y+to.H/2)
	parts := int(max(1, min(2+math.Abs(b.Y-a.Y)/(edgeRise*s.Scale), edgeParts)))
	if a.Y == b.Y {
		parts = 1
	}
	s.Through(parts+1, 0.7+2.3*strength, color.Alpha(opacity), func(i int) canvas.Pixel {
		u := float64(i) / float64(parts)
		return canvas.XY(a.X+(b.X-a.X)*u, a.Y+(b.Y-a.Y)*canvas.Smoothstep(u))
	})
}

// maps draws the maps of two features as parts of one image.
func (s *networkPicture) maps() {
	n, layer := &s.snap.Layers, s.Canvas.Raster()
	pixels, patches := layer.Pixels[:0], layer.Patches[:0]
	s.eachMap(func(column, i int, m []byte) {
		r := s.cell(column, i)
		if sidesOf(n, column) != [2]int{} {
			return
		}
		at := float64(len(patches) * n.Rows)
		patches = append(patches, canvas.Patch{Into: r, X0: 0.5, Y0: at + 0.5, X1: float64(n.Side) - 0.5, Y1: at + float64(n.Rows) - 0.5})
		for j := n.Rows - 1; j >= 0; j-- {
			for _, b := range m[j*n.Side : (j+1)*n.Side] {
				pixel := heatColor(s.Theme, (float64(b)-128)/70, 0.8).Pixel()
				pixels = append(pixels, pixel[:]...)
			}
		}
	})
	*layer = canvas.Raster{Pixels: pixels, Width: n.Side, Height: len(patches) * n.Rows, Corner: 4 * s.Scale, Patches: patches}
}

// eachMap calls do for every map that is shown.
func (s *networkPicture) eachMap(do func(column, i int, m []byte)) {
	n := &s.snap.Layers
	for column, count := range s.columns {
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
func (s *networkPicture) networkOutput() {
	t, o, f := s.Theme, s.result, &s.snap.Layers.Field
	c := canvas.ChartOf(o, DataTransform(o, s.snap.Window, f.Rows)) // a single feature has one row
	only, _ := outputShown(s.snap)
	if f.Rows > 1 {
		s.field(f, only, &c, 5, s.now.size)
		s.Ink(false)
		s.border(f, only, &c, 1.4)
	}
	if f.Rows == 1 {
		s.Panel(o, 5, t.Paper)
		s.Graph(&c, curveParts, 2, t.Ink, func(x float64) float64 { return s.output(max(0, only), protocol.Vec{x}) })
	}
	s.Outline(o, 1.4, t.Ink.Alpha(0.55))
}

// networkWords writes the name of each column above it, and below it the layer's gap, its neurons and the accuracy (or R²) of the
// network that ends there.
func (s *networkPicture) networkWords() {
	c, n := &s.networkPlot, &s.snap.Layers
	s.columnWord(s.Label("x").As(canvas.ClassTick), canvas.XY(c.firstX, c.headY), 'c')
	for i, name := range [...]string{"gap", "neurons", "right"} {
		if i == 2 && n.Columns[0].Right < 0 {
			name = "R²"
		}
		s.columnWord(s.Label(name).As(canvas.ClassTick), canvas.XY(c.firstX, c.row(i)), 'c')
	}
	for i := range c.columns[0] {
		if cell := c.cell(0, i); cell.X-14*s.Scale > s.Rect.X {
			name := s.Label("x").As(canvas.ClassTick)
			if n.Sample == [2]int{} {
				name.Index(i)
			}
			s.columnWord(name, canvas.XY(cell.X-4*s.Scale, cell.Y+cell.H/2), 'r')
		}
	}
	for l := range n.Columns {
		s.layerWords(l)
	}
	s.Label("f")
	if only, count := outputShown(s.snap); count > 1 && only != none {
		s.Labels.Index(s.snap.Output)
	}
	s.Labels.Note(canvas.XY(c.result.X+c.result.W/2, c.result.Y-12*c.textScale), 'c')
}

// columnWord writes a word if there is room for it in its column; the estimate of its width is generous.
func (s *networkPicture) columnWord(word *canvas.Labels, at canvas.Pixel, anchor byte) {
	if word.Area(at, anchor).X0 >= word.Room.X0 && 0.8*word.Width()*s.Scale <= s.step {
		word.Note(at, anchor)
	}
}

// layerWords writes the words of a layer.
func (s *networkPicture) layerWords(l int) {
	c, class, x := &s.networkPlot, canvas.ClassTick, s.firstX+float64(l+1)*s.step
	if l == s.snap.Layers.Chosen {
		class = canvas.ClassNote
	}
	name := s.Label("layer ").Number(float64(l+1), 2)
	if 0.8*name.Width()*s.Scale > c.step {
		name = s.Label("").Number(float64(l+1), 2)
	}
	s.columnWord(name.As(class), canvas.XY(x, c.headY), 'c')
	for i := range 3 {
		s.columnWord(s.layerWord(&s.snap.Layers.Columns[l], i).As(class), canvas.XY(x, c.row(i)), 'c')
	}
	if more := c.hidden[l+1]; more > 0 {
		s.columnWord(s.Label("").Number(float64(more), 3).Add(" more").As(canvas.ClassTick), canvas.XY(x, c.baseY-5*c.textScale), 'c')
	}
}

// layerWord begins a label below a layer's column.
func (s *networkPicture) layerWord(col *protocol.LayerColumn, row int) *canvas.Labels {
	switch {
	case row == 0 && col.Certified:
		return s.Label("✓ ").Number(max(0, col.Gap), 1)
	case row == 0:
		return s.Label("").Number(max(0, col.Gap), 1)
	case row == 1:
		return s.Label("").Number(float64(len(col.Units)), 3)
	case col.Right >= 0:
		return s.Label("").Number(math.Floor(1000*float64(col.Right)/float64(max(1, col.Total)))/10, 4).Add(" %")
	}
	return s.Label("").Number(col.R2, 3)
}
