package session

import (
	"conelab/core/app/appraisal"
	"conelab/core/app/argument"
	"conelab/core/app/claim"
	"conelab/core/app/documents"
	"conelab/core/app/effect"
	"conelab/core/app/gesture"
	"conelab/core/app/importer"
	"conelab/core/app/jobs"
	"conelab/core/app/layers"
	"conelab/core/app/persistence"
	"conelab/core/app/playback"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/protocol/parse"
	"conelab/core/app/say"
	"conelab/core/app/solution"
	"conelab/core/app/stage"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
)

const (
	firstBeta = 0.01
	// firstPreset has a vector that lies on the cone and a pair that must turn, in the simplest picture.
	firstPreset = "parabola"
)

// Session is one user's work. It is not safe for concurrent use.
type Session struct {
	clock func() float64

	work     *workspace.Workspace
	pointer  *gesture.Pointer
	importer *importer.Importer
	// solution is that of one layer, or of the first of several.
	solution *solution.Solution
	layers   *layers.Layers
	check    *claim.Check
	player   *playback.Player
	jobs     *jobs.Jobs
	argument *argument.Argument
	// appraisal says how good the fit is.
	appraisal *appraisal.Appraisal
	stage     *stage.Stage
	parts     []part
	keeper    persistence.Keeper
	written   uint32 // the revision of the data that the keeper has written
	solved    uint32 // the revision of the data that the solution is of
	begun     uint32 // the revision of the data that the run of several layers is of

	// pending is what is restored with the next solution, or nil.
	pending *persistence.Pending
	// aside is the user's work while a scene is shown in its place, else nil.
	aside *persistence.Work
	// notice is a sentence on what an intent led to, "" for none; the next one that is not a tick takes it away.
	notice string

	looks  counter[look]
	worked counter[worked]
}

// part carries out the intents of one part of the session, and answers others with effect.Foreign.
type part func(intent.Intent) (effect.Effect, error)

// New returns a session that shows the first preset, to be solved by Work, and then plays its film. The clock returns seconds since any
// moment; it is only used to report how long a solution took.
func New(clock func() float64) *Session {
	s := &Session{
		clock: clock, work: workspace.New(workspace.First(firstPreset, firstBeta)), pointer: gesture.New(), importer: &importer.Importer{},
		solution: &solution.Solution{}, check: &claim.Check{}, player: playback.New(), jobs: &jobs.Jobs{},
		layers: &layers.Layers{}, argument: &argument.Argument{}, appraisal: &appraisal.Appraisal{},
	}
	s.stage = stage.New(stage.Parts{
		Work: s.work, Pointer: s.pointer, Solution: s.solution, Layers: s.layers, Check: s.check, Player: s.player, Jobs: s.jobs, Argument: s.argument,
	})
	s.parts = []part{
		s.work.Apply,
		s.point,
		s.importFile,
		func(in intent.Intent) (effect.Effect, error) { return s.check.Apply(s.work, s.solution, in) },
		func(in intent.Intent) (effect.Effect, error) { return s.player.Apply(in, s.stage.Found().Current()) },
		s.begin,
		func(in intent.Intent) (effect.Effect, error) {
			return s.argument.Apply(s.stage.Found(), s.work.Output(), s.player.Film(), in)
		},
		s.stage.Apply,
		s.extend,
		s.storage,
		s.stop,
	}
	return s
}

// Apply carries out one intent, given as JSON. An error is one sentence for the user, and nothing has changed.
func (s *Session) Apply(text []byte) error {
	in, err := parse.Intent(text)
	if err != nil {
		return err
	}
	if _, tick := in.(*intent.Tick); !tick {
		s.notice = ""
	}
	for _, apply := range s.parts {
		before := s.work.Revision()
		e, err := apply(in)
		if e.Has(effect.Foreign) {
			continue
		}
		s.pass(e, s.work.Revision() != before)
		return err
	}
	return say.NobodyCarriesOut()
}

// importFile carries out the intents that read files, and says what was decided about their data.
func (s *Session) importFile(in intent.Intent) (effect.Effect, error) {
	e, err := s.importer.Apply(s.work, in)
	if !e.Has(effect.Foreign) {
		s.notice = s.importer.Notice()
	}
	return e, err
}

// Limit has problems refused that take more time or memory than a page can, before any work on them.
func (s *Session) Limit() { s.solution.Limit() }

// stop ends the work on the present state where it is.
func (s *Session) stop(in intent.Intent) (effect.Effect, error) {
	if _, ok := in.(*intent.Stop); !ok {
		return effect.Foreign, nil
	}
	switch {
	case s.work.Now().Layers() > 1:
		if s.layers.Stop() {
			s.trained()
		}
	case s.solution.Stop(s.work.Now()):
		s.accept()
	}
	return 0, nil
}

