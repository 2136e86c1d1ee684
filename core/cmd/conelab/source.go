package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/numeric/loss"
)

// source describes where points and labels come from.
type source struct {
	File        string   `arg:"" optional:"" default:"-" help:"Problem document, table (.csv or other text, last column the target), .npy or .npz file, or idx images, each perhaps packed by gzip; - is standard input. The kind is detected from the content."`
	Y           string   `name:"y" aliases:"labels" placeholder:"FILE" group:"Data" help:"Targets in a separate file (table, .npy or idx labels); FILE then has the features only. --labels is an alias."`
	Outputs     int      `placeholder:"C" group:"Data" help:"The last C columns are the targets (1)."`
	Targets     []string `placeholder:"NAME" group:"Data" help:"Columns of the targets, by name or by number from 1."`
	Features    []string `placeholder:"NAME" group:"Data" help:"Columns of the features (all but the targets, and but those that number or name the rows)."`
	Arrays      []string `placeholder:"X,Y" group:"Data" help:"Arrays of an .npz file with the features and the targets, or with both in one."`
	Separator   string   `placeholder:"CHAR" group:"Data" help:"Separator of the cells of a table: a character, tab or space (detected from its first lines)."`
	Header      string   `enum:"auto,yes,no" default:"auto" group:"Data" help:"Whether the first line of a table has the names of the columns: yes, no or auto (${default})."`
	Missing     string   `enum:"error,drop,mean" default:"error" group:"Data" help:"Missing values (empty, NA, NaN, null, None, ?, -): error, drop their rows, or put the mean of the column in place (${default})."`
	Encode      string   `enum:"error,onehot" default:"error" group:"Data" help:"Features in words: error, or onehot, a feature of 0 and 1 for each word (${default})."`
	Classes     bool     `group:"Data" help:"The target is a class, as text or a number: two classes become -1 and 1, more become one output each. Implied by idx images, and by hinge, logistic and softmax for words and for whole numbers other than -1 and 1."`
	Only        []string `placeholder:"CLASS" group:"Data" help:"Keep these classes of idx images."`
	Limit       int      `placeholder:"N" group:"Data" help:"Keep the first N rows."`
	Standardise bool     `aliases:"standardize" group:"Data" help:"Scale each feature to mean 0 and variance 1 on the points trained on."`

	loaded *dataset.Frame // the frame that load has read, which the points of loadLike must match; nil for a document
}

// expectedInput names the formats that a source may have, for error messages.
const expectedInput = "a problem document, a table, a .npy file or idx images"

// isDocument reports whether the content should be read as JSON: no table starts with a brace, and for empty content the JSON parser has the better
// error message.
func isDocument(content []byte) bool {
	text := bytes.TrimSpace(content)
	return len(text) == 0 || text[0] == '{'
}

// isImages reports whether the content is an idx file.
func isImages(content []byte) bool { return bytes.HasPrefix(content, []byte{0, 0}) }

// load reads the problem. A table becomes a problem with the default settings, which the caller changes and validates. The classes are those of the
// labels, or nil; the loss decides which numbers encode them.
func (c *source) load(s *streams, kind string) (*document.Problem, dataset.Classes, error) {
	c.loaded = nil
	return c.loadLike(s, kind, nil)
}

// loadLike is load for data that accompany those of load and are encoded with the same classes.
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
	frame, err := c.frame(s, content, name, kind, classes)
	if err != nil {
		return nil, nil, err
	}
	if c.loaded == nil {
		c.loaded = frame
	}
	if frame.Classes != nil && len(frame.Y[0]) > 1 && (kind == loss.Hinge.String() || kind == loss.Logistic.String()) {
		oneAgainstOthers(frame.Y)
	}
	p := usual()
	p.Data = document.Data{X: frame.X, Y: frame.Y}
	p.Columns = columnsOf(frame)
	return p, frame.Classes, nil
}

// columnsOf returns the description of a problem's columns. The names of pixels are left out.
func columnsOf(f *dataset.Frame) *document.Columns {
	columns := &document.Columns{Targets: f.Targets, Classes: f.Classes}
	if len(f.Features) == len(f.X[0]) && !strings.HasPrefix(f.Features[0], "pixel ") {
		columns.Features = f.Features
	}
	for _, c := range f.Categories {
		columns.Categories = append(columns.Categories, document.Category{Name: c.Name, Words: c.Words})
	}
	return columns
}

// standardise scales the features of a problem and records the scaling in the problem, combined with any earlier scaling.
func standardise(p *document.Problem) error {
	scaling := dataset.Standardize(p.Data.X)
	x, err := scaling.Apply(p.Data.X)
	if err != nil {
		return err
	}
	columns := document.Columns{}
	if p.Columns != nil {
		columns = *p.Columns
	}
	both := &document.Scaling{Mean: scaling.Mean, Deviation: scaling.Deviation}
	if first := columns.Scaling; first != nil {
		for k := range both.Mean {
			both.Mean[k] = first.Mean[k] + scaling.Mean[k]*first.Deviation[k]
			both.Deviation[k] = scaling.Deviation[k] * first.Deviation[k]
		}
	}
	columns.Scaling = both
	p.Data.X, p.Columns = x, &columns
	return nil
}

