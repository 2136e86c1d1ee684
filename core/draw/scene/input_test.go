package scene

import (
	"encoding/json"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/draw/canvas"
)

// testPointer is a pointer over the pictures of a snapshot, and what it has sent.
type testPointer struct {
	*Input
	hit  *HitTest
	sent []string
}

func pointerOver(s *protocol.Snapshot, v *View) *testPointer {
	h := &testPointer{hit: &HitTest{New(), s, v}}
	h.Input = NewInput(func(in intent.Intent) { h.sent = append(h.sent, intent.JSON(in)) })
	h.hit.Scene.Build(s, v)
	return h
}

// overSample returns a pointer over the sample at the end of its animation.
func overSample() *testPointer {
	s := sample()
	s.Animation.Position = 5
	return pointerOver(s, desk())
}

// at handles an event of a kind at a place, and reports whether it was taken.
func (h *testPointer) at(kind int, at canvas.Pixel) bool {
	return h.Handle(PointerEvent{Kind: kind, ID: 1, X: at.X, Y: at.Y}, h.hit)
}

// coarsen halves the resolution, without a frame of it yet.
func (h *testPointer) coarsen() {
	l := &h.hit.View.Layout
	l.Scale, l.W, l.H = l.Scale/2, l.W/2, l.H/2
	for tile, r := range l.Tiles {
		l.Tiles[tile] = canvas.Rect{X: r.X / 2, Y: r.Y / 2, W: r.W / 2, H: r.H / 2}
	}
}

// last returns what was sent last.
func (h *testPointer) last() string { return h.sent[len(h.sent)-1] }

// gesture presses at the first place, moves to the others, and releases at the last.
func (h *testPointer) gesture(shift bool, places ...canvas.Pixel) {
	for i, at := range places {
		h.Handle(PointerEvent{Kind: []int{Down, Move}[min(i, 1)], ID: 1, X: at.X, Y: at.Y, More: shift, Now: 9000}, h.hit)
	}
	end := places[len(places)-1]
	h.Handle(PointerEvent{Kind: Up, ID: 1, X: end.X, Y: end.Y, More: shift, Now: 9000}, h.hit)
}

func verbs(sent []string) string {
	var v []string
	for _, s := range sent {
		v = append(v, strings.Split(s, `"`)[3])
	}
	return strings.Join(v, " ")
}

// placesOf returns the places of an intent of the pointer, in the order in which it reached them.
func placesOf(t *testing.T, text string) []float64 {
	t.Helper()
	var in struct{ Path, At []float64 }
	if err := json.Unmarshal([]byte(text), &in); err != nil || len(in.At) == 0 {
		t.Fatalf("%s has no place: %v", text, err)
	}
	return append(in.Path, in.At...)
}

func TestDrawing(t *testing.T) {
	plane := DataTransform(desk().Layout.Tiles[protocol.PictureData], sample().Window, 2)
	for _, c := range []struct {
		name  string
		touch bool
		last  int
		want  string
	}{
		{"mouse", false, Up, "press drag drag release"},
		{"finger", true, Up, "press drag drag release"},
		{"cancelled", true, Cancel, "press drag drag cancel"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := overSample()
			event := func(kind int, x, y float64, path ...float64) bool {
				px, py := plane.Pixel(x, y)
				return h.Handle(PointerEvent{Kind: kind, ID: 7, X: px, Y: py, Path: path, Touch: c.touch}, h.hit)
			}
			if !event(Down, 0.5, 0.25) {
				t.Error("the press is not taken")
			}
			wayX, wayY := plane.Pixel(0.6, 0.3)
			event(Move, 0.7, 0.3, wayX, wayY)
			event(Move, 0.8, 0.3)
			event(c.last, 0.8, 0.3)
			if got := verbs(h.sent); got != c.want {
				t.Fatalf("sent %q, want %q", got, c.want)
			}
			if !strings.HasSuffix(h.sent[0], `,"radius":0.21,"index":-1}`) {
				t.Errorf("press is %s", h.sent[0])
			}
			for k, want := range [][]float64{{0.5, 0.25}, {0.6, 0.3, 0.7, 0.3}, {0.8, 0.3}} {
				got := placesOf(t, h.sent[k])
				if len(got) != len(want) {
					t.Fatalf("%s goes by %v, not %v", h.sent[k], got, want)
				}
				for i := range want {
					if !near(got[i], want[i], 1e-9) {
						t.Errorf("%s goes by %v, not %v", h.sent[k], got, want)
					}
				}
			}
		})
	}
}

