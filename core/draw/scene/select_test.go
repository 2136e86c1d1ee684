package scene

import (
	"math"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// overPoints returns a pointer with the select tool over a few points with d features.
func overPoints(d int) *testPointer {
	h := overSample()
	snap := h.hit.Snapshot
	snap.Dimension, snap.Tool = d, protocol.ToolSelect
	snap.Points = []protocol.Point{
		{X: protocol.Vec{-0.6, 0.5, 0.4}, Label: 0.5}, {X: protocol.Vec{-0.5, 0.4, 0.3}, Label: 0.4},
		{X: protocol.Vec{0.5, -0.5, -0.4}, Label: -0.5}, {X: protocol.Vec{0.6, 0.4, 0}, Label: 0.4},
	}
	if d < 3 {
		for i := range snap.Points {
			clear(snap.Points[i].X[d:])
		}
	}
	h.hit.Scene.Build(snap, h.hit.View)
	return h
}

// placeOf returns the pixel where a point is drawn.
func placeOf(hit *HitTest, i int) canvas.Pixel {
	space := hit.space()
	return space.at(&hit.Snapshot.Points[i])
}

// around returns the corners of a rectangle that contains the drawn points with a margin.
func around(hit *HitTest, margin float64, points ...int) (x0, y0, x1, y1 float64) {
	x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, i := range points {
		at := placeOf(hit, i)
		x0, y0, x1, y1 = min(x0, at.X-margin), min(y0, at.Y-margin), max(x1, at.X+margin), max(y1, at.Y+margin)
	}
	return
}

func TestBandChoosesWhatIsInIt(t *testing.T) {
	for d := 1; d <= 3; d++ {
		for _, c := range []struct {
			name         string
			touch, shift bool
			end          int
			want         string
		}{
			{"mouse", false, false, Up, `{"do":"select","name":"set","indices":[0,1]}`},
			{"shift", false, true, Up, `{"do":"select","name":"add","indices":[0,1]}`},
			{"finger", true, false, Up, `{"do":"select","name":"add","indices":[0,1]}`},
			{"cancelled", true, false, Cancel, ""},
		} {
			h := overPoints(d)
			hit := h.hit
			x0, y0, x1, y1 := around(hit, 52, 0, 1)
			event := func(kind int, x, y float64) bool {
				return h.Handle(PointerEvent{Kind: kind, ID: 3, X: x, Y: y, Touch: c.touch, More: c.shift}, hit)
			}
			if !event(Down, x1, y0) || !event(Move, x0, y1) {
				t.Fatalf("d = %d, %s: the gesture is not taken", d, c.name)
			}
			if !hit.View.Band.Shown || !hit.View.Band.holds(placeOf(hit, 0), 2) || hit.View.Band.holds(placeOf(hit, 2), 2) {
				t.Errorf("d = %d: the band is %+v", d, hit.View.Band)
			}
			// The resolution changes before the gesture ends.
			h.coarsen()
			event(c.end, x0/2, y1/2)
			got := ""
			if len(h.sent) > 0 {
				got = h.last()
			}
			if got != c.want || hit.View.Band.Shown {
				t.Errorf("d = %d, %s: sent %q, want %s", d, c.name, h.sent, c.want)
			}
		}
	}
}

func TestTapsOfTheToolThatSelects(t *testing.T) {
	for d := 1; d <= 3; d++ {
		h := overPoints(d)
		hit := h.hit
		at := placeOf(hit, 3)
		tap := func(x, y float64, touch, shift bool) string {
			h.sent = nil
			h.Handle(PointerEvent{Kind: Down, ID: 1, X: x, Y: y, Touch: touch, More: shift}, hit)
			h.Handle(PointerEvent{Kind: Up, ID: 1, X: x, Y: y, Touch: touch, More: shift}, hit)
			return verbs(h.sent)
		}
		if got := tap(at.X, at.Y, false, true); got != "select" || h.sent[0] != `{"do":"select","name":"toggle","indices":[3]}` {
			t.Errorf("d = %d: Shift and a click send %q", d, h.sent)
		}
		if got := tap(at.X, at.Y, false, false); got != "press release" {
			t.Errorf("d = %d: a click sends %q", d, h.sent)
		}
		tap(at.X, at.Y, true, false)
		if len(h.sent) == 0 ||
			h.sent[0][len(h.sent[0])-len(`"index":3,"more":true}`):] != `"index":3,"more":true}` {
			t.Errorf("d = %d: a tap sends %q", d, h.sent)
		}
		r := hit.View.Layout.Tiles[protocol.PictureData]
		if got := tap(r.X+r.W-4, r.Y+4, false, false); got != "select" || h.sent[0] != `{"do":"select","name":"none"}` {
			t.Errorf("d = %d: a click beside the points sends %q", d, h.sent)
		}
	}
}
