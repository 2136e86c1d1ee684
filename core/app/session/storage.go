package session

import (
	"encoding/json"
	"reflect"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/store"
	"conelab/core/app/workspace"
)

// Revision returns the revision of the document work: see store.Documents.
func (s *Session) Revision() int { return s.stored.Revision() }

// resume restores saved work in place of everything, and goes on from its revision.
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
	s.stored.Aside = nil
	s.restoreWork(work, nil)
	s.stored.Continue(in.Revision)
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
	if s.stored.Aside == nil {
		s.stored.Aside = s.stored.Capture()
	}
	s.restoreWork(scene, nil)
	return nil
}

// leave ends a scene and restores the work that was set aside.
func (s *Session) leave() {
	if work := s.stored.Aside; work != nil {
		s.stored.Aside = nil
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
	s.stored.ApplyControls(work)
}
