package session

// Busy reports whether there is work that the user waits for.
func (s *Session) Busy() bool { return s.training.Busy() }

// TrainsLayers reports whether that work is the training of several layers.
func (s *Session) TrainsLayers() bool { return s.work.Now().Layers() > 1 && s.Busy() }

// IdleWork reports whether there is background work, for which the owner grants time when it has nothing else to do.
func (s *Session) IdleWork() bool {
	return !s.Busy() && (s.jobs.Pending() || s.assessing() || s.sharpening())
}

// assessing reports whether there are alternatives to try that may improve the fit. Nothing is tried while the data are being changed.
func (s *Session) assessing() bool { return s.assessment.Pending() && !s.pictures.Changing() }

// sharpening reports whether a network of several layers should now be evaluated on a finer grid: not while the data are being changed.
func (s *Session) sharpening() bool { return s.training.Coarse() && !s.pictures.Changing() }

// racing reports whether there is a race to continue.
func (s *Session) racing() bool {
	return !s.Busy() && s.jobs.Racing() && s.pictures.ChosenLayer().Found != nil
}

// Work continues solving, and then the background work, until everything is done or expired returns true. expired is called wherever the
// work can be suspended: see parallel.Task.
func (s *Session) Work(expired func() bool) {
	if s.Busy() {
		if s.training.Work(s.clock, expired) {
			s.accept()
		}
		return
	}
	if s.sharpening() {
		if s.training.Sharpen(expired) {
			s.pictures.Redraw()
		}
		return
	}
	if s.racing() {
		s.jobs.Race(s.clock, expired)
		return
	}
	if s.assessment.Offering() && s.assessing() {
		s.assessment.Work(s.clock, expired)
		return
	}
	s.jobs.Work(s.clock, expired)
	if !s.jobs.Pending() && s.assessing() {
		s.assessment.Work(s.clock, expired)
	}
}

// accept informs the rest of the session that there is a new network. A network of several layers is shown even if the data have changed
// since. If the animation of the decomposition is already at its end, it stays there, so that all neurons follow the points
// during a drag.
func (s *Session) accept() {
	s.pictures.Redraw()
	if !s.Busy() {
		s.assessment.Begin(s.work.Now(), s.training)
		s.check.Recheck(s.training.Present())
	}
	s.pictures.Project()
	if !s.Busy() {
		s.restore()
	}
}

// restore restores the animation, the focus and the turned network of saved work.
func (s *Session) restore() {
	p := s.pending
	if p == nil {
		return
	}
	s.pending = nil
	if p.Check != nil && p.Check.Shown {
		s.work.Close()
		_ = s.pictures.ShowChecked()
	}
	s.player.Place(p.Animation.Position, p.Animation.Playing)
	_ = s.pictures.SetFocus(p.Focus)
	if len(p.Turned) == 0 || s.work.Now().Layers() > 1 || s.pictures.ShowsChecked() {
		return
	}
	if !s.training.Present().RotateTo(p.Turned) {
		s.notice = "The rotated network in this link is not optimal for its problem; the network found here is shown."
		return
	}
	s.player.ToEnd()
	s.pictures.Redraw()
}
