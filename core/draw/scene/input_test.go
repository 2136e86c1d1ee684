package scene

import (
	"strings"
	"testing"

	"conelab/core/app/protocol"
)

// table returns an Input over the sample after one frame, and the intents that it sends.
func table() (*Input, *Display, *[]string) {
	sent := &[]string{}
	on := &Display{New(), sample(), desk()}
	on.Snapshot.Film.Position = 5
	on.Scene.Build(on.Snapshot, on.View)
	return NewInput(func(s string) { *sent = append(*sent, s) }), on, sent
}

func verbs(sent []string) string {
	var v []string
	for _, s := range sent {
		v = append(v, strings.Split(s, `"`)[3])
	}
	return strings.Join(v, " ")
}

func TestDrawing(t *testing.T) {
	plane := DataPlane(desk().Layout.Tiles[TileData], sample().Window, 2)
	for _, c := range []struct {
		name  string
		touch bool
		last  int
		want  string
		end   string
	}{
		{"mouse", false, Up, "press drag drag release", `,"radius":0.21,"index":-1}`},
		{"finger", true, Up, "press drag drag release", `,"radius":0.21,"index":-1}`},
		{"cancelled", true, Cancel, "press drag cancel", `,"radius":0.21,"index":-1}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, on, sent := table()
			event := func(kind int, x, y float64) bool {
				px, py := plane.Pixel(x, y)
				return in.Handle(PointerEvent{Kind: kind, ID: 7, X: px, Y: py, Touch: c.touch}, on)
			}
			if !event(Down, 0.5, 0.25) {
				t.Error("the press is not taken")
			}
			event(Move, 0.6, 0.3)
			event(Move, 0.7, 0.3)
			in.Flush()
			in.Flush()
			event(Move, 0.8, 0.3)
			event(c.last, 0.8, 0.3)
			in.Flush()
			if got := verbs(*sent); got != c.want {
				t.Fatalf("sent %q, want %q", got, c.want)
			}
			if !strings.HasPrefix((*sent)[0], `{"do":"press","at":[0.5,0.25]`) || !strings.HasSuffix((*sent)[0], c.end) {
				t.Errorf("press is %s", (*sent)[0])
			}
			if got := (*sent)[1]; !strings.HasPrefix(got, `{"do":"drag","at":[0.7,0.3]`) || !strings.HasSuffix(got, `"path":[0.6,0.3]}`) {
				t.Errorf("drag is %s", got)
			}
			if got := (*sent)[2]; c.last == Up && !strings.HasPrefix(got, `{"do":"drag","at":[0.8,0.3]`) || strings.Contains(got, "path") {
				t.Errorf("the last drag is %s", (*sent)[2])
			}
		})
	}
}

func TestHoverFocusesOnce(t *testing.T) {
	in, on, sent := table()
	for _, tile := range []int{TileLorentz, TileCertificate, TileSpectrahedron, TileNeural} {
		*sent = nil
		for _, m := range on.Scene.targets[tile] {
			for range 2 {
				in.Handle(PointerEvent{Kind: Move, X: m.x + 3, Y: m.y - 2}, on)
			}
			if in.Cursor() != "pointer" {
				t.Errorf("cursor %q over a neuron", in.Cursor())
			}
		}
		in.Handle(PointerEvent{Kind: Leave}, on)
		in.Handle(PointerEvent{Kind: Leave}, on)
		if len(*sent) != 4 || (*sent)[3] != `{"do":"focus","neuron":-1}` {
			t.Errorf("tile %d: sent %v", tile, *sent)
		}
	}
}

func TestConeGestures(t *testing.T) {
	in, on, sent := table()
	at := func(kind, id int, x, y, now float64) {
		in.Handle(PointerEvent{Kind: kind, ID: id, X: 1250 + x, Y: 30 + y, Touch: true, Now: now}, on)
	}
	at(Down, 1, 0, 0, 0)
	at(Move, 1, 40, 0, 10)
	if on.View.Cameras[TileLorentz].Yaw >= homeYaw {
		t.Error("a drag must orbit")
	}
	at(Down, 2, 140, 0, 20)
	at(Move, 2, 240, 0, 30)
	if z := on.View.Cameras[TileLorentz].Zoom; !near(z, 2, 1e-9) {
		t.Errorf("pinching to twice the distance zooms to %v", z)
	}
	at(Up, 1, 40, 0, 40)
	at(Up, 2, 240, 0, 50)
	at(Down, 3, 0, 0, 1000)
	at(Up, 3, 0, 0, 1050)
	at(Down, 4, 0, 0, 1200)
	if on.View.Cameras[TileLorentz] != HomeCamera() {
		t.Error("a double click must go home")
	}
	at(Up, 4, 0, 0, 1250)
	if len(*sent) != 0 {
		t.Errorf("sent %v", *sent)
	}
	tip := on.Scene.targets[TileLorentz][0]
	in.Handle(PointerEvent{Kind: Down, ID: 5, X: tip.x, Y: tip.y, Touch: true, Now: 3000}, on)
	in.Handle(PointerEvent{Kind: Up, ID: 5, X: tip.x, Y: tip.y, Touch: true, Now: 3050}, on)
	if len(*sent) != 1 || !strings.Contains((*sent)[0], "focus") {
		t.Errorf("a tap on a neuron sends %v", *sent)
	}
}

// A neuron of a network that is not unique follows the pointer in every tile with directions; a neuron of a unique network does not.
func TestTurning(t *testing.T) {
	for _, tile := range []int{TileData, TileCertificate} {
		in, on, sent := table()
		on.Snapshot.Tool = protocol.ToolMove
		target := on.Scene.targets[tile][0]
		press := func(kind int, x, y float64) bool {
			return in.Handle(PointerEvent{Kind: kind, ID: 1, X: x, Y: y}, on)
		}
		press(Down, target.x, target.y)
		press(Move, target.x+2, target.y+40)
		in.Flush()
		press(Up, target.x+2, target.y+40)
		if got := strings.Join(*sent, ""); strings.Contains(got, "turn") {
			t.Errorf("tile %d: a network that is the only one is turned: %s", tile, got)
		}
		*sent = nil
		on.Snapshot.CanTurn = [2]bool{true, true}
		on.View.Cameras[tile] = HomeCamera()
		on.Scene.Build(on.Snapshot, on.View)
		target = on.Scene.targets[tile][0]
		if !press(Down, target.x, target.y) {
			t.Fatalf("tile %d: the press is not taken", tile)
		}
		press(Move, target.x+20, target.y+40)
		in.Flush()
		in.Flush()
		press(Up, target.x+20, target.y+40)
		turns := 0
		for _, s := range *sent {
			if strings.HasPrefix(s, `{"do":"turn","neuron":`) {
				turns++
			} else if !strings.Contains(s, "focus") && !strings.Contains(s, "point") {
				t.Errorf("tile %d: sent %s", tile, s)
			}
		}
		if turns != 1 {
			t.Errorf("tile %d: %d turns in %v", tile, turns, *sent)
		}
	}
}

// A drag followed by a quick press in the same place is not a double click, and neither are two different buttons.
func TestQuickGesturesAreNoDoubleClick(t *testing.T) {
	in, on, _ := table()
	r := on.View.Layout.Tiles[TileLorentz]
	at := func(kind, buttons int, x, now float64) {
		in.Handle(PointerEvent{Kind: kind, ID: 1, X: r.X + 30 + x, Y: r.Y + 30, Buttons: buttons, Now: now}, on)
	}
	at(Down, 1, 0, 0)
	at(Move, 1, 60, 20)
	at(Move, 1, 0, 40)
	at(Move, 1, 60, 60)
	at(Up, 0, 60, 80)
	turned := on.View.Cameras[TileLorentz]
	at(Down, 1, 0, 200)
	at(Up, 0, 0, 210)
	at(Down, 2, 0, 300)
	at(Up, 0, 0, 310)
	if on.View.Cameras[TileLorentz] != turned || turned == HomeCamera() {
		t.Errorf("the camera went from %v to %v", turned, on.View.Cameras[TileLorentz])
	}
}

// TestOtherClass draws with the right button and with a second finger: a stroke of the other class in the plane, and a click in space, where
// the button pans. A tool without classes uses neither.
func TestOtherClass(t *testing.T) {
	plane := DataPlane(desk().Layout.Tiles[TileData], sample().Window, 2)
	x, y := plane.Pixel(0.5, 0.25)
	const other = `,"other":true}`
	for _, c := range []struct {
		name   string
		tool   protocol.Tool
		events []PointerEvent
		want   string
		others int
	}{
		{"right button", protocol.ToolDraw, []PointerEvent{{Kind: Down, Buttons: 2}, {Kind: Move, X: 40, Buttons: 2}, {Kind: Up}}, "press drag release", 1},
		{"left button", protocol.ToolDraw, []PointerEvent{{Kind: Down, Buttons: 1}, {Kind: Up}}, "press release", 0},
		{"right button with the label tool", protocol.ToolLabel, []PointerEvent{{Kind: Down, Buttons: 2}, {Kind: Up}}, "press release", 1},
		{"right button with another tool", protocol.ToolErase, []PointerEvent{{Kind: Down, Buttons: 2}, {Kind: Up}}, "", 0},
		{"two fingers", protocol.ToolDraw, []PointerEvent{{Kind: Down, Touch: true, Buttons: 1}, {Kind: Down, ID: 2, X: 50, Touch: true, Buttons: 1},
			{Kind: Up, ID: 2, X: 50, Touch: true}, {Kind: Up, Touch: true}}, "press cancel press release", 1},
		{"a finger that comes late", protocol.ToolDraw, []PointerEvent{{Kind: Down, Touch: true, Buttons: 1}, {Kind: Move, X: 60, Touch: true, Buttons: 1},
			{Kind: Down, ID: 2, X: 90, Touch: true, Buttons: 1}, {Kind: Up, Touch: true, X: 60}}, "press drag release", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, on, sent := table()
			on.Snapshot.Tool = c.tool
			for _, e := range c.events {
				e.X, e.Y, e.ID = x+e.X, y, e.ID+1
				in.Handle(e, on)
			}
			in.Flush()
			var asked []string
			others := 0
			for _, s := range *sent {
				if strings.HasSuffix(s, other) {
					others++
				}
				if !strings.Contains(s, "focus") && !strings.Contains(s, "point") {
					asked = append(asked, s)
				}
			}
			if got := verbs(asked); got != c.want || others != c.others {
				t.Errorf("sent %q with %d of the other class, want %q with %d", got, others, c.want, c.others)
			}
		})
	}
}
