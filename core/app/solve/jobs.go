package solve

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
)

// Jobs holds the jobs that were requested. The zero value has none.
type Jobs struct {
	path, study *Sweep
	race        *Race
}

// Optimum is the certified optimum that a race is compared with, if it is known.
type Optimum struct {
	Known bool
	Cost  float64 // of the network
}

// Apply carries out an intent that starts or controls a job on a state. An error is one sentence for the user and means that nothing has changed.
func (j *Jobs) Apply(t *workspace.State, in intent.Intent) (workspace.Effect, error) {
	switch in := in.(type) {
	case *intent.Path:
		return 0, j.startPath(t)
	case *intent.Study:
		return 0, j.startStudy(t, in.Name)
	case *intent.StartRace:
		return 0, j.startRace(t, in)
	case *intent.PauseRace, *intent.ResumeRace, *intent.ClearRace, *intent.ShowRun, *intent.RaceAxis:
		return 0, j.steer(in)
	}
	return 0, nil
}

// startPath starts the path, unless it exists or is in progress.
func (j *Jobs) startPath(t *workspace.State) error {
	if t.Samples() == 0 {
		return messages.NoPoints()
	}
	if j.path == nil {
		j.path = newSweep(t, protocol.Beta, pathCount, 0)
	}
	return nil
}

// startStudy starts a study, unless it exists or is in progress.
func (j *Jobs) startStudy(t *workspace.State, name string) error {
	of := variables[name]
	switch {
	case of != protocol.Beta && t.Architecture().Kind == document.KindQuadratic:
		return messages.NoCoefficients()
	case t.Samples() == 0:
		return messages.NoPoints()
	case j.study == nil || j.study.of != of:
		j.study.drop()
		j.study = newSweep(t, of, studyCount, refinements)
	}
	return nil
}

// Drop ends the jobs whose results a change of the problem invalidates.
func (j *Jobs) Drop(e workspace.Effect) {
	if j.path != nil && !e.Has(workspace.Along(j.path.of)) {
		j.path.drop()
		j.path = nil
	}
	if j.study != nil && !e.Has(workspace.Along(j.study.of)) {
		j.study.drop()
		j.study = nil
	}
	j.race = nil
}

// Idle reports whether there is background work left, for which nobody waits.
func (j *Jobs) Idle() bool {
	return j.path != nil && !j.path.done() || j.study != nil && !j.study.done()
}

// Racing reports whether there is a race that should continue.
func (j *Jobs) Racing() bool { return j.race != nil && !j.race.paused && !j.race.done() }

// Work continues the path, and then the study, until expired reports true.
func (j *Jobs) Work(expired func() bool) {
	for j.Idle() && !expired() {
		if j.path != nil && !j.path.done() {
			j.path.work(expired)
		} else {
			j.study.work(expired)
		}
	}
}

// Race continues the race, which must exist, until expired reports true.
func (j *Jobs) Race(clock func() float64, expired func() bool) { j.race.run(clock, expired) }

// Progress identifies how far the jobs are: two equal values mean the same answers.
type Progress struct {
	path, study             *Sweep
	pathPoints, studyPoints int
	pathDone, studyDone     bool
	race                    *Race
	epoch, trials, shown    int
	solves                  int
	state                   string
	byTime                  bool
}

// Progress returns how far the jobs are.
func (j *Jobs) Progress() Progress {
	p := Progress{path: j.path, study: j.study, race: j.race}
	if j.path != nil {
		p.pathPoints, p.pathDone = len(j.path.points), j.path.done()
	}
	if j.study != nil {
		p.studyPoints, p.studyDone = len(j.study.points), j.study.done()
	}
	if r := j.race; r != nil {
		p.epoch, p.shown, p.state, p.byTime, p.solves = r.epoch(), r.shown, r.state(), r.byTime, len(r.timing.cold)+len(r.timing.warm)
		if r.job != nil && r.job.Search() != nil {
			p.trials = len(r.job.Search().Trials())
		}
	}
	return p
}

// PageTo writes the jobs into the page.
func (j *Jobs) PageTo(p *protocol.Page, best Optimum) {
	if j.path != nil {
		p.Path = j.path.pagePath()
		p.Curves = curvesOf(p.Path)
	}
	if j.study != nil {
		p.Study = &protocol.PageStudy{
			Variable: names[j.study.of], Points: len(j.study.points), Done: j.study.done(), Sentence: j.StudyCaption(),
		}
	}
	p.Race = j.racePage(best)
}
