package scene

import (
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
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

// TestShareIsDrawn: the curve of a point's share has its height divided by the power of ten that the label names.
func TestShareIsDrawn(t *testing.T) {
	for _, size := range []float64{0.5, 7, 300} {
		v, snap := desk(), sample()
		none := len(curves(New().Build(snap, v), TileCertificate, 1.5, v.Layout.Scale))
		snap.Pointed, snap.Share = 0, protocol.Quadratic{XX: size * snap.Beta, C: -0.2 * size * snap.Beta}
		f := New().Build(snap, v)
		plane := CertificatePlane(v.Layout.Tiles[TileCertificate], v.Layout.Scale, snap, false)
		spots := curves(f, TileCertificate, 1.5, v.Layout.Scale)
		if len(spots) <= none {
			t.Fatalf("size %g: no share is drawn", size)
		}
		power := map[float64]float64{0.5: 1, 7: 10, 300: 1000}[size]
		for _, at := range spots {
			degrees, g := plane.Point(at.x, at.y)
			want := snap.Share.At(protocol.Vec{math.Cos(degrees * math.Pi / 180), math.Sin(degrees * math.Pi / 180)}) / power
			if math.Abs(g-want) > 1e-3*snap.Beta {
				t.Fatalf("size %g: the share at %g is drawn at %g, want %g", size, degrees, g, want)
			}
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
