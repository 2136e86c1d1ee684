package dataset

import (
	"bytes"
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Source is a table before its columns become data, perhaps with a table of targets on its right. Rows and columns are counted from zero.
type Source struct {
	left, right *table.Table // right is nil if there is no separate file of targets
	// Notes say how ambiguities of the file were resolved.
	Notes []table.Note
	beat  *table.Beat
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
		rows, err := table.ParseNpy(content)
		if err != nil {
			return nil, err
		}
		return ofRows(rows, " of the .npy file")
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
	s := &Source{left: text, Notes: text.Notes, beat: table.NewBeat(format.Beat)}
	s.noteStrays()
	return s, nil
}

// OfRows returns the source of rows of numbers, which must have equal lengths.
func OfRows(rows [][]float64) (*Source, error) { return ofRows(rows, "") }

func ofRows(rows [][]float64, of string) (*Source, error) {
	t, err := table.OfRows(rows, of)
	return &Source{left: t}, err
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
	if err != nil {
		return nil, err
	}
	return ofRows(rows, ` of the array "`+name+`"`)
}

// Join appends the columns of a file of targets to those of the features. Columns are found by name only among the features.
func Join(features, targets *Source) (*Source, error) {
	n, _ := features.Size()
	if m, _ := targets.Size(); m != n {
		return nil, fault.New("the targets", "have "+strconv.Itoa(m)+" rows, expected "+strconv.Itoa(n)+" as there are rows of features")
	}
	if targets.left.Of == "" {
		targets.left.Of = " of the targets"
	}
	return &Source{left: features.left, right: targets.left, Notes: slices.Concat(features.Notes, targets.Notes), beat: features.beat}, nil
}

// at returns the table of column j, and the column's index in it.
func (s *Source) at(j int) (t *table.Table, k int) {
	if _, width := s.left.Size(); s.right != nil && j >= width {
		return s.right, j - width
	}
	return s.left, j
}

// targets returns the index of the first column of a separate file of targets, 0 if there is none.
func (s *Source) targets() int {
	if s.right == nil {
		return 0
	}
	_, width := s.left.Size()
	return width
}

// Size returns the numbers of rows and of columns.
func (s *Source) Size() (rows, columns int) {
	rows, columns = s.left.Size()
	if s.right != nil {
		_, more := s.right.Size()
		columns += more
	}
	return rows, columns
}

// Column returns the index of a column, given its name or its number counted from one.
func (s *Source) Column(name string) (int, error) { return s.left.Column(name) }

// Name returns the name of column j, "" if it has none.
func (s *Source) Name(j int) string {
	t, k := s.at(j)
	return t.Name(k)
}

// Missing reports whether an entry is missing.
func (s *Source) Missing(i, j int) bool {
	t, k := s.at(j)
	return t.Missing(i, k)
}

// Label returns an entry as text.
func (s *Source) Label(i, j int) string {
	t, k := s.at(j)
	return t.Label(i, k)
}

// Value returns an entry as a finite number, or NaN if it is none.
func (s *Source) Value(i, j int) float64 {
	t, k := s.at(j)
	return t.Value(i, k)
}

// Number returns an entry as a finite number, or an error that says why it is none.
func (s *Source) Number(i, j int) (float64, error) {
	t, k := s.at(j)
	return t.Number(i, k)
}

// Place names an entry for an error.
func (s *Source) Place(i, j int) string {
	t, k := s.at(j)
	return t.Place(i, k)
}

// Lines reports whether the source is a text table, whose first line may be a header, and whether that line was read as a header.
func (s *Source) Lines() (text, header bool) {
	return s.right == nil && s.left.Rows != nil, s.right == nil && s.left.Header != nil
}
