package scene

import (
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// raced returns a snapshot with a race of four runs: one reaches the floor, two end above it, one is lost.
func raced() *protocol.Snapshot {
	s := sample()
	s.Race = protocol.Race{Floor: 2, Solved: 0.0004, Epochs: 1000, Stride: 100, Pace: 0.00002, Shown: -1,
		States: []protocol.RunState{
			protocol.NearOptimum, protocol.Above, protocol.Above, protocol.Diverged,
		}, Runs: [][]float64{
			{40, 9, 2.5, 2.001}, {50, 8, 4, 3}, {60, 7, 3.3, 3}, {45, math.Inf(1), math.Inf(1), math.Inf(1)},
		}}
	return s
}

// TestRaceIsDrawnToScale: the axes of work and excess are logarithmic, the floor is at the bottom, and runs end at their costs.
func TestRaceIsDrawnToScale(t *testing.T) {
	s, v := raced(), desk()
	h := pointerOver(s, v)
	r := v.Layout.Tiles[protocol.PictureRace]
	k := builderOf[*racePicture](h.hit.Scene, protocol.PictureRace).plot
	decade := k.KX
	for _, c := range []struct{ epoch, cost float64 }{{1, 4}, {10, 2.2}, {300, 2.02}, {1000, 40}} {
		at := racePoint(&k, &s.Race, c.epoch, c.cost)
		x, y := k.Rect.X+decade*(math.Log10(c.epoch)-k.X0), k.Bottom()-k.KY*(math.Log10(c.cost/2-1)+4)
		if !near(at.X, x, 1e-9) || !near(at.Y, y, 1e-6) {
			t.Errorf("cost %v after %v epochs is at %v, want %v, %v", c.cost, c.epoch, at, x, y)
		}
	}
	if y := racePoint(&k, &s.Race, 5, 1.99).Y; y != k.Bottom() {
		t.Errorf("a cost below the floor is drawn at %v", y)
	}
	for run, costs := range s.Race.Runs {
		at := racePoint(&k, &s.Race, 300, costs[3])
		if got := h.hit.targetAt(protocol.PictureRace, &PointerEvent{X: at.X, Y: at.Y}, 1); run != got && costs[3] != s.Race.Runs[max(0, got)][3] {
			t.Errorf("at the end of run %d there is run %d", run, got)
		}
	}
	if h.hit.targetAt(protocol.PictureRace, &PointerEvent{X: r.X + 2, Y: r.Y + 2}, 3) != -1 {
		t.Error("there is a run in the corner")
	}
	at := racePoint(&k, &s.Race, s.Race.Work(s.Race.Solved), s.Race.Floor)
	if want := k.Rect.X + decade*(math.Log10(20)-k.X0); !near(at.X, want, 1e-9) || at.Y != k.Bottom() {
		t.Errorf("the convex program took as long as 20 epochs, its cross is at %v, want %v", at, want)
	}
}

// TestRaceIsCounted: the legend counts each run once, where there is room for it.
func TestRaceIsCounted(t *testing.T) {
	s, v := raced(), desk()
	labels := string(New().Build(s, v).Labels)
	for _, want := range []string{"optimum", "epochs", "+100 %", "+10000 %"} {
		if !strings.Contains(labels, want) {
			t.Errorf("no label %q", want)
		}
	}
	if strings.Contains(labels, "diverged") {
		t.Error("a legend over the whole plot")
	}
	large := *v
	large.Layout.Tiles[protocol.PictureRace].W, large.Layout.Tiles[protocol.PictureRace].H = 1200, 900
	labels = string(New().Build(s, &large).Labels)
	for _, want := range []string{"within 1 %: 1", "\tabove it: 2", "diverged: 1", "+1 %"} {
		if !strings.Contains(labels, want) {
			t.Errorf("no label %q in a large picture:\n%s", want, labels)
		}
	}
	s.Race.ByTime = true
	labels = string(New().Build(s, v).Labels)
	if !strings.Contains(labels, "\ttime\n") || !strings.Contains(labels, "optimum found and proved") || !strings.Contains(labels, "100 µs") {
		t.Errorf("no times:\n%s", labels)
	}
}

// stale returns the tiles that change redraws.
func stale(s *protocol.Snapshot, change func()) (c TileSet) {
	before := Digests(s, AllTiles)
	change()
	for tile, after := range Digests(s, AllTiles) {
		c[tile] = before[tile] != after
	}
	return c
}

// TestRaceAloneIsRedrawn: during a race only its tile is stale, and that of the data while it shows one of the runs.
func TestRaceAloneIsRedrawn(t *testing.T) {
	s := raced()
	if c := stale(s, func() { s.Race.Epochs++ }); c != (TileSet{protocol.PictureRace: true}) {
		t.Errorf("stale: %v", c)
	}
	both := TileSet{protocol.PictureData: true, protocol.PictureRace: true}
	if c := stale(s, func() { s.Race.Shown = 1; s.Race.Neurons = []protocol.Neuron{{U: protocol.Vec{1}, Alpha: 1}} }); c != both {
		t.Errorf("a run that comes to be shown: %v", c)
	}
	if c := stale(s, func() { s.Race.Function.C++; s.Race.Runs[0][0]++ }); c != both {
		t.Errorf("a run that is shown moves: %v", c)
	}
	if c := stale(s, func() {}); c != (TileSet{}) {
		t.Errorf("the same again: %v", c)
	}
}

// TestPointerRedrawsPoints: the pointer's state changes only pictures that show points, the data and, when pointed at, the tangents.
func TestPointerRedrawsPoints(t *testing.T) {
	for topic := protocol.Decomposition; topic <= protocol.Bounds; topic++ {
		s := sample()
		s.Argument.Topic = topic
		hovered := stale(s, func() { s.Pointed++ })
		used := stale(s, func() { s.Tool++; s.Brush++; s.Grabbed++ })
		if used != (TileSet{protocol.PictureData: true}) ||
			hovered != (TileSet{protocol.PictureData: true, protocol.PictureCertificate: topic == protocol.Tangents}) {
			t.Errorf("topic %d, pointed at: %v; another tool: %v", topic, hovered, used)
		}
	}
}

// TestNetworkIsRedrawnWhenItIsAnother: while a point moves and its network is being trained, the picture of the previous network stays.
func TestNetworkIsRedrawnWhenItIsAnother(t *testing.T) {
	s := deepSnapshot()
	if c := stale(s, func() { s.Points[0].X[0]++ }); c[protocol.PictureNetwork] || !c[protocol.PictureData] {
		t.Errorf("a point has moved: %v", c)
	}
	for what, change := range map[string]func(*protocol.Snapshot){
		"field": func(s *protocol.Snapshot) { s.Layers.Field.Serial++ }, "layer": func(s *protocol.Snapshot) { s.Layers.Chosen-- },
		"neuron": func(s *protocol.Snapshot) { s.ChosenLayer[0].Focus = 1 }, "window": func(s *protocol.Snapshot) { s.Window.Half = 2 },
		"output": func(s *protocol.Snapshot) { s.Output++ }, "no layers": func(s *protocol.Snapshot) { s.Layers.Columns = nil },
		"labels": func(s *protocol.Snapshot) { s.Points[0].Label = 7 },
	} {
		s := deepSnapshot()
		if c := stale(s, func() { change(s) }); !c[protocol.PictureNetwork] {
			t.Errorf("another %s changes nothing", what)
		}
	}
}

// TestRunsAreChosen: a press on the end of a run shows the run, and a press elsewhere hides it.
func TestRunsAreChosen(t *testing.T) {
	s, v := raced(), desk()
	s.Dimension = 0 // also if there are no other pictures
	h := pointerOver(s, v)
	k := builderOf[*racePicture](h.hit.Scene, protocol.PictureRace).plot
	if h.at(Down, racePoint(&k, &s.Race, 300, 2.001)) {
		t.Error("a press on a run keeps the page from what else it means")
	}
	s.Race.Shown = 0
	h.at(Down, canvas.Pixel{X: k.Rect.X + 5, Y: k.Rect.Y + 5})
	if want := `{"do":"changeRace","shown":0} {"do":"changeRace","shown":-1}`; strings.Join(h.sent, " ") != want {
		t.Errorf("sent %v", h.sent)
	}
}

// TestExpectationIsNoRace: before there is a race, the picture has the optimum and what is close to it, and no run and no cost.
func TestExpectationIsNoRace(t *testing.T) {
	s, v := raced(), desk()
	s.Race.Runs = nil
	v.Layout.Tiles[protocol.PictureRace].W = 1200
	said := ""
	for _, w := range wordsOf(New().Build(s, v)) {
		if v.Layout.Tiles[protocol.PictureRace].Contains(w.x*v.Layout.Scale, w.y*v.Layout.Scale) {
			said += w.text + "\n"
		}
	}
	const near = "within 1 % of the optimum"
	if !strings.Contains(said, near) || strings.ContainsAny(strings.Replace(said, near, "", 1), "0123456789%") {
		t.Errorf("it says %q", said)
	}
}
