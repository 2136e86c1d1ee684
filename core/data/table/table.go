// Package table reads numbers from text tables, from NumPy's .npy and .npz files, from MNIST's, from LIBSVM's and Weka's, and from matrices
// in brackets, as other programs write them.
//
// Unpack comes first: it decompresses gzip, with a limit, and converts UTF-16. Open then recognises the kind of the file. A text table
// has one row per line. How its cells are separated, which decimal mark its numbers have and whether the first line is a header is
// guessed by the three rules of layout.go; a Format overrides them. Text that is not UTF-8 is taken for Windows-1252. Cells may be quoted.
// Blank lines are skipped, lines that start with # above the first row, unless # alone is the name of its first column, and columns and
// rows at the end without any entry. A header that is one cell short names all columns but the first, as R's write.table writes it.
//
// Thousands may be grouped by the mark that is not the decimal one, by spaces or by apostrophes. True and false are 1 and 0. Notes say
// how ambiguities were resolved. A missing or unreadable cell is never skipped or taken for zero: it is refused with its line and column.
// Package dataset decides how missing values are handled.
//
// Files of other kinds (workbooks, HDF5, pickles, R's own) are refused with a sentence that says how to convert them to a table. So are
// Parquet files, which the command line reads with a library: it is larger than the page's whole program.
package table

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// Table is a rectangle with at least one row and one column: of cells, which may be any text, or an array of numbers. It may have a table
// of targets on its right. Rows and columns are counted from zero. It must not be changed.
type Table struct {
	// Header holds the names of the columns, or is nil if the table has none.
	Header []string
	Rows   [][]string // of a text
	// Notes say how ambiguities of the text were resolved.
	Notes []Note
	// Of is what the names of entries end with in errors, such as " of the targets".
	Of      string
	right   *Table // nil if there is no separate file of targets
	from    int    // the number of rows before, of a piece
	height  int
	width   int       // without the columns of right
	numbers []float64 // of each cell, row by row; NaN if it is not a number
	bytes   []byte    // of the cells of images, in place of numbers, which would take eight times the memory
	pixels  bool      // they are pixels
	words   []bool    // the columns with entries that are neither numbers nor missing, and not just slips; of a text
	slips   []bool    // the columns with slips
	lines   []int     // for each row, its line in the text
	decimal byte      // the decimal mark of the text
	comma   rune      // its separator
	unclear bool      // nothing says whether 1,234 is 1234
	grouped string    // a number with marks between its thousands, "" without one
}

// Open reads a text table, a matrix in brackets, a .npy file, an .npz archive, an idx file, a file in LIBSVM's format or in Weka's, ARFF.
// The kind is recognised from the content, which Unpack must have unpacked. Errors are fault.InputErrors.
func Open(content []byte, format Format) (*Table, error) {
	switch {
	case IsNpz(content):
		return parseNpz(content, &format)
	case IsNpy(content):
		return openNpy(content, format.Axes)
	case IsIdx(content):
		t, _, err := ParseIdx(content)
		return t, err
	case isARFF(content):
		return parseARFF(content)
	case isLIBSVM(content):
		return parseLIBSVM(content, format.Known)
	case bytes.HasPrefix(bytes.TrimSpace(content), []byte("[")):
		if err := checkText(bytes.Join(bytes.Fields(content[:min(len(content), beginningBytes)]), nil)); err != nil {
			return nil, err // of JSON
		}
		return parseBrackets(content)
	}
	return ParseText(content, format)
}

// OfCells returns the table of rows of cells, which may be any text; header names its columns, and may be nil. Both are kept.
func OfCells(header []string, rows [][]string) (*Table, error) {
	if len(rows) == 0 || len(rows[0]) == 0 {
		return nil, fault.New("the table", "is empty, expected rows of numbers")
	}
	t := &Table{Header: header, Rows: rows, decimal: '.'}
	t.evaluate()
	return t, nil
}

// OfBytes returns the table of rows of bytes, which may be pixels.
func OfBytes(bytes []byte, width int, pixels bool) *Table {
	return &Table{height: len(bytes) / width, width: width, bytes: bytes, pixels: pixels}
}

// Join puts targets on the right of features, as further columns. They are not found by their names, which may be names of features, too.
func Join(features, targets *Table) (*Table, error) {
	if targets.height != features.height {
		return nil,
			fault.New("the targets",
				"have "+fault.Count(targets.height, "row")+", expected "+strconv.Itoa(features.height)+" as there are rows of features")
	}
	both, right := *features, *targets
	if right.Of == "" {
		right.Of = " of the targets"
	}
	both.right, both.Notes = &right, slices.Clone(features.Notes)
	for _, note := range targets.Notes {
		if note.Column > 0 {
			note.Column += features.width
		}
		both.Notes = append(both.Notes, note)
	}
	return &both, nil
}

