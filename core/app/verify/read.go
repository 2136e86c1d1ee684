package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/format/document"
)

// read parses the text or the file. The present problem is nil if there are no points.
func (c *subject) read(present *document.Problem) error {
	data := c.data
	if len(data) == 0 {
		data = []byte(c.text)
	}
	if len(data) > checkBytes {
		return messages.CheckTooLong(len(data), checkBytes)
	}
	if parts := split(data); parts != nil {
		return c.pair(present, parts)
	}
	matrix, err := document.ReadMatrix(data)
	if err != nil {
		return messages.MatrixUnreadable(err)
	}
	if order := len(matrix.Z); order > checkOrder {
		return messages.MatrixTooLarge(order, checkOrder)
	}
	c.matrix = matrix.Z
	return nil
}

// pair reads the problem, and the solution or the network, from the parts. A solution or network without a problem is about the present one.
func (c *subject) pair(present *document.Problem, parts []part) (err error) {
	for _, part := range parts {
		found := c.solution != nil || c.network != nil
		switch {
		case part.format == document.ProblemFormat && c.problem == nil:
			c.problem, err = document.ParseProblem(part.text)
			err = messages.ProblemUnreadable(err)
		case part.format == networkPart && !found:
			c.network, err = document.ParseNetwork(part.text)
			err = messages.NetworkUnreadable(err)
			if c.network == nil {
				c.network = []document.Neuron{}
			}
		case part.format == document.SolutionFormat && !found:
			c.solution, err = document.ParseSolution(part.text)
			err = messages.SolutionUnreadable(err)
		default:
			err = messages.CheckOneOfEach()
		}
		if err != nil {
			return err
		}
	}
	switch {
	case c.solution == nil && c.network == nil:
		return messages.CheckNeedsSolution()
	case c.problem == nil && present == nil:
		return messages.CheckNeedsProblem()
	case c.network != nil && c.problem != nil:
		if present == nil || string(present.JSON()) != string(c.problem.JSON()) {
			return messages.CheckNeedsPresentProblem()
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

// split returns the documents of the text if the first one is a problem or a solution, and nil otherwise. Text that is not valid JSON is left to the
// reader of the document, which reports where the error is.
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
			Neurons json.RawMessage `json:"neurons"`
			Network json.RawMessage `json:"network"`
		}
		_ = json.Unmarshal(text, &head)
		if head.Dual == nil && (head.Format == document.SolutionFormat || head.Format == "" && (head.Neurons != nil || head.Network != nil)) {
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
