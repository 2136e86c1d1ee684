package audit

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Stop is a control, as the Tab key finds it.
type Stop struct {
	// Index numbers the controls of the page in the order of the document; -1 is outside, -2 one that is no control.
	Index int
	// Where is the element, Group the choice or list of tabs of which it is a member, Part the part of the page around it.
	Where, Group, Part string

	// Where it is in that part, unless it Moves: lies on something that does not scroll with the part.
	Left, Top, Right, Bottom float64
	// Seen says that it is not covered.
	Moves, Seen bool
	// Known says that a walk before this one came to it, New that it was in none.
	Known, New bool
	Ring       RGBA
	Back       []RGBA
}

// Walk is what Tab, and within groups the arrow keys, lead to.
type Walk struct {
	// Controls is the number of controls; Reached that of those to which Tab leads, now or in a walk before, and Members that of the others
	// of their groups, to which an arrow key leads.
	Controls, Reached, Members int
	// New is the number of controls that were in no walk before; Left are those to which nothing leads.
	New  int
	Left []Stop
	// Stops are where Tab stopped in this walk.
	Stops  []Stop
	Faults []Fault
}

const (
	outside  = -1   // the index of a stop that is not in the page
	stranger = -2   // the index of a stop that was no control when the walk began
	most     = 2000 // more than a page has controls
	patience = 5    // stops outside of the page, one after the other
)

// Walk goes through the page with the Tab key, from where the keys are, until it comes round or there is no control left that no walk came to.
// It finds controls that are not come to, neither so nor, in a group that Cycle was through, by an arrow key, that show no ring, are covered,
// or come against the order in which one reads.
func (p Page) Walk() Walk {
	p.visit.Judge.Helper()
	controls := ask[[]Stop](p, "stops", true)
	w := Walk{Controls: len(controls)}
	reached := map[int]bool{}
	for _, c := range controls {
		reached[c.Index] = c.Known
	}
	visited := map[int]bool{}
	for nowhere := 0; nowhere < patience && len(w.Stops) < most && len(p.left(controls, reached)) > 0; {
		stop := p.next()
		if stop.Index == outside { // between the last control and the first
			nowhere++
			continue
		}
		if visited[stop.Index] {
			break
		}
		nowhere = 0
		if stop.Index == stranger {
			w.Faults = append(w.Faults, Fault{"keys", stop.Where, "takes the keys, but was no control at first"})
		} else {
			visited[stop.Index], reached[stop.Index] = true, true
		}
		w.Faults = append(w.Faults, stop.faults()...)
		if n := len(w.Stops); n > 0 && stop.before(w.Stops[n-1]) {
			w.Faults = append(w.Faults, Fault{"order", stop.Where, "comes after " + w.Stops[n-1].Where + ", and stands before it"})
		}
		w.Stops = append(w.Stops, stop)
	}
	w.conclude(controls, reached, p.left(controls, reached))
	return w
}

// next presses Tab and returns the control to which it leads.
func (p Page) next() Stop {
	p.visit.Judge.Helper()
	p.visit.Do(chromedp.KeyEvent(kb.Tab))
	stop := ask[Stop](p, "stop", true)
	if stop.Index >= 0 && !stop.Seen { // what covers it may make way in the next frame
		p.visit.Frames(2)
		stop.Seen = ask[Stop](p, "stop", true).Seen
	}
	return stop
}

// conclude counts the controls, and reports those to which nothing leads.
func (w *Walk) conclude(controls []Stop, reached map[int]bool, left []Stop) {
	w.Left = left
	for _, c := range w.Left {
		w.Faults = append(w.Faults, Fault{"keys", c.Where, "is not come to"})
	}
	for _, c := range controls {
		if reached[c.Index] {
			w.Reached++
		}
		if c.New {
			w.New++
		}
	}
	w.Members = w.Controls - w.Reached - len(w.Left)
}

// left returns the controls that are not reached, nor members of a group that the arrow keys go through and of which one is.
func (p Page) left(controls []Stop, reached map[int]bool) (left []Stop) {
	open := map[string]bool{}
	for _, c := range controls {
		if p.cycled[c.Group] && reached[c.Index] {
			open[c.Group] = true
		}
	}
	for _, c := range controls {
		if !reached[c.Index] && !open[c.Group] {
			left = append(left, c)
		}
	}
	return left
}

// Cycle goes round each choice and list of tabs, and up and down each column of a table that has such, with the arrow keys, but for those it was through before, and returns those that it was
// through now. The same member is chosen afterwards, but what a choice does is done.
func (p Page) Cycle() (through []string, faults []Fault) {
	p.visit.Judge.Helper()
	members := map[string]map[int]bool{} // whether a key came to it
	for _, c := range ask[[]Stop](p, "stops", false) {
		if c.Group != "" && !p.cycled[c.Group] {
			if members[c.Group] == nil {
				members[c.Group] = map[int]bool{}
				through = append(through, c.Group)
			}
			members[c.Group][c.Index] = false
		}
	}
	for _, name := range through {
		p.visit.Rest() // what the choice before has changed
		ask[any](p, "enter", name)
		keys := []string{kb.ArrowRight}
		if strings.HasPrefix(name, "column ") {
			keys = []string{kb.ArrowUp, kb.ArrowDown} // these do not come round
		}
		for _, key := range keys {
			for range members[name] {
				p.visit.Do(chromedp.KeyEvent(key))
				members[name][ask[Stop](p, "stop", false).Index] = true
			}
		}
		p.cycled[name] = true
		for _, reached := range members[name] {
			if !reached {
				faults = append(faults, Fault{"keys", name, "has members to which the arrow keys do not lead"})
			}
		}
	}
	return through, faults
}

func (s Stop) faults() (faults []Fault) {
	back := flatten(s.Back)
	if got := contrast(s.Ring.over(back), back); got < graphic {
		faults = append(faults, Fault{"focus", s.Where, fmt.Sprintf("has a ring of %.2f:1", got)})
	}
	if !s.Seen {
		faults = append(faults, Fault{"focus", s.Where, "is covered while it has the keys"})
	}
	return faults
}

// before says whether a control stands before another one of its part of the page, in lines from left to right.
func (s Stop) before(other Stop) bool {
	if s.Part != other.Part || s.Moves || other.Moves {
		return false
	}
	above := s.Bottom <= other.Top+1 && s.Left < other.Right
	left := s.Right <= other.Left+1 && s.Top < other.Bottom-4 && other.Top < s.Bottom-4
	return above || left
}
