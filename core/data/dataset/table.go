// Package dataset reads, generates and splits labelled points.
//
//   - Open takes text tables, matrices in brackets, .npy and .npz files, MNIST's, LIBSVM's and Weka's, and returns a Table. Read and Take
//     make its columns into a Frame: features and targets, with classes as labels 1 and -1 or as one-hot rows, words as features of 0 and
//     1, and missing values refused, dropped or replaced.
//   - Split, RandomFolds and ParseFolds divide a Frame for training and testing.
//   - NewTeacher and Draw generate the planted problems of the paper's section 9, for all architectures.
//
// What is learned from a table, and needed to read another one in the same way, is its Columns: names, categories, classes and
// scaling. Take and Standardise fit them, problem and solution documents store them as they are, and Apply reads another table by
// them.
//
// All randomness comes from a generator or a seed given by the caller.
package dataset

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Table is a table before its columns become data, perhaps with a table of targets on its right.
type Table struct {
	*table.Table
}

// Open reads a text table, a matrix in brackets, a .npy file, an .npz archive, an idx file, a file in LIBSVM's format or in Weka's, ARFF.
// For an archive, arrays may name the arrays of the features and of the targets. The kind is recognised from the content, which
// table.Unpack must have unpacked. Errors are fault.InputErrors.
func Open(content []byte, format table.Format, arrays ...string) (*Table, error) {
	t, err := open(content, format, arrays)
	if err != nil {
		return nil, err
	}
	return &Table{t}, nil
}

func open(content []byte, format table.Format, arrays []string) (*table.Table, error) {
	switch {
	case table.IsNpz(content):
		return table.ParseNpz(content, format.Axes, arrays)
	case table.IsNpy(content):
		return table.OpenNpy(content, format.Axes)
	case table.IsIdx(content):
		t, _, err := table.ParseIdx(content)
		return t, err
	}
	switch {
	case table.IsARFF(content):
		return table.ParseARFF(content, table.NewBeat(format.Beat))
	case table.IsLIBSVM(content):
		return table.ParseLIBSVM(content, format.Known)
	case bytes.HasPrefix(bytes.TrimSpace(content), []byte("[")):
		rows, err := table.ParseBrackets(content)
		if err != nil {
			return nil, err
		}
		return table.OfRows(rows, "")
	}
	return table.ParseText(content, format)
}

// Join puts a file of targets on the right of the features: see table.Join.
func Join(features, targets *Table) (*Table, error) {
	both, err := table.Join(features.Table, targets.Table)
	return &Table{both}, err
}

// indexNames are the usual names of columns that number the rows or name them; pandas and R leave the name of such a first column empty.
var indexNames = []string{
	"", "unnamed: 0", "__index_level_0__", "index", "id", "row", "rowid", "row_id", "rownames", "row.names", "row_names",
}

// Index reports whether a column numbers or names the rows: it has such a name, and its entries are whole numbers, or words, that are all
// different.
func (t *Table) Index(j int) bool {
	name := strings.ToLower(t.Name(j))
	part, k := t.Part(j)
	named := slices.ContainsFunc(part.Header, func(name string) bool { return name != "" })
	if !slices.Contains(indexNames, name) || name == "" && (k > 0 || !named) {
		return false
	}
	rows, _ := t.Size()
	seen, words := make(map[string]bool, rows), 0
	for i := range rows {
		label := t.Label(i, j)
		if t.Missing(i, j) || seen[label] {
			return false
		}
		seen[label] = true
		if v, err := t.Number(i, j); err != nil {
			words++
		} else if v != math.Trunc(v) {
			return false
		}
	}
	return words == 0 || words == rows
}

// withoutIndex removes the columns that number or name the rows from a default choice of columns, unless none would remain, and adds a
// note.
func (t *Table) withoutIndex(columns []int, notes *[]table.Note) []int {
	kept := slices.DeleteFunc(slices.Clone(columns), t.Index)
	if len(kept) == len(columns) || len(kept) == 0 {
		return columns
	}
	for _, j := range columns {
		if t.Index(j) {
			*notes = append(*notes, table.Note{Sentence: t.Called(j) + " numbers or names the rows and is left out",
				Option: "--features keeps it where it names it"})
		}
	}
	return kept
}

// Called returns what a sentence calls a column.
func (t *Table) Called(j int) string {
	called := "column " + strconv.Itoa(j+1)
	if name := t.Name(j); name != "" {
		called += " (" + fault.Clip(name) + ")"
	}
	return called
}
