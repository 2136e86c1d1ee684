package workspace

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"conelab/core/app/protocol/intent"
	"conelab/core/network/stack"
)

// edit edits points, or without any the selected ones.
func (w *Workspace) edit(what string, value float64, points ...int) error {
	return w.EditRows(&intent.EditRows{Name: what, Indices: points, Index: intent.None, Value: value})
}

func TestSelection(t *testing.T) {
	w := New(First("parabola", 0.01))
	for _, c := range []struct {
		how           string
		indices, want []int
	}{
		{"set", []int{3, 1, 2}, []int{1, 2, 3}}, {"add", []int{7}, []int{1, 2, 3, 7}}, {"toggle", []int{7, 9}, []int{1, 2, 3, 9}},
		{"remove", []int{2, 50}, []int{1, 3, 9}}, {"set", []int{79}, []int{79}}, {"none", nil, nil},
	} {
		if err := w.Select(c.how, c.indices); err != nil || !slices.Equal(w.Selected(), c.want) {
			t.Errorf("%s %v: %v, %v", c.how, c.indices, err, w.Selected())
		}
	}
	if err := w.Select("all", nil); err != nil || !reflect.DeepEqual(w.selectedRanges(), [][2]int{{0, 79}}) || w.depth() != 1 {
		t.Errorf("%v: all are %v, in %d states", err, w.selectedRanges(), w.depth())
	}
	_ = w.Replace(First("ring", 0.01), nil)
	if w.Selected() != nil {
		t.Error("the selection moved on to other points")
	}
}

// TestSelectedPointsAreEdited doubles and moves two selected points, each as one step.
func TestSelectedPointsAreEdited(t *testing.T) {
	type data = struct{ x, y []float64 }
	for _, preset := range []string{"bend", "ring", "shell"} {
		for what, is := range map[string]func(was, now data, d int) bool{
			"duplicate": func(was, now data, d int) bool {
				n := len(was.y)
				return slices.Equal(now.x[:n*d], was.x) && now.y[n] == was.y[1] && now.y[n+1] == was.y[5] && now.x[n*d] != was.x[d] &&
					math.Abs(now.x[n*d]-now.x[(n+1)*d]-was.x[d]+was.x[5*d]) < 1e-9
			},
			"nudge": func(was, now data, d int) bool {
				by, up := now.x[d]-was.x[d], now.y[1]-was.y[1]
				return by > 1e-3 && math.Abs(now.x[5*d]-was.x[5*d]-by) < 1e-4 && now.x[0] == was.x[0] &&
					(d > 1 || up > 1e-3 && math.Abs(now.y[5]-was.y[5]-up) < 2e-4)
			},
		} {
			w := New(First(preset, 0.01))
			before := w.Now()
			was, n := data{before.X, before.Y}, before.Samples()
			err := w.Select("set", []int{1, 5})
			if err != nil {
				t.Fatal(err)
			}
			if what == "nudge" {
				err = w.Nudge([]float64{1, 2, 0.03}[:before.Axes()])
			} else {
				err = w.edit(what, 0)
			}
			now := w.Now()
			if err != nil || !is(was, data{now.X, now.Y}, now.D) || w.depth() != 2 {
				t.Errorf("%s: %s gives %v, %v in %d states, before %v", preset, what, err, now.Y, w.depth(), was.y)
			}
			want := []int{1, 5}
			if now.Samples() != n {
				want = map[string][]int{"duplicate": {n, n + 1}}[what]
			}
			if !slices.Equal(w.Selected(), want) {
				t.Errorf("%s: after %s %v are selected", preset, what, w.Selected())
			}
		}
	}
}

func TestRowsOfTheTable(t *testing.T) {
	w := New(First("ring", 0.01))
	_ = w.Commit(w.Now().Cleared(), nil)
	want := func(err error, x []float64, y ...float64) {
		t.Helper()
		if now := w.Now(); err != nil || !slices.Equal(now.X, x) || !slices.Equal(now.Y, y) {
			t.Fatalf("%v: the data are %v and %v, want %v and %v", err, now.X, now.Y, x, y)
		}
	}
	want(w.PutRows(0, [][]float64{{0.1, 0.2, 1}, {0.3, -0.4, -1}, {0.5, 0.6, 1}}, true), []float64{0.1, 0.2, 0.3, -0.4, 0.5, 0.6}, 1, -1, 1)
	want(w.PutRows(1, [][]float64{{0.7, 0.8, -2.5}}, true), []float64{0.1, 0.2, 0.7, 0.8, 0.5, 0.6}, 1, -2.5, 1)
	want(w.edit("flip", 0, 0, 1), []float64{0.1, 0.2, 0.7, 0.8, 0.5, 0.6}, -1, 2.5, 1)
	want(w.edit("set", -1, 1, 2), []float64{0.1, 0.2, 0.7, 0.8, 0.5, 0.6}, -1, -1, -1)
	want(w.PutRows(2, [][]float64{{1, 0, 1}, {0, 1, 1}}, true), []float64{0.1, 0.2, 0.7, 0.8, 1, 0, 0, 1}, -1, -1, 1, 1)
	want(w.edit("remove", 0, 0, 3, 0), []float64{0.7, 0.8, 1, 0}, -1, 1)
	want(w.edit("remove", 0, 0, 1), nil)
	if w.depth() != 9 {
		t.Errorf("seven steps made %d states", w.depth())
	}
}

// TestMostLayers checks that an intent may ask for as many layers as package stack trains.
func TestMostLayers(t *testing.T) {
	if intent.MaxLayers != stack.MostLayers {
		t.Errorf("the intent takes %d layers, the solver %d", intent.MaxLayers, stack.MostLayers)
	}
}

// TestCopiesStayTrainable: copies that a ReLU network could not be trained on are refused.
func TestCopiesStayTrainable(t *testing.T) {
	w := New(First("ring", 0.01))
	if err := w.OpenPreset(&intent.LoadPreset{Name: "rings", Activation: "relu"}); err != nil || !w.Now().Piecewise() {
		t.Fatal(err)
	}
	all := make([]int, w.Now().Samples())
	for i := range all {
		all[i] = i
	}
	if err := w.edit("duplicate", 0, all...); err == nil || w.Now().fault() != nil || w.Now().Samples() != len(all) {
		t.Errorf("%v; there are %d points now: %v", err, w.Now().Samples(), w.Now().fault())
	}
}
