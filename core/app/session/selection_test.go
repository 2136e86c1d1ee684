package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/data/presets"
	"conelab/core/format/document"
)

// selectedOf returns the selected points of the page and the snapshot, which must agree.
func (d driver) selectedOf() (indices []int) {
	d.t.Helper()
	var snapshot protocol.Snapshot
	d.SnapshotTo(&snapshot)
	for _, r := range d.Page().Selected {
		for i := r[0]; i <= r[1]; i++ {
			indices = append(indices, i)
		}
	}
	for i, p := range snapshot.Points {
		if p.Selected != slices.Contains(indices, i) {
			d.t.Errorf("point %d: the page has the selection %v, the snapshot says %t", i, d.Page().Selected, p.Selected)
		}
	}
	return indices
}

func TestSelection(t *testing.T) {
	d := drive(t)
	n := d.now().Samples()
	steps := undos(d.work)
	for _, c := range []struct {
		intent string
		want   []int
	}{
		{`{"do":"select","name":"set","indices":[3,1,2]}`, []int{1, 2, 3}},
		{`{"do":"select","name":"add","indices":[7]}`, []int{1, 2, 3, 7}},
		{`{"do":"select","name":"toggle","indices":[7,9]}`, []int{1, 2, 3, 9}},
		{`{"do":"select","name":"remove","indices":[2,50]}`, []int{1, 3, 9}},
		{`{"do":"select","name":"set","indices":[79]}`, []int{79}},
		{`{"do":"select","name":"none"}`, nil},
	} {
		d.do("%s", c.intent)
		if got := d.selectedOf(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", c.intent, got)
		}
	}
	d.do(`{"do":"select","name":"all"}`)
	if got := d.Page().Selected; !reflect.DeepEqual(got, [][2]int{{0, n - 1}}) {
		t.Errorf("all are %v", got)
	}
	if undos(d.work) != steps {
		t.Error("choosing is a step of the history")
	}
	d.do(`{"do":"preset","name":"ring"}`)
	if d.selectedOf() != nil {
		t.Error("the selection moved on to other points")
	}
	d.do(`{"do":"select","name":"set","indices":[0]}`)
	if _, err := d.Document("selection"); err != nil {
		t.Error(err)
	}
}

// TestSelectedPointsAreEdited applies every operation to two selected points, each as one step.
func TestSelectedPointsAreEdited(t *testing.T) {
	for _, preset := range []string{"bend", "ring", "shell"} {
		for _, c := range []struct {
			intent string
			count  int // change of the number of points
			check  func(x, y, newX, newY []float64, d int) bool
		}{
			{`{"do":"selected","name":"remove"}`, -2,
				func(x, y, nx, ny []float64, d int) bool { return nx[0] == x[0] && ny[1] == y[2] && nx[5*d] == x[7*d] }},
			{`{"do":"selected","name":"flip"}`, 0, func(x, y, nx, ny []float64, d int) bool {
				return ny[1] == -y[1] && ny[5] == -y[5] && ny[2] == y[2] && slices.Equal(x, nx)
			}},
			{`{"do":"selected","name":"relabel"}`, 0, func(x, y, nx, ny []float64, d int) bool { return ny[1] == 1 && ny[5] == 1 && ny[0] == y[0] }},
			{`{"do":"selected","name":"duplicate"}`, 2, func(x, y, nx, ny []float64, d int) bool {
				n := len(y)
				return slices.Equal(nx[:n*d], x) && ny[n] == y[1] && ny[n+1] == y[5] && nx[n*d] != x[d] &&
					math.Abs(nx[n*d]-nx[(n+1)*d]-x[d]+x[5*d]) < 1e-9
			}},
			{`{"do":"selected","name":"nudge","at":[1,2,0.03]}`, 0, func(x, y, nx, ny []float64, d int) bool {
				by, up := nx[d]-x[d], ny[1]-y[1]
				return by > 1e-3 && math.Abs(nx[5*d]-x[5*d]-by) < 1e-4 && nx[0] == x[0] && (d > 1 || up > 1e-3 && math.Abs(ny[5]-y[5]-up) < 2e-4)
			}},
		} {
			d := drive(t)
			d.do(`{"do":"preset","name":%q}`, preset)
			x, y, steps := slices.Clone(d.now().X()), slices.Clone(d.now().Y()), undos(d.work)
			d.do(`{"do":"select","name":"set","indices":[1,5]}`)
			intent := c.intent
			if d.now().Features() < 3 {
				intent = strings.Replace(intent, ",0.03", "", 1)
			}
			d.do("%s", intent)
			if len(d.now().Y()) != len(y)+c.count || !c.check(x, y, d.now().X(), d.now().Y(), d.now().Features()) {
				t.Errorf("%s: %s gives\n%v %v, before\n%v %v", preset, intent, d.now().X()[:6*d.now().Features()], d.now().Y()[:6],
					x[:6*d.now().Features()], y[:6])
			}
			want := map[int][]int{-2: nil, 0: {1, 5}, 2: {len(y), len(y) + 1}}[c.count]
			if got := d.selectedOf(); !slices.Equal(got, want) {
				t.Errorf("%s: after %s %v are selected", preset, intent, got)
			}
			if undos(d.work) != steps+1 {
				t.Errorf("%s: %s is %d steps", preset, intent, undos(d.work)-steps)
			}
			d.do(`{"do":"undo"}`)
			if !slices.Equal(d.now().X(), x) || !slices.Equal(d.now().Y(), y) {
				t.Errorf("%s: %s cannot be undone", preset, intent)
			}
		}
	}
}

