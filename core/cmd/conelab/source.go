package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"conelab/core/data/dataset"
	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/numeric/loss"
)

// source says where points and labels come from.
type source struct {
	File        string   `arg:"" optional:"" default:"-" help:"Problem document, table (.csv or other text, last column the target), .npy file or idx images; - is standard input. The kind is detected from the content."`
	Y           string   `name:"y" aliases:"labels" placeholder:"FILE" group:"Data" help:"Targets in a separate file (table, .npy or idx labels); FILE then has the features only. --labels is an alias."`
	Outputs     int      `placeholder:"C" group:"Data" help:"The last C columns are the targets (1)."`
	Targets     []string `placeholder:"NAME" group:"Data" help:"Columns of the targets, by name or by number from 1."`
	Features    []string `placeholder:"NAME" group:"Data" help:"Columns of the features (all but the targets)."`
	Separator   string   `placeholder:"CHAR" group:"Data" help:"Separator of the cells of a table (detected from its first line)."`
	Classes     bool     `group:"Data" help:"The target is a class, as text or a number: two classes become -1 and 1, more become one output each. Implied by idx images."`
	Only        []string `placeholder:"CLASS" group:"Data" help:"Keep these classes of idx images."`
	Limit       int      `placeholder:"N" group:"Data" help:"Keep the first N rows."`
	Standardise bool     `aliases:"standardize" group:"Data" help:"Scale each feature to mean 0 and variance 1 on the points trained on."`
}

// expectedInput says what a source may be.
const expectedInput = "a problem document, a table, a .npy file or idx images"

