package scene

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/draw/canvas"
)

// noNeuron stands for no neuron.
var noNeuron = protocol.NeuronRef{Layer: -2}

const (
	// The heights of the words above and below the columns, and the width that a column needs, all in css pixels.
	columnAbove, columnBelow, columnWidth = 24.0, 56.0, 78.0
	// The largest and smallest width of a map, and the gap between maps, in css pixels.
	maxMap, minMap, mapGap = 62.0, 20.0, 7.0
)

// networkPlot holds the places of the parts of the network's picture, all in pixels.
type networkPlot struct {
	textScale    float64     // pixels in a css pixel of text, which is larger for a projector
	side, gap    float64     // of the maps
	firstX, step float64     // the middle of the features' column, and the distance between columns
	middleY      float64     // of all columns
	headY, baseY float64     // of the words above the columns, and the top of those below
	result       canvas.Rect // where the output of the whole network is drawn
	columns      []int       // how many maps each column shows, the features first
	hidden       []int       // how many neurons each column does not show
}

// networkPlotOf lays the columns out as large as there is room for, with the output at the end.
func networkPlotOf(r canvas.Rect, v *View, n *protocol.Layers) networkPlot {
	k := v.Layout.Scale
	text := k * v.Words
	c := networkPlot{textScale: text, gap: mapGap * k, headY: r.Y + columnAbove*text/2 + 2*k, baseY: r.Y + r.H - columnBelow*text}
	c.columns = append(c.columns, len(n.Inputs))
	for i := range n.Columns {
		c.columns = append(c.columns, len(n.Columns[i].Units))
	}
	c.hidden = make([]int, len(c.columns))
	room, most := c.baseY-r.Y-columnAbove*text, 1
	for _, count := range c.columns {
		most = max(most, count)
	}
	if shown := int((room + c.gap) / (minMap*k + c.gap)); most > shown { // the rest is counted below the maps
		room -= 14 * text
	}
	shown := max(1, int((room+c.gap)/(minMap*k+c.gap)))
	for i, count := range c.columns {
		if count > shown {
			c.columns[i], c.hidden[i] = shown, count-shown
		}
	}
	c.side = max(minMap*k, min(maxMap*k, (room+c.gap)/float64(min(most, shown))-c.gap))
	c.middleY = r.Y + columnAbove*text + room/2
	width := min(max(1.9*c.side, 72*k), 0.26*r.W, room)
	c.result = canvas.Rect{X: r.X + r.W - width - 14*k, Y: c.middleY - width/2, W: width, H: width}
	left, right, count := r.X+14*k, c.result.X-16*k, float64(len(c.columns))
	c.step = min((right-left)/count, max(3.4*c.side, 1.5*columnWidth*k))
	c.side = min(c.side, 0.7*c.step)
	c.firstX = left + (right-left-count*c.step)/2 + c.step/2
	return c
}

// cell returns the rectangle of map i of a column; the features are column 0.
func (c *networkPlot) cell(column, i int) canvas.Rect {
	x := c.firstX + float64(column)*c.step
	height := float64(c.columns[column])*(c.side+c.gap) - c.gap
	return canvas.Rect{X: x - c.side/2, Y: c.middleY - height/2 + float64(i)*(c.side+c.gap), W: c.side, H: c.side}
}

// row returns the y of a row of text below the columns.
func (c *networkPlot) row(i int) float64 { return c.baseY + (12+15*float64(i))*c.textScale }

// unitAt returns the neuron at (x, y), or the layer alone, with Index none, beside the maps.
func (c *networkPlot) unitAt(x, y float64) protocol.NeuronRef {
	for column, count := range c.columns {
		middle := c.firstX + float64(column)*c.step
		if x < middle-c.step/2 || x >= middle+c.step/2 {
			continue
		}
		for i := range count {
			if c.cell(column, i).Contains(x, y) {
				return protocol.NeuronRef{Layer: column - 1, Index: i}
			}
		}
		return protocol.NeuronRef{Layer: column - 1, Index: none}
	}
	return noNeuron
}

