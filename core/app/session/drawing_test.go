package session

import (
	"encoding/json"
	"math"
	"testing"

	"conelab/core/app/protocol"
)

// drawingOf returns the simple drawing in 400 by 300 pixels.
func drawingOf(t *testing.T, s *Session) *protocol.Drawing {
	t.Helper()
	text, err := s.Document("drawing 400 300")
	if err != nil {
		t.Fatal(err)
	}
	d := &protocol.Drawing{}
	if err := json.Unmarshal(text, d); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestDrawingOfEveryNetwork checks that every network, with or without pictures, is drawn with all points within the drawing.
func TestDrawingOfEveryNetwork(t *testing.T) {
	const x = `[[0.5,7],[3,-1],[-2,0.25]]`
	for _, row := range []struct {
		name, data, kind string
		features, curves int
	}{
		{"dense", `"x":` + x + `,"y":[[1],[-1],[1]]`, "dense", 2, 1},
		{"quadratic", `"x":` + x + `,"y":[[1],[-1],[1]]`, "quadratic", 2, 1},
		{"one feature", `"x":[[0.5],[3],[-2]],"y":[[1],[-9],[1]]`, "quadratic", 1, 1},
		{"many features", `"x":[[1,2,3,4],[4,3,2,1],[9,0,0,0]],"y":[[1],[-1],[1]]`, "quadratic", 4, 0},
	} {
		d := drive(t)
		d.do(`{"do":"set","problem":{"format":"conelab/problem/1","data":{%s},"architecture":{"kind":%q},"activation":{"a":1,"b":0.5,"c":-0.25},"loss":"squared","beta":0.01}}`,
			row.data, row.kind)
		got := drawingOf(t, d.Session)
		if got.Features != row.features || len(got.Points) != 3 || (len(got.Curves) > 0) != (row.curves > 0) {
			t.Errorf("%s: %d features, %d points, %d curves", row.name, got.Features, len(got.Points), len(got.Curves))
		}
		for _, p := range got.Points {
			if !(p.X > 0 && p.X < 400 && p.Y > 0 && p.Y < 300) {
				t.Errorf("%s: a point is at (%g, %g)", row.name, p.X, p.Y)
			}
		}
	}
}

func TestActivationCurves(t *testing.T) {
	d := drive(t)
	curves := func() (c protocol.ActivationCurves) {
		text, err := d.Document("activation -2 2")
		if err != nil || json.Unmarshal(text, &c) != nil {
			t.Fatal(err)
		}
		return c
	}
	d.do(`{"do":"fit","name":"relu","low":-3,"high":3}`)
	if c := curves(); c.Name != "relu" || c.Low != -3 || len(c.Goal) != len(c.Sigma) || c.Goal[len(c.Goal)-1] != 3 {
		t.Errorf("of a fit: %+v", c)
	}
	d.do(`{"do":"architecture","kind":"quadratic"}`)
	if c := curves(); c.Name != "" || c.Low != -2 || math.Abs(c.Sigma[0]-4) > 1e-12 {
		t.Errorf("of a quadratic network: %+v", c)
	}
	for _, name := range []string{"drawing", "drawing 1", "drawing 0 5", "drawing 1e9 5", "drawing NaN 5", "drawing 5 5 5", "activation 1 1", "activation 0 Inf", "activation"} {
		if _, err := d.Document(name); err == nil {
			t.Errorf("%q is answered", name)
		}
	}
}