// TestGestureEndsWithItsPicture has other data, without a picture, come during a gesture: its end leaves nothing behind.
func TestGestureEndsWithItsPicture(t *testing.T) {
	plane := DataTransform(desk().Layout.Tiles[protocol.PictureData], sample().Window, 2)
	x, y := plane.Pixel(0.5, 0.25)
	for _, last := range []int{Up, Cancel} {
		h := overSample()
		h.Handle(PointerEvent{Kind: Down, ID: 7, X: x, Y: y, Touch: true}, h.hit)
		d := h.hit.Snapshot.Dimension
		h.hit.Snapshot.Dimension = 0
		h.Handle(PointerEvent{Kind: last, ID: 7, X: x, Y: y, Touch: true}, h.hit)
		h.hit.Snapshot.Dimension = d
		h.Handle(PointerEvent{Kind: Down, ID: 8, X: x, Y: y, Touch: true}, h.hit)
		h.Handle(PointerEvent{Kind: Up, ID: 8, X: x, Y: y, Touch: true}, h.hit)
		if got := verbs(h.sent); got != "press cancel press release" {
			t.Errorf("sent %q", got)
		}
	}
}

// TestPointsAreDrawnWhereTheyAreClicked presses beside the square window in a wide picture, and drags beyond the picture: the points lie under
// the pointer, within the picture, which stays as it is. A narrow picture shows them, too.
func TestPointsAreDrawnWhereTheyAreClicked(t *testing.T) {
	s := sample()
	h := pointerOver(s, alone(protocol.PictureData, 800, 400))
	wide := h.hit.View.Layout.Tiles[protocol.PictureData]
	before := dataPlane(wide, s)
	h.at(Down, canvas.XY(780, 100))
	h.at(Move, canvas.XY(5000, 100))
	place := placesOf(t, h.sent[0])
	if at := before.At(place[0], place[1]); !near(at.X, 780, 1e-9) || !near(at.Y, 100, 1e-9) {
		t.Errorf("the point is at %v, not where it was clicked", at)
	}
	place = placesOf(t, h.last())
	if at := before.At(place[0], place[1]); at.X > 800 || at.X < 780 {
		t.Errorf("beyond the picture the point is at %v", at)
	}
	s.Points = append(s.Points, protocol.Point{X: protocol.Vec{place[0], place[1]}})
	if after := dataPlane(wide, s); !near(after.KX/before.KX, 1, 1e-12) {
		t.Error("a point within the picture has changed it")
	}
	narrow := canvas.Rect{W: 300, H: 400}
	if at := dataPlane(narrow, s).At(place[0], place[1]); at.X > 300-drawnMargin(narrow)+1e-9 {
		t.Errorf("a narrow picture has the point at %v", at)
	}
}

func TestHoverFocusesOnce(t *testing.T) {
	h := overSample()
	beyond := h.hit.View.Layout.Tiles[protocol.PictureRace].Center() // a fast pointer is seen next over another picture
	for _, tile := range []int{protocol.PictureLorentz, protocol.PictureCertificate, protocol.PictureSpectrahedron, protocol.PictureNeural} {
		h.sent = nil
		for _, m := range h.hit.Scene.tiles[tile].targets {
			for range 2 {
				h.at(Move, m.Offset(3, -2))
			}
			if h.Cursor() != "pointer" {
				t.Errorf("cursor %q over a neuron", h.Cursor())
			}
		}
		h.at(Leave, beyond)
		h.at(Leave, beyond)
		if len(h.sent) != 4 || h.last() != `{"do":"focus","neuron":-1}` {
			t.Errorf("tile %d: sent %v", tile, h.sent)
		}
	}
}

