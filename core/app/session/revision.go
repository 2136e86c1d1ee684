package session

import (
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/verify"
	"conelab/core/app/workspace"
)

// counter counts how often a value differs from that of the call before.
type counter[T comparable] struct {
	last  T
	count uint32
}

func (c *counter[T]) of(now T) uint32 {
	if now != c.last {
		c.last = now
		c.count++
	}
	return c.count
}

// look is the state of the view and the tools: see protocol.Revision.
type look struct {
	focus, point, grabbed int
	entry                 [3]int
	picks                 uint32
	selected              int // number of points; zero while a gesture is adding some
	view                  workspace.View
	tool                  string
	brush, label          float64
	act                   protocol.Act
	position, speed       float64
	playing               bool
	verdict               *protocol.PageCheck
	waiting               *protocol.PageImport
	notice                string
	argument              uint32
}

// worked is the progress of the jobs, the optimum they are compared with, and the alternatives tried to improve the fit.
type worked struct {
	jobs  int
	best  solve.Optimum
	tried verify.Progress
}

// revision returns the revision of the current answer.
func (s *Session) revision() protocol.Revision {
	film := s.player.Film()
	return protocol.Revision{
		Data: s.work.Revision(), Solved: s.solved, Solution: s.stage.Revision(), Jobs: s.worked.of(worked{s.jobs.Revision(), s.stage.Best(), s.appraisal.Progress()}),
		Look: s.looks.of(look{
			focus: s.stage.Focus(), point: s.work.Highlighted(), grabbed: s.pointer.Grabbed(), entry: s.stage.Entry(), picks: s.work.Picks(), selected: len(s.work.Selected()),
			view: s.work.View(), tool: s.pointer.Tool(), brush: s.pointer.Brush(), label: s.work.Label(), act: film.Act, position: film.Position,
			speed: s.player.Speed(), playing: film.Playing, verdict: s.check.Verdict(), waiting: s.importer.Page(), notice: s.notice,
			argument: s.argument.Count(),
		}),
	}
}
