package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/format/document"
)

// TestLayersAreCertifiedFromTheData trains stacks in all forms; each answer is compared with the raw data, see checkLayers.
func TestLayersAreCertifiedFromTheData(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, preset := range []string{"moons", "largest", "interval", "shell"} {
		d := drive(t)
		d.do(`{"do":"preset","name":"%s","layers":%d}`, preset, 2+rng.IntN(3))
		d.do(`{"do":"hold","value":%d}`, 10*rng.IntN(3))
		for _, in := range []string{
			`{"do":"layers","value":3,"form":"residual"}`, `{"do":"layers","value":2,"skip":"all"}`, `{"do":"layers","value":4,"form":"features","scaling":"whiten"}`,
			`{"do":"beta","value":0.3}`, `{"do":"rows","remove":[3]}`, `{"do":"lens","layer":0}`,
		} {
			d.do("%s", in)
		}
		for layer := range 4 {
			d.do(`{"do":"lens","layer":%d}`, layer)
		}
	}
}

// TestTheFieldIsSharpAtRest compares the grid on which several layers are evaluated during a drag with the finer one afterwards.
func TestTheFieldIsSharpAtRest(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"moons","layers":3}`)
	var snap protocol.Snapshot
	d.SnapshotTo(&snap)
	sharp := snap.Layers.Field.Columns
	if err := d.Session.Apply([]byte(`{"do":"press","at":[0.9,0.9],"radius":0.01}`)); err != nil {
		t.Fatal(err)
	}
	d.solve()
	d.SnapshotTo(&snap)
	if coarse := snap.Layers.Field.Columns; coarse*3 > sharp || d.Idle() {
		t.Errorf("%d columns while a point is drawn, %d at rest", coarse, sharp)
	}
	d.do(`{"do":"release"}`)
	d.do(`{"do":"extent","wide":1.5,"high":1}`)
	d.SnapshotTo(&snap)
	if f := &snap.Layers.Field; f.Columns < sharp*7/5 || f.Rows < sharp || f.Left > -1.5*snap.Window.Half {
		t.Errorf("of a wide picture %d by %d places from %g on", f.Columns, f.Rows, f.Left)
	}
}

// TestLayersAreWorkedOutInSlices drags a point while time is granted in short slices. Answers for other data are marked stale, and new
// networks are shown even though the drag continues.
func TestLayersAreWorkedOutInSlices(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"spiral","layers":4}`)
	d.do(`{"do":"tool","name":"move"}`)
	first := d.now().Point(7)
	x, y := first[0], first[1]
	apply := func(format string, args ...any) {
		t.Helper()
		if err := d.Session.Apply([]byte(fmt.Sprintf(format, args...))); err != nil {
			t.Fatal(err)
		}
	}
	apply(`{"do":"press","at":[%g,%g],"radius":0.01}`, x, y)
	shown := d.Page().Revision.Solution
	fresh := 0
	for k := range 60 {
		apply(`{"do":"drag","at":[%g,%g],"radius":0.01}`, x+0.004*float64(k), y)
		asks := 60
		d.Session.Work(func() bool { asks--; return asks < 0 })
		page := d.Page()
		if page.Revision.Solution != shown+1 {
			fresh++
		}
		shown = page.Revision.Solution
		if page.Strip.Certified && (page.Stale || page.Busy) {
			t.Fatal("it is certified of other data")
		}
		var snap protocol.Snapshot
		d.SnapshotTo(&snap)
		if snap.Points[7].X[0] != d.now().Point(7)[0] {
			t.Fatal("the point does not follow")
		}
	}
	if fresh < 5 {
		t.Errorf("only %d networks were shown in 60 moves", fresh)
	}
	d.do(`{"do":"release"}`)
	checkLayers(t, d)
}

