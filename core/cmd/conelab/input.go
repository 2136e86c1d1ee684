package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/network/solve"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// input is what every command that trains reads: points and labels, from a document or from a table, and the problem that they are to be
// trained for.
type input struct {
	File string `arg:"" optional:"" default:"-" help:"${input_file}"`
	tableOptions
	Limit       *int `placeholder:"N" group:"Data" help:"Keep the first N rows."`
	Standardise bool `aliases:"standardize" group:"Data" help:"Scale each feature to mean 0, standard deviation 1 (with divisor n) on the n points trained on."`
	Bias        bool `group:"Data" help:"${bias}"`
	network
	solver

	imputed [][]int // for each row of the table, the features whose missing values were replaced by means
}

// defaultProblem returns a problem with the default settings and without data.
func defaultProblem() *document.Problem {
	return &document.Problem{Settings: document.Settings{
		Architecture: document.Architecture{Kind: document.KindDense}, Activation: document.PolynomialOf(lift.ReLU),
		Loss: document.LossSquared, Beta: solve.DefaultBeta,
	}}
}

// isDocument reports whether the content should be read as JSON: no table starts with a brace, and for empty content the JSON parser has
// the better error message.
func isDocument(content []byte) bool {
	text := bytes.TrimSpace(content)
	return len(text) == 0 || text[0] == '{'
}

// data reads a file with a problem document, which it returns parsed, or with a table, whose content it returns.
func (s *streams) data(file string) (p *document.Problem, content []byte, name string, err error) {
	content, name, err = s.read(file, "a problem document, "+expectedTable, 0)
	if err == nil && isDocument(content) {
		p, err = document.ParseProblem(content)
		err = inFile(name, err)
	}
	return p, content, name, err
}

// task reads what is to be trained, and applies the options to it, except for the scaling.
func (c *input) task(s *streams, layers *stacking) (*task, error) {
	if err := c.refuse(layers); err != nil {
		return nil, err
	}
	c.manyAxes = c.Input != nil || c.Kind != nil && *c.Kind == document.KindConvolutional
	if c.Limit != nil && c.Only == nil && c.Missing != "drop" {
		c.readFirst(c.File, *c.Limit)
	}
	if err := c.refuseLarge(c.File); err != nil {
		return nil, err
	}
	content, name, err := s.read(c.File, "a problem document, "+expectedTable, c.rows)
	t := &task{}
	switch {
	case err != nil:
	case !isDocument(content):
		t.Problem, err = c.ofTable(s, content, name)
	case document.IsSums(bytes.NewReader(content)):
		err = c.ofSums(s, t, content, name)
	default:
		t.Problem, err = c.ofDocument(s, content, name)
	}
	if err != nil {
		return nil, err
	}
	if c.Bias {
		bias(t.Problem)
	}
	if err := c.settings(t.Problem, layers); err != nil {
		return nil, err
	}
	if c.Bias && t.Activation.Kind().BiasInputs > 0 {
		return nil, fmt.Errorf("--bias is given with the activation %s, whose neurons have a bias already, expected it with a polynomial",
			t.Activation.Name)
	}
	if t.sums != nil {
		return t, inFile(name, t.sums.Check())
	}
	return t, validate(t.Problem)
}

// scaledTask is task with the scaling.
func (c *input) scaledTask(s *streams, layers *stacking) (*task, error) {
	t, err := c.task(s, layers)
	if err == nil && c.Standardise {
		err = c.standardize(t.Problem)
	}
	return t, err
}

// refuse refuses options that no data make valid, before the data are read, which may take long.
func (c *input) refuse(layers *stacking) error {
	if c.Limit != nil {
		if err := within("limit", *c.Limit, 1, strictjson.Largest); err != nil {
			return err
		}
	}
	_, err := c.format()
	any := defaultProblem()
	any.Stack = &document.Stack{}
	return cmp.Or(err, c.settings(any, layers), c.solver.refuse())
}

// settings applies the options that do not concern the data.
func (c *input) settings(p *document.Problem, layers *stacking) error {
	set(&p.Tolerance, c.Tolerance)
	return cmp.Or(c.network.apply(p), layers.apply(p))
}

// validate refuses options that make the problem invalid.
func validate(p *document.Problem) error {
	if err := p.Validate(); err != nil {
		return fmt.Errorf("with the given options, %w", err)
	}
	return nil
}

// ofDocument parses a problem document.
func (c *input) ofDocument(s *streams, content []byte, name string) (*document.Problem, error) {
	if used := s.options["Table"]; used != nil {
		return nil, fmt.Errorf("%s: %s is given with a problem document, expected it only with %s", name, used[0], expectedTable)
	}
	p, err := document.ParseProblem(content)
	if err == nil && c.Limit != nil && *c.Limit < len(p.Data.X) {
		p.Data.X, p.Data.Y = p.Data.X[:*c.Limit], p.Data.Y[:*c.Limit]
	}
	return p, inFile(name, err)
}

