package dataset

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Source is a table before its columns become data. Rows and columns are counted from zero.
type Source struct {
	grid
	// Notes say how ambiguities of the file were resolved.
	Notes []table.Note
	// targets is the index of the first column of a separate file of targets that Join has added; 0 if there is none.
	targets int
	beat    *table.Beat
}

// grid is a table of cells, of numbers, or of two such tables side by side.
type grid interface {
	// Size returns the number of rows and of columns.
	Size() (rows, columns int)
	// Column returns the index of a column, given its name or its number counted from one.
	Column(name string) (int, error)
	// Name returns the name of column j, "" if it has none.
	Name(j int) string
	// Words reports whether some entry of column j is neither a number nor missing.
	Words(j int) bool
	// Missing reports whether an entry is missing.
	Missing(i, j int) bool
	// Number returns an entry as a finite number.
	Number(i, j int) (float64, error)
	// Value returns the same number, or NaN where Number returns an error, which takes much longer than a number.
	Value(i, j int) float64
	// Label returns an entry as text.
	Label(i, j int) string
	// Place names an entry for an error.
	Place(i, j int) string
}

// mostBytes is the largest size, when unpacked, of the arrays of an archive.
const mostBytes = 1 << 30

// Open reads a text table, a matrix in brackets, a .npy file or an .npz archive. For an archive, arrays may name the arrays of the features
// and of the targets. The kind is recognised from the content, which table.Unpack must have unpacked. Errors are fault.InputErrors.
func Open(content []byte, format table.Format, arrays ...string) (*Source, error) {
	switch {
	case table.IsNpz(content):
		return openNpz(content, arrays)
	case table.IsNpy(content):
		rows, err := table.ParseNpyRows(content)
		if err != nil {
			return nil, err
		}
		return &Source{grid: matrix{rows, " of the .npy file"}}, nil
	case bytes.HasPrefix(bytes.TrimSpace(content), []byte("[")):
		rows, err := table.ParseBrackets(content)
		if err != nil {
			return nil, err
		}
		return OfRows(rows)
	}
	text, err := table.ParseText(content, format)
	if err != nil {
		return nil, err
	}
	s := &Source{grid: cells{text}, Notes: text.Notes, beat: table.NewBeat(format.Beat)}
	s.noteStrays()
	return s, nil
}

// OfRows returns the source of rows of numbers, which must have equal lengths.
func OfRows(rows [][]float64) (*Source, error) {
	for i, row := range rows {
		if len(row) != len(rows[0]) || len(row) == 0 {
			return nil, fault.New("row "+strconv.Itoa(i+1), "has "+strconv.Itoa(len(row))+" numbers, expected "+strconv.Itoa(len(rows[0]))+" as in row 1")
		}
	}
	if len(rows) == 0 {
		return nil, fault.New("the table", "is empty, expected rows of numbers")
	}
	return &Source{grid: matrix{rows, ""}}, nil
}

// openNpz reads the features, and the targets if there are any, from an archive.
func openNpz(content []byte, arrays []string) (*Source, error) {
	z, err := table.ParseNpz(content, mostBytes)
	if err != nil {
		return nil, err
	}
	var x, y string
	switch len(arrays) {
	case 0:
		if x, y, err = z.Pair(); err != nil {
			return nil, err
		}
	case 1:
		x = arrays[0]
	case 2:
		x, y = arrays[0], arrays[1]
	default:
		return nil, fault.New("the choice of arrays", "has "+strconv.Itoa(len(arrays))+" names, expected one or two")
	}
	features, err := openArray(z, x)
	if err != nil || y == "" {
		return features, err
	}
	targets, err := openArray(z, y)
	if err != nil {
		return nil, err
	}
	joined, err := Join(features, targets)
	if err == nil && len(arrays) == 0 {
		joined.Notes = append(joined.Notes, table.Note{Sentence: `the features are the array "` + x + `", the targets "` + y + `"`, Option: "--arrays X,Y takes others"})
	}
	return joined, err
}

func openArray(z *table.Npz, name string) (*Source, error) {
	rows, err := z.Rows(name)
	return &Source{grid: matrix{rows, ` of the array "` + name + `"`}}, err
}

