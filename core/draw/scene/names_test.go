package scene

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"conelab/core/app/protocol"
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

// crosses reports whether a line from a to b runs through the word.
func (w *word) crosses(a, b pixel) bool {
	for k, parts := 0.0, math.Ceil(math.Hypot(b.x-a.x, b.y-a.y))+1; k <= parts; k++ {
		if at := a.lerp(b, k/parts); at.x > w.x0 && at.x < w.x1 && at.y > w.y0 && at.y < w.y1 {
			return true
		}
	}
	return false
}

// pointTo moves the film of the price to a direction.
func pointTo(t *testing.T, s *solved, angle float64) {
	t.Helper()
	a := &s.snapshot.Argument
	full := math.Mod((angle-a.Angle)/(2*math.Pi)+a.Full+2, 1)
	if s.do(t, `{"do":"seek","position":%g}`, protocol.ArgumentUnits*full); math.Abs(math.Remainder(a.Angle-angle, 2*math.Pi)) > 1e-4 {
		t.Fatalf("the direction is %g, not %g", a.Angle, angle)
	}
}

// TestNamesLieBesideTheCurve: in the round picture of the price no name of a neuron lies on the curve or on the arm of the direction, at any
// direction and size, also where the arm points at a neuron.
func TestNamesLieBesideTheCurve(t *testing.T) {
	for _, name := range argued {
		s := solve(t, name)
		s.do(t, `{"do":"film","name":"price"}`)
		a := &s.snapshot.Argument
		if a.Only {
			continue
		}
		angles := []float64{-2, 0.3, 1.5}
		for _, spot := range a.Marks {
			angles = append(angles, spot.Angle)
		}
		for _, angle := range angles {
			pointTo(t, s, angle)
			for _, v := range argumentViews() {
				f, d := New().Build(&s.snapshot, v), dialOf(v.Layout.Tiles[TileCertificate])
				spots := curves(f, TileCertificate, 2, 1)
				named := 0
				for _, w := range wordsOf(f) {
					if _, is := neuronNamed(w.text); !is {
						continue
					}
					named++
					for k := 1; k < len(spots); k++ {
						if math.Hypot(spots[k].x-spots[k-1].x, spots[k].y-spots[k-1].y) < 20 && w.crosses(spots[k-1], spots[k]) {
							t.Errorf("%s at %.0f°, %gx%g: the curve runs through %s", name, angle*180/math.Pi, v.Layout.W, v.Layout.H, w.text)
							break
						}
					}
					if w.crosses(d.center, d.at(a.Angle, 1.42)) {
						t.Errorf("%s at %.0f°, %gx%g: the arm runs through %s", name, angle*180/math.Pi, v.Layout.W, v.Layout.H, w.text)
					}
				}
				if named == 0 && len(a.Marks) > 0 {
					t.Errorf("%s, %gx%g: no neuron has a name", name, v.Layout.W, v.Layout.H)
				}
			}
		}
	}
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
				if at := plane.at(x[0], x[1]); w.crosses(at, at) {
					t.Errorf("%s: %s stands on point %d", name, w.text, i)
				}
			}
		}
		if named < len(s.snapshot.Neurons) {
			t.Errorf("%s: %d of %d neurons have names", name, named, len(s.snapshot.Neurons))
		}
	}
}
