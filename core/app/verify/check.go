package verify

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

const (
	// checkBytes and checkOrder are the largest size and matrix order that are checked, checkWork the largest number of multiplications: a second or
	// two.
	checkBytes, checkOrder = 4 << 20, 60
	checkWork              = 2e9
	// liveWork is the largest number of multiplications of a check that is repeated with every solution.
	liveWork = 2e7
	// storedBytes is the largest size of a claim that is stored.
	storedBytes = 512 << 10
)

// Check is the claim under check with its verdict. The zero value has none.
type Check struct {
	subject *subject
	verdict *protocol.PageCheck // nil while it is not known
	trial   *certify.Trial      // measures a claim about the present problem
	display *Display            // shown in place of the data; nil if the data are shown
}

// subject is a text or a file with its content: a matrix; or a solution, or a network without proof, of a problem, which is nil for the present one.
type subject struct {
	text     string
	data     []byte
	matrix   [][]float64
	problem  *document.Problem
	solution *document.Solution
	network  []document.Neuron
}

// ofStage reports whether the claim is about the present problem.
func (c *subject) ofStage() bool { return c.matrix == nil && c.problem == nil }

// neurons returns the claimed network.
func (c *subject) neurons() []document.Neuron {
	if c.solution != nil {
		return c.solution.Network.Neurons
	}
	return c.network
}

// Text returns the text under check, and whether there is a claim.
func (c *Check) Text() (text string, is bool) {
	if c.subject == nil {
		return "", false
	}
	return c.subject.text, true
}

// Verdict returns the verdict, or nil while it is not known. It must not be modified.
func (c *Check) Verdict() *protocol.PageCheck { return c.verdict }

// Display returns what is shown in place of the data, or nil if the data are shown.
func (c *Check) Display() *Display { return c.display }

// Apply carries out an intent that checks something or shows it. An error is one sentence for the user and means that nothing has changed.
func (c *Check) Apply(w *workspace.Workspace, s *solve.Solution, in intent.Intent) (workspace.Effect, error) {
	switch in := in.(type) {
	case *intent.CheckText:
		return c.Put(w, s, in.Text, nil)
	case *intent.CheckData:
		return c.Put(w, s, "", in.Data)
	case *intent.ClearCheck:
		*c = Check{display: c.display}
		return workspace.ShowData, nil
	case *intent.ShowCheck:
		if !in.Show {
			return workspace.ShowData, nil
		}
		if c.verdict == nil || !c.verdict.CanShow {
			return 0, messages.NothingToShow()
		}
		return workspace.Ended | workspace.Original | workspace.ShowClaim, nil
	}
	return 0, nil
}

// Put checks a text or a file.
func (c *Check) Put(w *workspace.Workspace, s *solve.Solution, text string, data []byte) (workspace.Effect, error) {
	next := &subject{text: text, data: data}
	if err := next.read(w.Now().Problem()); err != nil {
		return 0, err
	}
	verdict, trial, err := next.verdict(w.Now(), s)
	if err != nil {
		return 0, err
	}
	*c = Check{subject: next, verdict: verdict, trial: trial, display: c.display}
	// Highlight the point at which a network that is not optimal differs most from the optimum.
	if t := trial; t != nil && t.Fault == "" && !t.Pass() && t.Point >= 0 && w.Now().Drawable() {
		_ = w.Highlight(t.Point)
	}
	return workspace.ShowData, nil
}

// Recheck judges a claim about the present problem again after that has a new optimum. A claim that would take long is judged only the first time.
func (c *Check) Recheck(t *workspace.State, s *solve.Solution) {
	if c.subject == nil || !c.subject.ofStage() {
		return
	}
	before := c.verdict
	c.verdict, c.trial = nil, nil
	problem := t.Problem()
	if problem == nil || before != nil && effort(problem, len(c.subject.neurons())) > liveWork {
		return
	}
	// If there is an error, there is no verdict to show.
	c.verdict, c.trial, _ = c.subject.verdict(t, s)
}

// Stored returns the claim as it was given, or nil if there is none or it is too long to be stored.
func (c *Check) Stored() *document.SharedCheck {
	if c.subject == nil || len(c.subject.text)+len(c.subject.data) > storedBytes {
		return nil
	}
	return &document.SharedCheck{Text: c.subject.text, Data: c.subject.data, Shown: c.display != nil}
}
