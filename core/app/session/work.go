package session

import "conelab/core/app/say"

// Busy reports whether there is work to do that the user waits for.
func (s *Session) Busy() bool { return s.solution.Busy(s.work.Now()) }

// Idle reports whether there is work that nobody waits for: the owner grants time for it when nothing else is to do.
func (s *Session) Idle() bool { return !s.Busy() && (s.jobs.Idle() || s.appraising()) }

// appraising reports whether there is something to try that may help the fit; nothing is while the data are being changed.
func (s *Session) appraising() bool {
	return s.appraisal.Idle() && !s.pointer.Open() && !s.work.Open()
}

// racing reports whether there is a race to go on with.
func (s *Session) racing() bool { return !s.Busy() && s.jobs.Racing() && s.stage.Best().Known }

// Work goes on solving, and then with what was asked for the time in which nothing is to be solved, until there is nothing left to do or
// expired reports true, which is asked between interior-point iterations.
func (s *Session) Work(expired func() bool) {
	if s.Busy() {
		if s.solution.Work(s.work.Now(), s.clock, expired) {
			s.accept()
		}
		return
	}
	if s.solution.Settle() {
		s.accept()
	}
	if s.racing() {
		s.jobs.Race(s.clock, expired)
		return
	}
	s.jobs.Work(expired)
	if !s.jobs.Idle() && s.appraising() {
		s.appraisal.Work(expired)
	}
}

// accept tells the other parts of a new solution. Where the same decomposition is being shown in another state of the data, the film stays
// where it was if it was at its end, so that a drag shows all neurons following the points.
func (s *Session) accept() {
	s.stage.Redraw()
	s.appraisal.Begin(s.work.Now(), s.solution)
	s.check.Recheck(s.work.Now(), s.solution)
	s.stage.Project()
	s.restore()
}

// restore takes the film, the focus and the network of stored work to where they were.
func (s *Session) restore() {
	p := s.pending
	if p == nil {
		return
	}
	s.pending = nil
	s.stage.Trace()
	if verdict := s.check.Verdict(); p.Shown && verdict != nil && verdict.CanShow {
		s.pointer.Release()
		s.work.Close()
		s.showClaim()
	}
	s.player.Place(p.Position, p.Playing)
	s.stage.Refocus(p.Focus)
	if len(p.Turned) == 0 || s.check.Exhibit() != nil {
		return
	}
	if !s.solution.TurnTo(s.work.Now(), p.Turned) {
		s.notice = say.TurnedIsNotOptimal
		return
	}
	s.player.ToEnd()
	s.stage.Redraw()
}
