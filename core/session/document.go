package session

import "errors"

// Document returns a document by its name: problem, solution or work (see Keep), or one of exports. An error is one sentence for the user.
func (s *Session) Document(name string) ([]byte, error) {
	switch name {
	case "problem":
		p := s.Problem()
		if p == nil {
			return nil, errors.New("There are no points yet.")
		}
		return p.JSON(), nil
	case "solution":
		found := s.Solution()
		if found == nil {
			return nil, errors.New("There is no solution yet.")
		}
		return found.JSON(), nil
	case "work":
		return s.Keep(), nil
	}
	return s.export(name)
}