// Size returns the numbers of rows and of columns.
func (t *Table) Size() (rows, columns int) {
	if t.right != nil {
		return t.height, t.width + t.right.width
	}
	return t.height, t.width
}

// From returns the number of rows before a piece; in a text it counts lines, without the header.
func (t *Table) From() int { return t.from }

// Pixels reports whether the features are pixels from 0 to 255, of images in bytes.
func (t *Table) Pixels() bool { return t.pixels }

// Width returns the number of columns without those of a separate file of targets.
func (t *Table) Width() int { return t.width }

// Targets returns the index of the first column of a separate file of targets, 0 if there is none.
func (t *Table) Targets() int {
	if t.right == nil {
		return 0
	}
	return t.width
}

// Part returns the table of column j, this one or that on its right, and the column's index in it.
func (t *Table) Part(j int) (part *Table, k int) {
	if j >= t.width && t.right != nil {
		return t.right, j - t.width
	}
	return t, j
}

// Lines reports whether this is a text table, whose first line may be a header, and whether that line was read as a header.
func (t *Table) Lines() (text, header bool) {
	return t.right == nil && t.Rows != nil, t.right == nil && t.Header != nil
}

// Name returns the name of column j, "" if it has none.
func (t *Table) Name(j int) string {
	t, j = t.Part(j)
	if t.Header == nil {
		return ""
	}
	return t.Header[j]
}

// Words reports whether column j holds words: some entries are neither numbers nor missing, and not just a few slips among numbers.
func (t *Table) Words(j int) bool {
	t, j = t.Part(j)
	return t.words != nil && t.words[j]
}

// Slips reports whether column j, of numbers, has a few entries that are neither numbers nor missing.
func (t *Table) Slips(j int) bool {
	t, j = t.Part(j)
	return t.slips != nil && t.slips[j]
}

// Label returns an entry as text.
func (t *Table) Label(i, j int) string {
	t, j = t.Part(j)
	if t.Rows == nil {
		return fault.Number(t.entry(i, j))
	}
	return t.Rows[i][j]
}

// Missing reports whether an entry is missing.
func (t *Table) Missing(i, j int) bool {
	t, j = t.Part(j)
	if t.Rows == nil {
		return math.IsNaN(t.entry(i, j))
	}
	return Missing(t.Rows[i][j])
}

// entry returns an entry of this part as a number, which need not be finite.
func (t *Table) entry(i, j int) float64 {
	if t.bytes != nil {
		return float64(t.bytes[i*t.width+j])
	}
	return t.numbers[i*t.width+j]
}

// Value returns an entry as a finite number, or NaN if it is none.
func (t *Table) Value(i, j int) float64 {
	t, j = t.Part(j)
	if v := t.entry(i, j); !math.IsInf(v, 0) {
		return v
	}
	return math.NaN()
}

// Number returns an entry as a finite number, or the fault.InputError that says why it is none, which takes much longer.
func (t *Table) Number(i, j int) (float64, error) {
	t, j = t.Part(j)
	if v := t.Value(i, j); !math.IsNaN(v) {
		return v, nil
	}
	if t.Rows == nil {
		return 0, fault.New(t.Where(i, j), "is "+t.Label(i, j)+", expected a finite number")
	}
	cell := t.Rows[i][j]
	_, err := t.number(cell)
	refusal := fault.New(t.Where(i, j), t.refusal(cell, err))
	if i == 0 && t.words[j] && t.Header == nil && t.numbersBelow(j) {
		refusal = fault.WithOption(refusal, HeaderOption)
	}
	return 0, refusal
}

// Where names an entry for an error: its line, its column counted from one, and the column's name.
func (t *Table) Where(i, j int) string {
	t, j = t.Part(j)
	return t.Place(i) + ", " + t.Called(j) + t.Of
}

// Place names a row for an error: its line in a text, or its number.
func (t *Table) Place(i int) string {
	if t.lines != nil {
		return "line " + strconv.Itoa(t.lines[i])
	}
	return "row " + strconv.Itoa(i+1)
}