// ofTable makes a table a problem with the default settings, whose labels are encoded for the loss.
func (c *input) ofTable(s *streams, content []byte, name string) (*document.Problem, error) {
	kind := ""
	set(&kind, c.Loss)
	frame, err := c.frame(s, content, name, c.options(kind, table.IsIdx(content)))
	if err != nil {
		return nil, err
	}
	s.notes(name, frame.Notes)
	c.imputed = frame.Imputed
	p := defaultProblem()
	columns := frame.Columns // a copy, since it outlives the rows
	p.Data, p.Columns = document.Data{X: frame.X, Y: labels(frame, lossOf(kind))}, &columns
	return p, nil
}

// notes writes the notes on a table.
func (s *streams) notes(name string, notes []table.Note) {
	for _, note := range notes {
		s.note(name, note.Sentence, note.Option)
	}
}

// labels returns the labels of a frame for a loss: those of hinge and logistic are -1 and 1, also with an output for each class.
func labels(f *dataset.Frame, lossFn loss.Loss) [][]float64 {
	if f.Classes != nil && len(f.Y) > 0 && len(f.Y[0]) > 1 && lossFn.Labels() == loss.Signs {
		oneAgainstOthers(f.Y)
	}
	return f.Y
}

// bias adds a feature of ones to a problem.
func bias(p *document.Problem) {
	p.Data.X, p.Columns = cmp.Or(p.Columns, &document.Columns{}).WithBias(p.Data.X)
}

// lossOf returns the loss with that name, the squared one for none.
func lossOf(name string) loss.Loss {
	lossFn, _ := loss.Parse(name)
	return lossFn
}

// options returns the rules by which columns become data; images say that their labels are classes.
func (c *input) options(kind string, images bool) dataset.Options {
	o := dataset.Options{
		Targets: c.Targets, Features: c.Features, Exclude: c.Exclude, OneHot: c.Encode == "onehot",
		Missing: c.missing(nil), Only: c.Only,
	}
	set(&o.Limit, c.Limit)
	oneHot := lossOf(kind).Labels() == loss.OneHot
	classes := c.Classes || images || c.Only != nil
	if classes || oneHot || lossOf(kind).Labels() == loss.Signs {
		o.Encoding = dataset.Signs
	}
	if oneHot {
		o.Encoding = dataset.OneHot // one output for each class, even for two
	}
	o.IfNeeded = !classes
	return o
}

// oneAgainstOthers turns labels 0 and 1 into -1 and 1.
func oneAgainstOthers(y [][]float64) {
	for _, row := range y {
		for o := range row {
			row[o] = 2*row[o] - 1
		}
	}
}

// standardize scales the features of a problem and records the scaling in the problem.
func (c *input) standardize(p *document.Problem) (err error) {
	p.Data.X, p.Columns, err = cmp.Or(p.Columns, &document.Columns{}).Standardize(p.Data.X)
	return inFile(c.File, err)
}

// tableText says how a table is written.
type tableText struct {
	Separator string   `placeholder:"CHAR" group:"Table" help:"${separator}"`
	Header    string   `enum:"auto,yes,no" default:"auto" group:"Table" help:"${header}"`
	Y         string   `name:"y" aliases:"labels" placeholder:"FILE" group:"Table" help:"${y}"`
	Arrays    []string `placeholder:"X,Y" group:"Table" help:"Arrays of an .npz file with the features and the targets, or with both in one."`
}

// tableFormat says how a table is read, whatever it is read for.
type tableFormat struct {
	tableText
	Missing  string   `enum:",error,drop,mean" default:"" placeholder:"HOW" group:"Table" help:"${missing}"`
	Unknown  string   `enum:"error,ignore" default:"error" group:"Table" help:"${unknown}"`
	Features []string `placeholder:"NAME" group:"Table" help:"${features}"`

	manyAxes bool     // an array may have several axes
	rows     int      // of a .npy file or a text that are needed, 0 for all
	known    []string // the names of the columns trained on
}

// tableOptions say which columns of a table are what.
type tableOptions struct {
	tableFormat
	Outputs *int     `placeholder:"C" group:"Table" help:"The last C columns are the targets (1)."`
	Targets []string `placeholder:"NAME" group:"Table" help:"Columns of the targets, named as by --features."`
	Exclude []string `placeholder:"NAME" group:"Table" help:"Columns that are not features, named as by --features."`
	Encode  string   `enum:"error,onehot" default:"error" group:"Table" help:"${encode}"`
	Classes bool     `group:"Table" help:"${classes}"`
	Only    []string `placeholder:"CLASS" group:"Table" help:"Keep the rows of these classes; a comma in a class is written \\,."`
}

