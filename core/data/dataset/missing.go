package dataset

import (
	"math"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Missing says how missing values are handled.
type Missing int

// Missing values are refused; or their rows are dropped; or they are replaced by the mean of their feature, except in targets.
const (
	Refuse Missing = iota
	Drop
	Mean
)

const (
	dropOption    = "--missing drop leaves such rows out"
	classesOption = "--classes takes the words of this column as classes"
	missingOption = dropOption + ", --missing mean puts the mean of the column in place"
)

// absent reports whether a label is missing. A minus sign is a class, since it occurs beside plus signs.
func absent(label string) bool { return label != "-" && table.Missing(label) }

// choice says how targets are encoded, how missing values are handled, and whether the strays of a target are slips; otherwise it was said that they
// are classes.
type choice struct {
	targets  []int
	encoding Encoding
	missing  Missing
	slips    bool
}

// complete drops the rows with missing values, or fills in missing features; missing is their number.
func (s *Source) complete(f *Frame, columns []int, missing int, c choice) error {
	if err := s.checkEmpty(columns); err != nil {
		return err
	}
	if c.missing == Drop {
		return s.drop(f, columns, c)
	}
	if missing > 0 {
		f.fill()
		f.Notes = append(f.Notes, table.Note{Sentence: spelled(missing) + " missing value" + plural(missing) + " replaced by the mean of the column"})
	}
	strays := c.strays(s)
	for i := range f.X {
		for k, j := range c.targets {
			if c.lacks(s, i, j) {
				return fault.WithOption(s.lack(i, j, c.encoding), dropOption)
			}
			if strays[k] && s.stray(i, j) {
				_, err := s.Number(i, j)
				return fault.WithOption(err, dropOption+", "+classesOption)
			}
		}
	}
	return nil
}

// strays says of each target whether it is a column of numbers with strays.
func (c choice) strays(s *Source) []bool {
	strays := make([]bool, len(c.targets))
	for k, j := range c.targets {
		strays[k] = c.slips && len(s.Strays(j)) > 0
	}
	return strays
}

// lacks reports whether a target is missing.
func (c choice) lacks(s *Source, i, j int) bool {
	if c.encoding == Numbers {
		return s.Missing(i, j)
	}
	return absent(s.Label(i, j))
}

// lack returns the error for a missing target.
func (s *Source) lack(i, j int, encoding Encoding) error {
	if encoding != Numbers {
		return fault.New(s.Place(i, j), "is missing, expected a class")
	}
	_, err := s.Number(i, j)
	return err
}

// checkEmpty returns an error for columns without any entry.
func (s *Source) checkEmpty(columns []int) error {
	rows, _ := s.Size()
	for _, j := range columns {
		i := 0
		for i < rows && s.Missing(i, j) {
			i++
		}
		if i == rows && rows > 1 {
			return fault.WithOption(fault.New(s.Called(j), "has no values, expected some"), "--features and --targets choose among the columns")
		}
	}
	return nil
}

// drop removes the rows with missing values.
func (s *Source) drop(f *Frame, columns []int, c choice) error {
	strays := c.strays(s)
	var kept []int
	for i, row := range f.X {
		whole := true
		for _, v := range row {
			whole = whole && !math.IsNaN(v)
		}
		for k, j := range c.targets {
			whole = whole && !c.lacks(s, i, j) && !(strays[k] && s.stray(i, j))
		}
		if whole {
			kept = append(kept, i)
		}
	}
	lost := len(f.X) - len(kept)
	switch {
	case lost == 0:
		return nil
	case len(kept) == 0:
		return fault.WithOption(fault.New("the table", "has a missing value in every row, expected some that are whole"), missingOption)
	}
	why := ", for missing values"
	for _, j := range columns {
		if len(s.Strays(j)) > 0 {
			why = ", for cells that are missing or not numbers"
		}
	}
	f.Notes = append(f.Notes, table.Note{Sentence: spelled(lost) + " of " + strconv.Itoa(len(f.X)) + " rows left out" + why})
	x := make([][]float64, len(kept))
	for k, i := range kept {
		x[k] = f.X[i]
	}
	f.X, f.Kept = x, kept
	return nil
}

// fill replaces missing values by the mean of their column.
func (f *Frame) fill() {
	for k := range f.Features {
		mean, count := 0.0, 0.0
		for _, row := range f.X {
			if !math.IsNaN(row[k]) {
				count++
				mean += (row[k] - mean) / count
			}
		}
		for _, row := range f.X {
			if math.IsNaN(row[k]) {
				row[k] = mean
			}
		}
	}
}

// spelled returns a number as it is written at the beginning of a sentence.
func spelled(n int) string {
	if n == 1 {
		return "one"
	}
	return strconv.Itoa(n)
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
