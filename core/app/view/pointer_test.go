package view

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
)

// hand is a pointer and a workspace.
type hand struct {
	*Pointer
	w *workspace.Workspace
	t testing.TB
}

func pointing(t testing.TB, preset string) hand {
	w := workspace.New(workspace.First(preset, 0.01))
	return hand{NewPointer(w), w, t}
}

func (h hand) do(in intent.Intent) {
	h.t.Helper()
	var err error
	switch in := in.(type) {
	case *intent.Press:
		err = h.Press(in)
	case *intent.Drag:
		err = h.Drag(in)
	case *intent.Release:
		h.Release()
	case *intent.Cancel:
		h.Cancel()
	case *intent.SetTool:
		h.Choose(in.Name)
	case *intent.SetBrush:
		h.Brush = in.Value
	default:
		h.t.Fatalf("%T is not the pointer's", in)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h hand) stroke(places ...[]float64) { h.t.Helper(); h.press(false, places...) }

// press draws a stroke, with other of the other class.
func (h hand) press(other bool, places ...[]float64) {
	h.t.Helper()
	h.do(&intent.Press{At: places[0], Radius: 0.05, Other: other})
	for _, at := range places[1:] {
		h.do(&intent.Drag{At: at, Radius: 0.05})
	}
	h.do(&intent.Release{})
}

// steps returns the number of steps that can be undone.
func (h hand) steps() int { _, at := h.w.States(); return at }

func TestDrawsPointsApart(t *testing.T) {
	h := pointing(t, "ring")
	_ = h.w.Commit(h.w.Now().Cleared(), nil)
	steps := h.steps()
	h.stroke([]float64{-0.9, 0}, []float64{-0.5, 0}, []float64{0.3, 0.3})
	now := h.w.Now()
	for i := range now.Samples() - 1 {
		if d := now.Distance(h.w.PlaceOf(i), h.w.PlaceOf(i+1)); math.Abs(d-0.1) > 1e-3 {
			t.Errorf("points %d and %d are %g apart", i, i+1, d)
		}
	}
	if now.Samples() != 13 || h.steps() != steps+1 {
		t.Errorf("%d points in %d steps", now.Samples(), h.steps()-steps)
	}
}

// TestStrokeEndsAtTheLimit draws over the largest number of points: those that have room are there, and what has none is refused and leaves
// no gesture open. Of the points of a brush there are as many as have room.
func TestStrokeEndsAtTheLimit(t *testing.T) {
	h, rows := pointing(t, "ring"), make([][]float64, workspace.MaxDrawn-2)
	for i := range rows {
		rows[i] = []float64{0.1 + 0.0001*float64(i%70), 0.1 + 0.0001*float64(i/70), 1}
	}
	if err := h.w.Commit(h.w.Now().Cleared(), nil); err != nil || h.w.PutRows(0, rows, true) != nil {
		t.Fatal(err)
	}
	for brush, places := range map[float64][][]float64{0: {{-0.9, -0.9}, {-0.5, -0.9}}, 5: {{-0.9, -0.9}}} {
		h.do(&intent.SetBrush{Value: brush})
		h.stroke(places...)
		revision := h.w.Revision
		err := h.Press(&intent.Press{At: []float64{-0.1, -0.9}, Radius: 0.01})
		if n := h.w.Now().Samples(); n != workspace.MaxDrawn || err == nil || !strings.Contains(err.Error(), strconv.Itoa(n)) {
			t.Errorf("brush %g: %d points, and then %v", brush, n, err)
		}
		if h.open || h.w.Revision != revision {
			t.Errorf("brush %g: the press that was refused changed something", brush)
		}
		h.w.Undo()
	}
}

func TestToolsDoWhatTheySay(t *testing.T) {
	h := pointing(t, "ring")
	_ = h.w.Commit(h.w.Now().Cleared(), nil)
	for _, at := range [][]float64{{0, 0}, {0.5, 0.5}, {-0.5, 0.5}} {
		h.stroke(at)
	}
	h.do(&intent.SetTool{Name: "move"})
	h.stroke([]float64{0.01, 0}, []float64{9, -9}) // as far as a pointer can be
	if at := h.w.PlaceOf(0); at[0] != 4.6 || at[1] != -4.6 {
		t.Errorf("the point is at %v", at)
	}
	h.do(&intent.SetTool{Name: "label"})
	h.stroke([]float64{0.5, 0.5}, []float64{-0.5, 0.5})
	if y := h.w.Now().Y; !slices.Equal(y, []float64{1, -1, -1}) {
		t.Errorf("labels %v", y)
	}
	h.do(&intent.SetTool{Name: "select"})
	h.stroke([]float64{0.5, 0.5}, []float64{0.6, 0.4})
	if got := h.w.Selected(); !slices.Equal(got, []int{1}) || h.w.PlaceOf(1) != (protocol.Vec{0.6, 0.4}) {
		t.Errorf("%v selected, at %v", got, h.w.PlaceOf(1))
	}
	h.do(&intent.SetTool{Name: "erase"})
	h.stroke([]float64{0.6, 0.4})
	if h.w.Now().Samples() != 2 || h.w.Selected() != nil {
		t.Errorf("%d points left", h.w.Now().Samples())
	}
	h.do(&intent.SetTool{Name: "draw"})
	h.do(&intent.SetBrush{Value: 10})
	h.stroke([]float64{0, 0})
	for i := 2; i < h.w.Now().Samples(); i++ {
		if at := h.w.PlaceOf(i); math.Hypot(at[0], at[1]) > h.Radius()+1e-4 {
			t.Errorf("the brush reaches %v", at)
		}
	}
	if h.w.Now().Samples() != 2+sprayed {
		t.Errorf("%d points", h.w.Now().Samples())
	}
}

// TestGesturesCanBeCancelled plays random gestures. Each is at most one step, and a cancelled one changes nothing: what was undone before
// can still be redone.
func TestGesturesCanBeCancelled(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 1))
		h := pointing(t, []string{"ring", "valley", "saddle", "shell", "masked"}[rng.IntN(5)])
		place := func() []float64 {
			at := make([]float64, h.w.Now().Axes())
			for k := range at {
				at[k] = 2.4*rng.Float64() - 1.2
			}
			return at
		}
		for range rapid.IntRange(1, 6).Draw(r, "gestures") {
			h.do(&intent.SetTool{Name: intent.Tools[rng.IntN(len(intent.Tools))]})
			h.do(&intent.SetBrush{Value: float64(rng.IntN(2) * 8)})
			if rng.IntN(3) == 0 {
				h.w.Undo()
			}
			before, steps := h.w.States()
			h.do(&intent.Press{At: place(), Radius: 0.1, More: rng.IntN(2) == 0})
			for range rng.IntN(4) {
				h.do(&intent.Drag{At: place(), Radius: 0.1})
			}
			if rng.IntN(2) == 0 {
				h.do(&intent.Cancel{})
				if after, at := h.w.States(); !slices.Equal(before, after) || at != steps {
					r.Fatal("a gesture that was cancelled left something")
				}
			} else {
				h.do(&intent.Release{})
				if h.steps() > steps+1 {
					r.Fatalf("a gesture made %d steps", h.steps()-steps)
				}
			}
			h.do(&intent.Drag{At: place(), Radius: 0.1})
			if h.grabbed != -1 && !h.open {
				r.Fatal("a point is grabbed without a press")
			}
			h.End()
		}
	})
}