func TestConeGestures(t *testing.T) {
	h := overSample()
	touch := func(kind, id int, x, y, now float64) {
		h.Handle(PointerEvent{Kind: kind, ID: id, X: x, Y: y, Touch: true, Now: now}, h.hit)
	}
	at := func(kind, id int, x, y, now float64) { touch(kind, id, 1250+x, 30+y, now) }
	camera := &h.hit.View.Cameras[protocol.PictureLorentz]
	at(Down, 1, 0, 0, 0)
	at(Move, 1, 40, 0, 10)
	if camera.Yaw >= canvas.HomeCamera().Yaw {
		t.Error("a drag must orbit")
	}
	at(Down, 2, 140, 0, 20)
	at(Move, 2, 240, 0, 30)
	if z := camera.Zoom; !near(z, 2, 1e-9) {
		t.Errorf("pinching to twice the distance zooms to %v", z)
	}
	at(Up, 1, 40, 0, 40)
	at(Up, 2, 240, 0, 50)
	at(Down, 3, 0, 0, 1000)
	at(Up, 3, 0, 0, 1050)
	at(Down, 4, 0, 0, 1200)
	if *camera != canvas.HomeCamera() {
		t.Error("a double click must go home")
	}
	at(Up, 4, 0, 0, 1250)
	if len(h.sent) != 0 {
		t.Errorf("sent %v", h.sent)
	}
	tip := h.hit.Scene.tiles[protocol.PictureLorentz].targets[0]
	touch(Down, 5, tip.X, tip.Y, 3000)
	touch(Up, 5, tip.X, tip.Y, 3050)
	if len(h.sent) != 1 || !strings.Contains(h.last(), "focus") {
		t.Errorf("a tap on a neuron sends %v", h.sent)
	}
}

// A neuron of a network that is not unique follows the pointer in every tile with directions; a neuron of a unique network does not.
func TestNeuronsRotate(t *testing.T) {
	for _, tile := range []int{protocol.PictureData, protocol.PictureCertificate} {
		h := overSample()
		h.hit.Snapshot.Tool = protocol.ToolMove
		for _, canRotate := range []bool{false, true} {
			h.sent, h.hit.Snapshot.CanRotate = nil, [2]bool{canRotate, canRotate}
			target := h.hit.Scene.tiles[tile].targets[0].Pixel
			if !h.at(Down, target) && canRotate {
				t.Fatalf("tile %d: the press is not taken", tile)
			}
			h.at(Move, target.Offset(20, 40))
			h.at(Up, target.Offset(20, 40))
			turns := strings.Count(strings.Join(h.sent, ""), `{"do":"rotate","neuron":`)
			if canRotate && turns != 1 || !canRotate && turns > 0 {
				t.Errorf("tile %d: %d turns, unique %t: %v", tile, turns, !canRotate, h.sent)
			}
		}
	}
}

// TestOtherClass draws with the right button and with a second finger a stroke of the other class in the plane. A tool without classes uses
// neither.
func TestOtherClass(t *testing.T) {
	plane := DataTransform(desk().Layout.Tiles[protocol.PictureData], sample().Window, 2)
	x, y := plane.Pixel(0.5, 0.25)
	const other = `,"other":true}`
	for _, c := range []struct {
		name   string
		tool   protocol.Tool
		events []PointerEvent
		want   string
		others int
	}{
		{"right button", protocol.ToolDraw, []PointerEvent{{Kind: Down, Buttons: 2}, {Kind: Move, X: 40, Buttons: 2}, {Kind: Up}},
			"press drag release", 1},
		{"left button", protocol.ToolDraw, []PointerEvent{{Kind: Down, Buttons: 1}, {Kind: Up}}, "press release", 0},
		{"right button with the label tool", protocol.ToolLabel, []PointerEvent{{Kind: Down, Buttons: 2}, {Kind: Up}}, "press release", 1},
		{"right button with another tool", protocol.ToolErase, []PointerEvent{{Kind: Down, Buttons: 2}, {Kind: Up}}, "", 0},
		{"two fingers", protocol.ToolDraw,
			[]PointerEvent{{Kind: Down, Touch: true, Buttons: 1}, {Kind: Down, ID: 2, X: 50, Touch: true, Buttons: 1},
				{Kind: Up, ID: 2, X: 50, Touch: true}, {Kind: Up, Touch: true}}, "press cancel press release", 1},
		{"a finger that comes late", protocol.ToolDraw,
			[]PointerEvent{{Kind: Down, Touch: true, Buttons: 1}, {Kind: Move, X: 60, Touch: true, Buttons: 1},
				{Kind: Down, ID: 2, X: 90, Touch: true, Buttons: 1}, {Kind: Up, Touch: true, X: 60}}, "press drag release", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := overSample()
			h.hit.Snapshot.Tool = c.tool
			for _, e := range c.events {
				e.X, e.Y, e.ID = x+e.X, y, e.ID+1
				h.Handle(e, h.hit)
			}
			var asked []string
			others := 0
			for _, s := range h.sent {
				if strings.HasSuffix(s, other) {
					others++
				}
				if !strings.Contains(s, "focus") && !strings.Contains(s, "highlightPoint") {
					asked = append(asked, s)
				}
			}
			if got := verbs(asked); got != c.want || others != c.others {
				t.Errorf("sent %q with %d of the other class, want %q with %d", got, others, c.want, c.others)
			}
		})
	}
}

