package view

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/draw/scene"
	"conelab/core/network/activation"
)

// TestContourOfCircle: the pieces lie on the circle, and are as long as it together.
func TestContourOfCircle(t *testing.T) {
	q := protocol.Quadratic{XX: 1, YY: 1, C: -0.49}
	length := 0.0
	for _, piece := range contour(over(&q), window{-1, 1, -1, 1}, nil) {
		for i := 0; i < len(piece); i += 2 {
			if r := math.Hypot(piece[i], piece[i+1]); math.Abs(r-0.7) > 3e-4 {
				t.Errorf("radius %g", r)
			}
		}
		length += math.Hypot(piece[2]-piece[0], piece[3]-piece[1])
	}
	if math.Abs(length-2*math.Pi*0.7) > 1e-2 {
		t.Errorf("the circle is %g long", length)
	}
}

// plain returns a snapshot of three points of d features.
func plain(d int) *protocol.Snapshot {
	return &protocol.Snapshot{
		Dimension: d, Window: protocol.Window{Center: protocol.Vec{0.5, -1}, Half: 2, Level: 1, Rise: 3},
		Points: []protocol.Point{{X: protocol.Vec{1, -1}, Label: 1}, {X: protocol.Vec{0, 0.5}, Label: -2, Held: true}, {X: protocol.Vec{2, 0}, Class: 3, Selected: true}},
	}
}