// TestDragsGoByTheirPath demands that one drag with a path draws, labels and erases what a drag to each of its places does.
func TestDragsGoByTheirPath(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		preset := rapid.SampledFrom([]string{"ring", "valley", "stripe"}).Draw(r, "preset")
		tool := rapid.SampledFrom(intent.Tools).Draw(r, "tool")
		brush := rapid.SampledFrom([]float64{0, 8}).Draw(r, "brush")
		stepwise, at := pointing(t, preset), []float64(nil)
		axes := stepwise.w.Now().Axes()
		places := rapid.SliceOfN(rapid.SliceOfN(rapid.Float64Range(-1.2, 1.2), axes, axes), 2, 6).Draw(r, "places")
		first, last := places[0], places[len(places)-1]
		for _, place := range places[1 : len(places)-1] {
			at = append(at, place...)
		}
		atOnce := pointing(t, preset)
		for _, h := range []hand{stepwise, atOnce} {
			h.do(&intent.SetTool{Name: tool})
			h.do(&intent.SetBrush{Value: brush})
			h.do(&intent.Press{At: first, Radius: 0.1})
		}
		for _, place := range places[1:] {
			stepwise.do(&intent.Drag{At: place, Radius: 0.1})
		}
		atOnce.do(&intent.Drag{At: last, Radius: 0.1, Path: at})
		if !reflect.DeepEqual(stepwise.w.Now().Stored(), atOnce.w.Now().Stored()) {
			r.Fatalf("%d points after a drag to each place, %d after one along all of them", stepwise.w.Now().Samples(), atOnce.w.Now().Samples())
		}
	})
}

