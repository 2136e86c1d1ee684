package session

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
)

// Page returns the page's part of the answer.
func (s *Session) Page() *protocol.Page {
	p := &protocol.Page{Status: "empty", Message: messages.StartMessage, Busy: s.Busy(), Idle: s.Idle(), Racing: s.racing(), Kept: !s.keeping(), Notice: s.notice}
	s.work.PageTo(p)
	p.Tool, p.Brush = s.pointer.Tool(), s.pointer.Brush()
	p.Import, p.Check = s.importer.Page(), s.check.Verdict()
	s.foundTo(p)
	s.solvingTo(p)
	s.jobs.PageTo(p, s.stage.Best())
	s.stage.PageTo(p)
	if t := s.work.Now(); s.layers.Fits(t) {
		s.appraisal.LayersTo(p, t, s.layers, s.stage.Chosen(), s.check.Display() != nil)
	} else {
		s.appraisal.PageTo(p, t, s.solution, s.check.Display() != nil)
	}
	s.stage.StripTo(&p.Strip)
	p.Revision = s.revision()
	return p
}

// foundTo writes the solution to the page; with several layers, that of the chosen layer.
func (s *Session) foundTo(p *protocol.Page) {
	t := s.work.Now()
	if !s.layers.Fits(t) {
		s.solution.PageTo(p)
		return
	}
	s.layers.View(s.stage.Chosen()).Solution.PageTo(p)
	p.Solves, p.Seconds = s.solution.Solves(), 0
	p.Strip.Stale = p.Stale
	for _, seconds := range s.layers.Seconds() {
		p.Seconds += seconds
	}
}

// solvingTo writes the progress of solving the present state, if it is being solved.
func (s *Session) solvingTo(p *protocol.Page) {
	t := s.work.Now()
	if p.Solving = s.solution.Solving(t); t.Layers() > 1 {
		p.Solving = s.layers.Solving(t)
	}
	if p.Solving != nil {
		p.Status, p.Message = "solving", ""
	}
}

// SnapshotTo writes the view's part of the answer to dst, reusing its slices.
func (s *Session) SnapshotTo(dst *protocol.Snapshot) {
	s.stage.SnapshotTo(dst)
	dst.Revision = s.revision()
}
