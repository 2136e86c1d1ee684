package session

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/protocol"
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
	for _, bad := range []string{
		`{"do":"select"}`, `{"do":"select","name":"set","indices":[80]}`, `{"do":"select","name":"add","indices":[-1]}`, `{"do":"selected","name":"flip"}`,
		`{"do":"selected","name":"move","at":[0,0]}`, `{"do":"selected","name":"paste"}`, `{"do":"selected","name":"paste","add":[[1]]}`,
	} {
		if err := d.Apply([]byte(bad)); err == nil || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	d.do(`{"do":"select","name":"set","indices":[0]}`)
	for _, bad := range []string{`{"do":"selected","name":"move","at":[0]}`, `{"do":"selected","name":"melt"}`, `{"do":"selected","name":"label","value":1e31}`} {
		if err := d.Apply([]byte(bad)); err == nil {
			t.Errorf("%s is carried out", bad)
		}
	}
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
			{`{"do":"selected","name":"remove"}`, -2, func(x, y, nx, ny []float64, d int) bool { return nx[0] == x[0] && ny[1] == y[2] && nx[5*d] == x[7*d] }},
			{`{"do":"selected","name":"flip"}`, 0, func(x, y, nx, ny []float64, d int) bool {
				return ny[1] == -y[1] && ny[5] == -y[5] && ny[2] == y[2] && slices.Equal(x, nx)
			}},
			{`{"do":"selected","name":"label","value":-3}`, 0, func(x, y, nx, ny []float64, d int) bool { return ny[1] == -3 && ny[5] == -3 && ny[0] == y[0] }},
			{`{"do":"selected","name":"relabel"}`, 0, func(x, y, nx, ny []float64, d int) bool { return ny[1] == 1 && ny[5] == 1 && ny[0] == y[0] }},
			{`{"do":"selected","name":"duplicate"}`, 2, func(x, y, nx, ny []float64, d int) bool {
				n := len(y)
				return slices.Equal(nx[:n*d], x) && ny[n] == y[1] && ny[n+1] == y[5] && nx[n*d] != x[d] && math.Abs(nx[n*d]-nx[(n+1)*d]-x[d]+x[5*d]) < 1e-9
			}},
			{`{"do":"selected","name":"move","at":[0.01,0.02,0.03]}`, 0, func(x, y, nx, ny []float64, d int) bool {
				return math.Abs(nx[d]-x[d]-0.01) < 1e-4 && math.Abs(nx[5*d]-x[5*d]-0.01) < 1e-4 && nx[0] == x[0] && (d > 1 || math.Abs(ny[5]-y[5]-0.02) < 2e-4)
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
			if strings.Contains(intent, "-3") && preset != "bend" {
				d.do(`{"do":"loss","name":"squared"}`)
				steps = undos(d.work)
			}
			d.do("%s", intent)
			if len(d.now().Y()) != len(y)+c.count || !c.check(x, y, d.now().X(), d.now().Y(), d.now().Features()) {
				t.Errorf("%s: %s gives\n%v %v, before\n%v %v", preset, intent, d.now().X()[:6*d.now().Features()], d.now().Y()[:6], x[:6*d.now().Features()], y[:6])
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
