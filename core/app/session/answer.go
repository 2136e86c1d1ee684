package session

import (
	"conelab/core/app/protocol"
)

// Page returns the page's part of the answer.
func (s *Session) Page() *protocol.Page {
	p := &protocol.Page{}
	p.Busy, p.Idle, p.Racing, p.Notice = s.Busy(), s.IdleWork(), s.racing(), s.notice
	p.Status, p.Message = "empty", "Draw some points, or choose an example."
	s.work.PageTo(p)
	p.Tool, p.Brush = s.pointer.Tool(), s.pointer.Brush()
	p.Import, p.Check = s.importer.Page(), s.check.Verdict()
	s.training.PageTo(p)
	s.jobs.PageTo(p, s.shown.ChosenLayer().Result())
	subject := s.shown.Subject()
	subject.PageTo(p)
	s.assessment.PageTo(p, s.training)
	subject.StripTo(&p.Strip)
	p.Revision = s.revision()
	return p
}

// SnapshotTo writes the view's part of the answer to dst, reusing its slices.
func (s *Session) SnapshotTo(dst *protocol.Snapshot) { s.shown.Subject().SnapshotTo(dst) }

// Plain returns what is drawn of the data without WebGL: see view.Subject.
func (s *Session) Plain() *protocol.Snapshot { return s.shown.Subject().Plain() }

// revision returns the revision of the current answer.
func (s *Session) revision() protocol.Revision {
	return protocol.Revision{
		Data: s.work.Revision(), Solved: s.training.Revision(), Solution: s.shown.Revision(), Jobs: s.jobs.Revision(),
	}
}
