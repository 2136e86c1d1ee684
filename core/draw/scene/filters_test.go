package scene

import (
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
)

// convolvedSnapshot returns three layers of which the first is a convolution of images of so many columns and rows.
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
		if layer.Kind != KindInk {
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
				if v[i].Custom0 == kindFill && x > left && x < right && y > low && y < high {
					color, found = [4]float32{v[i].ColorR, v[i].ColorG, v[i].ColorB, v[i].ColorA}, true
				}
			}
		}
	}
	return color, found
}

// TestFiltersAreDrawn looks at the pixels of a filter: those above zero have the colour of positive weights, those below of negative ones, each in its
// place; and at the only input, which is a sample.
func TestFiltersAreDrawn(t *testing.T) {
	for _, shape := range []struct{ sample, filter [2]int }{{[2]int{4, 4}, [2]int{2, 2}}, {[2]int{9, 1}, [2]int{3, 1}}} {
		s, v, snap := New(), deepView(480, 500), convolvedSnapshot(shape.sample, shape.filter)
		frame := s.Build(snap, &v)
		c := networkPlotOf(v.Layout.Tiles[TileNetwork], &v, &snap.Layers)
		if c.columns[0] != 1 || strings.Contains(string(frame.Labels), "x₁") {
			t.Errorf("%v: %d inputs, words %q", shape, c.columns[0], frame.Labels)
		}
		cell, across := c.cell(1, 0), float64(shape.filter[0])
		heights := [2]float64{0.25, 0.25} // of the middles of the first two pixels
		if shape.filter[1] == 1 {
			heights[1] = 0.75 // a bar below zero
		}
		for k, sign := range []float64{1, -1} {
			got, found := colorAt(frame, TileNetwork, cell.X+cell.W*(float64(k)+0.5)/across, cell.Y+cell.H*heights[k])
			want := v.Theme.signed(sign)
			if !found || math.Abs(float64(got[0]-want.R))+math.Abs(float64(got[1]-want.G))+math.Abs(float64(got[2]-want.B)) > 0.02 {
				t.Errorf("%v: entry %d has the colour %v, expected %v", shape, k, got, want)
			}
		}
	}
}
