package session

import (
	"errors"
	"math"

	"conelab/core/path"
	"conelab/core/wire"
)

// The values of beta of the path: those of the page's slider, from the largest down, so that each starts from the one before.
const (
	pathCount           = 12
	pathLowest, pathTop = -6.0, 2.0 // decimal logarithms
)

// way is the training of what is on the stage for many values of beta, in the time that nothing else needs.
type way struct {
	job  path.Job
	test path.Set // the points held out
	done []wire.PagePath
}

// finished reports whether all values are done.
func (w *way) finished() bool { return w.job.Done() }

// step makes one interior-point iteration.
func (w *way) step() {
	w.job.Step()
	found := w.job.Path()
	for i := len(w.done); i < len(found.Points); i++ {
		p := &found.Points[i]
		point := wire.PagePath{Beta: p.Beta, Neurons: len(p.Neurons), Cost: finite(p.Objective), Train: pageScore(p.Train, found.Classes)}
		point.Train.Samples = found.Samples
		if found.Tests > 0 {
			point.Test = pageScore(p.Test, found.Classes)
			point.Test.Samples = found.Tests
		}
		w.done = append(w.done, point)
	}
}

// startPath begins the path, unless it is there or on its way.
func (s *Session) startPath() error {
	if len(s.y) == 0 {
		return errors.New("There are no points yet.")
	}
	if s.way != nil {
		return nil
	}
	betas := make([]float64, pathCount)
	for k := range betas {
		betas[k] = math.Pow(10, pathTop-(pathTop-pathLowest)*float64(k)/(pathCount-1))
	}
	p := s.training()
	p.Trace = false
	s.way = &way{test: s.part(true)}
	s.way.job.Start(p, betas, &s.way.test)
	return nil
}

// Idle reports whether there is work that nobody waits for: the owner grants time for it when nothing else is to do.
func (s *Session) Idle() bool {
	return !s.Busy() && (s.way != nil && !s.way.finished() || s.study != nil && !s.study.finished())
}

// walk goes on with the path, and then with the study, until expired reports true.
func (s *Session) walk(expired func() bool) {
	for s.Idle() && !expired() {
		if s.way != nil && !s.way.finished() {
			s.way.step()
		} else {
			s.study.step()
		}
	}
}

// pathPoints returns the points that are done, the largest beta first.
func (s *Session) pathPoints() []wire.PagePath {
	if s.way == nil {
		return nil
	}
	return s.way.done[:len(s.way.done):len(s.way.done)]
}
