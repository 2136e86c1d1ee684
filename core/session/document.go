package session

import (
	"encoding/json"
	"errors"
	"strings"
)

// Sentences for documents that are not there.
var (
	errNoPoints   = errors.New("There are no points yet.")
	errNoClaim    = errors.New("Nothing is under check.")
	errNoSolution = errors.New("There is no solution yet.")
)

// Document returns a document by its name: problem, points (of all that are drawn, see Points), solution, report, work (see Keep), shared
// (see Share), claim (the text under check), selection (the chosen points, for a table), samples or samples N (see samplesDocument), or one
// of exports.
// An error is one sentence for the user.
func (s *Session) Document(name string) ([]byte, error) {
	switch name {
	case "problem":
		p := s.Problem()
		if p == nil {
			return nil, errNoPoints
		}
		return p.JSON(), nil
	case "points":
		return s.points()
	case "solution":
		found := s.Solution()
		if found == nil {
			return nil, errNoSolution
		}
		return found.JSON(), nil
	case "report":
		text := s.Report()
		if text == "" {
			return nil, errNoSolution
		}
		return []byte(text), nil
	case "work":
		return s.Keep(), nil
	case "selection":
		return s.copySelected()
	case "claim":
		if s.claim == nil {
			return nil, errNoClaim
		}
		return []byte(s.claim.text), nil
	case "shared":
		return s.Share(), nil
	}
	if of, ok := strings.CutPrefix(name, samplesName); ok {
		return s.samplesDocument(of)
	}
	return s.export(name)
}

// points returns all points, those held out among them, as the table shows them: the rows x and y of the data of a problem document, and in
// held the indices of the rows that are held out.
func (s *Session) points() ([]byte, error) {
	p := s.whole()
	if p == nil {
		return nil, errNoPoints
	}
	return json.Marshal(map[string]any{"x": p.Data.X, "y": p.Data.Y, "held": s.heldOut()})
}
