package table

import (
	"math"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// Table is a rectangle with at least one row and one column: of cells, which may be any text, or an array of numbers. Rows and columns
// are counted from zero. It must not be changed.
type Table struct {
	// Header holds the names of the columns, or is nil if the table has none.
	Header []string
	Rows   [][]string // of a text
	// Notes say how ambiguities of the text were resolved.
	Notes []Note
	// Of is what the names of entries end with in errors, such as " of the targets".
	Of      string
	width   int
	numbers []float64 // of each cell, row by row; NaN if it is not a number
	words   []bool    // the columns with an entry that is neither a number nor missing; of a text
	lines   []int     // for each row, its line in the text
	decimal byte      // the decimal mark of the text
	unclear bool      // nothing says whether 1,234 is 1234
	example string    // a number with a decimal comma
}

// OfRows returns the table of rows of numbers, which must have equal lengths; of is what the names of entries end with.
func OfRows(rows [][]float64, of string) (*Table, error) {
	if len(rows) == 0 {
		return nil, fault.New("the table", "is empty, expected rows of numbers")
	}
	t := &Table{Of: of, width: len(rows[0])}
	for i, row := range rows {
		if len(row) != t.width || t.width == 0 {
			return nil, fault.New("row "+strconv.Itoa(i+1), "has "+strconv.Itoa(len(row))+" numbers, expected "+strconv.Itoa(t.width)+" as in row 1")
		}
		t.numbers = append(t.numbers, row...)
	}
	return t, nil
}

// Size returns the numbers of rows and of columns.
func (t *Table) Size() (rows, columns int) { return len(t.numbers) / t.width, t.width }

// Name returns the name of column j, "" if it has none.
func (t *Table) Name(j int) string {
	if t.Header == nil {
		return ""
	}
	return t.Header[j]
}

// Words reports whether some entry of column j is neither a number nor missing.
func (t *Table) Words(j int) bool { return t.words != nil && t.words[j] }

// Label returns an entry as text.
func (t *Table) Label(i, j int) string {
	if t.Rows == nil {
		return fault.Number(t.numbers[i*t.width+j])
	}
	return t.Rows[i][j]
}

// Missing reports whether an entry is missing.
func (t *Table) Missing(i, j int) bool {
	if t.Rows == nil {
		return math.IsNaN(t.numbers[i*t.width+j])
	}
	return Missing(t.Rows[i][j])
}

// Value returns an entry as a finite number, or NaN if it is none.
func (t *Table) Value(i, j int) float64 {
	if v := t.numbers[i*t.width+j]; !math.IsInf(v, 0) {
		return v
	}
	return math.NaN()
}

// Number returns an entry as a finite number, or the fault.InputError that says why it is none, which takes much longer.
func (t *Table) Number(i, j int) (float64, error) {
	if v := t.Value(i, j); !math.IsNaN(v) {
		return v, nil
	}
	if t.Rows == nil {
		return 0, fault.New(t.Place(i, j), "is "+t.Label(i, j)+", expected a finite number")
	}
	cell := t.Rows[i][j]
	_, err := t.number(cell)
	return 0, fault.New(t.Place(i, j), t.refusal(cell, err))
}

// Place names an entry for an error: its line, its column counted from one, and the column's name.
func (t *Table) Place(i, j int) string {
	place := "row " + strconv.Itoa(i+1)
	if t.lines != nil {
		place = "line " + strconv.Itoa(t.lines[i])
	}
	place += ", column " + strconv.Itoa(j+1)
	if name := t.Name(j); name != "" {
		place += " (" + fault.Clip(name) + ")"
	}
	return place + t.Of
}

// Column returns the index of the column with that name in the header, or with that number counted from one.
func (t *Table) Column(name string) (int, error) {
	subject := "the table"
	if t.Rows == nil && t.Of != "" {
		subject = strings.TrimPrefix(t.Of, " of ")
	}
	found := -1
	for j, known := range t.Header {
		if known == name && found >= 0 {
			return 0, fault.New(subject, `has two columns called "`+fault.Clip(name)+`", expected one, or the number of a column`)
		}
		if known == name {
			found = j
		}
	}
	if found >= 0 {
		return found, nil
	}
	if number, err := strconv.Atoi(name); err == nil && number >= 1 && number <= t.width {
		return number - 1, nil
	}
	expected := ", expected a number from 1 to " + strconv.Itoa(t.width)
	if t.Header != nil {
		expected = ", expected a name of its header or a number from 1 to " + strconv.Itoa(t.width)
	}
	return 0, fault.New(subject, `has no column "`+fault.Clip(name)+`"`+expected)
}

// All returns all entries as numbers, without a first column of words that names the rows and has no name, as R writes and prints it.
func (t *Table) All() ([][]float64, error) {
	n, width := t.Size()
	from := 0
	if t.Header != nil && t.Header[0] == "" && t.words[0] && width > 1 {
		from = 1
	}
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, width-from)
		for j := range rows[i] {
			var err error
			if rows[i][j], err = t.Number(i, from+j); err != nil {
				return nil, err
			}
		}
	}
	return rows, nil
}