// Column returns the index of the column with that name in the header, or with that number counted from one.
func (t *Table) Column(name string) (int, error) {
	subject := "the table"
	if t.Rows == nil && t.Of != "" {
		subject = strings.TrimPrefix(t.Of, " of ")
	}
	found := slices.Index(t.Header, name)
	if found >= 0 && slices.Contains(t.Header[found+1:], name) {
		return 0, fault.New(subject, `has several columns called "`+fault.Clip(name)+`", expected one, or the number of a column`)
	}
	if found >= 0 {
		return found, nil
	}
	if number, err := strconv.Atoi(name); err == nil && number >= 1 && number <= t.width {
		return number - 1, nil
	}
	expected := ", expected "
	if t.Header != nil {
		expected += "a name of its header or "
	}
	expected += "the number of a column, " + fault.Range(1, t.width)
	near := fault.Nearest(name, t.Header)
	for _, known := range t.Header {
		if strings.HasPrefix(known, name+",") { // a list is divided at its commas
			near = known
		}
	}
	if near != "" {
		expected = `; did you mean "` + fault.Clip(near) + `"?`
	}
	err := fault.New(subject, `has no column "`+fault.Clip(name)+`"`+expected)
	if strings.Contains(near, ",") {
		err = fault.WithOption(err, `a comma in a name is written \,`)
	}
	if t.Header == nil && t.Rows != nil && slices.Contains(t.Rows[0], name) {
		err = fault.WithOption(err, HeaderOption)
	}
	return 0, err
}

// All returns all entries as numbers, without a first column of words that names the rows and has no name, as R writes and prints it.
func (t *Table) All() ([][]float64, error) {
	from := 0
	if t.Header != nil && t.Header[0] == "" && t.words[0] && t.width > 1 {
		from = 1
	}
	rows := make([][]float64, t.height)
	for i := range rows {
		rows[i] = make([]float64, t.width-from)
		for j := range rows[i] {
			var err error
			rows[i][j], err = t.Number(i, from+j)
			if err != nil {
				return nil, err
			}
		}
	}
	return rows, nil
}

// Called returns what a sentence calls a column.
func (t *Table) Called(j int) string {
	called := "column " + strconv.Itoa(j+1)
	if name := t.Name(j); name != "" {
		called += " (" + fault.Name(name) + ")"
	}
	return called
}

// indexNames are the usual names of columns that number the rows or name them; pandas and R leave the name of such a first column empty.
var indexNames = []string{
	"", "unnamed: 0", "__index_level_0__", "index", "id", "row", "rowid", "row_id", "rownames", "row.names", "row_names",
}

// Index reports whether a column numbers or names the rows: it has such a name, or one that ends in id, and its entries are whole numbers,
// or words, that are all different.
func (t *Table) Index(j int) bool {
	name := strings.ToLower(t.Name(j))
	part, k := t.Part(j)
	named := slices.ContainsFunc(part.Header, func(name string) bool { return name != "" })
	id := strings.HasSuffix(name, "_id") || strings.HasSuffix(name, " id") || strings.HasSuffix(name, "-id")
	if !id && !slices.Contains(indexNames, name) || name == "" && (k > 0 || !named) {
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
		if v := t.Value(i, j); math.IsNaN(v) {
			words++
		} else if v != math.Trunc(v) {
			return false
		}
	}
	return words == 0 || words == rows
}

// Columns returns the indices of the columns named as for Column, and of those of ranges of them, such as 2-4 or first-last.
func (t *Table) Columns(names []string) (places []int, err error) {
	for _, name := range names {
		from, to, err := t.between(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		for j := from; j <= to; j++ {
			if slices.Contains(places, j) {
				return nil, fault.New(t.Called(j), "is named twice, expected each column once")
			}
			places = append(places, j)
		}
	}
	return places, nil
}

// between returns the first and the last column of a range, or twice the one column of that name.
func (t *Table) between(name string) (from, to int, err error) {
	from, err = t.Column(name)
	if err == nil {
		return from, from, nil
	}
	var absent error // of a range of which one end is there
	for at := 1; at < len(name)-1; at++ {
		if name[at] != '-' {
			continue
		}
		first, no := t.Column(strings.TrimSpace(name[:at]))
		last, nor := t.Column(strings.TrimSpace(name[at+1:]))
		switch {
		case no != nil && nor != nil:
		case no != nil || nor != nil:
			absent = cmp.Or(absent, no, nor)
		case last < first:
			return 0, 0, fault.New(`the range "`+fault.Clip(name)+`"`, "ends before it begins, expected columns from left to right")
		default:
			return first, last, nil
		}
	}
	return 0, 0, cmp.Or(absent, err)
}
