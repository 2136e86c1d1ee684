package session

import (
	"conelab/core/app/appraisal"
	"conelab/core/app/jobs"
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
)

// counter counts how often a value has been another one than when it was asked for last.
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

// look is what the user looks at, with what tools, see protocol.Revision.
type look struct {
	focus, point, grabbed int
	entry                 [3]int
	picks                 uint32
	selected              int // points; none while a gesture adds some
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

// worked is how far the jobs are, against what optimum, and what has been tried for the fit.
type worked struct {
	jobs.Progress
	best  jobs.Optimum
	tried appraisal.Progress
}

// revision says which parts of an answer are new.
func (s *Session) revision() protocol.Revision {
	film := s.player.Film()
	return protocol.Revision{
		Data: s.work.Revision(), Solved: s.solved, Solution: s.stage.Revision(), Jobs: s.worked.of(worked{s.jobs.Progress(), s.stage.Best(), s.appraisal.Progress()}),
		Look: s.looks.of(look{
			focus: s.stage.Focus(), point: s.work.Highlighted(), grabbed: s.pointer.Grabbed(), entry: s.stage.Entry(), picks: s.work.Picks(), selected: len(s.work.Selected()),
			view: s.work.View(), tool: s.pointer.Tool(), brush: s.pointer.Brush(), label: s.work.Label(), act: film.Act, position: film.Position,
			speed: s.player.Speed(), playing: film.Playing, verdict: s.check.Verdict(), waiting: s.importer.Page(), notice: s.notice,
			argument: s.argument.Count(),
		}),
	}
}
