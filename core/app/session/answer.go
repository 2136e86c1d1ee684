package session

import (
	"conelab/core/app/protocol"
	"conelab/core/app/say"
)

// Page returns what the page shows beside the pictures.
func (s *Session) Page() *protocol.Page {
	p := &protocol.Page{Status: "empty", Message: say.StartMessage, Busy: s.Busy(), Idle: s.Idle(), Racing: s.racing(), Notice: s.notice}
	s.work.PageTo(p)
	p.Tool, p.Brush = s.pointer.Tool(), s.pointer.Brush()
	p.Import, p.Check = s.importer.Page(), s.check.Verdict()
	s.solution.PageTo(p)
	s.jobs.PageTo(p, s.stage.Best())
	s.stage.PageTo(p)
	s.appraisal.PageTo(p, s.solution, s.check.Exhibit() != nil)
	p.Revision = s.revision()
	return p
}

// SnapshotTo writes what the pictures show into dst, reusing its slices.
func (s *Session) SnapshotTo(dst *protocol.Snapshot) {
	s.stage.SnapshotTo(dst)
	dst.Revision = s.revision()
}