// expectedTable names the formats of data, for error messages.
const expectedTable = "a table, a .npy file or idx images"

// format returns how a text table is read.
func (o *tableFormat) format() (table.Format, error) {
	format := table.Format{Header: map[string]table.Header{"yes": table.HeaderAlways, "no": table.HeaderNever}[o.Header], Known: o.known,
		Rows: o.rows}
	named, ok := map[string]rune{"": 0, "tab": '\t', `\t`: '\t', "space": ' '}[o.Separator]
	format.Separator = named
	if !ok {
		runes := []rune(o.Separator)
		if len(runes) != 1 {
			return format, fmt.Errorf("--separator is %.40q, expected one character, tab or space", o.Separator)
		}
		format.Separator = runes[0]
	}
	return format, nil
}

// readFirst makes only the first rows of a file be read, all of which are kept. Those of a text with targets in another file are all
// counted, since that may tell whether it has a header.
func (o *tableFormat) readFirst(file string, rows int) {
	if o.Y == "" || isNpy(file) && isNpy(o.Y) {
		o.rows = rows
	}
}

// open reads a table without interpreting its columns.
func (o *tableFormat) open(content []byte) (*table.Table, error) {
	format, err := o.format()
	if err != nil {
		return nil, err
	}
	if len(o.Arrays) > 0 && !table.IsNpz(content) {
		return nil, errors.New("--arrays is given without an .npz file, expected it only with one")
	}
	if isParquet(content) {
		return readParquet(content)
	}
	if o.manyAxes {
		format.Axes = table.MaxAxes
	}
	return table.Open(content, format, o.Arrays...)
}

// frame reads features and targets from the content of a file, and from the file of --y if there is one. Errors name the file.
func (o *tableOptions) frame(s *streams, content []byte, name string, options dataset.Options) (*dataset.Frame, error) {
	if table.IsIdx(content) && o.Y == "" {
		return nil, fmt.Errorf("%s is an idx file, expected its labels by --y", name)
	}
	if o.Y != "" && (o.Outputs != nil || o.Targets != nil) {
		return nil, errors.New("--y is given with a choice of targets, expected files that have features alone and targets alone")
	}
	data, name, err := o.withTargets(s, content, name)
	if err == nil && o.Outputs != nil {
		options.Targets, err = o.last(data)
		err = inFile(name, err)
	}
	if err != nil {
		return nil, err
	}
	frame, err := dataset.Read(data, options)
	return frame, inFile(name, err)
}

// last returns the numbers of the last columns, as many as there are outputs.
func (o *tableOptions) last(data *table.Table) (columns []string, err error) {
	if o.Targets != nil {
		return nil, errors.New("--outputs and --targets are both given, expected one of them")
	}
	_, width := data.Size()
	count := *o.Outputs
	if count < 1 || count >= width {
		return nil, fmt.Errorf("--outputs is %d, expected 1 to %d, which leaves a feature of the %d columns", count, max(1, width-1), width)
	}
	for k := width - count; k < width; k++ {
		columns = append(columns, strconv.Itoa(k+1))
	}
	return columns, nil
}

// withTargets opens a table, with the targets of --y if there are any, and returns the names of both files.
func (o *tableFormat) withTargets(s *streams, content []byte, name string) (*table.Table, string, error) {
	features, err := o.open(content)
	if err != nil || o.Y == "" {
		return features, name, inFile(name, err)
	}
	labels, labelsName, err := s.read(o.Y, "targets in a table, a .npy file or idx labels", o.rows)
	if err != nil {
		return nil, "", err
	}
	format := tableFormat{tableText: o.tableText, rows: o.rows}
	format.Arrays = nil
	targets, err := format.open(labels)
	if err != nil {
		return nil, "", inFile(labelsName, err)
	}
	name += " with " + labelsName
	both, err := table.Join(features, targets)
	if text, header := targets.Lines(); err != nil && text && header && o.Header == "auto" {
		err = fault.WithOption(err, "their first line is taken for a header, which --header no reads as a row")
	}
	return both, name, inFile(name, err)
}

// missing returns what is done about missing values: by default as in the table trained on, if there is another one.
func (o *tableFormat) missing(trained *document.Columns) dataset.Missing {
	switch o.Missing {
	case "":
		return trained.MissingOf()
	case "error":
		return dataset.Refuse
	}
	return dataset.Missing(o.Missing)
}

// height returns the number of rows of a table.
func height(t *table.Table) int {
	n, _ := t.Size()
	return n
}

// inFile adds to an error the name of the file and the option that remedies it, if there is one.
func inFile(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case name == "-":
		name = "standard input"
	}
	var input *fault.InputError
	if errors.As(err, &input) && input.Option != "" {
		return fmt.Errorf("%s: %w; %s", name, err, input.Option)
	}
	return fmt.Errorf("%s: %w", name, err)
}
