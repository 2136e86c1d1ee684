package scene

import (
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// deepSnapshot returns three layers of two neurons each, whose network is x1^2 + x2^2 - 1/4.
func deepSnapshot() *protocol.Snapshot {
	const side = 4
	gray := make([]byte, side*side)
	for i := range gray {
		gray[i] = byte(16 * i)
	}
	s := &protocol.Snapshot{
		Dimension: 2, Window: protocol.Window{Half: 1}, Grabbed: -1, Focus: -1, Pointed: -1, Entry: protocol.Entry{Matrix: -1}, Outputs: 1,
		Points: []protocol.Point{{Label: 1}, {Label: -1}}, Race: protocol.Race{Shown: -1},
	}
	n := &s.Layers
	*n = protocol.Layers{Chosen: 2, Features: 2, Side: side, Rows: side, Inputs: [][]byte{gray, gray}}
	for l := range 3 {
		col := protocol.LayerColumn{Certified: true, Gap: 2e-9, Right: 79, Total: 80}
		if l > 0 {
			col.Sources = []protocol.NeuronRef{{Layer: l - 1, Index: 0}, {Layer: l - 1, Index: 1}}
		}
		col.Sources = append(col.Sources, protocol.NeuronRef{Layer: -1, Index: 0}, protocol.NeuronRef{Layer: -1, Index: 1})
		for j := range 2 {
			u := protocol.LayerNeuron{Number: j + 1, Alpha: 1 - 2*float64(j), Map: gray}
			for range col.Sources {
				u.Weights = append(u.Weights, 0.5)
			}
			col.Units = append(col.Units, u)
		}
		n.Columns = append(n.Columns, col)
	}
	n.Field = protocol.Field{Serial: 1, Left: -1.2, Low: -1.2, Step: 0.02, Columns: 121, Rows: 121, Outputs: 1}
	n.Field.Make()
	for k := range n.Field.Places() {
		x, y := -1.2+0.02*float64(k%121), -1.2+0.02*float64(k/121)
		n.Field.Row(0, k/121)[k%121] = float32(x*x + y*y - 0.25)
	}
	s.ChosenLayer = []protocol.Snapshot{{
		Dimension: 2, Window: s.Window, Grabbed: -1, Focus: -1, Pointed: -1, Entry: protocol.Entry{Matrix: -1}, Outputs: 1,
		Race:    protocol.Race{Shown: -1},
		Neurons: []protocol.Neuron{{Number: 1, Alpha: 1}, {Number: 2, Alpha: -1}},
	}}
	return s
}

func deepView(width, height float64) View {
	v := NewView()
	v.Layout = Layout{W: 1000, H: 600, Scale: 1}
	v.Layout.Tiles[protocol.PictureData] = canvas.Rect{X: 0, Y: 0, W: 500, H: 500}
	v.Layout.Tiles[protocol.PictureNetwork] = canvas.Rect{X: 500, Y: 0, W: width, H: height}
	return v
}

// TestTheLineIsWhereTheNetworkIsZero measures the distance of the line's segments from the circle.
func TestTheLineIsWhereTheNetworkIsZero(t *testing.T) {
	f, length := &deepSnapshot().Layers.Field, 0.0
	c := canvas.ChartIn(canvas.Rect{X: -4, Y: -4, W: 8, H: 8}, -4, 4, -4, 4)
	contour(f, &c, func(i, j int) float64 { return float64(f.At(0, i, j)) }, func(a, b canvas.Pixel) {
		for _, r := range [2]float64{math.Hypot(a.X, a.Y), math.Hypot(b.X, b.Y)} {
			if math.Abs(r-0.5) > 2e-4 {
				t.Fatalf("a piece ends at a radius of %g", r)
			}
		}
		length += math.Hypot(b.X-a.X, b.Y-a.Y)
	})
	if math.Abs(length-math.Pi) > 1e-3 {
		t.Errorf("the circle is %g long", length)
	}
}

// TestNetworkHasAColumnForEachLayer reads the words under the columns, and presses on each map, on a wide tile and on a phone.
func TestNetworkHasAColumnForEachLayer(t *testing.T) {
	for _, width := range []float64{480, 330} {
		v, snap := deepView(width, 500), deepSnapshot()
		h := pointerOver(snap, &v)
		words := string(h.hit.Scene.Build(snap, &v).Labels)
		if !strings.Contains(words, "layer 1") || strings.Count(words, "✓ 2e−9") != 3 || !strings.Contains(words, "98.7 %") {
			t.Errorf("the words are %q", words)
		}
		c := networkPlotOf(v.Layout.Tiles[protocol.PictureNetwork], &v, &snap.Layers)
		if c.result.X+c.result.W > 500+width || c.cell(3, 0).X+c.side > c.result.X || c.cell(0, 0).X < 500 {
			t.Errorf("%g wide: %+v", width, c)
		}
		cell := c.cell(1, 1)
		h.gesture(false, canvas.Pixel{X: cell.X + cell.W/2, Y: cell.Y + cell.H/2})
		if h.last() != `{"do":"outputView","layer":0}` {
			t.Errorf("a press on layer 1 sends %v", h.sent)
		}
		cell = c.cell(3, 1)
		h.at(Move, canvas.Pixel{X: cell.X + 5, Y: cell.Y + 5})
		if v.HoveredNeuron != (protocol.NeuronRef{Layer: 2, Index: 1}) || h.last() != `{"do":"focus","neuron":1}` {
			t.Errorf("over neuron 2 of layer 3: %+v, %v", v.HoveredNeuron, h.sent)
		}
	}
}

// convolvedSnapshot returns three layers; the first is a convolution of images with the given numbers of columns and rows.
func convolvedSnapshot(sample, filter [2]int) *protocol.Snapshot {
	snap := deepSnapshot()
	n := &snap.Layers
	n.Sample, n.Inputs = sample, [][]byte{make([]byte, sample[0]*sample[1])}
	for k := range n.Inputs[0] {
		n.Inputs[0][k] = 128
	}
	n.Inputs[0][1] = 255
	col := &n.Columns[0]
	col.Filter, col.Sources = filter, nil
	for j := range col.Units {
		col.Units[j].Weights, col.Units[j].Map = nil, make([]byte, filter[0]*filter[1])
		for k := range col.Units[j].Map {
			col.Units[j].Map[k] = 128
		}
	}
	col.Units[0].Map[0], col.Units[0].Map[1] = 255, 1
	return snap
}

// colorAt returns the colour of the last flat rectangle of a tile that covers a place.
func colorAt(f *Frame, tile int, x, y float64) (color [4]float32, found bool) {
	for _, layer := range f.Tiles[tile].Layers() {
		if layer.Kind != canvas.KindInk {
			continue
		}
		for _, batch := range layer.Ink.Batches() {
			v := batch.Vertices
			for i := 0; i+3 < len(v); i += 4 {
				left, right, low, high := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
				for _, p := range v[i : i+4] {
					left, right = math.Min(left, float64(p.DstX)), math.Max(right, float64(p.DstX))
					low, high = math.Min(low, float64(p.DstY)), math.Max(high, float64(p.DstY))
				}
				if v[i].Custom0 == canvas.ShapeFill && x > left && x < right && y > low && y < high {
					color, found = [4]float32{v[i].ColorR, v[i].ColorG, v[i].ColorB, v[i].ColorA}, true
				}
			}
		}
	}
	return color, found
}

// TestFiltersAreDrawn looks at the pixels of a filter: those above zero have the colour of positive weights, those below of
// negative ones, each in its place; and at the only input, which is a sample.
func TestFiltersAreDrawn(t *testing.T) {
	for _, shape := range []struct{ sample, filter [2]int }{{[2]int{4, 4}, [2]int{2, 2}}, {[2]int{9, 1}, [2]int{3, 1}}} {
		s, v, snap := New(), deepView(480, 500), convolvedSnapshot(shape.sample, shape.filter)
		frame := s.Build(snap, &v)
		c := networkPlotOf(v.Layout.Tiles[protocol.PictureNetwork], &v, &snap.Layers)
		if c.columns[0] != 1 || strings.Contains(string(frame.Labels), "x₁") {
			t.Errorf("%v: %d inputs, words %q", shape, c.columns[0], frame.Labels)
		}
		cell, across := c.cell(1, 0), float64(shape.filter[0])
		heights := [2]float64{0.25, 0.25} // of the middles of the first two pixels
		if shape.filter[1] == 1 {
			heights[1] = 0.75 // a bar below zero
		}
		for k, sign := range []float64{1, -1} {
			got, found := colorAt(frame, protocol.PictureNetwork, cell.X+cell.W*(float64(k)+0.5)/across, cell.Y+cell.H*heights[k])
			want := v.Theme.Signed(sign)
			if !found || math.Abs(float64(got[0]-want.R))+math.Abs(float64(got[1]-want.G))+math.Abs(float64(got[2]-want.B)) > 0.02 {
				t.Errorf("%v: entry %d has the colour %v, expected %v", shape, k, got, want)
			}
		}
	}
}