// TestPointerInSpace: a press on the floor followed by an upward drag draws a point and lifts it, with the camera at rest; a point moves
// parallel to the floor, and with Shift vertically. With the eraser the picture turns.
func TestPointerInSpace(t *testing.T) {
	s, point := solve(t, "shell"), protocol.Point{X: protocol.Vec{0.2, 0.1, -0.3}, Label: 1}
	room := roomOf(s.snapshot.Window)
	start, lifted := vec(room.world(point.X)), vec{0.3, -0.4, 0.5}
	for _, c := range []struct {
		name     string
		points   []protocol.Point
		from, to vec
		shift    bool
	}{
		{"draw", nil, vec{lifted[0], lifted[1], -1}, lifted, false},
		{"move", []protocol.Point{point}, start, start.Plus(vec{0.3, 0.2, 0}), false},
		{"lift", []protocol.Point{point}, start, start.Plus(vec{0, 0, 0.4}), true},
	} {
		s.snapshot.Points = c.points
		h := pointerOver(&s.snapshot, desk())
		space, camera := h.hit.space(), h.hit.View.Cameras[protocol.PictureData]
		proj := &space.proj
		a, b := proj.Project(c.from), proj.Project(c.to)
		if c.name == "draw" {
			b.X = a.X
		}
		h.gesture(c.shift, canvas.Pixel{X: a.X, Y: a.Y}, canvas.Pixel{X: b.X, Y: b.Y})
		var drag struct {
			At    protocol.Vec
			Index int
		}
		moved := h.hit.View.Cameras[protocol.PictureData] != camera
		if moved || verbs(h.sent) != "press drag release" || json.Unmarshal([]byte(h.sent[1]), &drag) != nil {
			t.Fatalf("%s: sent %v", c.name, h.sent)
		}
		if got := vec(room.world(drag.At)); got.Minus(c.to).Norm() > 1e-6 || drag.Index != len(c.points)-1 {
			t.Errorf("%s: point %d goes to %v, want %v", c.name, drag.Index, got, c.to)
		}
	}
	s.snapshot.Points, s.snapshot.Tool = nil, protocol.ToolErase
	h := pointerOver(&s.snapshot, desk())
	camera, space := h.hit.View.Cameras[protocol.PictureData], h.hit.space()
	base := space.proj.Project(vec{0.3, -0.4, -1})
	h.gesture(false, canvas.Pixel{X: base.X, Y: base.Y}, canvas.Pixel{X: base.X + 50, Y: base.Y})
	if h.hit.View.Cameras[protocol.PictureData] == camera || strings.Contains(strings.Join(h.sent, ""), "press") {
		t.Errorf("with the eraser a drag on the floor must turn the picture; sent %v", h.sent)
	}
}

// TestPointAfterErasing: the point that takes the index of an erased one is highlighted, and so is none afterwards.
func TestPointAfterErasing(t *testing.T) {
	s := sample()
	h := pointerOver(s, desk())
	plane := DataTransform(h.hit.View.Layout.Tiles[protocol.PictureData], s.Window, 2)
	over := func(i int) { h.at(Move, canvas.XY(plane.Pixel(s.Points[i].X[0], s.Points[i].X[1]))) }
	over(1)
	over(1)
	s.Points = append(s.Points[:1:1], s.Points[2:]...)
	over(1)
	h.at(Leave, canvas.Pixel{})
	if got := strings.Join(h.sent, " "); strings.Count(got, `"index":1`) != 2 || strings.Count(got, "highlightPoint") != 3 {
		t.Errorf("sent %s", got)
	}
}
