package session

import (
	"encoding/json"
	"reflect"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/store"
	"conelab/core/app/workspace"
)

// stored returns the source of documents and of stored work.
func (s *Session) stored() store.Documents { return store.Documents{Parts: s.parts, Pictures: s.pictures} }

// Revision returns the revision of the document work: it stays the same while only the settings of the controls and the position
// in the animation change. A session that resumes a work goes on from the given revision.
func (s *Session) Revision() int { return s.saver.Revision(s.userWork()) }

// userWork returns the user's work, whatever is shown.
func (s *Session) userWork() *store.Work {
	if s.beforeScene != nil {
		return s.beforeScene
	}
	return s.stored().Capture(s.pending)
}

// Share returns the present state without its history, as a document for the intents open and scene. It is as short as possible,
// since it is stored in links.
func (s *Session) Share() []byte { return s.stored().Link(s.pending) }

// resume restores saved work in place of everything.
func (s *Session) resume(in *intent.Resume) error {
	work, err := store.Read(in.Work)
	switch {
	case err != nil:
		return messages.CannotOpen(err)
	case in.Back && work.At == 0:
		return messages.Refuse("This work has nothing before its last change.")
	case in.Back:
		work.At--
	}
	s.beforeScene = nil
	s.restoreWork(work, nil)
	s.saver.Continue(s.userWork(), in.Revision)
	return nil
}

// readLink reads a shared state that can be solved here.
func (s *Session) readLink(text []byte) (*store.Work, error) {
	work, err := store.ReadLink(text)
	if err == nil && s.work.Admit != nil {
		err = s.work.Admit(work.Present())
	}
	return work, err
}

// scene shows a shared state and sets the work aside.
func (s *Session) scene(in *intent.ShowScene) error {
	scene, err := s.readLink(in.Shared)
	if err != nil {
		return messages.CannotOpen(err)
	}
	if s.beforeScene == nil {
		s.beforeScene = s.stored().Capture(s.pending)
	}
	s.restoreWork(scene, nil)
	return nil
}

// leave ends a scene and restores the work that was set aside.
func (s *Session) leave() {
	if work := s.beforeScene; work != nil {
		s.beforeScene = nil
		s.restoreWork(work, nil)
	}
}

// open opens saved work, a link, or a link on top of saved work.
func (s *Session) open(in *intent.Open) error {
	if in.Shared == nil {
		return s.openWork(in.Work)
	}
	shared, err := s.readLink(in.Shared)
	if err != nil {
		return messages.CannotOpen(err)
	}
	var scenes []json.RawMessage
	if in.Scenes != nil && json.Unmarshal(in.Scenes, &scenes) != nil {
		return messages.CannotOpen(messages.NotWork())
	}
	for i, scene := range scenes {
		if _, err := s.readLink(scene); err != nil {
			return messages.Refuse("Scene {+1} of this link cannot be opened, and nothing has changed: {}.", i, err)
		}
	}
	s.leave()
	opened := in.Work != nil && s.openWork(in.Work) == nil // unusable work is skipped
	// The work may already contain the change that was noted when the page was left; then a second step would change nothing.
	if !opened || !sameStored(s.work.Now(), shared.Present()) {
		_ = s.work.Replace(*shared.Present(), nil)
	}
	s.restoreControls(shared)
	return nil
}

// sameStored reports whether two states are the same in links.
func sameStored(a, b *workspace.State) bool {
	x, y := a.Stored(), b.Stored()
	x.PointsOf, y.PointsOf = "", ""
	return reflect.DeepEqual(x, y)
}

// openWork adds saved work on top of the present history.
func (s *Session) openWork(text []byte) error {
	work, err := store.Read(text)
	if err != nil {
		return messages.CannotOpen(err)
	}
	s.leave()
	all, at := s.work.States()
	s.restoreWork(work, all[:at+1])
	return nil
}

// restoreWork replaces the history by some earlier states, followed by those of the work, and sets the controls.
func (s *Session) restoreWork(work *store.Work, before []*workspace.State) {
	s.work.Restore(append(before, work.States...), len(before)+work.At)
	s.restoreControls(work)
}

// restoreControls sets the controls to those of the work, whose present state has just been restored. What needs a solution stays pending.
func (s *Session) restoreControls(work *store.Work) {
	s.update()
	s.pending = s.stored().ApplyControls(work)
}
