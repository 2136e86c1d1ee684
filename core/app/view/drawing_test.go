package view

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/draw/scene"
)

// plain returns a snapshot of three points of d features.
func plain(d int) *protocol.Snapshot {
	return &protocol.Snapshot{
		Dimension: d, Window: protocol.Window{Center: protocol.Vec{0.5, -1}, Half: 2, Level: 1, Rise: 3},
		Points: []protocol.Point{{X: protocol.Vec{1, -1}, Label: 1}, {X: protocol.Vec{0, 0.5}, Label: -2, Held: true},
			{X: protocol.Vec{2, 0}, Class: 3, Selected: true}},
	}
}

// TestPlacesAreThoseOfThePictures: positions in the simple drawing are those of the pictures it replaces, and pixels lead back to
// positions.
func TestPlacesAreThoseOfThePictures(t *testing.T) {
	for d := 1; d <= 2; d++ {
		s := plain(d)
		got := Draw(s, d, 640, 400)
		plane := scene.DataTransform(scene.Rect{W: 640, H: 400}, s.Window, d)
		for i, q := range s.Points {
			y := q.X[1]
			if d == 1 {
				y = q.Label
			}
			px, py := plane.Pixel(q.X[0], y)
			if m := got.Points[i]; math.Abs(m.X-px) > 0.051 || math.Abs(m.Y-py) > 0.051 || m.Held != q.Held || m.Selected != q.Selected ||
				m.Class != q.Class {
				t.Errorf("d = %d: point %d is drawn as %+v, the picture has it at (%g, %g)", d, i, m, px, py)
			}
			if x := (px - got.Origin[0]) / got.Scale[0]; math.Abs(x-q.X[0]) > 1e-12 {
				t.Errorf("the pixel %g leads back to %g", px, x)
			}
			if back := (py - got.Origin[1]) / got.Scale[1]; math.Abs(back-y) > 1e-12 {
				t.Errorf("the pixel %g leads back to %g", py, back)
			}
		}
		if !got.Points[1].Below || got.Points[0].Below || got.Heat != nil || len(got.Curves) != 0 {
			t.Errorf("d = %d: %+v", d, got)
		}
	}
}

func TestGraphAndHeat(t *testing.T) {
	s := plain(1)
	s.Function = protocol.Quadratic{XX: 1, C: -1}
	d := Draw(s, 1, 320, 200)
	if len(d.Curves) != 1 || len(d.Curves[0]) != 2*(steps+1) || d.Heat != nil {
		t.Fatalf("%+v", d)
	}
	for i := 0; i < len(d.Curves[0]); i += 2 {
		x, y := (d.Curves[0][i]-d.Origin[0])/d.Scale[0], (d.Curves[0][i+1]-d.Origin[1])/d.Scale[1]
		if math.Abs(y-(x*x-1)) > 0.02 {
			t.Errorf("the graph is at (%g, %g)", x, y)
		}
	}
	s = plain(2)
	s.Function, s.Level = protocol.Quadratic{X: 1}, 0.5
	d = Draw(s, 2, 320, 200)
	for i, level := range d.Heat.Levels {
		x := ((float64(i%d.Heat.Columns)+0.5)*d.Heat.Cell - d.Origin[0]) / d.Scale[0]
		if want := math.Max(-8, math.Min(8, math.Round(8*(x-0.5)))); float64(level) != want { // the labels have a mean absolute value of 1
			t.Fatalf("at x = %g the level is %d, want %g", x, level, want)
		}
	}
	if len(d.Curves) == 0 || math.Abs((d.Curves[0][0]-d.Origin[0])/d.Scale[0]-0.5) > 0.002 {
		t.Errorf("curves %v", d.Curves)
	}
}

// TestRegions: cells have the class of the largest output.
func TestRegions(t *testing.T) {
	s := plain(2)
	s.Classes = []protocol.Quadratic{{X: 1}, {X: -1, Y: 1}, {XX: 0.5, YY: -1}}
	s.Function = s.Classes[0]
	d := Draw(s, 2, 300, 300)
	for i, class := range d.Heat.Levels {
		x := ((float64(i%d.Heat.Columns)+0.5)*d.Heat.Cell - d.Origin[0]) / d.Scale[0]
		y := ((float64(i/d.Heat.Columns)+0.5)*d.Heat.Cell - d.Origin[1]) / d.Scale[1]
		for k := range s.Classes {
			if !d.Heat.Classes || s.Classes[k].At(protocol.Vec{x, y}) > s.Classes[class-1].At(protocol.Vec{x, y}) {
				t.Fatalf("at (%g, %g) output %d is larger than %d", x, y, k+1, class)
			}
		}
	}
}

// TestWildSnapshots: a drawing of numbers as large as data may have can be written as JSON and has a bounded size.
func TestWildSnapshots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(rapid.Float64Range(-1e30, 1e30), rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{0, 1e-320}))
		s := &protocol.Snapshot{Dimension: rapid.IntRange(0, 3).Draw(t, "d"), Points: make([]protocol.Point, 3)}
		s.Window = protocol.Window{Center: protocol.Vec{v.Draw(t, "x"), v.Draw(t, "y")}, Half: v.Draw(t, "half"), Level: v.Draw(t, "level"),
			Rise: v.Draw(t, "rise")}
		s.Points[0] = protocol.Point{X: protocol.Vec{v.Draw(t, "x"), v.Draw(t, "y")}, Label: v.Draw(t, "label")}
		s.Function = protocol.Quadratic{XX: v.Draw(t, "xx"), YY: v.Draw(t, "yy"), X: v.Draw(t, "x"), C: v.Draw(t, "c")}
		text, err := json.Marshal(Draw(s, 2, rapid.Float64Range(1, 3000).Draw(t, "width"), rapid.Float64Range(1, 3000).Draw(t, "height")))
		if err != nil || len(text) > 1<<19 {
			t.Fatalf("%d bytes, %v", len(text), err)
		}
	})
}

// TestWildActivations: whatever a link says, the curves' height and all positions are finite.
func TestWildActivations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, 1e308, -1e308, 1e-320}))
		c := ActivationCurves([3]float64{v.Draw(t, "a"), v.Draw(t, "b"), v.Draw(t, "c")}, nil, -v.Draw(t, "low"), v.Draw(t, "high"))
		if height := c.Top - c.Bottom; height-height != 0 {
			t.Fatalf("from %g to %g", c.Bottom, c.Top)
		}
		for _, y := range c.Sigma {
			if y < c.Bottom || y > c.Top || y != y {
				t.Fatalf("%g is not between %g and %g", y, c.Bottom, c.Top)
			}
		}
	})
}
