package session

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"conelab/core/document"
	"conelab/core/wire"
)

const (
	// maxDrawn bounds the number of points that can be drawn by hand.
	maxDrawn = 5000
	// widestBrush is the largest radius of the brush, in per cent of the window.
	widestBrush = 30
	// sprayed is how many points a brush leaves at each of its places, which are a radius apart.
	sprayed = 3
)

// gesture is a pointer gesture on the data between press and release.
type gesture struct {
	open    bool
	changed bool    // a step of the undo history has been made for it
	grabbed int     // index of the point that moves along, or -1
	paint   float64 // the label that the label tool gives during this gesture, 0 before the first point
	last    place
	// Of the tool that selects: where the grabbed point was, whether the gesture selected it, and whether a tap adds to the selection.
	start       place
	fresh, more bool
}

// place is where a pointer is: the d features of a point, for d = 1 the feature and the label.
type place [3]float64

// tools are the names of the tools in intents.
var tools = map[string]wire.Tool{"draw": wire.ToolDraw, "move": wire.ToolMove, "label": wire.ToolLabel, "erase": wire.ToolErase, "select": wire.ToolSelect}

func (s *Session) useTool(name string) error {
	if _, ok := tools[name]; ok {
		s.finishGesture()
		s.tool = name
		return nil
	}
	return errors.New("There is no tool " + strconv.Quote(document.Clip(name)) + ".")
}

func (s *Session) useLabel(value float64) error {
	if s.outputs > 1 {
		return s.useClass(value)
	}
	return s.useSign(value)
}

// useSign chooses the label of new points where there is one output.
func (s *Session) useSign(value float64) error {
	if value != 1 && value != -1 {
		return errors.New("The label to draw with must be 1 or -1, but it is " + number(value) + ".")
	}
	s.label = value
	return nil
}

// useClass chooses the class of new points.
func (s *Session) useClass(value float64) error {
	if count := s.classCount(); !(value >= 1 && value <= float64(count)) || value != math.Trunc(value) {
		return errors.New("The class to draw with must be a whole number from 1 to " + strconv.Itoa(count) + ", but it is " + number(value) + ".")
	}
	s.classLabel = int(value)
	return nil
}

func (s *Session) useBrush(value float64) error {
	if !(value >= 0 && value <= widestBrush) {
		return errors.New("The brush must be between 0 and " + strconv.Itoa(widestBrush) + " per cent of the window, but it is " + number(value) + ".")
	}
	s.brush = value
	return nil
}

// brushRadius returns the radius of the brush in data units, 0 where single points are drawn. Only in the plane is there a brush.
func (s *Session) brushRadius() float64 {
	if s.d != 2 {
		return 0
	}
	return s.brush / 100 * 2 * s.window.Half
}

// axes returns how many numbers a place has.
func (s *Session) axes() int { return max(2, s.d) }

// scale returns what to multiply the differences of axis k with, so that equal distances look equal: the label's axis has its own scale.
func (s *Session) scale(k int) float64 {
	if s.d == 1 && k == 1 {
		return s.window.Half / s.window.Rise
	}
	return 1
}

// where returns the place of point i, whereIn that in a state before with points of the same kind.
func (s *Session) where(i int) place { return s.whereIn(&s.state, i) }

func (s *Session) whereIn(t *state, i int) (at place) {
	copy(at[:], t.x[i*t.d:(i+1)*t.d])
	switch {
	case t.d != 1:
	case s.compares():
		at[1] = 1
	default:
		at[1] = t.y[s.output()*t.samples()+i]
	}
	return at
}

// height returns the label of point i for the chosen output, or where the outputs of one feature are compared that for its own class's.
func (s *Session) height(i int) float64 {
	if s.d == 1 && s.compares() {
		return 1
	}
	return s.y[s.output()*s.samples()+i]
}

// put moves point i, which must be writable, to a place. For a loss that takes classes, the label of one feature is the side of zero.
func (s *Session) put(i int, at place) {
	for k := range s.d {
		s.x[i*s.d+k] = rounded(at[k], s.window.Half)
	}
	if s.d > 1 {
		return
	}
	if s.outputs > 1 {
		if s.classCount() == 0 {
			s.y[s.output()*s.samples()+i] = rounded(at[1], s.window.Rise)
		}
		return
	}
	s.y[i] = rounded(at[1], s.window.Rise)
	if s.classes() {
		s.y[i] = 1
		if at[1] < 0 {
			s.y[i] = -1
		}
	}
	s.relabelled(i)
}

// relabelled says that the user has given point i its label, which is clean as it is.
func (s *Session) relabelled(i int) {
	if s.clean == nil {
		return
	}
	for at := i; at < len(s.y); at += s.samples() {
		s.clean[at] = s.y[at]
	}
}

