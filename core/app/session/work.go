package session

import "conelab/core/app/say"

// Busy reports whether there is work to do that the user waits for.
func (s *Session) Busy() bool {
	if t := s.work.Now(); t.Layers() > 1 {
		return s.layers.Busy(t)
	}
	return s.solution.Busy(s.work.Now())
}

// Training reports whether what the user waits for is a network of several layers.
func (s *Session) Training() bool { return s.work.Now().Layers() > 1 && s.Busy() }

// Idle reports whether there is work that nobody waits for: the owner grants time for it when nothing else is to do.
func (s *Session) Idle() bool {
	return !s.Busy() && (s.keeping() || s.jobs.Idle() || s.appraising() || s.sharpening())
}

// appraising reports whether there is something to try that may help the fit; nothing is while the data are being changed.
func (s *Session) appraising() bool {
	return s.appraisal.Idle() && !s.pointer.Open() && !s.work.Open()
}

// sharpening reports whether what several layers say of the data is to be worked out at more places; it is not while the data are being changed.
func (s *Session) sharpening() bool {
	return s.layers.Sharpening(s.work.Now()) && !s.pointer.Open() && !s.work.Open()
}

// racing reports whether there is a race to go on with.
func (s *Session) racing() bool { return !s.Busy() && s.jobs.Racing() && s.stage.Best().Known }

// soon is how many seconds of solving the keeping of the work waits for: a longer solve may be the end of the program.
const soon = 1

// Work goes on solving, and then with what was asked for the time in which nothing is to be solved, until there is nothing left to do or
// expired reports true, which is asked between interior-point iterations.
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
			s.stage.Redraw()
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

// train goes on to train several layers. What was begun for a moment ago is shown, too, and is stale.
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
		s.stage.Redraw()
		s.stage.Project()
		return
	}
	s.trained()
}

// trained tells the other parts of a new network of several layers, and how many there are where as many were trained as help: if that is one, it is
// trained as such.
func (s *Session) trained() {
	if s.work.Now().Automatic() {
		layers := s.layers.Count()
		if s.work.Count(layers); layers < 2 {
			s.solution.Outdate()
			s.stage.Redraw()
			return
		}
	}
	r, numbers := s.layers.First()
	s.solution.Put(s.work.Now(), r, numbers, 0, true)
	s.accept()
}

// accept tells the other parts of a new solution. Where the same decomposition is being shown in another state of the data, the film stays
// where it was if it was at its end, so that a drag shows all neurons following the points.
func (s *Session) accept() {
	s.solved = s.work.Revision()
	s.stage.Redraw()
	if t := s.work.Now(); t.Layers() == 1 {
		s.layers.Clear()
		s.appraisal.Begin(t, s.solution)
	} else {
		s.appraisal.BeginLayers(t, s.layers)
	}
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
	if len(p.Turned) == 0 || s.work.Now().Layers() > 1 || s.check.Exhibit() != nil {
		return
	}
	if !s.solution.TurnTo(s.work.Now(), p.Turned) {
		s.notice = say.TurnedIsNotOptimal
		return
	}
	s.player.ToEnd()
	s.stage.Redraw()
}
