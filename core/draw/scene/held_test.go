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

// TestHollowMark: the outline has the colour of the label and the middle that of the background, for either shape.
func TestHollowMark(t *testing.T) {
	theme, _ := ThemeOf(make([]float32, 27))
	theme.Paper, theme.Positive, theme.Negative = Color{1, 1, 1, 1}, Color{0, 0, 1, 1}, Color{1, 0, 0, 1}
	for _, label := range []float64{1, -1} {
		var ink List
		s := New()
		s.pen, s.theme = pen{&ink, 1, 1}, &theme
		middle := func() Color {
			batch := ink.Batches()[0].Vertices
			last := batch[len(batch)-1]
			return Color{last.ColorR, last.ColorG, last.ColorB, last.ColorA}
		}
		s.point(xy(50, 50), &protocol.Point{Label: label, Held: true}, markRadius, 1)
		if got := middle(); got != theme.Paper {
			t.Errorf("label %g: the middle of a hollow mark is %v", label, got)
		}
		s.point(xy(50, 50), &protocol.Point{Label: label}, markRadius, 1)
		if got := middle(); got == theme.Paper {
			t.Errorf("label %g: a filled mark is hollow", label)
		}
		theme.Classes[2] = Color{0, 1, 0, 1}
		s.point(xy(50, 50), &protocol.Point{Label: label, Class: 3, Held: true}, markRadius, 1)
		if got := middle(); got != theme.Paper {
			t.Errorf("the middle of a hollow mark of a class is %v", got)
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

// TestLegendOverlapsNothing looks at the legend on tiles of a desktop and of a phone.
func TestLegendOverlapsNothing(t *testing.T) {
	for _, name := range []string{"ring", "valley", "bend", "shell", "saddle"} {
		s, f := solve(t, name), New()
		s.do(t, `{"do":"hold","value":30}`)
		for _, size := range []float64{240, 360, 480} {
			v := NewView()
			v.Layout, _ = LayoutOf([]float64{size, size, 1, 0, 0, size, size * 0.8})
			for range 12 {
				v.Cameras[TileData].Orbit(37, 11)
				lines := string(f.Build(&s.snapshot, &v).Labels)
				checkLabels(t, name, lines)
				if !strings.Contains(lines, "held out") {
					t.Fatalf("%s has no legend", name)
				}
			}
		}
	}
}
