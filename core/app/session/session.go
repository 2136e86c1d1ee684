// Package session is the application without its user interface. It owns the data, the model, the undo history, the solution and the
// playback of its decomposition.
//
// A session takes intents (Apply) and returns answers (Page, SnapshotTo and Document, see package protocol). The solver worker runs one for
// the page; tests and the build run it natively. It uses no clock, files or goroutines: time is passed in by tick intents and by a function that reads a
// clock, and long work is done in slices that the owner grants (Work).
//
// A session connects parts, each in a package of its own that imports only those above it or beside it in this list:
//
//	messages      the sentences that users read
//	workspace     data, model, sampling and selection as a value, with its history
//	solve         the training of one layer or several; path, sweep and race
//	verify        matrices, solutions and networks under check; how well the certified network fits, and what would improve it
//	view          what the pictures show, films, the argument for optimality; pointer input
//	store         saving and restoring work; documents requested by name; imported files
//
// Package intent declares the intents: their fields and ranges, and their effect on the history. What each does is a table (carryOut). Apply
// carries one out and passes its effect on one part on to the others.
//
// An intent that cannot be applied changes nothing and returns an error of one sentence.
package session

import (
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/store"
	"conelab/core/app/verify"
	"conelab/core/app/view"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
)

const (
	firstBeta = 0.01
	// firstPreset is the simplest case whose decomposition has both a vector on the cone and a pair to rotate.
	firstPreset = "parabola"
)

// Session is the state of one user's work. It is not safe for concurrent use.
type Session struct {
	clock func() float64

	work     *workspace.Workspace
	pointer  *view.Pointer
	importer *store.Importer
	training *solve.Training
	check    *verify.Check
	player   *view.Player
	jobs     *solve.Jobs
	argument *view.Argument
	// appraisal assesses the fit.
	appraisal *verify.Appraisal
	shown     *view.Shown
	keeper    store.Keeper
	written   uint32 // revision of the data that the keeper has written

	// pending is the state to restore with the next solution, or nil.
	pending *document.Shared
	// aside is the user's work while a scene replaces it, otherwise nil.
	aside *store.Work
	// notice is a sentence on the result of an intent, or "". The next intent other than a tick clears it.
	notice string

	looks  counter[look]
	worked counter[worked]
}

// New returns a session with the first preset, which Work solves before its film plays. The clock returns the time in seconds since an arbitrary
// moment; it is used only to measure how long solving takes.
func New(clock func() float64) *Session {
	work := workspace.New(workspace.First(firstPreset, firstBeta))
	s := &Session{
		clock: clock, work: work, pointer: view.NewPointer(), importer: &store.Importer{}, training: solve.NewTraining(work), check: &verify.Check{},
		player: view.NewPlayer(), jobs: &solve.Jobs{}, argument: &view.Argument{}, appraisal: &verify.Appraisal{},
	}
	s.shown = view.NewShown(view.Parts{
		Work: s.work, Pointer: s.pointer, Training: s.training, Check: s.check, Player: s.player, Jobs: s.jobs, Argument: s.argument,
	})
	return s
}

// Apply handles one intent, given as JSON. If it returns an error, which is one sentence for the user, nothing has changed.
func (s *Session) Apply(text []byte) error {
	in, err := intent.Decode(text)
	if err != nil {
		return err
	}
	if _, tick := in.(*intent.Tick); !tick {
		s.notice = ""
	}
	before := s.work.Revision()
	e, err := s.carryOut(in)
	s.pass(e, s.work.Revision() != before)
	return err
}

// Limit makes the session reject problems that need more time or memory than a page has, before starting on them.
func (s *Session) Limit() { s.training.Limit() }

// Beat has tell called again and again during an intent that takes long: the import of a large file.
func (s *Session) Beat(tell func()) { s.importer.Beat = tell }

// pass applies the effects of an intent to the other parts. changed tells whether the present state has changed.
func (s *Session) pass(e workspace.Effect, changed bool) {
	if changed {
		s.training.Outdate()
		s.drop(e)
		s.check.Leave()
		s.shown.Redraw()
	}
	if e.Has(workspace.Ended) {
		s.pointer.Release()
		s.work.Lift()
	}
	if e.Has(workspace.Fresh) {
		s.player.Restart(false)
		s.training.Forget()
	}
	if e.Has(workspace.OtherOutput) {
		s.shown.Unfocus()
	}
	if e.Has(workspace.Original) && s.training.Present().Solution.Original() {
		s.shown.Redraw()
	}
	if e.Has(workspace.Viewed) {
		s.player.Rewind()
		s.shown.Project()
		if s.work.Now().Layers() > 1 { // possibly a different layer
			s.jobs.Drop(0)
		}
	}
	if e.Has(workspace.ShowData) && s.check.Leave() {
		s.player.Pause()
		s.swap()
	}
	if e.Has(workspace.ShowClaim) {
		s.showClaim()
	}
	if film := s.player.Animation(); e.Has(workspace.ToBegin) && film.Act.Argues() {
		s.player.Place(0, false)
	}
	if e.Has(workspace.ToEnd) {
		s.player.ToEnd()
	}
	if e.Has(workspace.Redraw) {
		s.shown.Redraw()
	}
}

// drop cancels the jobs that a change invalidates. With several layers these are all, since the layers below the chosen one have changed.
func (s *Session) drop(e workspace.Effect) {
	if s.work.Now().Layers() > 1 {
		e = 0
	}
	s.jobs.Drop(e)
}

// swap exchanges the data and the object under check in the pictures.
func (s *Session) swap() {
	s.shown.Unfocus()
	s.shown.Redraw()
	s.shown.Project()
}

// showClaim shows the object under check instead of the data, and plays the film of a matrix.
func (s *Session) showClaim() {
	s.check.Show(s.work.Now().Features())
	s.work.SelectNone()
	s.swap()
	s.player.Restart(s.check.Display().Network == nil)
}

// Problem returns the problem document of the present state, without the points held out, or nil if there are no points.
func (s *Session) Problem() *document.Problem { return s.work.Now().Problem() }

// Solution returns the solution document, or nil while the present state has no solution.
func (s *Session) Solution() *document.Solution { return s.training.Document() }

// Document returns a document by its name: work (with the history), shared (the present state, short enough for a link),
// or one of store.Source. An error is one sentence for the user.
func (s *Session) Document(name string) ([]byte, error) {
	switch name {
	case "work":
		return s.Keep(), nil
	case "shared":
		return s.Share(), nil
	}
	return s.stored().Get(name)
}

// Pieces is Document in pieces, which are to be joined. The work, which grows with its history, is never in one piece of memory then.
func (s *Session) Pieces(name string) ([][]byte, error) {
	if name == "work" {
		return s.keep(), nil
	}
	text, err := s.Document(name)
	return [][]byte{text}, err
}