// overNetwork lets the pointer choose a layer and highlight a neuron.
func overNetwork(in *Input, p *PointerEvent, hit *HitTest) (cursor string, captured bool) {
	snap, v := hit.Snapshot, hit.View
	if !hasLayers(snap) || p.Kind != Down && (p.Kind != Move || p.Touch) {
		return "default", false
	}
	c := networkPlotOf(v.Layout.Tiles[protocol.PictureNetwork], v, &snap.Layers)
	unit := c.unitAt(p.X, p.Y)
	v.HoveredNeuron = unit
	in.setFocus(neuronOf(snap, unit))
	if unit.Layer < 0 {
		return "default", false
	}
	if p.Kind == Down && unit.Layer != snap.Layers.Chosen {
		in.send(intent.SetOutputView{Layer: new(unit.Layer)})
	}
	return "pointer", p.Kind == Down // keeps a press from also being taken for a swipe
}

// neuronOf returns the index of a unit among the neurons of the chosen layer's program, or none.
func neuronOf(snap *protocol.Snapshot, u protocol.NeuronRef) int {
	if u.Layer != snap.Layers.Chosen || u.Index < 0 {
		return none
	}
	program, unit := snap.Program(protocol.PictureNeurons), &snap.Layers.Columns[u.Layer].Units[u.Index]
	// The neurons are those of the chosen output or, for a convolution, of all outputs; their numbers are unique.
	return slices.IndexFunc(program.Neurons, func(n protocol.Neuron) bool { return n.Number == unit.Number })
}

// sidesOf returns the columns and rows of the pictures in a column of the network if they are samples or filters, and zeros if
// they are maps.
func sidesOf(n *protocol.Layers, column int) [2]int {
	if column == 0 {
		return n.Sample
	}
	return n.Columns[column-1].Filter
}

// patch draws a sample (an input) or a filter of a convolution: images as pixels, signals as a curve or as bars.
func (s *networkPicture) patch(r canvas.Rect, sides [2]int, m []byte, input bool) {
	t := s.Theme
	s.Panel(r, 4, t.Paper)
	if sides[1] > 1 {
		s.pixels(r, sides, m, input)
		return
	}
	step, middle := r.W/float64(len(m)), r.Y+r.H/2
	if !input {
		for k, b := range m {
			e := entryOf(b)
			s.Bar(r.X+(float64(k)+0.5)*step, middle, middle-0.46*r.H*e, 0.72*step, t.Signed(e))
		}
	}
	s.Segment(canvas.XY(r.X, middle), canvas.XY(r.X+r.W, middle), 1, t.Ink.Alpha(0.25))
	if input { // in pieces without corners, which would stand out where it turns back within few pixels
		at := func(k int) canvas.Pixel { return canvas.XY(r.X+(float64(k)+0.5)*step, middle-0.44*r.H*entryOf(m[k])) }
		for k := 1; k < len(m); k++ {
			s.Segment(at(k-1), at(k), 1.6, t.Ink)
		}
	}
}

// pixels draws an image as large as possible: a sample in ink, a filter in the colours of its signs.
func (s *networkPicture) pixels(r canvas.Rect, sides [2]int, m []byte, input bool) {
	side := math.Min(r.W/float64(sides[0]), r.H/float64(sides[1]))
	left, top := r.X+(r.W-side*float64(sides[0]))/2, r.Y+(r.H-side*float64(sides[1]))/2
	for k, b := range m {
		e := entryOf(b)
		if e == 0 {
			continue
		}
		c := s.Theme.Signed(e)
		if input && e > 0 {
			c = s.Theme.Ink
		}
		at := canvas.Rect{X: left + side*float64(k%sides[0]), Y: top + side*float64(k/sides[0]), W: side, H: side}
		s.Rectangle(at, s.Theme.Paper.Mix(c, math.Min(1, math.Abs(e))))
	}
}

// entryOf returns the entry that a byte represents, as a fraction of the largest.
func entryOf(b byte) float64 { return (float64(b) - 128) / 127 }