func TestRowsOfTheTable(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"clear"}`)
	d.do(`{"do":"rows","add":[[0.1,0.2,1],[0.3,-0.4,-1],[0.5,0.6,1]]}`)
	want := func(x [][]float64, y ...float64) {
		t.Helper()
		var labels [][]float64
		for _, v := range y {
			labels = append(labels, []float64{v})
		}
		if p := d.Problem(); !reflect.DeepEqual(p.Data, document.Data{X: x, Y: labels}) {
			t.Fatalf("the data are %v, want %v, %v", p.Data, x, y)
		}
	}
	want([][]float64{{0.1, 0.2}, {0.3, -0.4}, {0.5, 0.6}}, 1, -1, 1)
	d.do(`{"do":"row","index":1,"values":[0.7,0.8,-2.5]}`)
	want([][]float64{{0.1, 0.2}, {0.7, 0.8}, {0.5, 0.6}}, 1, -2.5, 1)
	d.do(`{"do":"rows","flip":[0,1]}`)
	want([][]float64{{0.1, 0.2}, {0.7, 0.8}, {0.5, 0.6}}, -1, 2.5, 1)
	d.do(`{"do":"rows","set":[1,2],"value":-1}`)
	want([][]float64{{0.1, 0.2}, {0.7, 0.8}, {0.5, 0.6}}, -1, -1, -1)
	d.do(`{"do":"rows","index":2,"put":[[1,0,1],[0,1,1]]}`)
	want([][]float64{{0.1, 0.2}, {0.7, 0.8}, {1, 0}, {0, 1}}, -1, -1, 1, 1)
	d.do(`{"do":"rows","remove":[0,3,0]}`)
	want([][]float64{{0.7, 0.8}, {1, 0}}, -1, 1)
	d.do(`{"do":"rows","remove":[0,1]}`)
	if d.Problem() != nil {
		t.Error("there are points left")
	}
	for range 7 {
		d.do(`{"do":"undo"}`)
	}
	if d.Problem() != nil {
		t.Error("seven steps back there is not the empty stage")
	}
}

// TestGesturesAreOneUndoStep replays random gestures and checks that undo restores each state before a gesture, and redo each
// state after one.
func TestGesturesAreOneUndoStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		s := New(func() float64 { return 0 })
		var states []*document.Problem
		for range rapid.IntRange(1, 12).Draw(t, "gestures") {
			depth, before := undos(s.work), s.Problem()
			randomGesture(rng, s)
			if undos(s.work) > depth+1 {
				t.Fatalf("a gesture made %d steps", undos(s.work)-depth)
			}
			if undos(s.work) == depth+1 {
				states = append(states, before)
			} else if !reflect.DeepEqual(before, s.Problem()) {
				t.Fatal("a gesture changed the data without a step")
			}
		}
		last := s.Problem()
		for i := len(states) - 1; i >= 0; i-- {
			_ = s.Apply([]byte(`{"do":"undo"}`))
			if !reflect.DeepEqual(s.Problem(), states[i]) {
				t.Fatalf("undo to state %d gives another problem", i)
			}
		}
		for range states {
			_ = s.Apply([]byte(`{"do":"redo"}`))
		}
		if !reflect.DeepEqual(s.Problem(), last) {
			t.Fatal("redo does not come back to the last state")
		}
	})
}

func randomGesture(rng *rand.Rand, s *Session) {
	send := func(format string, args ...any) { _ = s.Apply(fmt.Appendf(nil, format, args...)) }
	place := func() (float64, float64) { return 2.4*rng.Float64() - 1.2, 2.4*rng.Float64() - 1.2 }
	switch rng.IntN(9) {
	case 7:
		send(`{"do":"classes","value":%d}`, 2+rng.IntN(3))
	case 8:
		send(`{"do":"outputView","output":%d,"compare":%t}`, rng.IntN(3), rng.IntN(2) == 0)
		send(`{"do":"label","value":%d}`, rng.IntN(5)-1)
	case 4:
		control := []string{"hold", "noise"}[rng.IntN(2)]
		send(`{"do":%q,"value":%d,"final":false}`, control, rng.IntN(51))
		send(`{"do":%q,"value":%d}`, control, rng.IntN(51))
	case 5:
		if rng.IntN(2) == 0 {
			send(`{"do":"sample","value":%d}`, rng.IntN(9))
			break
		}
		send(`{"do":"rows",%q:[%d]}`, []string{"hold", "train", "flip", "remove"}[rng.IntN(4)], rng.IntN(80))
	case 0:
		for range 3 {
			send(`{"do":"beta","value":%g,"final":false}`, rng.Float64()+1e-9)
		}
		send(`{"do":"beta","value":%g,"final":true}`, rng.Float64()+1e-9)
	case 1:
		send(`{"do":"preset","name":%q,"keep":%t}`, presets.All[rng.IntN(len(presets.All))].Name, rng.IntN(2) == 0)
	default:
		send(`{"do":"tool","name":%q}`, []string{"draw", "move", "label", "erase"}[rng.IntN(4)])
		x, y := place()
		send(`{"do":"press","at":[%g,%g],"radius":0.1}`, x, y)
		for range rng.IntN(4) {
			x, y = place()
			send(`{"do":"drag","at":[%g,%g],"radius":0.1}`, x, y)
		}
		send(`{"do":"release"}`)
	}
}