// TestOtherClass draws and labels the other class of two, and the next one of several.
func TestOtherClass(t *testing.T) {
	h := pointing(t, "ring")
	_ = h.w.Commit(h.w.Now().Cleared(), nil)
	h.press(false, []float64{0, 0})
	h.press(true, []float64{0.5, 0.5}, []float64{0.5, 0.38})
	h.press(false, []float64{-0.5, 0})
	if y := h.w.Now().Y; !slices.Equal(y, []float64{1, -1, -1, 1}) {
		t.Errorf("labels %v", y)
	}
	h.press(true, []float64{0, 0}, []float64{-0.2, 0}, []float64{-0.5, 0})
	if y := h.w.Now().Y; !slices.Equal(y, []float64{-1, -1, -1, -1}) || h.w.PlaceOf(0) != (protocol.Vec{}) {
		t.Errorf("labels %v after the other class was given to two points", y)
	}
	h.do(&intent.SetBrush{Value: 8})
	h.press(true, []float64{0.9, -0.9})
	if n := h.w.Now().Samples(); n != 4+sprayed || h.w.Now().Y[n-1] != -1 {
		t.Errorf("a brush of the other class leaves %v", h.w.Now().Y)
	}
	h = pointing(t, "largest")
	n := h.w.Now().Samples()
	for _, c := range []struct{ class, want int }{{1, 2}, {3, 1}} {
		h.w.LabelChoice.Class = c.class
		h.press(true, []float64{1.1, 1.1 - float64(c.class)/5})
		n++
		if h.w.Now().Samples() != n || h.w.Now().Class(n-1) != c.want || h.w.Label() != float64(c.class) {
			t.Errorf("with class %d the other one is %d, want %d", c.class, h.w.Now().Class(n-1), c.want)
		}
	}
	h.do(&intent.SetTool{Name: "label"})
	h.press(true, []float64{1.1, 0.9})
	if h.w.Now().Class(n-2) != 1 {
		t.Errorf("the label tool gives class %d, want that after 3", h.w.Now().Class(n-2))
	}
	h = pointing(t, "valley") // the label is the height of the pointer
	h.press(true, []float64{1.1, 0.5})
	if y := h.w.Now().Y; y[len(y)-1] != 0.5 {
		t.Errorf("a point of one feature at 0.5 has the label %g", y[len(y)-1])
	}
}

// TestGestureEndsWithTheDataOfOthers: a change that the pointer has not made ends its gesture.
func TestGestureEndsWithTheDataOfOthers(t *testing.T) {
	h := pointing(t, "ring")
	at := h.w.PlaceOf(0)
	h.do(&intent.Press{At: at[:2], Radius: 0.05})
	h.do(&intent.Drag{At: []float64{0.3, 0.3}, Radius: 0.05})
	h.EndUnlessDrawing()
	if h.grabbed != 0 || !h.open {
		t.Fatal("the gesture ends by its own change")
	}
	h.w.Undo()
	h.EndUnlessDrawing()
	if h.grabbed != -1 || h.open || h.w.PlaceOf(0) != at {
		t.Error("the gesture goes on after the point has moved back")
	}
}
