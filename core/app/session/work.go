package session

import "conelab/core/app/messages"

// Busy reports whether there is work that the user waits for.
func (s *Session) Busy() bool {
	if t := s.work.Now(); t.Layers() > 1 {
		return s.layers.Busy(t)
	}
	return s.solution.Busy(s.work.Now())
}

// Training reports whether that work is the training of several layers.
func (s *Session) Training() bool { return s.work.Now().Layers() > 1 && s.Busy() }

// Idle reports whether there is background work, for which the owner grants time while nothing else is to be done.
func (s *Session) Idle() bool {
	return !s.Busy() && (s.keeping() || s.jobs.Idle() || s.appraising() || s.sharpening())
}

// appraising reports whether there are alternatives to try that may improve the fit. Nothing is tried while the data are being changed.
func (s *Session) appraising() bool {
	return s.appraisal.Idle() && !s.pointer.Open() && !s.work.Open()
}

// sharpening reports whether a network of several layers is to be evaluated on a finer grid. This waits while the data are being changed.
func (s *Session) sharpening() bool {
	return s.layers.Sharpening(s.work.Now()) && !s.pointer.Open() && !s.work.Open()
}

// racing reports whether there is a race to continue.
func (s *Session) racing() bool { return !s.Busy() && s.jobs.Racing() && s.shown.Best().Known }

// soon is the time in seconds that saving waits for a solve. A longer solve may never return.
const soon = 1

// Work continues solving and, once nothing is left to solve, the background work, until everything is done or expired returns true. expired is called
// between iterations of the interior-point method.
func (s *Session) Work(expired func() bool) {
	if !s.Busy() && s.solution.Settle() {
		s.layers.Clear()
		s.accept()
	}
	if s.keeping() && (!s.Busy() || s.solution.Spent() > soon) {
		if s.write(expired); expired() {
			return
		}
	}
	if s.Busy() {
		if s.work.Now().Layers() > 1 {
			s.train(expired)
			return
		}
		if s.solution.Work(s.work.Now(), s.clock, expired) {
			s.accept()
		}
		return
	}
	if s.sharpening() {
		if s.layers.Sharpen(expired) {
			s.shown.Redraw()
		}
		return
	}
	if s.racing() {
		s.jobs.Race(s.clock, expired)
		return
	}
	if s.appraisal.Offering() && s.appraising() {
		s.appraisal.Work(expired)
		return
	}
	s.jobs.Work(expired)
	if !s.jobs.Idle() && s.appraising() {
		s.appraisal.Work(expired)
	}
}

// train continues training several layers. A network for data that have changed since is shown as well, marked stale.
func (s *Session) train(expired func() bool) {
	if !s.layers.Running() {
		s.begun = s.work.Revision()
	}
	if !s.layers.Work(s.work.Now(), s.clock, expired) {
		return
	}
	if !s.layers.Current() {
		s.solved = s.begun
		s.solution.Count()
		s.shown.Redraw()
		s.shown.Project()
		return
	}
	s.trained()
}

// trained passes a new network of several layers on to the other parts. If the number of layers was chosen automatically and is one, a single layer
// is trained instead.
func (s *Session) trained() {
	if s.work.Now().Automatic() {
		layers := s.layers.Count()
		if s.work.Count(layers); layers < 2 {
			s.solution.Outdate()
			s.shown.Redraw()
			return
		}
	}
	r, numbers := s.layers.First()
	s.solution.Put(s.work.Now(), r, numbers, 0, true)
	s.accept()
}

// accept passes a new solution on to the other parts. If the film of the decomposition is already at its end, it stays there, so that all neurons
// follow the points during a drag.
func (s *Session) accept() {
	s.solved = s.work.Revision()
	s.shown.Redraw()
	if t := s.work.Now(); t.Layers() == 1 {
		s.layers.Clear()
		s.appraisal.Begin(t, s.solution)
	} else {
		s.appraisal.BeginLayers(t, s.layers)
	}
	s.check.Recheck(s.work.Now(), s.solution)
	s.shown.Project()
	s.restore()
}

// restore restores the film, the focus and the turned network of saved work.
func (s *Session) restore() {
	p := s.pending
	if p == nil {
		return
	}
	s.pending = nil
	s.shown.Trace()
	if verdict := s.check.Verdict(); p.Check != nil && p.Check.Shown && verdict != nil && verdict.CanShow {
		s.pointer.Release()
		s.work.Close()
		s.showClaim()
	}
	s.player.Place(p.Animation.Position, p.Animation.Playing)
	_ = s.shown.SetFocus(p.Focus)
	if len(p.Turned) == 0 || s.work.Now().Layers() > 1 || s.check.Display() != nil {
		return
	}
	if !s.solution.TurnTo(s.work.Now(), p.Turned) {
		s.notice = messages.TurnedIsNotOptimal
		return
	}
	s.player.ToEnd()
	s.shown.Redraw()
}