// options returns the rules by which columns become data.
func (c *source) options(kind string, classes dataset.Classes) dataset.Options {
	o := dataset.Options{Targets: c.Targets, Features: c.Features, OneHot: c.Encode == "onehot", Missing: missings[c.Missing]}
	needed := kind == loss.Hinge.String() || kind == loss.Logistic.String() || kind == loss.Softmax.String()
	if o.IfNeeded = !c.Classes && classes == nil; c.Classes || needed {
		o.Encoding = encoding(kind)
	}
	if c.loaded != nil {
		o.Like = &dataset.Frame{Classes: classes, Categories: c.loaded.Categories}
	}
	return o
}

var missings = map[string]dataset.Missing{"error": dataset.Refuse, "drop": dataset.Drop, "mean": dataset.Mean}

// encoding returns the encoding of classes: with softmax, one output for each class, even for two classes.
func encoding(kind string) dataset.Encoding {
	if kind == loss.Softmax.String() {
		return dataset.OneHot
	}
	return dataset.SignsOrOneHot
}

// oneAgainstOthers turns labels 0 and 1 into -1 and 1.
func oneAgainstOthers(y [][]float64) {
	for _, row := range y {
		for o := range row {
			row[o] = 2*row[o] - 1
		}
	}
}

// document reads a problem document, and refuses the options that only apply to tables.
func (c *source) document(content []byte) (*document.Problem, error) {
	for _, option := range []struct {
		name  string
		given bool
	}{
		{"y", c.Y != ""}, {"outputs", c.Outputs != 0}, {"targets", c.Targets != nil}, {"features", c.Features != nil}, {"arrays", c.Arrays != nil},
		{"separator", c.Separator != ""}, {"header", c.Header != "auto"}, {"missing", c.Missing != "error"}, {"encode", c.Encode != "error"},
		{"classes", c.Classes}, {"only", c.Only != nil},
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

// rows returns how many of n rows are used.
func (c *source) rows(n int) (int, error) {
	switch {
	case c.Limit < 0:
		return 0, fmt.Errorf("--limit is %d, expected a number above 0", c.Limit)
	case c.Limit == 0:
		return n, nil
	}
	return min(n, c.Limit), nil
}

// frame reads data that are not a document, and notes what was decided about them. Errors name the file.
func (c *source) frame(s *streams, content []byte, name, kind string, classes dataset.Classes) (frame *dataset.Frame, err error) {
	switch {
	case isImages(content):
		frame, err = c.images(s, content, name, encoding(kind), classes)
	case c.Only != nil:
		return nil, errors.New("--only is given without idx images, expected it only with these")
	case c.Y != "":
		frame, err = c.pair(s, content, name, c.options(kind, classes))
	default:
		frame, err = c.table(content, c.options(kind, classes))
		err = named(name, err)
	}
	if err != nil {
		return nil, err
	}
	for _, note := range frame.Notes {
		s.note(name, note)
	}
	rows, err := c.rows(frame.Len())
	if err != nil {
		return nil, err
	}
	frame.X, frame.Y = frame.X[:rows], frame.Y[:rows]
	return frame, nil
}

// named adds to an error the name of the file and the option that remedies it, if there is one.
func named(name string, err error) error {
	if err == nil {
		return nil
	}
	var input *fault.InputError
	if errors.As(err, &input) && input.Option != "" {
		return fmt.Errorf("%s: %w; %s", name, err, input.Option)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// table reads features and targets from one table.
func (c *source) table(content []byte, options dataset.Options) (*dataset.Frame, error) {
	data, err := c.open(content, c.Arrays)
	if err != nil {
		return nil, err
	}
	if c.Outputs != 0 {
		if options.Targets, err = c.last(data); err != nil {
			return nil, err
		}
	}
	return data.Read(options)
}

// open reads a table without interpreting its columns.
func (c *source) open(content []byte, arrays []string) (*dataset.Source, error) {
	format, err := c.format()
	if err != nil {
		return nil, err
	}
	if len(arrays) > 0 && !table.IsNpz(content) {
		return nil, errors.New("--arrays is given without an .npz file, expected it only with one")
	}
	return dataset.Open(content, format, arrays...)
}

// format returns the format of the table.
func (c *source) format() (table.Format, error) {
	header := map[string]table.Header{"yes": table.HeaderAlways, "no": table.HeaderNever}[c.Header]
	separators := map[string]rune{"": 0, "tab": '\t', `\t`: '\t', "space": ' '}
	if r, ok := separators[c.Separator]; ok {
		return table.Format{Separator: r, Header: header}, nil
	}
	runes := []rune(c.Separator)
	if len(runes) != 1 {
		return table.Format{}, fmt.Errorf("--separator is %.40q, expected one character, tab or space", c.Separator)
	}
	return table.Format{Separator: runes[0], Header: header}, nil
}

// last returns the numbers of the last columns, as many as there are outputs.
func (c *source) last(data *dataset.Source) ([]string, error) {
	if c.Targets != nil {
		return nil, errors.New("--outputs and --targets are both given, expected one of them")
	}
	_, width := data.Size()
	if c.Outputs < 1 || c.Outputs >= width {
		return nil, fmt.Errorf("--outputs is %d, expected 1 to %d, which leaves a feature of the %d columns", c.Outputs, max(1, width-1), width)
	}
	var columns []string
	for k := width - c.Outputs; k < width; k++ {
		columns = append(columns, strconv.Itoa(k+1))
	}
	return columns, nil
}