// point carries out the intents of the pointer, which draws on the data only where they are shown.
func (s *Session) point(in intent.Intent) (effect.Effect, error) {
	switch in.(type) {
	case *intent.Press, *intent.Drag:
		if s.check.Exhibit() != nil {
			return 0, say.ClaimIsShown()
		}
	}
	return s.pointer.Apply(s.work, in)
}

// begin carries out the intents of jobs, on the program that the pictures show. There is no optimum along a variable on which the layers below
// depend, too.
func (s *Session) begin(in intent.Intent) (effect.Effect, error) {
	switch in.(type) {
	case *intent.Path, *intent.Study:
		if s.work.Now().Layers() > 1 {
			return 0, nil
		}
	}
	return s.jobs.Apply(s.stage.Now(), in)
}

// extend carries out what says how much of the data their picture shows.
func (s *Session) extend(in intent.Intent) (effect.Effect, error) {
	shown, is := in.(*intent.Extent)
	if !is {
		return effect.Foreign, nil
	}
	if s.layers.Show(layers.Region{Wide: shown.Wide, High: shown.High}) {
		return effect.Redraw, nil
	}
	return 0, nil
}

// pass tells the other parts what an intent means for them; changed says that the present state is another one.
func (s *Session) pass(e effect.Effect, changed bool) {
	if changed {
		s.solution.Outdate()
		s.layers.Outdate(s.pointer.Open() || s.work.Open())
		s.drop(e)
		s.check.Leave()
		s.stage.Redraw()
	}
	if e.Has(effect.Ended) {
		s.pointer.Release()
		s.work.Lift()
	}
	if e.Has(effect.Fresh) {
		s.player.Restart(false)
		s.solution.Forget()
		s.layers.Forget()
	}
	if e.Has(effect.OtherOutput) {
		s.stage.Unfocus()
	}
	if e.Has(effect.Original) && s.solution.Original() {
		s.stage.Redraw()
	}
	if e.Has(effect.Viewed) {
		s.player.Rewind()
		s.stage.Project()
		if s.work.Now().Layers() > 1 { // perhaps of another layer
			s.jobs.Drop(0)
		}
	}
	if e.Has(effect.ShowData) && s.check.Leave() {
		s.player.Pause()
		s.swap()
	}
	if e.Has(effect.ShowClaim) {
		s.showClaim()
	}
	if film := s.player.Film(); e.Has(effect.ToBegin) && film.Act.Argues() {
		s.player.Place(0, false)
	}
	if e.Has(effect.ToEnd) {
		s.player.ToEnd()
	}
	if e.Has(effect.Redraw) {
		s.stage.Redraw()
	}
}

// drop ends the jobs that a change makes untrue: of several layers all, since what is under the chosen one has changed.
func (s *Session) drop(e effect.Effect) {
	if s.work.Now().Layers() > 1 {
		e = 0
	}
	s.jobs.Drop(e)
}

// swap shows something else on the stage: the data in place of what is under check, or the other way round.
func (s *Session) swap() {
	s.stage.Unfocus()
	s.stage.Redraw()
	s.stage.Project()
}

// showClaim puts what is under check in place of the data, and plays the film of a matrix.
func (s *Session) showClaim() {
	s.check.Show(s.work.Now().Features())
	s.work.SelectNone()
	s.swap()
	s.player.Restart(!s.check.Exhibit().IsNetwork())
}

// Problem returns the problem document of what is on the stage, or nil when there are no points. Points that are held out do not belong to
// the problem.
func (s *Session) Problem() *document.Problem { return s.work.Now().Problem() }

// Solution returns the solution document, or nil while there is none for what is on the stage.
func (s *Session) Solution() *document.Solution {
	if t := s.work.Now(); t.Layers() > 1 {
		return s.layers.Document(t)
	}
	return s.solution.Document(s.work.Now())
}

// Document returns a document by its name: work (with the history, see package persistence), shared (the present state, short enough for a
// link), present (the same for keeping at once), or one of package documents. An error is one sentence for the user.
func (s *Session) Document(name string) ([]byte, error) {
	switch name {
	case "work":
		return s.Keep(), nil
	case "shared":
		return s.Share(), nil
	case "present":
		return s.Present(), nil
	}
	return documents.Source{Work: s.work, Solution: s.solution, Layers: s.layers, Check: s.check, Stage: s.stage}.Get(name)
}
