// Package session is the application without its user interface. It owns the data, the model, the undo history, the solution and the
// playback of its decomposition.
//
// A session takes intents (Do) and returns answers (Page, Snapshot and Document, see package protocol). The solver worker
// runs one for the page; tests and the build run it natively. It uses no clock, files or goroutines: time is passed in by tick
// intents and by a function that reads a clock, and long work is done in slices that the owner grants (Work).
//
// A session connects parts, each in a package of its own that imports only those above it in this list:
//
//	messages      how sentences say numbers, words and refusals
//	workspace     data, model, sampling and selection as a value, with its history
//	solve         the training of one layer or several; path, sweep and race
//	verify        what is under check: matrices, solutions, networks; how well the certified network fits, what would improve it
//	view          what the pictures show, animations, the argument for optimality; pointer input
//	store         saving and restoring work; documents requested by name; imported files
//
// Package intent declares the intents. Do carries one out, by the table in intents.go; if that has changed the workspace, the other
// parts are told (update).
//
// An intent that cannot be applied changes nothing and returns an error of one sentence.
package session

import (
	"bytes"
	"encoding/json"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/store"
	"conelab/core/app/verify"
	"conelab/core/app/view"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
)

const (
	firstBeta = 1 // what the neurons cost is then a visible part of the whole
	// firstPreset is the simplest case whose decomposition has both a vector on the cone and a pair to rotate.
	firstPreset = "parabola"
)

// Session is the state of one user's work. It is not safe for concurrent use.
type Session struct {
	clock func() float64

	work       *workspace.Workspace
	training   *solve.Training
	jobs       solve.Jobs
	check      verify.Check
	pointer    *view.Pointer
	pictures   *view.Pictures
	content    *view.Content // since the last intent or work
	importer   store.Importer
	assessment verify.Assessment
	known      *workspace.State      // the state that the other parts know
	origin     uint32                // of its points
	intents    map[string]Definition // by their names
	stored     store.Documents
	// notice is a sentence on the result of an intent, or "". The next intent other than a tick clears it, unless it is refused.
	notice string
}

// DrawWith sets how the document drawing is drawn: see store.Documents.
func (s *Session) DrawWith(draw func(snap *protocol.Snapshot, of string) (*protocol.Drawing, bool)) {
	s.stored.Draw = draw
}

// New returns a session with the first preset, which Work solves before its animation plays. The clock returns the time in seconds
// since an arbitrary moment; it is used only to measure how long solving takes.
func New(clock func() float64) *Session {
	work := workspace.New(workspace.First(firstPreset, firstBeta))
	s := &Session{clock: clock, work: work, known: work.Now(), training: solve.NewTraining(work), pointer: view.NewPointer(work)}
	s.intents = map[string]Definition{}
	s.pictures = view.NewPictures(work, s.training, &s.jobs, s.pointer)
	s.stored = store.Documents{
		Work: work, Training: s.training, Check: &s.check, Pointer: s.pointer, Pictures: s.pictures, Follow: s.update,
	}
	for _, d := range s.definitions() {
		s.intents[d.Name()] = d
	}
	s.content = s.pictures.Refresh()
	return s
}

// Apply is Do for an intent in JSON.
func (s *Session) Apply(text []byte) error {
	var object map[string]any
	if err := json.Unmarshal(text, &object); err != nil {
		return messages.Refuse("This is not an intent: expected a JSON object.")
	}
	return s.Do(object)
}

// Do carries out an intent, an object: see Read. If it returns an error, which is one sentence for the user, nothing has changed.
func (s *Session) Do(object map[string]any) error {
	d, in, err := s.Read(object)
	if err != nil {
		return err
	}
	before := s.notice
	if _, tick := in.(*intent.Tick); !tick {
		s.notice = ""
	}
	if err = d.do(in); err != nil {
		s.notice = before
	}
	s.update()
	s.training.ShowPlane()
	s.pictures.LoadIterates()
	s.content = s.pictures.Refresh()
	return err
}

// Page returns the page's part of the answer.
func (s *Session) Page() *protocol.Page {
	solution := s.training.Page()
	return &protocol.Page{
		PageSession: protocol.PageSession{
			Revision: protocol.Revision{
				Data: s.work.Revision, Solved: s.training.TrainedRevision(), Solution: s.pictures.Revision, Jobs: s.jobs.Revision,
			},
			Busy: s.Busy(), Background: s.HasBackgroundWork(), Racing: s.racing(), Notice: s.notice, CanUndo: s.work.CanUndo(), CanRedo: s.work.CanRedo(),
		},
		PageData: s.work.PageData(), PagePointer: s.pointer.Page(), PageModel: s.work.PageModel(), PageSolution: solution,
		PagePictures: s.content.Page(), PageJobs: s.jobs.Page(),
		Strip: s.content.WithNote(s.assessment.Strip(s.training, &solution)), Check: s.check.Verdict, Import: s.importer.Page(),
	}
}

