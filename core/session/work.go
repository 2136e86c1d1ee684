package session

import "math"

// Busy reports whether there is work to do.
func (s *Session) Busy() bool { return s.stale && len(s.y) > 0 }

// Work goes on solving, and then with what was asked for the time in which nothing is to be solved, until there is nothing left to do or
// expired reports true, which is asked between interior-point iterations.
func (s *Session) Work(expired func() bool) {
	if !s.Busy() {
		s.settle()
		if s.racing() {
			s.race.run(s.clock, expired)
			return
		}
		s.walk(expired)
		return
	}
	begin := s.clock()
	if !s.running {
		s.running, s.spent = true, 0
		s.job.Start(s.training())
	}
	for !s.job.Done() && !expired() {
		s.job.Step()
	}
	s.spent += s.clock() - begin
	if s.job.Done() {
		s.accept()
	}
}

// settle gives an empty stage its empty answer.
func (s *Session) settle() {
	if s.stale {
		s.stale, s.solved = false, nil
		s.recheck()
		s.project()
		s.comeBack()
	}
}

// accept takes over the job's result. Where the same decomposition is being shown in another state of the data, the film stays where it
// was if it was at its end, so that a drag shows all neurons following the points.
func (s *Session) accept() {
	s.stale, s.running = false, false
	s.solved, s.scores, s.seconds = s.job.Result(), s.scorer(), s.spent
	s.asked = s.scores.problem
	s.solves++
	s.revision++
	s.recheck()
	s.project()
	s.comeBack()
}

// comeBack takes the film and the focus of resumed or opened work to where they were.
func (s *Session) comeBack() {
	if s.comeback == nil {
		return
	}
	back := s.comeback
	s.comeback = nil
	s.trace()
	if back.shown && s.verdict != nil && s.verdict.CanShow {
		_ = s.exhibitClaim(true)
	}
	s.film.Position = math.Max(0, math.Min(s.length(), back.position))
	s.film.Playing, s.stop = back.playing && s.film.Position < s.length(), math.Inf(1)
	if back.focus < s.focusable() {
		s.focus = back.focus
	}
	if s.exhibit == nil {
		s.turnBack(back.turned)
	}
}
