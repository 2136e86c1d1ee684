package scene

import (
	"encoding/json"
	"strings"
	"testing"

	"conelab/core/app/protocol"
)

// In space a press on the floor followed by an upward drag draws a point and lifts it; the camera stays.
func TestDrawingInSpace(t *testing.T) {
	s := solve(t, "shell")
	v := desk()
	on := &Display{New(), &s.snapshot, v}
	s.snapshot.Points = nil
	on.Scene.Build(on.Snapshot, on.View)
	var sent []string
	in := NewInput(func(s string) { sent = append(sent, s) })
	space := on.space()
	proj, room := space.proj, space.room
	want := vec{0.3, -0.4, 0.5}
	foot, top := proj.project(vec{want[0], want[1], -1}), proj.project(want)
	camera := v.Cameras[TileData]
	in.Handle(PointerEvent{Kind: Down, ID: 1, X: foot.x, Y: foot.y}, on)
	in.Handle(PointerEvent{Kind: Move, ID: 1, X: foot.x, Y: top.y}, on)
	in.Handle(PointerEvent{Kind: Up, ID: 1, X: foot.x, Y: top.y}, on)
	if verbs(sent) != "press drag release" || v.Cameras[TileData] != camera {
		t.Fatalf("sent %v", sent)
	}
	var drag struct{ At protocol.Vec }
	if err := json.Unmarshal([]byte(sent[1]), &drag); err != nil {
		t.Fatal(err)
	}
	if got := vec(room.World(drag.At)); got.minus(want).length() > 1e-6 {
		t.Errorf("the point is lifted to %v, want %v", got, want)
	}
	sent = nil
	on.Snapshot.Tool = protocol.ToolErase
	in.Handle(PointerEvent{Kind: Down, ID: 1, X: foot.x, Y: foot.y, Now: 9000}, on)
	in.Handle(PointerEvent{Kind: Move, ID: 1, X: foot.x + 50, Y: foot.y}, on)
	in.Handle(PointerEvent{Kind: Up, ID: 1, X: foot.x + 50, Y: foot.y}, on)
	if v.Cameras[TileData] == camera || strings.Contains(strings.Join(sent, ""), "press") {
		t.Errorf("with the eraser a drag on the floor must turn the picture; sent %v", sent)
	}
}

// An existing point moves parallel to the floor, and with Shift vertically.
func TestMovingInSpace(t *testing.T) {
	s := solve(t, "shell")
	on := &Display{New(), &s.snapshot, desk()}
	s.snapshot.Points = []protocol.Point{{X: protocol.Vec{0.2, 0.1, -0.3}, Label: 1}}
	on.Scene.Build(on.Snapshot, on.View)
	space := on.space()
	proj, room := space.proj, space.room
	start := vec(room.World(s.snapshot.Points[0].X))
	for _, shift := range []bool{false, true} {
		var sent []string
		in := NewInput(func(s string) { sent = append(sent, s) })
		to := start.plus(vec{0.3, 0.2, 0})
		if shift {
			to = start.plus(vec{0, 0, 0.4})
		}
		a, b := proj.project(start), proj.project(to)
		in.Handle(PointerEvent{Kind: Down, ID: 1, X: a.x, Y: a.y, Shift: shift}, on)
		in.Handle(PointerEvent{Kind: Move, ID: 1, X: b.x, Y: b.y, Shift: shift}, on)
		in.Handle(PointerEvent{Kind: Up, ID: 1, X: b.x, Y: b.y, Shift: shift}, on)
		var drag struct {
			At    protocol.Vec
			Index int
		}
		if verbs(sent) != "press drag release" || json.Unmarshal([]byte(sent[1]), &drag) != nil {
			t.Fatalf("sent %v", sent)
		}
		if got := vec(room.World(drag.At)); got.minus(to).length() > 1e-6 || drag.Index != 0 {
			t.Errorf("Shift %v: point %d goes to %v, want %v", shift, drag.Index, got, to)
		}
	}
}

// TestOtherClassInSpace clicks on the floor with the right button.
func TestOtherClassInSpace(t *testing.T) {
	in, on, sent := table()
	on.Snapshot.Dimension = 3
	x, y, found := 0.0, 0.0, false
	r := on.View.Layout.Tiles[TileData]
	for k := 0; k < 100 && !found; k++ {
		x, y = r.X+r.W/2, r.Y+r.H*float64(k)/100
		p := PointerEvent{X: x, Y: y}
		found = on.onFloor(&p) && on.pointUnder(TileData, &p) < 0
	}
	if !found {
		t.Fatal("there is no floor")
	}
	click := func(far float64) {
		in.Handle(PointerEvent{Kind: Down, X: x, Y: y, Buttons: 2}, on)
		in.Handle(PointerEvent{Kind: Move, X: x + far, Y: y, Buttons: 2}, on)
		in.Handle(PointerEvent{Kind: Up, X: x + far, Y: y}, on)
	}
	before := on.View.Cameras[TileData]
	if click(0); verbs(*sent) != "press release" || !strings.HasSuffix((*sent)[0], `,"other":true}`) || on.View.Cameras[TileData] != before {
		t.Errorf("a click sends %v", *sent)
	}
	*sent = nil
	if click(80); len(*sent) != 0 || on.View.Cameras[TileData] == before {
		t.Errorf("a drag sends %v, and the camera is %+v", *sent, on.View.Cameras[TileData])
	}
}
