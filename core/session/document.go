package session

import (
	"errors"
	"strconv"

	"conelab/core/document"
	"conelab/core/export"
)

// Sentences for documents that are not there.
var (
	errNoPoints   = errors.New("There are no points yet.")
	errNoSolution = errors.New("There is no solution yet.")
)

// Document returns a document by its name: problem, solution, report, work (see Keep) or shared (see Share); data.csv; or the trained
// network as python, go, javascript, latex, neurons.csv, directions.npy or weights.npy (see package export). An error is one sentence for the user.
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
			return nil, errors.New("There is no solution yet.")
		}
		return []byte(text), nil
	case "work":
		return s.Keep(), nil
	case "shared":
		return s.Share(), nil
	case "data.csv":
		p := s.Problem()
		if p == nil {
			return nil, errNoPoints
		}
		return export.Data(p), nil
	}
	if write := exports[name]; write != nil {
		return s.export(write)
	}
	return nil, errors.New("There is no document " + strconv.Quote(document.Clip(name)) + ".")
}