// Snapshot returns the view's part of the answer: see view.Content.
func (s *Session) Snapshot() *protocol.Snapshot { return s.content.Snapshot() }

// EnforcePageLimits makes the session reject problems that need more time or memory than a page has, before starting on them.
func (s *Session) EnforcePageLimits() {
	s.work.Admit = solve.Admit
}

// LongestStep predicts the longest time in seconds for which work on the present problem cannot be suspended.
func (s *Session) LongestStep() float64 { return s.training.LongestStep() }

// IsSlow reports whether the present problem is predicted to take a while to be solved, so that an answer should not wait for it.
func (s *Session) IsSlow() bool {
	solving := s.training.Solving()
	return solving != nil && solving.Seconds > 1
}

// update tells the other parts of a change of the workspace. The order matters: results of the previous state become outdated first,
// and the animation of other data begins last.
func (s *Session) update() {
	before := s.known
	s.known = s.now()
	if s.known == before {
		return
	}
	s.training.Invalidate()
	s.jobs.Update(before, s.known)
	s.pointer.EndUnlessDrawing()
	if s.origin != s.work.Origin {
		s.origin = s.work.Origin
		s.pictures.Player.Restart()
		s.training.StartFromScratch()
	}
}

// Problem returns the problem document of the present state, without the points held out, or nil if there are no points.
func (s *Session) Problem() *document.Problem { return s.work.Now().Problem() }

// Solution returns the solution document, or nil while the present state has no solution.
func (s *Session) Solution() *document.Solution { return s.training.Document() }

// Document returns a document by its name: see DocumentPieces.
func (s *Session) Document(name string) ([]byte, error) {
	pieces, err := s.DocumentPieces(name)
	return bytes.Join(pieces, nil), err
}

// DocumentPieces returns a document by its name, one of store.Catalogue, in pieces to be joined. An error is one sentence for the user.
func (s *Session) DocumentPieces(name string) ([][]byte, error) { return s.stored.Get(name) }

// Busy reports whether there is work that the user waits for.
func (s *Session) Busy() bool { return s.training.Busy() }

// TrainsLayers reports whether that work is the training of several layers.
func (s *Session) TrainsLayers() bool { return s.work.Now().Layers() > 1 && s.Busy() }

// HasBackgroundWork reports whether there is background work, for which the owner grants time when it has nothing else to do. Nothing is
// tried, or evaluated on a finer grid, while the data are being changed.
func (s *Session) HasBackgroundWork() bool {
	return !s.Busy() && (s.jobs.Pending() ||
		!s.pictures.Changing() && (s.assessment.Pending() || s.training.CanRefine()))
}

// racing reports whether there is a race to continue.
func (s *Session) racing() bool {
	return !s.Busy() && s.jobs.Racing() && s.training.ChosenLayer().Certified()
}

// Work continues solving, and then the background work, until everything is done or expired returns true. expired is called wherever the
// work can be suspended: see parallel.Task.
func (s *Session) Work(expired func() bool) {
	free := !s.pictures.Changing()
	switch {
	case s.Busy():
		if s.training.Work(s.clock, expired) {
			s.accept()
		}
	case free && s.training.CanRefine():
		s.training.Refine(expired)
	case s.racing():
		s.jobs.Race(s.training.ChosenLayer(), s.clock, expired)
	default:
		if free { // the page has buttons that depend on the assessment
			s.assessment.Work(s.clock, expired)
		}
		s.jobs.Work(s.clock, expired)
	}
	s.content = s.pictures.Refresh()
}

// accept informs the rest of the session that there is a new network. A network of several layers is shown even if the data have changed
// since. If the animation of the decomposition is already at its end, it stays there, so that all neurons follow the points during a drag.
func (s *Session) accept() {
	s.known = s.now() // with the number of its layers, if that was to be found
	if !s.Busy() {
		s.assessment.Begin(s.work.Now(), s.training)
		s.check.Recheck(s.training.Present())
		if why := s.jobs.EndRaceWithout(s.training.ChosenLayer()); why != nil {
			s.notice = why.Error()
		}
	}
	s.pictures.Project()
	if !s.Busy() {
		if notice := s.stored.Finish(); notice != "" {
			s.notice = notice
		}
	}
}

// SavedRevision returns the revision of the document work: see store.Documents.
func (s *Session) SavedRevision() int { return s.stored.SavedRevision() }
