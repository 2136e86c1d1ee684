package solve

import (
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/numeric/lift"
)

// Jobs holds the jobs that were requested. The zero value has none.
type Jobs struct {
	path, sweep *Sweep
	race        *Race
	Revision    uint32 // increases whenever the jobs may have changed: protocol.Revision.Jobs
}

// Start starts the path of a state along beta, or the sweep along the variable of the given name, unless it exists or is in progress. An error of
// any job is one sentence for the user and means that nothing has changed.
func (j *Jobs) Start(t *workspace.State, name string) error {
	sweep, of, count := &j.sweep, protocol.Variable(slices.Index(variableNames[:], name)), sweepCount
	if name == "path" {
		sweep, of, count = &j.path, protocol.Beta, pathCount
	}
	switch {
	case of != protocol.Beta && (t.Piecewise() || t.Architecture.Kind == lift.Quadratic):
		return messages.Refuse("This network has no coefficients to vary.")
	case t.Empty() || t.Sums() != nil && of != protocol.Beta:
		return t.NoPoints()
	}
	j.Revision++
	if *sweep == nil || (*sweep).variable != of {
		if *sweep != nil {
			(*sweep).task.Drop()
		}
		*sweep = newSweep(t, of, count)
	}
	return nil
}

// Update ends the jobs of a state whose results do not hold for the next one.
func (j *Jobs) Update(from, to *workspace.State) {
	for _, sweep := range [...]**Sweep{&j.path, &j.sweep} {
		if *sweep != nil && !from.OnlyAlong((*sweep).variable, to) {
			(*sweep).task.Drop()
			*sweep = nil
			j.Revision++
		}
	}
	if j.race != nil {
		j.dropRace()
	}
}

// Pending reports whether the path or the sweep is unfinished.
func (j *Jobs) Pending() bool { return j.next() != nil }

// next returns the sweep to continue, or nil.
func (j *Jobs) next() *Sweep {
	for _, sweep := range [...]*Sweep{j.path, j.sweep} {
		if sweep != nil && !sweep.ended {
			return sweep
		}
	}
	return nil
}

// Racing reports whether there is a race that should continue.
func (j *Jobs) Racing() bool { return j.race != nil && !j.race.paused && !j.race.done() }

// Work continues the path, and then the sweep, until expired reports true.
func (j *Jobs) Work(clock func() float64, expired func() bool) {
	for sweep := j.next(); sweep != nil && !expired(); sweep = j.next() {
		sweep.task.Work(clock, expired)
		j.Revision++
	}
}

// Race continues the race, which must exist, on a layer with a certified optimum, until expired reports true.
func (j *Jobs) Race(layer *Layer, clock func() float64, expired func() bool) {
	if j.race.job == nil {
		j.race.begin(layer)
	}
	j.race.task.Work(clock, expired)
	j.Revision++
}

// Page describes the jobs for the page.
func (j *Jobs) Page() protocol.PageJobs {
	p := protocol.PageJobs{Race: j.racePage()}
	if j.path != nil {
		p.Path = j.path.pagePath()
	}
	if j.sweep != nil {
		p.Sweep = &protocol.PageSweep{Variable: variableNames[j.sweep.variable], Missing: j.sweep.missing()}
	}
	return p
}