// rounded returns v to four decimals of the window's half: less than can be seen, so that documents and links with drawn points are short.
func rounded(v, half float64) float64 {
	decimals := 4 - math.Floor(math.Log10(half))
	if !(math.Abs(decimals) < 300) {
		return v
	}
	if unit := math.Pow(10, math.Abs(decimals)); decimals < 0 {
		v = math.Round(v/unit) * unit
	} else if scaled := v * unit; math.Abs(scaled) < 1<<52 { // what is larger has no decimals to lose
		v = math.Round(scaled) / unit
	}
	return v
}

func (s *Session) distance(a, b place) float64 {
	sum := 0.0
	for k := range s.axes() {
		difference := (a[k] - b[k]) * s.scale(k)
		sum += difference * difference
	}
	return math.Sqrt(sum)
}

// pointer carries out press and drag.
func (s *Session) pointer(in *intent) error {
	if s.exhibit != nil {
		return errors.New("The stage shows the matrix under check; go back to your data to draw.")
	}
	if !s.drawable() {
		return errors.New("Points can be drawn for a dense network with up to three features; this problem has another shape.")
	}
	if s.outputs > 1 && s.classCount() == 0 && (s.tool == "draw" || s.tool == "label") {
		return errors.New("Each label here is a row of " + strconv.Itoa(s.outputs) + " numbers, which the pointer cannot give; points can be moved and erased, and the table has their labels.")
	}
	if len(in.At) != s.axes() || !(in.Radius > 0) {
		return errors.New("A pointer intent needs a place of " + strconv.Itoa(s.axes()) + " numbers and a radius above 0.")
	}
	var at place
	for k, v := range in.At {
		at[k] = s.inside(k, v)
	}
	if in.Do == "press" {
		s.finishGesture()
		s.gesture = gesture{open: true, grabbed: -1, last: at}
		return s.press(at, in)
	}
	if !s.gesture.open {
		return nil // the rest of a gesture that was cancelled
	}
	return s.drag(at, in)
}

// inside clamps coordinate k of a place to the window, so that no point gets lost outside.
func (s *Session) inside(k int, v float64) float64 {
	center, half := s.window.Center[k], s.window.Half
	if s.d == 1 && k == 1 {
		center, half = s.window.Level, s.window.Rise
	}
	return math.Max(center-half, math.Min(center+half, v))
}

// touched returns the point that an intent means, or -1.
func (s *Session) touched(at place, in *intent) int {
	if in.Index == nil {
		return s.nearest(at, in.Radius)
	}
	if *in.Index < 0 || *in.Index >= s.samples() {
		return -1
	}
	return *in.Index
}

func (s *Session) press(at place, in *intent) error {
	under := s.touched(at, in)
	switch s.tool {
	case "draw":
		if s.brushRadius() > 0 {
			return s.spray(at)
		}
		if under >= 0 {
			s.gesture.grabbed = under
			return nil
		}
		if err := s.add(at); err != nil {
			return err
		}
		if s.d == drawnFeatures { // the rest of the gesture lifts it from the floor
			s.gesture.grabbed = s.samples() - 1
		}
	case "move":
		s.gesture.grabbed = under
	case "label":
		s.relabel(at, under)
	case "erase":
		s.erase(at, under, in.Radius)
	case "select":
		if under >= 0 {
			s.grab(under, in.More)
		}
	}
	return nil
}

func (s *Session) drag(at place, in *intent) error {
	if g := s.gesture.grabbed; g >= 0 && s.tool == "select" {
		s.carry(at)
		return nil
	} else if g >= 0 {
		s.edit(0)
		s.put(g, at)
		return nil
	}
	switch s.tool {
	case "draw":
		if s.brushRadius() > 0 {
			return s.stroke(at, s.brushRadius(), s.spray)
		}
		return s.stroke(at, 2*in.Radius, s.add)
	case "label":
		s.relabel(at, s.touched(at, in))
	case "erase":
		s.erase(at, s.touched(at, in), in.Radius)
	}
	return nil
}

// stroke draws from the last place to at, at places so far apart.
func (s *Session) stroke(at place, apart float64, draw func(place) error) error {
	for {
		distance := s.distance(at, s.gesture.last)
		if distance < apart {
			return nil
		}
		next := s.gesture.last
		for k := range next {
			next[k] += apart / distance * (at[k] - next[k])
		}
		if err := draw(next); err != nil {
			return err
		}
	}
}

func (s *Session) add(at place) error {
	if s.samples() >= maxDrawn {
		return errors.New("There are " + strconv.Itoa(maxDrawn) + " points already; erase some to draw more.")
	}
	s.edit(1)
	s.x = append(s.x, at[:s.d]...)
	s.grow()
	s.put(s.samples()-1, at)
	s.gesture.last = at
	return nil
}

// grow adds the labels of a new point to y, which must be writable; it is trained on, and its labels are clean.
func (s *Session) grow() {
	row := make([]float64, s.outputs)
	if s.outputs == 1 {
		row[0] = s.label
	} else {
		low := s.low()
		for o := range row {
			row[o] = low
		}
		row[s.newClass()-1] = 1
	}
	n := s.samples()
	s.y = withRow(s.y, n, row)
	if s.held != nil {
		s.held = append(s.held, false)
	}
	if s.clean != nil {
		s.clean = withRow(s.clean, n, row)
	}
}

