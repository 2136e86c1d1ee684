package session

import (
	"errors"
	"strconv"

	"conelab/core/document"
)

// Document returns a document by its name: problem, solution, report or work (see Keep). An error is one sentence for the user.
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
	case "report":
		text := s.Report()
		if text == "" {
			return nil, errors.New("There is no solution yet.")
		}
		return []byte(text), nil
	case "work":
		return s.Keep(), nil
	}
	return nil, errors.New("There is no document " + strconv.Quote(document.Clip(name)) + ".")
}