// TestLayersTravel saves work and opens it: the same layers are chosen, and one undo leads back to a single layer.
func TestLayersTravel(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"moons"}`)
	d.do(`{"do":"layers","value":3,"skip":"all"}`)
	d.do(`{"do":"lens","layer":1}`)
	cost := d.Page().Strip.Cost
	for _, text := range []string{string(d.Share()), string(d.Keep())} {
		other := drive(t)
		name := "shared"
		if strings.Contains(text, "conelab/work") {
			name = "work"
		}
		other.do(`{"do":"open","%s":%s}`, name, text)
		page := other.Page()
		if page.Layers.Count != 3 || page.Layers.Chosen != 1 || page.Layers.Skip != "all" || page.Strip.Cost != cost {
			t.Errorf("%s: %+v, cost %g for %g", name, page.Layers, page.Strip.Cost, cost)
		}
		checkLayers(t, other)
	}
	d.do(`{"do":"undo"}`)
	if page := d.Page(); page.Layers.Count != 1 || page.Layers.Shown > 0 || len(d.Solution().Layers) > 0 {
		t.Errorf("one step back there is %+v", page.Layers)
	}
	d.do(`{"do":"redo"}`)
	problem := d.Problem().JSON()
	d.do(`{"do":"clear"}`)
	d.do(`{"do":"set","problem":%s}`, string(problem))
	checkLayers(t, d)
	for _, in := range []string{`{"do":"layers","value":13}`, `{"do":"lens","layer":3}`, `{"do":"layers","value":2,"form":"wide"}`} {
		if err := d.Session.Apply([]byte(in)); err == nil {
			t.Errorf("%s was carried out", in)
		}
	}
}

// TestAsManyLayersAsHelp chooses the number of layers automatically: as many as the document then has, all certified, and one step to undo.
func TestAsManyLayersAsHelp(t *testing.T) {
	d := drive(t)
	for _, preset := range []string{"ring", "spiral"} {
		d.do(`{"do":"preset","name":"%s"}`, preset)
		d.do(`{"do":"layers","auto":true}`)
		page, p := d.Page(), d.Problem()
		found := page.Layers.Count
		if !page.Strip.Certified || found > 1 && (p.Stack == nil || p.Stack.Layers != document.Depth(found)) || found == 1 && p.Stack != nil {
			t.Errorf("%s: %d layers, %+v, %+v", preset, found, page.Strip, p.Stack)
		}
		if d.do(`{"do":"undo"}`); d.Page().Layers.Count != 1 {
			t.Errorf("after one step back there are %d layers", d.Page().Layers.Count)
		}
		p.Stack = &document.Stack{Layers: document.AutoDepth}
		if d.do(`{"do":"set","problem":%s}`, p.JSON()); d.Page().Layers.Count != found {
			t.Errorf("a document that says auto has %d layers, not %d", d.Page().Layers.Count, found)
		}
	}
}

// TestTrainingPausesWithinSteps trains layers in slices far shorter than a step, with intents between them that replace what is being trained or stop it:
// what comes is certified from the data all the same, and no step keeps the page waiting.
func TestTrainingPausesWithinSteps(t *testing.T) {
	d := drive(t)
	read, take := table(rand.New(rand.NewPCG(3, 4)), 150, 6)
	for _, in := range []string{read, take, `{"do":"beta","value":0.05}`} {
		if err := d.Apply([]byte(in)); err != nil {
			t.Fatal(err)
		}
	}
	pause := func(slices int) (n int) {
		for ; n < slices && d.Busy(); n++ {
			d.Work(func() bool { return true })
		}
		return n
	}
	for _, in := range []string{`{"do":"layers","value":3}`, `{"do":"beta","value":0.04}`, `{"do":"layers","value":2}`, `{"do":"undo"}`, `{"do":"stop"}`, `{"do":"beta","value":0.03}`} {
		if err := d.Apply([]byte(in)); err != nil {
			t.Fatal(err)
		}
		pause(40)
	}
	if n := pause(math.MaxInt); n < 500 {
		t.Errorf("three layers were trained in %d slices, hardly more than there are steps", n)
	}
	d.solve()
	checkLayers(t, d)
}
