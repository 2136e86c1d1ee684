// Package verify checks results: whether what others found is optimal, and how well the certified network fits.
//
// Check holds a claim: a matrix, which is decomposed; a problem with a solution, whose numbers are all recomputed; or a
// network without a proof, which is measured against the optimum of the present problem. A claim about the present problem is
// checked again whenever that has a new optimum. The work is stored with the text of the claim, and never with a verdict.
//
// Assessment says how well the certified network fits its training points: a proof that no such network costs less does not mean
// that it fits well. Each of its sentences has a condition that is evaluated here. The architecture and the activation determine
// which functions a network of this kind can be (limit). To find what would help, the problem is solved in the background with a
// smaller beta, a loss made for classes, another activation, and another layer. What the sentences say of these networks is their
// own certified result.
package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
)

const (
	// checkBytes and checkOrder are the largest size and matrix order that are checked, checkWork the largest number of
	// multiplications: a second or two.
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
	Verdict *protocol.PageCheck // nil while it is not known; it is not modified
}

// subject is a text or a file with its content: a matrix, or a solution of a problem. The problem is nil for the present one, and
// withoutProof is set for a network without proof.
type subject struct {
	text         string
	data         []byte
	matrix       [][]float64
	problem      *document.Problem
	solution     *document.Solution
	withoutProof bool
}

// Text returns the text under check, and whether there is a claim.
func (c *Check) Text() (text string, ok bool) {
	if c.subject == nil {
		return "", false
	}
	return c.subject.text, true
}

// SetClaim checks a text or a file, compared with s, the present state and its solution. An error is one sentence for the user and means
// that nothing has changed.
func (c *Check) SetClaim(w *workspace.Workspace, s *solve.Layer, text string, data []byte) error {
	next := &subject{text: text, data: data}
	if err := next.read(w.Now().Settings()); err != nil {
		return err
	}
	verdict, comparison, err := next.verdict(s)
	if err != nil {
		return err
	}
	*c = Check{next, verdict}
	// Highlight the point at which a network that is not optimal differs most from the optimum.
	if t := comparison; t != nil && t.Measured && !t.Pass && t.Point >= 0 && w.Now().Drawable() {
		_ = w.Highlight(t.Point)
	}
	return nil
}

// Recheck checks a claim about the present problem again when that has a new optimum. A claim that would take long is checked only the
// first time.
func (c *Check) Recheck(s *solve.Layer) {
	if c.subject == nil || c.subject.matrix != nil || c.subject.problem != nil {
		return
	}
	before := c.Verdict
	c.Verdict = nil
	problem := s.State.Settings()
	if problem == nil || before != nil && effort(problem, c.subject.solution) > liveWork {
		return
	}
	// If there is an error, there is no verdict to show.
	c.Verdict, _, _ = c.subject.verdict(s)
}

// Stored returns the claim as it was given, or nil if there is none or it is too long to be stored.
func (c *Check) Stored() *document.SharedCheck {
	if c.subject == nil || len(c.subject.text)+len(c.subject.data) > storedBytes {
		return nil
	}
	return &document.SharedCheck{Text: c.subject.text, Data: c.subject.data}
}

// read parses the text or the file. The present problem is nil if there are no points.
func (c *subject) read(present *document.Problem) error {
	data := c.data
	if len(data) == 0 {
		data = []byte(c.text)
	}
	if len(data) > checkBytes {
		return messages.Refuse("This has {} bytes; the page checks up to {}, the command line any number.", len(data), checkBytes)
	}
	if parts := split(data); parts != nil {
		return c.pair(present, parts)
	}
	matrix, err := document.ReadMatrix(data)
	if err != nil {
		return messages.Refuse("The matrix cannot be read: {}.", err)
	}
	if order := len(matrix.Z); order > checkOrder {
		return messages.Refuse("The matrix has order {}; the page checks up to order {}, the command line any.", order, checkOrder)
	}
	c.matrix = matrix.Z
	return nil
}

// pair reads the problem, and the solution or the network, from the parts. A solution or network without a problem is about the
// present one.
func (c *subject) pair(present *document.Problem, parts []part) (err error) {
	for _, part := range parts {
		kind := "solution"
		switch {
		case part.format == document.ProblemFormat && c.problem == nil:
			kind = "problem"
			c.problem, err = document.ParseProblem(part.text)
		case part.format == networkPart && c.solution == nil:
			kind = "network"
			c.solution, c.withoutProof = &document.Solution{}, true
			c.solution.Network.Neurons, err = document.ParseNetwork(part.text)
		case part.format == document.SolutionFormat && c.solution == nil:
			c.solution, err = document.ParseSolution(part.text)
		default:
			return messages.Refuse("A check takes one problem and one solution, but another document comes with them.")
		}
		if err != nil {
			return messages.Refuse("The {=} cannot be read: {}.", kind, err)
		}
	}
	switch {
	case c.solution == nil:
		return messages.Refuse("This is a problem without a solution: paste the solution after it.")
	case c.problem == nil && present == nil:
		return messages.Refuse("This is a solution without its problem, and there is none on the stage: paste the problem before it.")
	case c.withoutProof && c.problem != nil:
		if present == nil || string(present.JSON()) != string(c.problem.JSON()) {
			return messages.Refuse("A network without dual is measured against the optimum of the problem on the stage: open its problem first, " +
				"then paste the network alone.")
		}
		c.problem = nil
	}
	return nil
}

// networkPart is used as the format of a network without proof: bare neurons, or a solution document without a dual vector.
const networkPart = "network"

// part is one document of a text.
type part struct {
	format string
	text   []byte
}

// split returns the documents of the text if the first one is a problem or a solution, and nil otherwise. Text that is not valid
// JSON is left to the reader of the document, which reports where the error is.
func split(data []byte) (parts []part) {
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	if len(data) == 0 || data[0] != '{' {
		return nil
	}
	for decoder := json.NewDecoder(bytes.NewReader(data)); ; {
		from := decoder.InputOffset()
		var text json.RawMessage
		if err := decoder.Decode(&text); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			parts = append(parts, part{guess(data[from:]), data[from:]})
			break
		}
		var head struct {
			Format  string          `json:"format"`
			Dual    json.RawMessage `json:"dual"`
			Sums    bool            `json:"sums"`
			Neurons json.RawMessage `json:"neurons"`
			Network json.RawMessage `json:"network"`
		}
		_ = json.Unmarshal(text, &head)
		bare := head.Format == "" && (head.Neurons != nil || head.Network != nil)
		if head.Dual == nil && !head.Sums && (head.Format == document.SolutionFormat || bare) {
			head.Format = networkPart
		}
		parts = append(parts, part{head.Format, text})
	}
	known := []string{document.ProblemFormat, document.SolutionFormat, networkPart}
	if len(parts) == 1 && !slices.Contains(known, parts[0].format) {
		return nil
	}
	return parts
}

// guess returns the format of a document that is not valid JSON, or "" if it is not stated.
func guess(text []byte) string {
	for _, format := range []string{document.SolutionFormat, document.ProblemFormat} {
		if bytes.Contains(text, []byte(format)) {
			return format
		}
	}
	return ""
}
