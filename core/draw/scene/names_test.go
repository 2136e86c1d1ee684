package scene

import (
	"strconv"
	"strings"
	"testing"
)

// word is a label as the page draws it: its text, and the rectangle of its letters, which is a little smaller than the room kept for it.
type word struct {
	text string
	area
}

// wordsOf returns the labels centred at a position, as the names of neurons are.
func wordsOf(f *Frame) (words []word) {
	for _, line := range strings.Split(strings.TrimSpace(string(f.Labels)), "\n") {
		parts := strings.Split(line, "\t")
		if len(parts) != 5 || parts[2] != "c" {
			continue
		}
		x, _ := strconv.ParseFloat(parts[0], 64)
		y, _ := strconv.ParseFloat(parts[1], 64)
		w, h := runeWidth*float64(len([]rune(parts[4])))/2-1, lineHeight/2-2.5
		words = append(words, word{parts[4], area{x - w, y - h, x + w, y + h}})
	}
	return words
}

// TestNamesKeepOffThePoints: in a small picture of the data no name of a neuron stands on a point.
func TestNamesKeepOffThePoints(t *testing.T) {
	for _, name := range []string{"parabola", "ring", "xor", "blobs"} {
		s, v := solve(t, name), NewView()
		v.Layout = Layout{W: 300, H: 270, Scale: 1}
		v.Layout.Tiles[TileData] = Rect{W: 300, H: 270}
		plane, named := DataPlane(v.Layout.Tiles[TileData], s.snapshot.Window, 2), 0
		for _, w := range wordsOf(New().Build(&s.snapshot, &v)) {
			if _, is := neuronNamed(w.text); !is {
				continue
			}
			named++
			for i := range s.snapshot.Points {
				x := s.snapshot.Points[i].X
				if at := plane.at(x[0], x[1]); at.x > w.x0 && at.x < w.x1 && at.y > w.y0 && at.y < w.y1 {
					t.Errorf("%s: %s stands on point %d", name, w.text, i)
				}
			}
		}
		if named < len(s.snapshot.Neurons) {
			t.Errorf("%s: %d of %d neurons have names", name, named, len(s.snapshot.Neurons))
		}
	}
}