// Join appends the columns of a file of targets to those of the features.
func Join(features, targets *Source) (*Source, error) {
	n, width := features.Size()
	if m, _ := targets.Size(); m != n {
		return nil, fault.New("the targets", "have "+strconv.Itoa(m)+" rows, expected "+strconv.Itoa(n)+" as there are rows of features")
	}
	s := &Source{grid: pair{features, targets, width}, targets: width, beat: features.beat}
	s.Notes = append(append(s.Notes, features.Notes...), targets.Notes...)
	return s, nil
}

// cells is the grid of a text table.
type cells struct{ *table.Text }

func (c cells) Size() (rows, columns int) { return len(c.Rows), c.Width() }
func (c cells) Label(i, j int) string     { return c.Rows[i][j] }
func (c cells) Missing(i, j int) bool     { return table.Missing(c.Rows[i][j]) }
func (c cells) Name(j int) string {
	if c.Header == nil {
		return ""
	}
	return c.Header[j]
}

// matrix is the grid of numbers.
type matrix struct {
	rows [][]float64
	of   string // suffix in the name of an entry
}

func (m matrix) Size() (rows, columns int) { return len(m.rows), len(m.rows[0]) }
func (m matrix) Name(int) string           { return "" }
func (m matrix) Words(int) bool            { return false }
func (m matrix) Missing(i, j int) bool     { return math.IsNaN(m.rows[i][j]) }
func (m matrix) Label(i, j int) string     { return fault.Number(m.rows[i][j]) }
func (m matrix) Place(i, j int) string {
	return "row " + strconv.Itoa(i+1) + ", column " + strconv.Itoa(j+1) + m.of
}

func (m matrix) Value(i, j int) float64 {
	if v := m.rows[i][j]; !math.IsInf(v, 0) {
		return v
	}
	return math.NaN()
}

func (m matrix) Number(i, j int) (float64, error) {
	if v := m.Value(i, j); !math.IsNaN(v) {
		return v, nil
	}
	return 0, fault.New(m.Place(i, j), "is "+fault.Number(m.rows[i][j])+", expected a finite number")
}

func (m matrix) Column(name string) (int, error) {
	number, err := strconv.Atoi(name)
	if err != nil || number < 1 || number > len(m.rows[0]) {
		subject := strings.TrimPrefix(m.of, " of ")
		if subject == "" {
			subject = "the table"
		}
		return 0, fault.New(subject, `has no column "`+fault.Clip(name)+`", expected a number from 1 to `+strconv.Itoa(len(m.rows[0])))
	}
	return number - 1, nil
}

// pair is the grid of two sources side by side. Columns are found by name only in the left one.
type pair struct {
	left, right *Source
	width       int // of the left source
}

// at returns the source of column j, and the column's index in it.
func (p pair) at(j int) (s *Source, k int) {
	if j < p.width {
		return p.left, j
	}
	return p.right, j - p.width
}

func (p pair) Size() (rows, columns int) {
	rows, columns = p.right.Size()
	return rows, p.width + columns
}

func (p pair) Column(name string) (int, error) { return p.left.Column(name) }

func (p pair) Name(j int) string {
	s, k := p.at(j)
	return s.Name(k)
}

func (p pair) Words(j int) bool {
	s, k := p.at(j)
	return s.Words(k)
}

func (p pair) Missing(i, j int) bool {
	s, k := p.at(j)
	return s.Missing(i, k)
}

func (p pair) Label(i, j int) string {
	s, k := p.at(j)
	return s.Label(i, k)
}

func (p pair) Value(i, j int) float64 {
	s, k := p.at(j)
	return s.Value(i, k)
}

func (p pair) Number(i, j int) (float64, error) {
	s, k := p.at(j)
	v, err := s.Number(i, k)
	if err != nil && j >= p.width {
		err = fault.New(p.Place(i, j), strings.TrimPrefix(err.Error(), s.Place(i, k)+" "))
	}
	return v, err
}

func (p pair) Place(i, j int) string {
	s, k := p.at(j)
	if place := s.Place(i, k); j < p.width || strings.Contains(place, " of ") {
		return place
	}
	return s.Place(i, k) + " of the targets"
}

// Lines reports whether the source is a text table, whose first line may be a header, and whether that line was read as a header.
func (s *Source) Lines() (text, header bool) {
	c, text := s.grid.(cells)
	return text, text && c.Header != nil
}