// TestPlacesAreThoseOfThePictures: positions in the simple drawing are those of the pictures it replaces, and pixels lead back to positions.
func TestPlacesAreThoseOfThePictures(t *testing.T) {
	for d := 1; d <= 2; d++ {
		s := plain(d)
		got := Draw(s, d, 640, 400)
		plane := scene.DataPlane(scene.Rect{W: 640, H: 400}, s.Window, d)
		for i, q := range s.Points {
			y := q.X[1]
			if d == 1 {
				y = q.Label
			}
			px, py := plane.Pixel(q.X[0], y)
			if m := got.Points[i]; math.Abs(m.X-px) > 0.051 || math.Abs(m.Y-py) > 0.051 || m.Held != q.Held || m.Selected != q.Selected || m.Class != q.Class {
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

// TestRegions: cells have the class of the largest output, and two outputs are largest on the lines between regions.
func TestRegions(t *testing.T) {
	s := plain(2)
	s.Classes = []protocol.Quadratic{{X: 1}, {X: -1, Y: 1}, {XX: 0.5, YY: -1}}
	s.Function = s.Classes[0]
	d := Draw(s, 2, 300, 300)
	if !d.Heat.Classes || len(d.Curves) == 0 {
		t.Fatalf("%+v", d)
	}
	for _, line := range d.Curves {
		for i := 0; i < len(line); i += 2 {
			x, y := (line[i]-d.Origin[0])/d.Scale[0], (line[i+1]-d.Origin[1])/d.Scale[1]
			var values []float64
			for k := range s.Classes {
				values = append(values, s.Classes[k].At(protocol.Vec{x, y}))
			}
			_, classes := surfaces(s)
			best, equal := largest(classes, x, y), 0
			for _, v := range values {
				if v > values[best]-0.05 { // a pixel is rounded
					equal++
				}
			}
			if equal < 2 {
				t.Errorf("at (%g, %g) the outputs are %v", x, y, values)
			}
		}
	}
}

// TestSeveralLayers: outputs known at grid positions are drawn between these and nowhere else.
func TestSeveralLayers(t *testing.T) {
	s := plain(2)
	field := protocol.Field{Left: -1.15, Low: -1.15, Step: 0.1, Columns: 24, Rows: 24, Outputs: 2}
	field.Make()
	for k := range 2 * field.Places() {
		x, y := field.Left+field.Step*float64(k%field.Columns), field.Low+field.Step*float64(k%field.Places()/field.Columns)
		field.Values[k/field.Columns][k%field.Columns] = []float32{float32(x - 0.3*y), float32(0.2)}[k/field.Places()]
	}
	s.Layers.Field, s.Layers.Columns = field, make([]protocol.Column, 2)
	for compares, right := range map[bool]func(x, y float64) float64{false: func(x, y float64) float64 { return x - 0.3*y }, true: func(x, y float64) float64 { return x - 0.3*y - 0.2 }} {
		s.Layers.Compares = compares
		d := Draw(s, 2, 600, 300)
		place := func(px, py float64) (x, y float64) {
			return (px - d.Origin[0]) / d.Scale[0], (py - d.Origin[1]) / d.Scale[1]
		}
		if len(d.Curves) < 20 {
			t.Fatalf("compares %v: curves %v", compares, d.Curves)
		}
		for _, piece := range d.Curves {
			for i := 0; i < len(piece); i += 2 {
				if x, y := place(piece[i], piece[i+1]); math.Abs(right(x, y)) > 2e-3 {
					t.Errorf("compares %v: the line goes through (%g, %g)", compares, x, y)
				}
			}
		}
		for i, level := range d.Heat.Levels {
			x, y := place((float64(i%d.Heat.Columns)+0.5)*d.Heat.Cell, (float64(i/d.Heat.Columns)+0.5)*d.Heat.Cell)
			want := math.Max(-8, math.Min(8, math.Round(8*right(x, y))))
			if compares {
				if want = 2; right(x, y) > 0 {
					want = 1
				}
			}
			switch known := math.Max(math.Abs(x), math.Abs(y)) < 1.15; {
			case known && math.Abs(right(x, y)) > 1e-3 && math.Abs(float64(level)-want) > 1:
				t.Errorf("compares %v: at (%g, %g) the level is %d, want %g", compares, x, y, level, want)
			case !known && !compares && level != 0:
				t.Errorf("at (%g, %g) nothing is known, and the level is %d", x, y, level)
			}
		}
	}
	s = plain(1)
	s.Layers.Columns = make([]protocol.Column, 2)
	s.Layers.Field = protocol.Field{Left: -1, Step: 1, Columns: 3, Rows: 1, Outputs: 1, Values: [][]float32{{-0.5, 0.5, 0}}}
	d := Draw(s, 1, 320, 200)
	for i := 0; i < len(d.Curves[0]); i += 2 {
		x, y := (d.Curves[0][i]-d.Origin[0])/d.Scale[0], (d.Curves[0][i+1]-d.Origin[1])/d.Scale[1]
		if want := math.Min(0.5+x, 0.5-0.5*x); math.Abs(x) > 1 || math.Abs(y-want) > 0.02 {
			t.Errorf("the graph is at (%g, %g)", x, y)
		}
	}
}

// TestWildSnapshots: a drawing of any numbers can be written as JSON and has a bounded size.
func TestWildSnapshots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, math.NaN(), math.Inf(1), -1e308, 1e-320}))
		s := &protocol.Snapshot{Dimension: rapid.IntRange(0, 3).Draw(t, "d"), Points: make([]protocol.Point, 3)}
		s.Window = protocol.Window{Center: protocol.Vec{v.Draw(t, "x"), v.Draw(t, "y")}, Half: v.Draw(t, "half"), Level: v.Draw(t, "level"), Rise: v.Draw(t, "rise")}
		s.Points[0] = protocol.Point{X: protocol.Vec{v.Draw(t, "x"), v.Draw(t, "y")}, Label: v.Draw(t, "label")}
		s.Function = protocol.Quadratic{XX: v.Draw(t, "xx"), YY: v.Draw(t, "yy"), X: v.Draw(t, "x"), C: v.Draw(t, "c")}
		d := Draw(s, 2, rapid.Float64Range(1, 3000).Draw(t, "width"), rapid.Float64Range(1, 3000).Draw(t, "height"))
		text, err := json.Marshal(d)
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

func TestActivationCurves(t *testing.T) {
	relu, _ := activation.Find("relu")
	fitted, err := activation.Fit(relu.At, -5, 5, activation.Points)
	if err != nil {
		t.Fatal(err)
	}
	sigma := fitted.Activation
	c := ActivationCurves([3]float64{sigma.A, sigma.B, sigma.C}, &protocol.PageFit{Name: "relu", Low: -5, High: 5, Max: fitted.Max}, -1, 1)
	if c.Low != -5 || c.High != 5 || c.Name != "relu" || len(c.Goal) != len(c.Sigma) || c.Goal[0] != 0 || c.Goal[len(c.Goal)-1] != 5 {
		t.Fatalf("%+v", c)
	}
	for i := range c.Sigma {
		if math.Abs(c.Sigma[i]-c.Goal[i]) > fitted.Max+0.01 { // Max was measured at other points
			t.Errorf("at %d the curves are %g apart, the fit says at most %g", i, math.Abs(c.Sigma[i]-c.Goal[i]), fitted.Max)
		}
	}
	if own := ActivationCurves([3]float64{1, 0, -1}, nil, -2, 2); own.Goal != nil || own.Bottom != -1 || own.Top != 3 || own.Sigma[0] != 3 {
		t.Errorf("%+v", own)
	}
}

// TestFlatShowsAllPoints: the window contains any points, and is the usual one if that is large enough.
func TestFlatShowsAllPoints(t *testing.T) {
	usual := protocol.Window{Half: 1.15, Rise: 1.6}
	rapid.Check(t, func(t *rapid.T) {
		features := rapid.IntRange(1, 9).Draw(t, "features")
		span := rapid.SampledFrom([]float64{1, 30, 1e9}).Draw(t, "span")
		v := rapid.Float64Range(-span, span)
		points := make([]protocol.Point, rapid.IntRange(0, 5).Draw(t, "points"))
		for i := range points {
			points[i] = protocol.Point{X: protocol.Vec{v.Draw(t, "x"), v.Draw(t, "y")}, Label: v.Draw(t, "label")}
		}
		s := Flat(points, features, &protocol.Quadratic{X: 1}, usual)
		d := Draw(s, features, 300, 200)
		for i, m := range d.Points {
			if m.X < 0 || m.X > 300 || m.Y < 0 || m.Y > 200 {
				t.Fatalf("point %v is drawn at (%g, %g)", points[i], m.X, m.Y)
			}
		}
		if (span <= 1 || len(points) == 0) && s.Window != usual {
			t.Fatalf("window %+v", s.Window)
		}
		if len(d.Points) != len(points) || d.Features != features || len(d.Curves) == 0 && span <= 1 {
			t.Fatalf("%+v", d)
		}
	})
}
