package session

// Busy reports whether there is work that the user waits for.
func (s *Session) Busy() bool { return s.parts.Training.Busy() }

// TrainsLayers reports whether that work is the training of several layers.
func (s *Session) TrainsLayers() bool { return s.work.Now().Layers() > 1 && s.Busy() }

// IdleWork reports whether there is background work, for which the owner grants time when it has nothing else to do. Nothing is tried, or
// evaluated on a finer grid, while the data are being changed.
func (s *Session) IdleWork() bool {
	return !s.Busy() && (s.parts.Jobs.Pending() ||
		!s.parts.Changing() && (s.assessment.Pending() || s.parts.Training.Coarse()))
}

// racing reports whether there is a race to continue.
func (s *Session) racing() bool {
	return !s.Busy() && s.parts.Jobs.Racing() && s.pictures.ChosenLayer().Certified()
}

// Work continues solving, and then the background work, until everything is done or expired returns true. expired is called wherever the
// work can be suspended: see parallel.Task.
func (s *Session) Work(expired func() bool) {
	p, free := s.parts, !s.parts.Changing()
	switch {
	case s.Busy():
		if p.Training.Work(s.clock, expired) {
			s.accept()
		}
	case free && p.Training.Coarse():
		if p.Training.Sharpen(expired) {
			s.pictures.Redraw()
		}
	case s.racing():
		p.Jobs.Race(p.ChosenLayer(), s.clock, expired)
	case free && s.assessment.Offering():
		s.assessment.Work(s.clock, expired)
	default:
		p.Jobs.Work(s.clock, expired)
		if free && !p.Jobs.Pending() {
			s.assessment.Work(s.clock, expired)
		}
	}
	s.shown = s.pictures.Show()
}

// accept informs the rest of the session that there is a new network. A network of several layers is shown even if the data have changed
// since. If the animation of the decomposition is already at its end, it stays there, so that all neurons follow the points
// during a drag.
func (s *Session) accept() {
	s.pictures.Redraw()
	if !s.Busy() {
		s.assessment.Begin(s.work.Now(), s.parts.Training)
		s.parts.Check.Recheck(s.parts.Training.Present())
		if why := s.parts.Jobs.EndRaceWithout(s.pictures.ChosenLayer()); why != nil {
			s.notice = why.Error()
		}
	}
	s.pictures.Project()
	if !s.Busy() {
		s.restore()
	}
}

// restore restores the animation, the focus and the turned network of saved work.
func (s *Session) restore() {
	p := s.stored.Pending
	if p == nil {
		return
	}
	s.stored.Pending = nil
	s.pictures.Player.Place(p.Animation.Position, p.Animation.Playing)
	_ = s.pictures.SetFocus(p.Focus)
	if len(p.Turned) == 0 || s.work.Now().Layers() > 1 {
		return
	}
	if !s.parts.Training.Present().RotateTo(p.Turned) {
		s.notice = "The rotated network in this link is not optimal for its problem; the network found here is shown."
		return
	}
	s.pictures.Player.ToEnd()
	s.pictures.Redraw()
}
