package scene

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/session"
	"conelab/core/draw/canvas"
)

// word is a label as the page draws it: its text and position, in css pixels.
type word struct {
	text string
	x, y float64
}

// covers reports whether a place is on the letters of a word that is centred, which are a little smaller than the room kept for it.
func (w *word) covers(x, y float64) bool {
	return math.Abs(x-w.x) < canvas.RuneWidth*float64(len([]rune(w.text)))/2-1 && math.Abs(y-w.y) < canvas.LineHeight/2-2.5
}

// areasOf returns the rectangles that the labels of a frame, of a size, are taken to fill, in css pixels.
func areasOf(lines string, words float64) (areas []canvas.Area) {
	var l canvas.Labels
	l.Reset(canvas.Rect{}, 1, words)
	for line := range strings.Lines(lines) {
		if parts := strings.Split(strings.TrimSpace(line), "\t"); len(parts) == 5 {
			x, _ := strconv.ParseFloat(parts[0], 64)
			y, _ := strconv.ParseFloat(parts[1], 64)
			areas = append(areas, l.Start(parts[4]).Area(canvas.XY(x, y), parts[2][0]))
		}
	}
	return areas
}

// wordsOf returns the labels of a frame.
func wordsOf(f *Frame) (words []word) {
	areas := areasOf(string(f.Labels), 1)
	for line := range strings.Lines(string(f.Labels)) {
		a := areas[len(words)]
		words = append(words, word{strings.Split(strings.TrimSuffix(line, "\n"), "\t")[4], (a.X0 + a.X1) / 2, (a.Y0 + a.Y1) / 2})
	}
	return words
}

// TestNamesKeepOffThePoints: in a small picture of the data no name of a neuron, and no number of an axis, stands on a point.
func TestNamesKeepOffThePoints(t *testing.T) {
	for _, name := range []string{"parabola", "ring", "xor", "blobs"} {
		s, v := solve(t, name), alone(protocol.PictureData, 300, 270)
		plane, named := DataTransform(v.Layout.Tiles[protocol.PictureData], s.snapshot.Window, 2), 0
		for _, w := range wordsOf(New().Build(&s.snapshot, v)) {
			if _, ok := neuronNamed(w.text); ok {
				named++
			}
			for i := range s.snapshot.Points {
				x := s.snapshot.Points[i].X
				if at := plane.At(x[0], x[1]); w.covers(at.X, at.Y) {
					t.Errorf("%s: %s stands on point %d", name, w.text, i)
				}
			}
		}
		if named < len(s.snapshot.Neurons) {
			t.Errorf("%s: %d of %d neurons have names", name, named, len(s.snapshot.Neurons))
		}
	}
}

// TestHeldOutPointsAreHollow: a held-out point is drawn with the background inside its outline, and the legend appears only if
// there is one.
func TestHeldOutPointsAreHollow(t *testing.T) {
	for d := 1; d <= 3; d++ {
		v := desk()
		snap := sample()
		snap.Dimension, snap.Grabbed = d, -1
		s := New()
		says := func() bool { return strings.Contains(string(s.Build(snap, v).Labels), "held out") }
		vertices := func() int { return verticesOf(s.Build(snap, v), protocol.PictureData) }
		if says() {
			t.Errorf("d = %d: a word about points held out, but there are none", d)
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

// TestColumnsNameTheAxes: the names of a table's columns stand at the axes that show them, and those of others do not.
func TestColumnsNameTheAxes(t *testing.T) {
	names := []string{"width", "length", "depth", "mass"}
	for d := 1; d <= len(names); d++ {
		s := &solved{session: session.New(func() float64 { return 0 })}
		var xs, ys []string
		for i := range 12 {
			row := ""
			for k := range d {
				row += fmt.Sprintf(",%g", math.Sin(float64((i+2)*(k+3))))
			}
			xs, ys = append(xs, "["+row[1:]+"]"), append(ys, fmt.Sprintf("[%g]", math.Cos(float64(i))))
		}
		s.do(t, `{"do":"loadProblem","problem":{"format":"conelab/problem/1","data":{"x":[%s],"y":[%s]},"architecture":{"kind":"dense"},`+
			`"loss":"squared","activation":{"a":1,"b":0.5,"c":-0.25},"beta":0.05,"columns":{"features":["%s"],"targets":["y"]}}}`,
			strings.Join(xs, ","), strings.Join(ys, ","), strings.Join(names[:d], `","`))
		if d > 3 {
			s.do(t, `{"do":"outputView","features":[3,1]}`)
		}
		said := map[string]word{}
		for _, w := range wordsOf(New().Build(&s.snapshot, alone(protocol.PictureData, 500, 400))) {
			said[w.text] = w
		}
		shown := names[:min(d, 3)]
		if d > 3 {
			shown = []string{"mass", "length"}
		}
		for _, name := range names {
			if _, ok := said[name]; ok != slices.Contains(shown, name) {
				t.Errorf("%d features: %s is at an axis: %t", d, name, ok)
			}
		}
		if x := said[shown[0]]; d != 3 && (x.x < 400 || x.y < 350) {
			t.Errorf("%d features: %s is at (%g, %g)", d, shown[0], x.x, x.y)
		}
		if y := said[shown[len(shown)-1]]; len(shown) == 2 && (y.x > 100 || y.y > 60) {
			t.Errorf("%d features: %s is at (%g, %g)", d, shown[1], y.x, y.y)
		}
	}
}
