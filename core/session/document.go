package session

import "errors"

// Sentences for documents that are not there.
var (
	errNoPoints   = errors.New("There are no points yet.")
	errNoClaim    = errors.New("Nothing is under check.")
	errNoSolution = errors.New("There is no solution yet.")
)

// Document returns a document by its name: problem, solution, report, work (see Keep), shared (see Share), claim (the text under check),
// selection (the chosen points, for a table), or one of exports.
// An error is one sentence for the user.
func (s *Session) Document(name string) ([]byte, error) {
	switch name {
	case "problem":
		p := s.Problem()
		if p == nil {
			return nil, errNoPoints
		}
		return p.JSON(), nil
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
	return s.export(name)
}
