package session

import (
	"conelab/core/app/protocol"
)

// Page returns the page's part of the answer.
func (s *Session) Page() *protocol.Page {
	solution, content := s.training.Page(), s.pictures.Content()
	return &protocol.Page{
		PageSession: protocol.PageSession{
			Revision: protocol.Revision{
				Data: s.work.Revision, Solved: s.training.Revision(), Solution: s.pictures.Revision, Jobs: s.jobs.Revision,
			},
			Busy: s.Busy(), Idle: s.IdleWork(), Racing: s.racing(), Notice: s.notice, CanUndo: s.work.CanUndo(), CanRedo: s.work.CanRedo(),
		},
		PageData: s.work.PageData(), PagePointer: s.pointer.Page(), PageModel: s.work.PageModel(), PageSolution: solution,
		PagePictures: content.Page(), PageJobs: s.jobs.Page(s.pictures.ChosenLayer().Found),
		Strip: content.WithNote(s.assessment.Strip(s.training, &solution)), Check: s.check.Verdict, Import: s.importer.Page(),
	}
}

// SnapshotTo writes the view's part of the answer to dst, reusing its slices.
func (s *Session) SnapshotTo(dst *protocol.Snapshot) { s.pictures.Content().SnapshotTo(dst) }

// Plain returns what is drawn of the data without WebGL: see view.Content.
func (s *Session) Plain() *protocol.Snapshot { return s.pictures.Content().Plain() }
