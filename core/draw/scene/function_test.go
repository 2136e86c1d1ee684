package scene

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// largestOf returns the output of the document's network that is largest at x, with its lead over the next.
func (s *solved) largestOf(x []float64) (best int, lead float64) {
	values := make([]float64, len(s.problem.Data.Y[0]))
	for k := range values {
		values[k] = s.output(k, x)
		if values[k] > values[best] {
			best = k
		}
	}
	top := values[best]
	slices.Sort(values)
	return best, top - values[len(values)-2]
}

// classes draws four classes of d features from scratch.
func classes(t *testing.T, d int) *solved {
	s := solve(t, []string{1: "valley", 2: "ring", 3: "shell"}[d])
	s.do(t, `{"do":"clear"}`)
	s.do(t, `{"do":"classes","value":4}`)
	s.do(t, `{"do":"coefficients","a":1,"b":0.5,"c":-0.25,"final":true}`)
	rows := []string{}
	for i := range 60 {
		class := i % 4
		x := []float64{0.9 * math.Sin(float64(i)), 0.9 * math.Cos(1.7*float64(i)), 0.9 * math.Sin(2.3*float64(i))}
		if d == 1 { // each class has a corner of its own
			x[0] = float64(class)/2 - 0.75 + 0.2*x[0]
		} else {
			x[0], x[1] = 0.5*float64(class%2*2-1)+0.4*x[0], 0.5*float64(class/2*2-1)+0.4*x[1]
		}
		y := []string{"0", "0", "0", "0"}
		y[class] = "1"
		for k := range x[:d] {
			y = slices.Insert(y, k, strconv.FormatFloat(x[k], 'g', 4, 64))
		}
		rows = append(rows, "["+strings.Join(y, ",")+"]")
	}
	s.do(t, `{"do":"addRows","add":[%s]}`, strings.Join(rows, ","))
	s.problem, s.solution = s.session.Problem(), s.session.Solution()
	return s
}

func TestRegionsAreTheLargestOutput(t *testing.T) {
	for _, s := range []*solved{solve(t, "largest"), solve(t, "masked"), classes(t, 2)} {
		for chosen := range s.problem.Data.Y[0] {
			s.do(t, `{"do":"outputView","output":%d}`, chosen)
			v := desk()
			for k := range v.Theme.Classes {
				v.Theme.Classes[k] = canvas.Color{R: float32(k) / 8, G: 1 - float32(k)/8, B: 0.5, A: 1}
			}
			f := New().Build(&s.snapshot, v)
			seen, plane := map[int]bool{}, DataTransform(v.Layout.Tiles[protocol.PictureData], s.snapshot.Window, 2)
			eachPlace(&f.Tiles[protocol.PictureData].Layers()[0].Raster, plane, func(x, y float64, got []byte) {
				want, lead := s.largestOf([]float64{x, y})
				color := v.Theme.Paper.Mix(v.Theme.Classes[want], 0.34)
				if lead > 1e-5 && math.Abs(float64(got[0])-255*float64(color.R)) > 1.5 {
					t.Fatalf("at (%g, %g) the colour is %v, the network's largest output is %d", x, y, got, want+1)
				}
				seen[want] = true
			})
			if len(seen) < len(s.snapshot.Classes) {
				t.Errorf("only %d regions were seen", len(seen))
			}
			class := func(x, y float64) int {
				a, b := plane.Point(x*v.Layout.Scale, y*v.Layout.Scale)
				class, _ := s.largestOf([]float64{a, b})
				return class + 1
			}
			checkNames(t, s, f, "class ", class)
			for k := range s.snapshot.Classes {
				s.snapshot.Names = append(s.snapshot.Names, "kind "+strconv.Itoa(k+1))
			}
			checkNames(t, s, New().Build(&s.snapshot, v), "kind ", class)
			s.snapshot.Names = nil
		}
	}
}

// checkNames compares the labels of regions, a word and a number, with the class at their positions, x and y in css pixels.
func checkNames(t *testing.T, s *solved, f *Frame, word string, class func(x, y float64) int) {
	t.Helper()
	named := 0
	for _, w := range wordsOf(f) {
		if !strings.HasPrefix(w.text, word) {
			continue
		}
		if want := class(w.x, w.y); w.text != fmt.Sprint(word, want) {
			t.Errorf("%q is written in the region of class %d", w.text, want)
		}
		named++
	}
	if named < len(s.problem.Data.Y[0]) {
		t.Errorf("%d of %d regions have a name", named, len(s.problem.Data.Y[0]))
	}
}

// For one feature every output is a curve, and the strip shows which is largest.
func TestOutputsOfOneFeature(t *testing.T) {
	s, v := classes(t, 1), desk()
	s.do(t, `{"do":"outputView","output":2}`)
	f := New().Build(&s.snapshot, v)
	r := v.Layout.Tiles[protocol.PictureData]
	plane := DataTransform(r, s.snapshot.Window, 1)
	for i, width := range []float64{2, 3.2} {
		seen := 0
		for _, at := range curves(f, protocol.PictureData, width, v.Layout.Scale) {
			x, y := plane.Point(at.X, at.Y)
			off := math.Inf(1)
			for k := range 4 {
				if (k == 2) == (i == 1) {
					off = min(off, math.Abs(y-s.output(k, []float64{x}))*plane.KY)
				}
			}
			if at.Y > r.Y+1 && at.Y < r.Y+r.H-1 && off > 1e-3 {
				t.Fatalf("(%g, %g) is drawn %g pixels off the outputs", x, y, off)
			}
			seen++
		}
		if seen < curveParts/2 {
			t.Errorf("found %d parts of curves of width %g", seen, width)
		}
	}
	for i, p := range s.snapshot.Points {
		if p.Label != 1 || s.problem.Data.Y[i][p.Class-1] != 1 {
			t.Errorf("point %d of class %d is at the height %g", i, p.Class, p.Label)
		}
	}
}
