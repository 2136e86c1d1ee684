package scene

import (
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
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
		col := protocol.Column{Certified: true, Gap: 2e-9, Right: 79, Total: 80}
		if l > 0 {
			col.Sources = []protocol.Source{{Layer: l - 1, Index: 0}, {Layer: l - 1, Index: 1}}
		}
		col.Sources = append(col.Sources, protocol.Source{Layer: -1, Index: 0}, protocol.Source{Layer: -1, Index: 1})
		for j := range 2 {
			u := protocol.Unit{Number: j + 1, Alpha: 1 - 2*float64(j), Map: gray}
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
	s.Layer = []protocol.Snapshot{{
		Dimension: 2, Window: s.Window, Grabbed: -1, Focus: -1, Pointed: -1, Entry: protocol.Entry{Matrix: -1}, Outputs: 1, Race: protocol.Race{Shown: -1},
		Neurons: []protocol.Neuron{{Number: 1, Alpha: 1}, {Number: 2, Alpha: -1}},
	}}
	return s
}

func deepView(width, height float64) View {
	v := NewView()
	v.Layout = Layout{W: 1000, H: 600, Scale: 1}
	v.Layout.Tiles[TileData] = Rect{0, 0, 500, 500}
	v.Layout.Tiles[TileNetwork] = Rect{500, 0, width, height}
	return v
}

// TestTheLineIsWhereTheNetworkIsZero measures the distance of the line's segments from the circle.
func TestTheLineIsWhereTheNetworkIsZero(t *testing.T) {
	s, v, snap := New(), deepView(480, 500), deepSnapshot()
	s.Build(snap, &v)
	length := 0.0
	for _, p := range s.shade.pieces {
		for k := range 2 {
			if r := math.Hypot(p[2*k], p[2*k+1]); math.Abs(r-0.5) > 2e-4 {
				t.Fatalf("a piece ends at a radius of %g", r)
			}
		}
		length += math.Hypot(p[2]-p[0], p[3]-p[1])
	}
	if math.Abs(length-math.Pi) > 1e-3 {
		t.Errorf("the circle is %g long", length)
	}
}

// TestNetworkHasAColumnForEachLayer reads the words under the columns, and presses on each map, on a wide tile and on a phone.
func TestNetworkHasAColumnForEachLayer(t *testing.T) {
	for _, width := range []float64{480, 330} {
		s, v, snap := New(), deepView(width, 500), deepSnapshot()
		var sent []string
		in := NewInput(func(text string) { sent = append(sent, text) })
		stage := &Display{Scene: s, Snapshot: snap, View: &v}
		v.Scroll = 0
		words := string(s.Build(snap, &v).Labels)
		if !strings.Contains(words, "layer 1") || !strings.Contains(words, "✓ 2e−9") || !strings.Contains(words, "98.7 %") {
			t.Errorf("the words are %q", words)
		}
		c := networkPlotOf(v.Layout.Tiles[TileNetwork], &v, &snap.Layers)
		if (width < 400) != (c.most > 0) || c.output.X+c.output.W > 500+width || c.output.X < c.last {
			t.Errorf("%g wide: %+v", width, c)
		}
		cell := c.cell(1, 1)
		x, y := cell.X+cell.W/2, cell.Y+cell.H/2
		in.Handle(PointerEvent{Kind: Down, X: x, Y: y}, stage)
		in.Handle(PointerEvent{Kind: Up, X: x, Y: y}, stage)
		if len(sent) == 0 || sent[len(sent)-1] != `{"do":"lens","layer":0}` {
			t.Errorf("a press on layer 1 sends %v", sent)
		}
		sent = nil
		v.Scroll = math.Inf(1)
		c = networkPlotOf(v.Layout.Tiles[TileNetwork], &v, &snap.Layers)
		cell = c.cell(3, 1)
		in.Handle(PointerEvent{Kind: Move, X: cell.X + 5, Y: cell.Y + 5}, stage)
		if v.Unit != (Unit{2, 1}) || len(sent) != 1 || sent[0] != `{"do":"focus","neuron":1}` {
			t.Errorf("over neuron 2 of layer 3: %+v, %v", v.Unit, sent)
		}
	}
}

// TestColumnsSlide scrolls the columns by a finger where they do not fit; the output stays.
func TestColumnsSlide(t *testing.T) {
	s, v, snap := New(), deepView(330, 500), deepSnapshot()
	in := NewInput(func(string) {})
	stage := &Display{Scene: s, Snapshot: snap, View: &v}
	before := networkPlotOf(v.Layout.Tiles[TileNetwork], &v, &snap.Layers)
	x := before.last - 20
	for i, kind := range []int{Down, Move, Move, Up} {
		if taken := in.Handle(PointerEvent{Kind: kind, X: x + 20*float64(i), Y: 250, Touch: true}, stage); taken != (kind != Up) {
			t.Errorf("event %d: taken is %v", i, taken)
		}
	}
	after := networkPlotOf(v.Layout.Tiles[TileNetwork], &v, &snap.Layers)
	if after.first <= before.first || after.output != before.output {
		t.Errorf("the columns were at %g and are at %g, the output %v and %v", before.first, after.first, before.output, after.output)
	}
}

// TestProgramOfALayer: all pictures except the data's and the network's show the chosen layer.
func TestProgramOfALayer(t *testing.T) {
	snap := deepSnapshot()
	for tile := range tileCount {
		if own := snap.Program(tile) == snap; own != (tile == TileData || tile == TileNetwork) {
			t.Errorf("picture %d", tile)
		}
	}
	if !snap.Reaches(1, 1) || snap.Reaches(1.5, 1) {
		t.Error("the field reaches 1.2 halves of the window each way")
	}
}
