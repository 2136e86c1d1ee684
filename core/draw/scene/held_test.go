package scene

import (
	"strings"
	"testing"
)

// TestHeldOutPointsAreHollow: a held-out point is drawn with the background inside its outline, and the legend appears only if there is one.
func TestHeldOutPointsAreHollow(t *testing.T) {
	for d := 1; d <= 3; d++ {
		v := desk()
		snap := sample()
		snap.Dimension, snap.Grabbed = d, -1
		s := New()
		says := func() bool { return strings.Contains(string(s.Build(snap, v).Labels), "held out") }
		vertices := func() int { return verticesOf(s.Build(snap, v), TileData) }
		if says() {
			t.Errorf("d = %d: a word about points held out, of which there are none", d)
		}
		filled := vertices()
		snap.Points[2].Held = true
		if !says() {
			t.Errorf("d = %d: nothing says which points are held out", d)
		}
		if vertices() <= filled {
			t.Errorf("d = %d: a point held out is drawn like the others", d)
		}
	}
}

func verticesOf(f *Frame, tile int) (count int) {
	for _, l := range f.Tiles[tile].Layers() {
		for _, b := range l.Ink.Batches() {
			count += len(b.Vertices)
		}
	}
	return count
}
