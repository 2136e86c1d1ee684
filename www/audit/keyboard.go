package audit

import (
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// stop is a control, as the Tab key finds it.
type stop struct {
	// Index numbers the controls of the page in the order of the document; -1 is outside, -2 one that is no control.
	Index int
	// Where is the element, Group the choice or list of tabs of which it is a member.
	Where, Group string
	// Known says that a walk before this one came to it, Seen that it is not covered.
	Known, Seen bool
	Faults      []Fault
}

const (
	outside  = -1   // the index of a stop that is not in the page
	most     = 2000 // more than a page has controls
	patience = 5    // stops outside of the page, one after the other
)

// Walk goes through the page with the Tab key, from where the keys are, until it comes round or there is no control left that no walk came to.
// It finds controls that neither Tab nor, in a group that Cycle was through, the arrow keys reach, that show no ring, are covered, or come
// against the order in which one reads.
func (p Page) Walk() []Fault {
	p.visit.Judge.Helper()
	var faults []Fault
	controls := ask[[]stop](p, "stops")
	reached, visited := map[int]bool{}, map[int]bool{}
	for _, c := range controls {
		reached[c.Index] = c.Known
	}
	for nowhere := 0; nowhere < patience && len(visited) < most && len(p.left(controls, reached)) > 0; {
		s := p.next()
		if s.Index == outside { // between the last control and the first
			nowhere++
			continue
		}
		if visited[s.Index] {
			break
		}
		nowhere = 0
		visited[s.Index], reached[s.Index] = true, true
		faults = append(faults, s.Faults...)
		if !s.Seen {
			faults = append(faults, Fault{"focus", s.Where, "is covered while it has the keys"})
		}
	}
	for _, c := range p.left(controls, reached) {
		faults = append(faults, Fault{"keys", c.Where, "is not come to"})
	}
	return faults
}

// next presses Tab and returns the control to which it leads.
func (p Page) next() stop {
	p.visit.Judge.Helper()
	p.visit.Do(chromedp.KeyEvent(kb.Tab))
	s := ask[stop](p, "stop", true)
	if s.Index >= 0 && !s.Seen { // what covers it may make way in the next frame
		p.visit.Frames(2)
		s.Seen = ask[stop](p, "stop", false).Seen
	}
	return s
}

// left returns the controls that are not reached, nor members of a group that the arrow keys go through and of which one is.
func (p Page) left(controls []stop, reached map[int]bool) (left []stop) {
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

// Cycle goes round each choice and list of tabs, and up and down each column of a table that has such, with the arrow keys, unless it has been
// through it before; it reports whether there were any. The same member is chosen afterwards, but what a choice does is done.
func (p Page) Cycle() (any bool, faults []Fault) {
	p.visit.Judge.Helper()
	members := map[string]map[int]bool{} // whether a key came to it
	for _, c := range ask[[]stop](p, "stops") {
		if c.Group != "" && !p.cycled[c.Group] {
			if members[c.Group] == nil {
				members[c.Group] = map[int]bool{}
			}
			members[c.Group][c.Index] = false
		}
	}
	for name, group := range members {
		p.visit.Rest() // what the choice before has changed
		ask[bool](p, "enter", name)
		keys := []string{kb.ArrowRight}
		if strings.HasPrefix(name, "column ") {
			keys = []string{kb.ArrowUp, kb.ArrowDown} // these do not come round
		}
		for _, key := range keys {
			for range group {
				p.visit.Do(chromedp.KeyEvent(key))
				group[ask[stop](p, "stop", false).Index] = true
			}
		}
		p.cycled[name] = true
		for _, reached := range group {
			if !reached {
				faults = append(faults, Fault{"keys", name, "has members to which the arrow keys do not lead"})
			}
		}
	}
	return len(members) > 0, faults
}
