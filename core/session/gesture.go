package session

import (
	"errors"
	"math"
	"strconv"

	"conelab/core/document"
)

// maxDrawn bounds the number of points that can be drawn by hand.
const maxDrawn = 5000

// gesture is a pointer gesture on the data between press and release.
type gesture struct {
	open    bool
	changed bool    // a step of the undo history has been made for it
	grabbed int     // index of the point that moves along, or -1
	paint   float64 // the label that the label tool gives during this gesture, 0 before the first point
	last    [2]float64
}

func (s *Session) useTool(name string) error {
	switch name {
	case "draw", "move", "label", "erase":
		s.finishGesture()
		s.tool = name
		return nil
	}
	return errors.New("There is no tool " + strconv.Quote(document.Clip(name)) + ".")
}

func (s *Session) useLabel(value float64) error {
	if value != 1 && value != -1 {
		return errors.New("The label to draw with must be 1 or -1, but it is " + number(value) + ".")
	}
	s.label = value
	return nil
}

// point carries out press and drag.
func (s *Session) point(in *intent) error {
	if !s.drawable() {
		return errors.New("Points can be drawn for a dense network with two features and one output; this problem has another shape.")
	}
	if len(in.At) != 2 || !(in.Radius > 0) {
		return errors.New("A pointer intent needs a place of two numbers and a radius above 0.")
	}
	at := [2]float64{s.inside(in.At[0], s.window.X), s.inside(in.At[1], s.window.Y)}
	if in.Do == "press" {
		s.finishGesture()
		s.gesture = gesture{open: true, grabbed: -1, last: at}
		return s.press(at, in.Radius)
	}
	if !s.gesture.open {
		return nil // the rest of a gesture that was cancelled
	}
	return s.drag(at, in.Radius)
}

// inside clamps a coordinate to the window, so that no point gets lost outside.
func (s *Session) inside(v, center float64) float64 {
	return math.Max(center-s.window.Half, math.Min(center+s.window.Half, v))
}

func (s *Session) press(at [2]float64, radius float64) error {
	nearest := s.nearest(at, radius)
	switch s.tool {
	case "draw":
		if nearest >= 0 {
			s.gesture.grabbed = nearest
			return nil
		}
		return s.add(at)
	case "move":
		s.gesture.grabbed = nearest
	case "label":
		s.relabel(nearest)
	case "erase":
		s.erase(at, radius)
	}
	return nil
}

func (s *Session) drag(at [2]float64, radius float64) error {
	if g := s.gesture.grabbed; g >= 0 {
		s.edit(0)
		s.x[2*g], s.x[2*g+1] = at[0], at[1]
		return nil
	}
	switch s.tool {
	case "draw":
		return s.stroke(at, radius)
	case "label":
		s.relabel(s.nearest(at, radius))
	case "erase":
		s.erase(at, radius)
	}
	return nil
}

// stroke adds points from the last one to at, two radii apart.
func (s *Session) stroke(at [2]float64, radius float64) error {
	for {
		dx, dy := at[0]-s.gesture.last[0], at[1]-s.gesture.last[1]
		distance := math.Hypot(dx, dy)
		if distance < 2*radius {
			return nil
		}
		step := 2 * radius / distance
		if err := s.add([2]float64{s.gesture.last[0] + step*dx, s.gesture.last[1] + step*dy}); err != nil {
			return err
		}
	}
}

func (s *Session) add(at [2]float64) error {
	if len(s.y) >= maxDrawn {
		return errors.New("There are " + strconv.Itoa(maxDrawn) + " points already; erase some to draw more.")
	}
	s.edit(1)
	s.x, s.y = append(s.x, at[0], at[1]), append(s.y, s.label)
	s.gesture.last = at
	return nil
}

// relabel flips the sign of point i, and of all that the gesture meets after it to the same.
func (s *Session) relabel(i int) {
	if i < 0 {
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
	}
}

// erase removes the points within the radius.
func (s *Session) erase(at [2]float64, radius float64) {
	if s.nearest(at, radius) < 0 {
		return
	}
	s.edit(0)
	kept := 0
	for i, y := range s.y {
		if math.Hypot(s.x[2*i]-at[0], s.x[2*i+1]-at[1]) > radius {
			s.x[2*kept], s.x[2*kept+1], s.y[kept] = s.x[2*i], s.x[2*i+1], y
			kept++
		}
	}
	s.x, s.y = s.x[:2*kept], s.y[:kept]
}

// edit makes x and y writable, with room for more points: the first edit of a gesture is a step of the history and works on copies.
func (s *Session) edit(more int) {
	if s.gesture.changed {
		s.touch()
		return
	}
	next := s.state
	next.preset = ""
	next.x = append(make([]float64, 0, len(s.x)+2*more+64), s.x...)
	next.y = append(make([]float64, 0, len(s.y)+more+32), s.y...)
	s.change(next)
	s.gesture.changed = true
}

// nearest returns the point closest to at within the radius, or -1.
func (s *Session) nearest(at [2]float64, radius float64) int {
	best, index := radius, -1
	for i := range s.y {
		if distance := math.Hypot(s.x[2*i]-at[0], s.x[2*i+1]-at[1]); distance <= best {
			best, index = distance, i
		}
	}
	return index
}

// release ends the gesture; cancel takes it back.
func (s *Session) release() { s.gesture = gesture{grabbed: -1} }

func (s *Session) cancel() {
	if s.gesture.changed {
		s.state = s.undo[len(s.undo)-1]
		s.undo = s.undo[:len(s.undo)-1]
		s.touch()
	}
	s.release()
}
