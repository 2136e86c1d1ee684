package main

import (
	"errors"
	"fmt"
	"strconv"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// tableFormat says how a table is read, whatever it is read for.
type tableFormat struct {
	Separator string   `placeholder:"CHAR" group:"Table" help:"Separator of the cells: a character, tab or space (detected from the first lines)."`
	Header    string   `enum:"auto,yes,no" default:"auto" group:"Table" help:"Whether the first line has the names of the columns: yes, no or auto (${default})."`
	Missing   string   `enum:"error,drop,mean" default:"error" group:"Table" help:"Missing values (empty, NA, NaN, null, None, ?, -): error, drop their rows, or put the mean of the column in place (${default})."`
	Features  []string `placeholder:"NAME" group:"Table" help:"Columns of the features, by name or by number from 1 (all but the targets, and but those that number or name the rows; for predict, those that the network was trained on)."`
	Arrays    []string `placeholder:"X,Y" group:"Table" help:"Arrays of an .npz file with the features and the targets, or with both in one."`
}

// tableOptions say which columns of a table are what.
type tableOptions struct {
	tableFormat
	Y       string   `name:"y" aliases:"labels" placeholder:"FILE" group:"Table" help:"Targets in a separate file (table, .npy or idx labels); FILE then has the features only. --labels is an alias."`
	Outputs int      `placeholder:"C" group:"Table" help:"The last C columns are the targets (1)."`
	Targets []string `placeholder:"NAME" group:"Table" help:"Columns of the targets, by name or by number from 1."`
	Encode  string   `enum:"error,onehot" default:"error" group:"Table" help:"Features in words: error, or onehot, a feature of 0 and 1 for each word (${default})."`
	Classes bool     `group:"Table" help:"The target is a class, as text or a number: two classes become -1 and 1, more become one output each. Implied by idx images and --only, and by hinge, logistic and softmax for words and for whole numbers other than -1 and 1."`
	Only    []string `placeholder:"CLASS" group:"Table" help:"Keep the rows of these classes."`
}

// expectedTable names the formats of data, for error messages.
const expectedTable = "a table, a .npy file or idx images"

var missings = map[string]dataset.Missing{"error": dataset.Refuse, "drop": dataset.Drop, "mean": dataset.Mean}

// open reads a table without interpreting its columns.
func (o *tableFormat) open(content []byte) (*dataset.Table, error) {
	format := table.Format{Header: map[string]table.Header{"yes": table.HeaderAlways, "no": table.HeaderNever}[o.Header]}
	named, ok := map[string]rune{"": 0, "tab": '\t', `\t`: '\t', "space": ' '}[o.Separator]
	if format.Separator = named; !ok {
		runes := []rune(o.Separator)
		if len(runes) != 1 {
			return nil, fmt.Errorf("--separator is %.40q, expected one character, tab or space", o.Separator)
		}
		format.Separator = runes[0]
	}
	if len(o.Arrays) > 0 && !table.IsNpz(content) {
		return nil, errors.New("--arrays is given without an .npz file, expected it only with one")
	}
	return dataset.Open(content, format, o.Arrays...)
}

// frame reads features and targets from the content of a file, and from the file of --y if there is one. Errors name the file.
func (o *tableOptions) frame(s *streams, content []byte, name string, options dataset.Options) (*dataset.Frame, error) {
	if table.IsIdx(content) && o.Y == "" {
		return nil, fmt.Errorf("%s is an idx file, expected its labels by --y", name)
	}
	data, err := o.open(content)
	switch {
	case err != nil:
		return nil, named(name, err)
	case o.Y != "":
		if data, name, err = o.join(s, data, name); err != nil {
			return nil, err
		}
	case o.Outputs != 0:
		if options.Targets, err = o.last(data); err != nil {
			return nil, named(name, err)
		}
	}
	frame, err := data.Read(options)
	return frame, named(name, err)
}

// last returns the numbers of the last columns, as many as there are outputs.
func (o *tableOptions) last(data *dataset.Table) (columns []string, err error) {
	if o.Targets != nil {
		return nil, errors.New("--outputs and --targets are both given, expected one of them")
	}
	_, width := data.Size()
	if o.Outputs < 1 || o.Outputs >= width {
		return nil, fmt.Errorf("--outputs is %d, expected 1 to %d, which leaves a feature of the %d columns", o.Outputs, max(1, width-1), width)
	}
	for k := width - o.Outputs; k < width; k++ {
		columns = append(columns, strconv.Itoa(k+1))
	}
	return columns, nil
}

// join appends the targets of --y to a table of features, and returns the names of both files.
func (o *tableOptions) join(s *streams, features *dataset.Table, name string) (*dataset.Table, string, error) {
	if o.Outputs != 0 || o.Targets != nil {
		return nil, "", errors.New("--y is given with a choice of targets, expected files that have features alone and targets alone")
	}
	labels, labelsName, err := s.read(o.Y, "targets in a table, a .npy file or idx labels")
	if err != nil {
		return nil, "", err
	}
	n, _ := features.Size()
	targets, err := o.targets(labels, n)
	if err != nil {
		return nil, "", named(labelsName, err)
	}
	name += " with " + labelsName
	both, err := dataset.Join(features, targets)
	return both, name, named(name, err)
}

// targets reads a file with the targets of n rows. Only n tells whether a first line of words is a header or the target of a row.
func (o *tableOptions) targets(content []byte, n int) (*dataset.Table, error) {
	format := tableFormat{Separator: o.Separator, Header: o.Header}
	targets, err := format.open(content)
	if err != nil || o.Header != "auto" {
		return targets, err
	}
	if m, _ := targets.Size(); m != n {
		format.Header = "no"
		if whole, err := format.open(content); err == nil {
			if m, _ := whole.Size(); m == n {
				return whole, nil
			}
		}
	}
	return targets, nil
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