// withRow adds a row to n labels for each output, output by output.
func withRow(y []float64, n int, row []float64) []float64 {
	y = append(y, row...)
	for o := len(row) - 1; o >= 0; o-- {
		copy(y[o*(n+1):o*(n+1)+n], y[o*n:(o+1)*n])
		y[o*(n+1)+n] = row[o]
	}
	return y
}

// spray adds points at random under the brush. The same gesture on the same points draws the same.
func (s *Session) spray(at place) error {
	rng, radius := rand.New(rand.NewPCG(uint64(s.samples()), 1)), s.brushRadius()
	for range sprayed {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		r := radius * math.Sqrt(rng.Float64())
		if err := s.add(place{s.inside(0, at[0]+r*cos), s.inside(1, at[1]+r*sin)}); err != nil {
			return err
		}
	}
	s.gesture.last = at
	return nil
}

// relabel flips the sign of the labels under the brush, or of the point i: all that the gesture meets get the sign of the first. Where each
// class has an output, they get the class of new points.
func (s *Session) relabel(at place, i int) {
	radius := s.brushRadius()
	if radius == 0 {
		s.paint(i)
		return
	}
	s.paint(s.nearest(at, radius)) // decides the sign
	for j := range s.samples() {
		if s.distance(s.where(j), at) <= radius {
			s.paint(j)
		}
	}
}

// paint gives the label of point i, if there is one, the gesture's sign, or the class of new points.
func (s *Session) paint(i int) {
	if i < 0 {
		return
	}
	if s.outputs > 1 {
		if s.class(i) != s.newClass() {
			s.edit(0)
			s.give(i, s.newClass())
			s.relabelled(i)
		}
		return
	}
	size := math.Abs(s.y[i])
	if size == 0 {
		size = 1
	}
	if s.gesture.paint == 0 {
		s.gesture.paint = 1
		if s.y[i] > 0 {
			s.gesture.paint = -1
		}
	}
	if label := s.gesture.paint * size; label != s.y[i] {
		s.edit(0)
		s.y[i] = label
		s.relabelled(i)
	}
}

// erase removes the points under the brush, or within the radius; in space the point i, the one that is seen under the pointer.
func (s *Session) erase(at place, i int, radius float64) {
	gone := func(j int) bool { return j == i }
	if s.d < drawnFeatures {
		radius = math.Max(radius, s.brushRadius())
		i = s.nearest(at, radius)
		gone = func(j int) bool { return s.distance(s.where(j), at) <= radius }
	}
	if i < 0 {
		return
	}
	s.edit(0)
	s.point = -1
	kept := make([]int, 0, s.samples())
	for j := range s.samples() {
		if !gone(j) {
			kept = append(kept, j)
		}
	}
	s.keepOnly(kept)
	s.tidy()
}

// keepOnly drops all points but these, in order, from what must be writable.
func (s *Session) keepOnly(kept []int) {
	n := s.samples()
	labels := func(y []float64) []float64 {
		for o := range s.outputs {
			for k, j := range kept {
				y[o*len(kept)+k] = y[o*n+j]
			}
		}
		return y[:s.outputs*len(kept)]
	}
	for k, j := range kept {
		copy(s.x[k*s.d:(k+1)*s.d], s.x[j*s.d:(j+1)*s.d])
		if s.held != nil {
			s.held[k] = s.held[j]
		}
	}
	if s.held != nil {
		s.held = s.held[:len(kept)]
	}
	if s.clean != nil {
		s.clean = labels(s.clean)
	}
	s.x, s.y = s.x[:s.d*len(kept)], labels(s.y)
}

// edit makes all that is known of the points writable, with room for more points: the first edit of a gesture is a step of the history and works on copies.
func (s *Session) edit(more int) {
	if s.gesture.changed {
		s.touch()
		return
	}
	next := s.state
	next.preset = ""
	next.x = append(make([]float64, 0, len(s.x)+s.d*(more+32)), s.x...)
	next.y = append(make([]float64, 0, len(s.y)+s.outputs*(more+32)), s.y...)
	next.held, next.clean = slices.Clone(s.held), slices.Clone(s.clean)
	s.change(next)
	s.gesture.changed = true
}

// nearest returns the point closest to at within the radius, or -1.
func (s *Session) nearest(at place, radius float64) int {
	best, index := radius, -1
	for i := range s.samples() {
		if distance := s.distance(s.where(i), at); distance <= best {
			best, index = distance, i
		}
	}
	return index
}

// release ends the gesture; cancel takes it back.
func (s *Session) release() { s.gesture = gesture{grabbed: -1} }

func (s *Session) cancel() {
	if s.gesture.changed || strings.HasPrefix(s.sliding, "row ") {
		s.state = s.undo[len(s.undo)-1]
		s.undo = s.undo[:len(s.undo)-1]
		s.touch()
	}
	s.finishGesture()
}
