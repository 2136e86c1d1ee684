package session

// change makes next the state, as one step of the undo history. It is not inlined: a state is large, and each of many callers would carry
// the code that copies it into what the page loads.
//
//go:noinline
func (s *Session) change(next state) {
	s.undo = append(s.undo, s.state)
	s.redo = nil
	s.state = next
	s.touch()
}

// slide makes next the state within the gesture of a named control, which is one step of the history however many changes it has.
func (s *Session) slide(control string, next state, final bool) {
	if s.sliding == control {
		s.state = next
		s.touch()
	} else {
		s.finishGesture()
		s.change(next)
	}
	s.sliding = control
	if final {
		s.sliding = ""
	}
}

// travel moves one step from one end of the history to the other; undo and redo are its two directions.
func (s *Session) travel(from, to *[]state) {
	s.finishGesture()
	if len(*from) == 0 {
		return
	}
	*to = append(*to, s.state)
	source := s.source
	s.state = (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	if s.source != source { // other points
		s.selected = nil
	}
	s.touch()
}

// finishGesture ends whatever gesture is open.
func (s *Session) finishGesture() {
	s.sliding = ""
	s.release()
}

// touch says that the state has changed: there is something to solve.
func (s *Session) touch() {
	s.stale, s.running, s.way, s.race, s.study = true, false, nil, nil, nil
	if s.lens.output >= s.outputs {
		s.lens.output = 0
	}
	s.keepSelection()
	if s.exhibit != nil {
		s.exhibit, s.verdict = nil, shown(s.verdict, false)
	}
	s.revision++
}
