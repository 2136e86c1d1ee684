package session

import (
	"conelab/core/app/effect"
	"conelab/core/app/persistence"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
)

// stored are the parts whose work is stored.
func (s *Session) stored() persistence.Parts {
	return persistence.Parts{Work: s.work, Pointer: s.pointer, Player: s.player, Solution: s.solution, Check: s.check}
}

// Keep returns the user's work, the undo history included, as a document that the intents resume and open take back.
// While a scene is shown, the work is what the scene has put aside.
func (s *Session) Keep() []byte {
	if s.work.Open() && s.aside == nil { // the present state changes in place
		return new(persistence.Keeper).Keep(s.kept())
	}
	return s.keeper.Keep(s.kept())
}

// kept returns the user's work.
func (s *Session) kept() *persistence.Work {
	if s.aside != nil {
		return s.aside
	}
	return s.stored().Take(s.pending)
}

// keeping reports whether there is work to write before it can be kept.
func (s *Session) keeping() bool { return s.written != s.work.Revision() && !s.work.Open() }

// write writes the work until expired reports true, so that it can be kept at once when it is asked for.
func (s *Session) write(expired func() bool) {
	if s.keeper.Work(s.kept(), expired) {
		s.written = s.work.Revision()
	}
}

// Share returns the present state, without the history, as a document that the intent open takes in. It is as short as can be, since it goes
// into links.
func (s *Session) Share() []byte { return s.stored().Link(s.stage.StoredFocus(), s.pending) }

// mostPresent is the largest count of numbers in points that are written at once after a change: that takes a few milliseconds in a page.
const mostPresent = 1 << 12

// Present is Share for a page that keeps the state at once after a change. It is empty while the state is still being changed, and where it is
// too large to be written at once; it is null while a scene is shown, which is not the user's work.
func (s *Session) Present() []byte {
	switch now := s.work.Now(); {
	case s.aside != nil:
		return []byte("null")
	case s.work.Open() || now.Samples()*(now.Features()+now.Outputs()) > mostPresent:
		return nil
	}
	return s.Share()
}

// storage takes stored work back: in place of all there is, or on top of it, so that undo leads back through it.
func (s *Session) storage(in intent.Intent) (effect.Effect, error) {
	switch in := in.(type) {
	case *intent.Resume:
		work, err := persistence.Read(in.Work)
		if err != nil {
			return 0, err
		}
		s.aside = nil
		s.takeBack(work, nil)
		return 0, nil
	case *intent.Scene:
		scene, err := persistence.ReadLink(in.Shared)
		if err != nil {
			return 0, err
		}
		if s.aside == nil {
			s.aside = s.stored().Take(s.pending)
		}
		s.takeBack(scene, nil)
		return 0, nil
	case *intent.Leave:
		s.leave()
		return 0, nil
	case *intent.Open:
		return 0, s.open(in)
	}
	return effect.Foreign, nil
}

// open opens stored work, or a link, below which stored work comes to lie.
func (s *Session) open(in *intent.Open) error {
	if in.Shared == nil {
		return s.openWork(in.Work)
	}
	shared, err := persistence.ReadLink(in.Shared)
	if err != nil {
		return err
	}
	s.leave()
	if in.Work != nil {
		_ = s.openWork(in.Work) // what cannot be used is left out
	}
	s.work.Renew(shared.Present())
	s.control(shared)
	return nil
}

// openWork takes work back on top of what there is.
func (s *Session) openWork(text []byte) error {
	work, err := persistence.Read(text)
	if err != nil {
		return err
	}
	s.leave()
	all, at := s.work.States()
	s.takeBack(work, all[:at+1])
	return nil
}

// leave brings back the work that a scene has put aside.
func (s *Session) leave() {
	if work := s.aside; work != nil {
		s.aside = nil
		s.takeBack(work, nil)
	}
}

// takeBack makes the states of work the history, on top of those before, and sets the controls.
func (s *Session) takeBack(work *persistence.Work, before []workspace.State) {
	s.work.Restore(append(before, work.States...), len(before)+work.At)
	s.control(work)
}

// control sets the controls as work says whose present state has just been taken over; the rest waits for its solution.
func (s *Session) control(work *persistence.Work) {
	s.pass(effect.Ended|effect.Fresh, true)
	s.pending = s.stored().Control(work)
}