// isDocument reports whether the content is meant to be JSON: no table starts like that, and of nothing JSON has the better error.
func isDocument(content []byte) bool {
	text := bytes.TrimSpace(bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")))
	return len(text) == 0 || bytes.IndexByte([]byte(`{["`), text[0]) >= 0
}

// isImages reports whether the content is an idx file, plain or packed.
func isImages(content []byte) bool {
	return bytes.HasPrefix(content, []byte{0, 0}) || bytes.HasPrefix(content, []byte{0x1f, 0x8b})
}

// load reads the problem; a table makes one with the usual settings, which are for the caller to change and to validate. The classes
// are those of its labels, nil if there are none; the loss decides how they become numbers.
func (c *source) load(s *streams, kind string) (*document.Problem, dataset.Classes, error) {
	return c.loadLike(s, kind, nil)
}

// loadLike is load for data that go with others, whose classes they have.
func (c *source) loadLike(s *streams, kind string, classes dataset.Classes) (*document.Problem, dataset.Classes, error) {
	content, name, err := s.read(c.File, expectedInput)
	if err != nil {
		return nil, nil, err
	}
	if isDocument(content) {
		p, err := c.document(content)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		return p, nil, nil
	}
	frame, err := c.frame(s, content, name, encoding(kind), classes)
	if err != nil {
		return nil, nil, err
	}
	if frame.Classes != nil && len(frame.Y[0]) > 1 && (kind == loss.Hinge.String() || kind == loss.Logistic.String()) {
		oneAgainstOthers(frame.Y)
	}
	p := usual()
	p.Data = document.Data{X: frame.X, Y: frame.Y}
	return p, frame.Classes, nil
}

// encoding returns what classes become: softmax has one output for each, even of two.
func encoding(kind string) dataset.Encoding {
	if kind == loss.Softmax.String() {
		return dataset.OneHot
	}
	return dataset.SignsOrOneHot
}

// oneAgainstOthers turns 0 and 1 into -1 and 1.
func oneAgainstOthers(y [][]float64) {
	for _, row := range y {
		for o := range row {
			row[o] = 2*row[o] - 1
		}
	}
}

// document reads a problem document, for which the options of tables mean nothing.
func (c *source) document(content []byte) (*document.Problem, error) {
	for _, option := range []struct {
		name  string
		given bool
	}{
		{"y", c.Y != ""}, {"outputs", c.Outputs != 0}, {"targets", c.Targets != nil}, {"features", c.Features != nil},
		{"separator", c.Separator != ""}, {"classes", c.Classes}, {"only", c.Only != nil},
	} {
		if option.given {
			return nil, fmt.Errorf("--%s is given with a problem document, expected it only with a table, a .npy file or idx images", option.name)
		}
	}
	p, err := document.ParseProblem(content)
	if err != nil {
		return nil, err
	}
	if rows, err := c.rows(len(p.Data.X)); err != nil {
		return nil, err
	} else if rows < len(p.Data.X) {
		p.Data.X, p.Data.Y = p.Data.X[:rows], p.Data.Y[:rows]
	}
	return p, nil
}

// rows returns how many of n rows are wanted.
func (c *source) rows(n int) (int, error) {
	switch {
	case c.Limit < 0:
		return 0, fmt.Errorf("--limit is %d, expected a number above 0", c.Limit)
	case c.Limit == 0:
		return n, nil
	}
	return min(n, c.Limit), nil
}

// frame reads data that are not a document. Errors name the file.
func (c *source) frame(s *streams, content []byte, name string, encoding dataset.Encoding, classes dataset.Classes) (frame *dataset.Frame, err error) {
	named := func(err error) error { return fmt.Errorf("%s: %w", name, err) }
	switch {
	case isImages(content):
		frame, err = c.images(s, content, name, encoding, classes)
	case c.Only != nil:
		return nil, errors.New("--only is given without idx images, expected it only with these")
	case c.Y != "":
		frame, err = c.pair(s, content, name, encoding, classes)
	default:
		frame, err = c.table(content, encoding, classes)
		if err != nil {
			err = named(err)
		}
	}
	if err != nil {
		return nil, err
	}
	rows, err := c.rows(frame.Len())
	if err != nil {
		return nil, err
	}
	frame.X, frame.Y = frame.X[:rows], frame.Y[:rows]
	return frame, nil
}

// table reads features and targets from one table.
func (c *source) table(content []byte, encoding dataset.Encoding, classes dataset.Classes) (*dataset.Frame, error) {
	options := dataset.Options{Targets: c.Targets, Features: c.Features, Classes: classes}
	if c.Classes {
		options.Encoding = encoding
	}
	var err error
	if options.Format, err = c.format(); err != nil {
		return nil, err
	}
	if c.Outputs != 0 {
		if options.Targets, err = c.last(content, options.Format); err != nil {
			return nil, err
		}
	}
	return dataset.Read(content, options)
}

// format returns how the table is written.
func (c *source) format() (table.Format, error) {
	separators := map[string]rune{"": 0, "tab": '\t', `\t`: '\t', "space": ' '}
	if r, ok := separators[c.Separator]; ok {
		return table.Format{Separator: r}, nil
	}
	runes := []rune(c.Separator)
	if len(runes) != 1 {
		return table.Format{}, fmt.Errorf("--separator is %.40q, expected one character, tab or space", c.Separator)
	}
	return table.Format{Separator: runes[0]}, nil
}

// last returns the numbers of the last columns.
func (c *source) last(content []byte, format table.Format) ([]string, error) {
	if c.Targets != nil {
		return nil, errors.New("--outputs and --targets are both given, expected one of them")
	}
	width := 0
	if table.IsNpy(content) {
		rows, err := table.ParseNpyRows(content)
		if err != nil {
			return nil, err
		}
		width = len(rows[0])
	} else {
		text, err := table.ParseText(content, format)
		if err != nil {
			return nil, err
		}
		width = text.Width()
	}
	if c.Outputs < 1 || c.Outputs >= width {
		return nil, fmt.Errorf("--outputs is %d, expected 1 to %d, which leaves a feature of the %d columns", c.Outputs, max(1, width-1), width)
	}
	var columns []string
	for k := width - c.Outputs; k < width; k++ {
		columns = append(columns, strconv.Itoa(k+1))
	}
	return columns, nil
}
