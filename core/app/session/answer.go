package session

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/verify"
	"conelab/core/app/view"
	"conelab/core/app/workspace"
)

// Page returns the page's part of the answer.
func (s *Session) Page() *protocol.Page {
	p := &protocol.Page{Status: "empty", Message: messages.StartMessage, Busy: s.Busy(), Idle: s.Idle(), Racing: s.racing(),
		Kept: !s.unsaved(), Notice: s.notice}
	s.work.PageTo(p)
	p.Tool, p.Brush = s.pointer.Tool(), s.pointer.Brush()
	p.Import, p.Check = s.importer.Page(), s.check.Verdict()
	s.training.PageTo(p)
	s.jobs.PageTo(p, s.shown.Best())
	now := s.shown.Now()
	now.PageTo(p)
	s.appraisal.PageTo(p, s.training, s.shown.ShowsClaim())
	now.StripTo(&p.Strip)
	p.Revision = s.revision()
	return p
}

// SnapshotTo writes the view's part of the answer to dst, reusing its slices.
func (s *Session) SnapshotTo(dst *protocol.Snapshot) {
	s.shown.Now().SnapshotTo(dst)
	dst.Revision = s.revision()
}

// Plain returns what is drawn of the data without WebGL: see view.Subject.
func (s *Session) Plain() (shown *protocol.Snapshot, features, more int) {
	return s.shown.Now().Plain()
}

// counter counts how often a value has changed.
type counter[T comparable] struct {
	last  T
	count uint32
}

func (c *counter[T]) of(now T) uint32 {
	if now != c.last {
		c.last = now
		c.count++
	}
	return c.count
}

// look is the state of the view and the tools: see protocol.Revision. Each part holds its own as one comparable value, so that what a part
// adds to it is compared as well.
type look struct {
	work      workspace.Look
	label     float64 // which the data decide as well
	pointer   view.Pointer
	animation view.Playback
	focus     view.Focus
	verdict   *protocol.PageCheck
	waiting   *protocol.PageImport
	notice    string
	argument  uint32
}

// worked is the progress of the jobs, the optimum they are compared with, and the alternatives tried to improve the fit.
type worked struct {
	jobs  int
	best  solve.Optimum
	tried verify.Progress
}

// revision returns the revision of the current answer.
func (s *Session) revision() protocol.Revision {
	return protocol.Revision{
		Data: s.work.Revision(), Solved: s.training.Revision(), Solution: s.shown.Revision(),
		Jobs: s.worked.of(worked{s.jobs.Revision(), s.shown.Best(), s.appraisal.Progress()}),
		Look: s.looks.of(look{
			s.work.Look, s.work.Label(), *s.pointer, s.player.Playback, s.shown.Focus, s.check.Verdict(), s.importer.Page(), s.notice,
			s.argument.Count(),
		}),
	}
}
